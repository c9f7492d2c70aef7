/* SPDX-License-Identifier: MIT */
/* Values of the rows of a table, put into the members of a struct that the rows name. */
#include "options/options_internal.h"

typedef struct {
  const Options *options;
  const char    *kind, *object;
} Place;

static double real_of(const Place *at, const Option *row)
{
  const double x = option_real(at->options, at->kind, at->object, row->key);

  return row->none && isnan(x) ? *row->none : x;
}

static Vec3 vec3_of(const Place *at, const Option *row)
{
  if (row->none && !option_has_value(at->options, at->kind, at->object, row->key))
    return vec3(*row->none, *row->none, *row->none);
  return option_vec3(at->options, at->kind, at->object, row->key);
}

static int64_t int_of(const Place *at, const Option *row)
{
  if (row->type == OPTION_BOOL) return option_bool(at->options, at->kind, at->object, row->key);
  if (row->none && !option_has_value(at->options, at->kind, at->object, row->key))
    return (int64_t)*row->none;
  return option_int(at->options, at->kind, at->object, row->key);
}

static const char *word_of(const Place *at, const Option *row)
{
  return option_word(at->options, at->kind, at->object, row->key);
}

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

static bool bool_of(const Place *at, const Option *row)
{
  return row->type == OPTION_WORD ? index_of(row, word_of(at, row)) > 0
                                  : option_bool(at->options, at->kind, at->object, row->key);
}

void options_read_into(const Options *options, const char *kind, const char *object,
                       const Option *table, void *self)
{
  const Place at = {options, kind, object};

  for (const Option *row = table; row->key; row++) {
    void         *member = (char *)self + row->offset;
    const Plugin *head;

    switch (row->holder) {
    case HOLDS_NOTHING: break;
    case HOLDS_REAL: *(double *)member = real_of(&at, row); break;
    case HOLDS_VEC3: *(Vec3 *)member = vec3_of(&at, row); break;
    case HOLDS_BOOL: *(bool *)member = bool_of(&at, row); break;
    case HOLDS_INT: *(int *)member = (int)int_of(&at, row); break;
    case HOLDS_INT64: *(int64_t *)member = int_of(&at, row); break;
    case HOLDS_TEXT: *(const char **)member = word_of(&at, row); break;
    case HOLDS_INDEX: *(int *)member = index_of(row, word_of(&at, row)); break;
    case HOLDS_PLUGIN: /* a pointer to a kind of plug-in, which begins with its head */
      head = plugin_find(row->plugins, word_of(&at, row));
      memcpy(member, &head, sizeof head);
      break;
    }
  }
}

void plugin_read_into(const Options *options, const char *kind, const char *object,
                      const Plugin *head, void *self)
{
  for (int k = 0; k < PLUGIN_TABLES && head->options[k]; k++)
    options_read_into(options, kind, object, head->options[k], self);
}
