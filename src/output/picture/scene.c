/* SPDX-License-Identifier: MIT */
#include "base/elementary.h"
#include "output/picture/ray.h"

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

/* True if a part of these bounds is in the picture. */
static bool is_in_picture(const View *view, const double lo[2], const double hi[2])
{
  const double per = view_sharpness(view), wide = 0.5 * view->width, high = 0.5 * view->height;

  return hi[0] * per > -wide && lo[0] * per < wide && hi[1] * per > -high && lo[1] * per < high;
}

PetscErrorCode scene_ball(Scene *s, Vec3 x, double r, Colour colour)
{
  const View  *view = &s->view;
  const double per = view_sharpness(view), high = 0.5 * view->height;
  const Vec3   c = view_point(view, x);
  double       lo[2], hi[2];

  PetscFunctionBeginUser;
  if (colour_opacity(colour) == 0 || !(r > 0) || !(c.z - r > view->near))
    PetscFunctionReturn(PETSC_SUCCESS);
  image_of(view, c, r, lo, hi);
  if (!is_in_picture(view, lo, hi)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_reserve(&s->ball, sizeof *s->ball, s->n_balls + 1, &s->ball_capacity));
  s->ball[s->n_balls++] = (SceneBall){
    .x      = c,
    .r      = r,
    .colour = colour,
    .lo     = (int32_t)max_real(0, floor(high - hi[1] * per - 0.5)),
    .hi     = (int32_t)min_real(view->height, ceil(high - lo[1] * per + 0.5)),
  };
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bounds of the image of a rod are those of balls about its ends. */
PetscErrorCode scene_rod(Scene *s, Vec3 a, Vec3 b, double r, Colour colour)
{
  const View  *view = &s->view;
  const double per = view_sharpness(view), wide = 0.5 * view->width, high = 0.5 * view->height;
  SceneRod     rod = {.a = view_point(view, a), .b = view_point(view, b), .r = r, .colour = colour};
  double       lo[2], hi[2], lower[2], upper[2];

  PetscFunctionBeginUser;
  rod.along = vec3_sub(rod.b, rod.a);
  if (colour_opacity(colour) == 0 || !(r > 0) || !vec3_normalize(&rod.along) ||
      !(min_real(rod.a.z, rod.b.z) - r > view->near))
    PetscFunctionReturn(PETSC_SUCCESS);
  image_of(view, rod.a, r, lo, hi);
  image_of(view, rod.b, r, lower, upper);
  for (int k = 0; k < 2; k++) {
    lo[k] = min_real(lo[k], lower[k]);
    hi[k] = max_real(hi[k], upper[k]);
  }
  if (!is_in_picture(view, lo, hi)) PetscFunctionReturn(PETSC_SUCCESS);
  rod.lo    = (int32_t)max_real(0, floor(high - hi[1] * per - 0.5));
  rod.hi    = (int32_t)min_real(view->height, ceil(high - lo[1] * per + 0.5));
  rod.left  = (int32_t)max_real(0, floor(wide + lo[0] * per - 0.5));
  rod.right = (int32_t)min_real(view->width, ceil(wide + hi[0] * per + 0.5));
  PetscCall(array_reserve(&s->rod, sizeof *s->rod, s->n_rods + 1, &s->rod_capacity));
  s->rod[s->n_rods++] = rod;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode triangle_add(Scene *s, const SceneTriangle *t)
{
  PetscFunctionBeginUser;
  PetscCall(
    array_reserve(&s->triangle, sizeof *s->triangle, s->n_triangles + 1, &s->triangle_capacity));
  s->triangle[s->n_triangles++] = *t;
  PetscFunctionReturn(PETSC_SUCCESS);
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

PetscErrorCode scene_triangle(Scene *s, const Vec3 corner[3], const Vec3 normal[3], Colour colour,
                              bool casts)
{
  SceneTriangle t = {.colour = colour, .casts = casts};
  Vec3          at[4], up[4];
  int           n;

  PetscFunctionBeginUser;
  if (colour_opacity(colour) == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < 3; k++) {
    t.corner[k] = view_point(&s->view, corner[k]);
    t.normal[k] = view_vector(&s->view, normal[k]);
  }
  n = clip_near(&t, s->view.near, at, up);
  for (int k = 2; k < n; k++) {
    const SceneTriangle part = {.corner = {at[0], at[k - 1], at[k]},
                                .normal = {up[0], up[k - 1], up[k]},
                                .colour = colour,
                                .casts  = casts};

    PetscCall(triangle_add(s, &part));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode scene_line(Scene *s, Vec3 a, Vec3 b, double width, Colour colour)
{
  SceneLine    l = {view_point(&s->view, a), view_point(&s->view, b), width, colour};
  const double p = l.a.z - s->view.near, q = l.b.z - s->view.near;

  PetscFunctionBeginUser;
  if (colour_opacity(colour) == 0 || (!(p > 0) && !(q > 0))) PetscFunctionReturn(PETSC_SUCCESS);
  if (!(p > 0)) l.a = vec3_axpy(l.a, p / (p - q), vec3_sub(l.b, l.a)), l.a.z = s->view.near;
  if (!(q > 0)) l.b = vec3_axpy(l.b, q / (q - p), vec3_sub(l.a, l.b)), l.b.z = s->view.near;
  PetscCall(array_reserve(&s->line, sizeof *s->line, s->n_lines + 1, &s->line_capacity));
  s->line[s->n_lines++] = l;
  PetscFunctionReturn(PETSC_SUCCESS);
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

PetscErrorCode scene_sort(Scene *s)
{
  PetscInt  *first;
  SceneBall *sorted;
  double     lo = INFINITY, hi = -INFINITY, per;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < s->n_balls; i++) {
    lo = min_real(lo, s->ball[i].x.z - s->ball[i].r);
    hi = max_real(hi, s->ball[i].x.z - s->ball[i].r);
  }
  per = hi > lo ? DRAWERS / (hi - lo) : 0;
  PetscCall(array_create(&first, sizeof *first, DRAWERS + 1));
  PetscCall(array_create(&sorted, sizeof *sorted, s->n_balls));
  for (PetscInt i = 0; i < s->n_balls; i++) first[drawer_of(&s->ball[i], lo, per) + 1]++;
  for (int k = 0; k < DRAWERS; k++) first[k + 1] += first[k];
  for (PetscInt i = 0; i < s->n_balls; i++)
    sorted[first[drawer_of(&s->ball[i], lo, per)]++] = s->ball[i];
  array_free(&s->ball);
  array_free(&first);
  s->ball          = sorted;
  s->ball_capacity = s->n_balls;
  PetscFunctionReturn(PETSC_SUCCESS);
}
