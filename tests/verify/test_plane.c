/* np: 1 2 */
/* SPDX-License-Identifier: MIT */
/* Two dimensions against closed forms: a disc rolling down a line, central impact of two discs,
   a dumbbell on a line, a freely spinning clump, a gas; and no coordinate ever leaves the plane,
   to the bit. */
#include "verify.h"

enum { BODIES = 150 };

/* Start of a scenario: an open box of this half size about the origin, in the plane. */
static void add_plane(Text *t, double dt, double gx, double gy, double half, const char *faces)
{
  t->n = 0;
  add(t, "schema: 1\nrun: {end_time: 1e9, dimension: 2, dt: %.17g, gravity: [%.17g, %.17g]}\n", dt,
      gx, gy);
  add(t, "domain: {lo: [%.17g, %.17g], hi: [%.17g, %.17g], boundary: [%s]}\n", -half, -half, half,
      half, faces);
  add(t, "material:\n");
  add_material(t, "stuff", 1e7, 0.3, 1);
}

/* A disc, or two in a row, with given mass properties. */
static void add_discs(Text *t, int n, double r, double mass, double polar)
{
  add(t, "template:\n  - body: {material: stuff, pebbles: [%.17g, 0, %.17g", n == 1 ? 0. : -r, r);
  if (n == 2) add(t, ", %.17g, 0, %.17g", r, r);
  add(t, "], mass_properties: given, volume: 1, mass: %.17g, position: [0, 0], inertia: [%.17g]}\n",
      mass, polar);
}

/* A nearly horizontal line through (x, 0). */
static void add_floor(Text *t, double x, double tilt)
{
  add(t,
      "wall:\n  - floor: {shape: plane, material: stuff, point: [%.17g, 0], normal: [%.17g, 1]}\n",
      x, tilt);
}

/* Columns of three dimensions that tables in two dimensions lack. */
static void add_row(Text *t, int id, Vec3 x, double angle, Vec3 v, double spin)
{
  if (id == 0) {
    t->n = 0;
    add(t, "id,template,x,y,qw,qz,vx,vy,wz\n");
  }
  add(t, "%d,body,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", id, x.x, x.y, cos(0.5 * angle),
      sin(0.5 * angle), v.x, v.y, spin);
}

static void check_in_plane(const Sim *sim)
{
  const Clumps *c = sim->clumps;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    CHECK(c->pose[a].x.z == 0 && c->motion[a].rest.z == 0 && c->motion[a].v.z == 0 &&
          c->force[a].z == 0 && c->image[a].z == 0);
    CHECK(c->w[a].x == 0 && c->w[a].y == 0 && c->motion[a].momentum.x == 0 &&
          c->motion[a].momentum.y == 0);
    CHECK(c->torque[a].x == 0 && c->torque[a].y == 0 && c->pose[a].q.x == 0 && c->pose[a].q.y == 0);
  }
}

/* ---- one disc on a line ---- */

static const double g = 9.81, radius = 0.5, mass = 2, stiffness = 1e6;

/* A disc at its static overlap; forces act at the middle of the overlap, so the lever is the
   radius minus half of it. */
static Sim *disc_on_slope(double slope, double friction, double dt, double *lever)
{
  Text  *t = calloc(1, sizeof *t), *rows = calloc(1, sizeof *rows);
  Sim   *sim;
  double depth = mass * g * cos(slope) / stiffness;

  *lever = radius - 0.5 * depth;
  add_plane(t, dt, g * sin(slope), -g * cos(slope), 100, "open, open");
  add(t,
      "contact:\n  - law: {between: [stuff, stuff], normal: hooke, stiffness: %g, restitution: .3, "
      "tangential: hooke, friction: "
      "%.17g}\n",
      stiffness, friction);
  add_discs(t, 1, radius, mass, 0.5 * mass * radius * radius);
  add(t, "clumps:\n  - all: {file: bodies.csv}\n");
  add_floor(t, 0, 0);
  add_row(rows, 0, vec3(0, radius - depth, 0), 0, vec3(0, 0, 0), 0);
  sim = sim_of(t, rows);
  free(t);
  free(rows);
  return sim;
}

static void measure_slope(double slope, double friction, double *acceleration, double *turning,
                          double *lever)
{
  enum { SETTLE = 4000, STEPS = 4000 };
  const double dt  = 1e-4;
  Sim         *sim = disc_on_slope(slope, friction, dt, lever);
  Body         before, after;

  test_steps(sim, SETTLE); /* the oscillation of the spring decays */
  bodies_of(sim, 1, &before);
  test_steps(sim, STEPS);
  bodies_of(sim, 1, &after);
  check_in_plane(sim);
  *acceleration = (after.v.x - before.v.x) / (STEPS * dt);
  *turning      = (after.w.z - before.w.z) / (STEPS * dt);
  CALL(sim_destroy(&sim));
}

static void a_disc_rolls_or_slides_down_a_line(void)
{
  const double slope = 0.5, kappa = 0.5,
               least = tan(slope) * kappa / (1 + kappa); /* least friction for rolling */
  const double mu    = 0.9 * least;
  double       a, turn, lever;

  measure_slope(slope, 1.1 * least, &a, &turn, &lever);
  test_note("rolling: a %.12g; g sin / (1 + 1/2) is %.12g", a, g * sin(slope) / (1 + kappa));
  CHECK_NEAR(a, g * sin(slope) / (1 + kappa * radius * radius / (lever * lever)),
             1e-9 * g);                                  /* remaining oscillation */
  CHECK_NEAR(a, g * sin(slope) / (1 + kappa), 2e-5 * g); /* the lever is 8.6e-6 shorter */
  CHECK_NEAR(turn, -a / lever, 1e-8 * g / radius);
  measure_slope(slope, mu, &a, &turn, &lever);
  CHECK_NEAR(a, g * (sin(slope) - mu * cos(slope)), 1e-9 * g);
  CHECK_NEAR(turn, -mu * g * cos(slope) * lever / (kappa * radius * radius), 1e-8 * g / radius);
  test_end("a disc rolls down a line with g sin / (1 + 1/2), and slides with g (sin - mu cos) "
           "where friction is too small");
}

/* ---- impacts ---- */

static void two_discs_part_with_the_asked_restitution(void)
{
  const char *const laws[] = {"normal: hooke, stiffness: 1e6, restitution: .6",
                              "normal: hertz, restitution: .6"};
  Text             *t = calloc(1, sizeof *t), *rows = calloc(1, sizeof *rows);

  for (int k = 0; k < 2; k++) {
    Body two[2];
    Sim *sim;

    add_plane(t, 5e-6, 0, 0, 10, "open, open");
    add(t, "contact:\n  - law: {between: [stuff, stuff], %s}\n", laws[k]);
    add_discs(t, 1, radius, mass, 0.5 * mass * radius * radius);
    add(t, "clumps:\n  - all: {file: bodies.csv}\n");
    /* central impact 30 degrees off x */
    add_row(rows, 0, vec3(-0.51 * cos(0.5), -0.51 * sin(0.5), 0), 0, vec3(cos(0.5), sin(0.5), 0),
            0);
    add_row(rows, 1, vec3(0.51 * cos(0.5), 0.51 * sin(0.5), 0), 1, vec3(-cos(0.5), -sin(0.5), 0),
            0);
    sim = sim_of(t, rows);
    test_steps(sim, 8000);
    CHECK_INT(touching(sim), 0);
    bodies_of(sim, 2, two);
    test_note("%s: restitution %.9g", laws[k], vec3_norm(two[0].v));
    CHECK_NEAR(vec3_norm(two[0].v), 0.6,
               1e-5); /* second order in some 600 steps of contact: 3.6e-6 */
    CHECK_NEAR(two[0].v.x + two[1].v.x, 0, 1e-14);
    CHECK_NEAR(two[0].v.y + two[1].v.y, 0, 1e-14);
    CHECK_NEAR(two[0].w.z, 0, 1e-12); /* central, except for rounding of positions */
    check_in_plane(sim);
    CALL(sim_destroy(&sim));
  }
  free(t);
  free(rows);
  test_end("two discs part with the asked restitution");
}

/* Two tangent discs as one clump: M = 2 m, I about the centre 2 (1/2 + 1) m r^2. It falls,
   tilted, on one of them. */
static void a_dumbbell_bounces_as_its_effective_mass_says(void)
{
  const double tilts[] = {0, 0.3, 1.0}, m = 3, inertia = 3 * m * radius * radius, whole = 2 * m,
               e = 0.5;
  Text *t = calloc(1, sizeof *t), *rows = calloc(1, sizeof *rows);

  for (int k = 0; k < 3; k++) {
    const double tilt = tilts[k], arm = radius * cos(tilt), speed = 1;
    const double effective = 1 / (1 / whole + arm * arm / inertia),
                 push      = (1 + e) * effective * speed;
    Body body;
    Sim *sim;

    add_plane(t, 1e-6, 0, 0, 10, "open, open");
    add(t,
        "contact:\n  - law: {between: [stuff, stuff], normal: hooke, stiffness: 1e9, restitution: "
        "%g}\n",
        e);
    add_discs(t, 2, radius, whole, inertia);
    add(t, "clumps:\n  - all: {file: bodies.csv}\n");
    /* without tilt it would land on both discs at once */
    if (tilt == 0) add_floor(t, radius, -1e-3);
    else add_floor(t, 0, 0);
    add_row(rows, 0, vec3(0, radius + radius * sin(tilt) + 1e-3, 0), -tilt, vec3(0, -speed, 0), 0);
    sim = sim_of(t, rows);
    test_steps(sim, 1400);
    CHECK_INT(touching(sim), 0);
    bodies_of(sim, 1, &body);
    test_note("tilt %.2g: v %.9g, closed form %.9g; spin %.9g, %.9g", tilt, body.v.y,
              push / whole - speed, body.w.z, push * arm / inertia);
    /* the impact lasts some 2e-4 s, in which it turns by as many rad; the floor is tilted by
       1e-3 */
    CHECK_NEAR(body.v.y, push / whole - speed, 1e-3);
    CHECK_NEAR(body.w.z, push * arm / inertia, 1e-3);
    check_in_plane(sim);
    CALL(sim_destroy(&sim));
  }
  free(t);
  free(rows);
  test_end("a dumbbell bounces off a line as 1/M + (r x n)^2 / I says");
}

/* Check the contact time of two dumbbells, one of half the size, with this 1/m at their ends: pi
   / sqrt(k (1/m + 1/m)). */
static void check_shortest(bool given, double scale, double inverse)
{
  const double k = 1e5;
  Text        *t = calloc(1, sizeof *t), *rows = calloc(1, sizeof *rows);
  Sim         *sim;

  add_plane(t, 1e-4, 0, 0, 10, "open, open");
  add(
    t,
    "contact:\n  - law: {between: [stuff, stuff], normal: hooke, stiffness: %g, restitution: 1}\n",
    k);
  if (given) add_discs(t, 2, radius, 6, 1.5);
  else
    add(t,
        "template:\n  - body: {material: stuff, pebbles: [%g, 0, %g, %g, 0, %g], mass_properties: "
        "sum}\n",
        -radius, radius, radius, radius);
  add(t, "clumps:\n  - all: {file: bodies.csv}\n");
  add(rows, "id,template,x,y,scale\n0,body,1,1,%g\n1,body,5,5,1\n", scale);
  sim = sim_of(t, rows);
  CHECK_NEAR(sim->shortest.time / (PETSC_PI / sqrt(k * 2 * inverse)), 1, 1e-14); /* rounding */
  CALL(sim_destroy(&sim));
  free(t);
  free(rows);
}

/* Contacts end to end, or side to side at the ends: 1/m of the contact is 1/M + arm^2 / I, I
   polar, at the scale of the clump. */
static void the_shortest_contact_is_that_of_the_polar_inertia(void)
{
  const double scale = 0.5, s2 = scale * scale, arm = radius * scale;
  const double whole = 2 * PETSC_PI * radius * radius,
               polar = 1.5 * whole * radius * radius; /* tangent discs of 1 kg/m^2 */

  check_shortest(false, scale, 1 / (whole * s2) + arm * arm / (polar * s2 * s2));
  check_shortest(true, scale,
                 1 / (6 * s2) +
                   radius * radius /
                     1.5); /* given inertia does not scale, so the large one turns as easily */
  test_end("the stable step is that of discs: polar inertia, mass as the square of the scale");
}

/* ---- spin ---- */

static void a_free_body_keeps_its_spin_exactly(void)
{
  enum { STEPS = 20000 };
  const double dt = 1e-2, spin = 7, start = 0.4, half = 0.5 * (start + STEPS * dt * spin);
  Text        *t = calloc(1, sizeof *t), *rows = calloc(1, sizeof *rows);
  double       off;
  Body         body;
  Sim         *sim;

  add_plane(t, dt, 0, 0, 10, "open, open");
  add(
    t,
    "contact:\n  - law: {between: [stuff, stuff], normal: hooke, stiffness: 1, restitution: 1}\n");
  add_discs(t, 2, radius, 2, 1.5);
  add(t, "clumps:\n  - all: {file: bodies.csv}\n");
  add_row(rows, 0, vec3(0, 0, 0), start, vec3(0, 0, 0), spin);
  sim = sim_of(t, rows);
  test_steps(sim, STEPS);
  bodies_of(sim, 1, &body);
  off = 2 * (body.q.w * sin(half) - body.q.z * cos(half));
  test_note("after %.0f turns the angle is off by %.3g", STEPS * dt * spin / (2 * PETSC_PI), off);
  /* the series of tan has an error of .02 (spin dt / 2)^8 of the angle: 5e-14 of 1400 rad;
     rounding is 20000 times 1e-16 of a turn. The second-order scheme of three dimensions would
     have an error of (spin dt)^2 / 12: half a radian */
  CHECK_NEAR(off, 0, 1e-9);
  CHECK_NEAR(body.w.z, spin, 1e-14 * STEPS);
  check_in_plane(sim);
  CALL(sim_destroy(&sim));
  free(t);
  free(rows);
  test_end("a body that nothing touches turns by spin times time");
}

/* ---- many ---- */

static void add_crowd(Text *t, double dt, const char *faces, const char *law, double gy)
{
  add_plane(t, dt, 0, gy, 12, faces);
  add(t, "contact:\n  - law: {between: [stuff, stuff], %s}\n", law);
  add_discs(t, 2, 0.3, 1, 0.3);
  add(t,
      "clumps:\n  - left: {template: [body], count: %d, lo: [-12, -11.5], hi: [12, 12], velocity: "
      "[3, 1]}\n",
      BODIES / 2);
  add(
    t,
    "  - right: {template: [body], count: %d, lo: [-12, -11.5], hi: [12, 12], velocity: [-3, 0]}\n",
    BODIES / 2);
}

static void a_gas_keeps_momentum_and_energy(void)
{
  Text  *t = calloc(1, sizeof *t);
  double drift[2], heat = 0;
  Sim   *sim;

  for (int k = 0; k < 2; k++) {
    const double dt = k ? 2e-4 : 4e-4;
    Totals       before, after;
    double       worst = 0;

    add_crowd(t, dt, "periodic, periodic", "normal: hooke, stiffness: 2e4, restitution: 1", 0);
    sim    = sim_of(t, NULL);
    before = totals_of(sim);
    for (int part = 0; part < 10; part++) {
      test_steps(sim, k ? 2000 : 1000);
      after = totals_of(sim);
      worst = fmax(worst, fabs(energy_of(&after) / energy_of(&before) - 1));
    }
    drift[k] = worst;
    CHECK_NEAR(after.momentum.x, before.momentum.x,
               1e-11); /* rounding of 10000 steps of 150 velocities */
    CHECK_NEAR(after.momentum.y, before.momentum.y, 1e-11);
    CHECK(after.momentum.z == 0 && after.angular.x == 0 && after.angular.y == 0);
    heat = (after.translational - BODIES / 2. * 0.25) /
           after.rotational; /* less the common drift of y: M v^2 / 2 = 150 / 8 */
    check_in_plane(sim);
    CALL(sim_destroy(&sim));
  }
  test_note("energy off by %.3g and, with half the step, %.3g; heat of flight over rotation %.3g",
            drift[0], drift[1], heat);
  CHECK(drift[0] < 3e-4 &&
        drift[1] < 1e-4);   /* would be a fourth if both trajectories were the same */
  CHECK_NEAR(heat, 2, 0.6); /* two degrees of freedom against one; three standard deviations for 300
                               and 150 of them */
  free(t);
  test_end("a gas in the plane keeps momentum to rounding, energy as the step is fine, and shares "
           "its heat 2 : 1");
}

/* Friction, walls and damping over thousands of steps: all stays in the plane to the bit. */
static void nothing_leaves_the_plane(void)
{
  const char *const laws[] = {
    "normal: hooke, stiffness: 2e4, restitution: .6, tangential: hooke, friction: .5",
    "normal: hertz, restitution: .6, tangential: mindlin, friction: .5"};
  Text *t = calloc(1, sizeof *t);

  for (int k = 0; k < 2; k++) {
    Totals totals;
    Sim   *sim;

    add_crowd(t, k ? 2e-4 : 4e-4, "open, free", laws[k], -9.81);
    add(t,
        "wall:\n  - floor: {shape: plane, material: stuff, point: [0, -11.8], normal: [0.1, 1]}\n"
        "  - left: {shape: plane, material: stuff, point: [-12, 0], normal: [1, 0]}\n"
        "  - right: {shape: plane, material: stuff, point: [12, 0, 0], normal: [-2, 0.2, 0]}\n");
    t->text[t->n] = 0;
    sim           = sim_of(t, NULL);
    for (int part = 0; part < 4; part++) {
      test_steps(sim, 2000);
      check_in_plane(sim);
    }
    CHECK(touching(sim) > 20);
    totals = totals_of(sim);
    CHECK(totals.momentum.z == 0 && totals.angular.x == 0 && totals.angular.y == 0 &&
          totals.rotational > 0);
    test_note("%s: %d contacts at the end", laws[k], touching(sim));
    CALL(sim_destroy(&sim));
  }
  free(t);
  test_end("with friction, walls and thousands of steps nothing leaves the plane by a bit");
}

/* The normal of two coincident centres is arbitrary, but must lie in the plane. */
static void discs_in_one_place_part_in_the_plane(void)
{
  Text *t = calloc(1, sizeof *t), *rows = calloc(1, sizeof *rows);
  Body  two[2];
  Sim  *sim;

  add_plane(t, 1e-4, 0, 0, 10, "open, open");
  add(t, "contact:\n  - law: {between: [stuff, stuff], normal: hooke, stiffness: 1e4, restitution: "
         ".6}\n");
  add_discs(t, 1, radius, mass, 1);
  add(t, "clumps:\n  - all: {file: bodies.csv}\n");
  add_row(rows, 0, vec3(1, 2, 0), 0, vec3(0, 0, 0), 0);
  add_row(rows, 1, vec3(1, 2, 0), 0, vec3(0, 0, 0), 0);
  test_file("bodies.csv", rows->text);
  sim = test_sim(PETSC_COMM_WORLD, t->text, "-run_overlap_limit 9");
  test_steps(sim, 1000);
  check_in_plane(sim);
  bodies_of(sim, 2, two);
  CHECK(vec3_norm(vec3_sub(two[0].x, two[1].x)) > 2 * radius);
  CALL(sim_destroy(&sim));
  free(t);
  free(rows);
  test_end("two discs in one place part, in the plane");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  a_disc_rolls_or_slides_down_a_line();
  two_discs_part_with_the_asked_restitution();
  a_dumbbell_bounces_as_its_effective_mass_says();
  the_shortest_contact_is_that_of_the_polar_inertia();
  a_free_body_keeps_its_spin_exactly();
  a_gas_keeps_momentum_and_energy();
  nothing_leaves_the_plane();
  discs_in_one_place_part_in_the_plane();
  test_folder_remove();
  return test_finish();
}
