/* SPDX-License-Identifier: MIT */
/* Persistent MPI requests instead of PetscSF, which in every call duplicates and compares MPI
   datatypes and allocates memory sixteen times a step. */
#include "space/exchange.h"
#include "base/rows.h"

enum {
  AHEAD = 16,
  LINE  = 64
}; /* distance of the prefetch, rows; bytes of a memcpy, a cache line */

/* ---- messages of one kind ---- */

static PetscErrorCode line_create(const Parallel *par, size_t size, ExchangeLine *line)
{
  PetscFunctionBeginUser;
  *line = (ExchangeLine){.size = size};
  PetscCallMPI(MPI_Type_contiguous((int)(size / sizeof(int64_t)), MPI_INT64_T, &line->type));
  PetscCallMPI(MPI_Type_commit(&line->type));
  PetscCall(PetscCommGetNewTag(par->comm, &line->tag));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode line_wait(const Exchange *x, ExchangeLine *line)
{
  PetscFunctionBeginUser;
  if (line->on_its_way) PetscCallMPI(MPI_Waitall(x->n_to, line->root_request, MPI_STATUSES_IGNORE));
  line->on_its_way = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Free the requests. */
static PetscErrorCode line_clear(const Exchange *x, ExchangeLine *line)
{
  PetscFunctionBeginUser;
  PetscCall(line_wait(x, line));
  for (int k = 0; line->leaves && k < x->n_to; k++)
    PetscCallMPI(MPI_Request_free(&line->root_request[k]));
  for (int k = 0; line->leaves && k < x->n_from; k++)
    PetscCallMPI(MPI_Request_free(&line->leaf_request[k]));
  line->leaves = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode line_free(const Exchange *x, ExchangeLine *line)
{
  PetscFunctionBeginUser;
  PetscCall(line_clear(x, line));
  PetscCallMPI(MPI_Type_free(&line->type));
  array_free(&line->root_request);
  array_free(&line->leaf_request);
  array_free(&line->packed);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set up requests from roots to leaves (out) or from leaves to roots, unless they are there for
   this array. */
static PetscErrorCode line_set_up(const Exchange *x, ExchangeLine *line, bool out, void *leaves)
{
  PetscFunctionBeginUser;
  if (line->leaves == leaves) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(line_clear(x, line));
  PetscCall(array_reserve(&line->packed, line->size, exchange_roots(x), &line->packed_capacity));
  PetscCall(
    array_reserve(&line->root_request, sizeof *line->root_request, x->n_to, &line->to_capacity));
  PetscCall(array_reserve(&line->leaf_request, sizeof *line->leaf_request, x->n_from,
                          &line->from_capacity));
  for (int k = 0; k < x->n_to; k++) {
    char     *rows = line->packed + (size_t)x->to_first[k] * line->size;
    const int n    = (int)(x->to_first[k + 1] - x->to_first[k]);

    if (out)
      PetscCallMPI(MPI_Send_init(rows, n, line->type, x->to[k], line->tag, x->par->comm,
                                 &line->root_request[k]));
    else
      PetscCallMPI(MPI_Recv_init(rows, n, line->type, x->to[k], line->tag, x->par->comm,
                                 &line->root_request[k]));
  }
  for (int k = 0; k < x->n_from; k++) {
    char     *rows = (char *)leaves + (size_t)x->from_first[k] * line->size;
    const int n    = (int)(x->from_first[k + 1] - x->from_first[k]);

    if (out)
      PetscCallMPI(MPI_Recv_init(rows, n, line->type, x->from[k], line->tag, x->par->comm,
                                 &line->leaf_request[k]));
    else
      PetscCallMPI(MPI_Send_init(rows, n, line->type, x->from[k], line->tag, x->par->comm,
                                 &line->leaf_request[k]));
  }
  line->leaves = leaves;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the graph ---- */

PetscErrorCode exchange_create(const Parallel *par, size_t pose, size_t load, Exchange *x)
{
  PetscFunctionBeginUser;
  *x = (Exchange){.par = par};
  PetscCall(line_create(par, pose, &x->pose));
  PetscCall(line_create(par, load, &x->load));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exchange_free(Exchange *x)
{
  PetscFunctionBeginUser;
  PetscCall(line_free(x, &x->pose));
  PetscCall(line_free(x, &x->load));
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
static PetscErrorCode accept_roots(Exchange *x, const Mail *mail)
{
  const int n    = mail_messages(mail);
  PetscInt  rows = 0;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&x->to, sizeof *x->to, n, &x->to_capacity));
  PetscCall(array_reserve(&x->to_first, sizeof *x->to_first, n + 1, &x->to_first_capacity));
  x->n_to        = n;
  x->to_first[0] = 0;
  for (int m = 0; m < n; m++) {
    size_t      size;
    const char *message = mail_message(mail, m, &x->to[m], &size);

    PetscCall(array_reserve(&x->row, sizeof *x->row, rows + (PetscInt)(size / sizeof *x->row),
                            &x->row_capacity));
    memcpy(x->row + rows, message, size);
    rows += (PetscInt)(size / sizeof *x->row);
    x->to_first[m + 1] = rows;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exchange_connect(Exchange *x, int n_from, const int *from, const PetscInt *first,
                                const PetscInt *root)
{
  Mail *mail;

  PetscFunctionBeginUser;
  PetscCall(line_clear(x, &x->pose));
  PetscCall(line_clear(x, &x->load));
  PetscCall(array_reserve(&x->from, sizeof *x->from, n_from, &x->from_capacity));
  PetscCall(
    array_reserve(&x->from_first, sizeof *x->from_first, n_from + 1, &x->from_first_capacity));
  x->n_from = n_from;
  PetscCall(mail_create(x->par, &mail));
  for (int k = 0; k < n_from; k++) {
    x->from[k]       = from[k];
    x->from_first[k] = first[k];
    PetscCall(
      mail_post(mail, from[k], root + first[k], (size_t)(first[k + 1] - first[k]) * sizeof *root));
  }
  x->from_first[n_from] = n_from > 0 ? first[n_from] : 0;
  PetscCall(mail_deliver(mail));
  PetscCall(accept_roots(x, mail));
  PetscCall(mail_destroy(&mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exchange_set_up(Exchange *x, void *pose_leaves, void *load_leaves)
{
  PetscFunctionBeginUser;
  PetscCall(line_set_up(x, &x->pose, true, pose_leaves));
  PetscCall(line_set_up(x, &x->load, false, load_leaves));
  PetscFunctionReturn(PETSC_SUCCESS);
}

size_t exchange_root_bytes(size_t pose, size_t load)
{
  return sizeof(PetscInt) + pose + load;
}

/* ---- every step ---- */

PetscErrorCode exchange_out_begin(Exchange *x, const void *roots, void *leaves)
{
  ExchangeLine *line = &x->pose;
  const size_t  size = line->size;

  PetscFunctionBeginUser;
  PetscCall(line_wait(x, line)); /* sends of the previous step, done long ago */
  PetscCall(line_set_up(x, line, true, leaves));
  for (int k = 0; k < x->n_from; k++)
    PetscCallMPI(MPI_Startall_irecv(x->from_first[k + 1] - x->from_first[k], line->type, 1,
                                    &line->leaf_request[k]));
  for (int k = 0; k < x->n_to; k++) {
    const PetscInt end = x->to_first[k + 1];

    for (PetscInt i = x->to_first[k]; i < end; i++) {
      lines_fetch((const char *)roots + (size_t)x->row[i + AHEAD < end ? i + AHEAD : i] * size,
                  size);
      for (size_t at = 0; at < size; at += LINE)
        memcpy(line->packed + (size_t)i * size + at,
               (const char *)roots + (size_t)x->row[i] * size + at, LINE);
    }
    PetscCallMPI(MPI_Start_isend(end - x->to_first[k], line->type, &line->root_request[k]));
  }
  line->on_its_way = true;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exchange_out_end(Exchange *x)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Waitall(x->n_from, x->pose.leaf_request, MPI_STATUSES_IGNORE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exchange_back_begin(Exchange *x, const void *leaves)
{
  ExchangeLine *line = &x->load;

  PetscFunctionBeginUser;
  PetscCall(line_set_up(x, line, false, (void *)leaves)); /* only read */
  for (int k = 0; k < x->n_to; k++)
    PetscCallMPI(MPI_Startall_irecv(x->to_first[k + 1] - x->to_first[k], line->type, 1,
                                    &line->root_request[k]));
  for (int k = 0; k < x->n_from; k++)
    PetscCallMPI(
      MPI_Start_isend(x->from_first[k + 1] - x->from_first[k], line->type, &line->leaf_request[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exchange_back_end(Exchange *x, const void **came)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Waitall(x->n_to, x->load.root_request, MPI_STATUSES_IGNORE));
  PetscCallMPI(MPI_Waitall(x->n_from, x->load.leaf_request, MPI_STATUSES_IGNORE));
  *came = x->load.packed;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- outside of steps ---- */

/* Send `packed` to the leaves (out) or receive it from them. */
static PetscErrorCode send_ints(Exchange *x, bool out, int32_t *packed, int32_t *leaves)
{
  MPI_Request *request, *next;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(x->n_to + x->n_from, &request));
  next = request;
  for (int k = 0; k < x->n_from; k++) {
    int32_t  *values = leaves + x->from_first[k];
    const int n      = (int)(x->from_first[k + 1] - x->from_first[k]);

    if (out)
      PetscCallMPI(
        MPI_Irecv(values, n, MPI_INT32_T, x->from[k], x->pose.tag, x->par->comm, next++));
    else
      PetscCallMPI(
        MPI_Isend(values, n, MPI_INT32_T, x->from[k], x->pose.tag, x->par->comm, next++));
  }
  for (int k = 0; k < x->n_to; k++) {
    int32_t  *values = packed + x->to_first[k];
    const int n      = (int)(x->to_first[k + 1] - x->to_first[k]);

    if (out)
      PetscCallMPI(MPI_Isend(values, n, MPI_INT32_T, x->to[k], x->pose.tag, x->par->comm, next++));
    else
      PetscCallMPI(MPI_Irecv(values, n, MPI_INT32_T, x->to[k], x->pose.tag, x->par->comm, next++));
  }
  PetscCallMPI(MPI_Waitall((int)(next - request), request, MPI_STATUSES_IGNORE));
  PetscCall(PetscFree(request));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exchange_spread_int(Exchange *x, const int32_t *roots, int32_t *leaves)
{
  const PetscInt n = exchange_roots(x);
  int32_t       *packed;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &packed));
  for (PetscInt i = 0; i < n; i++) packed[i] = roots[x->row[i]];
  PetscCall(send_ints(x, true, packed, leaves));
  PetscCall(PetscFree(packed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode exchange_max_int(Exchange *x, int32_t *roots, const int32_t *leaves)
{
  const PetscInt n = exchange_roots(x);
  int32_t       *packed;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &packed));
  PetscCall(send_ints(x, false, packed, (int32_t *)leaves)); /* only read */
  for (PetscInt i = 0; i < n; i++) roots[x->row[i]] = (int32_t)max_int(roots[x->row[i]], packed[i]);
  PetscCall(PetscFree(packed));
  PetscFunctionReturn(PETSC_SUCCESS);
}
