/* SPDX-License-Identifier: MIT */
/* Lists of pairs near bodies of triangles are complete as long as they are used, also across a
   periodic face: the bits are those with lists that are made in each step. */
#include "contact/solid/solids.h"
#include "meshes.h"

enum { STEPS = 2000 };

/* The flier is behind the periodic face. By its velocity and spin it turns about the block in the
   box, 3.9 m away, so that its place relative to that stays, while it hits the nearest image of the
   block. The drifter turns as it crosses the face. */
static const char scenario[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 2e-4, gravity: [0, 0, 0], overlap_limit: 99}\n"
  "domain: {lo: [-2, -4, -4], hi: [2, 4, 4], boundary: [periodic, open, open]}\n"
  "material:\n  - a: {density: 8}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 2e3, restitution: 1}\n"
  "wall:\n"
  "  - block: {shape: mesh, material: a, file: block.stl, free: true, shift: [-1.95, 0, 0]}\n"
  "  - flier: {shape: mesh, material: a, file: block.stl, free: true, shift: [1.95, -.35, 0], "
  "velocity: [0, 1, 0], spin: [0, 0, .2564]}\n"
  "  - table: {shape: mesh, material: a, file: block.stl, side: outside, shift: [-1.8, 2, .05]}\n"
  "  - drifter: {shape: mesh, material: a, file: block.stl, free: true, shift: [1.92, 2, 0], "
  "velocity: [.4, 0, 0], spin: [1, 2, 3]}\n";

/* Digest; each: lists are made in each step. *touching: number of contacts, over all steps. */
static uint64_t digest_of(bool each, int64_t *touching)
{
  Sim     *sim    = test_sim(PETSC_COMM_WORLD, scenario, "");
  Solids  *solids = sim->contacts->solids;
  uint64_t digest;

  *touching = 0;
  for (int k = 0; k < STEPS; k++) {
    for (int p = 0; each && p < solids->n_pairs; p++) solids->pair[p].listed = false;
    test_steps(sim, 1);
    *touching += solids->touching[solids->now].n;
  }
  digest = test_digest(sim);
  CALL(sim_destroy(&sim));
  return digest;
}

TESTS(.ranks = {1})
{
  static Triangles t;
  int64_t          n, m;
  uint64_t         digest;

  t.n = 0;
  add_block(&t, vec3(-.1, -.1, -.1), vec3(.1, .1, .1));
  write_mesh("block.stl", &t);
  digest = digest_of(true, &n);
  CHECK(digest_of(false, &m) == digest);
  CHECK_INT(m, n);
  CHECK(n > 20);
  test_note("contacts, summed over all steps: %d", (int)n);
  test_end("lists hold across a periodic face");
  test_folder_remove();
}
