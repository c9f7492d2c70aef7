/* SPDX-License-Identifier: MIT */
/* Memory that a rank needs, from the sizes of the structures and how many of each there are: what stands in every step, and the
   most there is at a rebuild, when lists are made anew beside the old ones. Templates, options and the program itself are not in
   it; nor is what reading a scenario or a checkpoint takes before the first step. */
#ifndef SIM_MEMORY_H
#define SIM_MEMORY_H

#include "sim/parts.h"

/* What memory is needed for. */
typedef enum {
  FOR_OWNED,   /* a clump of this rank */
  FOR_HELD,    /* a copy of another's, or of an image */
  FOR_GIVEN,   /* a copy that there is of one of this rank's clumps */
  FOR_PEBBLE,  /* a pebble placed here */
  FOR_LISTED,  /* a pair within the skin */
  FOR_PAIR,    /* and one that is near */
  FOR_CONTACT, /* a pair that touches */
  FOR_N
} MemoryUser;

extern const char *const memory_users[]; /* by MemoryUser, then NULL */

typedef struct {
  double standing, peak; /* bytes */
} Memory;

/* Bytes of one: that stay, and that come on top at the worst moment of a rebuild. columns: reals that a contact remembers
   (Laws). Without the room that arrays keep for growing. */
Memory memory_of_one(MemoryUser user, int columns);
/* Of a rank that has this, with that room. parts: of the whole decomposition. */
Memory memory_of_part(const Part *part, int columns, int parts);

#endif
