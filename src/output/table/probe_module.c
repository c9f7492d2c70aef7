/* SPDX-License-Identifier: MIT */
/* The module of probes: their tables and grids. */
#include "output/frames/frames.h"
#include "output/table/samples.h"

static PetscErrorCode resolve(void *self, World *w)
{
  probes_read(w, &((ProbesState *)self)->all);
  return PETSC_SUCCESS;
}

/* Open tables, and cut grids: empty for a new run, cut at the present step for a restart. */
static PetscErrorCode open_tables(ProbesState *own, World *w, Output *out)
{
  const int64_t last = out->goes_on ? w->clock->step : -1;

  PetscFunctionBeginUser;
  array_create(&own->samples, sizeof *own->samples, own->all.n);
  for (int k = 0; k < own->all.n; k++) {
    const Probe *p = &own->all.list[k];

    own->samples[k].beat = world_beat(w, p->every);
    if (p->grid)
      PetscCall(grid_cut(w->par, out->dir, p, out->goes_on ? clock_reached(w->clock) : -HUGE_VAL));
    else PetscCall(probe_rows_open(w->par, out->dir, last, p, &own->samples[k].table));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_one(void *self, World *w, int k, Output *out)
{
  ProbesState  *own     = self;
  const Probe  *p       = &own->all.list[k];
  const int64_t before  = own->samples[k].table.lost;
  GridFrame     frame   = {.probe = p, .step = w->clock->step, .time = clock_time(w->clock)};
  bool          written = true;
  char          why[SERIES_WHY];
  double       *numbers;

  PetscFunctionBeginUser;
  PetscCall(probe_evaluate(p, w->par, w->domain, w->clumps, &frame.first, &frame.n, &numbers));
  frame.numbers = numbers;
  if (p->grid) PetscCall(grid_write(w->par, out->dir, &frame, &written, why));
  else
    PetscCall(probe_rows_write(w->par, &own->samples[k].table, frame.step, frame.time, p, numbers));
  array_free(&numbers);
  file_count(written && own->samples[k].table.lost == before, &own->samples[k].lost,
             written ? strerror(own->samples[k].table.fault) : why, w, out, "nothing of probe %s",
             p->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  ProbesState *own = self;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN) PetscCall(open_tables(self, w, out));
  else if (out->call == OUTPUT_STEP)
    PetscCall(due_write(self, w, out, own->all.n, &own->samples->beat, sizeof *own->samples, NULL,
                        write_one));
  else if (out->call == OUTPUT_CLOSE) samples_close(&own->samples, own->all.n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  probes_free(&((ProbesState *)self)->all);
}

const Module probes_module = {.name  = "probes",
                              .size  = sizeof(ProbesState),
                              .needs = "material template clumps change interaction probe inlet",
                              .setup = {.resolve = resolve},
                              .write = write,
                              .free  = free_state};
