/* SPDX-License-Identifier: MIT */
/* Energy that clumps bring, take, and get when they are changed. */
#include "measure/energy/turnover.h"
#include "motion/clump_energy.h"

/* Kinds of stored energies: in gravity, which clumps have by themselves; in contacts and links, which
   are counted one by one; and all others, which are known only as a whole. */
typedef enum { ALONE, NEAR, FAR } Reach;

static Reach reach_of(const LedgerEntry *entry)
{
  return entry == &ledger_gravity ? ALONE : entry->from ? NEAR : FAR;
}

static bool is_here(const LedgerEntry *entry, const Measured *m, Reach reach)
{
  if (entry == &ledger_interactions && !interactions_store(m->interactions)) return false;
  return entry->add && reach_of(entry) == reach && entry->is_used(m);
}

/* True if some energies are known only as a whole. */
static bool has_far(const Measured *m)
{
  for (const LedgerEntry *const *e = ledger_entries; *e; e++)
    if (is_here(*e, m, FAR)) return true;
  return false;
}

/* Add the stored energies of this reach. */
static PetscErrorCode add_stored(const Measured *m, Reach reach, EnergyStock *to)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LEDGER_LENGTH; k++)
    if (is_here(ledger_entries[k], m, reach)) PetscCall(ledger_entries[k]->add(m, &to->of[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void take_off(EnergyStock *from, const EnergyStock *other)
{
  sum_take_off(&from->kinetic, &other->kinetic);
  for (int k = 0; k < LEDGER_LENGTH; k++) sum_take_off(&from->of[k], &other->of[k]);
}

static void add_kinetic(const Measured *m, EnergyStock *to)
{
  const Clumps  *c          = m->scene->clumps;
  const Weighing weightless = {.domain = m->scene->domain};

  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_moves(m, a)) clump_energy_now(&weightless, c, a, 1, &to->kinetic);
}

PetscErrorCode turnover_stock(World *w, EnergyStock *stock)
{
  const Measured *m;

  PetscFunctionBeginUser;
  PetscCall(world_mark_dropped(w));
  m      = world_measured(w);
  *stock = (EnergyStock){.of = {{.added = 0}}};
  add_kinetic(m, stock);
  for (Reach reach = ALONE; reach <= FAR; reach++) PetscCall(add_stored(m, reach, stock));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add to an entry of the ledger, where it stands in `entry`, `sign` times these energies: those that
   contacts and links store are moved in the work of contacts as well. */
static void book(Ledger *ledger, const LedgerEntry *entry, const EnergyStock *stock, bool gain)
{
  Sum *to = ledger_sum(ledger, entry);

  sum_merge(to, &stock->kinetic);
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerEntry *of = ledger_entries[k];

    if (of->side == LEDGER_STORED) sum_merge(to, &stock->of[k]);
    if (!of->from) continue;
    if (gain) sum_merge(ledger_sum(ledger, of->from), &stock->of[k]);
    else sum_take_off(ledger_sum(ledger, of->from), &stock->of[k]);
  }
}

/* ---- clumps that leave ---- */

/* Add the energies that marked rows have by themselves, and those of their contacts and links. */
static PetscErrorCode add_leaving(World *w, const bool *leaves, EnergyStock *to)
{
  Measured       m        = *world_measured(w);
  ContactScene   scene    = *m.scene;
  const Clumps  *c        = scene.clumps;
  const Weighing weighing = {scene.domain, m.gravity, c->heavy};
  int32_t       *marked;

  PetscFunctionBeginUser;
  array_create(&marked, sizeof *marked, c->n);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    marked[a] = leaves[a];
    if (leaves[a]) clump_energy_now(&weighing, c, a, 1, &to->kinetic);
  }
  PetscCall(halo_spread_int(w->halo, c, marked));
  scene.only = marked;
  m.scene    = &scene;
  PetscCall(add_stored(&m, NEAR, to));
  array_free(&marked);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Drop the marked rows; *far: what interactions store less. */
static PetscErrorCode drop(World *w, const bool *leaves, EnergyStock *far)
{
  const bool  some  = has_far(world_measured(w));
  EnergyStock after = {.of = {{.added = 0}}};

  PetscFunctionBeginUser;
  if (some) PetscCall(add_stored(world_measured(w), FAR, far));
  for (PetscInt a = 0; a < w->clumps->n_owned; a++)
    if (leaves[a]) clump_drop(w->clumps, a);
  world_dropped(w);
  if (!some) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(world_mark_dropped(w));
  PetscCall(add_stored(world_measured(w), FAR, &after));
  take_off(far, &after);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode turnover_leave(World *w, const bool *leaves)
{
  EnergyStock gone = {.of = {{.added = 0}}};

  PetscFunctionBeginUser;
  PetscCall(world_mark_dropped(w)); /* those that were dropped before are not counted again */
  PetscCall(add_leaving(w, leaves, &gone));
  PetscCall(drop(w, leaves, &gone));
  book(w->ledger, &ledger_left, &gone, false);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode turnover_break(World *w, const bool *leaves)
{
  EnergyStock far = {.of = {{.added = 0}}};

  PetscFunctionBeginUser;
  PetscCall(world_mark_dropped(w));
  PetscCall(drop(w, leaves, &far));
  book(w->ledger, &ledger_crush, &far, false);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- clumps that are changed, or enter ---- */

PetscErrorCode turnover_changed(World *w, const EnergyStock *before)
{
  EnergyStock now;

  PetscFunctionBeginUser;
  PetscCall(turnover_stock(w, &now));
  take_off(&now, before);
  book(w->ledger, &ledger_changed, &now, true);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void turnover_enter_rows(World *w, PetscInt first)
{
  const Weighing weighing = {w->domain, w->gravity, w->clumps->heavy};

  for (PetscInt a = first; a < w->clumps->n_owned; a++)
    clump_energy_now(&weighing, w->clumps, a, 1, ledger_sum(w->ledger, &ledger_entered));
}

PetscErrorCode turnover_enter_begin(World *w, EnergyStock *before)
{
  PetscFunctionBeginUser;
  *before = (EnergyStock){.of = {{.added = 0}}};
  if (!has_far(world_measured(w))) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(world_mark_dropped(w));
  PetscCall(add_stored(world_measured(w), FAR, before));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode turnover_enter_end(World *w, const EnergyStock *before)
{
  EnergyStock now = {.of = {{.added = 0}}};

  PetscFunctionBeginUser;
  if (!has_far(world_measured(w))) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(add_stored(world_measured(w), FAR, &now));
  take_off(&now, before);
  book(w->ledger, &ledger_entered, &now, true);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- clumps that enter at a restart ---- */

void turnover_note(const World *w, PetscInt first, EnergyStock *stock)
{
  const Clumps  *c          = w->clumps;
  const Weighing weightless = {.domain = w->domain}, weighing = {w->domain, w->gravity, c->heavy};

  *stock = (EnergyStock){.of = {{.added = 0}}};
  for (PetscInt a = first; a < c->n_owned; a++) {
    clump_energy_now(&weightless, c, a, 1, &stock->kinetic);
    clump_energy_add(&weighing, c, a, vec3(0, 0, 0), vec3(0, 0, 0), 1,
                     &stock->of[ledger_index(&ledger_gravity)]);
  }
}

PetscErrorCode turnover_resume(World *w, const EnergyStock *stock, bool some, bool revised)
{
  Ledger *ledger = w->ledger;
  Sum    *to     = ledger_sum(ledger, &ledger_entered);

  PetscFunctionBeginUser;
  if (!some) PetscFunctionReturn(PETSC_SUCCESS);
  sum_merge(to, &stock->kinetic);
  if (revised) PetscFunctionReturn(PETSC_SUCCESS);
  sum_merge(to, &stock->of[ledger_index(&ledger_gravity)]);
  for (int k = 0; k < LEDGER_LENGTH && ledger->knows_stored; k++) {
    Sum now = {.added = 0};

    if (!is_here(ledger_entries[k], world_measured(w), FAR)) continue;
    PetscCall(ledger_entries[k]->add(world_measured(w), &now));
    if (w->par->rank == 0) sum_take_off(&now, &ledger->saved[k].sum);
    sum_merge(to, &now);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
