/* SPDX-License-Identifier: MIT */
/* Simulations are opened, make steps, and are closed. */
#include "api/api.h"
#include "base/host.h"
#include "base/program.h"
#include "config.h"

/* ---- messages ---- */

_Static_assert((int)CLAST_LEVEL_ERROR == TELL_ERROR && (int)CLAST_LEVEL_WARNING == TELL_WARNING &&
                 (int)CLAST_LEVEL_INFO == TELL_INFO && (int)CLAST_LEVEL_PROGRESS == TELL_PROGRESS,
               "levels of messages are those of base/tell.h");

static _Thread_local struct {
  clast_sink *call;
  void       *context;
  clast_level most;
} host_sink;

static void hand_on(void *context, TellLevel level, const char *line)
{
  clast     *self   = context;
  const bool inside = self->guard;

  if (inside) guard_leave(self);
  self->sink(self->sink_context, (clast_level)level, line);
  if (inside) guard_return(self);
}

void clast_messages(clast_sink *call, void *context, clast_level level)
{
  host_sink.call    = call;
  host_sink.context = context;
  host_sink.most    = level;
}

/* The library itself prints in place of this function, as it knows parts of lines. */
void clast_print(void *context, clast_level level, const char *line)
{
  (void)context;
  fprintf(level == CLAST_LEVEL_ERROR || level == CLAST_LEVEL_WARNING ? stderr : stdout,
          "clast: %s\n", line);
}

const char *clast_message(const clast *self)
{
  if (!self) return "there is no memory for a simulation\n";
  return self->said.n > 0 ? self->said.s : self->broken;
}

int clast_mistakes(const clast *self)
{
  const char *file;
  int         n = 0, line;

  if (!self || !self->sim || self->state != CLAST_MISTAKES) return 0;
  while (options_mistake_text(self->sim->options, n, &file, &line)) n++;
  return n;
}

int clast_mistake_of(const clast *self, int k, clast_mistake *mistake)
{
  if (!mistake || k < 0 || k >= clast_mistakes(self)) return 0;
  mistake->text = options_mistake_text(self->sim->options, k, &mistake->file, &mistake->line);
  mistake->key  = options_mistake_key(self->sim->options, k);
  return 1;
}

const char *clast_version(void)
{
  return CLAST_VERSION;
}

void clast_api_version(int *major, int *minor)
{
  if (major) *major = CLAST_API_MAJOR;
  if (minor) *minor = CLAST_API_MINOR;
}

/* ---- open ---- */

typedef struct {
  MPI_Comm            comm;
  bool                by_handle; /* of Fortran, once MPI has started */
  int                 handle;
  int                 from; /* what the source is */
  const char         *file, *text, *checkpoint;
  int                 n;
  const clast_option *options;
} Opens;

bool are_wrong(clast *self, int n, const clast_option options[], clast_status *status)
{
  if (n < 0) {
    text_add(&self->said, "the number of options is %d; give 0 or more\n", n);
    return *status = CLAST_MISTAKES, true;
  }
  if (n > 0 && is_lacking(self, options, "the options", status)) return true;
  for (int k = 0; k < n; k++)
    if (is_lacking(self, options[k].key, "the key of an option", status)) return true;
  return false;
}

static PetscErrorCode open_sim(clast *self, void *arguments, clast_status *status)
{
  const Opens   *o     = arguments;
  OptionRow      line  = {.n = 0};
  ScenarioSource from  = {.file = o->file, .text = o->text, .line = &line};
  const char    *fault = arithmetic_fault();
  int            mistakes, rank;
  char           why[1000];

  PetscFunctionBeginUser;
  if (o->from < CLAST_FROM_FILE || o->from > CLAST_FROM_CHECKPOINT) {
    text_add(&self->said,
             "from: %d: there is no such source: give CLAST_FROM_FILE, CLAST_FROM_TEXT or "
             "CLAST_FROM_CHECKPOINT\n",
             o->from);
    *status = CLAST_MISTAKES;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (fault) {
    snprintf(self->broken, sizeof self->broken,
             "this build or machine cannot give bitwise "
             "reproducible results: %s\n",
             fault);
    *status = CLAST_BROKEN;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (o->comm == MPI_COMM_NULL) {
    text_add(&self->said,
             "the communicator is MPI_COMM_NULL; give that of the simulation's ranks\n");
    *status = CLAST_MISTAKES;
  }
  if (o->comm == MPI_COMM_WORLD && launch_is_foreign(why, sizeof why, &rank)) {
    text_add(&self->said, "%s\n", why);
    *status = CLAST_MISTAKES;
  }
  if (*status != CLAST_OK || are_wrong(self, o->n, o->options, status))
    PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&line.pairs, sizeof *line.pairs, (size_t)o->n + 1);
  for (; line.n < o->n; line.n++)
    line.pairs[line.n] =
      (OptionPair){.name = o->options[line.n].key, .value = o->options[line.n].value};
  for (int k = 0; k < line.n; k++)
    self->writes = self->writes || strcmp(line.pairs[k].name, "output_dir") == 0;
  if (o->checkpoint) line.pairs[line.n++] = (OptionPair){.name = "restart", .value = o->checkpoint};
  PetscCall(sim_create(o->comm, &self->messages, &from, &self->sim, &mistakes));
  array_free(&line.pairs);
  if (mistakes) *status = CLAST_MISTAKES;
  else if (!o->checkpoint)
    self->writes = self->writes || option_is_set(self->sim->options, "output", NULL, "dir");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static clast_status open_from(const Opens *opens, clast **out)
{
  clast *self = calloc(1, sizeof *self);
  Opens  with = *opens;

  *out = self;
  if (!self) return CLAST_BROKEN;
  while (self->n_totals < TOTALS_MOST &&
         totals_column(self->n_totals, &self->totals[self->n_totals]))
    self->n_totals++;
  self->sink         = host_sink.call;
  self->sink_context = host_sink.context;
  self->messages     = (Messages){.call    = host_sink.call ? hand_on : NULL,
                                  .context = self,
                                  .prints  = host_sink.call == clast_print,
                                  .most    = (TellLevel)host_sink.most};
  if (!host_start()) {
    self->state = CLAST_BROKEN;
    snprintf(self->broken, sizeof self->broken, "%s",
             "MPI or PETSc could not be started, or MPI has ended\n");
    return CLAST_BROKEN;
  }
  if (with.by_handle)
    with.comm = with.handle == CLAST_ALL_RANKS   ? MPI_COMM_WORLD
                : with.handle == CLAST_THIS_RANK ? MPI_COMM_SELF
                                                 : MPI_Comm_f2c((MPI_Fint)with.handle);
  return self->state = guarded(self, open_sim, &with);
}

clast_status clast_open(MPI_Comm comm, const char *scenario, int n, const clast_option options[],
                        clast **sim)
{
  return open_from(&(Opens){.comm = comm, .file = scenario, .n = n, .options = options}, sim);
}

clast_status clast_open_text(MPI_Comm comm, const char *text, int n, const clast_option options[],
                             clast **sim)
{
  return open_from(&(Opens){.comm = comm, .text = text, .n = n, .options = options}, sim);
}

clast_status clast_restart(MPI_Comm comm, const char *checkpoint, int n,
                           const clast_option options[], clast **sim)
{
  return open_from(&(Opens){.comm = comm, .checkpoint = checkpoint, .n = n, .options = options},
                   sim);
}

clast_status clast_open_any(int comm, int from, const char *source, int n,
                            const clast_option options[], clast **sim)
{
  Opens opens = {.n = n, .options = options};

  opens.from       = from;
  opens.file       = from == CLAST_FROM_FILE ? source : NULL;
  opens.text       = from == CLAST_FROM_TEXT ? source : NULL;
  opens.checkpoint = from == CLAST_FROM_CHECKPOINT ? source : NULL;
  opens.by_handle  = true;
  opens.handle     = comm;
  return open_from(&opens, sim);
}

int clast_rank(const clast *self)
{
  const Sim *sim = sim_of(self);

  return sim ? sim->par.rank : -1;
}

int clast_ranks(const clast *self)
{
  const Sim *sim = sim_of(self);

  return sim ? sim->par.size : -1;
}

static PetscErrorCode write_files(clast *self, void *arguments, clast_status *status)
{
  (void)arguments;
  if (self->began) {
    text_add(&self->said, "clast_write_files: the run has begun: call it before the first step\n");
    *status = CLAST_MISTAKES;
  } else self->writes = true;
  return PETSC_SUCCESS;
}

clast_status clast_write_files(clast *self)
{
  if (!self || self->state != CLAST_OK) return self ? self->state : CLAST_BROKEN;
  return guarded(self, write_files, NULL);
}

/* ---- steps ---- */

static clast_status status_of(RunEnd end)
{
  static const clast_status of[] = {[RUN_GOES_ON]       = CLAST_OK,
                                    [RUN_FINISHED]      = CLAST_FINISHED,
                                    [RUN_STOPPED_EARLY] = CLAST_EARLY,
                                    [RUN_BROKEN]        = CLAST_STOPPED,
                                    [RUN_TOO_DEEP]      = CLAST_STOPPED};

  return of[end];
}

clast_status status_of_run(const clast *self)
{
  return status_of(self->run.end);
}

PetscErrorCode run_begin_once(clast *self)
{
  PetscFunctionBeginUser;
  if (self->began) PetscFunctionReturn(PETSC_SUCCESS);
  self->changes++;
  PetscCall(run_begin(self->sim, self->writes, &self->run));
  self->began = true;
  PetscFunctionReturn(PETSC_SUCCESS);
}

typedef struct {
  int64_t steps;
  double  until;
} Goes;

static PetscErrorCode go(clast *self, void *arguments, clast_status *status)
{
  const Goes *goes = arguments;
  RunEnd      end;

  PetscFunctionBeginUser;
  if (isnan(goes->until)) {
    text_add(&self->said, "clast_run: the time is not a number\n");
    *status = CLAST_MISTAKES;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(run_begin_once(self));
  self->changes++;
  PetscCall(run_go(self->sim, &self->run, goes->steps, goes->until, &end));
  *status = status_of(end);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static clast_status go_on(clast *self, Goes goes)
{
  clast_status status;

  if (!self) return CLAST_BROKEN;
  if (self->state != CLAST_OK) return self->state;
  status = guarded(self, go, &goes);
  if (status != CLAST_MISTAKES) self->state = status;
  return status;
}

clast_status clast_step(clast *self, int64_t steps)
{
  return go_on(self, (Goes){.steps = steps, .until = INFINITY});
}

clast_status clast_run(clast *self, double until)
{
  return go_on(self, (Goes){.steps = STEPS_MOST, .until = until});
}

const Sim *sim_of(const clast *self)
{
  return self && self->state != CLAST_MISTAKES && self->state != CLAST_BROKEN ? self->sim : NULL;
}

double clast_time(const clast *self)
{
  const Sim *sim = sim_of(self);

  return sim ? sim_time(sim) : NAN;
}

int64_t clast_steps(const clast *self)
{
  const Sim *sim = sim_of(self);

  return sim ? sim->clock.step : -1;
}

double clast_dt(const clast *self)
{
  const Sim *sim = sim_of(self);

  return sim ? sim->clock.dt : NAN;
}

clast_status clast_state(const clast *self)
{
  return self ? self->state : CLAST_BROKEN;
}

/* ---- the state as a whole ---- */

static PetscErrorCode find_digest(clast *self, void *arguments, clast_status *status)
{
  PetscFunctionBeginUser;
  if (is_lacking(self, arguments, "the digest", status)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(run_begin_once(self));
  PetscCall(save_digest(self->sim, arguments));
  PetscFunctionReturn(PETSC_SUCCESS);
}

typedef struct {
  const char *file;
} Saves;

static PetscErrorCode save(clast *self, void *arguments, clast_status *status)
{
  const char *file = ((const Saves *)arguments)->file;
  bool        written;

  PetscFunctionBeginUser;
  if (is_lacking(self, file, "the file", status)) PetscFunctionReturn(PETSC_SUCCESS);
  if (!file[0] || strlen(file) >= CHECKPOINT_PATH) {
    text_add(&self->said, "clast_save: the name of the file has %zu bytes; allowed: 1 to %d\n",
             strlen(file), CHECKPOINT_PATH - 1);
    *status = CLAST_MISTAKES;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(run_begin_once(self));
  PetscCall(save_to(self->sim, file, &written));
  if (!written) *status = CLAST_FILE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Work on a state that is whole; physics may have stopped the run within a step. */
clast_status on_whole(clast *self, Work *work, void *arguments)
{
  if (!sim_of(self)) return self ? self->state : CLAST_BROKEN;
  if (self->run.end == RUN_BROKEN) return CLAST_STOPPED;
  return guarded(self, work, arguments);
}

clast_status clast_digest(clast *self, uint64_t *digest)
{
  return on_whole(self, find_digest, digest);
}

clast_status clast_save(clast *self, const char *file)
{
  return on_whole(self, save, &(Saves){.file = file});
}

/* ---- close ---- */

static PetscErrorCode end(clast *self, void *arguments, clast_status *status)
{
  RunEnd how;

  (void)arguments;
  (void)status;
  PetscFunctionBeginUser;
  if (self->began) PetscCall(run_end(self->sim, &self->run, &how));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode destroy(clast *self, void *arguments, clast_status *status)
{
  (void)arguments;
  (void)status;
  return sim_destroy(&self->sim);
}

clast_status clast_close(clast **out)
{
  clast       *self = out ? *out : NULL;
  clast_status status;

  if (!self) return CLAST_OK;
  if (self->guard) return CLAST_MISTAKES; /* a callback calls it */
  status = self->sim ? guarded(self, end, NULL) : CLAST_OK;
  if (self->sim) (void)guarded(self, destroy, NULL);
  looked_free(self);
  grids_free(self);
  messages_free(&self->messages);
  text_free(&self->said);
  text_free(&self->said_before);
  free(self);
  *out = NULL;
  return status;
}
