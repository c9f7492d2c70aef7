/* SPDX-License-Identifier: MIT */
/* A host in which memory ends: no_memory SCENARIO. Of the calls of the library for memory the k-th and all
   after it fail, for ever larger k. Prints one line a fact. */
#define _GNU_SOURCE
#include "clast.h"
#include <link.h>
#include <stdio.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static const char *from, *to;   /* the library's code */
static long        calls, most; /* for memory so far; the last that succeeds, 0: all */

static int find(struct dl_phdr_info *info, size_t size, void *context)
{
  (void)size, (void)context;
  if (!strstr(info->dlpi_name, "libclast")) return 0;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[k];

    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    from = (const char *)info->dlpi_addr + part->p_vaddr;
    to   = from + part->p_memsz;
  }
  return 1;
}

static int fails(const void *caller)
{
  const char *at = caller;

  if (at < from || at >= to) return 0;
  calls++;
  return most > 0 && calls > most;
}

void *malloc(size_t size)
{
  return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
  return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
  return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

static void hear(void *context, clast_level level, const char *line)
{
  int *heard = context;

  *heard += level == CLAST_LEVEL_ERROR && strstr(line, "there is no memory for") != NULL;
}

/* Open and make steps while calls up to `last` for memory succeed. */
static clast_status simulate(const char *scenario, long last, clast **sim)
{
  clast_status status;

  calls  = 0;
  most   = last;
  status = clast_open(MPI_COMM_SELF, scenario, 0, NULL, sim);
  if (status == CLAST_OK) status = clast_step(*sim, 60);
  most = 0;
  return status;
}

int main(int argc, char **argv)
{
  clast   *sim;
  uint64_t before = 0, after = 0;
  long     all;
  int      heard = 0, tries = 0, broken = 0, said = 0, stay = 0, closed = 0;

  if (argc < 2) return 2;
  dl_iterate_phdr(find, NULL);
  simulate(argv[1], 0, &sim);
  clast_digest(sim, &before);
  clast_close(&sim);
  simulate(argv[1], 0, &sim);
  all = calls;
  clast_close(&sim);
  clast_messages(hear, &heard, CLAST_LEVEL_ERROR);
  for (long last = 1; last < all; last += last / 8 + 1) {
    const clast_status status = simulate(argv[1], last, &sim);

    tries++;
    broken += status == CLAST_BROKEN;
    said += sim && strstr(clast_message(sim), "there is no memory for") != NULL;
    stay += clast_state(sim) == CLAST_BROKEN && clast_step(sim, 1) == CLAST_BROKEN &&
            clast_digest(sim, &after) == CLAST_BROKEN;
    clast_close(&sim);
    closed += !sim;
  }
  clast_messages(NULL, NULL, CLAST_LEVEL_ERROR);
  printf("memory was asked for %d, and ended in %d runs\n", all > 1000, tries > 30);
  printf("broken %d, said %d, heard %d, stay so %d, closed %d\n", broken == tries, said == tries,
         heard == tries, stay == tries, closed == tries);
  printf("then a run %d", simulate(argv[1], 0, &sim));
  clast_digest(sim, &after);
  printf(", of the same bits %d\n", before == after);
  clast_close(&sim);
  return 0;
}
