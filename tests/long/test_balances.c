/* SPDX-License-Identifier: MIT */
/* A thousand balances of a bed that flows round a periodic box with frictional memory: every
   contact, image counter and id is there after each of them, and the bits are those of one rank
   that never balances. */
#include "contacts_test.h"
#include "sim_test.h"

enum { STEPS = 2000, CLUMPS = 300 };

static const char flow[] =
  "schema: 1\n"
  "run: {end_time: 9, dt: 8.0e-4, seed: 4, gravity: [6, 0.5, -9], overlap_limit: 9}\n"
  "domain: {lo: [0, -1, -1], hi: [6, 6, 6], boundary: [periodic, free, free]}\n"
  "material:\n  - stone: {density: 50, young: 1e5, poisson: .3}\n"
  "contact:\n"
  "  - law: {between: [stone, stone], normal: hooke, stiffness: 3000, restitution: .3, tangential: "
  "hooke, friction: .4}\n"
  "template:\n"
  "  - ball: {material: stone, pebbles: [0, 0, 0, 0.18]}\n"
  "  - pair: {material: stone, pebbles: [0, 0, 0, 0.15, 0.2, 0, 0, 0.12]}\n"
  "  - rod: {material: stone, pebbles: [0, 0, 0, 0.1, 0.15, 0, 0, 0.1, 0.3, 0, 0, 0.1, 0.45, 0, 0, "
  "0.1, 0.6, 0, 0, 0.1]}\n"
  "clumps:\n"
  "  - bed: {template: [ball, pair, rod], fraction: [.4, .3, .3], count: 300, lo: [0, 0, 0], hi: "
  "[4, 4, 3.2], velocity: [3, 0, "
  "0]}\n"
  "wall:\n"
  "  - floor: {shape: plane, material: stone, point: [0, 0, 0], normal: [0, 0, 1]}\n"
  "  - front: {shape: plane, material: stone, point: [0, 0, 0], normal: [0, 1, 0]}\n"
  "  - back: {shape: plane, material: stone, point: [0, 4, 0], normal: [0, -1, 0]}\n";

typedef struct {
  int64_t contacts, loaded; /* touching; of them, with memory that is not zero */
} Count;

typedef struct {
  Count    step[STEPS + 1];
  Image    image[CLUMPS];
  Totals   totals;
  uint64_t digest;
} History;

static Count count_contacts(const Sim *sim)
{
  const Contacts *c = sim->contacts;
  Count           n = {contacts_count(c), 0};

  for (int side = 0; side < 2; side++) {
    const Touching *t = side ? &c->walls[c->now] : &c->pebbles[c->now];

    for (PetscInt k = 0; k < t->n; k++) {
      int           columns;
      const double *memory = touching_memory(t, c->laws, k, &columns);
      bool          any    = false;

      for (int column = 0; column < columns; column++) any = any || memory[column] != 0;
      n.loaded += any;
    }
  }
  CALL(parallel_sum_int(&sim->par, &n.contacts, 1));
  CALL(parallel_sum_int(&sim->par, &n.loaded, 1));
  return n;
}

/* Images of all clumps by id, as if centres were wrapped now; every id once. */
static void find_images(const Sim *sim, Image image[CLUMPS])
{
  int64_t all[4 * CLUMPS] = {0};

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    const Id id = sim->matter.clumps->id[a];
    Image    n;

    CHECK(id >= 0 && id < CLUMPS);
    if (id < 0 || id >= CLUMPS) continue;
    n = image_add(sim->matter.clumps->image[a],
                  domain_boxes(&sim->space.domain, sim->matter.clumps->pose[a].x));
    all[4 * id]++;
    all[4 * id + 1] += n.x;
    all[4 * id + 2] += n.y;
    all[4 * id + 3] += n.z;
  }
  CALL(parallel_sum_int(&sim->par, all, 4 * CLUMPS));
  for (int id = 0; id < CLUMPS; id++) {
    CHECK_INT(all[4 * id], 1);
    image[id] =
      (Image){(int32_t)all[4 * id + 1], (int32_t)all[4 * id + 2], (int32_t)all[4 * id + 3]};
  }
}

static void run_alone(History *h)
{
  Sim    *sim     = test_sim(PETSC_COMM_SELF, flow, "-balance_threshold 0");
  int64_t crossed = 0;

  for (int step = 1; step <= STEPS; step++) {
    test_steps(sim, 1);
    h->step[step] = count_contacts(sim);
  }
  find_images(sim, h->image);
  for (int id = 0; id < CLUMPS; id++) crossed += h->image[id].x;
  test_note("the bed went %.2f times round; %d contacts at the end, %d with memory",
            (double)crossed / CLUMPS, (int)h->step[STEPS].contacts, (int)h->step[STEPS].loaded);
  CHECK(crossed > CLUMPS / 2 && h->step[STEPS].loaded > CLUMPS);
  h->totals = totals_of(sim);
  h->digest = test_digest(sim);
  CALL(sim_destroy(&sim));
}

static void run_together(const History *h, const char *options, int64_t balances)
{
  Sim   *sim = test_sim(PETSC_COMM_WORLD, flow, options);
  Image  image[CLUMPS];
  Totals t;
  double started = MPI_Wtime();

  for (int step = 1; step <= STEPS; step++) {
    Count n;

    test_steps(sim, 1);
    n = count_contacts(sim);
    CHECK_INT(n.contacts, h->step[step].contacts);
    CHECK_INT(n.loaded, h->step[step].loaded);
  }
  CALL(parallel_sum_int(&sim->par, &sim->stages.counters.separated, 1));
  CHECK_INT(sim->stages.counters.separated, 0);
  CHECK(balances > 0 ? sim->stages.counters.balances >= balances
                     : sim->stages.counters.balances == 0);
  find_images(sim, image);
  CHECK(memcmp(image, h->image, sizeof image) == 0);
  t = totals_of(sim);
  for (int k = 0; k < 3; k++) {
    CHECK_BITS(vec3_axis(t.momentum, k), vec3_axis(h->totals.momentum, k));
    CHECK_BITS(vec3_axis(t.angular, k), vec3_axis(h->totals.angular, k));
  }
  CHECK_BITS(t.dissipated, h->totals.dissipated);
  CHECK(test_digest(sim) == h->digest);
  CHECK(balances == 0 || sim->lists.balance.sums.records > balances / 4);
  test_note("np %d, %s: %d balances moved %d clumps and %d contacts' memory, none lost; %.1f s",
            sim->par.size, options, (int)sim->stages.counters.balances,
            (int)sim->lists.balance.sums.clumps, (int)sim->lists.balance.sums.records,
            MPI_Wtime() - started);
  CALL(sim_destroy(&sim));
}

static void nothing_is_lost_in_a_thousand_balances(void)
{
  History *h = calloc(1, sizeof *h);

  run_alone(h);
  run_together(h, "-balance_threshold 0", 0);
  run_together(h, "-balance_every 2 -search_skin .08", 1000);
  run_together(h, "-balance_every 2 -search_skin .08 -decomp_random 9", 1000);
  free(h);
  test_end("a thousand balances lose no contact, image or id, and change no bit");
}

TESTS(.ranks = {2, 3, 8}, .limit = 900)
{
  nothing_is_lost_in_a_thousand_balances();
  test_folder_remove();
}
