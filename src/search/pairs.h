/* SPDX-License-Identifier: MIT */
/* Pair lists (Verlet lists): the pairs of pebbles, and of pebbles and features of walls, that this
   rank evaluates until the next rebuild.

   Each pair is evaluated by exactly one rank: the one whose box holds the pair's reference point,
   the point that divides the line of centres in the ratio of the radii, evaluated from the
   canonical first pebble and frozen until the next rebuild. Canonical order: the lower (clump id,
   pebble) first; of two images of one clump, the image of the second relative to the first is
   lexicographically positive. A pair of pebble and wall is evaluated by the rank whose box holds
   the pebble's wrapped centre. */
#ifndef SEARCH_PAIRS_H
#define SEARCH_PAIRS_H

#include "search/method.h"
#include "search/row_list.h"
#include "space/decomposition.h"
#include "wall/wall.h"

/* Two levels of lists. A rebuild finds the listed pairs: all pairs whose surfaces are closer than
   the skin. The near pairs are the listed pairs closer than `near`; they are picked at a rebuild
   and again whenever a pebble may have moved by near/2. A step looks at the near pairs only.
   Picking is cheaper than one test of all listed pairs, so `near` can be small and rebuilds can be
   rare. Laws that act beyond touching have a reach: it is added to both distances.

   Order of pairs: by the block of rows that holds the later pebble, then by contact law; pairs of
   block b and law g are start[b n_laws + g] .. start[b n_laws + g + 1] - 1. Then by
   shell, the distance at the rebuild in steps of skin/SHELLS, because a pair cannot become near
   before its pebbles have moved that far; then by the later pebble. Listed pairs of shell
   s are shell[(b n_laws + g) SHELLS + s] .. shell[(b n_laws + g) SHELLS + s + 1] - 1.

   With capsules n_laws counts each law twice: pairs with a capsule (search/capsule_pairs.h, and
   search/capsule_ridges.h of walls) follow those of balls in a block, with g + n_laws / 2 in place of g,
   and are all in shell 0. */
enum { SHELLS = 8 };

typedef struct {
  PetscInt  n, capacity, starts; /* starts: capacity of start[] */
  int32_t  *a, *b;               /* pebble rows, canonical order; for walls b is the wall */
  int32_t  *feature;             /* of the wall; lists of walls only */
  int32_t  *listed;              /* near lists only: index of the listed pair, ascending */
  int32_t  *end[4];              /* near lists of pairs with capsules: CapsuleAxes.end */
  PetscInt *start;               /* near lists only, [n_blocks x n_laws + 1] */
  PetscInt *shell;               /* listed pairs only, [n_blocks x n_laws x SHELLS + 1] */
} PairList;

/* Pebble rows from .. to-1. A step places the pebbles of a block and evaluates its pairs before the
   next block, so that the rows are still in cache. Late blocks are placed before the blocks of
   copies and evaluated after them. */
typedef struct {
  PetscInt from, to;
} Block;

/* Blocks in the order in which a step evaluates them: early blocks of owned pebbles, while poses of
   copies are in transit; blocks of copies; late blocks of owned pebbles, while loads of copies are
   in transit. Pairs of two owned pebbles need no data from other ranks and send none. */
typedef struct {
  int      n_laws, n_blocks, n_early, n_late; /* n_laws: with those of pairs with capsules */
  bool     capsules;                          /* there may be such pairs */
  Block   *block;                             /* [n_blocks] */
  PetscInt owned;                             /* number of pebble rows in early and late blocks */
  PairList pebbles, walls;                    /* near lists: the pairs that a step evaluates */
  PairList listed_pebbles, listed_walls;      /* all pairs within the skin */
  RowList  rows, listed_rows; /* PairSearch.by_row: near and listed pairs of pebbles */
  bool     by_row;
  double   skin;     /* of the listed pairs, with the longest reach, m */
  double  *reach;    /* [n_laws] reach of the laws, m */
  int64_t  looked;   /* number of pairs tested by the last narrowing */
  double   looking;  /* its wall time, s */
  PetscInt capacity; /* of then[] */
  Ball    *then;     /* every pebble as it was at the rebuild; not with by_row */
  /* [n_blocks] largest displacement of a pebble since the rebuild, less the common drift, m */
  double *way;
} Pairs;

/* Number of pairs of a near list whose pebbles are both owned, by its start[]. */
static inline PetscInt pairs_inside(const Pairs *pairs, const PetscInt *start)
{
  const int early = pairs->n_early * pairs->n_laws,
            late  = (pairs->n_blocks - pairs->n_late) * pairs->n_laws;

  return start[early] + start[pairs->n_blocks * pairs->n_laws] - start[late];
}

/* Number of pebbles in early blocks when this rank owns `owned` pebbles and there are other
   ranks. */
PetscInt pairs_early(PetscInt owned);

/* Input of pairs_build. */
typedef struct {
  const Domain        *domain;
  const Decomposition *decomposition;
  const Clumps        *clumps;
  const Pebbles       *pebbles;
  const Walls         *walls;
  const SearchMethod  *method;
  double               skin; /* pairs closer than this beyond the longest reach are listed, m */
  double near; /* pairs closer than this beyond the reach of their law are near, <= skin, m */
  const double *reach;  /* [n_laws] distance of surfaces at which the laws still act, m; NULL: 0 */
  bool          fixed;  /* list pairs of two clumps with all degrees of freedom blocked, too */
  bool          by_row; /* pairs of pebbles are listed by row, without shells: Pairs.rows */
  bool          wants_later; /* of Pairs.rows */
  PetscInt      from; /* first row of a clump: pairs with both pebbles before it are left out */
  /* true: these clumps, rows, never meet; NULL: all do */
  bool (*apart)(const void *bodies, int32_t a, int32_t b);
  const void *bodies;
  int         n_materials, n_laws;
  const int  *law_of; /* [n_materials][n_materials]: index of the contact law, -1: none */
} PairSearch;

/* True for a cell (b n_laws + g) of pairs with a capsule. */
static inline bool pairs_of_capsules(const Pairs *pairs, int cell)
{
  return pairs->capsules && cell % pairs->n_laws >= pairs->n_laws / 2;
}

void pairs_create(int n_laws, Pairs **pairs);
void pairs_destroy(Pairs **pairs);
/* Find the listed pairs, then the near pairs. Local. */
PetscErrorCode pairs_build(Pairs *pairs, const PairSearch *search);
/* Temporary memory of pairs_build, bytes per pebble. */
size_t pairs_trait_bytes(void);
/* Pick the near pairs again: the listed pairs whose surfaces are closer than `near` (m)
   beyond the reach of their law at the present positions. They contain every pair that its law can
   act on as long as the bound of displacements (motion/travel.h) stays below near/2 since this call
   and below skin/2 since the rebuild. Local. */
void pairs_narrow(Pairs *pairs, const Domain *domain, const Pebbles *pebbles, const Walls *walls,
                  double near);

/* After pairs_narrow: make near pairs of these n listed pairs, too; ascending. Local. */
void pairs_keep(Pairs *pairs, const Pebbles *pebbles, bool walls, const int32_t *listed,
                PetscInt n);

/* Reference point of a pair with the canonical first pebble at xa: xa + (xb - xa) ra / (ra + rb),
 * on the grid. */
static inline Vec3 pair_reference(const Domain *domain, Vec3 xa, Vec3 xb, double ra, double rb)
{
  const double share = ra + rb > 0 ? ra / (ra + rb) : 0.5;

  return vec3_add(xa, grid_round3(domain, vec3_scale(share, vec3_sub(xb, xa))));
}

#endif
