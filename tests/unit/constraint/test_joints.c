/* SPDX-License-Identifier: MIT */
/* Values and gradients of joints on one batch. */
#include "constraint/attitude.h"
#include "constraint/drive.h"
#include "constraint/kinds/constraint_link.h"
#include "test.h"

enum { PAIRS = 4 };

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
                        quat_normalized((Quat){.9, .2, -.5 + s, .1 * k})}};
}

/* Pairs as they start, and moved since; reversed: the ends are swapped. */
typedef struct {
  const Constraint *kind;
  const void       *self;
  bool              reversed;
  LinkBatch         links;
  ConstraintBatch   b;
  double            memory[PAIRS][CONSTRAINT_KEPT + CONSTRAINT_NUMBERS];
} Bench;

static void put(Bench *bench, int k, Ends e)
{
  LinkBatch *l = &bench->links;
  const int  p = bench->reversed, q = !bench->reversed;

  l->a[k]      = (LinkEnd){.arm = quat_turn(e.q[p], e.arm[p]), .q = e.q[p]};
  l->b[k]      = (LinkEnd){.arm = quat_turn(e.q[q], e.arm[q]), .q = e.q[q]};
  l->way[k]    = vec3_add(vec3_sub(e.x[q], e.x[p]), vec3_sub(l->b[k].arm, l->a[k].arm));
  l->memory[k] = bench->memory[k];
}

/* Start with axes (given in the lab) that differ from pair to pair. */
static Bench *bench_of(const Constraint *kind, const void *self, bool reversed)
{
  static Bench bench;

  bench                 = (Bench){.kind = kind, .self = self, .reversed = reversed};
  bench.links.n         = PAIRS;
  bench.links.dimension = 3;
  for (int k = 0; k < PAIRS; k++) put(&bench, k, ends_of(k));
  constraint_batch(kind, &bench.links, 0, &bench.b);
  for (int k = 0; k < PAIRS; k++) {
    const LinkGiven given = {.value = {.3 + k, -.4, 1 - .2 * k, .05}, .reversed = reversed};

    if (kind->start) kind->start(self, &bench.b, k, &given, bench.memory[k] + CONSTRAINT_KEPT);
  }
  return &bench;
}

/* The batch after a motion from the start: clump b of the list has turned by about 0.8 rad and
   moved, and one coordinate of clump `side` is displaced by `by`. */
static const ConstraintBatch *moved(Bench *bench, int side, int axis, double by)
{
  for (int k = 0; k < PAIRS; k++) {
    Ends       e    = ends_of(k);
    const Vec3 step = {by * (axis % 3 == 0), by * (axis % 3 == 1), by * (axis % 3 == 2)};

    e.x[1] = vec3_add(e.x[1], vec3(.2, .1 * k, -.3));
    e.q[1] = quat_normalized(quat_mul((Quat){1, .3, -.2 * k, .2}, e.q[1]));
    if (axis < 3) e.x[side] = vec3_add(e.x[side], step);
    else
      e.q[side] =
        quat_normalized(quat_mul((Quat){1, .5 * step.x, .5 * step.y, .5 * step.z}, e.q[side]));
    put(bench, k, e);
  }
  constraint_batch(bench->kind, &bench->links, 1e-3, &bench->b);
  bench->kind->evaluate(bench->self, &bench->b);
  return &bench->b;
}

/* Gradient of equation e of pair k by the centre of clump `side` of the list, or by
   its rotation. */
static double gradient(const Bench *bench, int e, int k, int side, int axis)
{
  const ConstraintBatch *b    = &bench->b;
  const bool             is_b = side != bench->reversed;

  if (axis >= 3) return vec3_axis(is_b ? b->turn_b[e][k] : b->turn_a[e][k], axis % 3);
  return (is_b ? 1 : -1) * vec3_axis(b->along[e][k], axis);
}

static void check_gradients(Bench *bench)
{
  const double by = 1e-5;

  for (int side = 0; side < 2; side++)
    for (int axis = 0; axis < 6; axis++) {
      double up[CONSTRAINT_EQUATIONS][LINK_TILE], down[CONSTRAINT_EQUATIONS][LINK_TILE];

      memcpy(up, moved(bench, side, axis, by)->value, sizeof up);
      memcpy(down, moved(bench, side, axis, -by)->value, sizeof down);
      (void)moved(bench, 0, 0, 0);
      for (int e = 0; e < bench->kind->equations; e++)
        for (int k = 0; k < PAIRS; k++)
          /* 2e-9: central differences of order by^2 = 1e-10, rounding of 1e-15 / by = 1e-10 */
          CHECK_NEAR(gradient(bench, e, k, side, axis), (up[e][k] - down[e][k]) / (2 * by), 2e-9);
    }
}

static const Drive drive = {.lo = -.1, .hi = .2, .speed = .3, .place = NAN, .most = 4};

static void gradients_are_derivatives(void)
{
  const Constraint *const kinds[] = {&constraint_ball, &constraint_weld, &constraint_hinge,
                                     &constraint_slider, &constraint_plane};

  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    for (int reversed = 0; reversed < 2; reversed++)
      check_gradients(bench_of(kinds[k], &drive, reversed));
  test_end("gradients by positions and rotations of both clumps are derivatives of the values");
}

/* Swapped ends leave the coordinate of a joint, its limits and its motor as they are. */
static void order_of_ends_does_not_matter(void)
{
  const Constraint *const kinds[] = {&constraint_hinge, &constraint_slider, &constraint_plane};
  const int               first[] = {5, 2, 0}, n[] = {2, 2, 1};

  for (int i = 0; i < 3; i++) {
    ConstraintBatch as;

    memcpy(&as, moved(bench_of(kinds[i], &drive, false), 0, 0, 0), sizeof as);
    (void)moved(bench_of(kinds[i], &drive, true), 0, 0, 0);
    for (int k = 0; k < PAIRS; k++)
      for (int e = first[i]; e < first[i] + n[i]; e++) {
        const ConstraintBatch *b = moved(bench_of(kinds[i], &drive, true), 0, 0, 0);

        CHECK(fabs(as.value[e][k]) > 1e-3);
        if (i != 1) CHECK_NEAR(b->value[e][k], as.value[e][k], 1e-13); /* rounding of angles */
        CHECK(b->least[e][k] == as.least[e][k] && b->most[e][k] == as.most[e][k]);
      }
  }
  test_end("a joint has the same angle, limits and motor whichever clump comes first");
}

static void values_are_zero_at_the_start(void)
{
  const Constraint *const kinds[] = {&constraint_weld, &constraint_hinge, &constraint_slider};
  const int               from[]  = {3, 3, 4};

  for (int i = 0; i < 3; i++) {
    Bench *bench =
      bench_of(kinds[i], &(Drive){.lo = -INFINITY, .hi = INFINITY, .speed = NAN}, false);

    constraint_batch(bench->kind, &bench->links, 1e-3, &bench->b);
    bench->kind->evaluate(bench->self, &bench->b);
    for (int k = 0; k < PAIRS; k++)
      for (int e = from[i]; e < bench->kind->equations; e++)
        CHECK_NEAR(bench->b.value[e][k], 0, 1e-14); /* rounding of quaternions */
  }
  test_end("equations of attitudes hold as the run starts");
}

/* A turn of 2 rad about the axis is the angle of a hinge; and the vector of a rotation
   has its angle. */
static void angles_are_angles(void)
{
  const Vec3 axis = {0.6, 0, 0.8};

  for (double angle = -3; angle <= 3; angle += 0.5) {
    const double c = cos(angle / 2), s = sin(angle / 2);
    const Quat   r =
      attitude_since(quat_identity(), (Quat){c, s * axis.x, 0, s * axis.z}, quat_identity());
    Vec3 g;

    CHECK_NEAR(attitude_twist(r, axis, &g), angle, 1e-14); /* rounding of angles to 3 */
    CHECK_NEAR(vec3_norm(vec3_sub(attitude_vector(r), vec3_scale(angle, axis))), 0, 1e-14);
    CHECK_NEAR(vec3_norm(vec3_sub(g, axis)), 0, 1e-14);
  }
  test_end("rotations have their angles and vectors");
}

static void limits_and_motors_have_bounds(void)
{
  const Drive      at      = {.lo = -1, .hi = 2, .speed = NAN, .place = .5, .most = 4};
  ConstraintBatch *b       = &bench_of(&constraint_hinge, &at, false)->b;
  const double     place[] = {-.5, 1.5, 3};

  for (int k = 0; k < 3; k++) {
    b->dt          = 1e-3;
    b->least[5][k] = -INFINITY;
    b->most[5][k]  = INFINITY;
    drive_evaluate(&at, b, 5, k, place[k], 0);
    CHECK_NEAR(b->value[5][k], k == 0 ? .5 : place[k] - 2, 1e-15);
    CHECK(k == 0 ? b->least[5][k] == 0 && isinf(b->most[5][k])
                 : b->most[5][k] == 0 && isinf(b->least[5][k]));
    CHECK_NEAR(b->value[6][k], place[k] - .5, 1e-15);
    CHECK(b->least[6][k] == -4 && b->most[6][k] == 4);
  }
  b->dt = INFINITY;
  drive_evaluate(&at, b, 5, 0, 0, 0);
  CHECK(b->least[6][0] == 0 && b->most[6][0] == 0);
  test_end("limits push inwards, motors up to their largest force, and without time not at all");
}

TESTS(.ranks = {1})
{
  gradients_are_derivatives();
  order_of_ends_does_not_matter();
  values_are_zero_at_the_start();
  angles_are_angles();
  limits_and_motors_have_bounds();
}
