/* SPDX-License-Identifier: MIT */
/* The choice of wide clumps, whose poses are sent to all ranks, changes no bit: with long
   clumps that meet themselves through periodic faces, in boxes smaller than they are, and
   through a restart. */
#include "matter.h"

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
  reference = test_digest_alone(ring, "", STEPS);
  for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
    Sim *sim;

    if (!test_way_here(k, sizeof tries / sizeof *tries)) continue;
    sim = test_sim(PETSC_COMM_WORLD, ring, tries[k].options);
    CHECK_INT(halo_wide(sim->space.halo) > 0, tries[k].some);
    if (test_row(sim, pole) >= 0)
      CHECK(
        sim->matter.templates.list[sim->matter.clumps->template[test_row(sim, pole)]].tree.n_nodes >
        1);
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
  const uint64_t reference = test_digest_alone(ring, "", FIRST + THEN);

  for (size_t k = 0; k < 2; k++) {
    Sim *sim;
    char options[500];
    bool written;

    if (!test_way_here(k, 2)) continue;
    sim = test_sim(PETSC_COMM_WORLD, ring, tries[k][0]);
    test_steps(sim, FIRST);
    CALL(save_write(sim, &written));
    CHECK(written);
    snprintf(options, sizeof options, "-restart %s/restart/clast-%d.h5 %s", test_folder(), FIRST,
             tries[k][1]);
    CALL(sim_destroy(&sim));
    MPI_Barrier(PETSC_COMM_WORLD);
    sim = test_sim(PETSC_COMM_WORLD, NULL, options);
    for (int t = 0; t < sim->matter.templates.n; t++)
      CHECK((sim->matter.templates.list[t].tree.n_nodes > 0) ==
            (sim->matter.templates.list[t].n > TEMPLATE_TREE_FROM));
    CHECK(digest_after(sim, THEN) == reference);
    MPI_Barrier(PETSC_COMM_WORLD);
  }
  test_end("so is a restart that tells others to all");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  any_may_be_wide();
  a_restart_may_choose_anew();
  test_folder_remove();
}
