/* SPDX-License-Identifier: MIT */
/* Places and sums of corrections as columns (rods.h). */
#include "base/kernel.h"
#include "constraint/follow.h"
#include "constraint/reaction.h"
#include "constraint/rods.h"

void rod_columns_free(RodColumns *k)
{
  for (int i = 0; i < 3; i++) {
    array_free(&k->x[i]);
    array_free(&k->rest[i]);
    array_free(&k->began[i]);
    array_free(&k->sum[i]);
  }
  array_free(&k->response);
  array_free(&k->run);
  *k = (RodColumns){0};
}

/* Rows that no link asks for stay 0; some are sent. */
static PetscErrorCode reserve(RodColumns *k, PetscInt rows)
{
  PetscInt capacity[13];

  PetscFunctionBeginUser;
  if (rows <= k->rows) PetscFunctionReturn(PETSC_SUCCESS);
  for (int i = 0; i < 13; i++) capacity[i] = k->rows;
  for (int i = 0; i < 3; i++) {
    PetscCall(array_reserve(&k->x[i], sizeof(double), rows, &capacity[i]));
    PetscCall(array_reserve(&k->rest[i], sizeof(double), rows, &capacity[3 + i]));
    PetscCall(array_reserve(&k->sum[i], sizeof(int64_t), rows, &capacity[6 + i]));
    PetscCall(array_reserve(&k->began[i], sizeof(double), rows, &capacity[10 + i]));
  }
  PetscCall(array_reserve(&k->response, sizeof(double), rows, &capacity[9]));
  k->rows = capacity[0];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void take_place(const RodColumns *k, const Clumps *c, PetscInt a)
{
  const Vec3 x = c->pose[a].x, rest = c->motion[a].rest;

  k->x[0][a]    = x.x;
  k->x[1][a]    = x.y;
  k->x[2][a]    = x.z;
  k->rest[0][a] = rest.x;
  k->rest[1][a] = rest.y;
  k->rest[2][a] = rest.z;
}

/* Rows in a row, of which none is left out. */
static PetscErrorCode find_runs(RodColumns *k, const Needs *needs)
{
  PetscInt n = 0;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&k->run, sizeof *k->run, needs->n_given, &k->runs_capacity));
  for (PetscInt i = 0; i < needs->n_given; i++) {
    const PetscInt a = needs->given[i].row;

    if (n > 0 && a < k->run[n - 1][1]) continue;
    if (n > 0 && a == k->run[n - 1][1]) k->run[n - 1][1]++;
    else {
      k->run[n][0]   = a;
      k->run[n++][1] = a + 1;
    }
  }
  k->n_runs = n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rows change with the links; sums of all are 0, also of rows that were those of copies. */
static PetscErrorCode find_rows(RodColumns *k, const ConstraintScene *s)
{
  PetscFunctionBeginUser;
  PetscCall(reserve(k, s->clumps->n));
  PetscCall(find_runs(k, &s->links->needs));
  for (int i = 0; i < 3 && k->rows > 0; i++)
    memset(k->sum[i], 0, (size_t)k->rows * sizeof *k->sum[i]);
  k->version = s->links->version;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode rod_columns_begin(Constraints *c, const ConstraintScene *s)
{
  PetscFunctionBeginUser;
  if (c->columns.version != s->links->version) PetscCall(find_rows(&c->columns, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void rod_columns_take_places(Constraints *c, const ConstraintScene *s, PetscInt from, PetscInt to)
{
  const uint64_t    plane = s->domain->dimension == 2 ? BLOCK_X | BLOCK_Y : BLOCK_MOVE;
  const RodColumns *k     = &c->columns;

  for (PetscInt r = 0; r < k->n_runs; r++) {
    const PetscInt first = (PetscInt)max_int(from, k->run[r][0]),
                   last  = (PetscInt)min_int(to, k->run[r][1]);

    if (first >= last) continue;
    rod_columns_take_rows(k, s->clumps, first, last, plane | BLOCK_BODY_MOVE, c->rods.n_others > 0);
    for (PetscInt a = first; s->clumps->anchor_q && a < last; a++)
      if (clump_is_driven(s->clumps, a)) k->response[a] = 0;
  }
}

PetscErrorCode rod_columns_renew(Constraints *c, const ConstraintScene *s)
{
  const RodColumns *k  = &c->columns;
  const Clumps     *of = s->clumps;

  PetscFunctionBeginUser;
  PetscCall(halo_renew(s->halo, of, 3, k->x));
  for (PetscInt a = of->n_owned; a < of->n; a++) {
    const Vec3 x =
      domain_shifted(s->domain, vec3(k->x[0][a], k->x[1][a], k->x[2][a]), of->shift[a]);

    k->x[0][a] = x.x;
    k->x[1][a] = x.y;
    k->x[2][a] = x.z;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void rod_columns_lend(const Constraints *c, const ConstraintScene *s)
{
  const LinkSet    *set = constraint_set(s->links);
  const RodColumns *k   = &c->columns;

  for (PetscInt i = 0; i < 2 * set->n; i++) {
    const int32_t a = set->row[i / 2][i % 2];

    if (a < 0 || !c->rods.others[i / 2]) continue;
    s->clumps->pose[a].x = vec3(k->x[0][a], k->x[1][a], k->x[2][a]);
  }
}

void rod_columns_take(const Constraints *c, const ConstraintScene *s)
{
  const LinkSet    *set = constraint_set(s->links);
  const RodColumns *k   = &c->columns;

  for (PetscInt i = 0; i < 2 * set->n; i++) {
    const int32_t a = set->row[i / 2][i % 2];

    if (a < 0 || !c->rods.others[i / 2]) continue;
    for (int e = 0; e < 3; e++)
      loads_add(&k->sum[e][a], s->loads->sum[(size_t)a * LOAD_PARTS + LOAD_FORCE + (size_t)e]);
    loads_clear_rows(s->loads, a, a + 1);
  }
}

/* Clumps that are blocked along some directions, and those that follow motions, move as poses. */
static void follow_held(const Constraints *c, const ConstraintScene *s)
{
  const RodColumns *k = &c->columns;

  for (PetscInt i = 0; i < c->n; i++) {
    const PetscInt a = c->body[i].row;

    follow_body(c, s, &c->body[i], (int64_t[LOAD_PARTS]){k->sum[0][a], k->sum[1][a], k->sum[2][a]},
                true);
    take_place(k, s->clumps, a);
    k->sum[0][a] = k->sum[1][a] = k->sum[2][a] = 0;
  }
}

/* Move n rows along one axis, as grid_drift does. */
KERNEL static void drift(PetscInt n, double quantum, double magic, const double *restrict response,
                         int64_t *restrict sum, double *restrict x, double *restrict rest)
{
  for (PetscInt a = 0; a < n; a++) {
    grid_drift(&x[a], &rest[a], response[a] * ((double)sum[a] * quantum), magic);
    sum[a] = 0;
  }
}

PetscErrorCode rod_columns_follow(Constraints *c, const ConstraintScene *s)
{
  const RodColumns *k     = &c->columns;
  const PetscInt    owned = s->clumps->n_owned;
  const size_t      held  = (size_t)(s->clumps->n - owned) * sizeof(int64_t);

  PetscFunctionBeginUser;
  PetscCall(halo_sum(s->halo, s->clumps, 3, k->sum));
  for (int i = 0; i < 3 && held > 0; i++)
    memset(k->sum[i] + owned, 0, held); /* may be owned later */
  reactions_add_columns(c, s);
  follow_held(c, s);
  for (PetscInt r = 0; r < k->n_runs; r++)
    for (int e = 0; e < 3; e++) {
      const PetscInt from = k->run[r][0];

      drift(k->run[r][1] - from, c->move.quantum, s->domain->magic, k->response + from,
            k->sum[e] + from, k->x[e] + from, k->rest[e] + from);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}
