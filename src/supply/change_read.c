/* SPDX-License-Identifier: MIT */
/* Keys of changes. */
#include "base/bounds.h"
#include "matter/group_read.h"
#include "options/rows.h"
#include "options/span.h"
#include "supply/change.h"

static const Plugin *const change_heads[] = {CHANGE_KINDS(PLUGIN_HEAD) NULL};

/* clang-format off */
static const Option change_options[] = {
  PLUGIN(KEY("action"), REQUIRED, change_heads, "kind of change"),
  WORDS(KEY("groups"),  OPTIONAL,
      "clumps that are in one of these groups at that time are changed: name or slot=name; "
      "default: all clumps"),
  REAL(KEY("start"),    "s", OPTIONAL, UP_TO(TIME_MOST),
      "time of the change: the end of the first step that ends then or later"),
  OPTION_AFTER,
  {NULL},
};
/* clang-format on */

const OptionKind change_kind = {.name    = "change",
                                .named   = true,
                                .options = change_options,
                                .text    = "changes of groups of clumps at a given time"};

static PetscErrorCode read_one(const SourceScene *scene, const char *name, Change *c)
{
  Options *o = scene->options;

  PetscFunctionBeginUser;
  *c = (Change){
    .name = name,
    .kind = (const ChangeKind *)plugin_find(change_heads, option_word(o, "change", name, "action")),
    .timed = option_has_value(o, "change", name, "start")};
  if (c->timed) c->first = option_real(o, "change", name, "start");
  /* one that a restart adds, with a time that has passed, is made after the first step */
  if (!options_object_is_stored(o, "change", name)) c->first = max_real(c->first, scene->now);
  if (!c->kind) PetscFunctionReturn(PETSC_SUCCESS); /* reported before */
  PetscCall(array_create(&c->own, 1, (PetscInt)c->kind->size + 1));
  if (c->kind->read) c->kind->read(c->own, &(ChangeSource){scene, name});
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode changes_read(const SourceScene *scene, Changes *changes)
{
  const char *const *names;

  PetscFunctionBeginUser;
  PetscCall(options_objects(scene->options, "change", &changes->n, &names));
  PetscCall(array_create(&changes->list, sizeof *changes->list, changes->n));
  for (int k = 0; k < changes->n; k++) PetscCall(read_one(scene, names[k], &changes->list[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void changes_find_groups(const SourceScene *scene, Changes *changes)
{
  for (int k = 0; k < changes->n; k++)
    groups_selected(scene->options, "change", changes->list[k].name, "groups", scene->groups,
                    &changes->list[k].groups);
}

void changes_check(const SourceScene *scene, const Changes *changes)
{
  for (int k = 0; k < changes->n; k++) {
    const Change *c = &changes->list[k];

    if (!c->timed && !c->waits && c->step == 0 &&
        !option_is_wrong(scene->options, "change", c->name, "start"))
      option_mistake(scene->options, "change", c->name, "start",
                     "missing: give the time, or an event that starts the change");
  }
}
