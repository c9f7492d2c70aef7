/* SPDX-License-Identifier: MIT */
/* Parts of balls and of their unions in boxes. */
#include "base/elementary.h"
#include "base/random.h"
#include "geometry/ball_union.h"
#include "geometry/lens.h"
#include "geometry/share.h"
#include "test.h"

static const double ball = 4 * PETSC_PI / 3;

/* The share of one ball of radius r at x in a box. */
static BallPart alone(int dimension, Vec3 x, double r, Vec3 lo, Vec3 hi)
{
  BallUnion u;
  BallPart  part;

  ball_union_create(dimension, 1, &x, &r, &u);
  CHECK(ball_union_choose(&u, 0, 1, quat_identity()));
  part = ball_union_part(&u, lo, hi);
  ball_union_free(&u);
  return part;
}

/* The share of a union in a box, first moment about the origin. */
static BallPart shared(BallUnion *u, Vec3 lo, Vec3 hi)
{
  BallPart sum = {.volume = 0};

  for (int i = 0; i < u->n; i++) {
    BallPart part;

    if (!ball_union_choose(u, i, 1, quat_identity())) continue;
    part      = ball_union_part(u, lo, hi);
    sum.first = vec3_add(sum.first, vec3_axpy(part.first, part.volume, u->x[i]));
    sum.volume += part.volume;
  }
  return sum;
}

static void closed_forms(void)
{
  const Vec3 o = {0, 0, 0};
  BallPart   p = alone(3, o, 2, o, vec3(3, 3, 3));

  CHECK_NEAR(p.volume, ball, 1e-15 * ball); /* rounding */
  CHECK_NEAR(p.first.x, PETSC_PI, 1e-14);   /* pi r^4 / 16 */
  CHECK_NEAR(p.first.z, PETSC_PI, 1e-14);
  p = alone(3, o, 2, vec3(-3, -3, 0), vec3(3, 3, 3)); /* a half */
  CHECK_NEAR(p.volume, 4 * ball, 1e-14);
  CHECK_NEAR(p.first.z, 4 * PETSC_PI, 1e-13);
  p = alone(3, vec3(1, 1, 1), 2, vec3(-5, -5, 2), vec3(5, 5, 9)); /* a cap of height 1 */
  CHECK_NEAR(p.volume, PETSC_PI * 5 / 3, 1e-14);
  CHECK_NEAR(p.first.z, PETSC_PI / 4 * 9, 1e-14);
  /* two perpendicular planes that meet on the ball: two caps less */
  p = alone(3, o, 1, vec3(-2, -2, -2), vec3(.6, .8, 2));
  CHECK_NEAR(p.volume, ball * (1 - ball_below_3d(1, -.6) - ball_below_3d(1, -.8)), 2e-15);
  /* edges and corners on the ball, inside a cube inscribed, and around it */
  CHECK_NEAR(alone(3, o, 3, vec3(-1, -2, -2), vec3(1, 2, 2)).volume, 32, 1e-14);
  CHECK_NEAR(alone(3, o, 1, vec3(-1, -1, -1), vec3(1, 1, 1)).volume, ball, 1e-14);
  CHECK_NEAR(alone(3, o, 1, vec3(1, -1, -1), vec3(2, 1, 1)).volume, 0, 0);
  CHECK_NEAR(alone(3, o, 1, vec3(.6, .8, -1), vec3(2, 2, 1)).volume, 0, 1e-15);
  p = alone(2, o, 2, o, vec3(3, 3, 0));
  CHECK_NEAR(p.volume, PETSC_PI, 1e-15);
  CHECK_NEAR(p.first.y, 8.0 / 3, 1e-15);
  p = alone(2, o, 2, vec3(-3, 1, 0), vec3(3, 3, 0));
  CHECK_NEAR(p.volume, 4 * PETSC_PI / 3 - sqrt(3), 1e-15);
  CHECK_NEAR(p.first.y, 2 * sqrt(3), 2e-15); /* 2/3 of the half chord cubed */
  test_end("octants, halves, caps and touching planes have their closed forms");
}

/* Parts against those of Gauss' rule. */
static void random_boxes(void)
{
  static const bool all[3] = {true, true, true};
  double            worst  = 0;

  for (uint64_t k = 0; k < 3000; k++) {
    Random    random    = random_stream(5, RANDOM_TEST, k);
    const int dimension = k % 2 ? 3 : 2;
    Vec3      lo, hi;
    double    a, b;

    for (int i = 0; i < 3; i++) {
      vec3_set(&lo, i, 2.4 * random_real(&random) - 1.2);
      vec3_set(&hi, i, vec3_axis(lo, i) + (k % 5 ? 1 : .1) * random_real(&random));
    }
    a = alone(dimension, vec3(0, 0, 0), 1, lo, hi).volume;
    b = ball_in_box(dimension, vec3(0, 0, 0), 1, lo, hi, all) * (dimension == 2 ? PETSC_PI : ball);
    worst = max_real(worst, fabs(a - b));
  }
  test_note("worst %.2g", worst);
  CHECK(worst < 1e-7); /* of the rule */
  test_end("parts in boxes are those of the integrated sections");
}

/* ---- unions ---- */

enum { BALLS = 12, RAYS = 700 };

typedef struct {
  int    n;
  Vec3   x[BALLS];
  double r[BALLS];
} Set;

static Set random_set(uint64_t number, int dimension)
{
  Random random = random_stream(6, RANDOM_TEST, number);
  Set    set    = {.n = 2 + (int)(number % (BALLS - 1))};

  for (int i = 0; i < set.n; i++) {
    set.x[i] =
      vec3(random_real(&random), random_real(&random), dimension == 2 ? 0 : random_real(&random));
    set.r[i] = .1 + .4 * random_real(&random);
  }
  if (number % 4 == 1) { /* a ball twice, one in another, one that touches from inside */
    set.x[1] = set.x[0];
    set.r[1] = number % 8 == 1 ? set.r[0] : .7 * set.r[0];
  } else if (number % 4 == 2) {
    set.x[1] = vec3(set.x[0].x + .25 * set.r[0], set.x[0].y, set.x[0].z);
    set.r[1] = .75 * set.r[0];
  } else if (number % 4 == 3) { /* nearly the same; and one that touches from outside */
    set.x[1] = vec3(set.x[0].x, set.x[0].y + 1e-13, set.x[0].z);
    set.r[1] = set.r[0];
  }
  return set;
}

/* Length in which a line along x at (y, z) is in the union, from lo to hi. */
static double on_line(const Set *set, double y, double z, double lo, double hi)
{
  double at[2 * BALLS], sum = 0, from = lo;
  int    n = 0;

  for (int i = 0; i < set->n; i++) {
    const double dy = y - set->x[i].y, dz = z - set->x[i].z,
                 left = set->r[i] * set->r[i] - dy * dy - dz * dz;

    if (!(left > 0)) continue;
    at[n++] = set->x[i].x - sqrt(left);
    at[n++] = set->x[i].x + sqrt(left);
  }
  for (bool more = true;
       more;) { /* from one place onwards: the farthest end of those that begin before */
    double to = from, next = hi;

    for (int k = 0; k < n; k += 2)
      if (at[k] <= from) to = max_real(to, at[k + 1]);
      else next = min_real(next, at[k]);
    sum += min_real(to, hi) - from;
    more = to > from || next < hi;
    from = to > from ? to : next;
    more = more && from < hi;
  }
  return sum;
}

static double by_lines(const Set *set, int dimension, Vec3 lo, Vec3 hi)
{
  const int    rows = dimension == 2 ? 1 : RAYS, columns = dimension == 2 ? RAYS * 100 : RAYS;
  const double dy = (hi.y - lo.y) / columns, dz = (hi.z - lo.z) / rows;
  double       sum = 0;

  for (int j = 0; j < rows; j++)
    for (int i = 0; i < columns; i++)
      sum +=
        on_line(set, lo.y + (i + .5) * dy, dimension == 2 ? 0 : lo.z + (j + .5) * dz, lo.x, hi.x);
  return sum * dy * (dimension == 2 ? 1 : dz);
}

static void random_unions(void)
{
  double worst = 0;

  for (uint64_t k = 0; k < 24; k++) {
    const int dimension = k % 3 == 2 ? 2 : 3;
    Set       set       = random_set(k, dimension);
    BallUnion u;
    Vec3      lo, hi;

    ball_union_create(dimension, set.n, set.x, set.r, &u);
    for (int i = 0; i < 3; i++) {
      Random random = random_stream(7, RANDOM_TEST, 3 * k + (uint64_t)i);

      vec3_set(&lo, i, random_real(&random) - .3);
      vec3_set(&hi, i, vec3_axis(lo, i) + .1 + random_real(&random));
    }
    worst = max_real(worst, fabs(shared(&u, lo, hi).volume - by_lines(&set, dimension, lo, hi)));
    ball_union_free(&u);
  }
  test_note("worst %.2g", worst);
  CHECK(worst < 2e-6); /* of the rule: (1 / 700)^2 at edges of balls and kinks */
  test_end("parts of unions in boxes are those counted along lines");
}

/* Cells, some with faces through centres, add up to the union and its first moment. */
static void cells_add_up(void)
{
  double worst = 0, worst_first = 0, worst_apart = 0;

  for (uint64_t k = 0; k < 40; k++) {
    const int dimension = k % 5 == 4 ? 2 : 3, n = dimension == 2 ? 40 : 9;
    Set       set = random_set(k, dimension);
    BallUnion u;
    BallPart  whole, sum = {.volume = 0};
    Vec3      lo = {-.6, -.6, -.6}, side = {2.2 / n, 2.2 / n, 2.2 / n};

    set.x[0] = vec3(lo.x + n / 3 * side.x, lo.y + n / 3 * side.y,
                    dimension == 2 ? 0 : lo.z + n / 3 * side.z);
    ball_union_create(dimension, set.n, set.x, set.r, &u);
    whole = shared(&u, vec3(-9, -9, -9), vec3(9, 9, 9));
    for (int64_t c = 0; c < (dimension == 2 ? n * n : n * n * n); c++) {
      const Vec3 a = {lo.x + c % n * side.x, lo.y + c / n % n * side.y, lo.z + c / n / n * side.z};
      const BallPart part = shared(&u, a, vec3_add(a, side));

      CHECK(part.volume > -1e-17 &&
            part.volume < side.x * side.y * (dimension == 2 ? 1 : side.z) * (1 + 1e-12));
      sum.volume += part.volume;
      sum.first = vec3_add(sum.first, part.first);
    }
    worst       = max_real(worst, fabs(sum.volume / whole.volume - 1));
    worst_apart = max_real(worst_apart, fabs(ball_union_volume(&u) / whole.volume - 1));
    worst_first = max_real(worst_first, vec3_norm(vec3_sub(sum.first, whole.first)) / whole.volume);
    ball_union_free(&u);
  }
  test_note("off by %.2g, %.2g, first moment %.2g", worst, worst_apart, worst_first);
  CHECK(worst < 1e-13 && worst_first < 1e-13 &&
        worst_apart < 1e-14); /* rounding of some thousand terms */
  test_end("cells add up to the union");
}

static void lenses(void)
{
  double worst = 0;

  for (uint64_t k = 0; k < 400; k++) {
    Random       random = random_stream(8, RANDOM_TEST, k);
    const Vec3   x[2]   = {{0, 0, 0}, {random_real(&random), k % 2 ? 0 : random_real(&random), 0}};
    const double r[2]   = {1, k % 3 ? random_real(&random) : 1};
    const int    dimension = k % 4 ? 3 : 2;
    const double one       = dimension == 2 ? PETSC_PI : ball,
                 lens      = lens_find(dimension, x[0], 1, x[1], r[1]).volume;
    BallUnion u;

    ball_union_create(dimension, 2, x, r, &u);
    worst = max_real(worst, fabs(ball_union_volume(&u) + lens -
                                 one * (1 + r[1] * r[1] * (dimension == 2 ? 1 : r[1]))));
    ball_union_free(&u);
  }
  CHECK(worst < 3e-15); /* rounding */
  test_end("two balls are both less their lens");
}

/* A box that a ball is far larger than. */
static void small_cells(void)
{
  double worst = 0;

  for (uint64_t k = 0; k < 60; k++) {
    Random       random = random_stream(9, RANDOM_TEST, k);
    const double d      = k % 2 ? 1e-2 : 1e-3;
    Vec3   n = {random_real(&random), random_real(&random) - .5, random_real(&random)}, lo, hi, x;
    double a, parts = 0;

    vec3_normalize(&n);
    x  = vec3_axpy(n, d, vec3(-random_real(&random), -random_real(&random), -random_real(&random)));
    lo = x;
    hi = vec3_add(x, vec3(d, d, d));
    a  = alone(3, vec3(0, 0, 0), 1, lo, hi).volume;
    for (int i = 0; i < 200; i++)
      for (int j = 0; j < 200; j++) { /* lines along z, by the rule of the middle */
        const double px = lo.x + (i + .5) / 200 * d, py = lo.y + (j + .5) / 200 * d;
        const double left = (1 - px * px) - py * py, top = left > 0 ? sqrt(left) : 0;

        parts += max_real(0, min_real(hi.z, top) - max_real(lo.z, -top)) * d * d / 40000;
      }
    worst = max_real(worst, fabs(a - parts) / (d * d * d));
  }
  test_note("worst %.2g of a cell", worst);
  CHECK(worst < 1e-4); /* of the rule at kinks, 200 lines along an edge */
  test_end("cells a thousand times smaller than the ball");
}

/* The part of the ball of radius 1 in a box, with twice the digits. */
static BallPart fine_box(Vec3 lo, Vec3 hi)
{
  Convex   box = {0};
  BallPart part;

  convex_box_fine(&box, 3, fine_vec_of(lo), fine_vec_of(hi));
  part = convex_ball_fine(&box, fine(1));
  convex_free(&box);
  return part;
}

/* Boxes a hundred times smaller than the ball in which its pole on an axis is, or nearly. */
static void poles(void)
{
  double worst = 0;

  for (uint64_t k = 0; k < 2000; k++) {
    Random       random = random_stream(12, RANDOM_TEST, k);
    const double d = .003 + .02 * random_real(&random), depth = d * random_real(&random);
    const Vec3   lo = {-1.2 * d * random_real(&random), -1.2 * d * random_real(&random), 1 - depth},
               hi   = vec3_add(lo, vec3(d, d, d));
    const double fine = fine_box(lo, hi).volume;

    if (!(fine > 0)) continue;
    worst = max_real(worst, fabs(alone(3, vec3(0, 0, 0), 1, lo, hi).volume / fine - 1));
  }
  test_note("worst %.2g", worst);
  CHECK(worst < 3e-10); /* 3e-15 r^2 d over SLIVER of that */
  test_end("small boxes at a pole have nine digits");
}

/* Corners of boxes that a ball hardly reaches: nearly tetrahedra, and the sum of their parts to all
   digits. */
static void slivers(void)
{
  double worst = 0, worst_form = 0, worst_other = 0;

  for (uint64_t k = 0; k < 200; k++) {
    Random       random = random_stream(11, RANDOM_TEST, k);
    const double depth = k % 2 ? 1e-5 : 1e-7, d = k % 4 < 2 ? .3 : 1e-3;
    Vec3 n = {.2 + random_real(&random), .2 + random_real(&random), .2 + random_real(&random)}, lo,
         hi;
    double   form, whole, parts = 0;
    BallPart fine;

    vec3_normalize(&n);
    lo    = vec3_scale(1 - depth, n);
    hi    = vec3_add(lo, vec3(d, d, d));
    whole = alone(3, vec3(0, 0, 0), 1, lo, hi).volume;
    form  = depth * depth * depth / (6 * n.x * n.y * n.z);
    for (int c = 0; c < 8; c++) {
      const Vec3 half   = vec3_scale(.7 * depth, vec3(1, 1, 1)); /* within the sliver */
      const Vec3 middle = vec3_add(lo, half);
      const Vec3 a = {c & 1 ? middle.x : lo.x, c & 2 ? middle.y : lo.y, c & 4 ? middle.z : lo.z},
                 b = {c & 1 ? hi.x : middle.x, c & 2 ? hi.y : middle.y, c & 4 ? hi.z : middle.z};

      parts += alone(3, vec3(0, 0, 0), 1, a, b).volume;
    }
    worst       = max_real(worst, fabs(parts / whole - 1));
    worst_form  = max_real(worst_form, fabs(whole / form - 1) - 20 * depth);
    fine        = fine_box(vec3_scale(-1, lo), hi);
    worst_other = max_real(
      worst_other, fabs(fine.volume - alone(3, vec3(0, 0, 0), 1, vec3_scale(-1, lo), hi).volume));
  }
  test_note("parts off by %.2g, the whole by %.2g, and %.2g", worst, worst_form, worst_other);
  CHECK(worst < 1e-9);        /* 1e-31 over the volume */
  CHECK(worst_form < 1e-8);   /* 1e-16 / 1e-7: that of the depth, three times */
  CHECK(worst_other < 3e-15); /* of the other formula */
  test_end("slivers have all their digits");
}

static void angles(void)
{
  double worst = 0;

  CHECK(arc_angle(0, 0) == 0 && arc_angle(0, 2) == 0 && arc_angle(1, 0) == PETSC_PI / 2 &&
        arc_angle(0, -1) == PETSC_PI);
  for (uint64_t k = 0; k < 100000; k++) {
    Random       random = random_stream(10, RANDOM_TEST, k);
    const double x      = 2 * random_real(&random) - 1,
                 y      = (k % 3 ? 1 : 1e-7) * (2 * random_real(&random) - 1);

    worst = max_real(worst, fabs((double)((long double)arc_angle(y, x) / atan2l(y, x) - 1)));
  }
  test_note("worst %.2g", worst);
  CHECK(worst < 4.4e-16); /* two ulp */
  test_end("angles of points");
}

TESTS(.ranks = {1})
{
  angles();
  closed_forms();
  random_boxes();
  lenses();
  random_unions();
  cells_add_up();
  small_cells();
  poles();
  slivers();
}
