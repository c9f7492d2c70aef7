/* SPDX-License-Identifier: MIT */
/* The data that 64 to 1000 ranks would hold, in one process: it does for each part what a rank
   does, with the walk, the selection and the pair list of a run. */
#ifndef VIRTUAL_RANKS_H
#define VIRTUAL_RANKS_H

#include "space/halo.h"
#include "space/holders.h"
#include "virtual.h"

/* The data of one rank. */
typedef struct {
  Decomposition view; /* with this part's box as its own */
  Clumps       *clumps;
  Pebbles      *pebbles;
  Pairs        *pairs;
  Contacts     *contacts;
} Rank;

static inline void rank_add(const World *w, Rank *r, PetscInt a, Image shift)
{
  const PetscInt row = r->clumps->n;

  clumps_reserve(r->clumps, row + 1);
  fields_take(r->clumps->fields, r->clumps, row, w->clumps, a, 0);
  r->clumps->shift[row]  = shift;
  r->clumps->pose[row]   = w->clumps->pose[a];
  r->clumps->pose[row].x = domain_shifted(&w->domain, w->clumps->pose[a].x, shift);
  r->clumps->n++;
}

/* Give each part its owned rows, then the copies that the walk finds for it, and note the number of
   pebbles that the walk counts for it. */
static inline void hold(const World *w, const Decomposition *cuts, int parts, Rank *ranks,
                        int64_t *pebbles)
{
  const HolderSearch search = {.domain        = &w->domain,
                               .decomposition = cuts,
                               .templates     = &w->templates,
                               .clumps        = w->clumps,
                               .reach         = holders_reach(&w->domain, skin)};
  HolderWalk        *walk;

  holders_begin(&search, &walk);
  for (PetscInt a = 0; a < CLUMPS; a++) {
    Rank *r = &ranks[decomposition_rank(cuts, w->clumps->pose[a].x)];

    rank_add(w, r, a, (Image){0});
    r->clumps->n_owned++;
  }
  for (int p = 0; p < parts; p++) pebbles[p] = 0;
  for (PetscInt a = 0; a < CLUMPS; a++) {
    const int     owner = decomposition_rank(cuts, w->clumps->pose[a].x);
    const Holder *list;
    PetscInt      n;

    holders_of(walk, a, owner, &n, &list);
    for (int k = 0; k < n; k++) {
      pebbles[list[k].part] += list[k].n;
      if (list[k].part != owner || image_sign(list[k].shift) != 0)
        rank_add(w, &ranks[list[k].part], a, list[k].shift);
    }
  }
  holders_end(&walk);
}

static inline void make_list(const World *w, Rank *r)
{
  static const Walls none   = {0};
  const PairSearch   search = {.domain        = &w->domain,
                               .decomposition = &r->view,
                               .clumps        = r->clumps,
                               .pebbles       = r->pebbles,
                               .walls         = &none,
                               .method        = &search_list,
                               .skin          = skin,
                               .near          = skin,
                               .n_materials   = 1,
                               .n_laws        = 1,
                               .law_of        = w->laws.of};

  halo_select(&r->view, &w->domain, &w->templates, skin, r->clumps, r->pebbles);
  pebbles_place(r->pebbles, r->clumps, 0, r->pebbles->n, w->domain.magic);
  CALL(pairs_build(r->pairs, &search));
}

/* Create all ranks with their lists. cuts must outlive them. */
static inline Rank *ranks_create(const World *w, const Decomposition *cuts, int parts)
{
  int64_t *pebbles, wrong = 0;
  Rank    *ranks;

  CALL(PetscCalloc1(parts, &ranks));
  CALL(PetscMalloc1(parts, &pebbles));
  for (int k = 0; k < cuts->n; k++)
    if (cuts->nodes[k].count == 1) {
      Rank *r = &ranks[cuts->nodes[k].first];

      r->view      = *cuts;
      r->view.mine = cuts->boxes[k];
      CALL(clumps_create(&r->clumps));
      pebbles_create(&r->pebbles);
      pairs_create(1, &r->pairs);
      contacts_create(&w->laws, "batched", &r->contacts);
    }
  hold(w, cuts, parts, ranks, pebbles);
  for (int p = 0; p < parts; p++) {
    make_list(w, &ranks[p]);
    wrong += ranks[p].pebbles->n != pebbles[p];
  }
  CHECK_INT(wrong, 0);
  CALL(PetscFree(pebbles));
  return ranks;
}

static inline void ranks_destroy(Rank *ranks, int parts)
{
  for (int p = 0; p < parts; p++) {
    contacts_destroy(&ranks[p].contacts);
    pairs_destroy(&ranks[p].pairs);
    pebbles_destroy(&ranks[p].pebbles);
    clumps_destroy(&ranks[p].clumps);
  }
  CALL(PetscFree(ranks));
}

/* The record of pair k without its memory: a key by wrapped centres. */
static inline ContactRecord key_of(const Rank *r, PetscInt k)
{
  const int32_t i = r->pairs->pebbles.a[k], j = r->pairs->pebbles.b[k], a = r->pebbles->clump[i],
                b = r->pebbles->clump[j];

  return (ContactRecord){.a        = r->clumps->id[a],
                         .b        = r->clumps->id[b],
                         .member_a = r->pebbles->member[i],
                         .member_b = r->pebbles->member[j],
                         .image    = image_sub(r->clumps->shift[b], r->clumps->shift[a])};
}

static inline void cut(const World *w, int parts, int64_t random, Decomposition *cuts)
{
  Vec3 x[CLUMPS];

  for (PetscInt a = 0; a < CLUMPS; a++) x[a] = w->clumps->pose[a].x;
  *cuts = (Decomposition){0};
  CALL(
    decomposition_build(&w->par, &w->domain, &(Points){.n = CLUMPS, .x = x}, parts, random, cuts));
}

static const struct {
  int     parts;
  int64_t random;
} tries[] = {{64, -1}, {64, 1}, {343, 2}, {512, -1}, {1000, 3}, {1000, 4}};

enum { TRIES = sizeof tries / sizeof *tries };

#endif
