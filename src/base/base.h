/* SPDX-License-Identifier: MIT */
/* What every file stands on: PETSc's error convention, fixed-width numbers, small helpers. */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <petscsys.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if PETSC_VERSION_LT(3, 19, 0)
  #define PETSC_SUCCESS 0
#endif

/* Global ids: never reused, gaps allowed. */
typedef int64_t Id;

enum { NAME_LENGTH = 64 };

/* Exit status of the programs (README, "Exit status"). */
enum { EXIT_DONE = 0, EXIT_USAGE = 2, EXIT_PHYSICS = 3, EXIT_WRITING = 74, EXIT_EARLY = 75 };

static inline double min_real(double a, double b)
{
  return a < b ? a : b;
}

static inline double max_real(double a, double b)
{
  return a > b ? a : b;
}

static inline int64_t min_int(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static inline int64_t max_int(int64_t a, int64_t b)
{
  return a > b ? a : b;
}

/* qsort that takes an empty array, which may be NULL. */
static inline void sort_items(void *items, PetscInt n, size_t size, int (*compare)(const void *, const void *))
{
  if (n > 1) qsort(items, (size_t)n, size, compare);
}

/* Room for n items of `size` bytes in *pointer, kept contents; grows by half so that repeated calls are cheap.
   `capacity` counts items. 64-byte aligned, new bytes zero. Free with array_free. */
PetscErrorCode array_reserve(void *pointer, size_t size, PetscInt n, PetscInt *capacity);
/* Exactly n items, zeroed; *pointer must be NULL or freed before. */
PetscErrorCode array_create(void *pointer, size_t size, PetscInt n);
void           array_free(void *pointer);
/* Arrays of so many bytes or more go back to the system when they are freed, from here on; smaller ones are kept for the next.
   For main programs, after PetscInitialize: of the libraries that it brings along some tell malloc to keep all that it ever had,
   so that the peaks of all stages of a set-up would add up. */
enum { RETURN_IN_SETUP = 1 << 20, RETURN_IN_STEPS = 1 << 25 };
void arrays_return(int bytes);

#endif
