/* SPDX-License-Identifier: MIT */
/* Values and gradients of constraints on one batch. */
#include "constraint/kinds/constraint_link.h"
#include "test.h"

/* Centres, attitudes and arms (in the axes of the clumps) of two clumps. */
typedef struct {
  Vec3 x[2], arm[2];
  Quat q[2];
} Ends;

static Ends ends_of(int k)
{
  const double s = 0.3 * k;

  return (Ends){.x   = {{.1, .2 + s, .3}, {1.4, -.5, .6 - s}},
                .arm = {{.3, .1 * k, -.2}, {-.2, .25, .1 + s}},
                .q   = {quat_normalized((Quat){1, .3 + s, -.4, .2}),
                        quat_normalized((Quat){.2, -.7, .5, .4 * k})}};
}

enum { PAIRS = 5, LENGTH = 2 };

/* A batch of all pairs, each moved: centre x of clump `side` by `move`, and turned. */
static ConstraintBatch *batch_of(const void *constants, int side, Vec3 move, Vec3 turn)
{
  static LinkBatch       links;
  static ConstraintBatch b;
  static double          memory[PAIRS][CONSTRAINT_KEPT + CONSTRAINT_NUMBERS];

  links = (LinkBatch){.n = PAIRS, .dimension = 3};
  for (int k = 0; k < PAIRS; k++) {
    Ends e = ends_of(k);

    e.x[side] = vec3_add(e.x[side], move);
    e.q[side] =
      quat_normalized(quat_mul((Quat){1, .5 * turn.x, .5 * turn.y, .5 * turn.z}, e.q[side]));
    links.a[k]   = (LinkEnd){.arm = quat_turn(e.q[0], e.arm[0]), .q = e.q[0]};
    links.b[k]   = (LinkEnd){.arm = quat_turn(e.q[1], e.arm[1]), .q = e.q[1]};
    links.way[k] = vec3_add(vec3_sub(e.x[1], e.x[0]), vec3_sub(links.b[k].arm, links.a[k].arm));
    memory[k][CONSTRAINT_KEPT] = LENGTH;
    links.memory[k]            = memory[k];
  }
  constraint_batch(&constraint_distance, &links, 0, &b);
  constraint_distance.evaluate(constants, &b);
  return &b;
}

static void value_is_what_the_distance_lacks(void)
{
  const bool             rod = false;
  const ConstraintBatch *b   = batch_of(&rod, 0, vec3(0, 0, 0), vec3(0, 0, 0));

  for (int k = 0; k < PAIRS; k++) {
    const Ends e   = ends_of(k);
    const Vec3 p   = vec3_add(e.x[0], quat_turn(e.q[0], e.arm[0])),
               q   = vec3_add(e.x[1], quat_turn(e.q[1], e.arm[1]));
    const double r = vec3_norm(vec3_sub(q, p));

    CHECK_NEAR(b->value[0][k], LENGTH - r, 1e-15); /* rounding of numbers near 1 */
    CHECK(isinf(b->least[0][k]) && b->least[0][k] < 0 && isinf(b->most[0][k]));
  }
  test_end(
    "a rod's value is its length less the distance of the points, and its force has no bounds");
}

/* The gradient as the kind has it: by the centre of clump `side`, or by its rotation. */
static Vec3 gradient(const ConstraintBatch *b, int k, int side, bool turn)
{
  if (turn) return side ? b->turn_b[0][k] : b->turn_a[0][k];
  return vec3_scale(side ? 1 : -1, b->along[0][k]);
}

static void gradients_are_derivatives(void)
{
  const bool   rod = false;
  const double by  = 1e-5;

  for (int side = 0; side < 2; side++)
    for (int axis = 0; axis < 6; axis++) {
      const bool turn = axis >= 3;
      const Vec3 none = {0, 0, 0}, step = {axis % 3 == 0, axis % 3 == 1, axis % 3 == 2},
                 more = vec3_scale(by, step), less = vec3_scale(-by, step);
      double up[PAIRS], down[PAIRS];

      memcpy(up, batch_of(&rod, side, turn ? none : more, turn ? more : none)->value[0], sizeof up);
      memcpy(down, batch_of(&rod, side, turn ? none : less, turn ? less : none)->value[0],
             sizeof down);
      for (int k = 0; k < PAIRS; k++) {
        const ConstraintBatch *b = batch_of(&rod, 0, none, none);

        /* 1e-9: central differences of order by^2 = 1e-10, rounding of 1e-16 / by = 1e-11 */
        CHECK_NEAR(vec3_axis(gradient(b, k, side, turn), axis % 3), (up[k] - down[k]) / (2 * by),
                   1e-9);
      }
    }
  test_end("gradients by positions and rotations of both clumps are derivatives of the value");
}

static void ropes_only_pull(void)
{
  const bool             rope = true;
  const ConstraintBatch *b    = batch_of(&rope, 0, vec3(0, 0, 0), vec3(0, 0, 0));

  for (int k = 0; k < PAIRS; k++) CHECK(b->least[0][k] == 0 && isinf(b->most[0][k]));
  test_end("the force of a rope is at least 0");
}

static void constants_fit(void)
{
  static const Constraint *const kinds[] = {CONSTRAINTS(PLUGIN_ITSELF) NULL};

  for (int k = 0; kinds[k]; k++) {
    CHECK(kinds[k]->size <= CONSTRAINT_SIZE);
    for (int n = 0; kinds[k]->columns && kinds[k]->columns[n].name; n++)
      CHECK(n < CONSTRAINT_COLUMNS - 2);
    CHECK(kinds[k]->equations >= 1 && kinds[k]->equations <= CONSTRAINT_EQUATIONS);
  }
  test_end("constants and equations of every kind fit into their room");
}

TESTS(.ranks = {1})
{
  value_is_what_the_distance_lacks();
  gradients_are_derivatives();
  ropes_only_pull();
  constants_fit();
}
