/* SPDX-License-Identifier: MIT */
/* Flow through a plane: of the matter that the plane cuts, and of centres that have crossed it. */
#include "base/bounds.h"
#include "base/box.h"
#include "measure/monitor/monitor.h"
#include "options/rows.h"

/* Columns of memory: 1 if the clump is known; side of the last sample: planes that are below it. */
enum { KNOWN, SIDE, MEMORY };

typedef struct {
  Vec3   point, normal; /* unit */
  double period;        /* of the plane along its normal, m; 0: none */
  double radius;        /* of the disc around point that counts, m; INFINITY: all */
} Flux;

/* clang-format off */
static const Option flux_options[] = {
  VEC3_PLANAR(KEY("point"), "m", REQUIRED, SIGNED(LENGTH_MOST), "of the plane"),
  VEC3_FLAT(KEY("normal"),  "",  REQUIRED,              SIGNED(LENGTH_MOST),
      "direction in which flow counts as positive, of any length"),
  REAL(IN(Flux, radius),    "m", OPTIONAL_OR(INFINITY), POSITIVE_UP_TO(LENGTH_MOST),
      "of the disc around point that counts; without it all of the plane, or what of it is in lo "
      ".. hi"),
  {0},
};
/* clang-format on */

/* True if the plane, or an image of it, meets the box. */
static bool meets_box(const Flux *own, Vec3 lo, Vec3 hi)
{
  const double at = vec3_dot(own->normal, own->point);
  double       lowest, highest;

  box_range(own->normal, lo, hi, &lowest, &highest);
  lowest -= at;
  highest -= at;
  return own->period > 0 ? floor(highest / own->period) * own->period >= lowest
                         : lowest <= 0 && highest >= 0;
}

/* True if the box is out of reach of the plane, or of the disc. */
static bool flux_misses(const void *self, Vec3 lo, Vec3 hi)
{
  const Flux *own  = self;
  Vec3        from = own->point, to = own->point;

  for (int k = 0; k < 3 && own->radius < INFINITY; k++) {
    const double along  = vec3_axis(own->normal, k),
                 across = own->radius * sqrt(max_real(0, 1 - along * along));

    vec3_set(&from, k, vec3_axis(from, k) - across);
    vec3_set(&to, k, vec3_axis(to, k) + across);
  }
  return !meets_box(own, lo, hi) || (own->radius < INFINITY && !box_meets(from, to, lo, hi));
}

static void flux_read(void *self, const Monitor *m, const World *w)
{
  Flux *own = self;

  own->point  = option_vec3(w->options, "monitor", m->name, "point");
  own->normal = option_vec3(w->options, "monitor", m->name, "normal");
  if (!vec3_normalize(&own->normal)) {
    option_mistake(w->options, "monitor", m->name, "normal", "has no direction");
    return;
  }
  for (int k = 0; k < w->domain->dimension; k++) {
    const double along = fabs(vec3_axis(own->normal, k));

    if (!boundary_wraps(w->domain->boundary[k]) || along == 0) continue;
    if (along == 1) own->period = vec3_axis(w->domain->length, k);
    else
      option_mistake(w->options, "monitor", m->name, "normal",
                     "the domain is periodic along %c: allowed: a normal along it, or square to it",
                     "xyz"[k]);
  }
  options_read_into(w->options, "monitor", m->name, flux_options, own);
  if (!m->bins.follows && !meets_box(own, m->bins.lo, m->bins.hi))
    option_mistake(w->options, "monitor", m->name,
                   option_is_set(w->options, "monitor", m->name, "lo") ? "lo" : "hi",
                   "the plane does not meet the window, so that nothing would ever be counted");
}

/* True if the point x of the plane is in the part that counts. */
static bool counts_at(const Flux *own, const Monitor *m, Vec3 x)
{
  Vec3 arm = vec3_sub(x, own->point);

  if (!m->bins.follows && bins_find(&m->view, x) < 0) return false; /* it has a window */
  if (isinf(own->radius)) return true;
  arm = domain_shifted(m->domain, arm, domain_nearest(m->domain, arm));
  arm = vec3_axpy(arm, -vec3_dot(arm, own->normal), own->normal);
  return vec3_dot(arm, arm) <= own->radius * own->radius;
}

/* The point at which the centre x, with velocity v, last crossed the plane, on a straight line.
   height: of x over the plane below it; side: number of planes below x. */
static Vec3 crossing(const Flux *own, Vec3 x, Vec3 v, double height, double side, double crossed)
{
  const double speed = vec3_dot(own->normal, v),
               over  = height - own->period * (crossed > 0 ? side : side + 1);

  return vec3_axpy(x, speed * crossed > 0 ? -over / speed : 0, v);
}

/* Area in which the plane cuts a body over the volume of the body, 1/m: sum over its pebbles
   by their shares. */
static double cut_of(const Flux *own, const Monitor *m, const Clumps *c, PetscInt a)
{
  const Domain   *d     = m->domain;
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
    if (!(fabs(h) < r) || !counts_at(own, m, vec3_axpy(x, -h, own->normal))) continue;
    /* share r^3 / sum times area pi (r^2 - h^2) over volume 4/3 pi r^3; the same for discs */
    cut += solid ? 0.75 * (r - h) * (r + h) : 2 / PETSC_PI * sqrt((r - h) * (r + h));
  }
  return sum > 0 ? cut / sum : 0;
}

enum { FORWARD, FORWARD_MASS, BACKWARD, BACKWARD_MASS, MASS_FLOW, VOLUME_FLOW, BODY_FLOW, SUMS };

static PetscErrorCode flux_evaluate(void *self, const Monitor *m, const MonitorScene *scene,
                                    double *number)
{
  const Flux   *own = self;
  const Clumps *c   = scene->measured->scene->clumps;
  double *known = monitor_memory(c, m->memory, KNOWN), *side = monitor_memory(c, m->memory, SIDE);
  Sum     sum[SUMS] = {{{0}, 0}};

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const double v = vec3_dot(own->normal, c->motion[a].v);
    double       now, crossed, height, cut;
    Vec3         x;

    if (!monitor_counts(m, c, a)) continue;
    x      = measured_place(scene->measured, a);
    height = vec3_dot(own->normal, vec3_sub(x, own->point));
    /* number of planes below the height; planes repeat with the period */
    now      = own->period > 0 ? floor(height / own->period) : height < 0 ? -1 : 0;
    crossed  = known[a] > 0 ? now - side[a] : 0;
    known[a] = 1;
    side[a]  = now;
    if (crossed != 0 && counts_at(own, m, crossing(own, x, c->motion[a].v, height, now, crossed))) {
      sum_add(&sum[crossed > 0 ? FORWARD : BACKWARD], fabs(crossed));
      sum_add(&sum[crossed > 0 ? FORWARD_MASS : BACKWARD_MASS], fabs(crossed) * c->mass[a]);
    }
    cut = cut_of(own, m, c, a);
    if (cut == 0) continue;
    sum_add(&sum[MASS_FLOW], cut * c->mass[a] * v);
    sum_add(&sum[VOLUME_FLOW], cut * clump_volume(c, a) * v);
    sum_add(&sum[BODY_FLOW], cut * v);
  }
  PetscCall(sum_reduce(scene->measured->par, sum, SUMS));
  for (int k = 0; k < SUMS; k++) number[k] = sum_value(&sum[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* clang-format off */
static const MonitorColumn flux_columns[] = {
  {"forward", "1", "crossings of the plane by centres along the normal since the sample before"},
  {"forward_mass", "kg", "mass of these bodies, once for each crossing"},
  {"backward", "1", "crossings against the normal"},
  {"backward_mass", "kg", "mass of these bodies"},
  {"mass_flow", "kg s-1", "flow of mass at this time: of the cuts of pebbles with the plane"},
  {"volume_flow", "m3 s-1", "likewise of volume"},
  {"body_flow", "s-1", "likewise of bodies"},
  {.name = ""},
};
/* clang-format on */

const MonitorKind monitor_flux = {
  .head     = {.name = "flux",
               .text = "Flow through a plane, of the matter that it cuts and of centres that cross it.",
               .options = {flux_options}},
  .size     = sizeof(Flux),
  .windowed = true,
  .memory   = MEMORY,
  .read     = flux_read,
  .misses   = flux_misses,
  .columns  = flux_columns,
  .evaluate = flux_evaluate};
