/* SPDX-License-Identifier: MIT */
/* Bodies of triangles on edges and corners of walls: weight at rest, friction and restitution as on
   a plane. */
#include "meshes.h"

/* Force on the body of this id without gravity and its velocity, from the rank that owns it. */
typedef struct {
  Vec3 force, v, x;
} Row;

static Row row_of(const Sim *sim, Id id)
{
  const PetscInt a   = test_row(sim, id);
  Row            row = {.force = {0, 0, 0}}, all;

  if (a >= 0)
    row = (Row){sim->matter.clumps->force[a], sim->matter.clumps->motion[a].v,
                sim->matter.clumps->pose[a].x};
  (void)MPI_Allreduce(&row, &all, (int)(sizeof row / sizeof(double)), MPI_DOUBLE, MPI_SUM,
                      PETSC_COMM_WORLD);
  return all;
}

static void write_meshes(void)
{
  static Triangles t;

  t.n = 0;
  add_block(&t, vec3(-.5, -.5, -.5), vec3(.5, .5, .5));
  write_mesh("cube.stl", &t);
  t.n = 0;
  add_block(&t, vec3(-.4, -2, -1), vec3(.3, .3, 0));
  write_mesh("table.stl", &t);
  test_file("square.obj", "v -.5 -.5 0\nv .5 -.5 0\nv .5 .5 0\nv -.5 .5 0\nl 1 2 3 4 1\n");
}

/* A cube of 8 kg (in two dimensions 8 kg) above the walls, at z = height of its centre; law: keys
   of the contact. */
static Sim *start(int dimension, const char *walls, double height, const char *more,
                  const char *law, const char *options)
{
  const bool solid = dimension == 3;
  char       text[2000];

  write_meshes();
  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 9, dt: 5e-4, gravity: [0, %s], dimension: %d}\n"
           "domain: {lo: [-3, -3%s], hi: [3, 3%s], boundary: [open, open%s]}\n"
           "material:\n  - a: {density: 8}\n"
           "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 1e5, %s}\n"
           "wall:\n%s  - cube: {shape: mesh, material: a, file: %s, free: true, shift: [0, %s%g], "
           "corner_radius: .05%s}\n",
           solid ? "0, -5" : "-5", dimension, solid ? ", -3" : "", solid ? ", 3" : "",
           solid ? ", open" : "", law, walls, solid ? "cube.stl" : "square.obj", solid ? "0, " : "",
           height, more);
  return test_sim(PETSC_COMM_WORLD, text, options);
}

/* Walls on which a cube, or a square, lies. */
static const struct {
  int         dimension;
  const char *walls, *fact;
} places[] = {
  {3, "  - post: {shape: box, material: a, lo: [-.2, -.3, -1], hi: [.3, .2, 0], side: outside}\n",
   "on the corners of a post"},
  {3, "  - beam: {shape: box, material: a, lo: [-.3, -2, -1], hi: [.2, 2, 0], side: outside}\n",
   "across a beam"},
  {3, "  - table: {shape: mesh, material: a, file: table.stl, side: outside}\n",
   "on a table of triangles"},
  {3, "  - table: {shape: mesh, material: a, file: table.stl}\n", "on a sheet"},
  {3,
   "  - rod: {shape: cylinder, material: a, point: [0, 0, -1], axis: [1, 0, 0], radius: 1, side: "
   "outside}\n",
   "on a rod"},
  {3,
   "  - floor: {shape: plane, material: a, point: [0, 0, -1], normal: [0, 0, 1]}\n  - under: "
   "{shape: mesh, material: a, file: cube.stl, free: true, shift: [.2, .1, -.5], attitude: [1, 0, "
   "0, .3], pivot: [.2, .1, -.5]}\n",
   "on another cube"},
  {3, "  - pipe: {shape: cylinder, material: a, point: [.1, .05, -1], radius: .3, length: 1}\n",
   "on the rim of a pipe"},
  {3, "  - pipe: {shape: cylinder, material: a, point: [.2, .1, -1], radius: .5, length: 1}\n",
   "on the rim of a pipe that is wider"},
  {3,
   "  - pin: {shape: cylinder, material: a, point: [.02, 0, -1], radius: .1, length: 1, ends: "
   "closed, side: outside}\n",
   "on the end of a pin"},
  {3,
   "  - log: {shape: cylinder, material: a, point: [-.3, 0, -.3], axis: [1, 0, 0], radius: .3, "
   "length: .7, ends: closed, side: outside}\n",
   "on a log that is shorter"},
  {2, "  - post: {shape: box, material: a, lo: [-.2, -1], hi: [.8, 0], side: outside}\n",
   "a square on a rectangle"},
};

/* Walls bear the weight to 1e-6 after the oscillations have died down; weight: that of the bodies
   that they bear, N. */
static void rests(int dimension, const char *walls, const char *fact)
{
  Sim *sim =
    start(dimension, walls, .501, "",
          "restitution: .3, tangential: hooke, friction: .5, tangential_stiffness: 8e4", "");
  Row    row;
  double force;

  test_steps(sim, 8000);
  row   = row_of(sim, sim->energy.account.next_id - 1);
  force = dimension == 3 ? row.force.z : row.force.y;
  test_note("force off by %.1e of the weight", force / 40 - 1);
  CHECK_NEAR(force, 40, 40e-6);
  CHECK_NEAR(vec3_norm(row.v), 0, 1e-5);
  CALL(sim_destroy(&sim));
  test_end(fact);
}

/* A cube slides along two rails of boxes, which its face and edges cross: v^2 / (2 mu g). */
static void slides(void)
{
  Sim *sim =
    start(3,
          "  - left: {shape: box, material: a, lo: [-2, -.3, -1], hi: [2.9, -.2, 0], side: "
          "outside}\n  - right: {shape: box, material: a, lo: [-2, .2, -1], hi: [2.9, .3, 0], "
          "side: outside}\n",
          .5 - 10. / 1e5, ", velocity: [1, 0, 0]",
          "restitution: .5, tangential: hooke, friction: .25, tangential_stiffness: 8e4", "");
  Row row;

  test_steps(sim, 2000);
  row = row_of(sim, 0);
  test_note("way %.6f m, of %.6f", row.x.x, 1 / (2 * .25 * 5));
  CHECK_NEAR(row.x.x, .4, 1e-4); /* tangential springs are stretched by mu m g / k, 1e-4 / 4 */
  CALL(sim_destroy(&sim));
  test_end("a cube that slides on rails: the way of Coulomb's friction");
}

/* A cube hits a ball, or a rod, with the middle of its face: restitution .7, of one contact. */
static void rebounds(const char *wall, const char *fact)
{
  Sim *sim = start(3, wall, .52, ", velocity: [0, 0, -1]", "restitution: .7",
                   "-run_gravity 0,0,0 -run_dt 1e-4");
  Row  row;

  test_steps(sim, 600);
  row = row_of(sim, 0);
  test_note("%.6f", row.v.z);
  CHECK_NEAR(row.v.z, .7, 1e-4); /* second order in dt / t_c, 1/280 */
  CALL(sim_destroy(&sim));
  test_end(fact);
}

TESTS(.ranks = {1, 2})
{
  for (size_t k = 0; k < sizeof places / sizeof *places; k++)
    if (test_case_here(k)) rests(places[k].dimension, places[k].walls, places[k].fact);
  slides();
  rebounds("  - ball: {shape: sphere, material: a, point: [0, 0, -1], radius: 1, side: outside}\n",
           "a cube rebounds from a ball");
  test_folder_remove();
}
