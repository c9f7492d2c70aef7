/* SPDX-License-Identifier: MIT */
/* The outline of a scenario inside quotes and brackets, where indentation has no meaning. */
#include "options/options_scan.h"

bool scan_quoted(Scanner *s)
{
  const char quote = peek(s, 0);
  const int  line  = s->line;

  s->at++;
  while (s->at < s->n) {
    const char c = peek(s, 0);

    if (quote == '"' && c == '\\' && peek(s, 1) && peek(s, 1) != '\n') s->at += 2;
    else if (quote == '\'' && c == '\'' && peek(s, 1) == '\'') s->at += 2;
    else if (c == quote) {
      s->at++;
      return true;
    } else if (c == '\n') next_line(s);
    else s->at++;
  }
  scan_spoil(s, line,
             quote == '"' ? "a text that begins with \" has no end"
                          : "a text that begins with ' has no end; write '' for a ' in it");
  return false;
}

void scan_properties(Scanner *s)
{
  while (peek(s, 0) == '&' || peek(s, 0) == '!') {
    const size_t begin = s->at;

    while (!is_gap(peek(s, 0)) && !is_flow(peek(s, 0))) s->at++;
    if (s->text[begin] == '&' && !s->unit.dummy) s->scan->whole = true;
    if (s->at - begin == 8 && !memcmp(s->text + begin, "!include", 8))
      scan_spoil(
        s, s->line,
        "!include is not available: a scenario is one file; keep bulky data in files of their own");
    skip_blanks(s);
  }
}

void scan_alias(Scanner *s)
{
  s->unit.uses_alias = true;
  while (!is_gap(peek(s, 0)) && !is_flow(peek(s, 0))) s->at++;
}

void scan_space(Scanner *s)
{
  for (;;) {
    skip_blanks(s);
    if (peek(s, 0) == '#' && (s->at == s->line_start || is_blank(s->text[s->at - 1]))) skip_line(s);
    if (peek(s, 0) != '\n') return;
    next_line(s);
  }
}

static void skip_plain_in_brackets(Scanner *s)
{
  while (s->at < s->n) {
    const char c = peek(s, 0);

    if (is_flow(c) || c == '\n') return;
    if (c == ':' && (is_gap(peek(s, 1)) || is_flow(peek(s, 1)))) return;
    if (c == '#' && is_blank(s->text[s->at - 1])) return;
    s->at++;
  }
}

/* Scan a scalar or a collection; *begin and *end delimit a scalar, which may be a key. */
static bool scan_node(Scanner *s, int nesting, size_t *begin, size_t *end)
{
  scan_properties(s);
  scan_space(s);
  *begin = *end = s->at;
  if (peek(s, 0) == '[' || peek(s, 0) == '{') return scan_brackets(s, nesting + 1);
  if (peek(s, 0) == '*') scan_alias(s);
  else if (peek(s, 0) == '"' || peek(s, 0) == '\'') {
    if (!scan_quoted(s)) return false;
    *begin += 1;
    *end = s->at - 1;
  } else if (s->at < s->n && !is_flow(peek(s, 0))) {
    skip_plain_in_brackets(s);
    *end = s->at;
    while (*end > *begin && is_blank(s->text[*end - 1])) *end -= 1;
  }
  return true;
}

/* Scan one entry up to its comma or the closing bracket: a value, or a key and its value. */
static bool scan_entry(Scanner *s, int nesting)
{
  const int depth = s->depth;
  size_t    begin, end;

  if (!scan_node(s, nesting, &begin, &end)) return false;
  scan_space(s);
  if (peek(s, 0) == ':') {
    if (!scan_push_key(s, s->text + begin, end - begin, -1)) return false;
    s->at++;
    scan_space(s);
    if (!is_flow(peek(s, 0)) || peek(s, 0) == '[' || peek(s, 0) == '{')
      if (!scan_node(s, nesting, &begin, &end)) return false;
    /* a plain text may continue on further lines: skip the rest */
    scan_space(s);
    while (s->at < s->n && !is_flow(peek(s, 0))) {
      skip_plain_in_brackets(s);
      if (peek(s, 0) == ':') s->at++;
      scan_space(s);
    }
    scan_pop_keys(s, depth);
  }
  return true;
}

/* Note an open bracket that is not closed before the end of the text or before a closing bracket of
   the other kind. */
static void spoil_open(Scanner *s, char open, char close, int line)
{
  const char other = close == ']' ? '}' : ']';
  Text       place = {0};

  scan_say_keys(s, s->depth, &place);
  if (s->at == s->n) scan_spoil(s, line, "%sthe %c is not closed by %c", place.s, open, close);
  else
    scan_spoil(s, line, "%sthe %c is not closed by %c: line %d has a %c first", place.s, open,
               close, s->line, other);
  text_free(&place);
}

/* `dt: 0,01` in braces is dt: 0 and a key 01 without value: true if the entry that began at `begin`
   is such a key. */
static bool is_after_decimal_comma(const Scanner *s, size_t begin)
{
  static const char digits[] = "0123456789";

  if (begin < 2 || s->text[begin - 1] != ',' || !strchr(digits, s->text[begin - 2])) return false;
  return begin < s->at && strspn(s->text + begin, "0123456789eE+-") >= s->at - begin &&
         strchr(digits, s->text[begin]);
}

/* Add the key of the entry that has just ended, if its value began at `from`. The entry is popped,
   but its key is still in the path; without a parent its first letter is gone. */
static void say_last_key(const Scanner *s, size_t from, Text *text)
{
  const size_t parent = s->depth > 0 ? s->frames[s->depth - 1].length : 0;

  while (from > 0 && is_blank(s->text[from - 1])) from--;
  if (parent == 0 || from == 0 || s->text[from - 1] != ':') return;
  text_add(text, "%.*s: ", (int)(s->frames[s->depth].length - parent - 1), s->path + parent + 1);
}

static void add_comma(Scan *scan, size_t at)
{
  if (scan->n_commas == scan->commas_capacity) {
    scan->commas_capacity = 2 * scan->commas_capacity + 4;
    scan->commas = text_room(scan->commas, (size_t)scan->commas_capacity * sizeof *scan->commas);
  }
  scan->commas[scan->n_commas++] = at;
}

/* Note a number with a decimal comma, with its correct form. */
static void note_comma(Scanner *s, size_t begin)
{
  size_t from  = begin - 1;
  Text   place = {0};

  while (from > 0 && s->text[from - 1] && strchr("+-0123456789", s->text[from - 1])) from--;
  scan_say_keys(s, s->depth, &place);
  say_last_key(s, from, &place);
  mistake_add(s->options, s->layer, s->line,
              "%s'%.*s' is not a number; decimals have a point: %.*s.%.*s", place.s,
              (int)(s->at - from), s->text + from, (int)(begin - 1 - from), s->text + from,
              (int)(s->at - begin), s->text + begin);
  text_free(&place);
  add_comma(s->scan, begin - 1);
}

bool scan_brackets(Scanner *s, int nesting)
{
  const char open = peek(s, 0), close = open == '[' ? ']' : '}';
  const int  line = s->line;

  if (nesting > DEEPEST) {
    scan_spoil(s, line, "brackets nested too deeply");
    return false;
  }
  s->at++;
  for (;;) {
    const size_t before = s->at;

    scan_space(s);
    if (peek(s, 0) == close) {
      s->at++;
      return true;
    }
    if (s->at == s->n || peek(s, 0) == ']' || peek(s, 0) == '}') {
      spoil_open(s, open, close, line);
      return false;
    }
    if (peek(s, 0) == ',') s->at++;
    else if (!scan_entry(s, nesting)) return false;
    else if (close == '}' && is_after_decimal_comma(s, before)) note_comma(s, before);
    else if (s->at == before) s->at++;
  }
}
