/* np: 1 2 3 4 8 */
/* SPDX-License-Identifier: MIT */
/* Who holds what, and which pebbles: against every pebble of every image of every clump, one by one; with the tree and
   without. */
#include "world.h"

#include "space/holders.h"

enum { N = 40, LARGE = 6, IMAGES = 4 };

static const double reach = 0.07;

typedef struct {
  Id      id;
  Image   shift;
  int32_t member;
} Row;

typedef struct {
  Row *list;
  int  n;
} Rows;

static int compare_rows(const void *a, const void *b)
{
  const Row *p = a, *q = b;

  if (p->id != q->id) return p->id < q->id ? -1 : 1;
  if (image_sign(image_sub(p->shift, q->shift))) return image_sign(image_sub(p->shift, q->shift));
  return p->member - q->member;
}

static void rows_add(Rows *rows, Row row)
{
  if (rows->n % 1024 == 0) rows->list = realloc(rows->list, (size_t)(rows->n + 1024) * sizeof(Row));
  rows->list[rows->n++] = row;
}

static bool same(const Rows *a, const Rows *b)
{
  bool equal = a->n == b->n;

  for (int k = 0; k < a->n && equal; k++) equal = compare_rows(&a->list[k], &b->list[k]) == 0;
  return equal;
}

static void forget(Rows *rows)
{
  free(rows->list);
  *rows = (Rows){0};
}

static int images_of(const World *w, int axis)
{
  return w->domain.boundary[axis] == BOUNDARY_PERIODIC ? IMAGES : 0;
}

/* Pebbles of one image near this rank's box, by the definition. */
static void look_at_each(const World *w, Id id, Image shift, Rows *rows)
{
  const Clumps   *c     = w->all;
  const Template *t     = &w->templates.list[c->shape[id]];
  const double    scale = c->scale[id];
  const Vec3      x     = domain_shifted(&w->domain, c->pose[id].x, shift);

  for (int i = 0; i < t->n; i++) {
    const Vec3   p    = vec3_add(x, pebble_arm(c->pose[id].q, vec3_scale(scale, t->offset[i]), w->domain.magic));
    const double near = scale * t->radius[i] + holders_reach(&w->domain, reach);

    if (box_distance2(&w->cuts.mine, p) <= near * near) rows_add(rows, (Row){.id = id, .shift = shift, .member = i});
  }
}

static void look_at_all(const World *w, Rows *rows)
{
  const int nx = images_of(w, 0), ny = images_of(w, 1), nz = images_of(w, 2);

  for (Id id = 0; id < w->n; id++)
    for (int x = -nx; x <= nx; x++)
      for (int y = -ny; y <= ny; y++)
        for (int z = -nz; z <= nz; z++) look_at_each(w, id, (Image){x, y, z}, rows);
}

/* What the halo holds, in its order. */
static void selected(const World *w, const Pebbles *p, Rows *rows)
{
  for (PetscInt i = 0; i < p->n; i++) {
    const PetscInt a = p->clump[i];

    rows_add(rows, (Row){.id = w->clumps->id[a], .shift = w->clumps->shift[a], .member = p->member[i]});
  }
}

static void held(const World *w, Rows *rows)
{
  for (PetscInt a = w->clumps->n_owned; a < w->clumps->n; a++)
    rows_add(rows, (Row){.id = w->clumps->id[a], .shift = w->clumps->shift[a]});
}

static void cut_tree(World *w)
{
  for (int t = 0; t < w->templates.n; t++) sphere_tree_free(&w->templates.list[t].tree);
}

/* A copy of which no pebble is near would be held for nothing, and one that is missing shows in the pebbles. */
static void check_holding(const World *w, const Rows *pebbles, const Rows *copies)
{
  int some = 0;

  for (int k = 0; k < copies->n; k++) {
    const Row copy = copies->list[k];
    bool      used = false;

    for (int i = 0; i < pebbles->n && !used; i++)
      used = pebbles->list[i].id == copy.id && image_sign(image_sub(pebbles->list[i].shift, copy.shift)) == 0;
    CHECK(used);
    some += used;
  }
  CHECK(some > 0 || w->par.size == 1); /* clumps of this extent come everywhere */
}

static void try(const Boundary boundary[3], int64_t random, int64_t wide)
{
  Rows     expected = {0}, fast = {0}, slow = {0}, copies = {0}, again = {0};
  Halo    *halo;
  Pebbles *pebbles;
  World    w;

  world_create(&w, boundary, N, LARGE, random);
  CALL(halo_create(&w.par, wide, &halo));
  CALL(pebbles_create(&pebbles));
  world_hold(&w, halo, reach, pebbles);
  selected(&w, pebbles, &fast);
  held(&w, &copies);
  cut_tree(&w);
  world_hold(&w, halo, reach, pebbles);
  selected(&w, pebbles, &slow);
  held(&w, &again);
  CHECK(w.templates.list[1].n > TEMPLATE_TREE_FROM);
  CHECK(same(&fast, &slow));
  CHECK(same(&copies, &again));
  look_at_all(&w, &expected);
  check_holding(&w, &expected, &copies);
  sort_items(expected.list, expected.n, sizeof(Row), compare_rows);
  sort_items(fast.list, fast.n, sizeof(Row), compare_rows);
  CHECK_INT(fast.n, expected.n);
  CHECK(same(&fast, &expected));
  forget(&expected), forget(&fast), forget(&slow), forget(&copies), forget(&again);
  CALL(pebbles_destroy(&pebbles));
  CALL(halo_destroy(&halo));
  world_destroy(&w);
}

static const Boundary faces[][3] = {{BOUNDARY_FREE, BOUNDARY_OPEN, BOUNDARY_FREE},
                                    {BOUNDARY_PERIODIC, BOUNDARY_FREE, BOUNDARY_OPEN},
                                    {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_PERIODIC}};

static void rows_are_those_near_the_box(void)
{
  for (int k = 0; k < 3; k++)
    for (int64_t random = -1; random < 3; random++) try(faces[k], random, INT64_MAX / 4);
  test_end("copies and pebbles of a rank are those near its box, the same by the tree and one by one");
}

static void wide_or_not(void)
{
  for (int k = 0; k < 3; k++)
    for (int64_t wide = 0; wide < 12; wide = 2 * wide + 1) try(faces[k], wide, wide);
  test_end("so they are when clumps of some copies are told to all");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  rows_are_those_near_the_box();
  wide_or_not();
  return test_finish();
}
