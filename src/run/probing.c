/* SPDX-License-Identifier: MIT */
#include "run/probing.h"
#include "output/frames/grid.h"
#include "output/table/probe_rows.h"
#include "run/console/run_output.h"
#include "run/showing.h"
#include "run/sim.h"

PetscErrorCode probing_read(Sim *sim)
{
  PetscFunctionBeginUser;
  PetscCall(probes_read(sim->options, sim->settings.dimension, &sim->groups, sim->clumps->uses,
                        sim->interactions, &sim->probes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode probing_open(Sim *sim, ProbeOutput *out)
{
  const int64_t last = sim->restarted ? sim->clock.step : -1;

  PetscFunctionBeginUser;
  PetscCall(array_create(&out->beat, sizeof *out->beat, sim->probes.n));
  PetscCall(array_create(&out->table, sizeof *out->table, sim->probes.n));
  PetscCall(array_create(&out->lost, sizeof *out->lost, sim->probes.n));
  for (int k = 0; k < sim->probes.n; k++) {
    const Probe *p = &sim->probes.list[k];

    out->beat[k] = run_beat(sim, p->every);
    if (p->grid)
      PetscCall(grid_cut(&sim->par, sim->output_dir, p,
                         sim->restarted ? clock_reached(&sim->clock) : -HUGE_VAL));
    else PetscCall(probe_rows_open(&sim->par, sim->output_dir, last, p, &out->table[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *lost: samples of this probe that could not be written. */
static PetscErrorCode write_one(Sim *sim, const Probe *p, Log *table, int64_t *lost)
{
  const int64_t before = table->lost;
  char          why[SERIES_WHY];
  bool          written = true;
  int64_t       from, n;
  double       *numbers;

  PetscFunctionBeginUser;
  PetscCall(probe_evaluate(p, &sim->par, &sim->domain, sim->clumps, &from, &n, &numbers));
  if (p->grid)
    PetscCall(grid_write(&sim->par, sim->output_dir, sim->clock.step, sim_time(sim), p, n, numbers,
                         &written, why));
  else PetscCall(probe_rows_write(&sim->par, table, sim->clock.step, sim_time(sim), p, numbers));
  array_free(&numbers);
  if (written && table->lost == before) PetscFunctionReturn(PETSC_SUCCESS);
  if ((*lost)++ == 0)
    warning_add(&sim->warnings,
                "nothing of probe %s at step %" PRId64 ", and perhaps at later steps: %s", p->name,
                sim->clock.step, written ? strerror(table->fault) : why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode probing_write(Sim *sim, ProbeOutput *out, int64_t *lost)
{
  bool        any = false;
  int64_t     before;
  AnswersKept kept;

  PetscFunctionBeginUser;
  for (int k = 0; k < sim->probes.n; k++) {
    if (!beat_falls(&out->beat[k], &sim->clock, sim->clock.step)) continue;
    if (!any) {
      sim_complete(sim);
      PetscCall(showing_begin(sim, &kept));
    }
    any    = true;
    before = out->lost[k];
    PetscCall(write_one(sim, &sim->probes.list[k], &out->table[k], &out->lost[k]));
    *lost += out->lost[k] - before;
  }
  if (any) showing_end(sim, &kept);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode probing_close(const Sim *sim, ProbeOutput *out)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < sim->probes.n && out->table; k++) PetscCall(log_close(&out->table[k]));
  array_free(&out->beat);
  array_free(&out->table);
  array_free(&out->lost);
  PetscFunctionReturn(PETSC_SUCCESS);
}
