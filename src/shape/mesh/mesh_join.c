/* SPDX-License-Identifier: MIT */
/* Joins loose triangles to meshes: equal or close corners become one vertex, found by hashing. */
#include "base/random.h"
#include "shape/mesh/mesh.h"

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

static PetscErrorCode chains_create(int n, Chains *chains)
{
  uint64_t size = 16;

  PetscFunctionBeginUser;
  while (size < (uint64_t)n) size *= 2;
  *chains      = (Chains){.mask = size - 1};
  chains->head = malloc(size * sizeof *chains->head);
  PetscCheck(chains->head, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for %d vertices", n);
  for (uint64_t k = 0; k < size; k++) chains->head[k] = -1;
  PetscCall(array_create(&chains->next, sizeof *chains->next, n));
  PetscFunctionReturn(PETSC_SUCCESS);
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
  const double positive = x + 0.0; /* -0 equals 0 */
  int64_t      bits;

  memcpy(&bits, &positive, sizeof bits);
  return bits;
}

/* Copy the distinct corners to vertex[], in order of appearance; place[c] becomes the vertex of
   corner c. */
static PetscErrorCode join_equal(int n, const Vec3 *corner, Vec3 *vertex, int *place,
                                 int *n_vertices)
{
  Chains chains;

  PetscFunctionBeginUser;
  PetscCall(chains_create(n, &chains));
  *n_vertices = 0;
  for (int c = 0; c < n; c++) {
    const Vec3     x    = corner[c];
    const uint64_t hash = hash_of(bits_of(x.x), bits_of(x.y), bits_of(x.z));
    int            i    = chains.head[hash & chains.mask];

    while (i >= 0 && !(vertex[i].x == x.x && vertex[i].y == x.y && vertex[i].z == x.z))
      i = chains.next[i];
    if (i < 0) {
      i         = (*n_vertices)++;
      vertex[i] = x;
      chain_add(&chains, hash, i);
    }
    place[c] = i;
  }
  chains_free(&chains);
  PetscFunctionReturn(PETSC_SUCCESS);
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
static PetscErrorCode join_near(Near *near, int *n_vertices, int *moved)
{
  int kept = 0;

  PetscFunctionBeginUser;
  PetscCall(chains_create(*n_vertices, &near->chains));
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
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Join the distinct vertices of the mesh that are within `merge` of each other, and update
   place[]. */
static PetscErrorCode merge_near(double merge, Mesh *mesh, int n_corners, int *place)
{
  Near   near = {.vertex = mesh->vertex};
  double diagonal;
  Vec3   hi;
  int   *moved;

  PetscFunctionBeginUser;
  mesh_bounds(mesh, &near.lo, &hi);
  diagonal   = vec3_norm(vec3_sub(hi, near.lo));
  near.merge = min_real(merge >= 0 ? merge : -merge * diagonal, diagonal);
  near.edge  = cell_width * near.merge;
  if (!(near.merge > least_merge * diagonal)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&moved, sizeof *moved, mesh->n_vertices));
  PetscCall(join_near(&near, &mesh->n_vertices, moved));
  for (int c = 0; c < n_corners; c++) place[c] = moved[place[c]];
  array_free(&moved);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void faces_set(int n_faces, const int *place, Mesh *mesh)
{
  mesh->n_faces = 0;
  for (int f = 0; f < n_faces; f++) {
    const int *v = place + 3 * (size_t)f;

    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) continue;
    mesh->face[mesh->n_faces++] = (Face){{v[0], v[1], v[2]}};
  }
  mesh->n_dropped = n_faces - mesh->n_faces;
}

PetscErrorCode mesh_join(int n_faces, const Vec3 *corner, double merge, Mesh *mesh)
{
  const int n = 3 * n_faces;
  int      *place;

  PetscFunctionBeginUser;
  PetscCall(mesh_create(n, n_faces, mesh));
  PetscCall(array_create(&place, sizeof *place, n));
  PetscCall(join_equal(n, corner, mesh->vertex, place, &mesh->n_vertices));
  if (n > 0 && merge != 0) PetscCall(merge_near(merge, mesh, n, place));
  PetscCall(array_trim(&mesh->vertex, sizeof *mesh->vertex, mesh->n_vertices));
  faces_set(n_faces, place, mesh);
  array_free(&place);
  PetscFunctionReturn(PETSC_SUCCESS);
}
