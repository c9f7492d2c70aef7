/* SPDX-License-Identifier: MIT */
#include "output/picture/ray.h"

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

void circle_tangents(double x, double z, double r, double *lo, double *hi)
{
  const double root = r * sqrt(x * x + z * z - r * r), below = z * z - r * r;

  *lo = (x * z - root) / below;
  *hi = (x * z + root) / below;
}

bool is_cut_off(const Scene *scene, Vec3 x)
{
  for (int k = 0; k < scene->n_cuts; k++)
    if (vec3_dot(scene->cut[k].normal, x) > scene->cut[k].at) return true;
  return false;
}
