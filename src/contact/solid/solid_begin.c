/* SPDX-License-Identifier: MIT */
/* Solid contacts at the start of a run: warnings, and those of a checkpoint (solids.h). */
#include "contact/solid/solids.h"
#include "matter/module.h"

static StatePart part_of(Solids *solids)
{
  return (StatePart){.folder = EXTRAS_FOLDER, .items = solids_state, .owner = solids};
}

/* Warn of bodies with finely divided concave roundings: each of their facets has a contact of its
   own with a rim that touches it. */
static void warn_of_bowls(World *w)
{
  static const double cosine = 0.766; /* 40 degrees, as corner_angle has it */
  const Solids       *s      = w->contacts->solids;
  int                 last   = -1;

  for (int k = 0; k < s->n_pairs; k++) {
    const int body = s->pair[k].body, other = s->pair[k].other;
    const int n = solid_has_rims(&s->side[other].ridges) && body != last
                    ? solid_flats_bends(&s->side[body].flats, cosine)
                    : 0;

    if (n == 0) continue;
    last = body;
    warning_add(
      w->warnings,
      "wall %s: it has %d concave edges at which faces turn by less than 40 degrees: each of these "
      "faces has a contact of its own with a rim that touches it, as those of wall %s, and the "
      "force grows as a rounding is divided further: take no more faces than the shape needs",
      w->walls->list[body].name, n, w->walls->list[other].name);
  }
}

PetscErrorCode solids_begin(World *w, const ContactRecords *records)
{
  Solids **solids = &w->contacts->solids;
  bool    *changed;

  PetscFunctionBeginUser;
  PetscCall(solids_create(w->walls, w->templates, w->laws->n_materials, w->laws->of,
                          w->laws->memory, solids));
  if (!*solids) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < (*solids)->n_pairs; k++) {
    const int body = (*solids)->pair[k].body;

    if (!(*solids)->side[body].inner && (k == 0 || (*solids)->pair[k - 1].body != body))
      warning_add(
        w->warnings,
        "wall %s: it has details smaller than its corner_radius, %g m: contacts of its edges "
        "with corners of walls keep energy to first order in dt only; take a smaller "
        "corner_radius",
        w->walls->list[body].name, (*solids)->side[body].radius);
  }
  warn_of_bowls(w);
  if (!world_take(w, part_of(*solids))) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&changed, sizeof *changed, w->walls->n);
  for (int k = 0; k < w->walls->n; k++)
    changed[k] = options_object_changed(w->options, "wall", w->walls->list[k].name) != NULL;
  solids_take(*solids, w->walls, w->laws, records, changed);
  array_free(&changed);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  Solids *solids = w ? w->contacts->solids : NULL;

  (void)self;
  if (w && (!solids || solids->n_pairs == 0)) return PETSC_SUCCESS;
  if (w) solids_gather(solids);
  state_list_part(parts, part_of(solids));
  return PETSC_SUCCESS;
}

extern const Module solids_module;
const Module        solids_module = {.name = "solids", .list = list};
