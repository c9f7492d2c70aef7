/* np: 1 2 */
/* SPDX-License-Identifier: MIT */
/* What contacts squeeze clumps with, where two free meshes meet in empty space: of both together it is
   the way between their centres times the force on the first one. */
#include "contact/solids.h"
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
  "  - first: {shape: mesh, material: a, file: wedge.stl, free: true, shift: [0, 0, -.5], "
  "spin: [2, 1, 3]}\n"
  "  - other: {shape: mesh, material: a, file: wedge.stl, free: true, shift: [.1, .1, .7], "
  "attitude: [.3, .8, .4, .3], velocity: [0, 0, -3]}\n";

/* Sums over both meshes: squeeze, and minus place times force. */
static void find_sums(const Sim *sim, double sum[2])
{
  const Clumps *c = sim->clumps;

  sum[0] = sum[1] = 0;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    sum[0] += c->squeeze[a];
    sum[1] -= vec3_dot(c->pose[a].x, c->force[a]);
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
}

static void edges_squeeze(void)
{
  Sim    *sim   = test_sim(PETSC_COMM_WORLD, scenario, "");
  int64_t solid = 0;
  double  most  = 0;

  for (int k = 0; k < 2000; k++) {
    double sum[2];

    test_steps(sim, 1);
    solid += sim->contacts->solids->here[sim->contacts->solids->now];
    find_sums(sim, sum);
    most = fmax(most, fabs(sum[0]));
    CHECK_NEAR(sum[0], sum[1], 1e-9); /* quanta, some 1e-12 J, of places up to 2 m */
  }
  solid = test_total(solid);
  test_note("%d contacts of edges and points, at most %g J", (int)solid, most);
  CHECK(solid > 10 && most > 1);
  CALL(sim_destroy(&sim));
  test_end("contacts of free meshes squeeze both of them");
}

int main(int argc, char **argv)
{
  static Triangles t;

  test_begin(&argc, &argv);
  add_tetrahedron(&t, vec3(-.5, -.4, -.3), vec3(.6, -.4, -.3), vec3(0, .6, -.3), vec3(.1, 0, .6));
  write_mesh("wedge.stl", &t);
  edges_squeeze();
  test_folder_remove();
  return test_finish();
}
