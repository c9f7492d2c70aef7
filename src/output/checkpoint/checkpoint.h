/* SPDX-License-Identifier: MIT */
/* Checkpoints: the complete state of a simulation in one HDF5 file, from which a run can restart on
   any number of ranks.

   DIR/restart/clast-<step>.h5 has H5MD 1.1 names and units for the clumps and a group /clast for
   the rest. Every dataset carries a digest of its rows that depends neither on their order nor on
   the ranks (columns.h); the file carries one of all state. A file with its final name is
   complete: it is written under a temporary name, flushed, synced, read back, then renamed.

   Failures of a file (full disk, no permission, damage) are not program errors: all ranks get the
   same result and in `why` one line with the file, the place in it and what to do. */
#ifndef OUTPUT_CHECKPOINT_CHECKPOINT_H
#define OUTPUT_CHECKPOINT_CHECKPOINT_H

#include "base/clock.h"
#include "base/sums/sum.h"
#include "contact/memory/record.h"
#include "link/link_set.h"
#include "matter/group.h"
#include "matter/loads.h"
#include "matter/waiting.h"
#include "measure/energy/ledger.h"
#include "output/hdf5.h"
#include "space/domain.h"

enum { CHECKPOINT_MAJOR = 1, CHECKPOINT_MINOR = 4, CHECKPOINT_WHY = 1024, CHECKPOINT_PATH = 1024 };

/* All members are state unless marked. They are the same on all ranks, except that each rank has
   its own rows of clumps, waiting clumps and contacts. */
typedef struct {
  /* Structs whose tables of state (checkpoint_parts) say which members are in the file. */
  Clock   clock;
  Domain  domain; /* after reading it is not yet adapted to the size of clumps */
  Loads   loads;  /* exponents and spare bits alone */
  Account account;
  Sum     dissipated; /* energy lost in contacts, J; sum over all ranks, normalized */
  Sum     pending;    /* its part in the half step to come, as above; follows from the state */
  int     memory;     /* largest number of reals that a law keeps for a contact, <= MEMORY_MOST */
  /* state of all other parts of the program, by paths in the file; reading checks its digests,
     state_restore the rest */
  State state;

  Materials      *materials;
  Templates      *templates;
  Groups          groups;
  Clumps         *clumps; /* rows 0 .. n_owned-1: positions wrapped, `image` consistent with them */
  Waiting        *waiting;  /* positions wrapped */
  ContactRecords *contacts; /* each contact on exactly one rank */
  /* each link on exactly one rank, without centres, rows and objects; total 0: none of the kind */
  LinkSet links[LINK_KINDS];

  char *scenario;             /* not state: the resolved scenario, or NULL */
  char *memory_names;         /* not state, written only: laws_memory_names, or NULL */
  char  creator[NAME_LENGTH]; /* not state: version of clast */
  int   ranks;                /* not state: number of ranks that wrote the file; set by reading */
} Checkpoint;

extern const OptionKind output_kind, checkpoint_kind; /* run_folder.c */

/* The parts that are attributes of the group /clast: their tables and structs. */
enum { CHECKPOINT_PARTS = 5 };

void checkpoint_parts(const Checkpoint *checkpoint, StatePart parts[CHECKPOINT_PARTS]);

/* Write DIR/restart/clast-<step>.h5, making folders as needed, then remove all but the newest
   `keep` (>= 1) checkpoints. Files of later steps belong to the history before a restart: they get
   `.old` appended. The caller keeps ownership of everything in `checkpoint`.

   written  false: the older checkpoints are unchanged; `why` (CHECKPOINT_WHY bytes) has the reason;
            true: `why` names the later ones, which got `.old`; empty: there were none
   path     path of the new file, CHECKPOINT_PATH bytes; may be NULL

   Collective; the same outcome on all ranks. */
PetscErrorCode checkpoint_write(const Parallel *par, const char *dir, const Checkpoint *checkpoint,
                                int keep, char *path, bool *written, char *why);

/* Write this file alone, whole or not at all. As above. Collective. */
PetscErrorCode checkpoint_write_file(const Parallel *par, const char *path,
                                     const Checkpoint *checkpoint, bool *written, char *why);

/* *there: true if DIR/restart/clast-<step>.h5 exists. Collective. */
PetscErrorCode checkpoint_is_there(const Parallel *par, const char *dir, int64_t step, bool *there);

/* Read a file. Each rank gets an even share of the rows in the order of the file, not by owner.
   `checkpoint` is filled with new arrays; free them with checkpoint_free, or take them over and set
   the pointers to NULL (structs and lists are freed with array_free). Checked: format, version,
   completeness, shapes and types, every digest, bounds of all values (reader.h), indices
   of templates and materials, positions in the box, that ids are unique, and that contacts are of
   clumps in the domain.

   good  false: *checkpoint holds nothing to free, and `why` has the reason

   Collective; the same outcome on all ranks. */
PetscErrorCode checkpoint_read(const Parallel *par, const char *path, Checkpoint *checkpoint,
                               bool *good, char *why);
void           checkpoint_free(Checkpoint *checkpoint);

/* Find the newest valid checkpoint in `dir`/restart, or in `dir` if it has no such folder, and read it
   into *checkpoint; NULL: check it. `why` is empty or lists the newer damaged files: a warning if
   found, else the error. Collective; the same outcome on all ranks. */
PetscErrorCode checkpoint_newest(const Parallel *par, const char *dir, Checkpoint *checkpoint,
                                 char path[CHECKPOINT_PATH], bool *found, char *why);

/* Find the checkpoint that `from` names: the file, or as checkpoint_newest does for a folder, and read
   it, too; NULL: a file is not looked at. Newer damaged files are printed as a warning. path: set
   also if the file cannot be read. Collective; the same outcome on all ranks. */
PetscErrorCode checkpoint_find(const Parallel *par, const char *from, Checkpoint *checkpoint,
                               char path[CHECKPOINT_PATH], bool *found, char *why);

/* Append `.old` to the names of the checkpoints in `dir`/restart later than `step`; -1: all. Called
   by a new run in a used folder, so that a later -restart DIR does not find files of the former
   run. aside: CHECKPOINT_WHY bytes, names them; empty: there were none. Collective. */
PetscErrorCode checkpoint_cut(const Parallel *par, const char *dir, int64_t step, char *aside);

/* One table of a checkpoint. */
typedef struct {
  char     path[128]; /* path in the file */
  int64_t  rows;
  int      width;
  bool     state; /* true: part of the digest of all state */
  uint64_t digest;
} CheckpointTable;

typedef struct {
  int64_t          step, n_clumps, n_waiting, n_contacts;
  double           time;
  uint64_t         digest; /* digest of all state */
  int              n;
  CheckpointTable *list; /* [n] tables; free it with array_free */
} CheckpointSummary;

/* Check a file as checkpoint_read does, except that ids are unique, reading a bounded number of
   rows at a time. `summary` may be NULL. Collective; the same outcome on all ranks. */
PetscErrorCode checkpoint_check(const Parallel *par, const char *path, CheckpointSummary *summary,
                                bool *good, char *why);

/* Digest of the state, equal to what clast-digest prints for a file written from it. Collective. */
PetscErrorCode checkpoint_digest(const Parallel *par, const Checkpoint *checkpoint,
                                 uint64_t *digest);

/* Compare two checkpoints that one rank holds whole. Prints attributes of the run that differ, then
   one line per table in the order of the file: number of rows that differ, the first of them (in
   the order of ids) with its values, and the largest difference. Local. */
void checkpoint_compare(const Checkpoint *a, const Checkpoint *b, FILE *out, bool *same);

#endif
