/* SPDX-License-Identifier: MIT */
/* Output for the user: the report of all mistakes, and -help. */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <strings.h>

#include "base/bounds.h"
#include "base/tell.h"
#include "options/options_internal.h"

/* ---- the report */

typedef struct {
  const Mistake *mistake;
  int            source,
    number; /* sort key of its layer, the command line after all files; index of the mistake */
} Line;

/* Order by source and line, then as noted; mistakes without a source come last. */
static int compare(const void *pa, const void *pb)
{
  const Line *a = pa, *b = pb;

  if (a->source != b->source) return a->source < b->source ? -1 : 1;
  if (a->mistake->line != b->mistake->line) return a->mistake->line < b->mistake->line ? -1 : 1;
  return a->number - b->number;
}

const Layer *options_main_layer(const Options *options)
{
  const Layer *best = NULL;

  for (int l = 0; l < options->n_layers; l++)
    if (options->layers[l].type != SOURCE_COMMAND &&
        (!best || options->layers[l].type >= best->type))
      best = &options->layers[l];
  return best;
}

static void say_mistakes(const Options *options, Text *text)
{
  const int    n     = options->n_mistakes;
  const Layer *about = options_main_layer(options);
  Line        *lines = memory_room(NULL, (size_t)n * sizeof *lines);

  text_add(text, "clast: %d mistake%s ", n, n == 1 ? "" : "s");
  if (about && strncmp(about->origin, "the ", 4) == 0) /* "the scenario", given as text by a host */
    text_add(text, "in %s:\n", about->origin);
  else if (about) text_add(text, "in scenario %s:\n", about->origin);
  else text_add(text, "on the command line:\n");
  for (int i = 0; i < n; i++) {
    const int layer = options->mistakes[i].layer;

    lines[i] = (Line){.mistake = &options->mistakes[i], .source = layer, .number = i};
    if (layer < 0) lines[i].source = INT_MAX;
    else if (options->layers[layer].type == SOURCE_COMMAND) lines[i].source = INT_MAX - 1;
  }
  sort_items(lines, n, sizeof *lines, compare);
  for (int i = 0; i < n; i++) {
    const Mistake *mistake = lines[i].mistake;
    const Layer   *layer   = mistake->layer >= 0 ? &options->layers[mistake->layer] : NULL;

    text_add(text, "%3d. ", i + 1);
    if (layer && layer != about && (layer->type != SOURCE_COMMAND || layer->row))
      text_add(text, "%s: ", layer->origin);
    if (mistake->line > 0) text_add(text, "line %d: ", mistake->line);
    text_add(text, "%s\n", mistake->text);
  }
  free(lines);
}

const char *options_mistake_text(const Options *options, int k, const char **place, int *line)
{
  const Mistake *mistake = &options->mistakes[k];
  const Layer   *layer;

  if (k >= options->n_mistakes) return NULL;
  layer  = mistake->layer >= 0 ? &options->layers[mistake->layer] : NULL;
  *place = layer && (layer->type != SOURCE_COMMAND || layer->row) ? layer->origin : "";
  *line  = mistake->line;
  return mistake->text;
}

const char *options_mistake_key(const Options *options, int k)
{
  return k < options->n_mistakes ? options->mistakes[k].place : "";
}

PetscErrorCode options_mistakes(const Options *options, int *n)
{
  int64_t most = options->n_mistakes;

  PetscFunctionBeginUser;
  PetscCall(parallel_max_int(&options->par, &most, 1));
  *n = (int)most;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode options_report(const Options *options, int *n)
{
  const Parallel *par   = &options->par;
  Text            block = {0};
  int64_t         teller;

  PetscFunctionBeginUser;
  PetscCall(options_mistakes(options, n));
  if (*n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  /* usually all ranks have the same mistakes; if not, the lowest rank of those with most reports */
  teller = options->n_mistakes == *n ? -par->rank : -par->size;
  PetscCall(parallel_max_int(par, &teller, 1));
  if (par->rank == -teller) say_mistakes(options, &block);
  PetscCall(text_bcast(par, (int)-teller, &block));
  if (par->rank == 0) tell(par, TELL_ERROR, "%s", block.s);
  tell_now(par, TELL_ERROR);
  text_free(&block);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- help */

static const char *type_name(OptionType type)
{
  static const char *const names[OPTION_N_TYPES] = {
    [OPTION_REAL] = "real",     [OPTION_INT] = "integer",
    [OPTION_BOOL] = "bool",     [OPTION_WORD] = "word",
    [OPTION_NAME] = "name",     [OPTION_STRING] = "text",
    [OPTION_FILE] = "file",     [OPTION_PATH] = "path",
    [OPTION_VEC3] = "3 reals",  [OPTION_REALS] = "reals",
    [OPTION_INTS] = "integers", [OPTION_NAMES] = "names",
    [OPTION_WORDS] = "words",   [OPTION_REAL_OR_WORD] = "real or word",
  };

  return names[type];
}

static void say_name(const Kind *kind, const Option *row, Text *text)
{
  text_add(text, "-");
  kind_say_name(kind, kind->kind->named ? "<name>" : NULL, row->key, text);
}

enum { HELP_COLUMNS = 100, HELP_INDENT = 6, HELP_PLUGIN = 8, HELP_BEFORE_NAME = 2 };

/* Add `words` wrapped to lines of at most HELP_COLUMNS; the first line has `column` characters
   already, the next ones get `indent` blanks. */
static void say_wrapped(const char *words, size_t column, size_t indent, Text *text)
{
  bool first = true;

  for (const char *at = words + strspn(words, " "); *at; at += strspn(at, " ")) {
    const size_t n = strcspn(at, " ");

    if (!first && column + 1 + n > HELP_COLUMNS) {
      text_add(text, "\n%*s", (int)indent, "");
      column = indent;
    } else if (!first) {
      text_add(text, " ");
      column++;
    }
    text_add_bytes(text, at, n);
    column += n;
    at += n;
    first = false;
  }
  text_add(text, "\n");
}

/* The row without the general bounds of numbers (base/bounds.h, 1e-30 to 1e30 in size), which would
   clutter each line. */
static Option without_usual_bounds(const Option *row)
{
  Option own = *row;

  if (own.hi >= LENGTH_MOST) own.hi = INFINITY;
  if (own.lo <= -LENGTH_MOST) own.lo = -INFINITY;
  if (own.lo > 0 && own.lo <= LENGTH_LEAST) {
    own.lo = 0;
    own.open |= LO_OPEN;
  }
  return own;
}

/* Add the text of a key: meaning, bounds, choices, count and conditions. */
static void say_meaning(const Option *row, Text *text)
{
  const Option shown = without_usual_bounds(row);
  Text         range = {0};

  text_add(text, "%s", row->help ? row->help : "");
  value_say_range(&shown, &range);
  if (range.n > 0) text_add(text, "; %s", range.s);
  if (row->choices || row->plugins) {
    text_add(text,
             "; %s: ", row->type == OPTION_NAME || row->type == OPTION_NAMES ? "of" : "one of");
    value_say_choices(row, " ", text);
  }
  if (row->count > 0) text_add(text, "; %d values", row->count);
  if (row->group > 1) text_add(text, "; a multiple of %d", row->group);
  if (row->when) {
    text_add(text, "; with ");
    conditions_say(row->when, " or ", text);
  }
  if (row->flags & PLANAR)
    text_add(text, row->group > 1 ? "; of %d in two dimensions" : "; %d in two dimensions",
             row->group > 1 ? row->group - 1 : 2);
  if (row->flags & COMMAND_ONLY) text_add(text, "; command line only");
  text_free(&range);
}

/* Add the sentence and the source of each plug-in that the row chooses from. */
static void say_plugins(const Option *row, Text *text)
{
  for (int k = 0; row->plugins && row->plugins[k]; k++) {
    const Plugin *plugin = row->plugins[k];
    Text          line   = {0};

    text_add(&line, "%s: %s", plugin->name, plugin->text);
    if (plugin->source) text_add(&line, " (%s)", plugin->source);
    text_add(text, "%*s", HELP_PLUGIN, "");
    say_wrapped(line.s, HELP_PLUGIN, HELP_PLUGIN + 2, text);
    text_free(&line);
  }
}

/* Add a line of columns, the meaning below it and the plug-ins below that. */
static void help_row(const Kind *kind, const Option *row, int width, Text *text)
{
  const char *normal = !row->fallback ? "required" : row->fallback[0] ? row->fallback : "-";
  Text        name = {0}, meaning = {0};

  say_name(kind, row, &name);
  say_meaning(row, &meaning);
  text_add(text, "%*s%-*s  %-12s  %-18s  %s\n%*s", HELP_BEFORE_NAME, "", width, name.s,
           type_name(row->type), normal, row->unit && row->unit[0] ? row->unit : "-", HELP_INDENT,
           "");
  say_wrapped(meaning.s, HELP_INDENT, HELP_INDENT, text);
  say_plugins(row, text);
  text_free(&name);
  text_free(&meaning);
}

static void help_kind(const Kind *kind, Text *text)
{
  Text title = {0};

  text_add(&title, "%s%s%s%s", kind->kind->name, kind->kind->name[0] ? ": " : "",
           kind->kind->text ? kind->kind->text : "",
           kind->n_rows == 0 ? " (not available in this version)" : "");
  text_add(text, "\n");
  say_wrapped(title.s, 0, HELP_INDENT, text);
  text_free(&title);
}

static int widest(const Options *options)
{
  int width = 0;

  for (int k = 0; k < options->n_kinds; k++)
    for (int r = 0; r < options->kinds[k].n_rows; r++) {
      Text name = {0};

      say_name(&options->kinds[k], options->kinds[k].rows[r], &name);
      if ((int)name.n > width) width = (int)name.n;
      text_free(&name);
    }
  return width;
}

/* Search order of -help WORD, until something is found: sections of this name, option names that
   contain the word, texts of options that contain it. */
typedef enum { LOOK_SECTIONS, LOOK_NAMES, LOOK_MEANINGS, LOOK_END } Look;

/* True if a word of the text begins with `word`, ignoring case. */
static bool holds(const char *text, const char *word)
{
  const size_t n = strlen(word);

  for (const char *at = text; *at; at++)
    if ((at == text || !isalnum((unsigned char)at[-1])) && !strncasecmp(at, word, n)) return true;
  return false;
}

/* True if it holds all of the words. */
static bool holds_all(const char *text, const char *words)
{
  Text word = {0};
  bool all  = true;

  while (all && name_next(&words, &word)) all = holds(text, word.s);
  text_free(&word);
  return all;
}

static bool is_asked(const Kind *kind, const Option *row, const char *word, Look look)
{
  Text text = {0};
  bool is;

  if (look == LOOK_SECTIONS) return !strcasecmp(kind->kind->name, word);
  if (look == LOOK_NAMES) say_name(kind, row, &text);
  else say_meaning(row, &text);
  is = holds_all(text.s, word);
  text_free(&text);
  return is;
}

/* Add the sections and keys that match the word (NULL: all); returns the number of keys, and of
   sections without keys. */
static int help_keys(const Options *options, const char *word, Look look, Text *text)
{
  const int width = widest(options);
  int       n     = 0;

  for (int k = 0; k < options->n_kinds; k++) {
    const Kind *kind  = &options->kinds[k];
    bool        title = !word || (look == LOOK_SECTIONS && is_asked(kind, NULL, word, look));

    if (title) help_kind(kind, text);
    n += title && kind->n_rows == 0;
    for (int r = 0; r < kind->n_rows; r++) {
      if (word && !is_asked(kind, kind->rows[r], word, look)) continue;
      if (!title) help_kind(kind, text);
      title = true;
      help_row(kind, kind->rows[r], width, text);
      n++;
    }
  }
  return n;
}

/* Add the message that nothing matches the word. */
static void help_nothing(const Options *options, const char *word, Text *text)
{
  Likeness like = likeness_start(word);

  text_add(text, "clast: -help %s: no section or key of this name", word);
  for (int k = 0; k < options->n_kinds; k++) {
    likeness_offer(&like, options->kinds[k].kind->name);
    for (int r = 0; r < options->kinds[k].n_rows; r++) {
      likeness_offer(&like, options->kinds[k].rows[r]->key);
      value_offer_choices(options->kinds[k].rows[r], &like);
    }
  }
  likeness_say(&like, text);
  text_add(text, "\nsections:");
  for (int k = 0; k < options->n_kinds; k++)
    if (options->kinds[k].kind->name[0]) text_add(text, " %s", options->kinds[k].kind->name);
  text_add(text, "\n");
}

bool options_help_has(const Options *options, const char *word)
{
  Text text = {0};
  int  n    = 0;

  for (Look look = LOOK_SECTIONS; n == 0 && look < LOOK_END; look++)
    n = help_keys(options, word + (*word == '-'), look, &text);
  text_free(&text);
  return n > 0;
}

bool options_help(const Options *options, const char *word)
{
  Text text = {0};
  int  n    = 0;

  text_add(&text, "%s:\n\n  %-*s  %-12s  %-18s  %s\n",
           word ? "As options of the command line"
                : "Every key of a scenario, as an option of the command line",
           widest(options), "option", "type", "default", "unit");
  if (word && *word == '-') word++;
  if (!word) n = help_keys(options, NULL, LOOK_NAMES, &text);
  for (Look look = LOOK_SECTIONS; word && n == 0 && look < LOOK_END; look++)
    n = help_keys(options, word, look, &text);
  if (n == 0) {
    text.n = 0;
    help_nothing(options, word, &text);
  }
  if (options->par.rank == 0) {
    fputs(text.s, n > 0 ? stdout : stderr);
    fflush(n > 0 ? stdout : stderr);
  }
  text_free(&text);
  return n > 0;
}
