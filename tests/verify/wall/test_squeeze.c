/* SPDX-License-Identifier: MIT */
/* Two free meshes that meet in empty space. The squeeze of contacts (sum of arm . force), of both
   together, is the vector between their centres times the force on the first one. Energies by kind
   add up to the totals, with the forces of weights of edges. */
#include "contact/solid/solids.h"
#include "meshes.h"

static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-4, overlap_limit: 9}\n"
  "domain: {lo: [-2, -2, -2], hi: [2, 2, 2], boundary: [open, open, open]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 2e4, restitution: .8, tangential: hooke, "
  "friction: .4}\n"
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.15, .2,0,0,.1]}\n"
  "  - ball: {material: a, pebbles: [0,0,0,.1]}\n"
  "clumps:\n  - far: {template: pair, position: [-1.5, -1.5, -1.5]}\n"
  "crush:\n  - pairs: {template: pair, strength: 1e9}\n"
  "wall:\n"
  "  - first: {shape: mesh, material: a, file: block.stl, free: true, shift: [0, 0, -.5], "
  "spin: [.2, .1, 3]}\n"
  "  - other: {shape: mesh, material: a, file: block.stl, free: true, shift: [.2, .1, .55], "
  "attitude: [1, .02, .03, .2], velocity: [0, 0, -3]}\n";

/* Sums over both meshes: squeeze, and minus place times force. */
static void find_sums(const Sim *sim, double sum[2])
{
  const Clumps *c = sim->matter.clumps;

  sum[0] = sum[1] = 0;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    sum[0] += c->squeeze[a];
    sum[1] -= vec3_dot(c->pose[a].x, c->force[a]);
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
}

/* Differences of potential and dissipated energy from their columns by kind, J. */
static void find_open(Sim *sim, double open[2])
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);
  TotalValues        t;
  TotalColumn        c;

  CALL(totals_find(&measured, &t));
  open[0] = -totals_value(&t, "potential");
  open[1] = -totals_value(&t, "dissipated");
  for (int k = 0; totals_column(k, &c); k++) {
    open[0] += strncmp(c.name, "energy_", 7) == 0 ? t.value[k] : 0;
    open[1] += strncmp(c.name, "loss_", 5) == 0 ? t.value[k] : 0;
  }
}

static void edges_squeeze(void)
{
  Sim    *sim   = test_sim(PETSC_COMM_WORLD, scenario, "-output_energies true");
  int64_t solid = 0;
  double  most  = 0;

  for (int k = 0; k < 2000; k++) {
    double sum[2], open[2];

    test_steps(sim, 1);
    find_open(sim, open);
    CHECK_NEAR(open[0], 0, 1e-12); /* rounding, of some 10 J */
    CHECK_NEAR(open[1], 0, 1e-9);  /* quanta of work, 1e-12 J, of each contact and step */
    solid += sim->contacts->solids->here[sim->contacts->solids->now];
    find_sums(sim, sum);
    most = fmax(most, fabs(sum[0]));
    CHECK_NEAR(sum[0], sum[1], 1e-9); /* quanta, some 1e-12 J, of places up to 2 m */
  }
  solid = test_total(solid);
  test_note("%d contacts of edges and points, at most %g J", (int)solid, most);
  CHECK(solid > 10 && most > 1);
  CALL(sim_destroy(&sim));
  test_end("contacts of free meshes squeeze both of them, and their energies by kind add up");
}

TESTS(.ranks = {1, 2})
{
  static Triangles t;
  const Vec3       square[] = {{-.4, -.4, 0}, {.4, -.4, 0}, {.4, .4, 0}, {-.4, .4, 0}};

  add_prism(&t, 4, square, vec3(0, 0, 0), -.5, .5, true);
  write_mesh("block.stl", &t);
  edges_squeeze();
  test_folder_remove();
}
