/* SPDX-License-Identifier: MIT */
/* Free meshes in hard contact: they move as clumps of the same shape, part with the asked
   restitution where corners, edges and faces meet, stay on inclines by Coulomb's law, and stand on
   each other. */
#include "constraint/hard/hard.h"
#include "meshes.h"

#define GRAVITY 9.81

static Sim *begin(double dt, Vec3 gravity, const char *law, const char *bodies)
{
  char text[3000];

  snprintf(text, sizeof text,
           "schema: 1\nrun: {end_time: 99, dt: %.17g, gravity: [%.17g, %.17g, %.17g]}\n"
           "domain: {lo: [-9, -9, -1], hi: [9, 9, 9]}\n"
           "material: [{a: {density: 1000}}]\n"
           "constraint: [{aa: {type: contact, between: [a, a], %s}}]\n%s",
           dt, gravity.x, gravity.y, gravity.z, law, bodies);
  return test_sim(PETSC_COMM_WORLD, text, "");
}

#define FLOOR "  - floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}\n"
#define CUBE  "{shape: mesh, material: a, file: cube.stl, free: true, corner_radius: .1, "

/* Keys that put a mesh with its centre at x, turned about it: `attitude` turns about the origin. */
static const char *placed(Vec3 x, Quat q)
{
  static char text[4][200];
  static int  next;
  char       *to = text[next++ % 4];
  const Vec3  u  = quat_turn_back(quat_normalized(q), x);

  snprintf(to, sizeof text[0],
           "shift: [%.17g, %.17g, %.17g], attitude: [%.17g, %.17g, %.17g, %.17g]", u.x, u.y, u.z,
           q.w, q.x, q.y, q.z);
  return to;
}

static void write_meshes(void)
{
  static Triangles t;

  t.n = 0;
  add_block(&t, vec3(-.5, -.5, -.5), vec3(.5, .5, .5));
  write_mesh("cube.stl", &t);
  t.n = 0;
  add_block(&t, vec3(-.5, -.4, -.3), vec3(.5, .4, .3));
  write_mesh("brick.stl", &t);
}

/* ---- a clump of the same shape ---- */

/* A brick whose corners are balls, and a clump of these balls with its mass, which tumble side by
   side. */
static void moves_as_a_clump(void)
{
  const Vec3 between = {0, 6, 0};
  double     far = 0, fast = 0, turns = 0;
  char       bodies[1500];
  Sim       *sim;

  snprintf(
    bodies, sizeof bodies,
    "template:\n  - twin: {material: a, pebbles: [-.4,-.3,-.2,.1, .4,-.3,-.2,.1, -.4,.3,-.2,.1, "
    ".4,.3,-.2,.1, -.4,-.3,.2,.1, .4,-.3,.2,.1, -.4,.3,.2,.1, .4,.3,.2,.1], mass_properties: "
    "given, mass: 480, position: [0, 0, 0], inertia: [40, 54.4, 65.6]}\n"
    "clumps:\n  - one: {template: twin, position: [0, 6, 1], attitude: [1, .3, .2, .1], "
    "velocity: [1, 0, -1], spin: [2, 1, 0]}\n"
    "wall:\n" FLOOR
    "  - brick: {shape: mesh, material: a, file: brick.stl, free: true, corner_radius: .1, %s, "
    "velocity: [1, 0, -1], spin: [2, 1, 0]}\n",
    placed(vec3(0, 0, 1), (Quat){1, .3, .2, .1}));
  sim = begin(1e-3, vec3(0, 0, -GRAVITY),
              "friction: .3, restitution: .4, sweeps: 12, velocity_sweeps: 4", bodies);
  for (int k = 0; k < 40; k++) {
    PetscInt a, b;

    test_steps(sim, 20);
    a    = test_row(sim, 0);
    b    = test_row(sim, 1);
    far  = max_real(far, vec3_norm(vec3_sub(vec3_sub(sim->matter.clumps->pose[a].x, between),
                                            sim->matter.clumps->pose[b].x)));
    fast = max_real(
      fast, vec3_norm(vec3_sub(sim->matter.clumps->motion[a].v, sim->matter.clumps->motion[b].v)));
    turns =
      max_real(turns, vec3_norm(vec3_sub(sim->matter.clumps->w[a], sim->matter.clumps->w[b])));
  }
  test_note("%.3g m, %.3g m/s and %.3g rad/s apart", far, fast, turns);
  CHECK_NEAR(far, 0,
             1e-10); /* quanta of 1e-14 m, over dt, that bounces of an uneven body multiply */
  CHECK_NEAR(fast, 0, 1e-8);
  CHECK_NEAR(turns, 0, 1e-7);
  CALL(sim_destroy(&sim));
  test_end("a brick of triangles tumbles as a clump of the balls in its corners");
}

/* ---- impacts ---- */

static double kinetic(Sim *sim)
{
  const Totals t = totals_of(sim);

  return t.translational + t.rotational;
}

static HardContact *pushing(const Sim *sim, int *n)
{
  const Hard  *h  = sim->constraints.hard;
  HardContact *at = NULL;

  *n = 0;
  for (PetscInt k = 0; k < hard_listed(h); k++)
    if (h->list[k].lambda > 0) {
      at = &h->list[k];
      ++*n;
    }
  return at;
}

/* Kind of a hard contact: a HardKind, or 10 + SolidKind. */
static int kind_of(const Sim *sim, const HardContact *at)
{
  return at->kind == HARD_SOLID ? 10 + (int)sim->constraints.hard->key[at->j].kind : (int)at->kind;
}

/* Velocity of a row at an arm. */
static Vec3 velocity(const Sim *sim, int32_t row, Vec3 arm)
{
  return vec3_add(sim->matter.clumps->motion[row].v, vec3_cross(sim->matter.clumps->w[row], arm));
}

/* One contact at a time: the point parts with e of the speed u at which it came, momentum is kept,
   and the loss of energy is (1 - e^2) u^2 / 2 over the inverse mass at the point. */
static void one_impact(const char *what, double restitution, int kind, const char *bodies)
{
  char               law[80];
  Sim               *sim;
  const HardContact *at = NULL;
  const HardPlace   *p;
  Totals             from;
  double             before, after, parts, turned = 0;
  int                n = 0;

  snprintf(law, sizeof law, "restitution: %g, sweeps: 20, velocity_sweeps: 1", restitution);
  sim    = begin(1e-4, vec3(0, 0, 0), law, bodies);
  from   = totals_of(sim);
  before = kinetic(sim);
  for (int k = 0; k < 1500 && n == 0; k++) {
    test_steps(sim, 1);
    at = pushing(sim, &n);
  }
  CHECK_INT(n, 1);
  if (n == 1) {
    p     = &sim->constraints.hard->place[at - sim->constraints.hard->list];
    parts = vec3_dot(p->n, vec3_sub(at->b < 0 ? vec3(0, 0, 0) : velocity(sim, at->b, p->arm_b),
                                    velocity(sim, at->a, p->arm_a)));
    after = kinetic(sim);
    CHECK_INT(kind_of(sim, at), kind);
    CHECK_NEAR(-parts / at->approach, restitution,
               1e-9); /* quanta of positions, 1e-15 m, over dt */
    /* the arms turn by u dt / .5 m in the step, and what sweeps move has a speed of u / 2 on
       average */
    CHECK_NEAR(before - after,
               (1 - restitution * restitution) * .5 * at->approach * at->approach /
                 vec3_dot(p->n, p->kn),
               1e-3 * before);
    if (at->b >= 0) {
      const Totals to = totals_of(sim);

      turned = vec3_norm(vec3_sub(to.angular, from.angular));
      CHECK_NEAR(vec3_norm(vec3_sub(to.momentum, from.momentum)), 0, 1e-9); /* of 100 and more */
      /* sweeps move a ball of 113 kg by up to u dt across the speed that it has then */
      CHECK_NEAR(turned, 0, .01);
    }
    test_note("%s: kind %d, approach %.3g m/s, %.6g of it after, loss %.6g of the rule, angular "
              "momentum off by %.2g",
              what, kind_of(sim, at), at->approach, -parts / at->approach,
              (before - after) / (.5 * at->approach * at->approach / vec3_dot(p->n, p->kn)),
              turned);
  }
  CALL(sim_destroy(&sim));
}

#define BALL \
  "template: [{ball: {material: a, pebbles: [0,0,0,.3]}}]\nclumps: [{one: {template: ball, "

static void impacts(void)
{
  const double e[]  = {0, .6, 1};
  const Quat   tilt = {1, .3, .25, 0}, on_edge = {.92388, .38268, 0, 0},
             across = {.92388, 0, .38268, 0};
  char bodies[1200];

  for (int k = 0; k < 3; k++) {
    snprintf(bodies, sizeof bodies, "wall:\n" FLOOR "  - c: " CUBE "%s, velocity: [0, 0, -2]}\n",
             placed(vec3(0, 0, .9), tilt));
    one_impact("corner on the floor", e[k], HARD_WALL, bodies);
    one_impact("ball on a face", e[k], HARD_WALL,
               BALL "position: [.1, .2, 4.82], velocity: [0, 0, -1]}}]\nwall:\n  - c: " CUBE
                    "shift: [0, 0, 4]}\n");
    one_impact("ball on an edge", e[k], HARD_WALL,
               BALL "position: [.65, .2, 4.8], velocity: [0, 0, -1]}}]\nwall:\n  - c: " CUBE
                    "shift: [0, 0, 4]}\n");
    one_impact("ball on a corner", e[k], HARD_WALL,
               BALL "position: [.6, .65, 4.8], velocity: [0, 0, -1]}}]\nwall:\n  - c: " CUBE
                    "shift: [0, 0, 4]}\n");
    snprintf(bodies, sizeof bodies,
             "wall:\n  - c: " CUBE "%s}\n  - d: " CUBE "%s, velocity: [0, 0, -2]}\n",
             placed(vec3(0, 0, 4), on_edge), placed(vec3(.1, .03, 5.4), across));
    one_impact("edge on an edge", e[k], 10 + SOLID_CROSSING, bodies);
    snprintf(bodies, sizeof bodies,
             "wall:\n  - c: " CUBE "%s, velocity: [0, 0, -2]}\n  - d: " CUBE "shift: [0, 0, 4]}\n",
             placed(vec3(0, 0, 5.4), tilt));
    one_impact("corner on a face", e[k], 10 + SOLID_CORNER, bodies);
    snprintf(bodies, sizeof bodies,
             "wall:\n  - d: " CUBE "shift: [0, 0, 4]}\n  - c: " CUBE "%s, velocity: [0, 0, -2]}\n",
             placed(vec3(0, 0, 5.4), tilt));
    one_impact("point on a face", e[k], 10 + SOLID_POINT, bodies);
  }
  test_end("places of meshes part with the asked restitution, with momentum kept and the loss of "
           "energy of the rule");
}

/* The speed after landing on a corner, by the arm of the lowest corner at the start: a closed form
   that uses no contact point of the code. */
static void corner_landing(void)
{
  const double e = .5, fall = 2, mass = 1000, moment = mass / 6, r = .1;
  Quat         q   = {1, .3, .25, 0};
  Vec3         low = {0, 0, 9}, arm;
  double       inverse;
  char         bodies[600];
  Sim         *sim;
  PetscInt     a;

  snprintf(bodies, sizeof bodies, "wall:\n" FLOOR "  - c: " CUBE "%s, velocity: [0, 0, -2]}\n",
           placed(vec3(0, 0, .9), q));
  sim = begin(1e-4, vec3(0, 0, 0), "restitution: .5, sweeps: 20, velocity_sweeps: 1", bodies);
  q   = quat_normalized(q);
  for (int k = 0; k < 8; k++) {
    const Vec3 x = quat_turn(q, vec3(k & 1 ? .4 : -.4, k & 2 ? .4 : -.4, k & 4 ? .4 : -.4));

    if (x.z < low.z) low = x;
  }
  arm     = vec3_sub(low, vec3(0, 0, r));
  inverse = 1 / mass + (arm.x * arm.x + arm.y * arm.y) / moment;
  test_steps(sim, 800);
  a = test_row(sim, 0);
  test_note("velocity %.9g, exact %.9g", sim->matter.clumps->motion[a].v.z,
            -fall + (1 + e) * fall / inverse / mass);
  /* first order in the step: the arm turns by v dt / .5 m */
  CHECK_NEAR(sim->matter.clumps->motion[a].v.z, -fall + (1 + e) * fall / inverse / mass, 1e-3);
  CHECK_NEAR(sim->matter.clumps->w[a].x * moment / mass, arm.y * (1 + e) * fall / inverse / mass,
             1e-3);
  CALL(sim_destroy(&sim));
  test_end("a cube that lands on a corner parts as a free rigid body does");
}

static void flat_landing(void)
{
  Sim *sim =
    begin(1e-3, vec3(0, 0, 0), "restitution: .5, friction: .3, sweeps: 20, velocity_sweeps: 40",
          "wall:\n" FLOOR "  - c: " CUBE "shift: [0, 0, .55], velocity: [0, 0, -1]}\n");
  PetscInt a;

  test_steps(sim, 200);
  a = test_row(sim, 0);
  test_note("velocity %.9g, spin %.3g", sim->matter.clumps->motion[a].v.z,
            vec3_norm(sim->matter.clumps->w[a]));
  CHECK_NEAR(sim->matter.clumps->motion[a].v.z, .5,
             1e-5); /* what 40 sweeps leave between four corners */
  CHECK_NEAR(vec3_norm(sim->matter.clumps->w[a]), 0, 1e-9);
  CALL(sim_destroy(&sim));
  test_end("a cube that lands flat leaves with the asked restitution, flat");
}

/* ---- friction ---- */

/* Distance that a cube slides in a second on an incline; slope: over the friction coefficient. */
static double slides(double slope)
{
  const double angle   = atan(slope * .4);
  const Vec3   gravity = {GRAVITY * sin(angle), 0, -GRAVITY * cos(angle)};
  Sim         *sim     = begin(2e-3, gravity, "friction: .4, sweeps: 60, velocity_sweeps: 10",
                               "wall:\n" FLOOR "  - c: " CUBE "shift: [0, 0, .5]}\n");
  double       way;

  test_steps(sim, 500);
  way = sim->matter.clumps->pose[test_row(sim, 0)].x.x;
  CALL(sim_destroy(&sim));
  return way;
}

static void stays_on_an_incline(void)
{
  const double more = atan(1.02 * .4), way = .5 * GRAVITY * (sin(more) - .4 * cos(more));
  const double less = slides(.98), on = slides(1.02);

  test_note("way at .98: %.3g m; at 1.02: %.6g of the exact one", less, on / way);
  CHECK(fabs(less) < 1e-8);      /* what sweeps leave of the slip */
  CHECK_NEAR(on / way, 1, 1e-4); /* likewise: 3e-5 */
  test_end(
    "a cube stays on an incline at .98 of its friction angle's slope, and slides at 1.02 as it "
    "should");
}

/* ---- a stack ---- */

static void stack_stands(void)
{
  const double dt  = 2e-3;
  Sim         *sim = begin(dt, vec3(0, 0, -GRAVITY), "friction: .5, sweeps: 10, velocity_sweeps: 1",
                           "wall:\n" FLOOR "  - c: " CUBE "shift: [0, 0, .5]}\n  - d: " CUBE
                           "shift: [0, 0, 1.5]}\n  - e: " CUBE "shift: [0, 0, 2.5]}\n");
  const Hard  *h   = sim->constraints.hard;
  double       down = 0, across = 0, weight = 0;

  test_steps(sim, 10000);
  for (Id k = 0; k < 3; k++) {
    const Vec3 x = sim->matter.clumps->pose[test_row(sim, k)].x;

    down   = max_real(down, fabs(x.z - .5 - (double)k));
    across = max_real(across, hypot(x.x, x.y));
  }
  for (PetscInt k = 0; k < hard_listed(h); k++)
    weight += h->list[k].b < 0 ? h->list[k].lambda / (dt * dt) : 0;
  test_note("%.3g of g h^2 down, %.3g m across", down / (GRAVITY * dt * dt), across);
  CHECK_NEAR(down, 0, 3 * GRAVITY * dt * dt); /* what 10 sweeps leave of that for each layer */
  CHECK_NEAR(across, 0, 1e-6);                /* likewise of the slip */
  CHECK_NEAR(weight / (3000 * GRAVITY), 1, 1e-6);
  CALL(sim_destroy(&sim));
  test_end("a stack of three cubes stands for 1e4 steps, and the floor bears its weight");
}

/* ---- exclusions ---- */

/* Velocity of the first of two cubes that meet at 1 m/s each, after they have been in the same
   place; a third one is hit by the second. */
static double meets(const char *more, double *third)
{
  char   bodies[1200];
  double v;
  Sim   *sim;

  snprintf(bodies, sizeof bodies,
           "wall:\n  - a: " CUBE "shift: [-.7, 0, 3], velocity: [1, 0, 0]}\n  - b: " CUBE
           "shift: [.7, 0, 3], velocity: [-1, 0, 0]}\n  - c: " CUBE "shift: [-2.6, 0, 3]}\n%s",
           more);
  sim = begin(4e-3, vec3(0, 0, 0), "restitution: 1, sweeps: 20, velocity_sweeps: 40", bodies);
  test_steps(sim, 700);
  v      = sim->matter.clumps->motion[test_row(sim, 0)].v.x;
  *third = sim->matter.clumps->motion[test_row(sim, 2)].v.x;
  CALL(sim_destroy(&sim));
  return v;
}

static void excluded_meshes_pass(void)
{
  double third;

  test_file("apart.csv", "id_a,id_b\n1,0\n");
  CHECK_NEAR(meets("", &third), 0, .01); /* they part, and the first one gives all to the third */
  CHECK(third < -.99);
  CHECK_NEAR(meets("exclusion: [{free: {file: apart.csv}}]\n", &third), 1, 0);
  CHECK(third < -.99); /* by the second, which has gone through the first */
  test_end("meshes of an exclusion go through each other, and others do not");
}

TESTS(.ranks = {1})
{
  write_meshes();
  moves_as_a_clump();
  impacts();
  corner_landing();
  flat_landing();
  stays_on_an_incline();
  stack_stands();
  excluded_meshes_pass();
  test_folder_remove();
}
