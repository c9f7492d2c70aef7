/* SPDX-License-Identifier: MIT */
/* Flat parts of a body with a carried surface, and the edges around them. */
#ifndef CONTACT_SOLID_FLATS_H
#define CONTACT_SOLID_FLATS_H

#include "matter/surface.h"

typedef struct {
  Vec3   normal, middle; /* in the principal frame */
  double offset, around; /* normal . x on it; radius of a ball around it, about the middle, m */
  bool   closed;         /* it holds nothing that is not over it */
} SolidFlat;

typedef struct {
  Flats      of; /* triangles */
  SolidFlat *list;
  int       *edge_start, *edge; /* edges that bound it and stand out: edge[edge_start[k]] .. */
  double     rounding;          /* m: corners and edges are on it if they are nearer */
  bool       sharp;             /* of the surface itself: the edges are inside of it */
} SolidFlats;

/* edge: [n_edges], their ends among the corners of the surface. */
PetscErrorCode solid_flats_create(const Carriage *carriage, const void *constants, bool sharp,
                                  double extent, int n_edges, int32_t (*edge)[2],
                                  const Vec3 *corner, SolidFlats *flats);
void           solid_flats_free(SolidFlats *flats);
/* True if a point x is over part k, or beyond an edge that does not stand out, but still higher than
   `least` (m) over the part there; of sharp ones: over part k. */
bool solid_flats_hold(const SolidFlats *flats, int k, int32_t (*edge)[2], const Vec3 *corner,
                      Vec3 x, double least);
/* Number of concave edges at which parts turn by less than an angle of this cosine and both hold what is
   beyond: 0 of sharp ones. */
int solid_flats_bends(const SolidFlats *flats, double cosine);

#endif
