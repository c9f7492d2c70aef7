/* SPDX-License-Identifier: MIT */
/* Hard contacts against closed forms: restitution, Coulomb friction, statics, momentum, energy. */
#include "constraint/hard/hard.h"
#include "sim_test.h"

#define GRAVITY 9.81

/* A scenario with spheres and bricks of eight pebbles, with a floor below z = 0 and this
   law between all materials. */
static Sim *begin(double dt, Vec3 gravity, const char *law, const char *clumps, const char *options)
{
  char text[2500];

  test_file("hard.csv", clumps);
  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 99, dt: %.17g, gravity: [%.17g, %.17g, %.17g]}\n"
           "domain: {lo: [-9, -9, -1], hi: [9, 9, 9]}\n"
           "material: [{a: {density: 1000}}, {w: {density: 1000}}]\n"
           "template:\n  - ball: {material: a, pebbles: [0, 0, 0, .5]}\n"
           "  - pill: {material: a, pebbles: [-.3, 0, 0, .3, .1, .1, 0, .4]}\n"
           "  - brick: {material: a, pebbles: [-.3,-.2,-.1,.2, .3,-.2,-.1,.2, -.3,.2,-.1,.2, "
           ".3,.2,-.1,.2, -.3,-.2,.1,.2, .3,-.2,.1,.2, -.3,.2,.1,.2, .3,.2,.1,.2]}\n"
           "wall: [{floor: {shape: plane, material: w, point: [0, 0, 0], normal: [0, 0, 1]}}]\n"
           "clumps: [{all: {file: hard.csv}}]\n"
           "constraint:\n  - aa: {type: contact, between: [a, a], %s}\n"
           "  - aw: {type: contact, between: [a, w], %s}\n",
           dt, gravity.x, gravity.y, gravity.z, law, law);
  return test_sim(PETSC_COMM_WORLD, text, options);
}

/* Position, velocity and angular velocity of a clump, on all ranks. */
typedef struct {
  Vec3 x, v, w;
} Seen;

static Seen find(const Sim *sim, Id id)
{
  const PetscInt a = test_row(sim, id);
  Seen           s = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};

  if (a >= 0)
    s = (Seen){sim->matter.clumps->pose[a].x, sim->matter.clumps->motion[a].v,
               sim->matter.clumps->w[a]};
  (void)MPI_Allreduce(MPI_IN_PLACE, &s, 9, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return s;
}

/* ---- collisions ---- */

/* Two spheres meet head on, whatever the phase of the step in which they touch. */
static void spheres_part_as_asked(void)
{
  const double restitution[] = {0, .3, 1};

  for (int k = 0; k < 3; k++)
    for (int phase = 0; phase < 3; phase++) {
      char law[60], clumps[200];
      Sim *sim;
      Seen a, b;

      snprintf(law, sizeof law, "restitution: %g", restitution[k]);
      snprintf(
        clumps, sizeof clumps,
        "id,template,scale,x,y,z,vx,vy,vz\n1,ball,1,%.17g,0,2,1,0,0\n2,ball,1.5,1,0,2,-.5,0,0\n",
        -.3 - 3e-4 * phase);
      sim = begin(1e-3, vec3(0, 0, 0), law, clumps, "");
      test_steps(sim, 500);
      a = find(sim, 1);
      b = find(sim, 2);
      CHECK_NEAR((b.v.x - a.v.x) / 1.5, restitution[k],
                 1e-11); /* quanta of positions, 1e-15, over dt */
      CHECK_NEAR((a.v.x + 3.375 * b.v.x) / (1 - 3.375 * .5), 1, 1e-11); /* momentum */
      CALL(sim_destroy(&sim));
    }
  test_end("two spheres part with the asked restitution, and keep their momentum");
}

/* In the step of a bounce, forces depend on no more than the speeds before and after. */
static void a_bounce_is_not_foreseen(void)
{
  Sim   *sim  = begin(1e-3, vec3(0, 0, 0), "restitution: 1",
                      "id,template,x,y,z,vx,vy,vz\n1,ball,0,0,.5505,0,0,-1\n", "");
  double most = 0;

  for (int k = 0; k < 100; k++) {
    const PetscInt a = test_row(sim, 1);

    test_steps(sim, 1);
    if (a >= 0) most = max_real(most, vec3_norm(sim->matter.clumps->pose[a].v));
  }
  CALL(parallel_max(&sim->par, &most, 1));
  CHECK_NEAR(find(sim, 1).v.z, 1, 1e-11); /* quanta of positions over dt */
  CHECK_NEAR(most, 1, 1e-11);             /* likewise */
  CALL(sim_destroy(&sim));
  test_end("forces see no speed in a bounce beyond those before and after");
}

/* A ball falls on the floor from its surface at a height: it rises to e^2 of it. */
static void ball_rebounds(void)
{
  const double height = 1, e = .7, dt = 1e-4, fall = sqrt(2 * height / GRAVITY);
  Sim         *sim =
    begin(dt, vec3(0, 0, -GRAVITY), "restitution: .7", "id,template,x,y,z\n1,ball,0,0,1.5\n", "");
  Seen s;

  test_steps(sim, (int)((1 + e) * fall / dt + .5));
  s = find(sim, 1);
  /* the speed at the floor is that in the middle of a step: g dt of 4.4 m/s, the place
     v dt of 1 m */
  CHECK_NEAR((s.x.z - .5) / (height * e * e), 1, 2e-3);
  CHECK_NEAR(s.v.z, 0, 2e-3);
  CALL(sim_destroy(&sim));
  test_end("a ball rises to e^2 of the height from which it fell");
}

/* Force on the floor in the last step, summed over all ranks, N. */
static double force_on_floor(const Sim *sim, double dt)
{
  const Hard *h   = sim->constraints.hard;
  double      sum = 0;

  for (PetscInt k = 0; k < h->n_walls; k++) sum += h->list[h->n_pebbles + k].lambda / (dt * dt);
  (void)MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  return sum;
}

/* In the end the ball lies without bouncing, and presses on the floor with m g in every step. */
static void ball_comes_to_rest(void)
{
  const double dt  = 1e-3;
  Sim         *sim = begin(dt, vec3(0, 0, -GRAVITY), "restitution: .5, velocity_sweeps: 1",
                           "id,template,x,y,z\n1,ball,0,0,.6\n", "");
  Seen         s;

  test_steps(sim, 1000);
  s = find(sim, 1);
  CHECK_NEAR(s.x.z, .5, 1e-12); /* the grid */
  CHECK_NEAR(s.v.z, -.5 * GRAVITY * dt,
             1e-11); /* half a kick, docs/physics/constraints.md; the grid over dt */
  CHECK_NEAR(force_on_floor(sim, dt) / (1000 * PETSC_PI / 6 * GRAVITY), 1, 1e-9);
  CALL(sim_destroy(&sim));
  test_end("a ball comes to rest, and the floor bears its weight");
}

/* ---- friction ---- */

/* A ball that slides begins to roll: 5/7 of its speed, by Coulomb friction alone. */
static void ball_begins_to_roll(void)
{
  Sim *sim = begin(1e-3, vec3(0, 0, -GRAVITY), "friction: .2",
                   "id,template,x,y,z,vx,vy,vz\n1,ball,0,0,.5,2,0,0\n", "");
  Seen s;

  test_steps(sim, 200); /* it slides for 2 v / (7 mu g) = .291 s */
  s = find(sim, 1);
  /* at the start of the run forces act for half a step; 1e-9: rounding */
  CHECK_NEAR(s.v.x, 2 - .2 * GRAVITY * (.2 - .5e-3), 1e-9);
  CHECK_NEAR(s.w.y / (2.5 * .2 * GRAVITY * (.2 - .5e-3) / .5), 1, 1e-5); /* arm: r - g dt^2 / 2 */
  test_steps(sim, 400);
  s = find(sim, 1);
  CHECK_NEAR(s.v.x / (2. * 5 / 7), 1, 1e-5); /* likewise */
  CHECK_NEAR(s.w.y * .5 / s.v.x, 1, 1.2e-5);
  CALL(sim_destroy(&sim));
  test_end("a ball that slides slows down by mu g and begins to roll with 5/7 of its speed");
}

/* Distance that a brick slides in a second on an incline; slope: over the friction coefficient. */
static double brick_slides(double slope)
{
  const double friction = .4, angle = atan(slope * friction);
  const Vec3   gravity = {GRAVITY * sin(angle), 0, -GRAVITY * cos(angle)};
  Sim         *sim     = begin(2e-3, gravity, "friction: .4, sweeps: 60, velocity_sweeps: 10",
                               "id,template,x,y,z\n1,brick,0,0,.3\n", "");
  Seen         s;

  test_steps(sim, 500);
  s = find(sim, 1);
  CALL(sim_destroy(&sim));
  return s.x.x;
}

static void brick_stays_on_an_incline(void)
{
  const double more = atan(1.02 * .4), way = .5 * GRAVITY * (sin(more) - .4 * cos(more));

  test_note("way at .98: %.3g m; at 1.02: %.6g of the exact one", brick_slides(.98),
            brick_slides(1.02) / way);
  /* what sweeps leave of the slip: 3.0e-10 is measured with 60, 2.3e-9 with 45 */
  CHECK(fabs(brick_slides(.98)) < 1e-8);
  CHECK_NEAR(brick_slides(1.02) / way, 1, .02); /* likewise */
  test_end("a brick stays on an incline at .98 of its friction angle's slope, and slides at 1.02 "
           "as it should");
}

/* ---- a rod between two walls ---- */

/* A uniform rod slides down a wall, from rest, with its other end on the floor: it leaves the wall
   when its upper end is at 2/3 of its first height. */
static void rod_leaves_the_wall(void)
{
  const double angle = PETSC_PI / 3, r = .01;
  char         text[900];
  Sim         *sim;
  double       height = 0;

  snprintf(
    text, sizeof text,
    "schema: 1\nrun: {end_time: 99, dt: 2e-4, gravity: [0, 0, -9.81]}\n"
    "domain: {lo: [-1, -1, -1], hi: [2, 1, 2]}\nmaterial: [{a: {density: 1000}}]\n"
    "template: [{rod: {material: a, pebbles: [-.5,0,0,%g, .5,0,0,%g], mass_properties: given, "
    "mass: 12, "
    "position: [0, 0, 0], "
    "inertia: [1e-3, 1, 1]}}]\n"
    "wall: [{floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}}, "
    "{side: {shape: plane, material: a, point: [0, 0, 0], normal: [1, 0, 0]}}]\n"
    "clumps: [{rod: {template: [rod], position: [%.17g, 0, %.17g], attitude: [%.17g, 0, %.17g, "
    "0]}}]\n"
    "constraint: [{aa: {type: contact, between: [a, a], sweeps: 30, velocity_sweeps: 10}}]\n",
    r, r, r + .5 * cos(angle), r + .5 * sin(angle), cos(angle / 2), sin(angle / 2));
  sim = test_sim(PETSC_COMM_WORLD, text, "");
  for (int k = 0; k < 10000 && height == 0; k++) {
    const HardContact *list;
    int64_t            touching = 0;

    test_steps(sim, 1);
    list = sim->constraints.hard->list;
    for (PetscInt i = 0; i < sim->constraints.hard->n_walls; i++) touching += list[i].lambda > 0;
    (void)MPI_Allreduce(MPI_IN_PLACE, &touching, 1, MPIU_INT64, MPI_SUM, PETSC_COMM_WORLD);
    if (touching < 2) height = 2 * (find(sim, 0).x.z - r);
  }
  CHECK_NEAR(height / sin(angle), 2. / 3, 1e-3); /* first order in dt */
  CALL(sim_destroy(&sim));
  test_end("a rod that slides down a wall leaves it at 2/3 of its first height");
}

/* ---- many contacts ---- */

/* Bricks on each other: they stay, and every layer bears those above it. */
static void stack_stands(void)
{
  enum { BRICKS = 5 };
  const double dt = 2e-3;
  char         clumps[500];
  size_t       n = (size_t)snprintf(clumps, sizeof clumps, "id,template,x,y,z\n");
  double       mass;
  Sim         *sim;

  for (int k = 0; k < BRICKS; k++)
    n += (size_t)snprintf(clumps + n, sizeof clumps - n, "%d,brick,0,0,%g\n", k + 1, .3 + .6 * k);
  sim = begin(dt, vec3(0, 0, -GRAVITY), "friction: .5, sweeps: 30, velocity_sweeps: 5", clumps, "");
  test_steps(sim, 1000);
  mass = BRICKS * sim->matter.templates.list[2].mass.mass;
  CHECK_NEAR(force_on_floor(sim, dt) / (mass * GRAVITY), 1, 1e-9);
  for (int k = 0; k < BRICKS; k++) {
    const Seen s = find(sim, k + 1);

    test_note("brick %d: %.3g below its place, speed %.3g", k + 1, .3 + .6 * k - s.x.z,
              vec3_norm(vec3_sub(s.v, vec3(0, 0, -.5 * GRAVITY * dt))));
    CHECK_NEAR(s.x.z, .3 + .6 * k, GRAVITY * dt * dt); /* what 30 sweeps leave of that */
    CHECK_NEAR(s.x.x, 0, 1e-9);
  }
  CALL(sim_destroy(&sim));
  test_end("a stack of bricks stands, and the floor bears its weight");
}

/* Pills and balls that collide in free space. */
static void momentum_is_kept(void)
{
  char   clumps[6000];
  size_t n = (size_t)snprintf(clumps, sizeof clumps, "id,template,x,y,z,vx,vy,vz,wx,wy,wz\n");
  Sim   *sim;
  Totals from, to;
  double scale = 0;

  for (int k = 0; k < 64; k++) {
    const int i = k % 4, j = k / 4 % 4, m = k / 16;

    n += (size_t)snprintf(clumps + n, sizeof clumps - n, "%d,%s,%g,%g,%g,%g,%g,%g,%d,%d,%d\n", k,
                          k % 3 ? "ball" : "pill", 1.1 * i - 1.6, 1.1 * j - 1.6, 4 + 1.1 * m,
                          2. - i, 1.5 - j + .3 * m, -1. * m, i, j - m, k % 5);
  }
  sim  = begin(1e-3, vec3(0, 0, 0), "friction: .3, restitution: .8, sweeps: 5, velocity_sweeps: 3",
               clumps, "");
  from = totals_of(sim);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    scale += sim->matter.clumps->mass[a] * vec3_norm(sim->matter.clumps->motion[a].v);
  (void)MPI_Allreduce(MPI_IN_PLACE, &scale, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  test_steps(sim, 600);
  to = totals_of(sim);
  CHECK(energy_of(&to) < .9 * energy_of(&from));
  CHECK_NEAR(vec3_norm(vec3_sub(to.momentum, from.momentum)) / scale, 0,
             1e-12);                                      /* rounding of velocities */
  CHECK_NEAR(ledger_of(&to) / ledger_of(&from), 1, 1e-9); /* likewise: without other forces */
  test_note("energy lost: %.3g; angular momentum off by %.3g of it",
            1 - energy_of(&to) / energy_of(&from),
            vec3_norm(vec3_sub(to.angular, from.angular)) / vec3_norm(from.angular));
  CALL(sim_destroy(&sim));
  test_end("clumps that collide keep their momentum, and energies sum up");
}

/* ---- plastic polygons that roll down a slope ---- */

/* A polygon of n sides with `rows` rows of `side` pebbles on each. */
typedef struct {
  int    n, side, rows;
  double slope, friction; /* rad */
} Roller;

/* Radius of the pebbles, distance of the corners' from the centre, m, and moment of inertia over
   mass, m^2: that of a solid hexagon. */
#define ROUND  .005
#define CORNER .1
#define MOMENT (5. / 12 * CORNER * CORNER)

/* Steady spin before an impact (docs/physics/constraints.md), what of it an impact leaves, height
   of the centre over a side, and half of its length, m. */
typedef struct {
  double before, left, height, half;
} Rolling;

static Rolling rolling_of(const Roller *of)
{
  const double turn = PETSC_PI / of->n, h = CORNER * cos(turn) + ROUND, s = 2 * CORNER * sin(turn),
               arm = MOMENT + h * h + s * s / 4, left = (MOMENT + h * h - s * s / 4) / arm;

  return (Rolling){.before = sqrt(2 * GRAVITY * (s + 2 * turn * ROUND) * sin(of->slope) /
                                  (arm * (1 - left * left))),
                   .left   = left,
                   .height = h,
                   .half   = s / 2};
}

/* Pebble m of a side from corner k on. */
static Vec3 pebble_of(const Roller *of, int k, int m)
{
  const double turn = PETSC_PI / of->n, part = (double)m / of->side;
  const Vec3   from = {CORNER * sin((2 * k + 1) * turn), 0, CORNER * cos((2 * k + 1) * turn)},
             to     = {CORNER * sin((2 * k + 3) * turn), 0, CORNER * cos((2 * k + 3) * turn)};

  return vec3_axpy(from, part, vec3_sub(to, from));
}

static Sim *begin_rolling(const Roller *of, double dt, const char *law)
{
  static char   text[12000];
  const Rolling r  = rolling_of(of);
  const double  w  = r.left * r.before;
  int           at = snprintf(
              text, sizeof text,
              "schema: 1\nrun: {end_time: 99, dt: %.17g, gravity: [%.17g, 0, %.17g]}\n"
                        "domain: {lo: [-9, -1, -1], hi: [19, 1, 2]}\nmaterial: [{a: {density: 1000}}]\n"
                        "wall: [{floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}}]\n"
                        "constraint: [{aa: {type: contact, between: [a, a], friction: %g%s}}]\n"
                        "clumps: [{one: {template: wheel, position: [0, 0, %.17g], spin: [0, %.17g, 0], velocity: "
                        "[%.17g, 0, %.17g]}}]\n"
                        "template: [{wheel: {material: a, mass_properties: given, mass: 1, position: [0, 0, 0], "
                        "inertia: [%.17g, %.17g, %.17g], pebbles: [",
              dt, GRAVITY * sin(of->slope), -GRAVITY * cos(of->slope), of->friction, law, r.height, w,
              w * r.height, w * r.half, MOMENT, MOMENT, MOMENT);

  for (int k = 0; k < of->n * of->side * of->rows; k++) {
    const Vec3 x = pebble_of(of, k / of->side % of->n, k % of->side);

    at += snprintf(text + at, sizeof text - (size_t)at, "%s%.17g, %g, %.17g, %g", k ? ", " : "",
                   x.x, .1 * (k / (of->side * of->n)) - .05 * (of->rows - 1), x.z, ROUND);
  }
  (void)snprintf(text + at, sizeof text - (size_t)at, "]}}]\n");
  return test_sim(PETSC_COMM_WORLD, text, "");
}

/* The largest spin in the second half of the time, over `before`. */
static double rolls(const Roller *of, double dt, double time, const char *law)
{
  const int steps = (int)(.5 * time / dt);
  Sim      *sim   = begin_rolling(of, dt, law);
  double    most  = 0;

  test_steps(sim, steps);
  for (int k = 0; k < steps; k++) {
    test_steps(sim, 1);
    most = max_real(most, find(sim, 0).w.y);
  }
  CALL(sim_destroy(&sim));
  return most / rolling_of(of).before;
}

static void polygons_roll_down(void)
{
  static const Roller all[] = {
    {5, 1, 1, 15 * PETSC_PI / 180, 1},  {6, 1, 1, 10 * PETSC_PI / 180, 1},
    {8, 1, 1, 8 * PETSC_PI / 180, 1},   {6, 5, 2, 10 * PETSC_PI / 180, 1},
    {6, 10, 1, 10 * PETSC_PI / 180, 1}, {6, 20, 1, 10 * PETSC_PI / 180, 1}};

  for (size_t k = 0; k < 6 && test_case_here(k); k++) {
    const double time   = all[k].side > 10 ? 1 : .6; /* what many pebbles add grows for longer */
    const double coarse = rolls(&all[k], 2e-4, time, ""), fine = rolls(&all[k], 1e-4, time, "");

    test_note("%d corners, %d on a side: %.5f of the spin in theory, with half of the step %.5f",
              all[k].n, all[k].side, coarse, fine);
    /* the place in the step of an impact: of order dt; and what 20 and 5 sweeps leave */
    CHECK_NEAR(coarse, 1, all[k].side > 10 ? 1e-2 : 2.5e-3);
    CHECK_NEAR(fine, 1, all[k].side > 10 ? 1e-2 : 1.5e-3);
  }
  test_end("a plastic polygon comes to the spin of its closed form on a slope");
}

/* ---- those that lift off ---- */

/* A polygon with pebbles at its corners in the plane, mass 1. */
typedef struct {
  double x, z, angle, v, u, w; /* v along x, u along z */
} Planar;

/* Impulses on all corners that touch at the end of a step: velocities by Gauss-Seidel, each
   contact plastic, with Coulomb friction. */
static void stop(const Roller *of, Planar *p)
{
  double normal[8] = {0}, grip[8] = {0}, change = 1;

  for (int pass = 0; pass < 2000 && change > 1e-13; pass++) {
    change = 0;
    for (int k = 0; k < of->n; k++) {
      const Vec3   at = pebble_of(of, k, 0);
      const double x  = at.x * cos(p->angle) + at.z * sin(p->angle),
                   z  = at.z * cos(p->angle) - at.x * sin(p->angle) - ROUND;
      double by, to;

      if (p->z + z > 0) continue;
      by = max_real(-(p->u - p->w * x) / (1 + x * x / MOMENT), -normal[k]);
      normal[k] += by;
      p->u += by;
      p->w -= x * by / MOMENT;
      to = grip[k] - (p->v + p->w * z) / (1 + z * z / MOMENT);
      to = max_real(-of->friction * normal[k], min_real(of->friction * normal[k], to));
      p->v += to - grip[k];
      p->w += z * (to - grip[k]) / MOMENT;
      change += fabs(by) + fabs(to - grip[k]);
      grip[k] = to;
    }
  }
}

/* As rolls, by time steps of Moreau (1988, Nonsmooth Mechanics and Applications, 1). */
static double rolls_in_plane(const Roller *of, double dt, double time)
{
  const Rolling r     = rolling_of(of);
  const double  w     = r.left * r.before;
  const int     steps = (int)(time / dt);
  Planar        p     = {0, r.height, 0, w * r.height, w * r.half, w};
  double        most  = 0;

  for (int k = 0; k < steps; k++)
    for (int half = 0; half < 2; half++) {
      p.x += .5 * dt * p.v;
      p.z += .5 * dt * p.u;
      p.angle += .5 * dt * p.w;
      if (half) continue;
      p.v += dt * GRAVITY * sin(of->slope);
      p.u -= dt * GRAVITY * cos(of->slope);
      stop(of, &p);
      if (k > steps / 2) most = max_real(most, p.w);
    }
  return most / r.before;
}

/* On a steep slope the edge on which it turns slides and lifts off before the next one meets the
   floor. */
static void polygons_lift_off(void)
{
  static const Roller all[] = {{6, 1, 1, 20 * PETSC_PI / 180, 1},
                               {6, 1, 1, 20 * PETSC_PI / 180, .8},
                               {6, 1, 1, 20 * PETSC_PI / 180, .5}};

  for (int k = 0; k < 3; k++) {
    const double theory = rolls_in_plane(&all[k], 1e-5, .8), coarse = rolls(&all[k], 1e-4, .8, ""),
                 fine = rolls(&all[k], 5e-5, .8, ""),
                 many = rolls(&all[k], 1e-4, .8, ", velocity_sweeps: 80");

    test_note(
      "friction %g: %.5f of the spin without sliding, in theory %.5f, with half of the step "
      "%.5f, with 80 sweeps %.5f",
      all[k].friction, coarse, theory, fine, many);
    CHECK_NEAR(coarse / theory, 1, 2e-3); /* the place in the step of an impact: of order dt */
    CHECK_NEAR(fine / theory, 1, 1e-3);   /* likewise */
    CHECK_NEAR(many / theory, 1, 2e-3);
  }
  test_end("so does one that slides and lifts off, with few and many sweeps");
}

TESTS(.ranks = {1, 2})
{
  spheres_part_as_asked();
  a_bounce_is_not_foreseen();
  ball_rebounds();
  ball_comes_to_rest();
  ball_begins_to_roll();
  brick_stays_on_an_incline();
  rod_leaves_the_wall();
  stack_stands();
  momentum_is_kept();
  polygons_roll_down();
  if (test_size() == 1) polygons_lift_off();
  test_folder_remove();
}
