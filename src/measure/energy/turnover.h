/* SPDX-License-Identifier: MIT */
/* Energy that clumps bring when they enter, take when they leave, and get when they are changed,
   between two steps, when the step is complete: entries `entered`, `left` and `changed` of the
   ledger.

   What contacts and links store of it is taken off the work of contacts as well, so that it is not
   dissipated. The work of the half step to come, which has been booked with the forces on clumps
   that leave, stays: an error of first order in the step. Clumps that leave through open faces do
   so during a step: their kinetic energy and that in gravity are booked then (motion_drop), what
   their contacts and links have stored is dissipated. */
#ifndef MEASURE_ENERGY_TURNOVER_H
#define MEASURE_ENERGY_TURNOVER_H

#include "matter/world.h"
#include "measure/measured.h"

/* Energies of this rank's clumps, or of some, J. */
typedef struct {
  Sum kinetic;
  Sum of[LEDGER_LENGTH]; /* stored energies, and parts of them; others are 0 */
} EnergyStock;

/* All energies as they are now. Collective. */
PetscErrorCode turnover_stock(World *world, EnergyStock *stock);
/* Drop the owned rows that are marked, and book what they take. Clumps must not have changed since
   the last lists. Call it on all ranks, and world_dropped after it. Collective. */
PetscErrorCode turnover_leave(World *world, const bool *leaves);
/* Drop the owned rows that are marked, which break: what interactions lose is booked as lost by
   breaking. Collective. */
PetscErrorCode turnover_break(World *world, const bool *leaves);
/* After changes of clumps, with new lists: book what they have added to the energies of before.
   Collective. */
PetscErrorCode turnover_changed(World *world, const EnergyStock *before);
/* Note what interactions store before clumps enter; book what these bring: those by themselves, the
   owned rows from `first` on; and, with new lists, in interactions. turnover_enter_rows is local,
   the others are collective. */
PetscErrorCode turnover_enter_begin(World *world, EnergyStock *before);
void           turnover_enter_rows(World *world, PetscInt first);
PetscErrorCode turnover_enter_end(World *world, const EnergyStock *before);

/* Clumps that enter at a restart, before the first step. turnover_note: the energies that the owned
   rows from `first` on have by themselves; local. turnover_resume books them, with new lists, and
   what interactions store more than in the checkpoint. revised: the increase of all stored energies
   has been booked (ledger_revise). Collective. */
void           turnover_note(const World *world, PetscInt first, EnergyStock *stock);
PetscErrorCode turnover_resume(World *world, const EnergyStock *stock, bool some, bool revised);

#endif
