/* SPDX-License-Identifier: MIT */
/* Reflecting faces in a run: input of the motion, and the momenta that clumps have given to faces.
   The energy that faces have taken is an entry of the ledger (measure/energy/ledger_entries.c). */
#ifndef RUN_FACE_ACCOUNT_H
#define RUN_FACE_ACCOUNT_H

#include "motion/motion.h"
#include "output/checkpoint/checkpoint.h"

typedef struct Sim Sim;

enum { FACES = 6 }; /* at lo of x, y, z, then at hi */

typedef struct {
  bool        reflects; /* a face reflects now */
  bool        used;     /* a face reflects, or did before a restart */
  MotionFaces motion;
  Sum         momentum[FACES]; /* since the first step, this rank's part, kg m/s */
  Sum         whole[FACES];    /* over all ranks, for checkpoints */
} FaceAccount;

/* Begin the account, or go on with that of a checkpoint (NULL: none). */
PetscErrorCode face_account_open(Sim *sim, const Checkpoint *checkpoint);

/* Its part in checkpoints (saved_parts.h). Collective. */
PetscErrorCode face_account_list(Sim *sim, StateParts *parts);
PetscErrorCode face_account_document(StateParts *parts);

#endif
