/* SPDX-License-Identifier: MIT */
/* Motions that respond to loads (servoing.h): exact sums over all ranks, so that they do the same on
   any number of them. */
#include "sim/servoing.h"
#include "constraint/hard.h"
#include "contact/wall_loads.h"
#include "sim/sim.h"

/* Force, torque, number of contacts. */
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

/* A contact of stiffness k and mass m lasts pi sqrt(m / k): sqrt(k m) = pi m / time. Of the heaviest
   clump and the shortest contact: too much damping where clumps differ. */
static PetscErrorCode impedance_of(const Sim *sim, double *impedance)
{
  double most = 0;

  PetscFunctionBeginUser;
  find_heaviest(sim->clumps, &most);
  find_heaviest(sim->waiting->clumps, &most);
  find_heaviest(sim->entry.extremes, &most);
  PetscCall(parallel_max(&sim->par, &most, 1));
  *impedance = PETSC_PI * most / min_real(sim->shortest.time, sim->shortest.face_time);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- constraints ---- */

/* Their impulses are in no reaction. */
static void check_wall(const Sim *sim, const TimedMotion *m, const Wall *wall)
{
  const char *law = hard_of_material(sim->constraints.hard, wall->material);

  if (law)
    option_mistake(sim->options, "motion", m->name, "walls",
                   "type: %s does not feel the hard contacts of the wall %s (constraint: %s): give "
                   "its material a contact law, or another type",
                   m->kind->head.name, wall->name, law);
}

static void check_group(Sim *sim, const TimedMotion *m, const DrivenGroup *group)
{
  if (sim->constraints.hard || constraint_set(&sim->links)->n_objects > 0)
    option_mistake(sim->options, "motion", m->name, "groups",
                   "type: %s does not feel the constraints of the group %s: leave out the section "
                   "constraint, or give another type",
                   m->kind->head.name, group->name);
}

void servoing_check(Sim *sim)
{
  const WallMotions *motions = &sim->motions;

  for (int k = 0; k < motions->n_motions; k++) {
    const TimedMotion *m = &motions->motions[k];

    if (!m->kind || !m->kind->respond) continue;
    for (int w = 0; w < motions->n; w++)
      if (follows(&motions->list[w].follows, k))
        check_wall(sim, m, &sim->walls.list[motions->list[w].wall]);
    for (int g = 0; g < motions->driven.n; g++)
      if (follows(&motions->driven.list[g].follows, k))
        check_group(sim, m, &motions->driven.list[g]);
  }
}

PetscErrorCode servoing_begin(Sim *sim)
{
  double impedance = 0;

  PetscFunctionBeginUser;
  if (!servoing_is_on(sim)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(impedance_of(sim, &impedance));
  for (int k = 0; k < sim->motions.n_motions; k++) {
    TimedMotion *m    = &sim->motions.motions[k];
    bool         free = true;

    if (!m->kind->respond) continue;
    free = m->kind->impedance(m->constants, impedance);
    for (int g = 0; g < sim->motions.driven.n && !free; g++)
      if (follows(&sim->motions.driven.list[g].follows, k))
        option_mistake(sim->options, "motion", m->name, "gain",
                       "auto is for walls: give the speed over the force for the group %s",
                       sim->motions.driven.list[g].name);
    if (!free && !(impedance > 0))
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
  if (!(r.contacts > 0) && is_touched(&r)) r.contacts = 1; /* of a group: they are not counted */
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
