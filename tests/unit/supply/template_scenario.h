/* SPDX-License-Identifier: MIT */
/* Scenarios with materials, templates and walls: read, with what is wrong reported, and ended. */
#ifndef TEMPLATE_SCENARIO_H
#define TEMPLATE_SCENARIO_H

#include "supply/population/template_read.h"
#include "unit/files.h"
#include "wall/surface.h"
#include "wall/walls.h"

static const OptionKind *const kinds[] = {&material_kind, &template_kind, &wall_kind, NULL};

static Parallel par;
static Files    files;

typedef struct {
  Options  *options;
  Materials materials;
  Templates templates;
  Groups    groups;
  Walls     walls;
  Warnings  warnings;
} Scenario;

#define MATERIALS \
  "material:\n" \
  "  - glass: {density: 2500, young: 7.0e9, poisson: 0.22}\n" \
  "  - steel: {density: 7800}\n"

#define ONE(rest) MATERIALS "template:\n  - a: {material: glass, pebbles: [0, 0, 0, 1], " rest "}\n"

static inline void read_all(Scenario *s)
{
  materials_read(s->options, &s->materials);
  CALL(templates_read(&par, s->options, &s->materials, &s->templates, &s->groups, &s->warnings));
  walls_read(s->options, &s->materials, &s->walls);
}

static inline Scenario begin(const char *yaml)
{
  Scenario s = {.options = scenario_read(&par, &files, kinds, yaml), .warnings = warnings_on(&par)};

  read_all(&s);
  return s;
}

static inline void end(Scenario *s)
{
  warnings_free(&s->warnings);
  templates_free(&s->templates);
  materials_free(&s->materials);
  walls_free(&s->walls);
  options_destroy(&s->options);
}

static inline const Template *template_of(const Scenario *s, const char *name)
{
  const int t = templates_find(&s->templates, name);

  CHECK(t >= 0);
  return &s->templates.list[t < 0 ? 0 : t];
}

/* Check that exactly one mistake is reported, with this text. */
static inline void check_wrong(const char *yaml, const char *expected)
{
  Scenario s = begin(yaml);

  mistakes_check(yaml, s.options, 1, expected);
  end(&s);
}

#endif
