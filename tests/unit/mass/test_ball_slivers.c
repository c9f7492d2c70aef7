/* SPDX-License-Identifier: MIT */
/* Parts of unions of balls in boxes that hardly reach them, beside integrals of the lengths of
   lines. */
#include "base/elementary.h"
#include "base/random.h"
#include "geometry/ball_union.h"
#include "test.h"

enum { BALLS = 3 };

/* Balls, and a box, from whose lower corner they are seen. */
typedef struct {
  int    n;
  Vec3   x[BALLS];     /* centres */
  double power[BALLS]; /* square of its distance less that of the radius */
  double edge, y, z;
} Scene;

/* ---- lengths ---- */

/* Length of the line at (y, z) from 0 to the edge in the union. Roots without cancellation. */
static double length(const Scene *s)
{
  double from[BALLS], to[BALLS], sum = 0;
  int    n = 0;

  for (int i = 0; i < s->n; i++) {
    const Vec3   x    = s->x[i];
    const double g    = s->power[i] + s->y * (s->y - 2 * x.y) + s->z * (s->z - 2 * x.z),
                 left = x.x * x.x - g, root = left > 0 ? sqrt(left) : -1;
    const double far = x.x > 0 ? x.x + root : x.x - root, other = far != 0 ? g / far : 0;
    double       a = max_real(0, min_real(far, other)), b = min_real(s->edge, max_real(far, other));
    int          at = n;

    if (root < 0 || !(b > a)) continue;
    for (; at > 0 && from[at - 1] > a; at--) {
      from[at] = from[at - 1];
      to[at]   = to[at - 1];
    }
    from[at] = a;
    to[at]   = b;
    n++;
  }
  for (int k = 0, end = 0; k < n; k++) { /* what reaches beyond those before */
    double covered = 0;

    for (int i = 0; i < end; i++) covered = max_real(covered, to[i]);
    sum += max_real(0, to[k] - max_real(from[k], covered));
    end = k + 1;
  }
  return sum;
}

/* ---- integrals ---- */

typedef double Function(Scene *s, double at);

/* Gauss and Kronrod's rule of 15 places. */
static double rule(Function *f, Scene *s, double a, double b)
{
  static const double x[8]      = {0,
                                   .207784955007898467600689403773245,
                                   .405845151377397166906606412076961,
                                   .586087235467691130294144691693,
                                   .741531185599394439863864773280788,
                                   .864864423359769072789712788640926,
                                   .949107912342758524526189684047851,
                                   .991455371120812639206854697526329},
                      weight[8] = {
                        .209482141084727828012999174891714, .204432940075298892414161999234649,
                        .190350578064785409913256402421014, .169004726639267902826583426598550,
                        .140653259715525918745189590510238, .104790010322250183839876322541518,
                        .063092092629978553290700663189204, .022935322010529224963732008058970};
  const double middle = .5 * (a + b), half = .5 * (b - a);
  double       sum = weight[0] * f(s, middle);

  for (int i = 1; i < 8; i++)
    sum += weight[i] * (f(s, middle + half * x[i]) + f(s, middle - half * x[i]));
  return sum * half;
}

static double on_line(Scene *s, double y)
{
  s->y = y;
  return length(s);
}

/* Places with a y^2 + b y + c = 0 within the edge. */
static void roots_add(const Scene *s, double a, double b, double c, double *at, int *n)
{
  const double left = b * b - 4 * a * c, q = -.5 * (b + (b < 0 ? -1 : 1) * sqrt(left));
  const double root[2] = {q / a, c / q};

  for (int k = 0; k < 2; k++)
    if (root[k] > 0 && root[k] < s->edge) at[(*n)++] = root[k]; /* not a number: none */
}

/* The area in the plane z: a smooth length between the places where balls end in x = 0, or meet. */
static double on_plane(Scene *s, double z)
{
  double at[2 + 2 * BALLS * BALLS] = {0, s->edge}, sum = 0;
  int    n = 2;

  s->z = z;
  for (int i = 0; i < s->n; i++) {
    const Vec3   x = s->x[i];
    const double g = s->power[i] + z * (z - 2 * x.z);

    roots_add(s, 1, -2 * x.y, g, at, &n);
    for (int j = 0; j < i;
         j++) { /* at x = p + q y, of which x^2 - 2 x x.x + y^2 - 2 y x.y + g = 0 */
      const Vec3   w = s->x[j];
      const double p = .5 * (s->power[i] - s->power[j] - 2 * z * (x.z - w.z)) / (x.x - w.x),
                   q = (w.y - x.y) / (x.x - w.x);

      roots_add(s, 1 + q * q, 2 * (p * q - q * x.x - x.y), p * p - 2 * p * x.x + g, at, &n);
    }
  }
  qsort(at, (size_t)n, sizeof *at, compare_reals);
  for (int k = 1; k < n; k++) sum += rule(on_line, s, at[k - 1], at[k]);
  return sum;
}

/* Halved until both halves agree with the whole. */
static double volume(Scene *s, double a, double b, double whole, double allowed)
{
  const double middle = .5 * (a + b), left = rule(on_plane, s, a, middle),
               right = rule(on_plane, s, middle, b);

  if (fabs(left + right - whole) <= allowed) return left + right;
  return volume(s, a, middle, left, allowed) + volume(s, middle, b, right, allowed);
}

/* ---- unions ---- */

typedef struct {
  Vec3   x[BALLS];
  double r[BALLS];
  int    n;
} Set;

/* Balls whose surfaces meet in a place, which is near to the middle of the edge of two of them,
   seen along (1, 1, 1). */
static Vec3 meeting(Random *random, Set *set)
{
  Vec3 place;

  for (int k = 0; k < 3; k++) vec3_set(&place, k, random_real(random) - .5);
  for (int i = 0; i < set->n; i++) {
    Vec3 way = {1 + .4 * random_real(random), 1 + .4 * random_real(random),
                1 + .4 * random_real(random)};

    vec3_normalize(&way);
    set->r[i] = i == 2 ? .02 : .5 + random_real(random);
    set->x[i] = vec3_axpy(place, -set->r[i], way);
  }
  return place;
}

static Scene scene_of(const BallUnion *u, Vec3 lo)
{
  Scene s = {.n = u->n};

  for (int i = 0; i < u->n; i++) {
    const FineVec c = fine_vec_turn(u->turn, fine_vec_scale(fine(u->scale), fine_vec_of(u->x[i])));
    const Fine    r = fine_product(u->scale, u->r[i]);
    Fine          power = fine_minus(fine_mul(r, r));

    for (int k = 0; k < 3; k++) {
      const Fine d = fine_sub(fine_axis(c, k), fine_sum(vec3_axis(lo, k), -vec3_axis(u->at, k)));

      power = fine_add(power, fine_mul(d, d));
      vec3_set(&s.x[i], k, d.a);
    }
    s.power[i] = power.a;
  }
  return s;
}

/* The centroid of a part is in its box. */
static bool is_in(const BallUnion *u, BallPart part, Vec3 lo, Vec3 hi)
{
  bool in = true;

  for (int k = 0; k < u->dimension; k++) {
    const double from = vec3_axis(lo, k) - vec3_axis(u->at, k),
                 to   = vec3_axis(hi, k) - vec3_axis(u->at, k),
                 x    = vec3_axis(u->centre, k) + vec3_axis(part.first, k) / part.volume,
                 off  = 1e-9 * (to - from) + 1e-15 * (u->radius + fabs(x)); /* rounding */

    in = in && x >= from - off && x <= to + off;
  }
  return in;
}

static double shared(BallUnion *u, Vec3 lo, Vec3 hi, double scale, Quat turn)
{
  double sum = 0;

  for (int i = 0; i < u->n; i++)
    if (ball_union_choose(u, i, scale, turn)) {
      const BallPart part = ball_union_part(u, lo, hi);

      CHECK(!(part.volume > 1e-22 * u->radius * u->radius * u->radius) || is_in(u, part, lo, hi));
      sum += part.volume;
    }
  return sum;
}

/* The part in a box whose lower corner is so deep below the place, over the integral. */
static double compare(uint64_t number, double depth, double *size)
{
  Random     random = random_stream(21, RANDOM_TEST, number);
  Set        set    = {.n = 2 + (int)(number % 2)};
  const Vec3 place  = meeting(&random, &set);
  Quat       turn   = quat_identity();
  double     scale  = 1, part;
  Vec3       lo, hi;
  BallUnion  u;
  Scene      s;

  ball_union_create(3, set.n, set.x, set.r, &u);
  if (number % 4 > 1) { /* far from the origin, turned a bit, and larger */
    turn  = (Quat){.999, .02, -.03, .0264};
    scale = 1.25;
    turn  = quat_normalized(turn);
    u.at  = vec3(12345.678, -9876.5, 4321.0987);
  }
  u.turn  = turn;
  u.scale = scale;
  lo      = vec3_add(u.at, vec3_sub(quat_turn(turn, vec3_scale(scale, place)),
                                    vec3_scale(depth / sqrt(3), vec3(1, 1, 1))));
  hi      = vec3_add(lo, vec3(.01, .01, .01));
  part    = shared(&u, lo, hi, scale, turn);
  s       = scene_of(&u, lo);
  s.edge  = 10 * depth; /* more than the sliver has */
  *size   = part;
  part /= volume(&s, 0, s.edge, 0, 1e-12 * part);
  ball_union_free(&u);
  return part;
}

static void meeting_balls(void)
{
  double worst = 0, least = 1;

  for (uint64_t k = 0; k < 300; k++) {
    double       size;
    const double off = fabs(compare(k, power(10, -3 - (double)(k % 5)), &size) - 1);

    worst = max_real(worst, off);
    least = min_real(least, size);
  }
  test_note("worst %.2g, down to %.2g m^3", worst, least);
  CHECK(worst < 1e-9 && least < 1e-20);
  test_end("slivers in which balls meet have nine digits");
}

/* ---- all kinds of unions ---- */

enum { MANY = 30 };

/* A place that balls and boxes have in common often. */
static double common(Random *random)
{
  return random_real(random) < .4 ? floor(8 * random_real(random)) / 8 : random_real(random);
}

/* Balls of radii up to 1000 times different, alone, nested, touching from both sides, overlapping or
   apart by 1e-12, the same, or nearly. */
static int balls_of(Random *random, int dimension, Vec3 *x, double *r)
{
  const int    n     = 1 + (int)(random_real(random) * (random_real(random) < .5 ? 4 : MANY));
  const double least = random_real(random) < .3 ? 1e-3 : .1;

  for (int i = 0; i < n; i++) {
    const int kind = (int)(8 * random_real(random)), j = (int)(i * random_real(random));
    Vec3      way = {random_real(random) - .5, random_real(random) - .5,
                dimension == 2 ? 0 : random_real(random) - .5};
    double    off = 0;

    x[i] = vec3(common(random), common(random), dimension == 2 ? 0 : common(random));
    r[i] = random_real(random) < .3 ? .25 : least + (.4 - least) * random_real(random);
    if (i == 0 || kind > 4) continue;
    if (kind == 4) way = vec3(kind % 2 ? 1 : -1, 0, 0);
    vec3_normalize(&way);
    if (kind == 0) off = r[j] + r[i] - (random_real(random) < .5 ? 1e-12 : 0);
    if (kind == 1) off = fabs(r[j] - r[i]) + (random_real(random) < .5 ? 1e-12 : 0);
    if (kind == 2) r[i] = r[j];
    if (kind == 3) {
      off  = 1e-12;
      r[i] = r[j] * (1 + 1e-13);
    }
    if (kind == 4) off = r[j];
    x[i] = vec3_axpy(x[j], off, way);
  }
  return n;
}

/* Ends of a box along an axis: at centres, in tangents, in common places or just anywhere. */
static void ends(Random *random, int axis, int n, const Vec3 *x, const double *r, double *lo,
                 double *hi)
{
  const int    i    = (int)(n * random_real(random));
  const double edge = r[i] * power(10, 5 * random_real(random) - 4), at = vec3_axis(x[i], axis);

  switch ((int)(5 * random_real(random))) {
  case 0: *lo = at; break;
  case 1: *lo = at + r[i] * (random_real(random) < .5 ? -1 : 1 - 1e-6 * random_real(random)); break;
  case 2: *lo = common(random); break;
  default: *lo = at + r[i] * (2 * random_real(random) - 1.1);
  }
  *hi = *lo + edge;
}

/* The sum of the parts in eight boxes, or in four, which fill a box. */
static double in_parts(BallUnion *u, Vec3 lo, Vec3 hi, Quat turn)
{
  double sum = 0;

  for (int c = 0; c < (u->dimension == 2 ? 4 : 8); c++) {
    Vec3 a = lo, b = hi;

    for (int axis = 0; axis < u->dimension; axis++)
      vec3_set(c >> axis & 1 ? &a : &b, axis, .4 * vec3_axis(lo, axis) + .6 * vec3_axis(hi, axis));
    sum += shared(u, a, b, 1, turn);
  }
  return sum;
}

static void parts_add_up(void)
{
  const Quat turned = quat_normalized((Quat){.9, .1, -.2, .3});
  double     worst = 0, least = 1;
  int        some = 0;

  for (uint64_t k = 0; k < 6000; k++) {
    Random    random    = random_stream(22, RANDOM_TEST, k);
    const int dimension = k % 4 == 3 ? 2 : 3;
    Vec3      x[MANY], lo = {0, 0, 0}, hi = {0, 0, 1};
    double    r[MANY], whole, sum, most = 0, box = 1;
    const int n = balls_of(&random, dimension, x, r);
    BallUnion u;
    Quat      turn;

    ball_union_create(dimension, n, x, r, &u);
    if (k % 2) u.at = vec3(1e4 * random_real(&random), 1e4 * random_real(&random), -1e4);
    for (int axis = 0; axis < dimension; axis++) {
      double a, b;

      ends(&random, axis, n, x, r, &a, &b);
      vec3_set(&lo, axis, vec3_axis(u.at, axis) + a);
      vec3_set(&hi, axis, vec3_axis(u.at, axis) + b);
      box *= vec3_axis(hi, axis) - vec3_axis(lo, axis);
    }
    turn  = k % 3 || dimension == 2 ? quat_identity() : turned;
    whole = shared(&u, lo, hi, 1, turn);
    sum   = in_parts(&u, lo, hi, turn);
    for (int i = 0; i < n; i++) most = max_real(most, r[i]);
    most *= most * (dimension == 2 ? 1 : most);
    CHECK(whole >= 0 && whole <= box * (1 + 1e-9));
    if (whole > 1e-18 * most || sum > 1e-18 * most) {
      some++;
      least = min_real(least, whole / most);
      worst = max_real(worst, fabs(sum / whole - 1));
    }
    ball_union_free(&u);
  }
  test_note("%d parts, worst %.2g, down to %.2g", some, worst, least);
  CHECK(worst < 1e-9 && least < 1e-14 && some > 2000);
  test_end("parts of boxes add up whatever balls and boxes");
}

TESTS(.ranks = {1})
{
  meeting_balls();
  parts_add_up();
}
