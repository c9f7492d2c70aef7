/* SPDX-License-Identifier: MIT */
/* Chains in motion: the speed of tension along them, and momenta when one breaks. */
#include "joint_test.h"

#define HEADER "id,template,x,y,z,vx,vy,vz,wx,wy,wz,blocked\n"

/* ---- the speed of tension ---- */

enum { LINKS = 60 };

/* Tension of the link from ball k, N; on all ranks. */
static double tension(const Sim *sim, Id k)
{
  const LinkSet *set = constraint_set_of(&sim->links);
  double         t   = 0;

  for (PetscInt i = 0; i < set->n; i++)
    if (set->list[i].a == k) t = link_memory(set, i)[CONSTRAINT_FORCE];
  (void)MPI_Allreduce(MPI_IN_PLACE, &t, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return t;
}

/* A stretched chain is let go at one end: its links lose their tension one after the other. */
static void tension_travels(void)
{
  enum { FIRST = 50, LAST = 10, FINE = 40 };
  const double mass = 1000 * PETSC_PI / 6 * 1e-3, soft = 1e-4, speed = 1 / sqrt(soft * mass),
               dt = 1 / speed / FINE;
  static char clumps[6000], rods[1000];
  size_t      n           = (size_t)snprintf(clumps, sizeof clumps, HEADER), m;
  int         when[LINKS] = {0};
  Sim        *sim;

  m = (size_t)snprintf(rods, sizeof rods, "a,b,length\n");
  for (int k = 0; k <= LINKS; k++) {
    n += (size_t)snprintf(clumps + n, sizeof clumps - n, "%d,ball,%g,0,0,0,0,0,0,0,0,%s\n", k,
                          -6 + .201 * k, k ? "" : "xyzXYZ");
    if (k > 0) m += (size_t)snprintf(rods + m, sizeof rods - m, "%d,%d,.2\n", k - 1, k);
  }
  test_file("rods.csv", rods);
  sim = joint_sim(dt, 0, clumps,
                  "  - rods: {type: distance, file: rods.csv, compliance: 1e-4, sweeps: 8}\n", "");
  for (int step = 1; step < FINE * LINKS; step++) {
    test_steps(sim, 1);
    for (int k = LAST; k <= FIRST; k += FIRST - LAST)
      if (when[k] == 0 && tension(sim, k) < 5) when[k] = step; /* of 10 N */
  }
  CALL(sim_destroy(&sim));
  test_note("%.4f of 1/sqrt(compliance mass)",
            (FIRST - LAST) / (dt * (when[LAST] - when[FIRST])) / speed);
  /* 2e-2: the front widens, which is of the order of (h w)^2 and of 1 link */
  CHECK_NEAR((FIRST - LAST) / (dt * (when[LAST] - when[FIRST])) / speed, 1, 2e-2);
  test_end("tension travels along a chain at 1/sqrt(compliance mass) links a second");
}

/* ---- momenta ---- */

/* Momentum along x of the balls from .. to. */
static double momentum(const Sim *sim, int from, int to)
{
  double sum = 0;

  for (int k = from; k <= to; k++) sum += joint_body(sim, k).v.x;
  return sum;
}

/* Balls in free flight: the last one pulls the chain until it tears at its weaker link. */
static void parts_keep_the_sum(void)
{
  double before, after;
  Sim   *sim;

  test_file("rods.csv", "a,b,length,break_force\n1,2,.2,90\n2,3,.2,90\n3,4,.2,20\n4,5,.2,90\n");
  sim = joint_sim(
    1e-4, 0,
    HEADER "1,ball,0,0,0,1,0,0,0,0,0,\n2,ball,.2,0,0,1,0,0,0,0,0,\n"
           "3,ball,.4,0,0,1,0,0,0,0,0,\n4,ball,.6,0,0,1,0,0,0,0,0,\n"
           "5,ball,.8,0,0,2,0,0,0,0,0,\n",
    "  - rods: {type: distance, file: rods.csv, rope: true, compliance: 1e-4, sweeps: 20}\n", "");
  before = momentum(sim, 1, 5);
  for (int k = 0; k < 3000 && test_sum(sim, sim->links.n_breaks) == 0; k++) test_steps(sim, 1);
  CHECK_INT(test_sum(sim, sim->links.n_breaks), 1);
  if (sim->links.n_breaks > 0) CHECK_INT(sim->links.breaks[0].link.a, 3);
  after = momentum(sim, 1, 5);
  test_note("parts with %.4g and %.4g of %.4g kg m/s over the mass of a ball", momentum(sim, 1, 3),
            momentum(sim, 4, 5), before);
  /* 1e-12: sums of corrections are exact, each is rounded at 1e-16 of the velocity */
  CHECK_NEAR(after / before, 1, 1e-12);
  CHECK(momentum(sim, 1, 3) > 3.01 && momentum(sim, 4, 5) < 2.99);
  test_steps(sim, 200);
  CHECK_NEAR(momentum(sim, 1, 5) / before, 1, 1e-12);
  CALL(sim_destroy(&sim));
  test_end("the parts of a chain that breaks go on with the sum of their momenta");
}

/* ---- velocities ---- */

/* A chain hangs at rest: kicks and corrections of a step are of the size g h, and cancel. */
static void rest_has_no_speed(void)
{
  double shown = 0, seen = 0;
  Sim   *sim;

  test_file("rods.csv", "a,b,length\n1,2,.2\n2,3,.2\n");
  sim =
    joint_sim(1e-3, -GRAVITY,
              HEADER "1,ball,0,0,0,0,0,0,0,0,0,xyzXYZ\n2,ball,0,0,-.2,0,0,0,0,0,0,\n"
                     "3,ball,0,0,-.4,0,0,0,0,0,0,\n",
              "  - rods: {type: distance, file: rods.csv, sweeps: 40}\n", "-run_integrator euler");
  test_steps(sim, 50);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    shown = max_real(shown, vec3_norm(sim->matter.clumps->motion[a].v));
    seen  = max_real(seen, vec3_norm(sim->matter.clumps->pose[a].v));
  }
  /* 1e-9: what 40 sweeps leave of g h = 9.8e-3 */
  CHECK(shown < 1e-9);
  CHECK(seen < 1e-9);
  CALL(sim_destroy(&sim));
  test_end("with the integrator euler a chain at rest has no velocity, in files and for forces");
}

TESTS(.ranks = {1, 2})
{
  tension_travels();
  parts_keep_the_sum();
  rest_has_no_speed();
  test_folder_remove();
}
