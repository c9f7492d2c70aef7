/* SPDX-License-Identifier: MIT */
/* Triangle meshes: storage, moving, appending, angles; loose triangles are joined by hashing their
   corners, so that equal or close ones become one vertex. */
#include "shape/mesh/mesh.h"
#include "base/random.h"

void mesh_create(int n_vertices, int n_faces, Mesh *mesh)
{
  *mesh = (Mesh){.n_vertices = n_vertices, .n_faces = n_faces};
  array_create(&mesh->vertex, sizeof *mesh->vertex, n_vertices);
  array_create(&mesh->face, sizeof *mesh->face, n_faces);
}

void mesh_free(Mesh *mesh)
{
  array_free(&mesh->vertex);
  array_free(&mesh->face);
  array_free(&mesh->origin);
  mesh->n_vertices = mesh->n_faces = mesh->n_dropped = 0;
}

void mesh_bounds(const Mesh *mesh, Vec3 *lo, Vec3 *hi)
{
  *lo = *hi = mesh->vertex[0];
  for (int i = 1; i < mesh->n_vertices; i++) {
    const Vec3 x = mesh->vertex[i];

    *lo = vec3_least(*lo, x);
    *hi = vec3_most(*hi, x);
  }
}

void mesh_faces_bounds(const Mesh *mesh, int n, const int *face, Vec3 *lo, Vec3 *hi)
{
  *lo = *hi = mesh_corner(mesh, face ? face[0] : 0, 0);
  for (int c = 0; c < 3 * n; c++) {
    const Vec3 x = mesh_corner(mesh, face ? face[c / 3] : c / 3, c % 3);

    *lo = vec3_least(*lo, x);
    *hi = vec3_most(*hi, x);
  }
}

void mesh_flip(Mesh *mesh)
{
  for (int f = 0; f < mesh->n_faces; f++) {
    const int v = mesh->face[f].v[1];

    mesh->face[f].v[1] = mesh->face[f].v[2];
    mesh->face[f].v[2] = v;
  }
}

void mesh_move(Mesh *mesh, double scale, Quat q, Vec3 shift)
{
  for (int i = 0; i < mesh->n_vertices; i++)
    mesh->vertex[i] = vec3_axpy(shift, scale, quat_turn(q, mesh->vertex[i]));
  if (scale < 0) mesh_flip(mesh);
}

void mesh_append(Mesh *mesh, const Mesh *other)
{
  const int n_vertices = mesh->n_vertices, n_faces = mesh->n_faces;
  PetscInt  vertices = n_vertices, faces = n_faces;

  array_reserve(&mesh->vertex, sizeof *mesh->vertex, n_vertices + other->n_vertices, &vertices);
  array_reserve(&mesh->face, sizeof *mesh->face, n_faces + other->n_faces, &faces);
  for (int i = 0; i < other->n_vertices; i++) mesh->vertex[n_vertices + i] = other->vertex[i];
  for (int f = 0; f < other->n_faces; f++)
    for (int k = 0; k < 3; k++) mesh->face[n_faces + f].v[k] = n_vertices + other->face[f].v[k];
  mesh->n_vertices += other->n_vertices;
  mesh->n_faces += other->n_faces;
  mesh->n_dropped += other->n_dropped;
}

double mesh_corner_angle(const Mesh *mesh, int f, int k)
{
  const Vec3 a = mesh_corner(mesh, f, k), u = vec3_sub(mesh_corner(mesh, f, (k + 1) % 3), a),
             v = vec3_sub(mesh_corner(mesh, f, (k + 2) % 3), a);

  return atan2(vec3_norm(vec3_cross(u, v)), vec3_dot(u, v));
}

double mesh_half_angle(const Mesh *mesh, int f, Vec3 x)
{
  const Vec3 a = vec3_sub(mesh_corner(mesh, f, 0), x), b = vec3_sub(mesh_corner(mesh, f, 1), x),
             c   = vec3_sub(mesh_corner(mesh, f, 2), x);
  const double p = vec3_norm(a), q = vec3_norm(b), r = vec3_norm(c);

  return atan2(vec3_dot(a, vec3_cross(b, c)),
               p * q * r + vec3_dot(a, b) * r + vec3_dot(b, c) * p + vec3_dot(c, a) * q);
}

double mesh_winding(const Mesh *mesh, Vec3 x)
{
  double sum = 0;

  for (int f = 0; f < mesh->n_faces; f++) sum += mesh_half_angle(mesh, f, x);
  return sum / (2 * PETSC_PI);
}

/* ---- joining ---- */

const double mesh_merge_default = -1e-6;

/* Width of a hash cell over the merging distance: few vertices in a cell, and mostly one cell per
   search. */
static const double cell_width = 4;

/* Merging distances below this fraction of the box diagonal are ignored: rounding would decide. */
static const double least_merge = 1e-15;

/* Chains of items by hash. */
typedef struct {
  int     *head; /* [mask + 1] first item, or -1 */
  int     *next; /* [n] */
  uint64_t mask;
} Chains;

static void chains_create(int n, Chains *chains)
{
  uint64_t size = 16;

  while (size < (uint64_t)n) size *= 2;
  *chains      = (Chains){.mask = size - 1};
  chains->head = memory_zero(size, sizeof *chains->head);
  for (uint64_t k = 0; k < size; k++) chains->head[k] = -1;
  array_create(&chains->next, sizeof *chains->next, n);
}

static void chains_free(Chains *chains)
{
  free(chains->head);
  array_free(&chains->next);
}

static void chain_add(Chains *chains, uint64_t hash, int i)
{
  int *head = &chains->head[hash & chains->mask];

  chains->next[i] = *head;
  *head           = i;
}

static uint64_t hash_of(int64_t x, int64_t y, int64_t z)
{
  return mix_bits(mix_bits(mix_bits((uint64_t)x) + (uint64_t)y) + (uint64_t)z);
}

static int64_t bits_of(double x)
{
  const double positive = x + 0.0; /* -0 becomes 0 */
  int64_t      bits;

  memcpy(&bits, &positive, sizeof bits);
  return bits;
}

/* Copy the distinct corners to vertex[], in order of appearance, and return their number; place[c]
   becomes the vertex of corner c. */
static int join_equal(int n, const Vec3 *corner, Vec3 *vertex, int *place)
{
  Chains chains;
  int    n_vertices = 0;

  chains_create(n, &chains);
  for (int c = 0; c < n; c++) {
    const Vec3     x    = corner[c];
    const uint64_t hash = hash_of(bits_of(x.x), bits_of(x.y), bits_of(x.z));
    int            i    = chains.head[hash & chains.mask];

    while (i >= 0 && !(vertex[i].x == x.x && vertex[i].y == x.y && vertex[i].z == x.z))
      i = chains.next[i];
    if (i < 0) {
      i         = n_vertices++;
      vertex[i] = x;
      chain_add(&chains, hash, i);
    }
    place[c] = i;
  }
  chains_free(&chains);
  return n_vertices;
}

/* Vertices kept so far, hashed by cell. */
typedef struct {
  Chains chains;
  Vec3   lo, *vertex;
  double merge, edge;
} Near;

static int64_t cell_of(const Near *near, Vec3 x, int k, double beside)
{
  return (int64_t)floor((vec3_axis(x, k) - vec3_axis(near->lo, k) + beside) / near->edge);
}

/* Lowest kept vertex within merge of x, or -1. */
static int find_near(const Near *near, Vec3 x)
{
  int     found = -1;
  int64_t a[3], b[3];

  for (int k = 0; k < 3; k++) {
    a[k] = cell_of(near, x, k, -near->merge);
    b[k] = cell_of(near, x, k, near->merge);
  }
  for (int64_t i = a[0]; i <= b[0]; i++) {
    for (int64_t j = a[1]; j <= b[1]; j++) {
      for (int64_t k = a[2]; k <= b[2]; k++) {
        for (int v = near->chains.head[hash_of(i, j, k) & near->chains.mask]; v >= 0;
             v     = near->chains.next[v]) {
          if ((found < 0 || v < found) && vec3_norm(vec3_sub(near->vertex[v], x)) <= near->merge)
            found = v;
        }
      }
    }
  }
  return found;
}

/* Remove vertices close to an earlier one; moved[i] becomes the new index of vertex i. */
static void join_near(Near *near, int *n_vertices, int *moved)
{
  int kept = 0;

  chains_create(*n_vertices, &near->chains);
  for (int i = 0; i < *n_vertices; i++) {
    const Vec3 x = near->vertex[i];

    moved[i] = find_near(near, x);
    if (moved[i] >= 0) continue;
    moved[i]           = kept;
    near->vertex[kept] = x;
    chain_add(&near->chains,
              hash_of(cell_of(near, x, 0, 0), cell_of(near, x, 1, 0), cell_of(near, x, 2, 0)),
              kept++);
  }
  *n_vertices = kept;
  chains_free(&near->chains);
}

/* Join the distinct vertices of the mesh that are within `merge` of each other, and update
   place[]. */
static void merge_near(double merge, Mesh *mesh, int n_corners, int *place)
{
  Near   near = {.vertex = mesh->vertex};
  double diagonal;
  Vec3   hi;
  int   *moved;

  mesh_bounds(mesh, &near.lo, &hi);
  diagonal   = vec3_norm(vec3_sub(hi, near.lo));
  near.merge = min_real(merge >= 0 ? merge : -merge * diagonal, diagonal);
  near.edge  = cell_width * near.merge;
  if (!(near.merge > least_merge * diagonal)) return;
  array_create(&moved, sizeof *moved, mesh->n_vertices);
  join_near(&near, &mesh->n_vertices, moved);
  for (int c = 0; c < n_corners; c++) place[c] = moved[place[c]];
  array_free(&moved);
}

void mesh_join(int n_faces, const Vec3 *corner, double merge, Mesh *mesh)
{
  const int n = 3 * n_faces;
  int      *place;

  mesh_create(n, n_faces, mesh);
  array_create(&place, sizeof *place, n);
  mesh->n_vertices = join_equal(n, corner, mesh->vertex, place);
  if (n > 0 && merge != 0) merge_near(merge, mesh, n, place);
  array_trim(&mesh->vertex, sizeof *mesh->vertex, mesh->n_vertices);
  mesh->n_faces = 0;
  for (int f = 0; f < n_faces; f++) {
    const int *v = place + 3 * (size_t)f;

    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) continue;
    mesh->face[mesh->n_faces++] = (Face){{v[0], v[1], v[2]}};
  }
  mesh->n_dropped = n_faces - mesh->n_faces;
  array_free(&place);
}
