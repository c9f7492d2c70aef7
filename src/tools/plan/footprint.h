/* SPDX-License-Identifier: MIT */
/* Memory of a rank, computed from the sizes of the structures and the numbers of items: bytes kept
   in every step, and the peak during a rebuild, when new lists are made while old ones exist. Not
   included: templates, options, the program itself, and reading of a scenario or a checkpoint
   before the first step. */
#ifndef TOOLS_PLAN_FOOTPRINT_H
#define TOOLS_PLAN_FOOTPRINT_H

#include "tools/plan/parts.h"

/* Items that need memory. */
typedef enum {
  FOR_OWNED,         /* clump owned by this rank */
  FOR_HELD,          /* held copy of another rank's clump or of a periodic image */
  FOR_GIVEN,         /* copy, on any rank, of a clump of this rank */
  FOR_PEBBLE,        /* pebble placed on this rank */
  FOR_LISTED,        /* pair within the skin */
  FOR_PAIR,          /* near pair */
  FOR_PULLED_LISTED, /* pair of interactions within the skin */
  FOR_PULLED,        /* near pair of interactions */
  FOR_CONTACT,       /* pair that touches */
  FOR_N
} FootprintUser;

extern const char *const memory_users[]; /* by FootprintUser, then NULL */

typedef struct {
  double standing, peak; /* bytes */
} Footprint;

/* Bytes of one item: kept always, and at the peak of a rebuild. columns: reals of a contact's
   memory (Laws). Spare capacity of arrays is not included. */
Footprint footprint_of_one(FootprintUser user, const Field *fields, int columns);
/* Bytes of a rank with the counts of `part`, spare capacity included. parts: number of parts of the
   whole decomposition. */
Footprint footprint_of_part(const Part *part, const Field *fields, int columns, int parts);

#endif
