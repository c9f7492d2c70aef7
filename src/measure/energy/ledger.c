/* SPDX-License-Identifier: MIT */
/* The account of energies. */
#include "measure/energy/ledger.h"
#include "base/bounds.h"
#include "base/sums/sum_state.h"
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

bool ledger_is_used(const LedgerEntry *entry, const Measured *m)
{
  return !entry->is_used || entry->is_used(m);
}

bool ledger_has(const Measured *m, LedgerSide side)
{
  for (const LedgerEntry *const *e = ledger_entries; *e; e++)
    if ((*e)->side == side && ledger_is_used(*e, m)) return true;
  return false;
}

PetscErrorCode ledger_open(Ledger *ledger, const Measured *m)
{
  PetscFunctionBeginUser;
  for (const LedgerEntry *const *e = ledger_entries; *e; e++)
    if ((*e)->from && ledger_is_used(*e, m))
      PetscCall((*e)->add(m, ledger_sum(ledger, (*e)->from)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set *sum to this rank's part of a stored energy, 0 if the run has none; *sum is not changed for
   energies that are summed up. */
static PetscErrorCode find_stored(const LedgerEntry *entry, const Measured *m, Sum *sum)
{
  PetscFunctionBeginUser;
  if (!entry->add) PetscFunctionReturn(PETSC_SUCCESS);
  sum_clear(sum);
  if (ledger_is_used(entry, m)) PetscCall(entry->add(m, sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void ledger_book(Ledger *ledger, const Measured *m, bool before)
{
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerEntry *entry = ledger_entries[k];

    if (!entry->half || !ledger_is_used(entry, m)) continue;
    ledger->half[k] = *entry->half(m);
    sum_merge(&ledger->sum[k], &ledger->half[k]);
    if (before) sum_merge(&ledger->sum[k], &ledger->half[k]);
  }
}

/* ---- state ---- */

const StateItem work_state[] = {
  {.name  = "_work",
   .unit  = "J",
   .text  = "work since the first step, as a sum of 68 limbs: limb k counts 2^(32 k - 1088) J",
   .type  = STATE_INT64,
   .count = SUM_LIMBS,
   .lo    = -0x1p63,
   .hi    = 0x1p63,
   .flags = STATE_LACKING,
   .get   = sum_state_get,
   .put   = sum_state_put},
  {NULL},
};

/* State of the sums of a LedgerState. */
static void get_whole(const void *owner, void *numbers)
{
  sum_state_get(&((const LedgerState *)owner)->sum, numbers);
}

static void get_half(const void *owner, void *numbers)
{
  sum_state_get(&((const LedgerState *)owner)->half, numbers);
}

static bool put_whole(void *owner, const void *numbers)
{
  return sum_state_put(&((LedgerState *)owner)->sum, numbers);
}

static bool put_half(void *owner, const void *numbers)
{
  return sum_state_put(&((LedgerState *)owner)->half, numbers);
}

/* State of an entry of stored energy. */
static const StateItem stored_state[] = {
  {.name  = "stored",
   .unit  = "J",
   .text  = "this energy at the time of the checkpoint, as an exact sum: number k counts units of "
            "2^(32 k - 1088) J; it follows from the state and the laws",
   .type  = STATE_INT64,
   .count = SUM_LIMBS,
   .flags = STATE_DERIVED | STATE_LACKING,
   .get   = get_whole,
   .put   = put_whole},
  {NULL},
};

/* State of an entry of energy that is summed up over steps. */
static const StateItem summed_state[] = {
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

const StateItem *ledger_state_of(const LedgerEntry *entry)
{
  return entry->add ? stored_state : summed_state;
}

bool ledger_was_saved(const Ledger *ledger, const LedgerEntry *entry)
{
  return sum_value(&ledger->saved[index_of(entry)].sum) != 0;
}

LedgerState *ledger_saved(Ledger *ledger, const LedgerEntry *entry)
{
  return &ledger->saved[index_of(entry)];
}

PetscErrorCode ledger_gather(Ledger *ledger, const Measured *m)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    LedgerState *saved = &ledger->saved[k];

    *saved = (LedgerState){ledger->sum[k], ledger->half[k]};
    PetscCall(find_stored(ledger_entries[k], m, &saved->sum));
    PetscCall(sum_reduce(m->par, &saved->sum, 1));
    PetscCall(sum_reduce(m->par, &saved->half, 1));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Take `saved` on rank 0 alone, so that it is also the sum over all ranks. */
static void resume_entry(Ledger *ledger, int k, double stretch)
{
  const double half = sum_value(&ledger->saved[k].half);

  ledger->sum[k]  = ledger->saved[k].sum;
  ledger->half[k] = ledger->saved[k].half;
  if (stretch == 1) return;
  sum_add(&ledger->sum[k], (stretch - 1) * half);
  sum_clear(&ledger->half[k]);
  sum_add(&ledger->half[k], stretch * half);
}

void ledger_resume(Ledger *ledger, const Parallel *par, double stretch)
{
  for (int k = 0; k < LEDGER_LENGTH && par->rank == 0; k++)
    if (!ledger_entries[k]->add) resume_entry(ledger, k, stretch);
  ledger->changed = sum_value(&ledger_saved(ledger, &ledger_restarts)->sum) != 0;
}

/* Find the energy stored now less that stored in the checkpoint, J. */
static PetscErrorCode find_gain(const Ledger *ledger, const Measured *m, int k, double *gain)
{
  Sum now = {.added = 0};

  PetscFunctionBeginUser;
  PetscCall(find_stored(ledger_entries[k], m, &now));
  PetscCall(sum_reduce(m->par, &now, 1));
  *gain = sum_value(&now) - sum_value(&ledger->saved[k].sum);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ledger_revise(Ledger *ledger, const Measured *m)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LEDGER_LENGTH && ledger->knows_stored; k++) {
    const LedgerEntry *entry = ledger_entries[k];
    double             gain  = 0;

    if (entry->add && !(entry->side == LEDGER_PART && ledger->lacks[k]))
      PetscCall(find_gain(ledger, m, k, &gain));
    ledger->changed |= gain != 0;
    if (m->par->rank != 0) continue;
    if (entry->side == LEDGER_STORED) sum_add(ledger_sum(ledger, &ledger_restarts), gain);
    if (entry->from) sum_add(ledger_sum(ledger, entry->from), gain);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ledger_join(Ledger *ledger, const Measured *m)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerEntry *entry = ledger_entries[k];

    if (entry->side == LEDGER_PART && entry->from && ledger->lacks[k] && ledger_is_used(entry, m))
      PetscCall(entry->add(m, ledger_sum(ledger, entry->from)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- values ---- */

/* Sum all entries and their halves over all ranks; zero for entries that are not used. */
static PetscErrorCode collect(const Measured *m, Sum *sums, Sum *halves)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerEntry *entry = ledger_entries[k];

    if (!ledger_is_used(entry, m)) continue;
    if (entry->add) PetscCall(entry->add(m, &sums[k]));
    else {
      sums[k]   = m->ledger->sum[k];
      halves[k] = m->ledger->half[k];
    }
  }
  PetscCall(sum_reduce(m->par, sums, LEDGER_LENGTH));
  PetscCall(sum_reduce(m->par, halves, LEDGER_LENGTH));
  PetscFunctionReturn(PETSC_SUCCESS);
}

double ledger_value(const Energies *energies, const LedgerEntry *entry)
{
  return energies->of[index_of(entry)];
}

PetscErrorCode ledger_find(const Measured *m, Energies *energies)
{
  Sum *sums;

  PetscFunctionBeginUser;
  *energies = (Energies){0};
  PetscCall(array_create(&sums, sizeof *sums, 2 * LEDGER_LENGTH));
  PetscCall(collect(m, sums, sums + LEDGER_LENGTH));
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerSide side  = ledger_entries[k]->side;
    const double     value = sum_value(&sums[k]) - sum_value(&sums[LEDGER_LENGTH + k]);

    energies->of[k] = value;
    if (side == LEDGER_STORED) energies->stored += value;
    else if (side == LEDGER_TAKEN) energies->dissipated += value;
    else if (side == LEDGER_SUPPLIED) energies->supplied += value;
  }
  for (int k = 0; k < LEDGER_LENGTH; k++)
    if (ledger_entries[k]->from && ledger_entries[k]->side == LEDGER_STORED)
      energies->dissipated -= sum_value(&sums[k]);
  array_free(&sums);
  PetscFunctionReturn(PETSC_SUCCESS);
}
