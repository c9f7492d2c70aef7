/* SPDX-License-Identifier: MIT */
/* Regions of simple shapes: boxes, spheres, cylinders and cones, and all that is behind a plane; in
   two dimensions rectangles, circles, trapezia, and what is behind a line. */
#include "base/box.h"
#include "options/rows.h"
#include "supply/fill/region.h"

/* ---- box ---- */

typedef struct {
  Vec3 lo, hi;
  int  dimension;
} BoxRegion;

/* clang-format off */
static const Option box_keys[] = {
  VEC3_PLANAR(IN(BoxRegion, lo), "m", OPTIONAL, SIGNED(LENGTH_MOST),
      "lower corner of the box; it may go across a periodic face, but not be longer than the "
      "period"),
  VEC3_PLANAR(IN(BoxRegion, hi), "m", OPTIONAL, SIGNED(LENGTH_MOST), "upper corner; likewise"),
  {0},
};
/* clang-format on */

static PetscErrorCode box_read(void *own, RegionSource s)
{
  BoxRegion *b = own;

  PetscFunctionBeginUser;
  options_read_into(s.options, s.kind, s.object, box_keys, b);
  b->dimension = s.dimension;
  if (s.dimension == 2) b->lo.z = b->hi.z = 0;
  if (b->lo.x < b->hi.x && b->lo.y < b->hi.y && (s.dimension == 2 || b->lo.z < b->hi.z))
    PetscFunctionReturn(PETSC_SUCCESS);
  option_mistake(s.options, s.kind, s.object, "hi",
                 "(%g, %g, %g) m must be beyond lo (%g, %g, %g) m in every direction", b->hi.x,
                 b->hi.y, b->hi.z, b->lo.x, b->lo.y, b->lo.z);
  *s.good = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void box_ends(const void *own, Vec3 *lo, Vec3 *hi)
{
  const BoxRegion *b = own;

  *lo = b->lo;
  *hi = b->hi;
}

static double box_volume(const void *own)
{
  const BoxRegion *b    = own;
  const Vec3       side = vec3_sub(b->hi, b->lo);

  return side.x * side.y * (b->dimension == 2 ? 1 : side.z);
}

/* Uniform over the places that fit. Where the box covers the whole of a periodic direction, clumps
   may cross its ends. */
static bool box_draw(const void *own, const Domain *d, const RegionBody *body, Random *random,
                     Vec3 *x)
{
  const BoxRegion *b    = own;
  bool             fits = true;

  *x = (Vec3){0, 0, 0};
  for (int axis = 0; axis < b->dimension; axis++) {
    const double first = vec3_axis(d->lo, axis), last = vec3_axis(d->hi, axis),
                 u = random_real(random);
    double     lo = vec3_axis(b->lo, axis), hi = vec3_axis(b->hi, axis), below, above;
    const bool spans = boundary_wraps(d->boundary[axis]) && lo <= first && hi >= last;

    if (spans) {
      lo = first;
      hi = last;
    } else {
      body_reaches(body, vec3(axis == 0, axis == 1, axis == 2), &below, &above);
      lo += below;
      hi -= above;
    }
    fits = fits && lo <= hi;
    vec3_set(x, axis, grid_round(d, lo + u * (hi - lo)));
  }
  return fits;
}

static bool box_inside(const void *own, const Domain *d, Vec3 x)
{
  const BoxRegion *b    = own;
  const Vec3       near = region_image(d, vec3_scale(0.5, vec3_add(b->lo, b->hi)), x);

  return near.x >= b->lo.x && near.x <= b->hi.x && near.y >= b->lo.y && near.y <= b->hi.y &&
         (b->dimension == 2 || (near.z >= b->lo.z && near.z <= b->hi.z));
}

const RegionKind region_box = {
  .head   = {.name = "box", .text = "A box along the axes.", .options = {box_keys}},
  .fill   = {.name = "box", .text = "A box along the axes."},
  .size   = sizeof(BoxRegion),
  .at     = {"lo", "hi"},
  .needs  = {"lo", "hi"},
  .read   = box_read,
  .inside = box_inside,
  .box    = box_ends,
  .volume = box_volume,
  .draw   = box_draw,
};

/* ---- sphere ---- */

typedef struct {
  Vec3   centre; /* m */
  double radius; /* m */
  int    dimension;
} SphereRegion;

static PetscErrorCode sphere_read(void *own, RegionSource s)
{
  PetscFunctionBeginUser;
  *(SphereRegion *)own =
    (SphereRegion){.centre    = option_vec3(s.options, s.kind, s.object, "point"),
                   .radius    = option_real(s.options, s.kind, s.object, "radius"),
                   .dimension = s.dimension};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void sphere_ends(const void *own, Vec3 *lo, Vec3 *hi)
{
  const SphereRegion *s    = own;
  const Vec3          half = vec3(s->radius, s->radius, s->dimension == 2 ? 0 : s->radius);

  *lo = vec3_sub(s->centre, half);
  *hi = vec3_add(s->centre, half);
}

static double sphere_region_volume(const void *own)
{
  const SphereRegion *s = own;
  const double        r = s->radius;

  return s->dimension == 2 ? PETSC_PI * r * r : 4 * PETSC_PI / 3 * r * r * r;
}

/* True if a ball of radius r, at `arm` from the centre, lies in the sphere. */
static bool sphere_holds(const void *own, Vec3 arm, double r)
{
  const double room = ((const SphereRegion *)own)->radius - r;

  return room >= 0 && vec3_dot(arm, arm) <= room * room;
}

/* Uniform over the places that fit, by rejection. */
static bool sphere_draw(const void *own, const Domain *d, const RegionBody *body, Random *random,
                        Vec3 *x)
{
  const SphereRegion *s = own;

  for (int k = 0; k < REGION_DRAWS; k++) {
    for (int axis = 0; axis < 3; axis++) {
      const double u = axis < s->dimension ? 2 * random_real(random) - 1 : 0;

      vec3_set(x, axis, vec3_axis(s->centre, axis) + u * s->radius);
    }
    *x = grid_round3(d, *x);
    if (body_is_held(body, vec3_sub(*x, s->centre), sphere_holds, s)) return true;
  }
  return false;
}

static bool sphere_inside(const void *own, const Domain *d, Vec3 x)
{
  const SphereRegion *s   = own;
  const Vec3          arm = vec3_sub(region_image(d, s->centre, x), s->centre);

  return vec3_dot(arm, arm) <= s->radius * s->radius;
}

static bool sphere_misses(const void *own, Vec3 lo, Vec3 hi)
{
  const SphereRegion *s   = own;
  const Vec3          arm = vec3_sub(vec3_least(vec3_most(s->centre, lo), hi), s->centre);

  return vec3_dot(arm, arm) > s->radius * s->radius;
}

#define SPHERE_HEAD \
  { \
    .name = "sphere", .text = "A sphere; in two dimensions a circle.", .options = { \
      region_point_keys, \
      region_radius_keys \
    } \
  }

const RegionKind region_sphere = {
  .head   = SPHERE_HEAD,
  .fill   = SPHERE_HEAD,
  .size   = sizeof(SphereRegion),
  .at     = {"point", "point"},
  .needs  = {"point", "radius"},
  .read   = sphere_read,
  .inside = sphere_inside,
  .misses = sphere_misses,
  .box    = sphere_ends,
  .volume = sphere_region_volume,
  .draw   = sphere_draw,
};

/* ---- cylinder and cone ---- */

/* Circular cylinders and cones with flat ends are all that is within a radius of an axis, which
   goes from radius[0] at one end to radius[1] at the other. In two dimensions they are cuts through
   the axis. */
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
  {0},
};

static const Option length_keys[] = {
  REAL(IN(RoundRegion, length), "m", OPTIONAL, RANGE_OF(LENGTH), "length of the cylinder or cone"),
  {0},
};

static const Option cone_keys[] = {
  REALS(KEY("radius"), "m", OPTIONAL, UP_TO(LENGTH_MOST),
      "cone: radii at point and at the other end; in two dimensions half widths there", .count = 2),
  {0},
};
/* clang-format on */

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
  c->u = vec3_axpy(least, -vec3_dot(least, a), a);
  vec3_normalize(&c->u);
  c->v = vec3_cross(a, c->u);
}

/* Radii at the ends; a mistake is noted, and false returned, if they are no cone's. */
static bool read_radii(RoundRegion *c, RegionSource s)
{
  int           n;
  const double *radius;

  if (strcmp(option_word(s.options, s.kind, s.object, "region"), "cone") != 0) {
    c->radius[0] = c->radius[1] = option_real(s.options, s.kind, s.object, "radius");
    return true;
  }
  radius = option_reals(s.options, s.kind, s.object, "radius", &n);
  for (int k = 0; k < 2; k++) c->radius[k] = n == 2 ? radius[k] : 0;
  if (n == 2 && max_real(radius[0], radius[1]) >= LENGTH_LEAST) return true;
  option_mistake(s.options, s.kind, s.object, "radius",
                 "one of the two radii of a cone is %g m or more", LENGTH_LEAST);
  return false;
}

static bool read_axis(RegionSource s, Vec3 *axis)
{
  *axis = option_vec3(s.options, s.kind, s.object, "axis");
  if (s.dimension == 2 && axis->z != 0)
    option_mistake(s.options, s.kind, s.object, "axis",
                   "%g along z; allowed: z = 0, in two dimensions (run: dimension: 2)", axis->z);
  else if (!vec3_normalize(axis))
    option_mistake(s.options, s.kind, s.object, "axis", "is zero: give a direction");
  else return true;
  return false;
}

static PetscErrorCode round_read(void *own, RegionSource s)
{
  RoundRegion *c = own;

  PetscFunctionBeginUser;
  if (!read_axis(s, &c->axis) || !read_radii(c, s)) {
    *s.good = false;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  c->point = option_vec3(s.options, s.kind, s.object, "point");
  options_read_into(s.options, s.kind, s.object, length_keys, c);
  c->slope     = (c->radius[1] - c->radius[0]) / c->length;
  c->steep     = sqrt(1 + c->slope * c->slope);
  c->dimension = s.dimension;
  set_across(c);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A disc across the unit vector n reaches radius sqrt(1 - n_k^2) along axis k; in two dimensions it
   is a line along u. */
static void round_ends(const void *own, Vec3 *lo, Vec3 *hi)
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

static double round_volume(const void *own)
{
  const RoundRegion *c = own;
  const double       a = c->radius[0], b = c->radius[1];

  return c->dimension == 2 ? (a + b) * c->length
                           : PETSC_PI * ((a * a + a * b + b * b) / 3) * c->length;
}

/* True if a ball of radius r, at `arm` from `point`, is within the side. */
static bool round_holds(const void *own, Vec3 arm, double r)
{
  const RoundRegion *c = own;
  const double u = vec3_dot(arm, c->u), v = vec3_dot(arm, c->v), along = vec3_dot(arm, c->axis),
               room = c->radius[0] + c->slope * along - c->steep * r;

  return room >= 0 && u * u + v * v <= room * room;
}

/* Uniform over the places that fit, by rejection across the axis, and in a cone along it, too. */
static bool round_draw(const void *own, const Domain *d, const RegionBody *body, Random *random,
                       Vec3 *x)
{
  const RoundRegion *c    = own;
  const double       wide = max_real(c->radius[0], c->radius[1]);
  double             below, above, along;

  body_reaches(body, c->axis, &below, &above);
  along = below + random_real(random) * (c->length - below - above);
  if (!(below + above <= c->length)) return false;
  for (int k = 0; k < REGION_DRAWS; k++) {
    double u, v; /* a place in the square, or on the line, across the axis, -1 to 1 */

    if (k > 0 && c->slope != 0) along = below + random_real(random) * (c->length - below - above);
    u  = 2 * random_real(random) - 1;
    v  = c->dimension == 2 ? 0 : 2 * random_real(random) - 1;
    *x = vec3_axpy(c->point, along, c->axis);
    *x = vec3_axpy(*x, u * wide, c->u);
    *x = grid_round3(d, vec3_axpy(*x, v * wide, c->v));
    if (body_is_held(body, vec3_sub(*x, c->point), round_holds, c)) return true;
  }
  return false;
}

static bool round_inside(const void *own, const Domain *d, Vec3 x)
{
  const RoundRegion *c      = own;
  const Vec3         middle = vec3_axpy(c->point, 0.5 * c->length, c->axis);
  const Vec3         arm    = vec3_sub(region_image(d, middle, x), middle);
  const double u = vec3_dot(arm, c->u), v = vec3_dot(arm, c->v), along = vec3_dot(arm, c->axis),
               room = c->radius[0] + c->slope * (along + 0.5 * c->length);

  return fabs(along) <= 0.5 * c->length && u * u + v * v <= room * room;
}

/* A cylinder and a cone differ in the keys of their radii. */
#define ROUND_REGION(word, sentence, radius_keys) \
  { \
    .head = {.name    = word, \
             .text    = sentence, \
             .options = {region_point_keys, axis_keys, length_keys, radius_keys}}, \
    .fill = {.name    = word, \
             .text    = sentence, \
             .options = {region_point_keys, attitude_axis_keys, length_keys, radius_keys}}, \
    .size = sizeof(RoundRegion), .at = {"point", "point"}, \
    .needs = {"point", "axis", "radius", "length"}, .read = round_read, .inside = round_inside, \
    .box = round_ends, .volume = round_volume, .draw = round_draw, \
  }

const RegionKind region_cylinder =
  ROUND_REGION("cylinder", "A circular cylinder with flat ends; in two dimensions a rectangle.",
               region_radius_keys);
const RegionKind region_cone =
  ROUND_REGION("cone", "A cone with flat ends; in two dimensions a trapezium.", cone_keys);

/* ---- plane ---- */

typedef struct {
  Vec3 point, normal; /* m; of any length */
} PlaneRegion;

/* clang-format off */
static const Option plane_keys[] = {
  VEC3_FLAT(IN(PlaneRegion, normal), "1", OPTIONAL, SIGNED(LENGTH_MOST),
      "plane: normal, of any length; the region is on the side that it points away from"),
  {0},
};
/* clang-format on */

static PetscErrorCode plane_read(void *own, RegionSource s)
{
  PlaneRegion *p = own;
  double       most;

  PetscFunctionBeginUser;
  options_read_into(s.options, s.kind, s.object, plane_keys, p);
  p->point = option_vec3(s.options, s.kind, s.object, "point");
  most     = max_real(fabs(p->normal.x), max_real(fabs(p->normal.y), fabs(p->normal.z)));
  if (most > 0) p->normal = vec3(p->normal.x / most, p->normal.y / most, p->normal.z / most);
  else {
    option_mistake(s.options, s.kind, s.object, "normal", "is zero: give a direction");
    *s.good = false;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool plane_inside(const void *own, const Domain *d, Vec3 x)
{
  const PlaneRegion *p = own;

  (void)d;
  return vec3_dot(p->normal, vec3_sub(x, p->point)) < 0;
}

static bool plane_misses(const void *own, Vec3 lo, Vec3 hi)
{
  const PlaneRegion *p = own;
  double             least, most;

  box_range(p->normal, lo, hi, &least, &most);
  return !(least < vec3_dot(p->normal, p->point));
}

const RegionKind region_plane = {
  .head =
    {.name = "plane",
     .text =
       "Behind a plane, on the side that its normal points away from; in two dimensions a line.",
     .options = {region_point_keys, plane_keys}},
  .size   = sizeof(PlaneRegion),
  .at     = {"point", "point"},
  .needs  = {"point", "normal"},
  .read   = plane_read,
  .inside = plane_inside,
  .misses = plane_misses,
};
