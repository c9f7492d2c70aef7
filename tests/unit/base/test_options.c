/* np: 1 2 */
/* SPDX-License-Identifier: MIT */
/* The scenario layer: reading, precedence of the sources, resolved.yaml, and that every mistake is
   reported with its place and its remedy. */
#define _POSIX_C_SOURCE 200809L

#include <unistd.h>

#include "base/options.h"
#include "test.h"

/* ---- tables of a small application */

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

static Options *start(void)
{
  Options *options;

  CALL(options_create(&par, kinds, &options));
  return options;
}

static Options *start_from(const char *yaml)
{
  Options *options = start();

  CALL(options_read_text(options, yaml, "text"));
  CALL(options_check(options));
  return options;
}

/* Output of options_report on rank 0, "" on other ranks. The caller frees it. */
static char *report_of(const Options *options, int *n)
{
  const int kept = dup(2);
  FILE     *file = tmpfile();
  char     *said = calloc(1, 1 << 16);

  fflush(stderr);
  if (file) dup2(fileno(file), 2);
  CALL(options_report(options, n));
  fflush(stderr);
  dup2(kept, 2);
  close(kept);
  if (file) {
    rewind(file);
    said[fread(said, 1, (1 << 16) - 1, file)] = 0;
    fclose(file);
  }
  return said;
}

static void check_clean(Options *options)
{
  int   n    = -1;
  char *said = report_of(options, &n);

  CHECK_INT(n, 0);
  CHECK_TEXT(said, "");
  free(said);
}

/* Check that every rank counts n mistakes and the report of rank 0 has all texts of `expected`,
   NULL-terminated. */
static void check_says(const char *where, Options *options, int n, const char *const *expected)
{
  int   counted = -1;
  char *said    = report_of(options, &counted);

  if (counted != n)
    test_fail(__FILE__, __LINE__, "%s: %d mistakes, not %d: %s", where, counted, n, said);
  for (; *expected && test_rank() == 0; expected++)
    if (!strstr(said, *expected))
      test_fail(__FILE__, __LINE__, "%s: no \"%s\" in: %s", where, *expected, said);
  if (test_rank() != 0) CHECK_TEXT(said, "");
  free(said);
}

static void write_file(const char *name, const char *bytes, size_t n)
{
  FILE *file = test_rank() == 0 ? fopen(name, "wb") : NULL;

  if (!file) return;
  CHECK_INT((int64_t)fwrite(bytes, 1, n, file), (int64_t)n);
  fclose(file);
}

/* ---- reading */

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

static void check_good(const Options *options)
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

static void a_scenario_is_read(void)
{
  Options *options = start_from(good);

  check_clean(options);
  check_good(options);
  CALL(options_destroy(&options));
  CHECK(!options);
  test_end("a scenario in flow and block style is read");
}

static void line_ends_and_markers_do_not_matter(void)
{
  char    *text = calloc(1, 2 * sizeof good + 100);
  size_t   n    = 0;
  Options *options;

  n += (size_t)sprintf(text, "\xef\xbb\xbf%%YAML 1.1\r\n--- # here\r\n");
  for (const char *c = good; *c; c++) {
    if (*c == '\n') text[n++] = '\r';
    text[n++] = *c;
  }
  n += (size_t)sprintf(text + n, "...\r\n# over\r\n");
  options = start_from(text);
  check_clean(options);
  check_good(options);
  CALL(options_destroy(&options));
  free(text);
  test_end("byte order mark, CRLF and document markers make no difference");
}

static void anchors_and_merges_work(void)
{
  static const char sections[] = "schema: 1\nrun: {end_time: 1}\n$$notes: anything\nmaterial:\n- "
                                 "a: {<<: *base, young: 3}\n- b: *base\n"
                                 "$$common:\n  - &base\n    {density: 5, young: 6}\n";
  static const char outside[] = "schema: 1\nrun: {end_time: 1}\nmaterial:\n- a: &base {density: 5, "
                                "young: 6}\n- b: {<<: *base, young: 3}\n";
  Options          *options;

  /* a YAML alias must come after its anchor; $$ sections are read before all others */
  options = start_from(sections);
  check_clean(options);
  CHECK_BITS(option_real(options, "material", "a", "density"), 5);
  CHECK_BITS(option_real(options, "material", "a", "young"), 3);
  CHECK_BITS(option_real(options, "material", "b", "young"), 6);
  CALL(options_destroy(&options));
  options = start_from(outside);
  check_clean(options);
  CHECK_BITS(option_real(options, "material", "b", "density"), 5);
  CHECK_BITS(option_real(options, "material", "b", "young"), 3);
  CALL(options_destroy(&options));
  test_end("anchors and merge keys work across pieces");
}

static void odd_texts_are_read(void)
{
  static const char yaml[] = "{\"schema\": 1, 'title': 'it''s: # no comment', run: {end_time: 1,\n "
                             "quiet: yes, steps: [1,\n 2 ,3]},\n"
                             " material: [glass: {density: 1}, {steel: {density: 2}}]}\n";
  static const char blocks[] =
    "schema: 1\ntitle: |\n  run: {\n\n  'x\nrun:\n  end_time: 1\n  quiet: on\n  steps:\n  - 1\n  - "
    "2\n  - 3\nmaterial:\n"
    "- glass:\n    density: 1\n\n# a comment at the margin\n- \"steel\" : { density : 2 }\n";
  static const char *const both[]   = {yaml, blocks};
  static const char *const titles[] = {"it's: # no comment", "run: {\n\n'x\n"};

  for (int i = 0; i < 2; i++) {
    Options       *options = start_from(both[i]);
    int            n;
    const int64_t *steps;

    check_clean(options);
    CHECK_TEXT(option_word(options, "", NULL, "title"), titles[i]);
    CHECK(option_bool(options, "run", NULL, "quiet"));
    steps = option_ints(options, "run", NULL, "steps", &n);
    CHECK_INT(n, 3);
    CHECK_INT(steps[2], 3);
    CHECK_BITS(option_real(options, "material", "steel", "density"), 2);
    CALL(options_destroy(&options));
  }
  test_end("JSON style, block texts, quoted keys and lists at the margin are read");
}

static void many_options_fit(void)
{
  enum { MANY = 300 };
  char    *text = calloc(1, 200 * MANY);
  size_t   n    = (size_t)sprintf(text, "schema: 1\nrun: {end_time: 1}\nmaterial:\n");
  Options *options;

  for (int i = 0; i < MANY; i++)
    n +=
      (size_t)sprintf(text + n,
                      i % 2 ? "  - m%d: {density: %d, young: 2e9, poisson: 0.1}\n"
                            : "  - m%d:\n      density: %d\n      young: 2e9\n      poisson: 0.1\n",
                      i, i + 1);
  options = start_from(text);
  check_clean(options);
  for (int i = 0; i < MANY; i++) {
    char name[20];

    sprintf(name, "m%d", i);
    CHECK_BITS(option_real(options, "material", name, "density"), i + 1);
  }
  CALL(options_destroy(&options));
  free(text);
  test_end("300 materials of three keys are read");
}

static void long_lists_fit(void)
{
  enum { MANY = 20000 };
  char    *text = calloc(1, 100 + 16 * MANY), *resolved;
  size_t   n = (size_t)sprintf(text, "schema: 1\nrun: {end_time: 1}\nmaterial: [glass: {density: "
                                       "1}]\ntemplate:\n- big:\n    material: glass\n    pebbles: [");
  int      count;
  Options *options, *again;
  const double *pebbles;

  for (int i = 0; i < MANY; i++)
    n += (size_t)sprintf(text + n, "%s%.6f", i == 0 ? "" : i % 8 ? ", " : ",\n  ", i / 7.0);
  sprintf(text + n, "]\n");
  options = start_from(text);
  check_clean(options);
  pebbles = option_reals(options, "template", "big", "pebbles", &count);
  CHECK_INT(count, MANY);
  if (count == MANY)
    CHECK_NEAR(pebbles[MANY - 1], (MANY - 1) / 7.0, 5.1e-7); /* written with six decimals */
  CALL(options_resolved(options, &resolved));
  again = start_from(resolved);
  check_clean(again);
  CHECK(option_reals(again, "template", "big", "pebbles", &count) && count == MANY);
  CHECK(!memcmp(option_reals(again, "template", "big", "pebbles", &count), pebbles,
                MANY * sizeof *pebbles));
  CALL(options_destroy(&options));
  CALL(options_destroy(&again));
  free(resolved);
  free(text);
  test_end("a list of 20000 numbers is read, and read back to the same bits");
}

static void items_of_lists_are_parted_by_blanks_or_commas(void)
{
  static const char *const ways[] = {"[1, 2.5, -3]", "\"1 2.5 -3\"",   "1 2.5 -3",
                                     "\"1,2.5,-3\"", "' 1  2.5, -3 '", "[1 2.5, -3]"};

  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    Options *options;
    char     yaml[200];
    Vec3     g;

    snprintf(
      yaml, sizeof yaml,
      "schema: 1\nrun:\n  end_time: 1\n  gravity: %s\ndomain: {boundary: 'open free, periodic'}\n",
      ways[i]);
    options = start_from(yaml);
    check_clean(options);
    g = option_vec3(options, "run", NULL, "gravity");
    if (!(g.x == 1 && g.y == 2.5 && g.z == -3))
      test_fail(__FILE__, __LINE__, "%s: %g %g %g", ways[i], g.x, g.y, g.z);
    CALL(options_destroy(&options));
  }
  test_end("items of lists are parted by commas or blanks");
}

/* ---- layers */

static void the_command_line_wins(void)
{
  static const char *const given[][2] = {
    {"-run_end_time", "2"},     {"-material_glass_young", "5e9"},
    {"-run_gravity", "0 1 -2"}, {"-output_dir", "here"},
    {"-check", NULL},           {"-run_quiet", NULL},
    {"-log_view_memory", NULL}, {"-malloc_dump", NULL},
    {"-restart", "./old.h5"}};
  Options *options = start(), *without = start_from(good);
  char     folder[4096], path[4200];

  for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
    CALL(PetscOptionsSetValue(NULL, given[i][0], given[i][1]));
  CALL(options_read_command_line(options));
  CHECK_TEXT(option_given(options, "", NULL, "restart"), "./old.h5"); /* before the rest is read */
  CALL(options_read_text(options, good, "text"));
  CALL(options_check(options));
  for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
    CALL(PetscOptionsClearValue(NULL, given[i][0]));
  check_clean(options);
  CHECK_BITS(option_real(options, "run", NULL, "end_time"), 2);
  CHECK_BITS(option_real(options, "material", "glass", "young"), 5e9);
  CHECK_BITS(option_real(options, "material", "glass", "density"), 2500);
  CHECK_BITS(option_vec3(options, "run", NULL, "gravity").z, -2);
  CHECK(option_bool(options, "", NULL, "check"));
  CHECK(option_bool(options, "run", NULL, "quiet"));
  CALL(PetscGetWorkingDirectory(folder, sizeof folder));
  snprintf(path, sizeof path, "%s/here", folder);
  CHECK_TEXT(option_word(options, "output", NULL, "dir"), path);
  snprintf(path, sizeof path, "%s/old.h5", folder);
  CHECK_TEXT(option_word(options, "", NULL, "restart"), path);
  /* another scenario of the same process is not affected */
  check_good(without);
  CALL(options_destroy(&options));
  CALL(options_destroy(&without));
  test_end("the command line wins over the file, whichever is read first");
}

static void a_file_goes_on_top_of_a_stored_text(void)
{
  static const char more[] =
    "schema: 1\nrun: {end_time: 9}\nmaterial:\n- steel: {young: 4}\n- gold: {density: 19300}\n";
  Options           *options = start();
  int                n;
  const char *const *names;

  write_file("test_options.more.yaml", more, strlen(more));
  CALL(options_read_file(options, "test_options.more.yaml"));
  CALL(options_read_text(options, good, "checkpoint"));
  CALL(options_check(options));
  check_clean(options);
  CHECK_BITS(option_real(options, "run", NULL, "end_time"), 9);
  CHECK_BITS(option_real(options, "material", "steel", "young"), 4);
  CHECK_BITS(option_real(options, "material", "steel", "density"), 7800);
  CALL(options_objects(options, "material", &n, &names));
  CHECK_INT(n, 3);
  CHECK(options_object_is_stored(options, "material", "glass"));
  CHECK(options_object_is_stored(options, "material", "steel"));
  CHECK(!options_object_is_stored(options, "material", "gold"));
  CALL(options_destroy(&options));
  if (test_rank() == 0) remove("test_options.more.yaml");
  test_end("a file overrides a stored scenario and appends objects to it");
}

static const char *changed(const char *more, const char *kind, const char *object, bool file_first)
{
  static const char stored[] =
    "schema: 1\nrun: {end_time: 1}\nmaterial: [glass: {density: 2500, young: 1e9}]\n"
    "template: [rock: {material: glass, pebbles: [0, 0, 0, 1]}]\n"
    "contact: [gg: {between: [glass, glass], normal: hertz, exponent: 2}]\n";
  static char key[NAME_LENGTH];
  Options    *options = start();
  const char *found;

  write_file("test_options.more.yaml", more, strlen(more));
  if (file_first) CALL(options_read_file(options, "test_options.more.yaml"));
  CALL(options_read_text(options, stored, "checkpoint"));
  if (!file_first) CALL(options_read_file(options, "test_options.more.yaml"));
  CALL(options_check(options));
  check_clean(options);
  found = options_object_changed(options, kind, object);
  snprintf(key, sizeof key, "%s", found ? found : "");
  CALL(options_destroy(&options));
  if (test_rank() == 0) remove("test_options.more.yaml");
  return key;
}

/* Full names join kind, object and key by _, and each of the three may contain _. */
static void underscores_in_names_part_nothing(void)
{
  static const char yaml[] = "schema: 1\nrun: {end_time: 1}\nmaterial:\n- glass_beads: {density: "
                             "2}\n- glass: {density: 3, young: 4}\n"
                             "- glass_beads_wet: {density: 5}\n";
  Options          *options;

  CALL(PetscOptionsSetValue(NULL, "-material_glass_beads_young", "9"));
  options = start();
  CALL(options_read_text(options, yaml, "text"));
  CALL(options_read_command_line(options));
  CALL(options_check(options));
  CALL(PetscOptionsClearValue(NULL, "-material_glass_beads_young"));
  check_clean(options);
  CHECK_BITS(option_real(options, "material", "glass_beads", "density"), 2);
  CHECK_BITS(option_real(options, "material", "glass_beads", "young"), 9);
  CHECK_BITS(option_real(options, "material", "glass", "young"), 4);
  CHECK_BITS(option_real(options, "material", "glass_beads_wet", "density"), 5);
  CALL(options_destroy(&options));
  test_end("underscores in names of objects part nothing");
}

static const Option heap_options[] = {
  {.key = "lo", .type = OPTION_REAL, .fallback = "0", .help = "of the box"},
  {.key = "size_lo", .type = OPTION_REAL, .fallback = "0", .help = "of sizes"},
  {.key = NULL}};
static const OptionKind heap_kind = {
  .name = "heap", .named = true, .options = heap_options, .text = "heaps"};
static const OptionKind *const heap_kinds[] = {&heap_kind, NULL};

static void what_underscores_leave_open_is_told(void)
{
  static const struct {
    const char *yaml, *option, *expected[2];
  } cases[] = {
    {"heap:\n- a: {lo: 1}\n- a_size: {size_lo: 2}\n", NULL, {NULL}},
    {"heap:\n- a: {size_lo: 1}\n- a_size: {}\n",
     NULL,
     {"line 2: heap: size_lo of 'a' and lo of 'a_size' have one name"}},
    {"heap:\n- a: {}\n- a_size: {lo: 1}\n",
     NULL,
     {"line 3: heap: size_lo of 'a' and lo of 'a_size' have one name"}},
    {"heap:\n- a: {size_lo: 1}\n- a_size: {lo: 1}\n",
     NULL,
     {"-heap_a_size_lo; give one of the two objects another name"}},
    {"heap:\n- a: {}\n- a_size: {}\n",
     "-heap_a_size_lo",
     {"size_lo of 'a' and lo of 'a_size' have one name"}},
    {"heap:\n- a: {my_lo: 1}\n- a_my: {}\n", NULL, {"line 2: heap: a: my_lo: unknown key"}},
  };

  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Options *options;

    if (cases[k].option) CALL(PetscOptionsSetValue(NULL, cases[k].option, "3"));
    CALL(options_create(&par, heap_kinds, &options));
    CALL(options_read_text(options, cases[k].yaml, "heap.yaml"));
    CALL(options_read_command_line(options));
    CALL(options_check(options));
    if (cases[k].option) CALL(PetscOptionsClearValue(NULL, cases[k].option));
    if (cases[k].expected[0]) check_says(cases[k].yaml, options, 1, cases[k].expected);
    else check_clean(options);
    CALL(options_destroy(&options));
  }
  test_end("two keys of one name, and a key that looks like another object's, are told");
}

/* In any order of reading; an equal number in another notation is no change. */
static void what_differs_from_a_stored_text_is_known(void)
{
  for (int k = 0; k < 2; k++) {
    CHECK_TEXT(changed("material:\n- glass: {density: 2.5e3}\n", "material", "glass", k), "");
    CHECK_TEXT(changed("material:\n- glass: {density: 2501}\n", "material", "glass", k), "density");
    CHECK_TEXT(changed("material:\n- glass: {poisson: .2}\n", "material", "glass", k), "poisson");
    CHECK_TEXT(changed("template:\n- rock: {pebbles: [0, 0.0, 0, 1e0]}\n", "template", "rock", k),
               "");
    CHECK_TEXT(
      changed("template:\n- rock: {pebbles: [0, 0, 0, 1, 2, 2, 2, 1]}\n", "template", "rock", k),
      "pebbles");
    CHECK_TEXT(changed("template:\n- rock: {material: glass}\n", "template", "rock", k), "");
    CHECK_TEXT(changed("template:\n- more: {material: glass, pebbles: [0, 0, 0, 1]}\n", "template",
                       "more", k),
               "");
    /* and a stored key that no longer applies is no mistake */
    CHECK_TEXT(changed("contact:\n- gg: {normal: hooke, stiffness: 5}\n", "contact", "gg", k),
               "normal");
  }
  test_end("what differs from a stored text is known, and what it has too much gives way");
}

static void paths_are_relative_to_the_file(void)
{
  static const char yaml[]  = "schema: 1\nrun: {end_time: 1}\nmaterial: [glass: {density: "
                              "1}]\ntemplate: [rock: {material: glass, "
                              "file: ./test_options.csv}]\n";
  Options          *options = start(), *again;
  char              folder[4096], path[4200], *resolved;

  CALL(PetscGetWorkingDirectory(folder, sizeof folder));
  write_file("test_options.csv", "x", 1);
  write_file("test_options.yaml", yaml, strlen(yaml));
  snprintf(path, sizeof path, "%s/test_options.yaml", folder);
  CALL(options_read_file(options, path));
  CALL(options_check(options));
  check_clean(options);
  snprintf(path, sizeof path, "%s/test_options.csv", folder);
  CHECK_TEXT(option_word(options, "template", "rock", "file"), path);
  CALL(option_set_default(options, "output", NULL, "dir", "out/x"));
  CALL(option_set_default(options, "template", "rock", "file", "other.csv")); /* given: stays */
  CALL(options_resolved(options, &resolved));
  CALL(options_destroy(&options));
  if (test_rank() == 0) remove("test_options.csv");
  if (test_rank() == 0) remove("test_options.yaml");
  /* a file named in a stored text need not exist */
  again = start_from(resolved);
  check_clean(again);
  CHECK_TEXT(option_word(again, "template", "rock", "file"), path);
  snprintf(path, sizeof path, "%s/out/x", folder);
  CHECK_TEXT(option_word(again, "output", NULL, "dir"), path);
  CALL(options_destroy(&again));
  free(resolved);
  test_end("paths are relative to the scenario file and absolute in resolved.yaml");
}

static void resolved_reads_back(void)
{
  static const char odd[] = "schema: 1\ntitle: \"tab\\t, \\\"quote\\\", back\\\\slash, # no "
                            "comment: \\u00e9, line\\nfeed\"\n"
                            "run: {end_time: 0.1, safety: 0.30000000000000004, seed: "
                            "-9223372036854775808, dt: 1e-300, gravity: "
                            "[1e22, -0.0, 123456789.123456789], steps: [3, 1]}\n"
                            "material: [glass: {density: 2.2250738585072014e-308}]\n";
  Options          *first = start_from(odd), *second;
  char             *resolved, *again;

  check_clean(first);
  CALL(options_resolved(first, &resolved));
  second = start_from(resolved);
  check_clean(second);
  CHECK_TEXT(option_word(second, "", NULL, "title"),
             "tab\t, \"quote\", back\\slash, # no comment: \xc3\xa9, line\nfeed");
  CHECK_BITS(option_real(second, "run", NULL, "safety"), 0.30000000000000004);
  CHECK_BITS(option_real(second, "run", NULL, "dt"), 1e-300);
  CHECK_BITS(option_vec3(second, "run", NULL, "gravity").x, 1e22);
  CHECK_BITS(option_vec3(second, "run", NULL, "gravity").y, -0.0);
  CHECK_BITS(option_vec3(second, "run", NULL, "gravity").z, 123456789.123456789);
  CHECK_INT(option_int(second, "run", NULL, "seed"), INT64_MIN);
  CHECK_BITS(option_real(second, "material", "glass", "density"), 2.2250738585072014e-308);
  CALL(options_resolved(second, &again));
  CHECK_TEXT(again, resolved);
  CHECK(strstr(resolved, "safety: 0.30000000000000004\n"));
  CHECK(strstr(resolved, "end_time: 0.1\n")); /* the shortest form */
  CHECK(strstr(resolved, "poisson: 0.3\n"));  /* a default */
  CHECK(!strstr(resolved, "check"));          /* belongs on the command line */
  CALL(options_destroy(&first));
  CALL(options_destroy(&second));
  free(resolved);
  free(again);
  test_end("resolved.yaml holds every value and reads back to the same bits");
}

/* ---- mistakes */

typedef struct {
  const char *yaml;           /* appended to two valid lines */
  const char *expected[4];    /* parts of the report */
  const char *option, *value; /* of the command line */
  int         n;              /* number of mistakes; 0 means 1 */
} Wrong;

static const Wrong wrongs[] = {
  {.yaml     = "material:\n- glass: {density: 2500, yuong: 7e9}\n",
   .expected = {"line 4: material: glass: yuong: unknown key; did you mean 'young'?"}},
  {.yaml = "material:\n- glass:\n    density: 2500\n\n    gravity: 3\n",
   .expected =
     {"line 7: material: glass: gravity: unknown key; known here: density young poisson"}},
  {.yaml     = "materials:\n- glass: {density: 2500}\n- steel: {density: 3}\n",
   .expected = {"line 3: materials: unknown key; did you mean 'material'?"}},
  {.yaml = "titel: x\n", .expected = {"line 3: titel: unknown key; did you mean 'title'?"}},
  {.yaml = "help: 1\n", .expected = {"line 3: help: unknown key"}},
  {.yaml = "rnu: {}\n", .expected = {"line 3: rnu: unknown key; did you mean 'run'?"}},
  {.yaml = "material:\n- glass: {density: abc}\n",
   .expected =
     {"line 4: material: glass: density: 'abc' is not a number; allowed: a number > 0, in kg/m^3"}},
  {.yaml = "material:\n- glass: {density: 7e10Pa}\n", .expected = {"'7e10Pa' is not a number"}},
  {.yaml     = "material:\n- glass: {density: nan}\n",
   .expected = {"density: 'nan' is not a finite number"}},
  {.yaml     = "material:\n- glass: {density: -inf}\n",
   .expected = {"density: '-inf' is not a finite number"}},
  {.yaml     = "material:\n- glass: {density: 1e400}\n",
   .expected = {"density: '1e400' is too large for a double"}},
  {.yaml     = "material:\n- glass: {density: 0x10}\n",
   .expected = {"density: '0x10' is not a decimal number"}},
  {.yaml     = "material:\n- glass: {density: 0}\n",
   .expected = {"density: '0' is out of range; allowed: a number > 0, in kg/m^3"}},
  {.yaml     = "material:\n- glass: {density: 1, poisson: 0.5}\n",
   .expected = {"poisson: '0.5' is out of range; allowed: a number > -1 and < 0.5"}},
  {.yaml     = "material:\n- glass: {density: }\n",
   .expected = {"line 4: material: glass: density: no value given"}},
  {.yaml = "material:\n- glass: {density: ~}\n", .expected = {"'~' is not a number"}},
  {.yaml     = "material:\n- glass: {density: [1, 2]}\n",
   .expected = {"'1,2' is not a number; decimals have a point: 1.2"}},
  {.yaml     = "material:\n- glass: {density: '1,200,000'}\n",
   .expected = {"'1,200,000' is not a number; allowed"}},
  {.yaml = "material:\n- glass: {young: 1}\n",
   .expected =
     {"line 4: material: glass: density: missing; give a number > 0, in kg/m^3 (mass per volume)"}},
  {.yaml     = "material:\n- glass: {density: 1}\n- glass: {density: 2, young: 3}\n",
   .expected = {"line 5: material: 'glass' is given twice, first on line 4"}},
  {.yaml = "material: [glass, glass]\n", .expected = {"'glass' is given twice", "missing"}, .n = 2},
  {.yaml     = "material:\n- glass: {density: 1, density: 2}\n",
   .expected = {"line 4: material: glass: 'density' is given twice, first on line 4"}},
  {.yaml     = "material:\n- glass:\n    density: 1\n    young: 2\n    density: 3\n",
   .expected = {"line 7: material: glass: 'density' is given twice, first on line 5"}},
  {.yaml = "title: a\ntitle: b\n", .expected = {"line 4: 'title' is given twice, first on line 3"}},
  {.yaml     = "material:\n- my.glass: {density: 1}\n",
   .expected = {"line 4: material: 'my.glass' cannot be a name"}},
  {.yaml     = "material:\n- glass_beads: {density: 1, yuong: 2}\n- glass: {density: 1}\n",
   .expected = {"line 4: material: glass_beads: yuong: unknown key; did you mean 'young'?"}},
  {.yaml = "material: {glass_beads: {density: 1, young: 1}}\n",
   .expected =
     {"material: 'glass_beads' is not declared; write a list of objects, `- glass_beads: {...}`"}},
  {.yaml = "run_dt: 1\nmaterial: [s: {density: 1}]\ntemplate:\n- t: {material: s, my_file: 3}\n- "
           "t_my: {material: s}\n",
   .expected = {"line 6: template: t: my_file: unknown key"}},
  {.yaml     = "material:\n- 2glass: {density: 1}\n",
   .expected = {"'2glass' cannot be a name; names begin with a letter"}},
  {.yaml     = "material: {glass: {density: 1}}\n",
   .expected = {"material: 'glass' is not declared; write a list of objects, `- glass: {...}`"}},
  {.yaml     = "material:\n- glass: 5\n",
   .expected = {"material: glass: '5': is an object", "missing"},
   .n        = 2},
  {.yaml     = "material:\n- glass:\n  density: 5\n",
   .expected = {"line 3: ", "objects as `- name: {...}`"}},
  {.yaml     = "material:\n- steel: {density: 1}\ntemplate:\n- t: {material: steal}\n",
   .expected = {"line 6: template: t: material: 'steal' is not declared", "did you mean 'steel'?"}},
  {.yaml = "material:\n- steel: {density: 1}\ncontact:\n- a: {between: [steel, gold]}\n",
   .expected =
     {"line 6: contact: a: between: 'gold' is not declared; give the name of a declared material"}},
  {.yaml     = "material:\n- s: {density: 1}\ncontact:\n- a: {between: [s]}\n",
   .expected = {"between: 1 word given; allowed: 2 names of declared material"}},
  {.yaml = "material:\n- s: {density: 1}\ncontact:\n- a: {between: [s, s], normal: herz}\n",
   .expected =
     {"normal: 'herz' is not known; allowed: one of: hooke, hertz; did you mean 'hertz'?"}},
  {.yaml = "material:\n- s: {density: 1}\ncontact:\n- a: {between: [s, s], normal: hooke}\n",
   .expected =
     {"line 6: contact: a: stiffness: missing; give a number >= 1 and <= 1000000000, in N/m"}},
  {.yaml     = "material:\n- s: {density: 1}\ncontact:\n- a: {between: [s, s], normal: hooke, "
               "stiffness: 1, exponent: 2}\n",
   .expected = {"exponent: only with normal: hertz; remove it"}},
  {.yaml     = "domain: {boundary: [open, periodical, open]}\n",
   .expected = {"line 3: domain: boundary: item 2, 'periodical' is not known",
                "did you mean 'periodic'?"}},
  {.yaml     = "domain: {boundary: [open, open]}\n",
   .expected = {"boundary: 2 words given; allowed: 3 words, each one of: open, free, periodic"}},
  {.yaml     = "material: [s: {density: 1}]\ntemplate:\n- t: {material: s, pebbles: [1, 2, 3]}\n",
   .expected = {"pebbles: 3 numbers given; allowed: a list of numbers (a multiple of 4)"}},
  {.yaml = "material: [s: {density: 1}]\ntemplate:\n- t: {material: s, pebbles: [1, 2, x, 4]}\n",
   .expected = {"pebbles: item 3, 'x' is not a number"}},
  {.yaml     = "material: [s: {density: 1}]\ntemplate:\n- t: {material: s, pebbles: []}\n",
   .expected = {"pebbles: no value given"}},
  {.yaml     = "motion:\n- spin: {walls: drum}\n- turn: {walls: drum}\n",
   .expected = {"line 3: motion: not available in this version; remove it"}},
  {.yaml = "check: true\n", .expected = {"line 3: check: belongs on the command line: -check"}},
  {.yaml     = "domain:\n\tboundary: [open, open, open]\n",
   .expected = {"line 4: indented with a tab; use blanks"}},
  {.yaml     = "title: \"open\nmore: 1\n",
   .expected = {"line 3: a text that begins with \" has no end", "line 4: more: unknown key"},
   .n        = 2},
  {.yaml     = "domain: {boundary: [open, open, open}\n",
   .expected = {"line 3: domain: boundary: the [ is not closed by ]: line 3 has a } first"}},
  {.yaml = "run_dt: 1\nmaterial:\n- a: {density: [1, 2, young: 3}\n- b: {density: 3}\ndomain:\n  "
           "boundary: [open, open, open]\n",
   .expected = {"line 5: material: a: density: the [ is not closed by ]: line 5 has a } first"}},
  {.yaml = "domain:\n  boundary: [open, open, open\nmaterial:\n- a: {density: 1}\n- b: {density: "
           "3}\n# [1\noutput: {dri: x}\n",
   .expected = {"line 4: domain: boundary: the [ is not closed by ]\n",
                "line 9: output: dri: unknown key"},
   .n        = 2},
  {.yaml     = "output: {dir: 'x, more: 1}\nmaterial:\n- a: {density: 1, density: 2, young: -1}\n",
   .expected = {"line 3: a text that begins with ' has no end",
                "line 5: material: a: 'density' is given twice", "'-1' is out"},
   .n        = 3},
  {.yaml     = "run_dt: 0,01\n",
   .expected = {"line 3: run: dt: '0,01' is not a number; decimals have a point: 0.01; allowed"}},
  {.yaml = "material:\n- glass: {density: 2,5e3, young: 7e9}\n",
   .expected =
     {"line 4: material: glass: density: '2,5e3' is not a number; decimals have a point: 2.5e3"}},
  {.yaml     = "domain: {boundary: [open, open, open]\n",
   .expected = {"line 3: domain: the { is not closed by }"}},
  {.yaml     = "material:\n- a: {density: 1}\n- b: {density:1, young}: 3\n  - c\n",
   .expected = {"line 5: (to line 6) not valid YAML"}},
  {.yaml = "domain:\n  - [1, 2]\n", .expected = {"line 3: (to line 4) lists hold plain values"}},
  {.yaml = "just words\n", .expected = {"line 3: expected `key: value` or `key:`"}},
  {.yaml = "title: x\n---\nschema: 1\n", .expected = {"line 4: a second document begins here"}},
  {.yaml = "$$more: !include other.yaml\n", .expected = {"line 3: !include is not available"}},
  {.yaml = "domain: *nowhere\n", .expected = {"line 3: not valid YAML"}},
  {.yaml = "domain: 7\n", .expected = {"line 3: domain: '7': is a section"}},
  {.yaml = "run_seed: 3.0\n",
   .expected =
     {"line 3: run: seed: '3.0' is not an integer; write it without a point; allowed: an integer"}},
  {.yaml = "run_seed: 1.5e0\n", .expected = {"run: seed: '1.5e0' is not an integer"}},
  {.yaml     = "run_seed: 9223372036854775808\n",
   .expected = {"'9223372036854775808' does not fit 64 bits"}},
  {.yaml     = "run_quiet: maybe\n",
   .expected = {"run: quiet: 'maybe' is neither true nor false; allowed: true or false"}},
  {.yaml     = "run_gravity: [0, 0]\n",
   .expected = {"run: gravity: 2 numbers given; allowed: three numbers, in m/s^2"}},
  {.yaml     = "run_dt: atuo\n",
   .expected = {"run: dt: 'atuo' is not a number; allowed: a number > 0, in s; or auto, none; did "
                "you mean 'auto'?"}},
  {.yaml = "run_dt: -1\n", .expected = {"run: dt: '-1' is out of range"}},
  {.yaml = "material:\n- glass: {density: 1}\n",
   .expected =
     {"clast: 1 mistake in",
      "  1. -material_glass_yuong: unknown option; did you mean '-material_glass_young'?"},
   .option = "-material_glass_yuong",
   .value  = "1"},
  {.yaml = "material:\n- glass: {density: 1}\n",
   .expected =
     {"-material_glas_young: no such object is declared; did you mean '-material_glass_young'?"},
   .option = "-material_glas_young",
   .value  = "1"},
  {.yaml     = "material:\n- glass: {density: 1}\n",
   .expected = {"-material_glass_young: '-1' is out of range; allowed: a number > 0, in Pa"},
   .option   = "-material_glass_young",
   .value    = "-1"},
  {.yaml     = "",
   .expected = {"-run_gravity: item 2, '' is not a number"},
   .option   = "-run_gravity",
   .value    = "1,,3"},
  {.yaml     = "",
   .expected = {"-run_entime: unknown option; did you mean '-run_end_time'?"},
   .option   = "-run_entime",
   .value    = "1"},
  {.yaml     = "",
   .expected = {"-chekc: unknown option; did you mean '-check'?"},
   .option   = "-chekc",
   .value    = NULL},
  {.yaml     = "",
   .expected = {"-log_view_not: unknown option; did you mean '-log_view'?"},
   .option   = "-log_view_not",
   .value    = NULL},
  {.yaml     = "",
   .expected = {"-info_x: unknown option; did you mean '-info'?"},
   .option   = "-info_x",
   .value    = "3"},
  {.yaml     = "",
   .expected = {"-zzz: unknown option; clast -help lists all"},
   .option   = "-zzz",
   .value    = NULL},
  {.yaml     = "",
   .expected = {"-material: objects are declared in the scenario file"},
   .option   = "-material",
   .value    = "a,b"},
  {.yaml     = "",
   .expected = {"-motion_x: not available in this version"},
   .option   = "-motion_x",
   .value    = "1"},
  {.yaml     = "",
   .expected = {"-run_end_time: no value given"},
   .option   = "-run_end_time",
   .value    = NULL},
};

static void every_mistake_is_told(void)
{
  const int n = (int)(sizeof wrongs / sizeof wrongs[0]);

  for (int i = 0; i < n; i++) {
    const Wrong *w       = &wrongs[i];
    Options     *options = start();
    char         text[1000];

    snprintf(text, sizeof text, "schema: 1\nrun: {end_time: 1}\n%s", w->yaml);
    if (w->option) CALL(PetscOptionsSetValue(NULL, w->option, w->value));
    CALL(options_read_text(options, text, "text"));
    CALL(options_read_command_line(options));
    CALL(options_check(options));
    check_says(w->option ? w->option : w->yaml, options, w->n == 0 ? 1 : w->n, w->expected);
    if (w->option) CALL(PetscOptionsClearValue(NULL, w->option));
    CALL(options_destroy(&options));
  }
  test_note("%d single mistakes", n);
  test_end("each mistake alone is told with its line, what is allowed and what to do");
}

static void all_mistakes_come_together(void)
{
  static const char yaml[] =
    "run: {end_time: -1, sede: 3}\nmaterial:\n- glass: {density: x}\n- glass: {density: "
    "1}\ntemplate:\n- t: {material: glas, file: no/such.csv}\n";
  static const char *const expected[] = {
    "clast: 7 mistakes in scenario test_options.wrong.yaml:\n  1. line 1: run: ",
    "line 4: material: 'glass' is given twice",
    "line 6: template: t: material: 'glas' is not declared",
    "did you mean 'glass'?",
    "line 6: template: t: file: 'no/such.csv' cannot be read; looked for /",
    "schema: missing; give an integer equal to 1",
    "line 6: template: t: file: 'no/such.csv': of my own 7\n",
    NULL};
  Options *options = start();

  write_file("test_options.wrong.yaml", yaml, strlen(yaml));
  CALL(options_read_file(options, "test_options.wrong.yaml"));
  CALL(options_check(options));
  option_mistake(options, "template", "t", "file", "of my own %d", 7);
  check_says("all", options, 7, expected);
  /* getters work after mistakes */
  CHECK(isnan(option_real(options, "run", NULL, "end_time")));
  CHECK_TEXT(option_word(options, "template", "t", "material"), "glas");
  CALL(options_destroy(&options));
  if (test_rank() == 0) remove("test_options.wrong.yaml");
  test_end("all mistakes come in one report, with those of other rooms");
}

static void unreadable_files_are_told(void)
{
  static const struct {
    const char *bytes;
    size_t      n;
    const char *expected[2];
  } files[] = {
    {"schema: 1\ntitle: \xff\n", 18, {"line 2: byte 0xff is no UTF-8 text"}},
    {"schema: 1\0x\n", 12, {"line 1: byte 0x00 is no UTF-8 text"}},
    {"\x89HDF\r\n", 6, {"line 1: byte 0x89 is no UTF-8 text"}},
  };
  static const char *const missing[] = {"clast: 1 mistake in scenario no/such.yaml:\n",
                                        "no/such.yaml cannot be opened: No such file", NULL};
  static const char *const folder[]  = {". cannot be read", NULL};
  static const char *const empty[]   = {"schema: missing", "run: end_time: missing", NULL};
  Options                 *options   = start();

  CALL(options_read_file(options, "no/such.yaml"));
  CALL(options_check(options));
  check_says("missing", options, 1, missing);
  CALL(options_destroy(&options));
  options = start();
  CALL(options_read_file(options, "."));
  CALL(options_check(options));
  check_says("folder", options, 1, folder);
  CALL(options_destroy(&options));
  options = start_from("");
  check_says("empty", options, 2, empty);
  CALL(options_destroy(&options));
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    options = start();
    write_file("test_options.bin", files[i].bytes, files[i].n);
    CALL(options_read_file(options, "test_options.bin"));
    CALL(options_check(options));
    check_says(files[i].expected[0], options, 1, files[i].expected);
    CALL(options_destroy(&options));
  }
  if (test_rank() == 0) remove("test_options.bin");
  test_end("missing files, folders, binary and empty files are told");
}

static void too_large_pieces_are_told(void)
{
  static const char *const expected[] = {"line 3: (to line 603) too large to be read in one piece",
                                         NULL};
  char                    *text       = calloc(1, 60000);
  size_t   n = (size_t)sprintf(text, "schema: 1\nrun: {end_time: 1}\nmaterial: [\n");
  Options *options;

  for (int i = 0; i < 599; i++) n += (size_t)sprintf(text + n, "  m%d: {density: 1},\n", i);
  sprintf(text + n, "]\n");
  options = start_from(text);
  /* from 3.19 on PETSc has no limit */
  if (PETSC_VERSION_LT(3, 19, 0)) check_says("large", options, 1, expected);
  else check_clean(options);
  CALL(options_destroy(&options));
  free(text);
  test_end("a piece larger than PETSc's database is told");
}

/* A mistake that only one rank finds, in its part of the data. */
static void a_mistake_of_one_rank_is_told(void)
{
  static const char *const expected[] = {
    "clast: 1 mistake in scenario text:\n  1. found on the last rank\n", NULL};
  Options *options = start_from(good);

  if (test_rank() == test_size() - 1) options_mistake(options, "found on the last %s", "rank");
  check_says("one rank", options, 1, expected);
  CALL(options_destroy(&options));
  test_end("a mistake that one rank alone knows is told and counted everywhere");
}

static void help_lists_every_key(void)
{
  Options    *options = start();
  const int   kept    = dup(1);
  FILE       *file    = tmpfile();
  static char said[20000];

  fflush(stdout);
  if (file) dup2(fileno(file), 1);
  CHECK(options_help(options, NULL));
  fflush(stdout);
  dup2(kept, 1);
  close(kept);
  if (file) {
    rewind(file);
    said[fread(said, 1, sizeof said - 1, file)] = 0;
    fclose(file);
  }
  if (test_rank() == 0) {
    for (int k = 0; kinds[k]; k++)
      for (const Option *row = kinds[k]->options; row && row->key; row++)
        CHECK(strstr(said, row->key));
    CHECK(strstr(said, "  real          0.3                 -\n      ratio; > -1 and < 0.5\n"));
    CHECK(strstr(said, "motion: moving walls (not available in this version)\n"));
    CHECK(strstr(said, "N/m"));
  } else CHECK_TEXT(said, "");
  CALL(options_destroy(&options));
  test_end("-help lists every key with type, default, unit and range");
}

/* ---- two dimensions */

static const Option flat_options[] = {
  {.key      = "point",
   .type     = OPTION_VEC3,
   .unit     = "m",
   .fallback = "",
   .flags    = PLANAR | FLAT,
   .help     = "in the plane"},
  {.key      = "corner",
   .type     = OPTION_VEC3,
   .unit     = "m",
   .fallback = "",
   .flags    = PLANAR,
   .help     = "of a box"},
  {.key      = "faces",
   .type     = OPTION_WORDS,
   .choices  = "a b",
   .fallback = "a,a,a",
   .count    = 3,
   .flags    = PLANAR,
   .help     = "words"},
  {.key      = "discs",
   .type     = OPTION_REALS,
   .fallback = "",
   .group    = 4,
   .flags    = PLANAR,
   .help     = "x y z r"},
  {.key = "solid", .type = OPTION_VEC3, .fallback = "", .help = "always three"},
  {.key = NULL},
};
static const OptionKind flat_kind = {
  .name = "flat", .options = flat_options, .text = "vectors of the plane"};
static const OptionKind *const flat_kinds[] = {&flat_kind, NULL};

static void vectors_of_the_plane(void)
{
  static const struct {
    int         dimension;
    const char *text, *expected[4]; /* NULL: no mistake */
  } cases[] = {
    {2, "{point: [1, 2], corner: [3, 4], faces: [a, b], discs: [1, 2, 3, 4, 5, 6]}", {NULL}},
    {2,
     "{point: [1, 2, 0], corner: [3, 4, 5], faces: [a, b, b], discs: [1, 2, 3, 4, 5, 6, 7, 8, 9, "
     "10, 11, 12]}",
     {NULL}},
    {3, "{point: [1, 2, 3], corner: [3, 4, 5], faces: [a, b, b], discs: [1, 2, 3, 4]}", {NULL}},
    {2, "{point: [1, 2, -0.5]}", {"flat: point", "-0.5 along z"}},
    {2, "{discs: [1, 2, 3, 4]}", {"flat: discs", "4 numbers", "a multiple of 3"}},
    {3, "{point: [1, 2]}", {"flat: point", "2 given", "3 in three dimensions"}},
    {3, "{faces: [a, b]}", {"flat: faces", "2 given", "3 in three dimensions"}},
    {3, "{discs: [1, 2, 3]}", {"flat: discs", "3 numbers", "a multiple of 4"}},
    {2, "{point: [1]}", {"flat: point", "1 number", "two in two dimensions"}},
    {2, "{solid: [1, 2]}", {"flat: solid", "2 numbers"}},
    {2, "{discs: [1, 2, 3, 4, 5]}", {"flat: discs", "5 numbers", "of 3 in two dimensions"}},
  };

  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Options *options;
    char     yaml[400], *text;

    snprintf(yaml, sizeof yaml, "flat: %s\n", cases[k].text);
    CALL(options_create(&par, flat_kinds, &options));
    CALL(options_read_text(options, yaml, "flat.yaml"));
    CALL(options_check(options));
    options_check_plane(options, cases[k].dimension);
    if (cases[k].expected[0]) {
      check_says(cases[k].text, options, 1, cases[k].expected);
    } else {
      const Vec3 point  = option_vec3(options, "flat", NULL, "point"),
                 corner = option_vec3(options, "flat", NULL, "corner");

      check_clean(options);
      CHECK(point.x == 1 && point.y == 2 && point.z == (k == 2 ? 3 : 0) &&
            corner.z == (k == 0 ? 0 : 5));
      CALL(options_resolved(options, &text));
      CHECK(strstr(text, k == 0 ? "corner: [3, 4]\n" : "corner: [3, 4, 5]\n"));
      CHECK(strstr(text, k == 0 ? "faces: [a, b]\n" : "faces: [a, b, b]\n"));
      free(text);
    }
    CALL(options_destroy(&options));
  }
  test_end("two numbers go with two dimensions, three with 0 along z too, and nothing else does");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  a_scenario_is_read();
  line_ends_and_markers_do_not_matter();
  anchors_and_merges_work();
  odd_texts_are_read();
  many_options_fit();
  long_lists_fit();
  items_of_lists_are_parted_by_blanks_or_commas();
  the_command_line_wins();
  a_file_goes_on_top_of_a_stored_text();
  what_differs_from_a_stored_text_is_known();
  underscores_in_names_part_nothing();
  what_underscores_leave_open_is_told();
  paths_are_relative_to_the_file();
  resolved_reads_back();
  every_mistake_is_told();
  all_mistakes_come_together();
  unreadable_files_are_told();
  too_large_pieces_are_told();
  a_mistake_of_one_rank_is_told();
  help_lists_every_key();
  vectors_of_the_plane();
  CALL(parallel_destroy(&par));
  return test_finish();
}
