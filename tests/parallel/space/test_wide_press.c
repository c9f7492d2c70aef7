/* SPDX-License-Identifier: MIT */
/* The loads of 10^5 contacts on one clump are summed exactly, whether it is wide or not. */
#include "matter.h"

/* A plate in the plane, k x k pebbles that press on the floor all alike: powers of two, so that a
   force is a whole number of quanta. */
static const char pressed[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-9, gravity: [0, 0, 0]}\n"
  "domain: {lo: [0, 0, 0], hi: [400, 400, 9], boundary: [free, free, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1048576, damping: 0}\n"
  "template:\n"
  "  - plate: {material: a, file: plate.csv, mass_properties: given, volume: 1e5, mass: 1e5, "
  "position: [0, 0, 0], "
  "inertia: [1e9, 1e9, 2e9]}\n"
  "clumps:\n  - one: {file: press.csv}\n"
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n";

enum { SIDE = 317 };

static void write_plate(void)
{
  char  *text = calloc((size_t)SIDE * SIDE, 30);
  size_t n    = (size_t)sprintf(text, "x,y,z,r\n");

  for (int k = 0; k < SIDE * SIDE; k++)
    n += (size_t)snprintf(text + n, 30, "%d,%d,0,.5\n", k % SIDE - SIDE / 2, k / SIDE - SIDE / 2);
  test_file("plate.csv", text);
  free(text);
  test_file("press.csv", "template,x,y,z,id\nplate,200,200,0.4990234375,0\n"); /* 2^-10 deep */
}

/* The owner's force is that of one pebble times their number, to the last quantum. */
static void check_press(const Sim *sim)
{
  const double   each = ldexp(1, 20 - 10) / sim->loads->force.quantum;
  const PetscInt a    = test_row(sim, 0);

  CHECK(each == floor(each) && each * SIDE * SIDE < ldexp(1, 63));
  if (a < 0 || !(each * SIDE * SIDE < ldexp(1, 63))) return;
  CHECK(sim->loads->sum[LOAD_PARTS * a + 2] == (int64_t)each * SIDE * SIDE);
  CHECK(sim->loads->sum[LOAD_PARTS * a] == 0 && sim->loads->sum[LOAD_PARTS * a + 1] == 0);
}

static void a_hundred_thousand_contacts_are_one_sum(void)
{
  const double force = ldexp(1, 20 - 10);

  write_plate();
  for (size_t k = 0; k < 2; k++) {
    Sim    *sim;
    int64_t before;

    if (!test_way_here(k, 2)) continue;
    sim = test_sim(PETSC_COMM_WORLD, pressed, k ? "-halo_wide 0 -decomp_random 1" : "");
    CHECK_INT(test_total(contacts_count(sim->contacts)), SIDE * SIDE);
    CHECK(sim->stages.counters.repeats >
          0); /* the quanta to start with were far too small, and that was seen */
    check_press(sim);
    test_steps(sim, 1); /* now work is done, too, and the quanta of all are found */
    /* as coarse as just does: there is room for all of them */
    loads_set_force(sim->loads, quantum_for(force, sim->loads->spare), 0);
    before = sim->stages.counters.repeats;
    CHECK(force <= sim->loads->force.largest && 2 * force >= sim->loads->force.largest);
    test_steps(sim, 1);
    CHECK_INT(sim->stages.counters.repeats, before);
    check_press(sim);
    /* one bit less is one too few */
    sim->loads->force = quantum_of(sim->loads->force.exponent - 2, sim->loads->spare);
    CHECK(force > sim->loads->force.largest);
    test_steps(sim, 1);
    CHECK_INT(sim->stages.counters.repeats, before + 1);
    check_press(sim);
    CALL(sim_destroy(&sim));
  }
  test_end("one clump sums up 10^5 contacts to the last bit, and sees quanta that do not do");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  a_hundred_thousand_contacts_are_one_sum();
  test_folder_remove();
}
