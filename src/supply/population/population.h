/* SPDX-License-Identifier: MIT */
/* Clumps that a scenario puts into the domain, at the start or at a given time: objects of the kind
   `clumps`. */
#ifndef SUPPLY_POPULATION_POPULATION_H
#define SUPPLY_POPULATION_POPULATION_H

#include "base/parallel.h"
#include "contact/law.h"
#include "matter/clumps.h"
#include "matter/group.h"
#include "matter/waiting.h"
#include "matter/world.h"
#include "options/report.h"
#include "space/domain.h"
#include "wall/wall.h"

extern const OptionKind clumps_kind;

/* Type of an object. */
typedef enum {
  POPULATION_FILE,    /* rows of a CSV, one clump each, or the clumps of a checkpoint */
  POPULATION_SPHERES, /* rows of a CSV, one sphere each; rows of the same clump_id form one clump */
  POPULATION_SINGLE,  /* one clump, described by keys of the object */
  POPULATION_SKIN,    /* nodes of deformable bodies, one clump each */
  POPULATION_FILL,    /* clumps placed at random in a box (fill.c) */
  POPULATION_UNCLEAR  /* none or several of these: a mistake that population_read reports */
} PopulationType;

PopulationType population_type(const Options *options, const char *object);

/* Clumps of an object that got their ids in the order of its rows. */
typedef struct {
  Id          first; /* of row 1 */
  int64_t     rows;
  const char *object, *file; /* owned by the options; file "": it has none */
} ReadRows;

typedef struct {
  int       n;
  ReadRows *list; /* [n] freed by array_free */
} AllReadRows;

/* Write "row 3 of rocks.csv, clumps: heap" to text[size]; "": not known. */
void read_rows_say(const AllReadRows *rows, Id id, char *text, size_t size);
/* Write "clump 7 (row 3 of rocks.csv, clumps: heap)", or "clump 7" if that is not known. */
void read_rows_name(const AllReadRows *rows, Id id, char *text, size_t size);

/* Data that population_read uses and extends. */
typedef struct {
  const Materials *materials;
  Templates       *templates;
  Groups          *groups;
  double           now; /* time at which the run begins or continues, s */
  Clumps          *clumps;
  Waiting         *waiting;
  int64_t          next_id;
  AllReadRows      rows; /* starts as {0} */
} PopulationTarget;

/* Append the clumps of all objects of the scenario; random fills are checked only. Positions are as
   given, not yet on the grid or in the box; loads are zero. Existing rows stay, and objects of the
   stored scenario are not read again.

     clumps     owned rows are appended, each on the rank that read it
     waiting    clumps whose entry time (at) is later than now are appended
     groups     new groups are appended, in the order of objects; the same on every rank
     templates  shapes made from rows of spheres are appended: a unit sphere sphere-MATERIAL for all
                lone spheres of a material, and OBJECT-CLUMPID for every other clump, in the order
                of ids. They are stored on every rank, which is fine for thousands of such clumps;
                millions of equal ones need a template and `file`
     next_id    in: lowest id that was never used; out: the same. Ids given in files stay; other
                clumps get ids from it on, in the order of objects and rows

   Mistakes are reported to options; the rows may then only be destroyed. Collective. The same
   clumps by id on any number of ranks. */
PetscErrorCode population_read(const Parallel *par, Options *options, PopulationTarget *target,
                               Warnings *warnings);

/* Give the object's values of quantities to rows from `first` on that have none yet, and hold them
   if the object says so. */
void population_quantities(const Options *options, const char *kind, const char *object,
                           Clumps *clumps, PetscInt first);

/* Mask of the groups of all clumps of an object (clumps, inlet), when its groups have been read. */
uint64_t population_groups(const Options *options, const char *kind, const char *object,
                           const Groups *groups);

/* Write the names of the objects whose clumps enter after `before` and no later than `now` (s) as
   "a or b" to text[size]. */
void population_say_entering(const Options *options, double before, double now, char *text,
                             size_t size);

/* Extend the extremes by the random fills that are still to be made: largest extent of a clump (m),
   and minus the smallest pebble radius (m). Collective; the same on every rank. */
PetscErrorCode population_fill_extent(const Parallel *par, Options *options,
                                      const Templates *templates, double *largest,
                                      double *minus_smallest);

/* Report regions of random fills that do not fit the domain, see region_check; all objects of
   clumps have been read without mistakes. Collective. */
PetscErrorCode population_check_regions(const Parallel *par, Options *options,
                                        const Domain *domain);
/* True if the object, or any object of clumps, is a random fill that is still to be made. */
bool population_is_fill(const Options *options, const char *object);
bool population_has_fills(const Options *options);

/* ---- quantities of a run: which it has, and the values of its clumps at the start ---- */

/* Quantities, as bits, that a law exchanges or that a material, template or object of clumps or
   inlet gives. Rows of files may add more. The same on all ranks. */
unsigned start_values_used(const Options *options, const Materials *materials, const Laws *laws);

/* Set capacities of the templates of the world, and the values of clumps that have none yet, those
   that wait or may enter (World.extremes) included. Mistakes are: a clump without a value; a
   template some of whose materials exchange a quantity while others have no capacity for it; a wall
   whose value no law uses. Collective. */
PetscErrorCode start_values_set(const World *world, Templates *templates);
/* Set the values of a row that has none yet, after start_values_set. Local. */
void start_values_fill_in(const Templates *templates, Clumps *clumps, PetscInt row);

/* ---- free walls: bodies whose surface is that of a wall (wall/wall.h, Wall.carried), each with a
   template and a clump of its own ---- */

/* Add the template of every carried wall, with the wall's name, and its clump, on rank 0, at the
   place of the surface as loaded; at a restart (World.saved) find the template. Express the surfaces
   in the axes of their clumps, and put them at their places as loaded. Mistakes are noted.
   Collective. */
PetscErrorCode wall_bodies_make(World *world, Templates *templates);

#endif
