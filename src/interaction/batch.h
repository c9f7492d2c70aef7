/* SPDX-License-Identifier: MIT */
/* Size of batches, and the results of phases, which batches of bodies, pairs and phases carry. */
#ifndef INTERACTION_BATCH_H
#define INTERACTION_BATCH_H

#include "interaction/sph/mirrors.h"

enum { INTERACTION_TILE = 64 };

/* Numbers of a pebble that pack() sets and pairs read together, as two vectors of four. */
enum { PACKED = 8 };

/* Results of the phases of an interaction, computed before the forces (interaction/sph/phases.h). */
typedef struct {
  double *const *column; /* [fields of Phased.fields][rows of clumps] */
  const double  *weight; /* [pebbles], of Phased.weigh; NULL: it has none */
  const double  *packed; /* [pebbles][PACKED] of Phased.pack; NULL: it has none */
  /* [rows of clumps] walls near lone pebbles (Phased.mirrors); NULL: none */
  const Mirrors *mirrors;
} Found;

#endif
