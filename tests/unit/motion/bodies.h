/* SPDX-License-Identifier: MIT */
/* Clumps of all kinds that motion distinguishes, each a function of its number alone, so that it is
   the same in any row. */
#ifndef TEST_BODIES_H
#define TEST_BODIES_H

#include "base/random.h"
#include "motion/motion.h"
#include "test.h"

/* Templates: with three equal moments or not, with pebbles away from the centre or not, long
   ones. */
enum { BALL, SHELL, EGG, STONE, TOP, ROD, SHAPES, MOST_PEBBLES = 9 };

/* Blocked degrees of freedom. STILL: rotations blocked at w = 0; SPINNING: rotations blocked, w
   prescribed; FIXED: all blocked, w = 0, v prescribed; RESTING: all blocked, v = w = 0; POINT:
   rotations blocked at w = 0, and nothing else. */
enum { FREE, SOME_WAYS, SOME_TURNS, STILL, SPINNING, FIXED, ANY, RESTING, POINT, BLOCKINGS };

/* LOT consecutive numbers draw from these shapes and blockings (bits), so that tiles differ in the
   TILE_ bits they have. */
enum { LOT = 32, LOTS = 14, ALL = -1 };

static const struct {
  int shapes, blockings;
} bodies_lots[LOTS] = {
  {ALL, ALL},
  {ALL, 1 << FREE},
  {1 << BALL, 1 << FREE},
  {1 << BALL | 1 << SHELL, 1 << FREE},
  {1 << EGG | 1 << STONE, 1 << FREE},
  {1 << BALL, 1 << FREE | 1 << FIXED},
  {ALL, 1 << FREE | 1 << STILL},
  {ALL, 1 << FREE | 1 << SOME_WAYS},
  {ALL, 1 << FREE | 1 << SPINNING},
  {ALL, 1 << RESTING}, /* two adjacent lots contain a whole tile wherever rows begin */
  {ALL, 1 << RESTING},
  {ALL, 1 << POINT}, /* likewise */
  {ALL, 1 << POINT},
  {ALL, 1 << FREE | 1 << SPINNING | 1 << RESTING}};

typedef struct {
  Domain    domain;
  Templates templates;
  Clumps   *clumps;
  Loads    *loads;
} Bodies;

static inline double draw(Random *r, double lo, double hi)
{
  return lo + random_real(r) * (hi - lo);
}

static inline Vec3 draw_vec(Random *r, double size, bool planar)
{
  const double x = draw(r, -size, size), y = draw(r, -size, size), z = draw(r, -size, size);

  return vec3(x, y, planar ? 0 : z);
}

/* A vector about which clumps may rotate: along z in two dimensions. */
static inline Vec3 draw_turn(Random *r, double size, bool planar)
{
  const Vec3 v = draw_vec(r, size, false);

  return planar ? vec3(0, 0, v.z) : v;
}

static inline void bodies_template(Bodies *b, const char *name, int n, Vec3 spread, Vec3 principal)
{
  Random         r    = random_stream(1, RANDOM_TEST, (uint64_t)b->templates.n);
  MassProperties mass = {.volume = 1, .mass = 1.3, .principal = principal, .axes = {1, 0, 0, 0}};
  PebbleSet      set;

  pebble_set_create(n, &set);
  for (int i = 0; i < n; i++) {
    const Vec3 x = vec3_mul(spread, draw_vec(&r, 1, b->domain.dimension == 2));

    set.x[i] = x;
    set.r[i] = draw(&r, 0.1, 0.4);
  }
  CALL(templates_add(&b->templates, name, &set, &mass));
  pebble_set_free(&set);
}

/* Domain and templates, no clumps. */
static inline void bodies_create(Bodies *b, int dimension)
{
  const Boundary boundary[3] = {BOUNDARY_PERIODIC, BOUNDARY_OPEN, BOUNDARY_FREE};

  *b = (Bodies){.domain = domain_create(dimension, vec3(-2, -1, 0), vec3(3, 4, 5), boundary, 4, 0)};
  b->templates.dimension = dimension;
  bodies_template(b, "ball", 1, vec3(0, 0, 0), vec3(0.2, 0.2, 0.2));
  bodies_template(b, "shell", 5, vec3(1, 1, 1), vec3(0.7, 0.7, 0.7));
  bodies_template(b, "egg", 1, vec3(0, 0, 0), vec3(0.2, 0.3, 0.4));
  bodies_template(b, "stone", MOST_PEBBLES, vec3(1, 0.8, 0.5), vec3(0.5, 0.8, 1.1));
  bodies_template(b, "top", 4, vec3(0.3, 0.3, 0.1), vec3(0.4, 0.4, 0.6));
  bodies_template(b, "rod", MOST_PEBBLES, vec3(4, 0.1, 0.05), vec3(0.05, 2, 2.05));
  CHECK_INT(b->templates.n, SHAPES);
  CALL(clumps_create(&b->clumps));
  loads_create(&b->loads);
  loads_set_force(b->loads, quantum_of(-40, 13), -EXPONENT_MOST);
}

static inline void bodies_destroy(Bodies *b)
{
  clumps_destroy(&b->clumps);
  loads_destroy(&b->loads);
  templates_free(&b->templates);
}

/* A random index in 0 .. n-1 whose bit is set. */
static inline int draw_one(Random *r, int n, int bits)
{
  int one;

  do {
    one = (int)((random_bits(r) >> 40) % (uint64_t)n);
  } while (!(bits >> one & 1));
  return one;
}

static inline uint64_t draw_blocked(Random *r, int kind)
{
  const uint64_t bits = random_bits(r) >> 32;

  switch (kind) {
  case SOME_WAYS: return bits & BLOCK_MOVE;
  case SOME_TURNS: return bits & BLOCK_TURN;
  case STILL:
  case SPINNING: return BLOCK_TURN | (bits & BLOCK_X);
  case FIXED:
  case RESTING: return BLOCK_ALL;
  case POINT: return BLOCK_TURN;
  case ANY: return bits & BLOCK_ALL;
  default: return 0;
  }
}

/* Append the clump of this number; returns its row. */
static inline PetscInt bodies_add(Bodies *b, uint64_t number)
{
  Random     r      = random_stream(2, RANDOM_TEST, number);
  const bool planar = b->domain.dimension == 2;
  const int  lot    = (int)(number / LOT % LOTS);
  const int  shape  = draw_one(&r, SHAPES, bodies_lots[lot].shapes),
            kind    = draw_one(&r, BLOCKINGS, bodies_lots[lot].blockings);
  Clumps  *c        = b->clumps;
  PetscInt a;

  a             = clumps_add(c, &b->templates, (Id)number, shape, draw(&r, 0.5, 2));
  c->blocked[a] = draw_blocked(&r, kind);
  c->pose[a].x =
    grid_round3(&b->domain, vec3_add(vec3(0.5, 1.5, planar ? 0 : 2), draw_vec(&r, 2.45, planar)));
  c->pose[a].q          = planar ? random_heading(&r) : random_orientation(&r);
  c->motion[a].v        = draw_vec(&r, 5, planar);
  c->motion[a].rest     = draw_vec(&r, 0.5 * b->domain.quantum, planar);
  c->motion[a].momentum = draw_turn(&r, 2, planar);
  c->w[a]               = draw_turn(&r, 3, planar);
  c->force[a]           = draw_vec(&r, 40, planar);
  c->torque[a]          = draw_turn(&r, 10, planar);
  if (kind == STILL || kind == FIXED || kind == RESTING || kind == POINT) c->w[a] = vec3(0, 0, 0);
  if (kind == RESTING) c->motion[a].v = vec3(0, 0, 0);
  return a;
}

/* Append n held rows. */
static inline void bodies_hold(Bodies *b, PetscInt n)
{
  Clumps *c = b->clumps;

  clumps_reserve(c, c->n_owned + n);
  c->n = c->n_owned + n;
  for (PetscInt a = c->n_owned; a < c->n; a++) {
    c->pose[a]   = c->pose[0];
    c->motion[a] = c->motion[0];
    c->w[a] = c->force[a] = c->torque[a] = vec3((double)a, 0, 1);
  }
}

/* Random load sums of a row; some have more bits than the mantissa of a double. */
static inline void bodies_load(Bodies *b, PetscInt a, uint64_t number)
{
  const bool planar = b->domain.dimension == 2;
  Random     r      = random_stream(3, RANDOM_TEST, number);
  int64_t   *sum    = b->loads->sum + (size_t)a * LOAD_PARTS;

  for (int part = 0; part < LOAD_PARTS; part++) {
    const bool off =
      planar && (part == LOAD_FORCE + 2 || part == LOAD_TORQUE || part == LOAD_TORQUE + 1);
    const int64_t bits = (int64_t)random_bits(&r);

    sum[part] = off ? 0 : bits / (part == LOAD_FORCE + 1 ? 4 : 1 << 18);
  }
}

/* After the last bodies_add: prepare clumps, append held rows, set load sums. */
static inline void bodies_prepare(Bodies *b, PetscInt copies)
{
  Clumps *c = b->clumps;

  clumps_prepare(c, &b->templates);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (c->blocked[a] & BLOCK_TURN) motion_set_momentum(c, a);
  bodies_hold(b, copies);
  loads_clear(b->loads, c->n);
  for (PetscInt a = 0; a < c->n; a++) bodies_load(b, a, a < c->n_owned ? (uint64_t)c->id[a] : 1);
}

static inline void bodies_of_range(Bodies *b, int dimension, uint64_t first, int n)
{
  bodies_create(b, dimension);
  for (int k = 0; k < n; k++) (void)bodies_add(b, first + (uint64_t)k);
  bodies_prepare(b, 5);
}

#endif
