/* SPDX-License-Identifier: MIT */
/* Forces of the scenario: their values (force.h). */
#include "interaction/force.h"
#include "base/kernel.h"

/* Load at time t of the table: linear between rows, constant before the first and after the last. */
static void look_up(const Force *f, double t, double load[FORCE_PARTS])
{
  enum { WIDTH = 1 + FORCE_PARTS };
  int           lo = 0, hi = f->n - 1;
  const double *a, *b;
  double        part;

  while (hi - lo > 1) {
    const int mid = lo + (hi - lo) / 2;

    if (f->table[mid * WIDTH] <= t) lo = mid;
    else hi = mid;
  }
  a    = f->table + lo * WIDTH;
  b    = f->table + hi * WIDTH;
  part = t <= a[0] ? 0 : t >= b[0] ? 1 : (t - a[0]) / (b[0] - a[0]);
  for (int k = 0; k < FORCE_PARTS; k++) load[k] = a[1 + k] + part * (b[1 + k] - a[1 + k]);
}

static void add_formulas(const Force *f, BodyBatch *b)
{
  double *const to[FORCE_PARTS] = {b->fx, b->fy, b->fz, b->cx, b->cy, b->cz};
  const double *column[FORMULA_NAMES];
  double        time[INTERACTION_TILE], value[INTERACTION_TILE];

  formulas_columns(b, time, column);
  for (int i = 0; i < f->n_formulas; i++) {
    expression_evaluate(&f->formula[i], column, b->n, value);
    for (int k = 0; k < b->n; k++) to[i][k] += value[k];
  }
}

static void act(const void *self, BodyBatch *b)
{
  const Force *f = self;
  double       load[FORCE_PARTS];

  memcpy(load, f->load, sizeof load);
  if (f->n > 0) look_up(f, b->time, load);
  for (int k = 0; k < b->n; k++) {
    b->fx[k] += load[0];
    b->fy[k] += load[1];
    b->fz[k] += load[2];
    b->cx[k] += load[3];
    b->cy[k] += load[4];
    b->cz[k] += load[5];
  }
  if (f->n_formulas > 0) add_formulas(f, b);
}

static void explain(const void *self, const BodyBatch *b, int k, char *text, size_t size)
{
  const Force *f = self;

  formulas_explain(f->formula, f->n_formulas, b, k, text, size);
}

static void release(void *self)
{
  array_free(&((Force *)self)->table);
}

static void limits(const void *self, const FieldBody *body, BodyLimits *limits)
{
  (void)body;
  limits->steepness = ((const Force *)self)->n_formulas > 0 ? INFINITY : 0;
}

const Interaction interaction_force = {
  .head = {.name = "force", .text = "a force of the scenario.", .options = {interaction_groups}},
  .size = sizeof(Force),
  .supplies = true,
  .limits   = limits,
  .body =
    &(const BodyForce){
      .bodies  = BODIES_CLUMPS,
      .act     = act,
      .explain = explain,
    },
  .free = release,
};
