/* SPDX-License-Identifier: MIT */
/* Inlets: clumps that enter a region while a run goes on. inlet.c has the schedule, releases,
   forecast and state; inlet_read.c the keys of an object, and the extremes of the clumps that may
   come. */
#ifndef SUPPLY_INLET_H
#define SUPPLY_INLET_H

#include "supply/fill/fill_spec.h"
#include "supply/source.h"

extern const Option        inlet_options[];
extern const Option *const inlet_more[]; /* further tables */

typedef enum { FULL_CONTINUE, FULL_WARN, FULL_STOP } OnFull;

/* Clumps that outlets send wait in the order of arrival, and enter before all others. */

/* Release k is at `first` + k `every`, after the first step that ends then or later. Clumps enter
   in the order of their index, see inlet_spec_clump. A release ends when all clumps that are due
   have entered, or the next clump has found no place. */
typedef struct {
  /* constants */
  FillSpec spec;
  uint64_t group;                  /* mask for its clumps */
  double   every, stop_time;       /* s; INFINITY: none */
  double   mass_rate, number_rate; /* kg/s, 1/s; both 0: as many as fit */
  double   stop_mass;              /* kg; INFINITY: none */
  int64_t  stop_number;            /* INT64_MAX: none */
  OnFull   on_full;
  /* state */
  int32_t    waits;                /* 1: it waits for an event */
  double     first;                /* time of release 0, s */
  int64_t    releases;             /* made so far; 0: `last` has no meaning */
  double     last;                 /* time of the last release, by the schedule, s */
  int64_t    clumps;               /* that have entered: index of the next one */
  int64_t    attempts;             /* number of the next attempt */
  int64_t    full;                 /* releases in which a clump found no place */
  double     mass;                 /* of the clumps that have entered, kg */
  double     due_mass, due_number; /* that rates have made due so far, kg, 1 */
  double     due_until;            /* time up to which rates have made them due, s; by due_from */
  StateArray of_template;          /* int64: clumps of each template */
  int64_t    recycled;             /* clumps from outlets that have entered */
  /* clumps from outlets that wait: int64 index of the template, real, real (kg) */
  StateArray wait_template, wait_scale, wait_mass;
} Inlet;

/* Members of Source. */
PetscErrorCode inlet_read(World *world, void *own, const char *object, int index, bool *good);
void           inlet_check(const World *world, const void *own);
bool           inlet_fits(const World *world, const void *own, char *why);
void           inlet_extremes(const World *world, const void *own, Clumps *rows);
void           inlet_change(const Options *options, void *own, const char *object);

/* True if the region has a place for a clump of this template and scale in some attitude. The same
   on every rank. */
bool inlet_has_room(const World *world, const Inlet *inlet, const Template *t, double scale);

/* Add a clump that an outlet has taken to those that wait: it enters, with a new id, in one of the
   next releases. Rates, stop_mass and stop_number do not hold for it and do not count it. Make the
   same calls on every rank. */
void inlet_recycle(Inlet *inlet, int template, double scale, double mass);

#endif
