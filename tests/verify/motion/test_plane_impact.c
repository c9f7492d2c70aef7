/* SPDX-License-Identifier: MIT */
/* Impacts in two dimensions against closed forms: central impact of two discs, a dumbbell on a
   line. */
#include "plane.h"

static void two_discs_part_with_the_asked_restitution(void)
{
  const char *const laws[] = {"normal: hooke, stiffness: 1e6, restitution: .6",
                              "normal: hertz, restitution: .6"};
  Draft            *t = calloc(1, sizeof *t), *rows = calloc(1, sizeof *rows);

  for (int k = 0; k < 2; k++) {
    Body two[2];
    Sim *sim;

    add_plane(t, 5e-6, 0, 0, 10, "open, open");
    add(t, "contact:\n  - law: {between: [stuff, stuff], %s}\n", laws[k]);
    add_discs(t, 1, radius, mass, 0.5 * mass * radius * radius);
    add(t, "clumps:\n  - all: {file: bodies.csv}\n");
    /* central impact 30 degrees off x */
    add_row(rows, 0, vec3(-0.51 * cos(0.5), -0.51 * sin(0.5), 0), 0, vec3(cos(0.5), sin(0.5), 0),
            0);
    add_row(rows, 1, vec3(0.51 * cos(0.5), 0.51 * sin(0.5), 0), 1, vec3(-cos(0.5), -sin(0.5), 0),
            0);
    sim = sim_of(t, rows);
    test_steps(sim, 8000);
    CHECK_INT(touching(sim), 0);
    bodies_of(sim, 2, two);
    test_note("%s: restitution %.9g", laws[k], vec3_norm(two[0].v));
    CHECK_NEAR(vec3_norm(two[0].v), 0.6,
               1e-5); /* second order in some 600 steps of contact: 3.6e-6 */
    CHECK_NEAR(two[0].v.x + two[1].v.x, 0, 1e-14);
    CHECK_NEAR(two[0].v.y + two[1].v.y, 0, 1e-14);
    CHECK_NEAR(two[0].w.z, 0, 1e-12); /* central, except for rounding of positions */
    check_in_plane(sim);
    CALL(sim_destroy(&sim));
  }
  free(t);
  free(rows);
  test_end("two discs part with the asked restitution");
}

/* Two tangent discs as one clump: M = 2 m, I about the centre 2 (1/2 + 1) m r^2. It falls,
   tilted, on one of them. */
static void a_dumbbell_bounces_as_its_effective_mass_says(void)
{
  const double tilts[] = {0, 0.3, 1.0}, m = 3, inertia = 3 * m * radius * radius, whole = 2 * m,
               e = 0.5;
  Draft *t = calloc(1, sizeof *t), *rows = calloc(1, sizeof *rows);

  for (int k = 0; k < 3; k++) {
    const double tilt = tilts[k], arm = radius * cos(tilt), speed = 1;
    const double effective = 1 / (1 / whole + arm * arm / inertia),
                 push      = (1 + e) * effective * speed;
    Body body;
    Sim *sim;

    add_plane(t, 1e-6, 0, 0, 10, "open, open");
    add(t,
        "contact:\n  - law: {between: [stuff, stuff], normal: hooke, stiffness: 1e9, restitution: "
        "%g}\n",
        e);
    add_discs(t, 2, radius, whole, inertia);
    add(t, "clumps:\n  - all: {file: bodies.csv}\n");
    /* without tilt it would land on both discs at once */
    if (tilt == 0) add_floor(t, radius, -1e-3);
    else add_floor(t, 0, 0);
    add_row(rows, 0, vec3(0, radius + radius * sin(tilt) + 1e-3, 0), -tilt, vec3(0, -speed, 0), 0);
    sim = sim_of(t, rows);
    test_steps(sim, 1400);
    CHECK_INT(touching(sim), 0);
    bodies_of(sim, 1, &body);
    test_note("tilt %.2g: v %.9g, closed form %.9g; spin %.9g, %.9g", tilt, body.v.y,
              push / whole - speed, body.w.z, push * arm / inertia);
    /* the impact lasts some 2e-4 s, in which it turns by as many rad; the floor is tilted by
       1e-3 */
    CHECK_NEAR(body.v.y, push / whole - speed, 1e-3);
    CHECK_NEAR(body.w.z, push * arm / inertia, 1e-3);
    check_in_plane(sim);
    CALL(sim_destroy(&sim));
  }
  free(t);
  free(rows);
  test_end("a dumbbell bounces off a line as 1/M + (r x n)^2 / I says");
}

TESTS(.ranks = {1, 2})
{
  two_discs_part_with_the_asked_restitution();
  a_dumbbell_bounces_as_its_effective_mass_says();
  test_folder_remove();
}
