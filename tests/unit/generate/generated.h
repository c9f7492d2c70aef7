/* SPDX-License-Identifier: MIT */
/* Clumps generated from meshes of bodies in closed form, and their distances and mass
   properties. */
#ifndef GENERATED_H
#define GENERATED_H

#include "rocks.h"
#include "shape/generate/generate.h"
#include "shape/mass/mass.h"
#include "shape/mesh/mesh_tree.h"

static Material        unit_list[] = {{.name = "unit", .density = 1}};
static const Materials unit        = {1, unit_list};

typedef struct {
  PebbleSet      set;
  GenerateReport report;
} Clump;

static inline GenerateOptions options_of(const Generator *method, double volume)
{
  GenerateOptions o = generate_defaults;

  o.method              = method;
  o.error[CLUMP_VOLUME] = volume;
  return o;
}

static inline Clump clump_of(const Mesh *mesh, const GenerateOptions *options)
{
  Clump clump    = {.set = {.n = 0}};
  char  why[256] = "";

  if (!generate(mesh, options, &clump.set, &clump.report, why))
    test_fail(__FILE__, __LINE__, "refused: %s", why);
  CHECK_INT(clump.set.n, clump.report.pebbles);
  return clump;
}

static inline void clump_end(Clump *clump)
{
  if (clump->set.n > 0) pebble_set_free(&clump->set);
}

static inline MassProperties mesh_properties(const Mesh *mesh)
{
  MassProperties mass = {0};
  char           why[256];

  CHECK(mesh_mass(mesh, 1, &mass, why));
  return mass;
}

static inline MassProperties union_properties(const PebbleSet *set, int n)
{
  PebbleSet      first = *set;
  MassProperties mass  = {0};
  char           why[256];

  first.n = n;
  CHECK(mass_exact.find(&first, &unit, &mass_defaults, &mass, why));
  return mass;
}

/* Sample points of the surface: the corners of each face, and random points in it. */
static inline Vec3 surface_at(const Mesh *mesh, int f, int k)
{
  Random       random = random_stream(3, RANDOM_TEST, (uint64_t)f * 64 + (uint64_t)k);
  const double u      = k < 3 ? k == 1 : random_real(&random),
               v      = k < 3 ? k == 2 : (1 - u) * random_real(&random);
  const Vec3 a        = mesh_corner(mesh, f, 0);

  return vec3_axpy(vec3_axpy(a, u, vec3_sub(mesh_corner(mesh, f, 1), a)), v,
                   vec3_sub(mesh_corner(mesh, f, 2), a));
}

static inline double gap_of(const Mesh *mesh, const PebbleSet *set, int per_face)
{
  double most = 0;

  for (int f = 0; f < mesh->n_faces; f++) {
    for (int k = 0; k < per_face; k++) {
      const Vec3 x    = surface_at(mesh, f, k);
      double     near = INFINITY;

      for (int i = 0; i < set->n; i++)
        near = fmin(near, vec3_norm(vec3_sub(x, set->x[i])) - set->r[i]);
      most = fmax(most, near);
    }
  }
  return most;
}

enum { SPHERE, CUBE, CAPSULE, ELBOW, TORUS, ROCK, SLAB, N_BODIES };

static inline Mesh body_of(int body)
{
  switch (body) {
  case SPHERE: return mesh_of_icosphere(4);
  case CUBE: return mesh_of_box(1, 1, 1);
  case CAPSULE: return mesh_of_capsule(4, 0.5, 1.5);
  case ELBOW: return mesh_of_l(1.5);
  case TORUS: return mesh_of_torus(48, 24, 0.4);
  case ROCK: return mesh_of_rock(4, 4, 0.15, vec3(1.3, 1, 0.8), 7);
  default: return mesh_of_superquadric(4, vec3(1.5, 1, 0.6), 4);
  }
}

#endif
