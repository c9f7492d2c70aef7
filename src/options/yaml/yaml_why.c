/* SPDX-License-Identifier: MIT */
/* Reads brackets and braces word by word, and lines of keys, as libyaml does not tell which separator
   it missed: its errors name the bracket that was open, or the place at which it gave up. */
#include "options/yaml/yaml_why.h"

enum { DEEPEST = 32 };

/* A word: letters without blanks, commas, brackets, and a colon that a blank follows. */
typedef struct {
  const char *at;
  size_t      n;
  int         line, column;
} Word;

/* An open bracket, and what came since its last comma. */
typedef struct {
  char open;
  Word place;
  Word first, before, last; /* the first word and the last two */
  int  words;
  bool colon, closed; /* a colon, after which words count anew; a bracket that was closed */
  Word key;           /* before the colon */
} Level;

typedef struct {
  const char *text, *at, *end;
  int         line, column, depth;
  Level       levels[DEEPEST];
  Word        comment; /* the last one that has a closing bracket or brace; n is 0: none */
  Text       *what;
  int        *fault_line, *fault_column;
} Flow;

static void step(Flow *f)
{
  if (*f->at == '\n') {
    f->line++;
    f->column = 1;
  } else if ((*f->at & 0xc0) != 0x80) f->column++;
  f->at++;
}

static Word word_here(const Flow *f)
{
  return (Word){.at = f->at, .line = f->line, .column = f->column};
}

/* Note the fault at a word; true. */
static bool fault(const Flow *f, const Word *place)
{
  *f->fault_line   = place->line;
  *f->fault_column = place->column;
  return true;
}

static const char *names_of(char open)
{
  return open == '{' ? "keys" : "items";
}

static bool is_blank(const Flow *f, const char *at)
{
  return at >= f->end || strchr(" \t\n", *at);
}

/* True if a colon at this place ends a key. */
static bool is_colon(const Flow *f, const char *at)
{
  const bool quoted = at > f->text && strchr("\"'", at[-1]);

  return *at == ':' && (quoted || is_blank(f, at + 1) || strchr(",[]{}", at[1]));
}

/* Blanks before the first letter of a word's line. */
static int indentation(const Flow *f, const Word *word)
{
  const char *begin = word->at;

  while (begin > f->text && begin[-1] != '\n') begin--;
  return (int)strspn(begin, " ");
}

static bool begins_line(const Flow *f, const Word *word)
{
  return indentation(f, word) + 1 == word->column;
}

/* ---- faults */

/* The bracket is still open where something else begins; with: ", line 3 goes on with x". */
static bool fault_open(const Flow *f, const Level *l, const Word *next)
{
  text_add(f->what, "the %c is not closed by %c", l->open, l->open == '[' ? ']' : '}');
  if (next)
    text_add(f->what, ": line %d begins with '%.*s'", next->line,
             (int)(next->n > 40 ? 40 : next->n), next->at);
  else if (f->comment.n > 0)
    text_add(f->what, ": what follows # on line %d is a comment", f->comment.line);
  return fault(f, &l->place);
}

/* A comma is missing before a word or bracket, which follows the word `value`. */
static bool fault_comma(const Flow *f, const Level *l, const Word *value, const Word *next)
{
  const int n = (int)value->n - (value->n > 0 && strchr(";|", value->at[value->n - 1]));

  if (n < (int)value->n) {
    Word place = *value;

    place.column += n;
    text_add(f->what, "a comma separates %s, not a %s: write '%.*s, %.*s'", names_of(l->open),
             value->at[n] == ';' ? "semicolon" : "|", n, value->at, (int)next->n, next->at);
    return fault(f, &place);
  }
  if (next->line > value->line)
    text_add(f->what, "a comma is missing at the end of line %d, behind '%.*s'", value->line, n,
             value->at);
  else
    text_add(f->what, "a comma is missing between '%.*s' and '%.*s'", n, value->at, (int)next->n,
             next->at);
  return fault(f, next);
}

/* A colon behind words that have one already: the last of them is the key of what follows, unless
   the bracket should have been closed before it. */
static bool fault_colon(const Flow *f, const Level *l, const Word *colon)
{
  const Word *key = &l->last, *value = &l->before;
  const bool  dash = l->words > 1 && value->n == 1 && *value->at == '-' && begins_line(f, value);

  if (l->words < 2) {
    text_add(
      f->what,
      "there is a second ':' behind '%.*s' and no comma between the two; put a text with ': ' "
      "in quotes",
      (int)l->key.n, l->key.at);
    return fault(f, colon);
  }
  if (dash) {
    Word row = *value;

    row.n = (size_t)(key->at - value->at) + key->n;
    return fault_open(f, l, &row);
  }
  if (begins_line(f, key) && indentation(f, key) <= indentation(f, &l->place))
    return fault_open(f, l, key);
  return fault_comma(f, l, value, key);
}

/* A bracket is closed by another kind. */
static bool fault_closing(const Flow *f, const Level *l, const Word *place)
{
  const char close = l->open == '[' ? ']' : '}';

  text_add(f->what, "the %c is not closed by %c: line %d has a %c first", l->open, close,
           place->line, *place->at);
  return fault(f, &l->place);
}

/* ---- reading */

static void begin_item(Level *l)
{
  const Level old = *l;

  *l = (Level){.open = old.open, .place = old.place};
}

static void skip_quoted(Flow *f)
{
  const char quote = *f->at;

  step(f);
  while (f->at < f->end && *f->at != quote) {
    if (quote == '"' && *f->at == '\\') step(f);
    if (f->at < f->end) step(f);
  }
  if (f->at < f->end) step(f);
}

static void add_word(Level *l, const Word *word)
{
  if (l->words == 0) l->first = *word;
  l->before = l->last;
  l->last   = *word;
  l->words++;
}

/* A word where a bracket has just been closed. */
static bool fault_behind(const Flow *f, const Level *l, const Word *word)
{
  if (strchr(";|", *word->at)) {
    text_add(f->what, "a comma separates %s, not a %s", names_of(l->open),
             *word->at == ';' ? "semicolon" : "|");
    return fault(f, word);
  }
  if (begins_line(f, word) && indentation(f, word) <= indentation(f, &l->place))
    return fault_open(f, l, word);
  return fault_comma(f, l, &l->last, word);
}

/* Read a word or quoted text; true: a fault. */
static bool read_word(Flow *f)
{
  Level *l    = &f->levels[f->depth - 1];
  Word   word = word_here(f);

  if (l->words == 0 && strchr("@`%*&!", *word.at) &&
      (strchr("@`%", *word.at) || is_blank(f, word.at + 1))) {
    text_add(f->what, "a text that begins with %c must be in quotes", *word.at);
    return fault(f, &word);
  }
  if (strchr("\"'", *f->at) && l->words == 0) skip_quoted(f);
  else
    while (f->at < f->end && !strchr(" \t\n,[]{}", *f->at) && !is_colon(f, f->at)) step(f);
  word.n = (size_t)(f->at - word.at);
  if (l->closed) return fault_behind(f, l, &word);
  add_word(l, &word);
  return false;
}

/* Enter a bracket; true: a fault. */
static bool open_bracket(Flow *f)
{
  Word   place = word_here(f);
  Level *l     = f->depth > 0 ? &f->levels[f->depth - 1] : NULL;

  place.n = 1;
  if (l && (l->closed || l->words > 0)) {
    if (l->closed) return fault_comma(f, l, &l->last, &place);
    text_add(f->what, "a %s is missing between '%.*s' and the %c",
             l->colon || l->open == '[' ? "comma" : "':'", (int)l->last.n, l->last.at, *f->at);
    return fault(f, &place);
  }
  if (f->depth == DEEPEST) return false;
  f->levels[f->depth++] = (Level){.open = *f->at, .place = place};
  step(f);
  return false;
}

/* Leave a bracket; true: a fault. */
static bool close_bracket(Flow *f)
{
  Level *l     = &f->levels[f->depth - 1];
  Word   place = word_here(f);

  place.n = 1;
  if (*f->at != (l->open == '[' ? ']' : '}')) return fault_closing(f, l, &place);
  step(f);
  if (--f->depth == 0) return false;
  l         = &f->levels[f->depth - 1];
  l->closed = true;
  add_word(l, &place);
  return false;
}

static bool read_comma(Flow *f)
{
  Level *l     = &f->levels[f->depth - 1];
  Word   place = word_here(f);

  if (l->words == 0 && !l->colon) {
    text_add(f->what, "there is nothing before the comma; remove it");
    return fault(f, &place);
  }
  begin_item(l);
  step(f);
  return false;
}

static bool read_colon(Flow *f)
{
  Level     *l     = &f->levels[f->depth - 1];
  const Word place = word_here(f);

  if (l->colon || (l->words > 1 && l->last.line > l->first.line)) return fault_colon(f, l, &place);
  if (f->at + 1 < f->end && strchr(",[]{}", f->at[1]) && l->words > 0 &&
      !strchr("\"'", f->at[-1])) {
    text_add(f->what, "%s behind '%.*s:'",
             strchr("[{", f->at[1]) ? "a blank is missing" : "a value is missing", (int)l->last.n,
             l->last.at);
    return fault(f, &place);
  }
  l->key    = l->last;
  l->colon  = true;
  l->closed = false;
  l->words  = 0;
  step(f);
  return false;
}

static void skip_comment(Flow *f)
{
  Word word = word_here(f);

  while (f->at < f->end && *f->at != '\n') step(f);
  word.n = (size_t)(f->at - word.at);
  if (memchr(word.at, ']', word.n) || memchr(word.at, '}', word.n)) f->comment = word;
}

/* Read on; true: a fault. */
static bool read_on(Flow *f)
{
  const bool after_blank = f->at == f->text || is_blank(f, f->at - 1);

  if (is_blank(f, f->at)) step(f);
  else if (*f->at == '#' && after_blank) skip_comment(f);
  else if (strchr("[{", *f->at)) return open_bracket(f);
  else if (strchr("]}", *f->at)) return close_bracket(f);
  else if (*f->at == ',') return read_comma(f);
  else if (is_colon(f, f->at)) return read_colon(f);
  else return read_word(f);
  return false;
}

bool yaml_why_flow(const char *text, size_t n, size_t at, int *line, int *column, Text *what)
{
  Flow f = {.text         = text,
            .at           = text + at,
            .end          = text + n,
            .line         = *line,
            .column       = *column,
            .what         = what,
            .fault_line   = line,
            .fault_column = column};

  do {
    const char *before = f.at;

    if (read_on(&f)) return true;
    if (f.at == before) return false;
  } while (f.depth > 0 && f.at < f.end);
  return f.depth > 0 && fault_open(&f, &f.levels[f.depth - 1], NULL);
}

/* ---- lines of keys */

static size_t line_length(const char *text, size_t n, size_t at)
{
  const char *end = memchr(text + at, '\n', n - at);

  return end ? (size_t)(end - text) - at : n - at;
}

/* The part of a line that counts: its begin behind blanks, and its length without blanks and a comment
   at the end. */
static const char *inner(const char *line, size_t length, size_t *n)
{
  const char *begin = line + strspn(line, " ");
  size_t      k     = 0;

  if (begin > line + length) begin = line + length;
  *n = length - (size_t)(begin - line);
  while (k < *n && !(begin[k] == '#' && (k == 0 || strchr(" \t", begin[k - 1])))) k++;
  *n = k;
  while (*n > 0 && strchr(" \t", begin[*n - 1])) (*n)--;
  return begin;
}

/* Length of the first key of a line, up to a colon that a blank or the end follows; n: none. */
static size_t key_length(const char *line, size_t n)
{
  for (size_t k = 0; k < n; k++)
    if (line[k] == ':' && (k + 1 == n || line[k + 1] == ' ')) return k;
  return n;
}

void yaml_why_no_key(const char *line, size_t n, Text *what)
{
  const char  *part = inner(line, n, &n), *sign;
  const size_t dash = n > 2 && !strncmp(part, "- ", 2) ? 2 : 0;

  text_add(what, "expected `key: value` or `key:`, not '%.*s%s'", (int)(n > 60 ? 60 : n), part,
           n > 60 ? "..." : "");
  sign = memchr(part, '=', n);
  if (!sign) sign = memchr(part, ':', n);
  if (sign && sign > part + dash && sign + 1 < part + n) {
    size_t      before = (size_t)(sign - part);
    const char *value  = sign + 1 + strspn(sign + 1, " ");

    while (before > 0 && part[before - 1] == ' ') before--;
    text_add(what, "; write `%.*s: %.*s`", (int)before, part, (int)(part + n - value), value);
    if (*sign == ':') text_add(what, ", with a blank behind the colon");
  } else if (n > dash && !memchr(part + dash, ' ', n - dash))
    text_add(what, "; a colon is missing behind it: `%.*s:`", (int)n, part);
}

/* The last line before `at` that is neither blank nor a comment; its number from *line, that of
   `at`. n: its length, 0: there is none. */
static const char *line_before(const char *text, size_t at, int *line, size_t *n)
{
  while (at > 0) {
    size_t begin = at - 1, length;

    while (begin > 0 && text[begin - 1] != '\n') begin--;
    length = at - 1 - begin;
    --*line;
    inner(text + begin, length, n);
    if (*n > 0) {
      *n = length;
      return text + begin;
    }
    at = begin;
  }
  *n = 0;
  return NULL;
}

/* True if a bracket in the line follows its first word without a colon between the two, which are then
   read as one text: `- floor {shape: plane, ...}`. */
static bool why_bracket(const char *line, size_t n, int *column, Text *what)
{
  const char  *part = inner(line, n, &n);
  const size_t dash = n > 2 && !strncmp(part, "- ", 2) ? 2 : 0;
  size_t       k    = dash;

  while (k < n && !strchr(" :,[]{}\"'", part[k])) k++;
  if (k == dash || k == n || !strchr(" {[", part[k])) return false;
  if (!strchr("{[", part[k + strspn(part + k, " ")])) return false;
  text_add(what, "a colon is missing behind '%.*s'", (int)(k - dash), part + dash);
  *column = (int)(part - line + (ptrdiff_t)k) + 1;
  return true;
}

/* A colon that cannot be there, in a line that begins at `begin`. */
static bool why_colon(const char *text, size_t begin, size_t at, int *line, int *column, Text *what)
{
  size_t      n, length;
  const char *own   = inner(text + begin, at - begin, &n), *before, *part;
  int         above = *line;

  if (key_length(own, n) < n) {
    text_add(what, "there is a second ':' in the line; put a text with ': ' in quotes");
    return true;
  }
  before = line_before(text, begin, &above, &length);
  if (!before) return false;
  part = inner(before, length, &n);
  if (key_length(part, n) == n) {
    yaml_why_no_key(before, length, what);
    *line   = above;
    *column = (int)(part - before) + 1;
    return true;
  }
  text_add(
    what,
    "it is indented deeper than line %d, whose key has a value; keys of one section have one "
    "indentation",
    above);
  *column = (int)(own - (text + begin)) + 1;
  return true;
}

bool yaml_why_block(const char *text, size_t n, size_t at, const char *problem, int *line,
                    int *column, Text *what)
{
  size_t begin = at;

  if (at >= n) return false;
  while (begin > 0 && text[begin - 1] != '\n') begin--;
  if (why_bracket(text + begin, line_length(text, n, begin), column, what)) return true;
  if (strstr(problem, "mapping values are not allowed"))
    return why_colon(text, begin, at, line, column, what);
  if (strstr(problem, "cannot start any token") && strchr("@`%", text[at]))
    text_add(what, "a text that begins with %c must be in quotes", text[at]);
  else if (strstr(problem, "did not find expected '-'"))
    text_add(what,
             "the lines before, of the same indentation, begin with `- `; begin this one so, or "
             "indent it deeper");
  else if (!strstr(problem, "did not find expected key")) return false;
  else if (strchr("]}", text[at]))
    text_add(what, "a %c closes nothing; remove it, or add the %c", text[at],
             text[at] == '}' ? '{' : '[');
  else if (text[at] == ',') text_add(what, "a comma is only in brackets and braces; remove it");
  else if (begin + strspn(text + begin, " ") == at)
    text_add(
      what,
      "'%.*s' is indented by %d blank%s, unlike the lines before it; keys of one section, and "
      "the dashes of one list, have one indentation",
      (int)(line_length(text, n, at) > 40 ? 40 : line_length(text, n, at)), text + at,
      (int)(at - begin), at - begin == 1 ? "" : "s");
  else return false;
  return true;
}
