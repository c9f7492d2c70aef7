/* SPDX-License-Identifier: MIT */
/* Scenarios in two dimensions with templates and clumps. */
#ifndef FLAT_SCENARIO_H
#define FLAT_SCENARIO_H

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
} Scenario;

#define GIVEN       "mass_properties: given, volume: 2, mass: 10, position: [1, 0.5]"
#define MATERIAL    "material:\n  - glass: {density: 3}\n"
#define SHAPE(rest) MATERIAL "template:\n  - pair: {material: glass, " rest "}\n"
#define PAIR        SHAPE("pebbles: [0, 0, 1,  2, 1, 0.5], " GIVEN ", inertia: [6]")

static inline Scenario begin(const char *yaml)
{
  Scenario         s      = {.options             = scenario_read(&par, &files, kinds, yaml),
                             .warnings            = warnings_on(&par),
                             .templates.dimension = 2};
  PopulationTarget target = {
    .materials = &s.materials, .templates = &s.templates, .groups = &s.groups};

  options_check_plane(s.options, 2);
  materials_read(s.options, &s.materials);
  CALL(templates_read(&par, s.options, &s.materials, &s.templates, &s.groups, &s.warnings));
  CALL(clumps_create(&s.clumps));
  CALL(waiting_create(&s.waiting));
  target.clumps  = s.clumps;
  target.waiting = s.waiting;
  CALL(population_read(&par, s.options, &target, &s.warnings));
  array_free(&target.rows.list);
  return s;
}

static inline void end(Scenario *s)
{
  clumps_destroy(&s->clumps);
  waiting_destroy(&s->waiting);
  warnings_free(&s->warnings);
  templates_free(&s->templates);
  materials_free(&s->materials);
  options_destroy(&s->options);
}

static inline void check_wrong(const char *yaml, const char *expected)
{
  Scenario s = begin(yaml);

  mistakes_check(yaml, s.options, 1, expected);
  end(&s);
}

#endif
