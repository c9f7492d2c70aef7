/* SPDX-License-Identifier: MIT */
/* Single normal contacts: unlike spheres against closed forms, and contacts without any depth. */
#include "normal_contact.h"

/* ---- pairs of unlike spheres ---- */

/* Central impact of two unlike spheres along a slanted line: masses, radii and moduli combine as
   in the closed forms. */
static void unlike_spheres_mix_as_reduced_quantities(void)
{
  const double ra = 0.02, rb = 0.05, da = 3000, db = 800, ya = 3e8, yb = 9e8, na = 0.2, nb = 0.4,
               e = 0.6, v = 2;
  const double ma = 4.0 / 3 * pi * pow(ra, 3) * da, mb = 4.0 / 3 * pi * pow(rb, 3) * db,
               mass   = ma * mb / (ma + mb);
  const double radius = ra * rb / (ra + rb), star = 1 / ((1 - na * na) / ya + (1 - nb * nb) / yb);
  const double k = 4.0 / 3 * star * sqrt(radius), most = pow(5 * mass * v * v / (4 * k), 0.4),
               time = hertz_time * most / v;
  const Vec3   n    = {2.0 / 3, -1.0 / 3, 2.0 / 3};
  const double hooke =
    2 * (2 * ya * yb / (ya + yb)) *
    radius; /* stiffness: twice the harmonic mean of the moduli, times the reduced radius */
  Draft scenario, bodies;
  Body  b[2];

  for (int linear = 0; linear < 2; linear++) {
    const double exact = linear ? v * sqrt(mass / hooke) : most,
                 dt    = (linear ? pi * sqrt(mass / hooke) : time) / 400;
    double deepest     = 0, final[2];

    for (int damped = 0; damped < 2; damped++) {
      char  words[80];
      Start a     = {.x = vec3_scale(-ra - 2.3 * v * dt, n), .v = vec3_scale(v, n)},
            other = {.x = vec3_scale(rb, n)};
      Vec3 momentum;
      Sim *sim;

      add_head(&scenario, dt, vec3(0, 0, 0), 1);
      add(&scenario, "material:\n");
      add_material(&scenario, "a", ya, na, da);
      add_material(&scenario, "b", yb, nb, db);
      snprintf(words, sizeof words, "normal: %s, restitution: %g", linear ? "hooke" : "hertz",
               damped ? e : 1);
      add_laws(&scenario, "a", "b", words);
      add(&scenario,
          "template:\n  - a: {material: a, pebbles: [0, 0, 0, %g]}\n  - b: {material: b, pebbles: "
          "[0, 0, 0, %g]}\n",
          ra, rb);
      add(&scenario, "clumps:\n  - all: {file: bodies.csv}\n");
      add_bodies_head(&bodies);
      add_body(&bodies, 0, "a", &a);
      add_body(&bodies, 1, "b", &other);
      sim = sim_of(&scenario, &bodies);
      for (int s = 0; s < 600; s++) {
        test_steps(sim, 1);
        bodies_of(sim, 2, b);
        if (!damped) deepest = max_of(deepest, ra + rb - vec3_norm(vec3_sub(b[1].x, b[0].x)));
      }
      CHECK_INT(touching(sim), 0);
      final[damped] = vec3_dot(vec3_sub(b[1].v, b[0].v), n) / v;
      momentum = vec3_sub(vec3_axpy(vec3_scale(ma, b[0].v), mb, b[1].v), vec3_scale(ma * v, n));
      CHECK_NEAR(vec3_norm(momentum), 0, 600 * 1e-16 * mb * v); /* one rounding in each step */
      CALL(sim_destroy(&sim));
    }
    CHECK_NEAR(deepest / exact, 1, 3e-5); /* 400 steps a contact: error (pi/400)^2/8 of sampling,
                                             and as much of the time integration */
    CHECK_NEAR(final[0], 1, 1e-5);        /* 400 steps a contact, second order */
    CHECK_NEAR(final[1], e, 1e-4);        /* the same, damped */
    test_note("%s: overlap off by %.1e, e = 1 by %.1e, e = %g by %.1e", linear ? "hooke" : "hertz",
              deepest / exact - 1, final[0] - 1, e, final[1] - e);
  }
  test_end("unlike spheres: reduced mass, radius and modulus, and momentum to rounding");
}

/* ---- published self tests of MercuryDPM ---- */

/* A point on the position grid, one quantum left of 1.25 and one quantum up, whose distance from
   the origin rounds to 1.25, though its square is below 1.25^2. */
static Vec3 grazing(double quantum)
{
  const double below = nextafter(1.25 * 1.25, 0), x = 1.25 - quantum,
               y = round(sqrt(below - x * x) / quantum) * quantum;

  CHECK_BITS(x * x + y * y, below);
  CHECK_BITS(sqrt(below), 1.25);
  return vec3(x, y, 0);
}

static void who_touches_without_any_depth_feels_no_spring(void)
{
  static const char *const laws[] = {
    "normal: hertz, tangential: mindlin, restitution: .5, friction: .5",
    "normal: hooke, tangential: hooke, stiffness: 1e4, restitution: .5, friction: .5"};
  const double dt = 0x1p-10, way = 0x1p-12;

  for (int k = 0; k < 2; k++) {
    double quantum = 0;

    for (int pass = 0; pass < 2; pass++) { /* the first pass gets the quantum */
      const Vec3 at = pass ? grazing(quantum) : vec3(1.5, 0, 0);
      Draft      scenario, bodies;
      Body       b[2];
      Sim       *sim;

      add_head(&scenario, dt, vec3(0, 0, 0), 4);
      add(&scenario, "material:\n");
      add_material(&scenario, "stone", 1e5, 0.25, 1);
      add(&scenario, "contact:\n  - law: {between: [stone, stone], %s}\n", laws[k]);
      add_balls(&scenario, "stone", 0.625);
      add_bodies_head(&bodies);
      add_body(&bodies, 0, "ball", &(Start){.x = {0, 0, 0}});
      add_body(&bodies, 1, "ball", &(Start){.x = {at.x + way, at.y, at.z}, .v = {-way / dt, 0, 0}});
      sim     = sim_of(&scenario, &bodies);
      quantum = sim->space.domain.quantum;
      test_steps(sim, 1);
      bodies_of(sim, 2, b);
      CHECK_INT(touching(sim), pass);
      CHECK(k == 1 ||
            (b[1].force.x == 0 && b[0].force.x == 0)); /* only a dashpot acts from the start */
      test_steps(sim, 1);
      bodies_of(sim, 2, b);
      CHECK_INT(touching(sim), pass);
      CHECK(pass ? b[1].force.x > 0 && b[1].force.x + b[0].force.x == 0 : b[1].force.x == 0);
      CALL(sim_destroy(&sim));
    }
  }
  test_end(
    "a contact whose overlap rounds to zero has no spring force yet, and then the usual one");
}

TESTS(.ranks = {1, 2})
{
  unlike_spheres_mix_as_reduced_quantities();
  who_touches_without_any_depth_feels_no_spring();
  test_folder_remove();
}
