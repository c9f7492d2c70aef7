/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* Principal frames, given mass properties, sets of pebbles and templates. */
#include "mass/mass.h"
#include "test.h"

static Material materials_list[] = {{.name = "glass", .density = 2500, .young = 1, .poisson = 0.2},
                                    {.name = "steel", .density = 7200, .young = 1, .poisson = 0.2}};
static const Materials materials = {2, materials_list};

static PebbleSet set_of(int n, const double rows[][4])
{
  PebbleSet set;

  CALL(pebble_set_create(n, &set));
  for (int i = 0; i < n; i++) {
    set.x[i] = vec3(rows[i][0], rows[i][1], rows[i][2]);
    set.r[i] = rows[i][3];
  }
  return set;
}

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

static void check_gap(int n, const double rows[][4], double expected)
{
  PebbleSet set = set_of(n, rows);

  if (expected == HUGE_VAL) CHECK(pebbles_gap(&set) == HUGE_VAL);
  else CHECK_NEAR(pebbles_gap(&set), expected, 1e-15); /* rounding of distances near 1 */
  pebble_set_free(&set);
}

static void gaps_are_found(void)
{
  check_gap(1, (const double[][4]){{0, 0, 0, 1}}, 0);
  check_gap(2, (const double[][4]){{0, 0, 0, 1}, {1.5, 0, 0, 1}}, 0);
  check_gap(2, (const double[][4]){{0, 0, 0, 1}, {0, 2 + 5e-10, 0, 1}},
            0); /* touch, with coordinates rounded as in a file */
  check_gap(2, (const double[][4]){{0, 0, 0, .7}, {.80829038, .80829038, .80829039, .7}},
            0); /* to 8 digits 8e-9 m apart */
  check_gap(2, (const double[][4]){{0, 0, 0, .5}, {1.0009765625, 0, 0, .5}},
            0x1p-10); /* a gap of 2e-3 of the radius */
  check_gap(2, (const double[][4]){{0, 0, 0, .5}, {1 + 0x1p-18, 0, 0, .5}},
            0x1p-18);                                                   /* and of 8e-6 */
  check_gap(2, (const double[][4]){{0, 0, 0, 1}, {0.1, 0, 0, 0.2}}, 0); /* contained */
  check_gap(2, (const double[][4]){{0, 0, 0, .5}, {0, 1.25, 0, .5}}, 0.25);
  check_gap(4, (const double[][4]){{0, 0, 0, .5}, {1, 0, 0, .5}, {2, 0, 0, .5}, {0, 1, 0, .5}},
            0); /* connected through others */
  check_gap(4,
            (const double[][4]){{0, 0, 0, .5}, {3, 0, 0, .5}, {1.125, 0, 0, .5}, {2.5, 0, 0, .5}},
            0.375); /* gaps .125 and .375 */
  check_gap(3, (const double[][4]){{0, 0, 0, .5}, {1.25, 0, 0, .5}, {0, 1.5, 0, .5}},
            0.5); /* the longer of two */
  check_gap(2, (const double[][4]){{0, 0, 0, .1}, {1e300, 0, 0, .1}},
            HUGE_VAL); /* overflow of the distance */
  test_end("gap: zero when pebbles connect, else the longest bridge needed");
}

static void coincident_pebbles_merge(void)
{
  const double rows[7][4] = {{0, 0, 0, 1},         {1, 0, 0, 1},  {0, 0, 0, 1},       {0, 0, 0, .5},
                             {1, 0, 0, 1 + 1e-14}, {0, 0, 0, .5}, {1 + 1e-9, 0, 0, 1}};
  PebbleSet    set        = set_of(7, rows);

  for (int i = 0; i < 7; i++) set.material[i] = i % 2;
  CHECK_INT(pebbles_merge(&set, &materials), 3);
  CHECK_INT(set.n, 4);
  CHECK(set.x[0].x == 0 && set.r[0] == 1 && set.material[0] == 0);
  CHECK(set.merged); /* one differed slightly */
  CHECK(set.x[1].x == 1 && set.r[1] == 1 && set.material[1] == 1);
  CHECK(set.x[2].x == 0 && set.r[2] == .5 && set.material[2] == 1);
  CHECK(set.x[3].x == 1 + 1e-9 && set.material[3] == 0);
  CHECK_INT(pebbles_merge(&set, &materials), 0);
  pebble_set_free(&set);
  CHECK(set.n == 0 && !set.x && !set.r && !set.material);
  for (int order = 0; order < 2; order++) { /* the densest wins in any order of the rows */
    MassProperties mass;
    char           why[256];

    set             = set_of(3, (const double[3][4]){{0, 0, 0, 1}, {0, 0, 0, 1}, {1, 0, 0, .5}});
    set.material[0] = order;
    set.material[1] = !order;
    CHECK_INT(pebbles_merge(&set, &materials), 1);
    CHECK_INT(set.material[0], 1); /* steel */
    CHECK(!set.merged);
    CHECK(mass_exact.find(&set, &materials, &mass_defaults, &mass, why));
    CHECK_NEAR(mass.mass / (7200 * 4.0 / 3 * PETSC_PI + 2500 * (mass.volume - 4.0 / 3 * PETSC_PI)),
               1, 1e-14); /* rounding */
    pebble_set_free(&set);
  }
  {
    const double apart = 9.9e-13, volume = 4.0 / 3 * PETSC_PI *
                                           (1 + 0.75 * apart); /* of two spheres this far apart */
    MassProperties mass;
    char           why[256];

    set = set_of(2, (const double[2][4]){{0, 0, 0, 1}, {apart, 0, 0, 1}});
    CHECK_INT(pebbles_merge(&set, &materials), 1);
    CHECK(set.merged && mass_exact.find(&set, &materials, &mass_defaults, &mass, why));
    CHECK(fabs(mass.volume / volume - 1) < mass.error && mass.error < 1e-10);
    CHECK(0.5 * apart < mass.centre_error);
    pebble_set_free(&set);
  }
  test_end("merge: coincident pebbles go, the first stays and is of the densest material, order is "
           "kept, and the bounds know");
}

/* Offsets rotated back from the principal frame are the pebbles as given; the inertia in that
   frame is diagonal. */
static void templates_hold_the_principal_frame(void)
{
  const double   rows[3][4] = {{5, 0, 0, .5}, {5, 0, 1, .4}, {5, 1, .2, .3}};
  PebbleSet      set        = set_of(3, rows);
  Templates      templates  = {.n = 0};
  MassProperties mass, again;
  char           why[256] = "";

  set.material[2] = 1;
  CHECK(mass_exact.find(&set, &materials, &mass_defaults, &mass, why));
  mass_principal(&mass);
  for (int k = 0; k < 20; k++) {
    char name[NAME_LENGTH];

    snprintf(name, sizeof name, "rock%d", k);
    CALL(templates_add(&templates, name, &set, &mass));
  }
  CHECK_INT(templates.n, 20);
  CHECK_INT(templates_find(&templates, "rock13"), 13);
  CHECK_INT(templates_find(&templates, "rock"), -1);
  const Template *t = &templates.list[13];

  for (int i = 0; i < 3; i++) {
    const Vec3 back = vec3_add(mass.centre, quat_turn(mass.axes, t->offset[i]));

    CHECK_NEAR(vec3_norm(vec3_sub(back, set.x[i])), 0, 4e-15); /* rounding of numbers near 5 */
    CHECK(t->radius[i] == set.r[i] && t->material[i] == set.material[i]);
    CHECK(t->extent >= vec3_norm(t->offset[i]) && t->bound >= vec3_norm(t->offset[i]) + set.r[i]);
  }
  CHECK_NEAR(t->extent,
             fmax(vec3_norm(t->offset[0]), fmax(vec3_norm(t->offset[1]), vec3_norm(t->offset[2]))),
             0.0); /* the same number */
  CHECK(t->smallest == .3 && t->largest == .5 && t->n == 3 && t->bound < t->extent + .5);
  memcpy(set.x, t->offset, 3 * sizeof *set.x);
  CHECK(mass_exact.find(&set, &materials, &mass_defaults, &again, why));
  CHECK_NEAR(again.inertia.xx / mass.principal.x, 1,
             1e-13); /* rounding, and the tolerance of equal moments */
  CHECK_NEAR(again.inertia.yy / mass.principal.y, 1, 1e-13); /* as above */
  CHECK_NEAR(again.inertia.zz / mass.principal.z, 1, 1e-13); /* as above */
  CHECK_NEAR(again.inertia.xy / mass.principal.z, 0, 2e-13); /* as above */
  CHECK_NEAR(again.inertia.xz / mass.principal.z, 0, 2e-13); /* as above */
  CHECK_NEAR(again.inertia.yz / mass.principal.z, 0, 2e-13); /* as above */
  CHECK_NEAR(vec3_norm(again.centre), 0, 1e-14);             /* rounding of numbers near 5 */
  templates_free(&templates);
  CHECK(templates.n == 0 && !templates.list);
  pebble_set_free(&set);
  test_end("template: offsets lie in the principal frame");
}

static void names_are_found(void)
{
  const PebbleSet      none      = {.n = 0};
  const MassProperties mass      = {.axes = {1, 0, 0, 0}};
  Templates            templates = {.n = 0};
  char                 name[NAME_LENGTH + 1];

  memset(name, 'a', NAME_LENGTH);
  name[NAME_LENGTH] = 0;
  CHECK_ERROR(PETSC_ERR_ARG_SIZ, templates_add(&templates, name, &none, &mass));
  CHECK_INT(templates.n, 0);
  CHECK_INT(materials_find(&materials, "steel"), 1);
  CHECK_INT(materials_find(&materials, "stee"), -1);
  templates_free(&templates);
  test_end("template: names are found whole, and fit");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  frames_give_the_tensor_back();
  noise_does_not_turn_frames();
  turned_frames_follow_the_rules();
  impossible_bodies_are_refused();
  gaps_are_found();
  coincident_pebbles_merge();
  templates_hold_the_principal_frame();
  names_are_found();
  return test_finish();
}
