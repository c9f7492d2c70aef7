/* SPDX-License-Identifier: MIT */
/* Arms of the forces of joints (levers.h). */
#include "constraint/levers.h"
#include "constraint/correct.h"

/* S up to which a pair gets all of the difference. */
#define SWING 0.125

/* ---- arms ---- */

static Vec3 arm_of(const double *memory, int side, Quat q)
{
  const double *arm = memory + CONSTRAINT_ARMS + 3 * side;

  return quat_turn(q, (Vec3){arm[0], arm[1], arm[2]});
}

/* Arms of both ends from those of the points and the way between these. */
static void put(const Constraint *kind, Vec3 a, Vec3 b, Vec3 way, Vec3 lever[2])
{
  lever[0] = kind->acts == CONSTRAINT_AT_B ? vec3_add(a, way) : a;
  lever[1] = b;
}

static bool next_tile(const Constraints *c, const ConstraintScene *s, LinkCursor *at)
{
  const LinkSet     *set   = constraint_set(s->links);
  const ContactScene scene = {.domain = s->domain, .clumps = s->clumps};

  return links_next_tile(set, &scene, s->templates, at, c->tile);
}

static const Constraint *kind_at(const ConstraintScene *s, const LinkCursor *at)
{
  return ((const ConstraintObject *)constraint_set(s->links)->objects[at->object].constants)->kind;
}

PetscErrorCode levers_note(Constraints *c, const ConstraintScene *s)
{
  LinkCursor at = {.only = c->rods.others};

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&c->lever, 2 * sizeof *c->lever, constraint_set(s->links)->n,
                          &c->lever_capacity));
  while (next_tile(c, s, &at))
    for (int i = 0; i < c->tile->batch.n; i++) {
      const LinkBatch *b = &c->tile->batch;

      put(kind_at(s, &at), b->a[i].arm, b->b[i].arm, b->way[i], c->lever[c->tile->link[i]]);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Way of the centre of an end since the start of the step, less that of its arm. */
static Vec3 moved(const Clumps *c, int32_t row, const ConstraintStart *start, Vec3 arm, Vec3 from)
{
  return vec3_add(vec3_sub(c->pose[row].x, start->x), vec3_sub(arm, from));
}

PetscErrorCode levers_find(Constraints *c, const ConstraintScene *s)
{
  const LinkSet *set = constraint_set(s->links);
  LinkCursor     at  = {.only = c->rods.others};

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&c->lever, 2 * sizeof *c->lever, set->n, &c->lever_capacity));
  while (next_tile(c, s, &at))
    for (int i = 0; i < c->tile->batch.n; i++) {
      const LinkBatch       *b      = &c->tile->batch;
      const PetscInt         k      = c->tile->link[i];
      const ConstraintStart *start  = c->start + 2 * k;
      const Vec3             from_a = arm_of(b->memory[i], 0, start[0].q),
                 from_b             = arm_of(b->memory[i], 1, start[1].q);
      const Vec3 by = vec3_sub(moved(s->clumps, set->row[k][1], &start[1], b->b[i].arm, from_b),
                               moved(s->clumps, set->row[k][0], &start[0], b->a[i].arm, from_a));

      put(kind_at(s, &at), from_a, from_b, vec3_sub(b->way[i], by), c->lever[k]);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- differences ---- */

/* tr([v] I^-1 [v]^T), v in the principal axes. */
static double response_to(Vec3 v, Vec3 inertia)
{
  const double x = v.x * v.x, y = v.y * v.y, z = v.z * v.z;

  return (y + z) / inertia.x + (z + x) / inertia.y + (x + y) / inertia.z;
}

/* S of an end. */
static double swing_of(const Clumps *c, const PairWork *w, int32_t row, int side, Vec3 lever,
                       double share)
{
  const Vec3 i = c->inertia[row];

  if (clump_is_still(c, row) || (c->blocked[row] & BLOCK_TURN) == BLOCK_TURN) return 0;
  return 0.5 * share *
         sqrt(response_to(quat_turn_back(w->q[side], w->force), i) *
              response_to(quat_turn_back(w->q[side], lever), i));
}

/* Part of the difference that a pair gets. */
static double part_of(double swing)
{
  const double over = SWING / max_real(swing, SWING);

  return over * over * over * over;
}

static void add(const Constraints *c, const ConstraintScene *s, const LinkSet *set, PetscInt k)
{
  const Clumps  *of    = s->clumps;
  PairWork      *w     = &c->work[k];
  const Vec3    *lever = c->lever[k], none = {0, 0, 0};
  const int32_t *row = set->row[k];
  double         with_contacts[2], part = 1;
  const double  *share   = pair_shares(c, set, k, link_memory(set, k), with_contacts);
  const Vec3     turn[2] = {vec3_sub(vec3_cross(w->force, lever[0]), w->moment[0]),
                            vec3_sub(vec3_cross(lever[1], w->force), w->moment[1])};

  for (int side = 0; side < 2; side++) {
    const double swing = swing_of(of, w, row[side], side, lever[side], share[side]),
                 most  = of->pose[row[side]].per_arm * correction_largest(turn[side]);

    part = min_real(part, min_real(part_of(swing), c->move.largest / most));
  }
  for (int side = 0; side < 2; side++) {
    const Vec3 by = vec3_scale(part, turn[side]);

    correction_add(s->loads->sum + (size_t)row[side] * LOAD_PARTS, none,
                   vec3_scale(of->pose[row[side]].per_arm, by), c);
    w->turn[side] = vec3_add(w->turn[side], by);
  }
}

void levers_add(const Constraints *c, const ConstraintScene *s)
{
  const LinkSet *set = constraint_set(s->links);

  for (PetscInt k = 0; k < set->n; k++) {
    const ConstraintObject *o = set->objects[set->list[k].object].constants;

    if (o->kind->acts != CONSTRAINT_APART && link_acts(set, s->clumps, k)) add(c, s, set, k);
  }
}
