/* SPDX-License-Identifier: MIT */
/* The account of a run in a checkpoint. */
#include "measure/energy/account.h"
#include "base/bounds.h"

const StateItem account_state[] = {
  {.name   = "next_id",
   .text   = "id of the next clump that gets one",
   .type   = STATE_INT64,
   .offset = offsetof(Account, next_id),
   .lo     = 0,
   .hi     = 0x1p63},
  {.name   = "removed",
   .text   = "number of clumps that have left through open faces",
   .type   = STATE_INT64,
   .offset = offsetof(Account, removed),
   .lo     = 0,
   .hi     = STEPS_MOST},
  {.name   = "inserted",
   .text   = "number of clumps that inlets have put in",
   .type   = STATE_INT64,
   .offset = offsetof(Account, inserted),
   .lo     = 0,
   .hi     = STEPS_MOST},
  {NULL},
};
