/* SPDX-License-Identifier: MIT */
/* The section `dump` in a run: outputs of pebbles, clumps, contacts, walls and bonds
   (output/frames/dump.h), each with its own times, region, groups, fields and format. Contacts are those
   of the evaluated step (run/watching.h); the rest is taken when it is written. */
#ifndef RUN_DUMPING_H
#define RUN_DUMPING_H

#include "base/clock.h"
#include "contact/visit.h"
#include "output/frames/dump.h"

typedef struct Sim Sim;

/* Force on a facet by one contact. */
typedef struct {
  int64_t wall, facet;
  Vec3    force, torque;
  double  push;
} FacetLoad;

typedef struct {
  Sim           *sim;
  DumpWhat       what;
  DumpPlan       plan;
  double         every; /* s */
  Beat           beat;  /* when it is written */
  uint64_t       groups;
  bool           boxed;
  Vec3           lo, hi;
  int            n_ids;
  const int64_t *ids; /* owned by the options */
  Log            log;
  PetscInt       n, capacity;
  char          *rows; /* ContactRow, or FacetLoad, of the evaluated step */
  int64_t        lost; /* frames that could not be written */
} Dump;

typedef struct {
  int          n, n_objects;
  Dump        *list;
  const char **object; /* [n_objects] names of laws, hard laws and objects of links */
  char        *names;  /* room for some of them */
} Dumps;

extern const OptionKind dump_kind;

/* Read the section; mistakes are noted in the options. Collective. */
PetscErrorCode dumping_read(Sim *sim);
void           dumping_free(Sim *sim);
/* Open files: empty for a new run, cut at the present step for a restart. From then on contacts are
   watched. Collective. */
PetscErrorCode dumping_open(Sim *sim);
/* Write what is due at the present step; *lost: is raised by the number of frames that could not be
   written. Collective. */
PetscErrorCode dumping_write(Sim *sim, int64_t *lost);
PetscErrorCode dumping_close(Sim *sim);

/* ---- dumping_rows.c ---- */

/* Rows of a dump of clumps or pebbles: those of this rank that it shows, to be freed with
   array_free; *n: their number. */
PetscErrorCode dumping_bodies(const Dump *dump, int64_t *n, char **rows);
/* Add a contact to the rows of a dump of contacts, bonds or walls, if it shows it. */
PetscErrorCode dumping_see(void *dump, const ContactSeen *seen);
PetscErrorCode dumping_forget(void *dump);
/* Rows of walls, all on rank 0. tables: the facets with loads and a row for each wall,
   else all facets. Collective. */
PetscErrorCode dumping_walls(const Dump *dump, bool tables, int64_t *n, char **rows);

#endif
