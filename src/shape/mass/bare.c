/* SPDX-License-Identifier: MIT */
/* Bare surfaces of capsules (bare.h). */
#include "shape/mass/bare.h"

enum { FLUX_PARTS = 10, MOST_PARTS = PATCH_MOMENTS, NODES = 15, MOST_PANELS = 6000 };

/* ---- integrals over an angle ---- */

/* Sets the integrands at an angle. */
typedef void Integrand(const void *self, double angle, double *value);

/* Nodes from the end to the middle, with their weights; each second one is a node of the rule with 7
   nodes, too. */
static const double node_of[8] = {
  0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
  0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
  0.586087235467691130294144691693229, 0.405845151377397166906606412076961,
  0.207784955007898467600689403773245, 0};
static const double weight_of[8] = {
  0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
  0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
  0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
  0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
static const double weight_of_seven[4] = {
  0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
  0.381830050505118944950369775488975, 0.417959183673469387755102040816327};

typedef struct {
  double from, to, error; /* error: largest over the integrands */
  double sum[MOST_PARTS];
} Panel;

typedef struct {
  Integrand  *value;
  const void *self;
  int         parts;
  PetscInt    n, capacity;
  Panel      *list;
} Integral;

static void panel_find(const Integral *of, double from, double to, Panel *p)
{
  const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
  double       seven[MOST_PARTS] = {0}, value[MOST_PARTS];

  *p = (Panel){.from = from, .to = to};
  for (int k = 0; k < NODES; k++) {
    const int m = k < 8 ? k : NODES - 1 - k;

    of->value(of->self, middle + (k < 8 ? -half : half) * node_of[m], value);
    for (int i = 0; i < of->parts; i++) {
      p->sum[i] += half * weight_of[m] * value[i];
      if (m % 2 == 1) seven[i] += half * weight_of_seven[m / 2] * value[i];
    }
  }
  for (int i = 0; i < of->parts; i++) p->error = max_real(p->error, fabs(p->sum[i] - seven[i]));
}

static void panel_add(Integral *of, double from, double to)
{
  array_reserve(&of->list, sizeof *of->list, of->n + 1, &of->capacity);
  panel_find(of, from, to, &of->list[of->n++]);
}

static double width_of(const Panel *p)
{
  return p->to - p->from;
}

static int compare_panels(const void *a, const void *b)
{
  const Panel *p = a, *q = b;

  return p->from < q->from ? -1 : p->from > q->from;
}

/* Halve panel k. False: it is too small, or there are too many. */
static bool panel_halve(Integral *of, PetscInt k)
{
  const double from = of->list[k].from, to = of->list[k].to, middle = 0.5 * (from + to);

  if (!(middle > from && middle < to) || of->n >= MOST_PANELS) return false;
  panel_find(of, from, middle, &of->list[k]);
  panel_add(of, middle, to);
  return true;
}

/* Halve the panel with the largest error until all together are below `least`. Returns the bound. */
static double refine(Integral *of, double least)
{
  for (;;) {
    PetscInt worst = 0;
    double   error = 0;

    for (PetscInt k = 0; k < of->n; k++) {
      error += of->list[k].error;
      if (of->list[k].error > of->list[worst].error) worst = k;
    }
    if (!(error > least) || !panel_halve(of, worst)) return error;
  }
}

/* Halve panels beside much smaller ones: what begins just before the end of a panel is not seen by its
   nodes, but by those of the next one. True: there were such. */
static bool grade(Integral *of)
{
  const double   most = 4; /* the first node is 1/230 of a panel from its end */
  const PetscInt n    = of->n;
  bool           some = false;

  sort_items(of->list, n, sizeof *of->list, compare_panels);
  for (PetscInt k = 0; k < n; k++) {
    const double before = width_of(&of->list[(k + n - 1) % n]),
                 after  = width_of(&of->list[(k + 1) % n]);

    if (width_of(&of->list[k]) > most * min_real(before, after)) some = panel_halve(of, k) || some;
  }
  return some;
}

/* Integrate over 0 .. 2 pi, with panels that become small towards the n angles of `at`. Returns the bound
   of the error, which is about `least`. */
static double integrate(Integral *of, int n, const double *at, double least, double *sum)
{
  enum { GRADES = 8, EVEN = 16 };
  PetscInt capacity = 0, cuts = 0;
  double  *cut = NULL, error;

  array_reserve(&cut, sizeof *cut, EVEN + 1 + n * (2 * GRADES + 1), &capacity);
  for (int k = 0; k <= EVEN; k++) cut[cuts++] = 2 * PETSC_PI * k / EVEN;
  for (int i = 0; i < n; i++)
    for (int k = -GRADES; k <= GRADES; k++) {
      const double off = k == 0 ? 0 : copysign(ldexp(PETSC_PI / 8, abs(k) - GRADES), k);
      const double x   = at[i] + off;

      cut[cuts++] = x - 2 * PETSC_PI * floor(x / (2 * PETSC_PI));
    }
  sort_items(cut, cuts, sizeof *cut, compare_reals);
  of->n = 0;
  for (PetscInt k = 1, from = 0; k < cuts; k++)
    if (cut[k] > cut[from] + 1e-6 ||
        k == cuts - 1) { /* angles that are the same but for rounding */
      panel_add(of, cut[from], cut[k]);
      from = k;
    }
  array_free(&cut);
  do error = refine(of, least);
  while (grade(of));
  for (int i = 0; i < of->parts; i++) {
    sum[i] = 0;
    for (PetscInt k = 0; k < of->n; k++) sum[i] += of->list[k].sum[i];
  }
  array_free(&of->list);
  return error;
}

/* ---- crossings of lines with surfaces ---- */

/* Places on a line, from 0 on: ends, and crossings with other surfaces. */
typedef struct {
  PetscInt n, capacity;
  double  *at;
  double   length;
} Cuts;

static void cut_at(Cuts *c, double x)
{
  if (!(x > 0 && x < c->length)) return;
  array_reserve(&c->at, sizeof *c->at, c->n + 3, &c->capacity);
  c->at[c->n++] = x;
}

static double value_of(int degree, const double *p, double t)
{
  double x = p[degree];

  for (int k = degree - 1; k >= 0; k--) x = x * t + p[k];
  return x;
}

/* Roots of a polynomial within 0 .. 1, ascending: one between each two extremes whose signs differ. */
static int roots_in_unit(int degree, const double *p, double *root)
{
  enum { HALVINGS = 60 };
  double slope[4], cut[6] = {0};
  int    n = 0, cuts = 1;

  if (degree == 0) return 0;
  for (int k = 0; k < degree; k++) slope[k] = (k + 1) * p[k + 1];
  cuts += roots_in_unit(degree - 1, slope, cut + 1);
  cut[cuts] = 1;
  for (int k = 0; k < cuts; k++) {
    double     lo = cut[k], hi = cut[k + 1];
    const bool up = value_of(degree, p, lo) < 0;

    if (up == (value_of(degree, p, hi) < 0)) continue;
    for (int h = 0; h < HALVINGS && lo < hi; h++) {
      const double middle = 0.5 * (lo + hi);

      if ((value_of(degree, p, middle) < 0) == up) lo = middle;
      else hi = middle;
    }
    root[n++] = 0.5 * (lo + hi);
  }
  return n;
}

/* Angles in 0 .. length at which a cos + b sin = c. */
static void cut_circle(double a, double b, double c, Cuts *cuts)
{
  const double size = hypot(a, b);

  if (!(size > 0) || !(fabs(c) < size)) return;
  for (int side = -1; side <= 1; side += 2) {
    double x = atan2(b, a) + side * acos(c / size);

    x -= 2 * PETSC_PI * floor(x / (2 * PETSC_PI));
    cut_at(cuts, x);
  }
}

/* Middle, unit vector along and half length of the axis of a capsule. */
static double axis_of(const Capsule *c, Vec3 *middle, Vec3 *along)
{
  const Vec3   half = vec3_scale(0.5, vec3_sub(c->ends[1], c->ends[0]));
  const double h    = vec3_norm(half);

  *middle = vec3_add(c->ends[0], half);
  *along  = h > 0 ? vec3_scale(1 / h, half) : vec3(1, 0, 0);
  return h;
}

static Vec3 part_across(Vec3 x, Vec3 along)
{
  return vec3_axpy(x, -vec3_dot(x, along), along);
}

static bool is_in(const Capsule *c, Vec3 x)
{
  const Vec3   axis = vec3_sub(c->ends[1], c->ends[0]), way = vec3_sub(x, c->ends[0]);
  const double square = vec3_dot(axis, axis), t = square > 0 ? vec3_dot(way, axis) / square : 0;
  const Vec3   off = vec3_axpy(way, -(t < 0 ? 0 : t > 1 ? 1 : t), axis);

  return vec3_dot(off, off) < c->r * c->r;
}

static bool is_covered(const Covers *by, Vec3 x)
{
  for (int k = 0; k < by->n; k++)
    if (is_in(&by->list[k], x)) return true;
  return false;
}

/* ---- meridians of a sphere ---- */

typedef struct {
  const Covers *by;
  Vec3          centre, frame[3]; /* frame[0]: axis */
  double        r;
  bool          half;
} Sphere;

/* The arc centre + r (cos a + sin e). */
static void cut_arc(const Sphere *s, Vec3 a, Vec3 e, const Capsule *by, Cuts *cuts)
{
  Vec3         middle, along;
  const double h = axis_of(by, &middle, &along), r = s->r;

  for (int k = 0; k < (h > 0 ? 2 : 1); k++) {
    const Vec3 d = vec3_sub(s->centre, by->ends[k]);

    cut_circle(2 * r * vec3_dot(d, a), 2 * r * vec3_dot(d, e),
               by->r * by->r - vec3_dot(d, d) - r * r, cuts);
  }
  if (h > 0) {
    const Vec3 d = vec3_sub(s->centre, middle), off = part_across(d, along),
               u = part_across(a, along), v = part_across(e, along);
    const double a0 = vec3_dot(off, off) - by->r * by->r, b1 = 2 * r * vec3_dot(off, u),
                 c1 = 2 * r * vec3_dot(off, v), cc = r * r * vec3_dot(u, u),
                 cs = 2 * r * r * vec3_dot(u, v), ss = r * r * vec3_dot(v, v);

    for (int side = -1; side <= 1; side += 2)
      cut_circle(r * vec3_dot(a, along), r * vec3_dot(e, along), side * h - vec3_dot(d, along),
                 cuts);
    /* with t = tan(angle / 2), for each quarter of the circle */
    for (int quarter = 0; quarter < 2; quarter++) {
      const double sign = quarter == 0 ? 1 : -1, b = sign * b1, m = sign * cs;
      const double p[5] = {a0 + b + cc, 2 * (c1 + m), 2 * a0 - 2 * cc + 4 * ss, 2 * (c1 - m),
                           a0 - b + cc};
      double       root[4];
      const int    n = roots_in_unit(4, p, root);

      for (int k = 0; k < n; k++)
        cut_at(cuts, quarter == 0 ? 2 * atan(root[k]) : PETSC_PI - 2 * atan(root[k]));
    }
  }
}

/* Integrals of cos^a sin^b sin over 0 .. x, at [a][b]. */
static void arc_integrals(double x, double out[4][4])
{
  const double c = cos(x), s = sin(x), c2 = c * c, s2 = s * s;

  for (int a = 0; a < 4; a++) out[a][0] = (1 - pow(c, a + 1)) / (a + 1);
  out[0][1] = 0.5 * (x - s * c);
  out[1][1] = s2 * s / 3;
  out[2][1] = 0.125 * (x - s * c * (c2 - s2));
  out[0][2] = (1 - c) - (1 - c2 * c) / 3;
  out[1][2] = 0.25 * s2 * s2;
  out[0][3] = 0.375 * x - 0.5 * s * c + 0.125 * s * c * (c2 - s2);
}

/* Exponents of the second and the third component in the moments of a patch. */
static const int exponent[PATCH_MOMENTS][3] = {
  {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 0}, {1, 1, 0}, {1, 0, 1},
  {0, 2, 0}, {0, 1, 1}, {0, 0, 2}, {3, 0, 0}, {2, 1, 0}, {2, 0, 1}, {1, 2, 0},
  {1, 1, 1}, {1, 0, 2}, {0, 3, 0}, {0, 2, 1}, {0, 1, 2}, {0, 0, 3}};

static double power(double x, int n)
{
  return n == 0 ? 1 : n == 1 ? x : n == 2 ? x * x : x * x * x;
}

/* Set the moments of the bare part of a meridian, in the frame of the sphere. */
static void meridian(const void *self, double angle, double *value)
{
  const Sphere *s = self;
  const double  c = cos(angle), n = sin(angle);
  const Vec3    e          = vec3_axpy(vec3_scale(c, s->frame[1]), n, s->frame[2]);
  Cuts          cuts       = {.length = s->half ? 0.5 * PETSC_PI : PETSC_PI};
  double        bare[4][4] = {{0}}, here[4][4], before[4][4];

  array_reserve(&cuts.at, sizeof *cuts.at, 8, &cuts.capacity);
  cuts.at[cuts.n++] = 0;
  for (int k = 0; k < s->by->n; k++) cut_arc(s, s->frame[0], e, &s->by->list[k], &cuts);
  array_reserve(&cuts.at, sizeof *cuts.at, cuts.n + 1, &cuts.capacity);
  cuts.at[cuts.n++] = cuts.length;
  sort_items(cuts.at, cuts.n, sizeof *cuts.at, compare_reals);
  arc_integrals(0, before);
  for (PetscInt k = 1; k < cuts.n; k++) {
    const double middle = 0.5 * (cuts.at[k - 1] + cuts.at[k]);
    const Vec3   x =
      vec3_axpy(vec3_axpy(s->centre, s->r * cos(middle), s->frame[0]), s->r * sin(middle), e);

    arc_integrals(cuts.at[k], here);
    for (int a = 0; a < 4 && !is_covered(s->by, x); a++)
      for (int b = 0; a + b < 4; b++) bare[a][b] += here[a][b] - before[a][b];
    memcpy(before, here, sizeof here);
  }
  array_free(&cuts.at);
  for (int m = 0; m < PATCH_MOMENTS; m++) {
    const int *p = exponent[m];

    value[m] = bare[p[0]][p[1] + p[2]] * power(c, p[1]) * power(n, p[2]);
  }
}

/* Moments in the axes of the set from those in the frame. */
static void turn_moments(const Vec3 frame[3], const double *from, double *to)
{
  for (int m = 0; m < PATCH_MOMENTS; m++) {
    int axes[3], degree = 0;

    for (int k = 0; k < 3; k++)
      for (int i = 0; i < exponent[m][k]; i++) axes[degree++] = k;
    to[m] = 0;
    for (int w = 0; w < (int)power(3, degree); w++) { /* each component in each axis of the frame */
      const int in[3] = {w % 3, w / 3 % 3, w / 9};
      int       p[3] = {0, 0, 0}, at = 0;
      double    factor = 1;

      for (int k = 0; k < degree; k++) {
        factor *= vec3_axis(frame[in[k]], axes[k]);
        p[in[k]]++;
      }
      while (memcmp(exponent[at], p, sizeof p) != 0) at++;
      to[m] += factor * from[at];
    }
  }
}

/* Angles about an axis, in the frame, of directions to the pebbles that may cover: to both ends, and to
   where they are nearest to `of`, as what they cover may be no more than a spot there. */
static int angles_to(const Covers *by, const Capsule *of, const Vec3 frame[3], double *at)
{
  const Vec3 middle = vec3_scale(0.5, vec3_add(of->ends[0], of->ends[1]));
  int        n      = 0;

  for (int k = 0; k < by->n; k++) {
    Vec3 way[3] = {vec3_sub(by->list[k].ends[0], middle), vec3_sub(by->list[k].ends[1], middle)};

    (void)capsules_nearest(of, &by->list[k], &way[2]);
    for (int i = 0; i < 3; i++)
      at[n++] = atan2(vec3_dot(way[i], frame[2]), vec3_dot(way[i], frame[1]));
  }
  return n;
}

static void frame_about(Vec3 axis, Vec3 frame[3])
{
  frame[0] = axis;
  frame[1] = vec3_any_across(axis);
  frame[2] = vec3_cross(axis, frame[1]);
}

/* Relative error at which integrals are good enough. */
static const double wanted = 2e-11;

void bare_sphere(const Covers *by, Vec3 centre, double r, Vec3 axis, bool half, Patch *out)
{
  Sphere        s = {.by = by, .centre = centre, .r = r, .half = half};
  Integral      i = {.value = meridian, .self = &s, .parts = PATCH_MOMENTS};
  double       *at, sum[PATCH_MOMENTS];
  const Capsule own = {{centre, centre}, r};

  frame_about(axis, s.frame);
  array_create(&at, sizeof *at, 3 * by->n + 1);
  /* a component of degree three is the sum of 27 */
  out->error = 6 * integrate(&i, angles_to(by, &own, s.frame, at), at, wanted, sum);
  turn_moments(s.frame, sum, out->moment);
  array_free(&at);
}

/* ---- generators of a cylinder ---- */

typedef struct {
  const Covers *by;
  Vec3   middle, from_origin, frame[3]; /* frame[0]: along the axis; from_origin: of middle */
  double r, half;
} Side;

/* Cut the line from + x along, x in 0 .. length. */
static void cut_line(Vec3 from, Vec3 along, const Capsule *by, Cuts *cuts)
{
  Vec3         middle, axis;
  const double h = axis_of(by, &middle, &axis);

  for (int k = 0; k < (h > 0 ? 2 : 1); k++) {
    const Vec3   d = vec3_sub(by->ends[k], from);
    const double x = vec3_dot(d, along), square = by->r * by->r - (vec3_dot(d, d) - x * x);

    if (!(square > 0)) continue;
    cut_at(cuts, x - sqrt(square));
    cut_at(cuts, x + sqrt(square));
  }
  if (h > 0) {
    const Vec3 d = vec3_sub(from, middle), off = part_across(d, axis), u = part_across(along, axis);
    const double a = vec3_dot(u, u), b = vec3_dot(off, u), c = vec3_dot(off, off) - by->r * by->r,
                 square = b * b - a * c, slope = vec3_dot(along, axis);

    if (a > 0 && square > 0) {
      cut_at(cuts, (-b - sqrt(square)) / a);
      cut_at(cuts, (-b + sqrt(square)) / a);
    }
    if (slope != 0) {
      cut_at(cuts, (-h - vec3_dot(d, axis)) / slope);
      cut_at(cuts, (h - vec3_dot(d, axis)) / slope);
    }
  }
}

/* Set the integrals of the bare part of a generator. */
static void generator(const void *self, double angle, double *value)
{
  const Side *s   = self;
  const Vec3  out = vec3_axpy(vec3_scale(cos(angle), s->frame[1]), sin(angle), s->frame[2]),
             from = vec3_axpy(vec3_axpy(s->middle, -s->half, s->frame[0]), s->r, out),
             q = vec3_axpy(s->from_origin, s->r, out), u = s->frame[0];
  const double g    = vec3_dot(s->from_origin, out) + s->r;
  Cuts         cuts = {.length = 2 * s->half};
  double       z[3] = {0, 0, 0};

  array_reserve(&cuts.at, sizeof *cuts.at, 8, &cuts.capacity);
  cuts.at[cuts.n++] = 0;
  for (int k = 0; k < s->by->n; k++) cut_line(from, u, &s->by->list[k], &cuts);
  array_reserve(&cuts.at, sizeof *cuts.at, cuts.n + 1, &cuts.capacity);
  cuts.at[cuts.n++] = cuts.length;
  sort_items(cuts.at, cuts.n, sizeof *cuts.at, compare_reals);
  for (PetscInt k = 1; k < cuts.n; k++) {
    const double lo = cuts.at[k - 1] - s->half, hi = cuts.at[k] - s->half;

    if (is_covered(s->by, vec3_axpy(from, 0.5 * (cuts.at[k - 1] + cuts.at[k]), u))) continue;
    z[0] += hi - lo;
    z[1] += 0.5 * (hi - lo) * (hi + lo);
    z[2] += (hi * hi * hi - lo * lo * lo) / 3;
  }
  array_free(&cuts.at);
  value[0] = g * z[0];
  value[1] = g * (q.x * z[0] + u.x * z[1]);
  value[2] = g * (q.y * z[0] + u.y * z[1]);
  value[3] = g * (q.z * z[0] + u.z * z[1]);
  value[4] = g * (q.x * q.x * z[0] + 2 * q.x * u.x * z[1] + u.x * u.x * z[2]);
  value[5] = g * (q.x * q.y * z[0] + (q.x * u.y + q.y * u.x) * z[1] + u.x * u.y * z[2]);
  value[6] = g * (q.x * q.z * z[0] + (q.x * u.z + q.z * u.x) * z[1] + u.x * u.z * z[2]);
  value[7] = g * (q.y * q.y * z[0] + 2 * q.y * u.y * z[1] + u.y * u.y * z[2]);
  value[8] = g * (q.y * q.z * z[0] + (q.y * u.z + q.z * u.y) * z[1] + u.y * u.z * z[2]);
  value[9] = g * (q.z * q.z * z[0] + 2 * q.z * u.z * z[1] + u.z * u.z * z[2]);
  /* so that one bound of errors is for all: in units of the size of the body */
  {
    const double size = 1 / (vec3_norm(s->from_origin) + s->r + s->half);

    for (int i = 0; i < FLUX_PARTS; i++) value[i] *= (i == 0 ? 1 : i < 4 ? size : size * size);
  }
}

void bare_side(const Covers *by, const Capsule *of, Vec3 origin, BareFlux *out)
{
  Side     s = {.by = by, .r = of->r};
  Integral i = {.value = generator, .self = &s, .parts = FLUX_PARTS};
  Vec3     along;
  double  *at, sum[FLUX_PARTS], size, error;

  s.half        = axis_of(of, &s.middle, &along);
  s.from_origin = vec3_sub(s.middle, origin);
  size          = vec3_norm(s.from_origin) + s.r + s.half;
  frame_about(along, s.frame);
  array_create(&at, sizeof *at, 3 * by->n + 1);
  error = s.r * integrate(&i, angles_to(by, of, s.frame, at), at, wanted * s.r * s.half, sum);
  array_free(&at);
  for (int k = 0; k < FLUX_PARTS; k++) sum[k] *= s.r * (k == 0 ? 1 : k < 4 ? size : size * size);
  *out = (BareFlux){
    .flux   = sum[0],
    .first  = {sum[1], sum[2], sum[3]},
    .second = {.xx = sum[4], .xy = sum[5], .xz = sum[6], .yy = sum[7], .yz = sum[8], .zz = sum[9]},
    .error  = {error, error * size, error * size * size}};
}
