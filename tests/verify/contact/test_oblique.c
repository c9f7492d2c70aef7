/* SPDX-License-Identifier: MIT */
/* Oblique impacts on a plane against closed forms (Chung & Ooi 2011, Granular Matter 13, 643, tests
   3 and 4; Kharaz, Gorham & Salman 2001, Powder Technology 120, 281). */
#include "oblique.h"

static const Case kharaz = {.radius       = 0.0025,
                            .young        = 380e9,
                            .poisson      = 0.23,
                            .density      = 4000,
                            .wall_young   = 70e9,
                            .wall_poisson = 0.33,
                            .restitution  = 0.98,
                            .friction     = 0.092,
                            .terms        = "normal: hertz, tangential: mindlin"};

/* Angles 5 .. 85 degrees from the normal at 3.9 m/s. The contact slides throughout if tan(theta)
   > mu (7 - 1/ratio), ratio being that of the tangential and normal stiffness 8 G* a and 2 E* a
   (Maw, Barber & Fawcett 1976, Wear 38, 101). */
static void kharaz_spheres_slide_as_measured(void)
{
  enum { N = 17 };
  const double star    = 1 / ((1 - 0.23 * 0.23) / 380e9 + (1 - 0.33 * 0.33) / 70e9);
  const double shear   = 1 / (2 * (2 - 0.23) * 1.23 / 380e9 + 2 * (2 - 0.33) * 1.33 / 70e9);
  const double sliding = kharaz.friction * (7 - star / (4 * shear));
  double       gap[N], worst_t = 0, worst_w = 0;
  Vec3         v[N], w[N];
  Body         b[N];
  int          slid = 0;

  for (int i = 0; i < N; i++) {
    const double a = (5 + 5 * i) * pi / 180;

    gap[i] = 1e-9 * (1 + i);
    v[i]   = vec3(3.9 * sin(a), 0, -3.9 * cos(a));
    w[i]   = vec3(0, 0, 0);
  }
  {
    const double slowest = contact_time(&kharaz, 3.9 * cos(85 * pi / 180)),
                 fastest = contact_time(&kharaz, 3.9);

    throw_all(&kharaz, fastest / 400, (int)(400 * 1.3 * slowest / fastest), N, gap, v, w, b);
  }
  for (int i = 0; i < N; i++) {
    const double a = (5 + 5 * i) * pi / 180, e_t = b[i].v.x / v[i].x, spin = vec3_norm(b[i].w),
                 mu = kharaz.friction, e = kharaz.restitution;
    const double exact_t = 1 - mu * (1 + e) / tan(a),
                 exact_w = 2.5 * mu * (1 + e) * 3.9 * cos(a) / kharaz.radius;

    CHECK_NEAR(-b[i].v.z / v[i].z, e, 1e-4); /* 400 steps a contact or more */
    CHECK_NEAR(spin * kharaz.radius * 0.4 / (v[i].x - b[i].v.x), 1,
               4e-3); /* one force gives both; the arm is shorter by half the overlap */
    test_note("%2d degrees: e_t %.5f (sliding %.5f), spin %8.2f (%8.2f)%s", 5 + 5 * i, e_t, exact_t,
              spin, exact_w, tan(a) > sliding ? "" : ", sticks");
    if (tan(a) <= sliding) {
      CHECK(e_t > exact_t); /* sticking loses less than sliding would */
      continue;
    }
    slid++;
    worst_t = max_of(worst_t, fabs(e_t - exact_t));
    worst_w = max_of(worst_w, fabs(spin / exact_w - 1));
    CHECK_NEAR(e_t, exact_t,
               5e-5); /* 400 steps a contact; the spring first has to grow to the cap */
    CHECK_NEAR(spin / exact_w, 1, 4e-3); /* the shorter arm, as above */
  }
  CHECK(slid >= 8);
  test_note("sliding beyond %.1f degrees; there e_t off by %.1e, spin by %.1e",
            atan(sliding) * 180 / pi, worst_t, worst_w);
  test_end("Chung & Ooi 4: Kharaz' spheres at 5 to 85 degrees leave with the speed and spin of "
           "gross sliding");
}

/* Test 3: straight down, e = 0 .. 1 in steps of .1. */
static void straight_impacts_return_the_asked_part(void)
{
  double worst = 0;

  for (int i = 0; i <= 10; i++) {
    Case         c       = kharaz;
    const Vec3   down[1] = {{0, 0, -3.9}}, none[1] = {{0, 0, 0}};
    const double gap[1] = {1e-9}, dt = contact_time(&c, 3.9) / 400;
    Body         b;
    double       e;

    c.restitution = 0.1 * i;
    throw_all(&c, dt, 2400, 1, gap, down, none, &b);
    e = b.v.z / 3.9;
    if (i == 0) {
      test_note("asked for 0: %.2e of the speed after six contact times, overlap %.2e m", e,
                c.radius - b.x.z);
      CHECK(b.x.z < c.radius); /* critically damped: it does not part */
      CHECK(e >= 0 && e < 1e-3);
      continue;
    }
    worst = max_of(worst, fabs(e - c.restitution));
    CHECK_NEAR(e, c.restitution, 1e-4); /* 400 steps a contact, second order */
    CHECK_BITS(b.v.x, 0);
  }
  test_note("worst error of e %.1e", worst);
  test_end("Chung & Ooi 3: straight impacts at 3.9 m/s return 0 to 1 of it, and nothing sideways");
}

TESTS(.ranks = {1, 2})
{
  straight_impacts_return_the_asked_part();
  kharaz_spheres_slide_as_measured();
  test_folder_remove();
}
