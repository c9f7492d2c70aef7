/* SPDX-License-Identifier: MIT */
/* Lone pebbles that motion places with their clumps, against pebbles_place. */
#include "steps.h"

/* Append n clumps of this lot that have one pebble, at their centre. */
static void add_lone(Bodies *b, int lot, int n)
{
  for (uint64_t number = (uint64_t)lot * LOT; n > 0; number++) {
    Random r = random_stream(2, RANDOM_TEST, number);
    int    shape;

    if ((int)(number / LOT % LOTS) != lot) continue;
    shape = draw_one(&r, SHAPES, bodies_lots[lot].shapes);
    if (b->templates.list[shape].n > 1) continue;
    (void)bodies_add(b, number);
    n--;
  }
}

/* Whole tiles of free spheres, of spheres that never turn and of fixed ones, and mixed ones. leave:
   some fly out, unless they are blocked. */
static void bodies_lone(Bodies *b, bool leave, Pebbles **pebbles)
{
  const int lots[] = {2, 11, 9, 0, 5, 7};

  bodies_create(b, 3);
  for (int k = 0; k < 6; k++) add_lone(b, lots[k], 2 * CLUMPS_TILE);
  add_lone(b, 2, 5); /* a tile that is not whole */
  for (PetscInt a = 0; a < b->clumps->n_owned; a++) {
    b->clumps->pose[a].x.y = grid_round(&b->domain, leave && a % 17 == 3 ? 3.99 : 1.5);
    if (leave) b->clumps->motion[a].v.y = 5;
  }
  bodies_prepare(b, 3);
  for (PetscInt a = 0; a < b->clumps->n_owned; a++)
    b->loads->sum[a * LOAD_PARTS + LOAD_FORCE + 1] /= 1 << 18; /* too large to stay */
  pebbles_create(pebbles);
  for (PetscInt a = 0; a < b->clumps->n_owned; a++)
    pebbles_add(*pebbles, b->clumps, &b->templates, a, 0, 1);
  pebbles_mark(*pebbles);
  CHECK((*pebbles)->lone);
  pebbles_place(*pebbles, b->clumps, 0, (*pebbles)->n, b->domain.magic);
}

/* Pebbles of rows from .. to - 1 are where pebbles_place puts them, the others where they were.
   Returns how many have moved. */
static int64_t check_places(const Bodies *b, Pebbles *p, const Ball *before, PetscInt from,
                            PetscInt to)
{
  Ball   *found;
  int64_t wrong = 0, moved = 0;

  array_create(&found, sizeof *found, p->n);
  memcpy(found, p->at, (size_t)p->n * sizeof *found);
  pebbles_place(p, b->clumps, from, to, b->domain.magic);
  for (PetscInt i = 0; i < p->n; i++) {
    const Ball *right = i >= from && i < to ? &p->at[i] : &before[i];

    wrong += !same_bits(&found[i], right, sizeof *right);
    moved += !same_bits(&found[i], &before[i], sizeof *right);
  }
  CHECK_INT(wrong, 0);
  array_free(&found);
  return moved;
}

static int64_t places_of(bool pending, bool leave, PetscInt first_tile, PetscInt tiles)
{
  MotionReport report = MOTION_NOTHING;
  Pebbles     *p;
  Ball        *before;
  MotionStep   step;
  PetscInt     from, to;
  int64_t      moved;
  Bodies       b;

  bodies_lone(&b, leave, &p);
  array_create(&before, sizeof *before, p->n);
  memcpy(before, p->at, (size_t)p->n * sizeof *before);
  from         = first_tile * CLUMPS_TILE;
  to           = (PetscInt)min_int(from + tiles * CLUMPS_TILE, b.clumps->n_owned);
  step         = step_of(&b, pending);
  step.pebbles = p;
  motion_start(b.clumps, &step, from, to, b.loads, &report);
  moved = check_places(&b, p, before, from, to);
  CHECK(report.left == leave);
  array_free(&before);
  pebbles_destroy(&p);
  bodies_destroy(&b);
  return moved;
}

static void lone_pebbles_are_placed_with_their_clumps(void)
{
  for (int k = 0; k < 4; k++) {
    for (PetscInt tile = 0; tile < 13; tile += 4) (void)places_of(k % 2, false, tile, 3);
    CHECK(places_of(k % 2, k / 2, 0, 13) > 6 * CLUMPS_TILE);
  }
  test_end("lone pebbles are placed with their clumps, to the bits of pebbles_place; pebbles of "
           "other rows stay");
}

TESTS(.ranks = {1})
{
  lone_pebbles_are_placed_with_their_clumps();
}
