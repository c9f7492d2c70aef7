/* SPDX-License-Identifier: MIT */
#include "measure/grid/flow_grid.h"
#include "base/keyed.h"
#include "base/mail.h"

/* ---- cells and ranks ---- */

static bool boxes_meet(const CellBox *a, const CellBox *b)
{
  for (int k = 0; k < 3; k++)
    if (a->from[k] >= b->to[k] || b->from[k] >= a->to[k]) return false;
  return true;
}

static bool box_fits(const FlowGrid *g, const CellBox *b)
{
  for (int k = 0; k < 3; k++)
    if (b->from[k] < 0 || b->to[k] > g->n[k]) return false;
  return true;
}

static bool box_is_empty(const CellBox *b)
{
  return b->from[0] >= b->to[0] || b->from[1] >= b->to[1] || b->from[2] >= b->to[2];
}

PetscErrorCode flow_grid_create(const Parallel *par, const FlowGrid *given, FlowGrid *grid,
                                bool *whole)
{
  const int64_t all = given->n[0] * given->n[1] * given->n[2];
  int64_t      *first, count;
  bool          wrong;

  PetscFunctionBeginUser;
  *grid     = *given;
  grid->par = par;
  grid->box = NULL;
  wrong     = !box_is_empty(&grid->mine) && !box_fits(grid, &grid->mine);
  if (wrong || box_is_empty(&grid->mine)) grid->mine = (CellBox){.to = {0, 0, 0}};
  grid->n_mine = cell_box_count(&grid->mine);
  first        = memory_zero((size_t)par->size + 1, sizeof *first);
  PetscCall(parallel_gather_items(par, &grid->mine, 1, sizeof grid->mine, first, &grid->box));
  free(first);
  for (int r = 0; r < par->size && grid->n_mine > 0; r++)
    wrong = wrong || (r != par->rank && cell_box_count(&grid->box[r]) > 0 &&
                      boxes_meet(&grid->mine, &grid->box[r]));
  count = grid->n_mine;
  PetscCall(parallel_sum_int(par, &count, 1));
  PetscCall(parallel_any(par, &wrong));
  *whole = !wrong && count == all;
  if (!*whole) flow_grid_free(grid);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void flow_grid_free(FlowGrid *grid)
{
  array_free(&grid->box);
}

static bool box_has(const CellBox *b, const int64_t i[3])
{
  for (int k = 0; k < 3; k++)
    if (i[k] < b->from[k] || i[k] >= b->to[k]) return false;
  return true;
}

CellPlace flow_grid_place(FlowGrid *g, const int64_t i[3])
{
  const CellBox *b;

  for (int r = 0; r < g->par->size && !box_has(&g->box[g->last], i); r++) g->last = r;
  b = &g->box[g->last];
  return (CellPlace){(i[0] - b->from[0]) +
                       (b->to[0] - b->from[0]) *
                         ((i[1] - b->from[1]) + (b->to[1] - b->from[1]) * (i[2] - b->from[2])),
                     g->last};
}

void flow_grid_cell_of(const FlowGrid *g, CellPlace place, int64_t i[3])
{
  const CellBox *b  = &g->box[place.rank];
  const int64_t  nx = b->to[0] - b->from[0], ny = b->to[1] - b->from[1];

  i[0] = b->from[0] + place.at % nx;
  i[1] = b->from[1] + place.at / nx % ny;
  i[2] = b->from[2] + place.at / nx / ny;
}

/* ---- values of cells ---- */

/* Send back the values of the cells that were asked for. */
static void answer(const Mail *asked, int components, const double *field, Mail *answers)
{
  for (int m = 0; m < mail_messages(asked); m++) {
    int            source;
    size_t         size;
    const int64_t *at = (const int64_t *)mail_message(asked, m, &source, &size);

    for (size_t k = 0; k < size / sizeof *at; k++)
      mail_post(answers, source, field + at[k] * components, (size_t)components * sizeof *field);
  }
}

PetscErrorCode flow_grid_get(const FlowGrid *g, PetscInt n, const CellPlace *place, int components,
                             const double *field, double *values)
{
  const size_t   bytes = (size_t)components * sizeof *values;
  const double **next;
  Mail          *asked, *answers;

  PetscFunctionBeginUser;
  if (g->par->size == 1) {
    for (PetscInt k = 0; k < n; k++)
      memcpy(values + (size_t)k * (size_t)components, field + place[k].at * components, bytes);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  mail_create(g->par, &asked);
  mail_create(g->par, &answers);
  for (PetscInt k = 0; k < n; k++)
    mail_post(asked, place[k].rank, &place[k].at, sizeof place[k].at);
  PetscCall(mail_deliver(asked));
  answer(asked, components, field, answers);
  PetscCall(mail_deliver(answers));
  next = memory_zero((size_t)g->par->size, sizeof *next);
  for (int m = 0; m < mail_messages(answers); m++) {
    int         source;
    size_t      size;
    const char *message = mail_message(answers, m, &source, &size);

    next[source] = (const double *)message;
  }
  for (PetscInt k = 0; k < n; k++) {
    memcpy(values + (size_t)k * (size_t)components, next[place[k].rank], bytes);
    next[place[k].rank] += components;
  }
  free(next);
  mail_destroy(&asked);
  mail_destroy(&answers);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- sums ---- */

typedef struct {
  int64_t at;
  Id      id;
  double  value[FLOW_GRID_VALUES];
} Addend;

/* Order by cells, then ids. */
static Keyed *addends_sort(const Addend *list, PetscInt n)
{
  Keyed *order;

  array_create(&order, sizeof *order, (size_t)n);
  for (PetscInt k = 0; k < n; k++) order[k] = (Keyed){(uint64_t)list[k].id, k};
  keyed_sort(order, n);
  for (PetscInt k = 0; k < n; k++) order[k].key = (uint64_t)list[order[k].row].at;
  keyed_sort(order, n);
  return order;
}

PetscErrorCode flow_grid_add(const FlowGrid *g, PetscInt n, const CellPlace *place, const Id *id,
                             int components, const double *values, double *field)
{
  Mail    *mail;
  Addend  *list = NULL;
  Keyed   *order;
  PetscInt got = 0;

  PetscFunctionBeginUser;
  mail_create(g->par, &mail);
  if (g->par->size == 1) array_create(&list, sizeof *list, (size_t)n);
  for (PetscInt k = 0; k < n; k++) {
    Addend a = {.at = place[k].at, .id = id[k]};

    memcpy(a.value, values + (size_t)k * (size_t)components, (size_t)components * sizeof *values);
    if (g->par->size == 1) list[got++] = a;
    else mail_post(mail, place[k].rank, &a, sizeof a);
  }
  if (g->par->size > 1) {
    PetscCall(mail_deliver(mail));
    mail_collect(mail, sizeof *list, &list, &got);
  }
  mail_destroy(&mail);
  order = addends_sort(list, got);
  for (int64_t k = 0; k < g->n_mine * components; k++) field[k] = 0;
  for (PetscInt k = 0; k < got; k++) {
    const Addend *a = &list[order[k].row];

    for (int c = 0; c < components; c++) field[a->at * components + c] += a->value[c];
  }
  array_free(&order);
  array_free(&list);
  PetscFunctionReturn(PETSC_SUCCESS);
}
