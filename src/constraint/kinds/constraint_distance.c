/* SPDX-License-Identifier: MIT */
/* Rods and ropes: two points at a given distance, or no farther apart. */
#include "base/bounds.h"
#include "constraint/constraint.h"
#include "options/rows.h"

typedef struct {
  bool rope;
} Distance;

/* clang-format off */
static const Option distance_options[] = {
  BOOL(IN(Distance, rope), "false",
      "true: the points may come closer, as if held by a rope; else by a rod"),
  {NULL},
};
/* clang-format on */

static const CsvColumn distance_columns[] = {{.name  = "length",
                                              .type  = CSV_REAL,
                                              .flags = CSV_REQUIRED | CSV_POSITIVE,
                                              .unit  = "m",
                                              .hi    = LENGTH_MOST},
                                             {NULL}};

static void distance_read(void *self, const LinkSource *s)
{
  options_read_into(s->options, s->kind, s->name, distance_options, self);
}

static void distance_start(const void *self, const ConstraintBatch *b, int k,
                           const LinkGiven *given, double *numbers)
{
  (void)self;
  (void)b;
  (void)k;
  numbers[0] = given->value[0];
}

/* C = length - distance, so that the force is the tension. Where the points coincide there is no
   direction: then it is the x axis. */
static void distance_evaluate(const void *self, ConstraintBatch *b)
{
  const Distance *h = self;

  for (int k = 0; k < b->n; k++) {
    const double r = vec3_norm(b->way[k]);
    const Vec3   x = {1, 0, 0}, n = r > 0 ? vec3_scale(1 / r, b->way[k]) : x;

    constraint_of_points(b, 0, k, b->numbers[k][0] - r, vec3_scale(-1, n));
    if (h->rope) b->least[0][k] = 0;
  }
}

static double distance_rod(const void *self)
{
  return ((const Distance *)self)->rope ? 0 : -INFINITY;
}

const Constraint constraint_distance = {
  .head      = {.name    = "distance",
                .text    = "Rods keep the distance of two points; ropes limit it.",
                .source  = "Macklin et al. 2016, Proc. Motion in Games, 49",
                .options = {distance_options}},
  .size      = sizeof(Distance),
  .equations = 1,
  .columns   = distance_columns,
  .read      = distance_read,
  .start     = distance_start,
  .rod       = distance_rod,
  .evaluate  = distance_evaluate,
};
