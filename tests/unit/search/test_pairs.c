/* SPDX-License-Identifier: MIT */
/* Lists by cells against lists by all pairs, and near lists after any motion against a look at
 * every pair of the list of listed pairs. */
#include "unit/space/world.h"

#include "search/near.h"
#include "search/pairs.h"
#include "wall/surface.h"

enum { N = 600, LARGE = 100, STEPS = 12, LAWS = 2, TAKEN = 7 };

static const double skin = 0.2, near = 0.02;

/* Materials 0 and 1 by one law, 1 and 1 by another; 2 meets itself only. */
static const int law_of[3][3] = {{-1, 0, -1}, {0, 1, -1}, {-1, -1, 0}};

static void set_materials(const World *w, Pebbles *p)
{
  for (PetscInt i = 0; i < p->n; i++)
    p->material[i] = (int32_t)((w->clumps->id[p->clump[i]] + p->member[i]) % 3);
}

static void build_by(const World *w, const Pebbles *p, const Walls *walls,
                     const SearchMethod *method, bool by_row, Pairs *pairs)
{
  const PairSearch search = {.domain        = &w->domain,
                             .decomposition = &w->cuts,
                             .clumps        = w->clumps,
                             .pebbles       = p,
                             .walls         = walls,
                             .method        = method,
                             .skin          = skin,
                             .near          = near,
                             .by_row        = by_row,
                             .wants_later   = by_row && method == &search_list,
                             .n_materials   = 3,
                             .n_laws        = LAWS,
                             .law_of        = &law_of[0][0]};

  CALL(pairs_build(pairs, &search));
}

static void build(const World *w, const Pebbles *p, const Walls *walls, const SearchMethod *method,
                  Pairs *pairs)
{
  build_by(w, p, walls, method, false, pairs);
}

static int compare_pairs(const void *a, const void *b)
{
  const int32_t *p = a, *q = b;

  return p[0] != q[0] ? (p[0] < q[0] ? -1 : 1) : (p[1] > q[1]) - (p[1] < q[1]);
}

/* The pairs from .. to-1, sorted. */
static int32_t *sorted_pairs(const PairList *list, PetscInt from, PetscInt to)
{
  int32_t *pairs = malloc((size_t)(to - from + 1) * 2 * sizeof *pairs);

  for (PetscInt k = from; k < to; k++) {
    pairs[2 * (k - from)]     = list->a[k];
    pairs[2 * (k - from) + 1] = list->b[k];
  }
  sort_items(pairs, to - from, 2 * sizeof *pairs, compare_pairs);
  return pairs;
}

/* Every cell of a block and a law, with the same pairs in some order. */
static void check_same(int cells, const PairList *p, const PetscInt *p_start, const PairList *q,
                       const PetscInt *q_start, int stride)
{
  CHECK_INT(p->n, q->n);
  for (int c = 0; c < cells; c++) {
    const PetscInt n  = p_start[(c + 1) * stride] - p_start[c * stride];
    int32_t *const ps = sorted_pairs(p, p_start[c * stride], p_start[(c + 1) * stride]);
    int32_t *const qs = sorted_pairs(q, q_start[c * stride], q_start[(c + 1) * stride]);

    CHECK_INT(q_start[(c + 1) * stride] - q_start[c * stride], n);
    CHECK(memcmp(ps, qs, (size_t)n * 2 * sizeof *ps) == 0);
    free(ps);
    free(qs);
  }
}

/* Every cell of a list by row has the pairs of that of p, in the order of the later pebbles. */
static void check_row_list(int cells, const RowList *rows, const PairList *p,
                           const PetscInt *p_start, int stride)
{
  int32_t later[TAKEN + ROW_SPARE];

  CHECK_INT(rows->n, p->n);
  CHECK(rows->start[cells] == rows->n && rows->first[cells] == rows->n_runs);
  for (int c = 0; c < cells; c++) {
    const PetscInt n    = p_start[(c + 1) * stride] - p_start[c * stride];
    int32_t *const ps   = sorted_pairs(p, p_start[c * stride], p_start[(c + 1) * stride]);
    int32_t *const qs   = malloc((size_t)(n + 1) * 2 * sizeof *qs);
    RowWalk        w    = row_walk(rows, c);
    int32_t        last = -1;

    CHECK_INT(w.end - w.at, n);
    for (PetscInt k = 0; k < n;) {
      const int      some  = (int)min_int(n - k, TAKEN);
      const int32_t *other = row_walk_take(&w, some, later);

      for (int m = 0; m < some; m++, k++) {
        CHECK(later[m] >= last && later[m] > row_of_other(other[m]));
        last          = later[m];
        qs[2 * k]     = other[m] < 0 ? row_of_other(other[m]) : last;
        qs[2 * k + 1] = other[m] < 0 ? last : row_of_other(other[m]);
      }
    }
    sort_items(qs, n, 2 * sizeof *qs, compare_pairs);
    CHECK(w.at == w.end && memcmp(ps, qs, (size_t)n * 2 * sizeof *ps) == 0);
    free(ps);
    free(qs);
  }
}

static void check_by_row(const Pairs *by_row, const Pairs *p)
{
  const int cells = p->n_blocks * LAWS;

  CHECK_INT(by_row->n_blocks, p->n_blocks);
  check_row_list(cells, &by_row->listed_rows, &p->listed_pebbles, p->listed_pebbles.shell, SHELLS);
  check_row_list(cells, &by_row->rows, &p->pebbles, p->pebbles.start, 1);
}

static void check_twins(const Pairs *p, const Pairs *q)
{
  const int cells = p->n_blocks * LAWS;

  CHECK_INT(p->n_blocks, q->n_blocks);
  check_same(cells, &p->listed_pebbles, p->listed_pebbles.shell, &q->listed_pebbles,
             q->listed_pebbles.shell, SHELLS);
  check_same(cells, &p->listed_walls, p->listed_walls.shell, &q->listed_walls,
             q->listed_walls.shell, SHELLS);
  check_same(cells, &p->pebbles, p->pebbles.start, &q->pebbles, q->pebbles.start, 1);
  check_same(cells, &p->walls, p->walls.start, &q->walls, q->walls.start, 1);
}

/* Must i and j be exchanged to stand in canonical order? */
static bool is_later(const World *w, const Pebbles *p, PetscInt i, PetscInt j)
{
  const int32_t a = p->clump[i], b = p->clump[j];

  if (w->clumps->id[a] != w->clumps->id[b]) return w->clumps->id[a] > w->clumps->id[b];
  return image_sign(image_sub(w->clumps->shift[b], w->clumps->shift[a])) < 0;
}

/* Pairs that this rank counts, by the definition. */
static PetscInt count_pairs(const World *w, const Pebbles *p)
{
  const Clumps *c = w->clumps;
  PetscInt      n = 0;

  for (PetscInt i = 0; i < p->n; i++)
    for (PetscInt j = 0; j < p->n; j++) {
      const int32_t a = p->clump[i], b = p->clump[j];

      if (a == b || is_later(w, p, i, j) || law_of[p->material[i]][p->material[j]] < 0) continue;
      if (c->blocked[a] == BLOCK_ALL && c->blocked[b] == BLOCK_ALL) continue;
      n += near_one(p->at[i], p->at[j], skin) &&
           box_holds(&w->cuts.mine, pair_reference(&w->domain, pebble_centre(p, i),
                                                   pebble_centre(p, j), p->at[i].r, p->at[j].r));
    }
  return n;
}

static void check_rows(const PairList *listed, bool walls, int b, Block block)
{
  for (PetscInt m = listed->shell[b * LAWS * SHELLS]; m < listed->shell[(b + 1) * LAWS * SHELLS];
       m++) {
    const PetscInt later = walls ? listed->a[m] : (PetscInt)max_int(listed->a[m], listed->b[m]);

    CHECK(later >= block.from && later < block.to);
  }
}

/* Blocks have every row once: owned ones but for the last, those of copies, the last owned ones.
   Pairs are in the block of their later row; those of early and late blocks need no copy. Returns
   how many pairs late blocks have. */
static PetscInt check_blocks(const World *w, const Pebbles *p, const Pairs *pairs)
{
  const int       late   = pairs->n_blocks - pairs->n_late;
  const PairList *listed = &pairs->listed_pebbles;
  PetscInt        row = 0, inside = 0;

  for (int k = 0; k < pairs->n_blocks; k++) {
    const int   b     = k < pairs->n_early                   ? k
                        : k < pairs->n_early + pairs->n_late ? k - pairs->n_early + late
                                                             : k - pairs->n_late;
    const Block block = pairs->block[b];

    CHECK_INT(block.from, row);
    CHECK(block.to > row && (block.to <= pairs->owned || row >= pairs->owned));
    for (row = block.from; row < block.to; row++)
      CHECK((p->clump[row] < w->clumps->n_owned) == (b < pairs->n_early || b >= late));
    check_rows(listed, false, b, block);
    check_rows(&pairs->listed_walls, true, b, block);
    if (w->par.size > 1)
      CHECK_INT(pairs_early(pairs->owned),
                pairs->n_late > 0 ? pairs->block[late].from : pairs->owned);
  }
  CHECK_INT(row, p->n);
  for (PetscInt m = 0; m < pairs->pebbles.n; m++)
    inside += max_int(pairs->pebbles.a[m], pairs->pebbles.b[m]) < pairs->owned;
  CHECK_INT(pairs_inside(pairs, pairs->pebbles.start), inside);
  return listed->n - listed->shell[late * LAWS * SHELLS];
}

/* The near pairs are all listed pairs closer than near, in the order of the listed pairs. */
static PetscInt check_near(const World *w, const Pebbles *p, const Walls *walls, const Pairs *pairs)
{
  const PairList *listed = &pairs->listed_pebbles, *list = &pairs->pebbles;
  PetscInt        n = 0, outer = 0;

  for (int c = 0; c < pairs->n_blocks * LAWS; c++) {
    CHECK_INT(list->start[c], n);
    for (PetscInt k = listed->shell[c * SHELLS]; k < listed->shell[(c + 1) * SHELLS]; k++) {
      if (!near_one(p->at[listed->a[k]], p->at[listed->b[k]], near)) continue;
      CHECK(n < list->n && list->listed[n] == k && list->a[n] == listed->a[k] &&
            list->b[n] == listed->b[k]);
      outer += k >= listed->shell[c * SHELLS + 3];
      n++;
    }
  }
  CHECK_INT(list->n, n);
  n = 0;
  for (PetscInt k = 0; k < pairs->listed_walls.n; k++) {
    const PetscInt i = pairs->listed_walls.a[k];

    if (plane_distance(walls->list->constants, domain_wrapped(&w->domain, pebble_centre(p, i))) >=
        p->at[i].r + near)
      continue;
    CHECK(n < pairs->walls.n && pairs->walls.listed[n] == k);
    n++;
  }
  CHECK_INT(pairs->walls.n, n);
  return outer;
}

/* Each clump its own way, the same for its copies; up to 0.05 m in a step. */
static void move(const World *w, int step)
{
  Clumps *c = w->clumps;

  for (PetscInt a = 0; a < c->n; a++) {
    Random     r = random_stream(step, RANDOM_TEST, (uint64_t)c->id[a]);
    const Vec3 u = world_place(&r, vec3(-0.03, -0.03, -0.03), vec3(0.03, 0.03, 0.03));

    c->pose[a].x = vec3_add(c->pose[a].x, grid_round3(&w->domain, u));
  }
}

static void try(const Boundary boundary[3], int64_t random)
{
  Plane plane = {.point = {0, 0, 1}, .normal = {0, 0, 1}};
  Wall  floor = {.name = "floor", .material = 1, .surface = &surface_plane, .constants = &plane};
  const Walls walls = {.n = 1, .list = &floor};
  World       w;
  Halo       *halo;
  Pebbles    *p;
  Pairs      *pairs, *twin, *by_row[2];
  int64_t     outer = 0, found, late;

  world_create(&w, boundary, N, LARGE, random);
  CALL(halo_create(&w.par, 4, &halo));
  pebbles_create(&p);
  pairs_create(LAWS, &pairs);
  pairs_create(LAWS, &twin);
  for (int k = 0; k < 2; k++) pairs_create(LAWS, &by_row[k]);
  for (PetscInt a = 0; a < w.clumps->n_owned; a++) {
    w.clumps->pose[a].scale = w.clumps->scale[a];
    if (w.clumps->id[a] % 3 == 0) w.clumps->blocked[a] = BLOCK_ALL;
  }
  world_hold(&w, halo, skin, p);
  set_materials(&w, p);
  pebbles_place(p, w.clumps, 0, p->n, w.domain.magic);
  build(&w, p, &walls, &search_list, pairs);
  build(&w, p, &walls, &search_all_pairs, twin);
  check_twins(pairs, twin);
  for (int k = 0; k < 2; k++) {
    build_by(&w, p, &walls, k == 0 ? &search_list : &search_all_pairs, true, by_row[k]);
    check_by_row(by_row[k], pairs);
  }
  CHECK_INT(pairs->listed_pebbles.n, count_pairs(&w, p));
  for (PetscInt k = 0; k < pairs->listed_pebbles.n; k++)
    CHECK(!is_later(&w, p, pairs->listed_pebbles.a[k], pairs->listed_pebbles.b[k]));
  check_near(&w, p, &walls, pairs);
  found = pairs->listed_pebbles.n;
  late  = check_blocks(&w, p, pairs);
  CALL(parallel_sum_int(&w.par, &found, 1));
  CALL(parallel_max_int(&w.par, &late, 1));
  CHECK(late > 100);
  CHECK(found > 1000); /* there was something to find */
  for (int step = 0; step < STEPS; step++) {
    move(&w, step);
    pebbles_place(p, w.clumps, 0, p->n, w.domain.magic);
    pairs_narrow(pairs, &w.domain, p, &walls, near);
    outer += check_near(&w, p, &walls, pairs);
    for (int k = 0; k < 2; k++) {
      pairs_narrow(by_row[k], &w.domain, p, &walls, near);
      check_by_row(by_row[k], pairs);
    }
  }
  CALL(parallel_sum_int(&w.par, &outer, 1));
  CHECK(outer > 10); /* and some came from afar */
  for (int k = 0; k < 2; k++) pairs_destroy(&by_row[k]);
  pairs_destroy(&pairs);
  pairs_destroy(&twin);
  pebbles_destroy(&p);
  CALL(halo_destroy(&halo));
  world_destroy(&w);
}

static void lists_hold_what_is_near(void)
{
  const Boundary periodic[] = {BOUNDARY_PERIODIC, BOUNDARY_PERIODIC, BOUNDARY_PERIODIC};
  const Boundary mixed[]    = {BOUNDARY_PERIODIC, BOUNDARY_OPEN, BOUNDARY_FREE};

  try(periodic, 5);
  try(mixed, -1);
  test_end(
    "lists hold every pair that all pairs find, and near lists what is near, wherever it has gone");
}

/* Pebbles exactly on a face of this rank's box belong above it: pairs of two of them, and one with
 * a wall. */
static void what_is_on_a_face_belongs_above_it(void)
{
  const Boundary open[] = {BOUNDARY_OPEN, BOUNDARY_OPEN, BOUNDARY_OPEN};
  Plane          plane  = {.normal = {0, 0, 1}};
  Wall     floor = {.name = "floor", .material = 0, .surface = &surface_plane, .constants = &plane};
  World    w;
  Pebbles *p;
  Pairs   *pairs;

  world_create(&w, open, N, 0, 1);
  pebbles_create(&p);
  pairs_create(LAWS, &pairs);
  w.cuts.mine = (Box){{0, 1, 2}, {1, 2, 3}};
  for (PetscInt a = 0; a < 2 && w.clumps->n_owned >= 2; a++)
    pebbles_add(p, w.clumps, &w.templates, a, 0, 1);
  pebbles_mark(p);
  for (int axis = 0; axis < 3 && p->n == 2; axis++)
    for (int side = 0; side < 2; side++) {
      const Walls walls = {.n = 1, .list = &floor};
      Vec3        x     = {0.5, 1.5, 2.5};

      vec3_set(&x, axis, vec3_axis(side ? w.cuts.mine.hi : w.cuts.mine.lo, axis));
      plane.point = x;
      for (int i = 0; i < 2; i++) {
        p->material[i] = i;
        p->at[i]       = (Ball){x.x, x.y, x.z, 0.1};
      }
      build(&w, p, &walls, &search_list, pairs);
      CHECK_INT(pairs->listed_pebbles.n, side == 0);
      CHECK_INT(pairs->listed_walls.n, side == 0); /* of material 0 with itself there is no law */
    }
  pairs_destroy(&pairs);
  pebbles_destroy(&p);
  world_destroy(&w);
  test_end("a pair, or a pebble at a wall, exactly on a face is counted above it");
}

/* Two laws; the arrays are those of a list before. */
static void a_list_begins_with_a_block_without_pairs(void)
{
  static const PetscInt expected[] = {0, 0, 0, 0, 1};
  const RowRun          run        = {5, 1};
  const int32_t         other = 2, law = 1;
  RowList               list = {0};

  row_list_clear(&list, 4);
  for (int c = 0; c <= 4; c++) list.start[c] = list.first[c] = 9;
  row_list_append(&list, 0, NULL, 0, NULL, NULL, 2);
  row_list_append(&list, 2, &run, 1, &other, &law, 2);
  for (int c = 0; c <= 4; c++) {
    CHECK_INT(list.start[c], expected[c]);
    CHECK_INT(list.first[c], expected[c]);
  }
  row_list_free(&list);
  test_end("a list by row may begin with a block without pairs");
}

TESTS(.ranks = {1, 2, 3})
{
  lists_hold_what_is_near();
  what_is_on_a_face_belongs_above_it();
  a_list_begins_with_a_block_without_pairs();
}
