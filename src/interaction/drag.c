/* SPDX-License-Identifier: MIT */
/* Drag of a fluid of velocity u (flow.h) on each clump, at its centre:

     F = -(c1 + c2 |v - u|) (v - u),   couple -c3 w

   c1 = linear + 6 pi viscosity R (Stokes), c2 = quadratic + density coefficient pi R^2 / 2
   (Newton), c3 = turning + 8 pi viscosity R^3 (Kirchhoff), with R the radius of the sphere of the
   clump's volume. The power -F . v + c3 w^2 that clumps lose to the fluid counts as dissipated; it
   is negative where the fluid drives them. */
#include "base/bounds.h"
#include "base/kernel.h"
#include "interaction/flow.h"
#include "options/rows.h"

typedef struct {
  double linear, quadratic, turning; /* kg/s, kg/m, kg m^2/s */
  double stokes, newton, kirchhoff;  /* factors on R, R^2 and R^3: kg/(m s), kg/m^3, kg/(m s) */
  Flow   flow;                       /* of the fluid */
} Drag;

/* clang-format off */
static const Option drag_options[] = {
  REAL(IN(Drag, linear),    "kg/s",     "0",    UP_TO(COEFFICIENT_MOST),
      "drag force over velocity, the same for all clumps"),
  REAL(IN(Drag, quadratic), "kg/m",     "0",    UP_TO(COEFFICIENT_MOST),
      "drag force over squared velocity, the same for all clumps"),
  REAL(IN(Drag, turning),   "kg m^2/s", "0",    UP_TO(COEFFICIENT_MOST),
      "couple over angular velocity, the same for all clumps"),
  REAL(KEY("viscosity"),    "Pa s",     "0",    UP_TO(COEFFICIENT_MOST),
      "dynamic viscosity: Stokes' drag and couple on the sphere of the clump's volume"),
  REAL(KEY("density"),      "kg/m^3",   "0",    UP_TO(COEFFICIENT_MOST),
      "density of the fluid: quadratic drag, with `coefficient`, on the sphere of the clump's "
      "volume"),
  REAL(KEY("coefficient"),  "1",        "0.44", UP_TO(COEFFICIENT_MOST),
      "drag coefficient that goes with `density`; 0.44: a sphere at Reynolds numbers of 1e3 to "
      "1e5"),
  {NULL},
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

static unsigned drag_read(void *self, const InteractionSource *s)
{
  Drag        *d           = self;
  const double viscosity   = option_real(s->options, "interaction", s->name, "viscosity"),
               density     = option_real(s->options, "interaction", s->name, "density"),
               coefficient = option_real(s->options, "interaction", s->name, "coefficient");

  options_read_into(s->options, "interaction", s->name, drag_options, d);
  d->stokes    = 6 * PETSC_PI * viscosity;
  d->kirchhoff = 8 * PETSC_PI * viscosity;
  d->newton    = 0.5 * PETSC_PI * coefficient * density;
  flow_read(&d->flow, s);
  check_plane(s, "viscosity", viscosity);
  check_plane(s, "density", density);
  if (!(d->linear + d->quadratic + d->turning + viscosity + d->newton > 0))
    option_mistake(s->options, "interaction", s->name, NULL,
                   "no drag: give linear, quadratic or turning, viscosity or density above 0");
  return 0;
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

static PetscErrorCode drag_load(void *self, const Parallel *par, const InteractionSource *s)
{
  return flow_load(&((Drag *)self)->flow, par, s);
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
