/* SPDX-License-Identifier: MIT */
/* Skins: circles, icospheres, and meshes of files. */
#include "shape/mesh/skin.h"
#include "base/elementary.h"
#include "options/rows.h"
#include "shape/mesh/mesh_files.h"

enum { NODES_MOST = 1000000, LEVEL_MOST = 7 };

/* clang-format off */
const Option skin_options[] = {
  WORD(KEY("skin"),            OPTIONAL, "circle icosphere mesh",
      "nodes of deformable bodies, one clump each: circle, in two dimensions; icosphere, in three; "
      "mesh: of a file"),
  INT(KEY("skin_nodes"), "32", WITHIN(3, NODES_MOST), "number of nodes", .when = "skin=circle"),
  INT(KEY("skin_level"),       "2",  UP_TO(LEVEL_MOST),
      "how often the triangles of an icosahedron are divided into four: 10 x 4^level + 2 nodes",
      .when = "skin=icosphere"),
  REAL(KEY("skin_radius"),     "m", REQUIRED, RANGE_OF(LENGTH),
      "distance of the nodes from the centre", .when = "skin=circle icosphere"),
  INPUT_FILE(KEY("skin_file"), REQUIRED,
      "OBJ or STL, closed triangles; in two dimensions OBJ with closed lines (l)",
      .when = "skin=mesh"),
  REAL(KEY("skin_scale"),      "",  "1",      RANGE_OF(SCALE),
      "factor on the coordinates of the file", .when = "skin=mesh"),
  REALS(KEY("centres"),        "m", REQUIRED, SIGNED(LENGTH_MOST),
      "where the centre, or the origin of the file, of each body comes to lie",
      .group = 3, .flags = PLANAR, .when = "skin=circle icosphere mesh"),
  {0},
};
/* clang-format on */

static void make_circle(int n, double radius, Mesh *mesh)
{
  mesh_create(n, n, mesh);
  for (int k = 0; k < n; k++) {
    double sine, cosine;

    sine_cosine_degrees(360.0 * k / n, &sine, &cosine);
    mesh->vertex[k] = (Vec3){radius * cosine, radius * sine, 0};
    mesh->face[k]   = (Face){{k, (k + 1) % n, (k + 1) % n}};
  }
}

/* Make the icosahedron with its corners at distance 1, in corners of loose triangles. */
static void make_icosahedron(Vec3 corner[60])
{
  static const int face[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                  {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                  {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                  {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  const double     t = 0.5 * (1 + sqrt(5)), f = 1 / sqrt(1 + t * t);
  const Vec3 x[12] = {{-1, t, 0},  {1, t, 0},  {-1, -t, 0}, {1, -t, 0}, {0, -1, t},  {0, 1, t},
                      {0, -1, -t}, {0, 1, -t}, {t, 0, -1},  {t, 0, 1},  {-t, 0, -1}, {-t, 0, 1}};

  for (int k = 0; k < 60; k++) corner[k] = vec3_scale(f, x[face[k / 3][k % 3]]);
}

/* The point of the unit sphere between two of its points. */
static Vec3 middle(Vec3 a, Vec3 b)
{
  Vec3 m = vec3_add(a, b);

  (void)vec3_normalize(&m);
  return m;
}

static void make_icosphere(int level, double radius, Mesh *mesh)
{
  int   n = 20;
  Vec3 *corner;

  array_create(&corner, sizeof *corner, 60 << (2 * level));
  make_icosahedron(corner);
  for (int l = 0; l < level; l++, n *= 4)
    for (int f = n - 1; f >= 0; f--) { /* From the end, as four triangles take the place of one. */
      const Vec3 a = corner[3 * f], b = corner[3 * f + 1], c = corner[3 * f + 2], ab = middle(a, b),
                 bc = middle(b, c), ca = middle(c, a);
      const Vec3 four[12] = {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca};

      memcpy(corner + 12 * (size_t)f, four, sizeof four);
    }
  for (int k = 0; k < 3 * n; k++) corner[k] = vec3_scale(radius, corner[k]);
  mesh_join(n, corner, mesh_merge_default, mesh);
  array_free(&corner);
}

void skin_make(const Options *o, const char *object, int dimension, Mesh *mesh, Findings *findings)
{
  const char *word = option_word(o, "clumps", object, "skin");

  *mesh = (Mesh){0};
  if (strcmp(word, "mesh") == 0) {
    const char *path = option_word(o, "clumps", object, "skin_file");

    if (dimension == 2) mesh_read_lines(path, mesh, findings);
    else {
      mesh_read(path, mesh_merge_default, mesh, findings);
      mesh_seams_split(mesh_merge_default, mesh, findings);
    }
    mesh_move(mesh, option_real(o, "clumps", object, "skin_scale"), quat_identity(),
              (Vec3){0, 0, 0});
  } else if ((strcmp(word, "circle") == 0) != (dimension == 2))
    finding_add(findings, 0, "is for %s dimensions: allowed here: %s, mesh",
                dimension == 2 ? "three" : "two", dimension == 2 ? "circle" : "icosphere");
  else if (dimension == 2)
    make_circle((int)option_int(o, "clumps", object, "skin_nodes"),
                option_real(o, "clumps", object, "skin_radius"), mesh);
  else
    make_icosphere((int)option_int(o, "clumps", object, "skin_level"),
                   option_real(o, "clumps", object, "skin_radius"), mesh);
}

int64_t skin_id(const Options *o, const char *object, const Mesh *mesh, int k, int vertex)
{
  const int64_t first =
    option_has_value(o, "clumps", object, "id") ? option_int(o, "clumps", object, "id") : 0;

  return first + (int64_t)k * mesh->n_vertices + vertex;
}

const double *skin_centres(const Options *o, const char *object, int dimension, int *n)
{
  const double *centres = option_reals(o, "clumps", object, "centres", n);

  *n /= dimension;
  return centres;
}
