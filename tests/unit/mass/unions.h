/* SPDX-License-Identifier: MIT */
/* Sets of pebbles of two materials for tests of the exact mass properties, and comparison of mass
   properties. */
#ifndef UNIONS_H
#define UNIONS_H

#include "shape/mass/mass.h"
#include "test.h"

static Material materials_list[] = {{.name = "light", .density = 1, .young = 1, .poisson = 0.2},
                                    {.name = "heavy", .density = 4, .young = 1, .poisson = 0.2},
                                    {.name = "middle", .density = 2.5, .young = 1, .poisson = 0.2}};
static const Materials materials = {3, materials_list};

static inline PebbleSet set_of(int n, const double rows[][4])
{
  PebbleSet set;

  pebble_set_create(n, &set);
  for (int i = 0; i < n; i++) {
    set.x[i] = vec3(rows[i][0], rows[i][1], rows[i][2]);
    set.r[i] = rows[i][3];
  }
  return set;
}

static inline MassProperties properties_of(const PebbleSet *set, const MassMethod *method)
{
  MassProperties out;
  char           why[256] = "";

  CHECK(method->find(set, &materials, &mass_defaults, &out, why));
  mass_principal(&out);
  return out;
}

/* Pseudo-random number in [0, 1), the same on every machine. */
static inline double random_unit(uint64_t *state)
{
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

/* Set of n pebbles with radii low .. 1 in a cube with this edge. */
static inline PebbleSet random_set(int n, double edge, double low, uint64_t seed)
{
  PebbleSet set;

  pebble_set_create(n, &set);
  for (int i = 0; i < n; i++) {
    const double x = random_unit(&seed), y = random_unit(&seed), z = random_unit(&seed);

    set.x[i] = vec3(edge * x, edge * y, edge * z);
    set.r[i] = low + (1 - low) * random_unit(&seed);
  }
  return set;
}

/* a . S b */
static inline double sym3_between(Sym3 s, Vec3 a, Vec3 b)
{
  return vec3_dot(a, sym3_mul(s, b));
}

/* Tensor rotated by q. */
static inline Sym3 sym3_turned(Sym3 s, Quat q)
{
  const Vec3 x = quat_turn_back(q, vec3(1, 0, 0)), y = quat_turn_back(q, vec3(0, 1, 0)),
             z = quat_turn_back(q, vec3(0, 0, 1));

  return (Sym3){sym3_between(s, x, x), sym3_between(s, y, y), sym3_between(s, z, z),
                sym3_between(s, x, y), sym3_between(s, x, z), sym3_between(s, y, z)};
}

static inline double sym3_distance(Sym3 a, Sym3 b)
{
  const double d[] = {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
  double       most = 0;

  for (int k = 0; k < 6; k++) most = fmax(most, fabs(d[k]));
  return most;
}

/* Check that volume, mass, centre and inertia agree to a relative tolerance, and to the error
   bounds of both (plus rounding of a double). */
static inline void check_same(const MassProperties *a, const MassProperties *b, double tolerance)
{
  const double allowed =
    a->error + b->error + 2e-15; /* the compared values are rounded in a few operations */
  const double size  = sqrt(b->principal.z / b->mass);
  const double shift = a->centre_error + b->centre_error + 2e-15 * (size + vec3_norm(b->centre));
  const double off_v = fabs(a->volume / b->volume - 1), off_m = fabs(a->mass / b->mass - 1);
  const double off_i = sym3_distance(a->inertia, b->inertia) / b->principal.z;

  CHECK_NEAR(
    off_v, 0,
    fmin(tolerance, allowed)); /* tolerance of the caller, and the sum of both error bounds */
  CHECK_NEAR(off_m, 0, fmin(tolerance, allowed)); /* as above */
  CHECK_NEAR(off_i, 0, fmin(tolerance, allowed)); /* as above */
  CHECK_NEAR(vec3_norm(vec3_sub(a->centre, b->centre)), 0,
             fmin(tolerance * size, shift)); /* as above */
}

#endif
