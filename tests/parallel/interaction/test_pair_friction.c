/* SPDX-License-Identifier: MIT */
/* A pair interaction that loses energy, with every column that a batch may have: friction between
   the centres of pebbles, put in place of one of two potentials. */
#include "sim_test.h"

#define REACH 1.5

static double reach(const void *self)
{
  (void)self;
  return REACH;
}

/* -w = -c (ra + rb) (1 - r/reach) times the relative velocity, and half as much again along the
   line of centres, through `push`. What it takes from the motion becomes heat of both, equally; and
   heat flows to the colder one. */
static void pull(const void *self, PairBatch *b)
{
  (void)self;
  for (int k = 0; k < b->n; k++) {
    const double r     = sqrt(b->d2[k]),
                 w     = r < REACH ? 3 * (b->ra[k] + b->rb[k]) * (1 - r / REACH) : 0,
                 along = b->vx[k] * b->dx[k] + b->vy[k] * b->dy[k] + b->vz[k] * b->dz[k];

    b->push[k] += w > 0 ? 0.5 * w * along / b->d2[k] : 0;
    b->fx[k] -= w * b->vx[k];
    b->fy[k] -= w * b->vy[k];
    b->fz[k] -= w * b->vz[k];
    if (w > 0) {
      const double v2     = b->vx[k] * b->vx[k] + b->vy[k] * b->vy[k] + b->vz[k] * b->vz[k],
                   lost   = w * (v2 + 0.5 * along * along / b->d2[k]),
                   across = w * (b->value_b[k] - b->value_a[k]);

      b->flow_a[k] += 0.5 * lost + across;
      b->flow_b[k] += 0.5 * lost - across;
    }
  }
}

static const Interaction friction = {.head     = {.name = "friction"},
                                     .gives    = GIVES_PAIR_FLOW,
                                     .quantity = &quantity_temperature,
                                     .loses    = true,
                                     .pair     = &(const PairForce){.reach = reach, .pull = pull}};

static const char *const scenario =
  "schema: 1\nrun: {end_time: 9, dt: 1e-3, seed: 5}\n"
  "domain: {lo: [0, 0, 0], hi: [7, 6, 5], boundary: [periodic, periodic, periodic]}\n"
  "material:\n  - a: {density: 2, temperature: 300, specific_heat: 5}\n"
  "interaction:\n"
  "  - second: {type: lennard_jones, between: [a, a], epsilon: 1e-6, sigma: .7, cutoff: 1.5}\n"
  "  - first: {type: lennard_jones, between: [a, a], epsilon: 1, sigma: .6, cutoff: 2, truncation: "
  "force}\n"
  "template:\n  - atom: {material: a, pebbles: [0, 0, 0, .3]}\n"
  "  - pair: {material: a, pebbles: [-.3, 0, 0, .3, .3, 0, 0, .4]}\n"
  "clumps:\n"
  "  - one: {template: [atom], count: 40, lo: [0, 0, 0], hi: [7, 6, 5], velocity: [1, 0, 0]}\n"
  "  - two: {template: [pair], count: 40, lo: [0, 0, 0], hi: [7, 6, 5], velocity: [-1, 1, 0]}\n";

/* Put the friction in place of `second`: it then comes after `first`, which keeps energy. */
static Sim *with_friction(MPI_Comm comm, const char *options)
{
  Sim *sim =
    comm == PETSC_COMM_SELF ? test_sim_alone(scenario, options) : test_sim(comm, scenario, options);
  Interactions *all = sim ? sim->interactions : NULL;

  if (!sim) return NULL;
  all->list[0].kind     = &friction;
  all->list[0].quantity = friction.quantity;
  all->sets[0].list[0]  = 1;
  all->sets[0].list[1]  = 0;
  all->sets[0].keeps    = 1;
  all->sets[0].needs    = NEEDS_PAIR_VELOCITY | NEEDS_PAIR_RADII | NEEDS_PAIR_FORCE;
  return sim;
}

typedef struct {
  uint64_t digest;
  double   dissipated;
} Outcome;

static Outcome outcome_of(Sim *sim)
{
  Outcome o = {0};

  if (!sim) return o;
  test_steps(sim, 100);
  o = (Outcome){test_digest(sim), totals_of(sim).dissipated};
  CALL(sim_destroy(&sim));
  return o;
}

static void ranks_change_nothing(void)
{
  static const char *const ways[] = {"", "-decomp_random 5 -balance_every 30", "-rebuild_every 1"};
  Outcome                  alone  = outcome_of(with_friction(PETSC_COMM_SELF, ""));

  test_from_rank_0(&alone, sizeof alone);
  for (size_t k = 0; k < 3; k++) {
    Outcome o;

    if (!test_way_here(k, 3)) continue;
    o = outcome_of(with_friction(PETSC_COMM_WORLD, ways[k]));
    CHECK_INT((int64_t)o.digest, (int64_t)alone.digest);
    CHECK_BITS(o.dissipated, alone.dissipated);
  }
  test_end("friction between pebbles has the same bits on any ranks");
}

/* Change of kinetic + potential + dissipated energy over that dissipated, at this step. */
static double gap(double dt, double *lost)
{
  char   options[64];
  Sim   *sim;
  Totals from, to;

  snprintf(options, sizeof options, "-run_dt %g", dt);
  sim  = with_friction(PETSC_COMM_WORLD, options);
  from = totals_of(sim);
  test_steps(sim, (int)lround(0.2 / dt));
  to    = totals_of(sim);
  *lost = to.dissipated;
  /* both are sums of the same powers by the trapezoidal rule; 1e-12: 500 roundings of
     temperatures */
  CHECK_NEAR(to.thermal - from.thermal, *lost, 1e-12 * to.thermal);
  CHECK_NEAR(vec3_norm(vec3_sub(to.momentum, from.momentum)), 0, 1e-12 * vec3_norm(from.momentum));
  CALL(sim_destroy(&sim));
  return (ledger_of(&to) - ledger_of(&from)) / *lost;
}

static void the_energy_lost_is_dissipated(void)
{
  double       lost[2];
  const double off[] = {gap(4e-4, &lost[0]), gap(2e-4, &lost[1])};

  test_note("%.4g J lost, ledger off by %.2e and %.2e of it", lost[1], off[0], off[1]);
  CHECK(lost[0] > 10 && fabs(lost[0] / lost[1] - 1) < 1e-3);
  CHECK_NEAR(off[1], 0, 1e-4); /* second order: (dt x rate)^2, rates of some 10 / s */
  CHECK(fabs(off[1]) < 0.3 * fabs(off[0]));
  test_end("the energy that pairs lose is dissipated and heats them; momentum stays");
}

TESTS(.ranks = {1, 2, 3, 4})
{
  ranks_change_nothing();
  if (test_forms_here()) the_energy_lost_is_dissipated();
  test_folder_remove();
}
