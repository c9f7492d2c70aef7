/* SPDX-License-Identifier: MIT */
/* Links of a run: made at its start or later, or taken from a checkpoint (link_make.h). */
#include "link/link_requests.h"
#include "matter/module.h"
#include "space/migration.h"

LinkScene link_scene(World *w, bool enters)
{
  return (LinkScene){.world = w, .enters = enters, .before = -1};
}

static StatePart part_of(Links *links)
{
  return (StatePart){.folder = EXTRAS_FOLDER, .items = links_state, .owner = links};
}

/* Take over the links of the checkpoint: keys and memory; the objects are those of the scenario. */
static PetscErrorCode take_links(World *w, LinkSet *saved)
{
  Links  *links = w->links;
  int64_t wrong;

  PetscFunctionBeginUser;
  (void)world_take(w, part_of(links));
  if (w->par->rank == 0) memcpy(links->broken, links->broken_all, sizeof links->broken);
  for (int k = 0; k < LINK_KINDS; k++) {
    LinkSet *to = &links->set[k], *from = &saved[k];

    to->n        = from->n;
    to->capacity = from->capacity;
    to->list     = from->list;
    to->memory   = from->memory;
    *from        = (LinkSet){.kind = from->kind};
  }
  PetscCall(links_check(w, &wrong));
  if (wrong > 0)
    options_mistake(w->options,
                    "%s: %" PRId64
                    " of its links are of clumps, pebbles or objects that do not exist",
                    w->source, wrong);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Make the links that are due. Where close pebbles are searched for, clumps migrate before to the
   ranks in whose boxes they are. */
static PetscErrorCode make_due(const LinkScene *s)
{
  const World *w = s->world;

  PetscFunctionBeginUser;
  if (links_longest_distance(s) >= 0) {
    PetscCall(clumps_migrate(w->par, w->domain, w->decomposition,
                             clumps_sort_cell(w->templates, w->clumps), INT64_MIN, w->clumps));
    clumps_prepare(w->clumps, w->templates);
  }
  PetscCall(links_make(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_begin(World *w, const LinkScene *scene, LinkSet *saved)
{
  PetscFunctionBeginUser;
  if (!links_are_used(w->links)) PetscFunctionReturn(PETSC_SUCCESS);
  if (saved) PetscCall(take_links(w, saved));
  PetscCall(make_due(scene));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode links_look(World *w, bool enters, bool more)
{
  LinkScene scene = link_scene(w, enters);

  scene.looks = true;
  scene.more  = more;
  return links_make(&scene);
}

PetscErrorCode links_join(World *w, bool enters)
{
  LinkScene scene = link_scene(w, enters);
  int64_t   missing;

  PetscFunctionBeginUser;
  scene.before   = w->links->reached;
  scene.more     = true; /* clumps of a list may have left */
  scene.warnings = w->warnings;
  scene.now      = clock_reached(w->clock);
  PetscCall(make_due(&scene));
  PetscCall(links_locate(w, &missing));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  Links *l = w ? w->links : NULL;

  (void)self;
  PetscFunctionBeginUser;
  if (l && !links_are_used(l)) PetscFunctionReturn(PETSC_SUCCESS);
  if (l) {
    memcpy(l->broken_all, l->broken, sizeof l->broken);
    PetscCall(parallel_sum_int(w->par, l->broken_all, LINK_KINDS));
  }
  state_list_part(parts, part_of(l));
  PetscFunctionReturn(PETSC_SUCCESS);
}

extern const Module links_module;
const Module        links_module = {.name = "links", .list = list};
