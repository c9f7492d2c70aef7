/* SPDX-License-Identifier: MIT */
/* The table of interactions, and keys that several of them share. */
#include "interaction/interaction.h"
#include "options/rows.h"

static const Plugin *const interaction_heads[] = {INTERACTIONS(PLUGIN_HEAD) NULL};

/* clang-format off */
const Option interaction_between[] = {
  NAMES(KEY("between"), OPTIONAL, "material",
      "materials of the two pebbles, of different clumps", .count = 2),
  NAMES(KEY("among"),   OPTIONAL, "material",
      "in place of between: all pairs of these materials, like and unlike"),
  {NULL},
};

const Option interaction_groups[] = {
  WORDS(KEY("groups"), OPTIONAL,
      "groups of the clumps that it acts on, name or slot=name: a clump, or both clumps of a pair, "
      "must be in one of them; default: all clumps"),
  {NULL},
};

static const Option interaction_options[] = {
  PLUGIN(KEY("type"), REQUIRED, interaction_heads, "kind of interaction"),
  {NULL},
};
/* clang-format on */

const OptionKind interaction_kind = {.name    = "interaction",
                                     .named   = true,
                                     .options = interaction_options,
                                     .text    = "forces that do not come from contacts: fields on "
                                                "bodies, potentials between pebbles"};
