/* SPDX-License-Identifier: MIT */
/* Contents of bodies as constraints: kept, as a stiffness would with compliance, and with the same
   bits on any number of ranks and after restarts on others, beside rods between nodes of two
   bodies. */
#include "sim_test.h"
#include "skins.h"

static char text[6000];

/* A case of skins.h with these objects of constraints in addition. */
static const char *with(const char *skins, const char *constraints)
{
  snprintf(text, sizeof text, "%s\nconstraint:\n%s", skins, constraints);
  return text;
}

static void check_bits(const char *scenario, int middle, int steps)
{
  const uint64_t alone = test_digest_alone(scenario, "-decomp_random 5", steps);
  Sim           *sim   = test_sim(PETSC_COMM_WORLD, scenario, "-rebuild_every 7 -balance_every 13");

  CHECK_INT((int64_t)test_digest_after(sim, steps), (int64_t)alone);
  test_restarts(scenario, middle, steps, alone);
}

static double content_after(const char *scenario, int steps)
{
  Sim         *sim = test_sim(PETSC_COMM_WORLD, scenario, "");
  ContactScene scene;
  Measured     measured;
  TotalValues  totals;

  test_steps(sim, steps);
  scene    = sim_scene(sim);
  measured = sim_measured(sim, &scene);
  CALL(totals_find(&measured, &totals));
  CALL(sim_destroy(&sim));
  return totals_value(&totals, "content");
}

static void discs_keep_their_area(void)
{
  const char *scenario;

  write_discs(16);
  test_file("ties.csv", "a,b,length\n3,19,1.3\n");
  scenario = with(skins_case(2, "edge_stiffness: 2e4, bending_stiffness: 5, damping: 2"),
                  "  - keep: {type: volume, body: bag, sweeps: 3}\n"
                  "  - ties: {type: distance, file: ties.csv, rope: true, sweeps: 5}\n");
  check_bits(scenario, 60, 90);
  /* 1e-6: a sweep leaves the square of what it corrects, 3e-2 of the area in a step, three leave
     less */
  CHECK_NEAR(content_after(scenario, 90) / content_after(scenario, 0), 1, 1e-6);
  test_end("discs that collide keep their area, to the same bits on any ranks");
}

static void balls_keep_their_volume(void)
{
  const char *scenario;
  double      kept;

  write_balls();
  scenario = with(skins_case(3, "stretching_stiffness: 3e3, edge_stiffness: 2e3"),
                  "  - keep: {type: volume, body: bag, sweeps: 6}\n");
  check_bits(scenario, 40, 70);
  kept = content_after(scenario, 70) / content_after(scenario, 0);
  test_note("%.3g off", kept - 1);
  CHECK_NEAR(kept, 1, 1e-6);
  test_end("and balls their volume");
}

/* Nodes that are fixed have the forces of the skin alone, whenever lists are made. */
static void fixed_nodes(void)
{
  Skins *s = skins_begin("a,b");

  s->fixed = 2;
  skins_disc(s, 12, vec3(0, 0, 0), 0.25, vec3(0, 0, 0));
  skins_write(s);
  check_bits(with(skins_case(2, "content_factor: 1.2, edge_stiffness: 2e4, damping: 20"),
                  "  - keep: {type: volume, body: bag, sweeps: 2}\n"),
             16, 33);
  test_end("and fixed nodes have the same forces");
}

/* A compliance is the content at rest over a stiffness: a disc whose skin is too short for what is
   in it comes to rest with the same area by either. */
static void compliance_is_inverse_stiffness(void)
{
  enum { STEPS = 6000 };
  static const char skin[] = "content_factor: 1.2, edge_stiffness: 2e4, damping: 200";
  Skins            *s      = skins_begin("a,b");
  char              keys[200], object[200];
  double            start, stiff, compliant;

  skins_disc(s, 12, vec3(0, 0, 0), 0.25, vec3(0, 0, 0));
  skins_write(s);
  snprintf(keys, sizeof keys, "%s, content_stiffness: 2e3", skin);
  start = content_after(skins_case(2, keys), 0);
  stiff = content_after(skins_case(2, keys), STEPS);
  snprintf(object, sizeof object,
           "  - keep: {type: volume, body: bag, sweeps: 5, content_compliance: %.17g}\n",
           1.2 * start / 2e3);
  compliant = content_after(with(skins_case(2, skin), object), STEPS);
  test_note("%.9g and %.9g of %.9g", stiff, compliant, start);
  CHECK_NEAR(compliant / stiff, 1,
             1e-6); /* 5 sweeps leave 0.07^5: two sides of a node are 30 degrees apart */
  CHECK(stiff > 1.01 * start);
  test_end("with compliance a body comes to rest as with the stiffness that it is the inverse of");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  discs_keep_their_area();
  balls_keep_their_volume();
  if (test_size() < 4) fixed_nodes();
  if (test_size() == 1) compliance_is_inverse_stiffness();
  test_folder_remove();
}
