/* SPDX-License-Identifier: MIT */
/* A library for LD_PRELOAD that tells what a run sends and how files are written. It counts the
   blocking collective calls of rank 0 by the object they are called from: clast itself, or a library
   such as PETSc's or HDF5's. As MPI ends they go to the file COLLECTIVES: lines `calls OBJECT FUNCTION
   NUMBER`, then, of clast's own, `from FUNCTION NUMBER ADDRESS...` with the addresses in the program
   that led there, for addr2line. Writes to files that end in .tmp go to the file WRITES.RANK: lines
   `NAME OFFSET BYTES`.

   Calls and messages of every rank go to the file MESSAGES.RANK: lines `STEP WHO FUNCTION CALLS
   BYTES`, where WHO is own or library, and STEP counts the evaluations that ended before, by their
   one maximum that does not block. Messages are told by those who send them, as `send`; those that
   wait for their receiver, by which PETSc finds who gets something, as `tell`. Bytes of a collective
   call are those that a rank gives or, where it gets those of several, gets. `partners` are the ranks
   that it sent messages to since that step began. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { DEPTH = 10, PLACES = 4096, SKIPPED = 2, STEPS = 256, KINDS = 64, REQUESTS = 1 << 16 };

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

/* ---- what every rank sends ---- */

typedef struct {
  const char *function;
  long        calls[2];
  double      bytes[2]; /* of clast, of libraries */
} Tally;

typedef struct {
  MPI_Request request;
  int         to;
  double      bytes;
} Persistent;

static Tally      tallies[STEPS][KINDS];
static int        step, n_persistent;
static Persistent persistent[REQUESTS];
static int       *last_sent; /* step + 1 of the last message to each rank */
static int        n_partners[STEPS];

/* True if the call comes from a library; most come from the same few places. */
static int of_library(void *caller)
{
  static struct {
    void *caller;
    int   library;
  } known[1024];
  const size_t k    = ((size_t)caller >> 2) % 1024;
  Dl_info      info = {0};

  if (known[k].caller == caller) return known[k].library;
  known[k].caller = caller;
  known[k].library =
    dladdr(caller, &info) && info.dli_fname && strncmp(last_part(info.dli_fname), "lib", 3) == 0;
  return known[k].library;
}

static void tally(const char *function, void *caller, double bytes)
{
  const int w = of_library(caller);
  int       k = 0;

  while (k < KINDS - 1 && tallies[step][k].function &&
         strcmp(tallies[step][k].function, function) != 0)
    k++;
  tallies[step][k].function = function;
  tallies[step][k].calls[w]++;
  tallies[step][k].bytes[w] += bytes;
}

static double size_of(MPI_Datatype type, double n)
{
  int size;

  PMPI_Type_size(type, &size);
  return n * size;
}

static int ranks_of(MPI_Comm c)
{
  int n;

  PMPI_Comm_size(c, &n);
  return n;
}

static double sum_of(const int *n, MPI_Comm c)
{
  double sum = 0;

  for (int k = 0; n && k < ranks_of(c); k++) sum += n[k];
  return sum;
}

/* Rank of the whole run. */
static int in_world(MPI_Comm c, int rank)
{
  MPI_Group here, all;
  int       there;

  PMPI_Comm_group(c, &here);
  PMPI_Comm_group(MPI_COMM_WORLD, &all);
  PMPI_Group_translate_ranks(here, 1, &rank, all, &there);
  PMPI_Group_free(&here);
  PMPI_Group_free(&all);
  return there;
}

static void sent(const char *function, void *caller, int to, double bytes)
{
  tally(function, caller, bytes);
  if (!last_sent) last_sent = calloc((size_t)ranks_of(MPI_COMM_WORLD), sizeof *last_sent);
  if (last_sent[to] != step + 1) n_partners[step]++;
  last_sent[to] = step + 1;
}

static void kept(MPI_Request request, int to, double bytes)
{
  int k = 0;

  while (k < n_persistent && persistent[k].request != request) k++;
  if (k == REQUESTS) return;
  if (k == n_persistent) n_persistent++;
  persistent[k] = (Persistent){request, to, bytes};
}

static void started(void *caller, MPI_Request request)
{
  for (int k = 0; k < n_persistent; k++)
    if (persistent[k].request == request)
      sent("send", caller, persistent[k].to, persistent[k].bytes);
}

static void tell_tallies(int rank)
{
  const char *path = getenv("MESSAGES");
  char        name[4096];
  FILE       *file;

  if (!path) return;
  snprintf(name, sizeof name, "%s.%d", path, rank);
  if (!(file = fopen(name, "w"))) return;
  for (int s = 0; s <= step; s++) {
    fprintf(file, "%d own partners %d 0\n", s, n_partners[s]);
    for (int k = 0; k < KINDS && tallies[s][k].function; k++)
      for (int w = 0; w < 2; w++)
        if (tallies[s][k].calls[w] > 0)
          fprintf(file, "%d %s %s %ld %.0f\n", s, w ? "library" : "own", tallies[s][k].function,
                  tallies[s][k].calls[w], tallies[s][k].bytes[w]);
  }
  fclose(file);
}

int MPI_Send(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c)
{
  sent("send", __builtin_return_address(0), in_world(c, to), size_of(t, n));
  return PMPI_Send(b, n, t, to, tag, c);
}

/* SEND(function, name): a send that does not block */
#define SEND(function, name) \
  int function(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) \
  { \
    sent(name, __builtin_return_address(0), in_world(c, to), size_of(t, n)); \
    return P##function(b, n, t, to, tag, c, r); \
  }
SEND(MPI_Isend, "send")
SEND(MPI_Issend, "tell")

int MPI_Send_init(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r)
{
  const int error = PMPI_Send_init(b, n, t, to, tag, c, r);

  kept(*r, in_world(c, to), size_of(t, n));
  return error;
}

/* A request to receive may have the place in memory of one to send that has been freed. */
int MPI_Request_free(MPI_Request *r)
{
  for (int k = 0; k < n_persistent; k++)
    if (persistent[k].request == *r) persistent[k] = persistent[--n_persistent];
  return PMPI_Request_free(r);
}

int MPI_Start(MPI_Request *r)
{
  started(__builtin_return_address(0), *r);
  return PMPI_Start(r);
}

int MPI_Startall(int n, MPI_Request *r)
{
  for (int k = 0; k < n; k++) started(__builtin_return_address(0), r[k]);
  return PMPI_Startall(n, r);
}

int MPI_Iallreduce(const void *s, void *r, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c,
                   MPI_Request *request)
{
  tally("MPI_Iallreduce", __builtin_return_address(0), size_of(t, n));
  if (o == MPI_MAX && step < STEPS - 1) step++;
  return PMPI_Iallreduce(s, r, n, t, o, c, request);
}

/* ---- the end ---- */

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
  tell_tallies(rank);
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

/* function parameters; arguments; bytes */
#define COUNTED(function, parameters, arguments, bytes) \
  int function parameters \
  { \
    count(#function, __builtin_return_address(0)); \
    tally(#function, __builtin_return_address(0), bytes); \
    return P##function arguments; \
  }
#define OF MPI_Datatype
COUNTED(MPI_Barrier, (MPI_Comm c), (c), 0)
COUNTED(MPI_Ibarrier, (MPI_Comm c, MPI_Request *r), (c, r), 0) /* by which PETSc finds senders */
COUNTED(MPI_Bcast, (void *b, int n, OF t, int root, MPI_Comm c), (b, n, t, root, c), size_of(t, n))
COUNTED(MPI_Allreduce, (const void *s, void *r, int n, OF t, MPI_Op o, MPI_Comm c),
        (s, r, n, t, o, c), size_of(t, n))
COUNTED(MPI_Reduce, (const void *s, void *r, int n, OF t, MPI_Op o, int root, MPI_Comm c),
        (s, r, n, t, o, root, c), size_of(t, n))
COUNTED(MPI_Scan, (const void *s, void *r, int n, OF t, MPI_Op o, MPI_Comm c), (s, r, n, t, o, c),
        size_of(t, n))
COUNTED(MPI_Exscan, (const void *s, void *r, int n, OF t, MPI_Op o, MPI_Comm c), (s, r, n, t, o, c),
        size_of(t, n))
COUNTED(MPI_Reduce_scatter, (const void *s, void *r, const int *n, OF t, MPI_Op o, MPI_Comm c),
        (s, r, n, t, o, c), size_of(t, sum_of(n, c)))
COUNTED(MPI_Reduce_scatter_block, (const void *s, void *r, int n, OF t, MPI_Op o, MPI_Comm c),
        (s, r, n, t, o, c), size_of(t, (double)n *ranks_of(c)))

static int is_rank(int rank, MPI_Comm c)
{
  int own;

  PMPI_Comm_rank(c, &own);
  return own == rank;
}

/* Bytes of n items here or, on the root, of all. */
static double gathered(MPI_Datatype t, int n, MPI_Datatype u, double all, int root, MPI_Comm c)
{
  return is_rank(root, c) ? size_of(u, all) : size_of(t, n);
}
COUNTED(MPI_Gather, (const void *s, int n, OF t, void *r, int m, OF u, int root, MPI_Comm c),
        (s, n, t, r, m, u, root, c), gathered(t, n, u, (double)m *ranks_of(c), root, c))
COUNTED(MPI_Gatherv,
        (const void *s, int n, OF t, void *r, const int *m, const int *d, OF u, int root,
         MPI_Comm c),
        (s, n, t, r, m, d, u, root, c),
        gathered(t, n, u, is_rank(root, c) ? sum_of(m, c) : 0, root, c))
COUNTED(MPI_Allgather, (const void *s, int n, OF t, void *r, int m, OF u, MPI_Comm c),
        (s, n, t, r, m, u, c), size_of(u, (double)m *ranks_of(c)))
COUNTED(MPI_Allgatherv,
        (const void *s, int n, OF t, void *r, const int *m, const int *d, OF u, MPI_Comm c),
        (s, n, t, r, m, d, u, c), size_of(u, sum_of(m, c)))
COUNTED(MPI_Scatter, (const void *s, int n, OF t, void *r, int m, OF u, int root, MPI_Comm c),
        (s, n, t, r, m, u, root, c), gathered(u, m, t, (double)n *ranks_of(c), root, c))
COUNTED(MPI_Alltoall, (const void *s, int n, OF t, void *r, int m, OF u, MPI_Comm c),
        (s, n, t, r, m, u, c), size_of(u, (double)m *ranks_of(c)))
COUNTED(MPI_Alltoallv,
        (const void *s, const int *n, const int *d, OF t, void *r, const int *m, const int *e, OF u,
         MPI_Comm c),
        (s, n, d, t, r, m, e, u, c), size_of(u, sum_of(m, c)))
COUNTED(MPI_Comm_dup, (MPI_Comm c, MPI_Comm *d), (c, d), 0)
COUNTED(MPI_Comm_split, (MPI_Comm c, int part, int key, MPI_Comm *d), (c, part, key, d), 0)
