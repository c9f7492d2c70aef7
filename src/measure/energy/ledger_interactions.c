/* SPDX-License-Identifier: MIT */
/* Energy stored in interactions: potentials between pebbles, and of bodies in fields. Energy lost
   in interactions is added to the work of contacts. */
#include "measure/measured.h"

static bool is_used(const Measured *m)
{
  return m->interactions->n > 0;
}

static PetscErrorCode add(const Measured *m, Sum *sum)
{
  const InteractionScene scene = {.par       = m->par,
                                  .domain    = m->scene->domain,
                                  .clumps    = m->scene->clumps,
                                  .pebbles   = m->scene->pebbles,
                                  .templates = m->templates};

  return interactions_energy(m->interactions, &scene, sum);
}

const LedgerEntry ledger_interactions = {
  .name    = "interactions",
  .text    = "Energy stored in interactions.",
  .side    = LEDGER_STORED,
  .is_used = is_used,
  .add     = add,
};
