/* SPDX-License-Identifier: MIT */
/* Contacts as hard constraints: pebbles of different clumps, and pebbles and walls, of two materials
   do not overlap, with friction and restitution, in place of a contact law (`constraint: - NAME:
   {type: contact}`). Nothing of a contact outlasts a step, so that there is no state.

   In a step, when all clumps have moved (u: their velocities then):
     1. The pairs come from lists of their own, made and narrowed together with those of the contact
        laws. Before they are used the travel of all ranks is reduced, and lists that may lack a pair are
        renewed (sim/step_move.c): the lists' age never matters. This is a second global operation, beside
        that of every step.
     2. A pair whose gap at these places is less than its margin is a contact of this step, on the rank
        that counts the pair. The margin is the way that forces make in two steps, at most a hundredth
        of the smallest radius: without it the bricks of a stack, which fall alike and so keep gaps of 0,
        would not push each other until the next step. n of a clump is its number of contacts and of
        pairs of links: summed as integers, sent to the copies.
     3. In `sweeps` sweeps, which are those of the other constraints (project.h), a contact corrects its
        gap g >= 0, n the normal from a to b:

          change of lambda = max(-lambda, (-g - a lambda) / (n . K n + a)),   a = compliance / dt^2

        then its slip s, the tangential part of dt v + K n (change of lambda), v the present velocity of
        b relative to a where they touch: velocities change by corrections over dt, so dt v is the way in
        this step. Along t = s / |s| the grip, the tangential impulse, changes by -|s| / (t . K t), and
        is cut at friction lambda: sticking and sliding (Coulomb) in one.
     4. In `velocity_sweeps` sweeps velocities alone are corrected: contacts with lambda > 0 get the
        normal velocity -restitution u_n, or 0 if they were no faster than forces make them in two steps,
        in the same way, with lambda >= 0 for the sum of both parts. So what lifts two bodies out of an
        overlap leaves them no speed (Mueller et al. 2020, Comput. Graph. Forum 39, 101, section 3.6).

   K p is the displacement of b relative to a by an impulse p, for clumps split in n parts of equal
   mass. As in project.h the sum of (n K) over the contacts exceeds the response of all: the sweeps
   converge; normal first, then along the slip, is a descent for each contact. Sweeps start from
   multipliers that are carried on, as there. Corrections are equal and
   opposite at one point, and summed as integers: momentum is kept exactly. */
#ifndef CONSTRAINT_HARD_H
#define CONSTRAINT_HARD_H

#include "constraint/project.h"
#include "contact/law.h"
#include "search/wall_pairs.h"

/* An object of the scenario. */
typedef struct {
  char   name[NAME_LENGTH];
  int    a, b; /* materials */
  double friction, restitution;
  double compliance; /* m/N */
  int    sweeps, velocity_sweeps;
} HardLaw;

/* A contact of this step. */
typedef struct {
  int32_t a, b; /* clump rows; b: -1 for a wall */
  int32_t i, j; /* pebble rows; of a wall j is the index in the near list */
  int32_t law;
  bool    bounces;  /* it takes part in the sweeps of velocities */
  bool    plain;    /* of two lone spheres without friction, which nothing turns or holds */
  double  approach; /* normal velocity u_n, m/s; < 0: they came closer */
  double  lambda;   /* kg m */
  Vec3    grip;     /* impulse of friction on b times dt, kg m */
  double  before;   /* lambda and grip of the sweep before, without momentum */
  Vec3    grip_before;
} HardContact;

/* Geometry and motion of a contact now. */
typedef struct {
  Vec3   n;            /* from a to b */
  double gap;          /* m */
  Vec3   arm_a, arm_b; /* from the centres of the clumps to the contact point, m */
  Vec3   v;            /* velocity of b relative to a there, m/s */
} HardPlace;

/* Velocities in the pose less those of the motion: what forces will see. */
typedef struct {
  Vec3 v, w;
} HardKick;

struct Hard {
  int          n, n_materials;
  HardLaw     *laws;
  int         *of;                      /* [n_materials][n_materials]: index of the law, -1: none */
  int          sweeps, velocity_sweeps; /* the most of all laws */
  Pairs       *pairs;
  PetscInt     n_pebbles, n_walls, capacity; /* contacts: between pebbles, then with walls */
  HardContact *list;
  /* [rows] of clumps */
  int64_t   *count;
  double    *shares; /* n */
  double    *rest;   /* speed that forces give in two steps, m/s */
  HardKick  *kick;   /* owned */
  PetscInt   count_capacity, shares_capacity, rest_capacity, kick_capacity;
  int32_t   *hits;
  WallPlace *places;
  PetscInt   hits_capacity, places_capacity;
  double    *reach; /* [n] largest gap of contacts, m */
};

/* ---- hard_read.c ---- */

/* The word `contact` among the types of constraints. */
extern const Plugin constraint_contact;

/* Read the objects of this type; *hard stays NULL if there are none. */
PetscErrorCode hard_read(Options *options, const Materials *materials, const Laws *laws,
                         const Walls *walls, Hard **hard);
PetscErrorCode hard_destroy(Hard **hard);
/* True if pebbles of these materials do not overlap; hard may be NULL, as in the next ones. */
bool hard_joins(const Hard *hard, int a, int b);
/* Name of an object that joins pebbles of this material, or walls, to any; NULL: there is none. */
const char *hard_of_material(const Hard *hard, int material);
/* True if all objects were declared in a stored text. */
bool hard_is_stored(const Hard *hard, const Options *options);

/* When the smallest radius of a pebble is known, m. */
void hard_set_reach(Hard *hard, double smallest);

/* ---- hard.c ---- */

/* The lists, together with those of the contact laws: `contacts` is the search for these. Local. */
PetscErrorCode hard_build(Hard *hard, const PairSearch *contacts);
PetscErrorCode hard_narrow(Hard *hard, const Domain *domain, const Pebbles *pebbles,
                           const Walls *walls, double near);
/* Find the contacts of this step, and n. Poses of copies are up to date afterwards, and velocities in
   poses are those of the motion until hard_end. Collective. */
PetscErrorCode hard_begin(Constraints *constraints, const ConstraintScene *scene);
/* Add the corrections of sweep `count` to the sums of the clumps. Poses of copies must be up to date.
   Local. */
void hard_sweep(const Constraints *constraints, const ConstraintScene *scene, int count);
/* Contacts that have pushed take part in the sweeps of velocities, of which hard_bounce is one. */
void hard_release(const Constraints *constraints);
void hard_bounce(const Constraints *constraints, const ConstraintScene *scene, int count);
void hard_end(const Constraints *constraints, const ConstraintScene *scene);

/* ---- hard_contact.c ---- */

/* Find the place of contact k between pebbles, or of the contacts from .. from + n - 1 with walls. */
void hard_place(const ConstraintScene *scene, const HardContact *contact, HardPlace *place);
void hard_place_walls(const ConstraintScene *scene, const Hard *hard, PetscInt from, int n,
                      HardPlace *places);
/* Correct a contact once: towards the normal displacement `want` of b relative to a, m; soft: compliance
   over dt^2, 1/kg; momentum: factor on the change since the sweep before that is added. */
void hard_correct(const Constraints *constraints, const ConstraintScene *scene,
                  HardContact *contact, const HardPlace *place, double want, double soft,
                  double momentum);

#endif
