/* SPDX-License-Identifier: MIT */
/* Changes of groups of clumps have the same bits on any number of ranks and through restarts before
   and after them; each does what it says, and nothing else. */
#include "sim_test.h"

/* Rods that fall past a grate of fixed balls, which is freed, and a lid, which is deleted. */
static const char life[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 5e-4, seed: 5, gravity: [1, 0, -9], overlap_limit: 9}\n"
  "domain: {lo: [-3, -2, -1], hi: [4, 2, 8], boundary: [periodic, periodic, free]}\n"
  "material:\n  - a: {density: 1, young: 1e5, poisson: .3}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 300, restitution: .5, "
  "tangential: hooke, friction: .4}\n"
  "template:\n"
  "  - rod: {material: a, pebbles: [0,0,0,.2, .3,0,0,.2, .6,0,0,.2]}\n"
  "  - ball: {material: a, pebbles: [0,0,0,.25]}\n"
  "wall:\n  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "clumps:\n"
  "  - rods: {template: rod, count: 40, lo: [-3, -2, 1], hi: [4, 2, 4], group: loose, velocity: "
  "[0, 0, -2]}\n"
  "  - one: {template: ball, position: [0, 0, .4], blocked: xyzXYZ, group: [grate, row=low]}\n"
  "  - two: {template: ball, position: [1, 0, .4], blocked: xyzXYZ, group: [grate, row=low]}\n"
  "  - lid: {template: ball, position: [2, 0, .4], blocked: xyzXYZ, group: [lid, row=low]}\n"
  "inlet:\n  - rain: {template: ball, lo: [-3, -2, 5], hi: [4, 2, 6], every: .02, number_rate: "
  "300, "
  "stop_number: 20, velocity: [0, 0, -5], group: wet}\n"
  "change:\n"
  "  - open: {action: delete, groups: [lid], start: .06}\n"
  "  - loosen: {action: free, groups: [grate], start: .08}\n"
  "  - grow: {action: scale, factor: 1.2, groups: [wet], start: .1}\n"
  "  - heavy: {action: density, density: 3, groups: [grate, wet], start: .1}\n"
  "  - kick: {action: push, velocity: [1, 0, 3], spin: [0, 0, 2], groups: [loose], start: .12}\n"
  "  - calm: {action: velocity, velocity: [0, 0, 0], groups: [wet], after: later}\n"
  "  - name: {action: group, group: [row=high, mark=still], groups: [wet], start: .1301}\n"
  "  - hold: {action: fix, blocked: xyZ, groups: [row=high], start: .15}\n"
  "event:\n  - later: {when: time, above: .11, delay: .03}\n";

enum { STEPS = 400, HALF = 233 };

static void run(Sim *sim, int steps, void *digest)
{
  test_find_digest(sim, steps, digest);
  for (int k = 0; k < sim_changes(sim)->n; k++)
    if (sim_changes(sim)->list[k].clumps == 0)
      test_fail(__FILE__, __LINE__, "%s changed nothing", sim_changes(sim)->list[k].name);
}

/* Returns the digest at the end. */
static uint64_t ranks_and_cuts_do_not_matter(void)
{
  static const char *const options[] = {"", "-decomp_random 5",
                                        "-rebuild_every 7 -balance_every 21", "-halo_wide 0"};
  uint64_t                 whole     = 0, digest;

  test_alone(life, "", STEPS, run, &whole, sizeof whole);
  for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
    Sim *sim;

    if (!test_way_here(k, sizeof options / sizeof *options)) continue;
    sim = test_sim(PETSC_COMM_WORLD, life, options[k]);
    run(sim, STEPS, &digest);
    CALL(sim_destroy(&sim));
    CHECK(digest == whole);
  }
  test_end("changed clumps have the same bits on any number of ranks");
  return whole;
}

/* From all ranks to one and back, after some of the changes. */
static void restarts_do_not_matter(int first, uint64_t whole)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, life, "");

  test_steps(sim, first);
  sim = test_stepped_alone(sim, 41);
  test_steps(sim, STEPS - first - 41);
  CHECK(test_digest(sim) == whole);
  CALL(sim_destroy(&sim));
  test_end("a restart between changes, on another number of ranks, changes no bit");
}

/* ---- what they do ---- */

static uint64_t mask_of(const Sim *sim, const char *group)
{
  uint64_t mask = 0;

  CHECK(groups_find(&sim->matter.groups, group, &mask));
  return mask;
}

/* Sums over the clumps that are in the group and still there. */
typedef struct {
  int64_t n, fixed;
  double  mass, inertia, scale;
  double  v[3], w[3];
  double  off; /* largest difference of an angular momentum on this rank from inertia x spin */
} Sums;

static Sums sums_of(Sim *sim, const char *group)
{
  const uint64_t mask = mask_of(sim, group);
  const Clumps  *c    = sim->matter.clumps;
  Sums           s    = {0};

  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (!(c->group[a] & mask) || clump_is_gone(c, a)) continue;
    s.n++;
    s.off = fmax(s.off, vec3_norm(vec3_sub(c->motion[a].momentum,
                                           clump_momentum(c->w[a], c->pose[a].q, c->inertia[a]))));
    s.fixed += c->blocked[a] != 0;
    s.mass += c->mass[a];
    s.inertia += c->inertia[a].y;
    s.scale += c->scale[a];
    for (int k = 0; k < 3; k++) s.v[k] += vec3_axis(c->motion[a].v, k);
    for (int k = 0; k < 3; k++) s.w[k] += vec3_axis(c->w[a], k);
  }
  s.n     = test_total(s.n);
  s.fixed = test_total(s.fixed);
  (void)MPI_Allreduce(MPI_IN_PLACE, &s.mass, 9, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return s;
}

/* The run of one change at the end of step 120, and one without it: sums over a group. The change
   of velocities is that of this step alone, as both had the same forces. */
static void compare(const char *keys, const char *group, Sums *without, Sums *with)
{
  char  text[3000];
  char *at;
  Sim  *sim;

  snprintf(text, sizeof text, "%s", life);
  at = strstr(text, "change:");
  strcpy(at, "");
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  test_steps(sim, 120);
  *without = sums_of(sim, group);
  CALL(sim_destroy(&sim));
  snprintf(at, sizeof text - (size_t)(at - text), "change:\n  - it: {start: .06, %s}\n", keys);
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  test_steps(sim, 120);
  *with = sums_of(sim, group);
  CHECK(with->off < 1e-14); /* rounding of .05 kg m^2/s */
  CALL(sim_destroy(&sim));
}

static void each_does_what_it_says(void)
{
  Sums a, b;

  compare("action: delete, groups: [grate]", "row=low", &a, &b);
  CHECK(a.n == 3 && b.n == 1);
  compare("action: free, groups: [grate]", "row=low", &a, &b);
  CHECK(a.fixed == 3 && b.fixed == 1 && b.n == 3);
  compare("action: fix, blocked: xZ, groups: [loose]", "loose", &a, &b);
  CHECK(a.fixed == 0 && b.fixed == 40 && b.v[0] == 0 && b.w[2] == 0);
  CHECK_NEAR(b.v[1], a.v[1], 1e-12); /* rounding of sums over ranks */
  CHECK_NEAR(b.w[0], a.w[0], 1e-9);  /* and through the momentum, over an inertia of .02 */
  compare("action: push, velocity: [1, 2, 3], spin: [4, 0, 5], groups: [loose]", "loose", &a, &b);
  CHECK_NEAR(b.v[0] - a.v[0], 40, 1e-12);
  CHECK_NEAR(b.v[2] - a.v[2], 120, 1e-12);
  CHECK_NEAR(b.w[0] - a.w[0], 160, 1e-9);
  CHECK_NEAR(b.w[1] - a.w[1], 0, 1e-9);
  compare("action: velocity, velocity: [1, 2, 3], groups: [loose]", "loose", &a, &b);
  CHECK_NEAR(b.v[1], 80, 1e-12);
  CHECK_NEAR(b.w[1], a.w[1], 1e-9);
  compare("action: density, density: 3, groups: [loose]", "loose", &a, &b);
  CHECK_NEAR(b.mass, 3 * a.mass, 1e-13 * a.mass);
  CHECK_NEAR(b.inertia, 3 * a.inertia, 1e-13 * a.mass);
  CHECK_NEAR(b.w[0], a.w[0], 1e-9);
  compare("action: scale, factor: 1.1, groups: [loose]", "loose", &a, &b);
  CHECK_NEAR(b.scale, 44, 1e-12);
  CHECK_NEAR(b.mass, 1.331 * a.mass, 1e-13 * a.mass);
  CHECK_NEAR(b.inertia, 1.61051 * a.inertia, 1e-13 * a.mass);
  CHECK_NEAR(b.v[2], a.v[2], 1e-12);
  compare("action: scale, factor: 1.1, groups: [loose]}\n"
          "  - then: {start: .06, action: density, density: 3, groups: [loose]",
          "loose", &a, &b);
  CHECK_NEAR(b.mass, 3 * 1.331 * a.mass, 1e-13 * a.mass);
  CHECK_NEAR(b.inertia, 3 * 1.61051 * a.inertia, 1e-13 * a.mass);
  compare("action: push, spin: [4, 0, 5], groups: [loose]}\n"
          "  - then: {start: .06, action: push, spin: [1, 2, 0], groups: [loose]",
          "loose", &a, &b);
  CHECK_NEAR(b.w[0] - a.w[0], 200, 1e-9);
  CHECK_NEAR(b.w[1] - a.w[1], 80, 1e-9);
  CHECK_NEAR(b.v[0], a.v[0], 1e-12);
  compare("action: group, group: [row=low, grate], groups: [loose]", "grate", &a, &b);
  CHECK(a.n == 2 && b.n == 42);
  test_end("delete, free, fix, push, velocity, density, scale and group do what they say");
}

/* ---- groups that motions drive ---- */

/* Two driven plates, one of which is let go and then freed, and one that joins the group later. */
static const char driven[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 5e-4, gravity: [0, 0, -9]}\n"
  "domain: {lo: [-3, -2, -1], hi: [4, 2, 8], boundary: [periodic, periodic, free]}\n"
  "material:\n  - a: {density: 1}\n"
  "contact:\n  - a-a: {between: [a, a], normal: hooke, stiffness: 300, restitution: .5}\n"
  "template:\n  - rod: {material: a, pebbles: [0,0,0,.2, .3,0,0,.2, .6,0,0,.2]}\n"
  "clumps:\n"
  "  - stays: {template: rod, position: [0, 0, 5], group: [drive=a, who=stays]}\n"
  "  - leaves: {template: rod, position: [3.8, -1, 5], group: [drive=a, who=leaves]}\n"
  "  - joins: {template: rod, position: [2, 1, 4], group: [drive=b, who=joins], velocity: [1, 0, "
  "2]}\n"
  "motion:\n  - swing: {groups: [drive=a], type: rotate, point: [1, 0, 5], axis: [0, .2, 1], rate: "
  "3, ramp: .1}\n"
  "output: {walls_every: .05}\n" /* checkpoints hold the work of groups */
  "change:\n"
  "  - no: {action: free, start: .02}\n"
  "  - join: {action: group, group: [drive=a], groups: [who=joins], start: .05}\n"
  "  - leave: {action: group, group: [drive=b], groups: [who=leaves], start: .05}\n"
  "  - fall: {action: free, groups: [who=leaves], start: .0501}\n";

enum { LET_GO = 101, TO_END = 300 }; /* steps: at .0505 s all has been done */

/* Velocity of a group of one clump, by the sum over the group. */
static Vec3 velocity_of(Sim *sim, const char *group)
{
  const Sums s = sums_of(sim, group);

  return vec3(s.v[0], s.v[1], s.v[2]);
}

static void driven_clumps_come_and_go(void)
{
  Sim     *sim = test_sim(PETSC_COMM_WORLD, driven, "-rebuild_every 50");
  Vec3     v, w;
  uint64_t digest;

  test_steps(sim, LET_GO);
  v = velocity_of(sim, "who=leaves");
  test_steps(sim, TO_END - LET_GO);
  w = velocity_of(sim, "who=leaves");
  CHECK_NEAR(w.x, v.x, 1e-12);
  CHECK_NEAR(w.z, v.z - 9 * 5e-4 * (TO_END - LET_GO), 1e-9); /* it falls; rounding */
  CHECK_INT(sums_of(sim, "who=leaves").fixed, 0);
  CHECK_INT(sums_of(sim, "drive=a").fixed, 2); /* what is driven is not freed */
  CHECK_NEAR(sums_of(sim, "who=joins").w[2], sums_of(sim, "who=stays").w[2], 1e-12);
  CHECK(sums_of(sim, "who=stays").w[2] > 2.9);
  digest = test_digest(sim);
  CALL(sim_destroy(&sim));
  for (int first = 60; first <= LET_GO + 20; first += 30) {
    if (test_size() > 1 && (first / 30 + test_size()) % 3 != 0) continue; /* one of them */
    sim = test_sim(PETSC_COMM_WORLD, driven, "-decomp_random 4");
    test_steps(sim, first);
    sim = test_stepped_alone(sim, 15);
    test_steps(sim, TO_END - first - 15);
    CHECK(test_digest(sim) == digest);
    CALL(sim_destroy(&sim));
  }
  test_end("clumps that join a driven group follow it, those that leave it can be freed");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 240)
{
  uint64_t whole;

  whole = ranks_and_cuts_do_not_matter();
  if (test_size() != 2 && test_size() != 4) restarts_do_not_matter(HALF, whole);
  if (test_size() <= 2 || test_size() == 4) restarts_do_not_matter(150, whole);
  if (test_forms_here()) each_does_what_it_says();
  driven_clumps_come_and_go();
  test_folder_remove();
}
