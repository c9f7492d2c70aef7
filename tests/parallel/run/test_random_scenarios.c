/* SPDX-License-Identifier: MIT */
/* Small scenarios drawn at random (shapes, laws, walls, faces, fixed bodies, links; joints,
   hard contacts, changes, breaks and inlets; capsules), each run on one rank as a reference and on all
   ranks with other rebuild and balance points, cuts, search methods, and a restart in the
   middle: the same bits, always. */
#include "random_rods.h"

enum { SCENARIOS = 24, PLANES = 8, JOINED = 24, RODS = 12, STEPS = 100 };

/* A run after all steps. */
typedef struct {
  uint64_t digest;
  int64_t  contacts, links, broken;
} End;

/* With PETSC_COMM_SELF rank 0 alone runs the scenario, and the other ranks return {0}. */
static End run_whole(MPI_Comm comm, const char *scenario, const char *options, int steps)
{
  End  end = {0};
  char path[400];
  Sim *sim;

  test_file("case.yaml", scenario);
  snprintf(path, sizeof path, "%s/case.yaml", test_folder());
  if (!test_takes_part(comm)) return end;
  sim = test_sim_from(comm, path, options);
  test_steps(sim, steps);
  end = (End){test_digest(sim), contacts_count(sim->contacts), sim->links.total, 0};
  for (int k = 0; k < LINK_KINDS; k++) end.broken += sim->links.broken[k];
  CALL(sim_destroy(&sim));
  return end;
}

/* The reference, by rank 0 alone, once for all starts of this test. */
static End run_alone(const char *scenario, int steps)
{
  End end = {0};

  if (!test_recall(scenario, "", steps, &end, sizeof end)) {
    end = run_whole(PETSC_COMM_SELF, scenario, "", steps);
    test_keep(scenario, "", steps, &end, sizeof end);
  }
  return end;
}

/* Some steps, a checkpoint, and the rest from it: written by all ranks and read by all or by one,
 * or the other way round. */
static uint64_t run_in_two(const char *scenario, int first, int steps, const char *options,
                           bool alone)
{
  char     path[400], restart[900];
  Sim     *sim    = test_sim(PETSC_COMM_WORLD, scenario, options);
  uint64_t digest = 0;
  bool     written;

  test_steps(sim, first);
  CALL(save_write(sim, &written));
  CHECK(written);
  snprintf(path, sizeof path, "%s/restart/clast-%" PRId64 ".h5", test_folder(), sim->clock.step);
  CALL(sim_destroy(&sim));
  MPI_Barrier(PETSC_COMM_WORLD);
  snprintf(restart, sizeof restart, "-restart %s %s", path, options);
  if (test_takes_part(alone ? PETSC_COMM_SELF : PETSC_COMM_WORLD))
    digest = test_digest_after(
      test_sim_from(alone ? PETSC_COMM_SELF : PETSC_COMM_WORLD, NULL, restart), steps - first);
  return test_of_rank_0(digest);
}

/* On 4 ranks each scenario is run both in one go and in two; on the others either way, on one rank
   that which it is not run on two. */
static bool is_run_so(int k, bool in_two)
{
  return test_size() == 4 || ((k / 2 + test_size()) % 2 == 0) == in_two;
}

/* On one and on two ranks all scenarios are run, on 3, 4 and 8 a third each, of all kinds, and on 8
   two of three of these, as many ranks on few cores wait for each other most of the time. */
static bool is_run(int k)
{
  switch (test_size()) {
  case 3: return k / 3 % 3 == 2;
  case 4: return k / 3 % 3 == 0;
  case 8: return k / 3 % 3 == 1 && k % 3 != 2;
  default: return true;
  }
}

/* True if scenario k with joints is run; as they are shorter, all are run on 3 ranks,
   and three on 8. */
static bool is_run_joined(int k)
{
  return test_size() == 3 || (is_run(k) && (test_size() < 8 || k % 2 == 0));
}

/* Returns the sums over the n scenarios that are run. */
static End run_all(int scenarios, void (*make)(Draft *, int), int steps, int *n)
{
  const bool joined = make == make_joined;
  Draft     *t      = calloc(1, sizeof *t);
  End        sum    = {0};

  *n = 0;

  for (int k = 0; k < scenarios; k++) {
    Random   r = random_stream(7, RANDOM_TEST, (uint64_t)(1000 * k + test_size()));
    char     options[256];
    uint64_t reference, other;
    int      middle;
    End      end;

    if (!(joined ? is_run_joined(k) : is_run(k))) continue;
    (*n)++;
    make(t, k);
    end       = run_alone(t->text, steps);
    reference = end.digest;
    sum.contacts += end.contacts;
    sum.links += end.links;
    sum.broken += end.broken;
    draw_options(&r, options, sizeof options);
    if (joined && k % 2 == 0) snprintf(options, sizeof options, "-balance_every 1");
    other =
      is_run_so(k, false) ? run_whole(PETSC_COMM_WORLD, t->text, options, steps).digest : reference;
    CHECK(other == reference);
    if (other != reference) test_note("scenario %d with %s\n%s", k, options, t->text);
    draw_options(&r, options, sizeof options);
    middle = 1 + below(&r, steps - 1);
    other  = is_run_so(k, true) ? run_in_two(t->text, middle, steps, options, k % 2) : reference;
    CHECK(other == reference);
    if (other != reference) test_note("scenario %d, restarted, with %s\n%s", k, options, t->text);
  }
  test_note("%d scenarios, %" PRId64 " contacts at their ends, %" PRId64 " links, %" PRId64
            " broken",
            *n, sum.contacts, sum.links, sum.broken);
  free(t);
  return sum;
}

/* Clumps meet, some bonds hold, and others break. */
static void run_bonded(int scenarios, void (*make)(Draft *, int))
{
  int       n;
  const End sum = run_all(scenarios, make, STEPS, &n);

  CHECK(sum.contacts > 5 * n);
  CHECK(sum.links > 20 * n && sum.broken > 2 * n);
}

static void any_scenario_has_the_same_bits_however_it_is_run(void)
{
  test_file("fixed.csv", "template,x,y,z,vx,vy,vz,wx,wy,wz,id,blocked\n"
                         "rod,1,2,0.5,0,0,0,0,0,0,900,xyzXYZ\n"
                         "pair,2,4,2,0.5,0,0,0,0,3,-901,xyzXYZ\n"
                         "blob,0.5,1,1.5,0,0,0,0,0,0,77777777777,yXZ\n");
  run_bonded(SCENARIOS, make_scenario);
  test_end("random scenarios: same bits on any ranks, with any rebuilds, balances, cuts, searches "
           "and restarts");
}

static void so_has_any_in_two_dimensions(void)
{
  test_file("flat.csv", "template,x,y,vx,vy,wz,id,blocked\n"
                        "rod,1,2,0,0,0,900,xyZ\n"
                        "pair,2,5,0.5,0,3,-901,xyXZ\n"
                        "blob,0.5,7.5,0,0,0,77777777777,yX\n");
  run_bonded(PLANES, make_plane);
  test_end("the same in two dimensions");
}

static void so_has_any_with_joints_and_changes(void)
{
  int       n;
  const End sum = run_all(JOINED, make_joined, JOINED_STEPS, &n);

  /* those on 8 ranks are too few to have something of each */
  CHECK(n < 6 || (sum.contacts > n && sum.links > n && sum.broken > n));
  test_end("the same with joints, hard contacts, changes, breaks, inlets, outlets and crushing");
}

static void so_has_any_with_capsules(void)
{
  int       n;
  const End sum = run_all(RODS, make_rods, JOINED_STEPS, &n);

  CHECK(n < 6 || (sum.contacts > n && sum.links > n && sum.broken > n));
  test_end(
    "the same with capsules among walls of all kinds, joints, links and laws with a history");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  any_scenario_has_the_same_bits_however_it_is_run();
  so_has_any_in_two_dimensions();
  so_has_any_with_joints_and_changes();
  so_has_any_with_capsules();
  test_folder_remove();
}
