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

SolidScene solid_scene(const ContactScene *scene, const Solids *solids, int body, int other);
/* Displacement of a wall's surface, if it has ridges. */
Displacement solid_where(const ContactScene *scene, const Wall *wall);
/* The place of a contact, if its gap is below `within` (m). False: there is none, or a crossing is at
   an end of its lines. */
bool solid_place(const SolidScene *s, const SolidKey *key, double within, SolidPlace *place);
/* Places of the ends of a crossing; their number is returned. */
int solid_ends(const SolidScene *s, const SolidKey *crossing, SolidPlace end[SOLID_ENDS]);
/* List the contacts whose gap may be below `within`. */
PetscErrorCode solid_list(const SolidScene *s, double within, SolidPair *pair);

#endif
