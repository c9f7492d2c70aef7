/* SPDX-License-Identifier: MIT */
/* Plug-in kind Binned: a field that profiles have in their bins, and other monitors in their
   window. A field is one const struct, and one line in the list below. Its numbers follow from sums
   over bodies, contacts and links, which are exact: the same bits on any number of ranks.

   A body is spread over the bins as its pebbles are: pebble p of a clump has the share r_p^3 / sum
   r^3 (r^2 in two dimensions) of its volume, mass and every other amount, evenly over its ball, of
   which the part in a bin counts. So a clump has its own volume in which overlaps of its pebbles
   count once, and amounts of all bins add up to those of the clumps. Bodies that have no pebbles of
   a size are points at their centres. What belongs to a contact is spread along the branch, from
   centre to centre, of a wall to the contact point. */
#ifndef MEASURE_MONITOR_BINNED_H
#define MEASURE_MONITOR_BINNED_H

#include "base/sums/sum_bank.h"
#include "contact/visit.h"
#include "measure/monitor/bins.h"

enum { BINNED_SUMS = 9, BINNED_OF = 3 };

/* Sums over the bodies in a bin that all fields can use. */
typedef struct {
  double size;   /* of the bin, m^3, in two dimensions m^2 */
  double volume; /* of bodies in it, m^3 (m^2) */
  double mass;   /* kg */
  Vec3   v;      /* mean velocity, weighted by mass, m/s; NAN: it is empty */
  double moving; /* mass of those that can move: not all of their degrees of freedom are blocked */
  Vec3   moving_u; /* mean of BinnedBody.u of those that can move, m/s */
  double centres;  /* number of bodies whose centres are in it */
  double shown;    /* the same when contacts were shown, before outlets took bodies in this step */
} BinMeans;

typedef struct {
  const Clumps *clumps;
  PetscInt      row;
  /* velocity, in a cell that deforms relative to the flow G x, m/s; the same for all images */
  Vec3 u;
} BinnedBody;

/* True if not all of its degrees of freedom are blocked. */
static inline bool binned_moves(const BinnedBody *body)
{
  return body->clumps->blocked[body->row] != BLOCK_ALL;
}

typedef struct Binned Binned;
struct Binned {
  Plugin          head;
  const char     *unit;
  int             width;    /* numbers */
  const char     *parts;    /* of each number: "_x _y _z"; NULL: it has none */
  const Quantity *quantity; /* the run must have it; NULL: none */
  int             sums;     /* number of sums, all of one of the three kinds below */
  /* Amounts of a body [sums] in a bin with these means: they count times the share of the body that
     is in the bin. NULL: none. */
  void (*body)(const BinnedBody *body, const BinMeans *means, double *amount);
  /* Amounts of a contact or link [sums], spread along its branch. NULL: none. */
  void (*line)(const ContactSeen *seen, double *amount);
  /* Amounts of one end of a contact, whose centre is in the bin; NULL: none. */
  void (*end)(const ContactSeen *seen, double *amount);
  /* The numbers [width] from the sums. */
  void (*finish)(const BinMeans *means, int dimension, const double *sum, double *number);
  bool far; /* `line` gets pairs of interactions (SEEN_PAIR), and only these */
  /* It is the sum of these fields, which are as wide, and has no sums of its own.
     NULL: it is not. */
  const Binned *of[BINNED_OF];
};

/* True if the surfaces of a contact touch: those of laws that act farther count in stress
   alone, and so do links. Hard contacts are shown if they have pushed, whatever gap the
   sweeps have left. */
static inline bool contact_touches(const ContactSeen *seen)
{
  return seen->kind == SEEN_HARD ||
         ((seen->kind == SEEN_LAW || seen->kind == SEEN_SOLID) && seen->gap <= 0);
}

/* True if end b of a contact is a clump: also one that carries a wall. */
static inline bool contact_is_of_two(const ContactSeen *seen)
{
  return !seen->wall || seen->carrier >= 0;
}

/* The list of fields: one line each. */
#define BINNED_LIST(BINNED) \
  BINNED(binned_volume_fraction) \
  BINNED(binned_density) \
  BINNED(binned_velocity) \
  BINNED(binned_granular_temperature) \
  BINNED(binned_temperature) \
  BINNED(binned_number) \
  BINNED(binned_stress) \
  BINNED(binned_contact_stress) \
  BINNED(binned_kinetic_stress) \
  BINNED(binned_interaction_stress) \
  BINNED(binned_fabric) \
  BINNED(binned_coordination)

#define DECLARE_BINNED(binned) extern const Binned binned;
BINNED_LIST(DECLARE_BINNED)
#undef DECLARE_BINNED

extern const Plugin *const binned_table[];

#endif
