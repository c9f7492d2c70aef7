/* SPDX-License-Identifier: MIT */
/* Outlets, profiles, monitors, probes and dumps that lie wholly outside the domain, so that no
   clump can ever be in them. */
#ifndef RUN_SETUP_REACHABLE_H
#define RUN_SETUP_REACHABLE_H

#include "base/parallel.h"

typedef struct Sim Sim;

/* Report such objects as mistakes, or as warnings if they are in the checkpoint, so that its run
   can go on. extent: largest distance of a pebble's surface from its clump's centre, m. A domain
   that deforms is not checked. Called when the domain and all objects with a place in it have been
   read. Collective. */
PetscErrorCode reachable_check(Sim *sim, double extent);

#endif
