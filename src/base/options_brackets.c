/* SPDX-License-Identifier: MIT */
/* The outline of a scenario inside of quotes and brackets, where indentation says nothing. */
#include "base/options_scan.h"

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
      scan_spoil(s, s->line, "!include is not available: a scenario is one file; keep bulky data in files of their own");
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

/* A scalar or a collection; begin and end delimit a scalar that may be a key. */
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

/* One entry up to its comma or the closing bracket: a value, or a key and its value. */
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
    /* A plain text may go on over lines; what is left of it needs no look. */
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

bool scan_brackets(Scanner *s, int nesting)
{
  const char close = peek(s, 0) == '[' ? ']' : '}';
  const int  line  = s->line;

  if (nesting > DEEPEST) {
    scan_spoil(s, line, "brackets nested too deeply");
    return false;
  }
  s->at++;
  for (;;) {
    const size_t before = s->at;

    scan_space(s);
    if (s->at == s->n) {
      scan_spoil(s, line, close == ']' ? "a [ that is not closed by ]" : "a { that is not closed by }");
      return false;
    }
    if (peek(s, 0) == close) {
      s->at++;
      return true;
    }
    if (peek(s, 0) == ']' || peek(s, 0) == '}') {
      scan_spoil(s, s->line, close == ']' ? "a } where ] is due" : "a ] where } is due");
      return false;
    }
    if (peek(s, 0) == ',') s->at++;
    else if (!scan_entry(s, nesting)) return false;
    else if (s->at == before) s->at++;
  }
}
