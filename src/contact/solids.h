/* SPDX-License-Identifier: MIT */
/* Contacts of bodies with carried surfaces (free meshes) with walls and with each other, beyond those
   of their corners with walls, which are pairs of the lists of pebbles.

   Such a body is taken as its edges and faces swept by a ball of the radius of its corners (sphero-
   polyhedra: Pournin & Liebling 2005; Alonso-Marroquin 2008, EPL 83, 14001). With another surface it
   has the contacts

     SOLID_CORNER    a corner of the body on the other surface, if this is carried, too
     SOLID_POINT     a point in which the other surface sticks out (Ridge) on the body: a patch of its
                     faces
     SOLID_CROSSING  an edge of the body and a line of the other surface, at the two places where they
                     are nearest to each other
     SOLID_SIDE, SOLID_RIM, SOLID_ARC
                     an edge on the outside of a cylinder or cone, an edge on a rim, a flat part of the
                     body on a rim (solid_rims.h)

   The energy is the sum over contacts of that of the law, U. As a crossing goes to the end of one of its
   lines, a corner or a point takes over, which has the same gap then. To count this place once, a crossing
   has the energy

     U x product over the four ends of (1 - (s_end / s)^2),   overlap s = -gap, at ends at least 0

   which has no jumps, nor have its forces, and is 0 where the crossing is at an end; there are forces at
   the ends then, too. For one end and a linear spring it is U(s) - U(s_end). All gaps are continuous
   functions of the poses, so that elastic contacts keep energy.

   All ranks hold the poses of these bodies, and evaluate all of these contacts: the memory is the same
   on all ranks, and is neither sent nor divided. The rank that owns the body adds the loads. */
#ifndef CONTACT_SOLIDS_H
#define CONTACT_SOLIDS_H

#include "contact/contacts.h"
#include "contact/solid_flats.h"

typedef enum {
  SOLID_CORNER,
  SOLID_POINT,
  SOLID_CROSSING,
  SOLID_SIDE,
  SOLID_RIM,
  SOLID_ARC,
  SOLID_KINDS
} SolidKind;

/* Key of a contact, in the order of which they are kept. */
typedef struct {
  int32_t body, other; /* walls; the body is carried; if the other one is, too: body < other */
  int32_t kind;        /* SolidKind */
  int32_t part;  /* SOLID_CORNER: corner; SOLID_POINT, SOLID_ARC: ridge of the other; else edge */
  int32_t place; /* SOLID_CORNER, SOLID_POINT: feature of the surface that it is on; SOLID_CROSSING,
                    SOLID_SIDE: ridge of the other; SOLID_RIM: 2 ridge + RimWhich; SOLID_ARC:
                    ARC_PLACES flat + number of the place */
} SolidKey;

enum { SOLID_KEY_NUMBERS = 5, SOLID_ENDS = 4, ARC_PLACES = 4 };

/* Contacts of an evaluation, ascending. */
typedef struct {
  PetscInt  n, capacity, memory_capacity;
  SolidKey *key;
  double   *memory; /* [n][width] */
} SolidTouching;

/* Ridges of a wall, and corners and edges of a carried one. */
typedef struct {
  Ridges ridges;
  /* of a carried surface */
  int n_corners, n_edges;
  int32_t (*edge)[2]; /* corners at the ends */
  const Vec3 *corner; /* in the principal frame: offsets of the template's first pebbles, m */
  double      radius, extent; /* of the corners; of the body, m */
  void *inner; /* constants of the surface whose corners are the balls' centres; NULL: they do not
                        make one that is sound, as where details are smaller than the balls */
  void (*release)(void *inner);
  SolidFlats flats; /* if there are rims */
} SolidSide;

/* Where both surfaces were when their list was made. */
typedef struct {
  int          body, other;
  bool         listed;
  Displacement at[2];
  PetscInt     n, capacity;
  SolidKey    *list; /* contacts that may be near, ascending */
} SolidPair;

typedef struct SolidWeight SolidWeight; /* solid_places.h */

typedef struct Solids {
  int n_walls, n_pairs,
    width; /* width: reals of memory of a contact: of laws, and 1 for each end of a crossing that touches */
  SolidSide    *side; /* [n_walls] */
  SolidPair    *pair;
  SolidTouching touching[2];
  int           now;
  PetscInt      here[2]; /* contacts whose loads this rank adds */
  SolidWeight  *weight;  /* room for that of one contact */
  StateArray    saved_keys, saved_memory;
} Solids;

/* Begin: for all carried walls and those that they may touch. of: [n_materials][n_materials], < 0 for
   materials that do not meet; memory: reals that laws keep of a contact. *solids: NULL if there are no
   carried walls. */
PetscErrorCode solids_create(const Walls *walls, const Templates *templates, int n_materials,
                             const int *of, int memory, Solids **solids);
PetscErrorCode solids_destroy(Solids **solids);

/* Evaluate all contacts, when all poses are known: within contacts_begin and contacts_end. The bodies
   that this rank owns, and what they touch, get the loads. Collective in that all ranks must call it;
   no messages. */
PetscErrorCode solids_apply(Contacts *contacts, const ContactScene *scene, Loads *loads,
                            ContactReport *report);
void           solids_commit(Solids *solids);
/* Add the elastic energy of committed contacts of bodies that this rank owns, J. */
PetscErrorCode solids_energy(Contacts *contacts, const ContactScene *scene, unsigned slots,
                             Sum *sum);

/* State in checkpoints; solids_gather before it is written, solids_take after it was read. */
extern const StateItem solids_state[];
PetscErrorCode         solids_gather(Solids *solids);
/* records: of the checkpoint, with the origins of the laws' memory (MemoryMap). Contacts of what is not
   there any more are left out, and those of walls that have changed ([walls]), as their edges may have
   other numbers. */
PetscErrorCode solids_take(Solids *solids, const Walls *walls, const Laws *laws,
                           const ContactRecords *records, const bool *changed);
/* After solids_take, when all poses are known: leave out contacts that there cannot be, as of a bad file;
   begin: contacts of what overlaps begin, with zero memory. All ranks must call it; no messages. */
PetscErrorCode solids_settle(Contacts *contacts, const ContactScene *scene, bool begin);

#endif
