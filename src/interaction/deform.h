/* SPDX-License-Identifier: MIT */
/* Deformable bodies: clumps that are the nodes of a closed line, or of a closed surface, with energies
   of its pieces (deform_piece.h) and of what it encloses. Objects of the section `deformable`.

   The skins are the same on all ranks. A piece is counted by the rank that owns its first node; it
   moves with it, and asks for copies of its other nodes and of the body's anchor, its first node
   (Needs, space/holders.h). What a body encloses is summed up at the anchor, seen from the anchor:
   contributions go to its copies, from there to its owner as integers, and the sum back to the copies,
   so that its bits do not depend on ranks.

   A rebuild: deforms_pack with the old lists; when clumps have migrated, deforms_route; halo_build;
   deforms_find; pair lists (deforms_exclude). In a step, when all poses are known: deforms_sum, then
   deforms_apply; deforms_yield after a complete one. Without deformable bodies nothing is done. */
#ifndef INTERACTION_DEFORM_H
#define INTERACTION_DEFORM_H

#include "base/state.h"
#include "interaction/deform_piece.h"
#include "interaction/interactions.h"
#include "space/halo.h"

/* Nodes of a piece, then the anchor of its body. */
enum { PIECE_ENDS = PIECE_NODES + 1, PIECE_ANCHOR = PIECE_NODES };

typedef struct {
  PieceKind kind;
  int32_t   body;
  int32_t   node[PIECE_NODES]; /* of the object */
} Piece;

/* Terms of the energy, for the time step: stiffness over mass for a unit of each stiffness; and the
   rate of dashpots. */
enum { TERM_STRETCHING, TERM_CONTENT, TERM_BENDING, TERM_EDGE, TERM_TENSION, TERM_DAMPING, TERMS };

typedef enum { OWN_NONE, OWN_APART, OWN_ALL } OwnContacts;

/* An object of the scenario; the same on all ranks. Owned: deforms_free. */
typedef struct {
  char        name[NAME_LENGTH];
  DeformLaw   law;
  double      content_factor, length_factor, rest_angle; /* NAN: as at the start */
  double      edge_time, bending_time, perimeter_time;   /* of yielding, s; INFINITY: none */
  OwnContacts own;
  /* its skins; node k is the clump id[k] */
  int32_t  n_nodes, n_pieces, n_bodies;
  Id      *id;                    /* [n_nodes] ascending */
  int32_t *body;                  /* [n_nodes] */
  int32_t *anchor;                /* [n_bodies] node */
  Piece   *piece;                 /* [n_pieces] */
  int32_t *beside_start, *beside; /* nodes that are joined to node k: beside[beside_start[k]] .. */
  /* state */
  StateArray elements; /* int64: ids of the nodes of all segments or triangles, as given */
  StateArray rest;     /* real [n_pieces][REST_REALS]; of yielding bodies as when last gathered */
  StateArray content;  /* real [n_bodies]: area or volume at rest, m^2 or m^3 */
  double     factor[TERMS];
} Deform;

extern const StateItem deform_state[]; /* of Deform */

/* A piece that this rank counts. */
typedef struct {
  int32_t   object, piece;
  Image     image[PIECE_ENDS]; /* periods of the ends relative to the first one, all wrapped */
  Vec3      x[PIECE_ENDS];     /* centres at the last rebuild, wrapped, m */
  PieceRest rest;              /* now */
} PieceHere;

/* Starts as {0}. */
typedef struct Deforms {
  int        n, dimension;
  Deform    *list;
  bool       encloses; /* some content or perimeter is summed up in every step */
  bool       yields;
  PetscInt   n_here, capacity;
  PieceHere *here;
  int32_t (*row)[PIECE_ENDS]; /* [n_here] clump rows, by deforms_find */
  PetscInt row_capacity;
  bool     placed; /* rows are set */
  Needs    needs;
  int32_t (*node)[2]; /* [clumps] object and node of each row; object -1: none */
  PetscInt node_capacity;
  int64_t *sum[4];    /* [clumps] at anchors: content, its lower digits, perimeter, that at rest */
  double  *column[2]; /* [clumps] at anchors: content over that at rest; perimeter likewise */
  PetscInt sum_capacity;
  bool     torn; /* a node has left */
  Id       torn_at;
} Deforms;

extern const OptionKind deform_kind;

/* Read the objects. Mistakes are noted in the options. Local. */
PetscErrorCode deforms_read(Options *options, int dimension, Deforms *deforms);
void           deforms_free(Deforms *deforms);
/* Largest number of forces on a node. Local, the same on all ranks. */
PetscErrorCode deforms_most(const Deforms *deforms, int64_t *most);
/* Forget all skins that deform_make has made: it can then be called again. */
void deforms_forget(Deforms *deforms);

typedef struct {
  const Parallel *par;
  Options        *options;
  const Domain   *domain;
  const Clumps   *clumps;
  bool            more; /* clumps are still to come: an unknown one is no mistake */
} DeformScene;

/* Read the skin of an object from its list, or, `stored`, from its state; find its pieces, and what they
   are at rest. Mistakes are noted in the options. Collective. */
PetscErrorCode deform_make(const DeformScene *scene, Deforms *deforms, int object, bool stored);

/* ---- deform_skin.c: from elements to pieces ---- */

/* Find nodes, bodies and pieces from the elements; line[]: of each in the list, NULL: none. */
PetscErrorCode deform_connect(Deform *d, int dimension, const int64_t *line, Findings *findings);
/* Node of a clump; -1: it is none. */
int32_t deform_node(const Deform *d, Id id);

/* ---- deform_rest.c: at rest ---- */

/* Set what pieces and bodies are at rest, from the places of the nodes, m. */
PetscErrorCode deform_measure(Deform *d, int dimension, const Vec3 *x, Findings *findings);
/* Set the factors of the time step, likewise; kg. */
PetscErrorCode deform_limit(Deform *d, int dimension, const Vec3 *x, const double *mass);

/* ---- deform_move.c: pieces follow their nodes ---- */

void           deforms_pack(Deforms *deforms, const Domain *domain, const Clumps *clumps);
PetscErrorCode deforms_route(Deforms *deforms, const Parallel *par,
                             const Decomposition *decomposition, const Clumps *clumps);
PetscErrorCode deforms_find(Deforms *deforms, const Clumps *clumps);
/* True if two clumps, rows of this rank, are nodes that have no contact. */
bool deforms_exclude(const void *deforms, int32_t a, int32_t b);
/* Gather what pieces are at rest now to Deform.rest of all ranks. Collective. */
PetscErrorCode deforms_gather(Deforms *deforms, const Parallel *par);

/* ---- deform_act.c: in a step ---- */

/* Sum up what bodies enclose. Collective. */
PetscErrorCode deforms_sum(Deforms *deforms, const InteractionScene *scene, Halo *halo,
                           ContactReport *report);
/* Add the forces. lost: gets the energy that dashpots take in half a step, J. Local. */
void deforms_apply(const Deforms *deforms, const InteractionScene *scene, Loads *loads,
                   ContactReport *report, Sum *lost);
/* Add the stored energy of this rank's pieces and bodies, J; sums must be up to date. Local. */
void deforms_energy(const Deforms *deforms, const Clumps *clumps, Sum *energy);
/* Add the area or volume of the bodies whose anchors this rank owns, m^2, m^3, likewise; nothing if it is
   not summed up. Local. */
void deforms_content(const Deforms *deforms, const Clumps *clumps, Sum *content);
/* Change what yields is at rest, in a time dt, s. lost: gets the energy that is lost, J. Local. */
void deforms_yield(Deforms *deforms, const Clumps *clumps, double dt, Sum *lost);

#endif
