/* SPDX-License-Identifier: MIT */
/* Geometry of contacts of solids (solids.h): their places and weights, and lists of those that may
   be near. */
#ifndef CONTACT_SOLID_SOLID_PLACES_H
#define CONTACT_SOLID_SOLID_PLACES_H

#include "contact/solid/solids.h"

/* A pair of bodies at one time. Vectors start at the wrapped centre of the body, so that they do
   not depend on the periodic images in which the bodies are. */
typedef struct {
  const ContactScene *scene;
  const Wall         *body, *other;
  const SolidSide    *of_body, *of_other;
  int32_t             row; /* of the body's clump */
  const Pose         *pose;
  const Vec3 *arms; /* of a capsule (shafts.h), for which body is NULL: places of its ends, m */
  /* Surface through the centres of the body's corner balls, and their radius, m; or, if that
     surface is not sound, the surface itself, and 0. */
  const void *inner;
  double      round;
  Vec3        x;   /* wrapped centre of the body, m */
  Vec3        rel; /* centre of the other one, if it is carried, in the nearest image, m */
  /* of the other surface since it was loaded; if it is carried, about its centre */
  Displacement at;
} SolidScene;

/* The place of a contact. */
typedef struct {
  double  gap;
  Vec3    n;     /* unit vector from the body to the other one */
  Vec3    point; /* contact point from the body's centre, m */
  Vec3    shift; /* shift of the periodic image of the other one that it is on, m */
  int32_t facet; /* facet of the other one */
} SolidPlace;

/* An end of a contact: another place whose overlap reduces the weight of the contact's energy. */
typedef struct {
  SolidPlace place;
  double     by;      /* derivative of the weight by the overlap at this place, 1/m */
  bool       touches; /* there is an overlap */
  int        mark; /* index of `touches` in the marks of the contact's memory; -1: it is not kept */
} SolidEnd;

/* Factor on the energy of a contact. */
typedef struct SolidWeight {
  double    weight, by_gap; /* by_gap: its derivative by the overlap of the contact, 1/m */
  PetscInt  n, capacity;
  SolidEnd *end;
} SolidWeight;

/* The pair of the walls `body` and `other` at the present poses. */
SolidScene solid_scene(const ContactScene *scene, const Solids *solids, int body, int other);
/* Displacement of a wall's surface since it was loaded. */
Displacement solid_where(const ContactScene *scene, const Wall *wall);
/* Find the place of a contact; true if its gap is below `within` (m). False: no contact. *place is
   unchanged then if there is no place; else it is too far away, or past an end: the end of a
   crossing, or a place on the continuation of the round side or flat part. */
bool solid_place(const SolidScene *s, const SolidKey *key, double within, SolidPlace *place);
/* Weight of a contact at a gap, m; overlaps are reach - gap. */
void solid_weigh(const SolidScene *s, const SolidKey *key, double reach, double gap,
                 SolidWeight *weight);
/* List the contacts whose gap may be below `within`, m. */
void solid_list(const SolidScene *s, double within, SolidPair *pair);
/* True if a body of the pair has left the domain. */
bool solid_pair_gone(const Walls *walls, const SolidPair *pair);
/* True if contacts of the pair are evaluated: both bodies are there, and no exclusion keeps them
   apart. fixed: pairs of bodies that cannot move are evaluated, too. */
bool solid_pair_meets(const ContactScene *scene, const SolidPair *pair, bool fixed);
/* Renew the pair's list of contacts with a gap below `reach` (m), if the bodies have moved by more
   than the slack of the list. */
void solid_pair_renew(const SolidScene *s, double reach, SolidPair *pair);

/* ---- solid_forces.c: forces of contacts, one at a time ---- */

/* A pair of bodies that meet: data common to all their contacts. */
typedef struct {
  Contacts    *contacts;
  SolidScene   scene;
  ContactScene named; /* with the list `of_wall` of walls */
  Pairs        names;
  PairList     of_wall;
  int32_t      other;
  const Law   *law;
  bool         here; /* this rank adds the loads */
  /* of a capsule: its shaft, the feature of the wall, and the angular velocity of the normal, rad/s; else
     shaft is -1 */
  int32_t shaft, feature;
  Vec3    turn;
} Meeting;

/* Set the meeting of a pair. It must not be copied or moved: it has pointers to its own members. */
void meeting_begin(Contacts *contacts, const ContactScene *scene, const SolidPair *pair,
                   Meeting *meeting);
/* The same for a pair of a list of walls, whose body is a capsule, of this scene and law. */
void meeting_of_capsule(Contacts *contacts, const ContactScene *scene, const SolidScene *of,
                        const Law *law, const PairList *list, int32_t pair, Meeting *meeting);
/* Evaluate a contact, and give it to a sink of loads or to a visitor if this rank adds the loads of
   the pair. before: memory of the last evaluation, NULL for a new contact; after: [Solids.width], of a
   capsule [Law.memory], receives the memory of this one; NULL: it is not kept. */
void solid_apply(const Meeting *meeting, const SolidKey *key, const SolidPlace *place,
                 const double *before, double *after, const ContactSink *sink);
/* Set the memory of a contact that is taken to have touched before: [Solids.width], zero on entry;
   the marks of ends that touch are set. */
void solid_begin(const Meeting *meeting, const SolidKey *key, const SolidPlace *place,
                 double *memory);
/* Elastic energy of a contact in these slots of the law, J. */
void solid_energy(const Meeting *meeting, const SolidKey *key, const SolidPlace *place,
                  unsigned slots, const double *before, double *energy);

/* ---- for solid_rims.c ---- */

/* Present place of a corner of the body, and of a point x of the other surface as loaded; both from
   the body's centre, m. */
Vec3 solid_corner(const SolidScene *s, int corner);
Vec3 solid_point(const SolidScene *s, Vec3 x);
/* Contact place of two balls of radii ra and rb around the points a and b. */
SolidPlace solid_between(Vec3 a, Vec3 b, double ra, double rb);
/* Set the weight to 1, without ends. */
void solid_weight_clear(SolidWeight *weight);
/* Append an end that touches; by: derivative of the weight by its overlap, 1/m. */
void solid_weight_add(SolidWeight *weight, const SolidPlace *place, double by);
/* Append a contact to the list of the pair. */
void solid_pair_add(SolidPair *pair, SolidKind kind, int32_t part, int32_t place);

#endif
