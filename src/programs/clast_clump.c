/* SPDX-License-Identifier: MIT */
/* clast-clump: mass properties of clumps by every method with error bounds, conversion between file
   formats, generation of pebbles from meshes, and pictures. */
#include "base/parallel.h"
#include "base/program.h"
#include "output/hdf5.h"
#include "programs/version.h"
#include "tools/clump/verbs.h"

int main(int argc, char **argv)
{
  Request  request;
  Parallel par;
  Program  program;
  int      status = EXIT_DONE;

  if (argc > 1 && version_is_asked(argv[1])) return version_print("clast-clump");
  if (!request_read(argc, argv, &request)) return EXIT_USAGE;
  if (request.help) {
    help_print(request.verb);
    return program_flush("clast-clump", true, EXIT_DONE);
  }
  hdf5_start();
  PetscCall(program_start("clast-clump", 1, argv, &program));
  PetscCall(parallel_create(PETSC_COMM_WORLD, &par));
  for (int k = 0; verbs[k] && par.rank == 0; k++)
    if (request.verb == (Verb)(1 << k)) PetscCall(verbs[k]->run(&request, &status));
  PetscCall(parallel_bcast(&par, &status, sizeof status, 0));
  PetscCall(parallel_destroy(&par));
  PetscCall(program_end(&program, true, status));
  return status;
}
