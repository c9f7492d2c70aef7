/* SPDX-License-Identifier: MIT */
/* Nearest points and signs against brute force, the winding number and closed forms. */
#include "shape/mesh/mesh_distance.h"

#include <petsctime.h>

#include "shape/generate/generate_internal.h"
#include "unit/generate/rocks.h"

/* Distance from x to the triangle a, b, c: the least over its edges and, if the foot is inside, its
 * plane. */
static double triangle_distance(Vec3 a, Vec3 b, Vec3 c, Vec3 x)
{
  const Vec3 v[4] = {a, b, c, a}, n = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
  double     best   = INFINITY;
  bool       inside = true;

  for (int k = 0; k < 3; k++) {
    const Vec3   e = vec3_sub(v[k + 1], v[k]), d = vec3_sub(x, v[k]);
    const double s = fmin(1, fmax(0, vec3_dot(d, e) / vec3_dot(e, e)));

    best   = fmin(best, vec3_norm(vec3_axpy(d, -s, e)));
    inside = inside && vec3_dot(vec3_cross(e, d), n) >= 0;
  }
  return inside ? fmin(best, fabs(vec3_dot(vec3_sub(x, a), n)) / vec3_norm(n)) : best;
}

static double slow_distance(const Mesh *mesh, Vec3 x)
{
  double best = INFINITY;

  for (int f = 0; f < mesh->n_faces; f++)
    best = fmin(best, triangle_distance(mesh_corner(mesh, f, 0), mesh_corner(mesh, f, 1),
                                        mesh_corner(mesh, f, 2), x));
  return best;
}

static Vec3 anywhere(uint64_t k, double half)
{
  Random       random = random_stream(11, RANDOM_TEST, k);
  const double x = random_real(&random), y = random_real(&random), z = random_real(&random);

  return vec3(half * (2 * x - 1), half * (2 * y - 1), half * (2 * z - 1));
}

static void check_mesh(const char *name, Mesh mesh, double half, int n)
{
  MeshDistance near;
  char         why[256] = "";
  int          inside   = 0;

  CHECK(mesh_distance_create(&mesh, &near, why));
  for (int k = 0; k < n; k++) {
    /* every third point close to a vertex or edge, where signs are difficult */
    const int  f = k * 7 % mesh.n_faces;
    const Vec3 edge =
      vec3_scale(0.5, vec3_add(mesh_corner(&mesh, f, 0), mesh_corner(&mesh, f, k % 2)));
    const Vec3 x =
      k % 3 ? anywhere((uint64_t)k, half) : vec3_axpy(edge, 1e-3, anywhere((uint64_t)k, half));
    MeshHit hit;

    CHECK(mesh_distance_find(&near, x, INFINITY, &hit));
    CHECK_NEAR(fabs(hit.distance), slow_distance(&mesh, x), 1e-13); /* rounding of unit lengths */
    CHECK_NEAR(vec3_norm(vec3_sub(x, hit.point)), fabs(hit.distance), 1e-15);
    CHECK_INT(hit.distance<0, mesh_tree_winding(&near.tree, x)> 0);
    CHECK_BITS(mesh_distance_depth(&near, x), -hit.distance);
    CHECK(!mesh_distance_find(&near, x, fabs(hit.distance) * (1 - 1e-9), &hit));
    CHECK(mesh_distance_find(&near, x, fabs(hit.distance) * (1 + 1e-9), &hit));
    inside += hit.distance < 0;
  }
  test_note("%s: %d of %d points inside", name, inside, n);
  CHECK(inside > n / 20 && inside < n);
  mesh_distance_free(&near);
  mesh_free(&mesh);
}

/* A mesh with edges and corners so sharp that the normal of one adjacent face can have the wrong
   sign. */
static Mesh blade(void)
{
  Mesh mesh = mesh_of_box(1, 1, 1);

  for (int i = 0; i < mesh.n_vertices; i++)
    mesh.vertex[i].x += 3 * mesh.vertex[i].z + 2 * mesh.vertex[i].y;
  return mesh;
}

static void all_faces_say_the_same(void)
{
  check_mesh("blade", blade(), 1.5, 6000);
  check_mesh("box", mesh_of_box(1, 0.5, 0.25), 1, 3000);
  check_mesh("L", mesh_of_l(2), 3, 3000);
  check_mesh("torus", mesh_of_torus(24, 12, 0.35), 1.4, 1500);
  check_mesh("rock", mesh_of_rock(3, 4, 0.2, vec3(1.3, 1, 0.8), 5), 1.5, 1500);
  test_end("distances are those over all faces, the sign is that of the winding number");
}

static void cube_in_closed_form(void)
{
  static const double rows[][4] = {{0.5, 0.5, 0.5, -0.5},
                                   {0.5, 0.5, 0.1, -0.1},
                                   {2, 0.5, 0.5, 1},
                                   {-1, -1, 0.5, 1.4142135623730951},
                                   {2, 2, 2, 1.7320508075688772},
                                   {1, 1, 1, 0}};
  Mesh                mesh      = mesh_of_box(1, 1, 1);
  MeshDistance        near;
  MeshHit             hit;
  char                why[256];

  CHECK(mesh_distance_create(&mesh, &near, why));
  for (int k = 0; k < 6; k++) {
    CHECK(mesh_distance_find(&near, vec3(rows[k][0], rows[k][1], rows[k][2]), INFINITY, &hit));
    CHECK_NEAR(hit.distance, rows[k][3], 3e-16); /* rounding of the square root */
  }
  mesh_distance_free(&near);
  mesh_free(&mesh);
  test_end("a cube's signed distances, at faces, edges and corners");
}

static void wrong_meshes_are_refused(void)
{
  Mesh         mesh = mesh_of_box(1, 1, 1);
  MeshDistance near;
  char         why[256];

  mesh.n_faces = 11;
  CHECK(!mesh_distance_create(&mesh, &near, why));
  CHECK(strstr(why, "not closed") && strstr(why, "(1, 0, 0)"));
  mesh_distance_free(&near);
  mesh.n_faces   = 12;
  mesh.vertex[3] = vec3(1, NAN, 0);
  CHECK(!mesh_distance_create(&mesh, &near, why));
  CHECK(strstr(why, "not finite") != NULL);
  mesh_distance_free(&near);
  mesh.n_faces = 0;
  CHECK(!mesh_distance_create(&mesh, &near, why));
  CHECK(strstr(why, "0 faces") != NULL);
  mesh_distance_free(&near);
  mesh_free(&mesh);
  test_end("open, broken and empty meshes are refused");
}

static void cells_are_counted(void)
{
  Mesh         mesh = mesh_of_rock(3, 3, 0.2, vec3(1.3, 1, 0.8), 9);
  MeshDistance near;
  Voxels       v, out;
  char         why[256];
  int          wrong = 0;
  int64_t      brute = 0, rest = 0;
  Vec3         x = {0.3, 0.1, -0.2};

  CHECK(mesh_distance_create(&mesh, &near, why) && voxels_create(&mesh, 0.0371, 0.05, &v));
  voxels_invert(&v, &out);
  CHECK(v.n[0] > 64); /* more than a word */
  for (int k = 0; k < v.n[2]; k++) {
    for (int j = 0; j < v.n[1]; j++) {
      for (int i = 0; i < v.n[0]; i++) {
        const Vec3 at = voxels_middle(&v, i, j, k);

        wrong += voxels_has(&v, i, j, k) != (mesh_distance_depth(&near, at) > 0);
        wrong += voxels_has(&v, i, j, k) == voxels_has(&out, i, j, k);
        brute += voxels_has(&v, i, j, k) && vec3_norm(vec3_sub(at, x)) < 0.61;
        rest += voxels_has(&v, i, j, k) && vec3_norm(vec3_sub(at, x)) >= 0.61;
      }
    }
  }
  CHECK_INT(wrong, 0);
  CHECK(brute > 1000 && rest > 1000);
  CHECK_INT(voxels_count(&v, x, 0.61), brute);
  voxels_clear(&v, x, 0.61);
  CHECK_INT(voxels_count(&v, x, 0.61), 0);
  CHECK_INT(voxels_count(&v, v.corner, INFINITY), rest);
  voxels_free(&v);
  voxels_free(&out);
  CHECK(!voxels_create(&mesh, 1e-6, 0, &v)); /* 1e19 cells */
  voxels_free(&v);
  mesh_distance_free(&near);
  mesh_free(&mesh);
  test_end("cells of a mesh are those with their middle inside, and spheres count and clear them");
}

static void speed(void)
{
  enum { QUERIES = 50000 };
  Mesh           mesh = mesh_of_rock(6, 4, 0.15, vec3(1.3, 1, 0.8), 7); /* 81 920 faces */
  MeshDistance   near;
  char           why[256];
  PetscLogDouble start, built, end;
  double         sum = 0;

  CALL(PetscTime(&start));
  CHECK(mesh_distance_create(&mesh, &near, why));
  CALL(PetscTime(&built));
  for (int k = 0; k < QUERIES; k++) sum += mesh_distance_depth(&near, anywhere((uint64_t)k, 1.5));
  CALL(PetscTime(&end));
  test_note("%d faces: built in %.2f s, %.2f us a signed distance (mean %.3f)", mesh.n_faces,
            built - start, 1e6 * (end - built) / QUERIES, sum / QUERIES);
  CHECK(built - start < 10 && end - built < 8); /* 0.2 s each on an idle core */
  mesh_distance_free(&near);
  mesh_free(&mesh);
  test_end("1e5 faces are no burden");
}

TESTS(.ranks = {1})
{
  all_faces_say_the_same();
  cube_in_closed_form();
  wrong_meshes_are_refused();
  cells_are_counted();
  speed();
}
