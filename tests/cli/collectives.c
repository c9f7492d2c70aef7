/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD that tells how files are written. It counts the blocking collective
   calls of rank 0 by the object they are called from: clast itself, or a library such as PETSc's or
   HDF5's. As MPI ends they go to the file COLLECTIVES: lines `calls OBJECT FUNCTION NUMBER`, then,
   of clast's own, `from FUNCTION NUMBER ADDRESS...` with the addresses in the program that led
   there, for addr2line. Writes to files that end in .tmp go to the file WRITES.RANK: lines
   `NAME OFFSET BYTES`. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { DEPTH = 10, PLACES = 4096, SKIPPED = 2 };

typedef struct {
  const char *function, *object;
  void       *base, *frame[DEPTH];
  long        n;
} Place;

static Place places[PLACES];
static int   n_places;

static const char *last_part(const char *path)
{
  const char *slash = strrchr(path, '/');

  return slash ? slash + 1 : path;
}

static void count(const char *function, void *caller)
{
  void   *frames[DEPTH + SKIPPED];
  Dl_info info  = {0};
  Place   place = {.function = function};
  int     n, k;

  if (!dladdr(caller, &info) || !info.dli_fname) return;
  place.object = last_part(info.dli_fname);
  place.base   = info.dli_fbase;
  n            = backtrace(frames, DEPTH + SKIPPED);
  for (k = SKIPPED; k < n; k++) {
    Dl_info at = {0};

    if (!dladdr(frames[k], &at) || at.dli_fbase != info.dli_fbase) break;
    place.frame[k - SKIPPED] = (void *)((char *)frames[k] - (char *)at.dli_fbase - 1);
  }
  for (k = 0; k < n_places; k++)
    if (places[k].function == function && places[k].base == place.base &&
        memcmp(places[k].frame, place.frame, sizeof place.frame) == 0)
      break;
  if (k == PLACES) return;
  if (k == n_places) places[n_places++] = place;
  places[k].n++;
}

static void told(FILE *file)
{
  for (int i = 0; i < n_places; i++) {
    long n = 0;
    int  j = 0;

#define SAME(k) \
  (places[k].base == places[i].base && strcmp(places[k].function, places[i].function) == 0)
    while (!SAME(j)) j++;
    if (j < i) continue; /* told */
    for (j = i; j < n_places; j++)
      if (SAME(j)) n += places[j].n;
    fprintf(file, "calls %s %s %ld\n", places[i].object, places[i].function, n);
  }
  for (int i = 0; i < n_places; i++) {
    if (strncmp(places[i].object, "lib", 3) == 0) continue;
    fprintf(file, "from %s %ld", places[i].function, places[i].n);
    for (int k = 0; k < DEPTH && places[i].frame[k]; k++) fprintf(file, " %p", places[i].frame[k]);
    fputc('\n', file);
  }
}

int MPI_Finalize(void)
{
  const char *path = getenv("COLLECTIVES");
  int         rank;
  FILE       *file;

  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 && path && (file = fopen(path, "w"))) {
    told(file);
    fclose(file);
  }
  return PMPI_Finalize();
}

/* ---- writes ---- */

static void note(int fd, size_t n, off_t at)
{
  static FILE *file;
  const char  *to = getenv("WRITES");
  char         link[64], path[4096];
  ssize_t      length;
  int          rank, ready, over;

  PMPI_Initialized(&ready);
  PMPI_Finalized(&over);
  if (!to || !ready || over) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink(link, path, sizeof path - 1);
  if (length < 4 || memcmp(path + length - 4, ".tmp", 4) != 0) return;
  path[length] = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  snprintf(link, sizeof link, ".%d", rank);
  if (!file) {
    char name[4096];

    snprintf(name, sizeof name, "%s%s", to, link);
    file = fopen(name, "w");
  }
  if (!file) return;
  fprintf(file, "%s %lld %zu\n", last_part(path), (long long)at, n);
  fflush(file);
}

#define NOTED(name) \
  ssize_t name(int fd, const void *bytes, size_t n, off_t at) \
  { \
    static ssize_t (*real)(int, const void *, size_t, off_t); \
\
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name); \
    note(fd, n, at); \
    return real(fd, bytes, n, at); \
  }
NOTED(pwrite)
NOTED(pwrite64)

/* ---- collective calls ---- */

/* FUNCTION(parameters)(arguments) */
#define COUNTED(function, parameters, arguments) \
  int function parameters \
  { \
    count(#function, __builtin_return_address(0)); \
    return P##function arguments; \
  }
#define OF MPI_Datatype
COUNTED(MPI_Barrier, (MPI_Comm c), (c))
COUNTED(MPI_Ibarrier, (MPI_Comm c, MPI_Request *r), (c, r)) /* by which PETSc finds senders */
COUNTED(MPI_Bcast, (void *b, int n, OF t, int root, MPI_Comm c), (b, n, t, root, c))
COUNTED(MPI_Allreduce, (const void *s, void *r, int n, OF t, MPI_Op o, MPI_Comm c),
        (s, r, n, t, o, c))
COUNTED(MPI_Reduce, (const void *s, void *r, int n, OF t, MPI_Op o, int root, MPI_Comm c),
        (s, r, n, t, o, root, c))
COUNTED(MPI_Scan, (const void *s, void *r, int n, OF t, MPI_Op o, MPI_Comm c), (s, r, n, t, o, c))
COUNTED(MPI_Exscan, (const void *s, void *r, int n, OF t, MPI_Op o, MPI_Comm c), (s, r, n, t, o, c))
COUNTED(MPI_Reduce_scatter, (const void *s, void *r, const int *n, OF t, MPI_Op o, MPI_Comm c),
        (s, r, n, t, o, c))
COUNTED(MPI_Reduce_scatter_block, (const void *s, void *r, int n, OF t, MPI_Op o, MPI_Comm c),
        (s, r, n, t, o, c))
COUNTED(MPI_Gather, (const void *s, int n, OF t, void *r, int m, OF u, int root, MPI_Comm c),
        (s, n, t, r, m, u, root, c))
COUNTED(MPI_Gatherv,
        (const void *s, int n, OF t, void *r, const int *m, const int *d, OF u, int root,
         MPI_Comm c),
        (s, n, t, r, m, d, u, root, c))
COUNTED(MPI_Allgather, (const void *s, int n, OF t, void *r, int m, OF u, MPI_Comm c),
        (s, n, t, r, m, u, c))
COUNTED(MPI_Allgatherv,
        (const void *s, int n, OF t, void *r, const int *m, const int *d, OF u, MPI_Comm c),
        (s, n, t, r, m, d, u, c))
COUNTED(MPI_Scatter, (const void *s, int n, OF t, void *r, int m, OF u, int root, MPI_Comm c),
        (s, n, t, r, m, u, root, c))
COUNTED(MPI_Alltoall, (const void *s, int n, OF t, void *r, int m, OF u, MPI_Comm c),
        (s, n, t, r, m, u, c))
COUNTED(MPI_Alltoallv,
        (const void *s, const int *n, const int *d, OF t, void *r, const int *m, const int *e, OF u,
         MPI_Comm c),
        (s, n, d, t, r, m, e, u, c))
