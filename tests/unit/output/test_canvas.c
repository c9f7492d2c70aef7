/* SPDX-License-Identifier: MIT */
/* Samples of a scene of random balls, rods and triangles against a loop over all of them for each
   ray; the order of objects changes nothing. Bounds of a ball, and two faces with a common side. */
#include "rendered.h"

enum { BALLS = 60, RODS = 30, TRIANGLES = 30, OBJECTS = BALLS + RODS + TRIANGLES };

static uint32_t state;

/* From 0 to 1. */
static double random_part(void)
{
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 16777216.0;
}

static Vec3 random_place(double half)
{
  return vec3(half * (2 * random_part() - 1), half * (2 * random_part() - 1),
              3 + 2 * random_part());
}

/* The same objects for each seed, from number `first` on, and then those before; every other one is
   transparent. */
static Scene random_scene(bool parallel, int first)
{
  Scene     s = scene_ahead(parallel);
  Vec3      x[BALLS], end[RODS][2], corner[TRIANGLES][3];
  double    r[BALLS], wide[RODS];
  const int n = OBJECTS;

  state = 7;
  for (int k = 0; k < BALLS; k++) x[k] = random_place(1.5), r[k] = 0.05 + 0.4 * random_part();
  for (int k = 0; k < 3 * TRIANGLES; k++) corner[k / 3][k % 3] = random_place(1.5);
  for (int k = 0; k < RODS; k++) {
    end[k][0] = random_place(1.5), end[k][1] = random_place(1.5);
    wide[k] = 0.02 + 0.1 * random_part();
  }
  end[0][1] =
    vec3(end[0][0].x, end[0][0].y, end[0][0].z + 0.5); /* along the rays, without perspective */
  for (int i = 0; i < n; i++) {
    const int    k      = (first + i) % n;
    const Colour colour = colour_of(k / 100.0, 0.2, 0.3, k % 2 ? 1 : 0.5);

    if (k < BALLS) scene_ball(&s, x[k], r[k], colour);
    else if (k < BALLS + RODS)
      scene_rod(&s, end[k - BALLS][0], end[k - BALLS][1], wide[k - BALLS], colour);
    else
      scene_triangle(&s, corner[k - BALLS - RODS], (Vec3[]){{0, 0, -1}, {0, 0.1, -1}, {0.1, 0, -1}},
                     colour, false);
  }
  scene_cut(&s, vec3(0, 0.2, 0), vec3(0, 1, 0.3));
  scene_cut(&s, vec3(0.5, 0, 3.2), vec3(1, 0, -1));
  return s;
}

/* Depth at which a ray enters a ball, what is cut off being left out; INFINITY: nowhere. The part
   inside the ball and before the cuts is an interval of the ray. */
static double ball_depth(const Scene *s, const SceneBall *b, Ray ray)
{
  const double A = vec3_dot(ray.way, ray.way), B = vec3_dot(ray.way, vec3_sub(ray.origin, b->x)),
               C = vec3_dot(vec3_sub(ray.origin, b->x), vec3_sub(ray.origin, b->x)) - b->r * b->r;
  double from, to;

  if (B * B - A * C <= 0) return INFINITY;
  from = (-B - sqrt(B * B - A * C)) / A;
  to   = (-B + sqrt(B * B - A * C)) / A;
  for (int k = 0; k < s->n_cuts; k++) {
    const double a  = s->cut[k].at - vec3_dot(s->cut[k].normal, ray.origin),
                 b1 = vec3_dot(s->cut[k].normal, ray.way);

    if (b1 > 0) to = fmin(to, a / b1);
    if (b1 < 0) from = fmax(from, a / b1);
    if (b1 == 0 && a < 0) return INFINITY;
  }
  return from < to ? from : INFINITY;
}

static bool is_in_rod(const Scene *s, const SceneRod *r, Vec3 x)
{
  const Vec3   d  = vec3_sub(x, r->a);
  const double at = vec3_dot(d, r->along), length = vec3_dot(vec3_sub(r->b, r->a), r->along);

  for (int k = 0; k < s->n_cuts; k++)
    if (vec3_dot(s->cut[k].normal, x) > s->cut[k].at) return false;
  return at > 0 && at < length && vec3_dot(d, d) - at * at < r->r * r->r;
}

/* Find all depths at which the ray may meet a face of a rod or a cut, and return the first
   behind which it is inside. */
static double rod_depth(const Scene *s, const SceneRod *r, Ray ray)
{
  const Vec3   o  = vec3_sub(ray.origin, r->a);
  const double oa = vec3_dot(o, r->along), wa = vec3_dot(ray.way, r->along),
               length = vec3_dot(vec3_sub(r->b, r->a), r->along);
  const double A = vec3_dot(ray.way, ray.way) - wa * wa, B = vec3_dot(o, ray.way) - oa * wa,
               C = vec3_dot(o, o) - oa * oa - r->r * r->r;
  double at[4 + SCENE_CUTS], first = INFINITY;
  int    n = 0;

  if (A > 1e-20 && B * B - A * C > 0) {
    at[n++] = (-B - sqrt(B * B - A * C)) / A;
    at[n++] = (-B + sqrt(B * B - A * C)) / A;
  }
  if (wa != 0) at[n++] = -oa / wa, at[n++] = (length - oa) / wa;
  for (int k = 0; k < s->n_cuts; k++)
    at[n++] =
      (s->cut[k].at - vec3_dot(s->cut[k].normal, ray.origin)) / vec3_dot(s->cut[k].normal, ray.way);
  for (int i = 0; i < n; i++) {
    double next = INFINITY;

    for (int k = 0; k < n; k++)
      if (at[k] > at[i]) next = fmin(next, at[k]);
    if (isfinite(next) && at[i] < first && is_in_rod(s, r, ray_at(ray, 0.5 * (at[i] + next))))
      first = at[i];
  }
  return first;
}

/* Solve corner + u (b - a) + v (c - a) = origin + t way by Cramer's rule. */
static double triangle_depth(const Scene *s, const SceneTriangle *t, Ray ray)
{
  const Vec3 b = vec3_sub(t->corner[1], t->corner[0]), c = vec3_sub(t->corner[2], t->corner[0]),
             o = vec3_sub(ray.origin, t->corner[0]), n = vec3_cross(b, c);
  const double d = -vec3_dot(ray.way, n), at = vec3_dot(o, n) / d,
               u = vec3_dot(vec3_cross(ray.way, c), o) / -vec3_dot(vec3_cross(ray.way, c), b) * -1,
               v = vec3_dot(vec3_cross(b, ray.way), o) / vec3_dot(vec3_cross(b, ray.way), c);

  if (!(u >= 0 && v >= 0 && u + v <= 1)) return INFINITY;
  for (int k = 0; k < s->n_cuts; k++)
    if (vec3_dot(s->cut[k].normal, ray_at(ray, at)) > s->cut[k].at) return INFINITY;
  return at;
}

/* Depth and colour of an object. */
static double object_depth(const Scene *s, int k, Ray ray, Colour *colour)
{
  const SceneTriangle *t = &s->triangle[k - s->n_balls - s->n_rods];

  if (k < s->n_balls) {
    *colour = s->ball[k].colour;
    return ball_depth(s, &s->ball[k], ray);
  }
  if (k < s->n_balls + s->n_rods) {
    *colour = s->rod[k - s->n_balls].colour;
    return rod_depth(s, &s->rod[k - s->n_balls], ray);
  }
  *colour = t->colour;
  return triangle_depth(s, t, ray);
}

/* Sorted depths of what is opaque, or not, on a ray. */
static int depths_of(const Scene *s, Ray ray, bool solid, double *depth)
{
  int n = 0;

  for (int k = 0; k < s->n_balls + s->n_rods + s->n_triangles; k++) {
    Colour       colour;
    const double at = object_depth(s, k, ray, &colour);
    int          i  = n;

    if ((colour_opacity(colour) == OPAQUE) != solid || isinf(at)) continue;
    for (; i > 0 && depth[i - 1] > at; i--) depth[i] = depth[i - 1];
    depth[i] = at;
    n++;
  }
  depth[n] = INFINITY;
  return n;
}

static bool is_near(double a, double b)
{
  /* depths are kept as floats, 6e-8 of them; where a ray grazes a ball, the root of
     rounding errors */
  return (isinf(a) && isinf(b)) || fabs(a - b) < 1e-6 * b;
}

static void samples_are_those_of_a_loop(bool parallel)
{
  Scene  s = random_scene(parallel, 0);
  Canvas c;
  double depth[OBJECTS + 1];
  int    wrong = 0, layers = 0;

  canvas_create(&s, s.view.height, true, &c);
  canvas_draw(&c, 0, s.view.height);
  for (int k = 0; k < s.view.width * s.view.height; k++) {
    const Ray    ray   = view_ray(&s.view, k % s.view.width, k / s.view.width);
    const double solid = depths_of(&s, ray, true, depth) > 0 ? depth[0] : INFINITY;
    const int    n     = depths_of(&s, ray, false, depth);

    wrong += !is_near(c.solid[k].depth, solid);
    for (int i = 0; i < CANVAS_LAYERS && i < n && depth[i] < solid; i++, layers++)
      wrong += !is_near(c.layer[CANVAS_LAYERS * k + i].depth, depth[i]);
  }
  CHECK(layers > 3000);
  CHECK(wrong <= 4); /* rays through sides, to the last bit, on which rounding decides */
  canvas_free(&c);
  scene_free(&s);
  test_end(parallel ? "samples are those of a loop over all objects"
                    : "so they are in perspective");
}

static void order_changes_nothing(void)
{
  Scene  s[2] = {random_scene(false, 0), random_scene(false, 41)};
  Canvas c[2];

  scene_sort(&s[1]);
  for (int k = 0; k < 2; k++) {
    canvas_create(&s[k], s[k].view.height, true, &c[k]);
    canvas_draw(&c[k], 0, s[k].view.height);
  }
  {
    const size_t n = (size_t)(s[0].view.width * s[0].view.height) * sizeof *c[0].solid;

    CHECK(memcmp(c[0].solid, c[1].solid, n) == 0);
    CHECK(memcmp(c[0].layer, c[1].layer, CANVAS_LAYERS * n) == 0);
  }
  for (int k = 0; k < 2; k++) canvas_free(&c[k]), scene_free(&s[k]);
  test_end("the order of objects changes no bit");
}

/* A ball beside the middle of the picture is between the tangents of its circle, seen in the planes
   of x and z, and of y and z. */
static void bounds_are_tight(void)
{
  const Vec3   x         = {1.1, 0.4, 6};
  const double r         = 0.6;
  Scene        s         = scene_ahead(false);
  const double per       = view_sharpness(&s.view),
               middle[2] = {FACTOR * WIDE / 2.0, FACTOR * HIGH / 2.0};
  double least[2] = {INFINITY, INFINITY}, most[2] = {0, 0};
  Canvas c;

  scene_ball(&s, x, r, colour_of(1, 0, 0, 1));
  canvas_create(&s, s.view.height, false, &c);
  canvas_draw(&c, 0, s.view.height);
  for (int k = 0; k < s.view.width * s.view.height; k++) {
    const double at[2] = {k % s.view.width + 0.5, k / s.view.width + 0.5};

    for (int i = 0; i < 2 && !isinf(c.solid[k].depth); i++)
      least[i] = fmin(least[i], at[i]), most[i] = fmax(most[i], at[i]);
  }
  for (int i = 0; i < 2; i++) {
    const double way = i == 0 ? x.x : -x.y, lean = atan2(way, x.z),
                 half = asin(r / hypot(way, x.z));

    /* a sample, and the roundness of the rim */
    CHECK_NEAR(least[i], middle[i] + per * tan(lean - half), 1.5);
    CHECK_NEAR(most[i], middle[i] + per * tan(lean + half), 1.5);
  }
  CHECK_NEAR(s.ball[0].lo, least[1], 2); /* rows that are looked at: one more */
  CHECK_NEAR(s.ball[0].hi, most[1], 2);
  canvas_free(&c);
  scene_free(&s);
  test_end("a ball lies between its tangents, and its bounds hold it closely");
}

/* A slanted square of two faces, z = 6 + x / 2, of which depth = 6 / (1 - u / 2) along the ray
   (u, v, 1). */
static void faces_lie_in_their_plane(void)
{
  const Vec3 n = {0.5, 0, -1}, corner[4] = {{-1, -1, 5.5}, {1, -1, 6.5}, {1, 1, 6.5}, {-1, 1, 5.5}};
  Scene      s     = scene_ahead(false);
  double     off   = 0;
  int        holes = 0, inside = 0;
  Canvas     c;

  for (int k = 2; k < 4; k++)
    scene_triangle(&s, (Vec3[]){corner[0], corner[k - 1], corner[k]}, (Vec3[]){n, n, n},
                   colour_of(1, 0, 0, 1), false);
  canvas_create(&s, s.view.height, false, &c);
  canvas_draw(&c, 0, s.view.height);
  for (int k = 0; k < s.view.width * s.view.height; k++) {
    const Vec3   way   = view_ray(&s.view, k % s.view.width, k / s.view.width).way;
    const double depth = 6 / (1 - 0.5 * way.x), seen = c.solid[k].depth;
    const bool   in = fabs(way.x * depth) < 1 - 1e-6 && fabs(way.y * depth) < 1 - 1e-6;

    inside += in;
    holes += in && isinf(seen);
    if (!isinf(seen)) off = fmax(off, fabs(seen - depth));
  }
  CHECK_INT(holes, 0);
  CHECK(inside > 5000);
  CHECK_NEAR(off, 0, 1e-6); /* floats of 6 */
  canvas_free(&c);
  scene_free(&s);
  test_end("faces lie in their plane and leave no gaps between them");
}

TESTS(.ranks = {1})
{
  samples_are_those_of_a_loop(true);
  samples_are_those_of_a_loop(false);
  order_changes_nothing();
  bounds_are_tight();
  faces_lie_in_their_plane();
}
