/* SPDX-License-Identifier: MIT */
/* Reports of a scenario: all mistakes together, files that cannot be read, mistakes that one rank
   finds, and -help. */
#define _POSIX_C_SOURCE 200809L

#include "options_tables.h"

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
  options_destroy(&options);
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
  options_destroy(&options);
  options = start();
  CALL(options_read_file(options, "."));
  CALL(options_check(options));
  check_says("folder", options, 1, folder);
  options_destroy(&options);
  options = start_from("");
  check_says("empty", options, 2, empty);
  options_destroy(&options);
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    options = start();
    write_file("test_options.bin", files[i].bytes, files[i].n);
    CALL(options_read_file(options, "test_options.bin"));
    CALL(options_check(options));
    check_says(files[i].expected[0], options, 1, files[i].expected);
    options_destroy(&options);
  }
  if (test_rank() == 0) remove("test_options.bin");
  test_end("missing files, folders, binary and empty files are told");
}

/* A mistake that only one rank finds, in its part of the data. */
static void a_mistake_of_one_rank_is_told(void)
{
  static const char *const expected[] = {
    "clast: 1 mistake in scenario text:\n  1. found on the last rank\n", NULL};
  Options *options = start_from(good);

  if (test_rank() == test_size() - 1) options_mistake(options, "found on the last %s", "rank");
  check_says("one rank", options, 1, expected);
  options_destroy(&options);
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
  options_destroy(&options);
  test_end("-help lists every key with type, default, unit and range");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  all_mistakes_come_together();
  unreadable_files_are_told();
  a_mistake_of_one_rank_is_told();
  help_lists_every_key();
  CALL(parallel_destroy(&par));
}
