/* SPDX-License-Identifier: MIT */
/* The list of parts with state. */
#include "run/restart/saved_parts.h"
#include "run/deform_run.h"
#include "run/link_run.h"
#include "run/lists/exclusions_run.h"
#include "run/lists/wall_shapes.h"
#include "run/sim.h"
#include "run/timestep/impact.h"

StatePart part_of_sum(Accumulator *accumulator)
{
  return (StatePart){.folder = EXTRAS_FOLDER,
                     .prefix = accumulator->name,
                     .items  = accumulator_state,
                     .owner  = &accumulator->quantum};
}

static PetscErrorCode list_sums(Sim *sim, StateParts *parts)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < sim->loads->n_more; k++)
    PetscCall(state_list_part(parts, part_of_sum(&sim->loads->more[k])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode document_sums(StateParts *parts)
{
  Field f;

  PetscFunctionBeginUser;
  for (int k = 0; clump_field(k, &f); k++)
    if (f.travels & SUMMED)
      PetscCall(state_list_part(
        parts, (StatePart){.folder = EXTRAS_FOLDER, .prefix = f.name, .items = accumulator_state}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parts_of_interactions(Sim *sim, StateParts *parts)
{
  return interactions_list(sim->interactions, STATE_FOLDER, parts);
}

static PetscErrorCode document_interactions(StateParts *parts)
{
  return interactions_document(STATE_FOLDER, parts);
}

StatePart part_of_entry(Ledger *ledger, const LedgerEntry *entry)
{
  StatePart part = {.items = ledger_state_of(entry),
                    .owner = ledger ? ledger_saved(ledger, entry) : NULL};

  snprintf(part.folder, sizeof part.folder, "%s/%s",
           entry->add ? DERIVED_FOLDER : STATE_FOLDER "/energy", entry->name);
  return part;
}

/* List the entries of the ledger, except that of contacts, which is saved as attributes
   (checkpoint_state.c). */
static PetscErrorCode list_ledger(Sim *sim, StateParts *parts)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);

  PetscFunctionBeginUser;
  for (const LedgerEntry *const *e = ledger_entries; *e; e++)
    if (*e != &ledger_contacts && ledger_is_used(*e, &measured))
      PetscCall(state_list_part(parts, part_of_entry(&sim->ledger, *e)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode document_ledger(StateParts *parts)
{
  PetscFunctionBeginUser;
  for (const LedgerEntry *const *e = ledger_entries; *e; e++)
    if (*e != &ledger_contacts) PetscCall(state_list_part(parts, part_of_entry(NULL, *e)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list_motions(Sim *sim, StateParts *parts)
{
  return wall_motions_list(&sim->motions, STATE_FOLDER, parts);
}

static PetscErrorCode document_motions(StateParts *parts)
{
  return wall_motions_document(STATE_FOLDER, parts);
}

static PetscErrorCode document_modules(StateParts *parts)
{
  return modules_list(NULL, parts);
}

/* One line for each part: a function that lists its state in a run, and one that lists its
   tables. */
static const struct {
  PetscErrorCode (*list)(Sim *, StateParts *);
  PetscErrorCode (*document)(StateParts *);
} lines[] = {
  {impact_list, impact_document},                 /* speeds of impact, for dt: auto */
  {list_sums, document_sums},                     /* exponents of sums such as heat */
  {list_ledger, document_ledger},                 /* energies, stored and summed up */
  {wall_shapes_list, wall_shapes_document},       /* walls with a file, such as meshes */
  {carried_list, carried_document},               /* contacts of free meshes */
  {link_run_list, link_run_document},             /* numbers of links that broke */
  {exclusions_run_list, exclusions_run_document}, /* clumps that never touch */
  {deform_run_list, deform_run_document},         /* skins of deformable bodies */
  {parts_of_interactions, document_interactions},
  {cell_run_list, cell_run_document}, /* vectors of the cell */
  {list_motions, document_motions},   /* tables of motions */
  {entry_list, entry_document},       /* sources of clumps, such as inlets */
  {modules_list, document_modules},
};

enum { LINES = sizeof lines / sizeof *lines };

PetscErrorCode parts_document(StateParts *parts)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LINES; k++) PetscCall(lines[k].document(parts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parts_save(Sim *sim, State *state)
{
  StateParts parts = {0};

  PetscFunctionBeginUser;
  for (int k = 0; k < LINES; k++) PetscCall(lines[k].list(sim, &parts));
  for (PetscInt k = 0; k < parts.n; k++) PetscCall(state_gather(state, &parts.list[k]));
  array_free(&parts.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode parts_take(Sim *sim, const Checkpoint *checkpoint, StatePart part, bool *found)
{
  char why[STATE_WHY];
  bool good;

  PetscFunctionBeginUser;
  *found = state_has_part(&checkpoint->state, &part);
  if (!*found) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(state_restore(&checkpoint->state, &part, &good, why));
  if (!good) options_mistake(sim->options, "cannot restart: %s: %s", sim->source, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}
