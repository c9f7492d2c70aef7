/* SPDX-License-Identifier: MIT */
/* Rows of a table of options, written as one line each, or as two where the sentence is long:

     static const Option drag_options[] = {
       REAL(KEY("linear"), "kg/s", "0", UP_TO(COEFFICIENT_MOST), "drag force over velocity"),
       WORD(KEY("law"), OPTIONAL, "stokes newton", "law of the drag", .when = "kind=sphere"),
       {NULL},
     };

   The name of a row is the type of its value. Its arguments are the key, then, as far as they
   make sense for the type: unit; default as text, OPTIONAL or REQUIRED; choices; range; the help
   sentence. Further members of Option (options.h) may follow. Tables stand between comments that
   turn clang-format off, so that columns are aligned. */
#ifndef OPTIONS_ROWS_H
#define OPTIONS_ROWS_H

#include "base/bounds.h"
#include "options/options.h"

/* ---- defaults */

#define REQUIRED NULL
#define OPTIONAL "" /* no default: the key has no value if it is not given */

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

#define ROW_KEY(name) .key = name
/* clang-format off */
#define REAL(place, of_unit, preset, range, ...) \
  {.type = OPTION_REAL, ROW_##place, .unit = of_unit, .fallback = preset, range, .help = __VA_ARGS__}
#define REAL_OR_WORD(place, of_unit, preset, words, range, ...) \
  {.type = OPTION_REAL_OR_WORD, ROW_##place, .unit = of_unit, .fallback = preset, \
   .choices = words, range, .help = __VA_ARGS__}
#define INT(place, preset, range, ...) \
  {.type = OPTION_INT, ROW_##place, .fallback = preset, range, .help = __VA_ARGS__}
#define BOOL(place, preset, ...) \
  {.type = OPTION_BOOL, ROW_##place, .fallback = preset, .help = __VA_ARGS__}
#define WORD(place, preset, words, ...) \
  {.type = OPTION_WORD, ROW_##place, .fallback = preset, .choices = words, .help = __VA_ARGS__}
/* A word that is the name of a plug-in of a table. */
#define PLUGIN(place, preset, table, ...) \
  {.type = OPTION_WORD, ROW_##place, .fallback = preset, .plugins = table, .help = __VA_ARGS__}
/* An object of one of the kinds. */
#define NAME(place, preset, kinds, ...) \
  {.type = OPTION_NAME, ROW_##place, .fallback = preset, .choices = kinds, .help = __VA_ARGS__}
#define STRING(place, preset, ...) \
  {.type = OPTION_STRING, ROW_##place, .fallback = preset, .help = __VA_ARGS__}
/* A file that must be readable; a file or folder that need not exist. */
#define INPUT_FILE(place, preset, ...) \
  {.type = OPTION_FILE, ROW_##place, .fallback = preset, .help = __VA_ARGS__}
#define PATH(place, preset, ...) \
  {.type = OPTION_PATH, ROW_##place, .fallback = preset, .help = __VA_ARGS__}
/* Three numbers; planar: z may be left out in two dimensions; flat: and must be 0 there. */
#define VEC3(place, of_unit, preset, range, ...) \
  {.type = OPTION_VEC3, ROW_##place, .unit = of_unit, .fallback = preset, range, .help = __VA_ARGS__}
#define VEC3_PLANAR(place, of_unit, preset, range, ...) \
  {.type = OPTION_VEC3, ROW_##place, .unit = of_unit, .fallback = preset, range, \
   .flags = PLANAR, .help = __VA_ARGS__}
#define VEC3_FLAT(place, of_unit, preset, range, ...) \
  {.type = OPTION_VEC3, ROW_##place, .unit = of_unit, .fallback = preset, range, \
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
