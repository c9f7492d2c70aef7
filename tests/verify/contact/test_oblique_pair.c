/* SPDX-License-Identifier: MIT */
/* Oblique impacts of two free spheres (Chung & Ooi 2011, Granular Matter 13, 643, tests 7 and
   8). */
#include "oblique.h"

/* Tests 7 and 8: two spheres. */
static void throw_two(const Case *c, double scale, Vec3 v, Vec3 w0, Vec3 w1, Body after[2])
{
  const double dt = contact_time(c, vec3_norm(v)) / 400;
  char         words[300];
  Draft        scenario, bodies;
  Start        a = {.x = {0, 0, c->radius + 2.3 * dt * vec3_norm(v)}, .v = v, .w = w0},
        b        = {.x = {0, 0, -scale * c->radius}, .w = w1, .scale = scale};
  Sim *sim;

  add_head(&scenario, dt, vec3(0, 0, 0), 4 * scale * c->radius);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", c->young, c->poisson, c->density);
  add_material(&scenario, "none", c->wall_young, c->wall_poisson, 1);
  snprintf(words, sizeof words, "restitution: %.17g, friction: %.17g, %s", c->restitution,
           c->friction, c->terms);
  add_laws(&scenario, "stone", "none", words);
  add_balls(&scenario, "stone", c->radius);
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "ball", &a);
  add_body(&bodies, 1, "ball", &b);
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 1600);
  CHECK_INT(touching(sim), 0);
  bodies_of(sim, 2, after);
  CALL(sim_destroy(&sim));
}

static const Case pair_case = {.radius       = 0.1,
                               .young        = 70e9,
                               .poisson      = 0.33,
                               .density      = 2700,
                               .wall_young   = 70e9,
                               .wall_poisson = 0.33,
                               .restitution  = 0.5,
                               .friction     = 0.4,
                               .terms = "normal: hertz, tangential: mindlin, limit_damping: true"};

static void opposite_spins_do_not_feel_each_other(void)
{
  Body b[2];

  throw_two(&pair_case, 1, vec3(0, 0, -0.4), vec3(0, 7, 0), vec3(0, -7, 0), b);
  CHECK_NEAR(b[0].v.z - b[1].v.z, 0.2, 4e-5); /* 400 steps a contact */
  for (int k = 0; k < 2; k++) {
    CHECK_BITS(b[k].v.x, 0);
    CHECK_BITS(b[k].v.y, 0);
    CHECK_NEAR(b[k].w.y, k ? -7 : 7, 0); /* exactly */
  }
  test_end("Chung & Ooi 7: equal spheres with opposite spins part without a sideways speed, their "
           "spins exactly unchanged");
}

/* Two free spheres, the lower one 20 times as large, in sliding contact: J_n = (1 + e) m* v_n,
   J_t = mu J_n. */
static void a_small_sphere_slides_on_a_huge_one(void)
{
  const double scale = 20, m0 = 4.0 / 3 * pi * 1e-3 * 2700, m1 = m0 * pow(scale, 3),
               mass   = m0 * m1 / (m0 + m1);
  const double normal = 1.5 * mass * 0.2, slide = 0.4 * normal, r0 = 0.1, r1 = 0.1 * scale;
  Body         b[2];

  throw_two(&pair_case, scale, vec3(0, 0, -0.2), vec3(0, 20, 0), vec3(0, 0, 0), b);
  test_note("sideways %.6f (%.6f), spins %.5f (%.5f), %.4e (%.4e)", b[0].v.x, slide / m0, b[0].w.y,
            20 - slide * r0 / (0.4 * m0 * r0 * r0), b[1].w.y, -slide * r1 / (0.4 * m1 * r1 * r1));
  CHECK_NEAR(b[0].v.z - b[1].v.z, 0.1, 2e-5);    /* 400 steps a contact */
  CHECK_NEAR(b[0].v.x / (slide / m0), 1, 3e-3);  /* the spring has to grow to the cap */
  CHECK_NEAR(b[1].v.x / (-slide / m1), 1, 3e-3); /* the same */
  CHECK_NEAR((20 - b[0].w.y) / (2.5 * slide / (m0 * r0)), 1, 3e-3); /* the same */
  CHECK_NEAR(b[1].w.y / (-2.5 * slide / (m1 * r1)), 1, 3e-3);       /* the same */
  test_end(
    "Chung & Ooi 8: a spinning sphere slides on a huge free one, both leave as the impulses say");
}

TESTS(.ranks = {1, 2})
{
  opposite_spins_do_not_feel_each_other();
  a_small_sphere_slides_on_a_huge_one();
  test_folder_remove();
}
