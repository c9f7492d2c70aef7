/* SPDX-License-Identifier: MIT */
/* Runs the files of tests that are linked with it:

     space.t                   those for this number of ranks
     space.t test_halo ...     these, on any number of ranks
     space.t -after test_halo  those for this number of ranks that follow a file
     space.t -ranks            prints the numbers of ranks that there are files for */
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static TestFile       *files;    /* in the order in which they were linked */
static const TestFile *running;  /* NULL: none */
static int             failures; /* of this rank in the current test function */
static int             count;    /* test functions ended */
static int             failed;   /* of these, on any rank */

/* ---- what tests call ---- */

void test_add(TestFile *file)
{
  TestFile **end = &files;

  while (*end) end = &(*end)->next;
  *end = file;
}

int test_rank(void)
{
  int rank;

  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  return rank;
}

int test_size(void)
{
  int size;

  MPI_Comm_size(PETSC_COMM_WORLD, &size);
  return size;
}

int test_failures(void)
{
  return failures;
}

void test_note(const char *format, ...)
{
  va_list arguments;

  if (test_rank() != 0) return;
  printf("# ");
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  printf("\n");
}

void test_end(const char *fact)
{
  int all = 0;

  MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, PETSC_COMM_WORLD);
  count++;
  if (all > 0) failed++;
  if (test_rank() == 0) printf("%s %d - %s\n", all > 0 ? "not ok" : "ok", count, fact);
  failures = 0;
}

void test_skip(const char *fact, const char *why)
{
  count++;
  if (test_rank() == 0) printf("ok %d - %s # SKIP %s\n", count, fact, why);
  failures = 0;
}

void test_fail(const char *file, int line, const char *format, ...)
{
  va_list arguments;

  failures++;
  fprintf(stderr, "%s:%d: rank %d: ", file, line, test_rank());
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, "\n");
}

void test_near(const char *file, int line, const char *text, double value, double expected,
               double tolerance)
{
  const double error = fabs(value - expected);

  /* Written so that NaN fails. */
  if (!(error <= tolerance))
    test_fail(file, line, "%s is %.17g, not %.17g: off by %.3g, allowed %.3g", text, value,
              expected, error, tolerance);
}

void test_int(const char *file, int line, const char *text, int64_t value, int64_t expected)
{
  if (value != expected)
    test_fail(file, line, "%s is %lld, not %lld", text, (long long)value, (long long)expected);
}

void test_bits(const char *file, int line, const char *text, double value, double expected)
{
  if (memcmp(&value, &expected, sizeof value) != 0)
    test_fail(file, line, "%s is %.17g (%a), not %.17g (%a)", text, value, value, expected,
              expected);
}

void test_text(const char *file, int line, const char *text, const char *value,
               const char *expected)
{
  if (!value || strcmp(value, expected) != 0)
    test_fail(file, line, "%s is \"%s\", not \"%s\"", text, value ? value : "(null)", expected);
}

/* ---- the program ---- */

/* Name of a file: its source without folder and ending, until the next call. */
static const char *name_of(const TestFile *file)
{
  static char name[100];
  const char *slash = strrchr(file->source, '/');

  snprintf(name, sizeof name, "%s", slash ? slash + 1 : file->source);
  name[strcspn(name, ".")] = 0;
  return name;
}

const char *test_name(void)
{
  return running ? name_of(running) : "";
}

static bool is_for(const TestFile *file, int ranks)
{
  for (int k = 0; k < 8; k++)
    if (file->ranks[k] == ranks) return true;
  return false;
}

static int print_ranks(void)
{
  for (int ranks = 1; ranks < 1000; ranks++) {
    const TestFile *file = files;

    while (file && !is_for(file, ranks)) file = file->next;
    if (file) printf("%d\n", ranks);
  }
  return 0;
}

/* Processor time of all ranks since their start, s, on rank 0. */
static double processor_time(void)
{
  struct rusage used;
  double        time, sum = 0;

  getrusage(RUSAGE_SELF, &used);
  time = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  MPI_Reduce(&time, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, PETSC_COMM_WORLD);
  return sum;
}

/* Run a file within its limit, after which SIGALRM ends the program. */
static void run(const TestFile *file)
{
  const char  *patience = getenv("CLAST_TEST_PATIENCE");
  const int    times    = patience && atoi(patience) > 0 ? atoi(patience) : 1;
  const double began = MPI_Wtime(), used = processor_time();
  int          late = 0;

  running = file;
  test_note("%s", test_name());
  MPI_Barrier(PETSC_COMM_WORLD);
  alarm((unsigned)((file->limit > 0 ? file->limit : 120) * times));
  file->run();
  CALL(PetscOptionsClear(NULL)); /* the next file has the options that it sets, and no others */
  MPI_Allreduce(&failures, &late, 1, MPI_INT, MPI_SUM, PETSC_COMM_WORLD);
  if (late) test_end("what follows the last test function");
  alarm((unsigned)(60 * times));
  test_note("%s: %.1f s, %.1f s of processor time", test_name(), MPI_Wtime() - began,
            processor_time() - used);
}

static const TestFile *file_named(const char *name)
{
  const TestFile *file = files;

  while (file && strcmp(name_of(file), name) != 0) file = file->next;
  if (!file) {
    printf("Bail out! no file %s here\n", name);
    exit(99);
  }
  return file;
}

/* PETSc starts without option files of the user, so that a test has only the options that it
   sets. */
static void begin(int *argc, char ***argv)
{
  PetscErrorCode ierr = PetscOptionsSetValue(NULL, "-skip_petscrc", NULL);

  if (!ierr) ierr = PetscInitialize(argc, argv, NULL, NULL);
  if (ierr) exit(99);
  CALL(PetscOptionsClear(NULL));
  setvbuf(stdout, NULL, _IOLBF, 0);
}

int main(int argc, char **argv)
{
  int   n      = 1;
  char *none[] = {argv[0], NULL}, **no_options = none;

  if (argc == 2 && strcmp(argv[1], "-ranks") == 0) return print_ranks();
  for (const TestFile *file = files; file; file = file->next)
    if (file->prepare) file->prepare();
  begin(&n, &no_options);
  if (argc == 1 || strcmp(argv[1], "-after") == 0) {
    const TestFile *file = argc == 3 ? file_named(argv[2])->next : files;

    for (; file; file = file->next)
      if (is_for(file, test_size())) run(file);
  } else
    for (int k = 1; k < argc; k++) run(file_named(argv[k]));
  if (test_rank() == 0) printf("1..%d\n", count);
  if (PetscFinalize()) return 99;
  return failed > 0;
}
