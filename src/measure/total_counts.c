/* SPDX-License-Identifier: MIT */
/* Numbers of clumps, pebbles and contacts. */
#include "constraint/hard/hard.h"
#include "measure/total.h"

static void add_clumps(const Measured *m, Sum *sum)
{
  int64_t n = 0;

  for (PetscInt a = 0; a < m->scene->clumps->n_owned; a++) n += measured_is_there(m, a);
  sum_add(sum, (double)n);
}

static void add_pebbles(const Measured *m, Sum *sum)
{
  const Clumps *c = m->scene->clumps;
  int64_t       n = 0;

  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_is_there(m, a)) n += m->templates->list[c->template[a]].n;
  sum_add(sum, (double)n);
}

static void add_contacts(const Measured *m, Sum *sum)
{
  const Hard *hard = m->constraints ? m->constraints->hard : NULL;

  sum_add(sum, (double)(contacts_count(m->contacts) + hard_touching(hard)));
}

const Total total_clumps = {
  .name = "clumps", .text = "in the domain now", .whole = true, .add = add_clumps};

const Total total_pebbles = {
  .name = "pebbles", .text = "of these clumps", .whole = true, .add = add_pebbles};

const Total total_contacts = {
  .name  = "contacts",
  .text  = "pairs of pebbles, or of a pebble and a wall, that touch, or that their law keeps after "
           "they have touched; of hard contacts those that pushed in the step",
  .whole = true,
  .add   = add_contacts,
};
