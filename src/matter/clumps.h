/* SPDX-License-Identifier: MIT */
/* The rigid bodies of one rank: those it owns (rows 0 .. n_owned-1), then the copies it holds of others (.. n-1).

   Owned rows carry the state. Held rows carry what HELD_ONCE says, plus a pose that the halo renews every step. */
#ifndef MATTER_CLUMPS_H
#define MATTER_CLUMPS_H

#include "base/field.h"
#include "base/vec.h"
#include "matter/template.h"

typedef struct {
  int32_t x, y, z;
} Image;

/* Where a body is, and all else that forces look at, at one time: sent to held copies every step. Two cache lines, in parts of
   four reals. x and q of owned rows are state; v and w are predicted while a step is under way; scale, inverse_mass and per_arm
   change at rebuilds only (clumps_prepare). */
typedef struct {
  Vec3   x;            /* centre, on the grid, m; wrapped at rebuilds; a held copy's is shifted to its image */
  Quat   q;            /* principal frame to lab */
  double scale;        /* of the template's lengths */
  Vec3   v;            /* velocity predicted to the time of x, m/s */
  Vec3   w;            /* angular velocity predicted to the time of q, lab frame, rad/s */
  double inverse_mass; /* 0: does not move, 1/kg */
  double per_arm; /* 1 over the arm: a power of two of m, at least 1.1 times as long as it is from the centre to the surface */
} Pose;

/* Where in a row of reals. */
enum { POSE_X = 0, POSE_QX = 4, POSE_V = 8, POSE_WY = 12, POSE_REALS = sizeof(Pose) / sizeof(double) };

/* How a body goes on: state of owned rows that nobody but the motion looks at, in parts of four reals; every row has the inverse
   inertia, from the last rebuild (clumps_prepare). */
typedef struct {
  Vec3 v;               /* m/s */
  Vec3 momentum;        /* angular, about the centre, lab frame, kg m^2/s */
  Vec3 rest;            /* what rounding to the grid left of the drift, m */
  Vec3 inverse_inertia; /* principal frame; 0: does not turn, 1/(kg m^2) */
} Motion;

enum { MOTION_V = 0, MOTION_RZ = 8, MOTION_REALS = sizeof(Motion) / sizeof(double) };

/* Blocked degrees of freedom, lab axes. */
enum {
  BLOCK_X    = 1,
  BLOCK_Y    = 2,
  BLOCK_Z    = 4,
  BLOCK_RX   = 8,
  BLOCK_RY   = 16,
  BLOCK_RZ   = 32,
  BLOCK_MOVE = 7,
  BLOCK_TURN = 56,
  BLOCK_ALL  = 63,
  /* an owned row of no body any more, until the next rebuild: clump_drop */
  BLOCK_GONE = 64
};

/* What there is among the owned rows of a tile: rows tile x CLUMPS_TILE and on. */
enum {
  TILE_MOVE_BLOCKED = 1,   /* a blocked way */
  TILE_TURN_BLOCKED = 2,   /* a blocked turn, but for */
  TILE_STILL        = 4,   /* bodies that are held in their attitude for good */
  TILE_ROUND        = 8,   /* bodies with three equal moments */
  TILE_NOT_ROUND    = 16,  /* and others */
  TILE_EXTENDED     = 32,  /* pebbles away from the centre */
  TILE_GONE         = 64,  /* rows of no body any more */
  TILE_FIXED        = 128, /* bodies that never move: clump_is_fixed */
  TILE_FREE         = 256  /* and others */
};

enum { CLUMPS_TILE = 32 };

typedef struct {
  PetscInt n_owned, n, capacity;
  /* every row */
  Id       *id;
  int32_t  *shape;   /* index of the template */
  uint64_t *blocked; /* BLOCK_ bits */
  double   *scale;   /* of the template's lengths */
  double   *mass;    /* kg */
  Vec3     *inertia; /* principal moments, kg m^2 */
  Pose     *pose;
  Motion   *motion;
  Image    *shift; /* held: which periodic image this copy is; owned: 0 */
  /* owned rows */
  Image    *image;  /* how many boxes were crossed: unwrapped = x + image * length */
  Vec3     *w;      /* angular velocity, lab frame, rad/s: state where blocked, else follows from momentum */
  Vec3     *force;  /* of the last step, when it is finished, N */
  Vec3     *torque; /* about the centre, N m */
  uint64_t *group;  /* bits */
  /* owned rows: where the last rebuild found it (decides when the pair list is stale) */
  Vec3   *x0;
  Quat   *q0;
  double *extent; /* largest distance of a pebble's centre from the body's, m: clumps_prepare */
  /* of every CLUMPS_TILE owned rows, at rebuilds */
  uint16_t *tile;                /* TILE_ bits */
  bool      some_partly_blocked; /* of all rows, at rebuilds */
} Clumps;

extern const Field clump_fields[];

PetscErrorCode clumps_create(Clumps **clumps);
PetscErrorCode clumps_destroy(Clumps **clumps);
PetscErrorCode clumps_reserve(Clumps *clumps, PetscInt n);
/* Append an owned row (drops held copies): identity attitude, at rest, of the template at scale 1; returns its index. */
PetscErrorCode clumps_add(Clumps *clumps, const Templates *templates, Id id, int shape, double scale, PetscInt *row);

/* What follows from the state of rows and stays between rebuilds: inverse inertia of every row; scale, inverse mass and arm in
   the poses of owned rows, from which copies get theirs; extents; the tiles; whether there are partly blocked bodies. */
void clumps_prepare(Clumps *clumps, const Templates *templates);

/* The body of this owned row has left. Until a rebuild takes the row out its centre is not a number, which every comparison of
   distances turns down, here and on the ranks that hold copies: nobody touches it any more. It does not turn, either. */
void clump_drop(Clumps *clumps, PetscInt row);

static inline bool clump_is_gone(const Clumps *c, PetscInt a)
{
  return c->blocked[a] & BLOCK_GONE;
}

/* Give the row this density in place of its template's (kg/m^3; 0: leave it): mass and inertia follow, but an inertia given by
   hand stays. Momentum does not follow: before it is set. */
void clump_set_density(Clumps *clumps, PetscInt row, const Materials *materials, const Templates *templates, double density);

/* Angular velocity of a body with this momentum and attitude, and back. I = R diag(inertia) R^T. */
static inline Vec3 clump_spin(Vec3 momentum, Quat q, Vec3 inertia)
{
  const Vec3 b = quat_turn_back(q, momentum);

  return quat_turn(q, (Vec3){b.x / inertia.x, b.y / inertia.y, b.z / inertia.z});
}

/* Held in its attitude for good: the common case of bodies that do not turn. */
static inline bool clump_is_still(const Clumps *c, PetscInt a)
{
  return (c->blocked[a] & BLOCK_TURN) == BLOCK_TURN && c->w[a].x == 0 && c->w[a].y == 0 && c->w[a].z == 0;
}

/* Held where it is, for good: its rows never change, not by a bit. */
static inline bool clump_is_fixed(const Clumps *c, PetscInt a)
{
  const Vec3 v = c->motion[a].v;

  return c->blocked[a] == BLOCK_ALL && v.x == 0 && v.y == 0 && v.z == 0 && clump_is_still(c, a);
}

/* How many owned rows are not fixed. */
PetscInt clumps_count_free(const Clumps *clumps);

/* Do all axes through the centre have the same moment? */
static inline bool clump_is_round(Vec3 inverse_inertia)
{
  return inverse_inertia.x == inverse_inertia.y && inverse_inertia.y == inverse_inertia.z;
}

static inline Vec3 clump_momentum(Vec3 w, Quat q, Vec3 inertia)
{
  return quat_turn(q, vec3_mul(inertia, quat_turn_back(q, w)));
}

/* ---- some axes blocked (blocked.c) ---- */

/* Angular velocity when the lab components in `blocked` (BLOCK_RX..) are prescribed by w: the free components follow from
   the free components of the momentum. */
Vec3 clump_spin_blocked(Vec3 momentum, Quat q, Vec3 inertia, Vec3 w, uint64_t blocked);
/* What an impulse of 1 N s along the unit vector n changes of the speed along n of the point at `arm` (m) from the centre, for
   what is blocked; any row, 1/kg. */
double clump_inverse_at(const Clumps *clumps, PetscInt row, Vec3 arm, Vec3 n);

/* Is some of its moving, or of its turning, blocked and some is free? */
static inline bool clump_is_partly_blocked(uint64_t blocked)
{
  const uint64_t move = blocked & BLOCK_MOVE, turn = blocked & BLOCK_TURN;

  return (move != 0 && move != BLOCK_MOVE) || (turn != 0 && turn != BLOCK_TURN);
}

#endif
