/* SPDX-License-Identifier: MIT */
/* Damping, thermostats and FIRE beside constraints and hard contacts use the loads that these bear
   (Clumps.borne): the same bits on any number of ranks, whenever lists are made, and through
   restarts. Bodies cross the boxes of ranks, joints break, and some bodies lose their last one. */
#include "sim_test.h"

enum { BALLS = 18, STEPS = 40 };

static const char head[] =
  "schema: 1\nrun: {end_time: 9, dt: 1.5e-3, gravity: [.7, .2, -9.81]%s}\n"
  "domain: {lo: [0, 0, 0], hi: [1.2, 1, 1], boundary: [periodic, periodic, open]}\n"
  "material: [{s: {density: 2000}}, {h: {density: 1000}}]\n"
  "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 500, restitution: .5}\n"
  "  - sh: {between: [s, h], normal: hooke, stiffness: 500, restitution: .5}\n%s"
  "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .02]}\n"
  "  - bar: {material: h, pebbles: [-.03, 0, 0, .03, .03, 0, 0, .03]}\n"
  "clumps:\n  - all: {file: row.csv}\n"
  "wall:\n  - floor: {shape: plane, material: h, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "constraint:\n%s%s";

/* of bars that have no hard contacts */
static const char law[] =
  "  - hh: {between: [h, h], normal: hooke, stiffness: 500, restitution: .5}\n";
static const char rods[] = "  - rods: {type: distance, file: rods.csv, sweeps: 4}\n";
static const char more[] =
  "  - welds: {type: weld, file: welds.csv, sweeps: 4, break_force: 2}\n"
  "  - hard: {type: contact, between: [h, h], friction: .4, restitution: .3}\n";

static void write_files(void)
{
  static char balls[4000], chain[2000];
  size_t      n = (size_t)snprintf(balls, sizeof balls, "id,template,x,y,z,vx,vy,vz,wx,wy,wz\n");
  size_t      m = (size_t)snprintf(chain, sizeof chain, "a,b,length,break_force\n");

  for (int k = 0; k < BALLS; k++) {
    n += (size_t)snprintf(balls + n, sizeof balls - n, "%d,ball,%g,.5,.5,3,%g,%g,0,0,%d\n", k,
                          .06 * k + .001, .1 * (k % 3), .07 * (k % 5), k % 4);
    n += (size_t)snprintf(balls + n, sizeof balls - n, "%d,bar,%g,%g,%g,1,-2,0,%d,1,0\n", 100 + k,
                          .133 * (k % 9) + .06, k < 9 ? .2 : .22, k < 9 ? .029 : .12, k % 3);
    if (k % 6 != 5)
      m += (size_t)snprintf(chain + m, sizeof chain - m, "%d,%d,.06,%g\n", k, k + 1,
                            k % 5 == 1 ? .2 + .05 * k : 9e9);
  }
  test_file("row.csv", balls);
  test_file("rods.csv", chain);
  test_file("welds.csv", "a,b\n3,4\n9,10\n15,16\n");
}

static const char *const ways[] = {"-rebuild_every 7 -balance_every 13", "-rebuild_every 1"};

static void same_bits(const char *run, const char *constraints, const char *damps, const char *fact)
{
  char     text[3000];
  uint64_t alone;

  snprintf(text, sizeof text, head, run, strstr(constraints, "hard") ? "" : law, constraints,
           damps);
  alone = test_digest_alone(text, "", STEPS);
  for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
    if (test_way_here(k, sizeof ways / sizeof *ways))
      CHECK_INT((int64_t)test_digest_after(test_sim(PETSC_COMM_WORLD, text, ways[k]), STEPS),
                (int64_t)alone);
  test_restarts(text, STEPS / 2, STEPS, alone);
  test_end(fact);
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  char both[600];

  write_files();
  snprintf(both, sizeof both, "%s%s", rods, more);
  same_bits("", rods, "damping: [{d: {cundall: .3, viscous: 2}}]\n", "damping beside rods alone");
  same_bits("", both, "damping: [{d: {cundall: .3, viscous: 2, turning: 5}}]\n",
            "damping beside joints and hard contacts");
  same_bits("", both, "damping: [{d: {fire: .25}}]\n", "FIRE beside them");
  same_bits(
    "", both,
    "thermostat:\n  - l: {type: langevin, temperature: 1, boltzmann: 1e-4, rate: 9, turning: 9}\n",
    "a bath beside them");
  same_bits(
    "", rods,
    "thermostat:\n  - l: {type: langevin, temperature: 1, boltzmann: 1e-4, rate: 9, turning: 9}\n",
    "a bath beside rods alone");
  same_bits("", both,
            "thermostat:\n  - n: {type: nose_hoover, temperature: 1, boltzmann: 1e-2, time: .1}\n",
            "Nose-Hoover beside them");
  same_bits("", both, "thermostat:\n  - n: {type: rescale, temperature: 1, boltzmann: 1e-2}\n",
            "scaled velocities beside them");
  same_bits(", integrator: euler", both, "damping: [{d: {cundall: .3, viscous: 2}}]\n",
            "damping with symplectic Euler");
  test_folder_remove();
}
