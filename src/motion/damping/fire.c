/* SPDX-License-Identifier: MIT */
/* FIRE (fire.h), and its module, whose constants and state are with those of damping. */
#include "motion/damping/fire.h"
#include "base/bounds.h"
#include "matter/module.h"
#include "motion/integrator.h"
#include "motion/tile.h"
#include "motion/total_loads.h"

/* Steps before alpha falls, and its factor (Bitzek et al. 2006). */
enum { DELAY = 5 };
#define FALL 0.99

static const StateItem fire_state[] = {
  ITEM(REAL, IN(Fire, alpha), NULL, 0, 1,
       "part of the velocities that is turned towards the forces"),
  ITEM(INT64, IN(Fire, along), NULL, 0, STEPS_MOST, "steps since the forces did no work"),
  {0},
};

/* Motion and load of a clump along its free degrees of freedom. */
typedef struct {
  Vec3 flow, v, momentum, force, torque;
} FreeMotion;

static bool takes_part(const Clumps *c, PetscInt a)
{
  return !clump_is_gone(c, a) && c->blocked[a] != BLOCK_ALL;
}

/* The vector with its components about axes of blocked rotation set to 0. */
static Vec3 free_turn(const Clumps *c, PetscInt a, Vec3 v)
{
  const Quat q = c->pose[a].q;

  if (clump_is_still(c, a)) return (Vec3){0, 0, 0};
  if (!(c->blocked[a] & BLOCK_TURN)) return v;
  return clump_from(c, a, q, unblocked(clump_along(c, a, q, v), c->blocked[a] >> 3));
}

static FreeMotion free_motion_of(const Clumps *c, PetscInt a, const FireScene *s)
{
  const Quat q  = c->pose[a].q;
  const Vec3 at = s->flow ? cell_flow_at(s->flow, c, a) : (Vec3){0, 0, 0};
  Vec3 v = vec3_sub(c->motion[a].v, at), momentum = c->motion[a].momentum, torque = c->torque[a],
       force = clump_is_heavy(c, a) ? vec3_axpy(c->force[a], c->mass[a], s->gravity) : c->force[a];

  if (c->borne) {
    v        = vec3_axpy(v, s->last * s->dt, c->borne[a]);
    momentum = vec3_axpy(momentum, s->last * s->dt, c->borne_torque[a]);
    force    = vec3_axpy(force, c->mass[a], c->borne[a]);
    torque   = vec3_add(torque, c->borne_torque[a]);
  }
  return (FreeMotion){.flow     = at,
                      .v        = clump_free_way(c, a, q, v),
                      .momentum = free_turn(c, a, momentum),
                      .force    = clump_free_way(c, a, q, force),
                      .torque   = free_turn(c, a, torque)};
}

/* Change of the spin by an angular impulse. */
static Vec3 spin_of(const Clumps *c, PetscInt a, Vec3 impulse)
{
  if (clump_is_still(c, a)) return (Vec3){0, 0, 0};
  return clump_spin_by(c, a, c->pose[a].q, impulse);
}

void fire_add(const Clumps *c, const FireScene *s, Sum sums[FIRE_SUMS])
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    FreeMotion f;
    Vec3       w;

    if (!takes_part(c, a)) continue;
    f = free_motion_of(c, a, s);
    w = spin_of(c, a, f.momentum);
    sum_add(&sums[FIRE_POWER], vec3_dot(f.force, f.v) + vec3_dot(f.torque, w));
    sum_add(&sums[FIRE_MOTION], c->mass[a] * vec3_dot(f.v, f.v) + vec3_dot(f.momentum, w));
    sum_add(&sums[FIRE_FORCE],
            vec3_dot(f.force, f.force) / c->mass[a] + vec3_dot(f.torque, spin_of(c, a, f.torque)));
  }
}

/* Take part `away` of the momenta, and add `more` (s) times the forces. */
static void mix_row(Clumps *c, PetscInt a, const FreeMotion *f, double away, double more, double dt,
                    Sum *taken, Sum *supplied)
{
  /* changes of velocity, momentum and spin, and the means of before and after */
  const Vec3 dv     = vec3_axpy(vec3_scale(-away, f->v), more / c->mass[a], f->force);
  const Vec3 dl     = vec3_axpy(vec3_scale(-away, f->momentum), more, f->torque);
  const Vec3 dw     = spin_of(c, a, dl);
  const Vec3 mean_v = vec3_axpy(f->v, 0.5, dv);
  const Vec3 mean_w = vec3_axpy(spin_of(c, a, f->momentum), 0.5, dw);
  /* The last term (0.5 dt): the ledger has booked the work of the forces in the next half step with
     the velocities before this change, and this is the rest. */
  const double gained = c->mass[a] * vec3_dot(mean_v, dv) + vec3_dot(mean_w, dl) +
                        0.5 * dt * (vec3_dot(f->force, dv) + vec3_dot(f->torque, dw));

  sum_add(taken, -gained);
  sum_add(supplied, c->mass[a] * vec3_dot(f->flow, dv));
  c->motion[a].v = vec3_add(c->motion[a].v, dv);
  if (clump_is_still(c, a)) return;
  c->motion[a].momentum = vec3_add(c->motion[a].momentum, dl);
  c->w[a]               = total_loads_spin(c, a, c->motion[a].momentum);
}

void fire_mix(Fire *fire, Clumps *c, const FireScene *s, const double total[FIRE_SUMS], Sum *taken,
              Sum *supplied)
{
  double away = 1, more = 0;

  if (!(fire->alpha > 0) || fire->alpha > fire->start) fire->alpha = fire->start;
  if (total[FIRE_POWER] > 0 && total[FIRE_FORCE] > 0) {
    if (++fire->along > DELAY) fire->alpha *= FALL;
    away = fire->alpha;
    more = fire->alpha * sqrt(total[FIRE_MOTION] / total[FIRE_FORCE]);
  } else {
    fire->along = 0;
    fire->alpha = fire->start;
  }
  for (PetscInt a = 0; a < c->n_owned; a++) {
    FreeMotion f;

    if (!takes_part(c, a)) continue;
    f = free_motion_of(c, a, s);
    mix_row(c, a, &f, away, more, s->dt, taken, supplied);
  }
}

/* ---- the module ---- */

extern const Module fire_module;

static PetscErrorCode read(void *self, World *w)
{
  return module_take(&fire_module, self, w); /* World.damping has its constants already */
}

static FireScene scene_of(const World *w)
{
  return (FireScene){
    .gravity = w->gravity, .flow = w->flow, .dt = w->clock->dt, .last = w->integrator->last};
}

static PetscErrorCode prepare(void *self, World *w, bool again)
{
  (void)self;
  (void)again;
  if (w->damping->fire.start > 0) world_complete(w);
  return PETSC_SUCCESS;
}

static void ask(const void *self, const World *w, AskedSums *asked)
{
  const FireScene scene = scene_of(w);
  Sum            *sums;

  (void)self;
  if (!(w->damping->fire.start > 0)) return;
  asked_sums(asked, FIRE_SUMS, &sums);
  fire_add(w->clumps, &scene, sums);
}

static PetscErrorCode end_step(void *self, World *w, const Sum *sums)
{
  const FireScene scene = scene_of(w);
  double          total[FIRE_SUMS];

  (void)self;
  if (!sums) return PETSC_SUCCESS;
  for (int k = 0; k < FIRE_SUMS; k++) total[k] = sum_value(&sums[k]);
  fire_mix(&w->damping->fire, w->clumps, &scene, total, world_energy(w, "damping"),
           world_energy(w, "cell"));
  world_touched(w);
  return PETSC_SUCCESS;
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  (void)self;
  if (!w || w->damping->fire.used)
    state_list(parts, STATE_FOLDER, "damping", "fire", fire_state, w ? &w->damping->fire : NULL);
  return PETSC_SUCCESS;
}

const Module fire_module = {.name  = "fire",
                            .needs = "damping",
                            .setup = {.read = read},
                            .step  = {.prepare = prepare, .ask = ask, .end = end_step},
                            .list  = list};
