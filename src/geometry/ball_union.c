/* SPDX-License-Identifier: MIT */
#include "geometry/ball_union.h"
#include "base/box.h"
#include "base/elementary.h"
#include "geometry/lens.h"

/* A part of a ball below this share of r^2 times the edge of the box is found anew, with more
   digits: the error of convex_ball is some 1e-15 of that, and 1e-9 of a part is allowed. */
#define SLIVER 1e-5

/* Planes this near to a box, in units of r, may cut it: far more than rounding. */
#define BESIDE 1e-13

void ball_union_create(int dimension, int n, const Vec3 *x, const double *r, BallUnion *of)
{
  *of = (BallUnion){.n = n, .dimension = dimension == 2 ? 2 : 3, .x = x, .r = r};
  neighbours_create(n, x, r, &of->near);
}

void ball_union_free(BallUnion *of)
{
  neighbours_free(&of->near);
  array_free(&of->plane);
  array_free(&of->other);
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
  const ArrayPart planes[] = {ARRAY_PART(of->plane), ARRAY_PART(of->other),
                              ARRAY_PART(of->cutting)};

  of->ball     = i;
  of->scale    = scale;
  of->turn     = turn;
  of->radius   = of->r[i] * scale;
  of->centre   = quat_turn(turn, vec3_scale(scale, of->x[i]));
  of->n_planes = 0;
  for (size_t k = of->near.start[i]; k < of->near.start[i + 1]; k++) {
    HalfSpace plane;
    const int leaves = plane_of(of, i, of->near.list[k], &plane);

    if (leaves == 0) return false;
    if (leaves == 2) continue;
    plane.normal = quat_turn(turn, plane.normal);
    plane.height *= scale;
    arrays_reserve(of->n_planes + 1, &of->plane_room, 3, planes);
    of->other[of->n_planes]   = of->near.list[k];
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

static BallPart whole_box(int dimension, Vec3 side, Vec3 middle)
{
  const double size = side.x * side.y * (dimension == 2 ? 1 : side.z);

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

/* Where the box stands to the planes: false: beyond one. *cutting gets the number of those that cut
   it, or may. */
static bool planes_meet(BallUnion *of, Vec3 lo, Vec3 hi, int *cutting)
{
  const double beside = BESIDE * of->radius;

  *cutting = 0;
  for (int k = 0; k < of->n_planes; k++) {
    const HalfSpace plane = of->plane[k];
    double          least, most;

    box_range(plane.normal, lo, hi, &least, &most);
    if (least >= plane.height + beside) return false;
    if (most > plane.height - beside) of->cutting[(*cutting)++] = k;
  }
  return true;
}

/* ---- with twice the digits ---- */

/* The centre of ball i, from `at`. */
static FineVec fine_centre(const BallUnion *of, int i)
{
  return fine_vec_turn(of->turn, fine_vec_scale(fine(of->scale), fine_vec_of(of->x[i])));
}

/* plane_of, for balls that share. */
static FineHalfSpace fine_plane(const BallUnion *of, int j)
{
  const FineVec d = fine_vec_sub(fine_centre(of, j), fine_centre(of, of->ball));
  const Fine    a = fine_product(of->r[of->ball], of->scale), b = fine_product(of->r[j], of->scale),
             distance = fine_root(fine_vec_dot(d, d));
  const Fine apart    = fine_mul(fine_over(fine_sub(a, b), distance), fine_add(a, b));

  return (FineHalfSpace){fine_vec_scale(fine_over(fine(1), distance), d),
                         fine_scale(0.5, fine_add(distance, apart))};
}

/* A place along an axis from the centre; `near`: where the box around the ball ends, if it is not
   this place. */
static Fine fine_place(const BallUnion *of, Fine centre, int axis, double x, double near)
{
  const Fine from = fine_sub(fine_sum(x, -vec3_axis(of->at, axis)), centre);

  return fabs(from.a - near) <= BESIDE * of->radius ? from : fine(near);
}

/* The share in the box lo .. hi, as much of which as is around the ball is near_lo .. near_hi from
   its centre; n planes cut it. */
static BallPart fine_part(BallUnion *of, const Vec3 box[2], const Vec3 near[2], int n)
{
  const FineVec centre = fine_centre(of, of->ball);
  FineVec       end[2] = {{{0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}};

  for (int side = 0; side < 2; side++)
    for (int k = 0; k < of->dimension; k++) {
      const Fine x =
        fine_place(of, fine_axis(centre, k), k, vec3_axis(box[side], k), vec3_axis(near[side], k));

      vec3_set(&end[side].a, k, x.a);
      vec3_set(&end[side].b, k, x.b);
    }
  convex_box_fine(&of->region, of->dimension, end[0], end[1]);
  for (int k = 0; k < n; k++)
    if (!convex_cut_fine(&of->region, fine_plane(of, of->other[of->cutting[k]])))
      return (BallPart){.volume = 0};
  return convex_ball_fine(&of->region, fine_product(of->r[of->ball], of->scale));
}

/* ---- the share ---- */

/* With the digits of a double; false: nothing is left of the box. */
static bool coarse_part(BallUnion *of, const Vec3 near[2], int n, BallPart *part)
{
  convex_box(&of->region, of->dimension, near[0], near[1]);
  for (int k = 0; k < n; k++)
    if (!convex_cut(&of->region, of->plane[of->cutting[k]])) return false;
  *part = convex_ball(&of->region, of->radius);
  return true;
}

BallPart ball_union_part(BallUnion *of, Vec3 lo, Vec3 hi)
{
  const double r       = of->radius;
  const Vec3   box[2]  = {lo, hi};
  Vec3         near[2] = {vec3_sub(vec3_sub(lo, of->at), of->centre),
                          vec3_sub(vec3_sub(hi, of->at), of->centre)};
  Cuts         cuts    = {.n = 0};
  BallPart     part;
  double       nearest, farthest, small;
  int          n;

  if (of->dimension == 2) near[0].z = near[1].z = 0;
  distances(of->dimension, near[0], near[1], &nearest, &farthest);
  if (nearest >= r * r) return (BallPart){.volume = 0};
  if (farthest > r * r) narrow(of->dimension, r, &near[0], &near[1], &cuts);
  if (!planes_meet(of, near[0], near[1], &n)) return (BallPart){.volume = 0};
  if (n == 0 && farthest <= r * r)
    return whole_box(of->dimension, vec3_sub(hi, lo), vec3_scale(0.5, vec3_add(near[0], near[1])));
  for (int k = 0; k < n && farthest > r * r; k++)
    cuts_add(&cuts, r, of->plane[of->cutting[k]].normal, of->plane[of->cutting[k]].height);
  small = SLIVER * r * (of->dimension == 2 ? 1 : r) * vec3_largest(vec3_sub(near[1], near[0]));
  if (farthest > r * r && cuts.n <= 1) {
    part = below(of->dimension, r, cuts.only.normal, cuts.n == 0 ? r : cuts.only.height);
    if (part.volume >= small) return part;
  }
  if (coarse_part(of, near, n, &part)) {
    if (part.volume >= small) return part;
    if (convex_misses(&of->region, r)) return (BallPart){.volume = 0};
  }
  return fine_part(of, box, near, n);
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
