/* SPDX-License-Identifier: MIT */
/* Start and end of a program on PETSc and MPI: isolation from the environment, and an exit status
   that tells how the work ended. */
#ifndef BASE_PROGRAM_H
#define BASE_PROGRAM_H

#include "base/parallel.h"

/* Returns NULL if arithmetic is IEEE 754 double, rounded to nearest, with gradual underflow, in the
   order written and without fused multiply-add; else one sentence that names the fault. Some
   libraries switch the rounding or underflow mode of a process when loaded. */
const char *arithmetic_fault(void);

typedef struct {
  const char *name;  /* prefix of its messages; owned by the caller until program_end */
  char      **words; /* argv that PETSc was started with */
  bool        launched;
} Program;

/* Start MPI and PETSc with the options of argv only: ~/.petscrc, ./.petscrc and ./petscrc are not
   read, and the environment variables PETSC_OPTIONS and PETSC_OPTIONS_YAML are removed, with a line
   on stderr. Closed descriptors among 0 to 2 are opened on /dev/null, so that no later file gets
   their number and receives the messages. From now on a write to a pipe whose reader has ended, or
   beyond the file size limit, fails with EPIPE or EFBIG instead of ending the program by a signal.
   argv[argc] must stay valid until program_end. Collective. */
PetscErrorCode program_start(const char *name, int argc, char **argv, Program *program);

/* For PetscPushErrorHandler: file errors, which all ranks raise together, are reported in one
   line without a stack trace by rank 0 of `context`, a const Parallel *, or of all ranks if
   it is NULL. */
PetscErrorCode program_error(Communicator comm, int line, const char *function, const char *file,
                             PetscErrorCode code, PetscErrorType type, const char *message,
                             void *context);
/* True for the code of a file error. */
bool program_error_is_of_file(PetscErrorCode code);

/* True if this word makes PETSc read options from another source than argv, or rename the options
   that follow it. */
bool program_word_redirects(const char *word);

/* Flush stdout and return the exit status. If output is lost, a line on stderr reports it, and if
   prints_result (stdout is the result of the program) EXIT_DONE becomes EXIT_WRITING, unless the
   reader of a pipe has ended (`| head`). May be called without program_start. */
int program_flush(const char *name, bool prints_result, int status);

/* Flush stdout, finalize PETSc and, where a launcher started the program, MPI (parallel_end), and
   end the process without running destructors of libraries. All libraries stay loaded meanwhile:
   Open MPI 4 unloads components while one of its threads may still run in them, which on a busy
   machine ended a few runs in a thousand by SIGSEGV after all work was done. Collective; does not
   return unless PETSc fails. */
PetscErrorCode program_end(Program *program, bool prints_result, int status);

#endif
