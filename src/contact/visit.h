/* SPDX-License-Identifier: MIT */
/* Contacts of an evaluation, up to a tile at a time, for whoever measures or writes them.

   A visit evaluates every contact of this rank once more, from the memory of before and the poses
   of the evaluation, so that forces have the same bits as those that have been added to the loads;
   it changes no state. It may be made from the end of an evaluation (contacts_end) until
   contacts_commit, and later as long as lists are the same (contacts_revert). In a run the
   listeners (contact_listeners.h) are called at that time.

   Cost: that of the contacts in an evaluation, about; nothing where nobody visits. What is passed
   to `see` belongs to the visit, and lasts until `see` returns. Over all ranks every contact is
   seen once. Its values do not depend on the number of ranks; the order does. */
#ifndef CONTACT_VISIT_H
#define CONTACT_VISIT_H

#include "contact/geometry.h"

typedef enum {
  SEEN_LAW,        /* two pebbles, or a pebble and a wall: section contact */
  SEEN_SOLID,      /* a free mesh and a wall or a free mesh (solids.h): section contact */
  SEEN_HARD,       /* a hard contact (constraint/hard/hard.h): section constraint */
  SEEN_LINK,       /* a spring, bond .. */
  SEEN_CONSTRAINT, /* a link without forces of its own: section constraint */
  SEEN_PAIR,       /* two pebbles that act on each other at a distance: section interaction */
} SeenKind;

/* A contact or link of the bodies a and b. Those that do not touch are among them if their law acts
   at a distance (gap > 0). Vectors in the lab frame. */
typedef struct {
  SeenKind    kind;
  const char *name; /* of its object in the scenario */
  Id          a, b; /* clumps, canonical order (search/pairs.h); b of a wall: its index */
  /* pebbles: index in their templates; b of a wall: its feature; LINK_CENTRE: the centre of the
     clump, or an arm; of SEEN_SOLID those of its key */
  int32_t  member_a, member_b;
  bool     wall;             /* b is a wall */
  Id       carrier;          /* clump that carries this wall; -1: none */
  int32_t  facet;            /* of a wall that gives it (SurfaceGeometry.gives_facet); -1: none */
  uint64_t group_a, group_b; /* groups of the clumps; of a wall that none carries: 0 */
  Image    image;            /* periods of b relative to a, both centres wrapped; of walls 0 */
  Vec3     centre;           /* of a, wrapped, m */
  Vec3   branch; /* from this centre to that of b in its image; of a wall to the contact point, m */
  Vec3   arm_a, arm_b; /* from the centres to where the force acts, m; of a wall from its pivot */
  Vec3   normal;       /* unit vector from a to b; of links along their line */
  double gap;          /* of the surfaces, m: -overlap; of links: NAN */
  double radius_a, radius_b; /* of the pebbles, m; 0: there is none */
  /* on a, at arm_a, N; b gets the opposite at arm_b. SEEN_HARD and SEEN_CONSTRAINT: the mean of the
     step before; the latter along the line */
  Vec3   force;
  Vec3   couple;   /* on a beside that, N m; b gets the opposite */
  Vec3   velocity; /* of a relative to b where they touch, m/s; of links and hard contacts 0 */
  double age;      /* time since it touched, s; NAN: its law has not `age: kept` */
  bool   fresh;    /* not known at the evaluation before */
  /* memory that it keeps from now on, its law's or its link's: number k of n_memory is at
     memory[k * memory_stride] */
  const double *memory;
  int           n_memory, memory_stride;
} ContactSeen;

typedef struct ContactVisitor {
  void *self;
  void (*see)(void *self, const ContactSeen *seen, int n); /* n > 0 of them */
} ContactVisitor;

/* Where the force acts on a, beside its wrapped centre, m. */
static inline Vec3 seen_point(const ContactSeen *c)
{
  return vec3_add(c->centre, c->arm_a);
}

/* Normal force, N: > 0 pushes the bodies apart. */
static inline double seen_push(const ContactSeen *c)
{
  return -vec3_dot(c->force, c->normal);
}

/* Tangential force on a, N. */
static inline Vec3 seen_across(const ContactSeen *c)
{
  return vec3_axpy(c->force, seen_push(c), c->normal);
}

/* Visit the contacts of laws, those of solids included. Local, but all ranks must call it where
   there are solids. */
void contacts_visit(Contacts *contacts, const ContactScene *scene, const ContactVisitor *visitor);

/* ---- for visits of other files ---- */

/* Fill in what follows from the rows of the two clumps, b: -1 for a wall that none carries. */
void seen_of_rows(const Domain *domain, const Clumps *clumps, int32_t a, int32_t b,
                  ContactSeen *seen);
/* Fill in a wall as b, when arms are set and seen_of_rows has been called; facet: of the contact,
   taken where the wall gives it. */
void seen_of_wall(const Clumps *clumps, const Walls *walls, int32_t wall, int32_t feature,
                  int32_t facet, ContactSeen *seen);
/* Fill in contact k of a tile to which its law has been applied, but for kind, b, members and
   radii. couples: contacts of the tile have couples. */
void seen_of_tile(const ContactScene *scene, const Law *law, const ContactBatch *batch,
                  const Tile *tile, bool couples, int k, ContactSeen *seen);

#endif
