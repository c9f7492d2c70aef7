/* SPDX-License-Identifier: MIT */
/* Damping of owned clumps (damping.h): the scenario, and row by row. */
#include "motion/damping/damping.h"
#include "base/sums/sum_bank.h"
#include "motion/tile.h"
#include "motion/total_loads.h"
#include "options/rows.h"

/* clang-format off */
static const Option damping_options[] = {
  REAL(IN(DampingPart, cundall), "1",   "0",      BELOW(0, 1),
      "Cundall's non-viscous damping, as run: damping"),
  REAL(IN(DampingPart, viscous), "1/s", "0",      UP_TO(RATE_MOST),
      "rate a of the force -a m v: velocities fall as exp(-a t)"),
  REAL(IN(DampingPart, turning), "1/s", OPTIONAL, UP_TO(RATE_MOST),
      "rate b of the torque -b I w: spins fall as exp(-b t); default: as viscous"),
  REAL(KEY("fire"),              "1",   OPTIONAL, UNIT_INTERVAL,
      "FIRE relaxation of all clumps: alpha at first, such as 0.1; 0: it waits until an event "
      "sets it"),
  WORDS(KEY("groups"),           OPTIONAL,
      "groups of clumps that it acts on: name or slot=name; default: all clumps"),
  {0},
};
/* clang-format on */

const OptionKind damping_kind = {.name    = "damping",
                                 .named   = true,
                                 .options = damping_options,
                                 .text = "damping of clumps; several objects may act on a clump"};

static DampingPart part_of(const Options *o, const char *name)
{
  DampingPart part = {.name = name};

  options_read_into(o, "damping", name, damping_options, &part);
  if (isnan(part.turning)) part.turning = part.viscous;
  return part;
}

void damping_read(Options *options, Damping *d)
{
  const double       run = option_real(options, "run", NULL, "damping");
  const char *const *names;
  int                n;

  n  = options_objects(options, "damping", &names);
  *d = (Damping){.n = n + 1, .used = n > 0 || run > 0};
  array_create(&d->list, sizeof *d->list, d->n);
  d->list[0] = (DampingPart){.cundall = run};
  for (int k = 0; k < n; k++) {
    const DampingPart part = d->list[k + 1] = part_of(options, names[k]);
    const bool        fire = option_has_value(options, "damping", names[k], "fire");

    if (fire && d->fire.used)
      option_mistake(options, "damping", names[k], "fire",
                     "is given to another object, too: one is enough");
    if (fire && option_is_set(options, "damping", names[k], "groups"))
      option_mistake(options, "damping", names[k], "fire",
                     "does not go with groups: all clumps take part");
    if (fire) d->fire.start = option_real(options, "damping", names[k], "fire");
    d->fire.used = d->fire.used || fire;
    if (!fire && !(part.cundall + part.viscous + part.turning > 0))
      option_mistake(options, "damping", names[k], NULL,
                     "it damps nothing: give cundall, viscous or turning above 0, or fire");
  }
}

void damping_groups(Options *options, Groups *groups, Damping *d)
{
  groups_selected(options, "run", NULL, "damping_groups", groups, &d->list[0].groups);
  for (int k = 1; k < d->n; k++)
    groups_selected(options, "damping", d->list[k].name, "groups", groups, &d->list[k].groups);
}

void damping_change(const Options *options, const char *name, Damping *d)
{
  for (int k = 0; k < d->n; k++) {
    DampingPart   *to  = &d->list[k];
    const uint64_t was = to->groups;

    if (!name && !to->name) to->cundall = option_real(options, "run", NULL, "damping");
    if (!name || !to->name || strcmp(name, to->name) != 0) continue;
    *to        = part_of(options, to->name);
    to->groups = was;
    if (option_has_value(options, "damping", name, "fire"))
      d->fire.start = option_real(options, "damping", name, "fire");
  }
}

void damping_free(Damping *d)
{
  array_free(&d->list);
}

/* ---- loads ---- */

DampingRates damping_rates(const Damping *d, const Clumps *c, PetscInt a)
{
  double       left = 1; /* part of a load that Cundall's damping of all objects leaves */
  DampingRates sum  = {0, 0, 0};

  if (clump_is_gone(c, a) || c->blocked[a] == BLOCK_ALL) return sum;
  for (int k = 0; k < d->n; k++) {
    const DampingPart *part = &d->list[k];

    if (!clump_is_among(c, a, part->groups)) continue;
    left *= 1 - part->cundall;
    sum.viscous += part->viscous;
    sum.turning += part->turning;
  }
  sum.cundall = 1 - left;
  return sum;
}

/* Flow to which damped velocities are relative, m/s. */
static Vec3 flow_of(const CellFlow *flow, const Clumps *c, PetscInt a)
{
  return flow ? cell_flow_at(flow, c, a) : (Vec3){0, 0, 0};
}

void damping_largest(const Damping *d, const Clumps *c, Vec3 gravity, const CellFlow *flow,
                     double *force, double *torque)
{
  const double g = vec3_norm(gravity);

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const DampingRates r     = damping_rates(d, c, a);
    const double       borne = c->borne ? vec3_norm(c->borne[a]) : 0;
    const Vec3         v     = flow ? vec3_sub(c->motion[a].v, flow_of(flow, c, a)) : c->pose[a].v;

    if (r.cundall > 0 || r.viscous > 0)
      *force = max_real(*force, c->mass[a] * (g + borne + r.viscous * vec3_norm(v)));
    if (r.turning > 0)
      *torque =
        max_real(*torque, r.turning * c->pose[a].per_arm * vec3_norm(c->motion[a].momentum));
    if (r.cundall > 0 && c->borne)
      *torque = max_real(*torque, c->pose[a].per_arm * vec3_norm(c->borne_torque[a]));
  }
}

/* Damping of a load: `viscous`, plus `cundall` times |load + viscous| along each axis, against the
   velocity. */
static Vec3 damping_of(double cundall, Vec3 viscous, Vec3 load, Vec3 velocity)
{
  const Vec3 all = vec3_add(load, viscous);
  Vec3       sum = viscous;

  for (int k = 0; k < 3; k++) {
    const double v = vec3_axis(velocity, k), taken = cundall * fabs(vec3_axis(all, k));

    if (v != 0) vec3_set(&sum, k, vec3_axis(viscous, k) + (v > 0 ? -taken : taken));
  }
  return sum;
}

/* A step of damping_apply. */
typedef struct {
  Vec3            gravity;        /* m/s^2 */
  const CellFlow *flow;           /* or NULL */
  double          half;           /* half of the step, s */
  double          work;           /* half of dt_work, s */
  SumBatch        taken, carried; /* for Damping.work, and for the work on the flow */
} DampingStep;

static void damp_row(const Clumps *c, PetscInt a, DampingRates r, DampingStep *s, Loads *loads)
{
  const double     half    = s->half;
  const Vec3       flow    = flow_of(s->flow, c, a);
  const TotalLoads b       = total_loads_of(c, a, s->gravity, half, loads);
  const uint64_t   blocked = c->blocked[a];
  const Quat       q       = c->pose[a].q;
  const Vec3       v       = vec3_scale(1 / (1 + half * r.viscous), vec3_sub(b.v, flow)),
             momentum      = vec3_scale(1 / (1 + half * r.turning), b.momentum),
             w             = clump_along(c, a, q, total_loads_spin(c, a, momentum));
  const Vec3 force         = clump_way_from(
                       c, a, q,
                       unblocked(
                         damping_of(r.cundall,
                                    clump_way_along(c, a, q, vec3_scale(-r.viscous * c->mass[a], v)),
                                    clump_way_along(c, a, q, b.force), clump_way_along(c, a, q, v)),
                         blocked)),
             torque  = unblocked(damping_of(r.cundall,
                                            clump_along(c, a, q, vec3_scale(-r.turning, momentum)),
                                            clump_along(c, a, q, b.torque), w),
                                 blocked >> 3);
  const double power = vec3_dot(force, v) + vec3_dot(torque, w), along = vec3_dot(force, flow);

  total_loads_add(c, a, force, clump_from(c, a, q, torque), loads);
  if (isfinite(s->work * power)) sum_batch_add(&s->taken, -s->work * power);
  if (along != 0 && isfinite(s->work * along)) sum_batch_add(&s->carried, s->work * along);
}

void damping_apply(Damping *d, const Clumps *c, Vec3 gravity, const CellFlow *flow, double dt,
                   double dt_work, Loads *loads)
{
  DampingStep step;

  sum_clear(&d->work);
  sum_clear(&d->flow);
  step.gravity = gravity;
  step.flow    = flow;
  step.half    = 0.5 * dt;
  step.work    = 0.5 * dt_work;
  sum_batch_begin(&step.taken, &d->work);
  sum_batch_begin(&step.carried, &d->flow);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const DampingRates r = damping_rates(d, c, a);

    if (r.cundall > 0 || r.viscous > 0 || r.turning > 0) damp_row(c, a, r, &step, loads);
  }
  sum_batch_end(&step.taken);
  sum_batch_end(&step.carried);
}
