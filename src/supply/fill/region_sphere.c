/* SPDX-License-Identifier: MIT */
/* A sphere; in two dimensions a circle. */
#include "supply/fill/region.h"

typedef struct {
  Vec3   centre; /* m */
  double radius; /* m */
  int    dimension;
} SphereRegion;

static PetscErrorCode read_sphere(void *own, Options *o, RegionSource s)
{
  const bool point = region_needs(o, s, "point"), radius = region_needs(o, s, "radius");

  PetscFunctionBeginUser;
  if (point && radius)
    *(SphereRegion *)own = (SphereRegion){.centre    = option_vec3(o, s.kind, s.object, "point"),
                                          .radius    = option_real(o, s.kind, s.object, "radius"),
                                          .dimension = s.dimension};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void box(const void *own, Vec3 *lo, Vec3 *hi)
{
  const SphereRegion *s    = own;
  const Vec3          half = vec3(s->radius, s->radius, s->dimension == 2 ? 0 : s->radius);

  *lo = vec3_sub(s->centre, half);
  *hi = vec3_add(s->centre, half);
}

static double volume(const void *own)
{
  const SphereRegion *s = own;
  const double        r = s->radius;

  return s->dimension == 2 ? PETSC_PI * r * r : 4 * PETSC_PI / 3 * r * r * r;
}

/* True if every pebble of the body, with its centre at x, lies in the sphere. */
static bool holds(const SphereRegion *s, const RegionBody *body, Vec3 x)
{
  const Template *t   = body->template;
  const Vec3      arm = vec3_sub(x, s->centre);

  for (int i = 0; i < t->n; i++) {
    const Vec3   at   = vec3_axpy(arm, body->scale, quat_turn(body->q, t->offset[i]));
    const double room = s->radius - body->scale * t->radius[i];

    if (!(room >= 0 && vec3_dot(at, at) <= room * room)) return false;
  }
  return true;
}

/* Uniform over the places that fit, by rejection. */
static bool draw(const void *own, const Domain *d, const RegionBody *body, Random *random, Vec3 *x)
{
  const SphereRegion *s = own;

  for (int k = 0; k < REGION_DRAWS; k++) {
    for (int axis = 0; axis < 3; axis++) {
      const double u = axis < s->dimension ? 2 * random_real(random) - 1 : 0;

      vec3_set(x, axis, vec3_axis(s->centre, axis) + u * s->radius);
    }
    *x = grid_round3(d, *x);
    if (holds(s, body, *x)) return true;
  }
  return false;
}

static bool inside(const void *own, const Domain *d, Vec3 x)
{
  const SphereRegion *s   = own;
  const Vec3          arm = vec3_sub(region_image(d, s->centre, x), s->centre);

  return vec3_dot(arm, arm) <= s->radius * s->radius;
}

static bool misses(const void *own, Vec3 lo, Vec3 hi)
{
  const SphereRegion *s    = own;
  const Vec3          near = {min_real(max_real(s->centre.x, lo.x), hi.x),
                              min_real(max_real(s->centre.y, lo.y), hi.y),
                              min_real(max_real(s->centre.z, lo.z), hi.z)},
             arm           = vec3_sub(near, s->centre);

  return vec3_dot(arm, arm) > s->radius * s->radius;
}

const RegionKind region_sphere = {
  .head   = {.name    = "sphere",
             .text    = "A sphere; in two dimensions a circle.",
             .options = {region_point_keys, region_radius_keys}},
  .fill   = {.name    = "sphere",
             .text    = "A sphere; in two dimensions a circle.",
             .options = {region_point_keys, region_radius_keys}},
  .size   = sizeof(SphereRegion),
  .at     = {"point", "point"},
  .read   = read_sphere,
  .inside = inside,
  .misses = misses,
  .box    = box,
  .volume = volume,
  .draw   = draw,
};
