/* SPDX-License-Identifier: MIT */
/* The part of an interaction that acts on single bodies: a field, or the drag of a fluid. */
#ifndef INTERACTION_BODY_FORCE_H
#define INTERACTION_BODY_FORCE_H

#include "interaction/sph/mirrors.h"

struct Clumps;           /* matter/clumps.h */
struct ContactReport;    /* contact/contacts.h */
struct Interactions;     /* interaction/interactions.h */
struct InteractionScene; /* likewise */

/* Size of batches of bodies, pairs and passes. */
enum { INTERACTION_TILE = 64 };

/* Numbers of a pebble that place() and pack() set and pairs read together, as three vectors of
   four. */
enum { PACKED = 12 };

/* Results of the passes of an interaction, computed before the forces
   (interaction/sph/passes.h). */
typedef struct {
  double *const *column; /* [fields of Passes.fields][rows of clumps] */
  const double  *weight; /* [pebbles], of Passes.weigh; NULL: it has none */
  const double  *packed; /* [pebbles][PACKED] of Passes.place and pack; NULL: it has none */
  /* [rows of clumps] walls near lone pebbles (Passes.mirrors); NULL: none */
  const Mirrors *mirrors;
} Found;

typedef enum { BODIES_NONE, BODIES_CLUMPS, BODIES_PEBBLES, BODIES_POINT } Bodies;

/* Bodies as columns: clumps with their centres, or pebbles (BodyForce.bodies). */
typedef struct {
  int    n;
  double time; /* of the evaluation, s, for a force since its start; 0 for energies */
  /* read only */
  /* centre, wrapped into the box along periodic axes, m */
  _Alignas(64) double x[INTERACTION_TILE], y[INTERACTION_TILE], z[INTERACTION_TILE];
  /* velocity of the centre, m/s */
  double vx[INTERACTION_TILE], vy[INTERACTION_TILE], vz[INTERACTION_TILE];
  /* angular velocity of the clump, rad/s */
  double wx[INTERACTION_TILE], wy[INTERACTION_TILE], wz[INTERACTION_TILE];
  double mass[INTERACTION_TILE]; /* of the clump, kg */
  /* of the pebble; of a clump: that of the sphere (in two dimensions disc) of its volume, m */
  double radius[INTERACTION_TILE];
  /* of the clump, of Interaction.quantity, predicted; for a quantity of pebbles that of the body;
     0: none */
  double value[INTERACTION_TILE];
  /* of a pebble: volume of the clump over the sum of those of its pebbles, which may overlap; of a
     clump: 1 */
  double  share[INTERACTION_TILE];
  Found   found;                      /* of the passes */
  int32_t row[INTERACTION_TILE];      /* of the clump */
  int32_t material[INTERACTION_TILE]; /* of the pebble; of a clump that of its first pebble */
  /* added to */
  double fx[INTERACTION_TILE], fy[INTERACTION_TILE], fz[INTERACTION_TILE]; /* at the centre, N */
  double cx[INTERACTION_TILE], cy[INTERACTION_TILE], cz[INTERACTION_TILE]; /* couple, N m */
  double flow[INTERACTION_TILE]; /* into the clump, of Interaction.quantity: GIVES_BODY_FLOW only */
  double loss[INTERACTION_TILE]; /* power that is lost for good, W: GIVES_BODY_LOSS only */
} BodyBatch;

/* Loads of owned clumps on their centres, [rows]; those of clumps that are gone do not count. */
typedef struct {
  const Vec3 *force, *torque; /* N, N m; torque NULL: none */
  bool        sparse;         /* most are 0; there are torques */
} RowLoads;

typedef struct {
  Bodies bodies; /* whose batches the functions get */
  /* Find the loads of all owned clumps at once, in place of act(). false: none act, or it has failed,
     as *report says. NULL: it does not. */
  bool (*find)(void *self, struct Interactions *all, const struct InteractionScene *scene,
               struct ContactReport *report, RowLoads *loads);
  /* Add the forces on the bodies of the batch; NULL with `find`. */
  void (*act)(const void *self, BodyBatch *batch);
  /* False if this object of the kind has no act(); NULL: it has. */
  bool (*acts)(const void *self);
  /* Say why the force on body k is not a number, in text of `size` bytes; NULL: it cannot tell. */
  void (*explain)(const void *self, const BodyBatch *batch, int k, char *text, size_t size);
  /* Add the stored energy of each body to energy[n], J; NULL: none. */
  void (*energy)(const void *self, const BodyBatch *batch, double *energy);
  /* Set the magnetic field at each body, T; NULL: it has none. `act` then adds the magnetic force
     by the predicted velocities (gyration.h). */
  void (*magnetic)(const void *self, const BodyBatch *batch, double *const field[3]);
} BodyForce;

#endif
