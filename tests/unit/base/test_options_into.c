/* SPDX-License-Identifier: MIT */
/* Rows of a table that are bound to members of a struct. */
#define _POSIX_C_SOURCE 200809L

#include "options/rows.h"
#include "options_test.h"

/* A plug-in with a member of its own. */
typedef struct {
  Plugin head;
  int    legs;
} Animal;

static const Animal        dog       = {.head = {.name = "dog", .text = "A dog."}, .legs = 4};
static const Animal        hen       = {.head = {.name = "hen", .text = "A hen."}, .legs = 2};
static const Plugin *const animals[] = {&dog.head, &hen.head, NULL};

typedef struct {
  double length, width, height, left;
  struct {
    double pair[2];
  } deep;
  Vec3        place, other, third;
  int         number, given, flag;
  int64_t     many;
  bool        yes, late;
  const char *title, *word;
  enum { RED, GREEN, BLUE } colour;
  int           choice;
  const Animal *animal, *nobody;
} Box;

/* clang-format off */
static const Option box_options[] = {
  REAL(IN(Box, length),                   "m", REQUIRED, POSITIVE,   "a number"),
  REAL(IN(Box, width),                    "m", "0.5",    ANY_NUMBER, "one with a default"),
  REAL(IN(Box, height),                   "m", OPTIONAL, ANY_NUMBER, "NAN without a value"),
  REAL(KEY_IN("left", Box, left),         "m", OPTIONAL_OR(-7), ANY_NUMBER, "-7 without a value"),
  REAL(KEY_IN("second", Box, deep.pair[1]), "m", "3",    ANY_NUMBER, "in an array"),
  REAL_OR_WORD(KEY_IN("first", Box, deep.pair[0]), "m", "none", "none", POSITIVE, "or a word",
      OTHERWISE(INFINITY)),
  VEC3(IN(Box, place),  "m", REQUIRED,        ANY_NUMBER, "a vector"),
  VEC3(IN(Box, other),  "m", OPTIONAL,        ANY_NUMBER, "0 without a value"),
  VEC3(IN(Box, third),  "m", OPTIONAL_OR(-1), ANY_NUMBER, "(-1, -1, -1) without a value"),
  INT(IN(Box, number),  REQUIRED,        ANY_NUMBER, "an integer"),
  INT(IN(Box, given),   OPTIONAL_OR(-2), ANY_NUMBER, "-2 without a value"),
  INT(IN(Box, many),    REQUIRED,        ANY_NUMBER, "a long one"),
  BOOL(IN(Box, yes),    "false", "true or false"),
  BOOL(IN(Box, flag),   "true",  "as an int"),
  STRING(IN(Box, title),             OPTIONAL, "any text"),
  WORD(IN(Box, word),                "b",      "a b c",          "the word itself"),
  WORD(IN(Box, colour),              "red",    "red green blue", "its place among the choices"),
  WORD(IN(Box, choice),              "dog",    "none",           "likewise", .plugins = animals),
  WORD(KEY_IN("when", Box, late),    "early",  "early late",     "not the first of its choices"),
  PLUGIN(IN(Box, animal),            "dog",    animals,          "a plug-in"),
  PLUGIN(KEY_IN("none", Box, nobody), "none",  animals, "a plug-in, or none", .choices = "none"),
  INT(KEY("other_number"), "1", ANY_NUMBER, "is left to getters"),
  {0},
};
/* clang-format on */

static const OptionKind box = {
  .name = "box", .named = true, .options = box_options, .text = "boxes"};
static const OptionKind *const kinds[] = {&box, NULL};

static Parallel par;

static Box read_box(const char *keys)
{
  Options *options;
  Box      b;
  char     text[600];
  int      n;

  snprintf(text, sizeof text,
           "box:\n  - b: {length: 2, place: [1, 2, 3], number: -4, "
           "many: 9007199254740993%s}\n",
           keys);
  options = options_of_text(&par, kinds, text, "text");
  CALL(options_mistakes(options, &n));
  CHECK_INT(n, 0);
  memset(&b, 0x55, sizeof b);
  options_read_into(options, "box", "b", box_options, &b);
  b.title = b.title[0] ? "some" : ""; /* owned by the options */
  b.word  = strcmp(b.word, "c") == 0 ? "c" : "b";
  options_destroy(&options);
  return b;
}

static void members_hold_defaults(void)
{
  const Box b = read_box("");

  CHECK(b.length == 2 && b.width == 0.5 && isnan(b.height) && b.left == -7);
  CHECK(b.deep.pair[1] == 3 && isinf(b.deep.pair[0]));
  CHECK(b.place.x == 1 && b.place.y == 2 && b.place.z == 3);
  CHECK(b.other.x == 0 && b.other.y == 0 && b.other.z == 0);
  CHECK(b.third.x == -1 && b.third.y == -1 && b.third.z == -1);
  CHECK_INT(b.number, -4);
  CHECK_INT(b.given, -2);
  CHECK(b.many == INT64_C(9007199254740993));
  CHECK(!b.yes && b.flag == 1 && !b.late);
  CHECK_TEXT(b.title, "");
  CHECK_TEXT(b.word, "b");
  CHECK(b.colour == RED && b.choice == 1 && b.animal == &dog && !b.nobody);
  test_end("members hold defaults, and what their rows say where there is no value");
}

static void members_hold_what_is_given(void)
{
  const Box b = read_box(", width: 4, height: 5, left: 6, second: 7, first: 8, other: [1, 0, 2], "
                         "third: [3, 4, 5], given: 6, yes: true, flag: no, title: t, word: c, "
                         "colour: blue, choice: hen, when: late, animal: hen, none: dog");

  CHECK(b.width == 4 && b.height == 5 && b.left == 6 && b.deep.pair[1] == 7 && b.deep.pair[0] == 8);
  CHECK(b.other.x == 1 && b.other.z == 2 && b.third.x == 3 && b.third.z == 5);
  CHECK_INT(b.given, 6);
  CHECK(b.yes && b.flag == 0 && b.late);
  CHECK_TEXT(b.title, "some");
  CHECK_TEXT(b.word, "c");
  CHECK(b.colour == BLUE && b.choice == 2 && b.animal == &hen && b.nobody == &dog);
  test_end("members hold the values that are given");
}

TESTS(.ranks = {1})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  members_hold_defaults();
  members_hold_what_is_given();
  CALL(parallel_destroy(&par));
}
