/* SPDX-License-Identifier: MIT */
/* A heap slides from one corner of a box to the opposite one, so that its work goes from the first
   ranks to the last: the same bits with balances off, on, forced and random, and from a checkpoint
   of the middle on other ranks. */
#include "sim_test.h"

enum { STEPS = 750, MIDDLE = 375, CLUMPS = 110 };

static const char *const modes[] = {"-balance_threshold 0", "-balance_threshold 1.1",
                                    "-balance_every 4 -search_skin .15",
                                    "-decomp_random 5 -balance_every 5 -search_skin .15"};
enum { OFF, ON, FORCED, RANDOM, MODES };

typedef struct {
  uint64_t digest;
  Totals   totals;
} LoadSample;

static char *read_scenario(void)
{
  const char *from = getenv("srcdir");
  char        path[500];
  char       *text = calloc(1, 10000);
  FILE       *f;

  snprintf(path, sizeof path, "%s/tests/parallel/slide.yaml", from ? from : "..");
  f = fopen(path, "r");
  if (!f || fread(text, 1, 9999, f) == 0) exit(99);
  fclose(f);
  memcpy(strstr(text, "8.0e-4"), "1.6e-3", 6); /* of dt: half the steps in the same time */
  return text;
}

static LoadSample state_of(Sim *sim)
{
  LoadSample s = {.digest = test_digest(sim)};

  s.totals = totals_of(sim);
  return s;
}

static void check_state(Sim *sim, const LoadSample *expected)
{
  const LoadSample s = state_of(sim);
  const Totals    *t = &s.totals, *e = &expected->totals;
  int64_t          seen[CLUMPS] = {0};

  CHECK(s.digest == expected->digest);
  CHECK_INT(t->contacts, e->contacts);
  CHECK_BITS(t->translational, e->translational);
  CHECK_BITS(t->rotational, e->rotational);
  CHECK_BITS(t->dissipated, e->dissipated);
  CHECK_BITS(t->potential, e->potential);
  for (int k = 0; k < 3; k++) {
    CHECK_BITS(vec3_axis(t->momentum, k), vec3_axis(e->momentum, k));
    CHECK_BITS(vec3_axis(t->angular, k), vec3_axis(e->angular, k));
  }
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    if (sim->matter.clumps->id[a] >= 0 && sim->matter.clumps->id[a] < CLUMPS)
      seen[sim->matter.clumps->id[a]]++;
  CALL(parallel_sum_int(&sim->par, seen, CLUMPS));
  for (int k = 0; k < CLUMPS; k++) CHECK_INT(seen[k], 1);
  CHECK_INT(test_sum(sim, sim->stages.counters.separated),
            0); /* no contact was without a pair at a rebuild */
}

static double mean_x(const Sim *sim)
{
  int64_t micrometres = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    micrometres += (int64_t)(1e6 * sim->matter.clumps->pose[a].x.x);
  return 1e-6 * (double)test_sum(sim, micrometres) / CLUMPS;
}

/* The states in the middle and at the end. */
static void run_alone(Sim *sim, int steps, void *states)
{
  LoadSample  *middle = states, *end = middle + 1;
  const double start = mean_x(sim);

  test_steps(sim, MIDDLE);
  *middle = state_of(sim);
  test_steps(sim, steps - MIDDLE);
  *end = state_of(sim);
  test_note("x of the heap: %.2f to %.2f", start, mean_x(sim));
  CHECK(start < 1.7 && mean_x(sim) > 4); /* of 0 .. 7 */
  CHECK(middle->totals.contacts > 50 && end->totals.contacts > 100);
}

/* Number of balances to expect; and whether they keep the ranks busy evenly. */
static void check_balances(const Sim *sim, int mode, double imbalance)
{
  const int64_t n = sim->stages.counters.balances;

  if (sim->par.size == 1 || mode == OFF) CHECK_INT(n, 0);
  else if (mode == ON) CHECK(n > 5 && n < sim->stages.counters.rebuilds);
  else
    CHECK(n >= STEPS / (mode == FORCED ? 4 : 5) &&
          n > 0.9 * (double)sim->stages.counters.rebuilds); /* lists live longer */
  test_note(
    "%s: %d balances in %d rebuilds moved %d clumps and %d contacts, imbalance %.2f in the mean",
    modes[mode], (int)n, (int)sim->stages.counters.rebuilds, (int)sim->lists.balance.sums.clumps,
    (int)sim->lists.balance.sums.records, imbalance);
  if (n > 0)
    CHECK(sim->lists.balance.sums.clumps > CLUMPS / 2 &&
          sim->lists.balance.sums.records > CLUMPS / 2);
}

/* The second half from the checkpoint in the middle: on one rank less and on one, at the same time
 * (on one: on that). */
static void finish_on_fewer(int mode, const LoadSample *end)
{
  const int group = test_rank() == 0;
  char      options[900];
  Sim      *sim;
  MPI_Comm  comm;

  MPI_Comm_split(PETSC_COMM_WORLD, group, test_rank(), &comm);
  snprintf(options, sizeof options, "-restart %s/restart/clast-%d.h5 %s", test_folder(), MIDDLE,
           modes[mode]);
  sim = test_sim(comm, NULL, options);
  test_steps(sim, STEPS - MIDDLE);
  check_state(sim, end);
  CALL(sim_destroy(&sim));
  MPI_Comm_free(&comm);
}

/* Returns the imbalance in the mean over all steps. */
static double run_together(const char *scenario, int mode, const LoadSample *middle,
                           const LoadSample *end)
{
  Sim   *sim = test_sim(PETSC_COMM_WORLD, scenario, modes[mode]);
  double sum = 0;
  bool   written;

  for (int step = 1; step <= STEPS; step++) {
    test_steps(sim, 1);
    sum += sim->lists.balance.imbalance;
    if (step != MIDDLE) continue;
    check_state(sim, middle);
    CALL(save_write(sim, &written));
    CHECK(written);
  }
  check_state(sim, end);
  check_balances(sim, mode, sum / STEPS);
  CALL(sim_destroy(&sim));
  MPI_Barrier(PETSC_COMM_WORLD);
  return sum / STEPS;
}

/* All modes on one rank; on more, which share cores and are slow, two or three of them, or one. */
static bool is_run(int mode)
{
  switch (test_size()) {
  case 2: return mode != FORCED;
  case 3: return mode == ON || mode == FORCED;
  case 4: return mode == OFF || mode == RANDOM;
  case 8: return mode == ON;
  default: return true;
  }
}

static void a_sliding_heap_has_the_same_bits_however_work_is_shared(void)
{
  char      *scenario = read_scenario();
  LoadSample alone[2] = {{0}, {0}};

  test_alone(scenario, "", STEPS, run_alone, alone, sizeof alone);
  for (int mode = 0; mode < MODES; mode++) {
    double imbalance;

    if (!is_run(mode)) continue;
    imbalance = run_together(scenario, mode, &alone[0], &alone[1]);
    finish_on_fewer((mode + 1) % MODES, &alone[1]);
    if (test_size() == 1 || test_size() == 8) continue;
    /* cuts that stand still let the work pile up; those that follow it keep it even, as far as 20
     * clumps a rank can be */
    if (mode == OFF) CHECK(imbalance > 1.3);
    if (mode == ON || mode == FORCED) CHECK(imbalance < 1.15);
  }
  free(scenario);
  test_end("a sliding heap: same bits, momenta and ids with balances off, on, forced and random, "
           "and from the middle on fewer ranks");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 200)
{
  a_sliding_heap_has_the_same_bits_however_work_is_shared();
  test_folder_remove();
}
