/* SPDX-License-Identifier: MIT */
/* The module of walls.csv: loads on walls and on groups that follow motions, and their work; kept
   only if the scenario or a module asks for them. */
#include "contact/contacts.h"
#include "contact/wall_loads.h"
#include "measure/energy/ledger.h"
#include "measure/timestep/auto_dt.h"
#include "motion/prescribed/wall_motion.h"
#include "output/table/tables.h"

/* Number of bodies in the account: the walls, then the groups that follow motions. */
static int count(const World *w)
{
  return w->walls->n + w->motions->driven.n;
}

static const DrivenGroup *group_at(const World *w, int k)
{
  return &w->motions->driven.list[k - w->walls->n];
}

static const char *name_at(const World *w, int k)
{
  return k < w->walls->n ? w->walls->list[k].name : group_at(w, k)->name;
}

/* Sums of body k in the last evaluation, this rank's part; those of groups have the order of
   those of walls. */
static const Sum *sums_at(const World *w, int k)
{
  return k < w->walls->n ? w->contacts->on_walls[k].sum : group_at(w, k)->sum;
}

int wall_rows_count(const World *w)
{
  return count(w);
}

/* clang-format off */
static const StateItem half_state[] = {
  ITEM(INT64, BY("_half_work", sum_state_get, sum_state_put), "J", -0x1p63, 0x1p63,
       "part of it in the half step to come, likewise, where dt follows the state",
       .count = SUM_LIMBS, .flags = STATE_LACKING),
  {0},
};
/* clang-format on */

static StatePart part_of(const StateItem *items, const char *kind, const char *name, Sum *sum)
{
  StatePart part = state_part(STATE_FOLDER, kind, name, items, sum);

  part.prefix = kind;
  return part;
}

static PetscErrorCode open(void *self, World *w)
{
  WallAccount *a = self;
  const int    n = count(w);

  PetscFunctionBeginUser;
  if (!(option_real(w->options, "output", NULL, "walls_every") > 0) && !w->wall_loads)
    PetscFunctionReturn(PETSC_SUCCESS);
  wall_loads_create(w->contacts, w->walls->n);
  array_create(&a->work, sizeof(Sum), 2 * n + 1);
  array_create(&a->whole, sizeof(Sum), 2 * n + 1);
  PetscCall(module_take(&wall_account_module, a, w));
  for (int k = 0; k < 2 * n && w->par->rank == 0; k++) a->work[k] = a->whole[k];
  PetscFunctionReturn(PETSC_SUCCESS);
}

void wall_account_stretch(const World *w, double stretch)
{
  const WallAccount *a = world_module(w, &wall_account_module);
  const int          n = count(w);

  for (int k = 0; a->work && k < n && w->par->rank == 0; k++)
    sum_add(&a->work[k], (stretch - 1) * sum_value(&a->work[n + k]));
}

/* Before a step with another dt than the last one: the work of the half step to come goes with dt, as
   that of the ledger (ledger_stretch). */
static PetscErrorCode begin(void *self, World *w)
{
  const WallAccount *a     = self;
  const Clock       *clock = w->clock;
  const int          n     = count(w);
  Sum               *half;

  PetscFunctionBeginUser;
  if (!a->work || clock->step != clock->first || !(clock->before > 0))
    PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&half, sizeof *half, n + 1);
  memcpy(half, a->work + n, (size_t)n * sizeof *half);
  PetscCall(sum_reduce(w->par, half, n));
  for (int k = 0; k < n && w->par->rank == 0; k++)
    sum_add(&a->work[k], (clock->dt / clock->before - 1) * sum_value(&half[k]));
  array_free(&half);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add the work of the last evaluation, for the half step to come and for the half step before. */
static PetscErrorCode book(void *self, World *w, bool moved)
{
  const WallAccount *a = self;
  const int          n = count(w);

  for (int k = 0; a->work && k < n; k++) {
    const Sum *sums = sums_at(w, k);

    a->work[n + k] = sums[WALL_WORK];
    sum_merge(&a->work[k], &sums[WALL_WORK]);
    if (moved) sum_merge(&a->work[k], &sums[WALL_WORK]);
    if (moved) sum_merge(&a->work[k], &sums[WALL_DONE]);
  }
  return PETSC_SUCCESS;
}

/* ---- rows ---- */

/* Set where body k is; unknown of a free mesh, which follows its clump. */
static void tell_place(const World *w, int k, WallRow *row)
{
  if (k >= w->walls->n) {
    row->shift = group_at(w, k)->now.shift;
    row->angle = group_at(w, k)->angle;
  } else if (w->walls->list[k].carried) {
    row->shift = vec3(NAN, NAN, NAN);
    row->angle = NAN;
  } else {
    row->shift = w->walls->list[k].shift;
    row->angle = w->walls->list[k].angle;
  }
}

/* Row of body k from `all`: its loads over all ranks, then its work. */
static WallRow row_of(const World *w, int k, const Sum all[WALL_SUMS + 1])
{
  const double half = sum_value(&all[WALL_WORK]);
  /* about which torques are taken */
  const Vec3 point = k >= w->walls->n         ? group_at(w, k)->pivot
                     : w->walls->list[k].gone ? vec3(0, 0, 0)
                                              : w->walls->list[k].pivot;

  WallRow row = {.step   = w->clock->step,
                 .time   = clock_time(w->clock),
                 .name   = name_at(w, k),
                 .force  = sum_vec3(all + WALL_FORCE),
                 .torque = sum_vec3(all + WALL_TORQUE),
                 .point  = point,
                 .power  = (2 * half + sum_value(&all[WALL_DONE])) / w->clock->dt,
                 .work   = sum_value(&all[WALL_SUMS]) - half};

  tell_place(w, k, &row);
  return row;
}

PetscErrorCode wall_rows_find(const World *w, const WallLoads *loads, WallRow *rows)
{
  enum { EACH = WALL_SUMS + 1 };
  const WallAccount *a = world_module(w, &wall_account_module);
  const int          n = count(w);
  Sum               *sums;

  PetscFunctionBeginUser;
  array_create(&sums, sizeof *sums, n * EACH + 1);
  for (int k = 0; k < n; k++) {
    const Sum *own = k < w->walls->n ? loads[k].sum : group_at(w, k)->sum;

    memcpy(sums + k * EACH, own, WALL_SUMS * sizeof *sums);
    if (a->work) sums[k * EACH + WALL_SUMS] = a->work[k];
  }
  PetscCall(sum_reduce(w->par, sums, n * EACH));
  for (int k = 0; k < n; k++) {
    rows[k] = row_of(w, k, sums + k * EACH);
    if (!a->work) rows[k].work = NAN;
  }
  array_free(&sums);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_rows(WallAccount *a, const World *w)
{
  const int n = count(w);
  WallRow  *rows;

  PetscFunctionBeginUser;
  array_create(&rows, sizeof *rows, n + 1);
  PetscCall(wall_rows_find(w, w->contacts->on_walls, rows));
  PetscCall(table_write(w->par, &a->log, n, rows));
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  WallAccount  *a      = self;
  const int64_t before = a->log.lost;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN || out->call == OUTPUT_RETIME)
    a->beat = world_beat(w, option_real(w->options, "output", NULL, "walls_every"));
  if (out->call == OUTPUT_OPEN)
    PetscCall(table_open(w->par, out->dir, output_kept(out, w, &a->beat), !beat_is_never(&a->beat),
                         &wall_table, &a->log));
  else if (out->call == OUTPUT_STEP && output_has_row(out, w, &a->beat))
    PetscCall(write_rows(a, w));
  else if (out->call == OUTPUT_CLOSE) log_close(&a->log);
  log_count(&a->log, before, "rows of walls.csv", w, out);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checkpoints ---- */

/* List the parts of all bodies in `sums`. */
static void list_parts(const World *w, const StateItem *items, Sum *sums, StateParts *parts)
{
  for (int k = 0; k < count(w); k++)
    state_list_part(parts,
                    part_of(items, k < w->walls->n ? "wall" : "group", name_at(w, k), &sums[k]));
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  WallAccount  *a       = self;
  const AutoDt *auto_dt = a ? world_module(w, &auto_dt_module) : NULL;

  PetscFunctionBeginUser;
  if (!a) {
    for (int k = 0; k < 2; k++) {
      state_list_part(parts, part_of(work_state, k ? "group" : "wall", "<name>", NULL));
      state_list_part(parts, part_of(half_state, k ? "group" : "wall", "<name>", NULL));
    }
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!a->work) PetscFunctionReturn(PETSC_SUCCESS);
  memcpy(a->whole, a->work, 2 * (size_t)count(w) * sizeof(Sum));
  PetscCall(sum_reduce(w->par, a->whole, 2 * count(w)));
  list_parts(w, work_state, a->whole, parts);
  if (auto_dt->on || w->saved) list_parts(w, half_state, a->whole + count(w), parts);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  WallAccount *a = self;

  array_free(&a->work);
  array_free(&a->whole);
}

const Module wall_account_module = {.name  = "wall_account",
                                    .size  = sizeof(WallAccount),
                                    .setup = {.open = open},
                                    .step  = {.begin = begin, .book = book},
                                    .list  = list,
                                    .write = write,
                                    .free  = free_state};
