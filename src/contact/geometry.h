/* SPDX-License-Identifier: MIT */
/* From pairs to batches: gather the data of the two bodies of each contact, compute its geometry
   and relative motion. */
#ifndef CONTACT_GEOMETRY_H
#define CONTACT_GEOMETRY_H

#include "contact/contacts.h"

/* Intermediate columns of a tile, used before the terms and by the loads after them. */
typedef struct {
  int32_t a[TILE], b[TILE]; /* clump rows; b: -1 for walls, but for those that a clump carries */
  int32_t facet[TILE];      /* of walls that tell it (SurfaceGeometry.tells_facet) */
  /* contact point from the centre of a, m */
  _Alignas(64) double arm_ax[TILE], arm_ay[TILE], arm_az[TILE];
  double arm_bx[TILE], arm_by[TILE], arm_bz[TILE];
  /* velocities and angular velocities of the bodies, m/s, rad/s */
  double vax[TILE], vay[TILE], vaz[TILE], wax[TILE], way[TILE], waz[TILE];
  double vbx[TILE], vby[TILE], vbz[TILE], wbx[TILE], wby[TILE], wbz[TILE];
  double lever_a[TILE], lever_b[TILE]; /* from the pebbles' centres to the contact point, m */
  /* 1 over the distance of the pebbles' centres, 1/m; 0 for a wall, whose normal turns with the
     wall alone */
  double inverse_distance[TILE];
  double inverse_a[TILE], inverse_b[TILE]; /* masses, 1/kg */
  double per_arm_a[TILE], per_arm_b[TILE]; /* Pose.per_arm of the bodies, 1/m */
  double smaller[TILE];                    /* radius of the smaller pebble, m */
} Tile;

/* True if the bodies' rows exceed the second-level cache, so that prefetching them pays. Where they
   fit, it costs 5 % of an evaluation. */
bool tile_ahead_pays(const ContactScene *scene);
/* Prefetch to the second-level cache the poses and loads of the bodies of the n pairs of pebbles in
   hits. */
void tile_ahead(const ContactScene *scene, const int32_t *hits, int n, const Loads *loads);
/* Geometry of the n pairs whose list indices are in hits, with the columns that `needs` (NEEDS_
   bits) requires; padded to a multiple of four. places: on walls, if they are known, or NULL. */
void tile_of_pebbles(const ContactScene *scene, unsigned needs, const int32_t *hits, int n,
                     const WallPlace *places, Tile *tile, ContactBatch *batch);
void tile_of_walls(const ContactScene *scene, unsigned needs, const int32_t *hits, int n,
                   const WallPlace *places, Tile *tile, ContactBatch *batch);
/* Relative motion, events and the effective masses that the law reads; NULL: none. batch->known
   must be set. */
void tile_motion(const ContactScene *scene, const Law *law, bool walls, const Tile *tile,
                 ContactBatch *batch);

/* 1 over a moment of inertia of the bodies of a tile, 1/(kg m^2); b is not set for walls. */
typedef struct {
  _Alignas(64) double a[TILE], b[TILE];
} Turnings;

/* For tile_motion. Effective masses at the contact points (NEEDS_POINT_MASS); with `keep`, where
   all bodies are round, their moments, which are read for it, go to turnings. Effective moments of
   inertia for rolling, about the centres or, with `point`, about the contact points; turnings:
   those of tile_masses, or NULL. */
void tile_masses(const ContactScene *scene, bool walls, bool keep, const Tile *tile,
                 ContactBatch *batch, Turnings *turnings);
/* For tile_motion, of a law with dashpots by a rate above DASHPOT_SLOW / dt: reduced masses with
   which none is stronger than DASHPOT_MOST allows, as terms have reduced rates to what that is of
   the reduced mass. Sets point_mass, too, where the law does not need it. */
void tile_bound_masses(const ContactScene *scene, const Law *law, bool walls, const Tile *tile,
                       ContactBatch *batch);
void tile_inertias(const ContactScene *scene, bool walls, bool point, const Tile *tile,
                   const Turnings *turnings, ContactBatch *batch);

#endif
