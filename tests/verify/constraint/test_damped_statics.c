/* SPDX-License-Identifier: MIT */
/* Bodies at rest under damping, thermostats at a temperature of 0 and FIRE: constraints and hard
   contacts bear the weight at any step, and nothing is dissipated. Moving bodies lose the energy
   of closed forms. */
#include "constraint/hard/hard.h"
#include "constraint/kinds/constraint_link.h"
#include "sim_test.h"

#define GRAVITY 9.81
#define MASS    2.0

/* A chain of three on rods; on joints of each kind one body that hangs or sticks out; a rod that
   stretches by what it bears; a column of three balls on a floor. Ids of bodies in a group of ten;
   the first one is fixed. */
static const char clumps[] =
  "id,template,x,y,z,blocked\n"
  "0,ball,0,0,0,xyzXYZ\n1,ball,0,0,-.2,\n2,ball,0,0,-.4,\n3,ball,0,0,-.6,\n"
  "10,ball,.5,0,0,xyzXYZ\n11,ball,.9,0,0,\n"
  "20,ball,0,.5,0,xyzXYZ\n21,ball,0,.5,-.3,\n"
  "30,ball,.5,.5,0,xyzXYZ\n31,ball,.5,.5,-.3,\n"
  "40,ball,-.5,0,0,xyzXYZ\n41,ball,-.5,0,-.2,\n"
  "50,ball,-.5,.5,0,xyzXYZ\n51,ball,-.3,.5,0,\n"
  "60,hard,0,-.5,-.95,xyXYZ\n61,hard,0,-.5,-.85,xyXYZ\n62,hard,0,-.5,-.75,xyXYZ\n";

static Sim *rest(double dt, const char *run, const char *more)
{
  char text[3500];

  test_file("rest.csv", clumps);
  test_file("rods.csv", "a,b,length\n0,1,.2\n1,2,.2\n2,3,.2\n");
  test_file("soft.csv", "a,b,length\n40,41,.2\n");
  test_file("weld.csv", "a,b\n10,11\n");
  test_file("ball.csv", "a,b,ax,ay,az,bx,by,bz\n20,21,0,0,0,0,0,.3\n");
  test_file("hinge.csv", "a,b,ux,uy,uz,ax,ay,az,bx,by,bz\n30,31,0,1,0,0,0,0,0,0,.3\n");
  test_file("slider.csv", "a,b,ux,uy,uz\n50,51,1,0,0\n");
  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 99, dt: %.17g, gravity: [0, 0, %g]%s}\n"
           "domain: {lo: [-1, -1, -1], hi: [1, 1, 1]}\nmaterial: [{a: {density: 1000}}, {h: "
           "{density: 1000}}]\n"
           "contact: [{aa: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}},"
           " {ah: {between: [a, h], normal: hooke, stiffness: 1, restitution: 1}}]\n"
           "template:\n  - ball: {material: a, mass: %g, pebbles: [0, 0, 0, .05]}\n"
           "  - hard: {material: h, mass: %g, pebbles: [0, 0, 0, .05]}\n"
           "wall: [{floor: {shape: plane, material: h, point: [0, 0, -1], normal: [0, 0, 1]}}]\n"
           "clumps: [{all: {file: rest.csv}}]\nconstraint:\n"
           "  - rods: {type: distance, file: rods.csv, sweeps: 30}\n"
           "  - soft: {type: distance, file: soft.csv, sweeps: 30, compliance: 1e-7}\n"
           "  - weld: {type: weld, file: weld.csv, sweeps: 30}\n"
           "  - balls: {type: ball, file: ball.csv, sweeps: 30}\n"
           "  - hinges: {type: hinge, file: hinge.csv, sweeps: 30}\n"
           "  - sliders: {type: slider, file: slider.csv, sweeps: 30}\n"
           "  - contacts: {type: contact, between: [h, h], sweeps: 30, restitution: 0}\n%s",
           dt, -GRAVITY, run, MASS, MASS, more);
  return test_sim(PETSC_COMM_WORLD, text, "");
}

/* ---- what is borne ---- */

/* Largest error of the forces of the links of an object, over m g: link k of it bears n - k
   bodies. */
static double error_of(Sim *sim, const char *name, int n)
{
  const LinkSet *set  = constraint_set(&sim->links);
  double         most = 0;

  for (PetscInt k = 0; k < set->n; k++) {
    const Link  *l      = &set->list[k];
    const double bodies = n - (double)(l->a % 10), force = link_memory(set, k)[CONSTRAINT_FORCE];

    if (strcmp(set->objects[l->object].name, name) != 0) continue;
    if (set->ends[k].row[0] < 0) continue;
    most = max_real(most, fabs(fabs(force) / (bodies * MASS * GRAVITY) - 1));
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  return most;
}

static double floor_error(const Sim *sim, double dt)
{
  const Hard *h   = sim->constraints.hard;
  double      sum = 0;

  for (PetscInt k = 0; k < h->n_walls; k++) sum += h->list[h->n_pebbles + k].lambda / (dt * dt);
  (void)MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return fabs(sum / (3 * MASS * GRAVITY) - 1);
}

/* Body 41 hangs lower by the compliance times its weight. */
static double stretch_error(const Sim *sim)
{
  const PetscInt a = test_row(sim, 41);
  double         z = a >= 0 ? sim->matter.clumps->pose[a].x.z : 0;

  (void)MPI_Allreduce(MPI_IN_PLACE, &z, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return fabs((-.2 - z) / (1e-7 * MASS * GRAVITY) - 1);
}

static void check_borne(Sim *sim, double dt)
{
  /* 1e-9: the sweeps have converged. A place is a multiple of the position quantum q, a force one
     of m q / dt^2, and three bodies and the sweeps add up some of them. */
  const double tolerance = 1e-9 + 32 * sim->space.domain.quantum / (GRAVITY * dt * dt);

  constraints_store_forces(&sim->constraints, &sim->links);
  CHECK_NEAR(error_of(sim, "rods", 3), 0, tolerance);
  CHECK_NEAR(error_of(sim, "soft", 1), 0, tolerance);
  CHECK_NEAR(error_of(sim, "weld", 1), 0, tolerance);
  CHECK_NEAR(error_of(sim, "balls", 1), 0, tolerance);
  CHECK_NEAR(error_of(sim, "hinges", 1), 0, tolerance);
  CHECK_NEAR(error_of(sim, "sliders", 1), 0, tolerance);
  CHECK_NEAR(floor_error(sim, dt), 0, tolerance);
  CHECK_NEAR(stretch_error(sim), 0,
             1e-9 + 4 * sim->space.domain.quantum / (1e-7 * MASS * GRAVITY)); /* likewise */
}

/* The state after .15 s, in a part of which the compliant rod swings, and at least 400 steps, in
   which an error that falls by .9 a step vanishes. */
static void bears(double dt, const char *run, const char *more)
{
  Sim   *sim = rest(dt, run, more);
  double dissipated;

  test_steps(sim, (int)max_real(.15 / dt + .5, 400));
  check_borne(sim, dt);
  dissipated = totals_of(sim).dissipated;
  test_steps(sim, 100);
  check_borne(sim, dt);
  /* rounding; nine bodies that lose m g^2 dt / 2 a second each lose 9e-7 J here at least */
  CHECK_NEAR(totals_of(sim).dissipated, dissipated, 1e-10);
  CALL(sim_destroy(&sim));
}

static void damping_leaves_the_weight(void)
{
  static const char *const damping[] = {
    "",
    "damping: [{d: {cundall: .3}}]\n",
    "damping: [{d: {cundall: .7}}]\n",
    "damping: [{d: {cundall: .9}}]\n",
    "damping: [{d: {viscous: 1, turning: 1}}]\n",
    "damping: [{d: {viscous: 100, turning: 100}}]\n",
    "damping: [{d: {viscous: 100, turning: 100, cundall: .7}}]\n",
  };
  static const char *const fact[] = {
    "constraints and hard contacts bear the weight",
    "they do with Cundall's damping of .3",
    "they do with Cundall's damping of .7",
    "they do with Cundall's damping of .9",
    "they do with slow viscous damping",
    "they do with fast viscous damping",
    "they do with both",
  };
  const double dt[] = {1e-3, 5e-4, 2e-4};

  for (size_t d = 0; d < sizeof damping / sizeof *damping; d++) {
    for (int k = 0; k < 3; k++) bears(dt[k], "", damping[d]);
    test_end(fact[d]);
  }
}

static void thermostats_and_fire_leave_the_weight(void)
{
  bears(1e-3, "", "thermostat: [{t: {type: langevin, temperature: 0, rate: 50, turning: 50}}]\n");
  bears(1e-4, "", "thermostat: [{t: {type: langevin, temperature: 0, rate: 500, turning: 50}}]\n");
  test_end("they do in a bath without temperature");
  bears(1e-3, "", "damping: [{d: {fire: .25}}]\n");
  bears(1e-4, "", "damping: [{d: {fire: .25}}]\n");
  test_end("they do in FIRE");
  bears(1e-3, ", integrator: euler", "");
  bears(1e-3, ", integrator: euler", "damping: [{d: {cundall: .7, viscous: 30}}]\n");
  bears(1e-4, ", integrator: euler",
        "thermostat: [{t: {type: langevin, temperature: 0, rate: 50, turning: 50}}]\n");
  test_end("they do with symplectic Euler");
}

/* ---- what moves ---- */

static Sim *moving(double dt, const char *clump_rows, const char *constraint, const char *damping)
{
  char text[2000];

  test_file("moving.csv", clump_rows);
  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 99, dt: %.17g, gravity: [0, 0, %g]}\n"
           "domain: {lo: [-9, -9, -9], hi: [9, 9, 9]}\nmaterial: [{a: {density: 1000}}]\n"
           "template:\n  - ball: {material: a, mass: %g, pebbles: [0, 0, 0, .05]}\n"
           "wall: [{floor: {shape: plane, material: a, point: [0, 0, -5], normal: [0, 0, 1]}}]\n"
           "clumps: [{all: {file: moving.csv}}]\nconstraint:\n"
           "  - contacts: {type: contact, between: [a, a], friction: .2, restitution: 0}\n%s"
           "damping: [{d: {%s}}]\n",
           dt, -GRAVITY, MASS, constraint, damping);
  return test_sim(PETSC_COMM_WORLD, text, "");
}

static void state_of(const Sim *sim, Id id, Vec3 *x, Vec3 *v)
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

/* x = x0 exp(-a t / 2) (cos w t + a / (2 w) sin w t), w^2 = g / l - a^2 / 4, for small swings. */
static double pendulum_error(double dt)
{
  const double rate = .5, t = 4, omega = sqrt(GRAVITY - .25 * rate * rate), x0 = .01;
  char         rows[200];
  Vec3         x, v;
  Sim         *sim;

  snprintf(rows, sizeof rows,
           "id,template,x,y,z,blocked\n0,ball,0,0,0,xyzXYZ\n1,ball,%.17g,0,%.17g,\n", x0,
           -sqrt(1 - x0 * x0));
  test_file("rod.csv", "a,b,length\n0,1,1\n");
  sim = moving(dt, rows, "  - rod: {type: distance, file: rod.csv, sweeps: 20}\n", "viscous: .5");
  test_steps(sim, (int)(t / dt + .5));
  state_of(sim, 1, &x, &v);
  CALL(sim_destroy(&sim));
  return x.x / x0 - exp(-.5 * rate * t) * (cos(omega * t) + .5 * rate / omega * sin(omega * t));
}

static void pendulum_decays(void)
{
  const double coarse = pendulum_error(1e-3), fine = pendulum_error(2.5e-4);

  /* rods take a part of a swing of first order (docs/physics/constraints.md, Decay and gain);
     without it the period is longer by x0^2 / 16, and 8e-5 of the phase of 12.5 */
  CHECK_NEAR((4 * fine - coarse) / 3, 0, 1e-4);
  CHECK_NEAR(coarse / fine, 4, .1);
  test_end("a pendulum decays at half the rate of viscous damping");
}

/* Friction, mu m g, slows a ball that does not turn: damping adds its part, and the floor bears m
   g. */
static void sliding_ball_slows(void)
{
  const double mu = .2, part = .3, dt = 1e-3, t = .5;
  Vec3         x, v;
  Sim *sim = moving(dt, "id,template,x,y,z,vx,vy,vz,blocked\n1,ball,0,0,-4.95,3,0,0,XYZ\n", "",
                    "cundall: .3");

  test_steps(sim, (int)(t / dt + .5));
  state_of(sim, 1, &x, &v);
  /* half a step at the start without friction, and one until damping sees it */
  CHECK_NEAR(v.x, 3 - mu * GRAVITY * (1 + part) * t, 2 * mu * GRAVITY * dt);
  CHECK_NEAR(x.z, -4.95, 1e-9); /* the grid, and g dt^2 / 2 of the first step corrected */
  CALL(sim_destroy(&sim));
  test_end("a ball that slides on a hard floor is slowed by friction and Cundall's part of it");
}

/* A chain that starts level hangs down in the end. */
static void chain_relaxes(void)
{
  Vec3 x, v;
  Sim *sim;

  test_file("rod.csv", "a,b,length\n0,1,.2\n1,2,.2\n2,3,.2\n");
  sim = moving(1e-3,
               "id,template,x,y,z,blocked\n0,ball,0,0,0,xyzXYZ\n1,ball,.2,0,0,\n2,ball,.4,0,0,\n"
               "3,ball,.6,0,0,\n",
               "  - rod: {type: distance, file: rod.csv, sweeps: 60}\n", "fire: .25");
  test_steps(sim, 8000);
  state_of(sim, 3, &x, &v);
  CHECK_NEAR(x.x, 0,
             1e-6); /* it is within a second of swings of .6 m, of which 20 fall by 1/2 each */
  CHECK_NEAR(x.z, -.6, 1e-7); /* what 60 sweeps leave of the first fall */
  CALL(sim_destroy(&sim));
  test_end("FIRE relaxes a chain of rods");
}

TESTS(.ranks = {1})
{
  damping_leaves_the_weight();
  thermostats_and_fire_leave_the_weight();
  pendulum_decays();
  sliding_ball_slows();
  chain_relaxes();
  test_folder_remove();
}
