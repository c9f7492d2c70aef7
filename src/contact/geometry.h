/* SPDX-License-Identifier: MIT */
/* From pairs to batches: gather the data of the two bodies of each contact, compute its geometry
   and relative motion. */
#ifndef CONTACT_GEOMETRY_H
#define CONTACT_GEOMETRY_H

#include "contact/contacts.h"

/* The bodies a, or b, of the contacts of a tile, in columns. */
typedef struct {
  int32_t row[TILE]; /* of clumps; -1 for walls, but for those that a clump carries */
  /* contact point from the centre of the body, or from the pivot of a wall, m */
  _Alignas(64) double arm_x[TILE], arm_y[TILE], arm_z[TILE];
  double vx[TILE], vy[TILE], vz[TILE], wx[TILE], wy[TILE], wz[TILE]; /* m/s, rad/s */
  double lever[TILE];   /* from the pebble's centre to the contact point, m */
  double inverse[TILE]; /* mass, 1/kg */
  double per_arm[TILE]; /* Pose.per_arm, 1/m */
} TileBody;

/* Intermediate columns of a tile, used before the terms and by the loads after them. */
typedef struct {
  TileBody a, b;
  int32_t  facet[TILE]; /* of walls that give it (SurfaceGeometry.gives_facet) */
  /* 1 over the distance of the pebbles' centres, 1/m; 0 for a wall, whose normal turns with the
     wall alone */
  double inverse_distance[TILE];
  double smaller[TILE]; /* radius of the smaller pebble, m */
  /* of pairs with a capsule (geometry/capsule.h), whose places share one gap; turn_x[] and so on are set
     for laws with NEEDS_FRAME alone, and what follows them if `several` */
  double turn_x[TILE], turn_y[TILE], turn_z[TILE]; /* angular velocity of the normal, rad/s */
  bool   several;                                  /* some contacts have several places */
  double share[TILE];                              /* weight of the place */
  double slide[TILE], along_x[TILE], along_y[TILE],
    along_z[TILE];      /* CapsulePlace.slide, its axis */
  double closing[TILE]; /* of the gap, m/s */
  /* change of that rate by a unit impulse in the gap, 1/kg; -1: the contact has one place */
  double by_impulse[TILE];
} Tile;

/* Vectors of the body of contact k. */
static inline Vec3 tile_arm(const TileBody *body, int k)
{
  return (Vec3){body->arm_x[k], body->arm_y[k], body->arm_z[k]};
}

static inline Vec3 tile_velocity(const TileBody *body, int k)
{
  return (Vec3){body->vx[k], body->vy[k], body->vz[k]};
}

static inline Vec3 tile_spin(const TileBody *body, int k)
{
  return (Vec3){body->wx[k], body->wy[k], body->wz[k]};
}

/* Write a vector to three columns. */
static inline void columns_put(double *x, double *y, double *z, int k, Vec3 v)
{
  x[k] = v.x;
  y[k] = v.y;
  z[k] = v.z;
}

/* Set all of the body but its lever. A wall has no mass: {.v, .w} alone. */
static inline void tile_put_body(TileBody *to, int k, int32_t row, const Pose *pose, Vec3 arm)
{
  to->row[k] = row;
  columns_put(to->arm_x, to->arm_y, to->arm_z, k, arm);
  columns_put(to->vx, to->vy, to->vz, k, pose->v);
  columns_put(to->wx, to->wy, to->wz, k, pose->w);
  to->inverse[k] = pose->inverse_mass;
  to->per_arm[k] = pose->per_arm;
}

/* Vector from the centre of the clump that carries a wall to a contact point, m. u: from that
   centre to the pebble's, in any image; add: from there on, not on the grid. */
static inline Vec3 arm_of_carrier(const Domain *domain, Vec3 u, Vec3 add)
{
  return vec3_add(domain_shifted(domain, u, domain_nearest(domain, vec3_add(u, add))), add);
}

/* Add the velocity of a wall's surface relative to its shape, along the surface. */
static inline void tile_slide(const Wall *wall, int k, Tile *t, const ContactBatch *b)
{
  columns_put(t->b.vx, t->b.vy, t->b.vz, k,
              vec3_add(tile_velocity(&t->b, k), batch_across(b, k, wall->slide)));
}

/* Let the contact frame turn with a body of this spin, beside its turning about the normal. */
static inline void tile_turn_frame(ContactBatch *b, int k, Vec3 spin)
{
  columns_put(b->turn_x, b->turn_y, b->turn_z, k,
              vec3_add(vec3(b->turn_x[k], b->turn_y[k], b->turn_z[k]), batch_across(b, k, spin)));
}

/* The force of a contact does not bound its couple. A couple is monitored as

     COUPLE_SHARE |couple| / (arm of the body), N,

   against the largest torque over an arm (Loads.torque). The torque of a force takes up to sqrt(2)
   / 1.1 / LOAD_ARMS < 3/4 of that (matter/loads.h); with COUPLE_SHARE 4 a couple takes up to 1/4,
   so that both together are one contribution. */
enum { COUPLE_SHARE = 4 };

/* COUPLE_SHARE over the arm of the body with the shorter one, 1/m. */
static inline double couple_per_arm(const Tile *t, int k)
{
  return COUPLE_SHARE * (t->a.per_arm[k] > t->b.per_arm[k] ? t->a.per_arm[k] : t->b.per_arm[k]);
}

/* Geometry of the n pairs whose list indices are in hits, padded to a multiple of four. needs:
   NEEDS_ bits of the law; places: on walls, if they are known, or NULL. */
void tile_of_pebbles(const ContactScene *scene, unsigned needs, const int32_t *hits, int n,
                     Tile *tile, ContactBatch *batch);
void tile_of_walls(const ContactScene *scene, const int32_t *hits, int n, const WallPlace *places,
                   Tile *tile, ContactBatch *batch);
/* The same for pairs with a capsule (search/capsule_pairs.h), with their shares and turns. */
void tile_of_capsules(const ContactScene *scene, unsigned needs, const int32_t *hits, int n,
                      Tile *tile, ContactBatch *batch);
/* The geometry of one place of a pair with a capsule. */
typedef struct {
  double gap, radius;          /* m */
  double weight;               /* of the place, 0..1 */
  Vec3   normal, arm_a, arm_b; /* arms: from the centres of the bodies, m */
} CapsuleTouch;
/* That of rows a and b of a list; false: the place has no weight. */
bool capsule_touch(const ContactScene *scene, int32_t a, int32_t b, CapsuleTouch *out);
/* Angular velocity of the normal n of capsules a and b. An axis that touches at a place between its ends
   stays perpendicular to the normal: the place slides along it, and the normal turns with it. v: velocity
   of the point on axis b relative to that on a, m/s; d: distance of these points, m; half[]: half axes,
   0: the place does not slide along it; w[]: spins, rad/s. */
Vec3 capsule_normal_spin(Vec3 n, double d, Vec3 v, const Vec3 half[2], const Vec3 w[2]);
/* Let the contacts move as their gaps do: the normal part of the relative velocity is the rate at which
   the gap closes, and with a law that needs it the effective mass that of the gap. */
void tile_close_capsules(const Tile *tile, ContactBatch *batch);
void tile_masses_of_capsules(const ContactScene *scene, const Tile *tile, ContactBatch *batch);
/* Add the forces along axes that come with the normal forces, and the couples of their points. */
void tile_slide_capsules(const Tile *tile, ContactBatch *batch);
/* True if b is a wall, carried or not, and no pebble. */
static inline bool tile_b_is_flat(const Tile *t, int k)
{
  return t->b.row[k] < 0 || (t->inverse_distance[k] == 0 && t->b.lever[k] == 0);
}
/* Relative motion, events and the effective masses that the law reads; NULL: none. batch->known
   must be set. */
void tile_motion(const ContactScene *scene, const Law *law, bool walls, bool capsules,
                 const Tile *tile, ContactBatch *batch);

/* 1 over a moment of inertia of the bodies of a tile, 1/(kg m^2); b is not set for walls. */
typedef struct {
  _Alignas(64) double a[TILE], b[TILE];
} Turnings;

/* For tile_motion. Effective masses at the contact points (NEEDS_POINT_MASS). turnings, where all
   bodies are round: their moments, which are read for it; NULL: nobody asks. */
void tile_masses(const ContactScene *scene, bool walls, const Tile *tile, ContactBatch *batch,
                 Turnings *turnings);
/* For tile_motion, of a law with dashpots by a rate above DASHPOT_SLOW / dt: reduced masses with
   which none is stronger than DASHPOT_MOST allows, as terms have reduced rates to what that is of
   the reduced mass. Sets point_mass, too, where the law does not need it. */
void tile_bound_masses(const ContactScene *scene, const Law *law, bool walls, const Tile *tile,
                       ContactBatch *batch);
/* Effective moments of inertia for rolling, about the centres or, with `point`, about the contact
   points. turnings: those of tile_masses, or NULL. */
void tile_inertias(const ContactScene *scene, bool walls, bool point, const Tile *tile,
                   const Turnings *turnings, ContactBatch *batch);
/* Effective moments of inertia for spinning about the normal. */
void tile_twists(const Clumps *clumps, const Tile *tile, ContactBatch *batch);

#endif
