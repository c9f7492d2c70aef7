/* SPDX-License-Identifier: MIT */
/* A look at a scenario: everything is read and checked as for a run, and nothing is printed or
   written. */
#ifndef RUN_SETUP_LOOK_H
#define RUN_SETUP_LOOK_H

#include "matter/group.h"
#include "options/options.h"

typedef struct Run Sim;

/* State of looks at many similar scenarios, one after the other on the same ranks. All zero: no
   scenario has been looked at. */
typedef struct {
  bool fills; /* place clumps at random, too, and find the time step */
  /* the last scenario; its templates and walls are taken over where they are the same. Its bodies
     are freed first, as memory may not suffice for those of two scenarios */
  Sim   *last;
  int    templates; /* number that its scenario declares; setup may have added others */
  Groups groups;    /* as they were when the templates had been read */
} Look;

/* Look at the scenario (NULL: none) with the command line and options of a row of a table (NULL:
   none). Mistakes are in *options, which belongs to `look`, until the next call. Collective. */
PetscErrorCode look_at(Look *look, Communicator comm, const ScenarioSource *from,
                       Options **options);
PetscErrorCode look_end(Look *look);

/* For setup: take over the walls or templates of the last scenario (false: they differ, or there
   are none); note the templates for the next scenario. */
bool look_take_walls(Look *look, Sim *sim);
bool look_take_templates(Look *look, Sim *sim);
void look_keep_templates(Look *look, const Sim *sim);

#endif
