/* SPDX-License-Identifier: MIT */
/* Rows of events.csv: gathered on rank 0, sorted, written at once. */
#include "output/table/events.h"
#include "base/mail.h"

const EventColumn event_columns[] = {
  {"step", NULL, "number of the step"},
  {"time", "s", "simulated time"},
  {"event", NULL,
   "what happened: broke (a bond, a spring); happened (an event of the scenario), and what it did: "
   "start, stop, checkpoint, end"},
  {"name", NULL, "object of the scenario that it belongs to"},
  {"mode", NULL, "how: tension or shear; what the event waited for; the event that did it"},
  {"clump", NULL, "id of the clump; -1: none is concerned"},
  {"pebble", NULL, "its pebble: index in the template; -1: the clump as a whole"},
  {"other_clump", NULL, "id of the other clump; -1: there is none"},
  {"other_pebble", NULL, "its pebble"},
  {"x", "m", "where it happened: half way between the two pebbles; empty without a clump"},
  {"y", "m", "likewise"},
  {"z", "m", "likewise"},
  {"value", NULL, "value that the event waited for, in SI units; empty: none"},
  {NULL},
};

static void header_print(char *text, size_t size)
{
  size_t n = 0;

  for (const EventColumn *c = event_columns; c->name; c++)
    n += (size_t)snprintf(text + n, size - n, "%s%s", n > 0 ? "," : "", c->name);
  snprintf(text + n, size - n, "\n");
}

PetscErrorCode journal_add(Journal *j, const Event *event)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&j->rows, sizeof *j->rows, j->n + 1, &j->capacity));
  j->rows[j->n++] = *event;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode events_open(const Parallel *par, const char *dir, int64_t step, bool used, Log *log)
{
  char header[512];

  PetscFunctionBeginUser;
  header_print(header, sizeof header);
  if (used) PetscCall(log_table(par, dir, "events.csv", header, step, log));
  else PetscCall(log_leave(par, dir, "events.csv", header, step, log));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int compare_events(const void *a, const void *b)
{
  const Event  *p = a, *q = b;
  const int64_t x[] = {p->step, p->clump, p->other, p->pebble, p->other_pebble},
                y[] = {q->step, q->clump, q->other, q->pebble, q->other_pebble};
  const int name    = strcmp(p->name, q->name);

  if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
  if (p->order != q->order) return p->order < q->order ? -1 : 1;
  if (name != 0) return name;
  for (size_t k = 1; k < sizeof x / sizeof *x; k++)
    if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
  return p->place.x < q->place.x ? -1 : p->place.x > q->place.x;
}

enum { ROW_MOST = 480 }; /* bytes of a row */

static void row_print(const Event *e, char **at)
{
  *at += snprintf(
    *at, ROW_MOST, "%" PRId64 ",%.17g,%.15s,%.63s,%.63s,%" PRId64 ",%d,%" PRId64 ",%d,", e->step,
    e->time, e->event, e->name, e->mode, e->clump, (int)e->pebble, e->other, (int)e->other_pebble);
  if (e->clump >= 0)
    *at += snprintf(*at, ROW_MOST, "%.17g,%.17g,%.17g,", e->place.x, e->place.y, e->place.z);
  else *at += snprintf(*at, ROW_MOST, ",,,");
  *at +=
    isnan(e->value) ? snprintf(*at, ROW_MOST, "\n") : snprintf(*at, ROW_MOST, "%.17g\n", e->value);
}

/* Print the rows in the messages to rank 0 as one text, to be freed with array_free. */
static PetscErrorCode rows_print(const Mail *mail, char **text)
{
  PetscInt n = 0, at = 0;
  Event   *all;
  char    *end;

  PetscFunctionBeginUser;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t size;

    (void)mail_message(mail, m, NULL, &size);
    n += (PetscInt)(size / sizeof(Event));
  }
  PetscCall(array_create(&all, sizeof *all, n));
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *message = mail_message(mail, m, NULL, &size);

    memcpy(all + at, message, size);
    at += (PetscInt)(size / sizeof(Event));
  }
  sort_items(all, n, sizeof *all, compare_events);
  PetscCall(array_create(text, ROW_MOST, n + 1));
  end = *text;
  for (PetscInt k = 0; k < n; k++) row_print(&all[k], &end);
  array_free(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode events_write(const Parallel *par, Log *log, PetscInt n, const Event *list)
{
  int64_t some = n;
  char   *text;
  Mail   *mail;

  PetscFunctionBeginUser;
  if (!log->is_open) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_sum_int(par, &some, 1));
  if (some == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(mail_create(par, &mail));
  for (PetscInt k = 0; k < n; k++) PetscCall(mail_post(mail, 0, &list[k], sizeof *list));
  PetscCall(mail_deliver(mail));
  PetscCall(rows_print(mail, &text));
  PetscCall(log_line(par, log, text));
  PetscCall(mail_destroy(&mail));
  array_free(&text);
  PetscFunctionReturn(PETSC_SUCCESS);
}
