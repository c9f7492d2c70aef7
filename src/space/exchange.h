/* SPDX-License-Identifier: MIT */
/* Rows between the owners of clumps and the ranks that hold copies of them. The graph is made at rebuilds; its messages are set
   up then, too (persistent requests), so that a step neither asks for memory nor tells MPI anew what goes where. Roots are rows
   of this rank, any number of times; leaves are rows in a run, one after the other, rank by rank. */
#ifndef SPACE_EXCHANGE_H
#define SPACE_EXCHANGE_H

#include "base/parallel.h"

/* Messages of one kind, with the rows of one array: set up for where it lies, and again when it has moved. */
typedef struct {
  MPI_Datatype type; /* of a row */
  size_t       size; /* of a row, bytes */
  PetscMPIInt  tag;
  const void  *leaves;       /* of which the requests are */
  MPI_Request *root_request; /* [n_to] */
  MPI_Request *leaf_request; /* [n_from] */
  char        *packed;       /* [rows][size]: rows of roots, as they go out or came in */
  PetscInt     to_capacity, from_capacity, packed_capacity;
  bool         on_its_way; /* `packed` is still being sent */
} ExchangeLine;

typedef struct {
  const Parallel *par;
  int             n_to, n_from;          /* other ranks that hold copies of rows of this one; whose rows are held here */
  int            *to, *from;             /* which, ascending */
  PetscInt       *to_first, *from_first; /* [n_to + 1], [n_from + 1]: of `row`; of the leaves */
  PetscInt       *row;                   /* rows of roots, rank by rank as their leaves are */
  PetscInt        to_capacity, from_capacity, to_first_capacity, from_first_capacity, row_capacity;
  ExchangeLine    pose, load;
} Exchange;

/* Collective; rows of poses have so many bytes, a multiple of 64, and those of loads, a multiple of 8. */
PetscErrorCode exchange_create(const Parallel *par, size_t pose, size_t load, Exchange *exchange);
PetscErrorCode exchange_free(Exchange *exchange);

/* The graph anew: leaves of n_from other ranks, ascending, of rank from[k] those from first[k] to first[k + 1] - 1, and which
   row of that rank each is of. Collective. */
PetscErrorCode exchange_connect(Exchange *exchange, int n_from, const int *from, const PetscInt *first, const PetscInt *root);

/* Messages for leaves that lie there; the begin of either way does it, too, if need be. Local. */
PetscErrorCode exchange_set_up(Exchange *exchange, void *pose_leaves, void *load_leaves);

/* How often rows of this rank are held, and how many are held here. */
PetscInt exchange_roots(const Exchange *exchange);
PetscInt exchange_leaves(const Exchange *exchange);

/* Poses out: rows of `roots` to the leaves. Those with leaves elsewhere are read at the begin. Collective among those concerned,
   as are the others. */
PetscErrorCode exchange_out_begin(Exchange *exchange, const void *roots, void *leaves);
PetscErrorCode exchange_out_end(Exchange *exchange);
/* Loads back: the leaves to their owners; there, after the end, row k of *came belongs to row exchange->row[k]. */
PetscErrorCode exchange_back_begin(Exchange *exchange, const void *leaves);
PetscErrorCode exchange_back_end(Exchange *exchange, const void **came);

/* One int32 a row out, and back as a maximum. Not for steps: they ask for memory. */
PetscErrorCode exchange_spread_int(Exchange *exchange, const int32_t *roots, int32_t *leaves);
PetscErrorCode exchange_max_int(Exchange *exchange, int32_t *roots, const int32_t *leaves);

/* Bytes that stay for each leaf at its owner; poses and loads of so many. */
size_t exchange_root_bytes(size_t pose, size_t load);

#endif
