/* SPDX-License-Identifier: MIT */
/* Buoyancy in a fluid at rest below a level surface, against `run: gravity`. On each pebble of
   radius r whose centre is h below the surface, at its centre:

     F = -density g V share,   V = pi t^2 (3 r - t) / 3,   t = r + h within 0 .. 2 r

   is the weight of the fluid that the immersed cap displaces (Archimedes). The centroid of the cap
   is on the vertical through the centre of the pebble, so there is no couple about the centre.
   share: volume of the clump over the sum of the volumes of its pebbles, so that overlaps count
   once. In two dimensions V is the area of the segment of the disc. The energy is density |g| share
   times the integral of V over h. */
#include "base/bounds.h"
#include "base/elementary.h"
#include "base/kernel.h"
#include "interaction/interaction.h"
#include "options/rows.h"

typedef struct {
  Vec3    up;             /* unit vector against gravity */
  double  weight;         /* of a unit of volume, N/m^3 */
  double  level;          /* height of the surface along up, m */
  int32_t endless, plane; /* 1: there is no surface; two dimensions */
} Buoyancy;

/* clang-format off */
static const Option buoyancy_options[] = {
  REAL(KEY("fluid_density"), "kg/m^3", REQUIRED, POSITIVE_UP_TO(DENSITY_MOST),
      "density of the fluid; in two dimensions kg/m^2"),
  REAL(IN(Buoyancy, level),  "m",      OPTIONAL, SIGNED(LENGTH_MOST),
      "height of the fluid's surface against gravity, from the origin; default: all is immersed"),
  {NULL},
};
/* clang-format on */

static unsigned buoyancy_read(void *self, const InteractionSource *s)
{
  Buoyancy    *b       = self;
  const Vec3   gravity = option_vec3(s->options, "run", NULL, "gravity");
  const double size    = vec3_norm(gravity);

  b->weight = option_real(s->options, "interaction", s->name, "fluid_density") * size;
  options_read_into(s->options, "interaction", s->name, buoyancy_options, b);
  b->endless = isnan(b->level);
  if (b->endless) b->level = 0;
  b->plane = s->dimension == 2;
  if (size > 0) b->up = vec3_scale(-1 / size, gravity);
  else
    option_mistake(s->options, "interaction", s->name, NULL,
                   "buoyancy needs gravity, which is 0: give run: gravity");
  return 0;
}

/* Height of the immersed part, m. */
ALWAYS_INLINE double immersed(double r, double h)
{
  const double t = r + h;

  return t < 0 ? 0 : t > 2 * r ? 2 * r : t;
}

/* Area of a segment of this height, and the integral of areas up to it. */
static void segment(double r, double t, double *area, double *integral)
{
  const double u = 1 - t / r, q = sqrt(max_real(0, 1 - u * u)),
               angle = PETSC_PI / 180 * arc_degrees(q, u);

  *area     = r * r * (angle - u * q);
  *integral = r * r * r * (q - q * q * q / 3 - u * angle);
}

/* Volumes of fluid that the pebbles of the batch displace, times share, m^3 (two dimensions: m^2),
   and the integrals of these volumes over the depth of the centre, m^4 (m^3). */
static void find_volumes(const Buoyancy *f, const BodyBatch *b, double *volume, double *integral)
{
  for (int k = 0; k < b->n; k++) {
    const double r = b->radius[k],
                 h = f->level - (f->up.x * b->x[k] + f->up.y * b->y[k] + f->up.z * b->z[k]),
                 t = f->endless ? 2 * r : immersed(r, h);

    if (f->plane) segment(r, t, &volume[k], &integral[k]);
    else {
      volume[k]   = PETSC_PI / 3 * t * t * (3 * r - t);
      integral[k] = PETSC_PI / 12 * t * t * t * (4 * r - t);
    }
    integral[k] += volume[k] * (f->endless ? h - r : max_real(0, h - r));
    volume[k] *= b->share[k];
    integral[k] *= b->share[k];
  }
}

static void buoyancy_act(const void *self, BodyBatch *b)
{
  const Buoyancy *f = self;
  double          volume[INTERACTION_TILE], integral[INTERACTION_TILE];

  find_volumes(f, b, volume, integral);
  for (int k = 0; k < b->n; k++) {
    const double lift = f->weight * volume[k];

    b->fx[k] += lift * f->up.x;
    b->fy[k] += lift * f->up.y;
    b->fz[k] += lift * f->up.z;
  }
}

static void buoyancy_energy(const void *self, const BodyBatch *b, double *energy)
{
  const Buoyancy *f = self;
  double          volume[INTERACTION_TILE], integral[INTERACTION_TILE];

  find_volumes(f, b, volume, integral);
  for (int k = 0; k < b->n; k++) energy[k] += f->weight * integral[k];
}

/* Largest derivative of the lift by the depth: weight times the largest cross-section, pi r^2 (two
   dimensions: 2 r). */
static void buoyancy_limits(const void *self, const FieldBody *b, BodyLimits *limits)
{
  const Buoyancy *f = self;

  if (!f->endless)
    limits->steepness = f->weight * (f->plane ? 2 : PETSC_PI * b->radius) * b->radius;
}

const Interaction interaction_buoyancy = {
  .head   = {.name    = "buoyancy",
             .text    = "lift of a fluid at rest on immersed parts of pebbles.",
             .options = {interaction_groups, buoyancy_options}},
  .size   = sizeof(Buoyancy),
  .read   = buoyancy_read,
  .limits = buoyancy_limits,
  .body =
    &(const BodyForce){
      .bodies = BODIES_PEBBLES,
      .act    = buoyancy_act,
      .energy = buoyancy_energy,
    },
};
