/* SPDX-License-Identifier: MIT */
/* When work is shared anew, and what that costs and gains. Nothing here touches physics: wall time may have a say. */
#ifndef SIM_BALANCE_H
#define SIM_BALANCE_H

#include "contact/contacts.h"
#include "output/balances.h"

/* What a simulation knows about the balance of its ranks from one rebuild to the next; alike on all but where it says so. */
typedef struct {
  double     imbalance;  /* most work of a rank over the mean, at the last rebuild */
  int64_t    most;       /* that work, as work_of has it */
  double     reached;    /* least imbalance since the last balance, which could do no better; 0: there was no balance */
  bool       next;       /* at the next rebuild */
  double     scale;      /* measured seconds of a step per unit of work; WORK_SECONDS until there was a step */
  double     busy;       /* what this rank had spent on steps at the last rebuild, s */
  double     ordinary;   /* what a rebuild without a balance takes this rank, smoothed, s; 0: there was none */
  BalanceRow last, sums; /* the last balance, and all since the run began: moved, held_back, clumps, records, bytes, seconds */
  Log        log;        /* balance.csv, if it is written */
} Balance;

/* What a step takes, in units of about WORK_SECONDS on one core; see balance.c. free: clumps that are not fixed. */
#define WORK_SECONDS 0.25e-9
int64_t work_of(int64_t free, int64_t pebbles, int64_t pairs, int64_t contacts);

/* Is there reason to balance at the next rebuild, once `imbalance` is up to date? `balanced`: this rebuild has balanced, and
   was `held_back` by the bound on what moves. Threshold 0: never. Notes what was reached. */
bool balance_is_due(Balance *balance, double threshold, bool balanced, bool held_back);

#endif
