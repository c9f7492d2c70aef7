/* SPDX-License-Identifier: MIT */
/* The modules of a simulation: setup, step, checkpoint, output and console walk them here. */
#ifndef RUN_MODULES_H
#define RUN_MODULES_H

#include "matter/module.h"
#include "run/module_list.h"

typedef struct Sim Sim;

/* Starts as {0}. */
typedef struct {
  ModuleTable table;
  void       *state[MODULES_LENGTH];
} Modules;

/* Make the states of all modules. */
PetscErrorCode modules_create(Sim *sim);
void           modules_free(Modules *modules);
/* State of a module; NULL before modules_create. */
void *sim_module(const Sim *sim, const Module *module);

/* The hooks of setup (Module). Modules whose options have mistakes are left out. Collective. */
PetscErrorCode modules_read(Sim *sim);
PetscErrorCode modules_resolve(Sim *sim);
PetscErrorCode modules_place(Sim *sim);
PetscErrorCode modules_foresee(Sim *sim);
PetscErrorCode modules_open(Sim *sim);
PetscErrorCode modules_timed(Sim *sim);

/* The hooks of a step. seen: modules_see on any rank. modules_see and modules_book use the world as
   modules_begin_step, or sim_world, has set it. */
PetscErrorCode modules_begin_step(Sim *sim);
bool           modules_see(Sim *sim);
PetscErrorCode modules_book(Sim *sim, bool before);
PetscErrorCode modules_end_step(Sim *sim, bool seen);

/* List the states of all modules; sim NULL: their tables alone. */
PetscErrorCode modules_list(Sim *sim, StateParts *parts);
PetscErrorCode modules_write(Sim *sim, Output *output);

#endif
