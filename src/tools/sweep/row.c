/* SPDX-License-Identifier: MIT */
/* One row of a sweep on one group of ranks. */
#define _POSIX_C_SOURCE 200809L
#include "base/program.h"
#include "output/checkpoint/checkpoint.h"
#include "output/files.h"
#include "run/run.h"
#include "tools/sweep/sweep.h"
#include <fcntl.h>
#include <unistd.h>

PetscErrorCode team_create(const Sweep *sweep, int groups, Team *team)
{
  const int64_t rank = sweep->par.rank, size = sweep->par.size;

  PetscFunctionBeginUser;
  PetscCall(communicator_split(&sweep->par, (int)(rank * groups / size), &team->comm));
  PetscCall(parallel_create(team->comm, &team->par));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode team_free(Team *team)
{
  PetscFunctionBeginUser;
  PetscCall(parallel_destroy(&team->par));
  PetscCall(communicator_free(&team->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void row_folder(const Sweep *sweep, int row, char *folder)
{
  snprintf(folder, FILE_PATH, "%.3900s/%s", sweep->dir, sweep->table.rows[row].name);
}

/* Streams of this process while its output goes to a file. */
typedef struct {
  int out, err; /* copies; -1: nothing is diverted */
} Diversion;

static Diversion divert(const char *path)
{
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  Diversion d    = {-1, -1};

  if (file < 0) return d;
  fflush(NULL);
  d =
    (Diversion){fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)};
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  close(file);
  return d;
}

static void revert(const Diversion *d)
{
  fflush(NULL);
  if (d->out >= 0) dup2(d->out, STDOUT_FILENO);
  if (d->err >= 0) dup2(d->err, STDERR_FILENO);
  if (d->out >= 0) close(d->out);
  if (d->err >= 0) close(d->err);
}

enum { TAKEN = -2 };

/* Names and values of options that a row gets beside its cells. */
typedef struct {
  char folder[FILE_PATH], final[2 * FILE_PATH], restart[CHECKPOINT_PATH];
} Places;

/* The newest good checkpoint of the row; "": none, it starts. */
static PetscErrorCode find_restart(const Team *team, Places *p)
{
  char why[CHECKPOINT_WHY];
  bool found;

  PetscFunctionBeginUser;
  PetscCall(checkpoint_newest(&team->par, p->folder, NULL, p->restart, &found, why));
  if (found && why[0] && team->par.rank == 0) fprintf(stderr, "clast: warning: %s\n", why);
  if (!found) p->restart[0] = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void add_option(OptionRow *row, const char *name, const char *value)
{
  if (value[0]) row->pairs[row->n++] = (OptionPair){.name = name, .value = value};
}

/* Set up and run, which takes over the lock on the folder; state->exit: the exit status of the
   run by itself. */
static PetscErrorCode simulate(const Team *team, const OptionRow *options, int *lock,
                               RowState *state)
{
  const ScenarioSource from = {.file = team->sweep->scenario, .row = options};
  PetscErrorCode       code = PETSC_SUCCESS;
  RunEnd               end  = RUN_FINISHED;
  Sim                 *sim;
  int                  mistakes;

  PetscFunctionBeginUser;
  PetscCall(sim_create(team->comm, NULL, &from, &sim, &mistakes));
  sim->folder.lock = *lock;
  *lock            = -1;
  if (!mistakes) {
    if (!team->sweep->row_limits) {
      /* the limit of this command; the options of a checkpoint may have that of an earlier one */
      sim->limits.began      = team->sweep->began;
      sim->limits.wall_limit = option_real(team->sweep->options, "run", NULL, "wall_limit");
    }
    if (team->par.rank == 0) {
      sim->limits.outside = team->outside;
      sim->limits.context = team->context;
    }
    code = sim_run(sim, &end);
  }
  if (code && !program_error_is_of_file(code)) PetscCall(code);
  state->exit   = code       ? (sim->folder.writes ? EXIT_WRITING : EXIT_USAGE)
                  : mistakes ? EXIT_USAGE
                             : run_status(end);
  state->reason = sim->limits.reason;
  PetscCall(sim_destroy(&sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Run with the row's options; `places` are ready, and so is its folder, whose lock is
   taken over. */
static PetscErrorCode run_in_place(const Team *team, int row, Places *places, int *lock,
                                   RowState *state)
{
  OptionRow options = row_options(team->sweep, row);

  PetscFunctionBeginUser;
  if (state->begun > 1) PetscCall(find_restart(team, places));
  add_option(&options, "output_dir", places->folder);
  add_option(&options, "output_final", places->final);
  add_option(&options, "restart", places->restart);
  if (team->sweep->only < 0) add_option(&options, "progress", "rows");
  PetscCall(PetscPushErrorHandler(program_error, (void *)&team->par));
  PetscCall(simulate(team, &options, lock, state));
  PetscCall(PetscPopErrorHandler());
  state->status = state->exit == EXIT_DONE    ? ROW_FINISHED
                  : state->exit == EXIT_EARLY ? ROW_CHECKPOINTED
                                              : ROW_FAILED;
  array_free(&options.pairs);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lock the row's folder and note there that it runs. False: the folder cannot be used, which has
   been reported. *lock -2: another process runs the row, such as a task of an array that was
   requeued while it still ran, and the record is not touched. Rank 0 of the team. */
static bool begin_row(const Team *team, const char *folder, RowState *state, int *lock)
{
  char why[FAULT_LENGTH] = "";
  bool made              = folder_create(folder, why, sizeof why);

  if (made && !folder_lock(folder, false, lock)) {
    folder_unlock(*lock);
    *lock = TAKEN;
    snprintf(why, sizeof why, "%.900s: this row is being run: wait until it has ended", folder);
  }
  row_read(folder, state);
  if (*lock != TAKEN) {
    state->status = ROW_RUNNING;
    state->ranks  = team->par.size;
    state->begun++;
    if (made && row_write(folder, state, why, sizeof why)) return true;
  }
  fprintf(stderr, "clast: %s\n", why);
  return false;
}

PetscErrorCode row_run(const Team *team, int row, RowState *state, Text *harvest)
{
  const double start  = wall_seconds();
  bool         usable = true, taken = false;
  int          lock = -1;
  Diversion    diverted;
  Places       p = {0};
  char         output[FILE_PATH + 16], why[FAULT_LENGTH];

  PetscFunctionBeginUser;
  row_folder(team->sweep, row, p.folder);
  if (team->sweep->final[0])
    snprintf(p.final, sizeof p.final, "%s/%s", p.folder, team->sweep->final);
  if (team->par.rank == 0) usable = begin_row(team, p.folder, state, &lock);
  PetscCall(parallel_bcast(&team->par, &usable, sizeof usable, 0));
  PetscCall(parallel_bcast(&team->par, state, sizeof *state, 0));
  snprintf(output, sizeof output, "%s/output.txt", p.folder);
  if (usable) {
    diverted = team->sweep->only < 0 ? divert(output) : (Diversion){-1, -1};
    PetscCall(run_in_place(team, row, &p, &lock, state));
    revert(&diverted);
  } else {
    taken = lock == TAKEN;
    PetscCall(parallel_any(&team->par, &taken));
    if (!taken) state->status = ROW_FAILED;
    state->exit = taken ? EXIT_USAGE : EXIT_WRITING;
  }
  folder_unlock(lock);
  state->wall += wall_seconds() - start;
  if (team->par.rank == 0 && !taken) {
    if (!row_write(p.folder, state, why, sizeof why)) fprintf(stderr, "clast: warning: %s\n", why);
    row_harvest(p.folder, team->sweep->n_collect, team->sweep->collect, harvest);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
