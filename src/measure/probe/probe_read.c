/* SPDX-License-Identifier: MIT */
/* The section `probe`. */
#include "base/bounds.h"
#include "matter/group.h"
#include "measure/probe/probe.h"
#include "options/rows.h"
#include "options/selection.h"

#define POINTS_MOST 1e12

/* clang-format off */
static const Option probe_options[] = {
  REAL(IN(Probe, every),      "s", REQUIRED, POSITIVE,            "time between samples",
      .flags = WRITES_ROWS),
  WORDS(KEY("fields"),        REQUIRED, "what is interpolated", .plugins = sampled_table),
  NAME(KEY("interaction"),    OPTIONAL,      "interaction",
      "an interaction sph: its particles, kernel and smoothing lengths; without it all clumps, "
      "with kernel and smoothing_length"),
  PLUGIN(IN(Probe, kernel),   "wendland_c2", smoothing_table,
      "smoothing kernel, without interaction"),
  REAL(KEY_IN("smoothing_length", Probe, length), "m", OPTIONAL, RANGE_OF(LENGTH),
      "of the kernel, without interaction"),
  WORDS(KEY("groups"), OPTIONAL, "groups of clumps that count: name or slot=name; without it all"),
  WORD(IN(Probe, correction), "none",        "none shepard linear",
      "none: the plain sum, shepard: over that of 1, exact for constant fields; linear: exact for "
      "linear fields"),
  BOOL(IN(Probe, gradient),   "false",  "true: gradients of the fields, too"),
  REALS(KEY("points"),        "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "x y z of each point: rows of probes/NAME.csv", .group = 3, .flags = PLANAR),
  VEC3_PLANAR(KEY("lo"),      "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "first point of a grid, in place of points: files grid-NAME/*.hdf"),
  VEC3_PLANAR(KEY("hi"),      "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "corner of the grid opposite to lo; a number as in lo: one layer of points"),
  REAL(IN(Probe, spacing),    "m", OPTIONAL, RANGE_OF(LENGTH),    "of the points of the grid"),
  {0},
};
/* clang-format on */

const OptionKind probe_kind = {.name    = "probe",
                               .named   = true,
                               .options = probe_options,
                               .text    = "fields interpolated at points or on a grid"};

/* ---- what is interpolated ---- */

static void read_fields(Options *o, unsigned uses, Probe *p)
{
  const char *const *words;
  const int          n = selection_fields(o, "probe", p->name, "fields", PROBE_FIELDS, &words);

  for (int k = 0; k < n; k++) {
    const Sampled *f = (const Sampled *)plugin_find(sampled_table, words[k]);

    if (!f) continue;
    if (f->of_sph && !p->sph)
      option_mistake(
        o, "probe", p->name, "fields",
        "%s is a field of particles of SPH: give interaction, the name of one of type sph",
        words[k]);
    else if (f->quantity && !(uses >> quantity_index(f->quantity) & 1))
      option_mistake(o, "probe", p->name, "fields", "clumps of this run have no %s", words[k]);
    else p->field[p->n_fields++] = f;
  }
}

static void read_kernel(Options *o, const Interactions *interactions, Probe *p)
{
  const char *name = option_word(o, "probe", p->name, "interaction");
  const int   at   = name[0] ? interactions_find(interactions, "interaction", name) : -1;

  if (at >= 0 && interactions->list[at].kind == &interaction_sph)
    p->sph = interactions->list[at].constants;
  else if (name[0])
    option_mistake(o, "probe", p->name, "interaction", "%s is not of type sph", name);
  if (p->sph) p->kernel = sph_smoothing(p->sph);
  if (p->sph && (option_is_set(o, "probe", p->name, "kernel") || !isnan(p->length)))
    option_mistake(o, "probe", p->name, isnan(p->length) ? "kernel" : "smoothing_length",
                   "is that of interaction %s: leave one of both out", name);
  if (!name[0] && isnan(p->length))
    option_mistake(o, "probe", p->name, NULL,
                   "give interaction, the name of one of type sph, or a smoothing_length");
}

/* ---- points ---- */

typedef struct {
  double x[3];
  int    row;
} Point;

static int compare(const void *a, const void *b)
{
  const Point *p = a, *q = b;

  return p->x[0] != q->x[0] ? (p->x[0] > q->x[0]) - (p->x[0] < q->x[0])
                            : (p->row > q->row) - (p->row < q->row);
}

static void read_points(const double *given, int n, Probe *p)
{
  const int each = p->dimension;
  Point    *all;

  p->n = n / each;
  array_create(&all, sizeof *all, p->n);
  array_create(&p->points, 3 * sizeof *p->points, p->n);
  array_create(&p->row, sizeof *p->row, p->n);
  for (int i = 0; i < p->n; i++) {
    all[i].row = i;
    for (int k = 0; k < 3; k++) all[i].x[k] = k < each ? given[i * each + k] : 0;
  }
  sort_items(all, (size_t)p->n, sizeof *all, compare);
  for (int i = 0; i < p->n; i++) {
    memcpy(p->points + 3 * i, all[i].x, sizeof all[i].x);
    p->row[i] = all[i].row;
  }
  array_free(&all);
}

static void read_grid(Options *o, Probe *p)
{
  Vec3   hi = {0, 0, 0};
  double n  = 1;

  p->grid = true;
  if (!option_has_value(o, "probe", p->name, "lo") ||
      !option_has_value(o, "probe", p->name, "hi") || isnan(p->spacing)) {
    option_mistake(o, "probe", p->name, NULL,
                   "give points, or lo, hi and spacing of the points of a grid");
    return;
  }
  selection_box(o, "probe", p->name, p->dimension, true, &p->lo, &hi);
  for (int k = 0; k < 3; k++) {
    const double length = k < p->dimension ? vec3_axis(hi, k) - vec3_axis(p->lo, k) : 0,
                 most   = floor(length / p->spacing * (1 + 1e-12)) + 1;

    n *= most;
    p->size[k] = most >= 1 && most < POINTS_MOST ? (int64_t)most : 1;
  }
  if (!(n < POINTS_MOST))
    option_mistake(o, "probe", p->name, "spacing", "%g makes %g points; allowed: up to %g",
                   p->spacing, n, POINTS_MOST);
  p->n = p->size[0] * p->size[1] * p->size[2];
}

Vec3 probe_point(const Probe *p, int64_t i)
{
  const int64_t j = p->grid ? i / p->size[0] : 0;

  if (!p->grid) return (Vec3){p->points[3 * i], p->points[3 * i + 1], p->points[3 * i + 2]};
  return (Vec3){p->lo.x + (double)(i % p->size[0]) * p->spacing,
                p->lo.y + (double)(j % p->size[1]) * p->spacing,
                p->lo.z + (double)(j / p->size[1]) * p->spacing};
}

static void find_bounds(Probe *p)
{
  p->least = p->most = probe_point(p, 0);
  for (int64_t i = 0; i < p->n; i += p->grid ? max_int(1, p->n - 1) : 1) {
    const Vec3 x = probe_point(p, i);

    for (int k = 0; k < 3; k++) {
      vec3_set(&p->least, k, min_real(vec3_axis(p->least, k), vec3_axis(x, k)));
      vec3_set(&p->most, k, max_real(vec3_axis(p->most, k), vec3_axis(x, k)));
    }
  }
}

/* ---- the section ---- */

static void read_probe(const World *w, Probe *p)
{
  static const char *const keys[] = {"lo", "hi", "spacing"};
  Options                 *o      = w->options;
  int                      n;
  const double            *given = option_reals(o, "probe", p->name, "points", &n);

  options_read_into(o, "probe", p->name, probe_options, p);
  read_kernel(o, w->interactions, p);
  read_fields(o, w->clumps->uses, p);
  groups_selected(o, "probe", p->name, "groups", w->groups, &p->groups);
  if (n > 0) read_points(given, n, p);
  else read_grid(o, p);
  if (p->n > 0) find_bounds(p);
  for (size_t k = 0; k < sizeof keys / sizeof *keys && n > 0; k++)
    if (option_is_set(o, "probe", p->name, keys[k]))
      option_mistake(o, "probe", p->name, keys[k], "is of a grid: leave it or points out");
}

void probes_read(const World *w, Probes *probes)
{
  const char *const *names;

  probes->n = options_objects(w->options, "probe", &names);
  array_create(&probes->list, sizeof *probes->list, probes->n);
  for (int k = 0; k < probes->n; k++) {
    probes->list[k] = (Probe){.name = names[k], .dimension = w->dimension};
    read_probe(w, &probes->list[k]);
  }
}

void probes_free(Probes *probes)
{
  for (int k = 0; k < probes->n; k++) {
    array_free(&probes->list[k].points);
    array_free(&probes->list[k].row);
  }
  array_free(&probes->list);
  *probes = (Probes){0};
}
