/* SPDX-License-Identifier: MIT */
/* The module of outlets (outlet.h). Clumps that they take are dropped at the end of a step, as
   those that leave through open faces are during it: they have no contacts from then on, and their
   rows are removed by the next rebuild. */
#include "output/table/tables.h"
#include "supply/change.h"
#include "supply/crush/crush.h"
#include "supply/outlet.h"

static PetscErrorCode read(void *self, World *w)
{
  const SourceScene scene = source_scene(w);

  PetscFunctionBeginUser;
  PetscCall(outlets_read(&scene, w->sources, self));
  PetscCall(module_take(&outlets_module, self, w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool sees(const void *self, const World *w)
{
  const Outlets *o = self;

  return o->n > 0 && outlets_see(o, w->domain, w->clumps, clock_reached(w->clock));
}

static PetscErrorCode end_step(void *self, World *w, const Sum *sums, bool seen)
{
  const double now = clock_reached(w->clock);
  Outlets     *o   = self;
  bool         any;

  (void)sums;
  PetscFunctionBeginUser;
  if (o->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (seen) {
    const SourceScene scene = source_scene(w);

    world_complete(w);
    PetscCall(outlets_take(o, &scene, w->sources, w->clock->step, clock_time(w->clock), now, &any));
    if (any) world_dropped(w);
    PetscCall(world_look_ahead(w)); /* inlets may refill what outlets took */
  }
  outlets_looked(o, now);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- output ---- */

static OutletRow row_of(const World *w, const Outlets *o, const Exit *e)
{
  const Template *t      = &w->templates->list[e->template];
  const double    volume = t->mass.volume * templates_volume_factor(w->templates, e->scale);

  return (OutletRow){.step     = e->step,
                     .time     = e->time,
                     .outlet   = o->list[e->outlet].name,
                     .action   = e->recycled ? "recycle" : "remove",
                     .template = t->name,
                     .id       = e->id,
                     .mass     = e->mass,
                     .size     = w->dimension == 2 ? sqrt(4 * volume / PETSC_PI)
                                                   : cbrt(6 * volume / PETSC_PI),
                     .x        = e->x,
                     .v        = e->v,
                     .clumps   = e->clumps,
                     .total    = e->total};
}

/* Write rows of the clumps taken since the last call to outlets.csv. */
static PetscErrorCode write_rows(Outlets *o, const World *w)
{
  OutletRow *rows;

  PetscFunctionBeginUser;
  if (!o->log.is_open || o->n_exits == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&rows, sizeof *rows, o->n_rows));
  for (PetscInt k = 0; k < o->n_rows; k++) rows[k] = row_of(w, o, &o->exits[k]);
  PetscCall(table_write(w->par, &o->log, o->n_rows, rows));
  array_free(&rows);
  o->n_exits = o->n_rows = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void tell(const Outlets *all)
{
  for (int k = 0; k < all->n; k++) {
    const Outlet *o = &all->list[k];

    printf("clast: outlet %s: %" PRId64 " clump%s (%.6g kg) since the first step\n", o->name,
           o->clumps, o->clumps == 1 ? "" : "s", o->mass);
  }
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  const int64_t before = ((Outlets *)self)->log.lost;
  Outlets      *o      = self;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN) {
    for (int k = 0; k < o->n; k++) o->list[k].before = o->list[k].clumps;
    PetscCall(table_open(w->par, out->dir, out->goes_on ? w->clock->step : -1, o->n > 0,
                         &outlet_table, &o->log));
  } else if (out->call == OUTPUT_FLUSH || (out->call == OUTPUT_STEP && out->row))
    PetscCall(write_rows(o, w));
  else if (out->call == OUTPUT_CLOSE) PetscCall(log_close(&o->log));
  else if (out->call == OUTPUT_TELL && w->par->rank == 0) tell(o);
  out->rows_lost += o->log.lost - before;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if clumps may leave otherwise than by outlets and faces: by breaking, or by changes. */
static bool drops_others(const World *w)
{
  const Changes *changes = world_module(w, &changes_module);
  bool           drops   = crushes_are_used(world_module(w, &crush_module));

  for (int k = 0; k < changes->n; k++) drops = drops || changes->list[k].kind->removes;
  return drops;
}

void outlets_say(const World *w, int64_t left)
{
  const Outlets *all    = world_module(w, &outlets_module);
  const char    *before = " (";

  for (int k = 0; k < all->n && left > 0; k++) {
    const Outlet *o = &all->list[k];
    const int64_t n = o->clumps - o->before;

    if (n == 0) continue;
    printf("%s%" PRId64 " by outlet %s", before, n, o->name);
    before = ", ";
    left -= n;
  }
  if (before[0] != ',') return;
  if (left > 0) printf(", %" PRId64 " %s", left, drops_others(w) ? "otherwise" : "by open faces");
  printf(")");
}

/* ---- state ---- */

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  (void)w;
  return self ? outlets_list(self, STATE_FOLDER, parts) : outlets_document(STATE_FOLDER, parts);
}

static void end(void *self)
{
  outlets_free(self);
}

const Module outlets_module = {.name  = "outlets",
                               .size  = sizeof(Outlets),
                               .needs = "material template clumps change outlet inlet",
                               .setup = {.read = read},
                               .step  = {.sees = sees, .end = end_step},
                               .list  = list,
                               .write = write,
                               .free  = end};
