/* SPDX-License-Identifier: MIT */
/* Links of one kind: their keys and memory, in rows. */
#ifndef LINK_LINK_SET_H
#define LINK_LINK_SET_H

#include "link/link_kind.h"
#include "matter/pebbles.h"
#include "space/domain.h"

enum { LINK_CENTRE = -1 };

/* Key and place. Canonical order: as of pairs (search/pairs.h). */
typedef struct {
  Id      a, b;
  int32_t member_a, member_b; /* pebbles: index in their templates; LINK_CENTRE: the centre */
  int32_t object;             /* index of its object in the scenario, among those of its kind */
  Image   image;              /* periods of b relative to a, both centres wrapped */
  Vec3    xa, xb;             /* centres at the last rebuild, wrapped, m; set by links_locate */
  bool    fresh; /* made in this step, where a contact began, until the end of the step */
} Link;

/* The members of Link that evaluations read, apart: fewer cache lines. */
typedef struct {
  int32_t row[2];    /* clump rows of the ends, owned or held; -1: it is broken */
  int32_t member[2]; /* as of Link */
  int32_t object;
} LinkEnds;

static inline LinkEnds link_ends(const Link *link, int32_t row_a, int32_t row_b)
{
  return (LinkEnds){{row_a, row_b}, {link->member_a, link->member_b}, link->object};
}

/* An object of the scenario. */
typedef struct {
  char                 name[NAME_LENGTH];
  void                *constants; /* of its kind; owned */
  double               at;        /* time from which it has links, s */
  bool                 touching;  /* from then on pairs are linked whose contact begins */
  struct LinkRequests *kept;      /* rows of its list file, until that time; owned; NULL: none */
} LinkObject;

/* Links of one kind on this rank. Starts as {.kind = ..}. Owned: link_set_free. */
typedef struct {
  const LinkKind *kind;
  int64_t         total; /* on all ranks, when last counted */
  int             n_objects;
  LinkObject     *objects; /* the same on all ranks */
  PetscInt        n, capacity;
  Link           *list;
  double         *memory; /* [n][link_columns(kind)] */
  LinkEnds       *ends;   /* [n] after links_find */
  PetscInt        ends_capacity;
  /* set by a passive kind: no link of this rank breaks in this step, and memory is stored later;
     false once links may have come from another rank */
  bool quiet;
} LinkSet;

/* True if the object's `between` names these two materials. */
bool link_object_joins(const Options *options, const LinkSet *set, int object, const char *a,
                       const char *b);

void link_set_free(LinkSet *set);
/* Make room for n links. */
void link_set_reserve(LinkSet *set, PetscInt n);
/* Append a link, on one rank only. The ends may be in any order; `image` is of b relative to a as
   given. memory: link_columns reals in canonical order, or NULL: zeros. Call links_locate when all
   are there. */
void link_set_add(LinkSet *set, Link link, const double *memory);
/* Move link `from` to row `to` <= from. */
void link_set_move(LinkSet *set, PetscInt from, PetscInt to);
/* True if the ends are not in canonical order. */
bool link_is_reversed(const Link *link);
/* The link with its ends in canonical order. */
Link link_canonical(Link link);
/* States of both clumps of n links, the first of them at *first, one each `stride` bytes:
   states[2 n], to be freed with array_free. Collective. */
PetscErrorCode link_look_up(const World *world, PetscInt n, const Link *first, size_t stride,
                            ClumpState **states);
/* A link of two pebble rows, as they are now. */
Link link_between(const Domain *domain, const Clumps *clumps, const Pebbles *pebbles, int32_t i,
                  int32_t j, int object);
/* Set places and image to those of these centres. */
void link_place(const Domain *domain, Vec3 xa, Vec3 xb, Link *link);
/* Order of two links by clumps, members, image and object. */
int link_compare(const Link *p, const Link *q);

/* Bytes of the memory of a link. */
size_t link_bytes(const LinkSet *set);
/* Memory of link k. */
static inline double *link_memory(const LinkSet *set, PetscInt k)
{
  return set->memory + (size_t)k * (size_t)link_columns(set->kind);
}

#endif
