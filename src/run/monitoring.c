/* SPDX-License-Identifier: MIT */
#include "run/monitoring.h"
#include "output/table/monitor_hdf5.h"
#include "output/table/monitor_rows.h"
#include "run/console/run_output.h"
#include "run/showing.h"
#include "run/sim.h"

PetscErrorCode monitoring_read(Sim *sim)
{
  const MonitorSource source = {.options   = sim->options,
                                .par       = &sim->par,
                                .groups    = &sim->groups,
                                .domain    = &sim->domain,
                                .templates = &sim->templates,
                                .uses      = sim->clumps->uses,
                                .interacts = sim->interactions->n_sets > 0};

  PetscFunctionBeginUser;
  PetscCall(monitors_read(&source, &sim->monitors));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- contacts ---- */

static PetscErrorCode begin(void *self)
{
  PetscFunctionBeginUser;
  monitor_begin(self);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode see(void *self, const ContactSeen *seen)
{
  return monitor_see(self, seen);
}

static void shown(void *self, const Clumps *clumps)
{
  monitor_shown(self, clumps);
}

PetscErrorCode monitoring_watch(Sim *sim)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < sim->monitors.n; k++) {
    Monitor *m = &sim->monitors.list[k];

    if (monitor_sees(m))
      PetscCall(watching_add(sim, &(Watcher){.self  = m,
                                             .beat  = run_beat(sim, m->every),
                                             .far   = monitor_sees_far(m),
                                             .also  = -1,
                                             .begin = begin,
                                             .see   = see,
                                             .end   = shown}));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tables ---- */

PetscErrorCode monitoring_save(Sim *sim, int64_t *lost)
{
  char why[HDF5_WHY];
  bool written;

  PetscFunctionBeginUser;
  for (int k = 0; k < sim->monitors.n; k++) {
    const Monitor *m = &sim->monitors.list[k];

    if (!m->hdf5) continue;
    PetscCall(monitor_hdf5_write(&sim->par, sim->output_dir, m, &written, why));
    if (written) continue;
    (*lost)++;
    warning_add(&sim->warnings, "%s %s at step %" PRId64 " is not written as HDF5: %s", m->section,
                m->name, sim->clock.step, why);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode monitoring_open(Sim *sim, MonitorOutput *out)
{
  const Monitors *monitors = &sim->monitors;
  const int64_t   last     = sim->restarted ? sim->clock.step : -1;

  PetscFunctionBeginUser;
  PetscCall(array_create(&out->beat, sizeof *out->beat, monitors->n));
  PetscCall(array_create(&out->table, sizeof *out->table, monitors->n));
  for (int k = 0; k < monitors->n; k++) {
    out->beat[k] = run_beat(sim, monitors->list[k].every);
    PetscCall(
      monitor_rows_open(&sim->par, sim->output_dir, last, &monitors->list[k], &out->table[k]));
    /* later rows than those of the table */
    PetscCall(monitor_hdf5_remove(&sim->par, sim->output_dir, &monitors->list[k]));
  }
  PetscCall(monitoring_watch(sim));
  PetscCall(monitor_units_write(&sim->par, sim->output_dir, monitors));
  if (sim->restarted) PetscCall(monitoring_save(sim, &out->lost));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_one(Sim *sim, const MonitorScene *scene, Monitor *m, Log *table,
                                int64_t *lost)
{
  const int64_t before = table->lost;
  double       *numbers;

  PetscFunctionBeginUser;
  PetscCall(array_create(&numbers, (size_t)monitor_columns(m) * sizeof *numbers, monitor_rows(m)));
  PetscCall(monitor_evaluate(m, scene, numbers));
  PetscCall(monitor_rows_write(&sim->par, table, sim->clock.step, scene->time, m, numbers));
  array_free(&numbers);
  *lost += table->lost - before;
  if (table->lost > before && before == 0)
    warning_add(&sim->warnings,
                "nothing of %s %s at step %" PRId64 ", and perhaps at later steps: %s", m->section,
                m->name, sim->clock.step, strerror(table->fault));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode monitoring_write(Sim *sim, MonitorOutput *out, int64_t *lost)
{
  const ContactScene contacts = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &contacts);
  const MonitorScene scene    = {.measured = &measured, .time = sim_time(sim), .dt = sim->clock.dt};
  bool               any      = false;
  AnswersKept        kept;

  PetscFunctionBeginUser;
  *lost += out->lost;
  out->lost = 0;
  for (int k = 0; k < sim->monitors.n; k++) {
    if (!beat_falls(&out->beat[k], &sim->clock, sim->clock.step)) continue;
    if (!any) {
      sim_complete(sim);
      PetscCall(showing_begin(sim, &kept));
    }
    any = true;
    PetscCall(write_one(sim, &scene, &sim->monitors.list[k], &out->table[k], lost));
  }
  if (any) showing_end(sim, &kept);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode monitoring_close(const Sim *sim, MonitorOutput *out)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < sim->monitors.n && out->table; k++) PetscCall(log_close(&out->table[k]));
  array_free(&out->beat);
  array_free(&out->table);
  PetscFunctionReturn(PETSC_SUCCESS);
}
