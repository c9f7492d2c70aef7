/* np: 1 2 */
/* SPDX-License-Identifier: MIT */
/* Impacts of clumps: the ratio of the normal velocities at the contact point equals the
   coefficient of restitution for any lever arm. Closed forms are those of an instantaneous
   impact: 1/m_eff = 1/M + (r x n).I^-1.(r x n) for each body. The contacts are stiff, so that
   the clump turns by some 1e-6 during the contact. */
#include "base/random.h"
#include "verify.h"

enum { SHAPES = 16, PEBBLES = 6, STEPS = 300 };

/* ---- a dumbbell of two tangent spheres ---- */

/* Upward speed, and spin times radius, over the speed of impact. */
typedef struct {
  double speed, spin;
} Leaving;

/* A dumbbell falls with 1 m/s, its axis `phi` degrees above horizontal, on a plane (one sphere
   first; both at phi 0 if flat), or on a small fixed sphere under its lower sphere. Radius 1,
   density 1. `stiff`: stiffness of the contact, which lasts some pi / sqrt(stiff) s. */
static Leaving drop_dumbbell(double phi, bool flat, double e, const char *law, double stiff)
{
  const double mass = 8 * pi / 3, k = mass * stiff, dt = pi / sqrt(stiff) / 400, a = phi * pi / 180;
  const double lowest = sin(a) + 1;
  const Quat   q      = turn_about(vec3(0, 1, 0),
                                   a); /* x turns towards -z: the first sphere, at -x, is the upper one */
  char         words[200];
  Text         scenario, bodies;
  Body         b[2];
  Start        faller = {.x = {0, 0, lowest + 2.3 * dt}, .v = {0, 0, -1}, .q = q};
  Start        under  = {.x = {cos(a), 0, -0.5}, .scale = 0.5, .blocked = "xyzXYZ"};
  Sim         *sim;

  add_head(&scenario, dt, vec3(0, 0, 0), 10);
  add(&scenario, "material:\n");
  add_material(&scenario, "stone", 50 * k, 0.25,
               1); /* gives a stiffness of some 1e2 k: a contact of the same duration */
  add_material(&scenario, "floor", 50 * k, 0.25, 1);
  snprintf(words, sizeof words, "restitution: %.17g, %s", e, law);
  if (strstr(law, "hooke"))
    snprintf(words + strlen(words), sizeof words - strlen(words), ", stiffness: %.17g", k);
  add_laws(&scenario, "stone", "floor", words);
  add(&scenario, "template:\n  - dumbbell: {material: stone, pebbles: [-1, 0, 0, 1, 1, 0, 0, 1]}\n "
                 " - ball: {material: floor, "
                 "pebbles: [0, 0, 0, 1]}\n");
  add(&scenario, "clumps:\n  - all: {file: bodies.csv}\n");
  if (phi > 0 || flat)
    add(&scenario,
        "wall:\n  - floor: {shape: plane, material: floor, point: [0, 0, 0], normal: [0, 0, 1]}\n");
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "dumbbell", &faller);
  if (!(phi > 0 || flat)) add_body(&bodies, 1, "ball", &under);
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 20);
  CHECK(touching(sim) == (flat ? 2 : 1));
  for (int n = 0; n < 100 && touching(sim) > 0; n++) test_steps(sim, 20);
  CHECK_INT(touching(sim), 0);
  bodies_of(sim, 1, b);
  CALL(sim_destroy(&sim));
  return (Leaving){b[0].v.z, vec3_norm(b[0].w)};
}

static void a_tangent_dumbbell_bounces_and_spins(void)
{
  const struct {
    double phi, e, speed, spin;
  } rows[]                        = {{0, 1, 0.166666667, 0.833333333},
                                     {0, 0.5, -0.125, 0.625},
                                     {60, 1, 0.696969697, 0.606060606},
                                     {60, 0.5, 0.272727273, 0.454545455}};
  static const char *const laws[] = {"normal: hooke", "normal: hertz",
                                     "normal: hooke, limit_damping: true",
                                     "normal: hertz, limit_damping: true"};

  for (int r = 0; r < 4; r++) {
    for (int l = 0; l < 4; l++) {
      const Leaving found = drop_dumbbell(rows[r].phi, false, rows[r].e, laws[l], 1e10);

      test_note("phi %2g, e %g, %s: speed %.7f (off by %.1e), spin %.7f (%.1e)", rows[r].phi,
                rows[r].e, laws[l], found.speed, found.speed - rows[r].speed, found.spin,
                found.spin - rows[r].spin);
      CHECK_NEAR(found.speed, rows[r].speed,
                 1e-4); /* 400 steps a contact, second order; it turns by 1e-5 during the contact */
      CHECK_NEAR(found.spin, rows[r].spin, 1e-4); /* the same */
    }
  }
  test_end(
    "a tangent dumbbell that lands on one sphere leaves with the closed form's speed and spin");
}

/* Both spheres land at once: each contact is damped for the effective mass of one of them alone,
   7/12 M, but acts on half the mass. */
static void a_dumbbell_that_lands_flat_couples_its_contacts(void)
{
  const struct {
    double e, speed;
  } rows[] = {{0.5, 0.4715}, {0.9, 0.8924}};

  for (int r = 0; r < 2; r++) {
    const double z      = -log(rows[r].e) / sqrt(pi * pi + log(rows[r].e) * log(rows[r].e)),
                 both   = z * sqrt(7.0 / 6);
    const Leaving found = drop_dumbbell(0, true, rows[r].e, "normal: hooke", 1e10);

    test_note("flat, asked %g: %.6f", rows[r].e, found.speed);
    CHECK_NEAR(exp(-pi * both / sqrt(1 - both * both)), rows[r].speed, 5e-5); /* digits given */
    CHECK_NEAR(found.speed, exp(-pi * both / sqrt(1 - both * both)),
               1e-4);                /* 400 steps a contact, second order */
    CHECK_NEAR(found.spin, 0, 1e-9); /* symmetric contacts */
  }
  test_end("a dumbbell that lands flat comes back with .4715 for an asked .5, .8924 for .9: two "
           "coupled contacts");
}

/* ---- random clumps ---- */

static Vec3 draw(Random *r, double size)
{
  const double x = random_real(r) - 0.5, y = random_real(r) - 0.5, z = random_real(r) - 0.5;

  return vec3(2 * size * x, 2 * size * y, 2 * size * z);
}

static Quat draw_turn(Random *r)
{
  return turn_about(draw(r, 1), 2 * pi * random_real(r));
}

/* Pebbles of a template at this attitude, lab axes, about the centre. */
static Vec3 pebble_at(const Template *t, Quat q, int i)
{
  return quat_turn(q, t->offset[i]);
}

/* Velocity of the clump's material point at an arm. */
static Vec3 point_velocity(const Body *b, Vec3 arm)
{
  return vec3_add(b->v, vec3_cross(b->w, arm));
}

enum { ON_PLANE, ON_SPHERE, ON_CLUMP, PARTNERS };

static const char *const partner_names[PARTNERS] = {"plane", "fixed sphere", "clump"};

static void add_shape(Text *t, Random *r, const char *name)
{
  Vec3 x = {0, 0, 0};

  add(t, "  - %s: {material: stone, pebbles: [", name);
  for (int i = 0; i < PEBBLES; i++) {
    add(t, "%s%.6f, %.6f, %.6f, %.6f", i ? ", " : "", x.x, x.y, x.z, 0.4 + 0.3 * random_real(r));
    x = vec3_add(x, draw(r, 0.46)); /* a step of less than two radii */
  }
  add(t, "]}\n");
}

/* Scenario of a clump and the object that it hits. */
static void set_stage(Text *t, int seed, int partner, double e, double dt, double stiffness)
{
  Random r = random_stream(20261122, RANDOM_TEST, (uint64_t)seed);
  char   words[120];

  add_head(t, dt, vec3(0, 0, 0), 20);
  add(t, "material:\n");
  add_material(t, "stone", stiffness, 0.25, 1);
  add_material(t, "floor", stiffness, 0.25, 1);
  if (seed % 2) snprintf(words, sizeof words, "normal: hertz, restitution: %g", e);
  else snprintf(words, sizeof words, "normal: hooke, stiffness: %g, restitution: %g", stiffness, e);
  add_laws(t, "stone", "floor", words);
  add(t, "template:\n  - ball: {material: floor, pebbles: [0, 0, 0, 1]}\n");
  add_shape(t, &r, "one");
  add_shape(t, &r, "other");
  add(t, "clumps:\n  - all: {file: bodies.csv}\n");
  if (partner == ON_PLANE)
    add(t,
        "wall:\n  - floor: {shape: plane, material: floor, point: [0, 0, 0], normal: [0, 0, 1]}\n");
}

/* First contact along z: the pair of pebbles, and the height of the upper clump over the lower
   at that moment (the plane is at 0; sphere and other clump are at the origin). */
typedef struct {
  int    upper, lower;
  double height;
} First;

static First first_touch(const Template *a, Quat qa, const Template *b, Quat qb, Vec3 aside)
{
  First first = {0, -1, -1e30};

  for (int i = 0; i < a->n; i++) {
    const Vec3 x = vec3_add(aside, pebble_at(a, qa, i));

    for (int j = 0; j < (b ? b->n : 1); j++) {
      const Vec3   y     = b ? pebble_at(b, qb, j) : vec3(0, 0, 0);
      const double reach = b ? a->radius[i] + b->radius[j] : a->radius[i];
      const double flat  = b ? (x.x - y.x) * (x.x - y.x) + (x.y - y.y) * (x.y - y.y) : 0;
      const double h     = b ? y.z - x.z + sqrt(max_of(reach * reach - flat, 0)) : reach - x.z;

      if (flat < reach * reach && h > first.height) first = (First){i, j, h};
    }
  }
  return first;
}

/* One impact: required restitution over the one measured at the contact point, minus 1; NaN if
   another pair touched too, or none did. */
static double restitution_error(int seed, int partner)
{
  const double e = 0.2 + 0.8 * (seed % 5) / 4, stiffness = seed % 2 ? 1e11 : 1e9,
               dt = seed % 2 ? 2e-7 : 1e-7;
  Random     r    = random_stream(5, RANDOM_TEST, (uint64_t)(100 * seed + partner));
  const Quat qa = draw_turn(&r), qb = draw_turn(&r);
  const Vec3 aside = partner == ON_PLANE ? vec3(0, 0, 0) : vec3_mul(draw(&r, 0.3), vec3(1, 1, 0));
  const Vec3 va    = vec3_add(vec3(0, 0, -1), draw(&r, 0.2)),
             vb    = partner == ON_CLUMP ? draw(&r, 0.2) : vec3(0, 0, 0);
  const Vec3  wa = draw(&r, 0.1), wb = partner == ON_CLUMP ? draw(&r, 0.1) : vec3(0, 0, 0);
  Start       a = {.x = {0, 0, 15}}, b = {.x       = {0, 0, partner == ON_CLUMP ? -15 : 5},
                                          .blocked = partner == ON_CLUMP ? NULL : "xyzXYZ"};
  const char *under = partner == ON_CLUMP ? "other" : "ball";
  Text        scenario, bodies;
  Body        before[2], after[2], probe[2];
  First       first;
  Template    shape_a, shape_b;
  Vec3        x, y, n, arm_a, arm_b;
  Sim        *sim;
  int         most = 0, shape_of_b;
  double      in, out, reach;

  /* far apart, to obtain the principal frames */
  set_stage(&scenario, seed, partner, e, dt, stiffness);
  add_bodies_head(&bodies);
  a.q = qa, b.q = qb;
  add_body(&bodies, 0, "one", &a);
  if (partner != ON_PLANE) add_body(&bodies, 1, under, &b);
  sim = sim_of(&scenario, &bodies);
  bodies_of(sim, partner == ON_PLANE ? 1 : 2, probe);
  shape_of_b = partner == ON_CLUMP ? 2 : 0;
  shape_a    = sim->templates.list[1];
  shape_b    = sim->templates.list[shape_of_b];
  first      = first_touch(&shape_a, probe[0].q, partner == ON_PLANE ? NULL : &shape_b,
                      partner == ON_PLANE ? quat_identity() : probe[1].q, aside);
  /* configuration at first contact: arms and normal */
  x     = vec3_add(vec3_add(aside, vec3(0, 0, first.height)),
                   pebble_at(&shape_a, probe[0].q, first.upper));
  y     = partner == ON_PLANE ? vec3(x.x, x.y, 0) : pebble_at(&shape_b, probe[1].q, first.lower);
  n     = vec3_sub(y, x);
  reach = vec3_norm(n);
  n     = vec3_scale(1 / reach, n);
  arm_a = vec3_axpy(pebble_at(&shape_a, probe[0].q, first.upper), shape_a.radius[first.upper], n);
  arm_b = partner == ON_PLANE ? vec3(0, 0, 0)
                              : vec3_axpy(pebble_at(&shape_b, probe[1].q, first.lower),
                                          -shape_b.radius[first.lower], n);
  CALL(sim_destroy(&sim));
  /* just before contact */
  a   = (Start){.x = vec3_add(aside, vec3(0, 0, first.height)), .v = va, .w = wa, .q = qa};
  a.x = vec3_axpy(a.x, -3 * dt, vec3_sub(va, vb));
  b   = (Start){.v = vb, .w = wb, .q = qb, .blocked = partner == ON_CLUMP ? NULL : "xyzXYZ"};
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "one", &a);
  if (partner != ON_PLANE) add_body(&bodies, 1, under, &b);
  sim = sim_of(&scenario, &bodies);
  memset(before, 0, sizeof before);
  memset(after, 0, sizeof after);
  bodies_of(sim, partner == ON_PLANE ? 1 : 2, before);
  for (int s = 0; s < 40 * STEPS; s++) {
    test_steps(sim, 1);
    if (most > 0 && touching(sim) == 0) break;
    most = touching(sim) > most ? touching(sim) : most;
  }
  bodies_of(sim, partner == ON_PLANE ? 1 : 2, after);
  in  = vec3_dot(vec3_sub(point_velocity(&before[0], arm_a), point_velocity(&before[1], arm_b)), n);
  out = -vec3_dot(vec3_sub(point_velocity(&after[0], arm_a), point_velocity(&after[1], arm_b)), n);
  if (most != 1 || touching(sim) > 0 || in < 0.1) out = NAN;
  CALL(sim_destroy(&sim));
  return out / in - e;
}

static void random_clumps_part_with_the_asked_restitution(void)
{
  for (int partner = 0; partner < PARTNERS; partner++) {
    int    tried = 0;
    double worst = 0;

    for (int seed = 0; seed < SHAPES; seed++) {
      const double error = restitution_error(seed, partner);

      if (isnan(error)) continue;
      tried++;
      worst = max_of(worst, fabs(error));
      CHECK_NEAR(error, 0,
                 5e-4); /* they turn by some 1e-4 during the contact; 100 steps a contact or more */
    }
    CHECK(tried >= SHAPES / 2);
    test_note("on a %s: %d impacts on one pebble, worst error of e %.1e", partner_names[partner],
              tried, worst);
  }
  test_end("random clumps on a plane, a fixed sphere and each other: the ratio of speeds at the "
           "contact point is the asked one");
}

/* ---- momenta of a free pair ---- */

/* Total angular momentum about the origin. */
static Vec3 angular_momentum(const Body *b)
{
  return vec3_axpy(b->momentum, b->mass, vec3_cross(b->x, b->v));
}

static void a_free_pair_keeps_its_momenta(void)
{
  static const char *const laws[] = {
    "normal: hertz, restitution: .6, tangential: mindlin, friction: .5",
    "normal: hooke, stiffness: 1e5, restitution: .6, tangential: hooke, friction: .5"};

  for (int l = 0; l < 2; l++) {
    Random r = random_stream(20261122, RANDOM_TEST, 3);
    Start  a = {.x = {0.3, -0.2, 3}, .v = {1, 0.5, -5}, .w = {2, -3, 1}, .q = draw_turn(&r)},
          b  = {.w = {-1, 4, 2}, .q = draw_turn(&r)};
    Text   scenario, bodies;
    Body   first[2], now[2];
    Vec3   p, q;
    double line = 0, turn = 0;
    int    met = 0;
    Sim   *sim;

    add_head(&scenario, 2e-5, vec3(0, 0, 0), 50);
    add(&scenario, "material:\n");
    add_material(&scenario, "stone", 1e7, 0.25, 1);
    add_material(&scenario, "none", 1e7, 0.25, 1);
    add_laws(&scenario, "stone", "none", laws[l]);
    add(&scenario, "template:\n");
    add_shape(&scenario, &r, "one");
    add_shape(&scenario, &r, "other");
    add(&scenario, "clumps:\n  - all: {file: bodies.csv}\n");
    add_bodies_head(&bodies);
    add_body(&bodies, 0, "one", &a);
    add_body(&bodies, 1, "other", &b);
    sim = sim_of(&scenario, &bodies);
    bodies_of(sim, 2, first);
    p = vec3_axpy(vec3_scale(first[0].mass, first[0].v), first[1].mass, first[1].v);
    q = vec3_add(angular_momentum(&first[0]), angular_momentum(&first[1]));
    for (int s = 0; s < 1000; s++) {
      test_steps(sim, 30);
      bodies_of(sim, 2, now);
      met += touching(sim);
      line =
        max_of(line, vec3_norm(vec3_sub(
                       vec3_axpy(vec3_scale(now[0].mass, now[0].v), now[1].mass, now[1].v), p)));
      turn = max_of(turn, vec3_norm(vec3_sub(
                            vec3_add(angular_momentum(&now[0]), angular_momentum(&now[1])), q)));
    }
    CHECK(met >= 8); /* the pair does touch */
    test_note(
      "%s: momentum off by %.1e of itself, angular momentum by %.1e, %d times seen in touch",
      laws[l], line / vec3_norm(p), turn / vec3_norm(q), met);
    CHECK_NEAR(line / vec3_norm(p), 0, 1e-13); /* rounding of 1e-16 in each step of contact */
    CHECK_NEAR(turn / vec3_norm(q), 0, 1e-12); /* the same, and rounding of the arms */
    CALL(sim_destroy(&sim));
  }
  test_end("a free pair of clumps with friction and damping keeps momentum and angular momentum to "
           "rounding");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  a_tangent_dumbbell_bounces_and_spins();
  a_dumbbell_that_lands_flat_couples_its_contacts();
  random_clumps_part_with_the_asked_restitution();
  a_free_pair_keeps_its_momenta();
  test_folder_remove();
  return test_finish();
}
