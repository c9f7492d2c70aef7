/* SPDX-License-Identifier: MIT */
#include "geometry/ball_union.h"
#include "base/box.h"
#include "base/elementary.h"
#include "geometry/box_ball.h"
#include "geometry/lens.h"

/* A part of a ball below this share of r^2 times the edge of the box is found anew, with more
   digits: the error of convex_ball is some 1e-15 of that, and 1e-9 of a part is allowed. */
#define SLIVER 1e-5

void ball_union_create(int dimension, int n, const Vec3 *x, const double *r, BallUnion *of)
{
  *of = (BallUnion){.n = n, .dimension = dimension == 2 ? 2 : 3, .x = x, .r = r};
  neighbours_create(n, x, r, &of->near);
}

void ball_union_free(BallUnion *of)
{
  neighbours_free(&of->near);
  array_free(&of->plane);
  array_free(&of->cutting);
  convex_free(&of->region);
}

/* The plane to the share of ball j from the centre of ball i: 0: it leaves ball i nothing, 1: a
   part, 2: all. */
static int plane_of(const BallUnion *of, int i, int j, HalfSpace *plane)
{
  const Vec3   d = vec3_sub(of->x[j], of->x[i]);
  const double a = of->r[i], b = of->r[j], distance = vec3_norm(d);

  if (!(distance > 0)) return a > b || (a == b && i < j) ? 2 : 0;
  *plane = (HalfSpace){vec3_scale(1 / distance, d), (distance + (a - b) / distance * (a + b)) / 2};
  return plane->height >= a ? 2 : plane->height > -a;
}

bool ball_union_choose(BallUnion *of, int i, double scale, Quat turn)
{
  const ArrayPart planes[] = {ARRAY_PART(of->plane), ARRAY_PART(of->cutting)};

  of->radius   = of->r[i] * scale;
  of->n_planes = 0;
  for (size_t k = of->near.start[i]; k < of->near.start[i + 1]; k++) {
    HalfSpace plane;
    const int leaves = plane_of(of, i, of->near.list[k], &plane);

    if (leaves == 0) return false;
    if (leaves == 2) continue;
    plane.normal = quat_turn(turn, plane.normal);
    plane.height *= scale;
    arrays_reserve(of->n_planes + 1, &of->plane_room, 2, planes);
    of->plane[of->n_planes++] = plane;
  }
  return true;
}

/* Squared distances of the nearest and the farthest place of a box from the origin. */
static void distances(int dimension, Vec3 lo, Vec3 hi, double *nearest, double *farthest)
{
  *nearest = *farthest = 0;
  for (int k = 0; k < dimension; k++) {
    const double a = vec3_axis(lo, k), b = vec3_axis(hi, k), near = max_real(0, max_real(a, -b)),
                 far = max_real(b, -a);

    *nearest += near * near;
    *farthest += far * far;
  }
}

static BallPart whole_box(int dimension, Vec3 lo, Vec3 hi)
{
  const Vec3   side   = vec3_sub(hi, lo);
  const double size   = side.x * side.y * (dimension == 2 ? 1 : side.z);
  Vec3         middle = vec3_scale(0.5, vec3_add(lo, hi));

  if (dimension == 2) middle.z = 0;
  return (BallPart){size, vec3_scale(size, middle)};
}

/* The part of the ball of radius r below the height h < r of a plane, |h| < r, or all of it. */
static BallPart below(int dimension, double r, Vec3 normal, double h)
{
  const double k = r + h, rim = (r - h) * k;

  if (h >= r) return (BallPart){lens_whole(dimension, vec3(0, 0, 0), r).volume, vec3(0, 0, 0)};
  if (dimension == 2)
    return (BallPart){r * r * arc_angle(sqrt(rim), -h) + h * sqrt(rim),
                      vec3_scale(-2.0 / 3 * rim * sqrt(rim), normal)};
  return (BallPart){PETSC_PI * k * k * (3 * r - k) / 3,
                    vec3_scale(-PETSC_PI / 4 * rim * rim, normal)};
}

/* The planes that cut the ball: first `only`, and their number. */
typedef struct {
  int       n;
  HalfSpace only;
} Cuts;

static void cuts_add(Cuts *cuts, double r, Vec3 normal, double height)
{
  if (height < r && cuts->n++ == 0) cuts->only = (HalfSpace){normal, height};
}

/* The box around the ball, and as much of the given one as is in it: the rest has no part. */
static void narrow(int dimension, double r, Vec3 *lo, Vec3 *hi, Cuts *cuts)
{
  const double out = r * (1 + 0x1p-20);

  for (int k = 0; k < dimension; k++) {
    Vec3 normal = {0, 0, 0};

    vec3_set(&normal, k, 1);
    cuts_add(cuts, r, normal, vec3_axis(*hi, k));
    cuts_add(cuts, r, vec3_scale(-1, normal), -vec3_axis(*lo, k));
    vec3_set(lo, k, max_real(vec3_axis(*lo, k), -out));
    vec3_set(hi, k, min_real(vec3_axis(*hi, k), out));
  }
}

/* Where the box stands to the planes: false: beyond one. *cutting gets the planes that cut it,
   in front of the others. */
static bool planes_meet(BallUnion *of, Vec3 lo, Vec3 hi, int *cutting)
{
  *cutting = 0;
  for (int k = 0; k < of->n_planes; k++) {
    const HalfSpace plane = of->plane[k];
    double          least, most;

    box_range(plane.normal, lo, hi, &least, &most);
    if (least >= plane.height) return false;
    if (most > plane.height) of->cutting[(*cutting)++] = plane;
  }
  return true;
}

BallPart ball_union_part(BallUnion *of, Vec3 lo, Vec3 hi)
{
  const double r    = of->radius;
  Cuts         cuts = {.n = 0};
  BallPart     part;
  double       nearest, farthest;
  int          n;

  if (of->dimension == 2) lo.z = hi.z = 0;
  distances(of->dimension, lo, hi, &nearest, &farthest);
  if (nearest >= r * r) return (BallPart){.volume = 0};
  if (farthest > r * r) narrow(of->dimension, r, &lo, &hi, &cuts);
  if (!planes_meet(of, lo, hi, &n)) return (BallPart){.volume = 0};
  if (n == 0 && farthest <= r * r) return whole_box(of->dimension, lo, hi);
  for (int k = 0; k < n && farthest > r * r; k++)
    cuts_add(&cuts, r, of->cutting[k].normal, of->cutting[k].height);
  if (farthest > r * r && cuts.n <= 1)
    return below(of->dimension, r, cuts.only.normal, cuts.n == 0 ? r : cuts.only.height);
  convex_box(&of->region, of->dimension, lo, hi);
  for (int k = 0; k < n; k++)
    if (!convex_cut(&of->region, of->cutting[k])) return (BallPart){.volume = 0};
  part = convex_ball(&of->region, r);
  if (n > 0 || of->dimension == 2) return part;
  return part.volume < SLIVER * r * r * vec3_largest(vec3_sub(hi, lo)) ? box_ball(lo, hi, r) : part;
}

BallPart ball_union_share(BallUnion *of)
{
  return ball_union_part(of, vec3(-INFINITY, -INFINITY, -INFINITY),
                         vec3(INFINITY, INFINITY, INFINITY));
}

double ball_union_volume(BallUnion *of)
{
  double sum = 0;

  for (int i = 0; i < of->n; i++)
    if (ball_union_choose(of, i, 1, quat_identity())) sum += ball_union_share(of).volume;
  return sum;
}
