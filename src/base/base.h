/* SPDX-License-Identifier: MIT */
/* Included by every file: PETSc's error convention, the standard headers that most files use,
   memory, small helpers. */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include "base/numbers.h"
#include <inttypes.h>
#include <petscsys.h>
#include <petsctime.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if PETSC_VERSION_LT(3, 19, 0)
  #define PETSC_SUCCESS 0
#endif
#if PETSC_VERSION_LT(3, 18, 0)
  #define PetscCheckAbort(yes, comm, code, ...) \
    do { \
      if (PetscUnlikely(!(yes))) SETERRABORT(comm, code, __VA_ARGS__); \
    } while (0)
#endif

enum { NAME_LENGTH = 64 };

/* Exit status of the programs (docs/guide/running.md, "Stopping"). */
enum {
  EXIT_DONE    = 0,
  EXIT_USAGE   = 2,
  EXIT_PHYSICS = 3,
  EXIT_MEMORY  = 71,
  EXIT_WRITING = 74,
  EXIT_EARLY   = 75
};

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

/* Wall time, s, from some time in the past. */
static inline double wall_seconds(void)
{
  PetscLogDouble seconds = 0;

  (void)PetscTime(&seconds);
  return seconds;
}

/* qsort that also accepts an empty array, which may be NULL. */
static inline void sort_items(void *items, PetscInt n, size_t size,
                              int (*compare)(const void *, const void *))
{
  if (n > 1) qsort(items, (size_t)n, size, compare);
}

/* Order of two reals, for sort_items. */
static inline int compare_reals(const void *a, const void *b)
{
  const double *p = a, *q = b;

  return (*p > *q) - (*p < *q);
}

/* Order of two structs that begin with an Id. */
static inline int compare_ids(const void *a, const void *b)
{
  const Id *p = a, *q = b;

  return (*p > *q) - (*p < *q);
}

/* Order of two keys of n numbers: -1, 0 or 1 by the first that differ. */
static inline int keys_compare(const int64_t *a, const int64_t *b, int n)
{
  for (int k = 0; k < n; k++)
    if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
  return 0;
}

/* Order of two structs that begin with two Ids. */
static inline int compare_id_pairs(const void *a, const void *b)
{
  const Id *p = a, *q = b;

  return p[0] != q[0] ? compare_ids(p, q) : compare_ids(p + 1, q + 1);
}

/* Number of the n sorted items that come before the key. */
static inline PetscInt items_before(const void *items, PetscInt n, size_t size, const void *key,
                                    int (*compare)(const void *, const void *))
{
  PetscInt lo = 0, hi = n;

  while (lo < hi) {
    const PetscInt middle = lo + (hi - lo) / 2;

    if (compare((const char *)items + (size_t)middle * size, key) < 0) lo = middle + 1;
    else hi = middle;
  }
  return lo;
}

/* Index of the last of n ascending reals that is at most x; 0: none is. size: of the items that
   begin with these reals, bytes. */
static inline int last_up_to(const double *reals, size_t size, int n, double x)
{
  int lo = 0, hi = n;

  while (hi - lo > 1) {
    const int middle = lo + (hi - lo) / 2;

    if (*(const double *)((const char *)reals + (size_t)middle * size) <= x) lo = middle;
    else hi = middle;
  }
  return lo;
}

/* Sort items 0 .. n - 1 by their bins, those of one bin in their order: bin b gets item[start[b]]
   .. item[start[b + 1] - 1]. start: [n_bins + 1], zero. */
static inline void sort_bins(int n, const int *bin, int n_bins, int *start, int *item)
{
  for (int i = 0; i < n; i++) start[bin[i] + 1]++;
  for (int b = 0; b < n_bins; b++) start[b + 1] += start[b];
  for (int i = 0; i < n; i++) item[start[bin[i]]++] = i;
  for (int b = n_bins; b > 0; b--) start[b] = start[b - 1];
  start[0] = 0;
}

/* ---- memory.c ---- */

/* Memory that is asked for is there: functions that allocate have no error to return. When the
   system has no memory, the handler of this thread is called with a sentence about it. It must not
   return (a host of the library leaves by longjmp; what was allocated is lost). Without one (NULL,
   as at first) the sentence goes to stderr and all ranks end with status EXIT_MEMORY. */
typedef void   MemoryHandler(void *context, const char *message);
void           memory_handler(MemoryHandler *call, void *context);
_Noreturn void memory_ends(const char *format, ...) PETSC_ATTRIBUTE_FORMAT(1, 2);

/* realloc and calloc; also no bytes give a block. free() the result. */
void *memory_room(void *old, size_t bytes);
void *memory_zero(size_t n, size_t size);
/* True if the system would give room for n items now: for numbers from a file that may be
   damaged. */
bool memory_has(int64_t n, size_t size);

/* Allocate n zeroed items of `size` bytes in *pointer, aligned to 64 bytes. array_free frees it and
   sets *pointer to NULL. */
void array_create(void *pointer, size_t size, size_t n);
/* The same, but not zeroed: for what is written before it is read. */
void array_scratch(void *pointer, size_t size, size_t n);
/* Reserve n items in *pointer and keep its contents; grows to at least 1.5 times the old capacity
   (counted in items), so that repeated calls are cheap. New bytes are zero. */
void array_reserve(void *pointer, size_t size, PetscInt n, PetscInt *capacity);
/* The same for arrays that grow together, with one capacity. */
typedef struct {
  void  *pointer; /* address of the array's pointer */
  size_t size;
} ArrayPart;
#define ARRAY_PART(array) \
  { \
    &(array), sizeof *(array) \
  }
void arrays_reserve(PetscInt n, PetscInt *capacity, int parts, const ArrayPart *part);
/* Give back the memory behind the first n items. */
void array_trim(void *pointer, size_t size, PetscInt n);
void array_free(void *pointer);
/* From now on, arrays of 32 MB or more are returned to the system when freed; smaller ones stay with
   malloc for reuse, as fresh pages take time. What is free now is returned. For main programs, after
   PetscInitialize, as some libraries loaded by it set malloc to keep all memory; and when set-up has
   ended. */
void arrays_return(void);

#endif
