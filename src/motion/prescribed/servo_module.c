/* SPDX-License-Identifier: MIT */
/* The module of servos: motions that respond to the loads of clumps, exact sums over all ranks. */
#include "contact/contacts.h"
#include "contact/wall_loads.h"
#include "matter/module.h"
#include "matter/waiting.h"
#include "motion/prescribed/wall_motion.h"

/* Sums of a reaction: force and torque as in WallLoads and DrivenGroup, then the number of
   contacts. */
enum { REACTION_CONTACTS = WALL_LOAD_SUMS, REACTION_SUMS };

static bool some_respond(const WallMotions *motions)
{
  for (int k = 0; k < motions->n_motions; k++)
    if (motions->motions[k].kind && motions->motions[k].kind->respond) return true;
  return false;
}

static PetscErrorCode resolve(void *self, World *w)
{
  (void)self;
  w->wall_loads = w->wall_loads || some_respond(w->motions);
  return PETSC_SUCCESS;
}

static bool follows(const Follower *f, int motion)
{
  for (int k = 0; k < f->n; k++)
    if (f->motion[k] == motion) return true;
  return false;
}

/* ---- impedance ---- */

static void raise_to_heaviest(const Clumps *c, double *most)
{
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (c->blocked[a] != BLOCK_ALL) *most = max_real(*most, c->mass[a]);
}

/* Largest stiffness of a hard contact of the walls of a motion, N/m; 0: there is none; INFINITY:
   one has no compliance, that of the object *law. */
static double hard_stiffness(World *world, int motion, const char **law)
{
  const WallMotions *all  = world->motions;
  double             most = 0;

  for (int k = 0; k < all->n; k++)
    if (follows(&all->list[k].follows, motion))
      most = max_real(
        most, world_hard_stiffness(world, world->walls->list[all->list[k].wall].material, law));
  return most;
}

/* Largest gain times the dashpots of all contacts. The speed of a step follows from a force that
   includes the dashpots at the speed before; so this part of the speed changes its sign in each
   step, and grows if the product is above 1 (docs/guide/moving.md). */
#define FLIP_MOST 0.85

/* Impedance of a contact of the heaviest clump, kg/s: sqrt(k m), which is pi m / duration of the
   shortest contact, or the fastest dashpot over FLIP_MOST, if that is larger. Lighter clumps are
   damped too much. stiffness: k of hard contacts; 0: there are none. A step may be as long as one
   of these; 2 k dt then lets the force follow within two steps, as the speed follows from the force
   of the step before. Returns 0 if there is no finite impedance. */
static double impedance_of(const World *w, double mass, double stiffness)
{
  const double spring = PETSC_PI * mass / w->shortest_contact,
               soft   = max_real(spring, w->fastest_dashpot * mass / FLIP_MOST);

  if (stiffness == 0) return soft;
  if (!isfinite(stiffness)) return 0;
  return max_real(soft, max_real(sqrt(stiffness * mass), 2 * stiffness * w->clock->dt));
}

/* Tell a motion the impedance of a contact; a mistake if it needs one and there is none. */
static void tell_impedance(World *w, int k, double mass)
{
  const WallMotions *all       = w->motions;
  const TimedMotion *m         = &all->motions[k];
  const char        *law       = NULL;
  const double       stiffness = hard_stiffness(w, k, &law);
  double             impedance = impedance_of(w, mass, stiffness);
  bool               needed    = m->kind->impedance(m->constants, &impedance);

  for (int g = 0; g < all->driven.n && needed; g++)
    if (follows(&all->driven.list[g].follows, k)) {
      option_mistake(w->options, "motion", m->name, "gain",
                     "auto is for walls: give the speed over the force for the group %s",
                     all->driven.list[g].name);
      needed = false; /* told once */
    }
  if (needed && isinf(stiffness))
    option_mistake(w->options, "motion", m->name, "gain",
                   "auto: hard contacts without compliance (constraint: %s) have no impedance: "
                   "give the speed over the force, or compliance",
                   law);
  else if (needed && !(impedance > 0))
    option_mistake(w->options, "motion", m->name, "gain",
                   "auto: no clump can touch the walls: give the speed over the force");
}

/* Set the impedances of servos, when clumps and the shortest contact are known. */
static PetscErrorCode timed(void *self, World *w)
{
  double mass = 0;

  (void)self;
  PetscFunctionBeginUser;
  if (!some_respond(w->motions)) PetscFunctionReturn(PETSC_SUCCESS);
  raise_to_heaviest(w->clumps, &mass);
  raise_to_heaviest(w->waiting->clumps, &mass);
  raise_to_heaviest(w->extremes, &mass);
  PetscCall(parallel_max(w->par, &mass, 1));
  for (int k = 0; k < w->motions->n_motions; k++)
    if (w->motions->motions[k].kind->respond) tell_impedance(w, k, mass);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- response ---- */

static void add(Sum to[REACTION_SUMS], const Sum from[WALL_LOAD_SUMS])
{
  for (int k = 0; k < WALL_LOAD_SUMS; k++) sum_merge(&to[k], &from[k]);
}

static void ask(const void *self, const World *w, AskedSums *asked)
{
  const WallMotions *all = w->motions;
  Sum               *sums;

  (void)self;
  for (int k = 0; k < all->n_motions; k++) {
    if (!all->motions[k].kind->respond) continue;
    asked_sums(asked, REACTION_SUMS, &sums);
    for (int i = 0; i < all->n; i++) {
      const WallLoads *on = &w->contacts->on_walls[all->list[i].wall];

      if (!follows(&all->list[i].follows, k)) continue;
      add(sums, on->sum);
      sum_add_scaled(&sums[REACTION_CONTACTS], on->contacts, 0);
    }
    for (int g = 0; g < all->driven.n; g++)
      if (follows(&all->driven.list[g].follows, k)) add(sums, all->driven.list[g].sum);
  }
}

static PetscErrorCode end_step(void *self, World *w, const Sum *sums)
{
  (void)self;
  for (int k = 0; k < w->motions->n_motions; k++) {
    Reaction r;

    if (!w->motions->motions[k].kind->respond) continue;
    r = (Reaction){.force    = sum_vec3(sums + WALL_FORCE),
                   .torque   = sum_vec3(sums + WALL_TORQUE),
                   .contacts = sum_value(&sums[REACTION_CONTACTS])};
    /* contacts of groups are not counted: one stands for all */
    if (!(r.contacts > 0) && (vec3_norm(r.force) > 0 || vec3_norm(r.torque) > 0)) r.contacts = 1;
    timed_motion_respond(&w->motions->motions[k], clock_time(w->clock), &r);
    w->motions_changed = true;
    sums += REACTION_SUMS;
  }
  return PETSC_SUCCESS;
}

extern const Module servos_module;
const Module        servos_module = {.name  = "servos",
                                     .needs = "motion",
                                     .setup = {.resolve = resolve, .timed = timed},
                                     .step  = {.ask = ask, .end = end_step}};
