/* SPDX-License-Identifier: MIT */
/* Loads on walls and their work (wall_account.h). */
#include "run/wall_account.h"
#include "contact/wall_loads.h"
#include "run/restart/saved_parts.h"
#include "run/servoing.h"
#include "run/sim.h"

/* Number of bodies in the account: the walls, then the groups that follow motions. */
static int count(const Sim *sim)
{
  return sim->walls.n + sim->motions.driven.n;
}

static const DrivenGroup *group_at(const Sim *sim, int k)
{
  return &sim->motions.driven.list[k - sim->walls.n];
}

static const char *name_at(const Sim *sim, int k)
{
  return k < sim->walls.n ? sim->walls.list[k].name : group_at(sim, k)->name;
}

/* Sums of body k in the last evaluation, this rank's part; those of groups have the order of
   those of walls. */
static const Sum *sums_at(const Sim *sim, int k)
{
  return k < sim->walls.n ? sim->contacts->on_walls[k].sum : group_at(sim, k)->sum;
}

static StatePart part_of(const char *kind, const char *name, Sum *sum)
{
  StatePart part = {.prefix = kind, .items = work_state, .owner = sum};

  snprintf(part.folder, sizeof part.folder, "%s/%s/%s", STATE_FOLDER, kind, name);
  return part;
}

static StatePart part_at(const Sim *sim, int k)
{
  return part_of(k < sim->walls.n ? "wall" : "group", name_at(sim, k), &sim->wall_account.whole[k]);
}

PetscErrorCode wall_account_open(Sim *sim, const Checkpoint *ck)
{
  const int n = count(sim);

  PetscFunctionBeginUser;
  if (!(option_real(sim->options, "output", NULL, "walls_every") > 0) &&
      !sim_events(sim)->on_walls && !servoing_is_on(sim))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(wall_loads_create(sim->contacts, sim->walls.n));
  PetscCall(array_create(&sim->wall_account.work, sizeof(Sum), n + 1));
  PetscCall(array_create(&sim->wall_account.whole, sizeof(Sum), n + 1));
  for (int w = 0; ck && w < n; w++) {
    bool found;

    PetscCall(parts_take(sim, ck, part_at(sim, w), &found));
    if (found && sim->par.rank == 0) sim->wall_account.work[w] = sim->wall_account.whole[w];
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
  for (int w = 0; sim->wall_account.work && w < count(sim); w++) {
    const Sum *sums = sums_at(sim, w);

    sum_merge(&sim->wall_account.work[w], &sums[WALL_WORK]);
    if (before) sum_merge(&sim->wall_account.work[w], &sums[WALL_WORK]);
    if (before) sum_merge(&sim->wall_account.work[w], &sums[WALL_DONE]);
  }
}

/* ---- rows ---- */

static Vec3 vector_of(const Sum sums[3])
{
  return (Vec3){sum_value(&sums[0]), sum_value(&sums[1]), sum_value(&sums[2])};
}

/* Point about which torques of body k are taken; 0 for a body that has gone. */
static Vec3 point_at(const Sim *sim, int k)
{
  if (k >= sim->walls.n) return group_at(sim, k)->pivot;
  return sim->walls.list[k].gone ? vec3(0, 0, 0) : sim->walls.list[k].pivot;
}

/* Row of a wall from `all`: its loads over all ranks, then its work. */
static WallRow row_of(const Sim *sim, int w, const Sum all[WALL_SUMS + 1])
{
  const double half = sum_value(&all[WALL_WORK]);

  return (WallRow){.step   = sim->clock.step,
                   .time   = sim_time(sim),
                   .name   = name_at(sim, w),
                   .force  = vector_of(all + WALL_FORCE),
                   .torque = vector_of(all + WALL_TORQUE),
                   .point  = point_at(sim, w),
                   .power  = (2 * half + sum_value(&all[WALL_DONE])) / sim->clock.dt,
                   .work   = sum_value(&all[WALL_SUMS]) - half};
}

PetscErrorCode wall_account_write(Sim *sim, Log *log)
{
  enum { EACH = WALL_SUMS + 1 };
  const int n = count(sim);
  Sum      *sums;
  WallRow  *rows;

  PetscFunctionBeginUser;
  PetscCall(array_create(&sums, sizeof *sums, n * EACH + 1));
  PetscCall(array_create(&rows, sizeof *rows, n + 1));
  for (int w = 0; w < n; w++) {
    memcpy(sums + w * EACH, sums_at(sim, w), WALL_SUMS * sizeof *sums);
    sums[w * EACH + WALL_SUMS] = sim->wall_account.work[w];
  }
  PetscCall(sum_reduce(&sim->par, sums, n * EACH));
  for (int w = 0; w < n; w++) rows[w] = row_of(sim, w, sums + w * EACH);
  PetscCall(table_write(&sim->par, log, n, rows));
  array_free(&sums);
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checkpoints ---- */

PetscErrorCode wall_account_list(Sim *sim, StateParts *parts)
{
  const int n = count(sim);

  PetscFunctionBeginUser;
  if (!sim->wall_account.work) PetscFunctionReturn(PETSC_SUCCESS);
  memcpy(sim->wall_account.whole, sim->wall_account.work, (size_t)n * sizeof(Sum));
  PetscCall(sum_reduce(&sim->par, sim->wall_account.whole, n));
  for (int w = 0; w < n; w++) PetscCall(state_list_part(parts, part_at(sim, w)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wall_account_document(StateParts *parts)
{
  PetscFunctionBeginUser;
  PetscCall(state_list_part(parts, part_of("wall", "<name>", NULL)));
  PetscCall(state_list_part(parts, part_of("group", "<name>", NULL)));
  PetscFunctionReturn(PETSC_SUCCESS);
}
