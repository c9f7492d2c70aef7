/* SPDX-License-Identifier: MIT */
/* Clumps of equal bond_id, and pairs of lists, do not touch; the same bits on any number of ranks
   and through a restart. */
#include "meshes.h"

enum { STEPS = 300 };

#define CLUMPS \
  "clumps:\n" \
  "  - cloud: {template: [ball, pill], count: 60, lo: [0, 0, 0], hi: [3, 2, 2], velocity: [1, 2, " \
  "3]}\n" \
  "  - body: {file: body.csv}\n" \
  "  - more: {spheres: more.csv, material: a}\n" \
  "  - one: {template: ball, position: [1.5, 1, 1.05], bond_id: 9, id: 900}\n"

#define SCENARIO(RUN, MORE) \
  "schema: 1\nrun: {end_time: 9, dt: 2e-4, seed: 4, overlap_limit: 9" RUN "}\n" \
  "domain: {lo: [0, 0, 0], hi: [3, 2, 2], boundary: [periodic, periodic, periodic]}\n" \
  "material: [{a: {density: 1000}}]\n" \
  "contact: [{aa: {between: [a, a], normal: hooke, stiffness: 1e5, restitution: .5, tangential: " \
  "hooke, friction: .3}}]\n" \
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.12]}\n" \
  "  - pill: {material: a, pebbles: [-.08,0,0,.1, .08,0,0,.1]}\n" CLUMPS MORE

/* Ten balls that overlap their neighbours, of body 7 but the last one; and two that go through each
   other, by the list. */
static void write_files(void)
{
  static char text[3000];
  size_t      n = (size_t)snprintf(text, sizeof text, "id,template,x,y,z,vx,vy,vz,bond_id\n");

  for (int k = 0; k < 10; k++)
    n += (size_t)snprintf(text + n, sizeof text - n, "%d,ball,%g,.5,.5,0,0,0,%d\n", 100 + k,
                          .5 + .2 * k, k == 9 ? -1 : 7);
  (void)snprintf(text + n, sizeof text - n,
                 "200,ball,1,1.5,1.5,5,0,0,-1\n201,ball,1.3,1.5,1.5,-5,0,0,-1\n");
  test_file("body.csv", text);
  test_file("more.csv",
            "clump_id,x,y,z,r,bond_id\n300,1.5,1,1,.1,9\n300,1.6,1,1,.1,9\n301,1.7,1,1,.1,9\n");
  test_file("apart.csv", "id_a,id_b\n200,201\n108,109\n");
}

/* Contacts between clumps of these ids, over all ranks. */
static int64_t touch(const Sim *sim, Id from, Id to)
{
  const Touching *t     = &sim->contacts->pebbles[sim->contacts->now];
  const int32_t  *clump = sim->matter.pebbles->clump;
  int64_t         n     = 0;

  for (PetscInt k = 0; k < t->n; k++) {
    const Id a = sim->matter.clumps->id[clump[sim->pairs->pebbles.a[t->pair[k]]]],
             b = sim->matter.clumps->id[clump[sim->pairs->pebbles.b[t->pair[k]]]];

    n += a >= from && a < to && b >= from && b < to;
  }
  return test_total(n);
}

static const char with_list[]    = SCENARIO("", "exclusion: [{free: {file: apart.csv}}]\n"),
                  without_list[] = SCENARIO("", ""),
                  all_touch[]    = SCENARIO(", interact_same_bond_id: true", "");

static int64_t touch_at_start(const char *scenario, Id from, Id to)
{
  Sim          *sim = test_sim(PETSC_COMM_WORLD, scenario, "");
  const int64_t n   = touch(sim, from, to);

  CALL(sim_destroy(&sim));
  return n;
}

static void as_asked(void)
{
  CHECK_INT(touch_at_start(all_touch, 100, 110), 9);
  CHECK_INT(touch_at_start(without_list, 100, 110), 1); /* the one of no body */
  CHECK_INT(touch_at_start(with_list, 100, 110), 0);
  CHECK(touch_at_start(all_touch, 300, 901) >=
        3); /* the pill of rows, a ball, and the one beside */
  CHECK_INT(touch_at_start(with_list, 300, 901), 0);
}

/* Two balls meet at 10 m/s after .006 s. */
static void go_through(void)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, with_list, "");

  for (int k = 0; k < 6; k++) {
    test_steps(sim, 50);
    CHECK_INT(touch(sim, 200, 202), 0);
    CHECK_INT(touch(sim, 100, 110), 0);
  }
  sim = test_restarted(sim, "");
  test_steps(sim, 10);
  CHECK_INT(touch(sim, 100, 110), 0);
  CALL(sim_destroy(&sim));
}

/* A ball, 0, in a free mesh, 1, that is in another one, 2: they overlap, and stay at rest. */
static void free_meshes_too(void)
{
  static Triangles t;
  Sim             *sim;
  Totals           all;

  t.n = 0;
  add_tetrahedron(&t, vec3(-.5, -.4, -.3), vec3(.6, -.4, -.3), vec3(0, .6, -.3), vec3(.1, 0, .6));
  write_mesh("wedge.stl", &t);
  test_file("inside.csv", "id_a,id_b\n0,1\n0,2\n1,2\n");
  sim =
    test_sim(PETSC_COMM_WORLD,
             "schema: 1\nrun: {end_time: 9, dt: 1e-4}\n"
             "domain: {lo: [-2, -2, -2], hi: [2, 2, 2]}\nmaterial: [{a: {density: 1000}}]\n"
             "contact: [{aa: {between: [a, a], normal: hooke, stiffness: 1e4, restitution: .5}}]\n"
             "template: [{ball: {material: a, pebbles: [0, 0, 0, .3]}}]\n"
             "clumps: [{one: {template: ball, position: [0, 0, 0]}}]\n"
             "wall:\n  - in: {shape: mesh, material: a, file: wedge.stl, free: true}\n"
             "  - out: {shape: mesh, material: a, file: wedge.stl, free: true, shift: [.1, .1, "
             ".1]}\nexclusion: [{all: {file: inside.csv}}]\n",
             "");
  test_steps(sim, 3);
  all = totals_of(sim);
  CHECK_INT(all.contacts, 0);
  CHECK(all.translational == 0 && all.rotational == 0);
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  uint64_t digest;

  write_files();
  as_asked();
  test_end("clumps of equal bond_id, and pairs of lists, do not touch, unless asked to");
  if (test_forms_here()) go_through();
  test_end("for the whole run, and after a restart");
  if (test_forms_here()) free_meshes_too();
  test_end("nor do free meshes");
  digest = test_digest_alone(with_list, "", STEPS);
  {
    Sim *sim = test_sim(PETSC_COMM_WORLD, with_list, "-rebuild_every 17 -balance_every 60");

    CHECK_INT((int64_t)test_digest_after(sim, STEPS), (int64_t)digest);
  }
  test_end("the same bits on any number of ranks");
  test_restarts(with_list, 130, STEPS, digest);
  test_end("and through restarts on another number");
  test_folder_remove();
}
