/* SPDX-License-Identifier: MIT */
/* Scenarios with clumps for tests of the population: read, counted, looked up by id, ended; and
   checks of what is reported. */
#ifndef POPULATION_SCENARIO_H
#define POPULATION_SCENARIO_H

#include "supply/population/population.h"
#include "supply/population/template_read.h"
#include "unit/files.h"

static const OptionKind *const kinds[] = {&material_kind, &template_kind, &clumps_kind, NULL};

static Parallel par, self;
static Files    files;

typedef struct {
  Options  *options;
  Materials materials;
  Templates templates;
  Groups    groups;
  Clumps   *clumps;
  Waiting  *waiting;
  double    now;
  int64_t   next_id;
  Warnings  warnings;
} Scenario;

#define MATTER \
  "material:\n" \
  "  - glass: {density: 2500}\n" \
  "  - steel: {density: 7800}\n" \
  "template:\n" \
  "  - pair: {material: glass, pebbles: [0, 1, 0, 1,  0, 4, 0, 2]}\n" \
  "  - ball: {material: steel, pebbles: [0, 0, 0, 0.5]}\n" \
  "  - mixed: {material: glass, file: mixed.csv}\n"

static inline Scenario start(const Parallel *on, const char *yaml)
{
  Scenario s = {.options = scenario_read(on, &files, kinds, yaml), .warnings = warnings_on(on)};

  materials_read(s.options, &s.materials);
  CALL(templates_read(on, s.options, &s.materials, &s.templates, &s.groups, &s.warnings));
  CALL(clumps_create(&s.clumps));
  CALL(waiting_create(&s.waiting));
  return s;
}

static inline void populate(const Parallel *on, Scenario *s)
{
  PopulationTarget target = {.materials = &s->materials,
                             .templates = &s->templates,
                             .groups    = &s->groups,
                             .now       = s->now,
                             .clumps    = s->clumps,
                             .waiting   = s->waiting,
                             .next_id   = s->next_id};

  CALL(population_read(on, s->options, &target, &s->warnings));
  s->next_id = target.next_id;
  array_free(&target.rows.list);
}

static inline Scenario begin(const Parallel *on, const char *yaml)
{
  Scenario s = start(on, yaml);

  populate(on, &s);
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

static inline int64_t count(const Scenario *s)
{
  int64_t n = s->clumps->n_owned;

  CALL(parallel_sum_int(&par, &n, 1));
  return n;
}

/* Row of this clump, -1 on ranks that do not have it. Some rank must. Collective. */
static inline PetscInt row_of(const Scenario *s, Id id)
{
  PetscInt row   = -1;
  int64_t  found = 0;

  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    if (s->clumps->id[a] == id) row = a;
  }
  found = row >= 0;
  CALL(parallel_sum_int(&par, &found, 1));
  if (found != 1)
    test_fail(__FILE__, __LINE__, "clump %lld is there %d times", (long long)id, (int)found);
  return row;
}

static inline Vec3 pebble_of(const Scenario *s, PetscInt a, int i)
{
  const Clumps *c = s->clumps;

  return vec3_add(
    c->pose[a].x,
    quat_turn(c->pose[a].q, vec3_scale(c->scale[a], s->templates.list[c->template[a]].offset[i])));
}

static inline bool has_groups(const Scenario *s, PetscInt a, const char *expected)
{
  char text[GROUPS_TEXT];

  groups_text(&s->groups, s->clumps->group[a], text);
  if (strcmp(text, expected) != 0)
    printf("# the groups of clump %lld are %s\n", (long long)s->clumps->id[a], text);
  return strcmp(text, expected) == 0;
}

static inline void check_vec3(const char *what, Vec3 a, double x, double y, double z,
                              double tolerance)
{
  const double error = vec3_norm(vec3_sub(a, vec3(x, y, z)));

  if (!(error <= tolerance))
    test_fail(__FILE__, __LINE__, "%s is %g %g %g, not %g %g %g", what, a.x, a.y, a.z, x, y, z);
}

static inline void check_wrong(const char *clumps, int n, const char *expected)
{
  char     yaml[2048];
  Scenario s;

  snprintf(yaml, sizeof yaml, "%sclumps:\n  - a: {%s}\n", MATTER, clumps);
  s = begin(&par, yaml);
  mistakes_check(clumps, s.options, n, expected);
  end(&s);
}

static inline int64_t waiting(const Scenario *s, Id id)
{
  int64_t n = 0;

  for (PetscInt a = 0; a < s->waiting->clumps->n_owned; a++) n += s->waiting->clumps->id[a] == id;
  CALL(parallel_sum_int(&par, &n, 1));
  return n;
}

#endif
