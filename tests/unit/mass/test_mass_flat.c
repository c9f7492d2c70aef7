/* SPDX-License-Identifier: MIT */
/* Mass properties of discs that are known in closed form: pairs and rings. */
#include "discs.h"

static void known_pair(void)
{
  const double         rows[2][4] = {{0, 0, 0, .5}, {.8, 0, 0, .5}};
  PebbleSet            set        = set_of(2, 2, rows);
  const MassProperties m          = exact_of(&set);

  CHECK_NEAR(2 * m.mass / 2.97809154479651, 1, 5e-15); /* 15 digits are given, for a density of 2 */
  CHECK_NEAR(m.centre.x, .4, 1e-15);                   /* rounding */
  CHECK_NEAR(2 * m.inertia.zz / .891956090267005, 1, 5e-15); /* as the mass */
  CHECK_BITS(m.principal.z, m.inertia.zz);
  CHECK(m.error < 1e-12);
  check_flat(&m);
  pebble_set_free(&set);
  test_end("discs, exact: the known pair");
}

/* Two discs on the x axis: area, first and second moments of the lens of the two segments, each in
 * closed form. */
static void pairs(void)
{
  const double distance[] = {0.1,         0.3,     0.6, 0.9, 1.2, 1.4, 1.49999, 1.5 - 1e-12,
                             0.5 + 1e-12, 0.50001, 1.5, 1.6, 0.5, 0.4, 0};
  const double a = 1, b = 0.5;

  for (size_t k = 0; k < sizeof distance / sizeof *distance; k++) {
    const double   d = distance[k], rows[2][4] = {{0, 0, 0, a}, {d, 0, 0, b}};
    double         area = PETSC_PI * (a * a + b * b), first = PETSC_PI * b * b * d, xx, yy;
    PebbleSet      set = set_of(2, 2, rows);
    MassProperties m   = exact_of(&set);

    xx = PETSC_PI / 4 * (pow(a, 4) + pow(b, 4)) + PETSC_PI * b * b * d * d;
    yy = PETSC_PI / 4 * (pow(a, 4) + pow(b, 4));
    if (d <= a - b) {
      area -= PETSC_PI * b * b;
      first -= PETSC_PI * b * b * d;
      xx -= PETSC_PI / 4 * pow(b, 4) + PETSC_PI * b * b * d * d;
      yy -= PETSC_PI / 4 * pow(b, 4);
    } else if (d < a + b) {
      const double radius[] = {a, b}, centre[] = {0, d}, sign[] = {1, -1};

      for (int s = 0; s < 2; s++) {
        const double r = radius[s], h = (d * d + r * r - radius[1 - s] * radius[1 - s]) / (2 * d),
                     t = acos(h / r), c = centre[s];
        const double area_s  = r * r * (t - sin(2 * t) / 2),
                     first_s = 2.0 / 3 * pow(r * sin(t), 3) * sign[s];
        const double along   = pow(r, 4) / 4 * (t - sin(4 * t) / 4);
        const double across  = pow(r, 4) * (t / 4 - sin(2 * t) / 6 + sin(4 * t) / 48);

        area -= area_s;
        first -= area_s * c + first_s;
        xx -= along + 2 * c * first_s + c * c * area_s;
        yy -= across;
      }
    }
    xx -= first * first / area;
    CHECK_NEAR(m.volume / area, 1,
               1e-12); /* error required; acos near 1 costs the closed form some 1e-14 */
    CHECK_NEAR(m.centre.x, first / area, 1e-12);    /* as above */
    CHECK_NEAR(m.inertia.yy / xx, 1, 1e-12);        /* as above */
    CHECK_NEAR(m.inertia.xx / yy, 1, 1e-12);        /* as above */
    CHECK_NEAR(m.inertia.zz / (xx + yy), 1, 1e-12); /* as above */
    CHECK(m.error < 1e-12);
    check_flat(&m);
    pebble_set_free(&set);
  }
  test_end(
    "discs, exact: two unequal discs, from inside to apart, as the closed form of their lens");
}

/* Discs on a ring that overlap their neighbours and leave a hole: n times the contribution of
   one. */
static void rings_with_a_hole(void)
{
  for (int n = 8; n <= 64; n *= 2) {
    const double ring = 3, r = 1.3 * ring * sin(PETSC_PI / n), half = ring * sin(PETSC_PI / n),
                 t    = acos(half / r);
    const double lens = r * r * (2 * t - sin(2 * t));
    /* polar moment about the middle of the lens, of two segments, then moved to its place on the
       ring */
    const double along   = pow(r, 4) / 4 * (t - sin(4 * t) / 4),
                 across  = pow(r, 4) * (t / 4 - sin(2 * t) / 6 + sin(4 * t) / 48);
    const double segment = lens / 2, first = 2.0 / 3 * pow(r * sin(t), 3);
    const double polar = 2 * (along - 2 * half * first + half * half * segment + across),
                 place = ring * cos(PETSC_PI / n);
    PebbleSet      set;
    MassProperties m;

    pebble_set_create(n, &set);
    set.dimension = 2;
    for (int i = 0; i < n; i++) {
      set.x[i] = vec3(ring * cos(2 * PETSC_PI * i / n), ring * sin(2 * PETSC_PI * i / n), 0);
      set.r[i] = r;
    }
    m = exact_of(&set);
    CHECK_NEAR(m.volume / (n * (PETSC_PI * r * r - lens)), 1, 1e-13); /* rounding */
    CHECK_NEAR(m.inertia.zz / (n * (PETSC_PI * r * r * (r * r / 2 + ring * ring) - polar -
                                    lens * place * place)),
               1, 1e-13);                      /* rounding */
    CHECK_NEAR(vec3_norm(m.centre), 0, 1e-14); /* rounding */
    CHECK_BITS(m.axes.w, 1);                   /* equal moments: the axes stay */
    check_flat(&m);
    pebble_set_free(&set);
  }
  test_end("discs, exact: rings with a hole");
}

TESTS(.ranks = {1})
{
  known_pair();
  pairs();
  rings_with_a_hole();
}
