/* SPDX-License-Identifier: MIT */
/* Data that do not change and are the same on all ranks: one copy for all ranks of a node,
   in shared memory. Where the node has no room for it (/dev/shm may be small), every rank
   has a copy. */
#ifndef BASE_SHARED_H
#define BASE_SHARED_H

#include "base/parallel.h"

/* The ranks of a simulation by nodes. The head of a node, rank 0 of `mates`, fills the
   shared memory. */
typedef struct {
  Parallel mates; /* the ranks of this rank's node */
  Parallel heads; /* the heads of all nodes; used by them alone */
  bool     is_head;
} Nodes;

/* Find the ranks of each node. Collective. */
PetscErrorCode nodes_open(const Parallel *par, Nodes *nodes);
PetscErrorCode nodes_close(Nodes *nodes);

typedef struct {
  size_t size; /* bytes */
  void  *bytes;
  bool   mapped; /* one copy on this node; false: this rank's own */
} Shared;

/* Allocate a block of this size, 64-byte aligned, for the head to fill: on the other ranks bytes
   may not be read before shared_seal. Collective over mates. */
PetscErrorCode shared_create(const Parallel *mates, size_t size, Shared *shared);
/* After the head has written: from here on every rank may read, and none may write. Collective over
   mates. */
PetscErrorCode shared_seal(const Parallel *mates, Shared *shared);
/* Free the block. Its memory is returned when the last rank of the node has freed it, or
   has ended. Local. */
void shared_free(Shared *shared);

/* An array of a struct that goes into such a block. */
typedef struct {
  void **list;
  size_t size; /* bytes */
} SharedArray;

/* Move n arrays to one block, to which they then point: the head has their contents, which are freed.
   All ranks know their sizes. Collective over mates. */
PetscErrorCode shared_arrays(const Parallel *mates, int n, SharedArray *array, Shared *shared);

#endif
