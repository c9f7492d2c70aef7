/* SPDX-License-Identifier: MIT */
/* Sets of clumps whose number or mass triggers compare: all in the domain, those of a group, those
   that an inlet has put in, or those that an outlet has taken. */
#ifndef EVENT_AMOUNT_H
#define EVENT_AMOUNT_H

#include "event/trigger.h"

typedef struct {
  const char *inlet, *outlet; /* one of them; both NULL: clumps that are there */
  uint64_t    groups;         /* of these: mask of a group; 0: all */
} Amount;

/* Functions of triggers (trigger.h) on such a set. `of`: an inlet, an outlet, or a group. */
void amount_read(void *self, const EventSource *source);
bool amount_is_total(const void *self);
bool amount_waits_for(const void *self, const char **kind, const char **object);

/* True if owned row a counts. */
bool amount_has(const Amount *amount, const Clumps *clumps, PetscInt a);
/* Number and mass (kg) that the inlet has put in or the outlet has taken; false: there is none. */
bool amount_passed(const Amount *amount, const EventScene *scene, int64_t *n, double *mass);

#endif
