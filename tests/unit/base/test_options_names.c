/* SPDX-License-Identifier: MIT */
/* Underscores in names of objects, on the command line. */
#define _POSIX_C_SOURCE 200809L

#include "options_tables.h"

/* Full names join kind, object and key by _, and each of the three may contain _. */
static void underscores_in_names_part_nothing(void)
{
  static const char yaml[] = "schema: 1\nrun: {end_time: 1}\nmaterial:\n- glass_beads: {density: "
                             "2}\n- glass: {density: 3, young: 4}\n"
                             "- glass_beads_wet: {density: 5}\n";
  Options          *options;

  CALL(PetscOptionsSetValue(NULL, "-material_glass_beads_young", "9"));
  options = start();
  options_read_text(options, yaml, "text");
  CALL(options_read_command_line(options));
  CALL(options_check(options));
  CALL(PetscOptionsClearValue(NULL, "-material_glass_beads_young"));
  check_clean(options);
  CHECK_BITS(option_real(options, "material", "glass_beads", "density"), 2);
  CHECK_BITS(option_real(options, "material", "glass_beads", "young"), 9);
  CHECK_BITS(option_real(options, "material", "glass", "young"), 4);
  CHECK_BITS(option_real(options, "material", "glass_beads_wet", "density"), 5);
  options_destroy(&options);
  test_end("underscores in names of objects part nothing");
}

/* clang-format off */
static const Option heap_options[] = {
  REAL(KEY("lo"),      "", "0", ANY_NUMBER, "of the box"),
  REAL(KEY("size_lo"), "", "0", ANY_NUMBER, "of sizes"),
  {0},
};
/* clang-format on */
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
    options_read_text(options, cases[k].yaml, "heap.yaml");
    CALL(options_read_command_line(options));
    CALL(options_check(options));
    if (cases[k].option) CALL(PetscOptionsClearValue(NULL, cases[k].option));
    if (cases[k].expected[0]) check_says(cases[k].yaml, options, 1, cases[k].expected);
    else check_clean(options);
    options_destroy(&options);
  }
  test_end("two keys of one name, and a key that looks like another object's, are told");
}

/* A short list is told whole; of a long one the first ten names, and their number. */
static void names_are_listed(void)
{
  Likeness like = likeness_start("w99");
  char     name[16], hint[HINT_LENGTH];

  CHECK_TEXT(likeness_offered(&like), "none");
  for (int k = 1; k <= 12; k++) {
    snprintf(name, sizeof name, "w%d", k);
    likeness_offer(&like, name);
  }
  CHECK_TEXT(likeness_offered(&like), "w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12");
  for (int k = 13; k <= 98; k++) {
    snprintf(name, sizeof name, "w%d", k);
    likeness_offer(&like, name);
  }
  CHECK_TEXT(likeness_offered(&like), "w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, ... (98 in all)");
  CHECK_TEXT(likeness_hint(&like, hint), "; did you mean 'w9'?");
  test_end("of more than twelve names the first ten and the number of all are told");
}

TESTS(.ranks = {1, 2})
{
  names_are_listed();
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  underscores_in_names_part_nothing();
  what_underscores_leave_open_is_told();
  CALL(parallel_destroy(&par));
}
