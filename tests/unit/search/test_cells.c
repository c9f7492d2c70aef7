/* SPDX-License-Identifier: MIT */
/* Cells against the slow twin: all pairs by brute force. */
#include "base/random.h"
#include "search/method.h"
#include "test.h"

typedef struct {
  int n;
  int seen[4000]; /* times each pair was visited: i * size + j, i < j */
  int size;
  int last; /* row that was visited */
} Visits;

static void visit(void *context, PetscInt i, PetscInt n, const int32_t *near)
{
  Visits *v = context;

  CHECK(n > 0 && i > v->last);
  v->last = (int)i;
  for (PetscInt k = 0; k < n; k++) {
    const PetscInt j = near[k];

    CHECK(j < i);
    v->n++;
    v->seen[i < j ? i * v->size + j : j * v->size + i]++;
  }
}

/* Spheres of very different sizes, some of one clump, spread over boxes of any shape. */
static void cells_find_what_all_pairs_find(void)
{
  enum { SIZE = 60 };
  int total = 0;

  for (int k = 0; k < 200; k++) {
    Random       r       = random_stream(3, RANDOM_TEST, (uint64_t)k);
    const double side[3] = {8 * random_real(&r), 8 * random_real(&r),
                            k % 5 ? 4 * random_real(&r) : 0},
                 skin    = random_real(&r) * 0.3;
    Ball          at[SIZE];
    int32_t       clump[SIZE];
    const Pebbles p        = {.n = SIZE, .at = at, .clump = clump};
    Visits        v        = {.size = SIZE, .last = -1};
    const int     together = 1 + (k % 7) * (k % 7);
    PetscInt      from     = 0;

    for (int i = 0; i < SIZE; i++) {
      at[i].x = side[0] * random_real(&r) - 3;
      at[i].y = side[1] * random_real(&r) + 1e3;
      at[i].z = side[2] * random_real(&r);
      if (k % 2 && i % 20) { /* next to the one before: these look around together */
        at[i].x = at[i - 1].x + 0.3 * random_real(&r) - 0.15;
        at[i].y = at[i - 1].y + 0.3 * random_real(&r) - 0.15;
        at[i].z = at[i - 1].z + 0.3 * random_real(&r) - 0.15;
      }
      at[i].r  = k % 3 ? 0.3 : 0.02 + 0.5 * random_real(&r) * random_real(&r);
      clump[i] = i / together;
    }
    if (k % 4 == 3) from = together * (k % (SIZE / together + 2)); /* none at all, too */
    if (from > SIZE) from = SIZE;
    CALL(cells_visit(&p, skin, from, visit, &v));
    for (int i = 0; i < SIZE; i++)
      for (int j = i + 1; j < SIZE; j++) {
        const double dx = at[i].x - at[j].x, dy = at[i].y - at[j].y, dz = at[i].z - at[j].z,
                     reach = at[i].r + at[j].r + skin;
        const bool near =
          j >= from && clump[i] != clump[j] && dx * dx + dy * dy + dz * dz <= reach * reach;

        CHECK_INT(v.seen[i * SIZE + j], near);
      }
    total += v.n;
  }
  CHECK(total > 2000); /* there was something to find */
  test_end("cells find each near pair of different clumps once, with the later row, and nothing "
           "else; from a row on");
}

/* Pairs along an axis that are just near enough, or just not, wherever the cells' borders are;
 * small and large ones. */
static void pairs_at_the_end_of_their_reach(void)
{
  enum { PAIRS = 20, SIZE = 2 * PAIRS };
  const double skin = 0.4;

  for (int k = 0; k < 300; k++) {
    Random        r = random_stream(4, RANDOM_TEST, (uint64_t)k);
    Ball          at[SIZE];
    int32_t       clump[SIZE];
    const Pebbles p = {.n = SIZE, .at = at, .clump = clump};
    Visits        v = {.size = SIZE, .last = -1};

    for (int i = 0; i < SIZE; i += 2) {
      const int    axis = i / 2 % 3;
      const bool   near = i / 2 % 2;
      const double a    = k % 2 ? 0.1 : 0.02 + 0.3 * random_real(&r),
                   b    = k % 2 ? 0.1 : 0.02 + 0.3 * random_real(&r);
      /* 1e-9: cells take no more for rounding */
      const double way =
        (a + b + skin) * (near ? 1 - 1e-9 : 1 + 1e-9) * (random_real(&r) < 0.5 ? -1 : 1);

      at[i]        = (Ball){5 * (i / 2) + random_real(&r), random_real(&r), random_real(&r), a};
      at[i + 1]    = (Ball){at[i].x + (axis == 0) * way, at[i].y + (axis == 1) * way,
                            at[i].z + (axis == 2) * way, b};
      clump[i]     = i;
      clump[i + 1] = i + 1;
    }
    CALL(cells_visit(&p, skin, 0, visit, &v));
    for (int i = 0; i < SIZE; i += 2) CHECK_INT(v.seen[i * SIZE + i + 1], i / 2 % 2);
  }
  test_end("cells find pairs along the axes up to the end of their reach, and none beyond");
}

TESTS(.ranks = {1})
{
  cells_find_what_all_pairs_find();
  pairs_at_the_end_of_their_reach();
}
