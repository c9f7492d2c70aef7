/* SPDX-License-Identifier: MIT */
/* Corners of triangles merge within a distance. */
#define _POSIX_C_SOURCE 200809L

#include "soups.h"

static void corners_merge_as_asked(void)
{
  Vec3 corner[36];
  Mesh mesh;

  cube_soup(0, corner);
  corner[7].x = -0.0;
  mesh_join(12, corner, 0, &mesh);
  CHECK_INT(mesh.n_vertices, 8); /* moved from x = 1 to the vertex at +0 */
  mesh_free(&mesh);
  cube_soup(1e-7, corner);
  mesh_join(12, corner, 0, &mesh);
  CHECK(mesh.n_vertices > 8);
  mesh_free(&mesh);
  mesh_join(12, corner, mesh_merge_default, &mesh);
  CHECK_INT(mesh.n_vertices, 8);
  CHECK_INT(mesh.n_dropped, 0);
  mesh_free(&mesh);
  mesh_join(12, corner, 1e-9, &mesh);
  CHECK(mesh.n_vertices > 8);
  mesh_free(&mesh);
  mesh_join(12, corner, -1e-20, &mesh);
  CHECK(mesh.n_vertices > 8);
  mesh_free(&mesh);
  mesh_join(12, corner, 1.1, &mesh); /* merges along edges, but not along diagonals */
  CHECK(mesh.n_vertices == 4 && mesh.n_faces == 4);
  CHECK_INT(mesh.n_dropped, 8);
  mesh_free(&mesh);
  mesh_join(12, corner, 1e9, &mesh);
  CHECK_INT(mesh.n_vertices, 1);
  CHECK_INT(mesh.n_faces, 0);
  mesh_free(&mesh);
  test_end("corners within the distance asked are one, and triangles that lose a corner by that "
           "are dropped and counted");
}

/* Merging by cells against brute force. */
static void merging_agrees_with_its_slow_twin(void)
{
  enum { N = 300 };
  Vec3         corner[3 * N], kept[3 * N];
  int          n_kept = 0;
  Random       random = random_stream(5, RANDOM_TEST, 0);
  const double merge  = 0.07;
  Mesh         mesh;

  for (int c = 0; c < 3 * N; c++) {
    corner[c].x = 1e3 + random_real(&random);
    corner[c].y = random_real(&random) - 0.5;
    corner[c].z = random_real(&random);
  }
  mesh_join(N, corner, merge, &mesh);
  for (int c = 0; c < 3 * N; c++) {
    int i = 0;

    while (i < n_kept && vec3_norm(vec3_sub(kept[i], corner[c])) > merge) i++;
    if (i == n_kept) kept[n_kept++] = corner[c];
  }
  CHECK_INT(mesh.n_vertices, n_kept);
  for (int i = 0; i < n_kept && i < mesh.n_vertices; i++) {
    CHECK_NEAR(vec3_norm(vec3_sub(kept[i], mesh.vertex[i])), 0, 0); /* copies */
  }
  test_note("%d corners to %d vertices, %d of %d triangles dropped", 3 * N, n_kept, mesh.n_dropped,
            N);
  mesh_free(&mesh);
  test_end("merging by cells keeps the vertices that looking at all of them keeps");
}

TESTS(.ranks = {1})
{
  Files files;

  files = files_begin();
  corners_merge_as_asked();
  merging_agrees_with_its_slow_twin();
  files_end(&files);
}
