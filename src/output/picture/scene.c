/* SPDX-License-Identifier: MIT */
/* Objects of a picture, and rays that meet them. */
#include "output/picture/scene.h"
#include "base/elementary.h"

/* ---- camera ---- */

bool view_set(Vec3 from, Vec3 to, Vec3 up, bool parallel, double angle, View *view)
{
  double sine, cosine;

  view->eye   = from;
  view->ahead = vec3_sub(to, from);
  if (!vec3_normalize(&view->ahead) || !vec3_normalize(&up)) return false;
  view->right = vec3_cross(view->ahead, up);
  /* less than a thousandth of a degree apart */
  if (!(vec3_norm(view->right) > 1e-5) || !vec3_normalize(&view->right)) return false;
  view->up       = vec3_cross(view->right, view->ahead);
  view->parallel = parallel;
  sine_cosine_degrees(0.5 * angle, &sine, &cosine);
  view->half = parallel ? 0.5 * angle : sine / cosine;
  view->near = parallel ? -INFINITY : 1e-4 * vec3_norm(vec3_sub(to, from));
  return true;
}

Vec3 view_vector(const View *v, Vec3 d)
{
  return vec3(vec3_dot(d, v->right), vec3_dot(d, v->up), vec3_dot(d, v->ahead));
}

Vec3 view_point(const View *view, Vec3 x)
{
  return view_vector(view, vec3_sub(x, view->eye));
}

Vec3 view_place(const View *v, Vec3 x)
{
  return vec3_axpy(vec3_axpy(vec3_axpy(v->eye, x.x, v->right), x.y, v->up), x.z, v->ahead);
}

/* ---- colours ---- */

static uint32_t byte_of(double part)
{
  return (uint32_t)(255 * max_real(0, min_real(1, part)) + 0.5);
}

Colour colour_of(double red, double green, double blue, double opacity)
{
  return byte_of(red) | byte_of(green) << 8 | byte_of(blue) << 16 | byte_of(opacity) << 24;
}

Colour colour_faded(Colour colour, double opacity)
{
  return (colour & 0xffffffu) | byte_of(opacity) << 24;
}

/* ---- objects ---- */

void scene_free(Scene *s)
{
  array_free(&s->ball);
  array_free(&s->triangle);
  array_free(&s->line);
  array_free(&s->rod);
}

/* Tangents from the origin to the circle of radius r about (x, z), as slopes x / z; z > r. */
static void circle_tangents(double x, double z, double r, double *lo, double *hi)
{
  const double root = r * sqrt(x * x + z * z - r * r), below = z * z - r * r;

  *lo = (x * z - root) / below;
  *hi = (x * z + root) / below;
}

/* Bounds of the image of a ball: lo and hi of x / z, then of y / z. */
static void image_of(const View *view, Vec3 x, double r, double lo[2], double hi[2])
{
  if (view->parallel) {
    lo[0] = x.x - r, hi[0] = x.x + r;
    lo[1] = x.y - r, hi[1] = x.y + r;
    return;
  }
  circle_tangents(x.x, x.z, r, &lo[0], &hi[0]);
  circle_tangents(x.y, x.z, r, &lo[1], &hi[1]);
}

/* Find the rows of samples *first .. *end - 1 that an image with these bounds may cover. False: it is
   beside the picture. */
static bool rows_of(const View *view, const double lo[2], const double hi[2], int32_t *first,
                    int32_t *end)
{
  const double per = view_sharpness(view), wide = 0.5 * view->width, high = 0.5 * view->height;

  if (!(hi[0] * per > -wide && lo[0] * per < wide && hi[1] * per > -high && lo[1] * per < high))
    return false;
  *first = (int32_t)max_real(0, floor(high - hi[1] * per - 0.5));
  *end   = (int32_t)min_real(view->height, ceil(high - lo[1] * per + 0.5));
  return true;
}

void scene_ball(Scene *s, Vec3 x, double r, Colour colour)
{
  SceneBall ball = {.x = view_point(&s->view, x), .r = r, .colour = colour};
  double    lo[2], hi[2];

  if (colour_opacity(colour) == 0 || !(r > 0) || !(ball.x.z - r > s->view.near)) return;
  image_of(&s->view, ball.x, r, lo, hi);
  if (!rows_of(&s->view, lo, hi, &ball.lo, &ball.hi)) return;
  array_reserve(&s->ball, sizeof *s->ball, s->n_balls + 1, &s->ball_capacity);
  s->layered            = s->layered || !is_opaque(colour);
  s->ball[s->n_balls++] = ball;
}

/* Bounds of the image of a rod are those of balls about its ends. */
void scene_rod(Scene *s, Vec3 a, Vec3 b, double r, Colour colour)
{
  const View  *view = &s->view;
  const double per = view_sharpness(view), wide = 0.5 * view->width;
  SceneRod     rod = {.a = view_point(view, a), .b = view_point(view, b), .r = r, .colour = colour};
  double       lo[2], hi[2], lower[2], upper[2];

  rod.along = vec3_sub(rod.b, rod.a);
  if (colour_opacity(colour) == 0 || !(r > 0) || !vec3_normalize(&rod.along) ||
      !(min_real(rod.a.z, rod.b.z) - r > view->near))
    return;
  image_of(view, rod.a, r, lo, hi);
  image_of(view, rod.b, r, lower, upper);
  for (int k = 0; k < 2; k++) {
    lo[k] = min_real(lo[k], lower[k]);
    hi[k] = max_real(hi[k], upper[k]);
  }
  if (!rows_of(view, lo, hi, &rod.lo, &rod.hi)) return;
  rod.left  = (int32_t)max_real(0, floor(wide + lo[0] * per - 0.5));
  rod.right = (int32_t)min_real(view->width, ceil(wide + hi[0] * per + 0.5));
  array_reserve(&s->rod, sizeof *s->rod, s->n_rods + 1, &s->rod_capacity);
  s->layered          = s->layered || !is_opaque(colour);
  s->rod[s->n_rods++] = rod;
}

/* Cut a polygon of 3 corners at the smallest depth drawn; returns the number of corners left. */
static int clip_near(const SceneTriangle *t, double near, Vec3 corner[4], Vec3 normal[4])
{
  int n = 0;

  for (int k = 0; k < 3; k++) {
    const int    l = (k + 1) % 3;
    const double a = t->corner[k].z - near, b = t->corner[l].z - near;

    if (a > 0) corner[n] = t->corner[k], normal[n++] = t->normal[k];
    if ((a > 0) != (b > 0)) {
      const double part = a / (a - b);

      corner[n]   = vec3_axpy(t->corner[k], part, vec3_sub(t->corner[l], t->corner[k]));
      corner[n].z = near;
      normal[n]   = vec3_axpy(t->normal[k], part, vec3_sub(t->normal[l], t->normal[k]));
      n++;
    }
  }
  return n;
}

void scene_triangle(Scene *s, const Vec3 corner[3], const Vec3 normal[3], Colour colour, bool casts)
{
  SceneTriangle t = {.colour = colour, .casts = casts};
  Vec3          at[4], up[4];
  int           n;

  if (colour_opacity(colour) == 0) return;
  for (int k = 0; k < 3; k++) {
    t.corner[k] = view_point(&s->view, corner[k]);
    t.normal[k] = view_vector(&s->view, normal[k]);
  }
  n = clip_near(&t, s->view.near, at, up);
  if (n < 3) return;
  array_reserve(&s->triangle, sizeof *s->triangle, s->n_triangles + n - 2, &s->triangle_capacity);
  for (int k = 2; k < n; k++)
    s->triangle[s->n_triangles++] = (SceneTriangle){.corner = {at[0], at[k - 1], at[k]},
                                                    .normal = {up[0], up[k - 1], up[k]},
                                                    .colour = colour,
                                                    .casts  = casts};
  s->layered = s->layered || !is_opaque(colour);
}

void scene_line(Scene *s, Vec3 a, Vec3 b, double width, Colour colour)
{
  SceneLine    l = {view_point(&s->view, a), view_point(&s->view, b), width, colour};
  const double p = l.a.z - s->view.near, q = l.b.z - s->view.near;

  if (colour_opacity(colour) == 0 || (!(p > 0) && !(q > 0))) return;
  if (!(p > 0)) l.a = vec3_axpy(l.a, p / (p - q), vec3_sub(l.b, l.a)), l.a.z = s->view.near;
  if (!(q > 0)) l.b = vec3_axpy(l.b, q / (q - p), vec3_sub(l.a, l.b)), l.b.z = s->view.near;
  array_reserve(&s->line, sizeof *s->line, s->n_lines + 1, &s->line_capacity);
  s->layered            = s->layered || !is_opaque(colour);
  s->line[s->n_lines++] = l;
}

void scene_cut(Scene *s, Vec3 x, Vec3 normal)
{
  SceneCut *cut = &s->cut[s->n_cuts++];

  cut->normal = view_vector(&s->view, normal);
  cut->at     = vec3_dot(cut->normal, view_point(&s->view, x));
}

/* ---- order ---- */

enum { DRAWERS = 1 << 14 };

/* Index of the part of the range of depths that holds a ball; within a part the order of
   balls is kept. */
static int drawer_of(const SceneBall *b, double lo, double per)
{
  return (int)min_real(DRAWERS - 1, max_real(0, (b->x.z - b->r - lo) * per));
}

void scene_sort(Scene *s)
{
  PetscInt  *first;
  SceneBall *sorted;
  double     lo = INFINITY, hi = -INFINITY, per;

  for (PetscInt i = 0; i < s->n_balls; i++) {
    lo = min_real(lo, s->ball[i].x.z - s->ball[i].r);
    hi = max_real(hi, s->ball[i].x.z - s->ball[i].r);
  }
  per = hi > lo ? DRAWERS / (hi - lo) : 0;
  array_create(&first, sizeof *first, DRAWERS + 1);
  array_create(&sorted, sizeof *sorted, s->n_balls);
  for (PetscInt i = 0; i < s->n_balls; i++) first[drawer_of(&s->ball[i], lo, per) + 1]++;
  for (int k = 0; k < DRAWERS; k++) first[k + 1] += first[k];
  for (PetscInt i = 0; i < s->n_balls; i++)
    sorted[first[drawer_of(&s->ball[i], lo, per)]++] = s->ball[i];
  array_free(&s->ball);
  array_free(&first);
  s->ball          = sorted;
  s->ball_capacity = s->n_balls;
}

/* ---- rays ---- */

/* Depths at which a ray enters and leaves a convex body, and the normal where it enters. */
typedef struct {
  double from, until;
  Vec3   normal;
} Pass;

/* Leave the part with normal . x <= at. False: nothing. */
static bool pass_cut(Pass *p, Ray ray, Vec3 normal, double at)
{
  const double rate = vec3_dot(normal, ray.way), before = at - vec3_dot(normal, ray.origin),
               depth = before / rate;

  if (rate > 0) p->until = min_real(p->until, depth);
  else if (rate < 0 && depth > p->from) p->from = depth, p->normal = normal;
  else if (rate == 0 && before < 0) return false;
  return true;
}

static bool pass_ends(Pass *p, const Scene *scene, Ray ray, double *t, Vec3 *normal)
{
  for (int k = 0; k < scene->n_cuts; k++)
    if (!pass_cut(p, ray, scene->cut[k].normal, scene->cut[k].at)) return false;
  *t      = p->from;
  *normal = p->normal;
  return p->from < p->until;
}

bool ball_hit(const Scene *scene, const SceneBall *ball, Ray ray, double *t, Vec3 *normal)
{
  const Vec3   to = vec3_sub(ball->x, ray.origin);
  const double a = vec3_dot(ray.way, ray.way), b = vec3_dot(ray.way, to);
  const Vec3   miss = vec3_axpy(to, -b / a, ray.way);
  const double root = ball->r * ball->r - vec3_dot(miss, miss);
  const double half = root > 0 ? sqrt(root / a) : 0;
  Pass         pass = {.from = b / a - half, .until = b / a + half};

  if (!(root > 0)) return false;
  pass.normal = vec3_scale(1 / ball->r, vec3_sub(ray_at(ray, pass.from), ball->x));
  return pass_ends(&pass, scene, ray, t, normal);
}

/* Part of v across a unit vector. */
static Vec3 across(Vec3 v, Vec3 unit)
{
  return vec3_axpy(v, -vec3_dot(v, unit), unit);
}

bool rod_hit(const Scene *scene, const SceneRod *rod, Ray ray, double *t, Vec3 *normal)
{
  const Vec3 to  = across(vec3_sub(rod->a, ray.origin), rod->along),
             way = across(ray.way, rod->along);
  const double a = vec3_dot(way, way), b = vec3_dot(way, to);
  const bool   along = !(a > 1e-24 * vec3_dot(ray.way, ray.way)); /* the ray is */
  const Vec3   miss  = along ? to : vec3_axpy(to, -b / a, way);
  const double root  = rod->r * rod->r - vec3_dot(miss, miss);
  const double half  = along || !(root > 0) ? INFINITY : sqrt(root / a);
  Pass         pass  = {.from = along ? -half : b / a - half, .until = along ? half : b / a + half};

  if (!(root > 0)) return false;
  if (!along) pass.normal = vec3_scale(1 / rod->r, vec3_sub(vec3_scale(pass.from, way), to));
  if (!pass_cut(&pass, ray, rod->along, vec3_dot(rod->along, rod->b)) ||
      !pass_cut(&pass, ray, vec3_scale(-1, rod->along), -vec3_dot(rod->along, rod->a)))
    return false;
  return pass_ends(&pass, scene, ray, t, normal);
}

bool is_cut_off(const Scene *scene, Vec3 x)
{
  for (int k = 0; k < scene->n_cuts; k++)
    if (vec3_dot(scene->cut[k].normal, x) > scene->cut[k].at) return true;
  return false;
}
