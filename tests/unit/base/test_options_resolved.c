/* SPDX-License-Identifier: MIT */
/* Paths of a scenario, and its resolved text, which reads back to the same values. */
#define _POSIX_C_SOURCE 200809L

#include "options_tables.h"

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
  options_destroy(&options);
  if (test_rank() == 0) remove("test_options.csv");
  if (test_rank() == 0) remove("test_options.yaml");
  /* a file named in a stored text need not exist */
  again = start_from(resolved);
  check_clean(again);
  CHECK_TEXT(option_word(again, "template", "rock", "file"), path);
  snprintf(path, sizeof path, "%s/out/x", folder);
  CHECK_TEXT(option_word(again, "output", NULL, "dir"), path);
  options_destroy(&again);
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
  options_destroy(&first);
  options_destroy(&second);
  free(resolved);
  free(again);
  test_end("resolved.yaml holds every value and reads back to the same bits");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  paths_are_relative_to_the_file();
  resolved_reads_back();
  CALL(parallel_destroy(&par));
}
