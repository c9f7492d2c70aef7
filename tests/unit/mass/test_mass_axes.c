/* SPDX-License-Identifier: MIT */
/* Error bounds of principal moments and axes from the error of the inertia; principal frames of
   laminae; mass properties given for laminae. */
#include "sets.h"

static Sym3 tensor_of(Vec3 moments, Quat q)
{
  return sym3_turned((Sym3){moments.x, moments.y, moments.z, 0, 0, 0}, q);
}

static Vec3 axis_of(const MassProperties *m, int k)
{
  return quat_turn(m->axes, vec3(k == 0, k == 1, k == 2));
}

/* Random tensor with operator norm 1: three axes, signs. */
static Sym3 noise(Random *random)
{
  const double b = 2 * random_real(random) - 1, c = 2 * random_real(random) - 1;

  return tensor_of(vec3(random_real(random) < 0.5 ? -1 : 1, b, c), random_orientation(random));
}

static void axes_are_as_sure_as_they_say(void)
{
  const Vec3 spectra[] = {{1, 2, 3},       {1, 1.1, 2}, {1, 1.9, 2},
                          {1, 1.001, 1.9}, {2, 2, 3},   {1, 1, 1}};
  double     most      = 0;
  int        useful    = 0;

  for (int k = 0; k < 4000; k++) {
    Random         random = random_stream(3, RANDOM_TEST, (uint64_t)k);
    const Vec3     p      = spectra[k % 6];
    const double   share  = pow(10, -6 * random_real(&random)) * 0.3;
    MassProperties truth = {.inertia = tensor_of(p, random_orientation(&random))}, found = truth;
    const Sym3     n    = noise(&random);
    const double   size = share * p.z;
    Vec3           bound;

    found.inertia = sym3_less(truth.inertia, (Sym3){size * n.xx, size * n.yy, size * n.zz,
                                                    size * n.xy, size * n.xz, size * n.yz});
    found.error   = share;
    mass_principal(&truth);
    mass_principal(&found);
    bound = mass_axes_error(&found);
    for (int a = 0; a < 3; a++) {
      const double angle =
        asin(fmin(1, vec3_norm(vec3_cross(axis_of(&truth, a), axis_of(&found, a)))));
      const double gap = fmin(a > 0 ? vec3_axis(p, a) - vec3_axis(p, a - 1) : 9,
                              a < 2 ? vec3_axis(p, a + 1) - vec3_axis(p, a) : 9);

      /* Weyl: no moment is off by more, except for rounding */
      CHECK(fabs(vec3_axis(truth.principal, a) - vec3_axis(found.principal, a)) <= size + 4e-15);
      if (gap == 0) CHECK(vec3_axis(bound, a) > 1.5 || size < 1e-12);
      else CHECK(angle <= vec3_axis(bound, a) + 1e-14); /* rounding */
      if (gap > 0 && vec3_axis(bound, a) < 1.5) {
        most = fmax(most, angle / vec3_axis(bound, a));
        useful++;
      }
    }
  }
  test_note("%d bounds of 12000 say something; at most %.2f of one was used", useful, most);
  CHECK(useful > 4000 && most > 0.5);
  test_end("axes: within the bound of Davis and Kahan, moments within that of Weyl");
}

static void degenerate_axes_are_free(void)
{
  MassProperties ball = {.inertia = {2, 2, 2, 0, 0, 0}}, rod = {.inertia = {1, 5, 5, 0, 0, 0}};
  Vec3           b;

  mass_principal(&ball);
  mass_principal(&rod);
  b = mass_axes_error(&ball);
  CHECK(b.x > 1.57 && b.y > 1.57 && b.z > 1.57);
  b = mass_axes_error(&rod);
  CHECK(b.x < 1e-14 && b.y > 1.57 && b.z > 1.57); /* rounding */
  rod.error = 0.2;
  b         = mass_axes_error(&rod);
  CHECK(b.x > 0.3 && b.x < 1.57);
  rod.error = 2;
  b         = mass_axes_error(&rod);
  CHECK(b.x > 1.57); /* no bound */
  test_end("axes: no bound for equal moments, nor when the error is as large as the inertia");
}

static void laminae_keep_z(void)
{
  for (int k = 0; k < 1000; k++) {
    const double turn = PETSC_PI * (k - 500) / 500, c = cos(turn), s = sin(turn),
                 a = 1 + 1e-3 * (k % 50), b = 1.2;
    MassProperties m = {.error = 1e-3};
    Vec3           bound;
    Vec3           e;

    m.inertia.xx = a * c * c + b * s * s;
    m.inertia.yy = a * s * s + b * c * c;
    m.inertia.xy = (a - b) * s * c;
    m.inertia.zz = m.inertia.xx + m.inertia.yy;
    mass_principal(&m);
    e     = axis_of(&m, 0);
    bound = mass_axes_error(&m);
    CHECK(m.axes.x == 0 && m.axes.y == 0 && m.axes.w > 0);
    CHECK_NEAR(m.principal.x, a, 1e-15 * 4); /* rounding */
    CHECK_NEAR(m.principal.y, b, 1e-15 * 4); /* rounding */
    CHECK_BITS(m.principal.z, m.inertia.zz);
    CHECK_NEAR(fabs(e.x * c + e.y * s), 1, 1e-14); /* rounding over the gap, squared */
    CHECK(fmax(e.x, e.y) > 0.7 - 1e-9);            /* the largest component is positive */
    CHECK(bound.z == 0 && bound.x == bound.y && bound.x > 0.001 && bound.x < 0.02);
  }
  test_end("laminae: third axis z to the bit, whatever the turn in the plane");
}

static void free_laminae_keep_the_axes(void)
{
  const double square[4][4] = {{1, 1, 0, 1.1}, {1, -1, 0, 1.1}, {-1, 1, 0, 1.1}, {-1, -1, 0, 1.1}};

  for (int k = 0; k < 40; k++) {
    PebbleSet      set = set_of(2, k == 0 ? 1 : 4, square);
    MassProperties m;
    Vec3           bound;

    if (k > 1) set_turn(&set, (uint64_t)k);
    m     = exact_of(&set);
    bound = mass_axes_error(&m);
    CHECK(m.axes.w == 1 && m.axes.x == 0 && m.axes.y == 0 && m.axes.z == 0);
    CHECK(bound.x > 1.57 && bound.y > 1.57 && bound.z == 0);
    pebble_set_free(&set);
  }
  test_end("laminae: a disc and a square of discs keep the axes given, however turned");
}

TESTS(.ranks = {1})
{
  axes_are_as_sure_as_they_say();
  degenerate_axes_are_free();
  laminae_keep_z();
  free_laminae_keep_the_axes();
}
