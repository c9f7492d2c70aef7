/* SPDX-License-Identifier: MIT */
/* The ledger of energy where many contacts of one body begin at once: between two walls, and faces
   on faces. */
#include "verify/energy.h"

/* A plate of pebbles that lands flat on the floor, all pebbles in one step, at the automatic
   step: its dashpots act together and must not push it up again. */
static void a_plate_lands(int across, const char *law)
{
  Draft  scenario = {0};
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

/* Two dashpots on one body, from opposite sides, each slowing it at 1000 1/s (mass 4.1888 kg;
   across the normal 1000 1/s of the mass, 5000 for both against its spin). */
typedef struct {
  const char *law;
  double      dt;
  bool        spins, stable;
} Between;

#define STIFF_FOR_RATIO "1.0472e6"
static const Between between[] = {
  {"normal: hooke, stiffness: 1e3, damping: 1000", .24e-3, false, true},
  {"normal: hooke, stiffness: 1e3, damping_coefficient: 4188.8", .55e-3, false, false},
  {"normal: hooke, stiffness: 1e3, damping: 1000", .55e-3, false, true},
  {"normal: hooke, stiffness: " STIFF_FOR_RATIO ", restitution: 0", .55e-3, false, true},
  {"normal: hooke_table, stiffness: " STIFF_FOR_RATIO
   ", restitution_speeds: [1], restitutions: [0]",
   .55e-3, false, true},
  {"normal: hertz, restitution: 0", .55e-3, false, true},
  {"normal: luding, stiffness: 1e3, unloading_stiffness: 2e3, adhesion_stiffness: 1, damping: 1000",
   .55e-3, false, true},
  {"normal: elastic_plastic, yield_pressure: 1e9, damping: 1000", .55e-3, false, true},
  {"normal: hooke, stiffness: 1e3, restitution: 1, tangential: hooke, tangential_stiffness: 1, "
   "friction: "
   "1000, tangential_damping: 1000",
   .35e-3, true, true},
  {"normal: hooke, stiffness: 1e3, restitution: 1, tangential: viscous, friction: 1000, "
   "tangential_damping: 1000",
   .35e-3, true, true}};

static void between_two_walls(const Between *w)
{
  Draft  scenario = {0};
  Totals first, t;
  double most = 0;
  Sim   *sim;

  add(&scenario, "schema: 1\nrun: {end_time: 1, dt: %.17g}\n", w->dt);
  add(&scenario, "domain: {lo: [-5, -5, -1], hi: [5, 5, 2], boundary: [free, free, free]}\n");
  add(&scenario,
      "material:\n  - s: {density: 1000, young: 1.1436e8, poisson: .3}\ncontact:\n  - ss: "
      "{between: [s, "
      "s], %s}\n",
      w->law);
  add(&scenario,
      "template:\n  - ball: {material: s, pebbles: [0, 0, 0, .1]}\n"
      "clumps:\n  - one: {template: ball, position: [0, 0, .099], velocity: [0, 0, %g], "
      "spin: [0, %g, 0]}\n"
      "wall:\n  - floor: {shape: plane, material: s, point: [0, 0, 0], normal: [0, 0, 1]}\n"
      "  - roof: {shape: plane, material: s, point: [0, 0, .198], normal: [0, 0, -1]}\n",
      w->spins ? 0 : 1e-3, w->spins ? 1e-3 : 0);
  sim   = sim_of(&scenario, NULL);
  first = t = totals_of(sim);
  for (int k = 0; k < 40; k++) {
    test_steps(sim, 1);
    t    = totals_of(sim);
    most = max_of(most, t.translational + t.rotational);
  }
  CHECK(first.contacts == 2);
  test_note("%s, dt %g: kinetic energy at most %.3g of that at first", w->law, w->dt,
            most / (first.translational + first.rotational));
  CHECK((most < 1.05 * (first.translational + first.rotational)) == w->stable);
  CHECK((sim->warnings.n > 0) == (w->dt > .25e-3)); /* long steps are warned about */
  CALL(sim_destroy(&sim));
}

static void a_body_between_walls(void)
{
  for (size_t k = 0; k < sizeof between / sizeof *between; k++) between_two_walls(&between[k]);
  test_end("a body between two walls: long steps are warned of, and give energy only with dashpots "
           "that are not weakened");
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

TESTS(.ranks = {1}, .limit = 300)
{
  a_body_between_walls();
  faces_land_without_gain();
  test_folder_remove();
}
