/* SPDX-License-Identifier: MIT */
/* Errors that the sweeps have left, and the warning of constraints that do not hold (error.h). */
#include "constraint/error.h"

/* Violation of a rigid equation: |C|, or the wrong side of 0 alone if its force is one-sided. */
static double excess(double value, double least, double most)
{
  if (isfinite(least) && isfinite(most)) return 0; /* a motor, or left out */
  if (isfinite(least)) return max_real(0, -value);
  if (isfinite(most)) return max_real(0, value);
  return fabs(value);
}

/* Violation of a single compliant equation: |C + compliance force|, with the force within its
   bounds. */
static double excess_alone(const ConstraintBatch *b, int e, int i, double compliance, double force)
{
  const double wanted =
    min_real(max_real(-b->value[e][i] / compliance, b->least[e][i]), b->most[e][i]);

  return compliance * fabs(force - wanted);
}

/* Violation of the equations of lengths, or of angles. force: that of all of them, N or N m. */
static double error_of(const ConstraintObject *o, const ConstraintBatch *b, int i, bool angles,
                       double force)
{
  const Constraint *kind       = o->kind;
  const double      compliance = o->compliance[angles];
  const unsigned    set        = angles ? kind->angles : ~kind->angles;
  double            most = 0, square = 0;
  int               n = 0, last = 0;

  for (int e = 0; e < kind->equations; e++) {
    if (!equation_is_in(set, e)) continue;
    last = e;
    n++;
    square += b->value[e][i] * b->value[e][i];
    if (compliance_of(o, e) == 0)
      most = max_real(most, excess(b->value[e][i], b->least[e][i], b->most[e][i]));
  }
  if (compliance == 0 || o->damping[angles] > 0 || n == 0 || (set & kind->stiff)) return most;
  return n == 1 ? excess_alone(b, last, i, compliance, force)
                : fabs(sqrt(square) - compliance * fabs(force));
}

static ConstraintError error_at(const ContactScene *s, const Templates *templates,
                                const LinkSet *set, const ErrorCursor *at, int i)
{
  const ConstraintObject *o      = set->objects[at->at.object].constants;
  const PetscInt          k      = at->tile.link[i];
  const int32_t          *row    = set->ends[k].row;
  const double           *memory = at->tile.batch.memory[i];
  const Clumps           *c      = s->clumps;
  double                  bound[2];

  for (int side = 0; side < 2; side++)
    bound[side] = templates->list[c->template[row[side]]].bound * c->scale[row[side]];
  return (ConstraintError){.a      = set->list[k].a,
                           .b      = set->list[k].b,
                           .object = at->at.object,
                           .length = error_of(o, &at->batch, i, false, memory[CONSTRAINT_FORCE]),
                           .angle  = error_of(o, &at->batch, i, true, memory[CONSTRAINT_TORQUE]),
                           .size =
                             max_real(vec3_norm(vec3_sub(c->pose[row[1]].x, c->pose[row[0]].x)),
                                      min_real(bound[0], bound[1]))};
}

bool errors_next(const ContactScene *s, const Templates *templates, const Links *links,
                 ErrorCursor *c, ConstraintError *error)
{
  const LinkSet          *set = constraint_set_of(links);
  const ConstraintObject *o;

  if (!links->placed) return false;
  if (c->i >= c->tile.batch.n) {
    c->i = 0;
    if (!links_next_tile(set, s, templates, &c->at, &c->tile)) return false;
    o = set->objects[c->at.object].constants;
    constraint_batch(o->kind, &c->tile.batch, s->dt, &c->batch);
    o->kind->evaluate(o->own, &c->batch);
  }
  *error = error_at(s, templates, set, c, c->i++);
  return true;
}

/* ---- the warning ---- */

/* A pair does not hold if its error exceeds this share of its size, or this angle, rad. */
#define ERROR_MOST 0.01

enum { WORST = 5, TEXT = 512 };

/* The worst pairs of a rank, or of all, in descending order. */
typedef struct {
  int             n;
  int64_t         all; /* pairs that do not hold */
  ConstraintError list[WORST];
} Worst;

/* Error over the allowed one. */
static double part_of_allowed(const ConstraintError *e)
{
  return max_real(e->length / (ERROR_MOST * e->size), e->angle / ERROR_MOST);
}

/* Order of the list; no two pairs are equal in it. */
static bool is_worse(const ConstraintError *a, const ConstraintError *b)
{
  const double x = part_of_allowed(a), y = part_of_allowed(b);

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

static void find_here(World *world, bool start, Worst *w)
{
  const LinkSet  *set = constraint_set_of(world->links);
  ErrorCursor     at;
  ConstraintError e;

  errors_begin(&at);
  while (errors_next(world_scene(world), world->templates, world->links, &at, &e)) {
    const ConstraintObject *o = set->objects[e.object].constants;

    if (start && o->compliance[0] > 0) e.length = 0; /* springs may begin stretched */
    if (start && o->compliance[1] > 0) e.angle = 0;
    if (!(part_of_allowed(&e) > 1)) continue;
    w->all++;
    put(w, e);
  }
}

/* Merge the lists of all ranks. */
static PetscErrorCode gather(const Parallel *par, Worst *w)
{
  enum { NUMBERS = sizeof(ConstraintError) / sizeof(double) };
  StateArray all;

  PetscFunctionBeginUser;
  PetscCall(state_array_gather(par, w->list, w->n * NUMBERS, &all));
  w->n = 0;
  for (int64_t k = 0; k < all.n / NUMBERS; k++) put(w, ((const ConstraintError *)all.list)[k]);
  PetscCall(parallel_sum_int(par, &w->all, 1));
  array_free(&all.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode constraints_warn(World *w, bool start)
{
  const LinkSet *set        = constraint_set_of(w->links);
  Worst          worst      = {0};
  char           text[TEXT] = "";
  size_t         used       = 0;

  PetscFunctionBeginUser;
  if (set->n_objects == 0) PetscFunctionReturn(PETSC_SUCCESS);
  find_here(w, start, &worst);
  PetscCall(gather(w->par, &worst));
  if (worst.all == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < worst.n && used < TEXT; k++) { /* each with the larger of its errors */
    const ConstraintError *e         = &worst.list[k];
    const bool             of_length = e->length / e->size >= e->angle;

    used += (size_t)snprintf(text + used, TEXT - used, "%s%s %" PRId64 "-%" PRId64 " (%.2g %s)",
                             k > 0 ? ", " : "", set->objects[e->object].name, e->a, e->b,
                             of_length ? e->length : e->angle, of_length ? "m" : "rad");
  }
  warning_add(
    w->warnings,
    "constraint: %" PRId64 " pair%s not hold%s: off by more than %g of the size, or %g rad. "
    "The worst: %s. %s",
    worst.all, worst.all == 1 ? " does" : "s do", start ? " at the start" : "", ERROR_MOST,
    ERROR_MOST, text,
    start ? "The first steps move their bodies there, with the velocities that this takes: "
            "correct the list or the places, or let them move before the run (run: "
            "static_passes: 100)"
          : "They contradict each other or bodies that are held, or need more sweeps or "
            "smaller steps");
  PetscFunctionReturn(PETSC_SUCCESS);
}
