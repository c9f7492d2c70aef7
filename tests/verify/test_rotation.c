/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* Rotation against exact results: free tops, a body-fixed torque, momentum and energy over a
   million steps, order in time, and blocked axes. The kernels of the motion are called as in a
   step, without the rest of it. */
#include "verify.h"

/* ---- one body and its motion ---- */

/* A clump of one pebble with mass 1 and these principal moments (ascending, axes x, y, z),
   rotating with w0 (lab and body axes coincide at first). */
static Sim *one_body(Vec3 inertia, Vec3 w0, Quat q0, const char *blocked)
{
  Text  scenario, bodies;
  Start start = {.w = w0, .q = q0, .blocked = blocked};

  add_head(&scenario, 1, vec3(0, 0, 0), 10);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", 1, 0, 1);
  add(&scenario, "contact:\n  - law: {between: [stone, stone], normal: hertz, restitution: 1}\n");
  add(&scenario, "template:\n  - body: {material: stone, pebbles: [0, 0, 0, 1], mass_properties: "
                 "given, volume: 1, mass: 1, "
                 "position: [0, 0, 0], ");
  add(&scenario, "inertia: [%.17g, %.17g, %.17g]}\nclumps:\n  - all: {file: bodies.csv}\n",
      inertia.x, inertia.y, inertia.z);
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "body", &start);
  return sim_of(&scenario, &bodies);
}

/* Torque on the clump, in the lab frame, as a function of its attitude. */
typedef Vec3 (*Torque)(Quat q, const void *context);

static void take_torque(Sim *sim, double dt, Torque torque, const void *context)
{
  const Vec3 t = torque ? torque(sim->clumps->pose[0].q, context) : vec3(0, 0, 0);

  const double inverse =
    sim->clumps->pose[0].per_arm /
    (LOAD_ARMS * quantum_for(1, 0).quantum); /* the finest quantum that a step could have */

  sim->loads->force = quantum_for(1, 0);
  CALL(loads_clear(sim->loads, 1));
  sim->loads->sum[LOAD_TORQUE]     = quanta(t.x, inverse);
  sim->loads->sum[LOAD_TORQUE + 1] = quanta(t.y, inverse);
  sim->loads->sum[LOAD_TORQUE + 2] = quanta(t.z, inverse);
  motion_finish(sim->clumps, sim->loads, dt, vec3(0, 0, 0));
}

static void turn(Sim *sim, double dt, int steps, Torque torque, const void *context)
{
  const MotionStep step   = {.domain = &sim->domain, .dt = dt};
  MotionReport     report = MOTION_NOTHING;

  for (int k = 0; k < steps; k++) {
    motion_start(sim->clumps, &step, 0, 1, NULL, &report);
    take_torque(sim, dt, torque, context);
  }
}

static Vec3 spin_in_body(const Sim *sim)
{
  return quat_turn_back(sim->clumps->pose[0].q, sim->clumps->w[0]);
}

/* ---- tops ---- */

typedef struct {
  Vec3 w; /* body frame, rad/s */
  Quat q;
} Top;

static Top free_top(Vec3 inertia, Vec3 w0, double time, int steps)
{
  Sim *sim = one_body(inertia, w0, quat_identity(), NULL);
  Top  top;

  turn(sim, time / steps, steps, NULL, NULL);
  top = (Top){spin_in_body(sim), sim->clumps->pose[0].q};
  CALL(sim_destroy(&sim));
  return top;
}

static double third(double coarse, double fine)
{
  return fine + (fine - coarse) / 3;
}

/* Richardson extrapolation: the second-order error is eliminated with half the step. */
static Top extrapolated(Vec3 inertia, Vec3 w0, double time, int steps)
{
  const Top a = free_top(inertia, w0, time, steps), b = free_top(inertia, w0, time, 2 * steps);

  return (Top){
    {third(a.w.x, b.w.x), third(a.w.y, b.w.y), third(a.w.z, b.w.z)},
    {third(a.q.w, b.q.w), third(a.q.x, b.q.x), third(a.q.y, b.q.y), third(a.q.z, b.q.z)}};
}

static double spin_error(Vec3 a, Vec3 b)
{
  return vec3_norm(vec3_sub(a, b));
}

static double attitude_error(Quat a, Quat b)
{
  return sqrt((a.w - b.w) * (a.w - b.w) + (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) +
              (a.z - b.z) * (a.z - b.z));
}

static const Vec3 uneven = {1, 2, 3}, all_one = {1, 1, 1};

static void a_free_top_turns_as_it_must(void)
{
  const Vec3 one    = {-0.126642922892, 1.408531707162, 0.819763874523},
             ten    = {-0.603470423093, -1.278993138548, 0.887726788216};
  const Quat q      = {0.687464732981, 0.175201591956, 0.540717252423, 0.452019353585};
  const Top  at_one = extrapolated(uneven, all_one, 1, 4000),
            at_ten  = extrapolated(uneven, all_one, 10, 40000);
  const Top round   = extrapolated(uneven, all_one, 6.42270308422569, 30000),
            plain   = free_top(uneven, all_one, 1, 1000);

  test_note("t = 1: spin off by %.1e, attitude %.1e; t = 10: spin %.1e; after a period: spin %.1e",
            spin_error(at_one.w, one), attitude_error(at_one.q, q), spin_error(at_ten.w, ten),
            spin_error(round.w, all_one));
  test_note("t = 1 in 1000 steps, not extrapolated: spin off by %.1e, attitude %.1e",
            spin_error(plain.w, one), attitude_error(plain.q, q));
  CHECK_NEAR(spin_error(at_one.w, one), 0, 2e-12);    /* twelve digits given */
  CHECK_NEAR(attitude_error(at_one.q, q), 0, 2e-12);  /* the same */
  CHECK_NEAR(spin_error(at_ten.w, ten), 0, 5e-12);    /* the same, and rounding of 80 000 steps */
  CHECK_NEAR(spin_error(round.w, all_one), 0, 5e-12); /* the same */
  CHECK_NEAR(spin_error(plain.w, one), 0, 1e-6);      /* dt^2 = 1e-6 */
  CHECK_NEAR(attitude_error(plain.q, q), 0, 1e-6);    /* the same */
  test_end("free top (1,2,3), spin (1,1,1): period, spin and attitude at t = 1, spin at t = 10, "
           "all digits");
}

static void attitude_is_second_order(void)
{
  enum { LEVELS = 5 };
  const Top exact = extrapolated(uneven, all_one, 10, 40000);
  double    dt[LEVELS], spin[LEVELS], attitude[LEVELS];

  for (int l = 0; l < LEVELS; l++) {
    const Top top = free_top(uneven, all_one, 10, 250 << l);

    dt[l]       = 10.0 / (250 << l);
    spin[l]     = spin_error(top.w, exact.w);
    attitude[l] = attitude_error(top.q, exact.q);
    test_note("dt %.4f: spin off by %.2e, attitude by %.2e", dt[l], spin[l], attitude[l]);
  }
  test_note("orders: spin %.3f, attitude %.3f", slope_of(LEVELS, dt, spin),
            slope_of(LEVELS, dt, attitude));
  CHECK_NEAR(slope_of(LEVELS, dt, spin), 2, 0.05);     /* second order */
  CHECK_NEAR(slope_of(LEVELS, dt, attitude), 2, 0.05); /* the same */
  test_end("free top: spin and attitude are second order in time");
}

/* Rotation about the middle axis flips periodically. Times of the sign changes, interpolated
   between samples. */
static int find_flips(double dt, double end, double *time)
{
  Sim   *sim  = one_body(uneven, vec3(1e-3, 1, 1e-3), quat_identity(), NULL);
  double last = 1;
  int    n    = 0;

  for (int k = 1; k * dt < end; k++) {
    double now;

    turn(sim, dt, 1, NULL, NULL);
    now = spin_in_body(sim).y;
    if (now * last < 0 && n < 4) time[n++] = dt * (k - now / (now - last));
    last = now;
  }
  CALL(sim_destroy(&sim));
  return n;
}

static void the_middle_axis_flips_on_time(void)
{
  const double every     = 27.5308405537332;
  const Vec3   exact     = {0.025364086164, 0.999678779975, 0.014666706821};
  const Top    top       = extrapolated(uneven, vec3(1e-3, 1, 1e-3), 50, 25000);
  double       coarse[4] = {0}, fine[4] = {0};

  CHECK_INT(find_flips(2e-3, 100, coarse), 4);
  CHECK_INT(find_flips(1e-3, 100, fine), 4);
  for (int k = 0; k < 3; k++) {
    const double apart = third(coarse[k + 1] - coarse[k], fine[k + 1] - fine[k]);

    test_note("flip %d to %d: %.9f s (off by %.1e)", k, k + 1, apart, apart - every);
    CHECK_NEAR(apart, every, 1e-7); /* linear interpolation over 1e-3 s, error some 1e-8 */
  }
  test_note("t = 50: spin off by %.1e", spin_error(top.w, exact));
  CHECK_NEAR(spin_error(top.w, exact), 0, 2e-9); /* twelve digits given; rounding errors grow by 1e3
                                                    at each flip, 1e-10 .. 6e-10 were seen */
  test_end("the middle axis flips every 27.5308405537332 s; spin at t = 50");
}

/* ---- a torque that turns with the body ---- */

static Vec3 along_body_x(Quat q, const void *context)
{
  return quat_turn(q, vec3(*(const double *)context, 0, 0));
}

static Vec3 spin_of_cylinder(double dt, int steps)
{
  const double r = 0.05, h = 0.15, mass = 7750 * pi * r * r * h, torque = 0.025;
  Sim         *sim = one_body(
            vec3(mass * r * r / 2, mass * (3 * r * r + h * h) / 12, mass * (3 * r * r + h * h) / 12),
            vec3(0.3, -0.9, 0.6), quat_identity(), NULL);
  Vec3 w;

  take_torque(sim, 0, along_body_x, &torque);
  turn(sim, dt, steps, along_body_x, &torque);
  w = spin_in_body(sim);
  CALL(sim_destroy(&sim));
  return w;
}

static void a_cylinder_spins_up_under_its_torque(void)
{
  const Vec3 exact = {1.83336375279934, -0.619167678652761, 0.886922423728113};
  const Vec3 a = spin_of_cylinder(2e-5, 35000), b = spin_of_cylinder(1e-5, 70000);

  test_note("dt 2e-5: off by %.1e, 1e-5: %.1e", spin_error(a, exact), spin_error(b, exact));
  CHECK_NEAR(
    spin_error(a, exact), 0,
    5e-13); /* exact but for rounding of 35 000 steps: the torque is constant in the body */
  CHECK_NEAR(spin_error(b, exact), 0, 5e-13); /* the same, of 70 000 */
  test_end("a cylinder under a torque of its own about its axis: spin after 70 000 steps");
}

/* ---- a million steps ---- */

static void a_million_steps_keep_momentum_and_energy(void)
{
  const double dt  = 1e-2;
  Sim         *sim = one_body(uneven, all_one, quat_identity(), NULL);
  Clumps      *c   = sim->clumps;
  const Vec3   l0  = c->motion[0].momentum;
  const double e0  = 0.5 * vec3_dot(l0, c->w[0]);
  double       l = 0, least = 1e9, most = -1e9, norm = 0, drift[2] = {0, 0};

  for (int k = 0; k < 100000; k++) {
    double e;

    turn(sim, dt, 10, NULL, NULL);
    e     = 0.5 * vec3_dot(c->motion[0].momentum, c->w[0]) / e0 - 1;
    l     = max_of(l, spin_error(clump_momentum(c->w[0], c->pose[0].q, c->inertia[0]), l0));
    norm  = max_of(norm, fabs(quat_norm(c->pose[0].q) - 1));
    least = e < least ? e : least;
    most  = max_of(most, e);
    if (k < 20000) drift[0] += e / 20000;
    if (k >= 80000) drift[1] += e / 20000;
  }
  test_note("1e6 steps of %g s (1557 periods): momentum off by %.1e, energy within %.1e .. %.1e, "
            "mean of the last fifth less "
            "that of the first %.1e, |q| by %.1e",
            dt, l, least, most, drift[1] - drift[0], norm);
  CHECK_BITS(c->motion[0].momentum.x, l0.x);
  CHECK_BITS(c->motion[0].momentum.y, l0.y);
  CHECK_BITS(c->motion[0].momentum.z, l0.z);
  CHECK_NEAR(l, 0, 1e-12);           /* required; of 3.7 */
  CHECK_NEAR(norm, 0, 1e-15);        /* normalized in every step */
  CHECK_NEAR(most - least, 0, 1e-4); /* dt^2 = 1e-4 bounds the oscillation */
  CHECK_NEAR(drift[1] - drift[0], 0,
             1e-3 * (most - least)); /* averages over whole oscillations; a drift would show */
  CALL(sim_destroy(&sim));
  test_end("free top over a million steps: momentum keeps its bits, energy swings within dt^2 and "
           "does not drift");
}

/* ---- held axes ---- */

/* Restoring torque of a pendulum about z: its strength, and the body direction whose angle from
   x counts. */
typedef struct {
  double pull;
  Vec3   arm;
} Pendulum;

static double angle_of(Quat q, const Pendulum *p)
{
  const Vec3 a = quat_turn(q, p->arm);

  return atan2(a.y, a.x);
}

static Vec3 pull_back(Quat q, const void *context)
{
  const Pendulum *p = context;

  return vec3(0.3, -0.4,
              -p->pull * sin(angle_of(q, p))); /* torques about blocked axes must have no effect */
}

static double mean_of_means(double a, double b)
{
  for (int k = 0; k < 30; k++) {
    const double m = 0.5 * (a + b);

    b = sqrt(a * b);
    a = m;
  }
  return a;
}

/* Angle after one exact period, minus the initial angle. */
static double pendulum_error(int steps, double *error_of_speed)
{
  const double first = 2, pull = 0.7;
  const Quat   q0     = turn_about(vec3(1, -2, 0.5), 1.1);
  Sim         *sim    = one_body(uneven, vec3(0, 0, 0), q0, "xyzXY");
  const Vec3   z      = quat_turn_back(q0, vec3(0, 0, 1));
  const double moment = vec3_dot(z, vec3_mul(uneven, z)),
               period = 2 * pi * sqrt(moment / pull) / mean_of_means(1, cos(first / 2));
  Pendulum p          = {pull, quat_turn_back(q0, vec3(cos(first), sin(first), 0))};
  double   error;

  CHECK_NEAR(angle_of(sim->clumps->pose[0].q, &p), first, 1e-14); /* rounding */
  take_torque(sim, 0, pull_back, &p);
  turn(sim, period / steps, steps, pull_back, &p);
  error           = angle_of(sim->clumps->pose[0].q, &p) - first;
  *error_of_speed = sim->clumps->w[0].z;
  CHECK_BITS(sim->clumps->w[0].x, 0);
  CHECK_BITS(sim->clumps->w[0].y, 0);
  CALL(sim_destroy(&sim));
  return error;
}

static void a_body_with_one_free_axis_swings_like_a_pendulum(void)
{
  enum { LEVELS = 4 };
  double dt[LEVELS], speed[LEVELS], angle = 0;

  for (int l = 0; l < LEVELS; l++) {
    dt[l]    = 1.0 / (100 << l);
    angle    = pendulum_error(100 << l, &speed[l]);
    speed[l] = fabs(speed[l]);
    test_note("%4d steps a period: angle off by %.1e, speed by %.1e", 100 << l, angle, speed[l]);
  }
  test_note("order of the phase %.2f", slope_of(LEVELS, dt, speed));
  CHECK_NEAR(slope_of(LEVELS, dt, speed), 2,
             0.1); /* second order: at the turning point a phase error shows in the speed */
  CHECK_NEAR(speed[LEVELS - 1], 0, 1e-4); /* 800 steps a period */
  CHECK_NEAR(angle, 0, 1e-6); /* the same; at the turning point the angle is stationary */
  test_end(
    "a body free to turn about z alone, its principal axes askew, swings with a pendulum's period");
}

/* In a whole simulation step. */
static void a_driven_body_keeps_its_velocities_and_turns_by_their_angle(void)
{
  const Vec3   v = {0.1, -0.2, 0.3}, w = {0.3, -0.5, 0.7};
  const Quat   q0    = turn_about(vec3(1, -2, 0.5), 1.1);
  const int    steps = 10000;
  const double dt    = 1e-3;
  Quat         exact;
  Text         scenario, bodies;
  Body         first, b;
  Sim         *sim;

  add_head(&scenario, dt, vec3(1, 2, -9.81), 10); /* gravity must have no effect */
  add(&scenario, "material:\n  - stone: {density: 1, young: 1}\ncontact:\n  - law: {between: "
                 "[stone, stone], normal: hertz, "
                 "restitution: 1}\n");
  add(&scenario, "template:\n  - body: {material: stone, pebbles: [0, 0, 0, 1, .5, 0, 0, .7, 0, "
                 ".6, .1, .5]}\nclumps:\n  - all: "
                 "{file: bodies.csv}\n");
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "body", &(Start){.v = v, .w = w, .q = q0, .blocked = "xyzXYZ"});
  sim = sim_of(&scenario, &bodies);
  bodies_of(sim, 1, &first);
  test_steps(sim, steps);
  bodies_of(sim, 1, &b);
  exact = quat_mul(turn_about(w, vec3_norm(w) * steps * dt), first.q);
  if (exact.w * b.q.w + exact.x * b.q.x + exact.y * b.q.y + exact.z * b.q.z < 0)
    exact = (Quat){-exact.w, -exact.x, -exact.y, -exact.z};
  test_note("after %d steps: attitude off by %.1e, place by %.1e", steps,
            attitude_error(b.q, exact),
            spin_error(vec3_sub(b.x, first.x), vec3_scale(steps * dt, v)));
  CHECK_BITS(b.v.x, v.x);
  CHECK_BITS(b.v.y, v.y);
  CHECK_BITS(b.v.z, v.z);
  CHECK_BITS(b.w.x, w.x);
  CHECK_BITS(b.w.y, w.y);
  CHECK_BITS(b.w.z, w.z);
  CHECK_NEAR(attitude_error(b.q, exact), 0, 1e-12); /* rounding of 1e4 steps */
  CHECK_NEAR(spin_error(vec3_sub(b.x, first.x), vec3_scale(steps * dt, v)), 0,
             1e-12); /* the same */
  CALL(sim_destroy(&sim));
  test_end("a body with all axes held keeps its velocities to the bit and turns by their angle");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  a_free_top_turns_as_it_must();
  attitude_is_second_order();
  the_middle_axis_flips_on_time();
  a_cylinder_spins_up_under_its_torque();
  a_million_steps_keep_momentum_and_energy();
  a_body_with_one_free_axis_swings_like_a_pendulum();
  a_driven_body_keeps_its_velocities_and_turns_by_their_angle();
  test_folder_remove();
  return test_finish();
}
