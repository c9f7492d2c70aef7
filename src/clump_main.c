/* SPDX-License-Identifier: MIT */
/* clast-clump: mass properties of pebbles by every method, with bounds; pebbles between formats, from meshes, in pictures. */
#include "clump/verbs.h"

static PetscErrorCode answer(const Request *request, int *status)
{
  PetscFunctionBeginUser;
  switch (request->verb) {
  case VERB_PROPERTIES: PetscCall(properties_run(request, status)); break;
  case VERB_CONVERT: PetscCall(convert_run(request, status)); break;
  case VERB_GENERATE: PetscCall(generate_run(request, status)); break;
  case VERB_PICTURE: PetscCall(picture_run(request, status)); break;
  case VERB_NONE: break;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char **argv)
{
  Request request;
  int     status = EXIT_DONE, rank;

  if (!request_read(argc, argv, &request)) return EXIT_USAGE;
  if (request.help) {
    help_print(request.verb);
    return EXIT_DONE;
  }
  PetscCall(PetscOptionsSetValue(NULL, "-skip_petscrc", NULL));
  PetscCall(PetscInitializeNoArguments());
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  if (rank == 0) PetscCall(answer(&request, &status));
  PetscCallMPI(MPI_Bcast(&status, 1, MPI_INT, 0, PETSC_COMM_WORLD));
  PetscCall(PetscFinalize());
  return status;
}
