/* SPDX-License-Identifier: MIT */
/* Forces of a fluid on single bodies: lift and drag; and their exchange of heat with it. */
#include "base/elementary.h"
#include "base/kernel.h"
#include "interaction/flow.h"
#include "interaction/interaction.h"
#include "options/rows.h"

/* ---- buoyancy ---- */

/* Buoyancy in a fluid at rest below a level surface, against `run: gravity`. On each pebble of
   radius r whose centre is h below the surface, at its centre:

     F = -density g V share,   V = pi t^2 (3 r - t) / 3,   t = r + h within 0 .. 2 r

   is the weight of the fluid that the immersed cap displaces (Archimedes). The centroid of the cap
   is on the vertical through the centre of the pebble, so there is no couple about the centre.
   share: volume of the clump over the sum of the volumes of its pebbles, so that overlaps count
   once. In two dimensions V is the area of the segment of the disc. The energy is density |g| share
   times the integral of V over h. */

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
  {0},
};
/* clang-format on */

static void buoyancy_read(void *self, const InteractionSource *s)
{
  Buoyancy    *b       = self;
  const Vec3   gravity = option_vec3(s->options, "run", NULL, "gravity");
  const double size    = vec3_norm(gravity);

  b->weight  = option_real(s->options, "interaction", s->name, "fluid_density") * size;
  b->endless = isnan(b->level);
  if (b->endless) b->level = 0;
  b->plane = s->dimension == 2;
  if (size > 0) b->up = vec3_scale(-1 / size, gravity);
  else
    option_mistake(s->options, "interaction", s->name, NULL,
                   "buoyancy needs gravity, which is 0: give run: gravity");
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

/* ---- drag ---- */

/* Drag of a fluid of velocity u (flow.h) on each clump, at its centre:

     F = -(c1 + c2 |v - u|) (v - u),   couple -c3 w

   c1 = linear + 6 pi viscosity R (Stokes), c2 = quadratic + density coefficient pi R^2 / 2
   (Newton), c3 = turning + 8 pi viscosity R^3 (Kirchhoff), with R the radius of the sphere of the
   clump's volume. The power -F . v + c3 w^2 that clumps lose to the fluid counts as dissipated; it
   is negative where the fluid drives them. */

typedef struct {
  double linear, quadratic, turning; /* kg/s, kg/m, kg m^2/s */
  double viscosity, density, coefficient;
  double stokes, newton, kirchhoff; /* factors on R, R^2 and R^3: kg/(m s), kg/m^3, kg/(m s) */
  Flow   flow;                      /* of the fluid */
} Drag;

/* clang-format off */
static const Option drag_options[] = {
  REAL(IN(Drag, linear),    "kg/s",     "0",    UP_TO(COEFFICIENT_MOST),
      "drag force over velocity, the same for all clumps"),
  REAL(IN(Drag, quadratic), "kg/m",     "0",    UP_TO(COEFFICIENT_MOST),
      "drag force over squared velocity, the same for all clumps"),
  REAL(IN(Drag, turning),   "kg m^2/s", "0",    UP_TO(COEFFICIENT_MOST),
      "couple over angular velocity, the same for all clumps"),
  REAL(IN(Drag, viscosity), "Pa s",     "0",    UP_TO(COEFFICIENT_MOST),
      "dynamic viscosity: Stokes' drag and couple on the sphere of the clump's volume"),
  REAL(IN(Drag, density),   "kg/m^3",   "0",    UP_TO(COEFFICIENT_MOST),
      "density of the fluid: quadratic drag, with `coefficient`, on the sphere of the clump's "
      "volume"),
  REAL(IN(Drag, coefficient), "1",        "0.44", UP_TO(COEFFICIENT_MOST),
      "drag coefficient that goes with `density`; 0.44: a sphere at Reynolds numbers of 1e3 to "
      "1e5"),
  {0},
};
/* clang-format on */

/* Stokes' and Newton's drag are those of spheres: in two dimensions they are a mistake. */
static void check_plane(const InteractionSource *s, const char *key, double value)
{
  if (s->dimension == 2 && value > 0)
    option_mistake(
      s->options, "interaction", s->name, key,
      "is for spheres, in three dimensions; in two give linear, quadratic and turning");
}

static void drag_read(void *self, const InteractionSource *s)
{
  Drag *d = self;

  d->stokes    = 6 * PETSC_PI * d->viscosity;
  d->kirchhoff = 8 * PETSC_PI * d->viscosity;
  d->newton    = 0.5 * PETSC_PI * d->coefficient * d->density;
  flow_read(&d->flow, s);
  check_plane(s, "viscosity", d->viscosity);
  check_plane(s, "density", d->density);
  if (!(d->linear + d->quadratic + d->turning + d->viscosity + d->newton > 0))
    option_mistake(s->options, "interaction", s->name, NULL,
                   "no drag: give linear, quadratic or turning, viscosity or density above 0");
}

static inline double couple_of(const Drag *d, double r)
{
  return d->turning + d->kirchhoff * r * r * r;
}

KERNEL static void slow(const Drag *d, BodyBatch *b, double (*u)[INTERACTION_TILE])
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double r = b->radius[k], vx = b->vx[k] - u[0][k], vy = b->vy[k] - u[1][k],
                 vz   = b->vz[k] - u[2][k];
    const double drag = d->linear + d->stokes * r +
                        (d->quadratic + d->newton * r * r) * sqrt(vx * vx + vy * vy + vz * vz);
    const double turning = couple_of(d, r);

    b->fx[k] -= drag * vx;
    b->fy[k] -= drag * vy;
    b->fz[k] -= drag * vz;
    b->cx[k] -= turning * b->wx[k];
    b->cy[k] -= turning * b->wy[k];
    b->cz[k] -= turning * b->wz[k];
  }
}

static void drag_act(const void *self, BodyBatch *b)
{
  double u[3][INTERACTION_TILE];

  flow_velocity(&((const Drag *)self)->flow, b, u);
  slow(self, b, u);
}

/* Quadratic drag counts twice in the derivative of the force by the speed relative to the fluid. */
static void drag_limits(const void *self, const FieldBody *body, BodyLimits *limits)
{
  const Drag  *d      = self;
  const double radius = body->radius;

  limits->slowing =
    d->linear + d->stokes * radius +
    2 * (d->quadratic + d->newton * radius * radius) * (body->speed + d->flow.fastest);
  limits->turn_slowing = couple_of(d, radius);
}

static PetscErrorCode drag_load(void *self, const InteractionSource *s)
{
  return flow_load(&((Drag *)self)->flow, s);
}

static void drag_explain(const void *self, const BodyBatch *b, int k, char *text, size_t size)
{
  const Flow *f = &((const Drag *)self)->flow;

  formulas_explain(f->formula, f->n_formulas, b, k, text, size);
}

static void drag_free(void *self)
{
  flow_free(&((Drag *)self)->flow);
}

const Interaction interaction_drag = {
  .head   = {.name    = "drag",
             .text    = "drag of a fluid on clumps, linear and quadratic.",
             .source  = "Batchelor 1967, An Introduction to Fluid Dynamics, sec. 4.9",
             .options = {interaction_groups, drag_options, flow_options}},
  .size   = sizeof(Drag),
  .loses  = true,
  .read   = drag_read,
  .load   = drag_load,
  .limits = drag_limits,
  .body =
    &(const BodyForce){
      .bodies  = BODIES_CLUMPS,
      .act     = drag_act,
      .explain = drag_explain,
    },
  .free = drag_free,
};

/* ---- convection ---- */

/* Heat exchange with a fluid of uniform temperature, by Newton's law of cooling:

     Q = transfer A (T_fluid - T),

   with A = 4 pi R^2 the surface of the sphere of the clump's volume; in two dimensions A = 2 pi R,
   of the disc, for each metre of thickness. Clumps without a specific heat keep their
   temperature. */

typedef struct {
  double  transfer;    /* W/(m^2 K) */
  double  temperature; /* of the fluid, K */
  int32_t plane;       /* 1: two dimensions */
} Convection;

/* clang-format off */
static const Option convection_options[] = {
  REAL(IN(Convection, transfer),                             "W/(m^2 K)", REQUIRED, UP_TO(1e30),
      "heat flow over area and difference of temperatures; the area is that of the sphere of the "
      "clump's volume"),
  REAL(KEY_IN("fluid_temperature", Convection, temperature), "K", REQUIRED, POSITIVE_UP_TO(1e30),
      "temperature of the fluid"),
  {0},
};
/* clang-format on */

static void convection_read(void *self, const InteractionSource *s)
{
  Convection *c = self;

  c->plane = s->dimension == 2;
}

/* Heat flow over the difference of temperatures, W/K. */
static double conductance(const Convection *c, double radius)
{
  return c->transfer * 2 * PETSC_PI * radius * (c->plane ? 1 : 2 * radius);
}

static void convection_act(const void *self, BodyBatch *b)
{
  const Convection *c = self;

  for (int k = 0; k < b->n; k++)
    b->flow[k] += conductance(c, b->radius[k]) * (c->temperature - b->value[k]);
}

static void convection_limits(const void *self, const FieldBody *body, BodyLimits *limits)
{
  limits->conducts = conductance(self, body->radius);
}

const Interaction interaction_convection = {
  .head     = {.name    = "convection",
               .text    = "heat exchange of clumps with a fluid.",
               .source  = "Bergman et al. 2011, Fundamentals of Heat and Mass Transfer, eq. 1.3a",
               .options = {interaction_groups, convection_options}},
  .size     = sizeof(Convection),
  .gives    = GIVES_BODY_FLOW,
  .quantity = &quantity_temperature,
  .read     = convection_read,
  .limits   = convection_limits,
  .body =
    &(const BodyForce){
      .bodies = BODIES_CLUMPS,
      .act    = convection_act,
    },
};
