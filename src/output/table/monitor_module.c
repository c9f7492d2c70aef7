/* SPDX-License-Identifier: MIT */
/* The module of monitors and profiles: their tables. */
#include "contact/contact_listeners.h"
#include "interaction/interactions.h"
#include "output/table/samples.h"

static PetscErrorCode place(void *self, World *w)
{
  monitors_read(w, &((MonitorsState *)self)->all);
  return PETSC_SUCCESS;
}

/* ---- contacts ---- */

/* Have contacts shown to a monitor that asks for them, in the steps of its samples. */
static PetscErrorCode listen(World *w, Monitor *m)
{
  const ContactListener listener = {.self  = m,
                                    .beat  = world_beat(w, m->every),
                                    .far   = monitor_sees_far(m),
                                    .also  = -1,
                                    .begin = monitor_begin,
                                    .see   = monitor_see,
                                    .end   = monitor_shown};

  PetscFunctionBeginUser;
  if (monitor_sees(m)) PetscCall(contact_listeners_add(w->listeners, &listener));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode monitors_listen(World *w)
{
  MonitorsState *own = world_module(w, &monitors_module);

  PetscFunctionBeginUser;
  for (int k = 0; k < own->all.n; k++) PetscCall(listen(w, &own->all.list[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tables ---- */

/* Write the tables that are asked for as HDF5. */
static PetscErrorCode write_hdf5(const MonitorsState *own, World *w, Output *out)
{
  char why[HDF5_WHY];
  bool written;

  PetscFunctionBeginUser;
  for (int k = 0; k < own->all.n; k++) {
    const Monitor *m = &own->all.list[k];

    if (!m->hdf5) continue;
    PetscCall(monitor_hdf5_write(w->par, out->dir, m, &written, why));
    if (written) continue;
    out->files_lost++;
    warning_add(w->warnings, "%s %s at step %" PRId64 " is not written as HDF5: %s", m->section,
                m->name, w->clock->step, why);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Open tables: empty for a new run, cut at the present step for a restart. */
static PetscErrorCode open_tables(MonitorsState *own, World *w, Output *out)
{
  const int64_t last = out->goes_on ? w->clock->step : -1;

  PetscFunctionBeginUser;
  array_create(&own->samples, sizeof *own->samples, own->all.n);
  for (int k = 0; k < own->all.n; k++) {
    Monitor *m = &own->all.list[k];

    own->samples[k].beat = world_beat(w, m->every);
    PetscCall(monitor_rows_open(w->par, out->dir, last, m, &own->samples[k].table));
    /* later rows than those of the table */
    monitor_hdf5_remove(w->par, out->dir, m);
    PetscCall(listen(w, m));
  }
  PetscCall(monitor_units_write(w->par, out->dir, &own->all));
  if (out->goes_on) PetscCall(write_hdf5(own, w, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Write the sample of monitor k that is due at the present step. */
static PetscErrorCode write_one(void *self, World *w, int k, Output *out)
{
  const MonitorScene scene  = {.measured = world_measured(w), .time = clock_time(w->clock)};
  MonitorsState     *own    = self;
  Monitor           *m      = &own->all.list[k];
  Log               *table  = &own->samples[k].table;
  const int64_t      before = table->lost;
  double            *numbers;

  PetscFunctionBeginUser;
  array_create(&numbers, (size_t)monitor_columns(m) * sizeof *numbers, monitor_rows(m));
  PetscCall(monitor_evaluate(m, &scene, numbers));
  PetscCall(monitor_rows_write(w->par, table, w->clock->step, scene.time, m, numbers));
  array_free(&numbers);
  file_count(table->lost == before, &own->samples[k].lost, strerror(table->fault), w, out,
             "nothing of %s %s", m->section, m->name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  MonitorsState *own = self;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN) PetscCall(open_tables(self, w, out));
  else if (out->call == OUTPUT_STEP)
    PetscCall(due_write(self, w, out, own->all.n, &own->samples->beat, sizeof *own->samples, NULL,
                        write_one));
  else if (out->call == OUTPUT_FLUSH) PetscCall(write_hdf5(self, w, out));
  else if (out->call == OUTPUT_CLOSE) samples_close(&own->samples, own->all.n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  monitors_free(&((MonitorsState *)self)->all);
}

const Module monitors_module = {.name   = "monitors",
                                .size   = sizeof(MonitorsState),
                                .needs  = "material template clumps change profile monitor inlet",
                                .placed = "domain contact interaction search",
                                .setup  = {.place = place},
                                .write  = write,
                                .free   = free_state};
