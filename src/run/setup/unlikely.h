/* SPDX-License-Identifier: MIT */
/* Warnings of numbers that a run takes but that are likely to be mistakes. */
#ifndef RUN_SETUP_UNLIKELY_H
#define RUN_SETUP_UNLIKELY_H

#include "base/base.h"

typedef struct Sim Sim;

/* When a new run is ready to step: warn of numbers far beyond the usual (Option.usual), of
   intervals longer than the run, of outputs after every step, or very many of them, because
   of a short interval, and of inlets whose region is too small for their rate. Local; the
   same on all ranks. */
void unlikely_warn(Sim *sim);
/* When a run ends: warn of inlets that were much behind their rate. Local; the same on all
   ranks. */
void unlikely_warn_inlets(Sim *sim);

#endif
