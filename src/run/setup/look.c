/* SPDX-License-Identifier: MIT */
/* A look at a scenario (look.h). Templates and walls are kept from one row of a table to the next,
   which mostly has the same: reading large files and filling shapes with pebbles may take long. */
#include "run/setup/look.h"
#include "run/setup/setup_read.h"
#include "run/sim.h"

/* True if the last scenario had the same dimension and the same values of all these kinds
   (NULL-terminated). */
static bool same(const Look *look, const Sim *sim, const char *const kinds[])
{
  bool equal = look->last && look->last->settings.dimension == sim->settings.dimension;

  for (; *kinds && equal; kinds++)
    equal = options_agree(look->last->options, sim->options, *kinds, "", true) &&
            options_are_sound(look->last->options, *kinds);
  return equal;
}

bool look_take_walls(Look *look, Sim *sim)
{
  static const char *const kinds[] = {"material", "wall", "motion", NULL};

  /* walls that were prepared for pebbles of one size suit no other; free ones belong
     to their clumps */
  if (look->fills || !same(look, sim, kinds) || look->last->walls.n_carried > 0) return false;
  sim->walls        = look->last->walls;
  look->last->walls = (Walls){0};
  return true;
}

bool look_take_templates(Look *look, Sim *sim)
{
  static const char *const kinds[] = {"material", "template", NULL};

  if (!same(look, sim, kinds)) return false;
  sim->matter.templates        = look->last->matter.templates;
  sim->matter.groups           = look->groups;
  look->last->matter.templates = (Templates){0};
  templates_cut(&sim->matter.templates, look->templates);
  return true;
}

void look_keep_templates(Look *look, const Sim *sim)
{
  look->templates = sim->matter.templates.n;
  look->groups    = sim->matter.groups;
}

PetscErrorCode look_at(Look *look, Communicator comm, const ScenarioSource *from, Options **options)
{
  Setup s = {.look = look};
  Sim  *sim;

  PetscFunctionBeginUser;
  if (look->last && look->fills) PetscCall(sim_give_up_bodies(look->last));
  PetscCall(setup_make(comm, NULL, from, &s, &sim));
  PetscCall(sim_destroy(&look->last));
  look->last = sim;
  *options   = sim->options;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode look_end(Look *look)
{
  return sim_destroy(&look->last);
}
