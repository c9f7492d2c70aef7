/* SPDX-License-Identifier: MIT */
/* A state in which every column has values. */
#ifndef COLUMNS_STATE_H
#define COLUMNS_STATE_H

#include "state.h"

#include "output/checkpoint/columns.h"

enum { N_CLUMPS = 23, N_CONTACTS = 17 };

static char work[CHECKPOINT_PATH];

/* Tables and attributes that are not state. */
static inline bool is_beside(const char *name)
{
  static const char *const names[] = {"/clast/templates/centre_error", "/clast/scenario", "creator",
                                      "ranks", "pending"};
  bool                     beside  = false;

  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    beside = beside || strcmp(name, names[k]) == 0;
  return beside;
}

static inline Checkpoint made_state(void)
{
  Checkpoint c = state_create(DEAL_FIRST, N_CLUMPS, N_CONTACTS);

  c.ranks = 1;
  return c;
}

static inline bool write_state(const Parallel *par, const Checkpoint *c, char *path)
{
  bool written;
  char why[CHECKPOINT_WHY];

  CALL(checkpoint_write(par, work, c, 3, path, &written, why));
  CHECK_TEXT(why, "");
  return written;
}

#endif
