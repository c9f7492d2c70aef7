/* SPDX-License-Identifier: MIT */
/* Force and torque received by clumps in a step, summed exactly: every contribution is rounded once to a multiple of a
   power of two (its quantum) and added as a 64-bit integer, so that the sum has the same bits in any order and on any
   partition, and equal and opposite contributions cancel to the last bit.

   A quantum is 2^(exponent). A contribution may be 2^50 quanta, fewer where that many bits are not left: `spare` bits of room
   above it guarantee that 2^spare contributions of that size do not overflow 63 bits. The largest contribution of a step is
   watched; when it passes the bound the exponent is raised on all ranks and the contacts of the step are done again (exponents
   are state: saved in checkpoints, and a function of the physics alone).

   Torques have the quantum of forces times twice the body's arm (Pose.per_arm), so that those of small bodies are as exact as
   forces whatever large ones are about, and need no watching where contact points are within 1/1.1 arms of the centre: along an
   axis the torque is no more than sqrt(2) / 1.1 arms times the largest part of the force. Of deep overlaps it is watched. */
#ifndef MATTER_LOADS_H
#define MATTER_LOADS_H

#include "base/base.h"
#include "base/vec.h"

/* Adding this to a number below 2^51 in size rounds it to an integer, found in the low bits of the sum. */
#define LOAD_MAGIC 0x1.8p52

enum { LOAD_FORCE = 0, LOAD_TORQUE = 3, LOAD_PARTS = 6 };
enum { LOAD_ARMS = 2 }; /* quantum of a torque over that of a force, in arms of the body */

typedef struct {
  int    exponent; /* quantum = 2^exponent */
  double quantum, inverse;
  double largest; /* allowed contribution, in units (N, J) */
} Quantum;

typedef struct {
  PetscInt capacity;
  int64_t *sum;   /* [rows][LOAD_PARTS] quanta: of the last evaluation until the motion takes a row, then of the next */
  Quantum  force; /* N */
  Quantum  work;  /* J, for the energy ledger */
  int      spare; /* log2 of how many contributions of the largest size one clump can receive */
} Loads;

PetscErrorCode loads_create(Loads **loads);
PetscErrorCode loads_destroy(Loads **loads);
/* n rows, all zero; of as many rows as there are, those from .. to - 1. */
PetscErrorCode loads_clear(Loads *loads, PetscInt n);
void           loads_clear_rows(Loads *loads, PetscInt from, PetscInt to);
/* The smallest quantum that admits contributions of `largest` with `spare` bits of room. */
Quantum quantum_for(double largest, int spare);
Quantum quantum_of(int exponent, int spare);

/* One row of sums more. What overflows wraps: it is thrown away and done again. */
static inline void loads_add_row(int64_t *to, const int64_t *from)
{
  for (int part = 0; part < LOAD_PARTS; part++) to[part] = (int64_t)((uint64_t)to[part] + (uint64_t)from[part]);
}

static inline int64_t quanta(double value, double inverse)
{
  union {
    double   d;
    uint64_t i; /* what is too large may wrap: it is thrown away */
  } u = {.d = value * inverse + LOAD_MAGIC}, m = {.d = LOAD_MAGIC};

  return (int64_t)(u.i - m.i);
}

#endif
