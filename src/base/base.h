/* SPDX-License-Identifier: MIT */
/* Included by every file: PETSc's error convention, fixed-width integers, small helpers. */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include "base/numbers.h"
#include <petscsys.h>
#include <stdlib.h>
#include <string.h>

#if PETSC_VERSION_LT(3, 19, 0)
  #define PETSC_SUCCESS 0
#endif

enum { NAME_LENGTH = 64 };

/* Exit status of the programs (docs/running.md, "Stopping"). */
enum { EXIT_DONE = 0, EXIT_USAGE = 2, EXIT_PHYSICS = 3, EXIT_WRITING = 74, EXIT_EARLY = 75 };

enum { PERIODS_MOST = (1 << 30) - 1 }; /* so that the sum of two fits into an int32 */

/* A whole number as an int32, within PERIODS_MOST; some number for NaN. For counts of periods: what
   is so far out is about to stop the run, and must not overflow before. */
static inline int32_t periods_of(double whole)
{
  return (int32_t)min_real(max_real(whole, -PERIODS_MOST), PERIODS_MOST);
}

/* a + b c modulo 2^32: counts of a body that is far out, which is about to stop the run, may be
   beyond the numbers of images. */
static inline int32_t plus_product(int32_t a, int32_t b, int32_t c)
{
  return (int32_t)((uint32_t)a + (uint32_t)b * (uint32_t)c);
}

/* qsort that also accepts an empty array, which may be NULL. */
static inline void sort_items(void *items, PetscInt n, size_t size,
                              int (*compare)(const void *, const void *))
{
  if (n > 1) qsort(items, (size_t)n, size, compare);
}

/* Reserve n items of `size` bytes in *pointer and keep its contents; grows to at least 1.5 times
   the old capacity (counted in items), so that repeated calls are cheap. 64-byte aligned, new bytes
   zero. Free with array_free. */
PetscErrorCode array_reserve(void *pointer, size_t size, PetscInt n, PetscInt *capacity);
/* Allocate n zeroed items in *pointer, which must be NULL or freed. */
PetscErrorCode array_create(void *pointer, size_t size, PetscInt n);
/* Give back the memory behind the first n items. */
PetscErrorCode array_trim(void *pointer, size_t size, PetscInt n);
void           array_free(void *pointer);
/* From now on, arrays of `bytes` or more are returned to the system when freed; smaller ones stay
   with malloc for reuse. For main programs, after PetscInitialize: some libraries loaded by it set
   malloc to keep all memory, so that the peaks of all stages of the set-up would add up. */
enum { RETURN_IN_SETUP = 1 << 20, RETURN_IN_STEPS = 1 << 25 };
void arrays_return(int bytes);

#endif
