/* SPDX-License-Identifier: MIT */
/* Reader of the outline of YAML: lines of the keys, duplicate keys, and where the text may be split
   so that each piece has few enough options for PETSc (512 before 3.19). It parses indentation,
   brackets, quotes, comments and block texts, but no values: PETSc does that. */
#include "options/options_scan.h"

void scan_spoil(Scanner *s, int line, const char *format, ...)
{
  Text    text = {0};
  va_list arguments;

  va_start(arguments, format);
  text_vadd(&text, format, arguments);
  va_end(arguments);
  if (!s->unit.broken) mistake_add(s->options, s->layer, line, "%s", text.s);
  s->unit.broken = true;
  text_free(&text);
}

/* ---- pieces */

static void add_unit(Scan *scan, ScanUnit unit)
{
  if (scan->n_units == scan->units_capacity) {
    scan->units_capacity = 2 * scan->units_capacity + 16;
    scan->units = text_room(scan->units, (size_t)scan->units_capacity * sizeof *scan->units);
  }
  scan->units[scan->n_units++] = unit;
}

static bool may_split(const Scanner *s)
{
  if (s->n_items < 2 || !s->even || s->unit.dummy || s->unit.broken) return false;
  for (int i = 0; i < s->n_items; i++)
    if (!s->items[i].is_mapping) return false;
  return true;
}

/* Last line with content before the byte `end`, which is on `line`. */
static int last_line_of(const Scanner *s, size_t end, int line)
{
  for (; end > 0 && (s->text[end - 1] == '\n' || is_blank(s->text[end - 1])); end--)
    line -= s->text[end - 1] == '\n';
  return line;
}

/* Close the open piece before the byte `end` (start of a line or end of the text, on `line`): one
   unit, or one for each item. */
static void close_unit(Scanner *s, size_t end, int line)
{
  if (!s->open) return;
  s->unit.end       = end;
  s->unit.last_line = last_line_of(s, end, line);
  if (!may_split(s)) add_unit(s->scan, s->unit);
  else {
    for (int i = 0; i < s->n_items; i++) {
      const Item *item = &s->items[i];
      const bool  last = i + 1 == s->n_items;

      add_unit(s->scan, (ScanUnit){.head       = s->unit.begin,
                                   .head_end   = s->items[0].begin,
                                   .begin      = item->begin,
                                   .end        = last ? end : item[1].begin,
                                   .line       = item->line,
                                   .last_line  = last ? s->unit.last_line
                                                      : last_line_of(s, item[1].begin, item[1].line),
                                   .n_keys     = item->n_keys,
                                   .key        = s->unit.key,
                                   .uses_alias = s->unit.uses_alias});
    }
  }
  s->open    = false;
  s->n_items = 0;
}

static void open_unit(Scanner *s)
{
  close_unit(s, s->line_start, s->line);
  s->unit        = (ScanUnit){.begin = s->line_start, .line = s->line, .key = -1};
  s->open        = true;
  s->item_column = -1;
  s->even        = true;
}

static void add_item(Scanner *s, int column)
{
  if (s->item_column < 0) s->item_column = column;
  if (s->item_column != column) s->even = false;
  if (s->n_items == s->items_capacity) {
    s->items_capacity = 2 * s->items_capacity + 16;
    s->items          = text_room(s->items, (size_t)s->items_capacity * sizeof *s->items);
  }
  s->items[s->n_items++] = (Item){.begin = s->line_start, .line = s->line};
}

/* ---- keys */

void scan_pop_keys(Scanner *s, int depth)
{
  s->depth                                             = depth;
  s->path[depth > 0 ? s->frames[depth - 1].length : 0] = 0;
}

void scan_say_keys(const Scanner *s, int depth, Text *text)
{
  size_t begin = 0;

  text_add(text, "%s", "");
  for (int i = 0; i < depth; i++) {
    text_add(text, "%.*s: ", (int)(s->frames[i].length - begin), s->path + begin);
    begin = s->frames[i].length + 1;
  }
}

static void note_twice(Scanner *s, size_t n, const char *key, int before)
{
  Text place = {0};

  scan_say_keys(s, s->depth - 1, &place);
  mistake_add(s->options, s->layer, s->line, "%s'%.*s' is given twice, first on line %d; keep one",
              place.s, (int)n, key, before);
  text_free(&place);
}

bool scan_push_key(Scanner *s, const char *key, size_t n, int column)
{
  const size_t length = s->depth > 0 ? s->frames[s->depth - 1].length : 0;
  const bool   free_of_rules =
    (n == 2 && !memcmp(key, "<<", 2)) || (n > 1 && key[0] == '$' && key[1] == '$') || s->unit.dummy;
  bool twice = s->depth > 0 && s->frames[s->depth - 1].twice, there = false;
  int  number, object;

  if (s->depth == DEEPEST || length + n + 1 > LONGEST_PATH) {
    scan_spoil(s, s->line,
               s->depth == DEEPEST ? "keys nested too deeply" : "a key longer than 500 letters");
    return false;
  }
  if (length > 0) s->path[length] = '_';
  memcpy(s->path + length + (length > 0), key, n);
  s->frames[s->depth++] = (Frame){.column = column, .length = length + (length > 0) + n};
  s->path[s->frames[s->depth - 1].length] = 0;
  s->unit.n_keys++;
  if (s->n_items > 0) s->items[s->n_items - 1].n_keys++;
  if (free_of_rules) return true;
  number = name_add(&s->scan->keys, s->path, &there);
  object = s->depth > 2 ? (int)s->frames[1].length : 0;
  if (!there) {
    s->scan->lines =
      text_room(s->scan->lines, (size_t)s->scan->keys.capacity * sizeof *s->scan->lines);
    s->scan->objects =
      text_room(s->scan->objects, (size_t)s->scan->keys.capacity * sizeof *s->scan->objects);
    s->scan->lines[number]   = s->line;
    s->scan->objects[number] = object;
  } else if (!twice &&
             object ==
               s->scan->objects[number]) { /* of another object: reported by options_check */
    note_twice(s, n, key, s->scan->lines[number]);
    twice = true;
  }
  s->frames[s->depth - 1].twice = twice;
  if (s->depth == 1) s->unit.key = number;
  return true;
}

/* ---- blocks */

/* Skip the lines of a | or > text: all that are indented deeper than `column`, and empty ones. */
static void skip_block_text(Scanner *s, int column)
{
  skip_line(s);
  while (s->at < s->n) {
    size_t ahead = 1;

    while (peek(s, ahead) == ' ') ahead++;
    if (!is_end(peek(s, ahead)) && (int)ahead - 1 <= column) return;
    next_line(s);
    skip_line(s);
  }
}

/* True if a key begins at s->at, `key: ` or `"key": `; s->at is then advanced past its colon. */
static bool find_key(Scanner *s, size_t *begin, size_t *end)
{
  const char   c     = peek(s, 0);
  const size_t start = s->at;
  size_t       at    = s->at;

  if (c && strchr("[]{},#*|>%@`", c)) return false;
  if (c == '"' || c == '\'') {
    *begin = ++at;
    while (at < s->n && s->text[at] != c && s->text[at] != '\n')
      at += c == '"' && s->text[at] == '\\' ? 2 : 1;
    if (at >= s->n || s->text[at] != c) return false;
    *end = at++;
    while (at < s->n && is_blank(s->text[at])) at++;
  } else {
    *begin = at;
    while (at < s->n && s->text[at] != '\n') {
      if (s->text[at] == ':' && (at + 1 == s->n || is_gap(s->text[at + 1]))) break;
      if (s->text[at] == '#' && at > start && is_blank(s->text[at - 1])) return false;
      at++;
    }
    *end = at;
    while (*end > *begin && is_blank(s->text[*end - 1])) *end -= 1;
  }
  if (at >= s->n || s->text[at] != ':' || !(at + 1 == s->n || is_gap(s->text[at + 1])))
    return false;
  s->at = at + 1;
  return true;
}

/* True if a top-level key begins at s->at; s->at stays. */
static bool is_top_key(Scanner *s)
{
  const size_t here = s->at;
  size_t       begin, end;
  const bool   is = (int)(s->at - s->line_start) == s->top_column && find_key(s, &begin, &end);

  s->at = here;
  return is;
}

/* A state of the scanner to which resume() returns. */
typedef struct {
  size_t at, line_start;
  int    line, depth, n_mistakes;
  bool   broken;
} Mark;

static Mark mark_of(const Scanner *s)
{
  return (Mark){s->at, s->line_start, s->line, s->depth, s->options->n_mistakes, s->unit.broken};
}

/* The bracket or quote at `mark` is not closed, so all that follows was scanned as its inside: go
   on at the next top-level key and discard the mistakes noted since, except the last, which is
   about the bracket. */
static void resume(Scanner *s, const Mark *mark)
{
  Options  *o    = s->options;
  const int kept = mark->broken ? 0 : 1;

  for (int i = mark->n_mistakes; i < o->n_mistakes - kept; i++) free(o->mistakes[i].text);
  if (kept && o->n_mistakes > mark->n_mistakes)
    o->mistakes[mark->n_mistakes] = o->mistakes[o->n_mistakes - 1];
  o->n_mistakes = mark->n_mistakes + (o->n_mistakes > mark->n_mistakes ? kept : 0);
  s->at         = mark->at;
  s->line       = mark->line;
  s->line_start = mark->line_start;
  scan_pop_keys(s, mark->depth);
  do {
    skip_line(s);
    next_line(s);
    while (peek(s, 0) == ' ') s->at++;
  } while (s->at < s->n && !is_top_key(s));
  if (s->at < s->n) s->at = s->line_start;
}

/* Scan the value that follows a key or a dash on its line. */
static void scan_value(Scanner *s, int column)
{
  bool closed = true;
  Mark mark;

  skip_blanks(s);
  scan_properties(s);
  mark = mark_of(s);
  switch (peek(s, 0)) {
  case '*': scan_alias(s); break;
  case '|':
  case '>': skip_block_text(s, column); return;
  case '[':
  case '{': closed = scan_brackets(s, 1); break;
  case '"':
  case '\'': closed = scan_quoted(s); break;
  default: break;
  }
  if (closed) skip_line(s);
  else resume(s, &mark);
}

static void scan_key(Scanner *s, size_t begin, size_t end, int column)
{
  int depth = s->depth;

  while (depth > 0 && s->frames[depth - 1].column >= column) depth--;
  scan_pop_keys(s, depth);
  if (depth == 0) {
    open_unit(s);
    s->unit.dummy = end - begin > 1 && s->text[begin] == '$' && s->text[begin + 1] == '$';
    if (s->top_column < 0) s->top_column = column;
    if (s->top_column != column)
      scan_spoil(s, s->line, "indented differently from the other keys at the top");
  }
  if (s->n_items > 0 && depth == 1) s->items[s->n_items - 1].is_mapping = true;
  if (!scan_push_key(s, s->text + begin, end - begin, column)) s->at = s->n;
}

static void scan_dash(Scanner *s, int column, bool first)
{
  int depth = s->depth;

  while (depth > 0 && s->frames[depth - 1].column > column) depth--;
  scan_pop_keys(s, depth);
  if (depth == 1 && first) add_item(s, column);
  s->at++;
  skip_blanks(s);
}

/* Scan a line with content, from its first character that is not a blank. */
static void scan_content(Scanner *s)
{
  int    column;
  size_t begin, end;
  bool   first = true;

  for (;; first = false) {
    column = (int)(s->at - s->line_start);
    if (!(peek(s, 0) == '-' && is_gap(peek(s, 1)))) break;
    if (s->depth == 0) break;
    scan_dash(s, column, first);
    if (is_end(peek(s, 0)) || peek(s, 0) == '#') {
      skip_line(s);
      return;
    }
  }
  scan_properties(s);
  if (peek(s, 0) == '?' && is_gap(peek(s, 1))) {
    scan_spoil(s, s->line, "'? ' is not understood here; write `key: value`");
    skip_line(s);
  } else if (find_key(s, &begin, &end)) {
    scan_key(s, begin, end, column);
    if (s->at < s->n) scan_value(s, column);
  } else if (s->depth == 0 && peek(s, 0) == '{' && !s->open) {
    open_unit(s);
    scan_value(s, column);
  } else {
    /* continuation lines of a text are indented deeper than its key */
    if (column <= s->top_column || s->depth == 0) {
      scan_spoil(s, s->line, "expected `key: value` or `key:`");
      skip_line(s);
    } else scan_value(s, s->frames[s->depth - 1].column);
  }
}

/* --- or ... at the start of a line: 0 none, 1 start of the document, 2 its end. */
static int scan_marker(Scanner *s, bool *begun)
{
  const char *here = s->text + s->at;

  if (s->n - s->at < 3 || !is_gap(peek(s, 3))) return 0;
  if (!memcmp(here, "...", 3)) return 2;
  if (memcmp(here, "---", 3) != 0) return 0;
  if (*begun || s->open) return 2;
  *begun = true;
  s->at += 3;
  skip_blanks(s);
  if (!is_end(peek(s, 0)) && peek(s, 0) != '#')
    scan_spoil(s, s->line, "begin the scenario on the line after ---");
  skip_line(s);
  return 1;
}

/* After the end of the document only comments may follow. */
static void check_rest(Scanner *s)
{
  const int line = s->line;

  while (s->at < s->n) {
    skip_line(s);
    next_line(s);
    scan_space(s);
    if (s->at < s->n && peek(s, 0) != '#') {
      mistake_add(s->options, s->layer, line,
                  "a second document begins here; a scenario is one document");
      return;
    }
  }
}

/* True if a line with content is indented with a tab; PETSc's reader would report only that the
   YAML is not valid. */
static bool has_tab(Scanner *s)
{
  const size_t here = s->at;

  if (peek(s, 0) != '\t') return false;
  skip_blanks(s);
  if (!is_end(peek(s, 0)) && peek(s, 0) != '#') {
    s->at = here;
    return true;
  }
  return false;
}

void scan_text(Options *options, int layer, const char *text, size_t n, Scan *scan)
{
  Scanner s     = {.options    = options,
                   .scan       = scan,
                   .text       = text,
                   .n          = n,
                   .layer      = layer,
                   .line       = 1,
                   .top_column = -1,
                   .unit       = {.key = -1}};
  bool    begun = false, tabs = false;

  *scan = (Scan){.keys = {.fold = true}};
  for (; s.at < n; next_line(&s)) {
    int marker = 0;

    while (peek(&s, 0) == ' ') s.at++;
    if (has_tab(&s)) {
      if (!tabs) mistake_add(options, layer, s.line, "indented with a tab; use blanks");
      s.unit.broken = tabs = true;
      skip_blanks(&s);
    }
    if (is_end(peek(&s, 0))) continue;
    if (s.at == s.line_start) marker = scan_marker(&s, &begun);
    if (marker == 2) break;
    if (marker == 1) continue;
    if (peek(&s, 0) == '#' || (peek(&s, 0) == '%' && s.at == s.line_start && !s.open))
      skip_line(&s);
    else scan_content(&s);
  }
  close_unit(&s, s.at < n ? s.line_start : n, s.line);
  check_rest(&s);
  free(s.items);
}

int scan_line(const Scan *scan, const char *name, int otherwise)
{
  char *part = text_copy(name, strlen(name));
  char *cut;
  int   number, line = otherwise;

  for (;;) {
    number = name_find(&scan->keys, part);
    if (number >= 0) line = scan->lines[number];
    if (number >= 0 || !(cut = strrchr(part, '_'))) break;
    *cut = 0;
  }
  free(part);
  return line;
}

void scan_free(Scan *scan)
{
  name_free(&scan->keys);
  free(scan->lines);
  free(scan->objects);
  free(scan->units);
  free(scan->commas);
  *scan = (Scan){0};
}
