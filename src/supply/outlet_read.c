/* SPDX-License-Identifier: MIT */
/* Keys of outlets. */
#include "base/bounds.h"
#include "matter/group_read.h"
#include "options/rows.h"
#include "options/span.h"
#include "supply/outlet.h"

/* clang-format off */
static const Option recycle_options[] = {
  NAME(KEY("inlet"), REQUIRED, "inlet", "inlet through which the clumps enter again"),
  {NULL},
};
/* clang-format on */

static const Plugin action_remove  = {.name = "remove", .text = "Clumps are removed."};
static const Plugin action_recycle = {.name = "recycle",
                                      .text =
                                        "Clumps are removed, and enter anew through an inlet.",
                                      .options = {recycle_options}};

static const Plugin *const actions[] = {&action_remove, &action_recycle, NULL};

/* clang-format off */
static const Option outlet_options[] = {
  PLUGIN(KEY("region"),       "box",    all_region_heads,
      "clumps whose centre is in this part of space are taken out"),
  REAL(IN(Outlet, every),     "s", "0",                   UP_TO(TIME_MOST),
      "time between two checks, each after the first step that ends then or later; 0: after every "
      "step"),
  REAL(KEY_IN("start", Outlet, first), "s", OPTIONAL_OR(0),        UP_TO(TIME_MOST),
      "time of the first check; default: 0, or when an event starts it"),
  OPTION_AFTER,
  REAL(IN(Outlet, stop_time), "s", OPTIONAL_OR(INFINITY), POSITIVE_UP_TO(TIME_MOST),
      "no check at this time or later"),
  WORDS(KEY("groups"),        OPTIONAL,
      "groups of the clumps that are taken: name or slot=name; default: all clumps"),
  PLUGIN(KEY("action"),       "remove", actions,          "what is done with the clumps"),
  {NULL},
};
/* clang-format on */

const OptionKind outlet_kind = {.name    = "outlet",
                                .named   = true,
                                .options = outlet_options,
                                .text    = "clumps that are taken out while the run goes on"};

static void read_times(const SourceScene *scene, Outlet *o)
{
  Options *options = scene->options;

  options_read_into(options, "outlet", o->name, outlet_options, o);
  if (o->stop_time <= o->first)
    option_mistake(options, "outlet", o->name, "stop_time", "%g s is not after start (%g s)",
                   o->stop_time, o->first);
  /* an outlet that a restart adds begins then */
  if (!options_object_is_stored(options, "outlet", o->name))
    o->first = max_real(o->first, scene->now);
}

/* Index of the instance of the inlet; -1: the outlet removes. */
static int inlet_of(const SourceScene *scene, const Sources *sources, const Outlet *o)
{
  const char *word = option_word(scene->options, "outlet", o->name, "action");
  const char *name = plugin_find(actions, word) == &action_recycle
                       ? option_word(scene->options, "outlet", o->name, "inlet")
                       : "";

  for (PetscInt k = 0; k < sources->n; k++) {
    const SourceInstance *s = &sources->list[k];

    if (s->source == &source_inlet && strcmp(s->object, name) == 0) return (int)k;
  }
  return -1;
}

PetscErrorCode outlets_read(const SourceScene *scene, const Sources *sources, Outlets *outlets)
{
  const char *const *names;
  bool               good = true;

  PetscFunctionBeginUser;
  PetscCall(options_objects(scene->options, "outlet", &outlets->n, &names));
  PetscCall(array_create(&outlets->list, sizeof *outlets->list, outlets->n));
  for (int k = 0; k < outlets->n; k++) {
    Outlet *o = &outlets->list[k];

    o->name = names[k];
    PetscCall(region_read(scene->par, scene->options, "outlet", names[k],
                          options_dimension(scene->options), &o->region, &good));
    read_times(scene, o);
    groups_selected(scene->options, "outlet", o->name, "groups", scene->groups, &o->groups);
    o->recycles = inlet_of(scene, sources, o);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
