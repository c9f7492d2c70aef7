/* SPDX-License-Identifier: MIT */
/* The rows of a kind of options: those of its tables, each followed by the keys of the plug-ins
   that it chooses from, with the condition that one of these plug-ins is chosen. */
#include "options/options_internal.h"

/* A row of plug-ins while rows are collected. */
typedef struct {
  const Option *from;    /* row of the plug-in's table */
  Option       *made;    /* its copy among the rows */
  const char   *chooser; /* key that chose the plug-in last added to `when` */
  Text          when;
} Own;

typedef struct {
  Own *list;
  int  n;
} OwnRows;

static void add_row(Kind *kind, const Option *row)
{
  kind->rows = memory_room(kind->rows, (size_t)(kind->n_rows + 1) * sizeof *kind->rows);
  kind->rows[kind->n_rows++] = row;
}

/* The collected row of a plug-in's table; added to the kind when it is met first. */
static Own *own_row(Kind *kind, OwnRows *rows, const Option *from)
{
  Option *made;

  for (int k = 0; k < rows->n; k++)
    if (rows->list[k].from == from) return &rows->list[k];
  made                  = memory_room(NULL, sizeof *made);
  *made                 = *from;
  rows->list            = memory_room(rows->list, (size_t)(rows->n + 1) * sizeof *rows->list);
  rows->list[rows->n++] = (Own){.from = from, .made = made};
  add_row(kind, made);
  return &rows->list[rows->n - 1];
}

/* Add the keys of one plug-in, chosen by option `chooser`, or the condition to those already
   there. */
static void add_plugin(Kind *kind, OwnRows *rows, const char *chooser, const Plugin *plugin)
{
  for (int t = 0; t < PLUGIN_TABLES && plugin->options[t]; t++)
    for (const Option *row = plugin->options[t]; row->key; row++) {
      const int met = rows->n;
      Own      *own = own_row(kind, rows, row);

      if (own->chooser && !strcmp(own->chooser, chooser)) text_add(&own->when, " %s", plugin->name);
      else text_add(&own->when, "%s%s=%s", own->chooser ? " | " : "", chooser, plugin->name);
      own->chooser = chooser;
      /* a plug-in may choose from a table of plug-ins itself */
      for (int p = 0; rows->n > met && row->plugins && row->plugins[p]; p++)
        add_plugin(kind, rows, row->key, row->plugins[p]);
    }
}

static void add_table(Kind *kind, OwnRows *own, const Option *table)
{
  for (const Option *row = table; row && row->key; row++) {
    if (row->plugins && !row->plugins[0]) continue;
    add_row(kind, row);
    for (const Plugin *const *plugin = row->plugins; plugin && *plugin; plugin++)
      add_plugin(kind, own, row->key, *plugin);
  }
}

/* Give the rows of plug-ins their conditions. A row with a `when` of its own depends on another key
   of the plug-in, which has the condition already. */
static void finish_own_rows(Kind *kind, OwnRows *rows)
{
  kind->n_made = rows->n;
  kind->made   = memory_room(NULL, (size_t)rows->n * sizeof *kind->made);
  for (int k = 0; k < rows->n; k++) {
    Own        *own  = &rows->list[k];
    const char *when = own->from->when ? own->from->when : own->when.s;

    own->made->when = text_copy(when, strlen(when));
    kind->made[k]   = own->made;
    text_free(&own->when);
  }
  free(rows->list);
}

void kind_rows_start(Kind *kind)
{
  OwnRows own = {0};

  add_table(kind, &own, kind->kind->options);
  for (const Option *const *table = kind->kind->more; table && *table; table++)
    add_table(kind, &own, *table);
  finish_own_rows(kind, &own);
}

void kind_rows_end(Kind *kind)
{
  for (int k = 0; k < kind->n_made; k++) {
    free((char *)kind->made[k]->when);
    free(kind->made[k]);
  }
  free(kind->made);
  free(kind->rows);
}

/* ---- values */

bool value_next(const Options *options, ValueWalk *at)
{
  for (; at->k < options->n_kinds; at->k++) {
    Kind *kind = &options->kinds[at->k];

    if (at->i < kind->n_objects * kind->n_rows) {
      at->kind   = kind;
      at->object = &kind->objects[at->i / kind->n_rows];
      at->name   = kind_object_name(kind, at->i / kind->n_rows);
      at->row    = kind->rows[at->i % kind->n_rows];
      at->value  = &at->object->values[at->i % kind->n_rows];
      at->i++;
      return true;
    }
    at->i = 0;
  }
  return false;
}

/* ---- conditions */

bool condition_next(const char **when, Condition *condition)
{
  const char *at = *when ? *when + strspn(*when, " |") : "";

  if (!*at) return false;
  condition->key     = at;
  condition->key_n   = strcspn(at, "=");
  condition->words   = at + condition->key_n + (at[condition->key_n] == '=');
  condition->words_n = strcspn(condition->words, "|");
  *when              = condition->words + condition->words_n;
  while (condition->words_n > 0 && condition->words[condition->words_n - 1] == ' ')
    condition->words_n--;
  return true;
}

void conditions_say(const char *when, const char *between, Text *text)
{
  bool      first = true;
  Condition c;

  while (condition_next(&when, &c)) {
    text_add(text, "%s%.*s: %.*s", first ? "" : between, (int)c.key_n, c.key, (int)c.words_n,
             c.words);
    first = false;
  }
}
