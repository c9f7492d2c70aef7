/* SPDX-License-Identifier: MIT */
/* Contacts as hard constraints: pebbles of different clumps, pebbles and walls, and free meshes, of
   two materials do not overlap, with friction and restitution, in place of a contact law
   (`constraint: - NAME: {type: contact}`). Nothing of a contact outlasts a step, so that there is
   no state.

   In a step, when all clumps have moved (u: their velocities then):
     1. The pairs come from lists of their own, made and narrowed together with those of the contact
        laws. On several ranks the step's one global operation tells whether the lists may have
        lacked a pair. If so, the clumps are put back where they were when the sweeps began, the
        lists are renewed, and the sweeps are made again (run/step/step_hard.c). So the age of lists
        never matters.
     2. A pair whose gap at these places is less than its margin is a contact of this step, on the
        rank that counts the pair. The margin is the way that bodies go by forces in two steps, at
        most a hundredth of the smallest radius. Without it the bricks of a stack, which fall alike
        and so keep gaps of 0, would not push each other until the next step. N of a clump is its
        number of contacts and of pairs of links; it is summed as integers and sent to the copies.
     3. In `sweeps` sweeps, which are those of the other constraints (project.h), a contact corrects
        its gap g >= 0, n the normal from a to b:

          change of lambda = max(-lambda, (-g - a lambda) / (n . K n + a)),   a = compliance / dt^2

        then its slip s, the tangential part of dt v + K n (change of lambda), v the present
        velocity of b relative to a where they touch: velocities change by corrections over dt, so
        dt v is the way in this step. Along t = s / |s| the grip, the tangential impulse, changes by
        -|s| / (t . K t), and is cut at friction lambda: sticking and sliding (Coulomb) in one. A
        contact that has most of a clump to itself gets the impulse with which it opens, sticks or
        slides by Coulomb's law if no other one changes (hard_contact.c): at an edge beside the
        centre the normal impulse changes the slip, and the grip the approach, and sweeps with
        momentum that solve both in turn would not converge.
     4. In `velocity_sweeps` sweeps velocities alone are corrected: contacts with lambda > 0 get the
        normal velocity -restitution u_n, or 0 if they were no faster than forces make them in two
        steps, in the same way, with lambda >= 0 for the sum of both parts. So what lifts two bodies
        out of an overlap leaves them no speed (Mueller et al. 2020, Comput. Graph. Forum 39, 101,
        section 3.6).

   K p is the displacement of b relative to a by an impulse p, for clumps of which each contact has
   the part 1/N of the mass. As in project.h the sum of p . K p over the contacts exceeds the
   response of all, as parts make up no more than the clump: the sweeps converge. Parts are equal;
   with friction, those of a struck clump are chosen anew by lambda after some sweeps: where a side
   of many pebbles lands, the outermost one comes to bear the impulse, of which sweeps with equal
   parts would find 1/N. Sweeps start from multipliers that are carried on, as there.
   Corrections are equal and opposite at one point, and summed as integers: momentum is kept
   exactly. */
#ifndef CONSTRAINT_HARD_HARD_H
#define CONSTRAINT_HARD_HARD_H

#include "constraint/project.h"
#include "contact/law.h"
#include "contact/solid/solids.h"
#include "contact/wall_loads.h"
#include "search/wall_pairs.h"

/* An object of the scenario. */
typedef struct {
  char   name[NAME_LENGTH];
  int    a, b; /* materials */
  double friction, restitution;
  double compliance; /* m/N */
  int    sweeps, velocity_sweeps;
} HardLaw;

/* The bodies of a contact. */
typedef enum {
  HARD_PEBBLES, /* two pebbles */
  HARD_WALL,    /* a pebble and a wall, or a free mesh */
  HARD_SOLID    /* a free mesh and a wall or a free mesh (contact/solid/solids.h) */
} HardKind;

/* A contact of this step; lone spheres have HardSpheres. */
typedef struct {
  HardKind kind;
  int32_t  a, b; /* clump rows; b: -1 for a wall that no clump carries */
  /* HARD_PEBBLES: pebble rows; HARD_WALL: pebble row, index in the near list; HARD_SOLID: j is the
     index in Hard.key, and i means nothing */
  int32_t i, j;
  int32_t law;
  double  share[2]; /* numbers N of parts in which the masses of a and b count */
  bool    bounces;  /* it takes part in the sweeps of velocities */
  double  approach; /* normal velocity u_n, m/s; < 0: they came closer */
  double  lambda;   /* kg m */
  double  slip;     /* speed along the surfaces when it was last corrected, m/s */
  Vec3    grip;     /* impulse of friction on b times dt, kg m */
  double  before;   /* lambda and grip of the sweep before, without momentum */
  Vec3    grip_before;
} HardContact;

/* Geometry and motion of a contact now. */
typedef struct {
  Vec3    n;            /* from a to b */
  double  gap;          /* m */
  Vec3    arm_a, arm_b; /* from the centres of the clumps to the contact point, m */
  Vec3    v;            /* velocity of b relative to a there, m/s */
  Vec3    wall_v;       /* of a wall there */
  Vec3    kn;           /* K n, 1/kg */
  Sym3    k;            /* K, 1/kg; of a law with friction only */
  Vec3    x;            /* of a wall that no clump carries: the point, wrapped, m */
  int32_t facet;        /* of a wall that gives it */
} HardPlace;

/* Contacts of lone spheres without friction, which nothing turns or holds: columns, on which
   kernels work. */
enum {
  SPHERES_REACH,   /* sum of the radii, m */
  SPHERES_SMALLER, /* the smaller one, m */
  SPHERES_YIELD,   /* 1 / (n . K n + a), kg */
  SPHERES_SOFT,    /* a, 1/kg */
  SPHERES_LAMBDA,  /* this and the next two as in HardContact */
  SPHERES_BEFORE,
  SPHERES_APPROACH,
  SPHERES_TO,  /* normal velocity that the sweeps of velocities seek, m/s */
  SPHERES_ON,  /* 1: it bounces, else 0 */
  SPHERES_GAP, /* gap, m, and normal from a to b, in the present sweep or the last one */
  SPHERES_NX,
  SPHERES_NY,
  SPHERES_NZ,
  SPHERES_COLUMNS
};
typedef struct {
  PetscInt n, capacity;
  int32_t *a, *b, *law;
  double  *column[SPHERES_COLUMNS];
} HardSpheres;

/* Effects of the contacts of the last step, on this rank. */
typedef struct {
  int64_t   touching; /* contacts that have pushed */
  double    deepest;  /* largest overlap that is left, m; 0: none */
  double    part;     /* largest overlap over the smaller radius of its two bodies */
  Id        a, b;     /* clumps of the contact with `part`; b: index of the wall */
  bool      wall;
  WallPush *push; /* on walls */
  PetscInt  n_pushes, push_capacity;
} HardEffects;

/* Velocities in the pose less those of the motion, which forces will see. */
typedef struct {
  Vec3 v, w;
} HardKick;

/* An owned clump before the sweeps. */
typedef struct {
  Pose     pose;
  Motion   motion;
  Vec3     w;
  uint64_t blocked;
} HardRow;

/* State before the sweeps, to begin anew from. */
typedef struct {
  PetscInt     n, n_tiles, capacity, tiles_capacity;
  HardRow     *row;
  uint16_t    *tile;
  MotionReport report;
  Sum          work[4]; /* of ConstraintWork */
} HardBefore;

struct Hard {
  int         n, n_materials;
  HardLaw    *laws;
  int        *of;                      /* [n_materials][n_materials]: index of the law, -1: none */
  int         sweeps, velocity_sweeps; /* the most of all laws */
  Pairs      *pairs;
  HardSpheres spheres;
  PetscInt n_pebbles, n_walls, n_solids, capacity; /* other contacts: of each kind, in this order */
  HardContact *list;
  HardPlace   *place; /* where the sweeps of positions ended */
  PetscInt     place_capacity;
  Solids      *solids; /* of free meshes, owned, without forces; NULL: none has hard contacts */
  SolidKey    *key;    /* [n_solids] */
  PetscInt     key_capacity;
  HardEffects  effects;
  /* [rows] of clumps */
  int64_t   *count;
  double    *shares; /* number of pairs and contacts */
  int64_t   *pushed; /* of listed contacts: number; in hard_share_anew the sum of lambda, quanta */
  int64_t   *struck; /* number of those that bring bodies together faster than forces do */
  double    *pushes; /* `pushed` of a clump that is struck, else 0 */
  double    *part;   /* of the mass that contacts in the list share */
  double    *rest;   /* speed that forces give in two steps, m/s */
  HardKick  *kick;   /* owned */
  PetscInt   rows_capacity;
  int32_t   *hits;
  WallPlace *places;
  PetscInt   hits_capacity;
  double    *reach; /* [n] largest gap of contacts, m */
  HardBefore before;
};

/* ---- hard_read.c ---- */

/* The word `contact` among the types of constraints. */
extern const Plugin constraint_contact;

/* Read the objects of this type; *hard stays NULL if there are none. */
void hard_read(Options *options, const Materials *materials, const Laws *laws, Hard **hard);
void hard_destroy(Hard **hard);
/* True if pebbles of these materials do not overlap; hard may be NULL, as in the next ones. */
bool hard_joins(const Hard *hard, int a, int b);
/* Name of an object that joins pebbles of this material, or walls, to any; NULL: there is none. */
const char *hard_of_material(const Hard *hard, int material);
/* Stiffness of the stiffest object, *name, that joins pebbles of this material, or walls, to any,
   N/m; INFINITY: without compliance; 0: there is none. */
double hard_stiffest(const Hard *hard, int material, const char **name);

/* When clumps have templates: prepare the contacts of free meshes with walls and with each other,
   if there are any. hard may be NULL. */
PetscErrorCode hard_join_meshes(Hard *hard, const Walls *walls, const Templates *templates);
/* Set the largest gap of contacts, m: HARD_REACH times the smallest radius of a pebble when the run
   begins. With a sensible dt forces move a pebble by less in two steps. hard may be NULL. */
#define HARD_REACH 0.01
void hard_set_reach(Hard *hard, double reach);

/* Speed that forces give in two steps: a contact of bodies that came together no faster does not
   bounce, m/s; b: -1 for a wall. */
static inline double hard_rest(const Hard *h, int32_t a, int32_t b)
{
  return b < 0 ? h->rest[a] : max_real(h->rest[a], h->rest[b]);
}

/* Number of contacts in the list. */
static inline PetscInt hard_listed(const Hard *h)
{
  return h->n_pebbles + h->n_walls + h->n_solids;
}

/* Wall of a contact that is no one of two pebbles. */
static inline int32_t hard_wall(const Hard *h, const HardContact *k)
{
  return k->kind == HARD_SOLID ? h->key[k->j].other : h->pairs->walls.b[k->j];
}

/* ---- hard.c ---- */

/* Build and narrow the lists, together with those of the contact laws: `contacts` is the search for
   these. Local. */
PetscErrorCode hard_build(Hard *hard, const PairSearch *contacts);
void hard_narrow(Hard *hard, const Domain *domain, const Pebbles *pebbles, const Walls *walls,
                 double near);
/* Make room for all contacts of the present lists. */
void hard_reserve(Hard *hard, const Clumps *clumps);
/* Find the contacts at the present places of clumps, with free meshes and pebbles put there; `rest`
   of owned clumps is known. Poses of copies are up to date afterwards. Collective. */
PetscErrorCode hard_find(Hard *hard, const ConstraintScene *scene);
/* Find the contacts of this step, and N. Poses of copies are up to date afterwards, and velocities
   in poses are those of the motion until hard_end. Collective. */
PetscErrorCode hard_begin(Constraints *constraints, const ConstraintScene *scene);
/* Add the corrections of sweep `count` to the sums of the clumps. Poses of copies must be up to
   date. Local. */
void hard_sweep(const Constraints *constraints, const ConstraintScene *scene, int count);
/* Places of all contacts but those of HardSpheres at the present poses. Local. */
void hard_place_all(const Hard *hard, const ConstraintScene *scene);
/* When positions are final, in copies too: contacts that have pushed take part in the sweeps of
   velocities, of which hard_bounce is one. Local. */
void hard_release(const Constraints *constraints, const ConstraintScene *scene);
void hard_bounce(const Constraints *constraints, const ConstraintScene *scene, int count);
/* Note what the contacts have done, and add the work of walls and driven groups to `work`. Local.
   */
void hard_end(const Constraints *constraints, const ConstraintScene *scene,
              const ConstraintWork *work);

/* ---- hard_shares.c ---- */

/* Set the shares of all contacts to the numbers of contacts and pairs on their clumps.
   Collective. */
PetscErrorCode hard_share(Constraints *constraints, const ConstraintScene *scene);
/* If there is friction, set the shares of the clumps that are struck by what their contacts bear.
   Collective. */
PetscErrorCode hard_share_anew(Constraints *constraints, const ConstraintScene *scene);
/* Call hard_share_anew if that is due before sweep `count` of places. Collective. */
PetscErrorCode hard_share_in_sweep(Constraints *constraints, const ConstraintScene *scene,
                                   int count);

/* ---- hard.c: the state before the sweeps ---- */

/* Note the owned clumps, the report and the energies before the sweeps; then bring them back, while
   no row has moved. Forces on driven groups and on single clumps are forgotten. Local. */
void hard_note(Hard *hard, const ConstraintScene *scene, const MotionReport *report,
               const ConstraintWork *work);
void hard_return(const Hard *hard, const ConstraintScene *scene, MotionReport *report,
                 const ConstraintWork *work);

/* ---- hard_effects.c ---- */

/* Find the effects of the step. Local. */
void hard_find_effects(const Constraints *constraints, const ConstraintScene *scene,
                       const ConstraintWork *work);
/* Add the effects to an evaluation of the contacts: loads on walls, overlaps. hard may be NULL.
   Local. */
void hard_add_wall_loads(const Hard *hard, const Walls *walls, double overlap_limit,
                         Contacts *contacts, ContactReport *report);

/* ---- visit.c ---- */

/* Visit the hard contacts of the step that have pushed, after constraints_project and before lists
   change; hard may be NULL. Friction that sweeps of velocities add is part of it. Local. */
void hard_visit(const Hard *hard, const ConstraintScene *scene, const ContactVisitor *visitor);

/* ---- hard_spheres.c ---- */

void hard_spheres_reserve(HardSpheres *spheres, PetscInt n);
void hard_spheres_free(HardSpheres *spheres);
void hard_spheres_add(Hard *hard, const ConstraintScene *scene, const HardContact *contact);
/* Find the responses of contacts, when the shares are known. */
void hard_spheres_begin(const Hard *hard, const ConstraintScene *scene);
void hard_spheres_sweep(const Constraints *constraints, const ConstraintScene *scene, int count);
void hard_spheres_release(const Hard *hard, const ConstraintScene *scene);
/* Parts of hard_show_begin: leave out contacts that meet or part; after hard_spheres_begin, let the
   rest take part in the sweeps of velocities. */
void hard_spheres_choose(Hard *hard, const ConstraintScene *scene);
void hard_spheres_answer(const Hard *hard, const ConstraintScene *scene);
void hard_spheres_bounce(const Constraints *constraints, const ConstraintScene *scene, int count);

/* ---- hard_solids.c ---- */

/* Append the contacts of free meshes whose bodies this rank owns. */
void hard_find_solids(Hard *hard, const ConstraintScene *scene);
/* As hard_place_walls. A place that has vanished, as may one on a circle, stays where it was in the
   sweep before, with a gap of 0. */
void hard_place_solids(const ConstraintScene *scene, const Hard *hard, PetscInt from, int n,
                       HardPlace *places);

/* ---- hard_contact.c ---- */

/* Largest gap of a contact of these rows, m; b: -1 for a wall. */
double hard_margin(const Hard *hard, const ConstraintScene *scene, int32_t a, int32_t b);
/* Velocity of a wall at the point x, wrapped; n: its normal there, m/s. */
Vec3 hard_wall_velocity(const Wall *wall, Vec3 x, Vec3 n);
/* Find the place of contact k between pebbles, or of the contacts from .. from + n - 1 with walls;
   HardPlace.kn is for hard_respond. */
void hard_place(const ConstraintScene *scene, const HardContact *contact, HardPlace *place);
void hard_place_walls(const ConstraintScene *scene, const Hard *hard, PetscInt from, int n,
                      HardPlace *places);
void hard_respond(const ConstraintScene *scene, const Hard *hard, const HardContact *contact,
                  HardPlace *place);
/* Velocity of b relative to a at a place, m/s. */
Vec3 hard_velocity(const ConstraintScene *scene, const HardContact *contact,
                   const HardPlace *place);
/* A correction goes towards the normal displacement `want` of b relative to a, m; soft: compliance
   over dt^2, 1/kg; momentum: the change since the sweep before, times this, is added. */
typedef struct {
  double want, soft, momentum;
} HardGoal;
/* Correct a contact once. */
void hard_correct(const Constraints *constraints, const ConstraintScene *scene,
                  HardContact *contact, const HardPlace *place, HardGoal to);

#endif
