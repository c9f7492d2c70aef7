/* SPDX-License-Identifier: MIT */
/* Shape mesh: a closed triangle mesh. */
#include "shape/mesh/mesh_mass.h"
#include "shape/shape_hull.h"

#include <stdio.h>

static bool solid_prepare(Shape *s, char *why)
{
  MassProperties p;

  if (s->solid && s->solid->mesh.n_faces > 0) return mesh_mass(&s->solid->mesh, 1, &p, why);
  snprintf(why, 256, "a mesh without faces");
  return false;
}

static void solid_moments(const Shape *s, ShapeMoments *out)
{
  MassProperties p;
  char           ignored[256];

  mesh_mass(&s->solid->mesh, 1, &p, ignored);
  *out =
    (ShapeMoments){.volume = p.volume, .centre = p.centre, .inertia = p.inertia, .error = p.error};
}

static bool is_in_box(const Shape *s, Vec3 p)
{
  return p.x >= s->own_lo.x && p.x <= s->own_hi.x && p.y >= s->own_lo.y && p.y <= s->own_hi.y &&
         p.z >= s->own_lo.z && p.z <= s->own_hi.z;
}

static bool solid_is_inside(const Shape *s, Vec3 p)
{
  return is_in_box(s, p) && mesh_tree_winding(&s->solid->tree, p) > 0;
}

static double solid_distance(const Shape *s, Vec3 p)
{
  const double distance = mesh_tree_distance(&s->solid->tree, p, HUGE_VAL, NULL);

  return solid_is_inside(s, p) ? -distance : distance;
}

static Vec3 solid_furthest(const Shape *s, Vec3 n)
{
  const Mesh *m    = &s->solid->mesh;
  Vec3        best = mesh_corner(m, 0, 0);

  for (int i = 0; i < m->n_vertices; i++) {
    if (vec3_dot(n, m->vertex[i]) > vec3_dot(n, best)) best = m->vertex[i];
  }
  return best;
}

static Vec3 solid_draw(const Shape *s, Random *random)
{
  const Vec3 side = vec3_sub(s->own_hi, s->own_lo);
  Vec3       p;

  do {
    p.x = s->own_lo.x + side.x * random_real(random);
    p.y = s->own_lo.y + side.y * random_real(random);
    p.z = s->own_lo.z + side.z * random_real(random);
  } while (!solid_is_inside(s, p));
  return p;
}

static PetscErrorCode solid_tessellate(const Shape *s, double chord, Mesh *mesh)
{
  PetscFunctionBeginUser;
  (void)chord;
  *mesh = (Mesh){.n_faces = 0};
  PetscCall(mesh_append(mesh, &s->solid->mesh));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const ShapeKind shape_mesh = {
  .head =
    {
      .name   = "mesh",
      .text   = "A closed triangle mesh from an STL file, and a factor on its lengths.",
      .source = "Tonon 2004, J. Math. Stat. 1, 8.",
    },
  .sizes      = "",
  .has_file   = true,
  .prepare    = solid_prepare,
  .moments    = solid_moments,
  .is_inside  = solid_is_inside,
  .distance   = solid_distance,
  .furthest   = solid_furthest,
  .draw       = solid_draw,
  .tessellate = solid_tessellate,
};
