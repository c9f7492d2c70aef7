/* SPDX-License-Identifier: MIT */
/* Starting MPI, reductions and single messages between the ranks of one simulation. */
#define _XOPEN_SOURCE 700 /* setenv, nftw */
#include "base/parallel.h"
#include <ftw.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Launchers by their environment: Open MPI, PMIx, MPICH and its relatives (PMI), MVAPICH2, PALS and
   Slurm. */
bool launch_is_seen(void)
{
  static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK",  "PMI_RANK", "PMI_FD",
                                      "MV2_COMM_WORLD_RANK",  "PALS_RANKID"};

  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (getenv(names[k])) return true;
  return getenv("SLURM_PROCID") && getenv("SLURM_STEP_ID");
}

/* How the launcher of the other family of MPIs tells a process how many there are, and which it is. The
   variables of the own family are no sign: Open MPI sets its own in MPI_Init without a launcher. */
#ifdef OPEN_MPI
  #define FOREIGN      "MPICH or a relative of it"
  #define FOREIGN_SIZE "PMI_SIZE"
  #define FOREIGN_RANK "PMI_RANK"
#else
  #define FOREIGN      "Open MPI"
  #define FOREIGN_SIZE "OMPI_COMM_WORLD_SIZE"
  #define FOREIGN_RANK "OMPI_COMM_WORLD_RANK"
#endif

bool launch_is_foreign(char *why, size_t size, int *rank)
{
  const char *told = getenv(FOREIGN_SIZE), *which = getenv(FOREIGN_RANK);
  const int   n     = told ? atoi(told) : 1;
  int         ranks = 1;
  char        mpi[PARALLEL_MPI];

  if (n <= 1 || MPI_Comm_size(MPI_COMM_WORLD, &ranks) != MPI_SUCCESS || ranks > 1) return false;
  *rank = which ? atoi(which) : 0;
  parallel_mpi(mpi);
  snprintf(why, size,
           "the launcher has started %d processes, but MPI has this one alone, so that there would "
           "be %d runs of one rank: the launcher is of %s, MPI is %s. Start it by the mpiexec of "
           "that MPI; if runs of one rank are meant, by `env -u %s`",
           n, n, FOREIGN, mpi, FOREIGN_SIZE);
  return true;
}

void parallel_mpi(char name[PARALLEL_MPI])
{
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int  length = 0, n = 0;

  if (MPI_Get_library_version(text, &length) != MPI_SUCCESS) length = 0;
  for (int k = 0; k < length && n < PARALLEL_MPI - 1 && !strchr(",\n", text[k]); k++) {
    const char c = text[k] == '\t' ? ' ' : text[k];

    if (c != ' ' || (n > 0 && name[n - 1] != ' ')) name[n++] = c;
  }
  name[n] = '\0';
}

#ifndef OPEN_MPI
/* At exit: MPICH has ended the process in MPI_Init, as it does if the launcher speaks PMIx and it was
   built without. Its own words do not tell what to do. */
static void tell_launcher(void)
{
  const char *rank = getenv("PMIX_RANK");
  int         started;
  char        mpi[PARALLEL_MPI];

  if (!rank || MPI_Initialized(&started) != MPI_SUCCESS || started) return;
  parallel_mpi(mpi);
  if (atoi(rank) == 0)
    fprintf(stderr,
            "clast: MPI has not started: the launcher %s, and MPI is %s, which does not know it. "
            "Start it by the mpiexec of that MPI\n",
            getenv(FOREIGN_SIZE) ? "is of " FOREIGN : "speaks PMIx", mpi);
  else sleep(1); /* a launcher ends all ranks with the first that fails, before it has told */
  fflush(NULL);
  _Exit(EXIT_USAGE);
}
#endif

/* Eager limit for a step's messages, and shared-memory segment for several of them in flight,
   bytes. */
#define MESSAGE_BYTES "524288"
#define SEGMENT_BYTES "67108864"
/* Eager limit where /dev/shm is small; the segment then keeps Open MPI's default size. */
#define SMALL_MESSAGE_BYTES "65536"

/* True if /dev/shm has twice the space of the segments of all ranks of the node. */
static bool is_roomy(void)
{
  const char  *mates = getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  const double ranks =
    mates ? atof(mates) : 256; /* not Open MPI's launcher: the cores of a large node */
  struct statvfs shm;

  if (getenv("OMPI_MCA_btl_vader_segment_size") || getenv("OMPI_MCA_btl_vader_backing_directory"))
    return false;
  return statvfs("/dev/shm", &shm) == 0 &&
         (double)shm.f_bavail * (double)shm.f_frsize >= 2 * ranks * atof(SEGMENT_BYTES);
}

static void prefer(const char *name, const char *value)
{
  char text[64];

  snprintf(text, sizeof text, "OMPI_MCA_%s", name);
  setenv(text, value, 0);
}

void parallel_prepare(void)
{
  const bool  roomy = is_roomy();
  const char *most  = roomy ? MESSAGE_BYTES : SMALL_MESSAGE_BYTES;

  prefer("btl_vader_eager_limit", most);
  prefer("btl_vader_max_send_size", most);
  if (roomy) prefer("btl_vader_segment_size", SEGMENT_BYTES);
  prefer("btl_vader_free_list_inc",
         "8"); /* buffers allocated at a time: the default 64 would not fit the segment */
  /* all but inplace: a send without copy completes only when it has been received */
  prefer("btl_vader_flags", "send,put,get,atomics,fetching-atomics");
  prefer("btl_sm_eager_limit", SMALL_MESSAGE_BYTES);
  prefer("btl_sm_max_send_size", SMALL_MESSAGE_BYTES);
  prefer("btl_sm_free_list_inc", "8");
  prefer("sharedfp",
         "^lockedfile"); /* aborts for file names longer than 255 bytes, and is not needed */
  if (launch_is_seen()) return;
  prefer("pml", "ob1");
  prefer("orte_create_session_dirs", "0"); /* nobody would remove them: see parallel_end */
  /* without Open MPI's daemon all have one number, by which segments of shared memory are named:
     with `self` alone there are none */
  prefer("ess_singleton_isolated", "1");
  prefer("btl", "self");
}

/* Open MPI 5 makes folders for a program without a launcher and leaves two of them, even after
   MPI_Finalize. Nothing is ever put into them. */
static bool leaves_folders(void)
{
  char mpi[PARALLEL_MPI];
  int  major = 0;

  if (launch_is_seen()) return false;
  parallel_mpi(mpi);
  return sscanf(mpi, "Open MPI v%d", &major) == 1 && major >= 5;
}

static int discard(const char *path, const struct stat *what, int kind, struct FTW *place)
{
  (void)what, (void)kind, (void)place;
  (void)remove(path);
  return 0;
}

/* Start MPI with a folder for temporary files of its own, which is removed at once. */
static PetscErrorCode start_tidily(int *provided)
{
  const char *given = getenv("TMPDIR");
  char       *kept  = given ? strdup(given) : NULL;
  char        room[PETSC_MAX_PATH_LEN];
  const char *where = given && *given ? given : "/tmp";
  const int   n     = snprintf(room, sizeof room, "%s/clast-mpi.%ld", where, (long)getpid());
  const bool  made  = n < (int)sizeof room && (!given || kept) && mkdir(room, 0700) == 0;

  if (made) setenv("TMPDIR", room, 1);
  PetscCallMPI(MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, provided));
  if (made) {
    if (kept) setenv("TMPDIR", kept, 1);
    else unsetenv("TMPDIR");
    nftw(room, discard, 8, FTW_DEPTH | FTW_PHYS);
  }
  free(kept);
  return PETSC_SUCCESS;
}

PetscErrorCode parallel_start(void)
{
  int provided;

  parallel_prepare();
#ifndef OPEN_MPI
  atexit(tell_launcher);
#endif
  if (leaves_folders()) return start_tidily(&provided);
  /* what PETSc asks for by default; its variable for that has no value before PetscInitialize since 3.19 */
  PetscCallMPI(MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided));
  return PETSC_SUCCESS;
}

PetscErrorCode parallel_end(bool whole)
{
  int size;

  PetscCallMPI(MPI_Comm_size(MPI_COMM_WORLD, &size));
  if (whole || size > 1) PetscCallMPI(MPI_Finalize());
  return PETSC_SUCCESS;
}

_Noreturn void parallel_abort(const char *message, int status)
{
  int started = 0, ended = 0, rank = 0;

  MPI_Initialized(&started);
  MPI_Finalized(&ended);
  started = started && !ended;
  if (started) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  fprintf(stderr, "clast: rank %d: %s\n", rank, message);
  fflush(NULL);
  if (started) MPI_Abort(MPI_COMM_WORLD, status);
  _Exit(status);
}

static PetscErrorCode measure(Parallel *par)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(par->comm, &par->rank));
  PetscCallMPI(MPI_Comm_size(par->comm, &par->size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_create(MPI_Comm comm, Parallel *par)
{
  PetscFunctionBeginUser;
  par->messages = NULL;
  PetscCall(PetscCommDuplicate(comm, &par->comm, NULL));
  PetscCallMPI(MPI_Comm_set_errhandler(par->comm, MPI_ERRORS_RETURN)); /* the process goes on */
  PetscCall(measure(par));
#if defined(PETSC_HAVE_MPI_NONBLOCKING_COLLECTIVES)
  /* PETSc's default is chosen once per process by the size of the first communicator used, which
     may differ between ranks */
  PetscCall(PetscCommBuildTwoSidedSetType(par->comm, PETSC_BUILDTWOSIDED_IBARRIER));
#endif
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_destroy(Parallel *par)
{
  return PetscCommDestroy(&par->comm);
}

PetscErrorCode communicator_split(const Parallel *par, int part, Communicator *mine)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_split(par->comm, part, par->rank, mine));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode communicator_free(Communicator *mine)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_free(mine));
  PetscFunctionReturn(PETSC_SUCCESS);
}

Communicator communicator_alone(void)
{
  return PETSC_COMM_SELF;
}

PetscErrorCode parallel_by_node(const Parallel *par, Parallel *mates, Parallel *heads)
{
  PetscFunctionBeginUser;
  PetscCallMPI(
    MPI_Comm_split_type(par->comm, MPI_COMM_TYPE_SHARED, par->rank, MPI_INFO_NULL, &mates->comm));
  PetscCall(measure(mates));
  PetscCallMPI(MPI_Comm_split(par->comm, mates->rank > 0, par->rank, &heads->comm));
  PetscCall(measure(heads));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tag of messages to single ranks: PETSc gives out tags from the highest on. */
enum { TAG_SINGLE = 1 };

PetscErrorCode parallel_send(const Parallel *par, int to, const void *bytes, size_t size)
{
  PetscFunctionBeginUser;
  PetscCheck((int64_t)size < PARALLEL_PIECE, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "a message of %zu bytes", size);
  PetscCallMPI(MPI_Send(bytes, (int)size, MPI_BYTE, to, TAG_SINGLE, par->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_look(const Parallel *par, int *from)
{
  const int  source = *from < 0 ? MPI_ANY_SOURCE : *from;
  int        there;
  MPI_Status status;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Iprobe(source, TAG_SINGLE, par->comm, &there, &status));
  *from = there ? status.MPI_SOURCE : -1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_receive(const Parallel *par, int from, char **bytes, size_t *size)
{
  MPI_Status status;
  int        n;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Probe(from, TAG_SINGLE, par->comm, &status));
  PetscCallMPI(MPI_Get_count(&status, MPI_BYTE, &n));
  *size  = (size_t)n;
  *bytes = memory_room(NULL, *size + 1);
  PetscCallMPI(MPI_Recv(*bytes, n, MPI_BYTE, from, TAG_SINGLE, par->comm, MPI_STATUS_IGNORE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add to PETSc's count of reductions those that it does not count itself. */
static void count_reduction(void)
{
#if defined(PETSC_USE_LOG)
  petsc_allreduce_ct++;
#endif
}

static PetscErrorCode reduce(const Parallel *par, void *values, int n, MPI_Datatype type, MPI_Op op)
{
  PetscFunctionBeginUser;
  if (par->size > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, values, n, type, op, par->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_max(const Parallel *par, double *values, int n)
{
  return reduce(par, values, n, MPI_DOUBLE, MPI_MAX);
}

PetscErrorCode parallel_min(const Parallel *par, double *values, int n)
{
  return reduce(par, values, n, MPI_DOUBLE, MPI_MIN);
}

PetscErrorCode parallel_min_floats(const Parallel *par, float *values, int n)
{
  return reduce(par, values, n, MPI_FLOAT, MPI_MIN);
}

PetscErrorCode parallel_max_int(const Parallel *par, int64_t *values, int n)
{
  return reduce(par, values, n, MPI_INT64_T, MPI_MAX);
}

PetscErrorCode parallel_sum_int(const Parallel *par, int64_t *values, int n)
{
  return reduce(par, values, n, MPI_UINT64_T, MPI_SUM);
}

PetscErrorCode parallel_any(const Parallel *par, bool *flag)
{
  int64_t value = *flag;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(par, &value, 1));
  *flag = value != 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_offset(const Parallel *par, int64_t mine, int64_t *offset, int64_t *total)
{
  return parallel_offsets(par, &mine, 1, offset, total);
}

PetscErrorCode parallel_offsets(const Parallel *par, const int64_t *mine, int n, int64_t *offset,
                                int64_t *total)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) offset[k] = 0;
  if (par->size > 1 && n > 0) {
    count_reduction();
    PetscCallMPI(MPI_Exscan(mine, offset, n, MPI_INT64_T, MPI_SUM, par->comm));
  }
  for (int k = 0; k < n && par->rank == 0; k++) offset[k] = 0;
  if (!total) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < n; k++) total[k] = mine[k];
  if (n > 0) PetscCall(parallel_sum_int(par, total, n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_bcast(const Parallel *par, void *bytes, size_t size, int root)
{
  PetscFunctionBeginUser;
  for (int64_t done = 0; done < (int64_t)size && par->size > 1; done += PARALLEL_PIECE)
    PetscCallMPI(MPI_Bcast((char *)bytes + done, (int)min_int((int64_t)size - done, PARALLEL_PIECE),
                           MPI_BYTE, root, par->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_barrier(const Parallel *par)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Barrier(par->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_counts(const Parallel *par, int n, int *counts)
{
  PetscFunctionBeginUser;
  counts[0] = n;
  if (par->size > 1) PetscCallMPI(MPI_Allgather(&n, 1, MPI_INT, counts, 1, MPI_INT, par->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_gather_pieces(const Parallel *par, const double *mine, const int *counts,
                                      double *all)
{
  PetscFunctionBeginUser;
  for (int r = 0; r < par->size; all += counts[r++]) {
    const size_t bytes = (size_t)counts[r] * sizeof *all;

    if (r == par->rank && bytes > 0) memcpy(all, mine, bytes);
    PetscCall(parallel_bcast(par, all, bytes, r));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_gather(const Parallel *par, const double *mine, const int *counts,
                               double *all)
{
  int64_t total = 0;
  int    *starts;

  PetscFunctionBeginUser;
  if (par->size == 1) {
    if (counts[0] > 0) memcpy(all, mine, (size_t)counts[0] * sizeof *all);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (int r = 0; r < par->size; r++) total += counts[r];
  if (total > INT_MAX) {
    PetscCall(parallel_gather_pieces(par, mine, counts, all));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  array_create(&starts, sizeof *starts, par->size);
  starts[0] = 0;
  for (int r = 1; r < par->size; r++) starts[r] = starts[r - 1] + counts[r - 1];
  PetscCallMPI(MPI_Allgatherv(mine, counts[par->rank], MPI_DOUBLE, all, counts, starts, MPI_DOUBLE,
                              par->comm));
  array_free(&starts);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_gather_parts(const Parallel *par, const void *mine, size_t size,
                                     const int64_t *first, void *all)
{
  PetscFunctionBeginUser;
  for (int r = 0; r < par->size; r++) {
    char *const  part  = (char *)all + (size_t)first[r] * size;
    const size_t bytes = (size_t)(first[r + 1] - first[r]) * size;

    if (r == par->rank && bytes > 0) memcpy(part, mine, bytes);
    PetscCall(parallel_bcast(par, part, bytes, r));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_gather_items(const Parallel *par, const void *mine, int n, size_t size,
                                     int64_t *first, void *all)
{
  const int reals = (int)(size / sizeof(double));
  int      *counts;

  PetscFunctionBeginUser;
  array_create(&counts, sizeof *counts, par->size);
  PetscCall(parallel_counts(par, n, counts));
  first[0] = 0;
  for (int r = 0; r < par->size; r++) first[r + 1] = first[r] + counts[r];
  array_create(all, size, first[par->size]);
  if (first[par->size] > INT_MAX / reals)
    PetscCall(parallel_gather_parts(par, mine, size, first, *(void **)all));
  else {
    for (int r = 0; r < par->size; r++) counts[r] *= reals;
    PetscCall(parallel_gather(par, mine, counts, *(double **)all)); /* bits are moved as they are */
  }
  array_free(&counts);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_sum_scatter_pieces(const Parallel *par, const int64_t *all,
                                           const int *counts, int64_t *mine)
{
  PetscFunctionBeginUser;
  for (int r = 0; r < par->size; all += counts[r++]) {
    if (par->size > 1)
      PetscCallMPI(MPI_Reduce(all, mine, counts[r], MPI_UINT64_T, MPI_SUM, r, par->comm));
    else if (counts[r] > 0) memcpy(mine, all, (size_t)counts[r] * sizeof *mine);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_sum_scatter(const Parallel *par, const int64_t *all, const int *counts,
                                    int64_t *mine)
{
  int64_t total = 0;

  PetscFunctionBeginUser;
  for (int r = 0; r < par->size; r++) total += counts[r];
  if (total > INT_MAX) PetscCall(parallel_sum_scatter_pieces(par, all, counts, mine));
  else if (par->size > 1) {
    count_reduction();
    PetscCallMPI(MPI_Reduce_scatter(all, mine, counts, MPI_UINT64_T, MPI_SUM, par->comm));
  } else if (counts[0] > 0) memcpy(mine, all, (size_t)counts[0] * sizeof *mine);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode reduce_begin(const Parallel *par, void *values, int n, MPI_Datatype type,
                                   MPI_Op op, ParallelRequest *request)
{
  PetscFunctionBeginUser;
  request->request = MPI_REQUEST_NULL;
  if (par->size > 1) count_reduction();
  if (par->size > 1)
    PetscCallMPI(MPI_Iallreduce(MPI_IN_PLACE, values, n, type, op, par->comm, &request->request));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_max_begin(const Parallel *par, double *values, int n,
                                  ParallelRequest *request)
{
  return reduce_begin(par, values, n, MPI_DOUBLE, MPI_MAX, request);
}

PetscErrorCode parallel_sum_int_begin(const Parallel *par, int64_t *values, int n,
                                      ParallelRequest *request)
{
  return reduce_begin(par, values, n, MPI_UINT64_T, MPI_SUM, request);
}

PetscErrorCode parallel_reduce_end(ParallelRequest *request)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Wait(&request->request, MPI_STATUS_IGNORE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_wait(int n, MPI_Request *requests)
{
  /* volatile: gcc takes MPICH's constant, the address 1, for an array that is too short */
  MPI_Status *volatile none = MPI_STATUSES_IGNORE;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Waitall(n, requests, none));
  PetscFunctionReturn(PETSC_SUCCESS);
}
