/* SPDX-License-Identifier: MIT */
/* Places of contacts of solids (solids.h), and which of them may be near. */
#ifndef CONTACT_SOLID_PLACES_H
#define CONTACT_SOLID_PLACES_H

#include "contact/solids.h"

/* A pair of bodies at one time. Vectors are from the wrapped centre of the body, so that they do not
   depend on the images in which bodies are. */
typedef struct {
  const ContactScene *scene;
  const Wall         *body, *other;
  const SolidSide    *of_body, *of_other;
  const Pose         *pose;
  const void         *inner; /* surface of the body without its round edges, */
  double              round; /* which are this far outside, m; or the surface itself, and 0 */
  Vec3                x;     /* wrapped centre of the body, m */
  Vec3                rel;   /* carried: centre of the other one, nearest image, m */
  Displacement        at;    /* other: where its surface is; carried: from its centre */
} SolidScene;

/* The place of a contact. */
typedef struct {
  double  gap;
  Vec3    n;     /* unit vector from the body to the other one */
  Vec3    point; /* contact point from the body's centre, m */
  Vec3    shift; /* of the image of the other one that it is on, m */
  int32_t facet; /* of the other one */
} SolidPlace;

/* A place that takes part in the weight of a contact's energy. */
typedef struct {
  SolidPlace place;
  double     by;      /* derivative of the weight by its overlap, 1/m */
  bool       touches; /* it has an overlap */
  int        mark;    /* of this in the contact's memory; -1: it is not kept */
} SolidEnd;

/* What the energy of a contact is multiplied by. */
struct SolidWeight {
  double    weight, by_gap; /* derivative by the overlap of the contact, 1/m */
  PetscInt  n, capacity;
  SolidEnd *end;
};

SolidScene solid_scene(const ContactScene *scene, const Solids *solids, int body, int other);
/* Displacement of a wall's surface, if it has ridges. */
Displacement solid_where(const ContactScene *scene, const Wall *wall);
/* The place of a contact, if its gap is below `within` (m). False: there is none, and *place stays
   as it was; or there is one that is no contact, as its gap is larger or it is past the end of what
   touches: then *place is that end of a crossing, or on the continuation of a round side or a flat
   part. */
bool solid_place(const SolidScene *s, const SolidKey *key, double within, SolidPlace *place);
/* Weight of a contact at a gap: overlaps are reach - gap (m). */
PetscErrorCode solid_weigh(const SolidScene *s, const SolidKey *key, double reach, double gap,
                           SolidWeight *weight);
/* List the contacts whose gap may be below `within`. */
PetscErrorCode solid_list(const SolidScene *s, double within, SolidPair *pair);

/* ---- solid_lists.c ---- */

/* True if a body of the pair has left the domain. */
bool solid_pair_gone(const Walls *walls, const SolidPair *pair);
/* True if the contacts of a pair count; fixed: also those between bodies that cannot move. */
bool solid_pair_meets(const ContactScene *scene, const SolidPair *pair, bool fixed);
/* Renew the list of contacts whose gap may be below `reach` (m), if the bodies have moved by more than it
   allows for. */
PetscErrorCode solid_pair_renew(const SolidScene *s, double reach, SolidPair *pair);

/* ---- for solid_rims.c ---- */

/* The centre of a corner of the body, and a point of the other surface as loaded, from the body's
   centre. */
Vec3 solid_corner(const SolidScene *s, int corner);
Vec3 solid_point(const SolidScene *s, Vec3 x);
/* Of balls of radii ra and rb around two points. */
SolidPlace     solid_between(Vec3 a, Vec3 b, double ra, double rb);
void           solid_weight_clear(SolidWeight *weight);
PetscErrorCode solid_weight_add(SolidWeight *weight, const SolidPlace *place, double by);
PetscErrorCode solid_pair_add(SolidPair *pair, SolidKind kind, int32_t part, int32_t place);

#endif
