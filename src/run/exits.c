/* SPDX-License-Identifier: MIT */
/* Outlets in a simulation (exits.h). Clumps that they take are dropped at the end of a step, as
   those that leave through open faces are during it: they have no contacts from then on, and their
   rows are removed by the next rebuild. */
#include "run/exits.h"
#include "output/table/outlet_rows.h"
#include "run/restart/saved_parts.h"
#include "run/sim.h"

PetscErrorCode exits_create(Sim *sim, double now)
{
  SourceScene scene = entry_scene(sim);

  PetscFunctionBeginUser;
  scene.now = now;
  PetscCall(outlets_read(&scene, &sim->entry.sources, &sim->outlets));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exits_restore(Sim *sim, const Checkpoint *ck)
{
  StateParts parts = {0};
  bool       found;

  PetscFunctionBeginUser;
  if (!ck) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(exits_list(sim, &parts));
  for (PetscInt k = 0; k < parts.n; k++) PetscCall(parts_take(sim, ck, parts.list[k], &found));
  array_free(&parts.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool exits_are_due(const Sim *sim)
{
  return sim->outlets.n > 0 &&
         outlets_see(&sim->outlets, &sim->domain, sim->clumps, clock_reached(&sim->clock));
}

PetscErrorCode exits_take(Sim *sim, bool some)
{
  const double now   = clock_reached(&sim->clock);
  SourceScene  scene = entry_scene(sim);
  bool         any;

  PetscFunctionBeginUser;
  if (some) {
    sim_complete(sim);
    PetscCall(outlets_take(&sim->outlets, &scene, &sim->entry.sources, sim->clock.step,
                           sim_time(sim), now, &any));
    sim->lists.gone   = sim->lists.gone || any;
    sim->lists.untold = any;
    PetscCall(entry_look_ahead(sim)); /* inlets may refill what outlets took */
  }
  outlets_looked(&sim->outlets, now);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- output ---- */

static OutletRow row_of(const Sim *sim, const Exit *e)
{
  const Outlet   *o      = &sim->outlets.list[e->outlet];
  const Template *t      = &sim->templates.list[e->template];
  const double    volume = t->mass.volume * templates_volume_factor(&sim->templates, e->scale);

  return (OutletRow){.step     = e->step,
                     .time     = e->time,
                     .outlet   = o->name,
                     .action   = e->recycled ? "recycle" : "remove",
                     .template = t->name,
                     .id       = e->id,
                     .mass     = e->mass,
                     .size     = sim->settings.dimension == 2 ? sqrt(4 * volume / PETSC_PI)
                                                              : cbrt(6 * volume / PETSC_PI),
                     .x        = e->x,
                     .v        = e->v,
                     .clumps   = e->clumps,
                     .total    = e->total};
}

PetscErrorCode exits_write(Sim *sim, Log *log)
{
  Outlets   *o = &sim->outlets;
  OutletRow *rows;

  PetscFunctionBeginUser;
  if (!log->is_open || o->n_exits == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&rows, sizeof *rows, o->n_rows));
  for (PetscInt k = 0; k < o->n_rows; k++) rows[k] = row_of(sim, &o->exits[k]);
  PetscCall(outlet_rows_write(&sim->par, log, o->n_rows, rows));
  array_free(&rows);
  o->n_exits = o->n_rows = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void exits_note(Sim *sim)
{
  for (int k = 0; k < sim->outlets.n; k++)
    sim->outlets.list[k].before = sim->outlets.list[k].clumps;
}

/* True if clumps may leave otherwise than by outlets and faces: by breaking, or by changes. */
static bool drops_others(const Sim *sim)
{
  bool drops = sim->crushes.n > 0;

  for (int k = 0; k < sim->changes.n; k++) drops = drops || sim->changes.list[k].kind->removes;
  return drops;
}

void exits_say(const Sim *sim, int64_t left)
{
  const char *before = " (";

  for (int k = 0; k < sim->outlets.n && left > 0; k++) {
    const Outlet *o = &sim->outlets.list[k];
    const int64_t n = o->clumps - o->before;

    if (n == 0) continue;
    printf("%s%" PRId64 " by outlet %s", before, n, o->name);
    before = ", ";
    left -= n;
  }
  if (before[0] != ',') return;
  if (left > 0) printf(", %" PRId64 " %s", left, drops_others(sim) ? "otherwise" : "by open faces");
  printf(")");
}

void exits_print(const Sim *sim)
{
  for (int k = 0; k < sim->outlets.n; k++) {
    const Outlet *o = &sim->outlets.list[k];

    printf("clast: outlet %s: %" PRId64 " clump%s (%.6g kg) since the first step\n", o->name,
           o->clumps, o->clumps == 1 ? "" : "s", o->mass);
  }
}

/* ---- checkpoints ---- */

PetscErrorCode exits_list(Sim *sim, StateParts *parts)
{
  return outlets_list(&sim->outlets, STATE_FOLDER, parts);
}

PetscErrorCode exits_document(StateParts *parts)
{
  return outlets_document(STATE_FOLDER, parts);
}
