/* SPDX-License-Identifier: MIT */
/* Solid contacts: contacts of bodies with carried surfaces (free meshes) with each other and with
   the ridges of walls. Contacts of their corners with walls are not among them: these are pairs of
   the lists of pebbles.

   The body is the set of its edges and faces swept by a ball of the radius of its corners (sphero-
   polyhedra: Pournin & Liebling 2005; Alonso-Marroquin 2008, EPL 83, 14001). Its contacts with
   another surface are

     SOLID_CORNER    a corner of the body on the other surface, if this is carried, too
     SOLID_POINT     a point in which the other surface sticks out (Ridge) on a patch of faces
                     of the body
     SOLID_CROSSING  an edge of the body and a straight ridge of the other surface, where the
                     two lines are nearest to each other
     SOLID_SIDE, SOLID_RIM, SOLID_ARC
                     an edge on the outside of a cylinder or cone, an edge on a rim, a flat part
                     of the body on a rim (solid_rims.h)

   The energy is the sum, over the contacts, of that of the law, U. When a crossing moves to the end
   of one of its lines, a corner or a point takes over, which has the same gap there. So that the
   place counts once, a crossing has the energy

     U x product over the four ends of (1 - (s_end / s)^2),   overlap s = -gap, s_end at least 0

   It is 0 where the crossing is at an end, and neither it nor its forces jump. It depends on the
   overlaps at the ends, so that forces act there, too. For one end and a linear spring it is U(s) -
   U(s_end). All gaps are continuous functions of the poses, so that elastic contacts conserve
   energy.

   All ranks hold the poses of these bodies and evaluate all of these contacts: the memory is the
   same on all ranks, and is neither sent nor divided. The rank that owns the body adds the loads.
   */
#ifndef CONTACT_SOLID_SOLIDS_H
#define CONTACT_SOLID_SOLIDS_H

#include "contact/contacts.h"
#include "matter/module.h"

typedef enum {
  SOLID_CORNER,
  SOLID_POINT,
  SOLID_CROSSING,
  SOLID_SIDE,
  SOLID_RIM,
  SOLID_ARC,
  SOLID_KINDS
} SolidKind;

/* Key of a contact. Contacts are kept in ascending order of their keys, by the first member first.
   */
typedef struct {
  int32_t body, other; /* walls; the body is carried; if the other one is, too: body < other */
  int32_t kind;        /* SolidKind */
  /* SOLID_CORNER: corner of the body; SOLID_POINT, SOLID_ARC: ridge of the other one; else edge. */
  int32_t part;
  /* SOLID_CORNER, SOLID_POINT: feature of the surface that is touched; SOLID_CROSSING, SOLID_SIDE:
     ridge of the other one; SOLID_RIM: 2 ridge + RimWhich; SOLID_ARC: ARC_PLACES flat part + number
     of the place. */
  int32_t place;
} SolidKey;

enum { SOLID_KEY_NUMBERS = 5, SOLID_ENDS = 4, ARC_PLACES = 4 };

/* Contacts of an evaluation, with ascending keys. */
typedef struct {
  PetscInt  n, capacity;
  SolidKey *key;
  double   *memory; /* [n][width] */
} SolidTouching;

/* Flat part of a body, and the edges around it, for contacts with circular rims (solid_rims.h). */
typedef struct {
  Vec3 normal, middle; /* in the principal frame */
  /* offset: normal . x of its points, m; around: radius of a ball about the middle around it, m */
  double offset, around;
  /* Convex edges bound it on all sides, or it is sharp: only points over it belong to it. */
  bool closed;
} SolidFlat;

typedef struct {
  Flats      of; /* triangles of all parts */
  SolidFlat *list;
  int       *edge_start, *edge; /* edge[edge_start[k]] ..: convex edges that bound part k */
  double     rounding;          /* corners and edges that are nearer to a part are on it, m */
  bool       sharp; /* no inner surface: parts are of the surface itself, the edges inside it */
} SolidFlats;

/* Parts of a wall that make solid contacts: its ridges, and the corners and edges of a carried one.
   */
typedef struct {
  Ridges ridges;
  /* The next members are those of a carried surface. */
  int n_corners, n_edges;
  int32_t (*edge)[2]; /* corners at the ends */
  const Vec3 *corner; /* in the principal frame: offsets of the template's first pebbles, m */
  double      radius, extent; /* radius of the corner balls, bound of the body from its centre, m */
  /* Constants of the surface whose corners are the balls' centres; NULL: these do not make a sound
     one, as where details are smaller than the balls. */
  void *inner;
  void (*release)(void *inner);
  SolidFlats flats; /* found only if a wall has rims */
} SolidSide;

/* A pair of bodies, and the list of their contacts that may be near. */
typedef struct {
  int          body, other;
  bool         listed;
  Displacement at[2]; /* where both surfaces were when the list was made */
  PetscInt     n, capacity;
  SolidKey    *list; /* ascending */
} SolidPair;

typedef struct Solids {
  /* width: reals of memory of a contact: those of laws, then one mark for each end of a crossing, 1
     if it touches. */
  int           n_walls, n_pairs, width;
  SolidSide    *side; /* [n_walls] */
  SolidPair    *pair;
  SolidTouching touching[2];
  int           now;
  PetscInt      here[2]; /* number of contacts in touching[] whose loads this rank adds */
  StateArray    saved_keys, saved_memory;
} Solids;

/* Create the pairs of all carried walls with the walls that they may touch. of:
   [n_materials][n_materials], < 0 for materials that do not meet; memory: reals that laws keep of a
   contact. *solids becomes NULL if there are no carried walls. */
PetscErrorCode solids_create(const Walls *walls, const Templates *templates, int n_materials,
                             const int *of, int memory, Solids **solids);
void           solids_destroy(Solids **solids);

/* Evaluate all contacts, for a sink. All ranks must call it; it sends no messages. SINK_LOADS: when
   all poses are known, between contacts_begin and contacts_end; loads are added to the bodies that
   this rank owns and to what these touch. SINK_ENERGY: committed contacts of bodies that this rank
   owns. */
void solids_evaluate(Contacts *contacts, const ContactScene *scene, const ContactSink *sink);
/* Make the contacts of the last evaluation the committed ones. */
void solids_commit(Solids *solids);

/* At the start of a run: create the solid contacts (Contacts.solids), and go on with those of the
   checkpoint (World.saved), whose contact records are given. Collective. */
PetscErrorCode solids_begin(World *world, const ContactRecords *records);

/* After solids_begin, when all poses are known: drop contacts that are in no list, which a bad file
   may have. begin: bodies that overlap get a contact, with zero memory. All ranks must call it; it
   sends no messages. */
void solids_settle(Contacts *contacts, const ContactScene *scene, bool begin);

/* Free the work space Contacts.weight. */
void solid_weight_free(struct SolidWeight **weight);

/* ---- solid_flats.c ---- */

/* Find the flat parts of the body of a wall, whose corners and edges are known. */
void solid_flats_create(const Wall *wall, SolidSide *side);
void solid_flats_free(SolidFlats *flats);
/* True if a point x is over part k; or beyond an edge of it that does not stand out, but higher
   than `least` (m) over the part on the other side. Sharp parts hold only what is over them. */
bool solid_flats_hold(const SolidSide *side, int k, Vec3 x, double least);
/* Number of concave edges at which the normals of two parts differ by less than the angle of this
   cosine, so that both parts hold a point over the edge. Sharp parts have none. */
int solid_flats_bends(const SolidFlats *flats, double cosine);

/* ---- intersections.c ---- */

/* Note a mistake if a surface passes through a body, one of them may move, and they have contacts:
   by a law, or by `joined` ([n_materials][n_materials], < 0: they have none; NULL: none have). All
   ranks must call it, and get the same; it sends no messages. */
void solids_check_start(const Contacts *contacts, const ContactScene *scene, const int *joined,
                        Options *options);

#endif
