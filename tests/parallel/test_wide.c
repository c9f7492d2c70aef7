/* np: 1 2 3 4 8, limit: 300 */
/* SPDX-License-Identifier: MIT */
/* Which clumps are told to all ranks changes no bit: of long ones that meet themselves through
   periodic faces, in boxes smaller than they are, of a stirrer in a random fill, and over a
   restart; and one clump sums up 10^5 contacts exactly. */
#include "sim_test.h"

#define MATTER(stiffness) \
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n" \
  "contact:\n" \
  "  - a-a: {between: [a, a], normal: hooke, stiffness: " stiffness \
  ", restitution: .8, tangential: hooke, friction: .4}\n"

/* ---- long ones ---- */

/* 4 x 9 x 5, periodic all round: a hook that reaches round the box, poles longer than any side,
 * grains between. */
static const char ring[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, gravity: [0, 0.5, -1], seed: 5, overlap_limit: 9}\n"
  "domain: {lo: [-1, 0, 0], hi: [3, 9, 5], boundary: [periodic, periodic, periodic]}\n" MATTER(
    "3e2") "template:\n"
           "  - grain: {material: a, pebbles: [0,0,0,.25, .2,0,0,.2]}\n"
           "  - hook: {material: a, pebbles: [0,0,0,.4, .6,.2,0,.4, 1.2,.3,0,.4, 1.8,.4,0,.4, "
           "2.4,.6,.1,.4, "
           "3,.8,.3,.4, 3.6,.4,.3,.4]}\n"
           "  - pole: {material: a, file: pole.csv, mass_properties: sum}\n"
           "clumps:\n  - three: {file: three.csv}\n"
           "  - grains: {template: [grain], count: 40, lo: [-1, 0, 0], hi: [3, 9, 5], velocity: "
           "[2, 1, 0]}\n";

static const char three[] = "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id,blocked\n"
                            "hook,0,2,1,1,0,0,0,1,0,3,0,0,0,-4611686018427387904,XYZ\n"
                            "hook,2.5,7,3,1,0.1,0,0,-2,0,0,0,0,0.5,4611686018427387903,\n"
                            "pole,1,4.5,4,1,0,0,0,0,-1,-2,0.2,0,0,-3,\n";

/* Enough pebbles for a tree. */
static void write_pole(void)
{
  char   text[4000] = "x,y,z,r\n";
  size_t n          = strlen(text);

  for (int k = 0; k < 70; k++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%g,%g,%g,%g\n", .1 * k, .04 * k, .03 * k,
                          .2 + .1 * (k % 3));
  test_file("pole.csv", text);
}

static uint64_t digest_after(Sim *sim, int steps)
{
  uint64_t digest;

  test_steps(sim, steps);
  digest = test_digest(sim);
  CALL(sim_destroy(&sim));
  return digest;
}

static void any_may_be_wide(void)
{
  enum { STEPS = 250 };
  static const struct {
    const char *options;
    bool        some; /* are wide, whatever the number of ranks */
  } tries[]     = {{"-halo_wide 0", true},
                   {"-halo_wide 0 -decomp_random 1 -balance_every 7", true},
                   {"-halo_wide 1 -decomp_random 2 -search_method all_pairs", true},
                   {"-halo_wide 2 -rebuild_every 1 -decomp_random 3 -search_skin 0.9", true},
                   {"-halo_wide 1000000 -decomp_random 4 -balance_every 3", false}};
  const Id pole = -3;
  uint64_t reference;

  write_pole();
  test_file("three.csv", three);
  reference = digest_after(test_sim(PETSC_COMM_SELF, ring, ""), STEPS);
  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    Sim *sim = test_sim(PETSC_COMM_WORLD, ring, tries[k].options);

    CHECK_INT(halo_wide(sim->halo) > 0, tries[k].some);
    if (test_row(sim, pole) >= 0)
      CHECK(sim->templates.list[sim->clumps->template[test_row(sim, pole)]].tree.n_nodes > 1);
    CHECK(digest_after(sim, STEPS) == reference);
  }
  test_end("clumps longer than boxes, told to all or not: the same bits as on one rank");
}

static void a_restart_may_choose_anew(void)
{
  enum { FIRST = 90, THEN = 110 };
  static const char *const tries[][2] = {
    {"-halo_wide 0", "-halo_wide 1000000"},
    {"-halo_wide 1000000 -decomp_random 6", "-halo_wide 1 -decomp_random 7"}};
  const uint64_t reference = digest_after(test_sim(PETSC_COMM_SELF, ring, ""), FIRST + THEN);

  for (int k = 0; k < 2; k++) {
    Sim *sim = test_sim(PETSC_COMM_WORLD, ring, tries[k][0]);
    char options[500];
    bool written;

    test_steps(sim, FIRST);
    CALL(save_write(sim, &written));
    CHECK(written);
    snprintf(options, sizeof options, "-restart %s/restart/clast-%d.h5 %s", test_folder(), FIRST,
             tries[k][1]);
    CALL(sim_destroy(&sim));
    MPI_Barrier(PETSC_COMM_WORLD);
    sim = test_sim(PETSC_COMM_WORLD, NULL, options);
    for (int t = 0; t < sim->templates.n; t++)
      CHECK((sim->templates.list[t].tree.n_nodes > 0) ==
            (sim->templates.list[t].n > TEMPLATE_TREE_FROM));
    CHECK(digest_after(sim, THEN) == reference);
    MPI_Barrier(PETSC_COMM_WORLD);
  }
  test_end("so is a restart that tells others to all");
}

/* ---- a stirrer in a fill ---- */

static const char stirred[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 5e-4, gravity: [0, 0, -5], seed: 11, overlap_limit: 2}\n"
  "domain: {lo: [0, 0, 0], hi: [21, 6, 6], boundary: [periodic, free, free]}\n" MATTER(
    "2e4") "template:\n"
           "  - grain: {material: a, pebbles: [0,0,0,.25, .2,0,0,.2]}\n"
           "  - stirrer: {material: a, file: stirrer.csv, mass_properties: sum}\n"
           "clumps:\n"
           "  - one: {file: one.csv}\n"
           "  - grains: {template: [grain], count: 450, lo: [0, 0, 0], hi: [21, 6, 6], velocity: "
           "[4, 0, 0]}\n"
           "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n";

/* 1000 pebbles on a screw around x, 20 m long, in no order. */
static void write_stirrer(void)
{
  char  *text = calloc(1000, 100);
  size_t n    = (size_t)sprintf(text, "x,y,z,r\n");

  for (int i = 0; i < 1000; i++) {
    const int k = (int)((int64_t)i * 389 % 1000);

    n += (size_t)snprintf(text + n, 100, "%.6f,%.6f,%.6f,.15\n", .02 * k, 1.5 * cos(.03 * k),
                          1.5 * sin(.03 * k));
  }
  test_file("stirrer.csv", text);
  free(text);
  test_file("one.csv", "template,x,y,z,wx,wy,wz,vx,vy,vz,id,blocked\nstirrer,10.5,3,3,6,0,0,0,0,0,"
                       "9000000000000000000,YZ\n");
}

/* The fill asks and tells through the halo, too. */
static void a_stirrer_stirs_a_fill(void)
{
  enum { STEPS = 150 };
  static const char *const tries[] = {"-halo_wide 0",
                                      "-halo_wide 1 -decomp_random 1 -balance_every 30",
                                      "-halo_wide 1000 -decomp_random 2"};
  int64_t                  touches = 0;
  uint64_t                 reference;
  Sim                     *sim;

  write_stirrer();
  sim = test_sim(PETSC_COMM_SELF, stirred, "");
  for (int step = 0; step < STEPS; step++) {
    test_steps(sim, 1);
    touches += contacts_count(sim->contacts);
  }
  reference = digest_after(sim, 0);
  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    int64_t also = 0;

    sim = test_sim(PETSC_COMM_WORLD, stirred, tries[k]);
    for (int step = 0; step < STEPS; step++) {
      test_steps(sim, 1);
      also += contacts_count(sim->contacts);
    }
    CHECK_INT(test_total(also), touches);
    CHECK(digest_after(sim, 0) == reference);
  }
  CHECK(touches > STEPS);
  test_end(
    "a fill around a stirrer of 1000 pebbles, and its stirring: the same bits as on one rank");
}

/* ---- 10^5 contacts of one clump ---- */

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
  for (int k = 0; k < 2; k++) {
    Sim    *sim = test_sim(PETSC_COMM_WORLD, pressed, k ? "-halo_wide 0 -decomp_random 1" : "");
    int64_t before;

    CHECK_INT(test_total(contacts_count(sim->contacts)), SIDE * SIDE);
    CHECK(sim->counters.repeats >
          0); /* the quanta to start with were far too small, and that was seen */
    check_press(sim);
    test_steps(sim, 1); /* now work is done, too, and the quanta of all are found */
    /* as coarse as just does: there is room for all of them */
    sim->loads->force = quantum_for(force, sim->loads->spare);
    before            = sim->counters.repeats;
    CHECK(force <= sim->loads->force.largest && 2 * force >= sim->loads->force.largest);
    test_steps(sim, 1);
    CHECK_INT(sim->counters.repeats, before);
    check_press(sim);
    /* one bit less is one too few */
    sim->loads->force = quantum_of(sim->loads->force.exponent - 2, sim->loads->spare);
    CHECK(force > sim->loads->force.largest);
    test_steps(sim, 1);
    CHECK_INT(sim->counters.repeats, before + 1);
    check_press(sim);
    CALL(sim_destroy(&sim));
  }
  test_end("one clump sums up 10^5 contacts to the last bit, and sees quanta that do not do");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  any_may_be_wide();
  a_restart_may_choose_anew();
  a_stirrer_stirs_a_fill();
  a_hundred_thousand_contacts_are_one_sum();
  test_folder_remove();
  return test_finish();
}
