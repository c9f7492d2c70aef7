/* SPDX-License-Identifier: MIT */
/* Moments of inertia for rolling: a tile against one contact after the other, and round bodies with
   the same bits in every company. Reduced masses of fast dashpots against one contact after the
   other. */
#include "contact/geometry.h"
#include "contact/terms/dashpot.h"
#include "test.h"

enum { BODIES = 7 };

static Pose     pose[BODIES];
static Motion   motion[BODIES];
static double   mass[BODIES];
static Vec3     inertia[BODIES];
static uint64_t blocked[BODIES];
static Clumps   clumps = {
    .pose = pose, .motion = motion, .mass = mass, .inertia = inertia, .blocked = blocked};
static Pebbles      pebbles;
static Walls        walls;
static ContactScene scene = {.clumps = &clumps, .pebbles = &pebbles, .walls = &walls};

/* In -1 .. 1, of two whole numbers. */
static double spread(int k, int part)
{
  const double x = 0.754877666 * k + 0.569840291 * part;

  return 2 * (x - floor(x)) - 1;
}

/* Bodies: 0 turns not, 1 moves not, odd ones are round, others have three moments; 6 is blocked in
   part where it is asked for. */
static void set_bodies(void)
{
  for (int a = 0; a < BODIES; a++) {
    const double i = 2 + spread(a, 0);

    pose[a].q            = quat_normalized((Quat){1, spread(a, 1), spread(a, 2), spread(a, 3)});
    pose[a].inverse_mass = a == 1 ? 0 : 1 + 0.5 * spread(a, 4);
    motion[a].inverse_inertia =
      a == 0 ? vec3(0, 0, 0) : vec3(i, a % 2 ? i : 2 * i, a % 2 ? i : 3 * i);
    mass[a]    = a == 1 ? 1 : 1 / pose[a].inverse_mass;
    inertia[a] = vec3(1 / i, 1 / (a % 2 ? i : 2 * i), 1 / (a % 2 ? i : 3 * i));
  }
  blocked[0] = BLOCK_TURN;
  blocked[1] = BLOCK_MOVE;
}

/* only_round: contacts of rows 0, 1, 3, 5; centred: pebbles lie at the centres. Every ninth contact
   spins about its normal alone, to rounding; contact 6 not at all. */
static void set_contacts(bool only_round, bool centred, Tile *t, ContactBatch *b)
{
  static const int32_t rounds[] = {0, 1, 3, 5};

  memset(t, 0, sizeof *t);
  memset(b, 0, sizeof *b);
  b->n = TILE - 3;
  for (int k = 0; k < b->n; k++) {
    Vec3         n   = {spread(k, 5), spread(k, 6), spread(k, 7)}, w;
    const double off = centred ? 0 : 0.3;

    vec3_normalize(&n);
    w               = k % 9 == 5 ? vec3_scale(3, n)
                      : k == 6   ? vec3(0, 0, 0)
                                 : vec3(spread(k, 8), spread(k, 9), 1);
    t->a.row[k]     = only_round ? rounds[k % 4] : k % BODIES;
    t->b.row[k]     = only_round ? rounds[k / 4 % 4] : k / 3 % BODIES;
    t->a.lever[k]   = 0.5 + 0.1 * spread(k, 10);
    t->b.lever[k]   = 0.6 + 0.1 * spread(k, 11);
    t->a.arm_x[k]   = off * spread(k, 12) + t->a.lever[k] * n.x;
    t->a.arm_y[k]   = off * spread(k, 13) + t->a.lever[k] * n.y;
    t->a.arm_z[k]   = off * spread(k, 14) + t->a.lever[k] * n.z;
    t->b.arm_x[k]   = off * spread(k, 15) - t->b.lever[k] * n.x;
    t->b.arm_y[k]   = off * spread(k, 16) - t->b.lever[k] * n.y;
    t->b.arm_z[k]   = off * spread(k, 17) - t->b.lever[k] * n.z;
    t->a.inverse[k] = pose[t->a.row[k]].inverse_mass;
    t->b.inverse[k] = pose[t->b.row[k]].inverse_mass;
    b->nx[k] = n.x, b->ny[k] = n.y, b->nz[k] = n.z;
    b->wx[k] = w.x, b->wy[k] = w.y, b->wz[k] = w.z;
  }
}

/* 1 over the moment of inertia of a body about the axis u, through its centre or arm. */
static double turning_of(int32_t row, Vec3 u, Vec3 arm, bool point)
{
  const Vec3   v = quat_turn_back(pose[row].q, u), i = motion[row].inverse_inertia;
  const double turning = v.x * v.x * i.x + v.y * v.y * i.y + v.z * v.z * i.z;
  const Vec3   across  = vec3_cross(arm, u);

  if (!point || turning == 0) return turning;
  if (pose[row].inverse_mass == 0) return 0;
  return 1 / (1 / turning + vec3_dot(across, across) / pose[row].inverse_mass);
}

static void a_tile_is_its_contacts(bool centred, bool on_walls, bool point)
{
  static Tile         t;
  static ContactBatch b;
  const double       *is = point ? b.point_inertia : b.inertia;

  set_contacts(false, centred, &t, &b);
  tile_inertias(&scene, on_walls, point, &t, NULL, &b);
  for (int k = 0; k < b.n; k++) {
    const Vec3 n = {b.nx[k], b.ny[k], b.nz[k]}, w = {b.wx[k], b.wy[k], b.wz[k]};
    Vec3       u = vec3_axpy(w, -vec3_dot(w, n), n);
    double     inverse;

    if (k % 9 == 5 || k == 6) continue; /* no axis, or one of rounding: any number will do */
    vec3_normalize(&u);
    inverse = turning_of(t.a.row[k], u, vec3(t.a.arm_x[k], t.a.arm_y[k], t.a.arm_z[k]), point);
    if (!on_walls)
      inverse += turning_of(t.b.row[k], u, vec3(t.b.arm_x[k], t.b.arm_y[k], t.b.arm_z[k]), point);
    CHECK_NEAR(is[k], inverse > 0 ? 1 / inverse : 0, 1e-13); /* rounding */
  }
}

static void check_same(const ContactBatch *one, const ContactBatch *two)
{
  CHECK(memcmp(one->inertia, two->inertia, sizeof one->inertia) == 0);
  CHECK(memcmp(one->point_inertia, two->point_inertia, sizeof one->point_inertia) == 0);
}

static void company_changes_no_bit(bool centred, bool on_walls, bool point)
{
  static Tile         t;
  static ContactBatch among, alone, kept;
  Turnings            turnings;

  set_contacts(true, centred, &t, &among);
  alone = kept = among;
  tile_inertias(&scene, on_walls, point, &t, NULL, &among);
  clumps.all_round    = true;
  pebbles.all_centred = centred;
  tile_inertias(&scene, on_walls, point, &t, NULL, &alone);
  tile_masses(&scene, on_walls, &t, &kept, &turnings);
  tile_inertias(&scene, on_walls, point, &t, &turnings, &kept);
  clumps.all_round = pebbles.all_centred = false;
  check_same(&among, &alone);
  check_same(&among, &kept);
}

/* ---- fast dashpots ---- */

static double inverse_along(const Tile *t, bool on_walls, int k, Vec3 n)
{
  double sum =
    clump_inverse_at(&clumps, t->a.row[k], vec3(t->a.arm_x[k], t->a.arm_y[k], t->a.arm_z[k]), n);

  if (!on_walls)
    sum +=
      clump_inverse_at(&clumps, t->b.row[k], vec3(t->b.arm_x[k], t->b.arm_y[k], t->b.arm_z[k]), n);
  return sum;
}

/* The least over many directions of the plane across the normal; to 1e-4, as they are 1/100
   apart. */
static double least_across(const Tile *t, bool on_walls, int k, Vec3 n)
{
  const Vec3 off  = fabs(n.x) < 0.6 ? vec3(1, 0, 0) : vec3(0, 1, 0);
  Vec3       x    = vec3_cross(n, off), y;
  double     most = 0;

  vec3_normalize(&x);
  y = vec3_cross(n, x);
  for (int i = 0; i < 314; i++)
    most = max_real(most, inverse_along(t, on_walls, k,
                                        vec3_axpy(vec3_scale(cos(0.01 * i), x), sin(0.01 * i), y)));
  return most > 0 ? SPHERE_ACROSS / most : INFINITY;
}

/* Reduced mass of contact k with dashpots that may have `part` of the least mass. */
static double bounded_mass(const Tile *t, bool on_walls, double part, int k, const ContactBatch *b)
{
  const Vec3   n      = {b->nx[k], b->ny[k], b->nz[k]};
  const double normal = inverse_along(t, on_walls, k, n),
               least  = min_real(normal > 0 ? 1 / normal : 0, least_across(t, on_walls, k, n));

  return min_real(b->mass[k], part * least);
}

static void find_reduced(const Tile *t, bool on_walls, ContactBatch *b)
{
  b->dt = 1;
  for (int k = 0; k < b->n; k++) {
    const double inverse = t->a.inverse[k] + (on_walls ? 0 : t->b.inverse[k]);

    b->mass[k] = inverse > 0 ? 1 / inverse : 0;
  }
}

static void set_walls(Tile *t)
{
  for (int k = 0; k < TILE; k++) {
    t->b.row[k]     = -1;
    t->b.inverse[k] = 0;
  }
}

/* part: 1 bounds most contacts, 1.05 fewer. */
static void masses_are_bounded(double part, bool on_walls)
{
  static Tile         t;
  static ContactBatch b, one;
  const Law           law   = {.fastest = DASHPOT_MOST / part};
  int                 acted = 0;

  set_contacts(false, false, &t, &b);
  if (on_walls) set_walls(&t);
  find_reduced(&t, on_walls, &b);
  for (int k = 0; k < b.n; k++) one.mass[k] = bounded_mass(&t, on_walls, part, k, &b);
  clumps.lightest = INFINITY;
  tile_bound_masses(&scene, &law, on_walls, &t, &b);
  for (int k = 0; k < b.n; k++) {
    const double inverse = t.a.inverse[k] + t.b.inverse[k];

    CHECK_NEAR(b.mass[k], one.mass[k], 1e-4 * one.mass[k]); /* least_across */
    acted += b.mass[k] < (inverse > 0 ? 1 / inverse : 0);
  }
  CHECK(acted > 0);
  CHECK(part == 1 || acted < b.n);
}

/* A contact has the same bits in every place of a tile, alone, and with the bodies of a rank of
   which one is blocked in part. */
static void masses_have_the_same_bits(double part)
{
  static Tile         t, alone;
  static ContactBatch b, one;
  const Law           law = {.fastest = DASHPOT_MOST / part};

  set_contacts(false, false, &t, &b);
  find_reduced(&t, false, &b);
  for (int k = 0; k < b.n; k++) {
    set_contacts(false, false, &alone, &one);
    find_reduced(&alone, false, &one);
    one.n = 1;
#define TO_FIRST(column) alone.column[0] = t.column[k]
    TO_FIRST(a.row), TO_FIRST(b.row), TO_FIRST(a.inverse), TO_FIRST(b.inverse);
    TO_FIRST(a.arm_x), TO_FIRST(a.arm_y), TO_FIRST(a.arm_z);
    TO_FIRST(b.arm_x), TO_FIRST(b.arm_y), TO_FIRST(b.arm_z);
#undef TO_FIRST
    one.nx[0] = b.nx[k], one.ny[0] = b.ny[k], one.nz[0] = b.nz[k], one.mass[0] = b.mass[k];
    tile_bound_masses(&scene, &law, false, &alone, &one);
    b.approach[k] = one.mass[0];
  }
  tile_bound_masses(&scene, &law, false, &t, &b);
  CHECK(memcmp(b.mass, b.approach, (size_t)b.n * sizeof *b.mass) == 0);
}

static void check_fast_dashpots(void)
{
  for (int partly = 0; partly < 2; partly++) {
    clumps.some_partly_blocked = partly;
    blocked[6]                 = partly ? BLOCK_X | BLOCK_RZ : 0;
    for (int way = 0; way < 4; way++) masses_are_bounded(way & 1 ? 1.05 : 1, way & 2);
    masses_have_the_same_bits(1);
    masses_have_the_same_bits(1.05);
  }
  test_end(
    "reduced masses of fast dashpots are those of the least effective mass, each for itself");
}

TESTS(.ranks = {1})
{
  set_bodies();
  for (int way = 0; way < 8; way++) a_tile_is_its_contacts(way & 1, way & 2, way & 4);
  test_end("moments of inertia of a tile are those of its contacts, one after the other");
  for (int way = 0; way < 8; way++) company_changes_no_bit(way & 1, way & 2, way & 4);
  test_end("round bodies have the same bits among bodies that are not");
  check_fast_dashpots();
}
