/* SPDX-License-Identifier: MIT */
/* Velocities that are shown of bodies that stand on hard contacts, at the end of a step with a last
   kick (constraint/shown.h). */
#include "constraint/hard/hard.h"
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

/* Largest |v| + |w| x 1 m of the clumps that stand (ids below 10), m/s. */
static double fastest(const Sim *sim)
{
  double most = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    if (sim->matter.clumps->id[a] < 10)
      most = max_real(most, vec3_norm(sim->matter.clumps->motion[a].v) +
                              vec3_norm(sim->matter.clumps->w[a]));
  (void)MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  return most;
}

/* Speed along z of a clump that touches nothing, or has parted. */
static double speed_of(const Sim *sim, Id id)
{
  const PetscInt a = test_row(sim, id);
  double         v = a >= 0 ? sim->matter.clumps->motion[a].v.z : 0;

  (void)MPI_Allreduce(MPI_IN_PLACE, &v, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return v;
}

/* Check that clumps with ids below 10 are shown at rest and that 10 flies, that the sum of energies
   is the same, and that the state is unchanged afterwards. */
static void check(Sim *sim, int steps, double most)
{
  Totals   inside, shown;
  double   speed, state, flies;
  uint64_t before;

  test_steps(sim, steps);
  before = test_digest(sim);
  inside = totals_of(sim);
  state  = fastest(sim);
  flies  = speed_of(sim, 10);
  CALL(world_show(sim_world(sim)));
  speed = fastest(sim);
  shown = totals_of(sim);
  CHECK_NEAR(speed_of(sim, 10), flies, 0);
  world_hide(sim_world(sim));
  test_note("shown %.3g m/s, state %.3g m/s", speed, state);
  CHECK(speed < most);
  CHECK(state > 0.4 * G * DT);
  CHECK_NEAR(ledger_of(&shown), ledger_of(&inside), 1e-12 * fabs(ledger_of(&inside)) + 1e-15);
  CHECK_INT((int64_t)test_digest(sim), (int64_t)before);
}

/* The velocities that remain are roundings of positions over dt, 1e-15 m / 1e-3 s, added up. */
static void columns_stand(void)
{
  Sim *sim = begin(vec3(0, 0, -G), "restitution: .5, sweeps: 20, velocity_sweeps: 5",
                   "id,template,x,y,z\n1,ball,0,0,.5\n2,ball,3,0,.5\n3,ball,3,0,1.5\n"
                   "4,ball,3,0,2.5\n10,ball,-3,0,5\n",
                   "");

  check(sim, 200, 1e-8 * G * DT + 1e-11);
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
  check(sim, 100, 1e-6);
  CALL(sim_destroy(&sim));
  test_end("friction and rods answer the last kick together");
}

/* The velocity of a bouncing ball (id 10) is shown without a correction, also in the step of
   the bounce. */
static void what_bounces_is_left(void)
{
  Sim *sim =
    begin(vec3(0, 0, -G), "restitution: .5, sweeps: 20, velocity_sweeps: 5",
          "id,template,x,y,z,vx,vy,vz\n1,ball,0,0,.5,0,0,0\n10,ball,-3,0,.513,0,0,-2\n", "");

  for (int k = 0; k < 12; k++) check(sim, 1, 1e-8 * G * DT + 1e-11);
  CHECK(speed_of(sim, 10) > .9);
  CALL(sim_destroy(&sim));
  test_end("a ball that bounces is shown as it is");
}

/* ---- the same bits ---- */

enum { PILE_STEPS = 240, LOOKED = 8 };

/* Bricks and balls that fall on each other, slide, bounce and come to rest; a rod joins
   two of them. */
static Sim *pile(MPI_Comm comm, const char *options)
{
  char   text[2500], clumps[6000] = "id,template,x,y,z,vx,vy,vz,wx,wy,wz\n";
  size_t n = strlen(clumps);

  for (int k = 0; k < 24; k++)
    n += (size_t)snprintf(
      clumps + n, sizeof clumps - n, "%d,%s,%.17g,%.17g,%.17g,%.17g,0,-1,.3,%.17g,0\n", k + 1,
      k % 3 ? "ball" : "brick", .62 * (k % 4) + .03 * (k % 7), .55 * (k / 4 % 2) + .02 * (k % 5),
      .32 + .55 * (k / 8), .1 * (k % 3), .2 * (k % 4));
  test_file("pile.csv", clumps);
  test_file("pair.csv", "a,b,length\n17,18,.6\n");
  snprintf(
    text, sizeof text,
    "schema: 1\nrun: {end_time: 99, dt: 2e-3, gravity: [.5, 0, -%g], overlap_limit: 99}\n"
    "domain: {lo: [-3, -3, -1], hi: [5, 4, 9]}\n"
    "material: [{a: {density: 1000}}]\n"
    "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .25]}\n"
    "  - brick: {material: a, pebbles: [-.2,0,0,.15, .2,0,0,.15, 0,.1,0,.15]}\n"
    "wall: [{floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}}]\n"
    "clumps: [{all: {file: pile.csv}}]\n"
    "constraint:\n  - aa: {type: contact, between: [a, a], friction: .4, restitution: .3, "
    "sweeps: 12, velocity_sweeps: 4}\n  - rod: {type: distance, file: pair.csv, sweeps: 4}\n",
    G);
  return test_sim(comm, text, options);
}

/* Digests of the shown velocities at the end of each step; returns in how many of some steps, one
   in LOOKED, they differ from the state. */
static int trace(Sim *sim, uint64_t shown[PILE_STEPS])
{
  int moved = 0;

  for (int k = 0; k < PILE_STEPS; k++) {
    uint64_t state = 0;

    test_steps(sim, 1);
    if (k % LOOKED == 0) state = test_digest(sim);
    CALL(world_show(sim_world(sim)));
    shown[k] = test_digest(sim);
    world_hide(sim_world(sim));
    moved += k % LOOKED == 0 && shown[k] != state;
  }
  CALL(sim_destroy(&sim));
  return moved;
}

static int differing(const uint64_t *a, const uint64_t *b)
{
  int n = 0;

  for (int k = 0; k < PILE_STEPS; k++) n += a[k] != b[k];
  return n;
}

static void lists_and_ranks_do_not_matter(void)
{
  static const char *const lists[] = {"-rebuild_every 1", "-rebuild_every 7", "-balance_every 5"};
  static uint64_t          one[PILE_STEPS], other[PILE_STEPS];

  CHECK(trace(pile(PETSC_COMM_SELF, ""), one) > PILE_STEPS / LOOKED / 2);
  CHECK_INT(trace(pile(PETSC_COMM_WORLD, ""), other) > 0, 1);
  CHECK_INT(differing(one, other), 0);
  for (int k = 0; k < 3; k++) {
    (void)trace(pile(PETSC_COMM_WORLD, lists[k]), other);
    CHECK_INT(differing(one, other), 0);
  }
  test_end("what is shown hangs on neither lists nor ranks");
}

TESTS(.ranks = {1, 3})
{
  columns_stand();
  friction_holds();
  what_bounces_is_left();
  lists_and_ranks_do_not_matter();
  test_folder_remove();
}
