/* SPDX-License-Identifier: MIT */
/* dt: auto conserves the energy of Hertz contacts to 1 % by default at any speed. The rule:
   docs/physics/timestep.md. */
#include "timestep.h"

/* t_c = 2.87 (m^2 / (R E*^2 v))^(1/5): 50 steps of it. */
static void hertz_contacts_are_resolved_at_any_speed(void)
{
  const double speeds[] = {0.01, 0.1, 1, 10}, young = 1e8, m = 1000 * 4. / 3 * pi * pow(radius, 3);
  const double reduced = 0.5 * young / (1 - 0.09);

  for (int k = 0; k < 4; k++) {
    const double v = speeds[k], time = 2.8683 * pow(m * m / (radius * reduced * reduced * v), 0.2);
    double       open = 0;

    for (int phase = 0; phase < 3; phase++) {
      Draft t = {0};
      Sim  *sim;

      add(&t, "schema: 1\nrun: {end_time: 1e9, dt: auto, impact_speed: %g}\n", v);
      add(&t, "domain: {lo: [-9, -9, -1], hi: [9, 9, 1], boundary: [free, free, free]}\n");
      add(&t,
          "material:\n  - s: {density: 1000, young: %g, poisson: .3}\n  - w: {young: %g, poisson: "
          ".3}\n",
          young, young);
      add(&t, "contact:\n  - sw: {between: [s, w], normal: hertz, restitution: .5}\n"
              "  - ss: {between: [s, s], normal: hooke, stiffness: 1, restitution: 1}\n");
      add(&t, "template:\n  - ball: {material: s, pebbles: [0, 0, 0, %g]}\nclumps:\n", radius);
      add(&t, "  - one: {template: ball, position: [0, 0, %.17g], velocity: [0, 0, %g]}\n",
          radius + 0.3e-2 * phase * v * time, -v);
      add_wall(&t, "w", vec3(0, 0, 1));
      sim = sim_of(&t, NULL);
      if (v > 0.05)
        CHECK_NEAR(sim->timestep.limits.time / time, 1, 1e-3); /* four digits of 2.868 and 1.283 */
      else CHECK(sim->timestep.limits.time < time);            /* limited by the least overlap */
      open = max_of(open, ledger(sim, 1.5 * time));
      CALL(sim_destroy(&sim));
    }
    test_note("%g m/s: ledger open by %.2f %%", v, 100 * open);
    CHECK_NEAR(open, 0, 0.01);
  }
  test_end("Hertz contacts keep the energy ledger to 1 % from 0.01 to 10 m/s, their time is the "
           "closed form");
}

TESTS(.ranks = {1, 3})
{
  hertz_contacts_are_resolved_at_any_speed();
  test_folder_remove();
}
