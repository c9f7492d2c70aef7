/* SPDX-License-Identifier: MIT */
/* The order of rows after migration, a radix sort, against a sort by comparison. */
#include "world.h"

#include "space/migration.h"

enum { N = 700 };

typedef struct {
  bool    late;
  int64_t cell[3];
  Id      id;
} Key;

static int compare_keys(const void *a, const void *b)
{
  const Key *p = a, *q = b;

  if (p->late != q->late) return p->late ? 1 : -1;
  for (int k = 0; k < 3; k++)
    if (p->cell[k] != q->cell[k]) return p->cell[k] < q->cell[k] ? -1 : 1;
  return p->id < q->id ? -1 : p->id > q->id;
}

/* Unique ids, small and large, of both signs. */
static Id strange_id(Id id)
{
  return (Id)mix_bits((uint64_t)id) >> (id % 5 * 11);
}

/* Keys: cells from the lower ends of the axes, longest axis first; an axis along which the rank's
   box is cut counts twice. */
static void find_keys(const World *w, const Clumps *c, double cell, Id apart, Key *keys)
{
  double lo[3], side[3];
  int    axes[3] = {0, 1, 2};

  for (int k = 0; k < 3; k++) {
    double hi = -INFINITY;

    lo[k] = INFINITY;
    for (PetscInt a = 0; a < c->n_owned; a++) {
      lo[k] = min_real(lo[k], vec3_axis(c->pose[a].x, k));
      hi    = max_real(hi, vec3_axis(c->pose[a].x, k));
    }
    side[k] = hi - lo[k];
    if (vec3_axis(w->cuts.mine.lo, k) != vec3_axis(w->cuts.boxes[0].lo, k) ||
        vec3_axis(w->cuts.mine.hi, k) != vec3_axis(w->cuts.boxes[0].hi, k))
      side[k] *= 2;
  }
  for (int i = 0; i < 3; i++)
    for (int j = i + 1; j < 3; j++)
      if (side[axes[j]] > side[axes[i]]) {
        const int t = axes[i];

        axes[i] = axes[j];
        axes[j] = t;
      }
  for (PetscInt a = 0; a < c->n_owned; a++) {
    keys[a].late = c->id[a] >= apart;
    keys[a].id   = c->id[a];
    for (int k = 0; k < 3; k++) /* clumps before `apart` are in the order of their ids alone */
      keys[a].cell[k] =
        keys[a].late ? (int64_t)floor((vec3_axis(c->pose[a].x, axes[k]) - lo[axes[k]]) / cell) : 0;
  }
}

static bool image_is(Image n, Image other)
{
  return n.x == other.x && n.y == other.y && n.z == other.z;
}

static void exchange_last(Clumps *c)
{
  const PetscInt n = c->n_owned;

  if (n < 2) return;
  clumps_reserve(c, n + 1);
  fields_copy(c->fields, c, n, n - 1);
  fields_copy(c->fields, c, n - 1, n - 2);
  fields_copy(c->fields, c, n - 2, n);
}

static void try(double cell, Id apart)
{
  const Boundary boundary[] = {BOUNDARY_PERIODIC, BOUNDARY_OPEN, BOUNDARY_PERIODIC};
  World          w;
  Clumps        *c;
  Key           *keys, *sorted;
  int64_t        n;

  world_create(&w, boundary, N, 0, 1);
  c = w.clumps;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    c->motion[a].rest = c->pose[a].x;
    c->id[a]          = strange_id(c->id[a]);
    if (a % 3 == 0)
      c->pose[a].x =
        domain_shifted(&w.domain, c->pose[a].x, (Image){-1, 0, 2}); /* to be wrapped back */
    c->motion[a].momentum.x = a % 3 == 0;
  }
  /* the second time rows are already sorted, and the third time but for the last two */
  for (int again = 0; again < 3; again++) {
    if (again == 2) exchange_last(c);
    CALL(clumps_migrate(&w.par, &w.domain, &w.cuts, cell, apart, c));
    CALL(PetscMalloc2(c->n_owned, &keys, c->n_owned, &sorted));
    find_keys(&w, c, cell, apart, keys);
    memcpy(sorted, keys, (size_t)c->n_owned * sizeof *keys);
    sort_items(sorted, c->n_owned, sizeof *sorted, compare_keys);
    for (PetscInt a = 0; a < c->n_owned; a++) {
      CHECK(compare_keys(&keys[a], &sorted[a]) == 0);
      CHECK_INT(strange_id((Id)c->mass[a] - 1),
                c->id[a]); /* columns stay together: mass was 1 + id */
      CHECK(vec3_norm(vec3_sub(c->pose[a].x, c->motion[a].rest)) == 0);
      CHECK(
        image_is(c->image[a], c->motion[a].momentum.x > 0 ? (Image){-1, 0, 2} : (Image){0, 0, 0}));
    }
    CALL(PetscFree2(keys, sorted));
  }
  n = c->n_owned;
  CALL(parallel_sum_int(&w.par, &n, 1));
  CHECK_INT(n, N);
  world_destroy(&w);
}

static void rows_are_in_sweep_order(void)
{
  try(0.5, INT64_MIN);
  try(0.5, 0);
  try(0.5, (Id)1 << 40);
  try(1e300, INT64_MIN); /* one cell: sorted by id alone */
  try(1e-5, INT64_MIN);  /* one clump a cell */
  test_end("rows are sorted by slab, bar and cell, then by id, in all columns; those apart by id");
}

TESTS(.ranks = {1, 2, 3})
{
  rows_are_in_sweep_order();
}
