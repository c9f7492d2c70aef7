/* SPDX-License-Identifier: MIT */
/* Rods and compliant links against closed forms: pendulum, statics, oscillator, momentum. */
#include "constraint/kinds/constraint_link.h"
#include "sim_test.h"

#define GRAVITY 9.81
#define MASS    (PETSC_PI / 6) /* of a ball: radius 1/2, density 1 */

enum { LINKS = 6 };

/* The head of all scenarios, with the acceleration along z and the objects of constraints. */
static Sim *begin(double dt, double gravity, const char *clumps, const char *pairs,
                  const char *constraint, const char *options)
{
  char text[1500];

  test_file("clumps.csv", clumps);
  test_file("pairs.csv", pairs);
  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 99, dt: %.17g, gravity: [0, 0, %g]}\n"
           "domain: {lo: [-20, -20, -20], hi: [20, 20, 20]}\nmaterial: [{a: {density: 1}}]\n"
           "contact: [{a-a: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}}]\n"
           "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .5]}\n"
           "  - pill: {material: a, pebbles: [-.3, 0, 0, .3, .1, .1, 0, .4]}\n"
           "clumps: [{all: {file: clumps.csv}}]\n"
           "constraint: [{c: {type: distance, file: pairs.csv, %s}}]\n",
           dt, gravity, constraint);
  return test_sim(PETSC_COMM_WORLD, text, options);
}

/* Position and velocity of a clump, on all ranks. */
static void find(const Sim *sim, Id id, Vec3 *x, Vec3 *v)
{
  const PetscInt a       = test_row(sim, id);
  double         from[6] = {0};

  if (a >= 0) {
    memcpy(from, &sim->matter.clumps->pose[a].x, sizeof(Vec3));
    memcpy(from + 3, &sim->matter.clumps->motion[a].v, sizeof(Vec3));
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, from, 6, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  *x = vec3(from[0], from[1], from[2]);
  *v = vec3(from[3], from[4], from[5]);
}

/* ---- a pendulum ---- */

static double mean_of(double a, double b)
{
  for (int k = 0; k < 8; k++) {
    const double m = 0.5 * (a + b);

    b = sqrt(a * b);
    a = m;
  }
  return a;
}

/* Error of the period of a pendulum of length 2 from its angle after a quarter of the exact one (T
   = 2 pi sqrt(l / g) / agm(1, cos(a / 2)), a the amplitude), where its speed is 2 sqrt(g l) sin(a /
   2). */
static double period_error(double amplitude, int steps)
{
  const double length = 2, speed = 2 * sqrt(GRAVITY * length) * sin(amplitude / 2);
  const double period = 2 * PETSC_PI * sqrt(length / GRAVITY) / mean_of(1, cos(amplitude / 2));
  char         clumps[300];
  Sim         *sim;
  Vec3         x, v;

  snprintf(clumps, sizeof clumps,
           "id,template,x,y,z,blocked\n1,ball,0,0,0,xyzXYZ\n2,ball,%.17g,0,%.17g,\n",
           length * sin(amplitude), -length * cos(amplitude));
  sim = begin(period / 4 / steps, -GRAVITY, clumps, "a,b,length\n1,2,2\n", "sweeps: 1", "");
  test_steps(sim, steps);
  find(sim, 2, &x, &v);
  CHECK_NEAR(vec3_norm(x), length,
             1e-6); /* the direction turns by v dt / l in a step: its square */
  CALL(sim_destroy(&sim));
  return 4 * x.x / speed / period;
}

static void pendulum_has_its_period(void)
{
  const double amplitudes[] = {0.02, PETSC_PI / 3};

  for (int k = 0; k < 2; k++) {
    const double one = period_error(amplitudes[k], 1000), half = period_error(amplitudes[k], 2000);

    test_note("amplitude %g: period off by %.3g, %.3g with half the step", amplitudes[k], one,
              half);
    CHECK_NEAR(half, 0, 1e-3);                               /* first order in dt = 4e-4 s */
    CHECK(fabs(one / half) > 1.8 && fabs(one / half) < 4.4); /* order 1 or 2 */
  }
  test_end("a pendulum on a rod has its period at 1 and at 60 degrees, to first order at least");
}

/* ---- a chain at rest ---- */

/* Stretch of link k (1: the top) of a chain at rest, with one sweep (docs/physics/constraints.md),
   or converged. */
static double stretch_of(int k, double compliance, double dt, bool converged)
{
  const double tension = MASS * GRAVITY * (LINKS - k + 1),
               parts   = (k == 1 ? 2 : 4) - (k == LINKS ? 1 : 0);

  if (converged) return tension * compliance;
  return tension * (compliance + dt * dt * parts / MASS) - (k == 1 ? GRAVITY * dt * dt : 0);
}

static void chain_stays(double compliance, double dt, int sweeps)
{
  char   clumps[900], pairs[400], constraint[90];
  size_t n            = (size_t)snprintf(clumps, sizeof clumps,
                                         "id,template,x,y,z,vx,vy,vz,blocked\n0,ball,0,0,5,0,0,0,xyzXYZ\n"),
         m            = (size_t)snprintf(pairs, sizeof pairs, "a,b,length\n");
  double z[LINKS + 1] = {5};
  Sim   *sim;

  for (int k = 1; k <= LINKS; k++) {
    z[k] = z[k - 1] - 1.5 - stretch_of(k, compliance, dt, sweeps > 1);
    n += (size_t)snprintf(clumps + n, sizeof clumps - n, "%d,ball,0,0,%.17g,0,0,%.17g,\n", k, z[k],
                          -0.5 * GRAVITY * dt);
    m += (size_t)snprintf(pairs + m, sizeof pairs - m, "%d,%d,1.5\n", k - 1, k);
  }
  snprintf(constraint, sizeof constraint, "sweeps: %d, compliance: %g", sweeps, compliance);
  sim = begin(dt, -GRAVITY, clumps, pairs, constraint, "");
  test_steps(sim, 50);
  for (int k = 1; k <= LINKS; k++) {
    Vec3 x, v;

    find(sim, k, &x, &v);
    CHECK_NEAR(x.z, z[k], 1e-10);               /* 50 steps of rounding, 1e-15 each, in a chain */
    CHECK_NEAR(v.z, -0.5 * GRAVITY * dt, 1e-8); /* the same over dt */
    if (test_row(sim, k) >= 0) /* what forces see has the impulse of half a step in advance */
      CHECK_NEAR(sim->matter.clumps->pose[test_row(sim, k)].v.z, 0, 1e-8);
  }
  for (PetscInt k = 0; k < constraint_set(&sim->links)->n; k++) {
    const LinkSet *set = constraint_set(&sim->links);

    CHECK_NEAR(link_memory(set, k)[CONSTRAINT_FORCE] /
                 (MASS * GRAVITY * (double)(LINKS - set->list[k].a)),
               1, 1e-6); /* rounding of positions over g dt^2 */
  }
  CALL(sim_destroy(&sim));
}

static void chain_is_as_long_as_told(void)
{
  chain_stays(0, 1e-3, 1);
  chain_stays(1e-3, 1e-3, 1);
  chain_stays(1e-3, 4e-3, 1);
  chain_stays(0, 1e-3, 1000);
  chain_stays(1e-3, 2e-3, 1000);
  test_end(
    "a chain at rest is stretched by its weight and the published error, with exact tensions");
}

/* ---- one link ---- */

/* Without other forces a compliant link to a fixed body loses 1 - 1 / (1 + w^2 h^2) of its energy
   in a step, exactly: implicit Euler. */
static void oscillator_decays(void)
{
  const double compliance = 0.01, dt = 7e-3, square = dt * dt / (MASS * compliance);
  Sim         *sim =
    begin(dt, 0,
          "id,template,x,y,z,vx,vy,vz,blocked\n1,ball,0,0,0,0,0,0,xyzXYZ\n2,ball,3.2,0,0,.5,0,0,\n",
          "b,a,length\n1,2,3\n", "compliance: .01", "");
  double before = 0.5 * MASS * .25 + 0.5 * .2 * .2 / compliance;

  for (int k = 0; k < 50; k++) {
    Vec3   x, v;
    double now;

    test_steps(sim, 1);
    find(sim, 2, &x, &v);
    now = 0.5 * MASS * v.x * v.x + 0.5 * (x.x - 3) * (x.x - 3) / compliance;
    CHECK_NEAR(now / before * (1 + square), 1, 1e-11); /* rounding of x over the stretch */
    before = now;
  }
  CALL(sim_destroy(&sim));
  test_end("the energy of one spring falls by 1 / (1 + w^2 h^2) in a step");
}

/* Pills that tumble on a closed chain of rods and ropes. */
static void momentum_is_kept(void)
{
  Sim *sim =
    begin(1e-3, 0,
          "id,template,x,y,z,vx,vy,vz,wx,wy,wz\n1,pill,0,0,0,1,0,0,3,0,1\n"
          "2,pill,2,0,0,0,2,0,0,0,5\n3,ball,2,2,0,0,0,3,0,4,0\n4,pill,0,2,0,-1,2,0,1,1,1\n",
          "a,b,length,ax,ay,az,bx,by,bz\n1,2,1.2,.4,0,0,-.4,0,0\n2,3,1.5,0,.3,0,0,-.2,0\n"
          "3,4,1.5,-.2,0,0,.3,.1,0\n4,1,1.6,0,-.2,0,0,.2,0\n",
          "sweeps: 7", "");
  const Totals from = totals_of(sim);
  Totals       to;

  test_steps(sim, 1000);
  to = totals_of(sim);
  /* 1e-13: 7000 roundings of 1e-16, of velocities near 1 */
  CHECK_NEAR(vec3_norm(vec3_sub(to.momentum, from.momentum)), 0, 1e-13);
  CHECK_NEAR(ledger_of(&to) / ledger_of(&from), 1, 1e-6); /* turning bodies: order dt^2 */
  test_note("energy lost: %.3g of it; ledger off by %.3g", 1 - energy_of(&to) / energy_of(&from),
            ledger_of(&to) / ledger_of(&from) - 1);
  test_note("angular momentum off by %.3g of it",
            vec3_norm(vec3_sub(to.angular, from.angular)) / vec3_norm(from.angular));
  CALL(sim_destroy(&sim));
  test_end("tumbling clumps on rods keep their momentum, and energies sum up");
}

TESTS(.ranks = {1, 2})
{
  pendulum_has_its_period();
  chain_is_as_long_as_told();
  oscillator_decays();
  momentum_is_kept();
  test_folder_remove();
}
