/* SPDX-License-Identifier: MIT */
/* Setup, first part: all that the scenario says is read and checked, up to the domain. No clump is
   placed at random, no pair is searched. */
#ifndef RUN_SETUP_SETUP_READ_H
#define RUN_SETUP_SETUP_READ_H

#include "measure/energy/turnover.h"
#include "output/checkpoint/checkpoint.h"
#include "run/setup/look.h"
#include "run/setup/scenario.h"
#include "space/domain.h"

typedef struct Run Sim;

/* Values that one part of setup hands to the next. */
typedef struct {
  Checkpoint  ck; /* of a restart */
  bool        restart;
  Options    *before;          /* the scenario of the checkpoint, owned; NULL: none is known */
  Look       *look;            /* NULL: a run is set up */
  double      now;             /* bound of the times that count as reached, s */
  DomainGiven shape;           /* of the domain */
  PetscInt    present, waited; /* clumps of the checkpoint on this rank */
  /* largest distance of a pebble's surface from its clump's centre; smallest radius of a pebble, m;
     0: there is no pebble */
  double      extent, smallest;
  EnergyStock brought;  /* of clumps that enter at a restart */
  bool        brings;   /* there are such clumps, on any rank */
  int         mistakes; /* number; they have been reported, unless this is a look */
} Setup;

/* Read and check the scenario. All mistakes are reported at once: a part is left out only if values
   that it needs are wrong. Collective. */
PetscErrorCode setup_read(Sim *sim, Setup *s);
/* Count the mistakes, and report them if a run is set up. Collective. */
PetscErrorCode setup_report(Sim *sim, Setup *s);

/* ---- setup_domain.c ---- */

PetscErrorCode setup_read_domain(Sim *sim, Setup *s);
/* Create the domain for the extent of the clumps, and choose the skins. Collective. */
PetscErrorCode setup_make_domain(Sim *sim, Setup *s);
/* Round new rows to the grid, and all waiting ones, as the domain may have changed since they were
   read. Collective. */
PetscErrorCode setup_round(Sim *sim, Setup *s);

/* ---- unusual.c ---- */

/* Warn of what a new run takes but is likely to be a mistake. Collective. */
PetscErrorCode setup_warn(Sim *sim);
/* True if gravity is a thousand times that of the Earth, although densities are in SI units. */
bool setup_gravity_is_in_mm(const Sim *sim);

/* ---- setup.c ---- */

/* The whole setup, or as much as s->look asks for; s: zeroed, apart from `look`. Collective. */
PetscErrorCode setup_make(Communicator comm, struct Messages *messages, const ScenarioSource *from,
                          Setup *s, Sim **sim);

#endif
