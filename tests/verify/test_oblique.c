/* np: 1 2 */
/* SPDX-License-Identifier: MIT */
/* Friction: oblique impacts (Chung & Ooi 2011, Granular Matter 13, 643, tests 3 to 8; Kharaz,
   Gorham & Salman 2001, Powder Technology 120, 281), the transition from sliding to rolling, a
   slope, and Mindlin's spring under a changing normal load. */
#include "base/random.h"
#include "verify.h"

enum { PHASES = 8, LEVELS = 4 };

/* ---- spheres on a plane ---- */

/* One material against a plane or a huge sphere, and the law. */
typedef struct {
  double      radius, young, poisson, density; /* of the sphere */
  double      wall_young, wall_poisson;        /* of the plane */
  double      restitution, friction;
  const char *terms;
} Case;

/* Duration of an elastic Hertz impact at v m/s. */
static double contact_time(const Case *c, double v)
{
  const double star = 1 / ((1 - c->poisson * c->poisson) / c->young +
                           (1 - c->wall_poisson * c->wall_poisson) / c->wall_young);
  const double mass = 4.0 / 3 * pi * pow(c->radius, 3) * c->density,
               k    = 4.0 / 3 * star * sqrt(c->radius);

  return hertz_time * pow(5 * mass * v * v / (4 * k), 0.4) / v;
}

/* n equal spheres thrown at the plane z = 0 from `gap[i]` above it, in one run of this many
   steps; returns their final states. */
static void throw_all(const Case *c, double dt, int steps, int n, const double *gap, const Vec3 *v,
                      const Vec3 *w, Body *after)
{
  char words[300];
  Text scenario, bodies;
  Sim *sim;

  add_head(&scenario, dt, vec3(0, 0, 0), 4 * c->radius * (n + 2) + 60 * c->radius);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", c->young, c->poisson, c->density);
  add_material(&scenario, "plane", c->wall_young, c->wall_poisson, 1);
  snprintf(words, sizeof words, "restitution: %.17g, friction: %.17g, %s", c->restitution,
           c->friction, c->terms);
  add_laws(&scenario, "stone", "plane", words);
  add(&scenario,
      "template:\n  - ball: {material: stone, pebbles: [0, 0, 0, %.17g]}\nclumps:\n  - all: {file: "
      "bodies.csv}\n",
      c->radius);
  add(&scenario,
      "wall:\n  - plane: {shape: plane, material: plane, point: [0, 0, 0], normal: [0, 0, 1]}\n");
  add_bodies_head(&bodies);
  for (int i = 0; i < n; i++) {
    const Start start = {
      .x = {0, 4 * c->radius * (i - 0.5 * n), c->radius + gap[i]}, .v = v[i], .w = w[i]};

    add_body(&bodies, i, "ball", &start);
  }
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, steps);
  CHECK_INT(touching(sim), 0);
  bodies_of(sim, n, after);
  CALL(sim_destroy(&sim));
}

/* ---- gross sliding ---- */

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

    if (i == 0) continue; /* no rebound: tested below */
    c.restitution = 0.1 * i;
    throw_all(&c, dt, 2400, 1, gap, down, none, &b);
    e     = b.v.z / 3.9;
    worst = max_of(worst, fabs(e - c.restitution));
    CHECK_NEAR(e, c.restitution, 1e-4); /* 400 steps a contact, second order */
    CHECK_BITS(b.v.x, 0);
  }
  test_note("worst error of e %.1e", worst);
  test_end("Chung & Ooi 3: straight impacts at 3.9 m/s return .1 to 1 of it, and nothing sideways");
}

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

/* Tests 7 and 8: two spheres. */
static void throw_two(const Case *c, double scale, Vec3 v, Vec3 w0, Vec3 w1, Body after[2])
{
  const double dt = contact_time(c, vec3_norm(v)) / 400;
  char         words[300];
  Text         scenario, bodies;
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
  add(&scenario,
      "template:\n  - ball: {material: stone, pebbles: [0, 0, 0, %.17g]}\nclumps:\n  - all: {file: "
      "bodies.csv}\n",
      c->radius);
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

/* ---- sticking, sliding, and the order in time ---- */

/* Undamped linear springs on a sphere; stiffness, mass and normal speed 1, so that the contact
   lasts pi and m_t = 2/7: final slip speed, from the two equations in very small steps. Without
   sliding it is vt cos(pi sqrt(7/2 ratio)). */
static double linear_exact(double vt, double mu, double ratio)
{
  const int    n = 1000000;
  const double h = pi / n;
  double       x = 0, u = vt, f = 0;

  for (int k = 1; k <= n; k++) {
    const double cap = mu * sin(k * h);

    u += 0.5 * h * 3.5 * f;
    x += h * u;
    f = -ratio * x;
    f = f > cap ? cap : f < -cap ? -cap : f;
    x = -f / ratio;
    u += 0.5 * h * 3.5 * f;
  }
  return u;
}

/* Final slip speed of the contact point, for spheres that start at all phases of a step; largest
   and root mean square errors against `exact` (NULL: against `found`, the result of the finest
   steps). */
static void oblique_errors(const Case *c, double dt, int steps, double vt, double vn,
                           const double *exact, double *found, double *mean)
{
  double gap[PHASES], sum = 0, square = 0;
  Vec3   v[PHASES], w[PHASES];
  Body   b[PHASES];

  for (int p = 0; p < PHASES; p++) {
    gap[p] = vn * dt * (2 + (double)p / PHASES);
    v[p]   = vec3(vt, 0, -vn);
    w[p]   = vec3(0, 0, 0);
  }
  throw_all(c, dt, steps, PHASES, gap, v, w, b);
  for (int p = 0; p < PHASES; p++) {
    const double slip = b[p].v.x - c->radius * b[p].w.y, error = exact ? slip - *exact : 0;

    sum += slip / PHASES;
    square += error * error / PHASES;
  }
  if (found) *found = sum;
  if (mean) *mean = sqrt(square);
}

/* Check the errors at several steps a contact, which must decrease with this order. */
static void show(const char *name, double slip, const double *dt, const double *error, double order)
{
  const double slope = slope_of(LEVELS, dt, error);

  test_note("%s: slip after %.6f, errors %.1e %.1e %.1e %.1e, order %.2f", name, slip, error[0],
            error[1], error[2], error[3], slope);
  CHECK(slope > order);
}

static void linear_springs_stick_and_slide_as_their_equations(void)
{
  const double mu = 0.5, mass = 4.0 / 3 * pi * 1000,
               k       = mass * 1e8; /* radius 1; contact pi 1e-4 s */
  const double slips[] = {0.2, 0.5, 1, 2, 5};

  CHECK_NEAR(linear_exact(0.3, 1e9, 0.3), 0.3 * cos(pi * sqrt(3.5 * 0.3)),
             1e-5); /* no sliding until the last step */
  for (int r = 0; r < 2; r++) {
    const double ratio = r ? 2.0 / 7 : 0.8;
    char         terms[120];
    Case         c = {.radius       = 1,
                      .young        = 1,
                      .poisson      = 0,
                      .density      = 1000,
                      .wall_young   = 1,
                      .wall_poisson = 0,
                      .restitution  = 1,
                      .friction     = mu};

    snprintf(terms, sizeof terms,
             "normal: hooke, tangential: hooke, stiffness: %.17g, tangential_ratio: %.17g", k,
             ratio);
    c.terms = terms;
    for (int i = 0; i < 5; i++) {
      const double exact =
        linear_exact(slips[i], mu, ratio) * 1e-3; /* at 1 mm/s the overlap is 1e-7 of the radius */
      double dt[LEVELS], mean[LEVELS];
      char   name[80];

      for (int l = 0; l < LEVELS; l++) {
        dt[l] = pi * 1e-4 / (50 << l);
        oblique_errors(&c, dt[l], (50 << l) + 10, slips[i] * 1e-3, 1e-3, &exact, NULL, &mean[l]);
        mean[l] *= 1e3;
      }
      CHECK_NEAR(mean[2], 0, 3e-4); /* of the normal speed, at 200 steps a contact */
      snprintf(name, sizeof name, "kt/kn %.2f, v_t/v_n %g", ratio, slips[i]);
      show(name, 1e3 * exact, dt, mean, 1.8);
    }
  }
  test_end("hooke: spheres that stick, slide, or do both in turn leave with the slip that the "
           "equations have, second order");
}

/* Damped, against results at 6400 steps a contact. If a large friction keeps the contact
   sticking to its end, the tangential force drops to zero there at once, which costs an order;
   realistic friction slides before. */
static void oblique_damped_impacts_are_second_order(void)
{
  static const struct {
    const char *terms, *name;
    double      friction, slip, order;
  } rows[] = {{"normal: hooke, stiffness: 1e9, tangential: hooke", "hooke, sticks", 0.9, 0.03, 1.8},
              {"normal: hertz, tangential: mindlin", "hertz, sticks", 0.9, 0.03, 1.8},
              {"normal: hooke, stiffness: 1e9, tangential: hooke, limit_damping: true",
               "hooke, limited, sticks", 0.9, 0.03, 1.8},
              {"normal: hertz, tangential: mindlin, limit_damping: true", "hertz, limited, sticks",
               0.9, 0.03, 1.8},
              {"normal: hooke, stiffness: 1e9, tangential: hooke", "hooke, slides and sticks", 0.3,
               0.07, 1.8},
              {"normal: hertz, tangential: mindlin", "hertz, slides and sticks", 0.3, 0.07, 1.8},
              {"normal: hooke, stiffness: 1e9, tangential: hooke, limit_damping: true",
               "hooke, limited, slides and sticks", 0.3, 0.07, 1.8},
              {"normal: hertz, tangential: mindlin, limit_damping: true",
               "hertz, limited, slides and sticks", 0.3, 0.07, 1.8}};

  for (int r = 0; r < 8; r++) {
    const bool   linear = strstr(rows[r].terms, "hooke") != NULL;
    const double mass   = 4.0 / 3 * pi * 1000;
    const Case   c      = {.radius       = 1,
                           .young        = 1e9,
                           .poisson      = 0.3,
                           .density      = 1000,
                           .wall_young   = 1e9,
                           .wall_poisson = 0.3,
                           .restitution  = 0.7,
                           .friction     = rows[r].friction,
                           .terms        = rows[r].terms};
    const double time   = linear ? pi * sqrt(mass / 1e9) : contact_time(&c, 0.1);
    double       finest, dt[LEVELS], mean[LEVELS];

    oblique_errors(&c, time / 6400, 6400 * 3 / 2, rows[r].slip, 0.1, NULL, &finest, NULL);
    for (int l = 0; l < LEVELS; l++) {
      dt[l] = time / (100 << l);
      oblique_errors(&c, dt[l], (100 << l) * 3 / 2, rows[r].slip, 0.1, &finest, NULL, &mean[l]);
    }
    show(rows[r].name, finest, dt, mean, rows[r].order);
  }
  test_end("damped oblique impacts are second order");
}

/* ---- sliding and rolling under gravity ---- */

/* A sphere (mass 1, moment kappa) pressed by gravity on a plane, starting at the static overlap,
   1e-7 of the radius. */
static Sim *lay_down(double kappa, double mu, double e, Vec3 gravity, Vec3 normal, double v0,
                     double dt)
{
  const double load = -vec3_dot(gravity, normal), k = load * 1e7;
  char         words[200];
  Text         scenario, bodies;
  Start        start = {.x = vec3_scale(1 - 1e-7, normal), .v = {v0, 0, 0}};

  add_head(&scenario, dt, gravity, 10);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", 1, 0, 1);
  add_material(&scenario, "plane", 1, 0, 1);
  snprintf(words, sizeof words,
           "normal: hooke, stiffness: %.17g, tangential: hooke, restitution: %g, friction: %.17g",
           k, e, mu);
  add_laws(&scenario, "stone", "plane", words);
  add(&scenario,
      "template:\n  - ball: {material: stone, pebbles: [0, 0, 0, 1], mass_properties: given, "
      "volume: 1, mass: 1, position: [0, "
      "0, 0], inertia: [%.17g, "
      "%.17g, %.17g]}\nclumps:\n  - all: {file: bodies.csv}\n",
      kappa, kappa, kappa);
  add(&scenario,
      "wall:\n  - plane: {shape: plane, material: plane, point: [0, 0, 0], normal: [%.17g, %.17g, "
      "%.17g]}\n",
      normal.x, normal.y, normal.z);
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "ball", &start);
  return sim_of(&scenario, &bodies);
}

/* Without damping, time and place of the end of slip; with damping, the state when the spring
   has come to rest. (With a dashpot slip ends as a creep: below the slip speed at which dashpot
   and spring together no longer reach the cap, here 2 mm/s, for 2e-4 s.) */
static void a_sliding_sphere_comes_to_roll(void)
{
  const double dt = 2e-6, t = 2.0 / 7 / (0.3 * 9.81), s = 1 * t - 0.5 * 0.3 * 9.81 * t * t;
  Sim         *sim  = lay_down(0.4, 0.3, 1, vec3(0, 0, -9.81), vec3(0, 0, 1), 1, dt);
  double       slip = 1, when = -1, at = -1;
  Body         b;

  CHECK_NEAR(t, 0.0970826659, 1e-10); /* digits given */
  CHECK_NEAR(s, 0.0832137136, 1e-10); /* the same */
  test_steps(sim, (int)(0.096 / dt));
  while (slip > 0 && sim_time(sim) < 0.1) {
    double before = slip;

    test_steps(sim, 1);
    bodies_of(sim, 1, &b);
    slip = b.v.x - b.w.y;
    when = sim_time(sim) - dt * (slip <= 0 ? slip / (slip - before) : 0);
    at   = b.x.x + (when - sim_time(sim)) * b.v.x;
  }
  test_note("rolls from t = %.10f s (off by %.1e), s = %.10f m (%.1e)", when, when - t, at, at - s);
  CHECK_NEAR(when, t, 1.1e-6); /* half of the first step, in which the spring grows to the cap; the
                                  arm is shorter by the overlap of 1e-7 */
  CHECK_NEAR(at, s, 1.1e-6);   /* the same */
  CALL(sim_destroy(&sim));
  sim = lay_down(0.4, 0.3, 0.2, vec3(0, 0, -9.81), vec3(0, 0, 1), 1, dt);
  test_steps(sim, (int)(0.11 / dt));
  bodies_of(sim, 1, &b);
  test_note("then v = %.9f m/s (off by %.1e)", b.v.x, b.v.x - 5.0 / 7);
  CHECK_NEAR(b.v.x, 5.0 / 7, 1e-6); /* the arm is shorter by the overlap of 1e-7 */
  CHECK_NEAR(b.w.y, 5.0 / 7, 1e-6); /* the same */
  CALL(sim_destroy(&sim));
  test_end(
    "a sliding sphere comes to roll after .0970826659 s and .0832137136 m, with 5/7 of its speed");
}

static void bodies_roll_or_slide_down_a_slope(void)
{
  const double g = 9.81, dt = 2e-5, run = 0.4;

  for (int i = 0; i < 6; i++) {
    const double kappa = i % 3 == 0 ? 0.4 : i % 3 == 1 ? 0.1 : 0.9, angle = i < 3 ? 0.3 : 0.6;
    const double limit = tan(angle) * kappa / (1 + kappa);
    const Vec3   n = {sin(angle), 0, cos(angle)}, down = {cos(angle), 0, -sin(angle)};

    for (int slides = 0; slides < 2; slides++) {
      const double mu = limit * (slides ? 0.5 : 1.05);
      const double a  = slides ? g * (sin(angle) - mu * cos(angle)) : g * sin(angle) / (1 + kappa);
      const double spin = slides ? mu * g * cos(angle) / kappa : a;
      Sim         *sim  = lay_down(kappa, mu, 0.2, vec3(0, 0, -g), n, 0, dt);
      Body         first, b;

      test_steps(sim, 5000);
      bodies_of(sim, 1, &first);
      test_steps(sim, (int)(run / dt));
      bodies_of(sim, 1, &b);
      test_note("kappa %g, %.0f degrees, mu %.4f: %s, acceleration off by %.1e, of spin by %.1e",
                kappa, angle * 180 / pi, mu, slides ? "slides" : "rolls",
                vec3_dot(vec3_sub(b.v, first.v), down) / run / a - 1,
                (b.w.y - first.w.y) / run / spin - 1);
      CHECK_NEAR(vec3_dot(vec3_sub(b.v, first.v), down) / run / a, 1,
                 1e-5); /* decaying oscillation of the spring, 1e-4 s of .4 s */
      CHECK_NEAR((b.w.y - first.w.y) / run / spin, 1, 1e-5); /* the same */
      CALL(sim_destroy(&sim));
    }
  }
  test_end("down a slope a = g sin / (1 + kappa) while mu >= tan kappa / (1 + kappa), and g (sin - "
           "mu cos) beyond");
}

/* ---- Mindlin's spring under a changing load ---- */

/* Evaluate one contact of unit spheres at this overlap and slip rate; returns the tangential
   force on a. */
static double evaluate(const Law *law, ContactBatch *b, double overlap, double slip)
{
  b->n      = 1;
  b->gap[0] = -overlap;
  b->nx[0] = b->ny[0] = 0;
  b->nz[0]            = 1;
  b->vx[0]            = slip;
  b->vy[0] = b->vz[0] = b->approach[0] = 0;
  b->turn_x[0] = b->turn_y[0] = b->turn_z[0] = 0;
  b->radius[0]                               = 0.5;
  b->mass[0] = b->point_mass[0] = 1;
  b->slip_mass                  = b->point_mass;
  b->entered[0]                 = 0.5;
  b->leaving[0]                 = 2;
  b->push[0] = b->fx[0] = b->fy[0] = b->fz[0] = 0;
  law_apply(law, b);
  b->known[0] = 1;
  return b->fx[0];
}

/* Changes of the load without slip: a larger load stiffens further slip but not the present
   force; a smaller one reduces the force with the contact area. And a closed cycle of load and
   slip must not create energy. */
static void the_tangential_force_is_consistent_with_the_load(void)
{
  const double young = 1e6, shear = 1 / (2 * 2 * (2 - 0.25) * 1.25 / young), dt = 1e-3,
               slip = 1e-2; /* 1e-5 m a step */
  ContactBatch *b   = calloc(1, sizeof *b);
  Text          scenario, bodies;
  double        force, before, work = 0;
  Law          *law;
  Sim          *sim;

  add_head(&scenario, 1, vec3(0, 0, 0), 10);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", young, 0.25, 1);
  add_material(&scenario, "none", young, 0.25, 1);
  add_laws(&scenario, "stone", "none",
           "normal: hertz, restitution: 1, tangential: mindlin, friction: 10");
  add(&scenario, "template:\n  - ball: {material: stone, pebbles: [0, 0, 0, 1]}\nclumps:\n  - all: "
                 "{file: bodies.csv}\n");
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "ball", &(Start){.v = {0, 0, 0}});
  sim   = sim_of(&scenario, &bodies);
  law   = &sim->laws->list[0];
  b->dt = b->dt_before = dt;
  b->known[0]          = 1;
  memset(b->store, 0, sizeof b->store);
  b->store[3][0] = sqrt(0.5 * 1e-2); /* contact radius of the previous step */
  /* 100 steps of slip at overlap 1e-2 */
  force = 0;
  for (int k = 0; k < 100; k++) force = evaluate(law, b, 1e-2, slip);
  CHECK_NEAR(force / (-8 * shear * sqrt(0.5e-2) * 99.5 * slip * dt), 1,
             1e-12); /* G* a times the slip; the first half step precedes it */
  force = evaluate(law, b, 1e-2, 0);
  CHECK_NEAR(force / (-8 * shear * sqrt(0.5e-2) * 100 * slip * dt), 1,
             1e-12); /* the second half of the last step */
  before = force;
  force  = evaluate(law, b, 4e-2, 0);
  CHECK_NEAR(force / before, 1, 1e-15); /* more load, no slip: the same */
  force = evaluate(law, b, 1e-2, 0);
  CHECK_NEAR(force / before, 0.5,
             1e-15); /* smaller load: half the contact radius, half the force */
  force = evaluate(law, b, 0.25e-2, 0);
  CHECK_NEAR(force / before, 0.25, 1e-15); /* and again */
  /* slip cycles between two loads: forward at the small load and back at the large one, and the
     reverse */
  for (int way = 0; way < 2; way++) {
    memset(b->store, 0, sizeof b->store);
    b->store[3][0] = sqrt(0.5e-2);
    work           = 0;
    for (int k = 0; k < 400; k++) {
      const bool   moves = k % 200 < 100, heavy = way ? k < 200 : k >= 200;
      const double s     = moves ? (k < 200 ? slip : -slip) : 0;
      const double depth = moves ? (heavy ? 4e-2 : 1e-2)
                                 : 1e-2 + 3e-2 * (heavy ? 1 - (k % 100) / 99.0 : (k % 100) / 99.0);

      work -= evaluate(law, b, depth, s) * s * dt; /* work done against the force */
    }
    test_note("loop %d: %.4e J put in", way, work);
    /* forward at the small load and back at twice the stiffness returns nothing; forward at the
       large load returns half of the work */
    CHECK_NEAR(work / (0.5 * 8 * shear * sqrt(0.5e-2) * 1e-6), 1,
               0.03); /* force at the end of each of 100 steps in each direction */
  }
  CALL(sim_destroy(&sim));
  free(b);
  test_end("mindlin: the force stays when the load grows, falls with the contact radius when it "
           "shrinks, and no loop of both "
           "gives work");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  straight_impacts_return_the_asked_part();
  kharaz_spheres_slide_as_measured();
  a_constant_normal_speed_slides_alike();
  a_spinning_sphere_is_kicked_sideways();
  opposite_spins_do_not_feel_each_other();
  a_small_sphere_slides_on_a_huge_one();
  linear_springs_stick_and_slide_as_their_equations();
  oblique_damped_impacts_are_second_order();
  a_sliding_sphere_comes_to_roll();
  bodies_roll_or_slide_down_a_slope();
  the_tangential_force_is_consistent_with_the_load();
  test_folder_remove();
  return test_finish();
}
