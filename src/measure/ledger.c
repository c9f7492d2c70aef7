/* SPDX-License-Identifier: MIT */
/* The account of energies. */
#include "measure/ledger.h"
#include "base/bounds.h"
#include "measure/measured.h"

const LedgerEntry *const ledger_entries[] = {LEDGER_ENTRIES(PLUGIN_ITSELF) NULL};

static int index_of(const LedgerEntry *entry)
{
  int k = 0;

  while (ledger_entries[k] != entry) k++;
  return k;
}

Sum *ledger_sum(Ledger *ledger, const LedgerEntry *entry)
{
  return &ledger->sum[index_of(entry)];
}

static bool is_used(const LedgerEntry *entry, const Measured *m)
{
  return !entry->is_used || entry->is_used(m);
}

bool ledger_is_summed(const LedgerEntry *entry, const Measured *m)
{
  return entry->side != LEDGER_STORED && is_used(entry, m);
}

bool ledger_has(const Measured *m, LedgerSide side)
{
  for (const LedgerEntry *const *e = ledger_entries; *e; e++)
    if ((*e)->side == side && is_used(*e, m)) return true;
  return false;
}

PetscErrorCode ledger_open(Ledger *ledger, const Measured *m)
{
  PetscFunctionBeginUser;
  for (const LedgerEntry *const *e = ledger_entries; *e; e++)
    if ((*e)->from && is_used(*e, m)) PetscCall((*e)->add(m, ledger_sum(ledger, (*e)->from)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void ledger_book(Ledger *ledger, const Measured *m, bool before)
{
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerEntry *entry = ledger_entries[k];

    if (!entry->half || !is_used(entry, m)) continue;
    ledger->half[k] = *entry->half(m);
    sum_merge(&ledger->sum[k], &ledger->half[k]);
    if (before) sum_merge(&ledger->sum[k], &ledger->half[k]);
  }
}

/* ---- state ---- */

/* Of a Sum. */
static void get_sum(const void *owner, void *numbers)
{
  memcpy(numbers, ((const Sum *)owner)->limb, sizeof((const Sum *)owner)->limb);
}

static bool put_sum(void *owner, const void *numbers)
{
  Sum sum = {.added = 0};

  memcpy(sum.limb, numbers, sizeof sum.limb);
  if (!sum_is_sound(&sum, WORK_MOST)) return false;
  *(Sum *)owner = sum;
  return true;
}

const StateItem work_state[] = {
  {.name  = "_work",
   .unit  = "J",
   .text  = "work since the first step, as a sum of 68 limbs: limb k counts 2^(32 k - 1088) J",
   .type  = STATE_INT64,
   .count = SUM_LIMBS,
   .lo    = -0x1p63,
   .hi    = 0x1p63,
   .flags = STATE_LACKING,
   .get   = get_sum,
   .put   = put_sum},
  {NULL},
};

/* Of a LedgerState. */
static void get_whole(const void *owner, void *numbers)
{
  get_sum(&((const LedgerState *)owner)->sum, numbers);
}

static void get_half(const void *owner, void *numbers)
{
  get_sum(&((const LedgerState *)owner)->half, numbers);
}

static bool put_whole(void *owner, const void *numbers)
{
  return put_sum(&((LedgerState *)owner)->sum, numbers);
}

static bool put_half(void *owner, const void *numbers)
{
  return put_sum(&((LedgerState *)owner)->half, numbers);
}

const StateItem ledger_state[] = {
  {.name  = "sum",
   .unit  = "J",
   .text  = "this energy since the first step, as an exact sum: number k counts units of "
            "2^(32 k - 1088) J",
   .type  = STATE_INT64,
   .count = SUM_LIMBS,
   .get   = get_whole,
   .put   = put_whole},
  {.name  = "half",
   .unit  = "J",
   .text  = "part of it that is the work of the half step to come, likewise",
   .type  = STATE_INT64,
   .count = SUM_LIMBS,
   .get   = get_half,
   .put   = put_half},
  {NULL},
};

LedgerState *ledger_saved(Ledger *ledger, const LedgerEntry *entry)
{
  return &ledger->saved[index_of(entry)];
}

PetscErrorCode ledger_gather(Ledger *ledger, const Parallel *par)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    ledger->saved[k] = (LedgerState){ledger->sum[k], ledger->half[k]};
    PetscCall(sum_reduce(par, &ledger->saved[k].sum, 1));
    PetscCall(sum_reduce(par, &ledger->saved[k].half, 1));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void ledger_resume(Ledger *ledger, const Parallel *par, double stretch)
{
  for (int k = 0; k < LEDGER_LENGTH && par->rank == 0; k++) {
    const double half = sum_value(&ledger->saved[k].half);

    ledger->sum[k]  = ledger->saved[k].sum;
    ledger->half[k] = ledger->saved[k].half;
    if (stretch == 1) continue;
    sum_add(&ledger->sum[k], (stretch - 1) * half);
    sum_clear(&ledger->half[k]);
    sum_add(&ledger->half[k], stretch * half);
  }
}

/* ---- values ---- */

/* Sums of all entries over all ranks, and their halves; zero for entries that are not used. */
static PetscErrorCode collect(const Measured *m, Sum *sums, Sum *halves)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerEntry *entry = ledger_entries[k];

    if (!is_used(entry, m)) continue;
    if (entry->side == LEDGER_STORED) PetscCall(entry->add(m, &sums[k]));
    else {
      sums[k]   = m->ledger->sum[k];
      halves[k] = m->ledger->half[k];
    }
  }
  PetscCall(sum_reduce(m->par, sums, LEDGER_LENGTH));
  PetscCall(sum_reduce(m->par, halves, LEDGER_LENGTH));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ledger_find(const Measured *m, Energies *energies)
{
  Sum *sums;

  PetscFunctionBeginUser;
  *energies = (Energies){0};
  PetscCall(array_create(&sums, sizeof *sums, 2 * LEDGER_LENGTH));
  PetscCall(collect(m, sums, sums + LEDGER_LENGTH));
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerSide side = ledger_entries[k]->side;
    double          *to   = side == LEDGER_TAKEN ? &energies->dissipated : &energies->supplied;

    if (side == LEDGER_STORED) energies->stored += sum_value(&sums[k]);
    else *to += sum_value(&sums[k]) - sum_value(&sums[LEDGER_LENGTH + k]);
  }
  for (int k = 0; k < LEDGER_LENGTH; k++)
    if (ledger_entries[k]->from) energies->dissipated -= sum_value(&sums[k]);
  array_free(&sums);
  PetscFunctionReturn(PETSC_SUCCESS);
}
