/* SPDX-License-Identifier: MIT */
/* Deformable bodies: clumps that are the nodes of a closed line, or of a closed surface, with
   energies of its pieces (deform_piece.h) and of the enclosed area or volume (the content). Objects
   of the section `deformable`.

   All ranks have the same skins. A piece is evaluated by the rank that owns its first node and
   migrates with this node; the rank asks for copies of the other nodes and of the body's anchor,
   which is the node of the body with the lowest id (Needs, space/holders.h). The content of a body
   is summed at its anchor, with the anchor as origin: each rank adds the contributions of its
   pieces to its copy of the anchor, as integers; halo_sum adds these up at the owner, and the sum
   is sent back to the copies. Its bits do not depend on the number of ranks.

   Order of calls in a rebuild: deforms_pack with the old lists; when clumps have migrated,
   deforms_route; halo_build; deforms_find; pair lists (deforms_exclude). In a step, when all poses
   are known: deforms_sum, then deforms_apply; after a complete step deforms_yield. Without
   deformable bodies all of these do nothing. */
#ifndef INTERACTION_DEFORM_DEFORM_H
#define INTERACTION_DEFORM_DEFORM_H

#include "interaction/deform/deform_piece.h"
#include "interaction/interactions.h"
#include "matter/module.h"
#include "space/halo.h"

/* Nodes of a piece, then the anchor of its body. */
enum { PIECE_ENDS = PIECE_NODES + 1, PIECE_ANCHOR = PIECE_NODES };

typedef struct {
  PieceKind kind;
  int32_t   body;
  int32_t   node[PIECE_NODES]; /* of the object */
} Piece;

/* Terms of Deform.factor, for the time step: largest stiffness over mass of a node, 1/s^2, per unit
   of each coefficient of DeformLaw; of damping: the largest rate, 1/s, per unit. */
enum { TERM_STRETCHING, TERM_CONTENT, TERM_BENDING, TERM_EDGE, TERM_TENSION, TERM_DAMPING, TERMS };

typedef enum { OWN_NONE, OWN_APART, OWN_ALL } OwnContacts;

/* An object of the scenario; the same on all ranks. Owned: deforms_free. */
typedef struct {
  char        name[NAME_LENGTH];
  DeformLaw   law;
  double      content_factor, length_factor;           /* values at rest over those at the start */
  double      rest_angle;                              /* rad; NAN: as at the start */
  double      edge_time, bending_time, perimeter_time; /* of yielding, s; INFINITY: none */
  OwnContacts own;
  /* its skins; node k is the clump id[k] */
  int32_t  n_nodes, n_pieces, n_bodies;
  Id      *id;                    /* [n_nodes] ascending */
  int32_t *body;                  /* [n_nodes] */
  int32_t *anchor;                /* [n_bodies] lowest node of each body */
  Piece   *piece;                 /* [n_pieces] */
  int32_t *beside_start, *beside; /* nodes that are joined to node k: beside[beside_start[k]] .. */
  /* state */
  StateArray elements; /* int64: ids of the nodes of all segments or triangles, as given */
  StateArray rest;     /* real [n_pieces][REST_REALS]: PieceRest; renewed by deforms_gather */
  StateArray content;  /* real [n_bodies]: area or volume at rest, m^2 or m^3 */
  double     factor[TERMS];
} Deform;

/* A piece that this rank evaluates. */
typedef struct {
  int32_t   object, piece;
  Image     image[PIECE_ENDS]; /* periods of the ends relative to the first one, all wrapped */
  Vec3      x[PIECE_ENDS];     /* centres at the last rebuild, wrapped, m */
  PieceRest rest;              /* now */
} PieceHere;

/* Sums at the anchors of bodies, as rows of all clumps, and columns that are made of them. */
enum { ANCHOR_SUMS = 4, ANCHOR_COLUMNS = 2 };
typedef struct {
  int64_t *sum[ANCHOR_SUMS];
  double  *column[ANCHOR_COLUMNS];
  PetscInt capacity;
} AnchorSums;

/* Starts as {0}. */
typedef struct Deforms {
  int        n, dimension;
  Deform    *list;
  bool       encloses; /* contents, or perimeters, are summed in every step */
  bool       yields;
  PetscInt   n_here, capacity;
  PieceHere *here;
  int32_t (*row)[PIECE_ENDS]; /* [n_here] clump rows, by deforms_find */
  PetscInt row_capacity;
  bool     placed; /* rows are set */
  Needs    needs;
  int32_t (*node)[2]; /* [clumps] object and node of each row; object -1: none */
  PetscInt node_capacity;
  /* content, its low digits, perimeter, rest perimeter; content and perimeter over those at rest */
  AnchorSums sums;
  bool       torn; /* a node has left the domain: clump torn_at */
  Id         torn_at;
} Deforms;

extern const OptionKind deform_kind;

/* Read the objects. Mistakes are noted in the options. Local. */
void deforms_read(Options *options, int dimension, Deforms *deforms);
void deforms_free(Deforms *deforms);
/* Largest number of forces that pieces add to a node, for the bound of sums. Local, the same on all
   ranks. */
void deforms_most(const Deforms *deforms, int64_t *most);
/* Make the bodies of the scenario, and take over those of the checkpoint (World.saved); their
   clumps may be on any ranks. Mistakes are noted in the options. Collective. */
PetscErrorCode deforms_make(World *world);
/* Check the lists, before all clumps are there; more: some are still to come. Mistakes as above.
   Collective. */
PetscErrorCode deforms_look(World *world, bool more);

/* ---- deform_skin.c: from elements to pieces ---- */

/* Find nodes, bodies and pieces from the elements. line[e]: line of element e in its file, for
   messages; NULL: there is no file. */
void deform_connect(Deform *d, int dimension, const int64_t *line, Findings *findings);
/* Node of a clump; -1: it is none. */
int32_t deform_node(const Deform *d, Id id);

/* ---- deform_rest.c: at rest ---- */

/* Set PieceRest of the pieces and the contents of the bodies at rest; x [n_nodes]: positions, m. */
void deform_measure(Deform *d, int dimension, const Vec3 *x, Findings *findings);
/* Set Deform.factor; x [n_nodes]: positions, m; mass [n_nodes], kg. */
void deform_limit(Deform *d, const Vec3 *x, const double *mass);

/* ---- deform_move.c: pieces follow their nodes ---- */

/* Note positions and images of the nodes of each piece, before clumps migrate. Local. */
void deforms_pack(Deforms *deforms, const Domain *domain, const Clumps *clumps);
/* Append the clumps that this rank's pieces need: the part of `askers` that holds a piece asks the part of
   `owners` that holds the clump. Local. */
void deforms_want(const Deforms *deforms, const Decomposition *owners, const Decomposition *askers,
                  Needs *needs);
/* Send pieces to the ranks that evaluate them, and ask for copies of their nodes. Collective. */
PetscErrorCode deforms_route(Deforms *deforms, const Parallel *par,
                             const Decomposition *decomposition, const Clumps *clumps);
/* Find the clump rows of the nodes of each piece, once copies are there. Local. */
PetscErrorCode deforms_find(Deforms *deforms, const Clumps *clumps);
/* True if clumps a and b, rows of this rank, are nodes between which own_contacts allows no
   contact. */
bool deforms_exclude(const void *deforms, int32_t a, int32_t b);
/* Copy the present PieceRest of all pieces to Deform.rest, on all ranks. Collective. */
PetscErrorCode deforms_gather(Deforms *deforms, const Parallel *par);

/* ---- deform_act.c: in a step ---- */

/* Make room for n rows, with sums of 0. */
void anchor_sums_clear(AnchorSums *sums, PetscInt n);
void anchor_sums_free(AnchorSums *sums);
/* Add a number, larger ones as if they were SUM_LARGEST, to sum k of a row; sum k + 1 gets the
   rounding error of that. Together they resolve 2^-84. */
void anchor_sums_add(AnchorSums *sums, int k, PetscInt row, double value);
/* The number that sums k and k + 1 hold. */
double anchor_sums_value(const AnchorSums *sums, int k, PetscInt row);

/* Sum the contents of all bodies, and the perimeters if bodies yield. Collective. */
PetscErrorCode deforms_sum(Deforms *deforms, const InteractionScene *scene, Halo *halo,
                           ContactReport *report);
/* Numbers that deforms_sum sends for each copy to owners, and back. Local. */
void deforms_traffic(const Deforms *deforms, int *sums, int *columns);
/* Add the forces. lost: gets the energy that dashpots take in half a step, J. Local. */
void deforms_apply(const Deforms *deforms, const InteractionScene *scene, Loads *loads,
                   ContactReport *report, Sum *lost);
/* Add the stored energy of this rank's pieces and bodies, J; sums must be up to date. Local. */
void deforms_energy(const Deforms *deforms, const Clumps *clumps, Sum *energy);
/* Add the area or volume of the bodies whose anchors this rank owns, m^2, m^3; nothing if contents
   are not summed up. Local. */
void deforms_content(const Deforms *deforms, const Clumps *clumps, Sum *content);
/* Plastic flow in a time dt, s: change lengths and angles at rest of bodies that yield. lost: gets
   the energy that this dissipates, J. Local. */
void deforms_yield(Deforms *deforms, const Clumps *clumps, double dt, Sum *lost);

#endif
