/* SPDX-License-Identifier: MIT */
/* Published self tests of MercuryDPM. */
#include "normal_contact.h"

/* A sphere of 1 mm, E* = 1036729857.82 Pa, on a plane from .01 mm above, e = .4, 1 m/s, 121 steps
   of 0.5 us. Published: .401075 m/s at 1.0072402 mm, first order in their damping; exact, by the
   closed form: .4 m/s at 1.00713 mm (density 2500). */
static void a_sphere_bounces_as_in_a_published_self_test(void)
{
  const double star = 1036729857.82;
  Draft        scenario, bodies;
  Body         b;
  Sim         *sim;

  add_head(&scenario, 5e-7, vec3(0, 0, 0), 0.01);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", star, 0, 2500);
  add_material(&scenario, "rigid", 1e30, 0, 1);
  add_laws(&scenario, "stone", "rigid", "normal: hertz, restitution: .4");
  add_balls(&scenario, "stone", 0.001);
  add_wall(&scenario, "rigid", vec3(0, 0, 1));
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "ball", &(Start){.x = {0, 0, 0.00101}, .v = {0, 0, -1}});
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 121);
  bodies_of(sim, 1, &b);
  test_note("v = %.6f m/s, z = %.9f mm", b.v.z, 1e3 * b.x.z);
  CHECK_NEAR(b.v.z, 0.4, 1e-3);               /* exact; 65 steps a contact, second order */
  CHECK_NEAR(b.v.z, 0.401075, 2e-3);          /* published, with their error of .27 % */
  CHECK_NEAR(b.x.z, 0.0010071347905, 1.5e-8); /* exact, by integration in much finer steps */
  CHECK_NEAR(b.x.z, 0.0010072402, 1.5e-7);    /* published, with their error of 1e-7 m */
  CALL(sim_destroy(&sim));
  test_end("MercuryDPM's restitution self test: speed and place after 121 steps");
}

/* Steel on a plane of 1 GPa, gravity (5, 0, -5), friction .2, from rest at the static overlap:
   it slides with 4 m/s^2, its spin grows by 2.5 mu g / R. */
static void a_steel_sphere_slides_as_in_a_published_self_test(void)
{
  const double overlap = 2.2831e-8, star = 1036729857.82, mass = 4.0 / 3 * pi * 1e-9 * 7200;
  const double exact = pow(5 * mass / (4.0 / 3 * star * sqrt(1e-3)), 2.0 / 3);
  Draft        scenario, bodies;
  Body         b;
  Sim         *sim;

  CHECK_NEAR(exact, overlap, 1e-12); /* published digits */
  add_head(&scenario, 5e-7, vec3(5, 0, -5), 0.01);
  add(&scenario, "material:\n");
  add_material(&scenario, "steel", star, 0, 7200);
  add_material(&scenario, "rigid", 1e30, 0, 1);
  add_laws(&scenario, "steel", "rigid",
           "normal: hertz, restitution: .4, tangential: mindlin, friction: .2");
  add_balls(&scenario, "steel", 0.001);
  add_wall(&scenario, "rigid", vec3(0, 0, 1));
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "ball", &(Start){.x = {0, 0, 0.001 - exact}});
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 10001);
  bodies_of(sim, 1, &b);
  test_note("v = %.6f m/s, spin = %.5f rad/s, overlap %.5e m", b.v.x, b.w.y, 0.001 - b.x.z);
  CHECK_NEAR(b.v.x, 4 * 0.0050005,
             2e-5); /* it sticks in the first few steps: about 1e-3 of the speed */
  CHECK_NEAR(b.w.y, 2.5 * 0.2 * 5 / 0.001 * 0.0050005, 4e-2); /* the same; published 12.50 */
  CHECK_NEAR(0.001 - b.x.z, overlap, 1e-12);                  /* published digits */
  CALL(sim_destroy(&sim));
  test_end("MercuryDPM's oblique self test: speed, spin and overlap of a sliding steel sphere");
}

TESTS(.ranks = {1, 2})
{
  a_sphere_bounces_as_in_a_published_self_test();
  a_steel_sphere_slides_as_in_a_published_self_test();
  test_folder_remove();
}
