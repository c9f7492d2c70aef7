/* SPDX-License-Identifier: MIT */
/* Monitors of flux, segregation and order against closed forms: a lattice of balls that streams
   through a plane, a clump of discs, rows of balls of two kinds, rods along axes. */
#include "monitor_case.h"
#include "verify/verify.h"

static const double radius = 0.125, density = 1000;

/* 64 balls on a lattice of 1/2 m in a periodic box of 2 m, 8 per m^3, with velocity (-1, .3, 0). */
static Sim *stream(void)
{
  Draft t = {0}, rows = {0};

  add(&rows, "template,x,y,z,vx,vy,vz\n");
  for (int k = 0; k < 64; k++)
    add(&rows, "ball,%g,%g,%g,-1,.3,0\n", .25 + .5 * (k % 4), .25 + .5 * (k / 4 % 4),
        .25 + .5 * (double)(k / 16));
  test_file("rows.csv", rows.text);
  add(&t,
      "schema: 1\nrun: {end_time: 99, dt: .015625}\n"
      "domain: {lo: [0, 0, 0], hi: [2, 2, 2], boundary: [periodic, periodic, periodic]}\n"
      "material:\n  - a: {density: %g, young: 1e5}\n"
      "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: .1, restitution: 1}\n"
      "template:\n  - ball: {material: a, pebbles: [0, 0, 0, %g]}\n"
      "clumps:\n  - all: {file: rows.csv}\n"
      "monitor:\n  - whole: {type: flux, every: 1, point: [.3, 0, 0], normal: [3, 0, 0]}\n"
      "  - window: {type: flux, every: 1, point: [.3, 0, 0], normal: [3, 0, 0], lo: [0, 0, 0], "
      "hi: [2, .4, 1]}\n",
      density, radius);
  return test_sim(PETSC_COMM_WORLD, t.text, "");
}

/* A number of a monitor now. */
static double now(Sim *sim, const char *name, const char *column)
{
  const int    k       = monitor_at(sim, name);
  double      *numbers = monitor_numbers(sim, k);
  const double number  = monitor_number(sim, k, numbers, 0, column);

  array_free(&numbers);
  return number;
}

/* The plane cuts a layer of 16 balls .05 m from their centres; 2 of them are in the window. */
static void cuts_flow(void)
{
  const double area = pi * (radius * radius - .05 * .05), ball = 4 * pi / 3 * pow(radius, 3);
  Sim         *sim = stream();

  for (int part = 0; part < 2; part++) {
    const char  *name = part ? "window" : "whole";
    const double n    = part ? 2 : 16;

    CHECK_NEAR(now(sim, name, "mass_flow") / (-n * density * area), 1, 1e-12); /* rounding */
    CHECK_NEAR(now(sim, name, "volume_flow") / (-n * area), 1, 1e-12);
    CHECK_NEAR(now(sim, name, "body_flow") / (-n * area / ball), 1, 1e-12);
  }
  CALL(sim_destroy(&sim));
  test_end(
    "the flow through a plane is the area of the cuts times speed, density, over the volume");
}

/* Number density 8 per m^3, 1 m/s, 5 s, window of .4 m^2 (the lattice passes it in ten places), or
   all of 4 m^2. */
static void streams_cross(void)
{
  const double ball = 4 * pi / 3 * pow(radius, 3);
  double       n = 0, mass = 0, all = 0, forward = 0;
  Sim         *sim = stream();

  for (int k = 0; k <= 10; k++) {
    const int at      = monitor_at(sim, "window");
    double   *numbers = monitor_numbers(sim, at);

    forward += monitor_number(sim, at, numbers, 0, "forward");
    if (k > 0) /* a layer comes to the plane .45 s after the sample before, at y of .385 + .15 k */
      CHECK(monitor_number(sim, at, numbers, 0, "backward") ==
            (fmod(.385 + .15 * (k - 1), .5) < .4 ? 2 : 0));
    n += monitor_number(sim, at, numbers, 0, "backward");
    mass += monitor_number(sim, at, numbers, 0, "backward_mass");
    all += now(sim, "whole", "backward");
    array_free(&numbers);
    if (k < 10) test_steps(sim, 32);
  }
  CHECK(forward == 0);
  CHECK_NEAR(n, 8 * .4 * 5, 0);
  CHECK_NEAR(all, 8 * 4 * 5, 0);
  CHECK_NEAR(mass, 8 * .4 * 5 * density * ball, 1e-9); /* rounding */
  CALL(sim_destroy(&sim));
  test_end("a stream crosses a window as its number density, speed, area and time say");
}

/* Discs of .2 and .1 m as one body in the plane: what is cut is a chord. A ball that starts on a
   plane and moves on has not crossed it. */
static void discs_flow(void)
{
  Sim *sim =
    test_sim(PETSC_COMM_WORLD,
             "schema: 1\nrun: {end_time: 99, dt: .015625, dimension: 2}\n"
             "domain: {lo: [0, 0], hi: [4, 4], boundary: [open, open]}\n"
             "material:\n  - a: {density: 3, young: 1e5}\n"
             "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}\n"
             "template:\n  - two: {material: a, pebbles: [0, 0, .2, .3, 0, .1]}\n"
             "  - one: {material: a, pebbles: [0, 0, .1]}\n"
             "clumps:\n  - body: {template: two, position: [1, 1], velocity: [2, 0]}\n"
             "  - disc: {template: one, position: [2, 3], velocity: [1, 0], group: [discs]}\n"
             "monitor:\n  - cut: {type: flux, every: 1, point: [1, 0], normal: [1, 0]}\n"
             "  - start: {type: flux, every: 1, point: [2, 0], normal: [1, 0], groups: [discs]}\n",
             "");

  /* the centre of mass is .06 m from that of the large disc */
  CHECK_NEAR(now(sim, "cut", "mass_flow"), 3 * 2 * sqrt(.04 - .06 * .06) * 2, 1e-12); /* rounding */
  CHECK_NEAR(now(sim, "cut", "volume_flow"), 2 * sqrt(.04 - .06 * .06) * 2, 1e-12);
  CHECK(now(sim, "start", "forward") == 0);
  test_steps(sim, 1);
  CHECK(now(sim, "start", "forward") == 0);
  CALL(sim_destroy(&sim));
  test_end("in two dimensions the plane cuts chords; a disc that starts on it has not crossed it");
}

/* Rows along x, cells of 2 m: A A, A B, B B that touch; A and B, which are 2 mm apart; A alone. */
static Sim *kinds(void)
{
  static const char *const names = "AAABBBABA";
  Draft                    t = {0}, rows = {0};

  add(&rows, "template,x,y,z,group\n");
  for (int k = 0; k < 9; k++)
    add(&rows, "ball,%g,%d,2,%c\n", k < 6 ? .5 + .99 * k : (double[]){.5, 1.502, 4.5}[k - 6],
        k < 6 ? 1 : 3, names[k]);
  test_file("rows.csv", rows.text);
  add(&t, "schema: 1\nrun: {end_time: 99, dt: 1e-5}\n"
          "domain: {lo: [0, 0, 0], hi: [6, 4, 4], boundary: [open, open, open]}\n"
          "material:\n  - a: {density: 1000, young: 1e5}\n"
          "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}\n"
          "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .5]}\n"
          "clumps:\n  - all: {file: rows.csv}\n"
          "monitor:\n  - mixed: {type: segregation, every: 1e-5, of: [A], cells: [3, 2, 1]}\n"
          "  - alone: {type: segregation, every: 1e-5, of: [A], cells: [1, 1, 1], groups: [A]}\n");
  return test_sim(PETSC_COMM_WORLD, t.text, "-search_skin .05");
}

static void kinds_are_apart(void)
{
  const double p = 5. / 9, apart = p * (1 - p), random = apart * 5 / 9,
               variance = (2 * (1 - p) * (1 - p) + 2 * 2 * (.5 - p) * (.5 - p) + 2 * p * p +
                           (1 - p) * (1 - p)) /
                          9;
  Sim *sim = kinds();

  CALL(monitors_listen(sim_world(sim)));
  test_steps(sim, 1);
  CHECK(now(sim, "mixed", "bodies") == 9);
  CHECK_NEAR(now(sim, "mixed", "share"), p, 1e-15);
  CHECK_NEAR(now(sim, "mixed", "variance"), variance, 1e-15);
  CHECK_NEAR(now(sim, "mixed", "mixing"), (apart - variance) / (apart - random), 1e-14);
  /* of 5 contacts one is of A with B, of ten ends 5 are of A: by chance every second */
  CHECK_NEAR(now(sim, "mixed", "unlike_contacts"), .2, 1e-15);
  CHECK_NEAR(now(sim, "mixed", "contact_segregation"), .6, 1e-15);
  CHECK(now(sim, "alone", "bodies") == 5 && now(sim, "alone", "unlike_contacts") == 0);
  CALL(sim_destroy(&sim));
  test_end("segregation of a known arrangement, in cells and by contacts");
}

/* Two rods along x and one along y: the mean of u u is diag(2/3, 1/3, 0), the order (3 2/3 - 1) /
   2. */
static void rods_are_in_order(void)
{
  Sim *sim =
    test_sim(PETSC_COMM_WORLD,
             "schema: 1\nrun: {end_time: 99, dt: 1e-3}\n"
             "domain: {lo: [0, 0, 0], hi: [4, 4, 4], boundary: [open, open, open]}\n"
             "material:\n  - a: {density: 1000, young: 1e5}\n"
             "contact:\n  - aa: {between: [a, a], normal: hooke, stiffness: 1, restitution: 1}\n"
             "template:\n  - rod: {material: a, pebbles: [0,0,0,.1, .1,0,0,.1, .2,0,0,.1]}\n"
             "clumps:\n  - one: {template: rod, position: [1, 1, 1]}\n"
             "  - two: {template: rod, position: [1, 2, 3]}\n"
             "  - across: {template: rod, position: [3, 2, 3], attitude: [1, 0, 0, 1]}\n"
             "monitor:\n  - order: {type: nematic, every: 1}\n",
             "");

  CHECK(now(sim, "order", "bodies") == 3);
  CHECK_NEAR(now(sim, "order", "Q_xx"), .5, 1e-12); /* rounding of attitudes */
  CHECK_NEAR(now(sim, "order", "Q_yy"), 0, 1e-12);
  CHECK_NEAR(now(sim, "order", "Q_zz"), -.5, 1e-12);
  CHECK_NEAR(now(sim, "order", "order"), .5, 1e-12);
  CHECK_NEAR(fabs(now(sim, "order", "director_x")), 1, 1e-12);
  CALL(sim_destroy(&sim));
  test_end("the order of rods of which two of three are parallel");
}

TESTS(.ranks = {1, 2})
{
  cuts_flow();
  streams_cross();
  discs_flow();
  kinds_are_apart();
  rods_are_in_order();
  test_folder_remove();
}
