/* SPDX-License-Identifier: MIT */
/* Planes: a point of a clump that stays above a plane which another clump carries. */
#include "base/bounds.h"
#include "constraint/constraint.h"

/* Numbers of a pair: normal, in the axes of the clump that carries the plane; least height, m; 1 if
   that clump is a, else 0. */
enum { PLANE_NORMAL, PLANE_HEIGHT = 3, PLANE_IS_A = 4 };

#define NORMAL_COLUMN(letters) \
  { \
    .name = letters, .type = CSV_REAL, .flags = CSV_REQUIRED, .unit = "1", .lo = -LENGTH_MOST, \
    .hi = LENGTH_MOST \
  }

static const CsvColumn plane_columns[] = {
  NORMAL_COLUMN("nx"),
  NORMAL_COLUMN("ny"),
  NORMAL_COLUMN("nz"),
  {.name = "height", .type = CSV_REAL, .unit = "m", .lo = -LENGTH_MOST, .hi = LENGTH_MOST},
  {NULL}};

static Vec3 normal_given(const LinkGiven *given)
{
  return (Vec3){given->value[0], given->value[1], given->value[2]};
}

static const char *plane_fault(const LinkGiven *given)
{
  Vec3         normal  = normal_given(given);
  const double along_z = normal.z;

  if (!vec3_normalize(&normal)) return "have a normal nx,ny,nz of length 0: give its direction";
  return given->dimension == 3 || along_z == 0
           ? NULL
           : "have a normal nx,ny,nz out of the plane: in two dimensions nz is 0";
}

static void plane_start(const void *self, const ConstraintBatch *b, int k, const LinkGiven *given,
                        double *numbers)
{
  Vec3 normal = normal_given(given);

  (void)self;
  (void)vec3_normalize(&normal);
  normal = quat_turn_back(given->reversed ? b->a[k].q : b->b[k].q, normal);
  memcpy(numbers + PLANE_NORMAL, &normal, sizeof normal);
  numbers[PLANE_HEIGHT] = isnan(given->value[3]) ? 0 : given->value[3];
  numbers[PLANE_IS_A]   = given->reversed;
}

/* If b carries the plane, `way` leads from the point to the plane, else from the plane to the
   point. */
static void plane_evaluate(const void *self, ConstraintBatch *b)
{
  (void)self;
  for (int k = 0; k < b->n; k++) {
    const double *n      = b->numbers[k];
    const bool    in_a   = n[PLANE_IS_A] != 0;
    const Vec3    normal = quat_turn(in_a ? b->a[k].q : b->b[k].q, (Vec3){n[0], n[1], n[2]}),
               up        = vec3_scale(in_a ? 1 : -1, normal);

    constraint_along(b, 0, k, vec3_dot(b->way[k], up) - n[PLANE_HEIGHT], up, !in_a);
    b->least[0][k] = 0;
  }
}

const Constraint constraint_plane = {
  .head      = {.name   = "plane",
                .text   = "Planes: a point of clump a that stays above a plane through the point of "
                               "clump b, which carries it.",
                .source = "Macklin et al. 2016, Proc. Motion in Games, 49"},
  .equations = 1,
  .columns   = plane_columns,
  .fault     = plane_fault,
  .start     = plane_start,
  .evaluate  = plane_evaluate,
};
