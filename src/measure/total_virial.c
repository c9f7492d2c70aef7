/* SPDX-License-Identifier: MIT */
/* The virial of the forces between pebbles that interact. */
#include "measure/total.h"

static bool is_used(const Measured *m)
{
  return m->interactions->n_sets > 0;
}

static void add(const Measured *m, Sum *sum)
{
  const InteractionScene scene = {.par       = m->par,
                                  .domain    = m->scene->domain,
                                  .clumps    = m->scene->clumps,
                                  .pebbles   = m->scene->pebbles,
                                  .templates = m->templates};

  interactions_virial(m->interactions, &scene, sum);
}

const Total total_virial = {
  .name    = "virial",
  .unit    = "J",
  .text    = "in runs with interactions between pebbles: sum over their pairs of F . R, the force "
             "times the vector between the centres of the two clumps, > 0: they repel; in a periodic "
             "box without contacts the pressure is (2 kinetic_translational + virial) / (3 V), in "
             "two dimensions / (2 A)",
  .is_used = is_used,
  .add     = add,
};
