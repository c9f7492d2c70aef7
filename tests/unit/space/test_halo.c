/* SPDX-License-Identifier: MIT */
/* Held copies and selected pebbles, against a test of every pebble of every image of every clump;
   with and without the tree. */
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

/* Copies are needed as far as pairs are looked for; rounding of both places, of the reference point
   and of faces adds a step of the grid each. Not holders_reach, which is to be checked. */
static double reach_needed(const World *w)
{
  return reach + 4 * w->domain.grain;
}

/* Pebbles of one image within reach of this rank's box, by the definition. */
static void look_at_each(const World *w, Id id, Image shift, Rows *rows)
{
  const Clumps   *c     = w->all;
  const Template *t     = &w->templates.list[c->template[id]];
  const double    scale = c->scale[id];
  const Vec3      x     = domain_shifted(&w->domain, c->pose[id].x, shift);

  for (int i = 0; i < t->n; i++) {
    const Vec3 p =
      vec3_add(x, pebble_arm(c->pose[id].q, vec3_scale(scale, t->offset[i]), w->domain.magic));
    const double near = scale * t->radius[i] + reach_needed(w);

    if (box_distance2(&w->cuts.mine, p) <= near * near)
      rows_add(rows, (Row){.id = id, .shift = shift, .member = i});
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

/* Selected pebbles, in order. */
static void selected(const World *w, const Pebbles *p, Rows *rows)
{
  for (PetscInt i = 0; i < p->n; i++) {
    const PetscInt a = p->clump[i];

    rows_add(rows,
             (Row){.id = w->clumps->id[a], .shift = w->clumps->shift[a], .member = p->member[i]});
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

/* Every copy has a pebble within reach. A missing copy shows as missing pebbles. */
static void check_holding(const World *w, const Rows *pebbles, const Rows *copies)
{
  int some = 0;

  for (int k = 0; k < copies->n; k++) {
    const Row copy = copies->list[k];
    bool      used = false;

    for (int i = 0; i < pebbles->n && !used; i++)
      used = pebbles->list[i].id == copy.id &&
             image_sign(image_sub(pebbles->list[i].shift, copy.shift)) == 0;
    CHECK(used);
    some += used;
  }
  CHECK(some > 0 || w->par.size == 1); /* large clumps reach every rank's box */
}

static void try(const Boundary boundary[3], int64_t random, int64_t wide)
{
  Rows     expected = {0}, fast = {0}, slow = {0}, copies = {0}, again = {0};
  Halo    *halo;
  Pebbles *pebbles;
  World    w;

  world_create(&w, boundary, N, LARGE, random);
  CALL(halo_create(&w.par, wide, &halo));
  pebbles_create(&pebbles);
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
  pebbles_destroy(&pebbles);
  CALL(halo_destroy(&halo));
  world_destroy(&w);
}

/* A pebble outside a face, edge or corner of a box, so far that it is just needed or just not;
 * `beyond` in steps of the grid. */
static void try_face(const World *w, Vec3 way, double beyond, bool needed)
{
  const Template *t    = &w->templates.list[0];
  const Box       box  = w->cuts.mine;
  const double    near = t->radius[0] + reach_needed(w) + beyond * w->domain.grain,
               far     = vec3_norm(way);
  Vec3    x;
  Outline outline;
  int     part = 0, met[1];

  for (int k = 0; k < 3; k++) {
    const double lo = vec3_axis(box.lo, k), hi = vec3_axis(box.hi, k), u = vec3_axis(way, k);

    vec3_set(&x, k, u < 0 ? lo + u / far * near : u > 0 ? hi + u / far * near : 0.5 * (lo + hi));
  }
  outline_place(&outline, &w->domain, t, 1, x, quat_identity(), holders_reach(&w->domain, reach));
  outline.x = vec3_sub(x, outline.arm[0]);
  CHECK_INT(outline_sift(&outline, &box, &part, 1, true, met), needed);
}

static void just_near_enough(void)
{
  const Boundary open[3] = {BOUNDARY_OPEN, BOUNDARY_OPEN, BOUNDARY_OPEN};
  World          w;

  world_create(&w, open, N, LARGE, 1);
  w.cuts.mine = (Box){{0, 1, 2}, {1, 2, 3}};
  for (int x = -1; x <= 1; x++)
    for (int y = -1; y <= 1; y++)
      for (int z = -1; z <= 1; z++) {
        if (x == 0 && y == 0 && z == 0) continue;
        try_face(&w, vec3(x, y, z), -4,
                 true); /* steps of the grid: of rounding of the place and of its distance */
        try_face(&w, vec3(x, y, z), 4, false);
      }
  world_destroy(&w);
  test_end("a pebble is needed up to its radius and the reach from a box, at every face, edge and "
           "corner, and no further");
}

static const Boundary faces[][3] = {{BOUNDARY_FREE, BOUNDARY_OPEN, BOUNDARY_FREE},
                                    {BOUNDARY_PERIODIC, BOUNDARY_FREE, BOUNDARY_OPEN},
                                    {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_PERIODIC}};

static void rows_are_those_near_the_box(void)
{
  for (int k = 0; k < 3; k++)
    for (int64_t random = -1; random < 3; random++) try(faces[k], random, INT64_MAX / 4);
  test_end(
    "copies and pebbles of a rank are those within reach of its box, with and without the tree");
}

static void wide_or_not(void)
{
  for (int k = 0; k < 3; k++)
    for (int64_t wide = 0; wide < 12; wide = 2 * wide + 1) try(faces[k], wide, wide);
  test_end("the same if clumps with several copies are wide");
}

TESTS(.ranks = {1, 2, 3, 4, 8})
{
  rows_are_those_near_the_box();
  wide_or_not();
  just_near_enough();
}
