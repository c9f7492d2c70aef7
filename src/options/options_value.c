/* SPDX-License-Identifier: MIT */
/* Parsing of one value against its row of a table: the whole text must be of the type, finite,
   within bounds, and a list of the right length. */
#include "options/options_internal.h"
#include <ctype.h>
#include <errno.h>

/* ---- in words */

void value_say_real(double x, Text *text)
{
  char form[40];

  for (int digits = 15; digits <= 17; digits++) {
    snprintf(form, sizeof form, "%.*g", digits, x);
    if (strtod(form, NULL) == x) break;
  }
  text_add(text, "%s", form);
}

static bool has_bounds(const Option *row)
{
  return row->lo != 0 || row->hi != 0;
}

void value_say_range(const Option *row, Text *text)
{
  const bool low  = has_bounds(row) && row->lo > -INFINITY,
             high = has_bounds(row) && row->hi < INFINITY;

  if (low && high && row->lo == row->hi) {
    text_add(text, "equal to ");
    value_say_real(row->lo, text);
    return;
  }
  if (low) {
    text_add(text, row->open & LO_OPEN ? "> " : ">= ");
    value_say_real(row->lo, text);
  }
  if (low && high) text_add(text, " and ");
  if (high) {
    text_add(text, row->open & HI_OPEN ? "< " : "<= ");
    value_say_real(row->hi, text);
  }
}

const char *choice_next(const Option *row, Choice *at, size_t *n)
{
  const char *words = (row->choices ? row->choices : "") + at->words;
  const char *name;

  words += strspn(words, " ");
  if (*words) {
    *n        = strcspn(words, " ");
    at->words = (size_t)(words - row->choices) + *n;
    return words;
  }
  name = row->plugins && row->plugins[at->plugin] ? row->plugins[at->plugin++]->name : NULL;
  *n   = name ? strlen(name) : 0;
  return name;
}

void value_say_choices(const Option *row, const char *between, Text *text)
{
  Choice      at    = {0};
  bool        first = true;
  const char *word;
  size_t      n;

  while ((word = choice_next(row, &at, &n))) {
    text_add(text, "%s%.*s", first ? "" : between, (int)n, word);
    first = false;
  }
}

static int count_choices(const Option *row)
{
  Choice at = {0};
  size_t length;
  int    n = 0;

  while (choice_next(row, &at, &length)) n++;
  return n;
}

static bool has_choice(const Option *row, const char *word, size_t length)
{
  Choice      at = {0};
  const char *choice;
  size_t      n;

  while ((choice = choice_next(row, &at, &n)))
    if (n == length && !memcmp(choice, word, n)) return true;
  return false;
}

static void say_numbers(const Option *row, const char *what, Text *text)
{
  Text range = {0};

  value_say_range(row, &range);
  text_add(text, "%s%s%s", what, range.n > 0 ? " " : "", range.n > 0 ? range.s : "");
  if (row->unit && row->unit[0] && strcmp(row->unit, "1") != 0)
    text_add(text, ", in %s", row->unit);
  text_free(&range);
}

static void say_count(const Option *row, const char *one, Text *text)
{
  if (row->count > 0) text_add(text, "%d ", row->count);
  else text_add(text, "a list of ");
  text_add(text, "%s", one);
  if (row->count == 0 && row->group > 1) text_add(text, " (a multiple of %d)", row->group);
  if (row->flags & PLANAR)
    text_add(text, " (%s%d in two dimensions)", row->count > 0 ? "" : "of ",
             (row->count > 0 ? row->count : row->group) - 1);
}

void value_say_allowed(const Option *row, Text *text)
{
  Text what = {0};

  switch (row->type) {
  case OPTION_REAL: say_numbers(row, "a number", text); break;
  case OPTION_INT: say_numbers(row, "an integer", text); break;
  case OPTION_BOOL: text_add(text, "true or false"); break;
  case OPTION_WORD:
    text_add(text, count_choices(row) > 1 ? "one of: " : "the word ");
    value_say_choices(row, ", ", text);
    break;
  case OPTION_NAME:
    text_add(text, "the name of a declared ");
    value_say_choices(row, " or ", text);
    break;
  case OPTION_STRING: text_add(text, "a text"); break;
  case OPTION_FILE: text_add(text, "a file that can be read"); break;
  case OPTION_PATH: text_add(text, "a path"); break;
  case OPTION_VEC3:
    say_numbers(
      row, row->flags & PLANAR ? "three numbers (two in two dimensions)" : "three numbers", text);
    break;
  case OPTION_REALS:
    say_count(row, "numbers", &what);
    say_numbers(row, what.s, text);
    break;
  case OPTION_INTS:
    say_count(row, "integers", &what);
    say_numbers(row, what.s, text);
    break;
  case OPTION_NAMES:
    say_count(row, "names of declared ", text);
    value_say_choices(row, " or ", text);
    break;
  case OPTION_WORDS:
    say_count(row, "words", text);
    if (count_choices(row) > 0) text_add(text, ", each one of: ");
    value_say_choices(row, ", ", text);
    break;
  case OPTION_REAL_OR_WORD:
    say_numbers(row, "a number", text);
    text_add(text, "; or ");
    value_say_choices(row, ", ", text);
    break;
  default: break;
  }
  text_free(&what);
}

bool value_has_word(const char *choices, const char *word, size_t length)
{
  for (const char *at = choices; *at && *at != '|';) {
    const size_t n = strcspn(at, " |");

    if (n == length && n > 0 && !memcmp(at, word, n)) return true;
    at += n;
    at += strspn(at, " ");
  }
  return false;
}

/* ---- one number or word; item: its number in a list from 1, 0: no list */

static bool refuse(int item, const char *given, size_t n, const char *why, const Option *row,
                   Text *problem)
{
  if (item > 0) text_add(problem, "item %d, ", item);
  text_add(problem, n > 60 ? "'%.*s...'" : "'%.*s'", (int)(n > 60 ? 60 : n), given);
  text_add(problem, " %s; allowed: ", why);
  value_say_allowed(row, problem);
  return false;
}

static bool in_bounds(const Option *row, double x)
{
  if (!has_bounds(row)) return true;
  if (row->open & LO_OPEN ? !(x > row->lo) : !(x >= row->lo)) return false;
  return row->open & HI_OPEN ? x < row->hi : x <= row->hi;
}

/* True for decimal numbers only: strtod alone would accept 0x10, nan and infinity. */
static bool looks_decimal(const char *s)
{
  return s[0] && strspn(s, "+-.0123456789eE") == strlen(s);
}

/* True for 0,01 (decimal comma), but not for 1,000,000. */
static bool has_decimal_comma(const char *s)
{
  const char  *whole = s + strspn(s, "+-"), *comma = whole + strspn(whole, "0123456789");
  const size_t n = *comma == ',' ? strspn(comma + 1, "0123456789") : 0;

  return n > 0 && comma > whole && looks_decimal(comma + 1);
}

static bool parse_real(const Option *row, int item, const char *given, size_t n, double *x,
                       Text *problem)
{
  char *word = text_copy(given, n), *end;
  Text  why  = {0};
  bool  ok   = false;

  *x = strtod(word, &end);
  if (has_decimal_comma(word)) {
    const int whole = (int)strcspn(word, ",");

    text_add(&why, "is not a number; decimals have a point: %.*s.%s", whole, word,
             word + whole + 1);
    refuse(item, given, n, why.s, row, problem);
    text_free(&why);
  } else if (n == 0 || end == word || *end) refuse(item, given, n, "is not a number", row, problem);
  else if (!isfinite(*x))
    refuse(item, given, n,
           looks_decimal(word) ? "is too large for a double" : "is not a finite number", row,
           problem);
  else if (!looks_decimal(word)) refuse(item, given, n, "is not a decimal number", row, problem);
  else if (!in_bounds(row, *x)) refuse(item, given, n, "is out of range", row, problem);
  else ok = true;
  free(word);
  return ok;
}

static bool parse_int(const Option *row, int item, const char *given, size_t n, int64_t *x,
                      Text *problem)
{
  char       *word = text_copy(given, n), *end;
  const char *why  = NULL;
  double      real;

  errno = 0;
  *x    = strtoll(word, &end, 10);
  real  = strtod(word, NULL);
  if (n > 0 && looks_decimal(word) &&
      (*end == 'e' || *end == 'E' || (*end == '.' && strpbrk(word, "eE")))) {
    /* 1e6 is accepted as an integer; above 2^53 a double is not exact */
    real = strtod(word, &end);
    if (fabs(real) > 9007199254740992.0) why = "is too large for an integer with an exponent";
    else if (real != floor(real)) why = "is not an integer";
    else *x = (int64_t)real;
  }
  if (!why && (n == 0 || end == word || *end || !looks_decimal(word)))
    why = *end == '.' ? "is not an integer; write it without a point" : "is not an integer";
  if (!why && errno == ERANGE) why = "does not fit 64 bits";
  if (!why && !in_bounds(row, real)) why = "is out of range";
  free(word);
  return why ? refuse(item, given, n, why, row, problem) : true;
}

static bool parse_bool(const Option *row, const char *given, bool *x, Text *problem)
{
  static const char yes[] = "true yes on 1", no[] = "false no off 0";
  char              low[8] = "";

  for (size_t i = 0; given[i] && i + 1 < sizeof low; i++)
    low[i] = (char)tolower((unsigned char)given[i]);
  *x = value_has_word(yes, low, strlen(low));
  if (strlen(given) < sizeof low - 1 && (*x || value_has_word(no, low, strlen(low)))) return true;
  return refuse(0, given, strlen(given), "is neither true nor false", row, problem);
}

void value_offer_choices(const Option *row, Likeness *like)
{
  Choice      at = {0};
  const char *choice;
  size_t      n;

  while ((choice = choice_next(row, &at, &n))) {
    char *candidate = text_copy(choice, n);

    likeness_offer(like, candidate);
    free(candidate);
  }
}

static void say_like(const Option *row, const char *word, Text *problem)
{
  Likeness like = likeness_start(word);

  value_offer_choices(row, &like);
  likeness_say(&like, problem);
}

/* Words for one thing: each is accepted where the other is a choice. */
static const char *const same_words[][2] = {
  {"solid_fraction", "volume_fraction"},
  {"spin", "angular_velocity"},
};

/* The choice that a word is, or stands for; NULL: none. */
static const char *choice_of(const Option *row, const char *word)
{
  if (has_choice(row, word, strlen(word))) return word;
  for (size_t k = 0; k < 2 * sizeof same_words / sizeof *same_words; k++) {
    const char *other = same_words[k / 2][1 - k % 2];

    if (strcmp(word, same_words[k / 2][k % 2]) == 0 && has_choice(row, other, strlen(other)))
      return other;
  }
  return NULL;
}

/* Put the choice that is given, or that the given word stands for, into *word. */
static bool parse_word(const Option *row, int item, const char *given, size_t n, char **word,
                       Text *problem)
{
  char *const       copy   = text_copy(given, n);
  const char *const choice = choice_of(row, copy);

  if (choice) {
    free(*word);
    *word = text_copy(choice, strlen(choice));
  } else {
    refuse(item, given, n, "is not known", row, problem);
    say_like(row, copy, problem);
  }
  free(copy);
  return choice != NULL;
}

/* ---- lists */

/* Next item, without blanks around it. A comma ends it; a blank does too, except in lists of any
   words. 1,,2 has an empty item. */
static const char *next_item(const Option *row, const char **at, size_t *n)
{
  static const char blanks[] = " \t\n";
  const bool        words    = row->type == OPTION_WORDS && count_choices(row) == 0;
  const char       *begin    = *at + strspn(*at, blanks),
             *end            = begin + strcspn(begin, words ? "," : ", \t\n");
  const char *next           = end + strspn(end, blanks);

  while (end > begin && strchr(blanks, end[-1])) end--;
  *n  = (size_t)(end - begin);
  *at = *next == ',' ? next + 1 : next;
  return begin;
}

/* Number of items; a comma at the end counts as a further (empty) item. */
static int count_items(const Option *row, const char *given)
{
  size_t length;
  int    n     = 0;
  bool   comma = false;

  while (*given) {
    next_item(row, &given, &length);
    comma = given[-1] == ',';
    n++;
  }
  return n + comma;
}

/* True if n items are allowed. PLANAR rows may have one item less, per group or in all;
   options_check_plane checks the dimension. */
static bool count_fits(const Option *row, int count, int n)
{
  const bool planar = row->flags & PLANAR;
  const int  group  = row->group > 1 ? row->group : 1;

  if (count > 0) return n == count || (planar && n == count - 1);
  return n > 0 && (n % group == 0 || (planar && n % (group - 1) == 0));
}

/* A list of so many items, each a `what`, is too short or too long. A word in place of a vector is
   named as such. */
static bool refuse_count(const Option *row, int n, const char *what, const char *given,
                         Text *problem)
{
  const int room = strlen(given) > 60 ? 60 : (int)strlen(given);
  double    x;
  Text      no = {0};

  if (n == 1 && row->type == OPTION_VEC3 && !parse_real(row, 0, given, strlen(given), &x, &no))
    text_add(problem, "%s", no.s);
  else {
    text_add(problem, "%d %s%s given; allowed: ", n, what, n == 1 ? "" : "s");
    value_say_allowed(row, problem);
  }
  value_say_example(row, given, problem);
  value_say_groups(row, n, 3, problem);
  if (!no.n) text_add(problem, "; given: '%.*s%s'", room, given, given[room] ? "..." : "");
  if (row->type == OPTION_VEC3 && n > 3)
    text_add(problem, "; a comma separates numbers, decimals have a point");
  text_free(&no);
  return false;
}

/* Parse a list of reals, integers or words; count: their number, 0: any. */
static bool parse_list(const Option *row, int count, const char *given, Value *value, Text *problem)
{
  const bool ints    = row->type == OPTION_INTS,
             words   = row->type == OPTION_WORDS || row->type == OPTION_NAMES;
  const bool  chosen = row->type == OPTION_WORDS && count_choices(row) > 0;
  const char *what   = ints ? "integer" : words ? "word" : "number";
  const int   n      = count_items(row, given);

  if (!count_fits(row, count, n)) return refuse_count(row, n, what, given, problem);
  if (ints) value->ints = memory_room(NULL, (size_t)n * sizeof *value->ints);
  else if (words) value->words = memory_room(NULL, (size_t)n * sizeof *value->words);
  else value->reals = memory_room(NULL, (size_t)n * sizeof *value->reals);
  for (int i = 0; i < n; i++) {
    size_t      length;
    const char *item = next_item(row, &given, &length);

    if (ints && !parse_int(row, i + 1, item, length, &value->ints[i], problem)) return false;
    if (words) value->words[i] = NULL;
    if (chosen && !parse_word(row, i + 1, item, length, &value->words[i], problem)) return false;
    if (words && !chosen) value->words[i] = text_copy(item, length);
    if (!words && !ints && !parse_real(row, i + 1, item, length, &value->reals[i], problem))
      return false;
    value->n = i + 1;
  }
  return true;
}

static bool parse_text(const char *given, Value *value)
{
  free(value->word);
  value->word = text_copy(given, strlen(given));
  return true;
}

static bool parse_real_or_word(const Option *row, const char *given, Value *value, Text *problem)
{
  const size_t n = strlen(given);

  if (has_choice(row, given, n)) return parse_text(given, value);
  if (parse_real(row, 0, given, n, &value->real, problem)) return true;
  say_like(row, given, problem);
  return false;
}

static bool parse(const Option *row, const char *given, Value *value, Text *problem)
{
  const size_t n = strlen(given);

  switch (row->type) {
  case OPTION_REAL: return parse_real(row, 0, given, n, &value->real, problem);
  case OPTION_INT: return parse_int(row, 0, given, n, &value->integer, problem);
  case OPTION_BOOL: {
    bool       yes = false;
    const bool ok  = parse_bool(row, given, &yes, problem);

    value->integer = yes;
    return ok;
  }
  case OPTION_WORD: return parse_word(row, 0, given, n, &value->word, problem);
  case OPTION_VEC3: return parse_list(row, 3, given, value, problem);
  case OPTION_REALS:
  case OPTION_INTS:
  case OPTION_NAMES:
  case OPTION_WORDS: return parse_list(row, row->count, given, value, problem);
  case OPTION_REAL_OR_WORD: return parse_real_or_word(row, given, value, problem);
  default: return parse_text(given, value);
  }
}

void value_none(Value *value)
{
  for (int i = 0; i < value->n && value->words; i++) free(value->words[i]);
  free(value->words);
  free(value->reals);
  free(value->ints);
  free(value->word);
  value->words   = NULL;
  value->reals   = NULL;
  value->ints    = NULL;
  value->n       = 0;
  value->integer = 0;
  value->real    = NAN;
  value->word    = text_copy("", 0);
}

bool value_parse(const Option *row, const char *given, Value *value, Text *problem)
{
  value_none(value);
  value->has = parse(row, given, value, problem);
  if (value->has) return true;
  if (1u << row->type & (1u << OPTION_REAL | 1u << OPTION_REAL_OR_WORD | 1u << OPTION_INT |
                         1u << OPTION_VEC3 | 1u << OPTION_REALS | 1u << OPTION_INTS))
    value_say_units(row, given, problem);
  else if (row->type == OPTION_WORDS || row->type == OPTION_NAMES)
    value_say_semicolon(given, "words", problem);
  value_say_sign(row, given, problem);
  value_say_letters(row, given, problem);
  value_none(value);
  return false;
}

void value_clear(Value *value)
{
  value_none(value);
  free(value->word);
  if (value->now) value_clear(value->now);
  free(value->now);
  *value = (Value){0};
}
