/* SPDX-License-Identifier: MIT */
/* Rank 0 hands out rows. It runs rows itself, so it looks for requests in every evaluation of its
   own run (dispatch_attend); the first ranks of the other groups look there for a message to stop.

   While rows are short and many, a group asks for its next row when it begins one, so that it need
   not wait for rank 0, which may be busy in setup or with files. */
#define _POSIX_C_SOURCE 200809L
#include "base/signals.h"
#include "output/console/console.h"
#include "tools/sweep/sweep.h"
#include <time.h>
#include <unistd.h>

/* Seconds between two looks for messages. */
static const double LOOK_EVERY = 5e-4;
/* A row that takes less is short, s. */
static const double SHORT = 1;

/* Words of rank 0, besides rows; AHEAD_PER_GROUP: rows left for each group to give any ahead. */
enum { NO_MORE = -1, STOP = -2, NONE_AHEAD = -3, AHEAD_PER_GROUP = 4, LINE_WIDTH = 79 };

typedef enum { WANTS_NOTHING, WANTS_ROW, WANTS_AHEAD } Wants;

/* Message from the first rank of a group to rank 0: the result of a row, followed by its harvest,
   and what the group does next. */
typedef struct {
  int      row; /* -1: none */
  RowState state;
  bool     stops;  /* this rank has got a signal */
  int      begins; /* row given ahead that it begins now; -1: none */
  Wants    wants;
} Report;

struct Dispatch {
  const Sweep *sweep;
  double       looked; /* when messages were looked for, s */
  bool         stops;

  /* other first ranks */
  double since; /* when the present row was begun, s */
  bool   asked; /* for a row ahead, without an answer yet */
  int    ahead; /* row given ahead; < 0: none */

  /* rank 0 */
  Results *results;
  Limits   limits;               /* of the sweep */
  int     *queue, n_queue, next; /* rows to do */
  int      groups, told; /* other groups; those of them that were told that there is no more */
  bool    *runs;         /* [size] this first rank runs a row */
  int      terminal;     /* where the progress goes */
  bool     line, rows;   /* progress as a line that is overwritten, or as rows now and then */
  double   shown, due;   /* when progress was shown; when the next row is due, s from the start */
};

static void say_progress(const Dispatch *dispatch, char *text, size_t size)
{
  const Results *a        = dispatch->results;
  const Table   *table    = a->table;
  const int      finished = results_count(a, ROW_FINISHED), failed = results_count(a, ROW_FAILED);
  char           left[40] = "";
  double         done = 0, to_do = 0; /* rows, or costs, of this sweep */

  for (int k = 0; k < dispatch->n_queue; k++) {
    const int       row  = dispatch->queue[k];
    const RowStatus is   = a->states[row].status;
    const double    cost = table->has_cost ? table->rows[row].cost : 1;

    *(is == ROW_FINISHED || is == ROW_FAILED ? &done : &to_do) += cost;
  }
  if (done > 0)
    progress_say_duration((wall_seconds() - dispatch->sweep->began) * to_do / done, left,
                          sizeof left);
  snprintf(text, size, "sweep: %d of %d rows done, %d running, %d failed%s%s%s", finished + failed,
           (int)table->n_rows, results_count(a, ROW_RUNNING), failed, left[0] ? ", " : "", left,
           left[0] ? " to go" : "");
}

static void show_progress(Dispatch *dispatch)
{
  const double seconds = wall_seconds() - dispatch->sweep->began;
  char         text[200];

  if (!dispatch->line && (!dispatch->rows || seconds < dispatch->due)) return;
  if (wall_seconds() - dispatch->shown < 0.5) return;
  say_progress(dispatch, text, sizeof text);
  if (dispatch->line) dprintf(dispatch->terminal, "%-*.*s\r", LINE_WIDTH, LINE_WIDTH, text);
  else dprintf(dispatch->terminal, "clast: %s\n", text);
  dispatch->shown = wall_seconds();
  while (dispatch->due <= seconds) dispatch->due = progress_next(dispatch->due);
}

typedef struct {
  int    row, begun;
  double cost;
} Task;

static int compare_tasks(const void *a, const void *b)
{
  const Task *p = a, *q = b;

  if (p->begun != q->begun) return p->begun < q->begun ? -1 : 1;
  if (p->cost != q->cost) return p->cost > q->cost ? -1 : 1;
  return p->row < q->row ? -1 : p->row > q->row;
}

/* Rows that were begun before come first; those that ended the program more than once come last, so
   that they do not keep the others from being done. */
static int turn_of(const RowState *state)
{
  if (state->status == ROW_FAILED) return 3;
  return state->begun == 0 ? 1 : state->reason == STOP_NOT && state->begun > 2 ? 2 : 0;
}

static void make_queue(Dispatch *dispatch)
{
  const Table *table = &dispatch->sweep->table;
  Task        *tasks;

  array_create(&tasks, sizeof *tasks, table->n_rows);
  array_create(&dispatch->queue, sizeof *dispatch->queue, table->n_rows);
  for (PetscInt r = 0; r < table->n_rows; r++) {
    const RowState *state = &dispatch->results->states[r];

    if (!row_is_done(state))
      tasks[dispatch->n_queue++] =
        (Task){.row = (int)r, .begun = turn_of(state), .cost = table->rows[r].cost};
  }
  sort_items(tasks, dispatch->n_queue, sizeof *tasks, compare_tasks);
  for (int k = 0; k < dispatch->n_queue; k++) dispatch->queue[k] = tasks[k].row;
  array_free(&tasks);
}

void dispatch_create(const Sweep *sweep, Results *results, int groups, Dispatch **dispatch)
{
  Dispatch *d;

  array_create(dispatch, sizeof **dispatch, 1);
  d  = *dispatch;
  *d = (Dispatch){.sweep = sweep, .results = results, .groups = groups - 1, .ahead = NO_MORE};
  if (!results) return;
  d->limits            = limits_read(sweep->options, sweep->began);
  d->limits.save_every = 0;
  if (sweep->row_limits) d->limits.wall_limit = 0;
  limits_watch(&d->limits, sweep->dir);
  array_create(&d->runs, sizeof *d->runs, sweep->par.size);
  make_queue(d);
  d->line     = progress_is_line(sweep->options);
  d->rows     = !d->line && strcmp(option_word(sweep->options, "", NULL, "progress"), "none") != 0;
  d->terminal = dup(d->line ? STDERR_FILENO : STDOUT_FILENO);
  d->due      = 1;
}

void dispatch_destroy(Dispatch **dispatch)
{
  Dispatch *d = *dispatch;

  if (d->results) {
    if (d->line) dprintf(d->terminal, "%*s\r", LINE_WIDTH, "");
    close(d->terminal);
    limits_end(&d->limits);
  }
  array_free(&d->queue);
  array_free(&d->runs);
  array_free(dispatch);
}

/* ---- rank 0 ---- */

static void note_begin(Dispatch *dispatch, int row)
{
  dispatch->results->states[row].status = ROW_RUNNING;
  dispatch->results->states[row].begun++;
  dispatch->results->changed = true;
}

/* Next row of the queue; NO_MORE: none. */
static int take_row(Dispatch *dispatch)
{
  return dispatch->stops || dispatch->next == dispatch->n_queue ? NO_MORE
                                                                : dispatch->queue[dispatch->next++];
}

/* Stop all groups: send a message to those that run. */
static PetscErrorCode stop_all(Dispatch *dispatch)
{
  const int word = STOP;

  PetscFunctionBeginUser;
  if (dispatch->stops) PetscFunctionReturn(PETSC_SUCCESS);
  dispatch->stops = true;
  for (int rank = 1; rank < dispatch->sweep->par.size; rank++)
    if (dispatch->runs[rank])
      PetscCall(parallel_send(&dispatch->sweep->par, rank, &word, sizeof word));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A row that stopped early stops the whole sweep, unless it did so by its own file or its own
   limit. */
static PetscErrorCode take_report(Dispatch *dispatch, const Report *r, const char *harvest)
{
  const bool early = r->row >= 0 && r->state.status == ROW_CHECKPOINTED,
             own   = r->state.reason == STOP_FILE ||
                   (dispatch->sweep->row_limits && r->state.reason == STOP_WALL);

  PetscFunctionBeginUser;
  if (r->row >= 0) results_set(dispatch->results, r->row, &r->state, harvest);
  if (r->stops || (early && !own)) PetscCall(stop_all(dispatch));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Take the report of the group whose first rank is `from`, and give it a row if it wants one. */
static PetscErrorCode serve(Dispatch *dispatch, int from)
{
  Report report;
  char  *bytes;
  size_t size;
  bool   few;
  int    word;

  PetscFunctionBeginUser;
  PetscCall(parallel_receive(&dispatch->sweep->par, from, &bytes, &size));
  memcpy(&report, bytes, sizeof report);
  bytes[size] = 0;
  if (report.wants == WANTS_ROW) dispatch->runs[from] = false;
  PetscCall(take_report(dispatch, &report, size > sizeof report ? bytes + sizeof report : NULL));
  free(bytes);
  if (report.begins >= 0) note_begin(dispatch, report.begins);
  if (report.wants == WANTS_NOTHING) PetscFunctionReturn(PETSC_SUCCESS);
  few  = dispatch->n_queue - dispatch->next < AHEAD_PER_GROUP * (dispatch->groups + 1);
  word = report.wants == WANTS_AHEAD && (dispatch->stops || few) ? NONE_AHEAD : take_row(dispatch);
  PetscCall(parallel_send(&dispatch->sweep->par, from, &word, sizeof word));
  if (report.wants == WANTS_AHEAD) PetscFunctionReturn(PETSC_SUCCESS);
  dispatch->told += word == NO_MORE;
  dispatch->runs[from] = word != NO_MORE;
  if (word != NO_MORE) note_begin(dispatch, word);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Answer all groups that have asked, and write results and progress that are due. */
static PetscErrorCode attend(Dispatch *dispatch)
{
  PetscFunctionBeginUser;
  if (limits_ask(&dispatch->limits) == ASK_STOP) PetscCall(stop_all(dispatch));
  while (dispatch->told < dispatch->groups) {
    int from = -1;

    PetscCall(parallel_look(&dispatch->sweep->par, &from));
    if (from < 0) break;
    PetscCall(serve(dispatch, from));
  }
  results_write(dispatch->results, false);
  show_progress(dispatch);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- first ranks of other groups ---- */

/* Receive a message of rank 0: to stop, or the answer to the last request. */
static PetscErrorCode receive_word(Dispatch *dispatch, int *word)
{
  char  *bytes;
  size_t size;

  PetscFunctionBeginUser;
  PetscCall(parallel_receive(&dispatch->sweep->par, 0, &bytes, &size));
  memcpy(word, bytes, sizeof *word);
  free(bytes);
  if (*word == STOP) dispatch->stops = true;
  else if (dispatch->asked) {
    dispatch->asked = false;
    dispatch->ahead = *word;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode send_report(const Dispatch *dispatch, const Report *report,
                                  const char *harvest)
{
  Text message = {0};

  PetscFunctionBeginUser;
  text_add_bytes(&message, (const char *)report, sizeof *report);
  if (harvest) text_add_bytes(&message, harvest, strlen(harvest));
  PetscCall(parallel_send(&dispatch->sweep->par, 0, message.s, message.n));
  text_free(&message);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Report a row, and get the next one: the one given ahead, or one that is asked for now. */
static PetscErrorCode next_of_group(Dispatch *dispatch, Report *report, const char *harvest,
                                    int *row)
{
  const bool quick = report->row >= 0 && wall_seconds() - dispatch->since < SHORT;

  PetscFunctionBeginUser;
  while (dispatch->asked) PetscCall(receive_word(dispatch, row));
  *row            = dispatch->stops ? NO_MORE : dispatch->ahead;
  dispatch->ahead = NO_MORE;
  if (*row >= 0) {
    report->begins = *row;
    report->wants  = quick ? WANTS_AHEAD : WANTS_NOTHING;
    PetscCall(send_report(dispatch, report, harvest));
  } else {
    report->wants = WANTS_ROW;
    PetscCall(send_report(dispatch, report, harvest));
    do PetscCall(receive_word(dispatch, row));
    while (*row == STOP);
    report->row   = -1;
    report->wants = *row >= 0 && quick ? WANTS_AHEAD : WANTS_NOTHING;
    if (report->wants == WANTS_AHEAD) PetscCall(send_report(dispatch, report, NULL));
  }
  dispatch->asked = report->wants == WANTS_AHEAD;
  dispatch->since = wall_seconds();
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Look for messages on a first rank, and note if rank 0 says stop. */
static PetscErrorCode look_for_stop(Dispatch *dispatch)
{
  int from = 0, word;

  PetscFunctionBeginUser;
  if (dispatch->stops) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_look(&dispatch->sweep->par, &from));
  if (from == 0) PetscCall(receive_word(dispatch, &word));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode dispatch_next(Dispatch *dispatch, int last, const RowState *state,
                             const char *harvest, int *row)
{
  Report report;

  PetscFunctionBeginUser;
  memset(&report, 0, sizeof report); /* its padding is sent, too */
  report.row    = last;
  report.state  = *state;
  report.stops  = signals_caught() != 0;
  report.begins = -1;
  if (dispatch->sweep->par.rank > 0) PetscCall(next_of_group(dispatch, &report, harvest, row));
  else {
    PetscCall(take_report(dispatch, &report, harvest));
    PetscCall(attend(dispatch));
    *row = take_row(dispatch);
    if (*row >= 0) note_begin(dispatch, *row);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

bool dispatch_attend(void *context)
{
  Dispatch    *dispatch = context;
  const double time     = wall_seconds();

  if (time - dispatch->looked < LOOK_EVERY) return dispatch->stops;
  dispatch->looked = time;
  PetscCallAbort(PETSC_COMM_SELF, dispatch->results ? attend(dispatch) : look_for_stop(dispatch));
  return dispatch->stops;
}

PetscErrorCode dispatch_close(Dispatch *dispatch)
{
  const struct timespec pause = {.tv_nsec = 500000};

  PetscFunctionBeginUser;
  while (dispatch->results && dispatch->told < dispatch->groups) {
    PetscCall(attend(dispatch));
    nanosleep(&pause, NULL);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
