/* SPDX-License-Identifier: MIT */
/* Elastic Hertz impacts against closed forms (Chung & Ooi 2011, Granular Matter 13, 643, tests 1
   and 2), and the order in time. Each step size is tried with impacts that begin at several phases
   of a step; the worst result counts. */
#include "normal_contact.h"

enum { LEVELS = 4 };

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
} DeepestTouch;

static void look(DeepestTouch *w, double overlap, double force)
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
  Draft        scenario, bodies;
  Body         b[2 * PHASES];
  DeepestTouch watch[PHASES];
  Sim         *sim;

  memset(watch, 0, sizeof watch);
  add_head(&scenario, dt, vec3(0, 0, 0), 16 * PHASES * i->radius);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", i->young, i->poisson, i->density);
  add_material(&scenario, "rigid", 1e30, 0, 1);
  add_laws(&scenario, "stone", "rigid", "normal: hertz, restitution: 1");
  add_balls(&scenario, "stone", i->radius);
  if (i->wall) add_wall(&scenario, "rigid", vec3(1, 0, 0));
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

TESTS(.ranks = {1, 2})
{
  two_limestone_spheres_meet_as_hertz_says();
  an_alloy_sphere_hits_a_rigid_plane_as_hertz_says();
  test_folder_remove();
}
