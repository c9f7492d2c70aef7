/* SPDX-License-Identifier: MIT */
/* The section `interaction`: the table of interactions, keys that several of them share, and
   reading. */
#include "interaction/evaluate.h"
#include "interaction/force.h"
#include "interaction/interaction.h"
#include "options/rows.h"

static const Plugin *const interaction_heads[] = {INTERACTIONS(PLUGIN_HEAD) NULL};

/* clang-format off */
const Option interaction_between[] = {
  NAMES(KEY("between"), OPTIONAL, "material",
      "materials of the two pebbles, of different clumps", .count = 2),
  NAMES(KEY("among"),   OPTIONAL, "material",
      "in place of between: all pairs of these materials, like and unlike"),
  {0},
};

const Option interaction_groups[] = {
  WORDS(KEY("groups"), OPTIONAL,
      "groups of the clumps that it acts on, name or slot=name: a clump, or both clumps of a pair, "
      "must be in one of them; default: all clumps"),
  {0},
};

static const Option interaction_options[] = {
  PLUGIN(KEY("type"), REQUIRED, interaction_heads, "kind of interaction"),
  {0},
};
/* clang-format on */

const OptionKind interaction_kind = {.name    = "interaction",
                                     .named   = true,
                                     .options = interaction_options,
                                     .text    = "forces that do not come from contacts: fields on "
                                                "bodies, potentials between pebbles"};

/* An interaction of pebbles of materials a and b; -1: of bodies. */
static PetscErrorCode read_pair(const InteractionSource *source, const Interaction *kind, int a,
                                int b, Interactions *all)
{
  Acting     *item    = &all->list[all->n++];
  Options    *options = source->options;
  const char *name    = source->name;

  PetscFunctionBeginUser;
  *item = (Acting){.section = "interaction",
                   .kind    = kind,
                   .a       = a,
                   .b       = b,
                   .bodies  = kind->body ? kind->body->bodies : BODIES_NONE,
                   .span    = {.end = INFINITY, .length = INFINITY}};
  snprintf(item->name, sizeof item->name, "%s", name);
  array_create(&item->constants, 1, kind->size);
  plugin_read_into(options, "interaction", name, &kind->head, item->constants);
  if (kind->read) kind->read(item->constants, source);
  if (kind->needs) item->needs = kind->needs(item->constants);
  if (kind->loses) item->needs |= NEEDS_PAIR_VELOCITY;
  /* pow may differ between machines: all ranks take the bits of rank 0 */
  PetscCall(parallel_bcast(source->par, item->constants, kind->size, 0));
  if (kind->load) PetscCall(kind->load(item->constants, source));
  if (!kind->has_quantity || kind->has_quantity(item->constants)) item->quantity = kind->quantity;
  if (interaction_has_tail(kind)) {
    item->tail = option_bool(options, "interaction", name, "tail");
    item->cut  = strcmp(option_word(options, "interaction", name, "truncation"), "cut") == 0;
  }
  if (kind->pair) item->reach = kind->pair->reach(item->constants);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Words of `between` or `among`, whichever is given; exactly one of them must be. */
static const char *const *pair_words(const InteractionSource *s, int *n_between, int *n_among)
{
  const char *const *between =
    option_words(s->options, "interaction", s->name, "between", n_between);
  const char *const *among  = option_words(s->options, "interaction", s->name, "among", n_among);
  const bool         set[2] = {option_is_set(s->options, "interaction", s->name, "between"),
                               option_is_set(s->options, "interaction", s->name, "among")};

  if (set[0] == set[1])
    option_mistake(s->options, "interaction", s->name, "between", "%s",
                   set[0] ? "and among: give one of them"
                          : "missing: give the two materials, or several by among");
  for (int i = 0; i < *n_among; i++)
    for (int j = 0; j < i; j++)
      if (strcmp(among[i], among[j]) == 0)
        option_mistake(s->options, "interaction", s->name, "among", "'%s' is given twice",
                       among[i]);
  return set[1] ? among : between;
}

/* An object: one interaction, or one for each pair of the materials of `among`. */
static PetscErrorCode read_object(InteractionSource *s, const Interaction *kind, Interactions *all)
{
  const char *const *words;
  int                n_between, n_among;

  PetscFunctionBeginUser;
  s->first = true;
  s->i = s->j = s->n = 0;
  if (!kind->pair || kind->pair->joins) {
    PetscCall(read_pair(s, kind, -1, -1, all));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  words = pair_words(s, &n_between, &n_among);
  if (n_among == 0) {
    PetscCall(read_pair(s, kind, n_between == 2 ? materials_find(s->materials, words[0]) : -1,
                        n_between == 2 ? materials_find(s->materials, words[1]) : -1, all));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (s->n = n_among; s->i < s->n; s->i++)
    for (s->j = 0; s->j <= s->i; s->j++, s->first = false)
      PetscCall(read_pair(s, kind, materials_find(s->materials, words[s->j]),
                          materials_find(s->materials, words[s->i]), all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Upper bound of the number of interactions: an object with `among` gives one a pair of materials.
   */
static int count_all(const Options *options, int n, const char *const *names)
{
  const char *const *forces;
  int                sum = options_objects(options, "force", &forces);

  for (int k = 0; k < n; k++) {
    int n_among = 0;

    if (option_has_value(options, "interaction", names[k], "among"))
      (void)option_words(options, "interaction", names[k], "among", &n_among);
    sum += 1 + n_among * (n_among + 1) / 2;
  }
  return sum;
}

PetscErrorCode interactions_read(InteractionSource *source, Interactions *all)
{
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  n = options_objects(source->options, "interaction", &names);
  array_create(&all->list, sizeof *all->list,
               count_all(source->options, n, names) + HOST_FORCES_MOST);
  for (int k = 0; k < n; k++) {
    const char   *type = option_word(source->options, "interaction", names[k], "type");
    const Plugin *kind = plugin_find(interaction_kind.options[0].plugins, type);

    if (!kind) continue; /* reported by the tables */
    source->name = names[k];
    PetscCall(read_object(source, (const Interaction *)kind, all));
  }
  PetscCall(forces_read(source->par, source->options, all));
  PetscFunctionReturn(PETSC_SUCCESS);
}
