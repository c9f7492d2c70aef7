/* np: 1 2 */
/* SPDX-License-Identifier: MIT */
/* Velocities that are shown at the end of a step with a last kick (constraint/answer.h). */
#include "joint_test.h"
#include "sim/showing.h"

#define HEADER "id,template,x,y,z,vx,vy,vz,wx,wy,wz,blocked\n"

/* Of all clumps: the largest speed, of the centre and of a point 1 m from it. */
static double fastest(const Sim *sim)
{
  double most = 0;

  for (PetscInt a = 0; a < sim->clumps->n_owned; a++)
    most = max_real(most, vec3_norm(sim->clumps->motion[a].v) + vec3_norm(sim->clumps->w[a]));
  (void)MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  return most;
}

/* ---- at rest ---- */

/* Energies add up to the same, what is shown is gone afterwards, and forces see the same. */
static void rests(const char *constraints, const char *clumps, double dt, int steps)
{
  Sim        *sim = joint_sim(dt, -GRAVITY, clumps, constraints, "");
  AnswersKept kept;
  Totals      inside, shown;
  double      speed, state;
  uint64_t    before;

  test_steps(sim, steps);
  before = test_digest(sim);
  inside = totals_of(sim);
  state  = fastest(sim);
  CALL(showing_begin(sim, &kept));
  speed = fastest(sim);
  shown = totals_of(sim);
  showing_end(sim, &kept);
  test_note("shown %.3g m/s, state %.3g m/s", speed, state);
  CHECK(speed <
        1e-8 * GRAVITY * dt + 1e-11); /* rounding of places over dt: 1e-15 m / 1e-3 s, added up */
  CHECK(state > 0.4 * GRAVITY * dt);
  CHECK_NEAR(ledger_of(&shown), ledger_of(&inside), 1e-12 * fabs(ledger_of(&inside)) + 1e-15);
  CHECK_INT((int64_t)test_digest(sim), (int64_t)before);
  CALL(sim_destroy(&sim));
}

/* Chains of three balls, at rest but for the published stretch by one sweep (test_constraints.c). */
static void chain_rests(double compliance, double dt, int sweeps)
{
  const double mass = 1000 * PETSC_PI / 6 * 1e-3, g = GRAVITY, all = sweeps > 1 ? 0 : dt * dt;
  char         clumps[600], constraint[150];
  const double z1 = .2 + 3 * mass * g * (compliance + all * 2 / mass) - g * all,
               z2 = z1 + .2 + 2 * mass * g * (compliance + all * 4 / mass),
               z3 = z2 + .2 + mass * g * (compliance + all * 3 / mass);

  test_file("rods.csv", "a,b,length\n0,1,.2\n1,2,.2\n2,3,.2\n");
  snprintf(clumps, sizeof clumps,
           HEADER "0,ball,0,0,0,0,0,0,0,0,0,xyzXYZ\n1,ball,0,0,%.17g,0,0,%.17g,0,0,0,\n"
                  "2,ball,0,0,%.17g,0,0,%.17g,0,0,0,\n3,ball,0,0,%.17g,0,0,%.17g,0,0,0,\n",
           -z1, -g * dt / 2, -z2, -g * dt / 2, -z3, -g * dt / 2);
  snprintf(constraint, sizeof constraint,
           "  - rods: {type: distance, file: rods.csv, sweeps: %d, compliance: %g}\n", sweeps,
           compliance);
  rests(constraint, clumps, dt, 20);
}

static void rest_is_shown(void)
{
  chain_rests(0, 1e-3, 1);
  chain_rests(1e-5, 1e-3, 1);
  chain_rests(0, 1e-3, 300);
  chain_rests(1e-4, 4e-3, 600);
  test_end("a chain at rest is shown without velocity, rigid or not, converged or not");
}

/* A bar on a hinge at its end, and one that two welds bear. */
static void joints_rest(void)
{
  test_file("pairs.csv", "a,b,ax,ay,az,bx,by,bz\n1,2,0,0,0,.5,0,0\n1,3,0,0,0,-.5,0,0\n");
  rests("  - glue: {type: weld, file: pairs.csv, sweeps: 400}\n",
        HEADER "1,ball,0,0,0,0,0,0,0,0,0,xyzXYZ\n2,bar,-.5,0,0,0,0,0,0,0,0,\n"
               "3,bar,.5,0,0,0,0,0,0,0,0,\n",
        1e-3, 20);
  test_end("bars on welds are shown without velocity or spin");
}

/* ---- in motion ---- */

static Vec3 along(Vec3 from, Vec3 to)
{
  Vec3 n = vec3_sub(to, from);

  (void)vec3_normalize(&n);
  return n;
}

/* A double pendulum and a ball that flies: their bodies in the state, and as shown. */
static void swing(const char *options, double dt, Body was[4], Body now[4])
{
  Sim        *sim;
  AnswersKept kept;

  test_file("rods.csv", "a,b,length\n1,2,.2\n2,3,.3\n");
  sim = joint_sim(dt, -GRAVITY,
                  HEADER "1,ball,0,0,0,0,0,0,0,0,0,xyzXYZ\n2,ball,.2,0,0,0,.5,0,0,0,0,\n"
                         "3,ball,.2,.3,0,0,0,1,0,0,0,\n4,ball,5,0,0,1,0,0,0,0,0,\n",
                  "  - rods: {type: distance, file: rods.csv, sweeps: 60}\n", options);
  test_steps(sim, 90);
  for (int k = 0; k < 4; k++) was[k] = joint_body(sim, k + 1);
  CALL(showing_begin(sim, &kept));
  for (int k = 0; k < 4; k++) now[k] = joint_body(sim, k + 1);
  showing_end(sim, &kept);
  CALL(sim_destroy(&sim));
}

/* The rates of the rods are those without the last kick, g h / 2, and each ball gets impulses of its rods
   alone; the same bits whenever lists are made. */
static void rates_are_kept(void)
{
  const double dt  = 1e-3;
  const Vec3   end = vec3(0, 0, -GRAVITY * dt / 2);
  Body         was[4], now[4], again[4];

  swing("", dt, was, now);
  swing("-rebuild_every 1 -balance_every 3 -decomp_random 5", dt, was, again);
  for (int k = 0; k < 4; k++) CHECK_NEAR(vec3_norm(vec3_sub(now[k].v, again[k].v)), 0, 0);
  for (int k = 1; k < 3; k++) {
    const Vec3 n = along(was[k - 1].x, was[k].x), none = {0, 0, 0};
    const Vec3 a = k > 1 ? vec3_add(vec3_sub(now[k - 1].v, was[k - 1].v), end) : none,
               b = vec3_add(vec3_sub(now[k].v, was[k].v), end);

    /* 60 sweeps of two rods leave 1e-9 of g h / 2 = 5e-3 */
    CHECK_NEAR(vec3_dot(n, vec3_sub(b, a)), 0, 1e-10);
  }
  /* the impulses of the step, from which the sweeps start, are along rods that turn by up to g h^2 / l =
     5e-5 in it */
  CHECK_NEAR(vec3_norm(vec3_cross(along(was[1].x, was[2].x), vec3_sub(now[2].v, was[2].v))), 0,
             5e-5 * vec3_norm(end));
  test_note("answers %.3g and %.3g m/s", vec3_norm(vec3_sub(now[1].v, was[1].v)),
            vec3_norm(vec3_sub(now[2].v, was[2].v)));
  CHECK(vec3_norm(vec3_sub(now[1].v, was[1].v)) > 1e-4);
  CHECK_NEAR(vec3_norm(vec3_sub(now[3].v, was[3].v)), 0, 0); /* it has no rod */
  test_end("constraints answer the last kick alone, along their rods");
}

/* Without other forces nothing is to be answered: implicit Euler, as in test_constraints.c. */
static void spring_is_shown(void)
{
  const double mass = 1000 * PETSC_PI / 6 * 1e-3, soft = 1e-3, dt = 5e-3,
               square = dt * dt / (mass * soft);
  double before       = 0;
  Sim   *sim;

  test_file("rods.csv", "a,b,length\n1,2,.2\n");
  sim = joint_sim(dt, 0, HEADER "1,ball,0,0,0,0,0,0,0,0,0,xyzXYZ\n2,ball,.22,0,0,.3,0,0,0,0,0,\n",
                  "  - rods: {type: distance, file: rods.csv, compliance: 1e-3}\n", "");
  for (int k = 0; k < 20; k++) {
    AnswersKept kept;
    Body        b;
    double      now;

    test_steps(sim, 1);
    CALL(showing_begin(sim, &kept));
    b = joint_body(sim, 2);
    showing_end(sim, &kept);
    now = 0.5 * mass * b.v.x * b.v.x + 0.5 * (b.x.x - .2) * (b.x.x - .2) / soft;
    if (k > 0)
      CHECK_NEAR(now / before * (1 + square), 1, 1e-11); /* rounding of x over the stretch */
    before = now;
  }
  CALL(sim_destroy(&sim));
  test_end("the energy shown of one spring falls by 1 / (1 + w^2 h^2) in a step");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  rest_is_shown();
  joints_rest();
  rates_are_kept();
  spring_is_shown();
  test_folder_remove();
  return test_finish();
}
