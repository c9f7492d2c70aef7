/* SPDX-License-Identifier: MIT */
/* Loads of contacts by pebbles (member_loads.h). */
#include "contact/member_loads.h"

PetscErrorCode member_loads_begin(Contacts *c, PetscInt pebbles)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&c->on_members, sizeof *c->on_members, (pebbles + 1) * LOAD_PARTS,
                          &c->members_capacity));
  memset(c->on_members, 0, (size_t)pebbles * LOAD_PARTS * sizeof *c->on_members);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void add(int64_t *to, int sign, int64_t from)
{
  loads_add(to, sign > 0 ? from : (int64_t)(0 - (uint64_t)from));
}

void member_loads_add(Contacts *c, const PairList *list, bool walls, const int32_t *hits, int n,
                      int64_t force[3][TILE], int64_t about_a[3][TILE], int64_t about_b[3][TILE])
{
  for (int k = 0; k < n; k++)
    for (int part = 0; part < 3; part++) {
      int64_t *a = member_load(c, list->a[hits[k]]);

      add(&a[LOAD_FORCE + part], 1, force[part][k]);
      add(&a[LOAD_TORQUE + part], 1, about_a[part][k]);
      if (walls) continue;
      a = member_load(c, list->b[hits[k]]);
      add(&a[LOAD_FORCE + part], -1, force[part][k]);
      add(&a[LOAD_TORQUE + part], -1, about_b[part][k]);
    }
}
