/* SPDX-License-Identifier: MIT */
/* Capsules: spheres of zero length, restitution of rods at many attitudes, rods that lie, rock and slide
   on a plane, and the limit of rows of spheres. */
#include "verify/verify.h"

#include "search/capsule_pairs.h"

/* A rod: half length of its axis and radius, m. */
static const double HALF = 1, RADIUS = 0.5;

/* Mass, and moments along and across, of a rod of density 1. */
typedef struct {
  double mass, along, across;
} Rod;

static Rod rod_of(void)
{
  const double r = RADIUS, length = 2 * HALF, cylinder = pi * r * r * length,
               ball = 4. / 3 * pi * r * r * r;

  return (Rod){.mass   = cylinder + ball,
               .along  = cylinder * 0.5 * r * r + ball * 0.4 * r * r,
               .across = cylinder * (r * r / 4 + length * length / 12) +
                         ball * (0.4 * r * r + HALF * HALF + 2 * HALF * 3 * r / 8)};
}

/* Scenario with the template `rod`, whose axis is x, of a material with itself and with a plane. */
static void begin(Draft *t, double dt, Vec3 gravity, const char *words)
{
  add_head(t, dt, gravity, 20);
  add(t, "material:\n");
  add_material(t, "stone", 1, 0, 1);
  add_material(t, "plane", 1, 0, 1);
  add_laws(t, "stone", "plane", words);
  add(t, "template:\n  - rod: {material: stone, capsules: [%g, 0, 0, %g, 0, 0, %g]}\n", -HALF, HALF,
      RADIUS);
  add(t, "clumps:\n  - all: {file: bodies.csv}\n");
}

static Capsule capsule_of(const Body *b)
{
  const Vec3 half = quat_turn(b->q, vec3(HALF, 0, 0));

  return (Capsule){{vec3_sub(b->x, half), vec3_add(b->x, half)}, RADIUS};
}

static Vec3 velocity_at(const Body *b, Vec3 x)
{
  return vec3_add(b->v, vec3_cross(b->w, vec3_sub(x, b->x)));
}

/* u . I^-1 . u of a body. */
static double turning(const Body *b, Vec3 u)
{
  const Vec3 x = quat_turn_back(b->q, u);

  return x.x * x.x / b->inertia.x + x.y * x.y / b->inertia.y + x.z * x.z / b->inertia.z;
}

/* Energy in the closing of the gap of two rods, m c^2 / 2 with the rate c at which it closes and the
   mass that resists an impulse in it: an impact with restitution e takes 1 - e^2 of it. */
static double energy_of_closing(const Body *a, const Body *b)
{
  const Capsule  ca = capsule_of(a), cb = capsule_of(b);
  CapsuleContact c;
  Vec3           n = {0, 0, 0}, turn_a = n, turn_b = n;
  double         rate = 0;

  capsules_find(&ca, &cb, &c);
  for (int k = 0; k < c.n; k++) {
    const double w  = c.place[k].weight;
    const Vec3   at = vec3_add(a->x, c.place[k].on_a), to = vec3_add(at, c.place[k].way),
               one = vec3_scale(1 / vec3_norm(c.place[k].way), c.place[k].way);

    rate += w * vec3_dot(vec3_sub(velocity_at(a, at), velocity_at(b, to)), one);
    n      = vec3_axpy(n, w, one);
    turn_a = vec3_axpy(turn_a, w, vec3_cross(c.place[k].on_a, one));
    turn_b = vec3_axpy(turn_b, w, vec3_cross(vec3_sub(to, b->x), one));
  }
  return 0.5 * rate * rate /
         (vec3_dot(n, n) * (1 / a->mass + 1 / b->mass) + turning(a, turn_a) + turning(b, turn_b));
}

static double kinetic_of(const Body *b)
{
  const Vec3 w = quat_turn_back(b->q, b->w), i = b->inertia;

  return 0.5 * b->mass * vec3_dot(b->v, b->v) +
         0.5 * (i.x * w.x * w.x + i.y * w.y * w.y + i.z * w.z * w.z);
}

/* ---- a sphere ---- */

static void zero_length(void)
{
  static const char *const shapes[] = {"pebbles: [0, 0, 0, 0.5]",
                                       "capsules: [0, 0, 0, 0, 0, 0, 0.5]"};
  Body                     seen[2][2];

  for (int k = 0; k < 2; k++) {
    Draft scenario, bodies;
    Start a = {.x = {-0.6, 0, 0.55}, .v = {1, 0.1, -0.2}, .w = {1, 2, 3}},
          b = {.x = {0.6, 0.3, 0.6}, .v = {-1, 0, -0.1}};
    Sim *sim;

    add_head(&scenario, 1e-4, vec3(0, 0, -9.81), 20);
    add(&scenario, "material:\n");
    add_material(&scenario, "stone", 1, 0, 1);
    add_material(&scenario, "plane", 1, 0, 1);
    add_laws(&scenario, "stone", "plane",
             "normal: hooke, stiffness: 1e4, tangential: hooke, restitution: 0.5, friction: 0.3");
    add(&scenario,
        "template:\n  - rod: {material: stone, %s}\nclumps:\n  - all: {file: bodies.csv}\n",
        shapes[k]);
    add_wall(&scenario, "plane", vec3(0, 0, 1));
    add_bodies_head(&bodies);
    add_body(&bodies, 0, "rod", &a);
    add_body(&bodies, 1, "rod", &b);
    sim = sim_of(&scenario, &bodies);
    test_steps(sim, 3000);
    bodies_of(sim, 2, seen[k]);
    CALL(sim_destroy(&sim));
  }
  CHECK(memcmp(seen[0], seen[1], sizeof seen[0]) == 0);
  test_end("a capsule of zero length moves as a sphere, to the bit");
}

/* Velocities of two bodies, of which `lower` is a ball of radius .5 m, or with `capsule` a capsule nearly
   so, and the other one a ball of .2 m of a softer material, after some steps. */
static void push_apart(const char *law, int lower, bool capsule, Vec3 v[2])
{
  const Start at[2] = {{.x = {0, 0, 0}}, {.x = {0.66, 0.1, 0.12}}};
  const char *shape =
    capsule ? "capsules: [-1e-7, 0, 0, 1e-7, 0, 0, 0.5]" : "pebbles: [0, 0, 0, 0.5]";
  Draft scenario, bodies;
  Body  seen[2];
  Sim  *sim;

  add_head(&scenario, 1e-6, vec3(0, 0, 0), 20);
  add(&scenario, "material:\n");
  add_material(&scenario, "hard", 1e7, 0.3, 1000);
  add_material(&scenario, "soft", 1e6, 0.2, 1000);
  add_laws(&scenario, "hard", "soft", law);
  add(&scenario,
      "template:\n  - large: {material: hard, %s}\n  - small: {material: soft, pebbles: [0, 0, 0, "
      "0.2]}\nclumps:\n  - all: {file: bodies.csv}\n",
      shape);
  add_bodies_head(&bodies);
  add_body(&bodies, 0, lower == 0 ? "large" : "small", &at[0]);
  add_body(&bodies, 1, lower == 0 ? "small" : "large", &at[1]);
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 20);
  bodies_of(sim, 2, seen);
  for (int k = 0; k < 2; k++) v[k] = seen[k].v;
  CALL(sim_destroy(&sim));
}

/* Areas of contact, moduli of springs in a row, radii: those of the two bodies, in any order of them. */
static void nearly_a_sphere(void)
{
  static const char *const laws[] = {
    "restitution: 0.5, normal: hooke, stiffness: 1e4, cohesion: sjkr, cohesion_energy_density: 1e5",
    "restitution: 0.5, normal: hooke, stiffness_rule: yade",
    "restitution: 0.5, normal: hooke, stiffness_rule: woo",
    "restitution: 0.5, normal: hertz, tangential: mindlin, friction: 0.5",
    "restitution: 0.5, normal: hertz, cohesion: dmt, surface_energy: 10"};

  for (size_t k = 0; k < sizeof laws / sizeof *laws; k++)
    for (int lower = 0; lower < 2; lower++) {
      Vec3 ball[2], capsule[2];

      push_apart(laws[k], lower, false, ball);
      push_apart(laws[k], lower, true, capsule);
      CHECK(vec3_norm(ball[0]) > 0);
      for (int i = 0; i < 2;
           i++) /* forces grow with the overlap, .019 m, to the power 1.5 at most */
        CHECK_NEAR(vec3_norm(vec3_sub(ball[i], capsule[i])), 0,
                   1.5 * 1e-7 / 0.019 * vec3_norm(ball[i]));
    }
  test_end("a capsule of nearly zero length meets a ball as a sphere does, under laws of any kind");
}

/* Rise of the temperature of the colder of two rods, `turn` apart, beside each other, with this overlap
   in one step, K. */
static double heated(double turn, double overlap)
{
  const Start at[2] = {{.x = {0, 0, 0}},
                       {.x = {0, 0, 2 * RADIUS - overlap}, .q = turn_about(vec3(0, 0, 1), turn)}};
  Draft       scenario, bodies;
  double      value;
  Sim        *sim;

  add_head(&scenario, 1e-3, vec3(0, 0, 0), 20);
  add(&scenario,
      "material:\n  - stone: {density: 1000, specific_heat: 1, conductivity: 1, temperature: "
      "300}\n  - warm: {density: 1000, specific_heat: 1, conductivity: 1, temperature: "
      "400}\n");
  add(&scenario, "contact:\n  - a: {between: [stone, warm], normal: hooke, stiffness: 1, "
                 "restitution: 1, heat: radius}\n"
                 "  - b: {between: [stone, stone], normal: hooke, stiffness: 1, restitution: 1}\n"
                 "  - c: {between: [warm, warm], normal: hooke, stiffness: 1, restitution: 1}\n");
  add(&scenario, "template:\n");
  for (int k = 0; k < 2; k++)
    add(&scenario, "  - %s: {material: %s, capsules: [%g, 0, 0, %g, 0, 0, %g]}\n",
        k == 0 ? "cold" : "hot", k == 0 ? "stone" : "warm", -HALF, HALF, RADIUS);
  add(&scenario, "clumps:\n  - all: {file: bodies.csv}\n");
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "cold", &at[0]);
  add_body(&bodies, 1, "hot", &at[1]);
  sim = sim_of(&scenario, &bodies);
  test_steps(sim, 1);
  value = sim->matter.clumps->n_owned > 0 && sim->matter.clumps->id[0] == 0
            ? sim->matter.clumps->quantity[quantity_index(&quantity_temperature)].value[0] - 300
            : 0;
  CALL(parallel_max(&sim->par, &value, 1));
  CALL(sim_destroy(&sim));
  return value;
}

/* Rods that are parallel touch at three places, and conduct as one contact: with the root of the overlap,
   which is larger by h / 4 + h / 32 where three gaps are equal (capsule.h). */
static void heat(void)
{
  const double overlap = 1e-3, crossed = heated(0.5 * pi, overlap), parallel = heated(0, overlap),
               part = 2 * HALF / (2 * HALF + 2 * RADIUS),
               h    = CAPSULE_BLEND * 2 * RADIUS * part * part;

  CHECK(crossed > 0);
  CHECK_NEAR(parallel / crossed, sqrt(1 + (h / 4 + h / 32) / overlap),
             1e-3); /* radii less overlaps */
  test_note("crossed %.5g K, parallel %.5g K", crossed, parallel);
  test_end("rods that cross and rods that are parallel conduct heat as one contact");
}

/* ---- four at a time ---- */

/* Contacts of the tiles of a run: pair, normal, and its angular velocity. */
typedef struct {
  int32_t pair;
  Vec3    n, turn;
} TileContact;

enum { SEEN_MOST = 20000 };

/* Compare the tiles of pairs with capsules with the same contacts one by one; returns their number. */
static int compare_tiles(const ContactScene *s, TileContact *seen)
{
  const Pairs        *pairs = s->pairs;
  static ContactBatch b;
  static Tile         t;
  int                 n = 0;

  for (int cell = 0; cell < pairs->n_blocks * pairs->n_laws; cell++) {
    const PetscInt end = pairs->pebbles.start[cell + 1];

    for (PetscInt from = pairs->pebbles.start[cell]; from < end && pairs_of_capsules(pairs, cell);
         from += 7) {
      int32_t   hits[7];
      const int some = (int)capsule_pairs_pick(s->pebbles, &pairs->pebbles, 0.05, from,
                                               (PetscInt)fmin((double)from + 7, (double)end), hits);

      if (some == 0) continue;
      tile_of_capsules(s, NEEDS_FRAME, hits, some, &t, &b);
      for (int k = 0; k < some && n < SEEN_MOST; k++) {
        CapsuleTouch one;

        CHECK(capsule_touch(s, pairs->pebbles.a[hits[k]], pairs->pebbles.b[hits[k]], &one));
        CHECK_NEAR(b.gap[k], one.gap, 1e-14); /* of .5 m: rounding */
        CHECK_NEAR(b.radius[k], one.radius, 1e-15);
        CHECK_NEAR(t.several ? t.share[k] : 1, one.weight, 1e-15);
        CHECK_NEAR(vec3_norm(vec3_sub(batch_normal(&b, k), one.normal)), 0, 1e-13);
        CHECK_NEAR(vec3_norm(vec3_sub(tile_arm(&t.a, k), one.arm_a)), 0, 1e-13);
        CHECK_NEAR(vec3_norm(vec3_sub(tile_arm(&t.b, k), one.arm_b)), 0, 1e-13);
        seen[n++] = (TileContact){hits[k], one.normal, {t.turn_x[k], t.turn_y[k], t.turn_z[k]}};
      }
    }
  }
  return n;
}

/* Normals turn as the tiles say: from one short step to the next, without forces to speak of. */
static void four_at_a_time(void)
{
  static TileContact seen[SEEN_MOST];
  const double       dt     = 1e-7;
  Random             random = random_stream(48, RANDOM_TEST, 5);
  static Draft       scenario, bodies;
  double             worst = 0;
  int                n, some = 0;
  Sim               *sim;

  begin(&scenario, dt, vec3(0, 0, 0),
        "normal: hooke, stiffness: 1e-6, restitution: 1, tangential: hooke, friction: 0.1");
  scenario.n = (size_t)(strstr(scenario.text, "clumps:") - scenario.text);
  add(&scenario, "  - ball: {material: stone, pebbles: [0, 0, 0, 0.4]}\n"
                 "clumps:\n  - all: {file: bodies.csv}\n");
  add_bodies_head(&bodies);
  for (int k = 0; k < 150; k++) {
    Start at    = {.q = k % 5 == 0 ? quat_identity() : random_orientation(&random)};
    Vec3 *of[3] = {&at.x, &at.v, &at.w};

    for (int v = 0; v < 3; v++)
      *of[v] =
        vec3(random_real(&random) - 0.5, random_real(&random) - 0.5, random_real(&random) - 0.5);
    at.x = vec3_scale(7, at.x);
    add_body(&bodies, k, k % 4 == 3 ? "ball" : "rod", &at);
  }
  test_file("bodies.csv", bodies.text);
  sim = test_sim(PETSC_COMM_WORLD, scenario.text, "-run_overlap_limit 9");
  {
    const ContactScene s = sim_scene(sim);

    n = compare_tiles(&s, seen);
  }
  test_steps(sim, 1);
  {
    const ContactScene s = sim_scene(sim);

    for (int k = 0; k < n; k++) {
      CapsuleTouch now;
      Vec3         change;

      if (!capsule_touch(&s, s.pairs->pebbles.a[seen[k].pair], s.pairs->pebbles.b[seen[k].pair],
                         &now) ||
          now.weight < 1)
        continue;
      change = vec3_scale(1 / dt, vec3_sub(now.normal, seen[k].n));
      change = vec3_sub(change, vec3_cross(seen[k].turn, seen[k].n));
      worst  = fmax(worst, vec3_norm(change) / (1 + vec3_norm(seen[k].turn)));
      some++;
    }
  }
  test_note("%d contacts, %d at one place, whose normals turn within %.1e 1/s", n, some, worst);
  CHECK(some > 100); /* on each of two ranks */
  CHECK_NEAR(worst, 0,
             1e-4); /* second derivatives of places of axes that are nearly parallel, times dt */
  CALL(sim_destroy(&sim));
  test_end("contacts four at a time are those one by one, and their normals turn as they say");
}

/* ---- impacts ---- */

/* Pose of the second rod beside the first, along x: four attitudes by hand, the others at random. */
static Start attitude(int k, double gap)
{
  Random  random = random_stream(48, RANDOM_TEST, (uint64_t)k);
  Start   b      = {.q = random_orientation(&random)};
  Capsule one    = {{{-HALF, 0, 0}, {HALF, 0, 0}}, RADIUS}, other;
  Vec3    way    = {2 * random_real(&random) - 1, 2 * random_real(&random) - 1,
                    2 * random_real(&random) - 1};
  double  lo = 0, hi = 10;

  if (k == 0) b.q = turn_about(vec3(0, 0, 1), 0.5 * pi); /* crossed */
  if (k == 1) b.q = quat_identity();                     /* parallel */
  if (k == 2) b.q = quat_identity();                     /* in a row */
  if (k == 3) b.q = turn_about(vec3(0, 1, 0), 0.5 * pi); /* an end on a side */
  if (k <= 3) way = k == 2 ? vec3(1, 0, 0) : vec3(0, 0, 1);
  if (k == 4) b.q = turn_about(vec3(0, 1, 0), 2e-4); /* nearly parallel */
  if (k == 4) way = vec3(0.2, 0, 1);
  (void)vec3_normalize(&way);
  for (int i = 0; i < 200; i++) { /* the distance at which the gap is as asked for */
    const double   d    = 0.5 * (lo + hi);
    const Vec3     half = quat_turn(b.q, vec3(HALF, 0, 0)), x = vec3_scale(d, way);
    CapsuleContact c;

    other = (Capsule){{vec3_sub(x, half), vec3_add(x, half)}, RADIUS};
    capsules_find(&one, &other, &c);
    if (c.gap > gap) hi = d;
    else lo = d;
  }
  b.x = vec3_scale(hi, way);
  return b;
}

/* Collide two rods; *taken: the energy that is lost over that in the closing of their gap. */
static void collide(int k, const char *words, double dt, double *taken)
{
  Draft          scenario, bodies;
  Start          a = {.w = {0.3, -0.2, 0.1}}, b = attitude(k, 1e-5);
  Sim           *sim;
  Body           before[2], after[2];
  bool           touched = false;
  CapsuleContact c;
  Capsule        one  = {{{-HALF, 0, 0}, {HALF, 0, 0}}, RADIUS}, other;
  const Vec3     half = quat_turn(b.q, vec3(HALF, 0, 0));
  Vec3           n    = {0, 0, 0};

  other = (Capsule){{vec3_sub(b.x, half), vec3_add(b.x, half)}, RADIUS};
  capsules_find(&one, &other, &c);
  for (int m = 0; m < c.n; m++) n = vec3_axpy(n, c.place[m].weight, c.place[m].way);
  (void)vec3_normalize(&n);
  if (k < 5) a.w = vec3(0, 0, 0);
  b.v = vec3_scale(-1, n);
  begin(&scenario, dt, vec3(0, 0, 0), words);
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "rod", &a);
  add_body(&bodies, 1, "rod", &b);
  sim = sim_of(&scenario, &bodies);
  bodies_of(sim, 2, before);
  for (int i = 0; i < 16000; i++) {
    test_steps(sim, 1);
    touched = touched || touching(sim) > 0;
    if (touched && touching(sim) == 0) break;
  }
  CHECK(touched);
  CHECK(touching(sim) == 0);
  bodies_of(sim, 2, after);
  *taken = (kinetic_of(&before[0]) + kinetic_of(&before[1]) - kinetic_of(&after[0]) -
            kinetic_of(&after[1])) /
           energy_of_closing(&before[0], &before[1]);
  CALL(sim_destroy(&sim));
}

static void restitution(void)
{
  enum { ATTITUDES = 20 };
  double worst = 0, worst_half = 0;

  for (int k = 0; k < ATTITUDES; k++) {
    double taken;

    /* half a period of the spring is .2 ms or less, of 400 steps */
    collide(k, "normal: hooke, stiffness: 1e9, restitution: 1", 2e-7, &taken);
    worst = fmax(worst, fabs(taken));
    test_note("attitude %d: %.1e of the energy", k, taken);
    collide(k, "normal: hooke, stiffness: 1e9, restitution: 0.5", 2e-7, &taken);
    /* nearly parallel rods turn so that the ends share the force otherwise, within the impact */
    if (k != 4) worst_half = fmax(worst_half, fabs(sqrt(1 - taken) - 0.5));
    test_note("attitude %d: restitution %.6f of .5", k, sqrt(1 - taken));
  }
  test_note("energy off by %.1e, restitution by %.1e", worst, worst_half);
  CHECK_NEAR(worst, 0, 1e-4);      /* promised */
  CHECK_NEAR(worst_half, 0, 1e-4); /* promised */
  test_end("two rods at 20 attitudes, crossed, parallel, end on, keep their energy, or rebound by "
           "the restitution");
}

/* ---- on a plane ---- */

static Sim *lay(double dt, Vec3 gravity, Vec3 normal, const char *words, const Start *rod)
{
  Draft scenario, bodies;

  begin(&scenario, dt, gravity, words);
  add_wall(&scenario, "plane", normal);
  add_bodies_head(&bodies);
  add_body(&bodies, 0, "rod", rod);
  return sim_of(&scenario, &bodies);
}

/* A rod on a plane rests on its two ends, a spring each: it sinks by m g / 2 k, and rocks about the
   axis across with w^2 = 2 k HALF^2 / I. */
static void lies_and_rocks(void)
{
  const double k = 1e6, g = 9.81, dt = 2e-5;
  const Rod    rod  = rod_of();
  const double sunk = rod.mass * g / (2 * k), rate = sqrt(2 * k * HALF * HALF / rod.across);
  Start        lying   = {.x = {0, 0, RADIUS - sunk}};
  double       crossed = 0, last = 1;
  int          n = 0;
  Sim         *sim;
  Body         b;

  sim =
    lay(dt, vec3(0, 0, -g), vec3(0, 0, 1), "normal: hooke, stiffness: 1e6, restitution: 1", &lying);
  test_steps(sim, 100000);
  bodies_of(sim, 1, &b);
  test_note("after 1e5 steps: %.1e m, %.1e m/s, %.1e rad/s", vec3_norm(vec3_sub(b.x, lying.x)),
            vec3_norm(b.v), vec3_norm(b.w));
  CHECK_INT(touching(sim), 2);
  CHECK_NEAR(vec3_norm(vec3_sub(b.x, lying.x)), 0, 1e-12); /* rounding of the start to the grid */
  CHECK_NEAR(vec3_norm(b.w), 0, 1e-10); /* the same, times the rate of the spring */
  CALL(sim_destroy(&sim));
  lying.w = vec3(0, 1e-4, 0); /* the ends stay in touch: 1e-4 / rate < sunk */
  sim =
    lay(dt, vec3(0, 0, -g), vec3(0, 0, 1), "normal: hooke, stiffness: 1e6, restitution: 1", &lying);
  for (int i = 0; i < 40000 && n < 41; i++) {
    double w;

    test_steps(sim, 1);
    bodies_of(sim, 1, &b);
    w = b.w.y;
    if (last < 0 && w >= 0) {
      if (n == 0) crossed = sim_time(sim);
      n++;
    }
    last = w;
  }
  {
    const double found = 2 * pi * (n - 1) / (sim_time(sim) - crossed);

    test_note("rocks with %.4f rad/s, off by %.1e", found, found / rate - 1);
    CHECK_NEAR(found / rate, 1, 2e-4); /* a step of 40 periods of 260 steps */
  }
  CALL(sim_destroy(&sim));
  test_end(
    "a rod that lies on a plane stays where it is for 1e5 steps, and rocks with its frequency");
}

/* A rod along a slope stays below tan a = mu, and slides with g (sin a - mu cos a) above it. */
static void on_a_slope(void)
{
  const double g = 9.81, mu = 0.4, k = 1e6, dt = 5e-5, deg = pi / 180;

  for (int side = -1; side <= 1; side += 2) {
    const double angle = atan(mu) + side * 0.1 * deg;
    const Vec3   n = {0, 0, 1}, gravity = {g * sin(angle), 0, -g * cos(angle)};
    const Start  lying = {.x = {0, 0, RADIUS - rod_of().mass * g * cos(angle) / (2 * k)}};
    const double slow  = g * (sin(angle) - mu * cos(angle));
    Sim         *sim   = lay(
                dt, gravity, n,
                "normal: hooke, stiffness: 1e6, tangential: hooke, restitution: 0.3, friction: 0.4", &lying);
    Body before, after;

    test_steps(sim, 20000);
    bodies_of(sim, 1, &before);
    test_steps(sim, 20000);
    bodies_of(sim, 1, &after);
    test_note("%+.1f degrees: from %.3e to %.3e m/s in 1 s", side * 0.1, before.v.x, after.v.x);
    if (side < 0) CHECK_NEAR(after.x.x, before.x.x, 1e-9); /* it creeps by nothing that is seen */
    else
      CHECK_NEAR((after.v.x - before.v.x) / (20000 * dt * slow), 1,
                 1e-3); /* friction turns it a little */
    CALL(sim_destroy(&sim));
  }
  test_end("a rod along a slope holds .1 degrees below atan mu, and slides .1 degrees above");
}

/* ---- rows of spheres ---- */

/* Height at which a rod along y touches one along x that is a row of n spheres (0: a capsule), half way
   between two of them, m. */
static double touching_height(int n)
{
  const double between = n > 0 ? 2 * HALF / (n - 1) : 0;
  double       lo = 0.8, hi = 1.1;

  for (int i = 0; i < 40; i++) {
    const double z     = 0.5 * (lo + hi);
    const Start  row   = {.x = {0, 0, 0}},
                across = {.x = {0.5 * between, 0, z}, .q = turn_about(vec3(0, 0, 1), 0.5 * pi)};
    Draft scenario, bodies;
    Sim  *sim;

    begin(&scenario, 1e-3, vec3(0, 0, 0), "normal: hooke, stiffness: 1, restitution: 1");
    if (n > 0) {
      scenario.n = (size_t)(strstr(scenario.text, "clumps:") - scenario.text);
      add(&scenario, "  - row: {material: stone, pebbles: [");
      for (int k = 0; k < n; k++)
        add(&scenario, "%s%.17g, 0, 0, %g", k > 0 ? ", " : "", -HALF + k * between, RADIUS);
      add(&scenario, "]}\nclumps:\n  - all: {file: bodies.csv}\n");
    }
    add_bodies_head(&bodies);
    add_body(&bodies, 0, n > 0 ? "row" : "rod", &row);
    add_body(&bodies, 1, "rod", &across);
    sim = sim_of(&scenario, &bodies);
    if (touching(sim) > 0) lo = z;
    else hi = z;
    CALL(sim_destroy(&sim));
  }
  return 0.5 * (lo + hi);
}

/* A row of spheres has grooves of s^2 / 16 r between its spheres, s apart, as a rod of radius r feels them:
   it tends to the capsule with the second order. */
static void rows_of_spheres(void)
{
  static const int n[4]  = {5, 9, 17, 33};
  const double     whole = touching_height(0);
  double           between[4], groove[4];

  CHECK_NEAR(whole, 2 * RADIUS, 1e-9); /* the grid of positions, and the last interval */
  for (int k = 0; k < 4; k++) {
    between[k] = 2 * HALF / (n[k] - 1);
    groove[k]  = whole - touching_height(n[k]);
    test_note("%d spheres: grooves of %.6f m", n[k], groove[k]);
    CHECK_NEAR(groove[k], 2 * RADIUS - sqrt(4 * RADIUS * RADIUS - 0.25 * between[k] * between[k]),
               1e-9);
  }
  test_note("order %.3f", slope_of(4, between, groove));
  CHECK_NEAR(slope_of(4, between, groove), 2, 0.02); /* the next term, s^4 */
  test_end("rows of 5, 9, 17 and 33 spheres tend to the capsule with the second order");
}

TESTS(.ranks = {1, 2})
{
  zero_length();
  nearly_a_sphere();
  heat();
  four_at_a_time();
  restitution();
  lies_and_rocks();
  on_a_slope();
  rows_of_spheres();
  test_folder_remove();
}
