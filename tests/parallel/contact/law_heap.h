/* SPDX-License-Identifier: MIT */
/* A heap of clumps of several templates in layers, in motion, and runs of it on one rank and on all
   that must have the same bits. */
#ifndef TESTS_LAW_HEAP_H
#define TESTS_LAW_HEAP_H

#include "contacts_test.h"
#include "sim_test.h"

enum { HEAP_TIMES = 8, HEAP_LAWS = 10 };

typedef struct {
  const char *scenario; /* reads heap.csv */
  const char *(*template_of)(int id);
  int side, layers; /* numbers of clumps along x and y, and along z */
  int steps, every; /* digests are compared after each `every` steps */
  int laws;         /* the first ones must have contacts each */
  int kept;         /* least number of contacts of surfaces that are apart */
} Heap;

typedef struct {
  uint64_t digest[HEAP_TIMES + 1];
} History;

/* In [0, 1), of two whole numbers. */
static double spread(int k, int part)
{
  const double x = 0.754877666 * k + 0.569840291 * part;

  return x - floor(x);
}

static void write_heap(const Heap *h)
{
  static char rows[40000];
  size_t      n  = 0;
  int         id = 0;

  n += (size_t)snprintf(rows, sizeof rows, "id,template,x,y,z,vx,vy,vz,wx,wy,wz\n");
  for (int z = 0; z < h->layers; z++)
    for (int y = 0; y < h->side; y++)
      for (int x = 0; x < h->side; x++, id++)
        n += (size_t)snprintf(rows + n, sizeof rows - n,
                              "%d,%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", id,
                              h->template_of(id), 0.09 * (x + 0.1 * spread(id, 1)),
                              0.09 * (y + 0.1 * spread(id, 2)),
                              0.05 + 0.09 * (z + 0.1 * spread(id, 3)), 2 * spread(id, 4) - 1,
                              2 * spread(id, 5) - 1, spread(id, 6) - 2, 20 * spread(id, 7) - 10,
                              20 * spread(id, 8) - 10, 20 * spread(id, 9) - 10);
  test_file("heap.csv", rows);
}

/* Contacts whose surfaces are apart: those of laws that keep them have 1 in the first column. */
static int64_t apart(const Sim *sim)
{
  const Contacts *c    = sim->contacts;
  const Touching *t    = &c->pebbles[c->now];
  const PairList *list = &sim->pairs->pebbles;
  int             columns;
  int64_t         n = 0;

  for (PetscInt k = 0; k < t->n; k++) {
    const Ball a   = sim->matter.pebbles->at[list->a[t->pair[k]]],
               b   = sim->matter.pebbles->at[list->b[t->pair[k]]];
    const Vec3 d   = {b.x - a.x, b.y - a.y, b.z - a.z};
    const bool far = vec3_norm(d) > a.r + b.r;

    CHECK(!far || touching_memory(t, c->laws, k, &columns)[LAW_APART] == 1);
    n += far;
  }
  return n;
}

static void run_alone(const Heap *heap, History *h)
{
  Sim    *sim;
  int64_t kept = 0, of[HEAP_LAWS] = {0};

  if (test_recall(heap->scenario, "", heap->steps, h, sizeof *h)) return;
  sim = test_sim_alone(heap->scenario, "");
  for (int k = 1; sim && k <= heap->steps / heap->every; k++) {
    test_steps(sim, heap->every);
    h->digest[k] = test_digest(sim);
    kept += apart(sim);
    for (int l = 0; l < heap->laws; l++) {
      bool one[HEAP_LAWS] = {false};

      one[l] = true;
      of[l] += contacts_count_of(sim->contacts, one);
    }
  }
  test_keep(heap->scenario, "", heap->steps, h, sizeof *h);
  if (!sim) return;
  test_note("%lld contacts at the end, %lld kept apart at %d times",
            (long long)contacts_count(sim->contacts), (long long)kept, heap->steps / heap->every);
  CHECK(kept >= heap->kept);
  for (int l = 0; l < heap->laws; l++) CHECK(of[l] > 0);
  CALL(sim_destroy(&sim));
}

/* Compare a run on all ranks with the history; stop: through restarts. */
static void run_together(const Heap *heap, const History *h, const char *options, bool stop)
{
  Sim *sim = test_sim(PETSC_COMM_WORLD, heap->scenario, options);

  for (int k = 1; k <= heap->steps / heap->every; k++) {
    test_steps(sim, heap->every);
    CHECK(test_digest(sim) == h->digest[k]);
    if (stop && k % 2 == 1) sim = test_restarted(sim, options);
  }
  CHECK(test_total(apart(sim)) > 0);
  CALL(sim_destroy(&sim));
}

#endif
