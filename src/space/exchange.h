/* SPDX-License-Identifier: MIT */
/* Exchange of rows between the owners of clumps and the ranks that hold copies. The communication
   graph is built at rebuilds, with its messages as persistent MPI requests, so that a step
   allocates nothing and describes no message again. Roots are rows of this rank, in any order and
   with repeats; leaves are contiguous rows, ordered by the rank of their roots. */
#ifndef SPACE_EXCHANGE_H
#define SPACE_EXCHANGE_H

#include "base/parallel.h"

enum { EXCHANGE_LINES = 16 }; /* most arrays in a message */

/* Rows of one array: all bytes of a struct, or a member of it. The first line of poses has rows of
   a multiple of 64 bytes without gaps. */
typedef struct {
  size_t      size, stride; /* bytes of a row, a multiple of 8; from row to row */
  const void *roots;        /* row 0 of the roots; used by exchange_begin only */
  void       *leaves;       /* row 0 of the leaves */
} ExchangeLine;

/* Messages of one direction: one for each rank, with the rows of all lines. They are set up for the
   lines' addresses, and again if these have changed. */
typedef struct {
  int           n; /* lines; 0: there are no requests */
  ExchangeLine  line[EXCHANGE_LINES];
  size_t        size; /* bytes of a row of all lines */
  MPI_Datatype  row;  /* each of `size` bytes */
  PetscMPIInt   tag;
  MPI_Request  *root_request; /* [n_to] */
  MPI_Request  *leaf_request; /* [n_from] */
  MPI_Datatype *type;         /* [n_to + n_from] of messages with several lines; else not used */
  /* line by line: [roots][size] root rows in the order of Exchange.row: send or receive buffer */
  char    *packed;
  PetscInt to_capacity, from_capacity, type_capacity, packed_capacity;
  bool     on_its_way; /* sends from `packed` have not been waited for */
} ExchangeWay;

/* Poses to leaves; loads to roots; further columns to leaves; further sums to roots. */
enum { EXCHANGE_OUT, EXCHANGE_BACK, EXCHANGE_RENEW, EXCHANGE_SUM, EXCHANGE_WAYS };

typedef struct {
  const Parallel *par;
  /* number of ranks that hold copies of this rank's rows; number of ranks whose rows are held
     here */
  int  n_to, n_from;
  int *to, *from; /* these ranks, ascending */
  /* [n_to + 1] offsets into row[]; [n_from + 1] offsets into the leaves */
  PetscInt *to_first, *from_first;
  /* root row of each copy elsewhere: by rank, then in the order of that rank's leaves */
  PetscInt   *row;
  PetscInt    to_capacity, from_capacity, to_first_capacity, from_first_capacity, row_capacity;
  ExchangeWay way[EXCHANGE_WAYS];
} Exchange;

/* Exchange without a graph. Collective. */
PetscErrorCode exchange_create(const Parallel *par, Exchange *exchange);
PetscErrorCode exchange_free(Exchange *exchange);

/* Replace the graph. n_from: number of other ranks whose rows are held here; from[k]: these ranks,
   ascending; leaves first[k] .. first[k + 1] - 1 are copies of rows of rank from[k]; root[i]: row
   of leaf i at its owner. Collective. */
PetscErrorCode exchange_connect(Exchange *exchange, int n_from, const int *from,
                                const PetscInt *first, const PetscInt *root);

/* Set up the requests of a way for n lines. Optional: exchange_begin does it if they have changed.
   Local. */
PetscErrorCode exchange_set_up(Exchange *exchange, int way, int n, const ExchangeLine *lines);

/* Number of copies of this rank's rows at other ranks; number of copies held on this rank. */
PetscInt exchange_roots(const Exchange *exchange);
PetscInt exchange_leaves(const Exchange *exchange);

/* Send rows of n lines by a way; line 0 of EXCHANGE_OUT are the poses. Roots are read in the begin
   only. Collective among ranks that exchange rows. */
PetscErrorCode exchange_begin(Exchange *exchange, int way, int n, const ExchangeLine *lines);
PetscErrorCode exchange_end(Exchange *exchange, int way);
/* Rows of a line that came to the roots by EXCHANGE_BACK or EXCHANGE_SUM: row k is for row
   exchange->row[k]. */
const void *exchange_came(const Exchange *exchange, int way, int line);

/* Send one int32 a row from roots to leaves; reduce leaves into their roots by the maximum. They
   allocate: not for every step. */
PetscErrorCode exchange_spread_int(Exchange *exchange, const int32_t *roots, int32_t *leaves);
PetscErrorCode exchange_max_int(Exchange *exchange, int32_t *roots, const int32_t *leaves);

#endif
