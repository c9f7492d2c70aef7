/* np: 1 2, limit: 300 */
/* SPDX-License-Identifier: MIT */
/* Energy and momentum of many clumps: in a periodic gas, momentum is conserved to rounding and
   energy to an oscillation of second order in the step; with damping and friction the ledger of
   dissipated energy closes to second order; results have the same bits on any number of ranks. */
#include "verify.h"

enum { LEVELS = 3 };

static const double coarsest = 2e-4, time_of_run = 1; /* s; coarsest: some 40 steps a contact */

static const char *const shapes =
  "template:\n  - ball: {material: stone, pebbles: [0, 0, 0, .5]}\n  - pair: {material: stone, "
  "pebbles: [-.3, 0, 0, .4, .3, 0, 0, .4]}\n"
  "  - bent: {material: stone, pebbles: [-.5, 0, 0, .35, 0, .2, 0, .35, .5, 0, .1, .35]}\n";

static void add_material_and_law(Text *t, const char *law)
{
  add(t,
      "material:\n  - stone: {young: 1e6, poisson: .25, density: 1}\ncontact:\n  - law: {between: "
      "[stone, stone], %s}\n",
      law);
}

/* Two streams of clumps that collide in a periodic box without walls. */
static void set_gas(Text *t, double dt, const char *law)
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

/* Clumps that fall on an inclined floor, slide and roll. */
static void set_heap(Text *t, double dt, const char *law)
{
  t->n = 0;
  add(t, "schema: 1\nrun: {end_time: 1e9, dt: %.17g, seed: 12, gravity: [2, 1, -9.81]}\n", dt);
  add(t, "domain: {lo: [0, 0, -1], hi: [6, 5, 12], boundary: [periodic, periodic, open]}\n");
  add_material_and_law(t, law);
  add(t,
      "%sclumps:\n  - all: {template: [ball, pair, bent], fraction: [.3, .4, .3], count: 50, lo: "
      "[0, 0, .1], hi: [6, 5, 9], "
      "velocity: [0, 0, -2]}\n",
      shapes);
  add(t,
      "wall:\n  - floor: {shape: plane, material: stone, point: [0, 0, 0], normal: [0, 0, 1]}\n");
}

typedef void (*Setting)(Text *t, double dt, const char *law);

/* Results of a run; energies relative to the initial kinetic energy. */
typedef struct {
  double energy; /* largest change of kinetic + potential energy */
  double ledger; /* largest change of kinetic + potential + dissipated energy, at times without
                    contacts */
  double book; /* the same at any time: the work of a step is booked at once, half of it half a step
                  early */
  double dissipated; /* at the end */
  double momentum;   /* largest change, relative to the initial sum m |v| */
  int    contacts;   /* sum over all samples */
} Run;

static Run run(Setting set, const char *law, double dt)
{
  const int samples = 200, each = (int)(time_of_run / dt / samples + 0.5);
  Text      scenario;
  Totals    first, t;
  Run       r = {0};
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

  for (int l = 0; l < 2; l++) {
    double dt[LEVELS], energy[LEVELS];

    for (int k = 0; k < LEVELS; k++) {
      Run r;

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
      Run        r = {0};

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

/* Two balls that overlap and approach each other at the start: the first half step is booked,
   too. Until t = 4 ms, within the contact; w^2 = 2 k / m. */
static void the_first_half_step_is_in_the_book(void)
{
  double dt[LEVELS], open[LEVELS];

  for (int k = 0; k < LEVELS; k++) {
    const double each = 2e-4 / (1 << k), half = 0.1;
    Text         scenario;
    Totals       first, t;
    Sim         *sim;

    dt[k] = each;
    add_head(&scenario, each, vec3(0, 0, 0), 1);
    add(&scenario,
        "material:\n  - a: {density: 2500}\ncontact:\n  - aa: {between: [a, a], normal: hooke, "
        "stiffness: 1e6, "
        "restitution: 1}\ntemplate:\n  - s: {material: a, pebbles: [0, 0, 0, %g]}\n",
        half);
    add(&scenario, "clumps:\n  - l: {template: s, position: [-.095, 0, 0], velocity: [2, 0, 0]}\n"
                   "  - r: {template: s, position: [.095, 0, 0], velocity: [-2, 0, 0]}\n");
    sim     = sim_of(&scenario, NULL);
    first   = totals_of(sim);
    open[k] = 0;
    for (int step = 0; step < (20 << k); step++) {
      test_steps(sim, 1);
      t       = totals_of(sim);
      open[k] = max_of(open[k], fabs(t.dissipated));
      CHECK_NEAR(energy_of(&t) + t.dissipated, energy_of(&first),
                 40 * each * each / 4e-8); /* of 92 J; w dt = .055 at 2e-4 */
    }
    CHECK(first.contacts == 1 && t.contacts == 1);
    CHECK(first.dissipated == 0);
    CALL(sim_destroy(&sim));
  }
  test_note("dissipated %.1e %.1e %.1e J of 92 J, order %.2f", open[0], open[1], open[2],
            slope_of(LEVELS, dt, open));
  CHECK_NEAR(open[0], 0, 0.1); /* (w dt)^2 of 92 J is .3 J; a half step not booked is 4 J */
  CHECK(slope_of(LEVELS, dt, open) > 1.8); /* second order at least */
  test_end("a run that begins in contact: the first half step is in the book");
}

/* A sphere and a dumbbell, blocked along x, pressed nearly along x against a fixed one: the
   effective mass is large along the normal but small across it, and tangential dashpots must use
   the small one. At the automatic step. */
static void hardly_free_bodies_keep_the_book(void)
{
  static const char *const laws[] = {
    "restitution: .5, tangential: hooke, friction: .5", "damping: 300",
    "restitution: .5, tangential: hooke, friction: .5, tangential_damping: 50"};
  static const char *const shape[] = {"ball", "bell"};

  for (int k = 0; k < 6; k++) {
    Text   scenario;
    Totals first, t;
    double off = 0;
    Sim   *sim;

    scenario.n = 0;
    add(&scenario, "schema: 1\nrun: {end_time: .02, dt: auto, gravity: [0, 0, 0]}\n");
    add(&scenario, "domain: {lo: [-1, -1, -1], hi: [1, 1, 1], boundary: [free, free, "
                   "free]}\nmaterial:\n  - s: {density: 1000}\n");
    add(&scenario,
        "contact:\n  - ss: {between: [s, s], normal: hooke, stiffness: 1e6, %s}\ntemplate:\n",
        laws[k / 2]);
    add(&scenario, "  - ball: {material: s, pebbles: [0, 0, 0, .1]}\n"
                   "  - bell: {material: s, pebbles: [0, .15, 0, .1, 0, -.15, 0, .1]}\n");
    add(&scenario, "clumps:\n  - post: {template: ball, position: [0, 0, 0], blocked: xyzXYZ}\n");
    add(&scenario,
        "  - arm: {template: %s, position: [.199, %g, 0], velocity: [0, .3, .1], spin: [0, 0, .2], "
        "blocked: x}\n",
        shape[k % 2], k % 2 ? -0.148 : 0.002);
    sim   = sim_of(&scenario, NULL);
    first = totals_of(sim);
    for (int step = 0; step < 200; step++) {
      test_steps(sim, 1);
      t   = totals_of(sim);
      off = max_of(off, fabs(energy_of(&t) + t.dissipated - energy_of(&first)) / energy_of(&first));
    }
    test_note("%s with %s: open by %.1e", shape[k % 2], laws[k / 2], off);
    CHECK(first.contacts == 1);
    CHECK_NEAR(off, 0, 1e-3); /* (w dt)^2 = .004 of the spring's energy; with the large mass they
                                 gain many times their energy */
    CALL(sim_destroy(&sim));
  }
  test_end(
    "bodies that are blocked nearly along the normal keep the book, with friction and dashpots");
}

/* A plate of pebbles that lands flat on the floor, all pebbles in one step, at the automatic
   step: its dashpots act together and must not push it up again. */
static void a_plate_lands(int across, const char *law)
{
  Text   scenario = {0};
  double most = 0, open = 0, drop;
  Totals first, t;
  Sim   *sim;

  add(&scenario, "schema: 1\nrun: {end_time: .15, dt: auto, gravity: [0, 0, -9.81]}\n");
  add(&scenario, "domain: {lo: [-5, -5, -1], hi: [5, 5, 2], boundary: [free, free, free]}\n");
  add(&scenario,
      "material:\n  - s: {density: 1000, young: 1e6, poisson: .3}\ncontact:\n  - ss: {between: [s, "
      "s], %s}\n",
      law);
  add(&scenario, "template:\n  - plate: {material: s, pebbles: [");
  for (int k = 0; k < across * across; k++)
    add(&scenario, "%s%g, %g, 0, .1", k ? ", " : "", 0.1 * (k % across),
        0.1 * (double)(k / across));
  add(&scenario,
      "]}\nclumps:\n  - one: {template: plate, position: [0, 0, .11]}\n"
      "wall:\n  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}\n");
  sim   = sim_of(&scenario, NULL);
  first = t = totals_of(sim);
  drop      = first.potential * 0.01 / 0.11;
  while (sim_time(sim) < sim->settings.end_time) {
    test_steps(sim, 1);
    t    = totals_of(sim);
    most = max_of(most, t.translational + t.rotational);
    open = max_of(open, fabs(energy_of(&t) + t.dissipated - energy_of(&first)));
  }
  test_note(
    "%d pebbles, %s: dt %.1e, at most %.2f of what it fell, %.1e in the end, book open by %.2f",
    across * across, law, sim->clock.dt, most / drop, (t.translational + t.rotational) / drop,
    open / drop);
  CHECK(most < 1.02 * drop);
  CHECK(t.translational + t.rotational < 0.05 * drop);
  CHECK(open < 0.5 * drop); /* error of the step of first contact; with too long a step it would be
                               tens of `drop` */
  CALL(sim_destroy(&sim));
}

/* Two dashpots on one body, from opposite sides: stable at a quarter of the time constant of one
   of them, unstable at .55 of it. */
static void between_two_walls(void)
{
  for (int k = 0; k < 2; k++) {
    const double rate = 1000, share = k ? 0.55 : 0.24;
    Text         scenario = {0};
    Totals       first, t;
    Sim         *sim;

    add(&scenario, "schema: 1\nrun: {end_time: 1, dt: %.17g}\n", share / rate);
    add(&scenario, "domain: {lo: [-5, -5, -1], hi: [5, 5, 2], boundary: [free, free, free]}\n");
    add(&scenario,
        "material:\n  - s: {density: 1000}\ncontact:\n  - ss: {between: [s, s], normal: hooke, "
        "stiffness: 1e3, "
        "damping: %g}\n",
        rate);
    add(&scenario,
        "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .1]}\n"
        "clumps:\n  - one: {template: ball, position: [0, 0, .099], velocity: [0, 0, .01]}\n"
        "wall:\n  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}\n"
        "  - roof: {shape: plane, material: s, point: [0, 0, .198], normal: [0, 0, -1]}\n");
    sim   = sim_of(&scenario, NULL);
    first = totals_of(sim);
    test_steps(sim, 40);
    t = totals_of(sim);
    CHECK(first.contacts == 2);
    test_note("dt %g of a dashpot's time: dissipated %g of %g J, %d warnings", share, t.dissipated,
              energy_of(&first), (int)sim->warnings.n);
    CHECK((t.dissipated < 1.2 * energy_of(&first)) == !k);
    CHECK_INT(sim->warnings.n, k); /* the long step is warned about */
    CALL(sim_destroy(&sim));
  }
  test_end("a body between two walls: steps from which dashpots give energy are warned of");
}

static void faces_land_without_gain(void)
{
  a_plate_lands(4, "normal: hooke, stiffness: 1e5, restitution: 0, limit_damping: true");
  a_plate_lands(7, "normal: hooke, stiffness: 1e5, restitution: 0, limit_damping: true");
  a_plate_lands(5, "normal: hooke, stiffness: 1e5, damping: 300");
  a_plate_lands(20, "normal: hooke, stiffness: 1e5, restitution: .3");
  a_plate_lands(20, "normal: hertz, tangential: mindlin, friction: .4, restitution: .3");
  test_end("plates that land on all their pebbles at once gain no energy at the automatic step");
}

/* A heap of balls with zero restitution: each has several dashpots, as strong as possible. */
static void a_packing_settles(void)
{
  Text   scenario = {0};
  Totals first, t;
  double open = 0, most = 0;
  Sim   *sim;

  add(&scenario, "schema: 1\nrun: {end_time: .8, dt: auto, gravity: [0, 0, -9.81], seed: 5}\n");
  add(&scenario,
      "domain: {lo: [0, 0, 0], hi: [.5, .5, 2], boundary: [periodic, periodic, free]}\n");
  add(&scenario, "material:\n  - s: {density: 1000}\ncontact:\n  - ss: {between: [s, s], normal: "
                 "hooke, stiffness: 1e5, "
                 "restitution: 0, limit_damping: true, tangential: hooke, friction: .3}\n");
  add(&scenario, "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .08]}\n");
  add(&scenario,
      "clumps:\n  - heap: {template: ball, count: 60, lo: [0, 0, .1], hi: [.5, .5, 2]}\n");
  add(&scenario,
      "wall:\n  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}\n");
  sim   = sim_of(&scenario, NULL);
  first = t = totals_of(sim);
  while (sim_time(sim) < sim->settings.end_time) {
    test_steps(sim, 100);
    t    = totals_of(sim);
    most = max_of(most, t.translational);
    open = max_of(open, fabs(energy_of(&t) + t.dissipated - energy_of(&first)));
  }
  test_note("at most %.0f J, in the end %.1e J, book open by %.1f J, %d contacts", most,
            t.translational, open, (int)t.contacts);
  CHECK(t.contacts > 60);
  CHECK(t.translational < 0.01 * most);
  CHECK(open < 0.05 * most);
  CALL(sim_destroy(&sim));
  test_end("a packing without restitution comes to rest at the automatic step");
}

static void the_ledger_has_the_same_bits_on_any_ranks(void)
{
  Text   scenario;
  Sim   *alone, *all;
  Totals a, b;

  set_heap(&scenario, 2e-4, "normal: hertz, restitution: .6, tangential: mindlin, friction: .4");
  alone = test_sim(PETSC_COMM_SELF, scenario.text, "");
  all   = test_sim(PETSC_COMM_WORLD, scenario.text, "");
  for (int k = 0; k < 20; k++) {
    test_steps(alone, 100);
    test_steps(all, 100);
    a = totals_of(alone);
    b = totals_of(all);
    CHECK_BITS(b.translational, a.translational);
    CHECK_BITS(b.rotational, a.rotational);
    CHECK_BITS(b.potential, a.potential);
    CHECK_BITS(b.dissipated, a.dissipated);
    CHECK_BITS(b.momentum.x, a.momentum.x);
    CHECK_BITS(b.angular.y, a.angular.y);
    CHECK_BITS(b.max_overlap, a.max_overlap);
    CHECK_INT(b.contacts, a.contacts);
  }
  test_note("dissipated %.17g J on %d and on 1", a.dissipated, test_size());
  CHECK(a.dissipated > 0);
  CALL(sim_destroy(&alone));
  CALL(sim_destroy(&all));
  test_end("energies, momenta and the ledger have the bits of one rank");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  an_elastic_gas_keeps_momentum_and_energy();
  what_is_lost_is_in_the_ledger();
  the_first_half_step_is_in_the_book();
  hardly_free_bodies_keep_the_book();
  between_two_walls();
  faces_land_without_gain();
  a_packing_settles();
  the_ledger_has_the_same_bits_on_any_ranks();
  test_folder_remove();
  return test_finish();
}
