/* SPDX-License-Identifier: MIT */
/* Principal frames of bodies. */
#include "shape/mass/mass.h"
#include "test.h"

/* R diag(p) R^T, R the rotation by q. */
static Sym3 tensor_of(Vec3 p, Quat q)
{
  const Vec3 x = quat_turn(q, vec3(1, 0, 0)), y = quat_turn(q, vec3(0, 1, 0)),
             z = quat_turn(q, vec3(0, 0, 1));

  return (Sym3){.xx = p.x * x.x * x.x + p.y * y.x * y.x + p.z * z.x * z.x,
                .yy = p.x * x.y * x.y + p.y * y.y * y.y + p.z * z.y * z.y,
                .zz = p.x * x.z * x.z + p.y * y.z * y.z + p.z * z.z * z.z,
                .xy = p.x * x.x * x.y + p.y * y.x * y.y + p.z * z.x * z.y,
                .xz = p.x * x.x * x.z + p.y * y.x * y.z + p.z * z.x * z.z,
                .yz = p.x * x.y * x.z + p.y * y.y * y.z + p.z * z.y * z.z};
}

/* Check the principal frame: a rotation, ascending moments, and the tensor is recovered. */
static void check_frame(const MassProperties *m)
{
  const Sym3   back = tensor_of(m->principal, m->axes), s = m->inertia;
  const double d[] = {back.xx - s.xx, back.yy - s.yy, back.zz - s.zz,
                      back.xy - s.xy, back.xz - s.xz, back.yz - s.yz};

  for (int k = 0; k < 6; k++)
    CHECK_NEAR(d[k] / m->principal.z, 0, 4e-13); /* four times the slack of equal moments */
  CHECK_NEAR(quat_norm(m->axes), 1, 4e-16);      /* rounding */
  CHECK(m->axes.w >= 0);
  CHECK(m->principal.x <= m->principal.y && m->principal.y <= m->principal.z);
}

static void frames_give_the_tensor_back(void)
{
  const Vec3 moments[] = {{1, 2, 2.5}, {1, 1, 1},          {1, 1, 1.5},
                          {1, 3, 3},   {1, 1 + 1e-9, 1.2}, {1, 1 + 1e-14, 1 - 1e-14},
                          {1e-6, 1, 1}};
  const Quat turns[]   = {{1, 0, 0, 0},    {1, 1, 0, 0},    {1, 1, 1, 1},   {0, 1, 0, 0},
                          {3, 2, -1, 0.5}, {0.1, -2, 1, 1}, {1, 1e-9, 0, 0}};

  for (int i = 0; i < 7; i++) {
    for (int j = 0; j < 7; j++) {
      const Vec3     p = moments[i];
      MassProperties m = {.inertia = tensor_of(p, quat_normalized(turns[j]))};

      mass_principal(&m);
      check_frame(&m);
      CHECK_NEAR(m.principal.x + m.principal.y + m.principal.z, p.x + p.y + p.z,
                 1e-14); /* rounding */
      CHECK_NEAR(m.principal.x, fmin(p.x, fmin(p.y, p.z)),
                 1e-12); /* tolerance of equal moments and the noise added */
      CHECK_NEAR(m.principal.z, fmax(p.x, fmax(p.y, p.z)), 1e-12); /* as above */
    }
  }
  test_end("frame: principal moments ascend and the axes give the tensor back");
}

static void check_quat(Quat q, Quat expected)
{
  CHECK_NEAR(q.w, expected.w, 1e-9); /* the noise added is 1e-14 */
  CHECK_NEAR(q.x, expected.x, 1e-9); /* as above */
  CHECK_NEAR(q.y, expected.y, 1e-9); /* as above */
  CHECK_NEAR(q.z, expected.z, 1e-9); /* as above */
}

/* Noise, as from another method or library, must not change the choice of axes. */
static void noise_does_not_turn_frames(void)
{
  const Sym3 noise[] = {
    {0, 0, 0, 0, 0, 0}, {1e-14, -1e-14, 0, 1e-14, 0, 0}, {0, 1e-14, -1e-14, 1e-14, -1e-14, 1e-14}};
  const Sym3   exact[] = {{1, 1, 1, 0, 0, 0}, {2, 2, 1, 0, 0, 0}, {1, 2, 2, 0, 0, 0},
                          {1, 2, 3, 0, 0, 0}, {3, 2, 1, 0, 0, 0}, {1.5, 1.5, 1, .5, 0, 0}};
  const double h = sqrt(0.5), p = sqrt((1 + h) / 4), n = -sqrt((1 - h) / 4);
  /* by hand, from the rules in mass.h */
  const Quat known[] = {{1, 0, 0, 0}, {.5, -.5, -.5, -.5}, {1, 0, 0, 0},
                        {1, 0, 0, 0}, {h, 0, -h, 0},       {p, p, n, n}};

  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 3; j++) {
      const Sym3     a = exact[i], b = noise[j];
      MassProperties m = {
        .inertia = {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz}};

      mass_principal(&m);
      check_frame(&m);
      check_quat(m.axes, known[i]);
    }
  }
  test_end("frame: rounding does not turn the axes of round shapes");
}

/* Axis e of the principal frame, in the given frame. */
static Vec3 side_of(Quat q, int k)
{
  return quat_turn(q, vec3(k == 0, k == 1, k == 2));
}

static void turned_frames_follow_the_rules(void)
{
  const Vec3 moments[] = {{1, 2, 2.5}, {1, 1, 1.5}, {1, 1.5, 1.5}};
  uint64_t   state     = 12345;

  for (int k = 0; k < 300; k++) {
    double         c[4], tip[3] = {0};
    MassProperties m = {.volume = 0}, noisy;

    for (int i = 0; i < 4; i++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      c[i]  = (double)(state >> 11) * 0x1p-53 - 0.5;
    }
    m.inertia = tensor_of(moments[k % 3], quat_normalized((Quat){c[0], c[1], c[2], c[3]}));
    noisy     = m;
    noisy.inertia.xx += 1e-14 * c[0];
    noisy.inertia.xy += 1e-14 * c[1];
    noisy.inertia.yz += 1e-14 * c[2];
    mass_principal(&m);
    mass_principal(&noisy);
    check_frame(&m);
    for (int e = 0; e < 3; e++)
      CHECK_NEAR(vec3_norm(vec3_sub(side_of(m.axes, e), side_of(noisy.axes, e))), 0,
                 1e-12); /* noise over 0.5 */
    for (int e = 0; e < 2; e++) {
      const Vec3 side = side_of(m.axes, e);

      for (int i = 0; i < 3; i++) {
        if (fabs(vec3_axis(side, i)) > fabs(tip[e])) tip[e] = vec3_axis(side, i);
      }
      CHECK(tip[e] > 0);
    }
  }
  test_end("frame: turned shapes have axes that rounding does not turn, the first two pointing up");
}

static bool given(Sym3 inertia, char *why)
{
  MassProperties m;

  return mass_given(1, 2, vec3(1, 2, 3), inertia, &m, why);
}

static void impossible_bodies_are_refused(void)
{
  const Quat     q        = quat_normalized((Quat){3, 2, -1, 0.5});
  const Vec3     centre   = {1, 2, 3};
  const Sym3     ball     = {1, 1, 1, 0, 0, 0};
  char           why[256] = "";
  MassProperties m;

  CHECK(mass_given(2, 5, centre, tensor_of(vec3(1, 2, 2.5), q), &m, why));
  check_frame(&m);
  CHECK(m.volume == 2 && m.mass == 5 && m.centre.y == 2 && m.error == 0);
  CHECK_NEAR(m.principal.y, 2, 1e-14);            /* rounding */
  CHECK(given(tensor_of(vec3(1, 2, 3), q), why)); /* flat */
  CHECK(!given(tensor_of(vec3(1, 2, 3.001), q), why) &&
        strstr(why, "larger than the sum of the other two"));
  CHECK(!given(tensor_of(vec3(-0.1, 2, 2), q), why) && strstr(why, "> 0"));
  CHECK(!given((Sym3){0, 0, 0, 0, 0, 0}, why) && strstr(why, "> 0"));
  CHECK(!given((Sym3){1, 1, 1, 2, 0, 0}, why)); /* a negative principal moment */
  CHECK(!given((Sym3){1, 1, NAN, 0, 0, 0}, why) && strstr(why, "finite"));
  CHECK(!mass_given(0, 1, centre, ball, &m, why) && strstr(why, "volume"));
  CHECK(!mass_given(1, -1, centre, ball, &m, why) && strstr(why, "mass"));
  CHECK(!mass_given(INFINITY, 1, centre, ball, &m, why) && strstr(why, "finite"));
  CHECK(!mass_given(1, 1, vec3(0, NAN, 0), ball, &m, why) && strstr(why, "finite"));
  test_end("given: bodies that cannot be are refused");
}

TESTS(.ranks = {1})
{
  frames_give_the_tensor_back();
  noise_does_not_turn_frames();
  turned_frames_follow_the_rules();
  impossible_bodies_are_refused();
}
