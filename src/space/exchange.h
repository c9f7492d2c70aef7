/* SPDX-License-Identifier: MIT */
/* Exchange of rows between the owners of clumps and the ranks that hold copies. The communication
   graph is built at rebuilds, with its messages as persistent MPI requests, so that a step
   allocates nothing and describes no message again. Roots are rows of this rank, in any order and
   with repeats; leaves are contiguous rows, ordered by the rank of their roots. */
#ifndef SPACE_EXCHANGE_H
#define SPACE_EXCHANGE_H

#include "base/parallel.h"

/* Messages of one kind, for the rows of one array. They are set up for its address, and again if
   the array has moved. */
typedef struct {
  MPI_Datatype type; /* one row */
  size_t       size; /* bytes of a row */
  PetscMPIInt  tag;
  const void  *leaves;       /* leaf array of the requests; NULL: there are no requests */
  MPI_Request *root_request; /* [n_to] */
  MPI_Request *leaf_request; /* [n_from] */
  char *packed; /* [roots][size] root rows in the order of Exchange.row: send or receive buffer */
  PetscInt to_capacity, from_capacity, packed_capacity;
  bool     on_its_way; /* sends from `packed` have not been waited for */
} ExchangeLine;

typedef struct {
  const Parallel *par;
  int             n_to,
    n_from; /* number of ranks that hold copies of this rank's rows; whose rows are held here */
  int      *to, *from; /* these ranks, ascending */
  PetscInt *to_first,
    *from_first; /* [n_to + 1] offsets into row[]; [n_from + 1] offsets into the leaves */
  PetscInt
    *row; /* root row of each copy elsewhere: by rank, then in the order of that rank's leaves */
  PetscInt     to_capacity, from_capacity, to_first_capacity, from_first_capacity, row_capacity;
  ExchangeLine pose, load;
} Exchange;

/* Exchange without a graph. pose, load: bytes of a row of poses, a multiple of 64, and of loads, a
   multiple of 8. Collective. */
PetscErrorCode exchange_create(const Parallel *par, size_t pose, size_t load, Exchange *exchange);
PetscErrorCode exchange_free(Exchange *exchange);

/* Replace the graph. n_from: number of other ranks whose rows are held here; from[k]: these ranks,
   ascending; leaves first[k] .. first[k + 1] - 1 are copies of rows of rank from[k]; root[i]: row
   of leaf i at its owner. Collective. */
PetscErrorCode exchange_connect(Exchange *exchange, int n_from, const int *from,
                                const PetscInt *first, const PetscInt *root);

/* Set up the requests for leaves at these addresses. Optional: exchange_*_begin does it if the
   address has changed. Local. */
PetscErrorCode exchange_set_up(Exchange *exchange, void *pose_leaves, void *load_leaves);

/* Number of copies of this rank's rows at other ranks; number of copies held on this rank. */
PetscInt exchange_roots(const Exchange *exchange);
PetscInt exchange_leaves(const Exchange *exchange);

/* Send poses from roots to leaves. `roots` is read in the begin only. Collective among ranks that
   exchange rows, like the functions below. */
PetscErrorCode exchange_out_begin(Exchange *exchange, const void *roots, void *leaves);
PetscErrorCode exchange_out_end(Exchange *exchange);
/* Send loads from leaves to their owners. After the end row k of *came is for row
   exchange->row[k]. */
PetscErrorCode exchange_back_begin(Exchange *exchange, const void *leaves);
PetscErrorCode exchange_back_end(Exchange *exchange, const void **came);

/* Send one int32 a row from roots to leaves; reduce leaves into their roots by the maximum. They
   allocate: not for every step. */
PetscErrorCode exchange_spread_int(Exchange *exchange, const int32_t *roots, int32_t *leaves);
PetscErrorCode exchange_max_int(Exchange *exchange, int32_t *roots, const int32_t *leaves);

/* Permanent memory at the owner, bytes per copy, for rows of `pose` and `load` bytes. */
size_t exchange_root_bytes(size_t pose, size_t load);

#endif
