/* SPDX-License-Identifier: MIT */
/* Tables of a small application for tests of the scenario layer, a text that goes with them, and
   checks of what is reported. */
#ifndef OPTIONS_TABLES_H
#define OPTIONS_TABLES_H

#include "options_test.h"

static const Option top_options[] = {
  {.key = "schema", .type = OPTION_INT, .lo = 1, .hi = 1, .help = "version"},
  {.key = "title", .type = OPTION_STRING, .fallback = "", .help = "any text"},
  {.key      = "check",
   .type     = OPTION_BOOL,
   .fallback = "false",
   .flags    = COMMAND_ONLY,
   .help     = "only check"},
  {.key      = "restart",
   .type     = OPTION_PATH,
   .fallback = "",
   .flags    = COMMAND_ONLY,
   .help     = "checkpoint"},
  {.key = NULL},
};
static const Option run_options[] = {
  {.key   = "end_time",
   .type  = OPTION_REAL,
   .unit  = "s",
   .lo    = 0,
   .hi    = INFINITY,
   .flags = LO_OPEN,
   .help  = "end"},
  {.key      = "dt",
   .type     = OPTION_REAL_OR_WORD,
   .unit     = "s",
   .fallback = "auto",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN,
   .choices  = "auto none"},
  {.key      = "safety",
   .type     = OPTION_REAL,
   .fallback = "0.02",
   .lo       = 0,
   .hi       = 1,
   .flags    = LO_OPEN,
   .help     = "part"},
  {.key = "seed", .type = OPTION_INT, .fallback = "1", .help = "of random numbers"},
  {.key      = "gravity",
   .type     = OPTION_VEC3,
   .unit     = "m/s^2",
   .fallback = "0,0,-9.81",
   .help     = "gravity"},
  {.key = "steps", .type = OPTION_INTS, .fallback = "", .lo = 0, .hi = INFINITY, .help = "a list"},
  {.key = "quiet", .type = OPTION_BOOL, .fallback = "no", .help = "say less"},
  {.key = NULL},
};
static const Option domain_options[] = {
  {.key      = "boundary",
   .type     = OPTION_WORDS,
   .choices  = "open free periodic",
   .fallback = "open,open,open",
   .count    = 3,
   .help     = "faces"},
  {.key = NULL},
};
static const Option output_options[] = {
  {.key = "dir", .type = OPTION_PATH, .fallback = "", .help = "folder"},
  {.key = NULL},
};
static const Option material_options[] = {
  {.key   = "density",
   .type  = OPTION_REAL,
   .unit  = "kg/m^3",
   .lo    = 0,
   .hi    = INFINITY,
   .flags = LO_OPEN,
   .help  = "mass per volume"},
  {.key      = "young",
   .type     = OPTION_REAL,
   .unit     = "Pa",
   .fallback = "1e7",
   .lo       = 0,
   .hi       = INFINITY,
   .flags    = LO_OPEN,
   .help     = "stiffness"},
  {.key      = "poisson",
   .type     = OPTION_REAL,
   .fallback = "0.3",
   .lo       = -1,
   .hi       = 0.5,
   .flags    = LO_OPEN | HI_OPEN,
   .help     = "ratio"},
  {.key = NULL},
};
static const Option contact_options[] = {
  {.key = "between", .type = OPTION_NAMES, .choices = "material", .count = 2, .help = "pair"},
  {.key      = "normal",
   .type     = OPTION_WORD,
   .choices  = "hooke hertz",
   .fallback = "hertz",
   .help     = "law"},
  {.key = NULL},
};
static const Option hooke_options[] = {{.key  = "stiffness",
                                        .type = OPTION_REAL,
                                        .unit = "N/m",
                                        .lo   = 1,
                                        .hi   = 1e9,
                                        .when = "normal=hooke"},
                                       {.key = NULL}};
static const Option hertz_options[] = {
  {.key      = "stiffness",
   .type     = OPTION_REAL,
   .unit     = "Pa",
   .fallback = "7",
   .lo       = 2,
   .hi       = 9,
   .when     = "normal=hertz"},
  {.key = "exponent", .type = OPTION_REAL, .fallback = "1.5", .when = "normal=hertz"},
  {.key = NULL}};
static const Option *const terms[]            = {hooke_options, hertz_options, NULL};
static const Option        template_options[] = {
         {.key = "material", .type = OPTION_NAME, .choices = "material", .help = "what it is made of"},
         {.key = "pebbles", .type = OPTION_REALS, .fallback = "", .group = 4, .help = "x y z r"},
         {.key = "file", .type = OPTION_FILE, .fallback = "", .help = "csv"},
         {.key = NULL},
};

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
  CALL(options_objects(options, "material", &n, &names));
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
