/* SPDX-License-Identifier: MIT */
/* Values of options as YAML: resolved.yaml; and comparison of two sets of options. */
#include "options/options_internal.h"

static void say_quoted(const char *s, Text *text)
{
  text_add(text, "\"");
  for (; *s; s++) {
    if (*s == '"' || *s == '\\') text_add(text, "\\%c", *s);
    else if (*s == '\n') text_add(text, "\\n");
    else if (*s == '\t') text_add(text, "\\t");
    else text_add_bytes(text, s, 1);
  }
  text_add(text, "\"");
}

enum { WIDTH = 100 };

/* Add [a, b, ...]; a long list continues on indented lines. */
static void say_list(const Option *row, const Value *value, int indent, Text *text)
{
  size_t line = text->n;

  text_add(text, "[");
  for (int i = 0; i < value->n; i++) {
    const bool whole = row->group < 2 || i % row->group == 0;

    if (i > 0) text_add(text, ",");
    if (i > 0 && whole && text->n - line > WIDTH) {
      text_add(text, "\n%*s", indent, "");
      line = text->n;
    } else if (i > 0) text_add(text, " ");
    if (value->reals) value_say_real(value->reals[i], text);
    else if (value->ints) text_add(text, "%lld", (long long)value->ints[i]);
    else if (strchr(value->words[i], '#')) say_quoted(value->words[i], text); /* else a comment */
    else text_add(text, "%s", value->words[i]);
  }
  text_add(text, "]");
}

static void say_value(const Option *row, const Value *value, int indent, Text *text)
{
  switch (row->type) {
  case OPTION_REAL: value_say_real(value->real, text); break;
  case OPTION_INT: text_add(text, "%lld", (long long)value->integer); break;
  case OPTION_BOOL: text_add(text, value->integer ? "true" : "false"); break;
  case OPTION_STRING:
  case OPTION_FILE:
  case OPTION_PATH: say_quoted(value->word, text); break;
  case OPTION_REAL_OR_WORD:
    if (value->word[0]) text_add(text, "%s", value->word);
    else value_say_real(value->real, text);
    break;
  case OPTION_VEC3:
  case OPTION_REALS:
  case OPTION_INTS:
  case OPTION_NAMES:
  case OPTION_WORDS: say_list(row, value, indent + 2, text); break;
  default: text_add(text, "%s", value->word); break;
  }
}

/* Add the keys of one object, derived ones as comments; returns the number of the others. */
static int say_object(const Kind *kind, const Object *object, int indent, Text *text)
{
  int n = 0;

  for (int r = 0; r < kind->n_rows; r++) {
    const Option *row = kind->rows[r];

    if (!object->values[r].has || (row->flags & COMMAND_ONLY)) continue;
    text_add(text, "%*s%s%s: ", indent, "", object->values[r].derived ? "# " : "", row->key);
    say_value(row, &object->values[r], indent, text);
    text_add(text, "\n");
    n += !object->values[r].derived;
  }
  return n;
}

static void say_kind(const Kind *kind, Text *text)
{
  const bool top  = !kind->kind->name[0];
  Text       keys = {0};

  if (kind->n_rows == 0 || (kind->kind->named && kind->n_objects == 0)) return;
  if (!kind->kind->named) {
    if (say_object(kind, &kind->objects[0], top ? 0 : 2, &keys) > 0)
      text_add(text, "%s%s%s", kind->kind->name, top ? "" : ":\n", keys.s);
    text_free(&keys);
    return;
  }
  text_add(text, "%s:\n", kind->kind->name);
  for (int a = 0; a < kind->n_objects; a++) {
    keys.n = 0;
    if (say_object(kind, &kind->objects[a], 6, &keys) > 0)
      text_add(text, "  - %s:\n%s", kind->names.names[a], keys.s);
    else text_add(text, "  - %s: {}\n", kind->names.names[a]);
  }
  text_free(&keys);
}

PetscErrorCode options_resolved(const Options *options, char **text)
{
  Text yaml = {0};

  PetscFunctionBeginUser;
  PetscCheck(options->checked, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONGSTATE,
             "options_resolved before options_check");
  text_add(&yaml, "# every option with its value, defaults included\n");
  for (int k = 0; k < options->n_kinds; k++) say_kind(&options->kinds[k], &yaml);
  *text = yaml.s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- comparison ---- */

/* Derived values follow from others, and are not compared. */
static bool values_agree(const Option *row, const Value *a, const Value *b, bool paths)
{
  const bool has     = a->has && !a->derived;
  Text       text[2] = {{0}, {0}};
  bool       agree   = has == (b->has && !b->derived);

  if (!agree || !has || (row_is_path(row) && !paths)) return agree;
  say_value(row, a, 0, &text[0]);
  say_value(row, b, 0, &text[1]);
  agree = strcmp(text[0].s, text[1].s) == 0;
  for (int k = 0; k < 2; k++) text_free(&text[k]);
  return agree;
}

bool options_agree(const Options *a, const Options *b, const char *kind, const char *but,
                   bool paths)
{
  const Kind *one = kind_find(a, kind), *other = kind_find(b, kind);
  bool        agree = one->n_objects == other->n_objects;

  for (int k = 0; k < one->n_objects && agree; k++) {
    agree = !one->kind->named || strcmp(one->names.names[k], other->names.names[k]) == 0;
    for (int r = 0; r < one->n_rows && agree; r++)
      agree =
        value_has_word(but, one->rows[r]->key, strlen(one->rows[r]->key)) ||
        values_agree(one->rows[r], &one->objects[k].values[r], &other->objects[k].values[r], paths);
  }
  return agree;
}
