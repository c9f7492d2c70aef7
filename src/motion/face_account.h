/* SPDX-License-Identifier: MIT */
/* The module of reflecting faces: input of the motion, and the momenta that clumps have given to
   faces. The energy that faces have taken is an entry of the ledger. */
#ifndef MOTION_FACE_ACCOUNT_H
#define MOTION_FACE_ACCOUNT_H

#include "matter/module.h"
#include "motion/motion.h"

enum { FACES = 6 }; /* at lo of x, y, z, then at hi */

typedef struct {
  bool        reflects; /* a face reflects now */
  bool        used;     /* a face reflects, or did before a restart */
  MotionFaces motion;
  Sum         momentum[FACES]; /* since the first step, this rank's part, kg m/s */
  Sum         whole[FACES];    /* over all ranks, for checkpoints */
} FaceAccount;

extern const Module faces_module; /* its state: FaceAccount */

#endif
