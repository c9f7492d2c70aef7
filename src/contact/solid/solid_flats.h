/* SPDX-License-Identifier: MIT */
/* Flat parts of a body with a carried surface, and the edges around them, for contacts with
   circular rims (solid_rims.h). */
#ifndef CONTACT_SOLID_SOLID_FLATS_H
#define CONTACT_SOLID_SOLID_FLATS_H

#include "wall/surface.h"

typedef struct {
  Vec3 normal, middle; /* in the principal frame */
  /* offset: normal . x of its points, m; around: radius of a ball about the middle around it, m */
  double offset, around;
  /* Edges that stand out bound it on all sides, so that it holds only what is over it. */
  bool closed;
} SolidFlat;

typedef struct {
  Flats      of; /* triangles of all parts */
  SolidFlat *list;
  int       *edge_start, *edge; /* edge[edge_start[k]] ..: convex edges that bound part k */
  double     rounding;          /* corners and edges that are nearer to a part are on it, m */
  bool       sharp; /* they are parts of the surface itself; the edges are inside of it */
} SolidFlats;

/* Find the flat parts. edge: [n_edges], corners of the surface at the ends of each convex edge. */
void solid_flats_create(const Carriage *carriage, const void *constants, bool sharp, double extent,
                        int n_edges, int32_t (*edge)[2], const Vec3 *corner, SolidFlats *flats);
void solid_flats_free(SolidFlats *flats);
/* True if a point x is over part k; or beyond an edge of it that does not stand out, but higher
   than `least` (m) over the part on the other side. Sharp parts hold only what is over them. */
bool solid_flats_hold(const SolidFlats *flats, int k, int32_t (*edge)[2], const Vec3 *corner,
                      Vec3 x, double least);
/* Number of concave edges at which the normals of two parts differ by less than the angle of this
   cosine, so that both parts hold a point over the edge. Sharp parts have none. */
int solid_flats_bends(const SolidFlats *flats, double cosine);

#endif
