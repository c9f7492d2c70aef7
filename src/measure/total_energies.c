/* SPDX-License-Identifier: MIT */
/* Totals of energies, and of links and constraints. */
#include "constraint/error.h"
#include "contact/term_work.h"
#include "link/links.h"
#include "measure/total.h"

/* ---- energies ---- */

/* Energies of the ledger. */

static double potential(const Measured *m)
{
  return m->energies->stored;
}

static double dissipated(const Measured *m)
{
  return m->energies->dissipated;
}

static double supplied(const Measured *m)
{
  return m->energies->supplied;
}

static bool is_supplied(const Measured *m)
{
  return ledger_has(m, LEDGER_SUPPLIED);
}

const Total total_potential = {
  .name  = "potential",
  .unit  = "J",
  .text  = "gravity (zero at the origin), elastic energy of contacts and links, and energy of "
           "interactions",
  .value = potential,
};

const Total total_dissipated = {
  .name = "dissipated",
  .unit = "J",
  .text = "lost in contacts, and in interactions such as drag, since the first step: the work that "
          "their forces take from the clumps beyond what is stored as elastic energy. It holds the "
          "integration error of that "
          "work as well, so it is not exactly zero with restitution 1 and without friction; then "
          "watch kinetic + potential energy. The four energies add up to a constant as long as no "
          "clump enters or leaves; a driven body adds its work ([moving.md](moving.md))",
  .value = dissipated,
};

const Total total_supplied = {
  .name = "supplied",
  .unit = "J",
  .text =
    "in runs with walls that move, forces, thermostats, or whose laws, walls, gravity or "
    "interactions were changed at a restart: the work, or heat, that this has put in since the "
    "first step; the four energies less this one are constant",
  .is_used = is_supplied,
  .value   = supplied,
};

/* ---- parts ---- */

/* Energies by kind, in runs that ask for them: the columns energy_ add up to `potential`, the
   columns loss_ to `dissipated`. */

static bool is_asked(const Measured *m)
{
  return m->contacts->term_work;
}

static bool has(const Measured *m, const LedgerEntry *entry)
{
  return is_asked(m) && ledger_is_used(entry, m);
}

static double of(const Measured *m, const LedgerEntry *entry)
{
  return ledger_value(m->energies, entry);
}

/* Energy that one entry has taken, less that which another one stores, J. */
static double parts_lost(const Measured *m, const LedgerEntry *taken, const LedgerEntry *stored)
{
  return of(m, taken) - of(m, stored);
}

/* The column of an entry, or of two: total_IDENT. */
#define COLUMN(ident, column, entry, sentence, number) \
  static bool ident##_is_used(const Measured *m) \
  { \
    return has(m, &entry); \
  } \
  static double ident##_value(const Measured *m) \
  { \
    return number; \
  } \
  const Total total_##ident = {.name    = column, \
                               .unit    = "J", \
                               .text    = sentence, \
                               .is_used = ident##_is_used, \
                               .value   = ident##_value};

#define STORED(ident, column, entry, sentence) \
  COLUMN(ident, column, entry, "with `energies`: " sentence, of(m, &entry))
#define LOST(ident, column, taken, sentence) \
  COLUMN(ident, column, taken, "with `energies`: " sentence, of(m, &taken))
#define LOST_BEYOND(ident, column, taken, stored, sentence) \
  COLUMN(ident, column, taken, "with `energies`: " sentence, parts_lost(m, &taken, &stored))

STORED(energy_gravity, "energy_gravity", ledger_gravity, "in gravity, zero at the origin")
STORED(
  energy_normal, "energy_normal", ledger_part_normal,
  "elastic energy of the normal forces of contacts, part of potential like all energy_ columns, "
  "which add up to it")
STORED(energy_cohesion, "energy_cohesion", ledger_part_cohesion,
       "energy of cohesion, negative where it attracts")
STORED(energy_tangential, "energy_tangential", ledger_part_tangential,
       "elastic energy of tangential springs")
STORED(energy_rolling, "energy_rolling", ledger_part_rolling, "elastic energy of rolling springs")
STORED(energy_twisting, "energy_twisting", ledger_part_twisting,
       "elastic energy of twisting springs")
STORED(energy_interactions, "energy_interactions", ledger_interactions,
       "energy of interactions, fields among them")
STORED(energy_deformable, "energy_deformable", ledger_deformable, "energy of deformable bodies")

LOST_BEYOND(
  loss_normal, "loss_normal", ledger_work_normal, ledger_part_normal,
  "lost in the springs of normal forces since the first step, as by plastic laws, part of "
  "dissipated like all loss_ columns, which add up to it")
LOST_BEYOND(loss_cohesion, "loss_cohesion", ledger_work_cohesion, ledger_part_cohesion,
            "lost in cohesion, as where it jumps at touching and parting")
LOST_BEYOND(loss_tangential, "loss_tangential", ledger_work_tangential, ledger_part_tangential,
            "lost by friction in slip")
LOST_BEYOND(loss_rolling, "loss_rolling", ledger_work_rolling, ledger_part_rolling,
            "lost by rolling friction")
LOST_BEYOND(loss_twisting, "loss_twisting", ledger_work_twisting, ledger_part_twisting,
            "lost by friction against spinning")
LOST(
  loss_damping, "loss_damping", ledger_work_dashpots,
  "work of the dashpots of contacts: of normal, tangential, rolling and twisting springs, and of "
  "viscous bridges")
LOST_BEYOND(loss_links, "loss_links", ledger_work_links, ledger_part_links,
            "lost in springs and bonds, by breaking and dashpots")
LOST(loss_interactions, "loss_interactions", ledger_work_interactions,
     "lost to interactions such as drag")
COLUMN(loss_deformable, "loss_deformable", ledger_work_deformable,
       "with `energies`: lost in deformable bodies, by dashpots and by yielding",
       of(m, &ledger_work_deformable) + of(m, &ledger_yielding))
LOST(loss_global_damping, "loss_global_damping", ledger_damping,
     "taken by `run: damping` and the section `damping`")
LOST(loss_faces, "loss_faces", ledger_faces, "taken by reflecting faces")
LOST(loss_crush, "loss_crush", ledger_crush,
     "kinetic energy, and energy in gravity, that clumps lost when they broke into fragments")
LOST(loss_constraints, "loss_constraints", ledger_constraints, "taken by constraints")

/* ---- links ---- */

/* Energies and numbers of links, and of those that have broken. */

static bool links_is_used(const Measured *m)
{
  return m->scene->links && links_are_used(m->scene->links);
}

static void add_links(const Measured *m, Sum *sum)
{
  sum_add(sum, (double)links_here(m->scene->links, m->scene));
}

static void add_broken(const Measured *m, Sum *sum)
{
  for (int k = 0; k < LINK_KINDS; k++) sum_add(sum, (double)m->scene->links->broken[k]);
}

const Total total_links = {
  .name    = "links",
  .text    = "in runs with springs, bonds or constraints: those that hold",
  .whole   = true,
  .is_used = links_is_used,
  .add     = add_links,
};

const Total total_broken = {
  .name = "broken",
  .text = "in runs with springs, bonds or constraints: those that have broken since the first step",
  .whole   = true,
  .is_used = links_is_used,
  .add     = add_broken,
};

/* ---- energies ---- */

static bool acts(const Measured *m)
{
  return m->scene->links && links_act(m->scene->links);
}

static double stored(const Measured *m)
{
  return ledger_value(m->energies, &ledger_links);
}

static double links_lost(const Measured *m)
{
  return ledger_value(m->energies, &ledger_links_broken);
}

static double damped(const Measured *m)
{
  return ledger_value(m->energies, &ledger_links_damped);
}

const Total total_energy_links = {
  .name    = "energy_links",
  .unit    = "J",
  .text    = "in runs with springs or bonds: elastic energy that they store, part of potential",
  .is_used = acts,
  .value   = stored,
};

const Total total_loss_links_broken = {
  .name    = "loss_links_broken",
  .unit    = "J",
  .text    = "likewise: what they stored when they broke, since the first step, part of dissipated",
  .is_used = acts,
  .value   = links_lost,
};

const Total total_loss_links_damped = {
  .name    = "loss_links_damped",
  .unit    = "J",
  .text    = "likewise: work that their dashpots took, since the first step, part of dissipated",
  .is_used = acts,
  .value   = damped,
};

/* ---- constraint error ---- */

/* Errors of constraints that remain after the sweeps. */

static bool constraint_error_is_used(const Measured *m)
{
  return m->scene->links && constraint_set_of(m->scene->links)->n_objects > 0;
}

/* True if some constraint has equations of angles. */
static bool has_angles(const Measured *m)
{
  const LinkSet *set = m->scene->links ? constraint_set_of(m->scene->links) : NULL;
  bool           has = false;

  for (int k = 0; set && k < set->n_objects; k++)
    has = has || ((const ConstraintObject *)set->objects[k].constants)->kind->angles;
  return has;
}

static ConstraintError largest(const Measured *m)
{
  ErrorCursor     at;
  ConstraintError most = {0}, error;

  errors_begin(&at);
  while (errors_next(m->scene, m->templates, m->scene->links, &at, &error)) {
    most.length = max_real(most.length, error.length);
    most.angle  = max_real(most.angle, error.angle);
  }
  return most;
}

static double largest_length(const Measured *m)
{
  return largest(m).length;
}

static double largest_angle(const Measured *m)
{
  return largest(m).angle;
}

const Total total_constraint_error = {
  .name    = "constraint_error",
  .unit    = "m",
  .text    = "in runs with constraints: what sweeps have left, the largest error of an equation of "
             "lengths; of compliant ones the difference from compliance times force",
  .is_used = constraint_error_is_used,
  .largest = largest_length,
};

const Total total_constraint_turn_error = {
  .name    = "constraint_turn_error",
  .unit    = "rad",
  .text    = "in runs with constraints that have equations of angles: likewise of those",
  .is_used = has_angles,
  .largest = largest_angle,
};
