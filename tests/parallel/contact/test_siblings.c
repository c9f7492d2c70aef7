/* SPDX-License-Identifier: MIT */
/* Contacts of several pebbles of a body with one thing: the restitution of flat landings, and
   bodies that are as stiff with many pebbles as with few; the same bits on any number of ranks. */
#include "sim_test.h"

/* A block of 1 kg whose lower face has n x n pebbles of radius .1 within the same extents; others:
   and one in the middle of a material whose laws give next to nothing. */
static void write_block(char *text, size_t size, int n, bool others)
{
  size_t at = (size_t)snprintf(text, size, "x,y,z,r,material\n%s", others ? "0,0,-.1,.1,b\n" : "");

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      at += (size_t)snprintf(text + at, size - at, "%.12g,%.12g,-.1,.1,a\n", -.4 + .8 * i / (n - 1),
                             -.4 + .8 * j / (n - 1));
}

static Sim *make(MPI_Comm comm, const char *law, const char *clumps, const char *options)
{
  static const char head[] =
    "schema: 1\nrun: {end_time: 9, dt: 1e-5, overlap_limit: 9%s}\n"
    "domain: {lo: [-3, -3, 0], hi: [3, 3, 6]}\n"
    "material: [{a: {density: 1, young: 1e7, poisson: .2}}, {b: {density: 1}}]\n"
    "contact: [{aa: {between: [a, a], %s}}, {ab: {between: [a, b], normal: hooke, stiffness: "
    "1e-3, restitution: 1}}, {bb: {between: [b, b], normal: hooke, stiffness: 1e-3, restitution: "
    "1}}]\n"
    "template: [{block: {material: a, file: block.csv, mass_properties: given, volume: 1, mass: 1, "
    "inertia: [.1, .1, .15, 0, 0, 0], position: [0, 0, 0]}}]\n"
    "wall: [{floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}}]\n"
    "clumps:\n%s";
  char text[3000];

  snprintf(text, sizeof text, head, "", law, clumps);
  return test_sim(comm, text, options);
}

/* Results of a flat landing at 1 m/s, on one rank. */
typedef struct {
  double restitution, time, overlap;
} Landing;

static Landing land(const char *law, int n, bool others, bool on_body)
{
  static const char floor_case[] =
    "  - b: {template: block, position: [0, 0, .20005], velocity: [0, 0, -1]}\n",
                    body_case[] =
                      "  - b: {template: block, position: [0, 0, 1.40005], velocity: [0, 0, -1]}\n"
                      "  - c: {template: block, position: [0, 0, 1], attitude: [0, 1, 0, 0]}\n";
  static char text[6000];
  Landing     l   = {0};
  bool        was = false;
  Sim        *sim;

  write_block(text, sizeof text, n, others);
  test_file("block.csv", text);
  sim = make(PETSC_COMM_WORLD, law, on_body ? body_case : floor_case, "");
  for (int k = 0; k < 2000; k++) {
    test_steps(sim, 1);
    l.overlap = fmax(l.overlap, sim->evaluation.report.deepest_gap);
    l.time += contacts_count(sim->contacts) > 0 ? sim->clock.dt : 0;
    if (was && contacts_count(sim->contacts) == 0) break;
    was = contacts_count(sim->contacts) > 0;
  }
  l.restitution = sim->matter.clumps->motion[test_row(sim, 0)].v.z;
  if (on_body) l.restitution -= sim->matter.clumps->motion[test_row(sim, 1)].v.z;
  CALL(sim_destroy(&sim));
  return l;
}

static const struct {
  const char *text;
  double      e;
} laws[] = {
  {"normal: hooke, stiffness: 1e6, restitution: .5", .5},
  {"normal: hooke, stiffness: 1e6, restitution: .9", .9},
  {"normal: hertz, restitution: .5", .5},
};

/* 1e-3: 300 steps a contact, whose ends are found to a part of a step. */
static void restitution_is_as_asked(void)
{
  for (int k = 0; k < 3; k++) {
    char law[200];

    snprintf(law, sizeof law, "%s, siblings: damped", laws[k].text);
    for (int n = 2; n <= 4; n *= 2)
      for (int on_body = 0; on_body < 2; on_body++) {
        const Landing l = land(law, n, false, on_body);

        test_note("%s: %d x %d%s: %.6f", law, n, n, on_body ? ", on a block" : "", l.restitution);
        CHECK_NEAR(l.restitution, laws[k].e, 1e-3);
      }
  }
}

static void more_pebbles_are_not_stiffer(void)
{
  for (int k = 0; k < 3; k++) {
    char    law[200];
    Landing one = {0};

    snprintf(law, sizeof law, "%s, siblings: shared", laws[k].text);
    for (int n = 2; n <= 8; n *= 2) {
      const Landing l = land(law, n, false, false);

      test_note("%s: %d x %d: restitution %.6f, %.6g s, overlap %.6g m", law, n, n, l.restitution,
                l.time, l.overlap);
      CHECK_NEAR(l.restitution, laws[k].e, 1e-3);
      if (n == 2) one = l;
      CHECK_NEAR(l.time / one.time, 1, 0.02);
      CHECK_NEAR(l.overlap / one.overlap, 1, 0.02);
      if (k == 0 && n == 2) /* pi sqrt(m / k) / sqrt(1 - z^2), less a part of a step */
        CHECK_NEAR(l.time, PETSC_PI * 1e-3 / sqrt(1 - .0464), 2.5e-5);
    }
  }
}

/* 1e-8: the laws of the other pebble have 1e-9 of the stiffness. */
static void other_laws_do_not_count(void)
{
  for (int k = 0; k < 6; k++) {
    char law[200];

    snprintf(law, sizeof law, "%s, siblings: %s", laws[k / 2].text, k < 4 ? "shared" : "damped");
    const Landing with = land(law, 2, true, k % 2), without = land(law, 2, false, k % 2);

    test_note("%s: restitution %.10f, without the others %.10f", law, with.restitution,
              without.restitution);
    CHECK_NEAR(with.restitution, without.restitution, 1e-8);
    CHECK_NEAR(with.overlap / without.overlap, 1, 1e-8);
  }
}

/* ---- ranks ---- */

static const char heap[] =
  "  - one: {template: block, position: [.5, .5, .205], velocity: [0, 0, -1], spin: [.1, .2, .3]}\n"
  "  - two: {template: block, position: [.6, .4, .35], velocity: [0, 0, -2], attitude: [1, .02, 0, "
  "0]}\n"
  "  - three: {template: block, position: [-.6, -.6, .21], velocity: [1, 0, -2]}\n"
  "  - four: {template: block, position: [-.6, -.7, .42], velocity: [0, 1, -2]}\n";

/* A clump that is blocked in part, far away from the others. */
static const char aside[] = "  - five: {template: block, position: [2.4, 2.4, 5.2], blocked: xz}\n";

static void same_bits(const char *siblings, const char *more)
{
  char     clumps[1000];
  char     law[300];
  uint64_t digest = 0;
  Sim     *sim;

  snprintf(law, sizeof law,
           "normal: hooke, stiffness: 1e4, restitution: .6, tangential: hooke, friction: .4, "
           "siblings: %s",
           siblings);
  snprintf(clumps, sizeof clumps, "%s%s", heap, more);
  sim = make(PETSC_COMM_WORLD, law, clumps, "-run_dt 1e-4 -decomp_random 2 -rebuild_every 50");
  test_steps(sim, 60);
  test_note("%d contacts", (int)totals_of(sim).contacts);
  CHECK(totals_of(sim).contacts > 8);
  test_steps(sim, 140);
  sim    = test_stepped_alone(sim, 100);
  digest = (test_steps(sim, 100), test_digest(sim));
  CALL(sim_destroy(&sim));
  sim = make(PETSC_COMM_WORLD, law, clumps, "-run_dt 1e-4 -backend single");
  test_steps(sim, 400);
  CHECK(test_digest(sim) == digest);
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  char text[3000];

  if (test_size() == 1) restitution_is_as_asked();
  test_end("bodies that land flat come back with the restitution asked for");
  if (test_size() == 1) more_pebbles_are_not_stiffer();
  test_end("a block with 2 x 2, 4 x 4, 8 x 8 pebbles lands alike, within 2 %");
  if (test_size() == 1) other_laws_do_not_count();
  test_end("siblings of another law change nothing");
  write_block(text, sizeof text, 3, false);
  test_file("block.csv", text);
  /* both kinds on one rank, in turn on more */
  if (test_size() != 3) same_bits("damped", "");
  if (test_size() % 2 == 1) same_bits("shared", "");
  test_end("the same bits on any number of ranks, through restarts, and of a slow twin");
  if (test_size() % 2 == 1) same_bits("damped", aside);
  if (test_size() != 3) same_bits("shared", aside);
  test_end("the same bits beside a clump that is blocked in part");
  test_folder_remove();
}
