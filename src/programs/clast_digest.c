/* SPDX-License-Identifier: MIT */
/* clast-digest: digest of the state in a checkpoint, or comparison of two checkpoints. */
#include "base/parallel.h"
#include "base/program.h"
#include "output/checkpoint/checkpoint.h"
#include "output/files.h"
#include "output/hdf5.h"
#include "programs/version.h"

enum { EXIT_SAME = 0, EXIT_DIFFERENT = 1, EXIT_DAMAGED = 3 };

static const char usage[] =
  "usage: clast-digest [--all] FILE.h5|DIR     print the digest of the state in a checkpoint "
  "(--all: and of every table)\n"
  "       clast-digest A.h5|DIR B.h5|DIR       compare two checkpoints bit by bit; print what "
  "differs, and by how much\n"
  "DIR: the folder of a run, or its folder restart/: the newest whole checkpoint in it\n"
  "exit status: 0 done, or no difference; 1 they differ; 2 wrong usage, or no such file; 3 a file "
  "is damaged, or a folder has no whole checkpoint\n";

typedef struct {
  bool        all, help, version;
  int         n;
  const char *file[2];
} Request;

/* Returns false if the arguments are not valid. */
static bool request_read(int argc, char **argv, Request *request)
{
  *request = (Request){.n = 0};
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--all") == 0) request->all = true;
    else if (version_is_asked(argv[i])) request->version = true;
    else if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0 ||
             strcmp(argv[i], "-help") == 0)
      request->help = true;
    else if (argv[i][0] == '-' || request->n == 2) return false;
    else request->file[request->n++] = argv[i];
  }
  return request->help || request->version ||
         (request->n > 0 && !(request->all && request->n == 2));
}

static PetscErrorCode print_one(const Parallel *par, const Request *request, int *status)
{
  CheckpointSummary summary;
  bool              good;
  char              path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];

  PetscFunctionBeginUser;
  PetscCall(checkpoint_find(par, request->file[0], NULL, path, &good, why));
  if (good) PetscCall(checkpoint_check(par, path, &summary, &good, why));
  if (!good) {
    fprintf(stderr, "clast-digest: %s\n", why);
    *status = EXIT_DAMAGED;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  printf("%016llx  %s\n", (unsigned long long)summary.digest, path);
  for (int k = 0; k < summary.n && request->all; k++) {
    const CheckpointTable *t = &summary.list[k];

    printf("  %016llx  %lld x %d  %s%s\n", (unsigned long long)t->digest, (long long)t->rows,
           t->width > 0 ? t->width : 1, t->path, t->state ? "" : " (not part of the state)");
  }
  array_free(&summary.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode compare_two(const Parallel *par, const Request *request, int *status)
{
  Checkpoint checkpoint[2];
  bool       good[2], same = false;
  char       path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];

  PetscFunctionBeginUser;
  for (int i = 0; i < 2; i++) {
    PetscCall(checkpoint_find(par, request->file[i], &checkpoint[i], path, &good[i], why));
    if (!good[i]) fprintf(stderr, "clast-digest: %s\n", why);
  }
  if (good[0] && good[1]) checkpoint_compare(&checkpoint[0], &checkpoint[1], stdout, &same);
  *status = !good[0] || !good[1] ? EXIT_DAMAGED : same ? EXIT_SAME : EXIT_DIFFERENT;
  for (int i = 0; i < 2; i++)
    if (good[i]) checkpoint_free(&checkpoint[i]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode answer(const Request *request, int *status)
{
  Parallel par;

  PetscFunctionBeginUser;
  PetscCall(parallel_create(PETSC_COMM_SELF, &par));
  if (request->n == 1) PetscCall(print_one(&par, request, status));
  else PetscCall(compare_two(&par, request, status));
  PetscCall(parallel_destroy(&par));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Check the arguments and that the files or folders exist, before MPI starts. Returns EXIT_USAGE after a
   message, else EXIT_DONE. */
static int refuse(int argc, char **argv, Request *request)
{
  if (!request_read(argc, argv, request)) {
    fputs(usage, stderr);
    return EXIT_USAGE;
  }
  for (int i = 0; i < request->n && !request->help && !request->version; i++) {
    if (file_exists(request->file[i]) || folder_exists(request->file[i])) continue;
    fprintf(stderr, "clast-digest: %s: no such file or folder\n", request->file[i]);
    return EXIT_USAGE;
  }
  return EXIT_DONE;
}

int main(int argc, char **argv)
{
  Request  request;
  Parallel par;
  Program  program;
  int      status = refuse(argc, argv, &request);

  if (status != EXIT_DONE) return status;
  if (request.version) return version_print("clast-digest");
  if (request.help) {
    fputs(usage, stdout);
    return program_flush("clast-digest", true, EXIT_DONE);
  }
  hdf5_start();
  PetscCall(program_start("clast-digest", 1, argv, &program));
  PetscCall(parallel_create(PETSC_COMM_WORLD, &par));
  if (par.rank == 0) PetscCall(answer(&request, &status));
  PetscCall(parallel_bcast(&par, &status, sizeof status, 0));
  PetscCall(parallel_destroy(&par));
  PetscCall(program_end(&program, true, status));
  return status;
}
