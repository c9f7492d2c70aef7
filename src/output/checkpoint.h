/* SPDX-License-Identifier: MIT */
/* Checkpoints: the whole state of a simulation in one HDF5 file that any number of ranks can go on from.

   DIR/restart/clast-<step>.h5 has H5MD 1.1 names and units for the clumps and a group /clast for the rest. Every dataset
   carries a digest of its rows that depends on neither their order nor the ranks (output/digest.h); the file carries
   one of all state. A file with its final name is whole: it was written under another name, flushed, synced, read back and
   renamed.

   What goes wrong with a file (no room, no permission, damage) is no program error: it is found on all ranks alike and
   told in `why`, one line that names the file, the place in it and what to do. */
#ifndef OUTPUT_CHECKPOINT_H
#define OUTPUT_CHECKPOINT_H

#include "base/sum.h"
#include "contact/record.h"
#include "matter/group.h"
#include "matter/waiting.h"
#include "output/extras.h"
#include "space/domain.h"

enum { CHECKPOINT_MAJOR = 1, CHECKPOINT_MINOR = 1, CHECKPOINT_WHY = 1024, CHECKPOINT_PATH = 1024 };

/* All of it is state, the same on all ranks but for the rows of clumps, waiting ones and contacts, except what is marked. */
typedef struct {
  int64_t  step, n0;
  double   time, t0, dt; /* s; time = t0 + (step - n0) dt */
  int      dimension;    /* 2 or 3 */
  Vec3     lo, hi;       /* of the domain, m */
  Boundary boundary[3];
  double   quantum;                    /* of positions, m */
  int      force, torque, work, spare; /* exponents and spare bits of the exact sums (matter/loads.h) */
  Sum      dissipated;                 /* J, of all ranks, normalized */
  int64_t  next_id, removed, inserted;
  int      memory; /* reals in use of every contact's memory, <= MEMORY_MOST */
  Extras   extras;

  Materials      *materials;
  Templates      *templates;
  Groups          groups;
  Clumps         *clumps;   /* rows 0 .. n_owned-1: wrapped, `image` to match */
  Waiting        *waiting;  /* wrapped */
  ContactRecords *contacts; /* every contact on one rank only */

  char *scenario;             /* not state: the resolved scenario; NULL is none */
  char  creator[NAME_LENGTH]; /* not state: version of clast */
  int   ranks;                /* not state: how many wrote the file; set by reading */
} Checkpoint;

/* Write DIR/restart/clast-<step>.h5 (folders are made), then keep the newest `keep` (>= 1) of them. Files of later steps
   belong to a history that was left by a restart: they get `.old` appended. Everything in `checkpoint` stays the caller's.

   written  false: nothing new is there, what was there still is, and `why` (CHECKPOINT_WHY bytes) says what is wrong
   path     CHECKPOINT_PATH bytes, of the new file; may be NULL

   Collective; the same outcome on all ranks. */
PetscErrorCode checkpoint_write(const Parallel *par, const char *dir, const Checkpoint *checkpoint, int keep, char *path,
                                bool *written, char *why);

/* Read a file, rows spread evenly over the ranks in the order of the file (not by owner). `checkpoint` is filled with new
   arrays; free them with checkpoint_free, or take them over and set the pointers to NULL (structs and lists are freed with
   array_free). Checked: format and version,
   complete, shapes and types, every digest, finite numbers, indices of templates and materials; not whether ids are unique
   or positions lie in the box.

   good  false: nothing is in *checkpoint to be freed, `why` says what is wrong

   Collective; the same outcome on all ranks. */
PetscErrorCode checkpoint_read(const Parallel *par, const char *path, Checkpoint *checkpoint, bool *good, char *why);
void           checkpoint_free(Checkpoint *checkpoint);

/* The newest valid checkpoint in `dir` or `dir`/restart. `why` is empty, or says which newer ones are damaged (found: a
   warning; not found: the error). Collective; the same outcome on all ranks. */
PetscErrorCode checkpoint_newest(const Parallel *par, const char *dir, char path[CHECKPOINT_PATH], bool *found, char *why);

/* Set aside (append `.old` to) the checkpoints of `dir`/restart with a step beyond `step`; -1: all. A run that starts anew
   in a used folder calls it so that a later -restart DIR cannot find the other history. Collective. */
PetscErrorCode checkpoint_cut(const Parallel *par, const char *dir, int64_t step);

/* What a file holds, for programs that only look. */
typedef struct {
  char     path[128]; /* of a table */
  int64_t  rows;
  int      width;
  bool     state; /* part of the digest of all state */
  uint64_t digest;
} CheckpointTable;

typedef struct {
  int64_t          step, n_clumps, n_waiting, n_contacts;
  double           time;
  uint64_t         digest; /* of all state */
  int              n;
  CheckpointTable *list; /* to be freed with array_free */
} CheckpointSummary;

/* Check a file as checkpoint_read does, in bounded memory. `summary` may be NULL. Collective; the same outcome on all ranks. */
PetscErrorCode checkpoint_check(const Parallel *par, const char *path, CheckpointSummary *summary, bool *good, char *why);

/* The digest of the state as it would be written: what clast-digest prints for the file. Collective. */
PetscErrorCode checkpoint_digest(const Parallel *par, const Checkpoint *checkpoint, uint64_t *digest);

#endif
