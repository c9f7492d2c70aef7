/* SPDX-License-Identifier: MIT */
/* Meshes that are rigid bodies: an elastic impact off the centre against its closed form, the
   weight on a floor and on balls, and masses of volumes. */
#include "meshes.h"

/* A row of a clump, from the rank that owns it. */
typedef struct {
  Vec3   x, v, w, force, inertia;
  double mass;
} Row;

static Row row_of(const Sim *sim, Id id)
{
  const PetscInt a   = test_row(sim, id);
  Row            row = {.mass = 0};
  double         sums[sizeof(Row) / sizeof(double)];

  if (a >= 0)
    row = (Row){.x       = sim->matter.clumps->pose[a].x,
                .v       = sim->matter.clumps->motion[a].v,
                .w       = sim->matter.clumps->w[a],
                .force   = sim->matter.clumps->force[a],
                .inertia = sim->matter.clumps->inertia[a],
                .mass    = sim->matter.clumps->mass[a]};
  (void)MPI_Allreduce(&row, sums, (int)(sizeof row / sizeof(double)), MPI_DOUBLE, MPI_SUM,
                      PETSC_COMM_WORLD);
  memcpy(&row, sums, sizeof row);
  return row;
}

static void write_cube(void)
{
  static Triangles t;

  t.n = 0;
  add_block(&t, vec3(-.5, -.5, -.5), vec3(.5, .5, .5));
  write_mesh("cube.stl", &t);
  t.n = 0;
  add_block(&t, vec3(-1.8, -1.5, -1), vec3(1.8, 1.5, 1.8));
  write_mesh("bin.stl", &t);
  test_file("square.obj", "v -.5 -.5 0\nv .5 -.5 0\nv .5 .5 0\nv -.5 .5 0\nl 1 2 3 4 1\n");
}

static const char head[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: %g, gravity: [%s], dimension: %d}\n"
  "domain: {lo: [-2, -2, %d], hi: [2, 2, %d], boundary: [periodic, open, open]}\n"
  "material:\n  - a: {density: 8}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: %g, restitution: %g}\n"
  "template:\n  - ball: {material: a, pebbles: [%s]}\n";

/* A ball flies along x against the face of a cube at rest, .3 off its centre, over a periodic face:
   impulse (1 + e) v / (1/m + 1/M + r^2/I) (Goldsmith 1960, Impact, ch. 2). */
static void impact(int dimension)
{
  static const char *const where[] = {"[1.1499, .3], velocity: [2, 0]",
                                      "[1.1499, .3, 0], velocity: [2, 0, 0]"};
  const bool               solid   = dimension == 3;
  char                     text[2000];
  Totals                   before, after;
  Row                      ball, cube;
  double                   impulse;
  Sim                     *sim;

  write_cube();
  snprintf(text, sizeof text, head, 1e-7, solid ? "0, 0, 0" : "0, 0", dimension, solid ? -2 : 0,
           solid ? 2 : 0, 1e9, 1.0, solid ? "0, 0, 0, .25" : "0, 0, .25");
  snprintf(text + strlen(text), sizeof text - strlen(text),
           "clumps:\n  - ball: {template: ball, position: %s}\nwall:\n  - cube: {shape: mesh, "
           "material: a, file: %s, free: true, shift: %s}\n",
           where[solid], solid ? "cube.stl" : "square.obj", solid ? "[1.9, 0, 0]" : "[1.9, 0]");
  sim    = test_sim(PETSC_COMM_WORLD, text, "");
  before = totals_of(sim);
  ball   = row_of(sim, 0);
  cube   = row_of(sim, 1);
  CHECK_NEAR(cube.mass, 8, 1e-14);
  CHECK_NEAR(cube.inertia.z, 8.0 / 6, 1e-14);
  impulse = 4 / (1 / ball.mass + 1 / cube.mass + .09 / cube.inertia.z);
  test_steps(sim, 2500);
  after = totals_of(sim);
  CHECK_INT(after.contacts, 0);
  /* the closed form has no duration: in that of the contact, 1e-4 s, the bodies turn by 1e-4 of
     it */
  CHECK_NEAR(row_of(sim, 0).v.x, 2 - impulse / ball.mass, 1e-4);
  CHECK_NEAR(row_of(sim, 1).v.x, impulse / cube.mass, 1e-4);
  CHECK_NEAR(row_of(sim, 1).w.z, -.3 * impulse / cube.inertia.z, 1e-4);
  CHECK_NEAR(after.momentum.x, before.momentum.x, 1e-13); /* rounding: equal and opposite forces */
  CHECK_NEAR(energy_of(&after), energy_of(&before),
             1e-5 * energy_of(&before)); /* second order in dt / t_c, 1e-3 */
  test_note("speeds off by %.1e and %.1e, energy by %.1e",
            row_of(sim, 0).v.x - (2 - impulse / ball.mass),
            row_of(sim, 1).v.x - impulse / cube.mass, energy_of(&after) - energy_of(&before));
  CALL(sim_destroy(&sim));
  test_end(solid ? "a ball hits a cube off its centre: the closed form"
                 : "a disc hits a square off its centre: the closed form");
}

static const char plane[] = "shape: plane, point: [0, 0, -1], normal: [0, 0, 1]";

/* A cube at rest on a plane bears its weight, also on top of balls, and a ball on top of it. */
static void weight(const char *floor, const char *bodies, double mass, const char *fact)
{
  char text[2000];
  Sim *sim;

  write_cube();
  snprintf(text, sizeof text, head, 5e-4, "0, 0, -5", 3, -2, 2, 1e5, .3, "0, 0, 0, .25");
  snprintf(text + strlen(text), sizeof text - strlen(text),
           "%swall:\n  - floor: {material: a, %s}\n"
           "  - cube: {shape: mesh, material: a, file: cube.stl, free: true, shift: [%g, 0, .01], "
           "mass: %g}\noutput: {walls_every: 1}\n",
           bodies, floor, strstr(floor, "mesh") ? 0.2 : 1.9, mass);
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  test_steps(sim, 8000);
  test_note("force on the cube off by %.1e of its weight",
            row_of(sim, sim->energy.account.next_id - 1).force.z / (5 * mass) - 1);
  CHECK_NEAR(row_of(sim, sim->energy.account.next_id - 1).force.z, 5 * mass, 5e-6 * mass);
  CHECK_NEAR(row_of(sim, sim->energy.account.next_id - 1).v.z, 0, 1e-5); /* at rest */
  CALL(sim_destroy(&sim));
  test_end(fact);
}

/* A ball beside a corner of a cube touches the mesh alone, not the ball in its corner, too. */
static void corner(void)
{
  char text[2000];
  Sim *sim;

  write_cube();
  snprintf(text, sizeof text, head, 1e-3, "0, 0, 0", 3, -2, 2, 1e5, .3, "0, 0, 0, .25");
  snprintf(
    text + strlen(text), sizeof text - strlen(text),
    "clumps:\n  - ball: {template: ball, position: [.35, .35, .74]}\nwall:\n  - cube: {shape: "
    "mesh, material: a, file: cube.stl, free: true, corner_radius: .2}\n");
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  CHECK_INT(totals_of(sim).contacts, 1);
  CHECK_NEAR(totals_of(sim).max_overlap, .01, 1e-14);
  CALL(sim_destroy(&sim));
  test_end("a ball on the corner of a cube: one contact");
}

TESTS(.ranks = {1, 2})
{
  impact(3);
  impact(2);
  corner();
  weight(plane, "", 7, "a cube on a floor: its weight");
  weight("shape: mesh, file: bin.stl, side: inside", "", 7,
         "a cube on the floor of a hollow of triangles: its weight");
  weight(plane,
         "clumps:\n  - a: {template: ball, position: [1.6, -.3, -.75], blocked: xyzXYZ}\n"
         "  - b: {template: ball, position: [-1.8, -.3, -.75], blocked: xyzXYZ}\n"
         "  - c: {template: ball, position: [1.9, .3, -.75], blocked: xyzXYZ}\n",
         7, "a cube on three balls: its weight");
  test_folder_remove();
}
