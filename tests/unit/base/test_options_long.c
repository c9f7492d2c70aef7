/* SPDX-License-Identifier: MIT */
/* Scenarios of many keys and long lists are read. */
#define _POSIX_C_SOURCE 200809L

#include "options_tables.h"

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
  options_destroy(&options);
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
  options_destroy(&options);
  options_destroy(&again);
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
    options_destroy(&options);
  }
  test_end("items of lists are parted by commas or blanks");
}

static void long_lists_of_objects_fit(void)
{
  char    *text = calloc(1, 60000);
  size_t   n    = (size_t)sprintf(text, "schema: 1\nrun: {end_time: 1}\nmaterial: [\n");
  Options *options;

  for (int i = 0; i < 599; i++) n += (size_t)sprintf(text + n, "  m%d: {density: 1},\n", i);
  sprintf(text + n, "]\n");
  options = start_from(text);
  check_clean(options);
  CHECK_INT(options_object(options, "material", "m598"), 598);
  options_destroy(&options);
  free(text);
  test_end("599 objects in one pair of brackets are read");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  many_options_fit();
  long_lists_fit();
  items_of_lists_are_parted_by_blanks_or_commas();
  long_lists_of_objects_fit();
  CALL(parallel_destroy(&par));
}
