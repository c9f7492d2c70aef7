/* SPDX-License-Identifier: MIT */
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
  const int32_t          *row    = set->row[k];
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
