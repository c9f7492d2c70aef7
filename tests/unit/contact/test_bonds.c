/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* One bond alone: its force and couple are the derivatives of its energy, rigid motions change
   nothing, and it is as stiff as asked. */
#include "contact/link_kind.h"
#include "test.h"

/* The first members of the constants of link_bonds, as its file has them. */
typedef struct {
  double normal, shear, tensile, shearing, radius, moments, damping;
} Bonds;

static const Bonds strong = {3e5, 2e5, INFINITY, INFINITY, .8, 1, 0};

/* Two pebbles of clumps with arms and attitudes of their own. */
typedef struct {
  Vec3   x[2], arm[2]; /* centres of the clumps; arms in their frames */
  Quat   q[2];
  double radius[2];
} Pair;

static Quat turn_by(Vec3 v, Quat q)
{
  return quat_normalized(quat_mul((Quat){1, .5 * v.x, .5 * v.y, .5 * v.z}, q));
}

static Pair make(void)
{
  return (Pair){
    .x      = {{.1, .2, .3}, {1.4, -.5, .6}},
    .arm    = {{.3, .1, -.2}, {-.2, .25, .1}},
    .q      = {quat_normalized((Quat){1, .3, -.4, .2}), quat_normalized((Quat){.2, -.7, .5, .4})},
    .radius = {.4, .3}};
}

static LinkBatch *batch_of(const Pair *p, int dimension)
{
  static LinkBatch b;
  const Vec3       zero = {0, 0, 0};

  memset(&b, 0, sizeof b);
  b.n         = 1;
  b.dimension = dimension;
  b.a[0]      = (LinkEnd){quat_turn(p->q[0], p->arm[0]), zero, zero, p->q[0], p->radius[0]};
  b.b[0]      = (LinkEnd){quat_turn(p->q[1], p->arm[1]), zero, zero, p->q[1], p->radius[1]};
  b.way[0]    = vec3_add(vec3_sub(p->x[1], p->x[0]), vec3_sub(b.b[0].arm, b.a[0].arm));
  return &b;
}

static void start(const Pair *p, double memory[16])
{
  link_bonds.start(&strong, batch_of(p, 3), 0, NULL, memory);
}

static LinkBatch *apply(const Bonds *bonds, const Pair *p, const double *memory)
{
  LinkBatch *b = batch_of(p, 3);

  b->memory[0] = memory;
  link_bonds.apply(bonds, b);
  return b;
}

static double energy_of(const Pair *p, const double *memory)
{
  return apply(&strong, p, memory)->energy[0];
}

/* Load of a clump: force, and torque about its centre. */
static void load_of(const LinkBatch *b, int side, Vec3 *force, Vec3 *torque)
{
  const double sign = side ? -1 : 1;
  const Vec3   arm  = side ? vec3_add(b->b[0].arm, b->at_b[0]) : vec3_add(b->a[0].arm, b->at_a[0]);

  *force  = vec3_scale(sign, b->force[0]);
  *torque = vec3_axpy(vec3_cross(arm, *force), sign, b->couple[0]);
}

/* Move clump `side` along axis k, or turn it about it. */
static Pair moved(Pair p, int side, int k, bool turn, double by)
{
  Vec3 v = {0, 0, 0};

  vec3_set(&v, k, by);
  if (turn) p.q[side] = turn_by(v, p.q[side]);
  else p.x[side] = vec3_add(p.x[side], v);
  return p;
}

static void loads_are_derivatives(void)
{
  const double h = 1e-5; /* of lengths and angles of order 1 */
  double       memory[16], scale;
  Pair         p = make();

  start(&p, memory);
  CHECK_NEAR(energy_of(&p, memory), 0, 1e-20); /* made here: rounding of 1e-16 squared */
  /* a large deformation: 0.2 of the length, and 0.5 rad */
  p.x[1] = vec3_add(p.x[1], (Vec3){.1, -.15, .2});
  p.q[0] = turn_by((Vec3){.3, -.2, .1}, p.q[0]);
  p.q[1] = turn_by((Vec3){-.2, .1, .3}, p.q[1]);
  scale  = energy_of(&p, memory);
  for (int side = 0; side < 2; side++)
    for (int k = 0; k < 3; k++)
      for (int turn = 0; turn < 2; turn++) {
        const Pair   up = moved(p, side, k, turn, h), down = moved(p, side, k, turn, -h);
        const double slope = (energy_of(&up, memory) - energy_of(&down, memory)) / (2 * h);
        Vec3         force, torque;

        load_of(apply(&strong, &p, memory), side, &force, &torque);
        /* h^2, and 1e-16 / h of rounding, of energies of order `scale` */
        CHECK_NEAR(vec3_axis(turn ? torque : force, k), -slope, 1e-8 * scale);
      }
  test_end("bond: force and torque are the derivatives of the energy, for large deformations, too");
}

static void momentum_is_kept(void)
{
  double     memory[16];
  Pair       p = make();
  Vec3       force, torque, sum = {0, 0, 0};
  LinkBatch *b;

  start(&p, memory);
  p.x[1] = vec3_add(p.x[1], (Vec3){.1, -.15, .2});
  p.q[1] = turn_by((Vec3){-.2, .1, .3}, p.q[1]);
  b      = apply(&strong, &p, memory);
  for (int side = 0; side < 2; side++) {
    load_of(b, side, &force, &torque);
    sum = vec3_add(sum, vec3_add(torque, vec3_cross(p.x[side], force)));
  }
  CHECK_NEAR(vec3_norm(sum), 0, 1e-13 * vec3_norm(b->force[0])); /* rounding of arms of order 1 */
  test_end("bond: no torque on the two bodies together");
}

/* Turned and moved as a whole by any amount, forces turn with the bodies. */
static void rigid_motions_change_nothing(void)
{
  const Quat all  = quat_normalized((Quat){-.3, .9, .2, -.6});
  const Vec3 away = {5, -7, 3};
  double     memory[16];
  Pair       p = make(), turned;
  Vec3       force, couple;
  double     energy;
  LinkBatch *b;

  start(&p, memory);
  p.x[1] = vec3_add(p.x[1], (Vec3){.01, -.02, .03});
  p.q[1] = turn_by((Vec3){-.03, .01, .02}, p.q[1]);
  turned = p;
  for (int k = 0; k < 2; k++) {
    turned.x[k] = vec3_add(away, quat_turn(all, p.x[k]));
    turned.q[k] = quat_mul(all, p.q[k]);
  }
  b      = apply(&strong, &p, memory);
  force  = quat_turn(all, b->force[0]);
  couple = quat_turn(all, b->couple[0]);
  energy = b->energy[0];
  b      = apply(&strong, &turned, memory);
  /* 1e-12: rounding of lengths of order 10 against openings of .03 */
  CHECK_NEAR(vec3_norm(vec3_sub(b->force[0], force)) / vec3_norm(force), 0, 1e-12);
  CHECK_NEAR(vec3_norm(vec3_sub(b->couple[0], couple)) / vec3_norm(couple), 0, 1e-12);
  CHECK_NEAR(b->energy[0] / energy, 1, 1e-12);
  test_end("bond: rigid motions turn its force and change no energy");
}

/* Two balls along x: pulled, sheared, twisted, bent by a little. */
static void stiffness_is_as_asked(void)
{
  const double r = .8 * .3, area = PETSC_PI * r * r, second = PETSC_PI * pow(r, 4) / 4, by = 1e-6;
  const Pair   rest = {
      .x = {{0, 0, 0}, {.7, 0, 0}}, .q = {{1, 0, 0, 0}, {1, 0, 0, 0}}, .radius = {.4, .3}};
  double     memory[16];
  Pair       p;
  LinkBatch *b;

  start(&rest, memory);
  p = moved(rest, 1, 0, false, by);
  CHECK_NEAR(apply(&strong, &p, memory)->force[0].x / (3e5 * area * by), 1, 1e-9); /* 1e-16 / by */
  p = moved(rest, 1, 1, false, by);
  CHECK_NEAR(apply(&strong, &p, memory)->force[0].y / (2e5 * area * by), 1, 1e-9);
  p = moved(rest, 1, 0, true, by);
  b = apply(&strong, &p, memory);
  CHECK_NEAR(b->couple[0].x / (2e5 * 2 * second * by), 1, 1e-9);
  /* about the middle of the bond: turn b about the point .4 from a */
  p      = moved(rest, 1, 2, true, by);
  p.x[1] = vec3_add((Vec3){.4, 0, 0}, quat_turn(p.q[1], (Vec3){.3, 0, 0}));
  b      = apply(&strong, &p, memory);
  CHECK_NEAR(b->couple[0].z / (3e5 * second * by), 1, 1e-9);
  CHECK_NEAR(vec3_norm(b->force[0]) / (3e5 * area * by), 0, 1e-5); /* by itself: second order */
  test_end("bond: stiffness along, across, of twisting and of bending as in the paper");
}

static int rupture_with(Bonds bonds, Pair p, const double *memory)
{
  LinkBatch *b = apply(&bonds, &p, memory);

  if (b->rupture[0]) CHECK(vec3_norm(b->force[0]) == 0 && b->energy[0] == 0);
  return b->rupture[0];
}

/* Just below and just above the strength, for each way to load the bond; r: its radius. */
static void breaks_at_its_strength(void)
{
  const double r = .8 * .3, by = 1e-4, near = 1e-3; /* second order in by */
  const Pair   rest = {
      .x = {{0, 0, 0}, {.7, 0, 0}}, .q = {{1, 0, 0, 0}, {1, 0, 0, 0}}, .radius = {.4, .3}};
  double memory[16];
  Pair   pulled = moved(rest, 1, 0, false, by), slipped = moved(rest, 1, 1, false, by),
       twisted = moved(rest, 1, 0, true, by), bent = moved(rest, 1, 2, true, by);

  start(&rest, memory);
  bent.x[1] = vec3_add((Vec3){.4, 0, 0}, quat_turn(bent.q[1], (Vec3){.3, 0, 0}));
  for (int over = 0; over < 2; over++) {
    const double share = over ? 1 - near : 1 + near;
    Bonds        b     = strong;

    b.tensile = 3e5 * by * share;
    CHECK_INT(rupture_with(b, pulled, memory), over ? 1 : 0);
    b.tensile = 3e5 * by * r * share;
    CHECK_INT(rupture_with(b, bent, memory), over ? 1 : 0);
    b.moments = .5;
    b.tensile = 3e5 * by * r * .5 * share;
    CHECK_INT(rupture_with(b, bent, memory), over ? 1 : 0);
    b          = strong;
    b.shearing = 2e5 * by * share;
    CHECK_INT(rupture_with(b, slipped, memory), over ? 2 : 0);
    b.shearing = 2e5 * by * r * share;
    CHECK_INT(rupture_with(b, twisted, memory), over ? 2 : 0);
    b.moments = 0;
    CHECK_INT(rupture_with(b, twisted, memory), 0);
  }
  CHECK_INT(
    rupture_with((Bonds){3e5, 2e5, 1, 1, .8, 1, 0}, moved(rest, 1, 0, false, -1e-3), memory), 0);
  test_end(
    "bond: it breaks by tension, bending, shear and twisting at its strengths, not by pressure");
}

/* Discs of radius .4 and .3 in the plane: a strip of 1 m depth. */
static void in_two_dimensions(void)
{
  const double r = .8 * .3, by = 1e-6;
  const Pair   rest = {
      .x      = {{0, 0, 0}, {-.42, .56, 0}},
      .q      = {quat_normalized((Quat){1, 0, 0, .3}), quat_normalized((Quat){.1, 0, 0, -1})},
      .radius = {.4, .3}};
  const Vec3 n = {-.6, .8, 0};
  double     memory[16];
  Pair       p = rest;
  LinkBatch *b = batch_of(&rest, 2);

  link_bonds.start(&strong, b, 0, NULL, memory);
  for (int k = 1; k < 3; k++) /* the frames turn about z alone, to the bit */
    CHECK(memory[k] == 0 && memory[4 + k] == 0);
  p.q[1] = turn_by((Vec3){0, 0, by}, rest.q[1]);
  p.x[1] = vec3_add(vec3_scale(.4, n), quat_turn((Quat){1, 0, 0, .5 * by}, vec3_scale(.3, n)));
  b      = batch_of(&p, 2);
  b->memory[0] = memory;
  link_bonds.apply(&strong, b);
  /* 2 r^3 / 3; 1e-16 / by */
  CHECK_NEAR(b->couple[0].z / (3e5 * 2 * pow(r, 3) / 3 * by), 1, 1e-9);
  CHECK(b->force[0].z == 0 && b->couple[0].x == 0 && b->couple[0].y == 0);
  p            = rest;
  p.x[1]       = vec3_axpy(rest.x[1], by, n);
  b            = batch_of(&p, 2);
  b->memory[0] = memory;
  link_bonds.apply(&strong, b);
  CHECK_NEAR(vec3_dot(b->force[0], n) / (3e5 * 2 * r * by), 1, 1e-9);
  CHECK(b->force[0].z == 0 && b->couple[0].x == 0 && b->couple[0].y == 0);
  test_end("bond: in two dimensions a strip of depth 1 m, which stays in the plane to the bit");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  in_two_dimensions();
  loads_are_derivatives();
  momentum_is_kept();
  rigid_motions_change_nothing();
  stiffness_is_as_asked();
  breaks_at_its_strength();
  return test_finish();
}
