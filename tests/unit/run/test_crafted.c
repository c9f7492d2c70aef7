/* SPDX-License-Identifier: MIT */
/* Checkpoints with valid digests and numbers that no run has: refused, by a restart and by a run
   that takes their clumps, before anything overflows or runs for ever. */
#include "crafted_sim.h"

typedef struct {
  const char *target;
  int64_t     index;
  const char *value;
} Case;

static const Case cases[] = {
  {"/particles/clumps/position", 0, "1e18"},
  {"/particles/clumps/position", 0, "1.25"},
  {"/particles/clumps/position", 1, "-0.25"},
  {"/particles/clumps/position", 2, "0.1234567890123456789"},
  {"/particles/clumps/position_rest", 3, "1"},
  {"/particles/clumps/image", 0, "2147483647"},
  {"/particles/clumps/orientation", 0, "1e200"},
  {"/particles/clumps/orientation", 4, "0"},
  {"/particles/clumps/velocity", 0, "1e155"},
  {"/particles/clumps/angular_velocity", 0, "1e70"},
  {"/particles/clumps/angular_momentum", 0, "1e300"},
  {"/particles/clumps/mass", 0, "1e-300"},
  {"/particles/clumps/inertia", 0, "-1"},
  {"/particles/clumps/mass", 0,
   "1e29"}, /* within bounds that stars need, but not of this template */
  {"/particles/clumps/mass", 1, "1.0472"},
  {"/particles/clumps/inertia", 2, "1e-3"},
  {"/particles/clumps/scale", 0, "1.001"},
  {"/clast/waiting/mass", 0, "1e29"},
  {"/clast/templates/mass", 0, "1e29"},
  {"/clast/templates/principal", 3, "1e29"},
  {"/clast/links/bonds/lever_a", 0, "1e40"},
  {"/clast/links/bonds/frame_a", 0, "2"},
  {"/clast/links/springs/rest_length", 0, "-1"},
  {"/particles/clumps/scale", 0, "1e308"},
  {"/particles/clumps/force", 0, "1e300"},
  {"/particles/clumps/id", 0, "1"}, /* that of another */
  {"/particles/clumps/id", 0, "3"}, /* that of the one that waits */
  {"/particles/clumps/id", 0, "9223372036854775807"},
  {"/particles/clumps/template", 0, "2"},
  {"/particles/clumps/blocked", 0, "64"},
  {"/particles/clumps/group", 0, "4"},
  {"/clast/waiting/position", 0, "1e18"},
  {"/clast/waiting/time", 0, "1e200"},
  {"/clast/contacts/point", 0, "1e300"},
  {"/clast/contacts/image", 0, "-2147483648"},
  {"/clast/contacts/memory", 0, "1e308"},
  {"/clast/contacts/member_a", 0, "-1"},
  {"/clast/templates/axes", 0, "0"},
  {"/clast/templates/principal", 0, "0"},
  {"/clast/templates/mass", 0, "1e300"},
  {"/clast/templates/pebbles", 0, "2147483647"},
  {"/clast/templates/pebble_radius", 0, "1e-200"},
  {"/clast/templates/pebble_offset", 0, "-1e300"},
  {"/clast/templates/pebble_material", 0, "1"},
  {"/clast/templates/density", 0, "-1"},
  {"/clast/materials/density", 0, "1e300"},
  {"/clast/materials/young", 0, "-1"},
  {"/clast/materials/poisson", 0, "0.6"},
  {"step", 0, "9223372036854775807"},
  {"first_step", 0, "1000000000000000"},
  {"first_step", 0, "1"},
  {"time", 0, "1e200"},
  {"dt", 0, "1e300"},
  {"dimension", 0, "2"}, /* positions are not in the plane */
  {"lo", 0, "-1e300"},
  {"hi", 0, "0"},
  {"position_quantum", 0, "1e-15"},
  {"position_quantum", 0, "1e-300"},
  {"force_exponent", 0, "-2147483648"},
  {"work_exponent", 0, "2147483647"},
  {"torque_exponent", 0, "-2147483648"},
  {"spare_bits", 0, "62"},
  {"dissipated", 67, "-9223372036854775808"},
  {"dissipated", 3, "4294967296"},
  {"next_id", 0, "-9223372036854775808"},
  {"next_id", 0, "2"},
  {"removed", 0, "9223372036854775807"},
  {"memory", 0, "2147483647"},
};

static void crafted_numbers_are_refused(void)
{
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const Case *c = &cases[k];

    crafted_change(c->target, c->index, c->value);
    for (int restart = 0; restart < 2; restart++) {
      if (test_size() > 1 && restart != (int)(k % 2)) continue; /* for speed */
      const int outcome = crafted_outcome(restart);

      if (outcome != 2)
        test_fail(__FILE__, __LINE__, "%s[%d] = %s, %s: ended with %d, not 2", c->target,
                  (int)c->index, c->value, restart ? "restart" : "clumps", outcome);
    }
  }
  test_end(
    "a checkpoint with a number that no run has is refused, by a restart and as a file of clumps");
}

static void crafted_storage_is_refused(void)
{
  static const char *const how[] = {"link", "external", "virtual", "chunks"};

  for (size_t k = 0; k < sizeof how / sizeof *how; k++) {
    char pipe[500];

    snprintf(pipe, sizeof pipe, "%s/pipe", test_folder());
    MPI_Barrier(PETSC_COMM_WORLD);
    if (test_rank() == 0) {
      (void)mkfifo(pipe, 0600); /* a reader would wait for ever */
      crafted_copy();
      CHECK(craft_storage(crafted_path, "/particles/clumps/velocity", how[k], pipe));
    }
    MPI_Barrier(PETSC_COMM_WORLD);
    CHECK_INT(crafted_outcome(true), 2);
    CHECK_INT(crafted_outcome(false), 2);
  }
  test_end("data behind links, in other files or compressed are refused");
}

static void some_of_all_numbers_end(void)
{
  int ends[4] = {0};

  test_note("%d numbers tried", crafted_walk(test_size() == 1 ? 97 : 289, ends));
  test_note("%d refused, %d stopped by physics, %d went on", ends[2], ends[3], ends[0]);
  CHECK(ends[2] > 0 && ends[0] > 0);
  test_end("some of all numbers in the file, replaced by wild ones: each ends");
}

static void as_it_was_it_goes_on(void)
{
  crafted_change("/particles/clumps/velocity", 0, "0.5");
  CHECK_INT(crafted_outcome(true), 0);
  CHECK_INT(crafted_outcome(false), 0);
  crafted_change("removed", 0, "7");
  CHECK_INT(crafted_outcome(true), 0);
  test_end("a number that a run may have is taken");
}

TESTS(.ranks = {1, 3})
{
  crafted_begin();
  as_it_was_it_goes_on();
  crafted_numbers_are_refused();
  crafted_storage_is_refused();
  some_of_all_numbers_end();
  test_folder_remove();
}
