/* SPDX-License-Identifier: MIT */
/* Meshes divided among ranks: what a rank finds near its boxes is, to the last bit, what is found
   in the whole mesh; and simulations with divided meshes that turn, swing, bound what an inlet
   pours and warm what is near have the bits of those whose meshes are not divided. */
#include "base/random.h"
#include "meshes.h"
#include "unit/shape/meshes.h"
#include "wall/mesh/mesh_parts.h"

enum { STEPS = 250, MIDDLE = 150 };

static double draw(Random *random, double lo, double hi)
{
  return lo + (hi - lo) * random_real(random);
}

static Vec3 draw_in(Random *random, const MeshBox *b)
{
  return vec3(draw(random, b->lo.x, b->hi.x), draw(random, b->lo.y, b->hi.y),
              draw(random, b->lo.z, b->hi.z));
}

/* ---- places ---- */

/* Points that each rank draws: more in all, the more ranks there are. */
static int points_drawn(void)
{
  return 600 / (test_size() + 2);
}

/* Points of a box against the whole mesh. */
static void compare_places(const MeshPlaces *whole, const MeshParts *parts, const MeshBox *box,
                           double sure, Random *random)
{
  const int points = points_drawn();
  int       near = 0, deep = 0;

  for (int i = 0; i < points; i++) {
    Vec3         x     = draw_in(random, box);
    const double limit = i % 2 ? INFINITY : draw(random, 0, sure);

    if (i % 4 > 1) /* on the box, where the faces that are here end nearest */
      vec3_set(&x, i / 4 % 3, vec3_axis(i % 4 > 2 ? box->lo : box->hi, i / 4 % 3));
    for (int k = 0; k < whole->patches.n; k++) {
      const MeshPlace a  = mesh_places_find(whole, k, x, limit),
                      b  = mesh_parts_find(parts, k, x, limit);
      const double bound = mesh_places_bound(whole, k, x, min_real(limit, sure));

      if (fabs(a.distance) <= sure) {
        CHECK(a.distance == b.distance && a.normal.x == b.normal.x && a.normal.y == b.normal.y &&
              a.normal.z == b.normal.z);
        CHECK_INT(mesh_parts_places(parts)->patches.origin[b.face], whole->patches.origin[a.face]);
        near++;
      } else if (a.distance > 0) CHECK(b.distance == INFINITY || (k == 0 && b.distance == -sure));
      else {
        CHECK(b.distance == (k == 0 ? -sure : INFINITY) ||
              mesh_parts_find(parts, 0, x, limit).distance == -sure);
        deep++;
      }
      if (fabs(bound) <= sure) CHECK(mesh_parts_bound(parts, k, x, limit) == bound);
    }
  }
  CHECK(near > points / 100 || sure < .1);
  CHECK(deep > 0 || !whole->solid || sure < .1);
}

static void parts_are_the_whole(Mesh *mesh, bool solid, bool hollow, double near, double sure,
                                const Vec3 *middle, const char *fact)
{
  const PatchRule rule   = {.corner = 40, .fillet = .02, .solid = solid};
  Random          random = random_stream(7, 1, (uint64_t)test_rank());
  StateArray      none   = {0};
  MeshFile        file   = {none, none};
  MeshPlaces      whole;
  MeshParts      *parts;
  Parallel        par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  if (hollow) mesh_flip(mesh);
  mesh_places_create(mesh, &rule, hollow, false, near, &whole);
  CHECK((whole.grid.lists.n_cells > 0) == (near > 0));
  mesh_parts_create(&par, &whole, &file, near, &parts);
  for (int round = 0; round < 2; round++) {
    const Quat q = random_orientation(&random);
    const Vec3 x = middle ? *middle : quat_turn(q, vec3(.85, 0, 0)); /* not far from the surface */
    const Vec3 half    = vec3(.25, .375, .5);
    const MeshBox box  = {vec3_sub(x, half), vec3_add(x, half), 0};
    const MeshBox wide = {vec3_sub(box.lo, vec3(sure, sure, sure)),
                          vec3_add(box.hi, vec3(sure, sure, sure)), 0};
    const double  part = draw(&random, 0, fmin(.1, sure));

    CALL(mesh_parts_renew(&par, parts, 1, &wide, sure, round * .1));
    compare_places(&whole, parts, &box, sure, &random);
    CHECK(mesh_parts_places(parts)->patches.mesh->n_faces < mesh->n_faces);
    CALL(mesh_parts_renew(&par, parts, 1, &wide, sure - part, .1)); /* nothing to do */
    compare_places(&whole, parts, &box, sure - part, &random);
  }
  mesh_parts_free(&parts);
  mesh_places_free(&whole);
  mesh_free(mesh);
  CALL(parallel_destroy(&par));
  test_end(fact);
}

static Mesh make_slots(void)
{
  static Triangles t;
  Mesh             mesh;

  t.n = 0;
  for (int k = 0; k < 6; k++) {
    const double a      = .3 * k - .9;
    const Vec3   slot[] = {{a, -.9, 0},      {a + .2, -.9, 0}, {a + .2, .9, 0}, {a + .15, .9, 0},
                           {a + .1, -.5, 0}, {a + .05, .9, 0}, {a, .9, 0}};

    add_prism(&t, 7, slot, vec3(a + .1, -.7, 0), -.8, .8, true);
  }
  mesh_join(t.n / 3, t.corner, mesh_merge_default, &mesh);
  return mesh;
}

static Mesh make_cubes(void)
{
  static Triangles t;
  Mesh             mesh;

  t.n = 0;
  add_block(&t, vec3(-.5, -.5, -.5), vec3(.5, .5, .5));
  add_block(&t, vec3(2, 2, 2), vec3(3, 3, 3));
  mesh_join(t.n / 3, t.corner, mesh_merge_default, &mesh);
  return mesh;
}

static void places(void)
{
  const Vec3 on_edge = {.5, .5, 0};
  Mesh       ball = mesh_of_icosphere(3), slots = make_slots(), sheet = mesh_of_icosphere(3),
       cubes = make_cubes();

  parts_are_the_whole(&ball, true, false, .1, .12, NULL,
                      "a solid ball, with cells: parts are the whole");
  ball = mesh_of_icosphere(4);
  parts_are_the_whole(&ball, true, true, 0, .12, NULL, "a hollow ball: parts are the whole");
  parts_are_the_whole(&sheet, false, false, .05, .12, NULL, "a sheet: parts are the whole");
  parts_are_the_whole(&slots, true, false, 0, .06, NULL,
                      "solids of many patches: parts are the whole");
  parts_are_the_whole(&cubes, true, false, 0, .09, &on_edge, "a box whose middle is on an edge");
}

/* ---- simulations ---- */

/* With an inlet, the parts of meshes are renewed when clumps enter, and reach as far as these,
   which are longer than the clumps that are present. */
static const char inlet[] =
  "inlet:\n  - pour: {template: [rod], region: box, lo: [-2.5, -1.5, -2], hi: [2.5, 1.5, 2], "
  "every: .01, number_rate: 100, stop_number: 10}\n";

static const char mixer[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 1e-3, seed: 5, gravity: [0, .5, -6], overlap_limit: 1}\n"
  "domain: {lo: [-3, -1.5, -3], hi: [3, 1.5, 3], boundary: [open, periodic, open]}\n"
  "material:\n  - a: {density: 30, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - a-a: {between: [a, a], normal: hooke, stiffness: 4e4, restitution: .6, tangential: hooke, "
  "friction: .4}\n"
  "template:\n  - pair: {material: a, pebbles: [0,0,0,.15, .2,0,0,.1]}\n"
  "  - rod: {material: a, pebbles: [-.9,0,0,.15, -.6,0,0,.15, -.3,0,0,.15, 0,0,0,.15, "
  ".3,0,0,.15, .6,0,0,.15, .9,0,0,.15]}\n"
  "clumps:\n"
  "  - heap: {template: [pair], count: 40, lo: [-1.7, -1.5, -1], hi: [1.7, 1.5, 0], velocity: [0, "
  "0, -4]}\n"
  "%s"
  "wall:\n"
  "  - drum: {shape: mesh, material: a, file: drum.stl, attitude: [1, 1, 0, 0], kept_by: %s, "
  "wear_coefficient: 1e-3, hardness: 1e8}\n"
  "  - ball: {shape: mesh, material: a, file: ball.stl, side: outside, scale: .7, shift: [1, .2, "
  "1], kept_by: %s}\n"
  "motion:\n"
  "  - spin: {walls: [drum], type: rotate, point: [0, 0, 0], axis: [0, 1, 0], rate: 8}\n"
  "  - swing: {walls: [ball], type: oscillate, direction: [1, 2, 0], amplitude: .3, frequency: "
  "2}\n"
  "thermostat:\n"
  "  - warm: {type: langevin, temperature: .001, boltzmann: 1, rate: .02, walls: [ball], depth: "
  "1.1}\n" /* farther than contacts and lists reach */
  "output: {frames_every: 1}\n";

static void write_meshes(void)
{
  enum { FACETS = 48 };
  static Triangles t;
  Vec3             round[FACETS];
  const Mesh       ball = mesh_of_icosphere(2);

  t.n = 0;
  for (int k = 0; k < FACETS; k++)
    round[k] = vec3(2.4 * cos(2 * PETSC_PI * k / FACETS), 2.4 * sin(2 * PETSC_PI * k / FACETS), 0);
  add_prism(&t, FACETS, round, vec3(0, 0, 0), -1.5, 1.5, false);
  write_mesh("drum.stl", &t);
  t.n = 0;
  for (int f = 0; f < ball.n_faces; f++)
    for (int k = 0; k < 3; k++) t.corner[t.n++] = mesh_corner(&ball, f, k);
  write_mesh("ball.stl", &t);
}

static bool pours(void)
{
  return test_size() == 3 || test_size() == 4;
}

static uint64_t digest_of(const char *text, bool restart)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, text, "-balance_every 50 -decomp_random 1");

  test_steps(sim, MIDDLE);
  CHECK_INT(sim->walls.n_divided, test_size() > 1 && strstr(text, "ranks") ? 2 : 0);
  if (restart) sim = test_restarted(sim, "-decomp_random 2");
  test_steps(sim, STEPS - MIDDLE);
  CHECK(test_total(contacts_count(sim->contacts)) > 0);
  CHECK_INT(test_total(test_owned(sim)), pours() ? 50 : 40);
  CHECK_INT(sim->energy.account.removed, 0); /* nothing gets through */
  return test_digest_after(sim, 0);
}

static void simulations(void)
{
  char     node[2500], ranks[2500];
  uint64_t digest;

  snprintf(node, sizeof node, mixer, pours() ? inlet : "", "node", "node");
  snprintf(ranks, sizeof ranks, mixer, pours() ? inlet : "", "ranks", "ranks");
  write_meshes();
  digest = test_digest_alone(node, "", STEPS);
  if (test_size() <= 2 || test_size() == 4) CHECK(digest_of(ranks, false) == digest);
  if (test_size() != 2 && test_size() != 4) CHECK(digest_of(ranks, true) == digest);
  test_end("meshes that move, with or without an inlet: the same bits, divided or not");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  places();
  simulations();
  test_folder_remove();
}
