/* SPDX-License-Identifier: MIT */
/* How far the forces on clumps are from balance: the mean size of the force on a clump over that of
   the force of a contact (unbalancedForce of Yade). It is found in the steps in which somebody asks
   for it, from exact sums: the same bits on any number of ranks. */
#ifndef MEASURE_FORCE_BALANCE_H
#define MEASURE_FORCE_BALANCE_H

#include "base/sums/sum.h"
#include "link/links.h"
#include "matter/loads.h"

/* Sums of the last evaluation, this rank's part. Starts as {0}. */
typedef struct ForceBalance {
  bool asked; /* they are asked for: set before the evaluation, the same on all ranks */
  /* of the sizes of the forces on clumps, weight included, without damping, along the directions
     in which they may move, N; clumps that cannot move or that follow motions do not count */
  Sum     net;
  Sum     contact; /* of the sizes of the forces of contacts and links, N */
  int64_t clumps, contacts;
} ForceBalance;

/* In an evaluation: find the sums over owned clumps, when the loads of contacts, links and
   interactions have been summed; those over the contacts and links that this rank counts, while they
   can be visited (contact/visit.h). Nothing is done unless they are asked for. Local. */
void force_balance_sum(ForceBalance *balance, const Clumps *clumps, const Loads *loads,
                       Vec3 gravity);
void force_balance_see(ForceBalance *balance, Contacts *contacts, const Links *links,
                       const ContactScene *scene, const Templates *templates);

/* The ratio, in parts: this rank's part of the sums; the ratio of the sums over all ranks, NAN: not
   asked for, nothing touches, or no clump may move. Local. */
enum { FORCE_BALANCE_SUMS = 4 };

void   force_balance_add(const ForceBalance *balance, Sum sums[FORCE_BALANCE_SUMS]);
double force_balance_of(const ForceBalance *balance, const Sum sums[FORCE_BALANCE_SUMS]);

#endif
