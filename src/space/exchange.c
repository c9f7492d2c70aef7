/* SPDX-License-Identifier: MIT */
/* Persistent MPI requests instead of PetscSF, which in every call duplicates and compares MPI
   datatypes and allocates memory sixteen times a step. */
#include "space/exchange.h"
#include "base/mail.h"
#include "base/rows.h"

enum {
  AHEAD = 16,
  LINE  = 64
}; /* distance of the prefetch, rows; bytes of a memcpy, a cache line */

/* ---- messages of one direction ---- */

static PetscErrorCode way_wait(const Exchange *x, ExchangeWay *w)
{
  PetscFunctionBeginUser;
  if (w->on_its_way) PetscCall(parallel_wait(x->n_to, w->root_request));
  w->on_its_way = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if messages need a type of their own: several arrays, or rows with gaps. */
static bool is_typed(const ExchangeWay *w)
{
  return w->n > 1 || w->line[0].stride != w->line[0].size;
}

/* Free the requests and types. */
static PetscErrorCode way_clear(const Exchange *x, ExchangeWay *w)
{
  PetscFunctionBeginUser;
  PetscCall(way_wait(x, w));
  if (w->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < x->n_to; k++) PetscCallMPI(MPI_Request_free(&w->root_request[k]));
  for (int k = 0; k < x->n_from; k++) PetscCallMPI(MPI_Request_free(&w->leaf_request[k]));
  for (int k = 0; is_typed(w) && k < x->n_to + x->n_from; k++)
    PetscCallMPI(MPI_Type_free(&w->type[k]));
  PetscCallMPI(MPI_Type_free(&w->row));
  w->n = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode way_free(const Exchange *x, ExchangeWay *w)
{
  PetscFunctionBeginUser;
  PetscCall(way_clear(x, w));
  array_free(&w->root_request);
  array_free(&w->leaf_request);
  array_free(&w->type);
  array_free(&w->packed);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Bytes of a row of the lines before line k. */
static size_t bytes_before(const ExchangeWay *w, int k)
{
  size_t bytes = 0;

  for (int i = 0; i < k; i++) bytes += w->line[i].size;
  return bytes;
}

/* First row of line k in the packed rows. */
static char *packed_line(const Exchange *x, const ExchangeWay *w, int k)
{
  return w->packed + (size_t)exchange_roots(x) * bytes_before(w, k);
}

/* Type of a message with the rows from .. to - 1 of all lines, at their addresses: of the leaves,
   or of the packed roots. */
static PetscErrorCode message_type(const Exchange *x, const ExchangeWay *w, bool of_roots,
                                   PetscInt from, PetscInt to, MPI_Datatype *type)
{
  MPI_Datatype part[EXCHANGE_LINES];
  MPI_Aint     place[EXCHANGE_LINES];
  int          one[EXCHANGE_LINES];

  PetscFunctionBeginUser;
  for (int k = 0; k < w->n; k++) {
    const ExchangeLine *l      = &w->line[k];
    const size_t        stride = of_roots ? l->size : l->stride;
    char *const         rows   = of_roots ? packed_line(x, w, k) : l->leaves;

    one[k] = 1;
    PetscCallMPI(MPI_Get_address(rows + (size_t)from * stride, &place[k]));
    PetscCallMPI(MPI_Type_create_hvector((int)(to - from), (int)(l->size / sizeof(int64_t)),
                                         (MPI_Aint)stride, MPI_INT64_T, &part[k]));
  }
  PetscCallMPI(MPI_Type_create_struct(w->n, one, place, part, type));
  PetscCallMPI(MPI_Type_commit(type));
  for (int k = 0; k < w->n; k++) PetscCallMPI(MPI_Type_free(&part[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Persistent request for the rows from .. to - 1: one array, or several by a type of their own. */
static PetscErrorCode request_rows(const Exchange *x, ExchangeWay *w, bool of_roots, bool sends,
                                   int k)
{
  const PetscInt *first = of_roots ? x->to_first : x->from_first;
  const int       rank  = of_roots ? x->to[k] : x->from[k];
  MPI_Request    *to    = of_roots ? &w->root_request[k] : &w->leaf_request[k];
  MPI_Datatype    type  = w->row;
  int             n     = (int)(first[k + 1] - first[k]);
  char           *rows  = of_roots ? w->packed : w->line[0].leaves;

  PetscFunctionBeginUser;
  rows += (size_t)first[k] * w->line[0].size;
  if (is_typed(w)) {
    MPI_Datatype *own = &w->type[of_roots ? k : x->n_to + k];

    PetscCall(message_type(x, w, of_roots, first[k], first[k + 1], own));
    type = *own;
    n    = 1;
    rows = MPI_BOTTOM;
  }
  if (sends) PetscCallMPI(MPI_Send_init(rows, n, type, rank, w->tag, x->par->comm, to));
  else PetscCallMPI(MPI_Recv_init(rows, n, type, rank, w->tag, x->par->comm, to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if requests for these lines are there; roots may be elsewhere. */
static bool is_set_up(const ExchangeWay *w, int n, const ExchangeLine *lines)
{
  bool is = w->n == n;

  for (int k = 0; k < n && is; k++)
    is = w->line[k].leaves == lines[k].leaves && w->line[k].size == lines[k].size &&
         w->line[k].stride == lines[k].stride;
  return is;
}

/* True if rows go from roots to leaves. */
static bool goes_out(int way)
{
  return way == EXCHANGE_OUT || way == EXCHANGE_RENEW;
}

PetscErrorCode exchange_set_up(Exchange *x, int way, int n, const ExchangeLine *lines)
{
  ExchangeWay *w = &x->way[way];
  size_t       size;

  PetscFunctionBeginUser;
  if (is_set_up(w, n, lines)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(way_clear(x, w));
  PetscCheck(n <= EXCHANGE_LINES, PETSC_COMM_SELF, PETSC_ERR_PLIB, "%d arrays in a message, not %d",
             n, EXCHANGE_LINES);
  memcpy(w->line, lines, (size_t)n * sizeof *lines);
  w->n = n;
  size = bytes_before(w, n);
  if (size != w->size) array_free(&w->packed);
  if (size != w->size) w->packed_capacity = 0;
  w->size = size;
  PetscCallMPI(MPI_Type_contiguous((int)(size / sizeof(int64_t)), MPI_INT64_T, &w->row));
  PetscCallMPI(MPI_Type_commit(&w->row));
  array_reserve(&w->packed, size, exchange_roots(x), &w->packed_capacity);
  array_reserve(&w->root_request, sizeof *w->root_request, x->n_to, &w->to_capacity);
  array_reserve(&w->leaf_request, sizeof *w->leaf_request, x->n_from, &w->from_capacity);
  array_reserve(&w->type, sizeof *w->type, x->n_to + x->n_from, &w->type_capacity);
  for (int k = 0; k < x->n_to; k++) PetscCall(request_rows(x, w, true, goes_out(way), k));
  for (int k = 0; k < x->n_from; k++) PetscCall(request_rows(x, w, false, !goes_out(way), k));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the graph ---- */

PetscErrorCode exchange_create(const Parallel *par, Exchange *x)
{
  PetscFunctionBeginUser;
  *x = (Exchange){.par = par};
  for (int k = 0; k < EXCHANGE_WAYS; k++) PetscCall(PetscCommGetNewTag(par->comm, &x->way[k].tag));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exchange_free(Exchange *x)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < EXCHANGE_WAYS; k++) PetscCall(way_free(x, &x->way[k]));
  array_free(&x->to);
  array_free(&x->from);
  array_free(&x->to_first);
  array_free(&x->from_first);
  array_free(&x->row);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt exchange_roots(const Exchange *x)
{
  return x->n_to > 0 ? x->to_first[x->n_to] : 0;
}

PetscInt exchange_leaves(const Exchange *x)
{
  return x->n_from > 0 ? x->from_first[x->n_from] : 0;
}

/* From the messages of holders: the ranks that hold copies, and the row of each copy. */
static void accept_roots(Exchange *x, const Mail *mail)
{
  const int n    = mail_messages(mail);
  PetscInt  rows = 0;

  array_reserve(&x->to, sizeof *x->to, n, &x->to_capacity);
  array_reserve(&x->to_first, sizeof *x->to_first, n + 1, &x->to_first_capacity);
  x->n_to        = n;
  x->to_first[0] = 0;
  for (int m = 0; m < n; m++) {
    size_t      size;
    const char *message = mail_message(mail, m, &x->to[m], &size);

    array_reserve(&x->row, sizeof *x->row, rows + (PetscInt)(size / sizeof *x->row),
                  &x->row_capacity);
    memcpy(x->row + rows, message, size);
    rows += (PetscInt)(size / sizeof *x->row);
    x->to_first[m + 1] = rows;
  }
}

PetscErrorCode exchange_connect(Exchange *x, int n_from, const int *from, const PetscInt *first,
                                const PetscInt *root)
{
  Mail *mail;

  PetscFunctionBeginUser;
  for (int k = 0; k < EXCHANGE_WAYS; k++) PetscCall(way_clear(x, &x->way[k]));
  array_reserve(&x->from, sizeof *x->from, n_from, &x->from_capacity);
  array_reserve(&x->from_first, sizeof *x->from_first, n_from + 1, &x->from_first_capacity);
  x->n_from = n_from;
  mail_create(x->par, &mail);
  for (int k = 0; k < n_from; k++) {
    x->from[k]       = from[k];
    x->from_first[k] = first[k];
    mail_post(mail, from[k], root + first[k], (size_t)(first[k + 1] - first[k]) * sizeof *root);
  }
  x->from_first[n_from] = n_from > 0 ? first[n_from] : 0;
  PetscCall(mail_deliver(mail));
  accept_roots(x, mail);
  mail_destroy(&mail);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- every step ---- */

/* Pack the poses for rank k. */
static void pack_poses(const Exchange *x, const ExchangeLine *line, char *packed, int k)
{
  const char    *roots = line->roots;
  const size_t   size  = line->size;
  const PetscInt end   = x->to_first[k + 1];

  for (PetscInt i = x->to_first[k]; i < end; i++) {
    lines_fetch(roots + (size_t)x->row[i + AHEAD < end ? i + AHEAD : i] * size, size);
    for (size_t at = 0; at < size; at += LINE)
      memcpy(packed + (size_t)i * size + at, roots + (size_t)x->row[i] * size + at, LINE);
  }
}

static void pack_rows(const Exchange *x, const ExchangeLine *line, char *packed, int k)
{
  for (PetscInt i = x->to_first[k]; i < x->to_first[k + 1]; i++)
    memcpy(packed + (size_t)i * line->size,
           (const char *)line->roots + (size_t)x->row[i] * line->stride, line->size);
}

PetscErrorCode exchange_begin(Exchange *x, int way, int n, const ExchangeLine *lines)
{
  const bool      out = goes_out(way), poses = way == EXCHANGE_OUT;
  ExchangeWay    *w        = &x->way[way];
  const PetscInt *received = out ? x->from_first : x->to_first,
                 *sent     = out ? x->to_first : x->from_first;

  PetscFunctionBeginUser;
  PetscCall(way_wait(x, w)); /* sends of the previous step, done long ago */
  PetscCall(exchange_set_up(x, way, n, lines));
  for (int k = 0; k < (out ? x->n_from : x->n_to); k++)
    PetscCallMPI(MPI_Startall_irecv(received[k + 1] - received[k], w->row, 1,
                                    out ? &w->leaf_request[k] : &w->root_request[k]));
  for (int k = 0; k < (out ? x->n_to : x->n_from); k++) {
    if (poses) pack_poses(x, &lines[0], w->packed, k);
    for (int l = poses; l < n && out; l++) pack_rows(x, &lines[l], packed_line(x, w, l), k);
    PetscCallMPI(MPI_Start_isend(sent[k + 1] - sent[k], w->row,
                                 out ? &w->root_request[k] : &w->leaf_request[k]));
  }
  w->on_its_way = out;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exchange_end(Exchange *x, int way)
{
  const ExchangeWay *w = &x->way[way];

  PetscFunctionBeginUser;
  if (!goes_out(way)) PetscCall(parallel_wait(x->n_to, w->root_request));
  PetscCall(parallel_wait(x->n_from, w->leaf_request));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const void *exchange_came(const Exchange *x, int way, int line)
{
  return packed_line(x, &x->way[way], line);
}

/* ---- outside of steps ---- */

/* Send `packed` to the leaves (out) or receive it from them. */
static PetscErrorCode send_ints(Exchange *x, bool out, int32_t *packed, int32_t *leaves)
{
  const int    tag = x->way[EXCHANGE_OUT].tag, n = x->n_from + x->n_to;
  MPI_Request *request;

  PetscFunctionBeginUser;
  array_scratch(&request, sizeof *request, n);
  for (int i = 0; i < n; i++) {
    const bool      of_leaves = i < x->n_from;
    const int       k         = of_leaves ? i : i - x->n_from;
    const PetscInt *first     = of_leaves ? &x->from_first[k] : &x->to_first[k];
    const int       rank = of_leaves ? x->from[k] : x->to[k], rows = (int)(first[1] - first[0]);
    int32_t        *values = (of_leaves ? leaves : packed) + first[0];

    if (out == of_leaves)
      PetscCallMPI(MPI_Irecv(values, rows, MPI_INT32_T, rank, tag, x->par->comm, &request[i]));
    else PetscCallMPI(MPI_Isend(values, rows, MPI_INT32_T, rank, tag, x->par->comm, &request[i]));
  }
  PetscCall(parallel_wait(n, request));
  array_free(&request);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exchange_spread_int(Exchange *x, const int32_t *roots, int32_t *leaves)
{
  const PetscInt n = exchange_roots(x);
  int32_t       *packed;

  PetscFunctionBeginUser;
  array_scratch(&packed, sizeof *packed, n);
  for (PetscInt i = 0; i < n; i++) packed[i] = roots[x->row[i]];
  PetscCall(send_ints(x, true, packed, leaves));
  array_free(&packed);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exchange_max_int(Exchange *x, int32_t *roots, const int32_t *leaves)
{
  const PetscInt n = exchange_roots(x);
  int32_t       *packed;

  PetscFunctionBeginUser;
  array_scratch(&packed, sizeof *packed, n);
  PetscCall(send_ints(x, false, packed, (int32_t *)leaves)); /* only read */
  for (PetscInt i = 0; i < n; i++) roots[x->row[i]] = (int32_t)max_int(roots[x->row[i]], packed[i]);
  array_free(&packed);
  PetscFunctionReturn(PETSC_SUCCESS);
}
