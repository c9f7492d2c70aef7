/* SPDX-License-Identifier: MIT */
/* Outlets, profiles, monitors, probes and dumps that lie wholly outside the domain: nothing can ever be
   in them. */
#ifndef SIM_REACHABLE_H
#define SIM_REACHABLE_H

#include "base/parallel.h"

typedef struct Sim Sim;

/* Report them as mistakes; those that a checkpoint has as warnings, so that its run can go on. extent:
   largest distance of a pebble's surface from its clump's centre, m. A domain that deforms is not looked
   at. Called when the domain and all that has a place in it have been read. Collective. */
PetscErrorCode reachable_check(Sim *sim, double extent);

#endif
