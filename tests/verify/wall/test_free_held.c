/* SPDX-License-Identifier: MIT */
/* Held bodies of triangles exchange heat; and a wall that is raised at a restart is in contact from
   then on, and the energy for that is booked. */
#include "contact/solid/solids.h"
#include "meshes.h"

#define HEAD \
  "schema: 1\n" \
  "run: {end_time: 9, dt: 1e-4, gravity: [0, 0, 0]}\n" \
  "domain: {lo: [-3, -3, -3], hi: [3, 3, 3], boundary: [open, open, open]}\n"

static const char held[] = HEAD
  "material:\n"
  "  - a: {density: 1000, young: 1e7, poisson: .3, specific_heat: 10, conductivity: 50, "
  "temperature: 300}\n"
  "  - b: {density: 1000, young: 1e7, poisson: .3, specific_heat: 10, conductivity: 50, "
  "temperature: 400}\n"
  "contact:\n  - ab: {between: [a, b], normal: hertz, restitution: 1, heat: radius}\n"
  "wall:\n"
  "  - low: {shape: mesh, material: a, file: cube.stl, free: true, blocked: xyzXYZ, corner_radius: "
  ".05}\n"
  "  - top: {shape: mesh, material: b, file: cube.stl, free: true, blocked: xyzXYZ, corner_radius: "
  ".05, shift: [0, 0, .99]}\n";

static const char raised[] =
  HEAD "material:\n  - a: {density: 1000}\n"
       "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 1e6, restitution: 1}\n"
       "wall:\n"
       "  - table: {shape: mesh, material: a, file: cube.stl, side: outside}\n"
       "  - cube: {shape: mesh, material: a, file: cube.stl, free: true, corner_radius: .05, "
       "shift: [.25, .25, "
       "1.01]}\n";

static void heat(void)
{
  Sim           *sim   = test_sim(PETSC_COMM_WORLD, held, "");
  const int      which = quantity_index(&quantity_temperature);
  const PetscInt row[] = {test_row(sim, 0), test_row(sim, 1)};
  double         t[2]  = {0, 0};

  test_steps(sim, 100);
  for (int k = 0; k < 2; k++)
    if (row[k] >= 0) t[k] = sim->matter.clumps->quantity[which].value[row[k]];
  CALL(parallel_max(&sim->par, t, 2));
  test_note("after 100 steps %.6f K, %.6f K", t[0], t[1]);
  CHECK(t[0] > 300 + 1e-6 && t[1] < 400 - 1e-6);
  CHECK_NEAR(t[0] + t[1], 700, 1e-9); /* equal capacities; rounding */
  CALL(sim_destroy(&sim));
  test_end("bodies that are held exchange heat");
}

static void restart(void)
{
  /* 4 contacts, a corner on each and two crossings, of an overlap of .01 */
  const double energy = 4 * .5 * 1e6 * .01 * .01;
  Sim         *sim    = test_sim(PETSC_COMM_WORLD, raised, "");
  Totals       t;

  test_steps(sim, 10);
  CHECK_INT(sim->contacts->solids->touching[sim->contacts->solids->now].n, 0);
  sim = test_restarted(sim, "-wall_table_shift 0,0,.02");
  t   = totals_of(sim);
  test_note("supplied %g J, stored %g J", t.supplied, t.potential);
  CHECK(sim->contacts->solids->touching[sim->contacts->solids->now].n > 0);
  CHECK_NEAR(t.potential, energy, 1e-6 * energy); /* positions are on a grid */
  CHECK_NEAR(t.supplied, energy, 1e-6 * energy);
  CALL(sim_destroy(&sim));
  test_end("a wall that is raised at a restart is in contact from then on");
}

TESTS(.ranks = {1, 2})
{
  static Triangles t;

  t.n = 0;
  add_block(&t, vec3(-.5, -.5, -.5), vec3(.5, .5, .5));
  write_mesh("cube.stl", &t);
  heat();
  restart();
  test_folder_remove();
}
