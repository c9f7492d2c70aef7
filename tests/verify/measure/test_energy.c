/* SPDX-License-Identifier: MIT */
/* Energy and momentum of many clumps: in a periodic gas, momentum is conserved to rounding and
   energy to an oscillation of second order in the step; with damping and friction the ledger of
   dissipated energy closes to second order. */
#include "verify/energy.h"

static const double coarsest = 2e-4, time_of_run = 1; /* s; coarsest: some 40 steps a contact */

/* Two streams of clumps that collide in a periodic box without walls. */
static void set_gas(Draft *t, double dt, const char *law)
{
  t->n = 0;
  add(t, "schema: 1\nrun: {end_time: 1e9, dt: %.17g, seed: 11}\n", dt);
  add(t, "domain: {lo: [0, 0, 0], hi: [7, 6, 8], boundary: [periodic, periodic, periodic]}\n");
  add_material_and_law(t, law);
  add(t, "%sclumps:\n", shapes);
  for (int k = 0; k < 2; k++)
    add(t,
        "  - g%d: {template: [ball, pair, bent], fraction: [.3, .4, .3], count: 45, lo: [0, 0, 0], "
        "hi: [7, 6, 8], velocity: "
        "[%s]}\n",
        k, k ? "-3, 1, -.5" : "3, .5, 1");
}

typedef void (*Setting)(Draft *t, double dt, const char *law);

/* Results of a run; energies relative to the initial kinetic energy. */
typedef struct {
  double energy; /* largest change of kinetic + potential energy */
  /* largest change of kinetic + potential + dissipated energy, at times without contacts */
  double ledger;
  /* the same at any time: the work of a step is booked at once, half of it half a step early */
  double book;
  double dissipated; /* at the end */
  double momentum;   /* largest change, relative to the initial sum m |v| */
  int    contacts;   /* sum over all samples */
} Result;

static Result run(Setting set, const char *law, double dt)
{
  const int samples = 200, each = (int)(time_of_run / dt / samples + 0.5);
  Draft     scenario;
  Totals    first, t;
  Result    r = {0};
  Sim      *sim;
  double    size;

  set(&scenario, dt, law);
  sim   = sim_of(&scenario, NULL);
  first = totals_of(sim);
  size  = first.translational; /* estimate of sum m |v|, at some 3 m/s */
  for (int k = 0; k < samples; k++) {
    test_steps(sim, each);
    t        = totals_of(sim);
    r.energy = max_of(r.energy, fabs(energy_of(&t) - energy_of(&first)) / first.translational);
    r.book =
      max_of(r.book, fabs(energy_of(&t) + t.dissipated - energy_of(&first) - first.dissipated) /
                       first.translational);
    if (t.contacts == 0)
      r.ledger =
        max_of(r.ledger, fabs(energy_of(&t) + t.dissipated - energy_of(&first) - first.dissipated) /
                           first.translational);
    r.momentum = max_of(r.momentum, vec3_norm(vec3_sub(t.momentum, first.momentum)) / size);
    r.contacts += (int)t.contacts;
  }
  r.dissipated = t.dissipated / first.translational;
  CALL(sim_destroy(&sim));
  return r;
}

static void an_elastic_gas_keeps_momentum_and_energy(void)
{
  static const char *const laws[] = {"normal: hooke, stiffness: 2e4, restitution: 1",
                                     "normal: hertz, restitution: 1"};

  for (size_t l = 0; l < 2 && test_case_here(l); l++) {
    double dt[LEVELS], energy[LEVELS];

    for (int k = 0; k < LEVELS; k++) {
      Result r;

      dt[k]     = coarsest / (1 << k);
      r         = run(set_gas, laws[l], dt[k]);
      energy[k] = r.energy;
      test_note("%s, dt %.1e: energy within %.1e, ledger %.1e (%.1e in touch), momentum %.1e, %.1f "
                "contacts at a time",
                laws[l], dt[k], r.energy, r.ledger, r.book, r.momentum, r.contacts / 200.0);
      CHECK(r.contacts > 100);          /* there are collisions */
      CHECK_NEAR(r.momentum, 0, 1e-14); /* forces cancel exactly; velocities round, 1e-16 a step */
      CHECK_NEAR(r.ledger, 0,
                 4e4 * dt[k] * dt[k]); /* second order: nothing is dissipated, so nothing may be
                                          booked; up to 2e-3 at 2e-4 s */
    }
    test_note("order %.2f", slope_of(LEVELS, dt, energy));
    CHECK(slope_of(LEVELS, dt, energy) >
          1.7); /* order 2; the collisions differ at every step size */
    CHECK_NEAR(energy[0], 0, 4e3 * coarsest * coarsest); /* 2e-4 at 40 steps a contact */
  }
  test_end("gas of clumps in a periodic box: momentum to rounding, energy bounded, second order in "
           "the step");
}

/* The gas is evaluated at times without contacts. In the heap, and where contacts outlast touching,
   there are always contacts, and the collisions differ at every step size. */
static void what_is_lost_is_in_the_ledger(void)
{
  static const char *const laws[] = {
    "normal: hooke, stiffness: 2e4, restitution: .6, tangential: hooke, friction: .4",
    "normal: hertz, restitution: .6, tangential: mindlin, friction: .4",
    "normal: hertz, restitution: .6, tangential: mindlin, friction: .4, limit_damping: true",
    "normal: hooke, stiffness: 2e4, damping: 30, tangential_damping: 10, tangential: hooke, "
    "friction: .4",
    "normal: hooke, stiffness: 2e4, restitution: .6, tangential: hooke, friction: .4, rolling: "
    "elastic_plastic, rolling_friction: .3",
    "normal: hertz, restitution: .6, tangential: mindlin, friction: .4, rolling: "
    "elastic_plastic, rolling_friction: .3",
    "normal: hooke, stiffness: 2e4, restitution: .6, tangential: hooke, friction: .4, rolling: "
    "constant_torque, rolling_friction: .1",
    "normal: hooke, stiffness: 2e4, restitution: .6, cohesion: linear, cohesion_force: 5, "
    "cohesion_range: .05"};

  for (int s = 0; s < 2; s++) {
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
      const bool always = s || strstr(laws[l], "cohesion");
      double     dt[LEVELS], open[LEVELS];
      Result     r = {0};

      if (test_size() > 1 && (l != 1 || s != 1)) continue; /* tests/parallel has their bits */
      for (int k = 0; k < LEVELS; k++) {
        dt[k]   = coarsest / (1 << k);
        r       = run(s ? set_heap : set_gas, laws[l], dt[k]);
        open[k] = always ? r.book : r.ledger;
      }
      test_note("%s of %s: dissipated %.3f of the start, open by %.1e %.1e %.1e, order %.2f",
                s ? "heap" : "gas", laws[l], r.dissipated, open[0], open[1], open[2],
                slope_of(LEVELS, dt, open));
      CHECK(r.dissipated > 0.1);               /* there is dissipation to book */
      CHECK(slope_of(LEVELS, dt, open) > 1.5); /* see above */
      for (int k = 0; k < LEVELS; k++)
        CHECK_NEAR(
          open[k], 0,
          dt[k] * dt[k] *
            (always ? 2e4 * max_of(1, r.dissipated) : 4e4)); /* 1.3e-2 and 2e-3 at 2e-4 s */
    }
  }
  test_end("with damping and friction, kinetic + potential + dissipated stays: gas and heap");
}

TESTS(.ranks = {1, 2}, .limit = 300)
{
  an_elastic_gas_keeps_momentum_and_energy();
  what_is_lost_is_in_the_ledger();
  test_folder_remove();
}
