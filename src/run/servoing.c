/* SPDX-License-Identifier: MIT */
/* Motions that respond to loads (servoing.h). The loads are exact sums over all ranks, so that
   motions have the same bits on any number of ranks. */
#include "run/servoing.h"
#include "constraint/hard/hard.h"
#include "contact/wall_loads.h"
#include "run/sim.h"

/* Sums of a reaction: force, torque, then the number of contacts. */
enum { REACTION_CONTACTS = WALL_WORK, REACTION_SUMS };

bool servoing_is_on(const Sim *sim)
{
  for (int k = 0; k < sim->motions.n_motions; k++)
    if (sim->motions.motions[k].kind && sim->motions.motions[k].kind->respond) return true;
  return false;
}

static bool follows(const Follower *f, int motion)
{
  for (int k = 0; k < f->n; k++)
    if (f->motion[k] == motion) return true;
  return false;
}

/* ---- impedance ---- */

static void find_heaviest(const Clumps *c, double *most)
{
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (c->blocked[a] != BLOCK_ALL) *most = max_real(*most, c->mass[a]);
}

/* Largest stiffness of a hard contact of the walls of a motion, N/m; 0: there is none; INFINITY:
   one has no compliance, that of the object *law. */
static double hard_stiffness(const Sim *sim, int motion, const char **law)
{
  double most = 0;

  for (int w = 0; w < sim->motions.n; w++)
    if (follows(&sim->motions.list[w].follows, motion))
      most =
        max_real(most, hard_stiffest(sim->constraints.hard,
                                     sim->walls.list[sim->motions.list[w].wall].material, law));
  return most;
}

/* Largest share of a force that the dashpots of contacts may give back in the next step. The speed
   in a step follows from a force that includes the dashpots at the speed of the step before; so
   their part of it changes its sign in each step, and grows if the share is beyond 1
   (docs/moving.md). */
#define FLIP_MOST 0.85

/* Impedance of a contact of the heaviest clump, kg/s; where clumps differ, it damps the others too
   much. A contact of stiffness k and mass m lasts pi sqrt(m / k), so sqrt(k m) = pi m / time of the
   shortest one. Steps with hard contacts of stiffness k may be as long as that time: then the
   dashpot lets the force follow within two steps, as the speed follows from the force of the step
   before. stiffness 0: no hard contacts. Returns 0 if there is no finite impedance. */
static double impedance_of(const Sim *sim, double mass, double stiffness)
{
  const double spring = PETSC_PI * mass / min_real(sim->shortest.time, sim->shortest.face_time),
               soft   = max_real(spring, sim->shortest.rate * mass / FLIP_MOST);

  if (stiffness == 0) return soft;
  if (!isfinite(stiffness)) return 0;
  return max_real(soft, max_real(sqrt(stiffness * mass), 2 * stiffness * sim->clock.dt));
}

static PetscErrorCode find_mass(const Sim *sim, double *most)
{
  PetscFunctionBeginUser;
  *most = 0;
  find_heaviest(sim->clumps, most);
  find_heaviest(sim->waiting->clumps, most);
  find_heaviest(sim->entry.extremes, most);
  PetscCall(parallel_max(&sim->par, most, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode servoing_begin(Sim *sim)
{
  double mass = 0;

  PetscFunctionBeginUser;
  if (!servoing_is_on(sim)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_mass(sim, &mass));
  for (int k = 0; k < sim->motions.n_motions; k++) {
    TimedMotion *m         = &sim->motions.motions[k];
    const char  *law       = NULL;
    const double stiffness = hard_stiffness(sim, k, &law);
    double       impedance = impedance_of(sim, mass, stiffness);
    bool         free      = true;

    if (!m->kind->respond) continue;
    free = m->kind->impedance(m->constants, &impedance);
    for (int g = 0; g < sim->motions.driven.n && !free; g++)
      if (follows(&sim->motions.driven.list[g].follows, k)) {
        option_mistake(sim->options, "motion", m->name, "gain",
                       "auto is for walls: give the speed over the force for the group %s",
                       sim->motions.driven.list[g].name);
        free = true; /* said once */
      }
    if (!free && isinf(stiffness))
      option_mistake(
        sim->options, "motion", m->name, "gain",
        "auto: hard contacts without compliance (constraint: %s) have no impedance: give "
        "the speed over the force, or compliance",
        law);
    else if (!free && !(impedance > 0))
      option_mistake(sim->options, "motion", m->name, "gain",
                     "auto: no clump can touch the walls: give the speed over the force");
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- response ---- */

static void add(Sum to[REACTION_SUMS], const Sum from[WALL_SUMS])
{
  for (int k = 0; k < WALL_WORK; k++) sum_merge(&to[k], &from[k]);
}

static void find_reaction(const Sim *sim, int motion, Sum sums[REACTION_SUMS])
{
  for (int k = 0; k < sim->motions.n; k++) {
    const MovingWall *w  = &sim->motions.list[k];
    const WallLoads  *on = &sim->contacts->on_walls[w->wall];

    if (!follows(&w->follows, motion)) continue;
    add(sums, on->sum);
    sum_add_scaled(&sums[REACTION_CONTACTS], on->contacts, 0);
  }
  for (int g = 0; g < sim->motions.driven.n; g++)
    if (follows(&sim->motions.driven.list[g].follows, motion))
      add(sums, sim->motions.driven.list[g].sum);
}

static Vec3 vector_of(const Sum sums[3])
{
  return (Vec3){sum_value(&sums[0]), sum_value(&sums[1]), sum_value(&sums[2])};
}

static bool is_touched(const Reaction *r)
{
  return vec3_norm(r->force) > 0 || vec3_norm(r->torque) > 0;
}

static PetscErrorCode respond(Sim *sim, int motion)
{
  Sum      sums[REACTION_SUMS];
  Reaction r;

  PetscFunctionBeginUser;
  memset(sums, 0, sizeof sums);
  find_reaction(sim, motion, sums);
  PetscCall(sum_reduce(&sim->par, sums, REACTION_SUMS));
  r = (Reaction){.force    = vector_of(sums + WALL_FORCE),
                 .torque   = vector_of(sums + WALL_TORQUE),
                 .contacts = sum_value(&sums[REACTION_CONTACTS])};
  if (!(r.contacts > 0) && is_touched(&r)) r.contacts = 1; /* those of groups are not counted */
  timed_motion_respond(&sim->motions.motions[motion], sim_time(sim), &r);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode servoing_respond(Sim *sim)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < sim->motions.n_motions; k++)
    if (sim->motions.motions[k].kind->respond) PetscCall(respond(sim, k));
  PetscFunctionReturn(PETSC_SUCCESS);
}
