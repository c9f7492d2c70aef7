/* SPDX-License-Identifier: MIT */
/* Attitudes in keys: a quaternion, or an axis and an angle, by every name, from several sources. */
#define _POSIX_C_SOURCE 200809L

#include "options/attitude.h"
#include "options_tables.h"

/* clang-format off */
static const Option box_options[] = {
  ATTITUDE_ROWS_ALSO("attitude", "1,0,0,0", "quaternion", "axis", "angle", "turn of the body"),
  {0},
};
static const Option tube_options[] = {
  VEC3(KEY("axis"), "1", OPTIONAL, ANY_NUMBER, "of a tube"),
  {0},
};
static const Plugin box = {.name = "box", .text = "A box.", .options = {box_options}},
                    tube = {.name = "tube", .text = "A tube.", .options = {tube_options}};
static const Plugin *const shapes[] = {&box, &tube, NULL};
static const Option body_options[] = {
  PLUGIN(KEY("shape"), "box", shapes, "what it is"),
  {0},
};
/* clang-format on */
static const OptionKind body_kind = {
  .name = "body", .options = body_options, .text = "a body with an attitude"};
static const OptionKind *const body_kinds[] = {&body_kind, NULL};

static bool read_body(Options *options, Quat *q)
{
  return option_attitude(options, "body", NULL, ATTITUDE_KEYS("attitude"), ATTITUDE_SCALED, q);
}

static Options *body_of(const char *keys, int dimension)
{
  char     yaml[400];
  Options *options;

  snprintf(yaml, sizeof yaml, "body: {%s}\n", keys);
  options = options_of_text(&par, body_kinds, yaml, "body.yaml");
  options_check_plane(options, dimension);
  return options;
}

static double distance(Quat a, Quat b)
{
  return fabs(a.w - b.w) + fabs(a.x - b.x) + fabs(a.y - b.y) + fabs(a.z - b.z);
}

static void both_ways_agree(void)
{
  const double half = sqrt(0.5), third = 1 / sqrt(3.);
  const struct {
    const char *keys;
    int         dimension;
    Quat        q;
    double      off; /* 0: the same bits; else roundings of three products and a square root */
  } cases[] = {
    {"shape: box", 3, {1, 0, 0, 0}, 0},
    {"attitude: [5, 0, 0, 5]", 3, {half, 0, 0, half}, 4e-16},
    {"attitude: {axis: [0, 0, 7], angle: 90}", 3, {half, 0, 0, half}, 4e-16},
    {"attitude: {axis: [0, 0, -7], angle: 180}", 3, {0, 0, 0, -1}, 0},
    {"attitude: {axis: [1, 0, 0], angle: 180}", 3, {0, 1, 0, 0}, 0},
    {"attitude: [0, 3, 0, 0]", 3, {0, 1, 0, 0}, 0},
    {"attitude: {axis: [1, 1, 1], angle: 60}",
     3,
     {sqrt(0.75), third / 2, third / 2, third / 2},
     4e-16},
    {"attitude_axis: [1, 1, 1], attitude_angle: 120", 3, {0.5, 0.5, 0.5, 0.5}, 4e-16},
    {"quaternion: [2, 0, 0, 0]", 3, {1, 0, 0, 0}, 0},
    {"axis: [0, 1, 0], angle: -180", 3, {0, 0, -1, 0}, 0},
    {"attitude: {angle: 180}", 2, {0, 0, 0, 1}, 0},
    {"attitude: {axis: [0, 0, 1], angle: 180}", 2, {0, 0, 0, 1}, 0},
    {"attitude: [0, 0, 0, 1]", 2, {0, 0, 0, 1}, 0},
  };

  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Options *options = body_of(cases[k].keys, cases[k].dimension);
    Quat     q       = {0};

    CHECK(read_body(options, &q));
    check_clean(options);
    if (!(distance(q, cases[k].q) <= cases[k].off))
      test_fail(__FILE__, __LINE__, "%s: off by %g", cases[k].keys, distance(q, cases[k].q));
    CHECK(option_has_attitude(options, "body", NULL, ATTITUDE_KEYS("attitude")) == (k > 0));
    options_destroy(&options);
  }
  test_end("a quaternion, and an axis with an angle in degrees, give the same attitude");
}

static void mistakes_are_told(void)
{
  static const struct {
    const char *keys;
    int         dimension;
    const char *expected;
  } cases[] = {
    {"attitude: [0, 0, 0, 0]", 3, "attitude: '0,0,0,0': (0, 0, 0, 0) is no rotation"},
    {"quaternion: [0, 0, 0, 0]", 3, "quaternion: '0,0,0,0': (0, 0, 0, 0) is no rotation"},
    {"attitude: [1, 0, 0]", 3, "3 numbers given; allowed: 4"},
    {"attitude: {axis: [0, 0, 0], angle: 3}", 3, "is zero: give a direction"},
    {"attitude: {axis: [0, 0, 1]}", 3, "goes with an angle, which is missing"},
    {"attitude: {angle: 30}", 3, "goes with an axis, which is missing"},
    {"attitude: {axis: [0, 0, 1], angle: 4000}", 3, "attitude_angle"},
    {"attitude: [1, 0, 0, 0], attitude_axis: [0, 0, 1], attitude_angle: 30", 3,
     "is given by a quaternion, and by an axis and an angle as well: keep one"},
    {"attitude: [1, 0, 0, 0], quaternion: [1, 0, 0, 0]", 3, "another name of a key"},
    {"attitude: [1, 1, 0, 0]", 2, "does not turn about z"},
    {"attitude: {axis: [0, 1, 0], angle: 30}", 2, "does not turn about z"},
  };

  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Options *options = body_of(cases[k].keys, cases[k].dimension);
    Quat     q;

    read_body(options, &q);
    mistakes_check(cases[k].keys, options, 1, cases[k].expected);
    options_destroy(&options);
  }
  test_end("an attitude that is none, or is given twice, is a mistake, told once");
}

/* `axis` is the other name of attitude_axis for a box, and a key of its own of a tube. */
static void a_name_may_have_two_meanings(void)
{
  Options *options = body_of("shape: tube, axis: [1, 0, 0]", 3);

  check_clean(options);
  CHECK(option_vec3(options, "body", NULL, "axis").x == 1);
  options_destroy(&options);
  options = body_of("shape: tube, angle: 30", 3);
  mistakes_check("tube", options, 1, "angle: only with shape: box");
  options_destroy(&options);
  test_end("another name of a key may be a key of its own under another condition");
}

/* The later of two sources counts, and resolved.yaml reads back to the same attitude. */
static void later_sources_count(void)
{
  static const char *const texts[2] = {"body: {attitude: [0, 1, 0, 0]}\n",
                                       "body: {attitude: {axis: [0, 0, 1], angle: 180}}\n"};

  for (int first = 0; first < 2; first++) {
    const Quat expected = first == 0 ? (Quat){0, 0, 0, 1} : (Quat){0, 1, 0, 0};
    Options   *options, *again;
    char      *text;
    Quat       q;

    CALL(options_create(&par, body_kinds, &options));
    options_read_text(options, texts[first], "first");
    options_read_text(options, texts[1 - first], "second");
    CALL(options_check(options));
    options_check_plane(options, 3);
    CHECK(read_body(options, &q) && distance(q, expected) == 0);
    CHECK(read_body(options, &q) && distance(q, expected) == 0); /* and when it is asked again */
    check_clean(options);
    CALL(options_resolved(options, &text));
    CHECK((strstr(text, "# attitude: [0, 0, 0, 1]\n") != NULL) == (first == 0));
    CHECK((strstr(text, "attitude_angle: 180\n") != NULL) == (first == 0));
    again = options_of_text(&par, body_kinds, text, "resolved.yaml");
    options_check_plane(again, 3);
    CHECK(read_body(again, &q) && distance(q, expected) == 0);
    check_clean(again);
    free(text);
    options_destroy(&again);
    options_destroy(&options);
  }
  test_end("the later of two sources gives the attitude, and resolved.yaml the same one");
}

TESTS(.ranks = {1, 2})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  both_ways_agree();
  mistakes_are_told();
  a_name_may_have_two_meanings();
  later_sources_count();
  CALL(parallel_destroy(&par));
}
