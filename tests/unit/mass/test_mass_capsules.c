/* SPDX-License-Identifier: MIT */
/* Exact mass properties of unions with capsules, against closed forms: bodies of revolution, cylinders
   that cross at right angles, pieces of one capsule; and against the other methods. */
#include "sets.h"

#include "shape/generate/form.h"
#include "shape/shape_mass.h"

/* Rows of capsules: two ends and a radius. */
static PebbleSet capsules_of(int n, const double rows[][7])
{
  PebbleSet set;

  pebble_set_create(n, &set);
  pebble_set_axes(&set);
  for (int i = 0; i < n; i++) {
    const Vec3 x = {rows[i][0], rows[i][1], rows[i][2]}, y = {rows[i][3], rows[i][4], rows[i][5]};

    set.x[i]    = vec3_scale(0.5, vec3_add(x, y));
    set.axis[i] = vec3_scale(0.5, vec3_sub(y, x));
    set.r[i]    = rows[i][6];
  }
  return set;
}

/* Turn and move a set. */
static void set_move(PebbleSet *set, uint64_t index)
{
  const Quat q = random_turn(3, index);

  for (int i = 0; i < set->n; i++) {
    set->x[i]    = vec3_add(vec3(3, -2, 1), quat_turn(q, set->x[i]));
    set->axis[i] = quat_turn(q, set->axis[i]);
  }
}

static MassProperties of_set(const PebbleSet *set)
{
  MassProperties out;
  char           why[256] = "";

  if (!pebbles_mass(set, &materials, &mass_exact, &mass_defaults, &out, why))
    test_fail(__FILE__, __LINE__, "%s", why);
  return out;
}

/* Volume, mass and principal moments agree within the bound and 1e-9. */
static void check(const MassProperties *is, double volume, Vec3 principal)
{
  const double most = principal.z;

  CHECK_NEAR(is->volume / volume, 1, 1e-9); /* promised */
  CHECK_NEAR(is->volume / volume, 1, is->error);
  CHECK_NEAR(is->principal.x / most, principal.x / most, 1e-9); /* promised */
  CHECK_NEAR(is->principal.y / most, principal.y / most, 1e-9);
  CHECK_NEAR(is->principal.z / most, principal.z / most, 1e-9);
  CHECK_NEAR(is->principal.z / most, principal.z / most, is->error);
  CHECK(is->error < 1e-8); /* it bounds to some purpose */
}

/* Moments of a capsule of density 1: cylinder and two half balls. */
static void capsule_closed(double r, double length, double *volume, Vec3 *principal)
{
  const double cylinder = PETSC_PI * r * r * length, ball = 4. / 3 * PETSC_PI * r * r * r,
               h = 0.5 * length, along = cylinder * 0.5 * r * r + ball * 0.4 * r * r,
               across = cylinder * (r * r / 4 + length * length / 12) +
                        ball * (0.4 * r * r + h * h + 2 * h * 3 * r / 8);

  *volume    = cylinder + ball;
  *principal = vec3(along, across, across);
}

static void one_capsule(void)
{
  static const double rows[3][7] = {
    {-1, 0, 0, 1, 0, 0, 0.5}, {0, 0, 0, 0, 0, 1e-3, 2}, {0, 0, 0, 30, 40, 0, 0.01}};
  static const double pieces[3][7] = {
    {-1, 0, 0, 0.3, 0, 0, 0.5}, {-0.2, 0, 0, 1, 0, 0, 0.5}, {0, 0, 0, 0.1, 0, 0, 0.5}};

  for (int k = 0; k < 4; k++) {
    PebbleSet      set = k < 3 ? capsules_of(1, rows + k) : capsules_of(3, pieces);
    const double  *row = rows[k % 3];
    double         volume;
    Vec3           principal;
    MassProperties is;

    capsule_closed(row[6], vec3_norm(vec3(row[3] - row[0], row[4] - row[1], row[5] - row[2])),
                   &volume, &principal);
    set_move(&set, (uint64_t)k);
    is = of_set(&set);
    check(&is, volume, principal);
    pebble_set_free(&set);
  }
  test_end("a capsule, long, short, or in pieces that overlap, has the mass and moments of its "
           "closed form");
}

/* Two capsules that cross at a right angle share 16 r^3 / 3, whose second moments are 64 r^5 / 45 along
   the axes and 16 r^5 / 15 across. */
static void a_cross(void)
{
  static const double rows[2][7] = {{-2, 0, 0, 2, 0, 0, 0.5}, {0, -2, 0, 0, 2, 0, 0.5}};
  const double        r = 0.5, r5 = r * r * r * r * r;
  PebbleSet           set = capsules_of(2, rows);
  double              volume;
  Vec3                one, all;
  MassProperties      is;

  capsule_closed(r, 4, &volume, &one);
  /* about z, across both; about x and y, along one of both */
  all = vec3(one.x + one.y - (16. / 15 + 64. / 45) * r5, one.x + one.y - (16. / 15 + 64. / 45) * r5,
             2 * one.y - 128. / 45 * r5);
  set_move(&set, 7);
  is = of_set(&set);
  check(&is, 2 * volume - 16. / 3 * r * r * r, all);
  test_note("a cross: volume off by %.1e, bound %.1e",
            is.volume / (2 * volume - 16. / 3 * r * r * r) - 1, is.error);
  pebble_set_free(&set);
  test_end("two capsules that cross share Steinmetz' solid");
}

/* A dumbbell with a neck is a body of revolution. */
static void a_dumbbell(void)
{
  static const double rows[3][7] = {
    {-1, 0, 0, -1, 0, 0, 0.6}, {1, 0, 0, 1.2, 0, 0, 0.5}, {-1, 0, 0, 1, 0, 0, 0.2}};
  static const Swept parts[3] = {{-1, -1, 0.6}, {1, 1.2, 0.5}, {-1, 1, 0.2}};
  PebbleSet          set      = capsules_of(3, rows);
  MassProperties     is, closed;
  char               why[256];

  CHECK(revolved_mass(3, parts, 1, &closed, why));
  mass_principal(&closed);
  set_move(&set, 11);
  is = of_set(&set);
  check(&is, closed.volume, closed.principal);
  pebble_set_free(&set);
  test_end("a dumbbell with a neck has the mass and moments of the body of revolution");
}

/* Random sets: the octree agrees within both bounds, and so does the set turned. */
static void random_sets(void)
{
  const MassOptions fine  = {.div = 10, .tolerance = 5e-4, .samples = 1, .seed = 1};
  double            worst = 0, turned = 0;

  for (uint64_t k = 0; k < 4; k++) {
    PebbleSet      set    = random_set(3, 3 + (int)k, 2.5, 0.3, 100 + k);
    Random         random = random_stream(3, RANDOM_TEST, k);
    MassProperties is, other;
    char           why[256];

    pebble_set_axes(&set);
    for (int i = 0; i < set.n; i += i % 3 == 0 ? 1 : 2) {
      set.axis[i] =
        vec3(random_real(&random) - 0.5, random_real(&random) - 0.5, random_real(&random));
      set.r[i] *= 0.5;
    }
    for (int i = 0; i < set.n; i++) set.material[i] = (int)((unsigned)i % 3 * (k % 2));
    is = of_set(&set);
    if (pebbles_mass(&set, &materials, &mass_octree, &fine, &other, why)) {
      worst = fmax(worst, fabs(other.volume / is.volume - 1));
      CHECK_NEAR(other.volume / is.volume, 1, is.error + other.error);
      CHECK_NEAR(other.mass / is.mass, 1, is.error + other.error);
      CHECK_NEAR(other.principal.z / is.principal.z, 1, is.error + other.error);
    } else test_fail(__FILE__, __LINE__, "%s", why);
    set_move(&set, k);
    other  = of_set(&set);
    turned = fmax(turned, fabs(other.mass / is.mass - 1));
    CHECK_NEAR(other.mass / is.mass, 1, 1e-9); /* promised */
    CHECK_NEAR(other.principal.x / is.principal.z, is.principal.x / is.principal.z, 1e-9);
    pebble_set_free(&set);
  }
  test_note("random sets: the octree is off by %.1e, the set turned by %.1e", worst, turned);
  test_end("random sets of capsules and spheres of several materials agree with the octree, and "
           "turned with themselves");
}

TESTS(.ranks = {1})
{
  one_capsule();
  a_cross();
  a_dumbbell();
  random_sets();
}
