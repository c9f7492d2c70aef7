/* SPDX-License-Identifier: MIT */
/* Start of MPI and PETSc in the process of a host. */
#define _DEFAULT_SOURCE /* setenv, strdup */
#include "base/host.h"
#include "base/parallel.h"

static bool host_has_petsc;

/* PETSc ends before MPI does, also where the host ends MPI: this is called at the beginning of
   MPI_Finalize. */
static int end_petsc(MPI_Comm comm, int key, void *value, void *extra)
{
  (void)comm;
  (void)key;
  (void)value;
  (void)extra;
  if (host_has_petsc) (void)PetscFinalize();
  host_has_petsc = false;
  return MPI_SUCCESS;
}

static void end_mpi(void)
{
  int ended = 1;

  (void)MPI_Finalized(&ended);
  if (!ended) (void)MPI_Finalize();
}

/* Start PETSc without looking at options of the environment or of files, and without its handlers of
   signals. On this process alone: other ranks may never open a simulation. */
static bool start_petsc(void)
{
  static const char *const ignored[]   = {"PETSC_OPTIONS", "PETSC_OPTIONS_YAML"};
  static char              host_name[] = "clast", host_skip[] = "-skip_petscrc",
              host_quiet[]    = "-no_signal_handler";
  static char   *host_words[] = {host_name, host_skip, host_quiet, NULL};
  char          *kept[2] = {NULL, NULL}, **words = host_words;
  int            n = 3, key;
  PetscErrorCode code;

  for (int k = 0; k < 2; k++) {
    const char *value = getenv(ignored[k]);

    if (value) kept[k] = strdup(value);
    unsetenv(ignored[k]);
  }
  PETSC_COMM_WORLD = MPI_COMM_SELF;
  code             = PetscInitialize(&n, &words, NULL, NULL);
  for (int k = 0; k < 2; k++) {
    if (kept[k]) setenv(ignored[k], kept[k], 1);
    free(kept[k]);
  }
  if (code) return false;
  host_has_petsc = true;
  return MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end_petsc, &key, NULL) == MPI_SUCCESS &&
         MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL) == MPI_SUCCESS;
}

bool host_start(void)
{
  int       mpi = 0, ended = 0;
  PetscBool petsc = PETSC_FALSE;

  if (MPI_Initialized(&mpi) != MPI_SUCCESS || MPI_Finalized(&ended) != MPI_SUCCESS || ended)
    return false;
  if (!mpi) {
    if (parallel_start() != PETSC_SUCCESS) return false;
    atexit(end_mpi);
  }
  if (PetscInitialized(&petsc) != PETSC_SUCCESS) return false;
  return petsc || start_petsc();
}

bool host_runs(void)
{
  int       ended = 0;
  PetscBool petsc = PETSC_FALSE;

  return MPI_Finalized(&ended) == MPI_SUCCESS && !ended &&
         PetscInitialized(&petsc) == PETSC_SUCCESS && petsc;
}
