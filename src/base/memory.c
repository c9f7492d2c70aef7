/* SPDX-License-Identifier: MIT */
/* Memory: arrays, aligned to cache lines so that batch loops load whole vectors. Those that are not
   small lie in huge pages, where the system has them, together with what lies beside them in
   malloc's heap: a processor holds the addresses of few pages (TLB), and steps of 30 000 single
   spheres are 4 % faster, those of states beyond the cache 10 %. Arrays are not moved to the
   beginnings of such pages, as the gaps would not be filled again by those of the next rebuild. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/parallel.h"
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#if defined(__GLIBC__)
  #include <malloc.h>
#endif

enum { ALIGNMENT = 64, HUGE_PAGE = 1 << 21, LARGE = HUGE_PAGE / 8 };

/* If it is refused, pages are small. Parts of the range that are not mapped do no harm. */
static void want_huge_pages(const void *p, size_t bytes)
{
#if defined(MADV_HUGEPAGE)
  const uintptr_t lo = (uintptr_t)p / HUGE_PAGE * HUGE_PAGE,
                  hi = ((uintptr_t)p + bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;

  (void)madvise((void *)lo, hi - lo, MADV_HUGEPAGE);
#else
  (void)p, (void)bytes;
#endif
}

static void *aligned_room(size_t bytes, bool zero)
{
  const size_t whole = bytes > 0 ? (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : ALIGNMENT;
  void        *p     = aligned_alloc(ALIGNMENT, whole);

  if (p && whole >= LARGE) want_huge_pages(p, whole);
  if (p && zero) memset(p, 0, whole);
  return p;
}

/* ---- no memory ---- */

/* Each thread has its own, as each may have another simulation. */
static _Thread_local struct {
  MemoryHandler *call;
  void          *context;
} memory_host;

void memory_handler(MemoryHandler *call, void *context)
{
  memory_host.call    = call;
  memory_host.context = context;
}

_Noreturn void memory_ends(const char *format, ...)
{
  char    message[256];
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (memory_host.call) memory_host.call(memory_host.context, message);
  parallel_abort(message, EXIT_MEMORY);
}

static _Noreturn void no_room(size_t n, size_t size)
{
  memory_ends(
    "there is no memory for %zu items of %zu bytes: use more nodes, or fewer ranks on each", n,
    size);
}

void *memory_room(void *old, size_t bytes)
{
  void *room = realloc(old, bytes > 0 ? bytes : 1);

  if (!room) no_room(1, bytes);
  return room;
}

void *memory_zero(size_t n, size_t size)
{
  void *room = calloc(n > 0 ? n : 1, size);

  if (!room) no_room(n, size);
  return room;
}

bool memory_has(int64_t n, size_t size)
{
  void *room = n >= 0 && (uint64_t)n <= SIZE_MAX / 2 / size ? malloc((size_t)n * size + 1) : NULL;

  free(room);
  return room != NULL;
}

/* ---- arrays ---- */

static void allocate(void *pointer, size_t size, size_t n, bool zero)
{
  void *fresh = n <= SIZE_MAX / 2 / (size > 0 ? size : 1) ? aligned_room(size * n, zero) : NULL;

  if (!fresh) no_room(n, size);
  memcpy(pointer, &fresh, sizeof fresh);
}

void array_create(void *pointer, size_t size, size_t n)
{
  allocate(pointer, size, n, true);
}

void array_scratch(void *pointer, size_t size, size_t n)
{
  allocate(pointer, size, n, false);
}

void array_reserve(void *pointer, size_t size, PetscInt n, PetscInt *capacity)
{
  void    *old, *fresh = NULL;
  PetscInt room;

  memcpy(&old, pointer, sizeof old);
  if (n < 0)
    memory_ends("more than %" PetscInt_FMT " items on one rank: use more ranks", PETSC_MAX_INT);
  if (old && n <= *capacity) return;
  room = *capacity < PETSC_MAX_INT / 3 * 2 ? *capacity + *capacity / 2 : PETSC_MAX_INT;
  if (room < n) room = n;
  allocate(&fresh, size, (size_t)room, !old);
  if (old) {
    memcpy(fresh, old, size * (size_t)*capacity);
    memset((char *)fresh + size * (size_t)*capacity, 0, size * (size_t)(room - *capacity));
  }
  free(old);
  memcpy(pointer, &fresh, sizeof fresh);
  *capacity = room;
}

void arrays_reserve(PetscInt n, PetscInt *capacity, int parts, const ArrayPart *part)
{
  PetscInt room = *capacity;

  for (int k = 0; k < parts; k++) {
    room = *capacity;
    array_reserve(part[k].pointer, part[k].size, n, &room);
  }
  *capacity = room;
}

void array_trim(void *pointer, size_t size, PetscInt n)
{
  void *old, *fresh = NULL;

  memcpy(&old, pointer, sizeof old);
  array_create(&fresh, size, (size_t)n);
  if (old) memcpy(fresh, old, size * (size_t)n);
  free(old);
  memcpy(pointer, &fresh, sizeof fresh);
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
void arrays_return(void)
{
#if defined(__GLIBC__)
  enum { MAPPINGS = 1 << 14, BYTES = 1 << 25 };

  (void)mallopt(M_MMAP_MAX, MAPPINGS);
  (void)mallopt(M_MMAP_THRESHOLD, BYTES);
  (void)mallopt(M_TRIM_THRESHOLD, 2 * BYTES);
  (void)malloc_trim(0);
#endif
}
