/* SPDX-License-Identifier: MIT */
/* Shared memory by POSIX objects: the head creates one, all map it, and its name is removed at
   once, so that nothing stays behind however the run ends. */
#define _POSIX_C_SOURCE 200809L
#include "base/shared.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { NAME_ROOM = 64, ALIGNED = 64, TRIES = 1000 };

PetscErrorCode nodes_open(const Parallel *par, Nodes *nodes)
{
  PetscFunctionBeginUser;
  PetscCall(parallel_by_node(par, &nodes->mates, &nodes->heads));
  nodes->is_head = nodes->mates.rank == 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode nodes_close(Nodes *nodes)
{
  PetscFunctionBeginUser;
  PetscCall(communicator_free(&nodes->heads.comm));
  PetscCall(communicator_free(&nodes->mates.comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- blocks ---- */

/* Create an object of this size, all of it reserved: a page that cannot be had would end the run
   with a signal when it is written. -1: there is no room. */
static int object_create(size_t size, char *name)
{
  int file = -1;

  for (int k = 0; k < TRIES && file < 0; k++) {
    snprintf(name, NAME_ROOM, "/clast-%ld-%d", (long)getpid(), k);
    file = shm_open(name, O_CREAT | O_EXCL | O_RDWR, S_IRUSR | S_IWUSR);
  }
  if (file < 0) name[0] = 0;
  else if (posix_fallocate(file, 0, (off_t)size) != 0) {
    close(file);
    shm_unlink(name);
    name[0] = 0;
    return -1;
  }
  return file;
}

static void *map(int file, size_t size)
{
  void *bytes =
    file < 0 ? MAP_FAILED : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);

  if (file >= 0) close(file);
  return bytes == MAP_FAILED ? NULL : bytes;
}

PetscErrorCode shared_create(const Parallel *mates, size_t size, Shared *shared)
{
  char name[NAME_ROOM] = "";
  bool failed;
  int  file = -1;

  PetscFunctionBeginUser;
  *shared = (Shared){.size = size};
  if (size == 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (mates->size > 1) {
    if (mates->rank == 0) file = object_create(size, name);
    PetscCall(parallel_bcast(mates, name, sizeof name, 0));
    if (mates->rank > 0 && name[0]) file = shm_open(name, O_RDWR, 0);
    shared->bytes = map(file, size);
    failed        = !shared->bytes;
    PetscCall(parallel_any(mates, &failed)); /* all have opened it, or failed to */
    if (mates->rank == 0 && name[0]) shm_unlink(name);
    if (failed && shared->bytes) munmap(shared->bytes, size);
    shared->mapped = !failed;
  }
  if (!shared->mapped) array_create(&shared->bytes, ALIGNED, (size / ALIGNED + 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode shared_seal(const Parallel *mates, Shared *shared)
{
  PetscFunctionBeginUser;
  if (shared->mapped) {
    PetscCall(parallel_barrier(mates));
    (void)mprotect(shared->bytes, shared->size, PROT_READ); /* a guard, not needed */
  } else if (shared->size > 0 && mates->size > 1)
    PetscCall(parallel_bcast(mates, shared->bytes, shared->size, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void shared_free(Shared *shared)
{
  if (shared->mapped) munmap(shared->bytes, shared->size);
  else array_free(&shared->bytes);
  *shared = (Shared){.size = 0};
}

/* ---- arrays in a block ---- */

static size_t aligned(size_t size)
{
  return (size + ALIGNED - 1) / ALIGNED * ALIGNED;
}

PetscErrorCode shared_arrays(const Parallel *mates, int n, SharedArray *array, Shared *shared)
{
  size_t size = 0;
  char  *to;

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) size += aligned(array[k].size);
  PetscCall(shared_create(mates, size, shared));
  to = shared->bytes;
  for (int k = 0; k < n; to += aligned(array[k].size), k++) {
    if (mates->rank == 0 && array[k].size > 0) memcpy(to, *array[k].list, array[k].size);
    if (mates->rank == 0) array_free(array[k].list);
    *array[k].list = array[k].size > 0 ? to : NULL;
  }
  PetscCall(shared_seal(mates, shared));
  PetscFunctionReturn(PETSC_SUCCESS);
}
