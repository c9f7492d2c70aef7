/* SPDX-License-Identifier: MIT */
/* Options of a YAML text. Names and values are those of PETSc's options in YAML: keys joined by _,
   lists by commas. */
#include "options/options_internal.h"
#include "options/yaml/yaml.h"

enum { LONGEST_NAME = 512, LONGEST_TEXT = 1000000 };

void options_mark_broken(Options *options, const char *top)
{
  options->torn = true;
  for (int k = 0; k < options->n_kinds; k++)
    if (!top || !strcmp(options->kinds[k].kind->name, top)) options->kinds[k].broken = true;
}

/* The walk through a tree. Names of options are those of the keys on the way, joined by _. */
typedef struct {
  Options  *options;
  int       layer;
  YamlTree *tree;
  NameIndex names;   /* that keys have given */
  int      *lines;   /* [names.n] */
  int      *objects; /* [names.n] length of the first two keys, 0 if there is no third */

  char        path[LONGEST_NAME + 1];
  size_t      length[YAML_DEEPEST]; /* of the path with so many keys, less 1 */
  const char *top;                  /* the first of them */
  int         depth;
  int         line;   /* of the alias on the way; 0: there is none */
  bool        merged; /* the map comes from a key << */
  bool        twice;  /* a key on the way is given twice */
  int64_t     n;      /* options and objects taken */
  int64_t     maps;   /* maps walked through */
} Walk;

static int line_of(const Walk *w, const YamlNode *node)
{
  return w->line > 0 ? w->line : node->line;
}

/* Note a mistake on this line of the keys on the way, the last `less` of them left out. */
static void walk_mistake(const Walk *w, int line, int less, const char *format, ...)
{
  Text    text  = {0};
  size_t  begin = 0;
  va_list arguments;

  for (int k = 0; k < w->depth - less; k++) {
    text_add(&text, "%.*s: ", (int)(w->length[k] - begin), w->path + begin);
    begin = w->length[k] + 1;
  }
  va_start(arguments, format);
  text_vadd(&text, format, arguments);
  va_end(arguments);
  mistake_add(w->options, w->layer, line, "%s", text.s);
  text_free(&text);
}

/* Declare an object of a list. Notes duplicates among plain names; those of maps are duplicate
   keys. */
static void declare(Walk *w, Kind *kind, const char *name, int line, bool plain)
{
  const int before = name_find(&kind->names, name);

  if (plain && before >= 0 && kind->objects[before].layer == w->layer)
    mistake_add(w->options, w->layer, line, "%s: '%s' is given twice, first on line %d; keep one",
                kind->kind->name, name, kind->objects[before].line);
  kind_declare(w->options, kind, name, w->layer, line);
  w->n++;
}

/* The kind whose objects a list at this place names; NULL: none. */
static Kind *kind_here(const Walk *w)
{
  Kind *kind = w->depth == 1 ? kind_find(w->options, w->path) : NULL;

  return kind && kind->kind->named && kind->n_rows > 0 ? kind : NULL;
}

static void take_text(Walk *w, const char *value, int line)
{
  Kind  *kind = kind_here(w);
  Entry *entry;

  if (kind) {
    const bool none = !value[0] || !strcmp(value, "~") || !strcmp(value, "null");

    for (const char *at = none ? "" : value; *at;) {
      const size_t n    = strcspn(at, ",");
      char        *name = text_copy(at, n);

      declare(w, kind, name, line, true);
      free(name);
      at += n + (at[n] == ',');
    }
    return;
  }
  entry = entry_set(w->options, w->path, value, w->layer, line, w->top);
  if (entry->layer == w->layer) {
    const Kind *section = kind_find(w->options, w->top);
    const int   keys    = section && section->kind->named ? 3 : 2; /* down to that of the section */

    entry->object = w->depth > 2 ? (int)w->length[1] : 0;
    entry->bare   = w->depth == 2;
    entry->map    = w->depth > keys ? (int)w->length[keys - 1] : 0;
  }
  w->n++;
}

/* Note a key that is given twice, but not those below it; the last one counts. False: a merged key
   that the map has already. */
static bool note_key(Walk *w, const YamlNode *key)
{
  const int object = w->depth > 2 ? (int)w->length[1] : 0, line = line_of(w, key);
  bool      there;
  const int k = name_add(&w->names, w->path, &there);

  if (there && w->merged) return false;
  if (there && w->objects[k] == object) { /* of another object: reported by options_check */
    if (!w->twice)
      walk_mistake(w, line, 1, "'%s' is given twice, first on line %d; keep one", key->text,
                   w->lines[k]);
    w->twice = true;
  }
  if (there) return true;
  w->lines      = memory_room(w->lines, (size_t)w->names.capacity * sizeof *w->lines);
  w->objects    = memory_room(w->objects, (size_t)w->names.capacity * sizeof *w->objects);
  w->lines[k]   = line;
  w->objects[k] = object;
  return true;
}

static void take_map(Walk *w, const YamlNode *map, const YamlNode *over);

static bool is_object(const YamlNode *item)
{
  return item->type == NODE_MAP && item->n == 2;
}

/* A map of several keys where an object has one, its name, or where no list is. */
static void note_no_object(const Walk *w, const YamlNode *given, const YamlNode *item)
{
  const Kind     *kind  = kind_here(w);
  const YamlNode *first = item->n > 1 ? item->items[0] : NULL,
                 *value = first ? item->items[1] : NULL;
  const int line        = line_of(w, given);

  if (!kind && w->depth == 1 && kind_find(w->options, w->path))
    walk_mistake(w, line, 0, "is a section; write keys and values under it, without dashes");
  else if (!kind || !first)
    walk_mistake(w, line, 0,
                 "lists hold plain values, or objects as `- name: {...}` whose keys are indented "
                 "deeper than the name");
  else if (!strcmp(first->text, "name") && value->type == NODE_TEXT)
    walk_mistake(w, line, 0,
                 "an object is written by its name, with its keys indented deeper: `- %.60s:` in "
                 "place of `- name: %.60s`",
                 value->text, value->text);
  else if (value->type == NODE_TEXT && !value->text[0])
    walk_mistake(
      w, line, 0,
      "the keys of %s begin where its name does: indent '%s' and those that follow by two "
      "blanks more",
      first->text, item->items[2]->text);
  else
    walk_mistake(w, line, 0,
                 "'%s' is where the name of an object is expected; write `- NAME: {%s: ...}`, or "
                 "indent keys deeper than the name",
                 first->text, first->text);
}

enum { SHOWN_LIST = 80, LONG_LIST = 400 }; /* bytes of a list that a message repeats */

/* Add the values of a list of lists as one list, of a long one those of the first lists; false: one
   of these is long, or it has more than values and lists of them. */
static bool add_flat(const Walk *w, const YamlNode *list, bool within, Text *text)
{
  bool good = true;

  for (int k = 0; k < list->n && good; k++) {
    const YamlNode *item = yaml_tree_node(w->tree, list->items[k]);

    if (item && item->type == NODE_TEXT)
      text_add(text, "%s%s", text->n > 0 ? ", " : "", item->text);
    else good = item && item->type == NODE_LIST && !within && add_flat(w, item, true, text);
    good = good && text->n < LONG_LIST;
    if (!within && text->n >= SHOWN_LIST && k + 1 < list->n) {
      text_add(text, ", ...");
      break;
    }
  }
  return good;
}

/* Note a list in a list: the same values in one. */
static void note_nested(Walk *w, const YamlNode *given, const YamlNode *list)
{
  Text text = {0};

  if (!add_flat(w, list, false, &text) || text.n == 0) {
    text_free(&text);
    text_add(&text, "0, 0, 1, 0, 0, 2");
  }
  walk_mistake(w, line_of(w, given), 0,
               "lists hold plain values, no lists; write all of them into one, as in [%s]", text.s);
  text_free(&text);
}

/* Note an item of `list` that cannot be taken. */
static void note_item(Walk *w, const YamlNode *list, const YamlNode *given, const YamlNode *item)
{
  if (!item) walk_mistake(w, line_of(w, given), 0, "there is no anchor &%s", given->text);
  else if (item->type == NODE_LIST) note_nested(w, given, list);
  else note_no_object(w, given, item);
  options_mark_broken(w->options, w->top);
}

static bool is_item(const YamlNode *item)
{
  return item && (is_object(item) || item->type == NODE_TEXT);
}

/* Take a list: plain values, which become one text, or objects, maps of one name to its keys. */
static void take_list(Walk *w, const YamlNode *list, int line)
{
  Kind           *kind  = kind_here(w);
  Text            text  = {0};
  const YamlNode *wrong = NULL;

  text_add(&text, "%s", "");
  for (int k = 0; k < list->n; k++) {
    const YamlNode *item = yaml_tree_node(w->tree, list->items[k]);

    if (!is_item(item)) {
      if (!wrong) note_item(w, list, list->items[k], item);
      wrong = list->items[k];
      continue;
    }
    text_add(&text, "%s%s", k > 0 ? "," : "", is_object(item) ? item->items[0]->text : item->text);
  }
  if (!kind && !wrong && (list->n > 0 || !kind_find(w->options, w->path)))
    take_text(w, text.s, line);
  text_free(&text);
  for (int k = 0; k < list->n; k++) {
    const YamlNode *item = yaml_tree_node(w->tree, list->items[k]);

    if (!is_item(item)) continue;
    if (kind)
      declare(w, kind, is_object(item) ? item->items[0]->text : item->text, line_of(w, item),
              !is_object(item));
    if (is_object(item)) take_map(w, item, NULL);
  }
}

static void take_node(Walk *w, const YamlNode *given, int line)
{
  const YamlNode *node   = yaml_tree_node(w->tree, given);
  const int       before = w->line;

  if (!node) {
    walk_mistake(w, line_of(w, given), 0, "there is no anchor &%s", given->text);
    options_mark_broken(w->options, w->top);
    return;
  }
  if (given->type == NODE_ALIAS) w->line = line_of(w, given);
  if (node->type == NODE_TEXT) take_text(w, node->text, line);
  else if (node->type == NODE_LIST) take_list(w, node, line);
  else take_map(w, node, NULL);
  w->line = before;
}

/* Go to a key; false, with a mistake: it is too deep, or too long. */
static bool enter(Walk *w, const YamlNode *key)
{
  const size_t from = w->depth > 0 ? w->length[w->depth - 1] + 1 : 0, n = strlen(key->text);

  if (w->depth == YAML_DEEPEST || from + n > LONGEST_NAME || w->maps > LONGEST_TEXT) {
    walk_mistake(w, line_of(w, key), 0, "%s",
                 w->depth == YAML_DEEPEST ? "keys are nested too deeply"
                 : w->maps > LONGEST_TEXT ? "the scenario has too many keys"
                                          : "a key is longer than 500 letters");
    options_mark_broken(w->options, w->top);
    return false;
  }
  if (from > 0) w->path[from - 1] = '_';
  memcpy(w->path + from, key->text, n + 1);
  if (w->depth == 0) w->top = key->text;
  w->length[w->depth++] = from + n;
  return true;
}

/* `{dt: 0,01}` is dt: 0 and a key 01 without value: true if `key` is such a one after the value. */
static bool is_after_decimal_comma(const YamlNode *before, const YamlNode *key,
                                   const YamlNode *value)
{
  static const char digits[] = "0123456789";
  const size_t n = before->text ? strlen(before->text) : 0, m = key->text ? strlen(key->text) : 0;

  return before->type == NODE_TEXT && before->plain && n > 0 &&
         strchr(digits, before->text[n - 1]) && key->plain && m > 0 &&
         strchr(digits, key->text[0]) && strspn(key->text, "0123456789eE+-") == m &&
         key->line == before->end_line && key->column == before->end_column + 1 &&
         value->type == NODE_TEXT && !value->text[0];
}

/* Take a number with a decimal comma as if it had a point, so that other mistakes are found too. */
static void take_commas(Walk *w, const YamlNode *whole, const YamlNode *part)
{
  Text number = {0};

  text_add(&number, "%s.%s", whole->text, part->text);
  walk_mistake(w, line_of(w, whole), 0, "'%s,%s' is not a number; decimals have a point: %s",
               whole->text, part->text, number.s);
  take_text(w, number.s, line_of(w, whole));
  text_free(&number);
}

/* True for a number, or the end of a list in wrong brackets, where a key is: `{lo: 0, 0, 0}`. */
static bool is_loose(const YamlNode *map, int k)
{
  const YamlNode *key   = k + 1 < map->n ? map->items[k] : NULL,
                 *value = key ? map->items[k + 1] : NULL;

  return key && key->plain && key->text[0] && value->type == NODE_TEXT && !value->text[0] &&
         strchr("+-.0123456789", key->text[0]) && strpbrk(key->text, "0123456789");
}

/* Bytes of a number that has brackets of another kind around it, and where it begins. */
static size_t bare_length(const char *text, const char **begin)
{
  size_t n = 0;

  while (*text == '(' || (unsigned char)*text > 0x7f) text++;
  while (text[n] && text[n] != ')' && (unsigned char)text[n] <= 0x7f) n++;
  *begin = text;
  return n;
}

/* Note numbers from the k-th item of a map on that should be a list; returns behind the last. */
static int note_loose(Walk *w, const YamlNode *map, int k, const YamlNode *first)
{
  Text        list = {0}, digits = {0};
  const int   line = line_of(w, map->items[k]);
  const char *begin;
  size_t      n;

  if (first) {
    n = bare_length(first->text, &begin);
    text_add(&list, "%.*s", (int)n, begin);
    text_add(&digits, "%s", first->text);
  }
  for (; is_loose(map, k); k += 2) {
    n = bare_length(map->items[k]->text, &begin);
    text_add(&list, "%s%.*s", list.n > 0 ? ", " : "", (int)n, begin);
    text_add(&digits, "%s%s", n == 3 && digits.n > 0 ? "" : " ", begin);
  }
  walk_mistake(w, line, 0, "a list stands in brackets: write [%s]%s%s", list.s,
               strchr(digits.s, ' ') ? "" : "; a number has no commas: ",
               strchr(digits.s, ' ') ? "" : digits.s);
  options_mark_broken(w->options, w->top);
  text_free(&list);
  text_free(&digits);
  return k;
}

static bool is_merge(const YamlNode *key)
{
  return key->plain && !strcmp(key->text, "<<");
}

static bool has_key(const YamlNode *map, const char *key)
{
  for (int k = 0; map && k < map->n; k += 2)
    if (!strcmp(map->items[k]->text, key)) return true;
  return false;
}

/* Take what the keys << of a map add to it: keys of a map, or of a list of maps, that it lacks. */
static void take_merged(Walk *w, const YamlNode *map)
{
  const int  line   = w->line;
  const bool merged = w->merged;

  for (int k = 0; k < map->n; k += 2) {
    const YamlNode *given = map->items[k + 1], *from = yaml_tree_node(w->tree, given);
    const int       n = from && from->type == NODE_LIST ? from->n : 1;

    if (!is_merge(map->items[k])) continue;
    if (!line) w->line = map->items[k]->line;
    w->merged = true;
    for (int i = 0; i < n; i++) {
      const YamlNode *one =
        from && from->type == NODE_LIST ? yaml_tree_node(w->tree, from->items[i]) : from;

      if (one && one->type == NODE_MAP && w->depth < YAML_DEEPEST) take_map(w, one, map);
      else {
        walk_mistake(w, line_of(w, given), 0,
                     one ? "<< adds the keys of a map, as in <<: *anchor"
                         : "there is no anchor &%s",
                     given->text);
        options_mark_broken(w->options, w->top);
      }
    }
    w->merged = merged;
    w->line   = line;
  }
}

/* Take the keys of a map, but for those that the map `over` has (NULL: all). */
static void take_map(Walk *w, const YamlNode *map, const YamlNode *over)
{
  const bool twice = w->twice;

  for (int k = 0; k < map->n; k += 2) {
    const YamlNode *key = map->items[k], *value = map->items[k + 1];
    int             last  = k;
    const bool      loose = value->type == NODE_TEXT && value->text[0] && is_loose(map, k + 2);
    const bool      comma = loose && !is_loose(map, k + 4) &&
                       is_after_decimal_comma(value, map->items[k + 2], map->items[k + 3]);

    if (is_merge(key) || has_key(over, key->text) ||
        (w->depth == 0 && !strncmp(key->text, "$$", 2)))
      continue;
    if (!enter(w, key)) return;
    if (note_key(w, key)) {
      if (comma) take_commas(w, value, map->items[k + 2]);
      else if (loose) last = note_loose(w, map, k + 2, value) - 2;
      else if (value->type == NODE_MAP && is_loose(value, 0)) note_loose(w, value, 0, NULL);
      else take_node(w, value, line_of(w, key));
    }
    w->depth--;
    w->path[w->depth > 0 ? w->length[w->depth - 1] : 0] = 0;
    w->twice                                            = twice;
    k                                                   = comma ? k + 2 : last;
  }
  if (++w->maps > LONGEST_TEXT) return;
  take_merged(w, map);
}

/* Take the sections of a document. One without options may have a misspelt name, which is kept. */
static void take_root(Walk *w, const YamlNode *root)
{
  if (root->type != NODE_MAP) {
    const char *const what = root->type == NODE_LIST ? "a list" : root->text;

    mistake_add(w->options, w->layer, root->line,
                "expected `key: value` or `key:`, not %s%.60s%s; this is no scenario, which begins "
                "with `schema: 1`",
                root->type == NODE_LIST ? "" : "'", what,
                root->type == NODE_LIST ? ""
                : strlen(what) > 60     ? "...'"
                                        : "'");
    options_mark_broken(w->options, NULL);
    return;
  }
  for (int k = 0; k < root->n; k += 2) {
    const YamlNode one = {.type = NODE_MAP, .n = 2, .items = root->items + k};
    const int      had = w->options->n_mistakes;
    const int64_t  n   = w->n;

    take_map(w, &one, NULL);
    if (w->n == n && w->options->n_mistakes == had && strncmp(one.items[0]->text, "$$", 2) != 0 &&
        !is_merge(one.items[0]) && !kind_find(w->options, one.items[0]->text))
      entry_set(w->options, one.items[0]->text, NULL, w->layer, one.items[0]->line,
                one.items[0]->text);
  }
  take_merged(w, root);
}

/* ---- texts with mistakes */

/* Length of the first section at `at`: up to the next line that has a key in this column. */
static size_t section_length(const char *at, size_t n, size_t column, int *lines)
{
  size_t length = 0;

  *lines = 0;
  do {
    const char *end = memchr(at + length, '\n', n - length);

    length = end ? (size_t)(end - at) + 1 : n;
    *lines += 1;
  } while (length < n &&
           (strspn(at + length, " ") != column || strchr(" \t\n#-]}%.", at[length + column])));
  return length;
}

static void note_fault(Options *options, int layer, const YamlFault *fault, const char *top,
                       size_t n_top)
{
  char *name = n_top > 0 ? text_copy(top, n_top) : NULL;

  mistake_add(options, layer, fault->line, "%s (column %d)", fault->text.s, fault->column);
  options_mark_broken(options, name);
  free(name);
}

/* Read a text that is not YAML as a whole section by section, so that all of them with a mistake
   are told. */
static void read_sections(Walk *w, const char *text, size_t n, const YamlFault *whole)
{
  const size_t had     = (size_t)w->options->n_mistakes;
  size_t       at      = 0, column;
  int          line    = 1, lines;
  YamlNode   **roots   = NULL;
  int          n_roots = 0;

  while (at < n && strchr(" \n#%-.", text[at + strspn(text + at, " ")]) && n - at > 1) {
    at += strcspn(text + at, "\n") + 1; /* what is before the first key */
    if (at > n) at = n;
    line++;
  }
  column = at < n ? strspn(text + at, " ") : 0;
  for (bool over = false; at < n && !over; line += lines) {
    const size_t length = section_length(text + at, n - at, column, &lines);
    YamlFault    fault  = {0};
    YamlNode    *root   = yaml_tree_read(w->tree, text + at, length, line, &fault);

    if (fault.text.n > 0)
      note_fault(w->options, w->layer, &fault, text + at + column,
                 strcspn(text + at + column, ":\n"));
    over = fault.text.n > 0 && strstr(fault.text.s, "second document");
    text_free(&fault.text);
    if (root) {
      roots            = memory_room(roots, (size_t)(n_roots + 1) * sizeof(YamlNode *));
      roots[n_roots++] = root;
    }
    at += length;
  }
  if ((size_t)w->options->n_mistakes == had) note_fault(w->options, w->layer, whole, NULL, 0);
  else
    for (int k = 0; k < n_roots; k++) take_root(w, roots[k]);
  free(roots);
}

void options_take_yaml(Options *options, int layer, const char *text, size_t n)
{
  YamlTree  tree  = {0};
  YamlFault fault = {0};
  Walk      walk  = {.options = options, .layer = layer, .tree = &tree, .names = {.fold = true}};
  YamlNode *root  = yaml_tree_read(&tree, text, n, 1, &fault);

  if (fault.text.n > 0) read_sections(&walk, text, n, &fault);
  else if (root) take_root(&walk, root);
  else if (options->layers[layer].type == SOURCE_FILE) {
    mistake_add(options, layer, 0,
                "schema: missing: %s has no key; a scenario begins with `schema: 1`",
                options->layers[layer].origin);
    options_mark_broken(options, NULL);
  }
  text_free(&fault.text);
  name_free(&walk.names);
  free(walk.lines);
  free(walk.objects);
  yaml_tree_free(&tree);
}
