/* SPDX-License-Identifier: MIT */
/* The table of interactions, and keys that several of them share. */
#include "interaction/interaction.h"

static const Plugin *const interaction_heads[] = {INTERACTIONS(PLUGIN_HEAD) NULL};

const Option interaction_between[] = {
  {.key      = "between",
   .type     = OPTION_NAMES,
   .fallback = "",
   .choices  = "material",
   .count    = 2,
   .help     = "materials of the two pebbles, of different clumps"},
  {.key      = "among",
   .type     = OPTION_NAMES,
   .fallback = "",
   .choices  = "material",
   .help     = "in place of between: all pairs of these materials, like and unlike"},
  {NULL},
};

const Option interaction_groups[] = {
  {.key      = "groups",
   .type     = OPTION_WORDS,
   .fallback = "",
   .help = "groups of the clumps that it acts on, name or slot=name: a clump, or both clumps of "
           "a pair, must be in one of them; default: all clumps"},
  {NULL},
};

static const Option interaction_options[] = {
  {.key = "type", .type = OPTION_WORD, .plugins = interaction_heads, .help = "kind of interaction"},
  {NULL},
};

const OptionKind interaction_kind = {.name    = "interaction",
                                     .named   = true,
                                     .options = interaction_options,
                                     .text    = "forces that do not come from contacts: fields on "
                                                "bodies, potentials between pebbles"};
