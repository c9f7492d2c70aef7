/* SPDX-License-Identifier: MIT */
/* Growing arrays, aligned to cache lines so that batch loops load whole vectors; arrays from LARGE
   on are aligned to huge pages, where the system has them: steps of states beyond the cache are
   10 % faster, and a rebuild needs fewer pages. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/base.h"
#include <sys/mman.h>
#if defined(__GLIBC__)
  #include <malloc.h>
#endif

enum { ALIGNMENT = 64, LARGE_PAGE = 1 << 21, LARGE = 4 * LARGE_PAGE };

static void *aligned_zero(size_t bytes)
{
  const size_t unit  = bytes < LARGE ? ALIGNMENT : LARGE_PAGE;
  const size_t whole = bytes > 0 ? (bytes + unit - 1) / unit * unit : unit;
  void        *p     = aligned_alloc(unit, whole);

#if defined(MADV_HUGEPAGE)
  if (p && unit == LARGE_PAGE)
    (void)madvise(p, whole, MADV_HUGEPAGE); /* if refused, pages are small */
#endif
  if (p) memset(p, 0, whole);
  return p;
}

PetscErrorCode array_create(void *pointer, size_t size, PetscInt n)
{
  void *fresh = aligned_zero(size * (size_t)n);

  PetscFunctionBeginUser;
  PetscCheck(fresh, PETSC_COMM_SELF, PETSC_ERR_MEM,
             "no memory for %" PetscInt_FMT " items of %zu bytes", n, size);
  memcpy(pointer, &fresh, sizeof fresh);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode array_reserve(void *pointer, size_t size, PetscInt n, PetscInt *capacity)
{
  void    *old, *fresh = NULL;
  PetscInt room;

  PetscFunctionBeginUser;
  memcpy(&old, pointer, sizeof old);
  PetscCheck(n >= 0, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "more than %" PetscInt_FMT " items on one rank: use more ranks", PETSC_MAX_INT);
  if (old && n <= *capacity) PetscFunctionReturn(PETSC_SUCCESS);
  room = *capacity < PETSC_MAX_INT / 3 * 2 ? *capacity + *capacity / 2 : PETSC_MAX_INT;
  if (room < n) room = n;
  PetscCall(array_create(&fresh, size, room));
  if (old) memcpy(fresh, old, size * (size_t)*capacity);
  free(old);
  memcpy(pointer, &fresh, sizeof fresh);
  *capacity = room;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode array_trim(void *pointer, size_t size, PetscInt n)
{
  void *old, *fresh = NULL;

  PetscFunctionBeginUser;
  memcpy(&old, pointer, sizeof old);
  PetscCall(array_create(&fresh, size, n));
  if (old) memcpy(fresh, old, size * (size_t)n);
  free(old);
  memcpy(pointer, &fresh, sizeof fresh);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void array_free(void *pointer)
{
  void *old, *none = NULL;

  memcpy(&old, pointer, sizeof old);
  free(old);
  memcpy(pointer, &none, sizeof none);
}

/* The bound is set explicitly, as malloc otherwise raises it with every mapping that is freed. New
   pages cost time: rebuilds, which free and allocate the same arrays each time, were 33 % slower
   with a bound of 1 MB and 9 % with 16 MB than with 32 MB. */
void arrays_return(int bytes)
{
#if defined(__GLIBC__)
  enum { MAPPINGS = 1 << 14 };

  (void)mallopt(M_MMAP_MAX, MAPPINGS);
  (void)mallopt(M_MMAP_THRESHOLD, bytes);
  (void)mallopt(M_TRIM_THRESHOLD, 2 * bytes);
  (void)malloc_trim(0);
#else
  (void)bytes;
#endif
}
