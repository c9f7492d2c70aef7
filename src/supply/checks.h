/* SPDX-License-Identifier: MIT */
/* Checks of a scenario that concern its clumps and where they can be. Mistakes are noted in the
   options. Functions that return an error are collective. */
#ifndef SUPPLY_CHECKS_H
#define SUPPLY_CHECKS_H

#include "matter/template.h"
#include "matter/world.h"

/* At a restart: pebbles refer to the materials of the checkpoint by index, so that the scenario
   must list them in the same order, with the same density; a material without density there may get
   one now, as no mass came from it (before: the checkpoint's options; NULL: not known). Templates,
   clumps and free walls of the stored scenario are in the checkpoint: changed keys would have no
   effect, and are refused, as is a change of the first key in the table of a kind of source. */
void supply_check_restart(const World *world, const Materials *materials,
                          const Templates *templates, const Options *before);
/* Warn that z is not used in two dimensions. It may be given, so that a scenario can be run in
   both. */
void supply_check_plane(const Options *options, Warnings *warnings);
/* A new run needs clumps; a restarted run may have lost all of them. */
PetscErrorCode supply_check_presence(const World *world);
/* Products of given values must be in range: masses by density and scale, speeds by spin and
   size. */
PetscErrorCode supply_check_values(const World *world);
/* Note what templates with capsules do not meet: walls that stick out, free meshes, hard contacts,
   laws with a history, siblings, potentials between pebbles, forces on pebbles, links of pebbles. Local. */
void supply_check_capsules(const World *world);
/* Note outlets, profiles, monitors, probes and dumps that lie wholly outside the domain, so that no
   clump can ever be in them; those of a checkpoint are told as warnings, so that its run can go on.
   extent: largest distance of a pebble's surface from its clump's centre, m. A domain that deforms
   is not checked. Called when the domain and all objects with a place in it have been read. */
PetscErrorCode reachable_check(const World *world, double extent);

#endif
