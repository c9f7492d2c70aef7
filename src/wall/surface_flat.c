/* SPDX-License-Identifier: MIT */
/* Surfaces of plane faces: the endless plane, which is one feature, 0, and the box. */
#include "base/bounds.h"
#include "base/box.h"
#include "options/attitude.h"
#include "wall/surface.h"

/* ---- plane ---- */

/* clang-format off */
static const Option plane_options[] = {
  VEC3_FLAT(KEY("normal"), "1", REQUIRED, ANY_NUMBER,
      "vector towards the side of the clumps, of any length"),
  WORD(KEY("side"), OPTIONAL, "front both",
      "side of a plane on which clumps are: front (default), or both, with nothing solid behind"),
  {0},
};
/* clang-format on */

static void *plane_read(Options *options, const char *wall)
{
  const bool  has_side = option_has_value(options, "wall", wall, "side");
  const char *side     = has_side ? option_word(options, "wall", wall, "side") : "front";
  Plane       plane    = {.point  = option_vec3(options, "wall", wall, "point"),
                          .normal = option_vec3(options, "wall", wall, "normal"),
                          .both   = strcmp(side, "both") == 0};

  if (!vec3_normalize(&plane.normal)) {
    if (option_has_value(options, "wall", wall, "normal"))
      option_mistake(options, "wall", wall, "normal",
                     "(0, 0, 0) has no direction: give a vector of any length but 0");
    return NULL;
  }
  plane.point_given  = plane.point;
  plane.normal_given = plane.normal;
  return surface_keep(&plane, sizeof plane);
}

static void plane_place(void *constants, const Displacement *d)
{
  Plane *plane = constants;

  plane->point  = displaced_point(d, plane->point_given);
  plane->normal = displaced_vector(d, plane->normal_given);
}

static void plane_check_period(Options *options, const char *wall, const void *constants,
                               const bool periodic[3])
{
  const Plane *plane = constants;
  bool         leans[3];
  char        *said;

  for (int k = 0; k < 3; k++) leans[k] = periodic[k] && vec3_axis(plane->normal, k) != 0;
  said = surface_axes_said(leans);
  if (said)
    option_mistake(options, "wall", wall, "normal",
                   "has a part along %s: a plane must be parallel to periodic directions", said);
  free(said);
}

/* The distance grows or falls with each coordinate, and so does every rounded operation of
   plane_distance: no point of the box is nearer than one corner, or farther than the opposite one,
   to the bit. */
static void plane_seek(const void *constants, Vec3 lo, Vec3 hi, double reach, Features *out)
{
  const Plane *plane = constants;
  const Vec3   n     = plane->normal;
  const Vec3   near  = {n.x > 0 ? lo.x : hi.x, n.y > 0 ? lo.y : hi.y, n.z > 0 ? lo.z : hi.z};
  const Vec3   far   = {n.x > 0 ? hi.x : lo.x, n.y > 0 ? hi.y : lo.y, n.z > 0 ? hi.z : lo.z};

  if (plane_distance(plane, near) <= reach &&
      (!plane->both || plane_distance(plane, far) >= -reach))
    features_add(out, 0);
}

static void plane_nearest(Nearest *t, int from, int to)
{
  for (int k = from; k < to; k++) {
    const Plane *plane = t->constants[k];
    const double s     = plane_distance(plane, nearest_point(t, k));
    const double sign  = plane->both && s < 0 ? -1 : 1;

    nearest_set(t, k, sign * s, vec3_scale(sign, plane->normal));
  }
}

static bool plane_confines(const void *constants, Vec3 up, Vec3 *point, Vec3 *normal)
{
  const Plane *plane = constants;

  (void)up;
  *point  = plane->point;
  *normal = plane->normal;
  return !plane->both;
}

static void plane_facets(const void *constants, const FacetBox *box, Facets *facets)
{
  const Plane *plane = constants;

  facets_plane(facets, box, plane->point, plane->normal);
}

const Surface surface_plane = {
  .head         = {.name    = "plane",
                   .text    = "endless plane, solid behind",
                   .options = {surface_point_options, plane_options}},
  .read         = plane_read,
  .place        = plane_place,
  .check_period = plane_check_period,
  .geometry     = {.seek     = plane_seek,
                   .nearest  = plane_nearest,
                   .confines = plane_confines,
                   .facets   = plane_facets},
};

/* ---- box: faces across x, y and z, before it is turned and moves; in two dimensions a rectangle.
   Places are found in the axes of the box.

     inside     features 0 .. 5: faces at lo x, hi x, lo y, ... (4 faces in two dimensions, or with
                open ends: no faces across z)
     outside    feature 0: a convex solid ---- */

typedef struct {
  Vec3         lo, hi; /* m */
  bool         four;   /* sides: no faces across z */
  bool         planar; /* two dimensions */
  int          axes;   /* with faces: 2 or 3 */
  WallSide     side;
  Quat         turn;  /* attitude as given, about the middle */
  Displacement moved; /* from the box lo .. hi that is not turned */
} Box;

/* clang-format off */
static const Option box_options[] = {
  VEC3_PLANAR(IN(Box, lo), "m", REQUIRED, SIGNED(LENGTH_MOST), "lowest corner"),
  VEC3_PLANAR(IN(Box, hi), "m", REQUIRED, SIGNED(LENGTH_MOST), "highest corner"),
  WORD(KEY_IN("sides", Box, four), "six", "six four",
      "four: endless along z, without faces across it (so always in two dimensions)"),
  ATTITUDE_OWN_ROWS("1,0,0,0", " axis", " angle",
      "turn of the box lo .. hi about its middle"),
  {0},
};
/* clang-format on */

/* Place the box: its turn about the middle, then the motion. */
static void box_place(void *constants, const Displacement *d)
{
  Box *const b = constants;
  Vec3       middle;

  if (b->turn.x == 0 && b->turn.y == 0 && b->turn.z == 0) {
    b->moved = *d;
    return;
  }
  middle   = vec3_scale(0.5, vec3_add(b->lo, b->hi));
  b->moved = (Displacement){.pivot = middle,
                            .shift = vec3_sub(displaced_point(d, middle), middle),
                            .turn  = quat_mul(d->turn, b->turn)};
}

static void *box_read(Options *options, const char *wall)
{
  Box  b = {.planar = options_dimension(options) == 2,
            .side   = surface_side(options, wall, SIDE_INSIDE, true),
            .moved  = {.turn = {1, 0, 0, 0}}};
  bool good =
    option_has_value(options, "wall", wall, "lo") && option_has_value(options, "wall", wall, "hi");

  options_read_into(options, "wall", wall, box_options, &b);
  b.axes = b.planar || b.four ? 2 : 3;
  good =
    option_attitude(options, "wall", wall, ATTITUDE_KEYS("attitude"), ATTITUDE_SCALED, &b.turn) &&
    good;
  for (int k = 0; good && k < b.axes; k++) {
    if (vec3_axis(b.lo, k) < vec3_axis(b.hi, k)) continue;
    option_mistake(options, "wall", wall, "hi", "%g along %c; allowed: more than lo, %g",
                   vec3_axis(b.hi, k), "xyz"[k], vec3_axis(b.lo, k));
    good = false;
  }
  if (!good) return NULL;
  box_place(&b, &(Displacement){.turn = {1, 0, 0, 0}});
  return surface_keep(&b, sizeof b);
}

/* A box with four sides is endless along its z, which must then be along the lab's. */
static void box_check_period(Options *options, const char *wall, const void *constants,
                             const bool periodic[3])
{
  const Box *b = constants;
  const Vec3 z = displaced_vector(&b->moved, vec3(0, 0, 1));

  bool differs[3];

  for (int k = 0; k < 3; k++) differs[k] = periodic[k] && (k < b->axes || z.x != 0 || z.y != 0);
  surface_not_periodic(options, wall, "a box", differs);
}

/* Distance from the solid; within it the nearest face decides. */
static double outer_distance(const Box *b, Vec3 x, Vec3 *normal)
{
  Vec3   d       = {0, 0, 0};
  double deepest = -INFINITY, size;

  *normal = vec3(0, 0, 0);
  for (int k = 0; k < b->axes; k++) {
    const double low  = vec3_axis(b->lo, k) - vec3_axis(x, k),
                 high = vec3_axis(x, k) - vec3_axis(b->hi, k), out = max_real(low, high);

    vec3_set(&d, k, out <= 0 ? 0 : low > 0 ? -low : high);
    if (out <= deepest) continue;
    deepest = out;
    *normal = vec3(0, 0, 0);
    vec3_set(normal, k, low > high ? -1 : 1);
  }
  size = vec3_norm(d);
  if (!(size > 0)) return deepest;
  *normal = vec3_scale(1 / size, d);
  return size;
}

static double box_distance(const Box *b, int feature, Vec3 x, Vec3 *normal)
{
  const Vec3 y    = replaced_point(&b->moved, x);
  const int  axis = feature / 2;
  double     distance;

  if (b->side == SIDE_OUTSIDE) distance = outer_distance(b, y, normal);
  else { /* from this face, as seen from inside */ *normal = vec3(0, 0, 0);
    vec3_set(normal, axis, feature % 2 ? -1 : 1);
    distance = feature % 2 ? vec3_axis(b->hi, axis) - vec3_axis(y, axis)
                           : vec3_axis(y, axis) - vec3_axis(b->lo, axis);
  }
  *normal = displaced_vector(&b->moved, *normal);
  return distance;
}

static double box_bound(const void *constants, int feature, Vec3 x)
{
  Vec3 normal;

  return box_distance(constants, feature, x, &normal);
}

static void box_seek(const void *constants, Vec3 lo, Vec3 hi, double reach, Features *out)
{
  const Box *b = constants;

  features_seek(constants, b->side == SIDE_OUTSIDE ? 1 : 2 * b->axes, box_bound, lo, hi, reach,
                out);
}

static void box_nearest(Nearest *t, int from, int to)
{
  for (int k = from; k < to; k++) {
    Vec3         n;
    const double distance = box_distance(t->constants[k], t->feature[k], nearest_point(t, k), &n);

    nearest_set(t, k, distance, n);
  }
}

static bool box_confines(const void *constants, Vec3 up, Vec3 *point, Vec3 *normal)
{
  const Box *b = constants;
  const Vec3 u = replaced_vector(&b->moved, up);

  *normal = up;
  *point  = vec3(0, 0, 0);
  for (int k = 0; k < b->axes; k++)
    vec3_set(point, k, vec3_axis(vec3_axis(u, k) > 0 ? b->lo : b->hi, k));
  *point = displaced_point(&b->moved, *point);
  return b->side == SIDE_INSIDE && (b->axes == 3 || u.z == 0);
}

/* As Surface.facets; without faces across z the box is cut off there. */
static void box_facets(const void *constants, const FacetBox *box, Facets *facets)
{
  static const int32_t side[6][4] = {{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                     {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}},
                       line[4][2] = {{0, 2}, {1, 3}, {0, 1}, {2, 3}};
  const Box    *b                 = constants;
  const int32_t first             = (int32_t)facets->n_points;
  Vec3          lo = b->lo, hi = b->hi;

  if (box->planar) lo.z = hi.z = 0;
  else if (b->axes == 2) {
    lo.z = box->lo.z;
    hi.z = box->hi.z;
  }
  for (int k = 0; k < (box->planar ? 4 : 8); k++)
    facets_point(facets, displaced_point(&b->moved, box_corner(lo, hi, k)));
  for (int k = 0; k < (box->planar ? 4 : 2 * b->axes); k++) {
    int32_t v[4];

    for (int i = 0; i < 4; i++) v[i] = first + (box->planar ? line[k][i % 2] : side[k][i]);
    facets_add(facets, box->planar ? 2 : 4, v);
  }
}

static bool box_is_hollow(const void *constants)
{
  return ((const Box *)constants)->side == SIDE_INSIDE;
}

/* Corner k of 8, or of 4 at z = 0. */
static Vec3 corner_of(const Box *b, int k)
{
  Vec3 x = box_corner(b->lo, b->hi, k);

  if (b->axes == 2) x.z = 0;
  return x;
}

/* List corners and edges; without faces across z the edges along z are endless. */
static void box_ridges(const void *constants, Ridges *ridges)
{
  const Box *b = constants;

  for (int k = 0; k < (b->axes == 2 ? 4 : 8); k++) {
    const Vec3 x = corner_of(b, k);

    if (b->axes == 2 && !b->planar)
      ridges_add(ridges, (Ridge){.a = x, .b = vec3_add(x, vec3(0, 0, 1)), .endless = true});
    else ridges_add(ridges, (Ridge){.a = x, .b = x});
    for (int axis = 0; b->axes == 3 && axis < 3; axis++)
      if (!(k >> axis & 1)) ridges_add(ridges, (Ridge){.a = x, .b = corner_of(b, k | 1 << axis)});
  }
}

const Surface surface_box = {
  .head         = {.name    = "box",
                   .text    = "box with faces across the axes",
                   .options = {box_options, surface_solid_options}},
  .read         = box_read,
  .place        = box_place,
  .check_period = box_check_period,
  .moved        = offsetof(Box, moved),
  .geometry     = {.seek     = box_seek,
                   .nearest  = box_nearest,
                   .confines = box_confines,
                   .facets   = box_facets},
  .ridges       = &(const SurfaceRidges){.is_hollow = box_is_hollow, .list = box_ridges},
};
