/* SPDX-License-Identifier: MIT */
/* Waiting clumps: rows are copied by the field table, so that new columns are included. */
#include "matter/waiting.h"

/* clang-format off */
const Field waiting_fields[] = {
  FIELD("time", REAL, FIELD_COLUMN(Waiting, time), "s", SAVED, "time at which the clump enters"),
  {0},
};
/* clang-format on */

PetscErrorCode waiting_create(Waiting **waiting)
{
  PetscFunctionBeginUser;
  array_create(waiting, sizeof **waiting, 1);
  PetscCall(clumps_create(&(*waiting)->clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void waiting_destroy(Waiting **waiting)
{
  if (*waiting) {
    clumps_destroy(&(*waiting)->clumps);
    fields_free(waiting_fields, *waiting);
    array_free(&(*waiting)->entered);
    array_free(waiting);
  }
}

void waiting_reserve(Waiting *w, PetscInt n)
{
  clumps_reserve(w->clumps, n);
  fields_reserve(waiting_fields, w, n, &w->capacity);
}

/* Append a copy of row `a` as an owned row of `to`. */
static void append(Clumps *to, const Clumps *from, PetscInt a)
{
  clumps_reserve(to, to->n_owned + 1);
  fields_take(to->fields, to, to->n_owned, from, a, 0);
  to->shift[to->n_owned] = (Image){0, 0, 0};
  if (to->anchor_q) { /* nothing drives it until it enters */
    to->anchor_x[to->n_owned] = (Vec3){0, 0, 0};
    to->anchor_q[to->n_owned] = (Quat){0, 0, 0, 0};
  }
  to->n = ++to->n_owned;
}

void waiting_add(Waiting *w, const Clumps *clumps, PetscInt a, double time)
{
  waiting_reserve(w, w->clumps->n_owned + 1);
  w->time[w->clumps->n_owned] = time;
  append(w->clumps, clumps, a);
}

void waiting_release(Waiting *w, double now, Clumps *clumps)
{
  Clumps  *c    = w->clumps;
  PetscInt stay = 0;

  clumps->n    = clumps->n_owned;
  w->n_entered = 0;
  array_reserve(&w->entered, sizeof *w->entered, c->n_owned, &w->entered_capacity);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (w->time[a] <= now) {
      w->entered[w->n_entered++] = c->id[a];
      append(clumps, c, a);
      continue;
    }
    w->time[stay] = w->time[a];
    if (stay != a) fields_copy(c->fields, c, stay, a);
    stay++;
  }
  c->n = c->n_owned = stay;
}

PetscErrorCode waiting_next(const Parallel *par, const Waiting *w, double *time, int64_t *n)
{
  PetscFunctionBeginUser;
  *time = INFINITY;
  for (PetscInt a = 0; a < w->clumps->n_owned; a++) *time = min_real(*time, w->time[a]);
  PetscCall(parallel_min(par, time, 1));
  if (n) {
    *n = w->clumps->n_owned;
    PetscCall(parallel_sum_int(par, n, 1));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
