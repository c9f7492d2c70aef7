/* SPDX-License-Identifier: MIT */
/* Clumps made from sets of shapes. */
#ifndef MADE_H
#define MADE_H

#include "shape/generate/generate.h"
#include "shape/mass/mass.h"
#include "unit/shape/shapes.h"

static Material        list[]    = {{.name = "light", .density = 1, .young = 1, .poisson = 0.2},
                                    {.name = "heavy", .density = 4, .young = 1, .poisson = 0.2}};
static const Materials materials = {2, list};

static inline void add(ShapeSet *set, const ShapeKind *kind, Vec3 x, const double *size,
                       int material)
{
  Shape shape    = shape_of(kind);
  char  why[256] = "";

  shape.x        = x;
  shape.material = material;
  memcpy(shape.size, size, (size_t)kind->n_sizes * sizeof *size);
  if (!shape_set_add(set, &shape, why))
    test_fail(__FILE__, __LINE__, "%s: %s", kind->head.name, why);
}

static inline GenerateOptions asking(double volume, double inertia, double distance)
{
  GenerateOptions o = generate_defaults;

  o.error[CLUMP_VOLUME]   = volume;
  o.error[CLUMP_INERTIA]  = inertia;
  o.error[CLUMP_DISTANCE] = distance;
  return o;
}

static inline PebbleSet made(const ShapeSet *set, const GenerateOptions *options,
                             GenerateReport *report)
{
  PebbleSet pebbles  = {0};
  char      why[256] = "";

  if (!generate_shapes(set, &materials, options, &pebbles, report, why))
    test_fail(__FILE__, __LINE__, "%s", why);
  return pebbles;
}

static inline MassProperties union_of(const PebbleSet *pebbles)
{
  static Material one = {.name = "one", .density = 1, .young = 1, .poisson = 0.2};
  PebbleSet       all = *pebbles;
  MassProperties  mass;
  char            why[256] = "";

  all.material = calloc((size_t)all.n, sizeof *all.material);
  if (!mass_exact.find(&all, &(Materials){1, &one}, &mass_defaults, &mass, why))
    test_fail(__FILE__, __LINE__, "%s", why);
  free(all.material);
  return mass;
}

static inline double gap_of(const PebbleSet *pebbles, Vec3 x)
{
  double gap = INFINITY;

  for (int i = 0; i < pebbles->n; i++)
    gap = fmin(gap, fmax(0, vec3_norm(vec3_sub(x, pebbles->x[i])) - pebbles->r[i]));
  return gap;
}

#endif
