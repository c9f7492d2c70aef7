/* SPDX-License-Identifier: MIT */
/* Templates that are being read, passed from rank to rank in messages of bounded size. */
#include "supply/population/template_internal.h"

static const size_t piece = (size_t)1 << 15; /* bytes of a message, at most */

static PetscErrorCode send_array(const Parallel *mates, int to, const void *items, size_t size)
{
  PetscFunctionBeginUser;
  for (size_t at = 0; at < size; at += piece)
    PetscCall(parallel_send(mates, to, (const char *)items + at,
                            (size_t)min_int((int64_t)piece, (int64_t)(size - at))));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode receive_array(const Parallel *mates, int from, void *items, size_t size)
{
  PetscFunctionBeginUser;
  for (size_t at = 0, n; at < size; at += n) {
    char *bytes;

    PetscCall(parallel_receive(mates, from, &bytes, &n));
    memcpy((char *)items + at, bytes, n);
    free(bytes);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode send_part(const Parallel *mates, int to, TemplatePart *part)
{
  PebbleSet   *set = &part->set;
  const size_t n   = (size_t)part->found.n;

  PetscFunctionBeginUser;
  PetscCall(send_array(mates, to, part, sizeof *part));
  PetscCall(send_array(mates, to, set->x, n * sizeof *set->x));
  PetscCall(send_array(mates, to, set->r, n * sizeof *set->r));
  PetscCall(send_array(mates, to, set->group, n * sizeof *set->group));
  PetscCall(send_array(mates, to, set->material, n * sizeof *set->material));
  if (set->axis) PetscCall(send_array(mates, to, set->axis, n * sizeof *set->axis));
  pebble_set_free(set);
  *part = (TemplatePart){0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode receive_part(const Parallel *mates, int from, TemplatePart *part)
{
  PebbleSet *set = &part->set;
  PebbleSet  there;
  size_t     n;

  PetscFunctionBeginUser;
  PetscCall(receive_array(mates, from, part, sizeof *part));
  there = *set;
  n     = (size_t)part->found.n;
  pebble_set_create(part->found.n, set);
  array_create(&set->group, sizeof *set->group, set->n);
  if (there.axis) pebble_set_axes(set);
  set->dimension = there.dimension;
  set->merged    = there.merged;
  PetscCall(receive_array(mates, from, set->x, n * sizeof *set->x));
  PetscCall(receive_array(mates, from, set->r, n * sizeof *set->r));
  PetscCall(receive_array(mates, from, set->group, n * sizeof *set->group));
  PetscCall(receive_array(mates, from, set->material, n * sizeof *set->material));
  if (set->axis) PetscCall(receive_array(mates, from, set->axis, n * sizeof *set->axis));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode template_pass(const Parallel *mates, int from, int to, TemplatePart *part)
{
  PetscFunctionBeginUser;
  if (from == to) PetscFunctionReturn(PETSC_SUCCESS);
  if (mates->rank == from) PetscCall(send_part(mates, to, part));
  else if (mates->rank == to) PetscCall(receive_part(mates, from, part));
  PetscFunctionReturn(PETSC_SUCCESS);
}
