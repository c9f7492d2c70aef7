/* SPDX-License-Identifier: MIT */
/* Numbers that were given with a unit, and lists with semicolons: what to write in their place. */
#include "base/numbers.h"
#include "options/options_internal.h"

/* A unit that users write behind a number: one of it is `factor` of `unit`, which a row has. */
typedef struct {
  const char *name;
  double      factor;
  const char *unit;
} Unit;

/* clang-format off */
static const Unit units[] = {
  {"%",    0.01, "1"},     {"rpm",   PI / 30, "rad/s"}, {"Hz", 2 * PI, "rad/s"}, {"Hz",  1,        "1/s"},
  {"m",    1,    "m"},     {"km",    1e3,     "m"},     {"cm", 1e-2,   "m"},     {"mm",  1e-3,     "m"},
  {"um",   1e-6, "m"},     {"s",     1,       "s"},     {"ms", 1e-3,   "s"},     {"us",  1e-6,     "s"},
  {"min",  60,   "s"},     {"h",     3600,    "s"},     {"kg", 1,      "kg"},    {"g",   1e-3,     "kg"},
  {"Pa",   1,    "Pa"},    {"kPa",   1e3,     "Pa"},    {"N",  1,      "N"},     {"g",   9.80665,  "m/s^2"},
  {"MPa",  1e6,  "Pa"},    {"GPa",   1e9,     "Pa"},    {"kN", 1e3,    "N"},     {"deg", PI / 180, "rad"},
  {"m/s",  1,    "m/s"},   {"rad/s", 1,       "rad/s"}, {"K",  1,      "K"},     {"rad", 180 / PI, "degrees"},
  {"kg/s", 1,    "kg/s"},  {"N/m",   1,       "N/m"},   {"J",  1,      "J"},     {"deg", 1,        "degrees"},
  {"m/s2", 1,    "m/s^2"}, {"m/s^2", 1,       "m/s^2"}, {"kg/m3", 1,   "kg/m^3"}, {"kg/m^3", 1,    "kg/m^3"},
  {"g/cm3", 1e3, "kg/m^3"}, {"g/cm^3", 1e3,   "kg/m^3"}, {"t", 1e3,     "kg"},    {"mg",  1e-6,     "kg"},
  {"deg/s", PI / 180, "rad/s"}, {"rev/s", 2 * PI, "rad/s"}, {"1/min", PI / 30, "rad/s"}, {"km/h", 1 / 3.6, "m/s"},
  {"cm/s", 1e-2, "m/s"},   {"mm/s",  1e-3,    "m/s"},   {"t/h", 1 / 3.6, "kg/s"}, {"percent", 0.01, "1"},
};
/* clang-format on */

/* The unit of this name, of several the one that goes with `wanted`; NULL: none. */
static const Unit *unit_find(const char *name, size_t n, const char *wanted)
{
  const Unit *found = NULL;

  for (size_t k = 0; k < sizeof units / sizeof *units; k++)
    if (strlen(units[k].name) == n && !memcmp(units[k].name, name, n) &&
        (!found || !strcmp(units[k].unit, wanted)))
      found = &units[k];
  return found;
}

/* Numbers of a text, and whether each had a unit that the row's can take the place of. */
enum { GIVEN_MOST = 16 };

typedef struct {
  int    n; /* numbers; beyond GIVEN_MOST they are counted only */
  double number[GIVEN_MOST];
  bool   any;         /* a unit was found */
  bool   convertible; /* every number has a unit of the wanted kind, or is 0 */
} Given;

/* Read the numbers and units of a text, one after the other. false: something else is among them. */
static bool read_given(const char *at, const char *wanted, Given *given)
{
  static const char blanks[] = " \t\n,;";

  *given = (Given){.convertible = true};
  for (at += strspn(at, blanks); *at; at += strspn(at, blanks)) {
    char        *end;
    const double number = strtod(at, &end);
    const char  *behind = end + strspn(end, " \t"); /* its unit may stand apart */
    const size_t length = strcspn(behind, blanks);
    const Unit  *unit   = unit_find(behind, length, wanted);

    if (end == at || (!unit && !strchr(blanks, *end))) return false;
    given->any = given->any || unit;
    given->convertible =
      given->convertible && (unit ? strcmp(unit->unit, wanted) == 0 : number == 0);
    if (given->n < GIVEN_MOST) given->number[given->n] = unit ? number * unit->factor : number;
    given->n++;
    at = unit ? behind + length : end;
  }
  return true;
}

/* Add the numbers as they are to be written. */
static void say_converted(const Given *given, Text *problem)
{
  text_add(problem, "; write %s", given->n > 1 ? "[" : "");
  for (int k = 0; k < given->n; k++) {
    text_add(problem, k > 0 ? ", " : "%s", "");
    value_say_real(given->number[k], problem);
  }
  text_add(problem, given->n > 1 ? "]" : "%s", "");
}

void value_say_semicolon(const char *given, const char *items, Text *problem)
{
  if (strchr(given, ';')) text_add(problem, "; a comma separates %s, not a semicolon", items);
}

void value_say_units(const Option *row, const char *text, Text *problem)
{
  const bool  named  = row->unit && row->unit[0] && strcmp(row->unit, "1") != 0;
  const char *wanted = named ? row->unit : "1";
  Given       given;
  const bool  whole = read_given(text, wanted, &given);

  const bool fits = row->type != OPTION_VEC3 || given.n == 3;

  if (whole && given.any && given.convertible && given.n <= GIVEN_MOST && fits) {
    say_converted(&given, problem);
    if (named) text_add(problem, " (in %s)", wanted);
  } else if (given.any)
    text_add(problem, "; numbers are written without units%s%s", named ? ", in " : "",
             named ? wanted : "");
  else value_say_semicolon(text, "numbers", problem);
}
