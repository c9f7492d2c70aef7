/* SPDX-License-Identifier: MIT */
/* Hard contacts of lone spheres are compared with a slow twin: the method of constraint/hard/hard.h
   for all pairs, in plain serial C. */
#include "constraint/hard/hard.h"
#include "sim_test.h"

#define GRAVITY 9.81
#define DT      1e-3
#define BOUNCE  0.5

enum { SPHERES = 27, SWEEPS = 4, VELOCITY_SWEEPS = 3, STEPS = 250 };

/* ---- the twin ---- */

typedef struct {
  Vec3   x, v, w;
  double r, mass, moment;
  int    n;
} Sphere;

typedef struct {
  int    a, b; /* b: -1 for the floor */
  double share[2];
  double approach, lambda, before;
  Vec3   grip, grip_before;
  bool   bounces;
} Touch;

typedef struct {
  Sphere s[SPHERES];
  Touch  touch[SPHERES * SPHERES];
  Vec3   move[SPHERES], turn[SPHERES]; /* sums of a sweep */
  int    n;
  double friction;
} Twin;

static Vec3 normal_of(const Twin *t, const Touch *k, double *gap)
{
  const Sphere *a   = &t->s[k->a];
  const Vec3    way = k->b < 0 ? vec3(0, 0, -a->x.z) : vec3_sub(t->s[k->b].x, a->x);
  const double  d   = k->b < 0 ? a->x.z : vec3_norm(way);

  *gap = d - a->r - (k->b < 0 ? 0 : t->s[k->b].r);
  return vec3_scale(1 / vec3_norm(way), way);
}

static void find_touches(Twin *t)
{
  const double margin = min_real(2 * GRAVITY * DT * DT, .01 * .04); /* forces: gravity alone */

  t->n = 0;
  for (int i = 0; i < SPHERES; i++) t->s[i].n = 0;
  for (int a = 0; a < SPHERES; a++)
    for (int b = -1; b < a; b++) {
      Touch  k = {.a = a, .b = b};
      double gap;

      (void)normal_of(t, &k, &gap);
      if (!(gap < margin)) continue;
      t->touch[t->n++] = k;
      t->s[a].n++;
      if (b >= 0) t->s[b].n++;
    }
}

/* Displacement by an impulse at the arm, of one of `share` parts. */
static Vec3 yields(const Sphere *s, double share, Vec3 arm, Vec3 p)
{
  const Vec3 turn = vec3_cross(vec3_scale(1 / s->moment, vec3_cross(arm, p)), arm);

  return vec3_scale(share, vec3_axpy(turn, 1 / s->mass, p));
}

static Vec3 along(Vec3 v, Vec3 n)
{
  return vec3_axpy(v, -vec3_dot(v, n), n);
}

/* One contact of a sweep. */
static void correct(Twin *t, Touch *k, bool velocities, double momentum)
{
  double        gap, want, lambda, change;
  const Vec3    n = normal_of(t, k, &gap);
  const Sphere *a = &t->s[k->a], *b = k->b < 0 ? NULL : &t->s[k->b];
  const Vec3    arm_a = vec3_scale(a->r + .5 * gap, n),
             arm_b    = b ? vec3_scale(-b->r - .5 * gap, n) : vec3(0, 0, 0);
  const Vec3 va       = vec3_add(a->v, vec3_cross(a->w, arm_a)),
             vb = b ? vec3_add(b->v, vec3_cross(b->w, arm_b)) : vec3(0, 0, 0), v = vec3_sub(vb, va);
  Vec3 kn = yields(a, k->share[0], arm_a, n), slip, grip, p;

  if (b) kn = vec3_add(kn, yields(b, k->share[1], arm_b, n));
  want   = velocities
             ? DT * ((k->approach < -2 * GRAVITY * DT ? -BOUNCE * k->approach : 0) - vec3_dot(v, n))
             : -gap;
  lambda = max_real(0, k->lambda + want / vec3_dot(n, kn));
  slip   = along(vec3_axpy(vec3_scale(DT, v), lambda - k->lambda, kn), n);
  grip   = along(k->grip, n);
  if (vec3_norm(slip) > 0) {
    const Vec3 u  = vec3_scale(1 / vec3_norm(slip), slip);
    Vec3       ku = yields(a, k->share[0], arm_a, u);

    if (b) ku = vec3_add(ku, yields(b, k->share[1], arm_b, u));
    grip = vec3_axpy(grip, -vec3_norm(slip) / vec3_dot(u, ku), u);
  }
  if (vec3_norm(grip) > t->friction * lambda)
    grip = vec3_scale(t->friction * lambda / vec3_norm(grip), grip);
  change         = lambda + momentum * (lambda - k->before) - k->lambda;
  p              = vec3_sub(vec3_axpy(grip, momentum, vec3_sub(grip, k->grip_before)), k->grip);
  k->grip        = vec3_add(k->grip, p);
  k->grip_before = grip;
  k->before      = lambda;
  k->lambda += change;
  p             = vec3_axpy(p, change, n);
  t->move[k->a] = vec3_sub(t->move[k->a], p);
  t->turn[k->a] = vec3_sub(t->turn[k->a], vec3_cross(arm_a, p));
  if (!b) return;
  t->move[k->b] = vec3_add(t->move[k->b], p);
  t->turn[k->b] = vec3_add(t->turn[k->b], vec3_cross(arm_b, p));
}

static void sweep(Twin *t, bool velocities, int count, int all)
{
  memset(t->move, 0, sizeof t->move);
  memset(t->turn, 0, sizeof t->turn);
  for (int k = 0; k < t->n; k++)
    if (!velocities || t->touch[k].bounces)
      correct(t, &t->touch[k], velocities, sweep_momentum(count, all));
  for (int i = 0; i < SPHERES; i++) {
    Sphere *s = &t->s[i];

    if (!velocities) s->x = vec3_axpy(s->x, 1 / s->mass, t->move[i]);
    s->v = vec3_axpy(s->v, 1 / s->mass / DT, t->move[i]);
    s->w = vec3_axpy(s->w, 1 / s->moment / DT, t->turn[i]);
  }
}

/* Parts alike; bears true: of spheres that are struck 0.1 alike, and the rest by lambda. */
static void share(Twin *t, bool bears)
{
  double sum[SPHERES]    = {0};
  bool   struck[SPHERES] = {false};

  for (int k = 0; k < t->n; k++) {
    const Touch *at    = &t->touch[k];
    const int    row[] = {at->a, at->b};

    for (int side = 0; side < 2; side++) {
      if (row[side] < 0) continue;
      sum[row[side]] += at->lambda;
      struck[row[side]] = struck[row[side]] || at->approach < -2 * GRAVITY * DT;
    }
  }
  for (int k = 0; k < t->n; k++) {
    Touch    *at    = &t->touch[k];
    const int row[] = {at->a, at->b};

    for (int side = 0; side < 2; side++) {
      const double n = row[side] < 0 ? 0 : t->s[row[side]].n;

      at->share[side] = n;
      if (row[side] >= 0 && bears && struck[row[side]] && sum[row[side]] > 0)
        at->share[side] = 1 / (.1 / n + .9 * at->lambda / sum[row[side]]);
    }
  }
}

/* kick: time for which gravity acts, s: half a step in the first one. */
static void step(Twin *t, double kick)
{
  for (int i = 0; i < SPHERES; i++) {
    t->s[i].v.z -= kick * GRAVITY;
    t->s[i].x = vec3_axpy(t->s[i].x, DT, t->s[i].v);
  }
  find_touches(t);
  for (int k = 0; k < t->n; k++) {
    double     gap;
    Touch     *one = &t->touch[k];
    const Vec3 n   = normal_of(t, one, &gap);
    const Vec3 vb  = one->b < 0 ? vec3(0, 0, 0) : t->s[one->b].v;

    one->approach = vec3_dot(n, vec3_sub(vb, t->s[one->a].v));
  }
  share(t, false);
  for (int k = 0; k < SWEEPS; k++) {
    if (t->friction > 0 && k > 0 && k % 3 == 0) share(t, true);
    sweep(t, false, k, SWEEPS);
  }
  if (t->friction > 0) share(t, true);
  for (int k = 0; k < t->n; k++) t->touch[k].bounces = t->touch[k].lambda > 0;
  for (int k = 0; k < VELOCITY_SWEEPS; k++) sweep(t, true, k, VELOCITY_SWEEPS);
}

/* ---- both ---- */

static Sphere sphere_of(int k)
{
  const int i = k % 3, j = k / 3 % 3, m = k / 9;

  return (Sphere){.x = {.3 + .11 * i + .012 * (m % 2), .3 + .11 * j - .009 * m, .07 + .13 * m},
                  .v = {.2 * j - .1 * m, .3 - .2 * i, -.5 * m},
                  .w = {1. * i, 2. - j, .5 * m},
                  .r = .04 + .01 * (k % 3)};
}

static Sim *begin(Twin *t)
{
  static char text[4000], scenario[1500];
  size_t n = (size_t)snprintf(text, sizeof text, "id,template,scale,x,y,z,vx,vy,vz,wx,wy,wz\n");

  for (int k = 0; k < SPHERES; k++) {
    const Sphere s = sphere_of(k);

    n += (size_t)snprintf(text + n, sizeof text - n,
                          "%d,ball,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%g,%g,%g\n", k, s.r,
                          s.x.x, s.x.y, s.x.z, s.v.x, s.v.y, s.v.z, s.w.x, s.w.y, s.w.z);
    t->s[k]        = s;
    t->s[k].mass   = 4. / 3 * PETSC_PI * 1000 * s.r * s.r * s.r;
    t->s[k].moment = .4 * t->s[k].mass * s.r * s.r;
  }
  test_file("twin.csv", text);
  snprintf(
    scenario, sizeof scenario,
    "schema: 1\nrun: {end_time: 9, dt: %g, gravity: [0, 0, -%g]}\n"
    "domain: {lo: [-2, -2, -1], hi: [3, 3, 3]}\nmaterial: [{a: {density: 1000}}]\n"
    "template: [{ball: {material: a, pebbles: [0, 0, 0, 1]}}]\n"
    "wall: [{floor: {shape: plane, material: a, point: [0, 0, 0], normal: [0, 0, 1]}}]\n"
    "clumps: [{all: {file: twin.csv}}]\n"
    "constraint: [{aa: {type: contact, between: [a, a], friction: %g, restitution: %g, sweeps: "
    "%d, velocity_sweeps: %d}}]\n",
    DT, GRAVITY, t->friction, BOUNCE, (int)SWEEPS, (int)VELOCITY_SWEEPS);
  return test_sim(PETSC_COMM_WORLD, scenario, "");
}

/* Farthest that a sphere is from its twin, m. */
static double apart(const Sim *sim, const Twin *t)
{
  double most = 0;

  for (int k = 0; k < SPHERES; k++)
    most =
      max_real(most, vec3_norm(vec3_sub(sim->matter.clumps->pose[test_row(sim, k)].x, t->s[k].x)));
  return most;
}

static PetscInt contacts_of(const Hard *h)
{
  return h->spheres.n + h->n_pebbles + h->n_walls;
}

static void moves_as_its_twin(double friction)
{
  static Twin t;
  Sim        *sim;
  int         most  = 0;
  double      after = 0;

  t   = (Twin){.friction = friction};
  sim = begin(&t);
  for (int k = 0; k < STEPS; k++) {
    step(&t, k ? DT : .5 * DT);
    test_steps(sim, 1);
    most  = (int)max_int(most, t.n);
    after = max_real(after, apart(sim, &t));
    CHECK_INT(contacts_of(sim->constraints.hard), t.n);
    if (contacts_of(sim->constraints.hard) != t.n) break;
  }
  test_note("at most %d contacts; %.3g m apart", most, after);
  CHECK(most > 15);
  CHECK_NEAR(after, 0, 1e-9); /* rounding of 1e-16, which collisions of a pile multiply */
  CALL(sim_destroy(&sim));
}

TESTS(.ranks = {1})
{
  moves_as_its_twin(0);
  test_end("spheres in hard contact without friction move as those of a plain serial code");
  moves_as_its_twin(.4);
  test_end("and so do those with friction");
  test_folder_remove();
}
