/* SPDX-License-Identifier: MIT */
/* Force and torque on clumps in a step, summed exactly: every contribution is rounded once to a
   multiple of a power of two (its quantum) and added as a 64-bit integer. The sum has the same bits
   in any order and on any decomposition, and equal and opposite contributions cancel exactly.

   A quantum is 2^exponent. A contribution is at most 2^50 quanta, or fewer so that 2^spare
   contributions of the largest size do not overflow 63 bits. The largest contribution of a step is
   monitored: if it exceeds the bound, the exponent is raised on all ranks and the contacts of the
   step are evaluated again (exponents are state: saved in checkpoints, and a function of the
   physics alone).

   Torques are summed over the clump's arm (Pose.per_arm), N, so that torques of small clumps are as
   exact as forces whatever the size of other clumps. Their quantum is at least twice that of forces
   (LOAD_ARMS); then torques of forces need no monitoring where contact points are within 1/1.1 arms
   of the centre: a component of the torque is at most sqrt(2) / 1.1 arms times the largest
   component of the force. For deep overlaps it is monitored, as a force. Couples are monitored on
   their own: large ones raise the quantum of torques, not that of forces. */
#ifndef MATTER_LOADS_H
#define MATTER_LOADS_H

#include "base/field.h"
#include "base/kernel.h"
#include "base/state.h"
#include "base/vec.h"

/* Adding this to a number below 2^51 in size rounds it to an integer, found in the low bits of the
 * sum. */
#define LOAD_MAGIC 0x1.8p52

enum { LOAD_FORCE = 0, LOAD_TORQUE = 3, LOAD_PARTS = 6 };
/* Limits of Loads.spare. */
enum { SPARE_LEAST = 13, SPARE_MOST = 26 };
enum { LOAD_ARMS = 2 }; /* least quantum of torques over arms, in quanta of forces */

typedef struct {
  int    exponent; /* quantum = 2^exponent */
  double quantum, inverse;
  double largest; /* largest contribution allowed, N or J */
} Quantum;

/* One further number that contacts add up on clumps, in the same way: a field marked SUMMED. Its
   quantum starts finer than any contribution; contributions are reported in
   ContactReport.largest_more. */
typedef struct {
  const char *name; /* of the field that gets the sum, in its unit, at the end of a step */
  Quantum     quantum;
  int64_t    *sum; /* [rows] quanta */
} Accumulator;

enum { ACCUMULATORS_MOST = 4 };

typedef struct Loads {
  PetscInt capacity;
  /* [rows][LOAD_PARTS] quanta; a row holds the last evaluation until the motion reads it, then the
     next */
  int64_t    *sum;
  int         n_more;
  Accumulator more[ACCUMULATORS_MOST]; /* rows and lifetime as of `sum` */
  Quantum     force;                   /* N */
  Quantum     torque;                  /* N: torque over the arm of the clump; loads_set_force */
  Quantum     work;                    /* J, for the energy ledger */
  /* log2 of the number of contributions of the largest size that one clump can receive */
  int spare;
} Loads;

/* Exponents and spare bits. */
extern const StateItem loads_state[];
/* The exponent of an accumulator as a part of a checkpoint, which goes by the field's name. */
StatePart accumulator_part(Accumulator *accumulator);
/* Largest exponent of a quantum, that sum_add_scaled takes; the smallest is its negative. */
enum { EXPONENT_MOST = 900 };

void loads_create(Loads **loads);
void loads_destroy(Loads **loads);
/* Have an accumulator for every SUMMED field of the table, which need not stay; names do. Local;
   the same on all ranks. */
PetscErrorCode loads_use(Loads *loads, const Field *fields);
/* Accumulator of the field of this name; NULL: there is none. */
Accumulator *loads_find(Loads *loads, const char *name);
/* Make room for n rows and set them to zero; loads_clear_rows: set existing rows from .. to - 1
   to zero. */
void loads_clear(Loads *loads, PetscInt n);
void loads_clear_rows(Loads *loads, PetscInt from, PetscInt to);
/* quantum_for: smallest quantum that allows contributions of `largest` with `spare` bits of
   headroom; quantum_of: quantum 2^exponent. */
Quantum quantum_for(double largest, int spare);
Quantum quantum_of(int exponent, int spare);
/* Set the quantum of forces, and that of torques to the finest that goes with it, but not below the
   exponent `torque`. */
void loads_set_force(Loads *loads, Quantum force, int torque);

/* The vector of three sums. */
static inline Vec3 loads_vector(const int64_t *sum, double quantum)
{
  return (Vec3){(double)sum[0] * quantum, (double)sum[1] * quantum, (double)sum[2] * quantum};
}

/* Add one sum (loads_add) or a row of sums (loads_add_row). Overflow wraps: the step is then
   discarded and evaluated again. */
static inline void loads_add(int64_t *to, int64_t from)
{
  *to = (int64_t)((uint64_t)*to + (uint64_t)from);
}

static inline void loads_add_row(int64_t *to, const int64_t *from)
{
  for (int part = 0; part < LOAD_PARTS; part++)
    to[part] = (int64_t)((uint64_t)to[part] + (uint64_t)from[part]);
}

static inline int64_t quanta(double value, double inverse)
{
  union {
    double   d;
    uint64_t i; /* wraps if too large: the step is then discarded */
  } u = {.d = value * inverse + LOAD_MAGIC}, m = {.d = LOAD_MAGIC};

  return (int64_t)(u.i - m.i);
}

/* Add a force and a torque to the sums of a row; the factors are 1 over their quanta. */
ALWAYS_INLINE void loads_add_vectors(int64_t *row, Vec3 force, Vec3 torque, double per_force,
                                     double per_torque)
{
  loads_add(row + LOAD_FORCE, quanta(force.x, per_force));
  loads_add(row + LOAD_FORCE + 1, quanta(force.y, per_force));
  loads_add(row + LOAD_FORCE + 2, quanta(force.z, per_force));
  loads_add(row + LOAD_TORQUE, quanta(torque.x, per_torque));
  loads_add(row + LOAD_TORQUE + 1, quanta(torque.y, per_torque));
  loads_add(row + LOAD_TORQUE + 2, quanta(torque.z, per_torque));
}

#endif
