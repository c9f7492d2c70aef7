/* SPDX-License-Identifier: MIT */
/* Energy that clumps bring when they enter, take when they leave, and get when they are changed,
   between two steps, when the step is complete: entries `entered`, `left` and `changed` of the
   ledger.

   What contacts and links store of it is taken off the work of contacts as well, so that it is not
   dissipated. The work of the half step to come, which has been booked with the forces on clumps
   that leave, stays: an error of first order in the step. Clumps that leave through open faces do
   so during a step: their kinetic energy and that in gravity are booked then (motion_drop), what
   their contacts and links have stored is dissipated. */
#ifndef MEASURE_EXCHANGE_H
#define MEASURE_EXCHANGE_H

#include "matter/world.h"
#include "measure/measured.h"

/* Energies of this rank's clumps, or of some, J. */
typedef struct {
  Sum kinetic;
  Sum of[LEDGER_LENGTH]; /* stored energies, and parts of them; others are 0 */
} EnergyStock;

/* All energies as they are now. Collective. */
PetscErrorCode exchange_stock(World *world, EnergyStock *stock);
/* Drop the owned rows that are marked, and book what they take. stock (NULL: none): the energies of
   before, from which this is subtracted. Call it on all ranks, and world_dropped after it.
   Collective. */
PetscErrorCode exchange_leave(World *world, const bool *leaves, EnergyStock *stock);
/* Drop the owned rows that are marked, which break: what interactions lose is booked as lost by
   breaking. Collective. */
PetscErrorCode exchange_break(World *world, const bool *leaves);
/* After changes of clumps, with new lists: book what they have added to the energies of before.
   Collective. */
PetscErrorCode exchange_changed(World *world, const EnergyStock *before);
/* Note what interactions store before clumps enter; book what these bring: those by themselves, the
   owned rows from `first` on; and, with new lists, in interactions. exchange_enter_rows is local,
   the others are collective. */
PetscErrorCode exchange_enter_begin(World *world, EnergyStock *before);
void           exchange_enter_rows(World *world, PetscInt first);
PetscErrorCode exchange_enter_end(World *world, const EnergyStock *before);

#endif
