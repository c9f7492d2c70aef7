/* SPDX-License-Identifier: MIT */
/* Sphere, or circle in two dimensions: one feature, 0. Inside: a hollow in a solid; outside: a
   solid ball. */
#include "wall/surface.h"

typedef struct {
  Vec3         centre, centre_given; /* now, and before it moved, m */
  double       radius;               /* m */
  double       sign;                 /* 1: clumps are outside, -1: inside */
  Displacement moved;
} Sphere;

static void *sphere_read(Options *options, const char *wall)
{
  int            n;
  const double  *radius = option_reals(options, "wall", wall, "radius", &n);
  const Vec3     centre = option_vec3(options, "wall", wall, "point");
  const WallSide side   = surface_side(options, wall, SIDE_INSIDE, true);
  Sphere         sphere = {.centre       = centre,
                           .centre_given = centre,
                           .sign         = side == SIDE_OUTSIDE ? 1 : -1,
                           .moved        = {.turn = {1, 0, 0, 0}}};

  if (!option_has_value(options, "wall", wall, "radius")) return NULL;
  if (n != 1 || !(radius[0] > 0)) {
    option_mistake(options, "wall", wall, "radius", "of a sphere; allowed: one number > 0");
    return NULL;
  }
  sphere.radius = radius[0];
  return surface_keep(&sphere, sizeof sphere);
}

static void sphere_place(void *constants, const Displacement *d)
{
  Sphere *s = constants;

  s->centre = displaced_point(d, s->centre_given);
  s->moved  = *d;
}

static void sphere_check_period(Options *options, const char *wall, const void *constants,
                                const bool periodic[3])
{
  (void)constants;
  surface_not_periodic(options, wall, "a sphere", periodic);
}

static double sphere_bound(const void *constants, int feature, Vec3 x)
{
  const Sphere *s = constants;

  (void)feature;
  return s->sign * (vec3_norm(vec3_sub(x, s->centre)) - s->radius);
}

static void sphere_seek(const void *constants, Vec3 lo, Vec3 hi, double reach, Features *out)
{
  features_seek(constants, 1, sphere_bound, lo, hi, reach, out);
}

/* At the centre itself, where no direction is the nearest, the normal is along x. */
static void sphere_nearest(Nearest *t, int from, int to)
{
  for (int k = from; k < to; k++) {
    const Sphere *s    = t->constants[k];
    const Vec3    d    = vec3_sub(nearest_point(t, k), s->centre);
    const double  size = vec3_norm(d);

    nearest_set(t, k, s->sign * (size - s->radius),
                size > 0 ? vec3_scale(s->sign / size, d) : vec3(s->sign, 0, 0));
  }
}

static bool sphere_confines(const void *constants, Vec3 up, Vec3 *point, Vec3 *normal)
{
  const Sphere *s = constants;

  *point  = vec3_axpy(s->centre, -s->radius, up);
  *normal = up;
  return s->sign < 0;
}

static void sphere_facets(const void *constants, const FacetBox *box, Facets *facets)
{
  enum { RINGS = 24 };
  const Sphere *s = constants;
  Vec3          centre[RINGS + 1];
  double        radius[RINGS + 1];

  for (int k = 0; k <= RINGS; k++) {
    const double a = PETSC_PI * k / RINGS;

    centre[k] = vec3_axpy(s->centre, -s->radius * cos(a), vec3(0, 0, 1));
    radius[k] = k % RINGS ? s->radius * sin(a) : 0;
  }
  if (box->planar) facets_rings(facets, 1, &s->centre, &s->radius, vec3(1, 0, 0), vec3(0, 1, 0));
  else facets_rings(facets, RINGS + 1, centre, radius, vec3(1, 0, 0), vec3(0, 1, 0));
}

static bool sphere_is_hollow(const void *constants)
{
  return ((const Sphere *)constants)->sign < 0;
}

static bool sphere_is_ball(const void *constants)
{
  return ((const Sphere *)constants)->sign > 0;
}

static void sphere_ridges(const void *constants, Ridges *ridges)
{
  const Sphere *s = constants;

  ridges_add(ridges, (Ridge){.a = s->centre_given, .b = s->centre_given, .radius = s->radius});
}

const Surface surface_sphere = {
  .head         = {.name    = "sphere",
                   .text    = "sphere (in two dimensions a circle), solid on the other side",
                   .options = {surface_point_options, surface_radius_options, surface_solid_options}},
  .read         = sphere_read,
  .place        = sphere_place,
  .check_period = sphere_check_period,
  .moved        = offsetof(Sphere, moved),
  .geometry     = {.seek     = sphere_seek,
                   .nearest  = sphere_nearest,
                   .confines = sphere_confines,
                   .facets   = sphere_facets},
  .ridges       = &(const SurfaceRidges){.is_hollow = sphere_is_hollow,
                                         .list      = sphere_ridges,
                                         .is_ball   = sphere_is_ball},
};
