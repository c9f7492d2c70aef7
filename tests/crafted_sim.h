/* SPDX-License-Identifier: MIT */
/* A run's checkpoint with one number in it replaced, and a restart from it. Collective on all ranks
 * of the test. */
#ifndef CRAFTED_SIM_H
#define CRAFTED_SIM_H

#include "craft.h"
#include "sim_test.h"

#include <fcntl.h>

/* A scenario with something of every kind: contacts with memory, also on a wall, clumps that wait,
   groups, links, a periodic and an open axis. */
static const char crafted_scenario[] =
  "schema: 1\n"
  "run: {end_time: 0.01, dt: 1.0e-4, gravity: [0, 0, -10]}\n"
  "domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, open, free]}\n"
  "material:\n"
  "  - s: {density: 1000, young: 1.0e7, poisson: 0.25}\n"
  "contact:\n"
  "  - ss: {between: [s, s], normal: hooke, tangential: hooke, stiffness: 1.0e3, restitution: 0.5, "
  "friction: 0.5}\n"
  "template:\n"
  "  - ball: {material: s, pebbles: [0, 0, 0, 0.05]}\n"
  "  - rod: {material: s, pebbles: [0, 0, 0, 0.05, 0.05, 0, 0, 0.05]}\n"
  "clumps:\n"
  "  - a: {template: ball, position: [.5, .5, .0499], velocity: [1, 0, 0], group: red}\n"
  "  - b: {template: rod, position: [.622, .5, .06], group: blue}\n"
  "  - c: {template: rod, position: [.98, .5, .0499], spin: [1, 2, 3]}\n"
  "  - later: {template: ball, position: [.2, .2, .5], at: 0.005}\n"
  "spring:\n"
  "  - ties: {between: [s, s], distance: 0.3, stiffness: 1.0, damping: 0.1}\n"
  "bond:\n"
  "  - glue: {between: [s, s], distance: 0.1, normal_stiffness: 1.0e5, shear_stiffness: 1.0e5, "
  "tensile_strength: 1.0e4}\n"
  "wall:\n"
  "  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}\n";

/* Scenario of another run, which takes the clumps of that file. */
static const char crafted_taker[] =
  "schema: 1\n"
  "run: {end_time: 0.01, dt: 1.0e-4}\n"
  "domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, open, free]}\n"
  "material:\n"
  "  - s: {density: 1000}\n"
  "contact:\n"
  "  - ss: {between: [s, s], normal: hooke, stiffness: 1.0e3, restitution: 0.5}\n"
  "clumps:\n"
  "  - all: {file: crafted.h5}\n";

static char crafted_path[400],
  crafted_origin[400]; /* the file that is changed, and what it is made from */

/* Run some steps and write the state to the file crafted_origin. */
static inline void crafted_begin(void)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, crafted_scenario, "");
  bool written;

  test_steps(sim, 20);
  CALL(save_write(sim, &written));
  CHECK(written);
  snprintf(crafted_origin, sizeof crafted_origin, "%s/restart/clast-20.h5", test_folder());
  snprintf(crafted_path, sizeof crafted_path, "%s/crafted.h5", test_folder());
  CALL(sim_destroy(&sim));
  test_file("taker.yaml", crafted_taker);
}

/* Make a fresh copy of that file, on rank 0 alone. */
static inline void crafted_copy(void)
{
  char command[900];

  snprintf(command, sizeof command, "cp %s %s", crafted_origin, crafted_path);
  if (system(command) != 0) exit(99);
}

static inline void crafted_change(const char *target, int64_t index, const char *value)
{
  MPI_Barrier(PETSC_COMM_WORLD);
  if (test_rank() == 0) {
    crafted_copy();
    CHECK(craft_number(crafted_path, target, index, value));
  }
  MPI_Barrier(PETSC_COMM_WORLD);
}

/* The exit status of the program after a few steps: 2 refused, 3 stopped by physics, 0 neither. Its
   messages are dropped. restart: go on from the file; else take its clumps. */
static inline int crafted_outcome(bool restart)
{
  const int told = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
  char      words[500], path[400];
  RunEnd    end  = RUN_GOES_ON;
  bool      stop = false;
  int       mistakes;
  Sim      *sim;

  fflush(stderr);
  if (!getenv("CRAFTED_TELL")) dup2(nowhere, STDERR_FILENO);
  snprintf(words, sizeof words, restart ? "-restart %s" : "-check no", crafted_path);
  snprintf(path, sizeof path, "%s/taker.yaml", test_folder());
  CALL(PetscOptionsInsertString(NULL, words));
  CALL(sim_create(PETSC_COMM_WORLD, NULL, &(ScenarioSource){.file = restart ? NULL : path}, &sim,
                  &mistakes));
  CALL(PetscOptionsClear(NULL));
  if (mistakes == 0 && !restart) CALL(sim_begin(sim, &end));
  for (int k = 0; k < 3 && mistakes == 0 && end == RUN_GOES_ON; k++)
    CALL(sim_step(sim, &stop, &end));
  CALL(sim_destroy(&sim));
  fflush(stderr);
  dup2(told, STDERR_FILENO);
  close(told);
  close(nowhere);
  return mistakes > 0 ? 2 : end == RUN_BROKEN ? 3 : 0;
}

/* ---- all of them ---- */

static const char *const crafted_values[] = {"nan",
                                             "inf",
                                             "-inf",
                                             "1e308",
                                             "-1e308",
                                             "1e200",
                                             "1e18",
                                             "1e-308",
                                             "0",
                                             "-1",
                                             "1",
                                             "1e15",
                                             "-2147483648",
                                             "2147483647",
                                             "9223372036854775807",
                                             "-9223372036854775808"};

/* Attributes of /clast that are numbers. */
static const char *const crafted_scalars[] = {"step",
                                              "time",
                                              "dt",
                                              "first_step",
                                              "first_time",
                                              "dimension",
                                              "lo",
                                              "hi",
                                              "position_quantum",
                                              "force_exponent",
                                              "torque_exponent",
                                              "work_exponent",
                                              "spare_bits",
                                              "dissipated",
                                              "next_id",
                                              "removed",
                                              "inserted",
                                              "memory",
                                              "ranks"};

/* Try every `stride`-th combination of a number (of the first and last row of every table, and all
   attributes) and a value. A crash or a hang fails the test; returns how many were tried. */
static inline int crafted_walk(int stride, int n_ends[4])
{
  enum {
    VALUES  = sizeof crafted_values / sizeof *crafted_values,
    SCALARS = sizeof crafted_scalars / sizeof *crafted_scalars
  };
  const hid_t file  = H5Fopen(crafted_origin, H5F_ACC_RDONLY, H5P_DEFAULT);
  CraftPaths  paths = craft_paths(file);
  int         at = 0, tried = 0;

  for (int p = 0; p < paths.n + SCALARS; p++) {
    const char   *target = p < paths.n ? paths.path[p] : crafted_scalars[p - paths.n];
    Crafted       c      = p < paths.n ? craft_read(file, target) : craft_get(file, target);
    const int64_t n      = craft_count(&c);

    for (int64_t i = 0; i < n; i++) {
      if (i >= 3 && i < n - 3) continue;
      for (int v = 0; v < VALUES; v++) {
        if (at++ % stride != 0) continue;
        if (getenv("CRAFTED_TELL") && test_rank() == 0)
          printf("# %s %d %s\n", target, (int)i, crafted_values[v]);
        crafted_change(target, i, crafted_values[v]);
        n_ends[crafted_outcome(tried % 3 != 2)]++;
        tried++;
      }
    }
    free(c.rows);
  }
  H5Fclose(file);
  return tried;
}

#endif
