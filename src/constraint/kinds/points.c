/* SPDX-License-Identifier: MIT */
/* Constraints of points alone: rods and ropes, which are two points at a given distance, or no
   farther apart; ball joints, two points that coincide; planes, a point that stays above a plane
   which another clump carries. */
#include "constraint/constraint.h"
#include "options/rows.h"

/* ---- rods and ropes ---- */

typedef struct {
  bool rope;
} Distance;

/* clang-format off */
static const Option distance_options[] = {
  BOOL(IN(Distance, rope), "false",
      "true: the points may come closer, as if held by a rope; else by a rod"),
  {0},
};
/* clang-format on */

static const CsvColumn distance_columns[] = {{.name  = "length",
                                              .type  = CSV_REAL,
                                              .flags = CSV_REQUIRED | CSV_POSITIVE,
                                              .unit  = "m",
                                              .hi    = LENGTH_MOST},
                                             {0}};

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
  .start     = distance_start,
  .rod       = distance_rod,
  .evaluate  = distance_evaluate,
};

/* ---- balls ---- */

static void ball_evaluate(const void *self, ConstraintBatch *b)
{
  (void)self;
  for (int k = 0; k < b->n; k++)
    for (int e = 0; e < 3; e++)
      constraint_of_points(b, e, k, vec3_axis(b->way[k], e), constraint_axes[e]);
}

const Constraint constraint_ball = {
  .head      = {.name   = "ball",
                .text   = "Ball joints: two points that coincide.",
                .source = "Mueller et al. 2020, Comput. Graph. Forum 39, 101"},
  .equations = 3,
  .acts      = CONSTRAINT_AT_POINTS,
  .evaluate  = ball_evaluate,
};

/* ---- planes ---- */

/* Numbers of a pair: normal, in the axes of the clump that carries the plane; least height, m; 1 if
   that clump is a, else 0. */
enum { PLANE_NORMAL, PLANE_HEIGHT = 3, PLANE_IS_A = 4 };

static const CsvColumn plane_columns[] = {
  CSV_REAL_COLUMN("nx", "1", CSV_REQUIRED, LENGTH_MOST),
  CSV_REAL_COLUMN("ny", "1", CSV_REQUIRED, LENGTH_MOST),
  CSV_REAL_COLUMN("nz", "1", CSV_REQUIRED, LENGTH_MOST),
  CSV_REAL_COLUMN("height", "m", 0, LENGTH_MOST),
  {0},
};

static const char *plane_fault(const LinkGiven *given)
{
  Vec3         normal  = constraint_given(given);
  const double along_z = normal.z;

  if (!vec3_normalize(&normal)) return "have a normal nx,ny,nz of length 0: give its direction";
  return given->dimension == 3 || along_z == 0
           ? NULL
           : "have a normal nx,ny,nz out of the plane: in two dimensions nz is 0";
}

static void plane_start(const void *self, const ConstraintBatch *b, int k, const LinkGiven *given,
                        double *numbers)
{
  Vec3 normal = constraint_given(given);

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
