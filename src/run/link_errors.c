/* SPDX-License-Identifier: MIT */
/* Constraints that do not hold (link_run.h). */
#include "constraint/error.h"
#include "run/sim.h"

/* A pair does not hold if its error exceeds this share of its size, or this angle, rad. */
#define ERROR_MOST 0.01

enum { WORST = 5, NUMBERS = 6, TEXT = 512 };

/* The worst pairs of a rank, or of all, in descending order. */
typedef struct {
  int             n;
  int64_t         all; /* pairs that do not hold */
  ConstraintError list[WORST];
} Worst;

/* Error over the allowed one. */
static double excess(const ConstraintError *e)
{
  return max_real(e->length / (ERROR_MOST * e->size), e->angle / ERROR_MOST);
}

/* Order of the list; no two pairs are equal in it. */
static bool is_worse(const ConstraintError *a, const ConstraintError *b)
{
  const double x = excess(a), y = excess(b);

  if (x != y) return x > y;
  if (a->a != b->a) return a->a < b->a;
  return a->b != b->b ? a->b < b->b : a->object < b->object;
}

static void put(Worst *w, ConstraintError e)
{
  int k = w->n < WORST ? w->n++ : WORST;

  for (; k > 0 && is_worse(&e, &w->list[k - 1]); k--)
    if (k < WORST) w->list[k] = w->list[k - 1];
  if (k < WORST) w->list[k] = e;
}

/* Leave compliant equations out at the start, as springs may begin stretched. */
static void leave_springs_out(const LinkSet *set, ConstraintError *e)
{
  const ConstraintObject *o = set->objects[e->object].constants;

  if (o->compliance[0] > 0) e->length = 0;
  if (o->compliance[1] > 0) e->angle = 0;
}

static void find_here(const Sim *sim, const ContactScene *scene, bool start, Worst *w)
{
  const LinkSet  *set = constraint_set_of(&sim->links);
  ErrorCursor     at;
  ConstraintError e;

  errors_begin(&at);
  while (errors_next(scene, &sim->templates, &sim->links, &at, &e)) {
    if (start) leave_springs_out(set, &e);
    if (!(excess(&e) > 1)) continue;
    w->all++;
    put(w, e);
  }
}

/* Merge the lists of all ranks. Ids are sent as numbers, and are exact up to 2^53. */
static PetscErrorCode gather(const Parallel *par, Worst *w)
{
  const Worst here = *w;
  double      mine[WORST * NUMBERS];
  double     *all;
  int        *counts, n = 0;

  PetscFunctionBeginUser;
  for (int k = 0; k < here.n; k++) {
    const ConstraintError *e            = &here.list[k];
    const double           row[NUMBERS] = {(double)e->a, (double)e->b, e->object,
                                           e->length,    e->angle,     e->size};

    memcpy(mine + (size_t)k * NUMBERS, row, sizeof row);
  }
  PetscCall(array_create(&counts, sizeof *counts, par->size));
  PetscCall(parallel_counts(par, here.n * NUMBERS, counts));
  for (int k = 0; k < par->size; k++) n += counts[k];
  PetscCall(array_create(&all, sizeof *all, n));
  PetscCall(parallel_gather(par, mine, counts, all));
  w->n = 0;
  for (const double *r = all; r < all + n; r += NUMBERS)
    put(w, (ConstraintError){(Id)r[0], (Id)r[1], (int)r[2], r[3], r[4], r[5]});
  PetscCall(parallel_sum_int(par, &w->all, 1));
  array_free(&all);
  array_free(&counts);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Print one pair with the larger of its errors. */
static int print_pair(const LinkSet *set, const ConstraintError *e, char *text, size_t size)
{
  const bool of_length = e->length / e->size >= e->angle;

  return snprintf(text, size, "%s %" PRId64 "-%" PRId64 " (%.2g %s)", set->objects[e->object].name,
                  e->a, e->b, of_length ? e->length : e->angle, of_length ? "m" : "rad");
}

PetscErrorCode link_run_warn(Sim *sim, bool start)
{
  const LinkSet     *set        = constraint_set_of(&sim->links);
  const ContactScene scene      = sim_scene(sim);
  Worst              worst      = {0};
  char               text[TEXT] = "";
  size_t             used       = 0;

  PetscFunctionBeginUser;
  if (set->n_objects == 0) PetscFunctionReturn(PETSC_SUCCESS);
  find_here(sim, &scene, start, &worst);
  PetscCall(gather(&sim->par, &worst));
  if (worst.all == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < worst.n && used < TEXT; k++) {
    used += (size_t)snprintf(text + used, TEXT - used, "%s", k > 0 ? ", " : "");
    if (used < TEXT) used += (size_t)print_pair(set, &worst.list[k], text + used, TEXT - used);
  }
  warning_add(&sim->warnings,
              "constraint: %" PRId64 " pairs do not hold%s: they are off by more than %g of their "
              "size, or rad. Worst: %s. %s",
              worst.all, start ? " at the start" : "", ERROR_MOST, text,
              start
                ? "The first steps move their bodies there, with the velocities that this takes: "
                  "correct the list or the places, or let them move before the run (run: "
                  "static_passes: 100)"
                : "They contradict each other or bodies that are held, or need more sweeps or "
                  "smaller steps");
  PetscFunctionReturn(PETSC_SUCCESS);
}
