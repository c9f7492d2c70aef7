/* np: 1, limit: 300 */
/* SPDX-License-Identifier: MIT */
/* The ledger of energy where many contacts of one body begin at once: between two walls, and faces
   on faces. */
#include "energy.h"

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
   of them; at .55 of it unstable as given by a coefficient (the mass is 4.19 kg), and stable by a rate,
   which is weakened. Long steps are warned about. */
static void between_two_walls(void)
{
  for (int k = 0; k < 3; k++) {
    const double rate = 1000, share = k ? 0.55 : 0.24;
    Text         scenario = {0};
    Totals       first, t;
    Sim         *sim;

    add(&scenario, "schema: 1\nrun: {end_time: 1, dt: %.17g}\n", share / rate);
    add(&scenario, "domain: {lo: [-5, -5, -1], hi: [5, 5, 2], boundary: [free, free, free]}\n");
    add(&scenario,
        "material:\n  - s: {density: 1000}\ncontact:\n  - ss: {between: [s, s], normal: hooke, "
        "stiffness: 1e3, "
        "%s: %g}\n",
        k == 2 ? "damping_coefficient" : "damping",
        k == 2 ? rate * 4e3 / 3 * PETSC_PI * 1e-3 : rate);
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
    CHECK((t.dissipated < 1.2 * energy_of(&first)) == (k < 2));
    CHECK_INT(sim->warnings.n, k > 0);
    CALL(sim_destroy(&sim));
  }
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

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  between_two_walls();
  faces_land_without_gain();
  test_folder_remove();
  return test_finish();
}
