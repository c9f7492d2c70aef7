/* SPDX-License-Identifier: MIT */
/* Values of keys: getters, changes while a run goes on, and members of structs that rows of a table
   name. */
#include "options/options_internal.h"

Value *value_asked(const Options *options, const char *kind_name, const char *object,
                   const char *key, const Option **row)
{
  const Kind *kind  = kind_asked(options, kind_name);
  Object     *owner = object_find(kind, object);
  int         r;

  PetscCheckAbort(options->checked, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONGSTATE,
                  "option %s %s asked for before options_check", kind_name, key);
  PetscCheckAbort(owner, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG, "no %s is called '%s'", kind_name,
                  object ? object : "");
  r = kind_row(kind, owner, key);
  PetscCheckAbort(r >= 0, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG, "no option %s of kind '%s'", key,
                  kind_name);
  *row = kind->rows[r];
  return &owner->values[r];
}

/* The same as it is now; types: allowed ones, a bit each. */
static const Value *value_now(const Options *options, const char *kind, const char *object,
                              const char *key, unsigned types)
{
  const Option *row;
  const Value  *value = value_asked(options, kind, object, key, &row);

  PetscCheckAbort(types >> row->type & 1, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG,
                  "option %s of kind '%s' has another type", key, kind);
  return value->now ? value->now : value;
}

bool option_change(Options *options, const char *kind_name, const char *object_name,
                   const char *key, const char *text, bool keep, char *why)
{
  const Kind *kind    = kind_find(options, kind_name);
  Object     *object  = kind ? object_find(kind, object_name) : NULL;
  const int   row     = object ? kind_row(kind, object, key) : -1;
  Text        problem = {0};
  Value       value   = {0};
  bool        good;

  snprintf(why, OPTION_WHY, "there is no such key");
  if (row < 0) return false;
  good = value_parse(kind->rows[row], text, &value, &problem) &&
         value_fits_plane(kind->rows[row], &value, options_dimension(options), &problem);
  if (!good) snprintf(why, OPTION_WHY, "%s", problem.s);
  if (good && keep) {
    Value **now = &object->values[row].now;

    if (*now) value_clear(*now);
    else *now = memory_room(NULL, sizeof **now);
    **now = value;
  } else value_clear(&value);
  text_free(&problem);
  return good;
}

double option_real(const Options *options, const char *kind, const char *object, const char *key)
{
  return value_now(options, kind, object, key, 1u << OPTION_REAL | 1u << OPTION_REAL_OR_WORD)->real;
}

double option_real_or(const Options *options, const char *kind, const char *object, const char *key,
                      double none)
{
  return option_has_value(options, kind, object, key) ? option_real(options, kind, object, key)
                                                      : none;
}

int64_t option_int(const Options *options, const char *kind, const char *object, const char *key)
{
  return value_now(options, kind, object, key, 1u << OPTION_INT)->integer;
}

bool option_bool(const Options *options, const char *kind, const char *object, const char *key)
{
  return value_now(options, kind, object, key, 1u << OPTION_BOOL)->integer != 0;
}

const char *option_word(const Options *options, const char *kind, const char *object,
                        const char *key)
{
  return value_now(options, kind, object, key,
                   1u << OPTION_WORD | 1u << OPTION_NAME | 1u << OPTION_STRING | 1u << OPTION_FILE |
                     1u << OPTION_PATH | 1u << OPTION_REAL_OR_WORD)
    ->word;
}

static Vec3 value_vec3(const Value *value)
{
  if (!value->reals) return vec3(0, 0, 0);
  return vec3(value->reals[0], value->reals[1], value->n > 2 ? value->reals[2] : 0);
}

Vec3 option_vec3(const Options *options, const char *kind, const char *object, const char *key)
{
  return value_vec3(value_now(options, kind, object, key, 1u << OPTION_VEC3));
}

const double *option_reals(const Options *options, const char *kind, const char *object,
                           const char *key, int *n)
{
  const Value *value =
    value_now(options, kind, object, key, 1u << OPTION_REALS | 1u << OPTION_VEC3);

  *n = value->n;
  return value->reals;
}

const int64_t *option_ints(const Options *options, const char *kind, const char *object,
                           const char *key, int *n)
{
  const Value *value = value_now(options, kind, object, key, 1u << OPTION_INTS);

  *n = value->n;
  return value->ints;
}

const char *const *option_words(const Options *options, const char *kind, const char *object,
                                const char *key, int *n)
{
  const Value *value =
    value_now(options, kind, object, key, 1u << OPTION_WORDS | 1u << OPTION_NAMES);

  *n = value->n;
  return (const char *const *)value->words;
}

bool option_has_value(const Options *options, const char *kind, const char *object, const char *key)
{
  return value_now(options, kind, object, key, ~0u)->has;
}

bool option_applies(const Options *options, const char *kind, const char *object, const char *key)
{
  const Option *row;

  return value_asked(options, kind, object, key, &row)->active;
}

bool option_is_wrong(const Options *options, const char *kind, const char *object, const char *key)
{
  const Option *row;

  return value_asked(options, kind, object, key, &row)->wrong;
}

void option_doubt(Options *options, const char *kind, const char *object, const char *key)
{
  const Option *row;

  value_asked(options, kind, object, key, &row)->wrong = true;
}

bool option_is_set(const Options *options, const char *kind, const char *object, const char *key)
{
  return option_given(options, kind, object, key) != NULL;
}

const char *option_given(const Options *options, const char *kind, const char *object,
                         const char *key)
{
  const Entry *entry = entry_find(options, kind_asked(options, kind), object, key);

  return !entry ? NULL : entry->value ? entry->value : "";
}

/* ---- members of structs */

/* Place of a word among the choices of its row, names of plug-ins last; -1: it is none of them. */
static int index_of(const Option *row, const char *word)
{
  Choice      at = {0};
  size_t      n;
  const char *choice;

  for (int k = 0; (choice = choice_next(row, &at, &n)); k++)
    if (strlen(word) == n && strncmp(choice, word, n) == 0) return k;
  return -1;
}

static int64_t int_of(const Option *row, const Value *v)
{
  return row->none && !v->has ? (int64_t)*row->none : v->integer;
}

static Vec3 vec3_of(const Option *row, const Value *v)
{
  return row->none && !v->has ? vec3(*row->none, *row->none, *row->none) : value_vec3(v);
}

static void put(const Option *row, const Value *v, void *member)
{
  const Plugin *head;

  switch (row->holder) {
  case HOLDS_NOTHING: break;
  case HOLDS_REAL: *(double *)member = row->none && isnan(v->real) ? *row->none : v->real; break;
  case HOLDS_VEC3: *(Vec3 *)member = vec3_of(row, v); break;
  case HOLDS_BOOL:
    *(bool *)member = row->type == OPTION_WORD ? index_of(row, v->word) > 0 : v->integer != 0;
    break;
  case HOLDS_INT: *(int *)member = (int)int_of(row, v); break;
  case HOLDS_INT64: *(int64_t *)member = int_of(row, v); break;
  case HOLDS_TEXT: *(const char **)member = v->word; break;
  case HOLDS_INDEX: *(int *)member = index_of(row, v->word); break;
  case HOLDS_PLUGIN: /* a pointer to a kind of plug-in, which begins with its head */
    head = plugin_find(row->plugins, v->word);
    memcpy(member, &head, sizeof head);
    break;
  }
}

void options_read_into(const Options *options, const char *kind, const char *object,
                       const Option *table, void *self)
{
  for (const Option *row = table; row->key; row++)
    if (row->holder != HOLDS_NOTHING)
      put(row, value_now(options, kind, object, row->key, 1u << row->type),
          (char *)self + row->offset);
}

void plugin_read_into(const Options *options, const char *kind, const char *object,
                      const Plugin *head, void *self)
{
  for (int k = 0; k < PLUGIN_TABLES && head->options[k]; k++)
    options_read_into(options, kind, object, head->options[k], self);
}
