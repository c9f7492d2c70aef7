/* SPDX-License-Identifier: MIT */
/* Prescribed motions against closed forms, and how those of one wall add up. */
#include "sim_test.h"

#define HEAD \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-3}\n" \
  "domain: {lo: [-4, -4, -4], hi: [4, 4, 4], boundary: [open, open, open]}\n" \
  "material:\n  - a: {density: 1, young: 1e5}\n" \
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 100, restitution: 1}\n" \
  "template:\n  - s: {material: a, pebbles: [0, 0, 0, 0.1]}\n" \
  "clumps:\n  - c: {template: s, position: [1, 2, 3]}\n" \
  "wall:\n  - w: {shape: plane, material: a, point: [1, 0, 2], normal: [0, 0, 1]}\n" \
  "motion:\n"

/* Wall and plane at a time. */
typedef struct {
  Wall wall;
  Vec3 point, normal;
} Placed;

static Placed placed(Sim *sim, double time)
{
  Placed p;

  wall_motions_place(&sim->motion.walls, time, &sim->walls);
  p.wall = sim->walls.list[0];
  CHECK(p.wall.surface->geometry.confines(p.wall.constants, vec3(0, 0, 1), &p.point, &p.normal));
  return p;
}

static void check_vector(Vec3 is, Vec3 wanted)
{
  for (int k = 0; k < 3; k++)
    CHECK_NEAR(vec3_axis(is, k), vec3_axis(wanted, k), 1e-14); /* rounding */
}

static void shifts_follow_their_formulas(void)
{
  Sim *sim =
    test_sim(PETSC_COMM_SELF,
             HEAD "  - go: {walls: [w], type: translate, velocity: [1, -2, 4], start: 1, end: 3}\n"
                  "  - shake: {walls: [w], type: oscillate, direction: [0, 3, 4], amplitude: .5,\n"
                  "            frequency: 2, phase: 30, start: .25}\n",
             "");
  const double w = 4 * PETSC_PI;

  for (int k = 0; k < 50; k++) {
    const double t = 0.1 * k, u = t - 0.25, gone = t < 1 ? 0 : t < 3 ? t - 1 : 2;
    const double away = u < 0 ? 0 : 0.5 * (sin(w * u + PETSC_PI / 6) - 0.5),
                 fast = u < 0 ? 0 : 0.5 * w * cos(w * u + PETSC_PI / 6), on = t >= 1 && t < 3;
    const Placed p = placed(sim, t);

    check_vector(p.point, vec3(1 + gone, -2 * gone + 0.6 * away, 2 + 4 * gone + 0.8 * away));
    check_vector(vec3_scale(0.1, p.wall.velocity),
                 vec3_scale(0.1, vec3(on, -2 * on + 0.6 * fast, 4 * on + 0.8 * fast)));
    check_vector(p.normal, vec3(0, 0, 1));
  }
  CALL(sim_destroy(&sim));
  test_end("translations and oscillations follow their formulas from start to end, and add up");
}

static void rotations_add_about_the_axis_that_shifts_carry(void)
{
  Sim *sim = test_sim(
    PETSC_COMM_SELF,
    HEAD "  - turn: {walls: [w], type: rotate, point: [0, 7, 1], axis: [0, 2, 0], rate: 3}\n"
         "  - back: {walls: [w], type: rotate, point: [0, -1, 1], axis: [0, -1, 0], rate: 1}\n"
         "  - go: {walls: [w], type: translate, velocity: [.5, 0, 0]}\n"
         "  - belt: {walls: [w], type: surface, velocity: [3, 4, 0]}\n",
    "");

  for (int k = 0; k < 40; k++) {
    const double t = 0.3 * k, c = cos(2 * t), s = sin(2 * t);
    const Placed p = placed(sim, t);

    /* the point is (1, 1) from the axis in x and z: about y by 2 t, z goes towards x */
    check_vector(p.point, vec3(0.5 * t + c + s, 0, 1 - s + c));
    check_vector(p.normal, vec3(s, 0, c));
    check_vector(p.wall.velocity, vec3(0.5, 0, 0));
    check_vector(p.wall.spin, vec3(0, 2, 0));
    check_vector(p.wall.pivot, vec3(0.5 * t, 7, 1));
    check_vector(p.wall.slide, vec3(3 * c, 4, -3 * s));
  }
  CALL(sim_destroy(&sim));
  test_end("rotations add up about the axis that shifts carry along, and turn surface velocities");
}

/* Between rows: half a turn about z in 2 s while x goes from 1 to 3, then back to the first
   attitude by way of -q, the shorter one, and at rest outside of the table. */
static void tables_are_followed(void)
{
  Sim *sim;

  test_file("t.csv", "time,x,y,z,qw,qx,qy,qz\n1,1,0,2,1,0,0,0\n3,3,0,2,0,0,0,2\n"
                     "4,3,1,2,0,0,0,-1\n");
  sim = test_sim(PETSC_COMM_SELF, HEAD "  - t: {walls: [w], type: table, file: t.csv, start: .5}\n",
                 "");
  for (int k = 0; k < 60; k++) {
    const double t = 0.1 * k + 0.05, s = min_real(2, max_real(0, t - 1.5)),
                 up = min_real(1, max_real(0, t - 3.5)), on = t > 1.5 && t < 3.5;
    const Placed p = placed(sim, t);

    check_vector(p.point, vec3(1 + s, up, 2));
    check_vector(p.wall.velocity, vec3(on, t > 3.5 && t < 4.5, 0));
    check_vector(p.wall.spin, vec3(0, 0, on * PETSC_PI / 2));
    check_vector(p.wall.pivot, vec3(1 + s, up, 2));
  }
  CALL(sim_destroy(&sim));
  test_end("tables: lines between positions, turns at a constant rate between attitudes");
}

/* The velocity is the derivative of the place, from central differences: 1e-7 is h^2 = 1e-8 and
   rounding / h. */
static void velocities_are_derivatives(void)
{
  const double h = 1e-4;
  Sim         *sim;

  test_file("t.csv", "time,x,y,z,qw,qx,qy,qz\n0,1,0,2,1,0,0,0\n1,3,0,2,.8,.3,-.2,.5\n"
                     "4,3,1,2,.1,.9,0,-1\n");
  sim = test_sim(
    PETSC_COMM_SELF,
    HEAD "  - t: {walls: [w], type: table, file: t.csv, pivot: [0, 0, 2], ramp: 1, end: 3.7}\n"
         "  - go: {walls: [w], type: translate, velocity: [1, -2, 4], start: 1, end: 3, ramp: .7}\n"
         "  - shake: {walls: [w], type: oscillate, direction: [0, 3, 4], amplitude: .5,\n"
         "            frequency: 2, start: .25, ramp: 1}\n",
    "");
  for (int k = 0; k < 60; k++) {
    const double t      = 0.1 * k + 0.0371;
    const Placed before = placed(sim, t - h), after = placed(sim, t + h), p = placed(sim, t);
    const Vec3   arm = vec3_sub(p.point, p.wall.pivot);
    const Vec3   v   = vec3_scale(0.5 / h, vec3_sub(after.point, before.point)),
               is    = vec3_add(p.wall.velocity, vec3_cross(p.wall.spin, arm));

    for (int i = 0; i < 3; i++) CHECK_NEAR(vec3_axis(is, i), vec3_axis(v, i), 2e-5);
  }
  CALL(sim_destroy(&sim));
  test_end("velocities are the derivatives of places, with ramps too");
}

/* A ramp costs half its time at the start and at the end. */
static void ramps_speed_up_and_slow_down(void)
{
  Sim *sim = test_sim(PETSC_COMM_SELF,
                      HEAD "  - go: {walls: [w], type: translate, velocity: [0, 0, 1], start: 1, "
                           "end: 5, ramp: .5}\n",
                      "");

  check_vector(placed(sim, 1).wall.velocity, vec3(0, 0, 0));
  check_vector(placed(sim, 1.25).wall.velocity, vec3(0, 0, 0.5));
  check_vector(placed(sim, 1.25).point, vec3(1, 0, 2.0625));
  check_vector(placed(sim, 3).point, vec3(1, 0, 3.75));
  check_vector(placed(sim, 4.75).wall.velocity, vec3(0, 0, 0.5));
  check_vector(placed(sim, 4.75).point, vec3(1, 0, 5.4375));
  check_vector(placed(sim, 5).point, vec3(1, 0, 5.5));
  CALL(sim_destroy(&sim));
  test_end("with a ramp motions speed up after the start and slow down before the end");
}

/* 1e7 turns: as exact as the phase, 1e7 x 2^-53 turns. */
static void long_motions_keep_their_phase(void)
{
  Sim *sim =
    test_sim(PETSC_COMM_SELF,
             HEAD "  - shake: {walls: [w], type: oscillate, direction: [0, 0, 1], amplitude: 1,\n"
                  "            frequency: 1000}\n",
             "");
  const Placed p = placed(sim, 1e4 + 0.25e-3);

  CHECK_NEAR(p.point.z, 3, 1e-7);
  CALL(sim_destroy(&sim));
  test_end("after ten million cycles the phase is kept");
}

TESTS(.ranks = {1})
{
  shifts_follow_their_formulas();
  rotations_add_about_the_axis_that_shifts_carry();
  tables_are_followed();
  velocities_are_derivatives();
  ramps_speed_up_and_slow_down();
  long_motions_keep_their_phase();
  test_folder_remove();
}
