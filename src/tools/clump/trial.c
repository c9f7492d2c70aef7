/* SPDX-License-Identifier: MIT */
/* Prints the reports of generation as a table or as JSON. */
#include "tools/clump/trial.h"

#include <stddef.h>

enum { LABEL = -30 };

static void row_start(const char *label)
{
  printf("%*s", LABEL, label);
}

/* A row: label, JSON key, and offset of its number in GenerateReport. */
typedef struct {
  const char *label, *key;
  size_t      place;
  bool        part; /* a fraction, printed in %; else a length */
} Row;

static const Row sizes[] = {
  {"smallest radius", "smallest", offsetof(GenerateReport, smallest), false},
  {"largest radius", "largest", offsetof(GenerateReport, largest), false},
  {"added to all radii", "expanded", offsetof(GenerateReport, expanded), false},
  {NULL, NULL, 0, false},
};

static const Row errors[] = {
  {"volume error", "volume_error", offsetof(GenerateReport, error[CLUMP_VOLUME]), true},
  {"inertia error", "inertia_error", offsetof(GenerateReport, error[CLUMP_INERTIA]), true},
  {"largest distance / D", "distance_error", offsetof(GenerateReport, error[CLUMP_DISTANCE]), true},
  {"mean distance / D", "mean_error", offsetof(GenerateReport, error[CLUMP_MEAN]), true},
  {NULL, NULL, 0, false},
};

static const Row others[] = {
  {"surface to pebbles, most / D", "gap", offsetof(GenerateReport, gap), true},
  {"pebbles stick out, most / D", "out", offsetof(GenerateReport, out), true},
  {"pebbles stick out, mean / D", "out_mean", offsetof(GenerateReport, out_mean), true},
  {"centre is off / D", "centre_distance", offsetof(GenerateReport, centre), true},
  {"error bound of the shapes", "doubt", offsetof(GenerateReport, doubt), true},
  {NULL, NULL, 0, false},
};

static double number_of(const Trial *trial, const Row *row)
{
  double value;

  memcpy(&value, (const char *)&trial->report + row->place, sizeof value);
  return value;
}

static double seconds_of(const Trial *trial)
{
  const GenerateReport *r = &trial->report;

  return r->seconds_mesh + r->seconds_choice + r->seconds_measure;
}

/* ---- the table ---- */

static void cell(const Trial *trial, const Row *row, bool missed)
{
  if (!trial->made) printf(" %12s", "-");
  else if (row->part) printf(" %10.4f%%%s", 100 * number_of(trial, row), missed ? "!" : " ");
  else printf(" %12.6g", number_of(trial, row));
}

/* asked: the bounds of the rows, NULL for rows without bounds. An exceeded bound is marked by !. */
static void rows_print(const Row *rows, const double *asked, int n, const Trial *trial)
{
  for (const Row *row = rows; row->label; row++) {
    const int e = (int)(row - rows);

    row_start(row->label);
    for (int k = 0; k < n; k++) cell(&trial[k], row, asked && !trial[k].report.met[e]);
    if (asked && asked[e] > 0) printf("   asked %g%%", 100 * asked[e]);
    printf("\n");
  }
}

static void verdict(const Request *request, const Trial *best)
{
  const GenerateReport *r = &best->report;

  printf("\n%s: %d pebbles by %s", request->file[1], r->pebbles, generator_name(best->method));
  if (request->picture) printf("; %s", request->picture);
  printf("\n");
  if (!r->all_met)
    printf("not all bounds are met: %s\n",
           r->exhausted
             ? "the method finds no further sphere: allow smaller ones, or try another method"
             : "allow more pebbles, with --most");
}

static int pieces_of(const MeshBody *solid)
{
  return solid->n_shapes > 0 ? solid->n_shapes : solid->mesh.n_faces;
}

void trials_table(const Request *request, const MeshBody *solid, int n, const Trial *trial,
                  int best)
{
  printf("%s: %d %s, volume %.9g, D (of the sphere of this volume) %.9g\n\n", request->file[0],
         pieces_of(solid),
         solid->n_shapes == 1  ? "shape"
         : solid->n_shapes > 0 ? "shapes"
                               : "triangles",
         solid->mass.volume, solid->diameter);
  row_start("method");
  for (int k = 0; k < n; k++) printf(" %12s", generator_name(trial[k].method));
  printf("\n");
  row_start("pebbles");
  for (int k = 0; k < n; k++) printf(" %12d", trial[k].report.pebbles);
  printf("\n");
  rows_print(sizes, NULL, n, trial);
  rows_print(errors, request->generate.error, n, trial);
  rows_print(others, NULL, n, trial);
  row_start("seconds");
  for (int k = 0; k < n; k++) printf(" %12.2f", seconds_of(&trial[k]));
  printf("\n");
  verdict(request, &trial[best]);
}

/* ---- JSON ---- */

static void numbers_json(const Row *rows, const Trial *trial)
{
  for (const Row *row = rows; row->label; row++)
    printf(", \"%s\": %s", row->key, real_text(number_of(trial, row)).s);
}

void trials_json(const Request *request, const MeshBody *solid, int n, const Trial *trial, int best)
{
  for (int k = 0; k < n; k++) {
    const GenerateReport *r = &trial[k].report;

    if (!trial[k].made) continue;
    printf("{\"method\": \"%s\", \"%s\": %d, \"volume\": %s, \"diameter\": %s, \"pebbles\": %d",
           generator_name(trial[k].method), solid->n_shapes > 0 ? "shapes" : "triangles",
           pieces_of(solid), real_text(solid->mass.volume).s, real_text(solid->diameter).s,
           r->pebbles);
    numbers_json(sizes, &trial[k]);
    numbers_json(errors, &trial[k]);
    numbers_json(others, &trial[k]);
    printf(", \"met\": %s, \"exhausted\": %s, \"written\": %s, \"seconds\": %.6f}\n",
           r->all_met ? "true" : "false", r->exhausted ? "true" : "false",
           k == best ? "true" : "false", seconds_of(&trial[k]));
  }
  (void)request;
}
