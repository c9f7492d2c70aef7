/* SPDX-License-Identifier: MIT */
/* Clumps far beyond free faces lose no drift, collide with the coefficient of restitution, and have
   the same bits on any number of ranks and after a restart. */
#include "base/random.h"
#include "verify/verify.h"

enum { FAR = 24, STEPS = 600 };

/* A place where doubles are 32 quanta apart: two swarms of dumbbells collide, along a free axis and
   across the images of a periodic one; the third axis is open. The box is 2 m wide. */
static void write_swarms(Draft *scenario)
{
  Draft  bodies;
  Random r = random_stream(3, RANDOM_TEST, 0);

  scenario->n = 0;
  add(scenario,
      "schema: 1\nrun: {end_time: 1e9, dt: 5e-4, gravity: [0, -3, 0], overlap_limit: 9}\n");
  add(scenario,
      "domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [periodic, free, open]}\nmaterial:\n");
  add_material(scenario, "stone", 1e6, 0.3, 2500);
  add(scenario, "contact:\n  - law: {between: [stone, stone], normal: hertz, restitution: .7, "
                "tangential: mindlin, friction: .4}\n");
  add(scenario,
      "template:\n  - pair: {material: stone, pebbles: [-.06, 0, 0, .08, .06, 0, 0, .06]}\n");
  add(scenario, "clumps:\n  - all: {file: bodies.csv}\n");
  add_bodies_head(&bodies);
  for (int k = 0; k < FAR; k++) {
    const int  side = k % 2, row = k / 2;
    const Vec3 shake = {random_real(&r), random_real(&r), random_real(&r)};
    const Vec3 x = {-0.9 + 0.6 * (row % 4) + 0.1 * shake.x, (side ? 900.4 : 899.8) + 0.02 * shake.y,
                    -0.4 + 0.4 * (row / 4)};

    add_body(&bodies, k, "pair",
             &(Start){.x = x,
                      .v = {2 * shake.z, side ? -3 : 3, 0.2 * (shake.x - 0.5)},
                      .w = {shake.y, 5 * shake.z, -3 * shake.x},
                      .q = turn_about(shake, 6 * shake.z)});
  }
  test_file("bodies.csv", bodies.text);
}

typedef struct {
  uint64_t digest;
  double   contacts; /* sum over all steps */
} Story;

static Story run_alone(const Draft *scenario)
{
  Sim  *sim   = test_sim(PETSC_COMM_SELF, scenario->text, "");
  Story story = {0};

  CHECK(sim->space.domain.grain == 32 * sim->space.domain.quantum &&
        sim->space.domain.limit.y > 901 && sim->space.domain.limit.x < 10);
  for (int k = 0; k < STEPS; k++) {
    test_steps(sim, 1);
    story.contacts += (double)contacts_count(sim->contacts);
  }
  story.digest = test_digest(sim);
  CHECK(sim->matter.clumps->n_owned > FAR / 2); /* few have left through the open faces */
  CALL(sim_destroy(&sim));
  return story;
}

static uint64_t run_together(const Draft *scenario, const char *options, int restart)
{
  Sim     *sim = test_sim(PETSC_COMM_WORLD, scenario->text, options);
  uint64_t digest;
  bool     written;

  for (int k = 0; k < STEPS; k++) {
    char text[600];

    test_steps(sim, 1);
    if (k + 1 != restart) continue;
    CALL(save_write(sim, &written));
    CHECK(written);
    snprintf(text, sizeof text, "-restart %s/restart/clast-%d.h5 %s", test_folder(), restart,
             options);
    CALL(sim_destroy(&sim));
    MPI_Barrier(PETSC_COMM_WORLD);
    sim = test_sim(PETSC_COMM_WORLD, NULL, text);
  }
  digest = test_digest(sim);
  CALL(sim_destroy(&sim));
  return digest;
}

static void the_bits_are_the_same_far_out(void)
{
  static const char *const options[] = {"", "-rebuild_every 7 -decomp_random 1"};
  Draft                    scenario;
  Story                    alone;

  write_swarms(&scenario);
  alone = run_alone(&scenario);
  test_note("%g contacts in all steps", alone.contacts);
  CHECK(alone.contacts > STEPS);
  for (int k = 0; k < 2; k++)
    CHECK(run_together(&scenario, options[k], k == 1 ? STEPS / 3 : 0) == alone.digest);
  test_end("bodies that meet far beyond the box have the same bits on any ranks, with any lists, "
           "and after a restart");
}

/* Positions on both sides of the box and at every power of two beyond it, most of them odd
   multiples of the grid's quantum: a checkpoint of them is written, verified and read. */
static void checkpoints_hold_bodies_at_any_distance(void)
{
  Draft    scenario, bodies;
  uint64_t digest;
  bool     written;
  char     text[600];
  Sim     *sim;

  write_swarms(&scenario);
  add_bodies_head(&bodies);
  for (int k = 0; k < 16; k++)
    add_body(
      &bodies, k, "pair",
      &(Start){.x = {0, (k % 2 ? -1 : 1) * ldexp(1.1, k / 2), 0}, .v = {0, 0.1 + 0.37 * k, 0}});
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 9);
  digest = test_digest(sim);
  CALL(save_write(sim, &written));
  CHECK(written);
  snprintf(text, sizeof text, "-restart %s/restart/clast-%" PRId64 ".h5", test_folder(),
           sim->clock.step);
  CALL(sim_destroy(&sim));
  MPI_Barrier(PETSC_COMM_WORLD);
  if (!written) return;
  sim = test_sim(PETSC_COMM_WORLD, NULL, text);
  CHECK(test_digest(sim) == digest);
  CALL(sim_destroy(&sim));
  test_end("bodies at any distance along a free axis are saved and read");
}

/* Along a free axis a clump may fly to 256 times the largest coordinate of the other axes;
   beyond that the run stops. */
static void a_body_beyond_the_limit_ends_the_run(void)
{
  Draft  scenario, bodies;
  RunEnd end  = RUN_GOES_ON;
  bool   stop = false;
  double y    = 0;
  Sim   *sim;

  write_swarms(&scenario);
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "pair", &(Start){.x = {0, 1000, 0}, .v = {0, 500, 0}});
  add_body(&bodies, 1, "pair", &(Start){.x = {0, 0, 0}});
  sim = sim_of(&scenario, &bodies);
  for (int k = 0; k < 200 && end == RUN_GOES_ON; k++) {
    if (test_row(sim, 0) >= 0) y = sim->matter.clumps->pose[test_row(sim, 0)].x.y;
    CALL(sim_step(sim, &stop, &end));
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, &y, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  CHECK_INT(end, RUN_BROKEN);
  CHECK_BITS(sim->space.domain.limit.y,
             1024);          /* the power of two above 1 m + 2 m + 4 x .14 m, times 256 */
  CHECK_NEAR(y, 1024, 0.25); /* one step */
  CALL(sim_destroy(&sim));
  test_end("a body that flies beyond the limit ends the run");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  the_bits_are_the_same_far_out();
  checkpoints_hold_bodies_at_any_distance();
  a_body_beyond_the_limit_ends_the_run();
  test_folder_remove();
}
