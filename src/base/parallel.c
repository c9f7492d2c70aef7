/* SPDX-License-Identifier: MIT */
/* Sums, maxima and mail between the ranks of one simulation. */
#define _POSIX_C_SOURCE 200112L /* setenv */
#include "base/parallel.h"
#include <sys/statvfs.h>

/* A step's messages, and room for some of them on their way from a rank to others of its node. */
#define MESSAGE_BYTES "524288"
#define SEGMENT_BYTES "67108864"
/* Where there is little room; the segment is as large as Open MPI has it. */
#define SMALL_MESSAGE_BYTES "65536"

/* Can every rank of the node have its segment, and as much be left? Pages that are not used take no room. */
static bool is_roomy(void)
{
  const char    *mates = getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  const double   ranks = mates ? atof(mates) : 256; /* without Open MPI's own launcher: as many as large nodes have cores */
  struct statvfs shm;

  if (getenv("OMPI_MCA_btl_vader_segment_size") || getenv("OMPI_MCA_btl_vader_backing_directory")) return false;
  return statvfs("/dev/shm", &shm) == 0 && (double)shm.f_bavail * (double)shm.f_frsize >= 2 * ranks * atof(SEGMENT_BYTES);
}

static void prefer(const char *name, const char *value)
{
  char text[64];

  snprintf(text, sizeof text, "OMPI_MCA_btl_%s", name);
  setenv(text, value, 0);
}

void parallel_prepare(void)
{
  const bool  roomy = is_roomy();
  const char *most  = roomy ? MESSAGE_BYTES : SMALL_MESSAGE_BYTES;

  prefer("vader_eager_limit", most);
  prefer("vader_max_send_size", most);
  if (roomy) prefer("vader_segment_size", SEGMENT_BYTES);
  prefer("vader_free_list_inc", "8"); /* messages that room is made for at a time: for 64 there is none */
  /* all but inplace: a message that may be sent from where it lies is not done with before it has been received */
  prefer("vader_flags", "send,put,get,atomics,fetching-atomics");
  prefer("sm_eager_limit", SMALL_MESSAGE_BYTES);
  prefer("sm_max_send_size", SMALL_MESSAGE_BYTES);
  prefer("sm_free_list_inc", "8");
}

PetscErrorCode parallel_create(MPI_Comm comm, Parallel *par)
{
  PetscFunctionBeginUser;
  PetscCall(PetscCommDuplicate(comm, &par->comm, NULL));
  PetscCallMPI(MPI_Comm_rank(par->comm, &par->rank));
  PetscCallMPI(MPI_Comm_size(par->comm, &par->size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_destroy(Parallel *par)
{
  PetscFunctionBeginUser;
  PetscCall(PetscCommDestroy(&par->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* PETSc counts its own reductions, and ours that it has heard of; these it has not. */
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
  PetscFunctionBeginUser;
  *offset = 0;
  if (par->size > 1) count_reduction();
  if (par->size > 1) PetscCallMPI(MPI_Exscan(&mine, offset, 1, MPI_INT64_T, MPI_SUM, par->comm));
  if (par->rank == 0) *offset = 0;
  if (total) {
    *total = mine;
    PetscCall(parallel_sum_int(par, total, 1));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_bcast(const Parallel *par, void *bytes, size_t size, int root)
{
  enum { PIECE = 1 << 30 }; /* MPI counts are int */

  PetscFunctionBeginUser;
  for (size_t done = 0; done < size && par->size > 1; done += PIECE) {
    const size_t n = size - done < PIECE ? size - done : PIECE;

    PetscCallMPI(MPI_Bcast((char *)bytes + done, (int)n, MPI_BYTE, root, par->comm));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_barrier(const Parallel *par)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Barrier(par->comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode reduce_begin(const Parallel *par, void *values, int n, MPI_Datatype type, MPI_Op op,
                                   ParallelRequest *request)
{
  PetscFunctionBeginUser;
  request->request = MPI_REQUEST_NULL;
  if (par->size > 1) count_reduction();
  if (par->size > 1) PetscCallMPI(MPI_Iallreduce(MPI_IN_PLACE, values, n, type, op, par->comm, &request->request));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode reduce_end(ParallelRequest *request)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Wait(&request->request, MPI_STATUS_IGNORE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parallel_max_begin(const Parallel *par, double *values, int n, ParallelRequest *request)
{
  return reduce_begin(par, values, n, MPI_DOUBLE, MPI_MAX, request);
}

PetscErrorCode parallel_max_end(ParallelRequest *request)
{
  return reduce_end(request);
}

PetscErrorCode parallel_sum_int_begin(const Parallel *par, int64_t *values, int n, ParallelRequest *request)
{
  return reduce_begin(par, values, n, MPI_UINT64_T, MPI_SUM, request);
}

PetscErrorCode parallel_sum_int_end(ParallelRequest *request)
{
  return reduce_end(request);
}

/* ---- mail ---- */

typedef struct {
  int    rank;
  size_t size, start; /* of the record in the outgoing bytes */
} Record;

struct Mail {
  const Parallel *par;
  Record         *records;
  char           *out, *in;
  PetscInt        n_records, records_capacity, out_size, out_capacity, in_capacity;
  int             n_messages;
  int            *sources;
  size_t         *starts; /* n_messages + 1 */
  PetscInt        sources_capacity, starts_capacity;
};

PetscErrorCode mail_create(const Parallel *par, Mail **mail)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(mail, sizeof **mail, 1));
  (*mail)->par = par;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mail_destroy(Mail **mail)
{
  PetscFunctionBeginUser;
  if (*mail) {
    array_free(&(*mail)->records);
    array_free(&(*mail)->out);
    array_free(&(*mail)->in);
    array_free(&(*mail)->sources);
    array_free(&(*mail)->starts);
    array_free(mail);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mail_post(Mail *mail, int rank, const void *record, size_t size)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&mail->records, sizeof *mail->records, mail->n_records + 1, &mail->records_capacity));
  PetscCall(array_reserve(&mail->out, 1, mail->out_size + (PetscInt)size, &mail->out_capacity));
  mail->records[mail->n_records++] = (Record){.rank = rank, .size = size, .start = (size_t)mail->out_size};
  memcpy(mail->out + mail->out_size, record, size);
  mail->out_size += (PetscInt)size;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int compare_records(const void *a, const void *b)
{
  const Record *p = a, *q = b;

  if (p->rank != q->rank) return p->rank < q->rank ? -1 : 1;
  return p->start < q->start ? -1 : p->start > q->start;
}

typedef struct {
  int rank, size; /* of a message, bytes */
} Envelope;

static int compare_envelopes(const void *a, const void *b)
{
  const Envelope *p = a, *q = b;

  return p->rank < q->rank ? -1 : p->rank > q->rank;
}

/* Sort the records by rank into one buffer; count destinations. */
static PetscErrorCode gather_records(Mail *mail, char *sorted, Envelope *to, int *n_to)
{
  size_t at = 0;

  PetscFunctionBeginUser;
  *n_to = 0;
  sort_items(mail->records, mail->n_records, sizeof *mail->records, compare_records);
  for (PetscInt i = 0; i < mail->n_records; i++) {
    const Record *r = &mail->records[i];

    memcpy(sorted + at, mail->out + r->start, r->size);
    at += r->size;
    if (*n_to == 0 || to[*n_to - 1].rank != r->rank) to[(*n_to)++] = (Envelope){.rank = r->rank};
    to[*n_to - 1].size += (int)r->size;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Before messages come in: both together may be much. */
static void forget_records(Mail *mail)
{
  array_free(&mail->records);
  array_free(&mail->out);
  mail->n_records = mail->records_capacity = 0;
  mail->out_size = mail->out_capacity = 0;
}

static PetscErrorCode make_room(Mail *mail, const Envelope *from, int n_from)
{
  size_t total = 0;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&mail->sources, sizeof *mail->sources, n_from + 1, &mail->sources_capacity));
  PetscCall(array_reserve(&mail->starts, sizeof *mail->starts, n_from + 1, &mail->starts_capacity));
  mail->n_messages = n_from;
  for (int i = 0; i < n_from; i++) {
    mail->sources[i] = from[i].rank;
    mail->starts[i]  = total;
    total += (size_t)from[i].size;
  }
  mail->starts[n_from] = total;
  PetscCheck(total < PETSC_MAX_INT, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "one rank receives %zu bytes in one exchange: use more ranks", total);
  PetscCall(array_reserve(&mail->in, 1, (PetscInt)total + 1, &mail->in_capacity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Who sends how much: PETSc's non-blocking consensus; the order of arrival is sorted away. */
static PetscErrorCode find_sources(const Mail *mail, const Envelope *to, int n_to, Envelope **from, int *n_from)
{
  PetscMPIInt n = 0, *from_ranks = NULL, *to_ranks;
  int        *sizes, *from_sizes = NULL;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n_to, &to_ranks, n_to, &sizes));
  for (int i = 0; i < n_to; i++) {
    to_ranks[i] = to[i].rank;
    sizes[i]    = to[i].size;
  }
  PetscCall(PetscCommBuildTwoSided(mail->par->comm, 1, MPI_INT, n_to, to_ranks, sizes, &n, &from_ranks, &from_sizes));
  PetscCall(PetscMalloc1(n, from));
  for (int i = 0; i < n; i++) (*from)[i] = (Envelope){.rank = from_ranks[i], .size = from_sizes[i]};
  sort_items(*from, n, sizeof **from, compare_envelopes);
  *n_from = n;
  PetscCall(PetscFree2(to_ranks, sizes));
  PetscCall(PetscFree(from_ranks));
  PetscCall(PetscFree(from_sizes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mail_deliver(Mail *mail)
{
  MPI_Request *requests;
  char        *sorted;
  Envelope    *to, *from;
  PetscMPIInt  tag;
  int          n_to = 0, n_from = 0;
  size_t       at = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(mail->out_size + 1, &sorted, mail->n_records, &to));
  PetscCall(gather_records(mail, sorted, to, &n_to));
  forget_records(mail);
  PetscCall(find_sources(mail, to, n_to, &from, &n_from));
  PetscCall(make_room(mail, from, n_from));
  PetscCall(PetscCommGetNewTag(mail->par->comm, &tag));
  PetscCall(PetscMalloc1(n_to + n_from, &requests));
  for (int i = 0; i < n_from; i++)
    PetscCallMPI(MPI_Irecv(mail->in + mail->starts[i], from[i].size, MPI_BYTE, from[i].rank, tag, mail->par->comm, &requests[i]));
  for (int i = 0; i < n_to; i++) {
    PetscCallMPI(MPI_Isend(sorted + at, to[i].size, MPI_BYTE, to[i].rank, tag, mail->par->comm, &requests[n_from + i]));
    at += (size_t)to[i].size;
  }
  PetscCallMPI(MPI_Waitall(n_to + n_from, requests, MPI_STATUSES_IGNORE));
  PetscCall(PetscFree(requests));
  PetscCall(PetscFree(from));
  PetscCall(PetscFree2(sorted, to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

size_t mail_record_bytes(void)
{
  return sizeof(Record);
}

int mail_messages(const Mail *mail)
{
  return mail->n_messages;
}

const char *mail_message(const Mail *mail, int i, int *source, size_t *size)
{
  if (source) *source = mail->sources[i];
  *size = mail->starts[i + 1] - mail->starts[i];
  return mail->in + mail->starts[i];
}
