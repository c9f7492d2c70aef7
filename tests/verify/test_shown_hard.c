/* np: 1 2 */
/* SPDX-License-Identifier: MIT */
/* Velocities that are shown of bodies that stand on hard contacts, at the end of a step with a last
   kick (constraint/answer.h). */
#include "constraint/hard.h"
#include "sim/showing.h"
#include "sim_test.h"

#define DT 1e-3
#define G  9.81

static Sim *begin(Vec3 gravity, const char *law, const char *clumps, const char *more)
{
  char text[2500];

  test_file("hard.csv", clumps);
  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 99, dt: %g, gravity: [%.17g, %.17g, %.17g]}\n"
           "domain: {lo: [-9, -9, -1], hi: [9, 9, 9]}\n"
           "material: [{a: {density: 1000}}]\n"
           "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .5]}\n"
           "  - brick: {material: a, pebbles: [-.3,-.2,-.1,.2, .3,-.2,-.1,.2, -.3,.2,-.1,.2, "
           ".3,.2,-.1,.2, -.3,-.2,.1,.2, .3,-.2,.1,.2, -.3,.2,.1,.2, .3,.2,.1,.2]}\n"
           "wall: [{floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}}]\n"
           "clumps: [{all: {file: hard.csv}}]\n"
           "constraint:\n  - aa: {type: contact, between: [a, a], %s}\n%s",
           DT, gravity.x, gravity.y, gravity.z, law, more);
  return test_sim(PETSC_COMM_WORLD, text, "");
}

/* Speeds of the clumps that stand, ids below 10: the largest, of the centre and of a point 1 m from
   it. */
static double fastest(const Sim *sim)
{
  double most = 0;

  for (PetscInt a = 0; a < sim->clumps->n_owned; a++)
    if (sim->clumps->id[a] < 10)
      most = max_real(most, vec3_norm(sim->clumps->motion[a].v) + vec3_norm(sim->clumps->w[a]));
  (void)MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  return most;
}

/* Speed along z of a clump that touches nothing, or has parted. */
static double speed_of(const Sim *sim, Id id)
{
  const PetscInt a = test_row(sim, id);
  double         v = a >= 0 ? sim->clumps->motion[a].v.z : 0;

  (void)MPI_Allreduce(MPI_IN_PLACE, &v, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return v;
}

/* Contacts that have pushed in the last step faster than rest, on all ranks. */
static int64_t hits_of(const Sim *sim)
{
  int64_t n = sim->constraints.hard->deeds.hit;

  (void)MPI_Allreduce(MPI_IN_PLACE, &n, 1, MPIU_INT64, MPI_SUM, PETSC_COMM_WORLD);
  return n;
}

/* Those with ids below 10 stand, id 10 flies: energies add up to the same, what is shown is gone
   afterwards. Returns the number of hits in the last step. */
static int64_t check(Sim *sim, int steps, double most)
{
  AnswersKept kept;
  Totals      inside, shown;
  double      speed, state, flies;
  uint64_t    before;

  test_steps(sim, steps);
  before = test_digest(sim);
  inside = totals_of(sim);
  state  = fastest(sim);
  flies  = speed_of(sim, 10);
  CALL(showing_begin(sim, &kept));
  speed = fastest(sim);
  shown = totals_of(sim);
  CHECK_NEAR(speed_of(sim, 10), flies, 0);
  showing_end(sim, &kept);
  test_note("shown %.3g m/s, state %.3g m/s", speed, state);
  CHECK(speed < most);
  CHECK(state > 0.4 * G * DT);
  CHECK_NEAR(ledger_of(&shown), ledger_of(&inside), 1e-12 * fabs(ledger_of(&inside)) + 1e-15);
  CHECK_INT((int64_t)test_digest(sim), (int64_t)before);
  return hits_of(sim);
}

/* What is left is rounding of places over dt, 1e-15 m / 1e-3 s, added up. */
static void columns_stand(void)
{
  Sim *sim = begin(vec3(0, 0, -G), "restitution: .5, sweeps: 20, velocity_sweeps: 5",
                   "id,template,x,y,z\n1,ball,0,0,.5\n2,ball,3,0,.5\n3,ball,3,0,1.5\n"
                   "4,ball,3,0,2.5\n10,ball,-3,0,5\n",
                   "");

  CHECK_INT(check(sim, 20, 1e-8 * G * DT + 1e-11), 0);
  CALL(sim_destroy(&sim));
  test_end("spheres on a floor and on each other are shown without velocity");
}

/* A brick on a slope of .9 of its friction's, and one that lies beside a ball on a rod. */
static void friction_holds(void)
{
  Sim *sim;

  test_file("rods.csv", "a,b,length\n2,3,2\n");
  sim = begin(vec3(.9 * .5 * G / sqrt(1 + .2025), 0, -G / sqrt(1 + .2025)),
              "friction: .5, sweeps: 60, velocity_sweeps: 10",
              "id,template,x,y,z,blocked\n1,brick,0,0,.3,\n2,ball,4,0,5,xyzXYZ\n"
              "3,ball,4.820729354657596,0,3.176156989649787,\n10,ball,-3,0,5,\n",
              "  - rod: {type: distance, file: rods.csv, sweeps: 4}\n");
  /* the brick creeps as the state does (test_hard_contacts.c), the ball swings by the digits of its
     place */
  CHECK_INT(check(sim, 20, 1e-6), 0);
  CALL(sim_destroy(&sim));
  test_end("friction and rods answer the last kick together");
}

/* Of a ball that bounces (id 10) nothing is answered, nor in the step in which it does. */
static void what_bounces_is_left(void)
{
  Sim *sim =
    begin(vec3(0, 0, -G), "restitution: .5, sweeps: 20, velocity_sweeps: 5",
          "id,template,x,y,z,vx,vy,vz\n1,ball,0,0,.5,0,0,0\n10,ball,-3,0,.513,0,0,-2\n", "");
  int64_t hits = 0;

  for (int k = 0; k < 12; k++) hits += check(sim, 1, 1e-8 * G * DT + 1e-11);
  CHECK_INT(hits, 1);
  CHECK(speed_of(sim, 10) > .9);
  CALL(sim_destroy(&sim));
  test_end("a ball that bounces is shown as it is");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  columns_stand();
  friction_holds();
  what_bounces_is_left();
  test_folder_remove();
  return test_finish();
}
