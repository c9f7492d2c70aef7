/* SPDX-License-Identifier: MIT */
#include "base/mail.h"

typedef struct {
  int    rank;
  size_t size, start; /* size and offset of the record in the outgoing bytes */
} Record;

struct Mail {
  const Parallel *par;
  Record         *records;
  char           *out, *in;
  size_t          out_size, out_capacity, in_capacity;
  PetscInt        n_records, records_capacity;
  int             n_messages;
  int            *sources;
  size_t         *starts; /* [n_messages + 1] offsets in `in` */
  PetscInt        sources_capacity, starts_capacity;
};

/* Reserve n bytes and keep the first `kept`. */
static void bytes_reserve(char **bytes, size_t kept, size_t n, size_t *capacity)
{
  const size_t room = *capacity + *capacity / 2 > n ? *capacity + *capacity / 2 : n;
  char        *fresh;

  if (*bytes && n <= *capacity) return;
  fresh = memory_room(NULL, room);
  if (kept > 0) memcpy(fresh, *bytes, kept);
  free(*bytes);
  *bytes    = fresh;
  *capacity = room;
}

void mail_create(const Parallel *par, Mail **mail)
{
  array_create(mail, sizeof **mail, 1);
  (*mail)->par = par;
}

void mail_destroy(Mail **mail)
{
  if (*mail) {
    array_free(&(*mail)->records);
    free((*mail)->out);
    free((*mail)->in);
    array_free(&(*mail)->sources);
    array_free(&(*mail)->starts);
    array_free(mail);
  }
}

void mail_post(Mail *mail, int rank, const void *record, size_t size)
{
  array_reserve(&mail->records, sizeof *mail->records, mail->n_records + 1,
                &mail->records_capacity);
  bytes_reserve(&mail->out, mail->out_size, mail->out_size + size, &mail->out_capacity);
  mail->records[mail->n_records++] = (Record){.rank = rank, .size = size, .start = mail->out_size};
  memcpy(mail->out + mail->out_size, record, size);
  mail->out_size += size;
}

static int compare_records(const void *a, const void *b)
{
  const Record *p = a, *q = b;

  if (p->rank != q->rank) return p->rank < q->rank ? -1 : 1;
  return p->start < q->start ? -1 : p->start > q->start;
}

typedef struct {
  int     rank;
  int64_t size; /* size of the message to or from that rank, bytes */
} Envelope;

static int compare_envelopes(const void *a, const void *b)
{
  const Envelope *p = a, *q = b;

  return p->rank < q->rank ? -1 : p->rank > q->rank;
}

/* Sort the records by rank into one buffer; to[n_to]: size of the message for each destination. */
static void gather_records(Mail *mail, char *sorted, Envelope *to, int *n_to)
{
  size_t at = 0;

  *n_to = 0;
  sort_items(mail->records, mail->n_records, sizeof *mail->records, compare_records);
  for (PetscInt i = 0; i < mail->n_records; i++) {
    const Record *r = &mail->records[i];

    memcpy(sorted + at, mail->out + r->start, r->size);
    at += r->size;
    if (*n_to == 0 || to[*n_to - 1].rank != r->rank) to[(*n_to)++] = (Envelope){.rank = r->rank};
    to[*n_to - 1].size += (int64_t)r->size;
  }
}

static void make_room(Mail *mail, const Envelope *from, int n_from)
{
  size_t total = 0;

  array_reserve(&mail->sources, sizeof *mail->sources, n_from + 1, &mail->sources_capacity);
  array_reserve(&mail->starts, sizeof *mail->starts, n_from + 1, &mail->starts_capacity);
  mail->n_messages = n_from;
  for (int i = 0; i < n_from; i++) {
    mail->sources[i] = from[i].rank;
    mail->starts[i]  = total;
    total += (size_t)from[i].size;
  }
  mail->starts[n_from] = total;
  bytes_reserve(&mail->in, 0, total, &mail->in_capacity);
}

/* Ranks that send to this one, and sizes, by PETSc's non-blocking consensus; sorted by rank, as the
   order of arrival varies. Collective. */
static PetscErrorCode find_sources(const Mail *mail, const Envelope *to, int n_to, Envelope **from,
                                   int *n_from)
{
  PetscMPIInt n = 0, *from_ranks = NULL, *to_ranks;
  int64_t    *sizes, *from_sizes = NULL;

  PetscFunctionBeginUser;
  array_scratch(&to_ranks, sizeof *to_ranks, n_to);
  array_scratch(&sizes, sizeof *sizes, n_to);
  for (int i = 0; i < n_to; i++) {
    to_ranks[i] = to[i].rank;
    sizes[i]    = to[i].size;
  }
  PetscCall(PetscCommBuildTwoSided(mail->par->comm, 1, MPI_INT64_T, n_to, to_ranks, sizes, &n,
                                   &from_ranks, &from_sizes));
  array_scratch(from, sizeof **from, n);
  for (int i = 0; i < n; i++) (*from)[i] = (Envelope){.rank = from_ranks[i], .size = from_sizes[i]};
  sort_items(*from, n, sizeof **from, compare_envelopes);
  *n_from = n;
  array_free(&to_ranks);
  array_free(&sizes);
  PetscCall(PetscFree(from_ranks)); /* made by PETSc */
  PetscCall(PetscFree(from_sizes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int pieces_of(int64_t size)
{
  return (int)((size + PARALLEL_PIECE - 1) / PARALLEL_PIECE);
}

/* Start the requests of one message, in pieces: messages between two ranks do not overtake each
   other, so one tag is enough. */
static PetscErrorCode message_start(const Mail *mail, const Envelope *e, char *bytes, bool send,
                                    PetscMPIInt tag, MPI_Request **request)
{
  PetscFunctionBeginUser;
  for (int64_t at = 0; at < e->size; at += PARALLEL_PIECE) {
    const int size = (int)min_int(e->size - at, PARALLEL_PIECE);

    if (send)
      PetscCallMPI(
        MPI_Isend(bytes + at, size, MPI_BYTE, e->rank, tag, mail->par->comm, (*request)++));
    else
      PetscCallMPI(
        MPI_Irecv(bytes + at, size, MPI_BYTE, e->rank, tag, mail->par->comm, (*request)++));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Send and receive all messages; that to this rank itself is copied. */
static PetscErrorCode exchange(const Mail *mail, const Envelope *to, int n_to, const Envelope *from,
                               int n_from, char *sorted)
{
  MPI_Request *requests, *next;
  PetscMPIInt  tag;
  int          n    = 0, self;
  const char  *mine = NULL;

  PetscFunctionBeginUser;
  for (int i = 0; i < n_from; i++) n += pieces_of(from[i].size);
  for (int i = 0; i < n_to; i++) n += pieces_of(to[i].size);
  PetscCall(PetscCommGetNewTag(mail->par->comm, &tag));
  array_scratch(&requests, sizeof *requests, n);
  next = requests;
  self = -1;
  for (int i = 0; i < n_from; i++) {
    if (from[i].rank == mail->par->rank) self = i;
    else PetscCall(message_start(mail, &from[i], mail->in + mail->starts[i], false, tag, &next));
  }
  for (int i = 0; i < n_to; i++) {
    if (to[i].rank == mail->par->rank) mine = sorted;
    else PetscCall(message_start(mail, &to[i], sorted, true, tag, &next));
    sorted += to[i].size;
  }
  if (self >= 0) memcpy(mail->in + mail->starts[self], mine, (size_t)from[self].size);
  PetscCallMPI(MPI_Waitall((int)(next - requests), requests, MPI_STATUSES_IGNORE));
  array_free(&requests);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mail_deliver(Mail *mail)
{
  char     *sorted = NULL;
  size_t    room   = 0;
  Envelope *to, *from;
  int       n_to = 0, n_from = 0;

  PetscFunctionBeginUser;
  bytes_reserve(&sorted, 0, mail->out_size, &room);
  array_scratch(&to, sizeof *to, mail->n_records);
  gather_records(mail, sorted, to, &n_to);
  /* the posted records are freed before messages are received, to lower the peak memory */
  array_free(&mail->records);
  free(mail->out);
  mail->out       = NULL;
  mail->n_records = mail->records_capacity = 0;
  mail->out_size = mail->out_capacity = 0;
  PetscCall(find_sources(mail, to, n_to, &from, &n_from));
  make_room(mail, from, n_from);
  PetscCall(exchange(mail, to, n_to, from, n_from, sorted));
  array_free(&from);
  array_free(&to);
  free(sorted);
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

void mail_collect(const Mail *mail, size_t size, void *list, PetscInt *n)
{
  PetscInt capacity = 0;
  char    *all      = NULL;

  *n = 0;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t         bytes;
    const char    *message = mail_message(mail, m, NULL, &bytes);
    const PetscInt some    = (PetscInt)(bytes / size);

    array_reserve(&all, size, *n + some, &capacity);
    memcpy(all + size * (size_t)*n, message, bytes);
    *n += some;
  }
  *(void **)list = all;
}
