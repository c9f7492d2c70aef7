/* SPDX-License-Identifier: MIT */
/* Cylinders and cones: a profile, straight from radius[0] at the first end to radius[1] at the
   other, turned about an axis. In two dimensions a cylinder is a circle.

     endless            feature 0. Inside: a bore in a solid; outside: a solid rod; both: a thin tube
     open ends          feature 0: a sheet without thickness, ends as edges; inside, outside: it acts
                        on clumps whose pebbles are on this side of it, or beyond its ends
     closed, outside    feature 0: a convex solid
     closed, inside     features 0: the side, 1 and 2: the discs at the first and the other end */
#include "base/box.h"
#include "wall/surface.h"

/* Features of a closed surface seen from inside. */
enum { LATERAL, FIRST };

typedef struct {
  Vec3     point, axis; /* centre of the first end, m; unit vector to the other end */
  Vec3     across;      /* unit vector across the axis: direction of points on it */
  Vec3     point_given, axis_given, across_given; /* before it moved */
  double   radius[2];                             /* m */
  double   length;                                /* m; 0: endless */
  bool     closed;
  bool     planar; /* two dimensions */
  WallSide side;

  Displacement moved;
} Round;

/* A point in the plane of the axis: distance from it, and place along it, m. */
typedef struct {
  double out, along;
} Profile;

/* Distance and direction from a place of the profile; the direction is a unit vector. */
typedef struct {
  double  distance;
  Profile normal;
} Gap;

/* ---- in the plane of the axis ---- */

/* The profile of x; *outward: the unit vector across the axis to it. */
static Profile profile_of(const Round *r, Vec3 x, Vec3 *outward)
{
  const Vec3   d     = vec3_sub(x, r->point);
  const double along = vec3_dot(d, r->axis);
  const Vec3   w     = vec3_axpy(d, -along, r->axis);
  const double out   = vec3_norm(w);

  *outward = out > 0 ? vec3_scale(1 / out, w) : r->across;
  return (Profile){out, along};
}

/* Gap to the segment from a to b; on the segment itself the normal is `otherwise`. *within: the
   nearest place is not an end. */
static Gap gap_of_segment(Profile a, Profile b, Profile x, Profile otherwise, bool *within)
{
  const double  u = b.out - a.out, v = b.along - a.along;
  const double  t      = ((x.out - a.out) * u + (x.along - a.along) * v) / (u * u + v * v);
  const double  s      = t < 0 ? 0 : t > 1 ? 1 : t;
  const Profile d      = {x.out - (a.out + s * u), x.along - (a.along + s * v)};
  const double  length = sqrt(d.out * d.out + d.along * d.along);

  *within = t >= 0 && t <= 1;
  if (!(length > 0)) return (Gap){length, otherwise}; /* 0, or NaN of what has left: no contact */
  return (Gap){length, {d.out / length, d.along / length}};
}

/* Unit normal of the side, away from the axis. */
static Profile outward_normal(const Round *r)
{
  const double u = r->radius[1] - r->radius[0], size = sqrt(u * u + r->length * r->length);

  return (Profile){r->length / size, -u / size};
}

/* Gap to the side; the distance is never negative. *inside: x is on the side of the axis. */
static Gap gap_of_side(const Round *r, Profile x, bool *within, bool *inside)
{
  const Profile n = outward_normal(r);
  const Gap g = gap_of_segment((Profile){r->radius[0], 0}, (Profile){r->radius[1], r->length}, x,
                               (Profile){-n.out, -n.along}, within);

  *inside = (x.out - r->radius[0]) * n.out + x.along * n.along <= 0;
  return g;
}

/* The gap as seen from the other side. */
static Gap turned(Gap g)
{
  return (Gap){-g.distance, {-g.normal.out, -g.normal.along}};
}

static Gap gap_of_endless(const Round *r, Profile x)
{
  const double out = x.out - r->radius[0];

  if (r->side == SIDE_OUTSIDE || (r->side == SIDE_BOTH && out > 0)) return (Gap){out, {1, 0}};
  return (Gap){-out, {-1, 0}};
}

static Gap gap_of_sheet(const Round *r, Profile x)
{
  bool      within, inside;
  const Gap g = gap_of_side(r, x, &within, &inside);

  if (r->side != SIDE_BOTH && within && inside != (r->side == SIDE_INSIDE))
    return (Gap){INFINITY, g.normal};
  return g;
}

/* Gap to the disc at the end k; the normal of points on it is towards the other end. */
static Gap gap_of_disc(const Round *r, int k, Profile x)
{
  const double at   = k ? r->length : 0;
  const double into = k ? -1 : 1;
  const double past = x.out - r->radius[k], along = x.along - at;
  const double size = sqrt(past * past + along * along);

  if (past > 0 && size > 0) return (Gap){size, {past / size, along / size}};
  return (Gap){into * along, {0, into}};
}

/* Gap to the convex solid. Within it the nearest face decides. */
static Gap gap_of_solid(const Round *r, Profile x)
{
  bool   within, inside;
  Gap    side = gap_of_side(r, x, &within, &inside), least = side;
  double out[2];

  for (int k = 0; k < 2; k++) {
    out[k] = k ? x.along - r->length : -x.along;
    if (x.out <= r->radius[k] && out[k] >= 0) return (Gap){out[k], {0, k ? 1 : -1}};
  }
  if (!inside || out[0] > 0 || out[1] > 0) return least;
  least = turned(side);
  for (int k = 0; k < 2; k++)
    if (out[k] > least.distance) least = (Gap){out[k], {0, k ? 1 : -1}};
  return least;
}

static Gap gap_of(const Round *r, int feature, Profile x)
{
  bool within, inside;
  Gap  g;

  if (!(r->length > 0)) return gap_of_endless(r, x);
  if (!r->closed) return gap_of_sheet(r, x);
  if (r->side == SIDE_OUTSIDE) return gap_of_solid(r, x);
  if (feature != LATERAL) return gap_of_disc(r, feature - FIRST, x);
  g = gap_of_side(r, x, &within, &inside); /* from within; behind the side it is negative */
  return inside || !within ? g : turned(g);
}

/* ---- as a surface ---- */

static bool check_radii(Options *options, const char *wall, bool is_cone, Round *r)
{
  int           n;
  const double *radius = option_reals(options, "wall", wall, "radius", &n);

  if (!option_has_value(options, "wall", wall, "radius")) return false;
  r->radius[0] = radius[0];
  r->radius[1] = radius[n - 1];
  if (is_cone && n == 2 && max_real(radius[0], radius[1]) > 0 && radius[0] != radius[1])
    return true;
  if (!is_cone && n == 1 && radius[0] > 0) return true;
  option_mistake(options, "wall", wall, "radius",
                 is_cone
                   ? "of a cone; allowed: two different numbers >= 0, at the first end and at "
                     "the other"
                   : "of a cylinder; allowed: one number > 0");
  return false;
}

static bool check_ends(Options *options, const char *wall, bool is_cone, const Round *r)
{
  const char *problem = NULL;

  if (options_dimension(options) == 2 && (is_cone || r->length > 0))
    problem = "in two dimensions (run: dimension: 2) allowed: a cylinder with length 0, a circle";
  else if (is_cone && !(r->length > 0)) problem = "missing: a cone has a length > 0";
  else if (r->closed && !(r->length > 0))
    problem = "missing: a cylinder with closed ends has a length > 0";
  if (problem) option_mistake(options, "wall", wall, "length", "%s", problem);
  return !problem;
}

static void *round_read(Options *options, const char *wall)
{
  const bool is_cone = strcmp(option_word(options, "wall", wall, "shape"), "cone") == 0;
  Round      r       = {.point  = option_vec3(options, "wall", wall, "point"),
                        .length = option_real(options, "wall", wall, "length"),
                        .closed = strcmp(option_word(options, "wall", wall, "ends"), "closed") == 0,
                        .planar = options_dimension(options) == 2,
                        .moved  = {.turn = {1, 0, 0, 0}}};
  bool       good    = surface_axis(options, wall, &r.axis);
  bool       sheet   = r.length > 0 && !r.closed;

  r.side = surface_side(options, wall, sheet ? SIDE_BOTH : SIDE_INSIDE, r.closed);
  good   = check_radii(options, wall, is_cone, &r) && good;
  good   = check_ends(options, wall, is_cone, &r) && good;
  if (!good) return NULL;
  r.across       = vec3_any_across(r.axis);
  r.point_given  = r.point;
  r.axis_given   = r.axis;
  r.across_given = r.across;
  return surface_keep(&r, sizeof r);
}

static void round_place(void *constants, const Displacement *d)
{
  Round *r = constants;

  r->point  = displaced_point(d, r->point_given);
  r->axis   = displaced_vector(d, r->axis_given);
  r->across = displaced_vector(d, r->across_given);
  r->moved  = *d;
}

static void round_check_period(Options *options, const char *wall, const void *constants,
                               const bool periodic[3])
{
  const Round *r = constants;
  bool         differs[3];

  for (int k = 0; k < 3; k++)
    differs[k] = periodic[k] && (r->length > 0 || vec3_axis(r->axis, (k + 1) % 3) != 0 ||
                                 vec3_axis(r->axis, (k + 2) % 3) != 0);
  surface_not_periodic(options, wall, r->length > 0 ? "a surface with ends" : "the cylinder",
                       differs);
}

/* Lower bound of the distance (features_seek). Of a sheet that acts on one side: the distance from
   either side. Of faces seen from inside: the distance from the face without ends. */
static double round_bound(const void *constants, int feature, Vec3 x)
{
  const Round  *r = constants;
  Vec3          outward;
  const Profile p = profile_of(r, x, &outward), n = outward_normal(r);
  bool          within, inside;

  if (r->length > 0 && !r->closed) return gap_of_side(r, p, &within, &inside).distance;
  if (!r->closed || r->side == SIDE_OUTSIDE) return gap_of(r, feature, p).distance;
  if (feature == LATERAL) return -((p.out - r->radius[0]) * n.out + p.along * n.along);
  return feature == FIRST ? p.along : r->length - p.along;
}

static void round_seek(const void *constants, Vec3 lo, Vec3 hi, double reach, Features *out)
{
  const Round *r = constants;
  const int    n = r->closed && r->side == SIDE_INSIDE ? 3 : 1;

  features_seek(constants, n, round_bound, lo, hi, reach, out);
}

static void round_nearest(Nearest *t, int from, int to)
{
  for (int k = from; k < to; k++) {
    const Round  *r = t->constants[k];
    Vec3          outward;
    const Profile p = profile_of(r, nearest_point(t, k), &outward);
    const Gap     g = gap_of(r, t->feature[k], p);

    nearest_set(t, k, g.distance,
                vec3_axpy(vec3_scale(g.normal.along, r->axis), g.normal.out, outward));
  }
}

/* Find the distances for lists. A sheet that acts on one side has its distance from either side, as
   a pebble on the other side may touch it as soon as it has passed an end. */
static void round_lists(Nearest *t, int from, int to)
{
  for (int k = from; k < to; k++) {
    const Round  *r = t->constants[k];
    Vec3          outward;
    const Profile p = profile_of(r, nearest_point(t, k), &outward);
    bool          within, inside;

    t->distance[k] = r->length > 0 && !r->closed ? gap_of_side(r, p, &within, &inside).distance
                                                 : gap_of(r, t->feature[k], p).distance;
  }
}

static bool round_confines(const void *constants, Vec3 up, Vec3 *point, Vec3 *normal)
{
  const Round *r     = constants;
  const double along = vec3_dot(up, r->axis);
  Vec3         u     = vec3_axpy(up, -along, r->axis);
  const double size  = vec3_norm(u);
  double       low[2];

  if (r->side != SIDE_INSIDE || (r->length > 0 && !r->closed)) return false;
  if (!(r->length > 0)) {
    if (!vec3_normalize(&u) || size < 1e-9) return false;
    *point  = vec3_axpy(r->point, -r->radius[0], u);
    *normal = u;
    return true;
  }
  for (int k = 0; k < 2; k++) low[k] = (k ? r->length : 0) * along - r->radius[k] * size;
  *point  = vec3_axpy(r->point, min_real(low[0], low[1]), up);
  *normal = up;
  return true;
}

/* Append rings at both ends, and of closed ones, before and after them, a ring of radius 0. */
static void round_facets(const void *constants, const FacetBox *box, Facets *facets)
{
  const Round *r    = constants;
  const int    ends = r->closed ? 1 : 0;
  double       from = 0, to = r->length, radius[4] = {0, 0, 0, 0};
  Vec3         centre[4];

  if (!(r->length > 0)) { /* endless: the range of the corners of the box */
    from = INFINITY;
    to   = -INFINITY;
    for (int k = 0; k < 8; k++) {
      const double at = vec3_dot(r->axis, vec3_sub(box_corner(box->lo, box->hi, k), r->point));

      from = min_real(from, at);
      to   = max_real(to, at);
    }
  }
  for (int k = 0; k < 2; k++) {
    const Vec3 x = box->planar ? r->point : vec3_axpy(r->point, k ? to : from, r->axis);

    centre[k ? 3 : 0] = x;
    centre[ends + k]  = x;
    radius[ends + k]  = r->radius[k];
  }
  facets_rings(facets, box->planar ? 1 : 2 + 2 * ends, centre, radius, r->across,
               vec3_cross(r->axis, r->across));
}

/* True for the inside of a closed or endless surface; open ends have rims. */
static bool round_is_hollow(const void *constants)
{
  const Round *r = constants;

  return r->side == SIDE_INSIDE && (r->closed || !(r->length > 0));
}

static bool round_is_ball(const void *constants)
{
  const Round *r = constants;

  return r->planar && r->side == SIDE_OUTSIDE;
}

/* An endless rod is its axis; others are their side, where clumps are outside of it, and their
   ends. */
static void round_ridges(const void *constants, Ridges *ridges)
{
  const Round *r    = constants;
  const bool   ends = r->length > 0;
  const Vec3   x = r->point_given, y = vec3_axpy(x, ends ? r->length : 1, r->axis_given);
  Ridge        side = {.kind    = RIDGE_SIDE,
                       .a       = x,
                       .b       = y,
                       .axis    = r->axis_given,
                       .endless = !ends,
                       .round   = {r->radius[0], r->radius[1]}},
        rod = {.a = x, .b = r->planar ? x : y, .radius = r->radius[0], .endless = !r->planar};

  if (r->side != SIDE_INSIDE) ridges_add(ridges, !ends && r->side == SIDE_OUTSIDE ? rod : side);
  for (int k = 0; ends && k < 2; k++) {
    const Vec3 end = k ? y : x;

    if (r->radius[k] > 0)
      ridges_add(
        ridges,
        (Ridge){
          .kind = RIDGE_RIM, .a = end, .b = end, .axis = r->axis_given, .round = {r->radius[k]}});
    else ridges_add(ridges, (Ridge){.a = end, .b = end});
  }
}

static int round_sheet(const void *constants)
{
  const Round *r = constants;

  return r->length > 0 ? !r->closed : r->side == SIDE_BOTH;
}

/* Winding number as if the surface were long: before an opening 1/4. */
static double round_winding(const void *constants, Vec3 x)
{
  const Round  *r = constants;
  Vec3          outward;
  const Profile p = profile_of(r, x, &outward);
  bool          within, inside;

  if (!(r->length > 0)) return p.out < r->radius[0];
  if (p.along < 0 || p.along > r->length) return 0.25;
  gap_of_side(r, p, &within, &inside);
  return inside;
}

static const SurfaceRidges round_sticks_out = {
  .is_hollow = round_is_hollow, .list = round_ridges, .is_ball = round_is_ball};

/* A cylinder and a cone differ in their radii only. */
#define ROUND_SURFACE(word, sentence) \
  { \
    .head = {.name    = word, \
             .text    = sentence, \
             .options = {surface_point_options, surface_axis_options, surface_radius_options, \
                         surface_side_options}}, \
    .read = round_read, .place = round_place, .moved = offsetof(Round, moved), \
    .check_period = round_check_period, \
    .geometry     = {.seek     = round_seek, \
                     .nearest  = round_nearest, \
                     .bound    = round_lists, \
                     .confines = round_confines, \
                     .facets   = round_facets, \
                     .sheet    = round_sheet, \
                     .winding  = round_winding}, \
    .ridges       = &round_sticks_out \
  }

const Surface surface_cylinder =
  ROUND_SURFACE("cylinder", "cylinder, endless, or with open or closed ends");
const Surface surface_cone = ROUND_SURFACE("cone", "cone with open or closed ends");
