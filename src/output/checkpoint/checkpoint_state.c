/* SPDX-License-Identifier: MIT */
/* The state that every file has beside the rows of clumps and contacts: one line for each part. */
#include "output/checkpoint/checkpoint.h"

/* State of every checkpoint, as members of Checkpoint. */
static const StateItem file_state[] = {
  {.name   = "dissipated",
   .unit   = "J",
   .text   = "energy lost in contacts since the first step, as an exact sum: number k counts units "
             "of 2^(32 k - 1088) J",
   .type   = STATE_INT64,
   .count  = SUM_LIMBS,
   .offset = offsetof(Checkpoint, dissipated.limb)},
  {.name = "pending",
   .unit = "J",
   .text = "part of dissipated that is the work of contacts in the half step to come, likewise; it "
           "follows from clumps and contacts",
   .type = STATE_INT64,
   .count  = SUM_LIMBS,
   .offset = offsetof(Checkpoint, pending.limb),
   .flags  = STATE_DERIVED | STATE_LACKING},
  {.name   = "memory",
   .text   = "numbers in the longest row of memory of a contact",
   .type   = STATE_INT32,
   .offset = offsetof(Checkpoint, memory),
   .lo     = 0,
   .hi     = MEMORY_MOST},
  {.name   = "creator",
   .text   = "version of clast that wrote the file",
   .type   = STATE_TEXT,
   .count  = NAME_LENGTH,
   .offset = offsetof(Checkpoint, creator),
   .flags  = STATE_DERIVED},
  {.name   = "ranks",
   .text   = "number of MPI ranks that wrote the file",
   .type   = STATE_INT32,
   .offset = offsetof(Checkpoint, ranks),
   .lo     = 1,
   .hi     = PETSC_MPI_INT_MAX,
   .flags  = STATE_DERIVED},
  {NULL},
};

void checkpoint_parts(const Checkpoint *checkpoint, StatePart parts[CHECKPOINT_PARTS])
{
  Checkpoint *c = (Checkpoint *)checkpoint; /* written to when a file is read */

  const StatePart all[CHECKPOINT_PARTS] = {{"", NULL, clock_state, &c->clock},
                                           {"", NULL, domain_state, &c->domain},
                                           {"", NULL, loads_state, &c->loads},
                                           {"", NULL, account_state, &c->account},
                                           {"", NULL, file_state, c}};

  memcpy(parts, all, sizeof all);
}
