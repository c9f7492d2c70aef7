/* SPDX-License-Identifier: MIT */
/* The test harness. A program is a room's files of tests, with main of test.c. Failures are counted
   and the test continues, so that no rank of a collective test hangs; rank 0 prints one TAP line
   per test function for all ranks. See CONTRIBUTING.md.

     #include "test.h"

     static void halves_add_up(void)
     {
       CHECK_NEAR(0.5 + 0.5, 1.0, 0.0); // halves are exact
       test_end("two halves make one");
     }

     TESTS(.ranks = {1, 2, 3})
     {
       halves_add_up();
     } */
#ifndef TEST_H
#define TEST_H

#include <math.h>
#include <petscsys.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A file of tests. */
typedef struct TestFile {
  const char *source;
  int         ranks[8];  /* numbers of ranks that it is run on; zeros follow */
  int         limit;     /* of its time on each, s; 0: 120 */
  void (*prepare)(void); /* before MPI starts; NULL: nothing */
  void (*run)(void);
  struct TestFile *next;
} TestFile;

/* Add a file to its program, before main. */
void test_add(TestFile *file);

/* The tests of a file, in order; arguments: members of TestFile. The body follows. */
#define TESTS(...) \
  static void                              test_run(void); \
  __attribute__((constructor)) static void test_enter(void) \
  { \
    static TestFile file = {.source = __FILE__, .run = test_run, __VA_ARGS__}; \
\
    test_add(&file); \
  } \
  static void test_run(void)

int test_rank(void);
int test_size(void);
/* Failures of this rank in the current test function. */
int test_failures(void);
/* Name of the file that is running. */
const char *test_name(void);
/* Print a comment line on rank 0: errors, slopes, counts. Local. */
__attribute__((format(printf, 1, 2))) void test_note(const char *format, ...);

/* End a test function and print the fact that it tests: passed if no rank counted a failure.
   Collective. */
void test_end(const char *fact);
/* In place of test_end if the fact cannot be tested here, with the reason. Collective. */
void test_skip(const char *fact, const char *why);

/* Count a failure and print it with file and line. */
__attribute__((format(printf, 3, 4))) void test_fail(const char *file, int line, const char *format,
                                                     ...);
void test_near(const char *file, int line, const char *text, double value, double expected,
               double tolerance);
void test_int(const char *file, int line, const char *text, int64_t value, int64_t expected);
void test_bits(const char *file, int line, const char *text, double value, double expected);
void test_text(const char *file, int line, const char *text, const char *value,
               const char *expected);

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
