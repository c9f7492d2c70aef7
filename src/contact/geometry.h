/* SPDX-License-Identifier: MIT */
/* From pairs to batches: gathers what two bodies bring to a contact and works out its geometry and motion. */
#ifndef CONTACT_GEOMETRY_H
#define CONTACT_GEOMETRY_H

#include "contact/contacts.h"

/* Columns between gathering and the terms; also what the loads need afterwards. */
typedef struct {
  int32_t a[TILE], b[TILE];                                     /* clump rows; b: -1 for walls */
  _Alignas(64) double arm_ax[TILE], arm_ay[TILE], arm_az[TILE]; /* contact point from the centre of a, m */
  double arm_bx[TILE], arm_by[TILE], arm_bz[TILE];
  double vax[TILE], vay[TILE], vaz[TILE], wax[TILE], way[TILE], waz[TILE]; /* bodies' motion */
  double vbx[TILE], vby[TILE], vbz[TILE], wbx[TILE], wby[TILE], wbz[TILE];
  double lever_a[TILE], lever_b[TILE];     /* from the pebbles' centres to the contact point, m */
  double inverse_distance[TILE];           /* of the centres; 0 for a wall: its normal does not turn, 1/m */
  double inverse_a[TILE], inverse_b[TILE]; /* masses, 1/kg */
  double per_arm_a[TILE], per_arm_b[TILE]; /* of the bodies, 1/m */
  double smaller[TILE];                    /* radius of the smaller body, m */
} Tile;

/* Are the bodies so many that asking for their rows ahead of time pays? It costs 5 % of an evaluation where they lie in the
   second-level cache anyway. */
bool tile_ahead_pays(const ContactScene *scene);
/* Have the rows of the bodies of the n pairs of pebbles in hits, and their loads, come to the second-level cache. */
void tile_ahead(const ContactScene *scene, const int32_t *hits, int n, const Loads *loads);
/* Geometry of the n pairs of list `pairs` whose indices are in hits, as far as `needs` says; rows and columns are filled up to
   whole fours. */
void tile_of_pebbles(const ContactScene *scene, unsigned needs, const int32_t *hits, int n, Tile *tile, ContactBatch *batch);
void tile_of_walls(const ContactScene *scene, unsigned needs, const int32_t *hits, int n, Tile *tile, ContactBatch *batch);
/* Relative motion, effective masses (as far as `needs` says) and events. batch->known must be set. */
void tile_motion(const ContactScene *scene, unsigned needs, bool walls, const Tile *tile, ContactBatch *batch);

#endif
