/* SPDX-License-Identifier: MIT */
#include "options/letters.h"

/* type: what to type in its place; "": nothing */
typedef struct {
  unsigned    code;
  const char *name, *type;
} Letter;

static const Letter letters[] = {
  {0x00a0, "a non-breaking space", " "},
  {0x00ab, "an angled quotation mark", "\""},
  {0x00ad, "a soft hyphen", ""},
  {0x00b2, "a superscript 2", "^2"},
  {0x00b3, "a superscript 3", "^3"},
  {0x00b4, "an acute accent", "'"},
  {0x00b5, "a micro sign", "u"},
  {0x00b7, "a middle dot", "."},
  {0x00b9, "a superscript 1", "^1"},
  {0x00bb, "an angled quotation mark", "\""},
  {0x00d7, "a multiplication sign", "e"},
  {0x02c6, "a raised caret", "^"},
  {0x03bc, "a Greek mu", "u"},
  {0x0430, "a Cyrillic a", "a"},
  {0x0435, "a Cyrillic e", "e"},
  {0x0456, "a Cyrillic i", "i"},
  {0x043e, "a Cyrillic o", "o"},
  {0x0440, "a Cyrillic r", "p"},
  {0x0441, "a Cyrillic s", "c"},
  {0x0443, "a Cyrillic u", "y"},
  {0x0445, "a Cyrillic h", "x"},
  {0x066b, "an Arabic decimal sign", "."},
  {0x2002, "a wide space", " "},
  {0x2003, "a wide space", " "},
  {0x2007, "a figure space", " "},
  {0x2009, "a thin space", " "},
  {0x200a, "a thin space", " "},
  {0x200b, "a space of no width", ""},
  {0x200c, "a sign of no width", ""},
  {0x200d, "a sign of no width", ""},
  {0x200e, "a sign of no width", ""},
  {0x2010, "a typographic hyphen", "-"},
  {0x2011, "a non-breaking hyphen", "-"},
  {0x2012, "a figure dash", "-"},
  {0x2013, "an en dash", "-"},
  {0x2014, "an em dash", "-"},
  {0x2018, "a curly quotation mark", "'"},
  {0x2019, "a curly quotation mark", "'"},
  {0x201a, "a low quotation mark", "'"},
  {0x201c, "a curly quotation mark", "\""},
  {0x201d, "a curly quotation mark", "\""},
  {0x201e, "a low quotation mark", "\""},
  {0x2026, "an ellipsis", "..."},
  {0x202f, "a narrow non-breaking space", " "},
  {0x2212, "a minus sign", "-"},
  {0x3000, "a full-width space", " "},
  {0x3001, "an ideographic comma", ","},
  {0x3002, "an ideographic full stop", "."},
  {0xfeff, "a byte order mark", ""},
};

/* The letter at s, of *n bytes; a byte that is no UTF-8 is a letter of its own. */
static unsigned letter_code(const char *s, size_t *n)
{
  const unsigned char *u      = (const unsigned char *)s;
  const size_t         length = u[0] < 0xc0 ? 1 : u[0] < 0xe0 ? 2 : u[0] < 0xf0 ? 3 : 4;
  unsigned             code   = length == 1 ? u[0] : u[0] & (0xffu >> (length + 1));

  *n = 1;
  for (size_t k = 1; k < length; k++, ++*n) {
    if ((u[k] & 0xc0) != 0x80) return code;
    code = code << 6 | (u[k] & 0x3f);
  }
  return code;
}

/* The entry of a letter; full-width forms are those of ASCII in other places, put into *wide. NULL:
   there is none. */
static const Letter *letter_find(unsigned code, Letter *wide, char typed[2])
{
  for (size_t k = 0; k < sizeof letters / sizeof *letters; k++)
    if (letters[k].code == code) return &letters[k];
  if (code < 0xff01 || code > 0xff5e) return NULL;
  typed[0] = (char)(code - 0xfee0);
  typed[1] = 0;
  *wide    = (Letter){code, "a full-width form", typed};
  return wide;
}

bool letters_say(const char *s, size_t n, bool any, Text *text)
{
  size_t length;

  for (size_t at = 0; at < n && s[at]; at += length) {
    const unsigned code = letter_code(s + at, &length);
    Letter         wide;
    char           typed[2];
    const Letter  *letter = letter_find(code, &wide, typed);

    if (code < 0x80 || (!letter && !any)) continue;
    if (!letter)
      text_add(text,
               "; '%.*s' (U+%04X) is no letter of ASCII, of which all keys, words and numbers are",
               (int)length, s + at, code);
    else if (!letter->type[0])
      text_add(text, "; it has %s (U+%04X): remove it", letter->name, code);
    else
      text_add(text, "; it has %s (U+%04X): type %s in its place", letter->name, code,
               letter->type[0] == ' ' ? "a blank" : letter->type);
    return true;
  }
  return false;
}

/* The digit or sign that a superscript stands for; 0: it is none. */
static char superscript(unsigned code)
{
  if (code == 0x00b9) return '1';
  if (code == 0x00b2 || code == 0x00b3) return (char)('0' + (int)(code - 0x00b0));
  if (code == 0x2070 || (code >= 0x2074 && code <= 0x2079))
    return (char)('0' + (int)(code - 0x2070));
  return code == 0x207b ? '-' : 0;
}

/* Add what the keyboard has for each letter, without signs between thousands; superscripts follow a
   caret, as 10^6 is not 106. */
static void type_letters(const char *s, Text *text)
{
  size_t length;
  bool   above = false; /* the last letter was a superscript */

  text_add(text, "%s", "");
  for (; *s; s += length) {
    const unsigned code = letter_code(s, &length);
    Letter         wide;
    char           typed[2];
    const Letter  *letter = letter_find(code, &wide, typed);
    const char     raised = superscript(code);

    if (raised) text_add(text, "%s%c", above ? "" : "^", raised);
    above = raised;
    if (raised) continue;
    if (code == 0x00d7) text_add(text, "*");
    else if (letter && letter->type[0] == ' ') continue;
    else if (letter) text_add(text, "%s", letter->type);
    else if (code == '_' || code == '\'' || code == ' ') continue;
    else text_add_bytes(text, s, length);
  }
}

bool letters_say_number(const char *s, Text *text)
{
  static const char digits[] = "0123456789";
  Text              plain = {0}, number = {0};
  char             *end;
  bool              is;

  type_letters(s, &plain);
  text_add(&number, "%s", "");
  for (const char *at = plain.s; *at; at++) {
    const size_t power = !strncmp(at, "*10", 3) ? strspn(at + 3, "^*") : 0;

    if (power > 0) { /* 1.5*10^6; 1.5*106, 2^3 and 2**3 are refused below */
      text_add(&number, "e");
      at += 2 + power;
    } else if (at == plain.s + strspn(plain.s, "+-") && !strncmp(at, "10^", 3)) {
      text_add(&number, "1e");
      at += 2;
    } else if (strchr("dD", *at) && at > plain.s && strchr(digits, at[-1])) text_add(&number, "e");
    else text_add_bytes(&number, at, 1);
  }
  strtod(number.s, &end);
  is = number.n > 0 && !*end && strcmp(number.s, s) != 0 &&
       strspn(number.s, "+-.0123456789eE") == number.n && strpbrk(number.s, digits);
  if (is) text_add(text, "; write %s", number.s);
  text_free(&plain);
  text_free(&number);
  return is;
}
