/* SPDX-License-Identifier: MIT */
/* The entries of the ledger. */
#include "constraint/hard/hard.h"
#include "contact/term_work.h"
#include "link/links.h"
#include "measure/measured.h"

/* ---- stored energies ---- */

static void gravity_of(const Measured *m, PetscInt a, double *number)
{
  const Clumps *c = m->scene->clumps;

  *number = clump_is_heavy(c, a) ? -c->mass[a] * vec3_dot(m->gravity, measured_place(m, a)) : 0;
}

static PetscErrorCode interactions_add(const Measured *m, Sum *sum)
{
  const InteractionScene scene = measured_interactions(m);

  return interactions_energy(m->interactions, &scene, sum);
}

/* ---- the entries ---- */

/* True if constraints may take energy from the clumps. */
static bool constraints_act(const Measured *m)
{
  const Links *links = m->scene->links;
  bool         used  = m->constraints->hard || m->constraints->volumes.n > 0;

  for (int k = 0; k < LINK_KINDS; k++)
    used = used || (links->set[k].kind == &link_constraints && links->set[k].n_objects > 0);
  return used;
}

/* True if clumps may enter, leave or be changed, or have done so before a restart. */
static bool is_open(const Measured *m)
{
  return m->open || ledger_was_saved(m->ledger, &ledger_entered) ||
         ledger_was_saved(m->ledger, &ledger_left) || ledger_was_saved(m->ledger, &ledger_changed);
}

/* clang-format off */
/* ledger_NAME: an entry that a run has if `used`, an expression of m; further members follow. */
#define ENTRY(entry, label, of_side, used, says, ...) \
  static bool entry##_is_used(const Measured *m) { (void)m; return used; } \
  const LedgerEntry ledger_##entry = {.name = label, .text = says, .side = LEDGER_##of_side, \
                                      .is_used = entry##_is_used, __VA_ARGS__};
/* An entry of stored energy, which `adds` adds. */
#define STORED(entry, label, used, adds, says, ...) \
  static PetscErrorCode entry##_stored(const Measured *m, Sum *sum) \
  { \
    adds; \
    return PETSC_SUCCESS; \
  } \
  ENTRY(entry, label, STORED, used, says, .add = entry##_stored, __VA_ARGS__)
/* An entry whose work of half a step is the Sum at `work`. */
#define WORK(entry, label, of_side, used, work, says) \
  static const Sum *entry##_half(const Measured *m) { return work; } \
  ENTRY(entry, label, of_side, used, says, .half = entry##_half)
/* An entry to whose sum (ledger_sum) energy is added where it is found. */
#define BOOKED(entry, label, of_side, used, says) \
  ENTRY(entry, label, of_side, used, says, .half = NULL)

STORED(gravity, "gravity", true, measured_add_moving(m, gravity_of, 1, sum),
    "Potential energy in gravity, zero at the origin.", .from = NULL)
WORK(contacts, "contacts", TAKEN, true, &m->contacts->work,
    "Work that contact forces have taken from the clumps.")
STORED(elastic, "elastic", true, contacts_energy(m->contacts, m->scene, SLOTS_ALL, sum),
    "Elastic energy of contacts.", .from = &ledger_contacts)

/* Work of links is part of that of contacts, so that the energy stored in a bond is dissipated when
   it breaks. */
STORED(links, "links", links_are_used(m->scene->links),
    links_energy(m->scene->links, m->scene, m->templates, sum),
    "Elastic energy of springs and bonds.", .from = &ledger_contacts)
BOOKED(links_broken, "links_broken", PART, links_act(m->scene->links),
    "Part of what is dissipated: energy of springs and bonds when they broke.")
WORK(links_damped, "links_damped", PART, links_act(m->scene->links), &m->scene->links->damped,
    "Part of what is dissipated: work of the dashpots of springs and bonds.")

/* Energy lost in interactions, and work of the dashpots of deformable bodies, are added to the work
   of contacts. */
ENTRY(interactions, "interactions", STORED, m->interactions->n > 0,
    "Energy stored in interactions.", .add = interactions_add)
STORED(deformable, "deformable", m->deforms->n > 0,
    deforms_energy(m->deforms, m->scene->clumps, sum), "Energy stored in deformable bodies.",
    .from = NULL)
BOOKED(yielding, "yielding", TAKEN, m->deforms->yields,
    "Energy that deformable bodies have lost by yielding.")

WORK(walls, "walls", SUPPLIED, m->scene->walls->move, &m->contacts->driven,
    "Work that walls which move have done on the clumps.")
BOOKED(faces, "faces", TAKEN, m->faces != NULL,
    "Energy that reflecting faces have taken from the clumps.")
WORK(driven, "groups", SUPPLIED, m->driven->n > 0, &m->driven->work,
    "Work that groups of clumps which follow motions have done on the others.")
WORK(cell, "cell", SUPPLIED, m->cell != NULL, &m->cell->half,
    "Work that the faces of a deforming cell have done on the clumps: of forces between clumps and "
    "images, and of going to another image.")
/* That of a host before a restart stays, whether the host gives forces again or not. */
WORK(forces, "forces", SUPPLIED,
    m->interactions->supplies || m->ledger->forced, &m->interactions->supplied,
    "Work that the forces of the section `force`, of a host and of electric fields have done on the "
    "clumps.")
WORK(damping, "damping", TAKEN, m->damping->used, &m->damping->work,
    "Work that `run: damping` and the section `damping` have taken from the clumps.")
BOOKED(thermostats, "thermostats", SUPPLIED, m->thermostats->n > 0,
    "Heat that thermostats have given to the clumps.")

/* Changes at restarts are such as another stiffness of contacts that are compressed, or a wall that
   is moved into clumps: the energy stored after the change less that before it. */
BOOKED(restarts, "restarts", SUPPLIED, m->ledger->changed,
    "Energy that changes of the scenario at restarts have put into what is stored.")

/* Constraints take energy when they correct velocities. Energy stored in compliant ones is counted
   with that of springs. */
BOOKED(constraints, "constraints", TAKEN, constraints_act(m),
    "Energy that constraints have taken from the clumps.")
BOOKED(motors, "motors", SUPPLIED, m->constraints->driven,
    "Work of the motors of constraints.")

/* Energy that contacts and links of a broken clump stored needs no entry: it is dissipated, as it
   is no longer stored. */
BOOKED(crush, "crush", TAKEN, m->crushes,
    "Kinetic energy, and energy in gravity, that clumps have lost when they broke into fragments.")

/* Energy that clumps bring, take, and get when they are changed (turnover.h). */
BOOKED(entered, "entered", TURNOVER, is_open(m),
    "Kinetic and stored energy of clumps when they entered.")
BOOKED(left, "left", TURNOVER, is_open(m),
    "Kinetic and stored energy of clumps when they left.")
BOOKED(changed, "changed", TURNOVER, is_open(m),
    "Energy that changes of clumps have added to what they had.")

/* ---- parts of stored energy and of the work of contacts, by kind ---- */

/* A run has these parts if it asks for them (contact/term_work.h): by slot of the laws, links, and
   others whose work is counted with that of contacts. The loss of a kind is the energy that it has
   taken and does not store. Parts that existed before a restart stay, so that losses add up to
   those of all kinds. */

/* The expression `used` of a part, whose work is the entry ledger_WORK. */
#define IN_PARTS(work, used) \
  (m->contacts->term_work && ((used) || ledger_was_saved(m->ledger, &ledger_##work)))
#define PART_WORK(word, KIND, used, says) \
  WORK(work_##word, #word "_work", PART, IN_PARTS(work_##word, used), \
      &m->contacts->term_work->sum[WORK_##KIND], says)
#define PART_STORED(word, label, used, adds, says) \
  ENTRY(part_##word, label, PART, IN_PARTS(work_##word, used), says, \
      .from = &ledger_work_##word, .add = adds)

#define SLOT_PART(word, SLOT) \
  static PetscErrorCode word##_add(const Measured *m, Sum *sum) \
  { \
    contacts_energy(m->contacts, m->scene, 1u << SLOT_##SLOT, sum); \
    return PETSC_SUCCESS; \
  } \
  PART_WORK(word, SLOT, m->contacts->term_work->slots >> SLOT_##SLOT & 1, \
      "Work of the " #word " terms of contact laws.") \
  PART_STORED(word, #word, m->contacts->term_work->slots >> SLOT_##SLOT & 1, word##_add, \
      "Energy of the " #word " terms of contact laws.")

SLOT_PART(normal, NORMAL)
SLOT_PART(cohesion, COHESION)
SLOT_PART(tangential, TANGENTIAL)
SLOT_PART(rolling, ROLLING)
SLOT_PART(twisting, TWISTING)

PART_WORK(dashpots, DASHPOTS, m->contacts->term_work->damps,
    "Work of the dashpots of contact laws.")
PART_WORK(links, LINKS, links_act(m->scene->links), "Work of springs and bonds.")
PART_STORED(links, "links_part", links_act(m->scene->links), links_stored,
    "Energy of springs and bonds.")
PART_WORK(interactions, INTERACTIONS, m->interactions->n > 0,
    "Work that interactions such as drag have taken from the clumps.")
PART_WORK(deformable, DEFORMABLE, m->deforms->n > 0,
    "Work of the dashpots of deformable bodies.")
/* clang-format on */
