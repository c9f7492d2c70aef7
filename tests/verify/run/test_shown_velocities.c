/* SPDX-License-Identifier: MIT */
/* Shown velocities of clumps at rest, at the end of a step with a last kick
   (constraint/shown.h). */
#include "joint_test.h"

#define HEADER "id,template,x,y,z,vx,vy,vz,wx,wy,wz,blocked\n"

/* Largest |v| + |w| x 1 m over all clumps, m/s: it bounds the speed of a point 1 m from
   the centre. */
static double fastest(const Sim *sim)
{
  double most = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    most = max_real(most, vec3_norm(sim->matter.clumps->motion[a].v) +
                            vec3_norm(sim->matter.clumps->w[a]));
  (void)MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  return most;
}

/* The sum of energies is the same, the state is unchanged afterwards, and so are the forces. */
static void rests(const char *constraints, const char *clumps, double dt, int steps)
{
  Sim     *sim = joint_sim(dt, -GRAVITY, clumps, constraints, "");
  Totals   inside, shown;
  double   speed, state;
  uint64_t before;

  test_steps(sim, steps);
  before = test_digest(sim);
  inside = totals_of(sim);
  state  = fastest(sim);
  CALL(world_show(sim_world(sim)));
  speed = fastest(sim);
  shown = totals_of(sim);
  world_hide(sim_world(sim));
  test_note("shown %.3g m/s, state %.3g m/s", speed, state);
  CHECK(speed <
        1e-8 * GRAVITY * dt + 1e-11); /* rounding of places over dt: 1e-15 m / 1e-3 s, added up */
  CHECK(state > 0.4 * GRAVITY * dt);
  CHECK_NEAR(ledger_of(&shown), ledger_of(&inside), 1e-12 * fabs(ledger_of(&inside)) + 1e-15);
  CHECK_INT((int64_t)test_digest(sim), (int64_t)before);
  CALL(sim_destroy(&sim));
}

/* Chains of three balls, at rest but for the published stretch by one sweep
   (test_constraints.c). */
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

TESTS(.ranks = {1, 2})
{
  rest_is_shown();
  joints_rest();
  test_folder_remove();
}
