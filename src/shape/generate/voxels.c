/* SPDX-License-Identifier: MIT */
/* Voxel grids as bits: a row of cells along x is a few words, so counting in a sphere takes a few
   words a row. */
#include "shape/generate/generate_internal.h"

#include "base/kernel.h"

static const double most_bits = 8e9; /* cells: 1 GB */

/* ---- from a mesh ---- */

typedef struct {
  double x;
  int    turn; /* 1: the ray enters the body, -1: it leaves */
} Crossing;

/* Crossings of all rows, sorted by row: the first pass counts, the second stores. */
typedef struct {
  const Mesh *mesh;
  Voxels     *voxels;
  size_t     *start; /* [rows + 1] */
  Crossing   *list;  /* NULL in the first pass */
} Scan;

/* Twice the signed area of the triangle (a, b, (y, z)) projected along x. Swapping a and b changes
   exactly the sign, so that a ray between two faces meets one of them, whatever the rounding. */
static double side_of(const Mesh *mesh, int a, int b, double y, double z)
{
  const Vec3   p = mesh->vertex[a < b ? a : b], q = mesh->vertex[a < b ? b : a];
  const double area = (q.y - p.y) * (z - p.z) - (q.z - p.z) * (y - p.y);
  const double kept = area >= 0 ? max_real(area, 1e-300) : area;

  return a < b ? kept : -kept;
}

static void ray_cross(Scan *scan, int f, size_t row, double y, double z)
{
  const int   *v = scan->mesh->face[f].v;
  const double c = side_of(scan->mesh, v[0], v[1], y, z), a = side_of(scan->mesh, v[1], v[2], y, z),
               b = side_of(scan->mesh, v[2], v[0], y, z);

  if (!((a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0))) return;
  if (scan->list) {
    const double share_b = b / (a + b + c), share_c = c / (a + b + c);
    const double x0 = scan->mesh->vertex[v[0]].x, x1 = scan->mesh->vertex[v[1]].x,
                 x2 = scan->mesh->vertex[v[2]].x;

    scan->list[scan->start[row]] =
      (Crossing){x0 + share_b * (x1 - x0) + share_c * (x2 - x0), a > 0 ? -1 : 1};
  }
  scan->start[row]++;
}

/* First cell whose middle is at x or above. Cells cell_from(x_lo) .. cell_from(x_hi) - 1 have their
   middles in [x_lo, x_hi). */
ALWAYS_INLINE int cell_from(double x, double corner, double edge, int n)
{
  return (int)min_real(max_real(ceil((x - corner) / edge - 0.5), 0), n);
}

static void face_scan(Scan *scan, int f)
{
  const Voxels *v = scan->voxels;
  const Vec3    a = mesh_corner(scan->mesh, f, 0), b = mesh_corner(scan->mesh, f, 1),
             c      = mesh_corner(scan->mesh, f, 2);
  const double y_lo = min_real(a.y, min_real(b.y, c.y)), y_hi = max_real(a.y, max_real(b.y, c.y)),
               z_lo = min_real(a.z, min_real(b.z, c.z)), z_hi = max_real(a.z, max_real(b.z, c.z));
  const int j_lo = cell_from(y_lo, v->corner.y, v->edge, v->n[1]) - 1,
            j_hi = cell_from(y_hi, v->corner.y, v->edge, v->n[1]) + 1,
            k_lo = cell_from(z_lo, v->corner.z, v->edge, v->n[2]) - 1,
            k_hi = cell_from(z_hi, v->corner.z, v->edge, v->n[2]) + 1;

  for (int k = (int)max_int(k_lo, 0); k < min_int(k_hi, v->n[2]); k++) {
    for (int j = (int)max_int(j_lo, 0); j < min_int(j_hi, v->n[1]); j++) {
      ray_cross(scan, f, (size_t)k * (size_t)v->n[1] + (size_t)j, v->corner.y + v->edge * (j + 0.5),
                v->corner.z + v->edge * (k + 0.5));
    }
  }
}

static int compare_crossings(const void *pa, const void *pb)
{
  const Crossing *a = pa, *b = pb;

  if (a->x != b->x) return a->x < b->x ? -1 : 1;
  return b->turn - a->turn;
}

static void bits_set(uint64_t *row, int lo, int hi)
{
  for (int i = lo; i < hi; i++) row[i / 64] |= (uint64_t)1 << (i % 64);
}

/* Set the cells of a row where more faces have been entered than left. */
static void row_fill(Voxels *v, size_t row, Crossing *list, size_t n)
{
  int turns = 0;

  sort_items(list, (PetscInt)n, sizeof *list, compare_crossings);
  for (size_t i = 0; i + 1 < n; i++) {
    turns += list[i].turn;
    if (turns <= 0) continue;
    bits_set(v->bit + row * (size_t)v->words, cell_from(list[i].x, v->corner.x, v->edge, v->n[0]),
             cell_from(list[i + 1].x, v->corner.x, v->edge, v->n[0]));
  }
}

/* Set the cells inside of the mesh. */
static void scan_rows(const Mesh *mesh, Voxels *v)
{
  const size_t rows = (size_t)v->n[1] * (size_t)v->n[2];
  Scan   scan  = {.mesh = mesh, .voxels = v, .start = memory_zero(rows + 1, sizeof *scan.start)};
  size_t total = 0;

  for (int f = 0; f < mesh->n_faces; f++) face_scan(&scan, f);
  for (size_t row = 0; row < rows; row++) {
    const size_t n = scan.start[row];

    scan.start[row] = total;
    total += n;
  }
  scan.list = memory_zero(total, sizeof *scan.list);
  for (int f = 0; f < mesh->n_faces; f++) face_scan(&scan, f); /* start[row] becomes its end */
  for (size_t row = 0, first = 0; row < rows; row++) {
    row_fill(v, row, scan.list + first, scan.start[row] - first);
    first = scan.start[row];
  }
  free(scan.list);
  free(scan.start);
}

/* Lay out the grid; false: it has too many cells, or no memory. */
static bool grid_create(const Mesh *mesh, double edge, double margin, Voxels *v)
{
  double cells = 1;
  size_t words;
  Vec3   lo, hi;

  mesh_bounds(mesh, &lo, &hi);
  v->edge = edge;
  for (int k = 0; k < 3; k++) {
    const double low = vec3_axis(lo, k) - margin,
                 n   = ceil((vec3_axis(hi, k) + margin - low) / edge) + 1;

    cells *= n;
    if (!(cells <= most_bits)) return false;
    v->n[k] = (int)n;
    vec3_set(&v->corner, k, (vec3_axis(lo, k) + vec3_axis(hi, k) - n * edge) / 2);
  }
  v->words = (v->n[0] + 63) / 64;
  words    = (size_t)v->n[2] * (size_t)v->n[1] * (size_t)v->words;
  if (!memory_has((int64_t)words, sizeof *v->bit)) return false;
  v->bit = memory_zero(words, sizeof *v->bit);
  return true;
}

bool voxels_create(const Mesh *mesh, double edge, double margin, Voxels *voxels)
{
  *voxels = (Voxels){.edge = 0};
  if (!grid_create(mesh, edge, margin, voxels)) return false;
  scan_rows(mesh, voxels);
  return true;
}

void voxels_invert(const Voxels *from, Voxels *voxels)
{
  const size_t rows = (size_t)from->n[2] * (size_t)from->n[1];

  *voxels     = *from;
  voxels->bit = memory_zero(rows * (size_t)from->words, sizeof *voxels->bit);
  for (size_t row = 0; row < rows; row++) {
    uint64_t *to = voxels->bit + row * (size_t)from->words;

    bits_set(to, 0, from->n[0]);
    for (int w = 0; w < from->words; w++)
      to[w] &= ~from->bit[row * (size_t)from->words + (size_t)w];
  }
}

void voxels_free(Voxels *voxels)
{
  free(voxels->bit);
  voxels->bit = NULL;
}

/* ---- spheres ---- */

/* Mask of bits lo .. hi - 1 of the row in word w. */
ALWAYS_INLINE uint64_t word_mask(int w, int lo, int hi)
{
  const uint64_t from = lo > 64 * w ? ~(uint64_t)0 << (lo - 64 * w) : ~(uint64_t)0,
                 to   = hi < 64 * w + 64 ? ~(~(uint64_t)0 << (hi - 64 * w)) : ~(uint64_t)0;

  return from & to;
}

enum { ROWS = 64 }; /* of a plane whose ends are found in one loop */

/* The cells of n rows from y on that are within a disc around x: cells lo[i] .. hi[i] - 1 of row
   i, none if hi[i] <= lo[i]. */
ALWAYS_INLINE void rows_within(const Voxels *v, Vec3 x, double disc, int y, int n, int *lo, int *hi)
{
  for (int i = 0; i < n; i++) {
    const double dy   = v->corner.y + v->edge * (y + i + 0.5) - x.y,
                 half = sqrt(max_real(disc * disc - dy * dy, 0));

    lo[i] = cell_from(x.x - half, v->corner.x, v->edge, v->n[0]);
    hi[i] = cell_from(x.x + half, v->corner.x, v->edge, v->n[0]);
  }
}

/* Count the cells lo .. hi - 1 of a row that are set, and clear them if `clear`. */
ALWAYS_INLINE int64_t row_visit(uint64_t *row, int lo, int hi, bool clear)
{
  int64_t count = 0;

  for (int w = lo / 64; w <= (hi - 1) / 64 && lo < hi; w++) {
    const uint64_t mask = word_mask(w, lo, hi);

    count += __builtin_popcountll(row[w] & mask);
    if (clear) row[w] &= ~mask;
  }
  return count;
}

/* Count the cells set in a sphere, and clear them if `clear`. Dominates the cost, so it is a
   KERNEL, compiled for processors with a population count too. An infinite radius is allowed. */
KERNEL static int64_t sphere_visit(const Voxels *v, Vec3 x, double r, bool clear)
{
  const int z_hi  = cell_from(x.z + r, v->corner.z, v->edge, v->n[2]);
  int64_t   count = 0;

  for (int z = cell_from(x.z - r, v->corner.z, v->edge, v->n[2]); z < z_hi; z++) {
    const double dz   = v->corner.z + v->edge * (z + 0.5) - x.z,
                 disc = sqrt(max_real(r * r - dz * dz, 0));
    const int y_hi    = cell_from(x.y + disc, v->corner.y, v->edge, v->n[1]);

    for (int y = cell_from(x.y - disc, v->corner.y, v->edge, v->n[1]); y < y_hi; y += ROWS) {
      const int n   = y_hi - y < ROWS ? y_hi - y : ROWS;
      uint64_t *row = v->bit + ((size_t)z * (size_t)v->n[1] + (size_t)y) * (size_t)v->words;
      int       lo[ROWS], hi[ROWS];

      rows_within(v, x, disc, y, n, lo, hi);
      for (int i = 0; i < n; i++) count += row_visit(row + i * v->words, lo[i], hi[i], clear);
    }
  }
  return count;
}

int64_t voxels_count(const Voxels *v, Vec3 x, double r)
{
  return sphere_visit(v, x, r, false);
}

void voxels_clear(Voxels *v, Vec3 x, double r)
{
  sphere_visit(v, x, r, true);
}
