/* SPDX-License-Identifier: MIT */
/* Advice on refused values, besides units (options_units.c): letters of the keyboard,
   a vector in place of a number or of the name of an axis. */
#include "options/letters.h"
#include "options/options_internal.h"

static bool is_number(const char *given)
{
  char *end;

  strtod(given, &end);
  return end > given && !*end && strspn(given, "+-.0123456789eE") == strlen(given);
}

/* The direction that a word means, as a vector; NULL: it is none. */
static const char *direction_of(const char *word)
{
  static const char *const words[][2] = {
    {"x +x right", "[1, 0, 0]"},
    {"y +y", "[0, 1, 0]"},
    {"z +z up upward upwards", "[0, 0, 1]"},
    {"-x left", "[-1, 0, 0]"},
    {"-y", "[0, -1, 0]"},
    {"-z down downward downwards", "[0, 0, -1]"},
    {"zero none null origin", "[0, 0, 0]"},
  };

  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (value_has_word(words[k][0], word, strlen(word))) return words[k][1];
  return NULL;
}

static bool has_unit(const Option *row, const char *unit)
{
  return row->unit && strcmp(row->unit, unit) == 0;
}

/* An example of so many words: the one that was given, or the first choice. */
static void say_words(const Option *row, const char *given, Text *problem)
{
  Choice      at = {0};
  size_t      n, length    = 0;
  const char *word, *taken = NULL;

  while ((word = choice_next(row, &at, &n)))
    if (!taken || (n == strlen(given) && !strncmp(word, given, n))) {
      taken  = word;
      length = n;
    }
  for (int k = 0; taken && k < row->count; k++)
    text_add(problem, "%s%.*s", k > 0 ? ", " : ", such as [", (int)length, taken);
  if (taken) text_add(problem, "]");
}

/* Three numbers in place of an attitude: angles about axes of the lab, which are not taken, as codes
   differ in their order. */
static void say_attitude(const char *given, Text *problem)
{
  double x[3];
  int    n = 0, axis = -1;

  if (sscanf(given, "%lf%*[ ,]%lf%*[ ,]%lf", &x[0], &x[1], &x[2]) == 3)
    for (int k = 0; k < 3; k++)
      if (x[k] != 0) n++, axis = k;
  text_add(problem, "; Euler angles are not taken: write %s{axis: [%d, %d, %d], angle: %g}",
           n == 1 ? "" : "a turn about one axis, such as ", n == 1 && axis == 0,
           n == 1 && axis == 1, n != 1 || axis == 2, n == 1 ? x[axis] : 90);
}

/* True if the row is the quaternion of an attitude (options/attitude.h). */
static bool is_attitude(const Option *row)
{
  return row->type == OPTION_REALS && row->count == 4 && row->help &&
         strstr(row->help, "{axis, angle}");
}

void value_say_example(const Option *row, const char *given, Text *problem)
{
  const char *direction = row->type == OPTION_VEC3 ? direction_of(given) : NULL;

  if (is_attitude(row)) say_attitude(given, problem);
  else if (row->type == OPTION_WORDS && row->count > 0) say_words(row, given, problem);
  else if (row->type != OPTION_VEC3) return;
  else if (direction && !has_unit(row, "m") && !has_unit(row, "m/s^2"))
    text_add(problem, ", such as %s", direction);
  else if (is_number(given) && has_unit(row, "m"))
    text_add(problem, ", such as [%s, %s, %s]", given, given, given);
  else if (is_number(given) && has_unit(row, "m/s^2"))
    text_add(problem, ", such as [0, 0, -%s] (down along z)", given + strspn(given, "+-"));
  else if (is_number(given)) text_add(problem, ", such as [0, 0, %s]", given);
  else
    text_add(problem, ", such as [0, 0, %s]",
             has_unit(row, "m/s^2") ? "-9.81"
             : has_unit(row, "m")   ? "0.5"
                                    : "1");
}

void value_say_sign(const Option *row, const char *given, Text *problem)
{
  /* what the help of a magnitude says, and the key that has its direction */
  static const char *const magnitudes[][2] = {
    {"force along the direction", "direction"},
    {"in place of force: force over the area", "direction"},
    {"torque about the axis", "axis"},
  };

  if (row->type != OPTION_REAL || !row->help || !is_number(given) || !(strtod(given, NULL) < 0))
    return;
  for (size_t k = 0; k < sizeof magnitudes / sizeof *magnitudes; k++)
    if (strstr(row->help, magnitudes[k][0]))
      text_add(problem, "; it is a magnitude: for the opposite sense turn %s", magnitudes[k][1]);
}

void value_say_groups(const Option *row, int n, int dimension, Text *problem)
{
  const bool planar = row->flags & PLANAR, sphere = planar && row->group == 4;
  const int  group = planar && dimension == 2 ? row->group - 1 : row->group;

  if (row->count > 0 || group < 2 || n % group == 0) return;
  text_add(problem, "; they come in groups of %d", group);
  if (planar)
    text_add(problem, ", x, y%s%s", dimension == 2 ? "" : ", z", sphere ? ", radius" : "");
  text_add(problem, ", and the last group, from number %d on, lacks %d", n - n % group + 1,
           group - n % group);
}

void value_say_letters(const Option *row, const char *given, Text *problem)
{
  const unsigned type  = 1u << row->type;
  const bool     ascii = !(type & (1u << OPTION_STRING | 1u << OPTION_FILE | 1u << OPTION_PATH));

  if (given[0] == '(') text_add(problem, "; a list stands in brackets: [0, 0, 1]");
  letters_say(given, strlen(given), ascii, problem);
  if (type & (1u << OPTION_REAL | 1u << OPTION_INT | 1u << OPTION_REAL_OR_WORD) &&
      !is_number(given))
    letters_say_number(given, problem);
}
