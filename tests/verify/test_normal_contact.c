/* np: 1 2 */
/* SPDX-License-Identifier: MIT */
/* Single normal contacts against closed forms: elastic Hertz impacts (Chung & Ooi 2011, Granular
   Matter 13, 643, tests 1 and 2), restitution of damped impacts, and the order in time of both.
   Each step size is tried with impacts that begin at several phases of a step; the worst result
   counts. */
#include "verify.h"

enum { PHASES = 16 };

enum { LEVELS = 4 };

enum { FINE = 5 };

/* ---- elastic Hertz impacts ---- */

typedef struct {
  double radius, speed;           /* m; m/s, of one sphere */
  double young, poisson, density; /* of the sphere */
  bool   wall; /* true: on a rigid plane; false: on an equal sphere with opposite velocity */
} Impact;

/* Largest force and overlap, duration: measured or exact. */
typedef struct {
  double force, overlap, time, parting; /* parting: speed of separation over speed of approach */
} Peak;

static Peak hertz_exact(const Impact *i)
{
  const double star    = i->young / (1 - i->poisson * i->poisson) / (i->wall ? 1 : 2);
  const double reduced = i->radius / (i->wall ? 1 : 2),
               mass    = 4.0 / 3 * pi * pow(i->radius, 3) * i->density / (i->wall ? 1 : 2);
  const double k = 4.0 / 3 * star * sqrt(reduced), v = i->speed * (i->wall ? 1 : 2),
               most = pow(5 * mass * v * v / (4 * k), 0.4);

  return (Peak){k * pow(most, 1.5), most, hertz_time * most / v, 1};
}

/* Maximum of the parabola through three equidistant samples. */
static double top(const double s[3])
{
  const double bend = s[0] - 2 * s[1] + s[2], tilt = 0.5 * (s[2] - s[0]);

  return bend < 0 ? s[1] - 0.5 * tilt * tilt / bend : s[1];
}

/* The last three samples of a sphere, and the maxima found from them. */
typedef struct {
  double overlap[3], force[3], deepest, sampled_force, sampled_overlap;
  Peak   peak;
} Watch;

static void look(Watch *w, double overlap, double force)
{
  w->overlap[0] = w->overlap[1], w->overlap[1] = w->overlap[2], w->overlap[2] = overlap;
  w->force[0] = w->force[1], w->force[1] = w->force[2], w->force[2] = force;
  w->sampled_force   = max_of(w->sampled_force, force);
  w->sampled_overlap = max_of(w->sampled_overlap, overlap);
  if (w->overlap[1] <= w->deepest || w->overlap[1] < w->overlap[2]) return;
  w->deepest      = w->overlap[1];
  w->peak.overlap = top(w->overlap);
  w->peak.force   = top(w->force);
}

static double gap_of(const Impact *i, const Body *b)
{
  return i->wall ? b[0].x.x - i->radius : b[0].x.x - b[1].x.x - 2 * i->radius;
}

static double speed_of(const Impact *i, const Body *b)
{
  return i->wall ? b[0].v.x : b[0].v.x - b[1].v.x;
}

/* Impacts along x that begin at different phases of a step, with this number of steps a contact.
   Returns the largest relative errors of interpolated and of sampled maxima. */
static void hertz_errors(const Impact *i, int steps, Peak *error, Peak *sampled)
{
  const Peak   exact = hertz_exact(i);
  const double dt = exact.time / steps, together = i->speed * (i->wall ? 1 : 2);
  const int    each = i->wall ? 1 : 2, n = each * PHASES;
  double       gap[PHASES];
  Text         scenario, bodies;
  Body         b[2 * PHASES];
  Watch        watch[PHASES];
  Sim         *sim;

  memset(watch, 0, sizeof watch);
  add_head(&scenario, dt, vec3(0, 0, 0), 16 * PHASES * i->radius);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", i->young, i->poisson, i->density);
  add_material(&scenario, "rigid", 1e30, 0, 1);
  add_laws(&scenario, "stone", "rigid", "normal: hertz, restitution: 1");
  add(&scenario,
      "template:\n  - ball: {material: stone, pebbles: [0, 0, 0, %.17g]}\nclumps:\n  - all: {file: "
      "bodies.csv}\n",
      i->radius);
  if (i->wall)
    add(&scenario,
        "wall:\n  - plane: {shape: plane, material: rigid, point: [0, 0, 0], normal: [1, 0, 0]}\n");
  add_bodies_head(&bodies);
  for (int p = 0; p < PHASES; p++) {
    const double y = 4 * i->radius * (p - 0.5 * PHASES);

    gap[p] = dt * together * (2 + (double)p / PHASES);
    add_body(&bodies, each * p, "ball",
             &(Start){.x = {(i->wall ? i->radius : 0) + gap[p], y, 0}, .v = {-i->speed, 0, 0}});
    if (!i->wall)
      add_body(&bodies, each * p + 1, "ball",
               &(Start){.x = {-2 * i->radius, y, 0}, .v = {i->speed, 0, 0}});
  }
  sim = sim_of(&scenario, &bodies);
  for (int k = 0; k < steps + 8; k++) {
    test_steps(sim, 1);
    bodies_of(sim, n, b);
    for (int p = 0; p < PHASES; p++) look(&watch[p], -gap_of(i, &b[each * p]), b[each * p].force.x);
  }
  CHECK_INT(touching(sim), 0);
  *error = *sampled = (Peak){0};
  for (int p = 0; p < PHASES; p++) {
    const double apart = speed_of(i, &b[each * p]);
    const double time  = sim_time(sim) - gap[p] / together - gap_of(i, &b[each * p]) / apart;
    const Peak   found = watch[p].peak;

    error->force     = max_of(error->force, fabs(found.force / exact.force - 1));
    error->overlap   = max_of(error->overlap, fabs(found.overlap / exact.overlap - 1));
    error->time      = max_of(error->time, fabs(time / exact.time - 1));
    error->parting   = max_of(error->parting, fabs(apart / together - 1));
    sampled->force   = max_of(sampled->force, fabs(watch[p].sampled_force / exact.force - 1));
    sampled->overlap = max_of(sampled->overlap, fabs(watch[p].sampled_overlap / exact.overlap - 1));
  }
  CALL(sim_destroy(&sim));
}

/* Errors at 50, 100, 200, 400 steps a contact. */
static void check_hertz(const Impact *i, const char *name)
{
  double dt[LEVELS], force[LEVELS], overlap[LEVELS], time[LEVELS];

  for (int l = 0; l < LEVELS; l++) {
    const int steps = 50 << l;
    Peak      error, sampled;

    hertz_errors(i, steps, &error, &sampled);
    dt[l]      = 1.0 / steps;
    force[l]   = error.force;
    overlap[l] = error.overlap;
    time[l]    = error.time;
    test_note("%s, %3d steps: errors of force %.2e (sampled %.2e), overlap %.2e (%.2e), time %.2e, "
              "speed %.2e",
              name, steps, error.force, sampled.force, error.overlap, sampled.overlap, error.time,
              error.parting);
    if (steps != 200) continue;
    CHECK_NEAR(sampled.force, 0, 1e-4);   /* accuracy required at 200 steps a contact */
    CHECK_NEAR(sampled.overlap, 0, 1e-4); /* the same */
    CHECK_NEAR(error.time, 0, 1e-4);      /* the same */
    CHECK_NEAR(error.parting, 0, 1e-4);   /* the same */
  }
  test_note("%s: orders of force %.2f, overlap %.2f, time %.2f", name, slope_of(LEVELS, dt, force),
            slope_of(LEVELS, dt, overlap), slope_of(LEVELS, dt, time));
  CHECK(slope_of(LEVELS, dt, force) > 1.9); /* order 2 */
  CHECK(slope_of(LEVELS, dt, overlap) > 1.9);
  CHECK(slope_of(LEVELS, dt, time) > 1.9);
}

static void two_limestone_spheres_meet_as_hertz_says(void)
{
  const Impact limestone = {
    .radius = 0.01, .speed = 10, .young = 20e9, .poisson = 0.25, .density = 2500};
  const Peak exact = hertz_exact(&limestone);

  CHECK_NEAR(exact.force, 7108.2413, 1e-4);       /* as published, all digits */
  CHECK_NEAR(exact.overlap, 368.30403e-6, 1e-11); /* the same */
  CHECK_NEAR(exact.time, 54.201005e-6, 1e-12);    /* the same */
  check_hertz(&limestone, "two spheres");
  test_end("Chung & Ooi 1: force, overlap and time of two limestone spheres to 1e-4 at t/200, "
           "second order");
}

static void an_alloy_sphere_hits_a_rigid_plane_as_hertz_says(void)
{
  const Impact alloy = {
    .radius = 0.1, .speed = 0.2, .young = 40e9, .poisson = 0.35, .density = 1800, .wall = true};

  CHECK_NEAR(hertz_exact(&alloy).force, 7232.681, 1e-3); /* as published, all digits */
  check_hertz(&alloy, "sphere on plane");
  test_end("Chung & Ooi 2: force, overlap and time of an alloy sphere on a rigid plane to 1e-4 at "
           "t/200, second order");
}

/* ---- restitution ---- */

static const double asked[] = {0.1, 0.3, 0.5, 0.7, 0.9, 1};

enum { ASKED = sizeof asked / sizeof asked[0], DROPS = ASKED * PHASES };

enum { HERTZ = 1, LIMITED = 2, KINDS = 4 };

static const char *const kind_names[KINDS] = {"hooke", "hertz", "hooke, limited", "hertz, limited"};

/* Laws between spheres and the plane, one for each coefficient; spheres never collide with each
   other, but their laws must be given. */
static void add_all_laws(Text *t, int kind, double stiffness)
{
  char normal[80] = "normal: hertz";

  if (!(kind & HERTZ))
    snprintf(normal, sizeof normal, "normal: hooke, stiffness: %.17g", stiffness);
  add(t, "contact:\n");
  for (int i = 0; i < ASKED; i++) {
    add(t, "  - law%d: {between: [plane, m%d], restitution: %g, limit_damping: %s, %s}\n", i, i,
        asked[i], kind & LIMITED ? "true" : "false", normal);
    for (int j = 0; j <= i; j++)
      add(t, "  - law%d-%d: {between: [m%d, m%d], restitution: 1, %s}\n", i, j, i, j, normal);
  }
}

/* Spheres at 1 m/s: one material for each coefficient, PHASES spheres each. Finds the largest
   and the root mean square error for each. Elastic contacts of both kinds last 1 ms. */
static void drop_all(int kind, int steps, double worst[ASKED], double mean[ASKED])
{
  const double radius = 0.01, time = 1e-3, dt = time / steps,
               mass  = 4.0 / 3 * pi * pow(radius, 3) * 2500;
  const double hooke = mass * pi * pi / (time * time), most = time / hertz_time,
               hertz = 5 * mass / (4 * pow(most, 2.5));
  const double young = hertz / (4.0 / 3 * sqrt(radius)) * (1 - 0.3 * 0.3);
  Text         scenario, bodies;
  Body         b[DROPS];
  Sim         *sim;

  add_head(&scenario, dt, vec3(0, 0, 0), 1);
  add(&scenario, "material:\n");
  add_material(&scenario, "plane", 1e30, 0, 1);
  for (int l = 0; l < ASKED; l++)
    add(&scenario, "  - m%d: {young: %.17g, poisson: .3, density: 2500}\n", l, young);
  add_all_laws(&scenario, kind, hooke);
  add(&scenario, "template:\n");
  for (int l = 0; l < ASKED; l++)
    add(&scenario, "  - t%d: {material: m%d, pebbles: [0, 0, 0, %g]}\n", l, l, radius);
  add(&scenario, "clumps:\n  - all: {file: bodies.csv}\n");
  add(&scenario,
      "wall:\n  - plane: {shape: plane, material: plane, point: [0, 0, 0], normal: [0, 0, 1]}\n");
  add_bodies_head(&bodies);
  for (int k = 0; k < DROPS; k++) {
    const int   l = k / PHASES, p = k % PHASES;
    const Start start = {
      .x = {0.03 * l, 0.03 * (p - 0.5 * PHASES), radius + dt * (2 + (double)p / PHASES)},
      .v = {0, 0, -1}};
    char shape[20];

    snprintf(shape, sizeof shape, "t%d", l);
    add_body(&bodies, k, shape, &start);
  }
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 5 * steps); /* the time of five elastic contacts: enough for the slowest */
  CHECK_INT(touching(sim), 0);
  bodies_of(sim, DROPS, b);
  for (int l = 0; l < ASKED; l++) {
    worst[l] = mean[l] = 0;
    for (int p = 0; p < PHASES; p++) {
      const double error = b[l * PHASES + p].v.z - asked[l];

      worst[l] = max_of(worst[l], fabs(error));
      mean[l] += error * error / PHASES;
    }
    mean[l] = sqrt(mean[l]);
  }
  CALL(sim_destroy(&sim));
}

static void balls_part_with_the_asked_restitution(void)
{
  double all = 0, least = 9;

  for (int kind = 0; kind < KINDS; kind++) {
    double worst[FINE][ASKED], mean[FINE][ASKED], dt[FINE];

    for (int l = 0; l < FINE; l++) {
      dt[l] = 1.0 / (100 << l);
      drop_all(kind, 100 << l, worst[l], mean[l]);
    }
    for (int i = 0; i < ASKED; i++) {
      const double m[FINE] = {mean[0][i], mean[1][i], mean[2][i], mean[3][i], mean[4][i]},
                   slope   = slope_of(FINE, dt, m);

      test_note("%s, e = %g: errors %.1e %.1e %.1e %.1e %.1e (worst %.1e .. %.1e), order %.2f",
                kind_names[kind], asked[i], m[0], m[1], m[2], m[3], m[4], worst[0][i], worst[4][i],
                slope);
      CHECK_NEAR(worst[1][i], 0,
                 2e-4);   /* at 200 steps a contact, in any phase; second order below */
      CHECK(slope > 1.8); /* order 2; scatter due to the phase */
      all   = max_of(all, worst[1][i]);
      least = slope < least ? slope : least;
    }
  }
  test_note("worst at 200 steps a contact %.1e, least order %.2f", all, least);
  test_end("hooke and hertz, limited or not: the asked restitution from .1 to 1, second order with "
           "damping");
}

/* ---- hard dashpots at the automatic step ---- */

/* Rebound speed of a sphere of 5 cm from a plane at 1 m/s under this law after .1 s, at the
   automatic step. */
static double rebound(const char *words)
{
  Text scenario;
  Body b;
  Sim *sim;

  scenario.n = 0;
  add(&scenario, "schema: 1\nrun: {end_time: .1, dt: auto, gravity: [0, 0, 0]}\n");
  add(&scenario,
      "domain: {lo: [0, 0, 0], hi: [1, 1, 1], boundary: [periodic, periodic, free]}\nmaterial:\n");
  add_material(&scenario, "a", 1e6, 0.3, 1000);
  add(&scenario, "contact:\n  - aa: {between: [a, a], %s}\n", words);
  add(&scenario, "template:\n  - p: {material: a, pebbles: [0, 0, 0, .05]}\n");
  add(&scenario,
      "clumps:\n  - x: {template: p, position: [.5, .5, .0513], velocity: [0, 0, -1]}\n");
  add(&scenario,
      "wall:\n  - f: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n");
  sim = sim_of(&scenario, NULL);
  test_steps(sim, (int)(0.1 / sim->clock.dt));
  bodies_of(sim, 1, &b);
  CALL(sim_destroy(&sim));
  return b.v.z;
}

/* A dashpot of any strength dissipates energy: the automatic step resolves it. */
static void hard_dashpots_take_energy_at_the_automatic_step(void)
{
  static const double little[]      = {0, 1e-4, 0.001, 0.003, 0.01, 0.03},
                      rates[]       = {1e2, 1e3, 1e4, 1e5};
  static const char *const normal[] = {"hooke", "hertz"}, *const cut[] = {"false", "true"};
  double off = 0;
  char   words[120];

  for (int kind = 0; kind < KINDS; kind++) {
    for (int i = 0; i < 6; i++) {
      const double least = kind & LIMITED ? 0.0038 : 0,
                   e     = max_of(little[i], least); /* DAMPING_MOST */
      double out;

      snprintf(words, sizeof words, "normal: %s, restitution: %g, limit_damping: %s",
               normal[kind & HERTZ], little[i], cut[kind / LIMITED]);
      out = rebound(words);
      CHECK_NEAR(out, e, 2e-3); /* 50 steps a contact or more, second order: 4e-4 of the approach
                                   speed at 200, a little more here */
      off = max_of(off, fabs(out - e));
    }
    for (int i = 0; i < 4; i++) {
      double out;

      snprintf(words, sizeof words, "normal: %s, damping: %g, limit_damping: %s",
               normal[kind & HERTZ], rates[i], cut[kind / LIMITED]);
      out = rebound(words);
      CHECK(out >= 0 && out < (i == 0 ? 0.9 : 0.2)); /* stronger dashpots return less */
    }
  }
  test_note("restitution from 0 to .03 off by %.1e at most", off);
  test_end("hard dashpots take energy at the automatic step");
}

/* ---- partly blocked bodies ---- */

/* A sphere hits one end of a dumbbell, without friction, along a slanted direction in which some
   degrees of freedom are blocked. Returns the separation speed at the contact point over the
   approach speed. */
static double rebound_of_blocked(const char *blocked)
{
  const double k = 1e7, speed = 1, time = 1e-2;
  const Vec3   n  = {0.48, -0.6, -0.64},
             end  = {0.06, 0.08, 0}; /* direction of the sphere's motion; end: struck end from the
                                       centre, in units of .1 */
  const Vec3 hit  = vec3_axpy(end, -0.05, n);
  Start      ball = {.x = vec3_axpy(end, -0.1001, n), .v = vec3_scale(speed, n)},
        bar       = {.blocked = blocked};
  Text scenario, bodies;
  Body b[2];
  Sim *sim;

  add_head(&scenario, 2e-6, vec3(0, 0, 0), 1);
  add(&scenario,
      "material:\n  - a: {density: 2500}\ncontact:\n  - aa: {between: [a, a], normal: hooke, "
      "stiffness: %g, restitution: .5}\n",
      k);
  add(&scenario,
      "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .05]}\n"
      "  - bar: {material: a, pebbles: [.06, .08, 0, .05, -.06, -.08, 0, .05, 0, 0, 0, .06]}\n");
  add(&scenario, "clumps:\n  - all: {file: bodies.csv}\n");
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "ball", &ball);
  add_body(&bodies, 1, "bar", &bar);
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, (int)(time / 2e-6));
  bodies_of(sim, 2, b);
  CHECK_INT(touching(sim), 0);
  CALL(sim_destroy(&sim));
  return vec3_dot(vec3_sub(vec3_add(b[1].v, vec3_cross(b[1].w, hit)), b[0].v), n) / speed;
}

static void partly_blocked_bodies_part_with_the_asked_restitution(void)
{
  static const char *const blocked[] = {"",   "x",  "xy",    "yz",   "X",     "XZ",
                                        "YZ", "xY", "xyzXY", "zXYZ", "xyzXYZ"};
  double                   off       = 0;

  for (int i = 0; i < 11; i++) {
    const double e = rebound_of_blocked(blocked[i]);

    CHECK_NEAR(e, 0.5, 2e-3); /* the arm turns by some 1e-3 during the contact; with the full masses
                                 the error would be .03 to .12 */
    off = max_of(off, fabs(e - 0.5));
  }
  test_note("off by %.1e at most", off);
  test_end("bodies with some axes blocked: the asked restitution");
}

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
  Text scenario, bodies;
  Body b[2];

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

/* A sphere of 1 mm, E* = 1036729857.82 Pa, on a plane from .01 mm above, e = .4, 1 m/s, 121 steps
   of 0.5 us. Published: .401075 m/s at 1.0072402 mm, first order in their damping; exact, by the
   closed form: .4 m/s at 1.00713 mm (density 2500). */
static void a_sphere_bounces_as_in_a_published_self_test(void)
{
  const double star = 1036729857.82;
  Text         scenario, bodies;
  Body         b;
  Sim         *sim;

  add_head(&scenario, 5e-7, vec3(0, 0, 0), 0.01);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", star, 0, 2500);
  add_material(&scenario, "rigid", 1e30, 0, 1);
  add_laws(&scenario, "stone", "rigid", "normal: hertz, restitution: .4");
  add(&scenario, "template:\n  - ball: {material: stone, pebbles: [0, 0, 0, .001]}\nclumps:\n  - "
                 "all: {file: bodies.csv}\n");
  add(&scenario,
      "wall:\n  - plane: {shape: plane, material: rigid, point: [0, 0, 0], normal: [0, 0, 1]}\n");
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "ball", &(Start){.x = {0, 0, 0.00101}, .v = {0, 0, -1}});
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 121);
  bodies_of(sim, 1, &b);
  test_note("v = %.6f m/s, z = %.9f mm", b.v.z, 1e3 * b.x.z);
  CHECK_NEAR(b.v.z, 0.4, 1e-3);               /* exact; 65 steps a contact, second order */
  CHECK_NEAR(b.v.z, 0.401075, 2e-3);          /* published, with their error of .27 % */
  CHECK_NEAR(b.x.z, 0.0010071347905, 1.5e-8); /* exact, by integration in much finer steps */
  CHECK_NEAR(b.x.z, 0.0010072402, 1.5e-7);    /* published, with their error of 1e-7 m */
  CALL(sim_destroy(&sim));
  test_end("MercuryDPM's restitution self test: speed and place after 121 steps");
}

/* Steel on a plane of 1 GPa, gravity (5, 0, -5), friction .2, from rest at the static overlap:
   it slides with 4 m/s^2, its spin grows by 2.5 mu g / R. */
static void a_steel_sphere_slides_as_in_a_published_self_test(void)
{
  const double overlap = 2.2831e-8, star = 1036729857.82, mass = 4.0 / 3 * pi * 1e-9 * 7200;
  const double exact = pow(5 * mass / (4.0 / 3 * star * sqrt(1e-3)), 2.0 / 3);
  Text         scenario, bodies;
  Body         b;
  Sim         *sim;

  CHECK_NEAR(exact, overlap, 1e-12); /* published digits */
  add_head(&scenario, 5e-7, vec3(5, 0, -5), 0.01);
  add(&scenario, "material:\n");
  add_material(&scenario, "steel", star, 0, 7200);
  add_material(&scenario, "rigid", 1e30, 0, 1);
  add_laws(&scenario, "steel", "rigid",
           "normal: hertz, restitution: .4, tangential: mindlin, friction: .2");
  add(&scenario, "template:\n  - ball: {material: steel, pebbles: [0, 0, 0, .001]}\nclumps:\n  - "
                 "all: {file: bodies.csv}\n");
  add(&scenario,
      "wall:\n  - plane: {shape: plane, material: rigid, point: [0, 0, 0], normal: [0, 0, 1]}\n");
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "ball", &(Start){.x = {0, 0, 0.001 - exact}});
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 10001);
  bodies_of(sim, 1, &b);
  test_note("v = %.6f m/s, spin = %.5f rad/s, overlap %.5e m", b.v.x, b.w.y, 0.001 - b.x.z);
  CHECK_NEAR(b.v.x, 4 * 0.0050005,
             2e-5); /* it sticks in the first few steps: about 1e-3 of the speed */
  CHECK_NEAR(b.w.y, 2.5 * 0.2 * 5 / 0.001 * 0.0050005, 4e-2); /* the same; published 12.50 */
  CHECK_NEAR(0.001 - b.x.z, overlap, 1e-12);                  /* published digits */
  CALL(sim_destroy(&sim));
  test_end("MercuryDPM's oblique self test: speed, spin and overlap of a sliding steel sphere");
}

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
      Text       scenario, bodies;
      Body       b[2];
      Sim       *sim;

      add_head(&scenario, dt, vec3(0, 0, 0), 4);
      add(&scenario, "material:\n");
      add_material(&scenario, "stone", 1e5, 0.25, 1);
      add(&scenario, "contact:\n  - law: {between: [stone, stone], %s}\n", laws[k]);
      add(&scenario, "template:\n  - ball: {material: stone, pebbles: [0, 0, 0, .625]}\nclumps:\n  "
                     "- all: {file: bodies.csv}\n");
      add_bodies_head(&bodies);
      add_body(&bodies, 0, "ball", &(Start){.x = {0, 0, 0}});
      add_body(&bodies, 1, "ball", &(Start){.x = {at.x + way, at.y, at.z}, .v = {-way / dt, 0, 0}});
      sim     = sim_of(&scenario, &bodies);
      quantum = sim->domain.quantum;
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

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  two_limestone_spheres_meet_as_hertz_says();
  an_alloy_sphere_hits_a_rigid_plane_as_hertz_says();
  balls_part_with_the_asked_restitution();
  hard_dashpots_take_energy_at_the_automatic_step();
  partly_blocked_bodies_part_with_the_asked_restitution();
  unlike_spheres_mix_as_reduced_quantities();
  a_sphere_bounces_as_in_a_published_self_test();
  a_steel_sphere_slides_as_in_a_published_self_test();
  who_touches_without_any_depth_feels_no_spring();
  test_folder_remove();
  return test_finish();
}
