/* SPDX-License-Identifier: MIT */
/* The account of energies, and the counts of a run. */
#include "measure/energy/ledger.h"
#include "base/bounds.h"
#include "matter/module.h"
#include "measure/measured.h"

const LedgerEntry *const ledger_entries[] = {LEDGER_ENTRIES(PLUGIN_ITSELF) NULL};

int ledger_index(const LedgerEntry *entry)
{
  int k = 0;

  while (ledger_entries[k] != entry) k++;
  return k;
}

Sum *ledger_sum(Ledger *ledger, const LedgerEntry *entry)
{
  return &ledger->sum[ledger_index(entry)];
}

bool ledger_has(const Measured *m, LedgerSide side)
{
  for (const LedgerEntry *const *e = ledger_entries; *e; e++)
    if ((*e)->side == side && (*e)->is_used(m)) return true;
  return false;
}

PetscErrorCode ledger_open(Ledger *ledger, const Measured *m, bool resumed)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerEntry *entry  = ledger_entries[k];
    const bool         begins = !resumed || (entry->side == LEDGER_PART && ledger->lacks[k]);

    if (entry->from && begins && entry->is_used(m))
      PetscCall(entry->add(m, ledger_sum(ledger, entry->from)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set *sum to this rank's part of a stored energy, 0 if the run has none; *sum is not changed for
   energies that are summed up. */
static PetscErrorCode find_stored(const LedgerEntry *entry, const Measured *m, Sum *sum)
{
  PetscFunctionBeginUser;
  if (!entry->add) PetscFunctionReturn(PETSC_SUCCESS);
  sum_clear(sum);
  if (entry->is_used(m)) PetscCall(entry->add(m, sum));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void ledger_book(Ledger *ledger, const Measured *m, bool before)
{
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerEntry *entry = ledger_entries[k];

    if (!entry->half || !entry->is_used(m)) continue;
    ledger->half[k] = *entry->half(m);
    sum_merge(&ledger->sum[k], &ledger->half[k]);
    if (before) sum_merge(&ledger->sum[k], &ledger->half[k]);
  }
}

PetscErrorCode ledger_stretch(Ledger *ledger, const Parallel *par, double stretch)
{
  Sum *half;

  PetscFunctionBeginUser;
  array_create(&half, sizeof *half, LEDGER_LENGTH);
  memcpy(half, ledger->half, sizeof ledger->half);
  PetscCall(sum_reduce(par, half, LEDGER_LENGTH));
  for (int k = 0; k < LEDGER_LENGTH && par->rank == 0; k++)
    if (!ledger_entries[k]->add) sum_add(&ledger->sum[k], (stretch - 1) * sum_value(&half[k]));
  array_free(&half);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- state ---- */

/* clang-format off */
const StateItem work_state[] = {
  ITEM(INT64, BY("_work", sum_state_get, sum_state_put), "J", -0x1p63, 0x1p63,
       "work since the first step, as a sum of 68 limbs: limb k counts 2^(32 k - 1088) J",
       .count = SUM_LIMBS, .flags = STATE_LACKING),
  {0},
};

/* State of an entry of stored energy. */
static const StateItem stored_state[] = {
  ITEM(INT64, BY_IN("stored", LedgerState, sum, sum_state_get, sum_state_put), "J", 0, 0,
       "this energy at the time of the checkpoint, as an exact sum: number k counts units of 2^(32 "
       "k - 1088) J; it follows from the state and the laws",
       .count = SUM_LIMBS, .flags = STATE_DERIVED | STATE_LACKING),
  {0},
};

/* State of an entry of energy that is summed up over steps. */
static const StateItem summed_state[] = {
  ITEM(INT64, BY_IN("sum", LedgerState, sum, sum_state_get, sum_state_put), "J", 0, 0,
       "this energy since the first step, as an exact sum: number k counts units of 2^(32 k - "
       "1088) J", .count = SUM_LIMBS),
  ITEM(INT64, BY_IN("half", LedgerState, half, sum_state_get, sum_state_put), "J", 0, 0,
       "part of it that is the work of the half step to come, likewise", .count = SUM_LIMBS),
  {0},
};
/* clang-format on */

bool ledger_was_saved(const Ledger *ledger, const LedgerEntry *entry)
{
  return sum_value(&ledger->saved[ledger_index(entry)].sum) != 0;
}

LedgerState *ledger_saved(Ledger *ledger, const LedgerEntry *entry)
{
  return &ledger->saved[ledger_index(entry)];
}

PetscErrorCode ledger_gather(Ledger *ledger, const Measured *m)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    LedgerState *saved = &ledger->saved[k];

    *saved = (LedgerState){ledger->sum[k], ledger->half[k]};
    PetscCall(find_stored(ledger_entries[k], m, &saved->sum));
  }
  PetscCall(sum_reduce(m->par, &ledger->saved->sum, 2 * LEDGER_LENGTH)); /* sum and half of each */
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

PetscErrorCode ledger_revise(Ledger *ledger, const Measured *m)
{
  Sum *now; /* stored energies */

  PetscFunctionBeginUser;
  if (!ledger->knows_stored) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&now, sizeof *now, LEDGER_LENGTH);
  for (int k = 0; k < LEDGER_LENGTH; k++) PetscCall(find_stored(ledger_entries[k], m, &now[k]));
  PetscCall(sum_reduce(m->par, now, LEDGER_LENGTH));
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerEntry *entry = ledger_entries[k];
    double             gain  = 0; /* energy stored now less that stored in the checkpoint, J */

    if (entry->add && !(entry->side == LEDGER_PART && ledger->lacks[k]))
      gain = sum_value(&now[k]) - sum_value(&ledger->saved[k].sum);
    ledger->changed |= gain != 0;
    if (m->par->rank != 0) continue;
    if (entry->side == LEDGER_STORED) sum_add(ledger_sum(ledger, &ledger_restarts), gain);
    if (entry->from) sum_add(ledger_sum(ledger, entry->from), gain);
  }
  array_free(&now);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- values ---- */

double ledger_value(const Energies *energies, const LedgerEntry *entry)
{
  return energies->of[ledger_index(entry)];
}

PetscErrorCode ledger_add(const Measured *m, Sum sums[LEDGER_SUMS])
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerEntry *entry = ledger_entries[k];

    if (!entry->is_used(m)) continue;
    if (entry->add) PetscCall(entry->add(m, &sums[k]));
    else {
      sums[k]                 = m->ledger->sum[k];
      sums[LEDGER_LENGTH + k] = m->ledger->half[k];
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void ledger_from(const Sum sums[LEDGER_SUMS], Energies *energies)
{
  *energies = (Energies){0};
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
}

/* ---- checkpoints ---- */

/* The part that holds the sums of an energy; ledger NULL: its table alone. */
static StatePart part_of(Ledger *ledger, const LedgerEntry *entry)
{
  return state_part(STATE_FOLDER, entry->add ? "derived" : "energy", entry->name,
                    entry->add ? stored_state : summed_state,
                    ledger ? ledger_saved(ledger, entry) : NULL);
}

void ledger_take(World *w, const LedgerState *contacts, double stretch)
{
  Ledger *ledger = w->ledger;

  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerEntry *entry = ledger_entries[k];
    const bool         found = world_take(w, part_of(ledger, entry));

    if (entry->side == LEDGER_STORED) ledger->knows_stored |= found;
    ledger->lacks[k] = !found;
  }
  *ledger_saved(ledger, &ledger_contacts) = *contacts;
  for (int k = 0; k < LEDGER_LENGTH && w->par->rank == 0; k++)
    if (!ledger_entries[k]->add) resume_entry(ledger, k, stretch);
  ledger->changed = ledger_was_saved(ledger, &ledger_restarts);
  ledger->forced  = ledger_was_saved(ledger, &ledger_forces);
}

/* True if a checkpoint has the entry: those of clumps that came or went, only if some did. */
static bool is_saved(const Ledger *ledger, const LedgerEntry *e, const Measured *m)
{
  return e->is_used(m) && (e->side != LEDGER_TURNOVER || ledger_was_saved(ledger, e));
}

/* The entry of contacts is saved as attributes (output/checkpoint/checkpoint_write.c). */
static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  const Measured *measured = w ? world_measured(w) : NULL;

  (void)self;
  for (const LedgerEntry *const *e = ledger_entries; *e; e++)
    if (*e != &ledger_contacts && (!w || is_saved(w->ledger, *e, measured)))
      state_list_part(parts, part_of(w ? w->ledger : NULL, *e));
  return PETSC_SUCCESS;
}

extern const Module ledger_module;
const Module        ledger_module = {.name = "ledger", .list = list};

/* ---- the account of a run in a checkpoint ---- */

/* clang-format off */
const StateItem account_state[] = {
  ITEM(INT64, IN(Account, next_id), NULL, 0, 0x1p63, "id of the next clump that gets one"),
  ITEM(INT64, IN(Account, removed), NULL, 0, STEPS_MOST,
      "number of clumps that have left through open faces"),
  ITEM(INT64, IN(Account, inserted), NULL, 0, STEPS_MOST,
      "number of clumps that inlets have put in"),
  {0},
};
/* clang-format on */
