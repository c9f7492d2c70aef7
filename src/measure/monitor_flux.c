/* SPDX-License-Identifier: MIT */
/* Flow through a plane: of the matter that the plane cuts, and of centres that have crossed it. */
#include "base/bounds.h"
#include "measure/monitor.h"
#include "measure/monitor_memory.h"

/* Columns of memory: 1 if the clump is known; side of the last sample: planes that are below it. */
enum { KNOWN, SIDE, MEMORY };

typedef struct {
  Vec3   point, normal; /* unit */
  double period;        /* of the plane along its normal, m; 0: none */
} Flux;

static const Option flux_options[] = {
  {.key   = "point",
   .type  = OPTION_VEC3,
   .unit  = "m",
   .lo    = -LENGTH_MOST,
   .hi    = LENGTH_MOST,
   .flags = PLANAR,
   .help  = "of the plane"},
  {.key   = "normal",
   .type  = OPTION_VEC3,
   .lo    = -LENGTH_MOST,
   .hi    = LENGTH_MOST,
   .flags = PLANAR | FLAT,
   .help  = "direction in which flow counts as positive, of any length"},
  {NULL},
};

static PetscErrorCode flux_read(void *self, const Monitor *m, const MonitorSource *s)
{
  Flux *own = self;

  PetscFunctionBeginUser;
  own->point  = option_vec3(s->options, "monitor", m->name, "point");
  own->normal = option_vec3(s->options, "monitor", m->name, "normal");
  if (!vec3_normalize(&own->normal)) {
    option_mistake(s->options, "monitor", m->name, "normal", "has no direction");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (int k = 0; k < s->domain->dimension; k++) {
    const double along = fabs(vec3_axis(own->normal, k));

    if (!boundary_wraps(s->domain->boundary[k]) || along == 0) continue;
    if (along == 1) own->period = vec3_axis(s->domain->length, k);
    else
      option_mistake(s->options, "monitor", m->name, "normal",
                     "the domain is periodic along %c: allowed: a normal along it, or square to it",
                     "xyz"[k]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Planes, which repeat with the period, that are below the height. */
static double side_of(const Flux *own, double height)
{
  return own->period > 0 ? floor(height / own->period) : height < 0 ? -1 : 0;
}

/* Area over the volume of the part of a body that the plane cuts, 1/m, of all pebbles by their shares. */
static double cut_of(const Flux *own, const Domain *d, const Clumps *c, PetscInt a)
{
  const Template *t     = &c->templates->list[c->template[a]];
  const bool      solid = d->dimension == 3;
  const Vec3      at    = domain_wrapped(d, c->pose[a].x); /* exact: the same after a restart */
  double          sum = 0, cut = 0;

  for (int i = 0; i < t->n; i++) {
    const double r = t->radius[i] * c->scale[a];
    const Vec3   x = vec3_axpy(at, c->scale[a], quat_turn(c->pose[a].q, t->offset[i]));
    double       h = vec3_dot(own->normal, vec3_sub(x, own->point));

    sum += solid ? r * r * r : r * r;
    if (own->period > 0) h -= own->period * floor(h / own->period + 0.5);
    if (!(fabs(h) < r)) continue;
    /* share r^3 / sum, of an area pi (r^2 - h^2) of the volume 4/3 pi r^3; likewise of discs */
    cut += solid ? 0.75 * (r - h) * (r + h) : 2 / PETSC_PI * sqrt((r - h) * (r + h));
  }
  return sum > 0 ? cut / sum : 0;
}

enum { FORWARD, FORWARD_MASS, BACKWARD, BACKWARD_MASS, MASS_FLOW, VOLUME_FLOW, BODY_FLOW, SUMS };

static void add_flow(const Flux *own, const Domain *d, const Clumps *c, PetscInt a, Sum *sum)
{
  const double v = vec3_dot(own->normal, c->motion[a].v), cut = cut_of(own, d, c, a);

  if (cut == 0) return;
  sum_add(&sum[MASS_FLOW], cut * c->mass[a] * v);
  sum_add(&sum[VOLUME_FLOW], cut * clump_volume(c, a) * v);
  sum_add(&sum[BODY_FLOW], cut * v);
}

static PetscErrorCode flux_evaluate(void *self, const Monitor *m, const MonitorScene *scene,
                                    double *number)
{
  const Flux   *own = self;
  const Clumps *c   = scene->measured->scene->clumps;
  double *known = monitor_memory(c, m->memory, KNOWN), *side = monitor_memory(c, m->memory, SIDE);
  Sum     sum[SUMS] = {{{0}, 0}};

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    double now, crossed;

    if (clump_is_gone(c, a) || !clump_is_among(c, a, m->groups)) continue;
    now =
      side_of(own, vec3_dot(own->normal, vec3_sub(measured_place(scene->measured, a), own->point)));
    crossed  = known[a] > 0 ? now - side[a] : 0;
    known[a] = 1;
    side[a]  = now;
    if (crossed != 0) {
      sum_add(&sum[crossed > 0 ? FORWARD : BACKWARD], fabs(crossed));
      sum_add(&sum[crossed > 0 ? FORWARD_MASS : BACKWARD_MASS], fabs(crossed) * c->mass[a]);
    }
    add_flow(own, m->domain, c, a, sum);
  }
  PetscCall(sum_reduce(scene->measured->par, sum, SUMS));
  for (int k = 0; k < SUMS; k++) number[k] = sum_value(&sum[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool flux_column(const void *own, int k, MonitorColumn *column)
{
  static const MonitorColumn columns[SUMS] = {
    {"forward", "1", "crossings of the plane by centres along the normal since the sample before"},
    {"forward_mass", "kg", "mass of these bodies, once for each crossing"},
    {"backward", "1", "crossings against the normal"},
    {"backward_mass", "kg", "mass of these bodies"},
    {"mass_flow", "kg s-1", "flow of mass at this time: of the cuts of pebbles with the plane"},
    {"volume_flow", "m3 s-1", "likewise of volume"},
    {"body_flow", "s-1", "likewise of bodies"},
  };

  (void)own;
  if (k >= SUMS) return false;
  *column = columns[k];
  return true;
}

const MonitorKind monitor_flux = {
  .head     = {.name = "flux",
               .text = "Flow through a plane, of the matter that it cuts and of centres that cross it.",
               .options = {flux_options}},
  .size     = sizeof(Flux),
  .memory   = MEMORY,
  .read     = flux_read,
  .column   = flux_column,
  .evaluate = flux_evaluate};
