/* SPDX-License-Identifier: MIT */
/* Checks of a scenario that concern several of its sections, in the order in which setup
   makes them. Mistakes are reported to options, warnings to sim->warnings. Functions that
   return an error are collective. */
#ifndef RUN_SETUP_SETUP_CHECK_H
#define RUN_SETUP_SETUP_CHECK_H

#include "output/checkpoint/checkpoint.h"

typedef struct Sim Sim;

/* ---- settings ---- */

/* The dimension of space must be that of the checkpoint, and vectors must suit it. */
void check_dimension(Sim *sim, const Checkpoint *ck, bool restart);
/* Warn that z is not used in two dimensions. It may be given, so that a scenario can be run in
   both. */
PetscErrorCode check_thickness(Sim *sim);
/* Warn of friction in materials that no law uses, as none has a tangential force. Local. */
PetscErrorCode check_friction(Sim *sim);

/* ---- materials, templates, walls, clumps ---- */

/* Pebbles of a checkpoint refer to materials by index: the scenario must list them in the same
   order, with the same density; where it had none, as no mass came from it, one may be given now.
   Collective. */
PetscErrorCode check_materials(Sim *sim, const Checkpoint *ck);
/* Templates, clumps and free walls of the stored scenario are in the checkpoint: changed keys would
   have no effect, and are refused. */
PetscErrorCode check_made(Sim *sim, const Checkpoint *ck);
/* Every two materials that can meet need a law. */
void check_laws(Sim *sim);
/* Clumps that may move, those present from row `from` on and those waiting, must have no pebble
   outside a reflecting face. Collective. */
PetscErrorCode check_inside(Sim *sim, PetscInt from);
/* Surfaces must be the same in every periodic image. */
void check_walls(Sim *sim, const Boundary boundary[3]);
/* A new run needs clumps; a restarted run may have lost all of them. */
PetscErrorCode check_presence(Sim *sim);

/* ---- domain, and values of clumps ---- */

/* The box must suit the clumps: sides, periods, spacing of the position grid, skin.
   extent: largest distance of a pebble's surface from its clump's centre, m; smallest:
   least radius of a pebble, m. */
void check_domain(Sim *sim, double extent, double smallest, bool restart);
/* Periods must not change at a restart, as image counters and contact memory refer to them. */
void check_restart(Sim *sim, const Checkpoint *ck, double extent);
/* Products of given values must be in range: masses by density and scale, speeds by
   spin and size. */
PetscErrorCode check_clumps(Sim *sim);

#endif
