/* SPDX-License-Identifier: MIT */
/* Loads of single clumps (bodies.h). They are the exact sums of all that acts on their pebbles, the
   same digits on any number of ranks. */
#include "sim/bodies.h"
#include "matter/group_read.h"
#include "sim/sim.h"

/* Selection of clumps: ids, and groups. */
typedef struct {
  const int64_t *ids;
  int            n;
  uint64_t       groups;
} Chosen;

static Chosen choice(const Sim *sim)
{
  Chosen c;

  c.ids = option_ints(sim->options, "output", NULL, "bodies", &c.n);
  groups_selected(sim->options, "output", NULL, "bodies_groups", &sim->groups, &c.groups);
  return c;
}

void bodies_check(Sim *sim)
{
  const Chosen c     = choice(sim);
  const bool   wants = option_real(sim->options, "output", NULL, "bodies_every") > 0;

  if (wants && c.n == 0 && c.groups == 0 && !options_has_mistakes(sim->options))
    option_mistake(sim->options, "output", NULL, "bodies_every",
                   "of which clumps? Give bodies: [IDS], bodies_groups: [NAMES] or both");
}

static bool is_chosen(const Chosen *c, const Clumps *clumps, PetscInt a)
{
  if (clump_is_gone(clumps, a)) return false;
  if (c->groups & clumps->group[a]) return true;
  for (int k = 0; k < c->n; k++)
    if (c->ids[k] == clumps->id[a]) return true;
  return false;
}

PetscErrorCode bodies_write(Sim *sim, Log *log)
{
  const Chosen  chosen = choice(sim);
  const Clumps *c      = sim->clumps;
  PetscInt      n      = 0;
  BodyRow      *rows;

  PetscFunctionBeginUser;
  sim_complete(sim);
  PetscCall(array_create(&rows, sizeof *rows, c->n_owned));
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (is_chosen(&chosen, c, a))
      rows[n++] = (BodyRow){.clump  = c->id[a],
                            .force  = c->force[a],
                            .torque = c->torque[a],
                            .total  = clump_is_heavy(c, a)
                                        ? vec3_axpy(c->force[a], c->mass[a], sim->settings.gravity)
                                        : c->force[a]};
  PetscCall(body_rows_write(&sim->par, log, sim->clock.step, sim_time(sim), n, rows));
  array_free(&rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}
