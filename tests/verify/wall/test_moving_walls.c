/* SPDX-License-Identifier: MIT */
/* Walls that move, against closed forms. */
#include "contact/wall_loads.h"
#include "sim_test.h"

#define HEAD \
  "schema: 1\n" \
  "run: {end_time: 100, dt: %g, gravity: [0, 0, %g]}\n" \
  "domain: {lo: [-4, -4, -4], hi: [4, 4, 4], boundary: [open, open, open]}\n" \
  "material:\n  - a: {density: 1000}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, tangential: hooke, stiffness: %g,\n" \
  "          tangential_ratio: 0.3, restitution: %g, friction: %g}\n" \
  "template:\n" \
  "  - ball: {material: a, pebbles: [0, 0, 0, 0.1], mass: 1, mass_properties: given,\n" \
  "           position: [0, 0, 0], inertia: [0.004, 0.004, 0.004, 0, 0, 0]}\n" \
  "  - sled: {material: a, pebbles: [.5, .5, 0, .1, -.5, .5, 0, .1, .5, -.5, 0, .1, -.5, -.5, 0, " \
  ".1],\n" \
  "           mass: 1, mass_properties: given, position: [0, 0, 0], inertia: [1, 1, 1, 0, 0, " \
  "0]}\n"

typedef struct {
  char text[4000];
} WallScene;

static WallScene scene_of(double dt, double gravity, double stiffness, double restitution,
                          double friction, const char *rest)
{
  WallScene s;
  int n = snprintf(s.text, sizeof s.text, HEAD, dt, gravity, stiffness, restitution, friction);

  snprintf(s.text + n, sizeof s.text - (size_t)n, "%s", rest);
  return s;
}

/* State of clump 0, the same on all ranks. */
typedef struct {
  double x[3], v[3], w[3];
} Body;

static Body body_of(const Sim *sim)
{
  const PetscInt a = test_row(sim, 0);
  Body           b = {{0}, {0}, {0}};

  for (int k = 0; a >= 0 && k < 3; k++) {
    b.x[k] = vec3_axis(sim->matter.clumps->pose[a].x, k);
    b.v[k] = vec3_axis(sim->matter.clumps->motion[a].v, k);
    b.w[k] = vec3_axis(sim->matter.clumps->w[a], k);
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, &b, 9, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return b;
}

/* ---- planes that move alike ---- */

static Sim *between_planes(Vec3 frame)
{
  char words[1500];

  snprintf(
    words, sizeof words,
    "wall:\n  - low: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
    "  - high: {shape: plane, material: a, point: [0, 0, .25], normal: [0, 0, -1]}\n"
    "motion:\n  - both: {walls: [low, high], type: translate, velocity: [%.17g, %.17g, %.17g]}\n"
    "clumps:\n  - c: {template: ball, position: [0, 0, .125], velocity: [%.17g, %.17g, %.17g]}\n",
    frame.x, frame.y, frame.z, 0.5 + frame.x, 0.25 + frame.y, -1 + frame.z);
  return test_sim(PETSC_COMM_WORLD, scene_of(0x1p-14, -10, 1e5, 0.8, 0.3, words).text, "");
}

static void motion_at_one_velocity_is_rest(void)
{
  const Vec3 frame  = {0.75, -0.5, 1.25};
  Sim       *moving = between_planes(frame), *rest = between_planes(vec3(0, 0, 0));
  double     off = 0, spun = 0;

  for (int k = 0; k < 16; k++) {
    Body a, b;

    test_steps(moving, 1024);
    test_steps(rest, 1024);
    a = body_of(moving);
    b = body_of(rest);
    for (int i = 0; i < 3; i++) {
      off  = max_real(off, fabs(a.x[i] - vec3_axis(frame, i) * sim_time(moving) - b.x[i]));
      spun = max_real(spun, fabs(b.w[i]));
    }
  }
  test_note("places differ by %.1e m after 1 s", off);
  CHECK(off < 1e-12); /* rounding of places to the grid, in 16384 steps and some ten impacts */
  CHECK(spun > 1);    /* it has hit the planes, with friction */
  CALL(sim_destroy(&moving));
  CALL(sim_destroy(&rest));
  test_end("between planes that move at one velocity a sphere moves as between planes at rest");
}

/* ---- a plate that oscillates ---- */

/* Plate a (1 - cos w t): the sphere leaves it when the plate falls faster, a w^2 cos(w t) = -g.
   Time by which it leaves later, s, for a contact of stiffness k that lasts *duration. */
static double leaves_late(double k, double dt, double *duration)
{
  const double g = 10, a = 0.05, w = sqrt(2 * g / a), when = acos(-g / (a * w * w)) / w;
  double       left = 0;
  char         words[1000];
  Sim         *sim;

  *duration = PETSC_PI / sqrt(k);
  snprintf(words, sizeof words,
           "wall:\n  - plate: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
           "motion:\n  - shake: {walls: [plate], type: oscillate, direction: [0, 0, 3], amplitude: "
           "%.17g,\n            frequency: %.17g, phase: -90}\n"
           "clumps:\n  - c: {template: ball, position: [0, 0, %.17g]}\n",
           a, w / (2 * PETSC_PI), 0.1 - g / k);
  sim = test_sim(PETSC_COMM_WORLD, scene_of(dt, -g, k, 0.05, 0, words).text, "");
  while (left == 0 && sim_time(sim) < 1.5 * when) {
    test_steps(sim, 1);
    if (totals_of(sim).contacts == 0) left = sim_time(sim);
  }
  CALL(sim_destroy(&sim));
  return left - when;
}

static void a_body_leaves_a_plate_that_falls_faster(void)
{
  double       soft, hard;
  const double late = leaves_late(1e5, 5e-5, &soft), later = leaves_late(1e6, 2e-5, &hard);

  test_note("leaves %.1e s late, contacts last %.1e s; ten times as stiff %.1e s, %.1e s", late,
            soft, later, hard);
  CHECK(fabs(late) < soft && fabs(later) < hard);
  CHECK(fabs(later) < 0.5 * fabs(late)); /* sqrt(10), and a step */
  test_end("a body leaves a plate when that falls faster than it, within one contact time, and the "
           "sooner the stiffer it is");
}

/* ---- a belt ---- */

/* A sled speeds up at mu g until it has the speed of the belt. Seen from the belt it slides to
   rest. */
static void a_belt_carries_along_what_lies_on_it(void)
{
  const double g = 10, k = 1e5, mu = 0.4, speed = 0.8, when = speed / (mu * g), dt = 5e-5;
  char         words[1000];
  Body         half, full;
  Sim         *sim;

  snprintf(words, sizeof words,
           "wall:\n  - belt: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
           "motion:\n  - run: {walls: [belt], type: surface, velocity: [%g, 0, 0]}\n"
           "clumps:\n  - c: {template: sled, position: [0, 0, %.17g]}\n",
           speed, 0.1 - g / 4 / k);
  sim = test_sim(PETSC_COMM_WORLD, scene_of(dt, -g, k, 0.5, mu, words).text, "");
  test_steps(sim, (int)(0.5 * when / dt + 0.5));
  half = body_of(sim);
  test_steps(sim, (int)(1.5 * when / dt + 0.5));
  full = body_of(sim);
  test_note("speed at half the time %.6f m/s, %.6f expected; at twice the time %.6f, %.6f",
            half.v[0], 0.5 * speed, full.v[0], speed);
  CHECK_NEAR(half.v[0], 0.5 * speed,
             1e-3 * speed);                   /* the springs first grow to the cap, in 1e-4 s */
  CHECK_NEAR(full.v[0], speed, 1e-3 * speed); /* and swing when slip has ended */
  CHECK_NEAR(sim->walls.list[0].velocity.x, 0, 0);
  CALL(sim_destroy(&sim));
  test_end("a belt gives a sled the acceleration mu g until it has the belt's speed");
}

/* ---- tangential springs turn with the wall ---- */

/* Load on a wall, N, the same on all ranks. */
static Vec3 load_on(Sim *sim, int wall)
{
  Sum force[3];

  memcpy(force, sim->contacts->on_walls[wall].sum + WALL_FORCE, sizeof force);
  CALL(sum_reduce(&sim->par, force, 3));
  return vec3(sum_value(&force[0]), sum_value(&force[1]), sum_value(&force[2]));
}

/* A sled is clamped between two planes, sheared, and turned with them: forces turn along. */
static void springs_turn_with_the_walls(void)
{
  const char *const words =
    "wall:\n  - low: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
    "  - high: {shape: plane, material: a, point: [0, 0, .199], normal: [0, 0, -1]}\n"
    "motion:\n  - shear: {walls: [high], type: surface, velocity: [1e-3, 0, 0], end: .2}\n"
    "  - turn: {walls: [low, high], type: rotate, point: [0, 0, .1], axis: [0, 5, 0], start: .5,\n"
    "           end: 5.5, rate: 0.31415926535897931}\n"
    "clumps:\n  - c: {template: sled, position: [0, 0, .0995]}\n";
  Sim *sim =
    test_sim(PETSC_COMM_WORLD, scene_of(5e-5, 0, 1e5, 0.2, 5, words).text, "-output_walls_every 1");
  Vec3 before, after;

  test_steps(sim, 9900);
  before = load_on(sim, 1);
  test_steps(sim, 110100);
  after = load_on(sim, 1);
  test_note("load (%.6f, %.1e, %.6f) N goes to (%.6f, %.1e, %.6f) N", before.x, before.y, before.z,
            after.x, after.y, after.z);
  CHECK(fabs(before.x) > 1 && fabs(before.z) > 100);
  /* a quarter turn about y: z goes to x, x to -z. It starts and ends with a jump of the velocity,
     in which nothing slips; rotating frames are second order in the angle of a step, 1.6e-5 */
  CHECK_NEAR(after.x, before.z, 1e-6 * before.z);
  CHECK_NEAR(after.z, -before.x, 1e-6 * fabs(before.x));
  CALL(sim_destroy(&sim));
  test_end("tangential springs turn with the walls");
}

/* ---- work ---- */

/* A ball on a plate that shakes up and aside and tilts, on which it hops and rolls. */
static Sim *shaken_ball(double dt, double restitution, double friction)
{
  const double g = 10, k = 1e4;
  char         words[1000];

  snprintf(words, sizeof words,
           "wall:\n  - plate: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
           "motion:\n  - shake: {walls: [plate], type: oscillate, direction: [1, 0, 2], amplitude: "
           "2e-3,\n            frequency: 8, phase: -90}\n"
           "  - tilt: {walls: [plate], type: rotate, point: [1, 0, 0], axis: [0, 1, 0], rate: .2}\n"
           "clumps:\n  - c: {template: ball, position: [0, 0, %.17g]}\n",
           0.1 - g / k);
  return test_sim(PETSC_COMM_WORLD, scene_of(dt, -g, k, restitution, friction, words).text, "");
}

/* Largest over time: change of kinetic + potential + dissipated - supplied energy, and dissipated
   energy; over the largest work of the plate. */
typedef struct {
  double gap, lost;
} Ledgered;

static double work_put_in(Sim *sim)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  TotalValues        t;

  CALL(totals_find(&measured, &t));
  return totals_value(&t, "supplied");
}

static Ledgered ledger_at(double dt, double restitution, double friction)
{
  Sim         *sim   = shaken_ball(dt, restitution, friction);
  const Totals start = totals_of(sim);
  Ledgered     b     = {0, 0};
  double       most  = 0;

  for (int k = 0; k < 64; k++) {
    Totals now;
    double put;

    test_steps(sim, (int)(0.5 / 64 / dt + 0.5));
    now    = totals_of(sim);
    put    = work_put_in(sim);
    most   = max_real(most, fabs(put));
    b.gap  = max_real(b.gap, fabs(ledger_of(&now) - ledger_of(&start) - put));
    b.lost = max_real(b.lost, fabs(now.dissipated));
  }
  CALL(sim_destroy(&sim));
  return (Ledgered){b.gap / most, b.lost / most};
}

static void the_ledger_closes_with_second_order(void)
{
  const double dt = 0x1p-11;
  Ledgered     rough[3], elastic[3];

  for (int k = 0; k < 3; k++) {
    rough[k]   = ledger_at(dt / (1 << k), 0.5, 0.4);
    elastic[k] = ledger_at(dt / (1 << k), 1, 0);
  }
  test_note("gap of the ledger over the work: %.2e, %.2e, %.2e; with steps halved", rough[0].gap,
            rough[1].gap, rough[2].gap);
  test_note("without friction and damping: gap %.2e, %.2e, %.2e, dissipated %.2e, %.2e, %.2e",
            elastic[0].gap, elastic[1].gap, elastic[2].gap, elastic[0].lost, elastic[1].lost,
            elastic[2].lost);
  CHECK(rough[2].gap < 1e-4 && rough[1].lost > 1e-3);
  CHECK(rough[0].gap > 3.5 * rough[1].gap && rough[1].gap > 3.5 * rough[2].gap);
  CHECK(elastic[0].gap > 3.5 * elastic[1].gap && elastic[1].gap > 3.5 * elastic[2].gap);
  CHECK(elastic[0].lost > 3.5 * elastic[1].lost && elastic[1].lost > 3.5 * elastic[2].lost);
  test_end("kinetic + potential + dissipated - supplied energy is constant, to second order");
}

/* ---- servos and dashpots ---- */

/* Force, or torque about the origin, along z on a wall in the last step, N or N m. */
static double along_z(Sim *sim, int wall, bool torque)
{
  Sum sum = sim->contacts->on_walls[wall].sum[(torque ? WALL_TORQUE : WALL_FORCE) + 2];

  CALL(sum_reduce(&sim->par, &sum, 1));
  return sum_value(&sum);
}

/* Largest difference to `target` in the last 10 of so many steps. */
static double off_after(Sim *sim, int steps, int wall, bool torque, double target)
{
  double most = 0;

  test_steps(sim, steps);
  for (int k = 0; k < 10; k++) {
    test_steps(sim, 1);
    most = max_real(most, fabs(fabs(along_z(sim, wall, torque)) - target));
  }
  return most;
}

/* A disc turns under a ball that cannot move along it, with the tangential spring K / arm^2 and
   dashpot C / arm^2, at `share` of the gain 2 / (K dt + 2 C). */
static double torque_off(double share)
{
  const double dt = 1e-4, arm = 0.5, k = 0.3 * 1e4, l = log(0.3),
               zeta = -l / sqrt(PETSC_PI * PETSC_PI + l * l), c = 2 * zeta * sqrt(k);
  const double limit = 2 / (arm * arm * (k * dt + 2 * c));
  char         words[1000];
  Sim         *sim;
  double       off;

  snprintf(
    words, sizeof words,
    "wall:\n  - disc: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
    "motion:\n  - turn: {walls: [disc], type: servo, torque: 1, axis: [0, 0, 1], point: [0, 0, "
    "0], speed_limit: 5, gain: %.17g}\n"
    "clumps:\n  - c: {template: ball, position: [%g, 0, %.17g], blocked: xyXYZ}\n",
    share * limit, arm, 0.1 - 10 / 1e4);
  sim = test_sim(PETSC_COMM_WORLD, scene_of(dt, -10, 1e4, 0.3, 0.5, words).text, "");
  off = off_after(sim, 8000, 0, true, 1);
  CALL(sim_destroy(&sim));
  return off;
}

/* A lid with gain: auto on a ball, N. */
static double force_off(double restitution)
{
  static const char *const words =
    "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
    "  - lid: {shape: plane, material: a, point: [0, 0, .2002], normal: [0, 0, -1]}\n"
    "motion:\n  - press: {walls: [lid], type: servo, direction: [0, 0, -1], force: 20, "
    "speed_limit: "
    ".1}\n"
    "clumps:\n  - c: {template: ball, position: [0, 0, .1]}\n";
  Sim *sim = test_sim(PETSC_COMM_WORLD, scene_of(2e-5, -10, 1e5, restitution, 0.5, words).text, "");
  const double off = off_after(sim, 25000, 1, false, 20);

  CALL(sim_destroy(&sim));
  return off;
}

static void servos_do_not_hammer(void)
{
  const double below = torque_off(0.9), above = torque_off(1.1);

  test_note("torque of 1 N m, gain .9 of 2 / (K dt + 2 C): off by %.1e N m; 1.1: by %.2f N m",
            below, above);
  CHECK_NEAR(below, 0, 1e-6);          /* a mode of rate g K / (1 + g C), 36/s, in .8 s */
  CHECK(above > 0.5);                  /* to the limit of friction, and back in each step */
  CHECK_NEAR(force_off(0.5), 0, 1e-6); /* it has settled */
  CHECK_NEAR(force_off(0.1), 0, 1e-6);
  CHECK_NEAR(force_off(0.01), 0, 1e-6);
  test_end("servos against strong dashpots keep their force, up to the gain 2 / (K dt + 2 C)");
}

TESTS(.ranks = {1, 2})
{
  motion_at_one_velocity_is_rest();
  a_body_leaves_a_plate_that_falls_faster();
  a_belt_carries_along_what_lies_on_it();
  if (test_forms_here()) springs_turn_with_the_walls();
  the_ledger_closes_with_second_order();
  if (test_forms_here()) servos_do_not_hammer();
  test_folder_remove();
}
