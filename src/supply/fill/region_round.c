/* SPDX-License-Identifier: MIT */
/* Circular cylinders and cones with flat ends: all that is within a radius of an axis, which goes from
   radius[0] at one end to radius[1] at the other. In two dimensions their cuts through the axis,
   rectangles and trapezia. */
#include "base/bounds.h"
#include "options/rows.h"
#include "supply/fill/region.h"

typedef struct {
  Vec3   point;      /* centre of one end, m */
  Vec3   axis, u, v; /* unit vectors; axis: to the other end; in two dimensions v is 0 */
  double radius[2], length;
  double slope, steep; /* change of the radius along the axis; sqrt(1 + slope^2) */
  int    dimension;
} RoundRegion;

/* clang-format off */
static const Option axis_keys[] = {
  VEC3_FLAT(KEY("axis"), "1", OPTIONAL, SIGNED(LENGTH_MOST),
      "direction from point to the other end, of any length"),
  {NULL},
};

static const Option length_keys[] = {
  REAL(IN(RoundRegion, length), "m", OPTIONAL, RANGE_OF(LENGTH), "length of the cylinder or cone"),
  {NULL},
};

static const Option cone_keys[] = {
  REALS(KEY("radius"), "m", OPTIONAL, UP_TO(LENGTH_MOST),
      "cone: radii at point and at the other end; in two dimensions half widths there", .count = 2),
  {NULL},
};
/* clang-format on */

static double largest_of(Vec3 a)
{
  return max_real(fabs(a.x), max_real(fabs(a.y), fabs(a.z)));
}

/* Unit vector; a is scaled first, as the squares of the largest doubles overflow. */
static Vec3 unit_of(Vec3 a)
{
  const double size = largest_of(a);
  const Vec3   b    = vec3(a.x / size, a.y / size, a.z / size);

  return vec3_scale(1 / vec3_norm(b), b);
}

/* Set u and v: with the axis they are at right angles to each other. */
static void set_across(RoundRegion *c)
{
  const Vec3 a = c->axis, least = fabs(a.x) <= fabs(a.y) && fabs(a.x) <= fabs(a.z) ? vec3(1, 0, 0)
                                  : fabs(a.y) <= fabs(a.z)                         ? vec3(0, 1, 0)
                                                                                   : vec3(0, 0, 1);

  if (c->dimension == 2) {
    c->u = vec3(-a.y, a.x, 0);
    c->v = vec3(0, 0, 0);
    return;
  }
  c->u = unit_of(vec3_axpy(least, -vec3_dot(least, a), a));
  c->v = vec3_cross(a, c->u);
}

/* Radii at the ends; a mistake is noted, and false returned, if they are no cone's. */
static bool read_radii(RoundRegion *c, Options *o, RegionSource s, bool is_cone)
{
  int           n;
  const double *radius;

  if (!is_cone) {
    c->radius[0] = c->radius[1] = option_real(o, s.kind, s.object, "radius");
    return true;
  }
  radius = option_reals(o, s.kind, s.object, "radius", &n);
  for (int k = 0; k < 2; k++) c->radius[k] = n == 2 ? radius[k] : 0;
  if (n == 2 && max_real(radius[0], radius[1]) >= LENGTH_LEAST) return true;
  option_mistake(o, s.kind, s.object, "radius", "one of the two radii of a cone is %g m or more",
                 LENGTH_LEAST);
  return false;
}

static bool read_axis(Options *o, RegionSource s, Vec3 *axis)
{
  *axis = option_vec3(o, s.kind, s.object, "axis");
  if (s.dimension == 2 && axis->z != 0)
    option_mistake(o, s.kind, s.object, "axis",
                   "%g along z; allowed: z = 0, in two dimensions (run: dimension: 2)", axis->z);
  else if (!(largest_of(*axis) > 0))
    option_mistake(o, s.kind, s.object, "axis", "is zero: give a direction");
  else return true;
  return false;
}

static PetscErrorCode read_round(RoundRegion *c, Options *o, RegionSource s, bool is_cone)
{
  static const char *const needed[] = {"point", "axis", "radius", "length"};
  Vec3                     axis;
  bool                     whole = true;

  PetscFunctionBeginUser;
  for (int k = 0; k < 4; k++) whole = region_needs(o, s, needed[k]) && whole;
  if (!whole) PetscFunctionReturn(PETSC_SUCCESS);
  if (!read_axis(o, s, &axis) || !read_radii(c, o, s, is_cone)) {
    *s.good = false;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  c->point = option_vec3(o, s.kind, s.object, "point");
  c->axis  = unit_of(axis);
  options_read_into(o, s.kind, s.object, length_keys, c);
  c->slope     = (c->radius[1] - c->radius[0]) / c->length;
  c->steep     = sqrt(1 + c->slope * c->slope);
  c->dimension = s.dimension;
  set_across(c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode read_cylinder(void *own, Options *o, RegionSource s)
{
  return read_round(own, o, s, false);
}

static PetscErrorCode read_cone(void *own, Options *o, RegionSource s)
{
  return read_round(own, o, s, true);
}

/* A disc across the unit vector n reaches radius sqrt(1 - n_k^2) along axis k; in two dimensions it
   is a line along u. */
static void box(const void *own, Vec3 *lo, Vec3 *hi)
{
  const RoundRegion *c   = own;
  const Vec3         end = vec3_axpy(c->point, c->length, c->axis);

  *lo = *hi = vec3(0, 0, 0);
  for (int k = 0; k < c->dimension; k++) {
    const double u = vec3_axis(c->u, k), v = vec3_axis(c->v, k), across = sqrt(u * u + v * v),
                 a = vec3_axis(c->point, k), b = vec3_axis(end, k);

    vec3_set(lo, k, min_real(a - c->radius[0] * across, b - c->radius[1] * across));
    vec3_set(hi, k, max_real(a + c->radius[0] * across, b + c->radius[1] * across));
  }
}

static double volume(const void *own)
{
  const RoundRegion *c = own;
  const double       a = c->radius[0], b = c->radius[1];

  return c->dimension == 2 ? (a + b) * c->length
                           : PETSC_PI * ((a * a + a * b + b * b) / 3) * c->length;
}

/* True if every pebble of the body, with its centre at x, is within the side. */
static bool holds(const RoundRegion *c, const RegionBody *body, Vec3 x)
{
  const Template *t   = body->template;
  const Vec3      arm = vec3_sub(x, c->point);

  for (int i = 0; i < t->n; i++) {
    const Vec3   at = vec3_axpy(arm, body->scale, quat_turn(body->q, t->offset[i]));
    const double u = vec3_dot(at, c->u), v = vec3_dot(at, c->v), along = vec3_dot(at, c->axis),
                 room = c->radius[0] + c->slope * along - c->steep * (body->scale * t->radius[i]);

    if (!(room >= 0 && u * u + v * v <= room * room)) return false;
  }
  return true;
}

/* A place in the square, or on the line, across the axis, -1 to 1. */
static void draw_across(const RoundRegion *c, Random *random, double *u, double *v)
{
  *u = 2 * random_real(random) - 1;
  *v = c->dimension == 2 ? 0 : 2 * random_real(random) - 1;
}

/* Uniform over the places that fit, by rejection across the axis, and in a cone along it, too. */
static bool draw(const void *own, const Domain *d, const RegionBody *body, Random *random, Vec3 *x)
{
  const RoundRegion *c    = own;
  const double       wide = max_real(c->radius[0], c->radius[1]);
  double             below, above, along;

  body_reaches(body, c->axis, &below, &above);
  along = below + random_real(random) * (c->length - below - above);
  if (!(below + above <= c->length)) return false;
  for (int k = 0; k < REGION_DRAWS; k++) {
    double u, v;

    if (k > 0 && c->slope != 0) along = below + random_real(random) * (c->length - below - above);
    draw_across(c, random, &u, &v);
    *x = vec3_axpy(c->point, along, c->axis);
    *x = vec3_axpy(*x, u * wide, c->u);
    *x = grid_round3(d, vec3_axpy(*x, v * wide, c->v));
    if (holds(c, body, *x)) return true;
  }
  return false;
}

static bool inside(const void *own, const Domain *d, Vec3 x)
{
  const RoundRegion *c      = own;
  const Vec3         middle = vec3_axpy(c->point, 0.5 * c->length, c->axis);
  const Vec3         arm    = vec3_sub(region_image(d, middle, x), middle);
  const double u = vec3_dot(arm, c->u), v = vec3_dot(arm, c->v), along = vec3_dot(arm, c->axis),
               room = c->radius[0] + c->slope * (along + 0.5 * c->length);

  return fabs(along) <= 0.5 * c->length && u * u + v * v <= room * room;
}

/* A cylinder and a cone differ in the keys of their radii. */
#define ROUND_REGION(word, sentence, radius_keys, reader) \
  { \
    .head = {.name    = word, \
             .text    = sentence, \
             .options = {region_point_keys, axis_keys, length_keys, radius_keys}}, \
    .fill = {.name    = word, \
             .text    = sentence, \
             .options = {region_point_keys, attitude_axis_keys, length_keys, radius_keys}}, \
    .size = sizeof(RoundRegion), .at = {"point", "point"}, .read = reader, .inside = inside, \
    .box = box, .volume = volume, .draw = draw, \
  }

const RegionKind region_cylinder =
  ROUND_REGION("cylinder", "A circular cylinder with flat ends; in two dimensions a rectangle.",
               region_radius_keys, read_cylinder);
const RegionKind region_cone = ROUND_REGION(
  "cone", "A cone with flat ends; in two dimensions a trapezium.", cone_keys, read_cone);
