/* SPDX-License-Identifier: MIT */
/* Links that the scenario asks for, before they are checked and made (link_make.c). */
#ifndef LINK_LINK_REQUESTS_H
#define LINK_LINK_REQUESTS_H

#include "base/bounds.h"
#include "link/link_ends.h"
#include "link/link_make.h"
#include "options/report.h"
#include "space/halo.h"

/* A link that the scenario asks for. */
typedef struct {
  Link      link;
  LinkGiven given;
  /* for kinds with arms, m: in the axes of the templates; in principal axes once links are made */
  Vec3    arm[2];
  int64_t line;    /* of the list file; 0: found by the search */
  bool    nearest; /* its image is that of the shortest link, not known yet */
} LinkRequest;

typedef struct LinkRequests {
  PetscInt     n, capacity;
  LinkRequest *list;
} LinkRequests;

void requests_free(LinkRequests **requests);

/* True if the object's links are in the checkpoint that the run goes on from. */
bool link_object_is_stored(const Options *options, const LinkSet *set, int object);
/* Distance of an object whose links are to be searched for now, m; < 0: it is none. */
double link_object_distance(const Options *options, const LinkSet *set, int object);
/* The longest of all objects that are due. */
double links_longest_distance(const LinkScene *scene);
/* True if the links of an object are to be made now. */
bool link_object_is_due(const LinkScene *scene, const LinkSet *set, int object);

/* Append this rank's rows of the object's list file. Collective. */
PetscErrorCode requests_read(const LinkScene *scene, const LinkSet *set, int object,
                             LinkRequests *requests, Findings *findings);

/* Pebbles of this rank and of copies within reach of its box. */
typedef struct {
  Halo    *halo;
  Pebbles *pebbles;
} NearPebbles;

/* Reach (m) of a search for pairs up to this distance: it takes those that are closer. */
static inline double requests_reach(double distance)
{
  return max_real(1.0001 * distance, LENGTH_LEAST);
}

/* Copies are added to the clumps. Collective. */
PetscErrorCode near_pebbles_find(const World *world, double reach, NearPebbles *around);
PetscErrorCode near_pebbles_free(NearPebbles *around);
/* Append the pairs of pebbles, counted by this rank, within the distance of the object. Local. */
PetscErrorCode requests_search(const World *world, const LinkSet *set, int object,
                               const NearPebbles *around, LinkRequests *requests);

/* ---- link_none.c ---- */

/* Warn of an object that links no pair within its distance, with the smallest gap; made: number of
   pairs of this rank. Collective. */
PetscErrorCode links_warn_none(const LinkScene *scene, const LinkSet *set, int object,
                               const NearPebbles *around, PetscInt made);

/* ---- link_timestep.c ---- */

/* Make the link the only one of the batch, at rest; `way` is between the ends as wrapped, without
   the image. arm[2]: principal axes, m; NULL: of the pebbles. */
void link_put_one(const World *world, const Link *link, const Vec3 *arm, const ClumpState state[2],
                  LinkBatch *batch);

#endif
