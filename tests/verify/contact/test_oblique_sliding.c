/* SPDX-License-Identifier: MIT */
/* Impacts that slide throughout, of fast and of spinning spheres (Chung & Ooi 2011, Granular Matter
   13, 643, tests 5 and 6). */
#include "oblique.h"

/* Test 5: normal speed 5 m/s, tangential .05 to 100. */
static void a_constant_normal_speed_slides_alike(void)
{
  enum { N = 12 };
  const Case   steel = {.radius       = 1e-5,
                        .young        = 208e9,
                        .poisson      = 0.3,
                        .density      = 7850,
                        .wall_young   = 208e9,
                        .wall_poisson = 0.3,
                        .restitution  = 1,
                        .friction     = 0.3,
                        .terms        = "normal: hertz, tangential: mindlin"};
  const double dt    = contact_time(&steel, 5) / 400;
  double       gap[N], worst = 0;
  Vec3         v[N], w[N];
  Body         b[N];

  for (int i = 0; i < N; i++) {
    gap[i] = 5 * dt * (2 + (double)i / N);
    v[i]   = vec3(0.05 * pow(2, i), 0, -5);
    w[i]   = vec3(0, 0, 0);
  }
  throw_all(&steel, dt, 420, N, gap, v, w, b);
  for (int i = 0; i < N; i++) {
    const double e_t = b[i].v.x / v[i].x, exact = 1 - 0.3 * 2 * 5 / v[i].x;

    CHECK_NEAR(b[i].v.z, 5, 1e-4);
    if (v[i].x < 12) continue; /* below 7/2 mu (1 + e) v_n = 10.5 and slightly above, it sticks */
    worst = max_of(worst, fabs(b[i].v.x - v[i].x + 3) / 3);
    CHECK_NEAR(e_t, exact, 1e-3); /* it sticks in the first steps */
  }
  test_note("tangential impulse off by %.1e", worst);
  test_end("Chung & Ooi 5: at a constant normal speed a sliding sphere loses mu (1 + e) v_n, "
           "however fast");
}

/* Test 6: normal impact with spin: backward sliding gives the same impulse if the normal force
   is never attractive (with an attractive dashpot force the total is (1 + e) m v, but friction
   follows the repulsive part, here 3.4 % more). */
static void a_spinning_sphere_is_kicked_sideways(void)
{
  enum { N = 6 };
  const Case   alloy = {.radius       = 0.1,
                        .young        = 70e9,
                        .poisson      = 0.33,
                        .density      = 2700,
                        .wall_young   = 70e9,
                        .wall_poisson = 0.33,
                        .restitution  = 0.5,
                        .friction     = 0.4,
                        .terms        = "normal: hertz, tangential: mindlin, limit_damping: true"};
  const double dt = contact_time(&alloy, 0.2) / 400, push = 0.4 * 1.5 * 0.2;
  double       gap[N], worst                              = 0;
  Vec3         v[N], w[N];
  Body         b[N];

  for (int i = 0; i < N; i++) {
    gap[i] = 0.2 * dt * (2 + (double)i / N);
    v[i]   = vec3(0, 0, -0.2);
    w[i]   = vec3(0, 6 + 4 * i, 0); /* 7/2 mu (1 + e) v_n / R = 4.2: beyond it slides */
  }
  throw_all(&alloy, dt, 900, N, gap, v, w, b);
  for (int i = 0; i < N; i++) {
    CHECK_NEAR(b[i].v.z, 0.1, 2e-5);         /* 400 steps a contact */
    CHECK_NEAR(b[i].v.x, push, 3e-3 * push); /* the spring has to grow to the cap */
    CHECK_NEAR(w[i].y - b[i].w.y, 2.5 * push / 0.1, 3e-3 * 2.5 * push / 0.1); /* the same */
    worst = max_of(worst, fabs(b[i].v.x / push - 1));
  }
  test_note("sideways speed off by %.1e", worst);
  test_end("Chung & Ooi 6: a sphere that comes down spinning leaves with mu (1 + e) v_n sideways");
}

TESTS(.ranks = {1, 2})
{
  a_constant_normal_speed_slides_alike();
  a_spinning_sphere_is_kicked_sideways();
  test_folder_remove();
}
