/* SPDX-License-Identifier: MIT */
#include "base/mail.h"

/* A record, or a message, to or from a rank: size and offset in its bytes. */
typedef struct {
  int    rank;
  size_t size, start;
} Piece;

struct Mail {
  const Parallel *par;
  Piece          *records, *messages; /* posted; received, with one more that starts at their end */
  char           *out, *in;
  size_t          out_size, out_capacity, in_capacity;
  PetscInt        n_records, records_capacity;
  int             n_messages;
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
    array_free(&(*mail)->messages);
    array_free(mail);
  }
}

void mail_post(Mail *mail, int rank, const void *record, size_t size)
{
  array_reserve(&mail->records, sizeof *mail->records, mail->n_records + 1,
                &mail->records_capacity);
  bytes_reserve(&mail->out, mail->out_size, mail->out_size + size, &mail->out_capacity);
  mail->records[mail->n_records++] = (Piece){.rank = rank, .size = size, .start = mail->out_size};
  memcpy(mail->out + mail->out_size, record, size);
  mail->out_size += size;
}

static int compare_pieces(const void *a, const void *b)
{
  const Piece *p = a, *q = b;

  if (p->rank != q->rank) return p->rank < q->rank ? -1 : 1;
  return p->start < q->start ? -1 : p->start > q->start;
}

/* Sort the records by rank into one buffer; to[n_to]: the message for each destination. */
static void gather_records(Mail *mail, char *sorted, Piece *to, int *n_to)
{
  size_t at = 0;

  *n_to = 0;
  sort_items(mail->records, mail->n_records, sizeof *mail->records, compare_pieces);
  for (PetscInt i = 0; i < mail->n_records; i++) {
    const Piece *r = &mail->records[i];

    if (*n_to == 0 || to[*n_to - 1].rank != r->rank)
      to[(*n_to)++] = (Piece){.rank = r->rank, .start = at};
    memcpy(sorted + at, mail->out + r->start, r->size);
    at += r->size;
    to[*n_to - 1].size += r->size;
  }
}

/* Find the messages to this rank by PETSc's non-blocking consensus; sorted by rank, as the order of
   arrival varies. Collective. */
static PetscErrorCode find_messages(Mail *mail, const Piece *to, int n_to)
{
  PetscMPIInt n = 0, *from_ranks = NULL, *to_ranks;
  int64_t    *sizes, *from_sizes = NULL;
  size_t      total = 0;

  PetscFunctionBeginUser;
  array_scratch(&to_ranks, sizeof *to_ranks, n_to);
  array_scratch(&sizes, sizeof *sizes, n_to);
  for (int i = 0; i < n_to; i++) {
    to_ranks[i] = to[i].rank;
    sizes[i]    = (int64_t)to[i].size;
  }
  PetscCall(PetscCommBuildTwoSided(mail->par->comm, 1, MPI_INT64_T, n_to, to_ranks, sizes, &n,
                                   &from_ranks, &from_sizes));
  array_free(&mail->messages);
  array_scratch(&mail->messages, sizeof *mail->messages, n + 1);
  for (int i = 0; i < n; i++)
    mail->messages[i] = (Piece){.rank = from_ranks[i], .size = (size_t)from_sizes[i]};
  sort_items(mail->messages, n, sizeof *mail->messages, compare_pieces);
  for (int i = 0; i < n; total += mail->messages[i++].size) mail->messages[i].start = total;
  mail->messages[n] = (Piece){.start = total};
  mail->n_messages  = n;
  bytes_reserve(&mail->in, 0, total, &mail->in_capacity);
  array_free(&to_ranks);
  array_free(&sizes);
  PetscCall(PetscFree(from_ranks)); /* made by PETSc */
  PetscCall(PetscFree(from_sizes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int pieces_of(const Piece *message)
{
  return (int)(((int64_t)message->size + PARALLEL_PIECE - 1) / PARALLEL_PIECE);
}

/* Start the requests of one message, in pieces: messages between two ranks do not overtake each
   other, so one tag is enough. */
static PetscErrorCode message_start(const Mail *mail, const Piece *m, char *bytes, bool send,
                                    PetscMPIInt tag, MPI_Request **request)
{
  const MPI_Comm comm = mail->par->comm;

  PetscFunctionBeginUser;
  for (int64_t at = 0; at < (int64_t)m->size; at += PARALLEL_PIECE) {
    const int   size = (int)min_int((int64_t)m->size - at, PARALLEL_PIECE);
    char *const part = bytes + m->start + at;

    if (send) PetscCallMPI(MPI_Isend(part, size, MPI_BYTE, m->rank, tag, comm, (*request)++));
    else PetscCallMPI(MPI_Irecv(part, size, MPI_BYTE, m->rank, tag, comm, (*request)++));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Send and receive all messages; that to this rank itself is copied. */
static PetscErrorCode exchange(const Mail *mail, const Piece *to, int n_to, char *sorted)
{
  const Piece *from = mail->messages, *mine = NULL;
  MPI_Request *requests, *next;
  PetscMPIInt  tag;
  int          n = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < mail->n_messages; i++) n += pieces_of(&from[i]);
  for (int i = 0; i < n_to; i++) n += pieces_of(&to[i]);
  PetscCall(PetscCommGetNewTag(mail->par->comm, &tag));
  array_scratch(&requests, sizeof *requests, n);
  next = requests;
  for (int i = 0; i < mail->n_messages; i++)
    if (from[i].rank == mail->par->rank) mine = &from[i];
    else PetscCall(message_start(mail, &from[i], mail->in, false, tag, &next));
  for (int i = 0; i < n_to; i++)
    if (to[i].rank == mail->par->rank)
      memcpy(mail->in + mine->start, sorted + to[i].start, to[i].size);
    else PetscCall(message_start(mail, &to[i], sorted, true, tag, &next));
  PetscCall(parallel_wait((int)(next - requests), requests));
  array_free(&requests);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mail_deliver(Mail *mail)
{
  char  *sorted = NULL;
  size_t room   = 0;
  Piece *to;
  int    n_to = 0;

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
  PetscCall(find_messages(mail, to, n_to));
  PetscCall(exchange(mail, to, n_to, sorted));
  array_free(&to);
  free(sorted);
  PetscFunctionReturn(PETSC_SUCCESS);
}

size_t mail_record_bytes(void)
{
  return sizeof(Piece);
}

int mail_messages(const Mail *mail)
{
  return mail->n_messages;
}

const char *mail_message(const Mail *mail, int i, int *source, size_t *size)
{
  if (source) *source = mail->messages[i].rank;
  *size = mail->messages[i].size;
  return mail->in + mail->messages[i].start;
}

void mail_collect(const Mail *mail, size_t size, void *list, PetscInt *n)
{
  const size_t bytes = mail->messages[mail->n_messages].start;
  void        *all   = NULL;

  if (bytes / size > PETSC_MAX_INT) {
    char text[160];

    snprintf(
      text, sizeof text,
      "%zu rows come together on this rank; allowed: up to %d. Write fewer to one text file, or "
      "a format of HDF5",
      bytes / size, (int)PETSC_MAX_INT);
    parallel_abort(text, EXIT_USAGE);
  }
  *n = (PetscInt)(bytes / size);
  array_reserve(&all, size, *n, &(PetscInt){0});
  memcpy(all, mail->in, bytes);
  *(void **)list = all;
}

void mail_append(const Mail *mail, size_t size, void *list, PetscInt *n, PetscInt *capacity)
{
  char    *items, *come;
  PetscInt more;

  mail_collect(mail, size, &come, &more);
  array_reserve(list, size, *n + more, capacity);
  memcpy(&items, list, sizeof items); /* a pointer of any type */
  if (more > 0) memcpy(items + (size_t)*n * size, come, (size_t)more * size);
  *n += more;
  array_free(&come);
}
