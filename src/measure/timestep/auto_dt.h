/* SPDX-License-Identifier: MIT */
/* The time step that follows the state (run: dt: auto). It is a multiple of a tick, between that of
   `dt: fixed` and an upper bound; in between the contacts decide.

   Every AUTO_DT_LOOK steps, at the end of a step, a look sums up a matrix for each clump from the
   contacts that touch, and one from those that may begin until the next look (contact/stiffness.h).
   The step is the longest one with which

     the largest eigenvalue of every clump is at most 1: the step is stable, and every impact is
     resolved to some extent;
     the largest eigenvalue by stricter bounds is at most 1 in the mean over clumps with contacts
     that begin, weighted with the energies of their impacts: these energies are kept to 1 %.

   It begins with the shortest one, becomes shorter at once, and longer by one rung of a ladder if
   AUTO_DT_CALM looks in a row allow it. All this follows from the number of the step, positions,
   velocities and the scenario: never from lists, ranks, or times that were measured. The rule and
   its measurements: docs/physics/timestep.md. */
#ifndef MEASURE_TIMESTEP_AUTO_DT_H
#define MEASURE_TIMESTEP_AUTO_DT_H

#include "contact/stiffness.h"
#include "matter/module.h"

enum { AUTO_DT_LOOK = 16, AUTO_DT_CALM = 1 };

/* Bounds of contacts that touch: velocity Verlet is stable for (frequency x dt)^2 < 4, and
   dashpots, which act on velocities predicted from the last forces, for rate x dt < 1. A clump
   between two that move against it has up to twice the eigenvalue of its own matrix. */
#define AUTO_DT_PRESENT ((StiffnessBounds){.springs = 0.3, .dashpots = 1})
/* Stricter bounds of contacts that begin: 18 steps a contact, and a rate x dt with which the first
   step of a dashpot loses 1 % of the energy; a larger rate across the normal, where it acts on a
   part of the energy. For a single clump these bounds are AUTO_DT_LOOSER times as large: 6 steps a
   contact. */
#define AUTO_DT_BEGINNING_PART 0.057
#define AUTO_DT_BEGINNING \
  ((StiffnessBounds){.springs = \
                       (PETSC_PI * AUTO_DT_BEGINNING_PART) * (PETSC_PI * AUTO_DT_BEGINNING_PART), \
                     .dashpots = 1.0 / 15})
#define AUTO_DT_BEGINNING_ACROSS 0.4
#define AUTO_DT_LOOSER           8
/* The longest step over that of dt: fixed, as far as contacts decide. */
#define AUTO_DT_MOST 8

/* Reasons for the step that a look chooses. */
typedef enum {
  HELD_BY_MOST,    /* nothing: it is the longest one */
  HELD_BY_CLUMP,   /* contacts of a single clump */
  HELD_BY_IMPACTS, /* the mean over impacts that begin */
  HELD_BY_WAY,     /* how far bodies move until the next look */
  HELD_BY_GROWTH,  /* a rung a look */
  HELD_REASONS
} AutoDtHeld;

/* The same on all ranks, but `sums`. Starts as {0}: dt does not change. */
typedef struct {
  bool          on;
  bool          kept; /* dt stays the shortest one, as forces act of which no limit is known */
  double        tick, least, most; /* s */
  double        accuracy;          /* <= 1: factor on the steps that bounds allow (dt_safety) */
  double        gap_most;          /* m: larger gaps are not looked at */
  int64_t       made, next;        /* ticks in a step now; from the next step on */
  int64_t       calm;              /* looks in a row that allow a longer step */
  int64_t       sudden;            /* 1: bodies were changed: the next look may choose any step */
  double        start;             /* time from which ticks count, s */
  int64_t       ticks;             /* from there to the step at which dt last changed */
  double        before;            /* dt of the step that ended there, s; 0: it has not changed */
  double        gap_needed;        /* at a look: gap up to which it needs all pairs, m */
  double        way;               /* and the largest displacement of a surface in a step, m */
  double        pull;              /* and the acceleration by gravity, fields and forces, m/s^2 */
  double        moved;             /* at a look: what surfaces may have come closer in lists, m */
  StiffnessSums sums;              /* workspace */
  /* for the console, of this process */
  char    why[320];           /* what limits `most` besides contacts, or empty */
  int64_t changes;            /* changes of dt */
  double  shortest, longest;  /* dt, s */
  int64_t from_step;          /* changes, shortest and longest count from this step */
  double  from_time;          /* and this time, s */
  int64_t held[HELD_REASONS]; /* looks by what decided */
  int64_t worst_ticks;        /* shortest step chosen for a single clump, in ticks; 0: none was */
  int64_t worst_id;           /* that clump */
  double  worst_time;         /* time of that look, s */
} AutoDt;

extern const Module auto_dt_module; /* its state: AutoDt */

/* Bounds of the steps, s. */
typedef struct {
  double least, most, accuracy;
  double gap_most; /* m */
} AutoDtBounds;

/* Set the bounds, also where dt does not follow the state: a restart compares them with its own. */
void auto_dt_bound(AutoDt *auto_dt, const AutoDtBounds *bounds);
/* Let dt follow the state from now on. Sets the clock's dt: the shortest one, as bodies that are
   let go in contact are impacts which no look sees before. */
void auto_dt_begin(AutoDt *auto_dt, Clock *clock);
/* Go on from the state in World.saved, even if the present bounds alone would not let dt follow.
   revised: the scenario has changed; the next step is the shortest one, of the present bounds if
   these are shorter than the saved ones. Sets the clock, which is that of the checkpoint. False,
   and dt stays as it is: there is no such state, or the bounds are shorter and do not let dt
   follow. */
bool auto_dt_take(AutoDt *auto_dt, World *world, bool revised, Clock *clock);

/* True if there is a look at the end of this step. */
static inline bool auto_dt_looks(const AutoDt *auto_dt, int64_t step)
{
  return auto_dt->on && step % AUTO_DT_LOOK == 0;
}

/* Before the look: set gap_needed. way: bound of the displacement of a surface in a step, m; pull:
   of its acceleration without contacts, m/s^2. */
void auto_dt_prepare(AutoDt *auto_dt, double way, double pull);
/* Find the ticks of the next step, after an evaluation with lists that are complete for gaps up to
   gap_needed; between contacts_end and contacts_commit. Collective. */
PetscErrorCode auto_dt_look(AutoDt *auto_dt, World *world, const ContactScene *scene);
/* Numbers that a look sends for each copy to its owner, and the messages that they take. Local. */
void auto_dt_traffic(const AutoDt *auto_dt, int *sums, int *messages);
/* Memory for each clump, owned or held, bytes. */
size_t auto_dt_clump_bytes(const AutoDt *auto_dt);
/* Bodies were added or changed between steps: take the shortest step until the next look. */
void auto_dt_mind(AutoDt *auto_dt);
/* kept: take the shortest step from now on, as forces act of which no limit is known; false: dt
   follows again. */
void auto_dt_keep(AutoDt *auto_dt, bool kept);
/* The clock with which the next step is made: the present one, unless dt changes before that
   step. */
Clock auto_dt_clock(const AutoDt *auto_dt, const Clock *clock);
/* Let the clock go on with the ticks of the next step, after `clock->step`. */
void auto_dt_change(AutoDt *auto_dt, Clock *clock);

#endif
