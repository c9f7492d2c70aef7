/* SPDX-License-Identifier: MIT */
/* Amounts of clumps that triggers use: all that are there, those of some groups, or those that an
   inlet has put in. */
#ifndef EVENT_AMOUNT_H
#define EVENT_AMOUNT_H

#include "event/trigger.h"

typedef struct {
  const char *inlet;  /* NULL: clumps that are there */
  uint64_t    groups; /* of these: mask of a group; 0: all */
} Amount;

/* Members of Trigger. `of`: an inlet, or a group. */
void amount_read(void *self, const EventSource *source);
bool amount_is_total(const void *self);
bool amount_waits_for(const void *self, const char **kind, const char **object);

/* True if owned row a counts. */
bool amount_has(const Amount *amount, const Clumps *clumps, PetscInt a);
/* Amounts of the inlet. */
SourceForecast amount_of_inlet(const Amount *amount, const EventScene *scene);

#endif
