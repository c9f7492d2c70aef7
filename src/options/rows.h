/* SPDX-License-Identifier: MIT */
/* Rows of a table of options, written as one line each, or as two where the sentence is long:

     static const Option drag_options[] = {
       REAL(IN(Drag, linear), "kg/s", "0", UP_TO(COEFFICIENT_MOST), "drag force over velocity"),
       REAL(KEY_IN("limit", Drag, fastest), "m/s", OPTIONAL_OR(INFINITY), POSITIVE, "top speed"),
       WORDS(KEY("groups"), OPTIONAL, "groups of clumps", .when = "kind=sphere"),
       {0},
     };

   The name of a row is the type of its value. Its arguments are its place, then, as far as they
   make sense for the type: unit; default as text, OPTIONAL or REQUIRED; choices; range; the help
   sentence. Further members of Option (options.h) may follow. Tables stand between comments that
   turn clang-format off, so that columns are aligned.

   The place of a value is one of

     IN(Drag, linear)                  member of a struct; the key is its name
     KEY_IN("limit", Drag, fastest)    member of a struct, and the key
     KEY("groups")                     the key alone: its reader calls a getter

   and options_read_into(options, kind, object, drag_options, &drag) fills the members. A member
   whose type does not go with the row does not compile: 'selector is not compatible'. */
#ifndef OPTIONS_ROWS_H
#define OPTIONS_ROWS_H

#include "base/bounds.h"
#include "options/options.h"

/* ---- defaults */

#define REQUIRED NULL
#define OPTIONAL "" /* no default: the key has no value if it is not given */
/* clang-format off */
/* A member for a number holds this one if none is given, or a word in its place: without it NAN, 0
   for an INT, (0, 0, 0) for a VEC3. */
#define OTHERWISE(number)   .none = &(const double){number}
/* clang-format on */
#define OPTIONAL_OR(number) "", OTHERWISE(number)

/* ---- ranges of numbers */

#define ANY_NUMBER    .lo = 0, .hi = 0 /* no bounds */
#define WITHIN(a, b)  .lo = a, .hi = b
#define ABOVE(a, b)   .lo = a, .hi = b, .open = LO_OPEN           /* a < x <= b */
#define BELOW(a, b)   .lo = a, .hi = b, .open = HI_OPEN           /* a <= x < b */
#define BETWEEN(a, b) .lo = a, .hi = b, .open = LO_OPEN | HI_OPEN /* a < x < b */

#define UP_TO(most)          WITHIN(0, most)
#define POSITIVE_UP_TO(most) ABOVE(0, most)
#define SIGNED(most)         WITHIN(-(most), most)
#define RANGE_OF(quantity)   WITHIN(quantity##_LEAST, quantity##_MOST) /* base/bounds.h */
#define POSITIVE             ABOVE(0, INFINITY)
#define NOT_NEGATIVE         WITHIN(0, INFINITY)
#define UNIT_INTERVAL        WITHIN(0, 1)

/* ---- rows: the last argument is the help sentence, after which further members may follow */

/* clang-format off */
#define ROW_KEY(name) .key = name
/* A member and the types that it may have, as in "double: HOLDS_REAL". */
#define ROW_MEMBER(name, S, m, ...) \
  .key = name, .offset = offsetof(S, m), .holder = _Generic(((S *)0)->m, __VA_ARGS__)

/* Places of values of each type. */
#define REAL_KEY(name)            ROW_KEY(name)
#define REAL_IN(S, m)             REAL_KEY_IN(#m, S, m)
#define REAL_KEY_IN(name, S, m)   ROW_MEMBER(name, S, m, double: HOLDS_REAL)
#define VEC3_KEY(name)            ROW_KEY(name)
#define VEC3_IN(S, m)             VEC3_KEY_IN(#m, S, m)
#define VEC3_KEY_IN(name, S, m)   ROW_MEMBER(name, S, m, Vec3: HOLDS_VEC3)
#define BOOL_KEY(name)            ROW_KEY(name)
#define BOOL_IN(S, m)             BOOL_KEY_IN(#m, S, m)
#define BOOL_KEY_IN(name, S, m)   ROW_MEMBER(name, S, m, bool: HOLDS_BOOL, int: HOLDS_INT)
#define INT_KEY(name)             ROW_KEY(name)
#define INT_IN(S, m)              INT_KEY_IN(#m, S, m)
#define INT_KEY_IN(name, S, m) \
  ROW_MEMBER(name, S, m, int: HOLDS_INT, long: HOLDS_INT64, long long: HOLDS_INT64)
#define TEXT_KEY(name)            ROW_KEY(name)
#define TEXT_IN(S, m)             TEXT_KEY_IN(#m, S, m)
#define TEXT_KEY_IN(name, S, m)   ROW_MEMBER(name, S, m, const char *: HOLDS_TEXT)
/* An int or enum holds the place of the word among the choices, a bool whether it is not the first
   of them. */
#define WORD_KEY(name)            ROW_KEY(name)
#define WORD_IN(S, m)             WORD_KEY_IN(#m, S, m)
#define WORD_KEY_IN(name, S, m) \
  ROW_MEMBER(name, S, m, const char *: HOLDS_TEXT, int: HOLDS_INDEX, unsigned: HOLDS_INDEX, \
             bool: HOLDS_BOOL)
/* A pointer to a struct that begins with a Plugin called head. */
#define PLUGIN_KEY(name)          ROW_KEY(name)
#define PLUGIN_IN(S, m)           PLUGIN_KEY_IN(#m, S, m)
#define PLUGIN_KEY_IN(name, S, m) \
  .key = name, .offset = offsetof(S, m), \
  .holder = _Generic(&((S *)0)->m->head, const Plugin *: HOLDS_PLUGIN)

#define REAL(place, of_unit, preset, range, ...) \
  {.type = OPTION_REAL, REAL_##place, .unit = of_unit, .fallback = preset, range, .help = __VA_ARGS__}
#define REAL_OR_WORD(place, of_unit, preset, words, range, ...) \
  {.type = OPTION_REAL_OR_WORD, REAL_##place, .unit = of_unit, .fallback = preset, \
   .choices = words, range, .help = __VA_ARGS__}
#define INT(place, preset, range, ...) \
  {.type = OPTION_INT, INT_##place, .fallback = preset, range, .help = __VA_ARGS__}
#define BOOL(place, preset, ...) \
  {.type = OPTION_BOOL, BOOL_##place, .fallback = preset, .help = __VA_ARGS__}
#define WORD(place, preset, words, ...) \
  {.type = OPTION_WORD, WORD_##place, .fallback = preset, .choices = words, .help = __VA_ARGS__}
/* A word that is the name of a plug-in of a table. */
#define PLUGIN(place, preset, table, ...) \
  {.type = OPTION_WORD, PLUGIN_##place, .fallback = preset, .plugins = table, .help = __VA_ARGS__}
/* An object of one of the kinds. */
#define NAME(place, preset, kinds, ...) \
  {.type = OPTION_NAME, TEXT_##place, .fallback = preset, .choices = kinds, .help = __VA_ARGS__}
#define STRING(place, preset, ...) \
  {.type = OPTION_STRING, TEXT_##place, .fallback = preset, .help = __VA_ARGS__}
/* A file that must be readable; a file or folder that need not exist. */
#define INPUT_FILE(place, preset, ...) \
  {.type = OPTION_FILE, TEXT_##place, .fallback = preset, .help = __VA_ARGS__}
#define PATH(place, preset, ...) \
  {.type = OPTION_PATH, TEXT_##place, .fallback = preset, .help = __VA_ARGS__}
/* Three numbers; planar: z may be left out in two dimensions; flat: and must be 0 there. */
#define VEC3(place, of_unit, preset, range, ...) \
  {.type = OPTION_VEC3, VEC3_##place, .unit = of_unit, .fallback = preset, range, .help = __VA_ARGS__}
#define VEC3_PLANAR(place, of_unit, preset, range, ...) \
  {.type = OPTION_VEC3, VEC3_##place, .unit = of_unit, .fallback = preset, range, \
   .flags = PLANAR, .help = __VA_ARGS__}
#define VEC3_FLAT(place, of_unit, preset, range, ...) \
  {.type = OPTION_VEC3, VEC3_##place, .unit = of_unit, .fallback = preset, range, \
   .flags = PLANAR | FLAT, .help = __VA_ARGS__}
/* Lists, with .count or .group where their length is limited. */
#define REALS(place, of_unit, preset, range, ...) \
  {.type = OPTION_REALS, ROW_##place, .unit = of_unit, .fallback = preset, range, .help = __VA_ARGS__}
#define INTS(place, preset, range, ...) \
  {.type = OPTION_INTS, ROW_##place, .fallback = preset, range, .help = __VA_ARGS__}
#define NAMES(place, preset, kinds, ...) \
  {.type = OPTION_NAMES, ROW_##place, .fallback = preset, .choices = kinds, .help = __VA_ARGS__}
#define WORDS(place, preset, ...) \
  {.type = OPTION_WORDS, ROW_##place, .fallback = preset, .help = __VA_ARGS__}
/* clang-format on */

#endif
