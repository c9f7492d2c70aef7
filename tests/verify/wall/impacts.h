/* SPDX-License-Identifier: MIT */
/* Free mesh bodies that fly about among walls: which of them touch. */
#ifndef VERIFY_IMPACTS_H
#define VERIFY_IMPACTS_H

#include "contact/solid/solids.h"
#include "verify/verify.h"

enum { IMPACT_WALLS = 32 }; /* most walls, bodies among them */

/* Matrix of touches: a row for each body, a column for each wall or body that it may touch. */
typedef struct {
  bool of[IMPACT_WALLS * IMPACT_WALLS];
} Touches;

/* Number of bodies and surfaces that touch now and did not at the last look, which `touching`
   holds. */
static inline int count_new(const Sim *sim, Touches *touching)
{
  const Solids        *s   = sim->contacts->solids;
  const SolidTouching *t   = &s->touching[s->now];
  Touches              now = {{false}};
  int                  n   = 0;

  for (PetscInt k = 0; k < t->n; k++)
    now.of[IMPACT_WALLS * t->key[k].body + t->key[k].other] = true;
  for (int k = 0; k < IMPACT_WALLS * IMPACT_WALLS; k++) n += now.of[k] && !touching->of[k];
  *touching = now;
  return n;
}

#endif
