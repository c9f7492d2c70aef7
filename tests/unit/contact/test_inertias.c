/* np: 1 */
/* SPDX-License-Identifier: MIT */
/* Moments of inertia for rolling: a tile against one contact after the other, and round bodies with the
   same bits in every company. */
#include "contact/geometry.h"
#include "test.h"

enum { BODIES = 7 };

static Pose         pose[BODIES];
static Motion       motion[BODIES];
static Clumps       clumps = {.pose = pose, .motion = motion};
static Pebbles      pebbles;
static Walls        walls;
static ContactScene scene = {.clumps = &clumps, .pebbles = &pebbles, .walls = &walls};

/* In -1 .. 1, of two whole numbers. */
static double spread(int k, int part)
{
  const double x = 0.754877666 * k + 0.569840291 * part;

  return 2 * (x - floor(x)) - 1;
}

/* Bodies: 0 turns not, 1 moves not, odd ones are round, others have three moments. */
static void set_bodies(void)
{
  for (int a = 0; a < BODIES; a++) {
    const double i = 2 + spread(a, 0);

    pose[a].q            = quat_normalized((Quat){1, spread(a, 1), spread(a, 2), spread(a, 3)});
    pose[a].inverse_mass = a == 1 ? 0 : 1 + 0.5 * spread(a, 4);
    motion[a].inverse_inertia =
      a == 0 ? vec3(0, 0, 0) : vec3(i, a % 2 ? i : 2 * i, a % 2 ? i : 3 * i);
  }
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
    t->a[k]         = only_round ? rounds[k % 4] : k % BODIES;
    t->b[k]         = only_round ? rounds[k / 4 % 4] : k / 3 % BODIES;
    t->lever_a[k]   = 0.5 + 0.1 * spread(k, 10);
    t->lever_b[k]   = 0.6 + 0.1 * spread(k, 11);
    t->arm_ax[k]    = off * spread(k, 12) + t->lever_a[k] * n.x;
    t->arm_ay[k]    = off * spread(k, 13) + t->lever_a[k] * n.y;
    t->arm_az[k]    = off * spread(k, 14) + t->lever_a[k] * n.z;
    t->arm_bx[k]    = off * spread(k, 15) - t->lever_b[k] * n.x;
    t->arm_by[k]    = off * spread(k, 16) - t->lever_b[k] * n.y;
    t->arm_bz[k]    = off * spread(k, 17) - t->lever_b[k] * n.z;
    t->inverse_a[k] = pose[t->a[k]].inverse_mass;
    t->inverse_b[k] = pose[t->b[k]].inverse_mass;
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
    inverse = turning_of(t.a[k], u, vec3(t.arm_ax[k], t.arm_ay[k], t.arm_az[k]), point);
    if (!on_walls)
      inverse += turning_of(t.b[k], u, vec3(t.arm_bx[k], t.arm_by[k], t.arm_bz[k]), point);
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
  tile_masses(&scene, on_walls, true, &t, &kept, &turnings);
  tile_inertias(&scene, on_walls, point, &t, &turnings, &kept);
  clumps.all_round = pebbles.all_centred = false;
  check_same(&among, &alone);
  check_same(&among, &kept);
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  set_bodies();
  for (int way = 0; way < 8; way++) a_tile_is_its_contacts(way & 1, way & 2, way & 4);
  test_end("moments of inertia of a tile are those of its contacts, one after the other");
  for (int way = 0; way < 8; way++) company_changes_no_bit(way & 1, way & 2, way & 4);
  test_end("round bodies have the same bits among bodies that are not");
  return test_finish();
}
