/* SPDX-License-Identifier: MIT */
/* Outlets take the same clumps at the same steps on any number of ranks, whatever the cuts, and
   through restarts in the middle of recycling; nothing that they should take stays, and no mass is
   lost. */
#include "sim_test.h"

/* Rods and balls fall from a mesh of regions; a box across a periodic face sends them back at once,
   a cylinder and a sphere look now and then, a plane takes the rest of one group. */
static const char pours[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-3, seed: 5, gravity: [1, 0, -9]}\n"
  "domain: {lo: [-3, -2, -1], hi: [4, 2, 8], boundary: [periodic, periodic, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 100, restitution: .6, "
  "tangential: hooke, friction: .4}\n"
  "template:\n"
  "  - rod: {material: a, pebbles: [0,0,0,.2, .3,0,0,.2, .6,0,0,.2]}\n"
  "  - ball: {material: a, pebbles: [0,0,0,.25]}\n"
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "clumps:\n"
  "  - bed: {template: [rod], count: 20, lo: [-3, -1, 0], hi: [4, 2, 2]}\n"
  "  - stone: {template: ball, position: [3.5, 0, 0.5], blocked: xyzXYZ}\n"
  "inlet:\n"
  "  - spout: {template: [rod, ball], region: sphere, point: [3.8, .2, 4], radius: 1.2, every: "
  ".02, "
  "attempts: 20, velocity: [.5, 0, -6], velocity_spread: [.5, .1, 2], spin_spread: [1, 2, 3], "
  "size: uniform, size_lo: .6, size_hi: 1.2, number_rate: 200, stop_number: 40, group: wet}\n"
  "outlet:\n"
  "  - back: {lo: [3, -2, 0], hi: [4.6, 2, 1], action: recycle, inlet: spout}\n"
  "  - round: {region: sphere, point: [0, 0, 1], radius: 1, every: .0417, start: .05}\n"
  "  - pipe: {region: cylinder, point: [-1.5, -1, 0.4], axis: [0, 1, 0], radius: .6, length: 2, "
  "every: .05, action: recycle, inlet: spout}\n"
  "  - under: {region: plane, point: [0, 0, .5], normal: [0, .1, 1], groups: [wet], start: .4}\n";

static const char flat[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-3, seed: 7, dimension: 2, gravity: [1, -9]}\n"
  "domain: {lo: [-3, 0], hi: [4, 8], boundary: [periodic, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 100, restitution: .6}\n"
  "template:\n  - disc: {material: a, pebbles: [0,0,.25]}\n"
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0], normal: [0, 1]}\n"
  "inlet:\n"
  "  - spout: {template: disc, region: sphere, point: [2.4, 3.5], radius: 1, every: .03, velocity: "
  "[.5, -6], velocity_spread: [1, 1], stop_number: 30}\n"
  "outlet:\n"
  "  - left: {region: sphere, point: [4, 1], radius: 1, action: recycle, inlet: spout}\n"
  "  - low: {region: plane, point: [0, .4], normal: [0, 1], every: .01}\n";

enum { STEPS = 350, HALF = 165 };

typedef struct {
  uint64_t digest;
  int64_t  taken;
} Outcome;

static void run(Sim *sim, int steps, void *outcome)
{
  Outcome out = {0};

  test_steps(sim, steps);
  out.digest = test_digest(sim);
  for (int k = 0; k < sim_outlets(sim)->n; k++) {
    CHECK(sim_outlets(sim)->list[k].clumps > 0);
    out.taken += sim_outlets(sim)->list[k].clumps;
  }
  CHECK_INT(sim_outlets(sim)->n_unwritten, out.taken); /* no row is written in this test */
  CHECK_INT(sim_outlets(sim)->n_rows, sim->par.rank == 0 ? out.taken : 0);
  *(Outcome *)outcome = out;
}

/* Returns the digest at the end. */
static uint64_t ranks_and_cuts_do_not_matter(const char *name, const char *scenario, int64_t least)
{
  static const char *const options[] = {"", "-decomp_random 5",
                                        "-rebuild_every 7 -balance_every 21", "-halo_wide 0"};
  Outcome                  whole     = {0}, out;

  test_alone(scenario, "", STEPS, run, &whole, sizeof whole);
  test_note("%s: %" PRId64 " clumps taken", name, whole.taken);
  CHECK(whole.taken >= least);
  for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
    Sim *sim;

    if (!test_way_here(k, sizeof options / sizeof *options)) continue;
    sim = test_sim(PETSC_COMM_WORLD, scenario, options[k]);
    run(sim, STEPS, &out);
    CALL(sim_destroy(&sim));
    CHECK(out.digest == whole.digest);
    CHECK_INT(out.taken, whole.taken);
  }
  test_end("clumps leave and come back with the same bits on any number of ranks");
  return whole.digest;
}

/* From all ranks to one and back, while clumps wait to enter again. */
static void restarts_do_not_matter(const char *scenario, uint64_t whole)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, scenario, "");

  test_steps(sim, HALF);
  sim = test_stepped_alone(sim, 25);
  test_steps(sim, STEPS - HALF - 25);
  CHECK(test_digest(sim) == whole);
  CALL(sim_destroy(&sim));
  test_end("a restart in the middle, on another number of ranks, changes no bit");
}

/* ---- what they take ---- */

static double mass_there(const Sim *sim)
{
  double mass = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    if (!clump_is_gone(sim->matter.clumps, a)) mass += sim->matter.clumps->mass[a];
  (void)MPI_Allreduce(MPI_IN_PLACE, &mass, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return mass;
}

static const Inlet *spout_of(const Sim *sim)
{
  for (PetscInt k = 0; k < sim->entry.sources.n; k++)
    if (sim->entry.sources.list[k].object)
      return (const Inlet *)(const void *)sim->entry.sources.list[k].own;
  return NULL;
}

/* Mass of clumps that have entered through the spout, less what outlets have taken, kg. */
static double mass_due(const Sim *sim)
{
  const Inlet  *i    = spout_of(sim);
  const double *wait = i->wait_mass.list;
  double        mass = i->mass;

  for (int k = 0; k < sim_outlets(sim)->n; k++) {
    const Outlet *o = &sim_outlets(sim)->list[k];

    if (o->recycles < 0) mass -= o->mass;
  }
  for (int64_t k = 0; k < i->wait_mass.n; k++) mass -= wait[k];
  return mass;
}

/* The box, wrapped by hand: clumps that move and stay in it after a step. */
static int64_t left_behind(const Sim *sim)
{
  const Clumps *c = sim->matter.clumps;
  int64_t       n = 0;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3   x  = c->pose[a].x;
    const double at = x.x - 7 * floor((x.x + 3) / 7);

    if (clump_is_gone(c, a) || (c->blocked[a] & BLOCK_MOVE) == BLOCK_MOVE) continue;
    n += (at >= 3 || at <= -2.4) && x.z >= 0 && x.z <= 1;
  }
  return test_total(n);
}

static void nothing_stays_and_no_mass_is_lost(void)
{
  Sim   *sim    = test_sim(PETSC_COMM_WORLD, pours, "");
  double before = mass_there(sim) - mass_due(sim), worst = 0;

  for (int step = 1; step <= STEPS; step++) {
    test_steps(sim, 1);
    CHECK_INT(left_behind(sim), 0);
    worst = fmax(worst, fabs(mass_there(sim) - mass_due(sim) - before));
  }
  CHECK(worst <= 1e-12 * mass_there(sim)); /* rounding of sums */
  CHECK(spout_of(sim)->recycled > 5);
  CHECK(spout_of(sim)->clumps > 20);
  CALL(sim_destroy(&sim));
  test_end("no clump stays in an outlet for a step; what is there is what came less what went");
}

static void fixed_clumps_stay(void)
{
  Sim    *sim = test_sim(PETSC_COMM_WORLD, pours, "");
  int64_t n   = 0;

  test_steps(sim, STEPS);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    n += !clump_is_gone(sim->matter.clumps, a) && sim->matter.clumps->blocked[a] == BLOCK_ALL;
  CHECK_INT(test_total(n), 1);
  CALL(sim_destroy(&sim));
  test_end("clumps that cannot move stay in an outlet");
}

/* True if a box alone, from z = `from` on, takes a clump at x, y, 0. */
static bool box_takes(int dimension, const char *from, const char *x_y)
{
  const bool        flat_one = dimension == 2;
  const char *const z        = flat_one ? "" : ", 0";
  char              text[2000];
  bool              takes;
  Sim              *sim;

  snprintf(text, sizeof text,
           "schema: 1\n"
           "run: {end_time: 9, dt: 2e-3, dimension: %d}\n"
           "domain: {lo: [-3, -3%s], hi: [4, 8%s], boundary: [free, free%s]}\n"
           "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
           "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 100, restitution: .6}\n"
           "template:\n  - one: {material: a, pebbles: [0, 0%s, .25]}\n"
           "clumps:\n  - it: {template: one, position: [%s%s]}\n"
           "outlet:\n  - box: {lo: [2, .5%s], hi: [4, 2%s]}\n",
           dimension, flat_one ? "" : ", -3", flat_one ? "" : ", 4", flat_one ? "" : ", free", z,
           x_y, z, flat_one ? "" : from, flat_one ? "" : ", 1");
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  test_steps(sim, 2);
  takes = sim_outlets(sim)->list[0].clumps == 1;
  CALL(sim_destroy(&sim));
  return takes;
}

static void faces_belong_to_a_box(void)
{
  static const char *const in[] = {"3, 1", "2, 1", "3, 2", "4, 2"};

  for (int k = 0; k < 4; k++) {
    CHECK(box_takes(2, "", in[k]));
    CHECK(box_takes(3, ", -1", in[k]));
    CHECK(box_takes(3, ", 0", in[k]));
  }
  CHECK(!box_takes(2, "", "1.9, 1"));
  CHECK(!box_takes(3, ", .1", "3, 1"));
  test_end("a box takes what is in it and on its faces, in two dimensions, too");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  uint64_t space, plane;

  space = ranks_and_cuts_do_not_matter("in space", pours, 20);
  plane = ranks_and_cuts_do_not_matter("in the plane", flat, 8);
  if (test_size() != 2 && test_size() != 4) restarts_do_not_matter(pours, space);
  if (test_size() <= 2 || test_size() == 4) restarts_do_not_matter(flat, plane);
  if (test_size() <= 2) faces_belong_to_a_box();
  if (test_forms_here()) {
    nothing_stays_and_no_mass_is_lost();
    fixed_clumps_stay();
  }
  test_folder_remove();
}
