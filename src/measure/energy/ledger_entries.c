/* SPDX-License-Identifier: MIT */
/* The entries of the ledger, but for parts of others (ledger_parts.c). */
#include "base/sums/sum_bank.h"
#include "constraint/hard/hard.h"
#include "link/links.h"
#include "measure/measured.h"

/* ---- gravity ---- */

/* Potential energy of clumps in uniform gravity, zero at the origin. */

static PetscErrorCode gravity_add(const Measured *m, Sum *sum)
{
  const Clumps *c = m->scene->clumps;
  SumBatch      all;

  PetscFunctionBeginUser;
  sum_batch_begin(&all, sum);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_moves(m, a) && clump_is_heavy(c, a))
      sum_batch_add(&all, -c->mass[a] * vec3_dot(m->gravity, measured_place(m, a)));
  sum_batch_end(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const LedgerEntry ledger_gravity = {
  .name = "gravity",
  .text = "Potential energy in gravity, zero at the origin.",
  .side = LEDGER_STORED,
  .add  = gravity_add,
};

/* ---- contacts ---- */

/* Work of contact forces, and the part of it that the contacts' springs store. */

static PetscErrorCode add_elastic(const Measured *m, Sum *sum)
{
  return contacts_energy(m->contacts, m->scene, SLOTS_ALL, sum);
}

static const Sum *contacts_half(const Measured *m)
{
  return &m->contacts->work;
}

const LedgerEntry ledger_contacts = {
  .name = "contacts",
  .text = "Work that contact forces have taken from the clumps.",
  .side = LEDGER_TAKEN,
  .half = contacts_half,
};

const LedgerEntry ledger_elastic = {
  .name = "elastic",
  .text = "Elastic energy of contacts.",
  .side = LEDGER_STORED,
  .from = &ledger_contacts,
  .add  = add_elastic,
};

/* ---- links ---- */

/* Energy stored in springs and bonds, and energy that they have lost. Their work is part of that of
   contacts, so that the energy stored in a bond is dissipated when it breaks. */

static bool links_is_used(const Measured *m)
{
  return m->scene->links && links_are_used(m->scene->links);
}

static bool acts(const Measured *m)
{
  return m->scene->links && links_act(m->scene->links);
}

static PetscErrorCode links_add(const Measured *m, Sum *sum)
{
  links_energy(m->scene->links, m->scene, m->templates, sum);
  return PETSC_SUCCESS;
}

static const Sum *damped(const Measured *m)
{
  return &m->scene->links->damped;
}

const LedgerEntry ledger_links = {
  .name    = "links",
  .text    = "Elastic energy of springs and bonds.",
  .side    = LEDGER_STORED,
  .from    = &ledger_contacts,
  .is_used = links_is_used,
  .add     = links_add,
};

const LedgerEntry ledger_links_broken = {
  .name    = "links_broken",
  .text    = "Part of what is dissipated: energy of springs and bonds when they broke.",
  .side    = LEDGER_PART,
  .is_used = acts,
};

const LedgerEntry ledger_links_damped = {
  .name    = "links_damped",
  .text    = "Part of what is dissipated: work of the dashpots of springs and bonds.",
  .side    = LEDGER_PART,
  .is_used = acts,
  .half    = damped,
};

/* ---- interactions ---- */

/* Energy stored in interactions: potentials between pebbles, and of bodies in fields. Energy lost
   in interactions is added to the work of contacts. */

static bool interactions_is_used(const Measured *m)
{
  return m->interactions->n > 0;
}

static PetscErrorCode interactions_add(const Measured *m, Sum *sum)
{
  const InteractionScene scene = measured_interactions(m);

  return interactions_energy(m->interactions, &scene, sum);
}

const LedgerEntry ledger_interactions = {
  .name    = "interactions",
  .text    = "Energy stored in interactions.",
  .side    = LEDGER_STORED,
  .is_used = interactions_is_used,
  .add     = interactions_add,
};

/* ---- deformable ---- */

/* Energy stored in deformable bodies, and energy lost when they yield. The work of their dashpots
   is added to that of contacts. */

static bool deformable_is_used(const Measured *m)
{
  return m->deforms && m->deforms->n > 0;
}

static bool yields(const Measured *m)
{
  return m->deforms && m->deforms->yields;
}

static PetscErrorCode deformable_add(const Measured *m, Sum *sum)
{
  deforms_energy(m->deforms, m->scene->clumps, sum);
  return PETSC_SUCCESS;
}

const LedgerEntry ledger_deformable = {
  .name    = "deformable",
  .text    = "Energy stored in deformable bodies.",
  .side    = LEDGER_STORED,
  .is_used = deformable_is_used,
  .add     = deformable_add,
};

const LedgerEntry ledger_yielding = {
  .name    = "yielding",
  .text    = "Energy that deformable bodies have lost by yielding.",
  .side    = LEDGER_TAKEN,
  .is_used = yields,
};

/* ---- walls ---- */

/* Work of walls that follow prescribed motions. */

static bool walls_move(const Measured *m)
{
  return m->scene->walls->move;
}

static const Sum *walls_half(const Measured *m)
{
  return &m->contacts->driven;
}

const LedgerEntry ledger_walls = {
  .name    = "walls",
  .text    = "Work that walls which move have done on the clumps.",
  .side    = LEDGER_SUPPLIED,
  .is_used = walls_move,
  .half    = walls_half,
};

/* ---- faces ---- */

/* Energy that reflecting faces take. */

static bool faces_is_used(const Measured *m)
{
  return m->faces != NULL;
}

const LedgerEntry ledger_faces = {
  .name    = "faces",
  .text    = "Energy that reflecting faces have taken from the clumps.",
  .side    = LEDGER_TAKEN,
  .is_used = faces_is_used,
};

/* ---- driven ---- */

/* Work of groups of clumps that follow prescribed motions. */

static bool groups_move(const Measured *m)
{
  return m->driven && m->driven->n > 0;
}

static const Sum *driven_half(const Measured *m)
{
  return &m->driven->work;
}

const LedgerEntry ledger_driven = {
  .name    = "groups",
  .text    = "Work that groups of clumps which follow motions have done on the others.",
  .side    = LEDGER_SUPPLIED,
  .is_used = groups_move,
  .half    = driven_half,
};

/* ---- cell ---- */

/* Work of the faces of a cell that deforms. */

static bool cell_is_used(const Measured *m)
{
  return m->images != NULL;
}

static const Sum *cell_half(const Measured *m)
{
  return m->images;
}

const LedgerEntry ledger_cell = {
  .name = "cell",
  .text =
    "Work that the faces of a deforming cell have done on the clumps: of forces between clumps "
    "and images, and of going to another image.",
  .side    = LEDGER_SUPPLIED,
  .is_used = cell_is_used,
  .half    = cell_half,
};

/* ---- forces ---- */

/* Work of the forces of the scenario, and of electric fields. */

static bool forces_is_used(const Measured *m)
{
  return interactions_supply(m->interactions);
}

static const Sum *forces_half(const Measured *m)
{
  return &m->interactions->supplied;
}

const LedgerEntry ledger_forces = {
  .name = "forces",
  .text =
    "Work that the forces of the section `force` and electric fields have done on the clumps.",
  .side    = LEDGER_SUPPLIED,
  .is_used = forces_is_used,
  .half    = forces_half,
};

/* ---- damping ---- */

/* Work that damping takes from the clumps. */

static bool damping_is_used(const Measured *m)
{
  return m->damping && m->damping->used;
}

static const Sum *damping_half(const Measured *m)
{
  return &m->damping->work;
}

const LedgerEntry ledger_damping = {
  .name    = "damping",
  .text    = "Work that `run: damping` and the section `damping` have taken from the clumps.",
  .side    = LEDGER_TAKEN,
  .is_used = damping_is_used,
  .half    = damping_half,
};

/* ---- thermostats ---- */

/* Heat that thermostats give to the clumps. */

static bool thermostats_is_used(const Measured *m)
{
  return m->thermostats && m->thermostats->n > 0;
}

const LedgerEntry ledger_thermostats = {
  .name    = "thermostats",
  .text    = "Heat that thermostats have given to the clumps.",
  .side    = LEDGER_SUPPLIED,
  .is_used = thermostats_is_used,
};

/* ---- restarts ---- */

/* Energy put in by changes of the scenario at restarts, such as another stiffness of contacts that
   are compressed, or a wall moved into clumps: the energy stored after the change less that before
   it. */

static bool was_changed(const Measured *m)
{
  return m->ledger->changed;
}

const LedgerEntry ledger_restarts = {
  .name    = "restarts",
  .text    = "Energy that changes of the scenario at restarts have put into what is stored.",
  .side    = LEDGER_SUPPLIED,
  .is_used = was_changed,
};

/* ---- constraints ---- */

/* Energy that constraints take from the clumps when they correct velocities. Energy stored in
   compliant ones is counted with that of springs. */

static bool constraints_is_used(const Measured *m)
{
  const Links *links = m->scene->links;
  bool         used  = m->constraints && (m->constraints->hard || m->constraints->volumes.n > 0);

  for (int k = 0; links && k < LINK_KINDS; k++)
    used = used || (links->set[k].kind == &link_constraints && links->set[k].n_objects > 0);
  return used;
}

const LedgerEntry ledger_constraints = {
  .name    = "constraints",
  .text    = "Energy that constraints have taken from the clumps.",
  .side    = LEDGER_TAKEN,
  .is_used = constraints_is_used,
};

static bool motors_are_used(const Measured *m)
{
  return m->constraints && m->constraints->driven;
}

const LedgerEntry ledger_motors = {
  .name    = "motors",
  .text    = "Work of the motors of constraints.",
  .side    = LEDGER_SUPPLIED,
  .is_used = motors_are_used,
};

/* ---- crush ---- */

/* Energy that clumps lose when they break into fragments. The energy that their contacts and links
   stored needs no entry: it is dissipated, as it is no longer stored. */

static bool crush_is_used(const Measured *m)
{
  return m->crushes;
}

const LedgerEntry ledger_crush = {
  .name    = "crush",
  .text    = "Kinetic energy, and energy in gravity, that clumps have lost when they broke into "
             "fragments.",
  .side    = LEDGER_TAKEN,
  .is_used = crush_is_used,
};
