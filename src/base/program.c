/* SPDX-License-Identifier: MIT */
/* Start and end of a program on PETSc and MPI. */
#define _GNU_SOURCE /* dl_iterate_phdr, RTLD_NODELETE */
#include "base/program.h"
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <poll.h>
#include <signal.h>
#include <strings.h>
#include <unistd.h>

#if defined(__linux__)
  #include <dlfcn.h>
  #include <link.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
  #define LOOKS_FOR_LEAKS 1
#elif defined(__has_feature)
  #if __has_feature(address_sanitizer)
    #define LOOKS_FOR_LEAKS 1
  #endif
#endif
#if !defined(LOOKS_FOR_LEAKS)
  #define LOOKS_FOR_LEAKS 0
#endif

/* ---- start ---- */

/* Volatile operands keep the compiler from evaluating it. */
const char *arithmetic_fault(void)
{
  volatile double one = 1, tiny = 0x1p-1022, small = 0x1p-53, large = 0x1p53, magic = 0x1.8p52,
                  piece = 0x1.0000001p-1, product;
  const double half     = 0.5;

  product = piece * piece;

  if (fegetround() != FE_TONEAREST) return "the rounding mode is not to nearest";
  if (one + small != one) return "sums are reordered or kept in more than 53 bits";
  if (tiny * half == 0 || (tiny * half) * 2 != tiny)
    return "numbers below 2.2e-308 are flushed to zero";
  if ((large + one) - large != 0) return "sums are reordered or kept in more than 53 bits";
  if ((2.5 * one + magic) - magic != 2) return "rounding by magic numbers is optimised away";
  if (piece * piece - product != 0)
    return "products are fused with sums: build with -ffp-contract=off";
  return NULL;
}

static void keep_descriptors(void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
    /* stdout read-only: output is lost, and program_flush reports it */
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
      (void)open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

/* Environment variables from which PETSc would take options. */
static const char *const ignored[] = {"PETSC_OPTIONS", "PETSC_OPTIONS_YAML"};

enum { IGNORED = sizeof ignored / sizeof *ignored };

/* argv with -skip_petscrc appended, where it overrides earlier ones. Setting the option before
   PetscInitialize does not work: PETSc (3.18 to 3.25) reads such a value after freeing it, and
   ignores it when there is no command line. */
static char **words_create(int argc, char **argv)
{
  static const char skip[] = "-skip_petscrc";
  const size_t      size   = ((size_t)argc + 2) * sizeof *argv;
  char            **words  = memory_room(NULL, size + sizeof skip);

  memcpy(words, argv, (size_t)argc * sizeof *argv);
  words[argc]     = memcpy((char *)words + size, skip, sizeof skip);
  words[argc + 1] = NULL;
  return words;
}

PetscErrorCode program_start(const char *name, int argc, char **argv, Program *program)
{
  bool set[IGNORED]; /* and not empty */

  *program =
    (Program){.name = name, .words = words_create(argc, argv), .launched = launch_is_seen()};
  argc++;
  keep_descriptors();
  for (int k = 0; k < IGNORED; k++) {
    const char *value = getenv(ignored[k]);

    set[k] = value && value[0];
    unsetenv(ignored[k]);
  }
  PetscCall(parallel_start());
  PetscCall(PetscInitialize(&argc, &program->words, NULL, NULL));
  /* after PetscInitialize, which installs a handler for SIGPIPE that ends all ranks */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  for (int k = 0; k < IGNORED && PetscGlobalRank == 0; k++)
    if (set[k])
      fprintf(stderr,
              "%s: the environment variable %s is ignored: a run depends on its scenario and its "
              "command line alone; give its options there\n",
              name, ignored[k]);
  return PETSC_SUCCESS;
}

bool program_error_is_of_file(PetscErrorCode code)
{
  return code == PETSC_ERR_FILE_OPEN || code == PETSC_ERR_FILE_WRITE;
}

PetscErrorCode program_error(Communicator comm, int line, const char *function, const char *file,
                             PetscErrorCode code, PetscErrorType type, const char *message,
                             void *context)
{
  const Parallel *par  = context;
  const int       rank = par ? par->rank : PetscGlobalRank;

  if (!program_error_is_of_file(code))
    return PetscTraceBackErrorHandler(comm, line, function, file, code, type, message, NULL);
  if (type == PETSC_ERROR_INITIAL && rank == 0) fprintf(stderr, "clast: %s\n", message);
  return code;
}

bool program_word_redirects(const char *word)
{
  static const char *const names[] = {"-options_file",
                                      "-options_file_yaml",
                                      "-options_string_yaml",
                                      "-prefix_push",
                                      "-prefix_pop",
                                      "-in",
                                      "-i",
                                      "-input"};

  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (strcasecmp(word, names[k]) == 0) return true; /* as PETSc compares */
  return false;
}

/* ---- end ---- */

static bool reader_has_ended(void)
{
  struct pollfd pipe = {.fd = STDOUT_FILENO, .events = POLLOUT};

  return poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR);
}

int program_flush(const char *name, bool prints_result, int status)
{
  bool ended;

  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout)) return status;
  ended = reader_has_ended();
  if (!ended) /* who has ended, as `head` does, wants no more */
    fprintf(stderr, "%s: standard output cannot be written%s%s: lines are lost\n", name,
            errno ? ": " : "", errno ? strerror(errno) : "");
  /* data left in the buffer would make PETSc fail when it flushes */
  (void)!freopen("/dev/null", "w", stdout);
  return status == EXIT_DONE && prints_result && !ended ? EXIT_WRITING : status;
}

#if defined(__linux__)

typedef struct {
  char   **list;
  PetscInt n, capacity;
} Names;

static int note_library(struct dl_phdr_info *info, size_t size, void *context)
{
  Names *names = context;

  (void)size;
  if (!info->dlpi_name[0]) return 0;
  array_reserve(&names->list, sizeof *names->list, names->n + 1, &names->capacity);
  names->list[names->n] = strdup(info->dlpi_name);
  names->n += names->list[names->n] != NULL;
  return 0;
}

/* Keep all libraries loaded now in memory when they are closed. Done by name after dl_iterate_phdr,
   which holds a lock of the loader. */
static void keep_libraries(void)
{
  Names names = {0};

  dl_iterate_phdr(note_library, &names);
  for (PetscInt k = 0; k < names.n; k++) {
    void *library = dlopen(names.list[k], RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);

    if (library) dlclose(library);
    free(names.list[k]);
  }
  array_free(&names.list);
}

#else

static void keep_libraries(void)
{
}

#endif

static void leave(int status)
{
/* MPICH 5 takes leave of its launcher in a function that exit calls. Of a rank that ends without it the
   launcher says that it was killed, and ends the others. */
#if LOOKS_FOR_LEAKS || !defined(OPEN_MPI)
  exit(status);
#else
  _exit(status);
#endif
}

/* Mark the options of PETSc's database as read: the programs refuse those they do not know
   themselves, and -options_left is not to warn of the others. */
static PetscErrorCode mark_options(void)
{
  char      name[PETSC_MAX_PATH_LEN];
  char    **names, **values;
  PetscInt  n;
  PetscBool there;

  PetscCall(PetscOptionsLeftGet(NULL, &n, &names, &values));
  for (PetscInt k = 0; k < n; k++) {
    snprintf(name, sizeof name, "-%s", names[k]);
    PetscCall(PetscOptionsHasName(NULL, NULL, name, &there));
  }
  PetscCall(PetscOptionsLeftRestore(NULL, &n, &names, &values));
  return PETSC_SUCCESS;
}

PetscErrorCode program_end(Program *program, bool prints_result, int status)
{
  status = program_flush(program->name, prints_result, status);
  keep_libraries();
  PetscCall(mark_options());
  PetscCall(PetscFinalize());
  free(program->words);
  status = program_flush(program->name, prints_result, status); /* -log_view */
  fflush(NULL);
  PetscCall(parallel_end(program->launched || LOOKS_FOR_LEAKS));
  leave(status);
  return PETSC_SUCCESS;
}
