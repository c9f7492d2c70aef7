/* SPDX-License-Identifier: MIT */
/* Loads on walls and their work (wall_account.h). */
#include "sim/wall_account.h"
#include "contact/wall_loads.h"
#include "sim/saved_parts.h"
#include "sim/sim.h"

static StatePart part_of(const char *wall, Sum *sum)
{
  StatePart part = {.prefix = "wall", .items = work_state, .owner = sum};

  snprintf(part.folder, sizeof part.folder, "%s/wall/%s", STATE_FOLDER, wall);
  return part;
}

PetscErrorCode wall_account_open(Sim *sim, const Checkpoint *ck)
{
  const int n = sim->walls.n;

  PetscFunctionBeginUser;
  if (!(option_real(sim->options, "output", NULL, "walls_every") > 0) && !sim->events.on_walls)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(wall_loads_create(sim->contacts, n));
  PetscCall(array_create(&sim->wall_account.work, sizeof(Sum), n + 1));
  PetscCall(array_create(&sim->wall_account.whole, sizeof(Sum), n + 1));
  for (int w = 0; ck && w < n; w++) {
    Sum *sum = &sim->wall_account.whole[w];
    bool found;

    PetscCall(parts_take(sim, ck, part_of(sim->walls.list[w].name, sum), &found));
    if (found && sim->par.rank == 0) sim->wall_account.work[w] = *sum;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void wall_account_free(WallAccount *account)
{
  array_free(&account->work);
  array_free(&account->whole);
}

void wall_account_book(Sim *sim, bool before)
{
  for (int w = 0; w < sim->contacts->n_walls; w++) {
    const Sum *half = &sim->contacts->on_walls[w].sum[WALL_WORK];

    sum_merge(&sim->wall_account.work[w], half);
    if (before) sum_merge(&sim->wall_account.work[w], half);
  }
}

/* ---- rows ---- */

static Vec3 vector_of(const Sum sums[3])
{
  return (Vec3){sum_value(&sums[0]), sum_value(&sums[1]), sum_value(&sums[2])};
}

/* all: the loads of a wall over all ranks, then its work. */
static WallRow row_of(const Sim *sim, int w, const Sum all[WALL_SUMS + 1])
{
  const double half = sum_value(&all[WALL_WORK]);

  return (WallRow){.name   = sim->walls.list[w].name,
                   .force  = vector_of(all + WALL_FORCE),
                   .torque = vector_of(all + WALL_TORQUE),
                   .point  = sim->walls.list[w].pivot,
                   .power  = half / (0.5 * sim->clock.dt),
                   .work   = sum_value(&all[WALL_SUMS]) - half};
}

PetscErrorCode wall_account_write(Sim *sim, Log *log)
{
  enum { EACH = WALL_SUMS + 1 };
  const int n = sim->contacts->n_walls;
  Sum      *sums;
  WallRow  *rows;

  PetscFunctionBeginUser;
  PetscCall(array_create(&sums, sizeof *sums, n * EACH + 1));
  PetscCall(array_create(&rows, sizeof *rows, n + 1));
  for (int w = 0; w < n; w++) {
    memcpy(sums + w * EACH, sim->contacts->on_walls[w].sum, WALL_SUMS * sizeof *sums);
    sums[w * EACH + WALL_SUMS] = sim->wall_account.work[w];
  }
  PetscCall(sum_reduce(&sim->par, sums, n * EACH));
  for (int w = 0; w < n; w++) rows[w] = row_of(sim, w, sums + w * EACH);
  PetscCall(wall_rows_write(&sim->par, log, sim->clock.step, sim_time(sim), n, rows));
  array_free(&sums);
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checkpoints ---- */

PetscErrorCode wall_account_list(Sim *sim, StateParts *parts)
{
  const int n = sim->contacts->n_walls;

  PetscFunctionBeginUser;
  if (n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  memcpy(sim->wall_account.whole, sim->wall_account.work, (size_t)n * sizeof(Sum));
  PetscCall(sum_reduce(&sim->par, sim->wall_account.whole, n));
  for (int w = 0; w < n; w++)
    PetscCall(
      state_list_part(parts, part_of(sim->walls.list[w].name, &sim->wall_account.whole[w])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wall_account_document(StateParts *parts)
{
  return state_list_part(parts, part_of("<name>", NULL));
}
