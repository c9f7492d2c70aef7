/* SPDX-License-Identifier: MIT */
/* Vectors of a scenario in two and in three dimensions. */
#define _POSIX_C_SOURCE 200809L

#include "options_tables.h"

/* clang-format off */
static const Option flat_options[] = {
  VEC3_FLAT(KEY("point"),    "m", OPTIONAL, ANY_NUMBER, "in the plane"),
  VEC3_PLANAR(KEY("corner"), "m", OPTIONAL, ANY_NUMBER, "of a box"),
  WORDS(KEY("faces"),        "a,a,a", "words", .choices = "a b", .count = 3, .flags = PLANAR),
  REALS(KEY("discs"),        "",  OPTIONAL, ANY_NUMBER, "x y z r", .group = 4, .flags = PLANAR),
  VEC3(KEY("solid"),         "",  OPTIONAL, ANY_NUMBER, "always three"),
  {0},
};
/* clang-format on */
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
    options = options_of_text(&par, flat_kinds, yaml, "flat.yaml");
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
    options_destroy(&options);
  }
  test_end("two numbers go with two dimensions, three with 0 along z too, and nothing else does");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  vectors_of_the_plane();
  CALL(parallel_destroy(&par));
}
