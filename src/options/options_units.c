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
  {"g/cm3", 1e3, "kg/m^3"}, {"g/cm^3", 1e3,   "kg/m^3"},
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

void value_say_units(const Option *row, const char *given, Text *problem)
{
  static const char blanks[] = " \t\n,;";
  const bool        named    = row->unit && row->unit[0] && strcmp(row->unit, "1") != 0;
  const char       *wanted = named ? row->unit : "1", *at = given;
  const Unit       *unit = NULL;
  char             *end;
  double            x = NAN;
  int               n = 0;

  /* the numbers and units of the text, one after the other, up to the first unit */
  for (at += strspn(at, blanks); *at && !unit; at = end + strspn(end, blanks)) {
    const double number = strtod(at, &end);

    if (end > at) {
      x = number;
      n++;
    }
    if (end == at || !strchr(blanks, *end)) {
      const size_t length = strcspn(end, blanks);

      unit = unit_find(end, length, wanted);
      if (!unit) break;
      end += length;
    }
  }
  if (unit && n == 1 && !*at && !strcmp(unit->unit, wanted)) {
    text_add(problem, "; write ");
    value_say_real(x * unit->factor, problem);
    text_add(problem, named ? " (in %s)" : "", wanted);
  } else if (unit)
    text_add(problem, "; numbers are written without units%s%s", named ? ", in " : "",
             named ? wanted : "");
  else if (strchr(given, ';')) text_add(problem, "; a comma separates numbers, not a semicolon");
}
