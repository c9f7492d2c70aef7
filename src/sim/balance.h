/* SPDX-License-Identifier: MIT */
/* Dynamic balance: when the cuts between subdomains move, and what that costs and gains. Physics
   does not depend on it, so it may use wall times. */
#ifndef SIM_BALANCE_H
#define SIM_BALANCE_H

#include "contact/contacts.h"
#include "output/balances.h"

/* State of the balance, kept from one rebuild to the next; the same on all ranks unless noted. */
typedef struct {
  double  imbalance; /* largest work of a rank over the mean, at the last rebuild */
  int64_t most;      /* that largest work, in units of work_of */
  double  reached;   /* least imbalance since the last balance, taken as the best possible; 0: no
                        balance yet */
  int64_t builds;    /* how often all cuts were made anew: random cuts differ each time */
  bool    next;      /* balance at the next rebuild */
  double
    scale; /* measured seconds of a step per unit of work; WORK_SECONDS before the first step */
  double     busy;     /* this rank's time in motion and forces up to the last rebuild, s */
  double     ordinary; /* smoothed time of a rebuild without balance on this rank, s; 0: none yet */
  BalanceRow last, sums; /* the last balance; sums since the run began of moved, held_back, clumps,
                            records, bytes, seconds */
  Log        log;        /* balance.csv, if it is written */
} Balance;

/* Work of a step, in units of about WORK_SECONDS on one core; see balance.c. free: number of clumps
   that are not fixed. */
#define WORK_SECONDS 0.25e-9
int64_t work_of(int64_t free, int64_t pebbles, int64_t pairs, int64_t contacts);

/* True if a balance is due at the next rebuild; `imbalance` must be up to date. balanced: this
   rebuild has balanced; held_back: the bound on the work that moves stopped a cut. threshold 0:
   never. Updates `reached`. */
bool balance_is_due(Balance *balance, double threshold, bool balanced, bool held_back);

#endif
