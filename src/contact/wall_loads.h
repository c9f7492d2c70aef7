/* SPDX-License-Identifier: MIT */
/* Loads of contacts on walls, and the power of walls that move: exact sums, so that their digits do
   not depend on the number of ranks. */
#ifndef CONTACT_WALL_LOADS_H
#define CONTACT_WALL_LOADS_H

#include "contact/geometry.h"

/* Sums of one wall: force on it, N; torque about Wall.pivot, N m; work that it does on the bodies
   in half a step, J; work that it has done by impulses in the step to the evaluated time, J. */
enum { WALL_FORCE = 0, WALL_TORQUE = 3, WALL_LOAD_SUMS = 6, WALL_WORK = 6, WALL_DONE, WALL_SUMS };

/* Loads on one wall at the evaluated time, this rank's part. */
struct WallLoads {
  Sum     sum[WALL_SUMS];
  int64_t contacts;
};

/* A contact with a wall that gives facets (SurfaceGeometry.gives_facet) at the evaluated time. */
typedef struct {
  int32_t wall, facet;
  Vec3    force; /* on the wall, N */
  double  push;  /* its part along the normal, into the wall, N */
  double  slip;  /* speed at which the surfaces slide, m/s */
} FacetHit;

/* This rank's, in any order. */
struct FacetHits {
  PetscInt  n, capacity;
  FacetHit *list;
};

/* A force of a wall on a body that is not one of a contact. */
typedef struct {
  int32_t wall, facet;
  Vec3    force;         /* on the body, N */
  Vec3    arm, velocity; /* of its place from the wall's pivot, m; of the surface there, m/s */
  Vec3    normal;        /* towards the body */
  double  slip, dt;      /* m/s, s; dt 0: the mean force of impulses in the step before */
  double  done;          /* work of these, J */
} WallPush;

/* Sum the loads on each of n walls from the next evaluation on. */
void wall_loads_create(Contacts *contacts, int n);
/* List the contacts with facets from the next evaluation on; a second call does nothing. */
void facet_hits_create(Contacts *contacts);
void wall_loads_clear(Contacts *contacts);
void wall_loads_free(Contacts *contacts);
/* True if wall_loads_add is to be called. */
bool wall_loads_are_asked(const Contacts *contacts, const Walls *walls);
/* Add a tile of contacts with walls, hits: their pairs, after the law has been applied. Values that
   are not finite are left out: the evaluation is discarded. gives: GIVES_ bits of the law. */
void wall_loads_add(Contacts *contacts, const ContactScene *scene, unsigned gives,
                    const int32_t *hits, const Tile *tile);
/* Add a force, as wall_loads_add does, after contacts_begin. */
void wall_loads_push(Contacts *contacts, const Walls *walls, const WallPush *push);

#endif
