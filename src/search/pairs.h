/* SPDX-License-Identifier: MIT */
/* Who is near whom: the pairs of pebbles, and of pebbles and walls, that this rank counts until the next rebuild.

   Each pair is counted by exactly one rank: the one whose box holds the pair's reference point, the point that divides the
   centres in the ratio of the radii, evaluated from the canonical first pebble and frozen until the next rebuild.
   Canonical order: the lower (clump id, pebble) first; two images of one clump: the image of the second relative to the first is
   lexicographically positive. A pebble and a wall are counted where the pebble's wrapped centre lies. */
#ifndef SEARCH_PAIRS_H
#define SEARCH_PAIRS_H

#include "matter/pebbles.h"
#include "matter/wall.h"
#include "space/decomposition.h"

typedef enum {
  SEARCH_ALL_PAIRS, /* every pebble with every other: the slow twin */
  SEARCH_CELLS,     /* cells, anew every step */
  SEARCH_LIST       /* cells, kept while nothing can have come closer by the skin (motion/travel.h) */
} SearchMethod;

extern const char *const search_names[]; /* by SearchMethod, then NULL */

/* Lists are made in two stages. At a rebuild all pairs closer than the skin beyond touching are found: the wide lists. From
   them, at the same time and whenever something has moved by half of `near`, those are picked that are nearer than `near`: a
   step looks at these alone. Picking costs less than looking once, so `near` can be small, and rebuilds can be rare.

   Pairs come by the block of pebble rows that the later of the two is in, then by contact law (group): those of block b and group
   g are start[b n_groups + g] .. start[b n_groups + g + 1] - 1. Then they come by how far apart they were at the rebuild (shell),
   as those of a shell cannot be near before their pebbles have moved that far, and then by the later pebble; in the wide lists
   those of shell s are shell[(b n_groups + g) SHELLS + s] .. shell[(b n_groups + g) SHELLS + s + 1] - 1. */
enum { SHELLS = 8 };

typedef struct {
  PetscInt  n, capacity, starts; /* starts: room for them */
  int32_t  *a, *b;               /* pebble rows, canonical order; for walls b is the wall */
  int32_t  *wide;                /* of near lists: which pair of the wide list each is, ascending */
  PetscInt *start;               /* of near lists, n_blocks x n_groups + 1 */
  PetscInt *shell;               /* of wide lists, n_blocks x n_groups x SHELLS + 1 */
} PairList;

/* Pebble rows from .. to-1. A step places a block and evaluates its pairs before it goes on to the next, so that both meet in
   cache; but for late ones, which are placed before and evaluated after those of copies. */
typedef struct {
  PetscInt from, to;
} Block;

/* Blocks are in the order in which a step evaluates them: early ones, of owned pebbles, while poses of copies are on their way;
   those of copies; and late ones, again of owned pebbles, while loads of copies are on their way. Pairs of owned pebbles need
   nothing from other ranks, and give them nothing. */
typedef struct {
  int      n_groups, n_blocks, n_early, n_late;
  Block   *block;                    /* [n_blocks] */
  PetscInt owned;                    /* pebble rows of early and late blocks */
  PairList pebbles, walls;           /* near: what a step looks at */
  PairList wide_pebbles, wide_walls; /* all within the skin */
  double   skin;                     /* of the wide lists, m */
  int64_t  looked;                   /* pairs that the last narrowing looked at */
  double   looking;                  /* for how long, s */
  PetscInt capacity;                 /* of then */
  Ball    *then;                     /* every pebble at the rebuild */
  double  *way;                      /* of each block: of the pebble that has moved farthest since, but for what all have, m */
} Pairs;

/* How many of a near list's pairs need no copy. */
static inline PetscInt pairs_inside(const Pairs *pairs, const PairList *near)
{
  const int early = pairs->n_early * pairs->n_groups, late = (pairs->n_blocks - pairs->n_late) * pairs->n_groups;

  return near->start[early] + near->n - near->start[late];
}

/* How many of so many owned pebbles are in early blocks, where there are other ranks. */
PetscInt pairs_early(PetscInt owned);

/* What to look for. */
typedef struct {
  const Domain        *domain;
  const Decomposition *decomposition;
  const Clumps        *clumps;
  const Pebbles       *pebbles;
  const Walls         *walls;
  SearchMethod         method;
  double               skin; /* pairs closer than this beyond touching are listed, m */
  double               near; /* and looked at, <= skin, m */
  PetscInt             from; /* pairs of pebbles that are both before this row, where a clump begins, do not matter */
  int                  n_materials, n_groups;
  const int           *group; /* [n_materials][n_materials]: law of a material pair, -1: they do not meet */
} PairSearch;

PetscErrorCode pairs_create(int n_groups, Pairs **pairs);
PetscErrorCode pairs_destroy(Pairs **pairs);
/* Not collective. */
PetscErrorCode pairs_build(Pairs *pairs, const PairSearch *search);
/* Bytes that pairs_build takes for a pebble while it looks at pairs. */
size_t pairs_trait_bytes(void);
/* The near lists anew, for pebbles where they are: what is closer than `near` beyond touching. They are complete for touching
   pairs while the bound of how far pebbles have come (motion/travel.h) is below near/2 since, and below skin/2 since the
   rebuild. Not collective. */
PetscErrorCode pairs_narrow(Pairs *pairs, const Domain *domain, const Pebbles *pebbles, const Walls *walls, double near);

/* Reference point of a pair with the canonical first pebble at xa: xa + (xb - xa) ra / (ra + rb), on the grid. */
static inline Vec3 pair_reference(const Domain *domain, Vec3 xa, Vec3 xb, double ra, double rb)
{
  const double share = ra + rb > 0 ? ra / (ra + rb) : 0.5;

  return vec3_add(xa, grid_round3(domain, vec3_scale(share, vec3_sub(xb, xa))));
}

#endif
