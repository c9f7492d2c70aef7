/* SPDX-License-Identifier: MIT */
/* The module of dumps, the section `dump`: outputs of pebbles, clumps, contacts, walls and bonds
   (output/frames/dump.h), each with its own times, region, groups, fields and format. Contacts are
   those of the evaluated step (contact/contact_listeners.h); the rest is taken when it is
   written. */
#ifndef OUTPUT_FRAMES_DUMP_MODULE_H
#define OUTPUT_FRAMES_DUMP_MODULE_H

#include "base/clock.h"
#include "contact/visit.h"
#include "matter/module.h"
#include "output/frames/dump.h"

/* Force on a facet by one contact. */
typedef struct {
  int64_t wall, facet;
  Vec3    force, torque;
  double  push;
} FacetLoad;

typedef struct {
  World         *world;
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

extern const Module dumps_module; /* its state: Dumps */

/* Set the names of laws, hard laws and objects of links. */
void dump_name_objects(Dumps *dumps, const World *world);

/* ---- dump_rows.c ---- */

/* Rows of a dump of clumps or pebbles: those of this rank that it shows, to be freed with
   array_free; *n: their number. */
void dump_bodies(const Dump *dump, int64_t *n, char **rows);
/* Add a contact to the rows of a dump of contacts, bonds or walls, if it shows it. */
void dump_see(void *dump, const ContactSeen *seen);
void dump_forget(void *dump);
/* Rows of walls, all on rank 0. tables: the facets with loads and a row for each wall,
   else all facets. Collective. */
PetscErrorCode dump_walls(const Dump *dump, bool tables, int64_t *n, char **rows);

#endif
