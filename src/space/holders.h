/* SPDX-License-Identifier: MIT */
/* Holders of each clump: every owned clump, and each of its periodic images, descends the tree of
   cuts with those of its pieces (Outline) that meet the node's box. The cost grows with the
   pebbles near cuts, not with the number of ranks nor with the pebbles of a clump. */
#ifndef SPACE_HOLDERS_H
#define SPACE_HOLDERS_H

#include "base/mail.h"
#include "matter/pebbles.h"
#include "space/decomposition.h"

/* ---- outlines (outline.c) ---- */

/* Outline: the pebbles of one clump that meet a box. A pebble meets a box if its surface is no
   farther from the box than the reach.

   A piece of a clump is one pebble or, if its template has a tree, all pebbles of a node of that
   tree: a node far from the box, or with all centres inside it, is decided at once, so that the
   cost grows with the pebbles near the faces of the box and not with all pebbles of the clump. The
   result is the same, to the bit, as testing every pebble: the tree's boxes have a margin. */
typedef struct {
  const Template *template;
  /* Domain.magic; scale of the clump; distance from a pebble's surface, m */
  double magic, scale, reach;
  Vec3   x;       /* centre, m */
  Quat   q;       /* principal frame to lab */
  Vec3   axis[3]; /* principal axes in the lab frame, times scale: for the tree's boxes */
  double margin;  /* added to the half sides of the tree's boxes for rounding, m */
  Vec3   arm[TEMPLATE_TREE_FROM]; /* arms of all pebbles if the template has at most so many, m */
} Outline;

/* Code of a piece: a pebble's index, or outline_node(k) for all pebbles of node k of the tree.
   outline_node is its own inverse. */
static inline int outline_node(int k)
{
  return -1 - k;
}

/* Outline of a clump at this place. For another periodic image change x alone. Local, like all
   functions of this file. */
void outline_place(Outline *outline, const Domain *domain, const Template *t, double scale, Vec3 x,
                   Quat q, double reach);
/* Write the fewest pieces that cover the clump to pieces[capacity: number of its pebbles]; returns
   their number. */
int outline_all(const Outline *outline, int *pieces);
/* Write the pieces of n `pieces` that meet the box to met[capacity: number of pebbles in these
   pieces]; returns their number. A node that is partly near is split. any: may stop at the first
   piece found. */
int outline_sift(const Outline *outline, const Box *box, const int *pieces, int n, bool any,
                 int *met);

/* Number of pebbles in these pieces. */
int outline_count(const Outline *outline, const int *pieces, int n);

/* ---- holders ---- */

/* Head of the record of a copy that is sent to its holder; the clump's HELD_ONCE columns follow. */
typedef struct {
  PetscInt root;  /* row at its owner */
  Image    shift; /* periodic image */
} Ticket;

/* Copies that are held at any distance: ends of links (link/links.h). */
typedef struct {
  Id    id;
  Image shift; /* periodic image that is needed */
  int   part;  /* the rank that needs it */
  int   asks;  /* in `wanted`: that rank, of a plan any part */
  /* owned row at its owner; on the rank that needs it the owned row, set by needs_post, or the held
     row, set by needs_find */
  PetscInt row;
} Need;

/* Lists of needs: those of links, and those of deformable bodies. */
enum { NEEDS_OF_LINKS, NEEDS_OF_BODIES, NEEDS_LISTS };

/* Each list sorted and without duplicates. Owned: needs_free. */
typedef struct {
  PetscInt  n_given, n_wanted, given_capacity, wanted_capacity, place_capacity;
  Need     *given;  /* copies of this rank's clumps that any rank needs, by row */
  Need     *wanted; /* copies that this rank needs, its own clumps included, by id and shift */
  PetscInt *place;  /* where in `wanted` each one is that needs_post was given, in that order */
} Needs;

void needs_free(Needs *needs);
/* From `wanted`, in any order and with duplicates, of which id, shift, asks and part (here: the
   rank that owns the clump) are set: sort it, set `place`, and tell the owners. Clumps must have
   been migrated, and keep their rows until needs_find. Collective. Error: PETSC_ERR_PLIB if a clump
   is not where it should be. */
PetscErrorCode needs_post(const Parallel *par, const Clumps *clumps, Needs *needs);
/* Set the rows of `wanted`, after halo_build. Local. Error: PETSC_ERR_PLIB if one is missing. */
PetscErrorCode needs_find(const Clumps *clumps, Needs *needs);
/* Index of the first wanted copy of this clump or of a later one. */
PetscInt needs_from(const Needs *needs, Id id);
/* The wanted copy; NULL: it is not wanted. */
const Need *needs_wanted(const Needs *needs, Id id, Image shift);

typedef struct {
  const Domain        *domain;
  const Decomposition *decomposition;
  const Templates     *templates;
  const Clumps        *clumps;
  double               reach; /* from a pebble's surface, rounding included (holders_reach), m */
  int64_t most; /* most copies of a clump over all its images; a clump that needs more is wide */
  const Needs *needs[NEEDS_LISTS]; /* NULL: there are none */
} HolderSearch;

/* Distance from a pebble's surface within which copies are needed if pairs are searched up to
   `reach`: a margin for rounding to the grid is added, m. */
double holders_reach(const Domain *domain, double reach);

/* Post a record (ticket and columns) of every owned clump to each rank that must hold a copy of it,
   including this rank for periodic images. Nothing is posted for wide clumps: their rows go to
   `wide`, ascending; free with array_free. Local. */
void holders_find(const Parallel *par, const HolderSearch *search, Mail *mail, PetscInt **wide,
                  PetscInt *n_wide);

/* A part of the decomposition that holds an image of a clump. In a run parts are ranks; a plan or
   an emulation may have any number of them. */
typedef struct {
  int   part;
  Image shift;
  int   n; /* number of its pebbles that the part needs; set by holders_of only */
} Holder;

/* Search of holders clump by clump, for any decomposition. */
typedef struct HolderWalk HolderWalk;
/* `search` must stay valid until holders_end; its `most` is not used. Local, like the functions
   below. */
void holders_begin(const HolderSearch *search, HolderWalk **walk);
void holders_end(HolderWalk **walk);
/* All holders of owned row a, whose centre lies in the box of part `owner`, ordered by image, then
   by part; then those that need it whatever its distance, with n 0: rows must be asked for in their
   order. The owner is listed with shift 0 if pebbles of the clump are within reach of its box. The
   list is valid until the next call. */
void holders_of(HolderWalk *walk, PetscInt a, int owner, PetscInt *n, const Holder **holders);

/* Bytes of a record. */
size_t holders_record_size(const Field *fields);

#endif
