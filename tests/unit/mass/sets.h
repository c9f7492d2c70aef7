/* SPDX-License-Identifier: MIT */
/* Sets of pebbles for the tests of mass properties, and how far properties are apart. */
#ifndef TEST_SETS_H
#define TEST_SETS_H

#include "base/random.h"
#include "shape/mass/mass.h"
#include "test.h"

#include <time.h>

static Material materials_list[] = {{.name = "light", .density = 1, .young = 1, .poisson = 0.2},
                                    {.name = "heavy", .density = 4, .young = 1, .poisson = 0.2},
                                    {.name = "middle", .density = 2.5, .young = 1, .poisson = 0.2}};
static const Materials materials = {3, materials_list};

static inline double seconds(void)
{
  return (double)clock() / CLOCKS_PER_SEC;
}

static inline MassProperties properties_of(const PebbleSet *set, const MassMethod *method,
                                           MassOptions options)
{
  MassProperties out;
  char           why[256] = "";

  if (!method->find(set, &materials, &options, &out, why))
    test_fail(__FILE__, __LINE__, "%s: %s", method->head.name, why);
  mass_principal(&out);
  return out;
}

static inline MassProperties exact_of(const PebbleSet *set)
{
  return properties_of(set, &mass_exact, mass_defaults);
}

/* Rows x, y, z, r; of dimension 2 z is not looked at. */
static inline PebbleSet set_of(int dimension, int n, const double rows[][4])
{
  PebbleSet set;

  pebble_set_create(n, &set);
  set.dimension = dimension;
  for (int i = 0; i < n; i++) {
    set.x[i] = vec3(rows[i][0], rows[i][1], dimension == 2 ? 0 : rows[i][2]);
    set.r[i] = rows[i][3];
  }
  return set;
}

/* n pebbles with radii low .. 1 in a cube (square) of edge `edge`. */
static inline PebbleSet random_set(int dimension, int n, double edge, double low, uint64_t index)
{
  Random    random = random_stream(1, RANDOM_TEST, index);
  PebbleSet set;

  pebble_set_create(n, &set);
  set.dimension = dimension;
  for (int i = 0; i < n; i++) {
    set.x[i].x = edge * random_real(&random);
    set.x[i].y = edge * random_real(&random);
    if (dimension == 3) set.x[i].z = edge * random_real(&random);
    set.r[i] = low + (1 - low) * random_real(&random);
  }
  return set;
}

/* A turn that keeps the dimension. */
static inline Quat random_turn(int dimension, uint64_t index)
{
  Random       random = random_stream(2, RANDOM_TEST, index);
  const double half   = PETSC_PI * random_real(&random);

  return dimension == 2 ? (Quat){cos(half), 0, 0, sin(half)} : random_orientation(&random);
}

/* Turned, so that no axis of the cells is one of the set. */
static inline void set_turn(PebbleSet *set, uint64_t index)
{
  const Quat q = random_turn(set->dimension, index);

  for (int i = 0; i < set->n; i++) set->x[i] = quat_turn(q, set->x[i]);
}

static inline PebbleSet set_copy(const PebbleSet *from)
{
  PebbleSet set;

  pebble_set_create(from->n, &set);
  set.dimension = from->dimension;
  memcpy(set.x, from->x, (size_t)from->n * sizeof *set.x);
  memcpy(set.r, from->r, (size_t)from->n * sizeof *set.r);
  memcpy(set.material, from->material, (size_t)from->n * sizeof *set.material);
  return set;
}

/* Sixty sets: the first ones degenerate, then blobs from tight to loose, of one, two and three
 * materials. */
enum { N_CASES = 60, N_DEGENERATE = 12 };
static inline PebbleSet case_of(int dimension, int k)
{
  static const double one[1][4] = {{0.3, 0.2, 0.1, 1}}, twins[2][4] = {{1, 2, 3, 1}, {1, 2, 3, 1}};
  static const double tangent[2][4]  = {{0, 0, 0, 1}, {2, 0, 0, 1}},
                      inside[2][4]   = {{0, 0, 0, 1}, {0.2, 0.1, 0, 0.4}};
  static const double touching[2][4] = {{0, 0, 0, 1}, {0.5, 0, 0, 0.5}},
                      apart[2][4]    = {{0, 0, 0, 1}, {30, 0, 0, 0.5}};
  static const double square[4][4]   = {
      {1, 1, 0, 1.5}, {1, -1, 0, 1.5}, {-1, 1, 0, 1.5}, {-1, -1, 0, 1.5}};
  static const double close[3][4]  = {{0, 0, 0, 1}, {1e-9, 0, 0, 1}, {0, 0.9, 0, 1}};
  static const double spread[3][4] = {{0, 0, 0, 1}, {1, 0, 0, 0.05}, {0, 1.02, 0, 0.1}};
  static const double far[2][4]    = {{1e6, 1e6, 0, 1}, {1e6 + 1.2, 1e6, 0, 1}};
  static const double line[5][4]   = {
      {0, 0, 0, 1}, {1, 0, 0, 0.9}, {2, 0, 0, 0.8}, {3, 0, 0, 0.7}, {4, 0, 0, 0.6}};
  static const double heap[6][4] = {{0, 0, 0, 1},   {0, 0, 0, 1},    {0.1, 0, 0, 1},
                                    {0, 0.1, 0, 1}, {-0.1, 0, 0, 1}, {0, 0, 0, 0.9}};
  const double(*const rows[])[4] = {one,    twins, tangent, inside, touching, apart,
                                    square, close, spread,  far,    line,     heap};
  const int n[N_DEGENERATE] = {1, 2, 2, 2, 2, 2, 4, 3, 3, 2, 5, 6}, blob = k - N_DEGENERATE;
  PebbleSet set =
    blob < 0 ? set_of(dimension, n[k], rows[k])
             : random_set(dimension, 2 + blob, 0.5 + 0.1 * blob, 0.3 + 0.1 * (k % 3), (uint64_t)k);

  if (k % 2 == 1 && k != 9) set_turn(&set, (uint64_t)k);
  for (int i = 0; i < set.n && k % 3 > 0; i++) set.material[i] = (i + k) % (k % 3 + 1);
  return set;
}

static inline Sym3 sym3_less(Sym3 a, Sym3 b)
{
  return (Sym3){a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
}

/* As an operator: the largest moment of the difference. */
static inline double inertia_off(Sym3 a, Sym3 b)
{
  MassProperties d = {.inertia = sym3_less(a, b)};

  mass_principal(&d);
  return fmax(fabs(d.principal.x), fabs(d.principal.z));
}

/* Largest of the relative errors of volume, mass and inertia; the bound is relative, too. */
static inline double off_by(const MassProperties *m, const MassProperties *exact)
{
  const double volume = fabs(m->volume / exact->volume - 1), mass = fabs(m->mass / exact->mass - 1);

  return fmax(inertia_off(m->inertia, exact->inertia) / exact->principal.z, fmax(volume, mass));
}

static inline double centre_off(const MassProperties *m, const MassProperties *exact)
{
  return vec3_norm(vec3_sub(m->centre, exact->centre));
}

/* The tensor as seen after a turn by q. */
static inline Sym3 sym3_turned(Sym3 s, Quat q)
{
  const Vec3 x = quat_turn_back(q, vec3(1, 0, 0)), y = quat_turn_back(q, vec3(0, 1, 0)),
             z = quat_turn_back(q, vec3(0, 0, 1));

  return (Sym3){vec3_dot(x, sym3_mul(s, x)), vec3_dot(y, sym3_mul(s, y)),
                vec3_dot(z, sym3_mul(s, z)), vec3_dot(x, sym3_mul(s, y)),
                vec3_dot(x, sym3_mul(s, z)), vec3_dot(y, sym3_mul(s, z))};
}

#endif
