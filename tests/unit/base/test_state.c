/* SPDX-License-Identifier: MIT */
/* Tables of state: numbers go to values and come back, and values that do not fit are refused by
   name. */
#include "base/state.h"
#include "test.h"

typedef struct {
  double     real, vector[3];
  int64_t    whole;
  int32_t    half;
  char       word[8];
  StateArray any;
  int        square; /* kept as its root */
} Owner;

static void get_root(const void *owner, void *root)
{
  const double of = sqrt(((const Owner *)owner)->square);

  memcpy(root, &of, sizeof of);
}

static bool put_root(void *owner, const void *root)
{
  double of;

  memcpy(&of, root, sizeof of);
  ((Owner *)owner)->square = (int)(of * of + 0.5);
  return of < 100;
}

static const StateItem items[] = {
  {.name = "real", .unit = "m", .type = STATE_REAL, .offset = offsetof(Owner, real)},
  {.name   = "vector",
   .type   = STATE_REAL,
   .count  = 3,
   .offset = offsetof(Owner, vector),
   .lo     = -1,
   .hi     = 2},
  {.name = "whole", .type = STATE_INT64, .offset = offsetof(Owner, whole), .lo = 0, .hi = 10},
  {.name   = "half",
   .type   = STATE_INT32,
   .offset = offsetof(Owner, half),
   .lo     = 0,
   .hi     = 10,
   .flags  = STATE_LACKING},
  {.name = "word", .type = STATE_TEXT, .count = 8, .offset = offsetof(Owner, word)},
  {.name   = "any",
   .type   = STATE_INT64,
   .count  = STATE_ANY,
   .offset = offsetof(Owner, any),
   .lo     = -5,
   .hi     = 5},
  {.name = "root", .type = STATE_REAL, .get = get_root, .put = put_root},
  {0},
};

static int64_t numbers[] = {1, -2, 5};

static Owner owner_made(void)
{
  return (Owner){.real   = 0.1,
                 .vector = {-1, 0.5, 2},
                 .whole  = 7,
                 .half   = 3,
                 .word   = "seven",
                 .any    = {3, numbers},
                 .square = 49};
}

/* The state of one owner; free it with state_free. */
static State gathered(Owner *owner)
{
  StateParts parts = {0};
  State      state = {0};

  state_list(&parts, "/root", "kind", "name", items, owner);
  state_gather(&state, &parts.list[0]);
  array_free(&parts.list);
  return state;
}

static StatePart part_of(Owner *owner)
{
  return (StatePart){.folder = "/root/kind/name", .items = items, .owner = owner};
}

static void numbers_come_back(void)
{
  Owner           made = owner_made(), back = {0};
  State           state = gathered(&made);
  const StatePart part  = part_of(&back);
  char            why[STATE_WHY];
  bool            good;

  CHECK(state_find(&state, "/root/kind/name/whole") && !state_find(&state, "whole"));
  CHECK(state_has_part(&state, &part));
  state_restore(&state, &part, &good, why);
  CHECK(good);
  CHECK(back.real == made.real && memcmp(back.vector, made.vector, sizeof made.vector) == 0);
  CHECK(back.whole == 7 && back.half == 3 && back.square == 49);
  CHECK_TEXT(back.word, "seven");
  CHECK(back.any.n == 3 && memcmp(back.any.list, numbers, sizeof numbers) == 0);
  array_free(&back.any.list);
  state_free(&state);
  test_end("numbers, lists of any length and texts go to values and come back");
}

/* Restoring fails with these words after a change of the value of this name. */
static void refused(const char *name, void (*change)(StateValue *), const char *words)
{
  Owner           made = owner_made(), back = {0};
  State           state          = gathered(&made);
  const StatePart part           = part_of(&back);
  char            why[STATE_WHY] = "", path[STATE_PATH];
  int64_t         kept[sizeof numbers / sizeof *numbers];
  bool            good;

  memcpy(kept, numbers, sizeof kept); /* the state has the array itself */
  snprintf(path, sizeof path, "/root/kind/name/%s", name);
  change((StateValue *)state_find(&state, path));
  state_restore(&state, &part, &good, why);
  CHECK(!good);
  if (!strstr(why, words)) test_fail(__FILE__, __LINE__, "'%s' does not say '%s'", why, words);
  array_free(&back.any.list);
  state_free(&state);
  memcpy(numbers, kept, sizeof kept);
}

static void become_large(StateValue *v)
{
  const int64_t large = 11;

  memcpy(v->bytes, &large, sizeof large);
}

static void become_infinite(StateValue *v)
{
  const double infinite = INFINITY;

  memcpy(v->bytes, &infinite, sizeof infinite);
}

static void become_long(StateValue *v)
{
  v->n = 2;
}

static void become_real(StateValue *v)
{
  v->type = STATE_REAL;
}

static void get_lost(StateValue *v)
{
  v->path[0] = 'x';
}

static void become_endless(StateValue *v)
{
  memset(v->bytes, 'a', 8);
}

static void values_that_do_not_fit_are_refused(void)
{
  refused("whole", become_large, "/root/kind/name/whole is 11; allowed: 0 to 10");
  refused("any", become_large, "/any is 11; allowed: -5 to 5");
  refused("real", become_infinite, "/real is inf, no finite number");
  refused("root", become_infinite, "/root is inf, no finite number");
  refused("vector", become_long, "/vector has 2 numbers; allowed: 3");
  refused("whole", become_real, "/whole has another type than this program reads");
  refused("whole", get_lost, "/root/kind/name/whole is missing");
  refused("word", become_endless, "/word has no terminating zero");
  test_end("a value of another type or length, out of bounds or missing is refused by name");
}

static void what_may_lack_keeps_its_value(void)
{
  Owner           made = owner_made(), back = {.half = 9};
  State           state = gathered(&made);
  const StatePart part  = part_of(&back);
  char            why[STATE_WHY];
  bool            good;

  get_lost((StateValue *)state_find(&state, "/root/kind/name/half"));
  state_restore(&state, &part, &good, why);
  CHECK(good && back.half == 9);
  array_free(&back.any.list);
  state_free(&state);
  test_end("a number that older files lack keeps the value that it has");
}

TESTS(.ranks = {1})
{
  numbers_come_back();
  values_that_do_not_fit_are_refused();
  what_may_lack_keeps_its_value();
}
