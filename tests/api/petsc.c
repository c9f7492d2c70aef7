/* SPDX-License-Identifier: MIT */
/* Hosts that use PETSc. petsc own SCENARIO -my_key 7 ...: MPI and PETSc are the host's, and half of its
   ranks simulate, the even ones. petsc late SCENARIO: clast starts PETSc, the host asks afterwards for
   what that has read. Prints one line a fact. */
#include "clast.h"
#include <petscsys.h>
#include <string.h>

static int faults; /* of the host's own calls, told to its own handler */

static PetscErrorCode note(MPI_Comm comm, int line, const char *function, const char *file,
                           PetscErrorCode code, PetscErrorType type, const char *text,
                           void *context)
{
  (void)comm, (void)line, (void)function, (void)file, (void)type, (void)text, (void)context;
  faults++;
  return code;
}

/* Simulate; mistakes and files that are not there are the simulation's alone. */
static uint64_t simulate(MPI_Comm comm, const char *scenario, int *failed)
{
  static const clast_option end[] = {{"run_end_time", "0.05"}}, wrong[] = {{"my_key", "1"}};
  clast                    *sim;
  uint64_t                  digest = 0;

  *failed = clast_open(comm, scenario, 1, end, &sim) != CLAST_OK ||
            clast_run(sim, 1) != CLAST_FINISHED || clast_digest(sim, &digest) != CLAST_OK;
  clast_close(&sim);
  *failed += clast_open(comm, scenario, 1, wrong, &sim) != CLAST_MISTAKES ||
             !strstr(clast_message(sim), "-my_key");
  clast_close(&sim);
  *failed += clast_open(comm, "nowhere.yaml", 0, NULL, &sim) != CLAST_MISTAKES;
  clast_close(&sim);
  return digest;
}

static int own(int argc, char **argv)
{
  MPI_Comm  half;
  char     *before, *after;
  PetscInt  value = 0, left[2];
  int       rank, failed = 0;
  uint64_t  digest = 0;
  PetscBool there;

  MPI_Init(&argc, &argv);
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  PetscCall(PetscPushErrorHandler(note, NULL));
  PetscCall(PetscOptionsGetAll(NULL, &before));
  PetscCall(PetscOptionsAllUsed(NULL, &left[0]));
  MPI_Comm_split(PETSC_COMM_WORLD, rank % 2, rank, &half);
  if (rank % 2 == 0) digest = simulate(half, argv[2], &failed);
  PetscCall(PetscOptionsAllUsed(NULL, &left[1]));
  PetscCall(PetscOptionsGetAll(NULL, &after));
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-my_key", &value, &there));
  printf("rank %d: failed %d, options as before %d, none was asked for %d, mine is %d\n", rank,
         failed, strcmp(before, after) == 0, left[0] == left[1], (int)value);
  if (rank % 2 == 0) printf("digest %016llx\n", (unsigned long long)digest);
  (void)PetscError(PETSC_COMM_SELF, __LINE__, "own", __FILE__, PETSC_ERR_USER, PETSC_ERROR_INITIAL,
                   "a fault");
  printf("rank %d: its handler of errors is its own %d\n", rank, faults == 1);
  PetscCall(PetscFree(before));
  PetscCall(PetscFree(after));
  PetscCall(PetscPopErrorHandler());
  MPI_Comm_free(&half);
  PetscCall(PetscFinalize());
  MPI_Finalize();
  return 0;
}

static int late(char **argv)
{
  PetscBool runs, of_file, of_variable;
  int       failed;

  simulate(MPI_COMM_SELF, argv[2], &failed);
  PetscCall(PetscInitialized(&runs));
  PetscCall(PetscOptionsHasName(NULL, NULL, "-of_file", &of_file));
  PetscCall(PetscOptionsHasName(NULL, NULL, "-of_variable", &of_variable));
  printf("failed %d, PETSc runs %d, has read a file %d, the environment %d\n", failed, runs,
         of_file, of_variable);
  return 0;
}

int main(int argc, char **argv)
{
  if (argc < 3) return 2;
  return strcmp(argv[1], "own") == 0 ? own(argc, argv) : late(argv);
}
