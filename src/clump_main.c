/* SPDX-License-Identifier: MIT */
/* clast-clump: mass properties of pebbles by every method, with bounds; pebbles between formats, from meshes, in pictures. */
#include "base/parallel.h"
#include "clump/verbs.h"
#include "version.h"

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
  Request  request;
  Parallel par;
  int      status = EXIT_DONE;

  if (argc > 1 && version_is_asked(argv[1])) {
    version_print("clast-clump");
    return EXIT_DONE;
  }
  if (!request_read(argc, argv, &request)) return EXIT_USAGE;
  if (request.help) {
    help_print(request.verb);
    return EXIT_DONE;
  }
  parallel_prepare();
  PetscCall(PetscOptionsSetValue(NULL, "-skip_petscrc", NULL));
  PetscCall(PetscInitializeNoArguments());
  PetscCall(parallel_create(PETSC_COMM_WORLD, &par));
  if (par.rank == 0) PetscCall(answer(&request, &status));
  PetscCall(parallel_bcast(&par, &status, sizeof status, 0));
  PetscCall(parallel_destroy(&par));
  PetscCall(PetscFinalize());
  return status;
}
