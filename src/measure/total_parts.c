/* SPDX-License-Identifier: MIT */
/* Energies by kind, in runs that ask for them: the columns energy_ add up to `potential`, the
   columns loss_ to `dissipated`. */
#include "contact/term_work.h"
#include "measure/total.h"

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
static double lost(const Measured *m, const LedgerEntry *taken, const LedgerEntry *stored)
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
  COLUMN(ident, column, taken, "with `energies`: " sentence, lost(m, &taken, &stored))

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
