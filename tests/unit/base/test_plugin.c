/* SPDX-License-Identifier: MIT */
/* Options whose choices are a table of plug-ins: what is allowed, keys of one plug-in, keys that
   several share, also over two options, and a table without plug-ins. */
#define _POSIX_C_SOURCE 200809L

#include "options/rows.h"
#include "options_test.h"

/* clang-format off */
static const Option stiff[] = {
  REAL(KEY("stiffness"), "", REQUIRED, WITHIN(1, 9), "k"),
  {0},
};
static const Option grip[] = {
  REAL(KEY("friction"), "", REQUIRED, ANY_NUMBER, "mu"),
  BOOL(KEY("damped"),   "false", "has a dashpot"),
  REAL(KEY("rate"),     "", REQUIRED, ANY_NUMBER, "of the dashpot", .when = "damped=true"),
  {0},
};
/* clang-format on */

static const Plugin hooke = {.name = "hooke", .text = "A spring.", .options = {stiff}};
static const Plugin hertz = {.name = "hertz", .text = "A sphere."};
static const Plugin slip  = {.name = "slip", .text = "A slider.", .options = {grip}};
static const Plugin stick = {
  .name = "stick", .text = "Glue.", .source = "us", .options = {stiff, grip}};

static const Plugin *const normals[]     = {&hooke, &hertz, NULL};
static const Plugin *const tangentials[] = {&slip, &stick, NULL};
static const Plugin *const nothing[]     = {NULL};

/* clang-format off */
static const Option law_options[] = {
  PLUGIN(KEY("normal"),     REQUIRED, normals,     "push"),
  PLUGIN(KEY("tangential"), "none",   tangentials, "rub", .choices = "none"),
  PLUGIN(KEY("heat"),       "none",   nothing, NULL, .choices = "none"),
  {0},
};
/* clang-format on */

static const OptionKind top = {.name = "", .text = "the file"};
static const OptionKind law = {
  .name = "law", .named = true, .options = law_options, .text = "laws"};
static const OptionKind *const kinds[] = {&top, &law, NULL};

static Parallel par;

static Options *read_law(const char *keys)
{
  char text[400];

  snprintf(text, sizeof text, "law:\n  - l: {%s}\n", keys);
  return options_of_text(&par, kinds, text, "text");
}

/* One mistake with this text, or none if it is NULL. */
static void check_says(const char *keys, const char *expected)
{
  Options *options = read_law(keys);

  mistakes_check(keys, options, expected ? 1 : 0, expected);
  options_destroy(&options);
}

static void choices_are_names_of_plugins(void)
{
  check_says("normal: hertz, tangential: none", NULL);
  check_says("normal: hook, tangential: none",
             "'hook' is not known; allowed: one of: hooke, hertz; did you mean 'hooke'?");
  check_says("normal: hertz, tangential: grip", "allowed: one of: none, slip, stick");
  check_says("tangential: none", "missing; give one of: hooke, hertz (push)");
  test_end("choices are the names of a table's plug-ins, after words of the option itself");
}

static void keys_of_a_plugin_need_it(void)
{
  check_says("normal: hooke, stiffness: 2", NULL);
  check_says("normal: hooke", "stiffness: missing; give a number >= 1 and <= 9");
  check_says(
    "normal: hertz, stiffness: 2",
    "stiffness: only with normal: hooke, or with tangential: stick; give that, too, or remove it");
  check_says("normal: hertz, tangential: stick, stiffness: 2, friction: 1", NULL);
  check_says("normal: hooke, tangential: stick, stiffness: 2, friction: 1", NULL);
  check_says("normal: hertz, friction: 1",
             "friction: only with tangential: slip stick; give that, too, or remove it");
  check_says("normal: hertz, tangential: slip", "friction: missing");
  check_says("normal: hertz, damped: true, rate: 1, tangential: slip, friction: 1", NULL);
  check_says("normal: hertz, rate: 1, tangential: slip, friction: 1", "only with damped: true");
  test_end("keys of a plug-in apply when it is chosen, shared ones when any of theirs is");
}

static void shared_keys_are_stated_once(void)
{
  Options    *options = read_law("normal: hooke, tangential: stick, stiffness: 2, friction: 1");
  const char *first;
  char       *yaml;

  CHECK_NEAR(option_real(options, "law", "l", "stiffness"), 2, 0); /* read, not computed */
  CALL(options_resolved(options, &yaml));
  first = strstr(yaml, "stiffness");
  CHECK(first && !strstr(first + 1, "stiffness"));
  CHECK(!strstr(yaml, "heat"));
  free(yaml);
  options_destroy(&options);
  test_end("a key of two chosen plug-ins is stated once, and an empty table has no key");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  choices_are_names_of_plugins();
  keys_of_a_plugin_need_it();
  shared_keys_are_stated_once();
  CALL(parallel_destroy(&par));
}
