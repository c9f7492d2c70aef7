/* SPDX-License-Identifier: MIT */
/* The polar moment of inertia in two dimensions: the shortest contact, and a freely spinning
   clump. */
#include "plane.h"

/* ---- impacts ---- */

/* Check the contact time of two dumbbells, one of half the size, with this 1/m at their ends: pi
   / sqrt(k (1/m + 1/m)). */
static void check_shortest(bool given, double scale, double inverse)
{
  const double k = 1e5;
  Draft       *t = calloc(1, sizeof *t), *rows = calloc(1, sizeof *rows);
  Sim         *sim;

  add_plane(t, 1e-4, 0, 0, 10, "open, open");
  add(
    t,
    "contact:\n  - law: {between: [stuff, stuff], normal: hooke, stiffness: %g, restitution: 1}\n",
    k);
  if (given) add_discs(t, 2, radius, 6, 1.5);
  else
    add(t,
        "template:\n  - body: {material: stuff, pebbles: [%g, 0, %g, %g, 0, %g], mass_properties: "
        "sum}\n",
        -radius, radius, radius, radius);
  add(t, "clumps:\n  - all: {file: bodies.csv}\n");
  add(rows, "id,template,x,y,scale\n0,body,1,1,%g\n1,body,5,5,1\n", scale);
  sim = sim_of(t, rows);
  CHECK_NEAR(sim->timestep.limits.time / (PETSC_PI / sqrt(k * 2 * inverse)), 1,
             1e-14); /* rounding */
  CALL(sim_destroy(&sim));
  free(t);
  free(rows);
}

/* Contacts end to end, or side to side at the ends: 1/m of the contact is 1/M + arm^2 / I, I
   polar, at the scale of the clump. */
static void the_shortest_contact_is_that_of_the_polar_inertia(void)
{
  const double scale = 0.5, s2 = scale * scale, arm = radius * scale;
  const double whole = 2 * PETSC_PI * radius * radius,
               polar = 1.5 * whole * radius * radius; /* tangent discs of 1 kg/m^2 */

  check_shortest(false, scale, 1 / (whole * s2) + arm * arm / (polar * s2 * s2));
  check_shortest(true, scale,
                 1 / (6 * s2) +
                   radius * radius /
                     1.5); /* given inertia does not scale, so the large one turns as easily */
  test_end("the stable step is that of discs: polar inertia, mass as the square of the scale");
}

/* ---- spin ---- */

static void a_free_body_keeps_its_spin_exactly(void)
{
  enum { STEPS = 20000 };
  const double dt = 1e-2, spin = 7, start = 0.4, half = 0.5 * (start + STEPS * dt * spin);
  Draft       *t = calloc(1, sizeof *t), *rows = calloc(1, sizeof *rows);
  double       off;
  Body         body;
  Sim         *sim;

  add_plane(t, dt, 0, 0, 10, "open, open");
  add(
    t,
    "contact:\n  - law: {between: [stuff, stuff], normal: hooke, stiffness: 1, restitution: 1}\n");
  add_discs(t, 2, radius, 2, 1.5);
  add(t, "clumps:\n  - all: {file: bodies.csv}\n");
  add_row(rows, 0, vec3(0, 0, 0), start, vec3(0, 0, 0), spin);
  sim = sim_of(t, rows);
  test_steps(sim, STEPS);
  bodies_of(sim, 1, &body);
  off = 2 * (body.q.w * sin(half) - body.q.z * cos(half));
  test_note("after %.0f turns the angle is off by %.3g", STEPS * dt * spin / (2 * PETSC_PI), off);
  /* the series of tan has an error of .02 (spin dt / 2)^8 of the angle: 5e-14 of 1400 rad;
     rounding is 20000 times 1e-16 of a turn. The second-order scheme of three dimensions would
     have an error of (spin dt)^2 / 12: half a radian */
  CHECK_NEAR(off, 0, 1e-9);
  CHECK_NEAR(body.w.z, spin, 1e-14 * STEPS);
  check_in_plane(sim);
  CALL(sim_destroy(&sim));
  free(t);
  free(rows);
  test_end("a body that nothing touches turns by spin times time");
}

TESTS(.ranks = {1, 2})
{
  the_shortest_contact_is_that_of_the_polar_inertia();
  a_free_body_keeps_its_spin_exactly();
  test_folder_remove();
}
