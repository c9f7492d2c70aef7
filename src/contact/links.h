/* SPDX-License-Identifier: MIT */
/* Links: pairs of bodies that belong together whatever their distance, such as bonds, springs and
   constraints.

   A link is counted by one rank, as a contact is: the one whose box holds its reference point, half
   way between the two centres at the last rebuild, seen from the canonical first body. It moves
   with that point, with its memory. The rank asks for copies of both ends (Needs, space/holders.h),
   so that it holds them at every step.

   A rebuild moves links as it moves contacts: links_pack with the old lists; then, when clumps have
   migrated, links_route; halo_build; links_find. Without links these functions do nothing. */
#ifndef CONTACT_LINKS_H
#define CONTACT_LINKS_H

#include "space/holders.h"

enum { LINK_CENTRE = -1, LINK_MEMORY_MOST = 64 };

/* Key and place. Canonical order: as of pairs (search/pairs.h). */
typedef struct {
  Id      a, b;
  int32_t member_a, member_b; /* pebbles: index in their templates; LINK_CENTRE: the centre */
  int32_t kind;               /* chosen by the caller */
  Image   image;              /* periods of b relative to a, both centres wrapped */
  Vec3    xa, xb;             /* centres at the last rebuild, wrapped, m; set by links_locate */
} Link;

/* Links of this rank with `columns` <= LINK_MEMORY_MOST reals of memory each. Starts as
   {.columns = ..}. Owned: links_free. */
typedef struct {
  int64_t  total;  /* links on all ranks since links_locate; 0: the functions below do nothing */
  bool     placed; /* row[] is set, by links_find */
  PetscInt n, capacity;
  int      columns;
  Link    *list;
  double  *memory;   /* [n][columns] */
  int32_t (*row)[2]; /* [n] clump rows of the ends, owned or held, after links_find */
  PetscInt row_capacity;
  Needs    needs;
} Links;

void links_free(Links *links);
/* Make room for n links. */
PetscErrorCode links_reserve(Links *links, PetscInt n);
/* Append a link, on one rank only. The ends may be in any order; `image` is of b relative to a as
   given. memory: [columns], or NULL: zeros. Call links_locate when all are there. */
PetscErrorCode links_add(Links *links, Link link, const double *memory);
/* Memory of link k: `columns` reals. */
static inline double *link_memory(const Links *links, PetscInt k)
{
  return links->memory + (size_t)k * (size_t)links->columns;
}

/* Look up the centres of all links by the ids of their ends, among owned rows, at the start or
   after a restart. *missing: number of links on all ranks with an end that is no clump; they are
   removed. Collective. */
PetscErrorCode links_locate(Links *links, const Parallel *par, const Domain *domain,
                            const Clumps *clumps, int64_t *missing);
/* Note centres and images as if every centre were wrapped now; links with an end that has left are
   removed. Poses of copies must be up to date. Local. */
void links_pack(Links *links, const Domain *domain, const Clumps *clumps);
/* Send every link to the rank that counts it now, and its needs to the owners of its ends. Clumps
   must have been migrated, by the same positions as in links_pack. Collective. */
PetscErrorCode links_route(Links *links, const Parallel *par, const Domain *domain,
                           const Decomposition *decomposition, const Clumps *clumps);
/* Find the rows of all ends. Local. */
PetscErrorCode links_find(Links *links, const Domain *domain, const Clumps *clumps);

#endif
