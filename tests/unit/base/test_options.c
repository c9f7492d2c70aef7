/* SPDX-License-Identifier: MIT */
/* A scenario is read: flow and block style, line ends, anchors, quoted keys. */
#define _POSIX_C_SOURCE 200809L

#include "options_tables.h"

static void a_scenario_is_read(void)
{
  Options *options = start_from(good);

  check_clean(options);
  check_good(options);
  options_destroy(&options);
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
  options_destroy(&options);
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
  options_destroy(&options);
  options = start_from(outside);
  check_clean(options);
  CHECK_BITS(option_real(options, "material", "b", "density"), 5);
  CHECK_BITS(option_real(options, "material", "b", "young"), 3);
  options_destroy(&options);
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
    options_destroy(&options);
  }
  test_end("JSON style, block texts, quoted keys and lists at the margin are read");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  a_scenario_is_read();
  line_ends_and_markers_do_not_matter();
  anchors_and_merges_work();
  odd_texts_are_read();
  CALL(parallel_destroy(&par));
}
