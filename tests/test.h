/* SPDX-License-Identifier: MIT */
/* The test harness: failures are counted and the test continues, so that no rank of a collective
   test hangs; rank 0 prints one TAP line per test function for all ranks. See CONTRIBUTING.md.

     /+ np: 1 2 3 +/                              (a comment; build-aux/mpi-run reads it)
     #include "test.h"

     static void halves_add_up(void)
     {
       CHECK_NEAR(0.5 + 0.5, 1.0, 0.0); // halves are exact
       test_end("two halves make one");
     }

     int main(int argc, char **argv)
     {
       test_begin(&argc, &argv);
       halves_add_up();
       return test_finish();
     } */
#ifndef TEST_H
#define TEST_H

#include <math.h>
#include <petscsys.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int test_failures; /* failures of this rank in the current test function */
static int test_count;    /* number of test functions ended */
static int test_failed;   /* number of these that failed on any rank */

/* Start PETSc without option files of the user, so that a test has only the options that it sets.
   Collective on all ranks. */
static inline void test_begin(int *argc, char ***argv)
{
  PetscErrorCode ierr = PetscOptionsSetValue(NULL, "-skip_petscrc", NULL);

  if (!ierr) ierr = PetscInitialize(argc, argv, NULL, NULL);
  if (ierr) exit(99);
  setvbuf(stdout, NULL, _IOLBF, 0);
}

static inline int test_rank(void)
{
  int rank;

  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  return rank;
}

static inline int test_size(void)
{
  int size;

  MPI_Comm_size(PETSC_COMM_WORLD, &size);
  return size;
}

/* Print a comment line on rank 0: errors, slopes, counts. Local. */
__attribute__((format(printf, 1, 2))) static inline void test_note(const char *format, ...)
{
  va_list arguments;

  if (test_rank() != 0) return;
  printf("# ");
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  printf("\n");
}

/* End a test function and print the fact that it tests: passed if no rank counted a failure.
   Collective. */
static inline void test_end(const char *fact)
{
  int failures = 0;

  MPI_Allreduce(&test_failures, &failures, 1, MPI_INT, MPI_SUM, PETSC_COMM_WORLD);
  test_count++;
  if (failures > 0) test_failed++;
  if (test_rank() == 0) printf("%s %d - %s\n", failures > 0 ? "not ok" : "ok", test_count, fact);
  test_failures = 0;
}

/* In place of test_end if the fact cannot be tested here, with the reason. Collective. */
static inline void test_skip(const char *fact, const char *why)
{
  test_count++;
  if (test_rank() == 0) printf("ok %d - %s # SKIP %s\n", test_count, fact, why);
  test_failures = 0;
}

/* Print the TAP plan, end PETSc and return the exit status. Collective. */
static inline int test_finish(void)
{
  if (test_rank() == 0) printf("1..%d\n", test_count);
  if (PetscFinalize()) return 99;
  return test_failed > 0 ? 1 : 0;
}

/* Count a failure and print it with file and line. */
__attribute__((format(printf, 3, 4))) static inline void test_fail(const char *file, int line,
                                                                   const char *format, ...)
{
  va_list arguments;

  test_failures++;
  fprintf(stderr, "%s:%d: rank %d: ", file, line, test_rank());
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, "\n");
}

static inline void test_near(const char *file, int line, const char *text, double value,
                             double expected, double tolerance)
{
  const double error = fabs(value - expected);

  /* Written so that NaN fails. */
  if (!(error <= tolerance))
    test_fail(file, line, "%s is %.17g, not %.17g: off by %.3g, allowed %.3g", text, value,
              expected, error, tolerance);
}

static inline void test_int(const char *file, int line, const char *text, int64_t value,
                            int64_t expected)
{
  if (value != expected)
    test_fail(file, line, "%s is %lld, not %lld", text, (long long)value, (long long)expected);
}

static inline void test_bits(const char *file, int line, const char *text, double value,
                             double expected)
{
  if (memcmp(&value, &expected, sizeof value) != 0)
    test_fail(file, line, "%s is %.17g (%a), not %.17g (%a)", text, value, value, expected,
              expected);
}

static inline void test_text(const char *file, int line, const char *text, const char *value,
                             const char *expected)
{
  if (!value || strcmp(value, expected) != 0)
    test_fail(file, line, "%s is \"%s\", not \"%s\"", text, value ? value : "(null)", expected);
}

#define CHECK(condition) \
  do { \
    if (!(condition)) test_fail(__FILE__, __LINE__, "%s", #condition); \
  } while (0)

/* Check that |value - expected| <= tolerance, whose reason is given on the line; that integers,
   bits, texts are equal. */
#define CHECK_NEAR(value, expected, tolerance) \
  test_near(__FILE__, __LINE__, #value, value, expected, tolerance)
#define CHECK_INT(value, expected)  test_int(__FILE__, __LINE__, #value, value, expected)
#define CHECK_BITS(value, expected) test_bits(__FILE__, __LINE__, #value, value, expected)
#define CHECK_TEXT(value, expected) test_text(__FILE__, __LINE__, #value, value, expected)

/* A call that the test depends on: an error aborts the program on all ranks, which fails the
   test. */
#define CALL(...) PetscCallAbort(PETSC_COMM_WORLD, __VA_ARGS__)

/* Check that a call returns this error code on this rank; its message is not printed. */
#define CHECK_ERROR(expected, ...) \
  do { \
    PetscErrorCode test_code; \
\
    CALL(PetscPushErrorHandler(PetscReturnErrorHandler, NULL)); \
    test_code = __VA_ARGS__; \
    CALL(PetscPopErrorHandler()); \
    CHECK_INT((int)test_code, (int)(expected)); \
  } while (0)

#endif
