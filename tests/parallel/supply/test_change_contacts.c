/* SPDX-License-Identifier: MIT */
/* Contacts that a change of sizes opens end with it, whether the next lists have the pair or
   not. */
#include "sim_test.h"

/* ---- what ends ---- */

/* Clumps 0 and 1, and 2 on a floor, have slid against what they touch; 4 and 5 are held by a liquid
   bridge, which holds through the change. */
static const char parted[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, overlap_limit: 9}\n"
  "domain: {lo: [0, 0, 0], hi: [9, 9, 9], boundary: [periodic, free, free]}\n"
  "material: [{a: {density: 1000}}, {b: {density: 1000}}]\n"
  "contact:\n"
  "  - dry: {between: [a, a], normal: hooke, stiffness: 100, restitution: .5, tangential: hooke, "
  "friction: .5}\n"
  "  - wet: {between: [b, b], normal: hooke, stiffness: 100, restitution: .5, cohesion: "
  "liquid_bridge, "
  "surface_tension: .01, liquid_volume: .05, liquid_viscosity: 0}\n"
  "  - mixed: {between: [a, b], normal: hooke, stiffness: 100, restitution: .5}\n"
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.5]}\n"
  "  - drop: {material: b, pebbles: [0,0,0,.5]}\n"
  "wall:\n  - floor: {shape: plane, material: a, point: [0,0,1], normal: [0,0,1]}\n"
  "clumps:\n  - all: {file: parted.csv}\n"
  "change:\n  - dry: {action: scale, factor: .9, start: .02}\n";

static int64_t contacts_of(const Sim *sim)
{
  return test_sum(sim, contacts_count(sim->contacts));
}

static void contacts_that_are_parted_end(void)
{
  static const char *const options[] = {"-search_skin .01", "-search_skin 2",
                                        "-search_method cells -rebuild_every 1"};

  test_file("parted.csv", "id,template,x,y,z,vx,vy,vz\n0,ball,4,2,4,0,1,0\n1,ball,4.99,2,4,0,0,0\n"
                          "2,ball,2,2,1.49,1,0,0\n4,drop,4.1,7,4,0,0,0\n5,drop,5.09,7,4,0,0,0\n");
  for (size_t k = 0; k < 3; k++) {
    char less[200];
    Sim *sim;

    if (!test_way_here(k, 3)) continue;
    sim = test_sim(PETSC_COMM_WORLD, parted, options[k]);
    test_steps(sim, 19);
    CHECK_INT(contacts_of(sim), 3);
    test_steps(sim, 1); /* gaps are .09, .04 and .09 m then */
    CHECK_INT(contacts_of(sim), 1);
    sim = test_restarted(sim, options[k]);
    CHECK_INT(contacts_of(sim), 1);
    snprintf(less, sizeof less, "%s -contact_wet_liquid_volume 4e-4", options[k]);
    sim = test_restarted(sim, less);
    CHECK_INT(contacts_of(sim), 0); /* such a bridge reaches .074 m, the gap is .09 m */
    CALL(sim_destroy(&sim));
  }
  test_end(
    "contacts that a change of sizes parts end, those that a bridge holds do not; so do those "
    "that a restart with a law of less reach parts");
}

/* ---- touch again in the next step ---- */

/* Discs with hard contacts beside a soft law, on a chain of rods, some of which shrink: a soft
   contact is parted and touches again in the step after. */
static const char again[] =
  "schema: 1\n"
  "run: {end_time: .03, dt: .001, seed: 888, gravity: [-2.858, 7.386], dimension: 2, "
  "overlap_limit: "
  "1e9}\n"
  "domain: {lo: [0, 0], hi: [.842, 1.696], boundary: [open, periodic]}\n"
  "material:\n  - a: {density: 500, young: 1e6, poisson: .3}\n"
  "  - b: {density: 2600, young: 1e6, poisson: .3}\n"
  "contact:\n  - c1: {between: [a, b], normal: hooke, stiffness: 30000, restitution: .711, "
  "limit_damping: true}\n"
  "constraint:\n"
  "  - hc0: {type: contact, between: [a, a], sweeps: 2, friction: .1302, restitution: 0}\n"
  "  - hc2: {type: contact, between: [b, b], sweeps: 2, friction: .7912, restitution: .5}\n"
  "  - j2: {type: distance, file: rods.csv, sweeps: 7}\n"
  "template:\n"
  "  - t0: {material: b, pebbles: [-.01643, .02344, .0336, .00653, -.0305, .02672, -.02922, "
  ".01788, "
  ".02815, -.02631, -.02454, .04182, .0124, -.0269, .04048, .02655, .01344, .03369, .01302, "
  ".01374, "
  ".03804, .02514, .02954, .02841]}\n"
  "  - t1: {material: a, pebbles: [.02643, .02436, .03402, -.01388, .02862, .02704, -.01043, "
  "-.01776, "
  ".04297, .02375, -.03009, .02334, -.01221, -.01805, .04069, -.00185, -.01275, .02522, .01848, "
  "-.02366, .03479, -.01069, -.02618, .04253]}\n"
  "clumps:\n  - rows: {file: discs.csv}\n"
  "change:\n  - less: {action: scale, groups: [g1], start: .023178, factor: .8}\n";

static void write_discs(void)
{
  test_file("discs.csv", "template,x,y,z,vx,vy,vz,wx,wy,wz,id,scale,group\n"
                         "t1,.579464,.139242,0,.379,-4.313,0,0,0,5.88,7,.3,g2\n"
                         "t0,.228603,.161798,0,3.24,.398,0,0,0,8.69,10,.5,g0\n"
                         "t1,.519093,1.0639,0,5.081,-2.832,0,0,0,-5.83,20,.3,g2\n"
                         "t0,.348167,.214714,0,3.401,-2.274,0,0,0,15.71,22,1,g1\n"
                         "t1,.224477,1.01031,0,-2.251,-.98,0,0,0,-5.47,23,.3,g1\n"
                         "t0,.422263,.0980288,0,-2.029,-1.236,0,0,0,22.05,26,.3,g1\n"
                         "t0,.437335,.147213,0,.534,2.518,0,0,0,5.81,28,.5,g2\n"
                         "t1,.570539,.075472,0,1.456,-4.134,0,0,0,18.17,31,1,g1\n");
  test_file("rods.csv", "a,b,length\n22,10,.12421\n10,23,.84750\n23,20,.28448\n20,7,.73502\n"
                        "7,26,.17064\n");
}

static void lists_do_not_matter(void)
{
  static const char *const options[] = {"", "-rebuild_every 1", "-rebuild_every 7",
                                        "-balance_every 1", "-search_method cells"};
  const uint64_t           one       = (write_discs(), test_digest_alone(again, "", 30));

  for (size_t k = 0; k < 5; k++) {
    Sim *sim;

    if (!test_way_here(k, 5)) continue;
    sim = test_sim(PETSC_COMM_WORLD, again, options[k]);
    test_steps(sim, 24); /* the change has been made */
    sim = test_restarted(sim, options[k]);
    CHECK(test_digest_after(sim, 6) == one);
  }
  test_end("what touches again in the step after is a new contact, whenever lists are made");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  contacts_that_are_parted_end();
  lists_do_not_matter();
  test_folder_remove();
}
