/* SPDX-License-Identifier: MIT */
/* One bond alone: as stiff as asked, it breaks at its strength; and in two dimensions. */
#include "bond.h"

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

/* Just below and just above the strength, for each way to load the bond; r: its radius. damping: of
   its dashpots, with which bonds go one by one. */
static void breaks_at_its_strength(double damping)
{
  const double r = .8 * .3, by = 1e-4, near = 1e-3; /* second order in by */
  const Pair   rest = {
      .x = {{0, 0, 0}, {.7, 0, 0}}, .q = {{1, 0, 0, 0}, {1, 0, 0, 0}}, .radius = {.4, .3}};
  double memory[16];
  Pair   pulled = moved(rest, 1, 0, false, by), slipped = moved(rest, 1, 1, false, by),
       twisted = moved(rest, 1, 0, true, by), bent = moved(rest, 1, 2, true, by);
  Bonds own = strong;

  own.damping = damping;
  start(&rest, memory);
  bent.x[1] = vec3_add((Vec3){.4, 0, 0}, quat_turn(bent.q[1], (Vec3){.3, 0, 0}));
  for (int over = 0; over < 2; over++) {
    const double share = over ? 1 - near : 1 + near;
    Bonds        b     = own;

    b.tensile = 3e5 * by * share;
    CHECK_INT(rupture_with(b, pulled, memory), over ? 1 : 0);
    b.tensile = 3e5 * by * r * share;
    CHECK_INT(rupture_with(b, bent, memory), over ? 1 : 0);
    b.moments = .5;
    b.tensile = 3e5 * by * r * .5 * share;
    CHECK_INT(rupture_with(b, bent, memory), over ? 1 : 0);
    b          = own;
    b.shearing = 2e5 * by * share;
    CHECK_INT(rupture_with(b, slipped, memory), over ? 2 : 0);
    b.shearing = 2e5 * by * r * share;
    CHECK_INT(rupture_with(b, twisted, memory), over ? 2 : 0);
    b.moments = 0;
    CHECK_INT(rupture_with(b, twisted, memory), 0);
  }
  CHECK_INT(rupture_with((Bonds){3e5, 2e5, 1, 1, .8, 1, damping, 0},
                         moved(rest, 1, 0, false, -1e-3), memory),
            0);
}

/* Slipped by `by` and pressed or pulled by half of it: the strength is c - sigma tan phi. */
static void breaks_as_mohr_and_coulomb_say(void)
{
  const double by = 1e-4, near = 1e-3, slope = .6; /* second order in by */
  const Pair   rest = {
      .x = {{0, 0, 0}, {.7, 0, 0}}, .q = {{1, 0, 0, 0}, {1, 0, 0, 0}}, .radius = {.4, .3}};
  const Pair slipped = moved(rest, 1, 1, false, by);
  double     memory[16];

  start(&rest, memory);
  for (int pulled = -1; pulled <= 1; pulled++)
    for (int over = 0; over < 2; over++) {
      const Pair p = moved(slipped, 1, 0, false, pulled * by / 2);
      Bonds      b = strong;

      b.friction = slope;
      b.shearing = (2e5 * by + slope * 3e5 * pulled * by / 2) * (over ? 1 - near : 1 + near);
      CHECK_INT(rupture_with(b, p, memory), over ? 2 : 0);
    }
  test_end("bond: pressure adds its friction to the shear strength, and tension takes it");
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
  link_apply(&link_bonds, &strong, b);
  /* 2 r^3 / 3; 1e-16 / by */
  CHECK_NEAR(b->couple[0].z / (3e5 * 2 * pow(r, 3) / 3 * by), 1, 1e-9);
  CHECK(b->force[0].z == 0 && b->couple[0].x == 0 && b->couple[0].y == 0);
  p            = rest;
  p.x[1]       = vec3_axpy(rest.x[1], by, n);
  b            = batch_of(&p, 2);
  b->memory[0] = memory;
  link_apply(&link_bonds, &strong, b);
  CHECK_NEAR(vec3_dot(b->force[0], n) / (3e5 * 2 * r * by), 1, 1e-9);
  CHECK(b->force[0].z == 0 && b->couple[0].x == 0 && b->couple[0].y == 0);
  test_end("bond: in two dimensions a strip of depth 1 m, which stays in the plane to the bit");
}

TESTS(.ranks = {1})
{
  in_two_dimensions();
  stiffness_is_as_asked();
  breaks_at_its_strength(0);
  breaks_at_its_strength(1e-3);
  test_end(
    "bond: it breaks by tension, bending, shear and twisting at its strengths, not by pressure");
  breaks_as_mohr_and_coulomb_say();
}
