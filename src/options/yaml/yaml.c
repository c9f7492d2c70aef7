/* SPDX-License-Identifier: MIT */
/* Builds nodes from the events of libyaml, and puts its errors into the words of a scenario. */
#include "options/yaml/yaml.h"
#include "options/letters.h"
#include "options/yaml/yaml_why.h"
#include <yaml.h>

typedef struct {
  YamlTree     *tree;
  YamlFault    *fault;
  yaml_parser_t parser;
  const char   *text;
  size_t        n;
  int           line;
  const char   *keys[YAML_DEEPEST]; /* of the open maps, for messages */
  int           n_keys;
  yaml_mark_t   open[YAML_DEEPEST]; /* beginnings of the open brackets */
  char          bracket[YAML_DEEPEST];
  int           depth, n_open;
} Reader;

/* ---- mistakes ---- */

static void fault_at(Reader *r, yaml_mark_t mark, const char *what)
{
  if (r->fault->text.n > 0) return;
  r->fault->line   = (int)mark.line + r->line;
  r->fault->column = (int)mark.column + 1;
  for (int k = 0; k < r->n_keys; k++) text_add(&r->fault->text, "%s: ", r->keys[k]);
  text_add(&r->fault->text, "%s", what);
}

/* The byte of the text that a mark points at, or the end of the text. */
static size_t place_of(const Reader *r, yaml_mark_t mark)
{
  const char *at = r->text, *end = r->text + r->n;

  for (size_t line = 0; line < mark.line && at < end; at++) line += *at == '\n';
  for (size_t column = 0; at < end && column < mark.column; column++) {
    at++;
    while (at < end && (*at & 0xc0) == 0x80) at++;
  }
  return (size_t)(at - r->text);
}

/* The letter at a mark; 0: the end of the text, or of the line. */
static char letter_at(const Reader *r, yaml_mark_t mark)
{
  const size_t at = place_of(r, mark);

  return at < r->n && r->text[at] != '\n' ? r->text[at] : 0;
}

/* Add the letters of the fault's line, and of the one that the parser stopped at, that only look like
   those of the keyboard. */
static void say_letters(Reader *r)
{
  const int lines[2] = {r->fault->line - r->line, (int)r->parser.problem_mark.line};

  for (int k = 0; k < 2; k++) {
    const yaml_mark_t begin = {.line = (size_t)lines[k]};
    const size_t      at    = place_of(r, begin);
    const char       *end   = memchr(r->text + at, '\n', r->n - at);

    if (letters_say(r->text + at, end ? (size_t)(end - r->text) - at : r->n - at, false,
                    &r->fault->text))
      return;
  }
}

static bool says(const char *text, const char *part)
{
  return text && strstr(text, part);
}

/* Note the fault that was found in the text from a mark on, at this line and column. */
static void fault_found(Reader *r, int line, int column, const Text *what)
{
  yaml_mark_t mark = {0};

  mark.line   = (size_t)(line - r->line);
  mark.column = (size_t)(column - 1);
  fault_at(r, mark, what->s);
}

/* An error within brackets: of the separator that is wrong, else of the innermost open bracket. */
static void fault_in_brackets(Reader *r)
{
  const yaml_mark_t outer = r->open[0];
  const char        open  = r->bracket[r->n_open - 1];
  int               line = (int)outer.line + r->line, column = (int)outer.column + 1;
  char              text[60];
  Text              what = {0};

  snprintf(text, sizeof text, "the %c is not closed by %c", open, open == '[' ? ']' : '}');
  if (yaml_why_flow(r->text, r->n, place_of(r, outer), &line, &column, &what))
    fault_found(r, line, column, &what);
  else fault_at(r, r->open[r->n_open - 1], text);
  text_free(&what);
}

/* An error outside of brackets; false: it is none that we have words for. */
static bool fault_in_block(Reader *r)
{
  const yaml_mark_t mark = r->parser.problem_mark;
  int               line = (int)mark.line + r->line, column = (int)mark.column + 1;
  Text              what = {0};
  const bool        found =
    yaml_why_block(r->text, r->n, place_of(r, mark), r->parser.problem ? r->parser.problem : "",
                   &line, &column, &what);

  if (found) fault_found(r, line, column, &what);
  text_free(&what);
  return found;
}

/* A line that should be a key and is none. */
static void fault_no_key(Reader *r)
{
  const yaml_mark_t begin = {.line = r->parser.context_mark.line};
  const size_t      at    = place_of(r, begin);
  const char       *end   = memchr(r->text + at, '\n', r->n - at);
  Text              what  = {0};

  yaml_why_no_key(r->text + at, end ? (size_t)(end - r->text) - at : r->n - at, &what);
  fault_at(r, r->parser.context_mark, what.s);
  text_free(&what);
}

static void fault_of_parser(Reader *r)
{
  const yaml_parser_t *p = &r->parser;
  char                 what[300];

  if (says(p->context, "quoted scalar"))
    fault_at(r, p->context_mark,
             letter_at(r, p->context_mark) == '"'
               ? "a text that begins with \" has no end"
               : "a text that begins with ' has no end; write '' for a ' in it");
  else if (letter_at(r, p->problem_mark) == '\t') {
    r->n_keys = 0;
    fault_at(r, p->problem_mark, "indented with a tab; use blanks");
  } else if (r->n_open > 0) fault_in_brackets(r);
  else if (says(p->context, "simple key")) fault_no_key(r);
  else if (!fault_in_block(r)) {
    snprintf(
      what, sizeof what,
      "not valid YAML: %s; look for a missing blank after ':', a quote or bracket left open, "
      "uneven indentation",
      p->problem ? p->problem : "an error");
    fault_at(r, p->problem_mark, what);
  }
  say_letters(r);
}

/* ---- nodes ---- */

static YamlNode *add_node(Reader *r, const yaml_event_t *event, NodeType type)
{
  YamlTree *t    = r->tree;
  YamlNode *node = memory_room(NULL, sizeof *node);

  *node = (YamlNode){.type       = type,
                     .line       = (int)event->start_mark.line + r->line,
                     .column     = (int)event->start_mark.column + 1,
                     .end_line   = (int)event->end_mark.line + r->line,
                     .end_column = (int)event->end_mark.column + 1};
  array_reserve(&t->nodes, sizeof *t->nodes, t->n + 1, &t->capacity);
  return t->nodes[t->n++] = node;
}

/* The last anchor of a name counts. */
static void set_anchor(YamlTree *t, const yaml_char_t *name, YamlNode *node)
{
  bool      there;
  const int k = name_add(&t->anchors, (const char *)name, &there);

  if (!there)
    t->anchored = memory_room(t->anchored, (size_t)t->anchors.capacity * sizeof(YamlNode *));
  t->anchored[k] = node;
}

/* False, with a mistake: the tag asks for another file. Other tags say nothing. */
static bool take_tag(Reader *r, const yaml_event_t *event, const yaml_char_t *tag)
{
  if (!tag || strcmp((const char *)tag, "!include") != 0) return true;
  fault_at(r, event->start_mark,
           "!include is not available: a scenario is one file; keep bulky data in files of their "
           "own");
  return false;
}

/* Read the next event; false: an error, which has been told. */
static bool next_event(Reader *r, yaml_event_t *event)
{
  if (yaml_parser_parse(&r->parser, event)) return true;
  fault_of_parser(r);
  return false;
}

static YamlNode *read_node(Reader *r, const yaml_event_t *event);

/* Read the items of a list or map up to its end; false: a mistake. */
static bool read_items(Reader *r, YamlNode *node, yaml_event_type_t end)
{
  yaml_event_t event;
  bool         good = true;

  for (bool key = true; good; key = !key) {
    YamlNode *item;

    if (!next_event(r, &event)) return false;
    if (event.type == end) break;
    if (node->type == NODE_MAP && key) r->keys[r->n_keys++] = "";
    item = read_node(r, &event);
    good = item != NULL;
    if (good && node->type == NODE_MAP && key) {
      r->keys[r->n_keys - 1] = item->text ? item->text : "";
      if (item->type != NODE_TEXT) fault_at(r, event.start_mark, "a key is a word");
      good = item->type == NODE_TEXT;
    } else if (good && node->type == NODE_MAP) r->n_keys--;
    if (good) {
      array_reserve(&node->items, sizeof *node->items, node->n + 1, &node->capacity);
      node->items[node->n++] = item;
    }
    yaml_event_delete(&event);
  }
  if (good) node->end_line = (int)event.end_mark.line + r->line;
  if (good) yaml_event_delete(&event);
  return good;
}

/* A list or map, with its items. */
static YamlNode *read_collection(Reader *r, const yaml_event_t *event)
{
  const bool list = event->type == YAML_SEQUENCE_START_EVENT,
             flow = list ? event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
                         : event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
  const yaml_char_t *anchor =
    list ? event->data.sequence_start.anchor : event->data.mapping_start.anchor;
  YamlNode *node = add_node(r, event, list ? NODE_LIST : NODE_MAP);

  if (!take_tag(r, event, list ? event->data.sequence_start.tag : event->data.mapping_start.tag))
    return NULL;
  if (anchor) set_anchor(r->tree, anchor, node);
  if (++r->depth == YAML_DEEPEST) {
    fault_at(r, event->start_mark, "keys or brackets are nested too deeply");
    return NULL;
  }
  if (flow) {
    r->bracket[r->n_open] = list ? '[' : '{';
    r->open[r->n_open++]  = event->start_mark;
  }
  if (!read_items(r, node, list ? YAML_SEQUENCE_END_EVENT : YAML_MAPPING_END_EVENT)) return NULL;
  r->n_open -= flow;
  r->depth--;
  return node;
}

static YamlNode *read_node(Reader *r, const yaml_event_t *event)
{
  YamlNode *node;

  switch (event->type) {
  case YAML_ALIAS_EVENT:
    node       = add_node(r, event, NODE_ALIAS);
    node->text = text_copy((const char *)event->data.alias.anchor,
                           strlen((const char *)event->data.alias.anchor));
    return node;
  case YAML_SCALAR_EVENT:
    node        = add_node(r, event, NODE_TEXT);
    node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    node->text  = text_copy((const char *)event->data.scalar.value, event->data.scalar.length);
    if (event->data.scalar.anchor) set_anchor(r->tree, event->data.scalar.anchor, node);
    return take_tag(r, event, event->data.scalar.tag) ? node : NULL;
  default: return read_collection(r, event);
  }
}

/* ---- documents ---- */

/* The document after the start of the stream; NULL: none, or a mistake. */
static YamlNode *read_document(Reader *r)
{
  yaml_event_t event;
  YamlNode    *root = NULL;

  while (next_event(r, &event)) {
    const yaml_event_type_t type = event.type;

    if (type == YAML_DOCUMENT_START_EVENT && root)
      fault_at(r, event.start_mark, "a second document begins here; a scenario is one document");
    else if (type != YAML_STREAM_START_EVENT && type != YAML_DOCUMENT_START_EVENT &&
             type != YAML_DOCUMENT_END_EVENT && type != YAML_STREAM_END_EVENT)
      root = read_node(r, &event);
    yaml_event_delete(&event);
    if (type == YAML_STREAM_END_EVENT || r->fault->text.n > 0) break;
  }
  return root;
}

YamlNode *yaml_tree_read(YamlTree *tree, const char *text, size_t n, int line, YamlFault *fault)
{
  Reader    r = {.tree = tree, .fault = fault, .text = text, .n = n, .line = line};
  YamlNode *root;

  PetscCheckAbort(yaml_parser_initialize(&r.parser), PETSC_COMM_SELF, PETSC_ERR_MEM,
                  "no memory for the parser of the scenario");
  yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&r.parser, (const unsigned char *)text, n);
  root = read_document(&r);
  yaml_parser_delete(&r.parser);
  return fault->text.n > 0 ? NULL : root;
}

const YamlNode *yaml_tree_node(const YamlTree *tree, const YamlNode *node)
{
  for (int k = 0; node && node->type == NODE_ALIAS && k < YAML_DEEPEST; k++) {
    const int anchor = name_find(&tree->anchors, node->text);

    node = anchor >= 0 ? tree->anchored[anchor] : NULL;
  }
  return node && node->type != NODE_ALIAS ? node : NULL;
}

void yaml_tree_free(YamlTree *tree)
{
  for (int k = 0; k < tree->n; k++) {
    free(tree->nodes[k]->text);
    free(tree->nodes[k]->items);
    free(tree->nodes[k]);
  }
  free(tree->nodes);
  free(tree->anchored);
  name_free(&tree->anchors);
  *tree = (YamlTree){0};
}
