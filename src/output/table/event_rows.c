/* SPDX-License-Identifier: MIT */
/* events.csv: the module that writes what happened, such as bonds that broke. */
#include "output/table/tables.h"

void journal_add(Journal *j, const Event *event)
{
  array_reserve(&j->rows, sizeof *j->rows, j->n + 1, &j->capacity);
  j->rows[j->n++] = *event;
}

static Event event_of(const Links *links, const Break *b)
{
  const LinkSet *set = &links->set[b->kind];
  Event          e   = {.step         = b->step,
                        .time         = b->time,
                        .event        = "broke",
                        .clump        = b->link.a,
                        .other        = b->link.b,
                        .pebble       = b->link.member_a,
                        .other_pebble = b->link.member_b,
                        .place        = b->place,
                        .value        = NAN};

  snprintf(e.name, sizeof e.name, "%s", set->objects[b->link.object].name);
  snprintf(e.mode, sizeof e.mode, "%s", set->kind->ruptures[b->mode]);
  return e;
}

/* Write the rows of this rank, with the links that broke since the last call. */
static PetscErrorCode write_rows(const World *w, EventRows *own, Output *out)
{
  const int64_t before = own->log.lost;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < w->links->n_breaks; k++) {
    const Event e = event_of(w->links, &w->links->breaks[k]);

    journal_add(&own->journal, &e);
  }
  w->links->n_breaks = 0;
  PetscCall(table_write(w->par, &own->log, own->journal.n, own->journal.rows));
  own->journal.n = 0; /* nobody reads them if there is no file */
  out->rows_lost += own->log.lost - before;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  EventRows *own = self;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN)
    PetscCall(table_open(w->par, out->dir, out->goes_on ? w->clock->step : -1,
                         own->journal.used || links_are_used(w->links), &event_table, &own->log));
  else if (out->call == OUTPUT_FLUSH || out->call == OUTPUT_CLOSE ||
           (out->call == OUTPUT_STEP && out->row))
    PetscCall(write_rows(w, own, out));
  if (out->call == OUTPUT_CLOSE) log_close(&own->log);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  array_free(&((EventRows *)self)->journal.rows);
}

const Module event_rows_module = {
  .name = "event_rows", .size = sizeof(EventRows), .write = write, .free = free_state};
