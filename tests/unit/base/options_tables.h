/* SPDX-License-Identifier: MIT */
/* Tables of a small application for tests of the scenario layer, a text that goes with them, and
   checks of what is reported. */
#ifndef OPTIONS_TABLES_H
#define OPTIONS_TABLES_H

#include "options/rows.h"
#include "options_test.h"

/* clang-format off */
static const Option top_options[] = {
  INT(KEY("schema"),   REQUIRED, WITHIN(1, 1), "version"),
  STRING(KEY("title"), OPTIONAL, "any text"),
  BOOL(KEY("check"),   "false",  "only check", .flags = COMMAND_ONLY),
  PATH(KEY("restart"), OPTIONAL, "checkpoint", .flags = COMMAND_ONLY),
  {0},
};
static const Option run_options[] = {
  REAL(KEY("end_time"),   "s",     REQUIRED,    POSITIVE,          "end"),
  REAL_OR_WORD(KEY("dt"), "s", "auto", "auto none", POSITIVE, NULL),
  REAL(KEY("safety"),     "",      "0.02",      POSITIVE_UP_TO(1), "part"),
  INT(KEY("seed"),        "1",      ANY_NUMBER,          "of random numbers"),
  VEC3(KEY("gravity"),    "m/s^2", "0,0,-9.81", ANY_NUMBER,               "gravity"),
  INTS(KEY("steps"),      OPTIONAL, NOT_NEGATIVE, "a list"),
  BOOL(KEY("quiet"),      "no", "say less"),
  {0},
};
static const Option domain_options[] = {
  WORDS(KEY("boundary"), "open,open,open", "faces", .choices = "open free periodic", .count = 3),
  {0},
};
static const Option output_options[] = {
  PATH(KEY("dir"), OPTIONAL, "folder"),
  {0},
};
static const Option material_options[] = {
  REAL(KEY("density"), "kg/m^3", REQUIRED, POSITIVE,         "mass per volume"),
  REAL(KEY("young"),   "Pa",     "1e7",    POSITIVE,         "stiffness"),
  REAL(KEY("poisson"), "",       "0.3",    BETWEEN(-1, 0.5), "ratio"),
  {0},
};
static const Option contact_options[] = {
  NAMES(KEY("between"), REQUIRED, "material",    "pair", .count = 2),
  WORD(KEY("normal"),   "hertz",  "hooke hertz", "law"),
  {0},
};
static const Option hooke_options[] = {
  REAL(KEY("stiffness"), "N/m", REQUIRED, WITHIN(1, 1e9), NULL, .when = "normal=hooke"),
  {0},
};
static const Option hertz_options[] = {
  REAL(KEY("stiffness"), "Pa", "7",   WITHIN(2, 9), NULL, .when = "normal=hertz"),
  REAL(KEY("exponent"),  "",   "1.5", ANY_NUMBER, NULL, .when = "normal=hertz"),
  {0},
};
/* clang-format on */
static const Option *const terms[] = {hooke_options, hertz_options, NULL};
/* clang-format off */
static const Option template_options[] = {
  NAME(KEY("material"),   REQUIRED, "material", "what it is made of"),
  REALS(KEY("pebbles"),   "", OPTIONAL, ANY_NUMBER, "x y z r", .group = 4),
  INPUT_FILE(KEY("file"), OPTIONAL, "csv"),
  {0},
};
/* clang-format on */

static const OptionKind top      = {.name = "", .options = top_options, .text = "the top"};
static const OptionKind run      = {.name = "run", .options = run_options, .text = "the run"};
static const OptionKind domain   = {.name = "domain", .options = domain_options, .text = "the box"};
static const OptionKind output   = {.name = "output", .options = output_options, .text = "files"};
static const OptionKind material = {
  .name = "material", .named = true, .options = material_options, .text = "materials"};
static const OptionKind contact = {
  .name = "contact", .named = true, .options = contact_options, .more = terms, .text = "laws"};
static const OptionKind template_kind = {
  .name = "template", .named = true, .options = template_options, .text = "shapes"};
static const OptionKind motion = {.name = "motion", .named = true, .text = "moving walls"};

static const OptionKind *const kinds[] = {&top,           &run,    &domain, &material, &contact,
                                          &template_kind, &motion, &output, NULL};

static Parallel par;

static inline Options *start(void)
{
  Options *options;

  CALL(options_create(&par, kinds, &options));
  return options;
}

static inline Options *start_from(const char *yaml)
{
  return options_of_text(&par, kinds, yaml, "text");
}

static inline void check_clean(Options *options)
{
  int   n    = -1;
  char *said = options_said(options, &n);

  CHECK_INT(n, 0);
  CHECK_TEXT(said, "");
  free(said);
}

/* Check that every rank counts n mistakes and the report of rank 0 has all texts of `expected`,
   NULL-terminated. */
static inline void check_says(const char *where, Options *options, int n,
                              const char *const *expected)
{
  int   counted = -1;
  char *said    = options_said(options, &counted);

  if (counted != n)
    test_fail(__FILE__, __LINE__, "%s: %d mistakes, not %d: %s", where, counted, n, said);
  for (; *expected && test_rank() == 0; expected++)
    if (!strstr(said, *expected))
      test_fail(__FILE__, __LINE__, "%s: no \"%s\" in: %s", where, *expected, said);
  if (test_rank() != 0) CHECK_TEXT(said, "");
  free(said);
}

static inline void write_file(const char *name, const char *bytes, size_t n)
{
  FILE *file = test_rank() == 0 ? fopen(name, "wb") : NULL;

  if (!file) return;
  CHECK_INT((int64_t)fwrite(bytes, 1, n, file), (int64_t)n);
  fclose(file);
}

static const char good[] =
  "schema: 1                     # comment with 'quotes', {brackets} and: colons\n"
  "title: \"a # b: [c, {d}] \\\"e\\\"\"\n"
  "run: {end_time: 5.0, dt: auto,\n"
  "      gravity: [0, 0,          # over: lines\n"
  "                -9.81], seed: 1e6}\n"
  "\n"
  "material:                     # block sequence\n"
  "  - glass: {density: 2500, young: 7.0e9, poisson: 0.22}\n"
  "  - steel:\n"
  "      density: 7800           # indented\n"
  "      young: 2.0e11\n"
  "contact:\n"
  "- glass-steel: {between: [glass, steel], normal: hooke, stiffness: 1e5}\n"
  "- glass-glass:\n"
  "    between:\n"
  "      - glass\n"
  "      - glass\n"
  "domain:\n"
  "  boundary: [open, 'periodic', free]\n"
  "motion: []\n";

static inline void check_good(const Options *options)
{
  int                n;
  const char *const *names;
  Vec3               g;

  CHECK_TEXT(option_word(options, "", NULL, "title"), "a # b: [c, {d}] \"e\"");
  CHECK_BITS(option_real(options, "run", NULL, "end_time"), 5.0);
  CHECK_TEXT(option_word(options, "run", NULL, "dt"), "auto");
  CHECK(isnan(option_real(options, "run", NULL, "dt")));
  CHECK_INT(option_int(options, "run", NULL, "seed"), 1000000);
  g = option_vec3(options, "run", NULL, "gravity");
  CHECK_BITS(g.z, -9.81);
  CHECK(!option_bool(options, "run", NULL, "quiet"));
  n = options_objects(options, "material", &names);
  CHECK_INT(n, 2);
  CHECK_TEXT(names[0], "glass");
  CHECK_TEXT(names[1], "steel");
  CHECK_BITS(option_real(options, "material", "steel", "young"), 2.0e11);
  CHECK_BITS(option_real(options, "material", "steel", "poisson"), 0.3);
  CHECK(option_is_set(options, "material", "glass", "poisson"));
  CHECK(!option_is_set(options, "material", "steel", "poisson"));
  CHECK(option_has_value(options, "material", "steel", "poisson"));
  CHECK_BITS(option_real(options, "contact", "glass-steel", "stiffness"), 1e5);
  CHECK_BITS(option_real(options, "contact", "glass-glass", "stiffness"),
             7); /* the row of the other law */
  CHECK_BITS(option_real(options, "contact", "glass-glass", "exponent"), 1.5);
  CHECK(isnan(option_real(options, "contact", "glass-steel", "exponent")));
  names = option_words(options, "contact", "glass-glass", "between", &n);
  CHECK_INT(n, 2);
  CHECK_TEXT(names[1], "glass");
  names = option_words(options, "domain", NULL, "boundary", &n);
  CHECK_INT(n, 3);
  CHECK_TEXT(names[1], "periodic");
  CHECK_INT(options_object(options, "material", "steel"), 1);
  CHECK_INT(options_object(options, "material", "gold"), -1);
}

#endif
