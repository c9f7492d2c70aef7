/* SPDX-License-Identifier: MIT */
/* Clumps (rigid bodies) of one rank: owned rows 0 .. n_owned-1, then held copies of clumps of other
   ranks, and periodic images, .. n-1.

   Owned rows carry the state. Held rows carry the columns with HELD_ONCE, plus a pose and the
   columns with RENEWED, which the halo renews every step. */
#ifndef MATTER_CLUMPS_H
#define MATTER_CLUMPS_H

#include "base/field.h"
#include "base/vec.h"
#include "matter/field_list.h"
#include "matter/template.h"

typedef struct {
  int32_t x, y, z;
} Image;

/* State that the contact forces need, at one time: sent to held copies every step. Two cache lines,
   in groups of four reals. x and q of owned rows are state; v and w are predicted values during a
   step; scale, inverse_mass and per_arm change at rebuilds only (clumps_prepare), and scale where a
   change of the scenario sets it right before one. */
typedef struct {
  /* centre of mass, on the grid, m; wrapped at rebuilds; in a held copy shifted to its image */
  Vec3   x;
  Quat   q;            /* principal frame to lab */
  double scale;        /* factor on the template's lengths */
  Vec3   v;            /* velocity predicted to the time of x, m/s */
  Vec3   w;            /* angular velocity predicted to the time of q, lab frame, rad/s */
  double inverse_mass; /* 1/kg; 0: all translation blocked */
  /* 1 over the arm, 1/m; the arm is a power of two, 1.1 to 2.2 times as long as from the centre to
     the surface */
  double per_arm;
} Pose;

/* Offsets of members in a Pose taken as an array of reals. */
enum {
  POSE_X       = 0,
  POSE_QW      = 3,
  POSE_QX      = 4,
  POSE_SCALE   = 7,
  POSE_V       = 8,
  POSE_W       = 11,
  POSE_WY      = 12,
  POSE_PER_ARM = 15,
  POSE_REALS   = sizeof(Pose) / sizeof(double)
};

/* State that only the time integration needs, in groups of four reals. v, momentum and rest: of
   owned rows; inverse_inertia: of every row, set at the last rebuild (clumps_prepare). */
typedef struct {
  Vec3 v;        /* m/s */
  Vec3 momentum; /* angular momentum about the centre, lab frame, kg m^2/s */
  Vec3 rest; /* part of the centre below the position quantum: remainder of the rounded drift, m */
  Vec3 inverse_inertia; /* principal frame, 1/(kg m^2); 0: all rotation blocked */
} Motion;

enum { MOTION_V = 0, MOTION_RZ = 8, MOTION_REALS = sizeof(Motion) / sizeof(double) };

/* Blocked degrees of freedom, lab axes; with BLOCK_BODY rotations, and with BLOCK_BODY_MOVE
   translations are blocked about and along the axes of the clump's template as given, which turn
   with the clump. Without these bits where all of the three are blocked, or none. */
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
  /* the clump has left the domain; the row is removed at the next rebuild: clump_drop */
  BLOCK_GONE      = 64,
  BLOCK_BODY      = 128,
  BLOCK_BODY_MOVE = 256
};

/* Kinds of clumps among the owned rows of a tile, rows tile x CLUMPS_TILE and following. */
enum {
  TILE_MOVE_BLOCKED = 1,    /* a translation is blocked */
  TILE_TURN_BLOCKED = 2,    /* a rotation is blocked, in a clump that is not still */
  TILE_STILL        = 4,    /* clump_is_still: the attitude never changes */
  TILE_ROUND        = 8,    /* three equal principal moments */
  TILE_NOT_ROUND    = 16,   /* principal moments that differ */
  TILE_EXTENDED     = 32,   /* a pebble whose centre is not the clump's centre */
  TILE_GONE         = 64,   /* rows of clumps that have left */
  TILE_FIXED        = 128,  /* clump_is_fixed: no degree of freedom ever changes */
  TILE_FREE         = 256,  /* a clump that is not fixed */
  TILE_DRIVEN       = 512,  /* clump_is_driven */
  TILE_WEIGHTLESS   = 1024, /* a clump that gravity does not act on */
  TILE_TURNS        = 2048, /* a clump that is not still */
  TILE_MOVE_BODY    = 4096  /* a translation is blocked along an axis of the body */
};

enum { CLUMPS_TILE = 32 };

/* Bounds of effective masses: room for the rounding of exact ones, of clumps whose largest
   principal moment is at most so many times the smallest. */
#define CLUMPS_ROUNDING (1 + 1e-6)
#define CLUMPS_UNEVEN   1e6

/* Fields that no code reads by a name of their own; fields sent in every step; most fields of all
   tables of field_list.h. */
enum { CLUMPS_SPARE = 8, CLUMPS_RENEWED = 8, CLUMPS_FOUND = 48 };

/* Bits of optional fields beside those of quantities (Field.use): anchors of driven clumps;
   bond_id; squeeze; forces of constraints; leads in cells that deform; loads that constraints bear;
   pushes of a host.
   The bit of a table of field_list.h is clump_table_use. */
#define USE_ANCHORS  0x80000000u
#define USE_BOND_IDS 0x40000000u
#define USE_SQUEEZE  0x20000000u
#define USE_HELD     0x10000000u
#define USE_ANSWERS  0x08000000u
#define USE_LEADS    0x04000000u
#define USE_BORNE    0x02000000u
#define USE_PUSHED   0x01000000u
#define USE_MORE     0xffff0000u

/* Clumps of equal bond_id do not touch (contact/exclusions.h); BOND_NONE: this one has none. */
enum { BOND_NONE = -1 };

typedef struct Clumps {
  PetscInt     n_owned, n, capacity;
  unsigned     uses;   /* quantities, as bits (Field.use); the same on all ranks */
  unsigned     more;   /* further optional fields: USE_ bits */
  Field       *fields; /* the fields that are in use, of all clump_field; clumps_use moves them */
  char        *spare[CLUMPS_SPARE]; /* columns of fields without a member here */
  double      *found[CLUMPS_FOUND]; /* those of tables of field_list.h, one table after another */
  int          n_renewed;
  const Field *renewed[CLUMPS_RENEWED]; /* the fields in `fields` marked RENEWED */
  /* every row */
  Id *id;
  int32_t *template; /* index of the template */
  uint64_t *blocked; /* BLOCK_ bits */
  double   *scale;   /* factor on the template's lengths */
  double   *mass;    /* kg */
  Vec3     *inertia; /* principal moments, kg m^2 */
  Pose     *pose;
  Motion   *motion;
  Image    *shift;   /* held: periodic image that this copy is, in box lengths; owned: 0 */
  Vec3    *anchor_x; /* of driven clumps: unwrapped centre if no motion had moved it, m; NULL: no */
  Quat    *anchor_q; /* clump is driven; likewise the attitude; 0: this clump is not driven */
  int32_t *bond_id;  /* number of a larger body; BOND_NONE: of none; NULL: no clump has one */
  /* owned rows */
  Image *image; /* number of box lengths crossed: unwrapped = x + image * length */
  /* angular velocity, lab frame, rad/s: state along blocked axes, else derived from momentum */
  Vec3 *w;
  Vec3 *force;  /* contact force of the last step, N; valid at the end of a step */
  Vec3 *torque; /* of the last step, about the centre, N m */
  /* by constraints in the last step (constraint/apply.h), N; NULL: nobody asks */
  Vec3 *held_force;
  Vec3 *held_torque; /* likewise about the centre, N m */
  /* half of the velocity change by constraints in the last step (constraint/shown.h), m/s; NULL:
     no constraint is there */
  Vec3 *answer;
  Vec3 *answer_turn; /* likewise of the angular momentum, kg m^2/s */
  /* acceleration by constraints and hard contacts in the last step, that of collisions left out,
     m/s^2: mass x borne is the force that they bear. NULL: nothing damps beside constraints */
  Vec3 *borne;
  Vec3 *borne_torque; /* about the centre, N m */
  Vec3 *pushed; /* by the host (interaction/host/host_forces.h), N; NULL: it has pushed nothing */
  Vec3 *pushed_torque; /* likewise about the centre, N m */
  Vec3 *grid_force;    /* by the host's grids, N; with `pushed` */
  Vec3 *grid_torque;   /* likewise about the centre, N m */
  int64_t *asked;      /* step after which the clump was changed last (supply/change.h) */
  /* sum over contacts of arm . force, J (contact/evaluate.h); NULL: nothing needs it */
  double         *squeeze;
  uint64_t       *group;                /* mask of groups (group.h) */
  QuantityColumns quantity[QUANTITIES]; /* owned rows; held ones have `predicted` */
  /* owned rows: periods from the image in the cell, which has the velocity Motion.v, to that in the
     pose (space/cell/cell.h); NULL: the cell does not deform */
  Image *lead;
  /* owned rows: pose at the last rebuild, to decide when the pair lists are outdated */
  Vec3   *x0;
  Quat   *q0;
  double *s0; /* scaled coordinate of x0 along a profile (motion/profile.h) */
  /* largest distance of a pebble's centre from the clump's centre, m: clumps_prepare */
  double *extent;
  /* for every CLUMPS_TILE owned rows, set at rebuilds */
  uint16_t *tile;                /* TILE_ bits */
  bool      some_partly_blocked; /* any row, owned or held; set at rebuilds */
  bool      all_round;           /* every row is clump_is_round; set at rebuilds */
  /* bound over all rows, in any direction, of 1 over the effective mass at a point of the surface
     over 1 over the mass (clumps_prepare); INFINITY: there is none */
  double           lightest;
  const Templates *templates; /* borrowed; set by setup and at rebuilds (clumps_prepare) */
  uint64_t         heavy;     /* mask of the groups of clumps that gravity acts on; 0: all */
} Clumps;

/* Field k of all that clumps may have, from 0 on: those of every run, then those of each quantity;
   false: there are no more. A run has those of Clumps.fields. */
bool clump_field(int k, Field *field);
/* Bit of the fields of a table of field_list.h (Field.use), and index of its first in
   Clumps.found. */
unsigned clump_table_use(const Field *table);
int      clump_table_first(const Field *table);

/* Without optional fields. */
PetscErrorCode clumps_create(Clumps **clumps);
void           clumps_destroy(Clumps **clumps);
/* Add the fields of these quantities, or USE_ANCHORS; existing rows get zeros, and values that are
   not given. Local, but every rank must call it, as messages have these fields from then on. */
PetscErrorCode clumps_use(Clumps *clumps, unsigned uses);
/* All optional fields that the clumps have, for clumps_use of others. */
static inline unsigned clumps_used(const Clumps *c)
{
  return c->uses | c->more;
}
void clumps_reserve(Clumps *clumps, PetscInt n);
/* Append an owned row (drops held copies): identity attitude, at rest, all rotations blocked if
   Template.still, mass and inertia of the template at `scale`. Returns its index. */
PetscInt clumps_add(Clumps *clumps, const Templates *templates, Id id, int template, double scale);

/* Set the data that follow from the columns and are constant between rebuilds: inverse inertia of
   every row; scale, inverse mass and arm in the poses of owned rows (held copies receive theirs);
   extents; tiles; some_partly_blocked; all_round; lightest. */
void clumps_prepare(Clumps *clumps, const Templates *templates);

/* Mark an owned row whose clump has left the domain. Until a rebuild removes the row its centre is
   NaN, so that every distance test fails, on this rank and on ranks that hold copies: no contact
   finds it. It does not turn, either. */
void clump_drop(Clumps *clumps, PetscInt row);

static inline bool clump_is_gone(const Clumps *c, PetscInt a)
{
  return c->blocked[a] & BLOCK_GONE;
}

/* Replace the density of a row's template by this one (kg/m^3; 0: no change): mass and inertia
   are scaled, except an inertia that was given. Call it before the angular momentum is set,
   which is not scaled. */
void clump_set_density(Clumps *clumps, PetscInt row, const Materials *materials,
                       const Templates *templates, double density);

/* Angular velocity from angular momentum and attitude, I = R diag(inertia) R^T; clump_momentum
   is the inverse. */
static inline Vec3 clump_spin(Vec3 momentum, Quat q, Vec3 inertia)
{
  const Vec3 b = quat_turn_back(q, momentum);

  return quat_turn(q, (Vec3){b.x / inertia.x, b.y / inertia.y, b.z / inertia.z});
}

/* True if the clump follows prescribed motions (motion/prescribed/driven.h). */
static inline bool clump_is_driven(const Clumps *c, PetscInt a)
{
  return c->anchor_q && (c->anchor_q[a].w != 0 || c->anchor_q[a].x != 0 || c->anchor_q[a].y != 0 ||
                         c->anchor_q[a].z != 0);
}

/* True if the angular velocity never changes, as all rotation is blocked about axes of the lab. */
static inline bool clump_spin_is_given(const Clumps *c, PetscInt a)
{
  return (c->blocked[a] & (BLOCK_TURN | BLOCK_BODY)) == BLOCK_TURN;
}

/* True if the attitude never changes: all rotation blocked and angular velocity zero. */
static inline bool clump_is_still(const Clumps *c, PetscInt a)
{
  return (c->blocked[a] & BLOCK_TURN) == BLOCK_TURN && c->w[a].x == 0 && c->w[a].y == 0 &&
         c->w[a].z == 0 && !clump_is_driven(c, a);
}

/* True if the row never changes, to the bit: all degrees of freedom blocked and both velocities
   zero. */
static inline bool clump_is_fixed(const Clumps *c, PetscInt a)
{
  const Vec3 v = c->motion[a].v;

  return c->blocked[a] == BLOCK_ALL && v.x == 0 && v.y == 0 && v.z == 0 && clump_is_still(c, a);
}

/* Number of owned rows that are not fixed. */
PetscInt clumps_count_free(const Clumps *clumps);

/* Groups that select a row, a mask: its own, and that of its template if one is asked for
   (groups_select). */
static inline uint64_t clump_groups(const Clumps *c, PetscInt a)
{
  return c->group[a] | (c->templates ? c->templates->list[c->template[a]].selected : 0);
}

/* True if a row is in one of these groups, a mask; 0: any row. */
static inline bool clump_is_among(const Clumps *c, PetscInt a, uint64_t groups)
{
  return groups == 0 || (groups & clump_groups(c, a));
}

/* True if gravity acts on this owned row. */
static inline bool clump_is_heavy(const Clumps *c, PetscInt a)
{
  return clump_is_among(c, a, c->heavy);
}

/* Volume of the body, m^3; in two dimensions its area, m^2. */
static inline double clump_volume(const Clumps *c, PetscInt a)
{
  return c->templates->list[c->template[a]].mass.volume *
         templates_volume_factor(c->templates, c->scale[a]);
}

/* True if the three principal moments are equal. */
static inline bool clump_is_round(Vec3 inverse_inertia)
{
  return inverse_inertia.x == inverse_inertia.y && inverse_inertia.y == inverse_inertia.z;
}

static inline Vec3 clump_momentum(Vec3 w, Quat q, Vec3 inertia)
{
  return quat_turn(q, vec3_mul(inertia, quat_turn_back(q, w)));
}

/* ---- some axes blocked (blocked.c) ---- */

/* Tensor of inertia in the lab frame, R diag(inertia) R^T, kg m^2. */
void clump_lab_inertia(Quat q, Vec3 inertia, double m[3][3]);
/* Angular velocity when the lab components in `blocked` (BLOCK_RX..) are prescribed by w: the free
   components follow from the free components of the momentum. */
Vec3 clump_spin_blocked(Vec3 momentum, Quat q, Vec3 inertia, Vec3 w, uint64_t blocked);
/* Angular velocity of a row at attitude q, about the axes in which its rotations are blocked, as
   clump_spin_blocked. The prescribed components are those of Clumps.w at the attitude Pose.q.
   Requires clumps_prepare, as the next functions do. */
Vec3 clump_spin_held(const Clumps *clumps, PetscInt row, Quat q, Vec3 momentum);
/* Change of the angular velocity of a row at attitude q by an angular impulse. */
Vec3 clump_spin_by(const Clumps *clumps, PetscInt row, Quat q, Vec3 impulse);
/* Components of a vector along the axes of blocked rotations, of a row at attitude q; from:
   back. */
Vec3 clump_along(const Clumps *clumps, PetscInt row, Quat q, Vec3 v);
Vec3 clump_from(const Clumps *clumps, PetscInt row, Quat q, Vec3 along);
/* Angular velocities prescribed along its blocked axes, of a row at attitude Pose.q, rad/s; other
   components are those of Clumps.w. */
Vec3 clump_imposed(const Clumps *clumps, PetscInt row);
/* Components of a vector along the axes of blocked translations, of a row at attitude q; from:
   back. */
Vec3 clump_way_along(const Clumps *clumps, PetscInt row, Quat q, Vec3 v);
Vec3 clump_way_from(const Clumps *clumps, PetscInt row, Quat q, Vec3 along);
/* A vector without its components along blocked translations, of a row at attitude q. */
Vec3 clump_free_way(const Clumps *clumps, PetscInt row, Quat q, Vec3 v);
/* The vector rounded to 44 bits of its largest component, so that rounding does not accumulate in
   imposed components along axes that turn. */
Vec3 clump_rounded(Vec3 along);
/* With BLOCK_BODY: components of the angular velocity from those of the momentum and of the imposed
   angular velocity, in the axes of the template, in which the inertia is constant. */
Vec3 clump_spin_along(const Clumps *clumps, PetscInt row, Vec3 momentum, Vec3 imposed);
/* Inverse effective mass at a point, 1/kg: change of the speed along the unit vector n of the
   point at `arm` (m) from the centre by an impulse of 1 N s along n. Blocked degrees of freedom
   do not respond. Any row. */
double clump_inverse_at(const Clumps *clumps, PetscInt row, Vec3 arm, Vec3 n);

/* Change of the angular velocity, times the unit vector or arm x normal u, by an angular impulse u:
   u . I^-1 . u; 0 if rotation is blocked. Any row. */
static inline double clump_turning(const Clumps *c, PetscInt row, Vec3 u)
{
  const Vec3 v = quat_turn_back(c->pose[row].q, u), i = c->motion[row].inverse_inertia;

  return v.x * v.x * i.x + v.y * v.y * i.y + v.z * v.z * i.z;
}

/* True if some but not all translations, or some but not all rotations, are blocked. */
static inline bool clump_is_partly_blocked(uint64_t blocked)
{
  const uint64_t move = blocked & BLOCK_MOVE, turn = blocked & BLOCK_TURN;

  return (move != 0 && move != BLOCK_MOVE) || (turn != 0 && turn != BLOCK_TURN);
}

#endif
