/* SPDX-License-Identifier: MIT */
/* A scenario with one random fill, and its plan. */
#ifndef FILL_CASE_H
#define FILL_CASE_H

#include "supply/fill/fill_spec.h"
#include "supply/population/population.h"
#include "supply/population/template_read.h"
#include "unit/files.h"

static const OptionKind *const kinds[] = {&material_kind, &template_kind, &clumps_kind, NULL};

static Parallel par;
static Files    files;

typedef struct {
  Options  *options;
  Materials materials;
  Templates templates;
  Groups    groups;
  Clumps   *clumps;
  Waiting  *waiting;
  Warnings  warnings;
  FillSpec  plan;
} Case;

/* pair: two tangent balls of radius 1, of volume 8 pi/3; ball: of radius .5 and three times its
 * density. */
#define MATTER \
  "material:\n  - light: {density: 2}\n  - heavy: {density: 6}\n" \
  "template:\n" \
  "  - pair: {material: light, pebbles: [0, 0, 0, 1,  0, 0, 2, 1]}\n" \
  "  - ball: {material: heavy, pebbles: [0, 0, 0, 0.5]}\n" \
  "  - mixed: {material: light, file: mixed.csv}\n" \
  "  - by-hand: {material: light, pebbles: [0, 0, 0, 1], mass_properties: given, mass: 5, " \
  "position: [0, 0, 0], inertia: [1, 1, " \
  "1]}\n"
#define BOX "lo: [0, 0, 0], hi: [100, 100, 100]"

/* The scenario read; the plan is not. */
static inline Case begin_in(int dimension, const char *matter, const char *fill)
{
  PopulationTarget target;
  char             yaml[4096];
  Case             c = {.warnings = warnings_on(&par), .templates.dimension = dimension};

  file_write(&files, "mixed.csv", "x,y,z,r,material\n0,0,0,1,light\n2,0,0,1,heavy\n");
  snprintf(yaml, sizeof yaml, "%sclumps:\n  - a: {%s}\n", matter, fill);
  c.options = scenario_read(&par, &files, kinds, yaml);
  options_check_plane(c.options, dimension);
  materials_read(c.options, &c.materials);
  CALL(templates_read(&par, c.options, &c.materials, &c.templates, &c.groups, &c.warnings));
  CALL(clumps_create(&c.clumps));
  CALL(waiting_create(&c.waiting));
  target = (PopulationTarget){.materials = &c.materials,
                              .templates = &c.templates,
                              .groups    = &c.groups,
                              .clumps    = c.clumps,
                              .waiting   = c.waiting};
  CALL(population_read(&par, c.options, &target, &c.warnings));
  array_free(&target.rows.list);
  return c;
}

static inline Case begin(const char *fill)
{
  return begin_in(3, MATTER, fill);
}

static inline void plan(Case *c, const char *fill)
{
  bool good = false;

  mistakes_check(fill, c->options, 0, NULL);
  CALL(fill_spec_read(&par, c->options, &c->templates, "a", &c->plan, &good));
  CHECK(good);
  c->plan.seed   = 11;
  c->plan.stream = 3;
}

static inline Case begin_good(const char *fill)
{
  Case c = begin(fill);

  plan(&c, fill);
  return c;
}

static inline void end(Case *c)
{
  fill_spec_free(&c->plan);
  clumps_destroy(&c->clumps);
  waiting_destroy(&c->waiting);
  warnings_free(&c->warnings);
  templates_free(&c->templates);
  materials_free(&c->materials);
  options_destroy(&c->options);
  file_remove(&files, "mixed.csv");
}

enum { COUNT = 3000 };

#endif
