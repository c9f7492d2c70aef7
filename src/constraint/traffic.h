/* SPDX-License-Identifier: MIT */
/* Messages in a step, and memory, of constraints and hard contacts. All functions are local. */
#ifndef CONSTRAINT_TRAFFIC_H
#define CONSTRAINT_TRAFFIC_H

#include "constraint/project.h"

/* Messages of a rank to every holder of copies of its clumps, and to every owner of copies that it
   holds; bytes for each copy, in all of them. */
typedef struct {
  int    out, back;
  size_t out_bytes, back_bytes;
} ConstraintTraffic;

/* In a step, beside those of all runs. pose, load: bytes of these for a copy. */
ConstraintTraffic constraints_traffic(const Constraints *constraints, const Links *links,
                                      size_t pose, size_t load);
/* Bytes that a link of constraints, a near pair of hard contacts, and with these an owned clump,
   take beside their lists. */
size_t constraints_link_bytes(const Constraints *constraints);
size_t hard_pair_bytes(void);
size_t hard_clump_bytes(void);

#endif
