/* SPDX-License-Identifier: MIT */
/* clast [SCENARIO.yaml] [-option value ...]: the program. */
#include "base/arithmetic.h"
#include "sim/plan.h"
#include "sim/scenario.h"
#include "version.h"

typedef struct {
  const char *scenario;
  const char *stray; /* a word that is neither an option nor its value; PETSc would pass over it */
  int         n_options;
  bool        help, version;
} Request;

/* PETSc 3.18 ends the program beyond 512, its own among them; a scenario may have any number. */
enum { OPTIONS_MOST = 480 };

static bool is_scenario(const char *word)
{
  const char *dot = strrchr(word, '.');

  return word[0] != '-' && dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

/* Does this option never take a value? */
static bool is_flag(const char *word)
{
  return strcmp(word, "-check") == 0 || strcmp(word, "-help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "-version") == 0;
}

/* A negative value, not an option. */
static bool is_number(const char *word)
{
  return word[0] == '-' && ((word[1] >= '0' && word[1] <= '9') || word[1] == '.');
}

/* Take out what is ours before PETSc sees the line: the scenario, -help and -version. */
static Request read_line(int *argc, char **argv)
{
  Request r = {0};
  int     n = 1;

  for (int k = 1; k < *argc; k++) {
    const bool value = k > 1 && argv[k - 1][0] == '-' && !is_flag(argv[k - 1]) && !is_number(argv[k - 1]);

    if (!r.scenario && argv[k][0] != '-' && (k == 1 || (!value && is_scenario(argv[k])))) r.scenario = argv[k];
    else if (strcmp(argv[k], "-help") == 0 || strcmp(argv[k], "-h") == 0 || strcmp(argv[k], "--help") == 0) r.help = true;
    else if (version_is_asked(argv[k])) r.version = true;
    else {
      if (!r.stray && argv[k][0] != '-' && !value && strcmp(argv[k - 1], "-check") != 0) r.stray = argv[k];
      r.n_options += argv[k][0] == '-' && !is_number(argv[k]);
      argv[n++] = argv[k];
    }
  }
  *argc   = n;
  argv[n] = NULL;
  return r;
}

static PetscErrorCode print_help(void)
{
  Parallel par;
  Options *options;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_WORLD, &par));
  PetscCall(options_create(&par, scenario_kinds, &options));
  if (par.rank == 0)
    printf("clast [SCENARIO.yaml] [-option value ...]   run, e.g. mpirun -n 4 clast input/rockfall.yaml -run_end_time 2\n"
           "clast -restart FILE.h5|DIR [-option ...]     go on from a checkpoint, on any number of ranks\n"
           "  -check  read and check, run nothing     -help  this     -version  versions\n"
           "  -plan 64,512,4096  what a run on so many ranks would be like\n\n");
  PetscCall(options_help(options));
  PetscCall(options_destroy(&options));
  PetscCall(parallel_destroy(&par));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int exit_status(RunEnd end)
{
  return end == RUN_BROKEN ? EXIT_PHYSICS : end == RUN_STOPPED_EARLY ? EXIT_EARLY : EXIT_DONE;
}

/* What is asked for, with a state that is ready to step. */
static PetscErrorCode work(Sim *sim, int *mistakes, RunEnd *end)
{
  PetscFunctionBeginUser;
  arrays_return(RETURN_IN_STEPS);
  PetscCall(plan_check_asked(sim, mistakes));
  if (*mistakes) PetscFunctionReturn(PETSC_SUCCESS);
  if (option_is_set(sim->options, "", NULL, "plan")) PetscCall(sim_plan(sim, mistakes, end));
  else if (sim->settings.check_only) PetscCall(sim_check(sim, end));
  else PetscCall(sim_run(sim, end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode run(const Request *request, int *status)
{
  PetscErrorCode code = PETSC_SUCCESS;
  RunEnd         end  = RUN_FINISHED;
  Sim           *sim;
  int            mistakes;

  PetscFunctionBeginUser;
  PetscCall(sim_create(PETSC_COMM_WORLD, request->scenario, &sim, &mistakes));
  if (!mistakes) code = work(sim, &mistakes, &end);
  *status = code ? (sim->writes ? EXIT_WRITING : EXIT_USAGE) : mistakes ? EXIT_USAGE : exit_status(end);
  PetscCall(code);
  PetscCall(sim_destroy(&sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode refuse(const char *stray, int *status)
{
  int rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  if (rank == 0) fprintf(stderr, "clast: '%s' is neither an option (-key value) nor the one scenario; see clast -help\n", stray);
  *status = EXIT_USAGE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Errors that every rank meets alike (files that cannot be written) need one line, not a trace. */
static PetscErrorCode handle_error(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode code,
                                   PetscErrorType type, const char *message, void *context)
{
  int rank;

  if (code != PETSC_ERR_FILE_OPEN && code != PETSC_ERR_FILE_WRITE)
    return PetscTraceBackErrorHandler(comm, line, function, file, code, type, message, context);
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  if (type == PETSC_ERROR_INITIAL && rank == 0) fprintf(stderr, "clast: %s\n", message);
  return code;
}

int main(int argc, char **argv)
{
  const Request  request = read_line(&argc, argv);
  int            status  = EXIT_USAGE; /* of files that cannot be written before anything is */
  const char    *fault   = arithmetic_fault();
  PetscErrorCode code;

  if (fault) {
    fprintf(stderr, "clast: this build or machine cannot keep its promise of same bits: %s\n", fault);
    return EXIT_USAGE;
  }
  if (request.version) {
    version_print("clast");
    return EXIT_DONE;
  }
  if (request.n_options > OPTIONS_MOST) {
    fprintf(stderr, "clast: %d options on the command line, more than %d: write them into the scenario\n", request.n_options,
            OPTIONS_MOST);
    return EXIT_USAGE;
  }
  parallel_prepare();
  PetscCall(PetscOptionsSetValue(NULL, "-skip_petscrc", "1")); /* a run depends on nothing hidden */
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  arrays_return(RETURN_IN_SETUP);
  PetscCall(PetscPushErrorHandler(handle_error, NULL));
  if (request.help) {
    status = EXIT_DONE;
    code   = print_help();
  } else if (request.stray) code = refuse(request.stray, &status);
  else code = run(&request, &status);
  if (code && code != PETSC_ERR_FILE_OPEN && code != PETSC_ERR_FILE_WRITE) MPI_Abort(PETSC_COMM_WORLD, 1);
  PetscCall(PetscPopErrorHandler());
  PetscCall(PetscFinalize());
  return status;
}
