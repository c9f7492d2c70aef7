/* SPDX-License-Identifier: MIT */
/* Clumps that break into their pebbles, or into given fragments, when contacts press them: mass,
   momentum and angular momentum stay, and the bits do not depend on the number of ranks, nor on
   restarts. */
#include "sim_test.h"

enum { STEPS = 400 };

#define SCENARIO(BOUNDARY, CLUMPS, CRUSH) \
  "schema: 1\nrun: {end_time: 9, dt: 5e-5, seed: 2, overlap_limit: 9}\n" \
  "domain: {lo: [0, 0, 0], hi: [3, 2, 2], boundary: [" BOUNDARY "]}\n" \
  "material: [{a: {density: 1000, liquid: 1.00001e-5}}]\n" \
  "contact: [{aa: {between: [a, a], normal: hooke, stiffness: 1e5, restitution: .5, tangential: " \
  "hooke, friction: .3, cohesion: liquid_migration, surface_tension: 0, liquid_volume: 1e-7}}]\n" \
  "template:\n  - ball: {material: a, pebbles: [0,0,0,.1]}\n" \
  "  - nut: {material: a, pebbles: [-.1,0,0,.12, .06,0,0,.12, .06,.14,0,.08]}\n" \
  "  - pair: {material: a, pebbles: [-.06,0,0,.06, .05,0,0,.06]}\n" \
  "clumps:\n" CLUMPS "crush:\n  - nuts: {template: nut, strength: 2e3" CRUSH "}\n"

static const char two[] = SCENARIO(
  "open, open, open",
  "  - a: {template: nut, position: [1.3, 1, 1], velocity: [2, 0, .5], spin: [3, 2, -4]}\n"
  "  - b: {template: nut, position: [1.8, 1.05, 1], velocity: [-2, 0, 0], spin: [1, 0, 2]}\n",
  "");
static const char dust[] = SCENARIO(
  "open, open, open",
  "  - a: {template: nut, position: [1.3, 1, 1], velocity: [2, 0, .5], spin: [3, 2, -4]}\n"
  "  - b: {template: nut, position: [1.8, 1.05, 1], velocity: [-2, 0, 0], spin: [1, 0, 2]}\n",
  ", fragments: dust.csv");
static const char held[] = SCENARIO("open, open, open",
                                    "  - a: {template: nut, position: [1.3, 1, 1], velocity: [2, "
                                    "0, .5], spin: [3, 2, -4], blocked: Y, "
                                    "bond_id: 3}\n"
                                    "  - b: {template: nut, position: [1.8, 1.05, 1], velocity: "
                                    "[-2, 0, 0], spin: [1, 2, 2], blocked: Y}\n",
                                    "");
static const char many[] = SCENARIO(
  "periodic, periodic, periodic",
  "  - all: {template: [nut], count: 60, lo: [0, 0, 0], hi: [3, 2, 2], velocity: [3, 0, 0]}\n"
  "  - more: {template: [nut], count: 40, lo: [0, 0, 0], hi: [3, 2, 2], velocity: [-3, 1, 0]}\n",
  ", fragments: parts.csv");

/* Nuts break into pairs and balls, pairs into balls. */
static const char chain[] = SCENARIO(
  "periodic, periodic, periodic",
  "  - all: {template: [nut], count: 60, lo: [0, 0, 0], hi: [3, 2, 2], velocity: [3, 0, 0]}\n"
  "  - more: {template: [nut], count: 40, lo: [0, 0, 0], hi: [3, 2, 2], velocity: [-3, 1, 0]}\n",
  ", fragments: parts.csv}\n  - pairs: {template: pair, strength: 4e3");

static double mass_of(const Sim *sim)
{
  double sum = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    if (!clump_is_gone(sim->matter.clumps, a)) sum += sim->matter.clumps->mass[a];
  (void)MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return sum;
}

/* Liquid of all clumps, in its grains. */
static int64_t liquid_of(const Sim *sim)
{
  const QuantityColumns *of = &sim->matter.clumps->quantity[quantity_index(&quantity_liquid)];
  int64_t                n  = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    if (!clump_is_gone(sim->matter.clumps, a)) n += (int64_t)rint(of->value[a] / of->grain);
  return test_total(n);
}

/* Largest amount of a clump, m^3. */
static double most_liquid(const Sim *sim)
{
  double most = 0;

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    if (!clump_is_gone(sim->matter.clumps, a))
      most = fmax(most, sim->matter.clumps->quantity[quantity_index(&quantity_liquid)].value[a]);
  (void)MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  return most;
}

/* Largest bond_id, and largest difference of a component of the angular velocity from w. */
static void largest(const Sim *sim, double w, double *bond, double *off)
{
  double two[2] = {BOND_NONE, 0};

  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++) {
    if (clump_is_gone(sim->matter.clumps, a)) continue;
    if (sim->matter.clumps->bond_id) two[0] = fmax(two[0], sim->matter.clumps->bond_id[a]);
    two[1] = fmax(two[1], fabs(sim->matter.clumps->w[a].y - w));
  }
  (void)MPI_Allreduce(MPI_IN_PLACE, two, 2, MPI_DOUBLE, MPI_MAX, PETSC_COMM_WORLD);
  *bond = two[0];
  *off  = two[1];
}

static int64_t broken_of(const Sim *sim)
{
  return test_total(sim_crushes(sim)->list[0].broken);
}

/* Fragments touch each other, and turn as their clump did about an axis that is blocked. */
static void what_is_given(void)
{
  Sim   *sim = test_sim(PETSC_COMM_WORLD, held, "");
  double bond, off;

  for (int k = 0; k < 4000 && broken_of(sim) < 2; k++) test_steps(sim, 1);
  CHECK_INT(broken_of(sim), 2);
  test_steps(sim, 1);
  largest(sim, 2, &bond, &off);
  CHECK_NEAR(bond, BOND_NONE, 0);
  CHECK_NEAR(off, 0, 0);
  CALL(sim_destroy(&sim));
}

/* Two clumps collide in empty space, and each breaks into three. */
static void what_is_kept(void)
{
  Sim          *sim    = test_sim(PETSC_COMM_WORLD, two, "");
  const double  mass   = mass_of(sim);
  const int64_t liquid = liquid_of(sim);
  const Totals  before = totals_of(sim);
  Totals        after;

  for (int k = 0; k < 4000 && broken_of(sim) < 2; k++) test_steps(sim, 1);
  CHECK_INT(broken_of(sim), 2);
  test_steps(sim, 1);
  after = totals_of(sim);
  CHECK_INT(after.clumps, 6);
  CHECK_NEAR(mass_of(sim) / mass, 1, 1e-14);
  CHECK_INT(liquid_of(sim), liquid);
  /* rounding of sums of parts of 10 kg m/s, and of arms of 1 m */
  CHECK_NEAR(vec3_norm(vec3_sub(after.momentum, before.momentum)), 0, 1e-13 * mass);
  CHECK_NEAR(vec3_norm(vec3_sub(after.angular, before.angular)), 0, 1e-11 * mass);
  sim = test_restarted(sim, "");
  CHECK_INT(broken_of(sim), 2);
  CHECK_INT(totals_of(sim).clumps, 6);
  CALL(sim_destroy(&sim));
}

/* There is room for the sums of fragments, also if options change at a restart and the room
   is found again. */
static void room_for_fragments(void)
{
  Sim      *sim   = test_sim(PETSC_COMM_WORLD, dust, "");
  const int spare = sim->loads->spare;

  for (int k = 0; k < 4000 && broken_of(sim) < 2; k++) test_steps(sim, 1);
  CHECK_INT(broken_of(sim), 2);
  test_steps(sim, 1);
  CHECK_INT(sim->loads->spare, spare);
  sim = test_restarted(sim, "-run_seed 3");
  CHECK_INT(sim->loads->spare, spare);
  CALL(sim_destroy(&sim));
}

/* Number of clumps that gravity, which acts on a template, takes or leaves, unlike this template:
   none; *balls: number of its clumps. */
static int64_t misled(const Sim *sim, int64_t *balls)
{
  const Clumps *c    = sim->matter.clumps;
  const int     ball = templates_find(&sim->matter.templates, "ball");
  int64_t       n    = 0;

  *balls = 0;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (clump_is_gone(c, a)) continue;
    *balls += c->template[a] == ball;
    n += clump_is_heavy(c, a) != (c->template[a] == ball);
  }
  *balls = test_total(*balls);
  return test_total(n);
}

static void template_of_fragments(void)
{
  Sim *sim =
    test_sim(PETSC_COMM_WORLD, dust, "-run_gravity 0,0,-1e-3 -run_gravity_groups template=ball");
  int64_t balls;

  CHECK_INT(misled(sim, &balls), 0);
  CHECK_INT(balls, 0);
  for (int k = 0; k < 4000 && broken_of(sim) < 2; k++) test_steps(sim, 1);
  test_steps(sim, 1);
  CHECK_INT(misled(sim, &balls), 0);
  CHECK_INT(balls, 4);
  sim = test_restarted(sim, "");
  CHECK_INT(misled(sim, &balls), 0);
  CHECK_INT(balls, 4);
  sim = test_restarted(sim, "-run_gravity_groups template=nut");
  CHECK_INT(misled(sim, &balls), 4);
  CALL(sim_destroy(&sim));
}

/* Without a law that exchanges liquid there are no grains: fragments have thirds. */
static void liquid_without_law(void)
{
  const char *cut = strstr(two, ", cohesion"), *end = strstr(two, "}}]\ntemplate");
  char        dry[sizeof two];
  Sim        *sim;
  double      most;

  snprintf(dry, sizeof dry, "%.*s%s", (int)(cut - two), two, end);
  sim = test_sim(PETSC_COMM_WORLD, dry, "");
  for (int k = 0; k < 4000 && broken_of(sim) < 2; k++) test_steps(sim, 1);
  test_steps(sim, 1);
  CHECK_INT(totals_of(sim).clumps, 6);
  most = most_liquid(sim);
  CHECK_NEAR(most / (1.00001e-5 / 3), 1, 1e-14);
  CALL(sim_destroy(&sim));
}

static void same_bits(const char *scenario, int objects)
{
  const uint64_t digest = test_digest_alone(scenario, "", STEPS);
  Sim           *sim = test_sim(PETSC_COMM_WORLD, scenario, "-rebuild_every 23 -balance_every 70");
  int64_t        broken = 0;

  test_steps(sim, STEPS);
  for (int k = 0; k < objects; k++) {
    const int64_t n = test_total(sim_crushes(sim)->list[k].broken); /* each becomes two */

    test_note("%s: %d broke", sim_crushes(sim)->list[k].name, (int)n);
    CHECK(n > 10);
    broken += n;
  }
  CHECK_INT(totals_of(sim).clumps, 100 + broken);
  CHECK_INT((int64_t)test_digest(sim), (int64_t)digest);
  CALL(sim_destroy(&sim));
  if (objects == 1) test_restarts(scenario, STEPS / 2, STEPS, digest);
}

/* Energy of clumps that have entered, J. */
static double entered_of(Sim *sim)
{
  Sum entered = *ledger_sum(&sim->energy.ledger, &ledger_entered);

  CALL(sum_reduce(&sim->par, &entered, 1));
  return sum_value(&entered);
}

/* With the energy lost in breaking, the sum of energies is kept to first order across the steps in
   which clumps break. */
static void energy_is_kept(void)
{
  double off[2], lost = 0;

  for (int k = 0; k < 2; k++) {
    Sim   *sim = test_sim(PETSC_COMM_WORLD, two, k ? "-run_dt 1.25e-5" : "");
    Totals before, after;

    before = totals_of(sim);
    for (int i = 0; i < 8000 && broken_of(sim) < 2; i++) test_steps(sim, 1);
    test_steps(sim, 400);
    after  = totals_of(sim);
    off[k] = fabs(ledger_of(&after) - ledger_of(&before)) / energy_of(&before);
    lost   = sum_value(ledger_sum(&sim->energy.ledger, &ledger_crush));
    CHECK_NEAR(entered_of(sim), 0, 0); /* fragments come from inside */
    CALL(sim_destroy(&sim));
  }
  test_note("lost %g J; off by %.2e and %.2e of all energy at a quarter of dt", lost, off[0],
            off[1]);
  CHECK_NEAR(off[0], 0, 1e-2);
  CHECK_NEAR(off[1], 0, 2.5e-3);
}

static void two_clumps_break(void)
{
  template_of_fragments();
  test_end("fragments are selected by their own template, after a restart as before");
  room_for_fragments();
  test_end("sums have the room from the start that contacts of small fragments need");
  liquid_without_law();
  test_end("without a law that exchanges liquid fragments have equal parts of it");
  what_is_given();
  test_end("fragments have no bond_id, and the spin about blocked axes");
  energy_is_kept();
  test_end("what they lose is in the ledger");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  test_file("parts.csv", "template,x,y,z,scale\npair,-.08,0,0,1.2\nball,.09,.04,0,1\n");
  what_is_kept();
  test_end("clumps break into their pebbles: mass, liquid, momentum and angular momentum stay");
  test_file("dust.csv", "template,x,y,z,scale\nball,-.1,0,0,.01\nball,.1,0,0,1\n");
  if (test_forms_here()) two_clumps_break();
  same_bits(many, 1);
  test_end("and into given fragments: the same bits on any number of ranks and through restarts");
  same_bits(chain, 2);
  test_end("so have fragments that break in turn");
  test_folder_remove();
}
