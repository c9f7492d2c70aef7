/* SPDX-License-Identifier: MIT */
/* Precedence of the sources of a scenario: command line, file, stored text. */
#define _POSIX_C_SOURCE 200809L

#include "options_tables.h"

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
  options_read_text(options, good, "text");
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
  options_destroy(&options);
  options_destroy(&without);
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
  options_read_text(options, good, "checkpoint");
  CALL(options_check(options));
  check_clean(options);
  CHECK_BITS(option_real(options, "run", NULL, "end_time"), 9);
  CHECK_BITS(option_real(options, "material", "steel", "young"), 4);
  CHECK_BITS(option_real(options, "material", "steel", "density"), 7800);
  n = options_objects(options, "material", &names);
  CHECK_INT(n, 3);
  CHECK(options_object_is_stored(options, "material", "glass"));
  CHECK(options_object_is_stored(options, "material", "steel"));
  CHECK(!options_object_is_stored(options, "material", "gold"));
  options_destroy(&options);
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
  options_read_text(options, stored, "checkpoint");
  if (!file_first) CALL(options_read_file(options, "test_options.more.yaml"));
  CALL(options_check(options));
  check_clean(options);
  found = options_object_changed(options, kind, object);
  snprintf(key, sizeof key, "%s", found ? found : "");
  options_destroy(&options);
  if (test_rank() == 0) remove("test_options.more.yaml");
  return key;
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

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  the_command_line_wins();
  a_file_goes_on_top_of_a_stored_text();
  what_differs_from_a_stored_text_is_known();
  CALL(parallel_destroy(&par));
}
