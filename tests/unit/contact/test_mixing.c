/* SPDX-License-Identifier: MIT */
/* Properties that laws take from their materials: every property of every pair of materials, by
   every rule, against the rule written out; and the same forces as of a law that is given the
   value. */
#define _POSIX_C_SOURCE 200809L

#include "law_test.h"

enum { MATERIALS = 3, RULES = 4 };

static const char *const rules[RULES]     = {"harmonic", "geometric", "arithmetic", "minimum"};
static const char *const names[MATERIALS] = {"glass", "steel", "wax"};

typedef struct {
  const char *key, *terms; /* of a law that needs it */
  double      value[MATERIALS];
} Property;

#define SPRING "normal: hooke, stiffness: 1e4"
static const Property properties[] = {
  {"restitution", SPRING, {0.9, 0.5, 0.25}},
  {"friction", SPRING ", damping: 0, tangential: hooke", {0.25, 0.5, 0}},
  {"friction_dynamic",
   SPRING ", damping: 0, tangential: static_dynamic, friction: 9",
   {0.1, 0.35, 0.7}},
  {"rolling_friction", SPRING ", damping: 0, rolling: constant_torque", {0.01, 0.3, 0.02}},
  {"twisting_friction", SPRING ", damping: 0, twisting: constant_torque", {0.01, 0.3, 0.02}},
  {"surface_energy", SPRING ", damping: 0, cohesion: dmt", {0.05, 1e-3, 2}},
  {"cohesion_energy_density", SPRING ", damping: 0, cohesion: sjkr", {1e3, 1e5, 7}},
  {"hamaker",
   SPRING ", damping: 0, cohesion: van_der_waals, hamaker_gap: 1e-9, hamaker_cutoff: 1e-6",
   {6.5e-20, 2e-19, 1e-21}},
};
enum { PROPERTIES = sizeof properties / sizeof *properties };

/* The rule written out. */
static double mean_of(int rule, double a, double b)
{
  const double mean[RULES] = {a + b > 0 ? 2 * a * b / (a + b) : 0, sqrt(a * b), (a + b) / 2,
                              a < b ? a : b};

  return mean[rule];
}

/* Law l of materials i and j with these further keys; materials have the property if `mixed`. */
static LawTest law_of(const Property *p, int i, int j, bool mixed, const char *more)
{
  char text[1200];
  int  n = snprintf(text, sizeof text, "material:\n");

  for (int m = 0; m < MATERIALS; m++)
    n += mixed ? snprintf(text + n, sizeof text - (size_t)n, "  - %s: {%s: %.17g}\n", names[m],
                          p->key, p->value[m])
               : snprintf(text + n, sizeof text - (size_t)n, "  - %s: {density: 1}\n", names[m]);
  snprintf(text + n, sizeof text - (size_t)n, "contact:\n  - l: {between: [%s, %s], %s, %s}\n",
           names[i], names[j], p->terms, more);
  return law_test(text);
}

/* Sum of all that the law adds to contacts that slide, roll, spin and approach. */
static double force_of(const Law *law)
{
  static ContactBatch b;
  double              sum = 0;

  batch_at_rest(&b, 2, 1e-4);
  for (int k = 0; k < b.n; k++) {
    b.vx[k] = b.approach[k] = 0.1 + k;
    b.vy[k]                 = 1e3;
    b.wx[k] = b.wy[k] = 1e3;
    b.twist[k]        = 0.01;
  }
  law_apply(law, &b);
  for (int k = 0; k < b.n; k++) sum += b.fx[k] + 3 * b.fy[k] + 5 * b.cx[k] + 7 * b.cy[k];
  return sum;
}

static void check_pair(const Property *p, int rule, int i, int j)
{
  char    more[80];
  LawTest mixed, given;
  double  value;

  snprintf(more, sizeof more, "mixing: %s", rules[rule]);
  mixed = law_of(p, i, j, true, more);
  value = option_real(mixed.options, "contact", "l", p->key);
  snprintf(more, sizeof more, "%s: %.17g", p->key, value);
  given = law_of(p, i, j, false, more);
  CHECK_INT(mixed.mistakes + given.mistakes, 0);
  /* some roundings */
  CHECK_NEAR(value, mean_of(rule, p->value[i], p->value[j]), 4e-16 * value);
  CHECK(i != j || value == p->value[i]);
  CHECK(force_of(law_named(&mixed, "l")) == force_of(law_named(&given, "l")));
  law_test_end(&mixed);
  law_test_end(&given);
}

static void means_of_pairs(void)
{
  for (int p = 0; p < PROPERTIES; p++)
    for (int rule = 0; rule < RULES; rule++)
      for (int i = 0; i < MATERIALS; i++)
        for (int j = 0; j < MATERIALS; j++) check_pair(&properties[p], rule, i, j);
  test_end("a property that a law does not give is the mean of its materials', by the asked rule");
}

static void values_of_laws_win(void)
{
  LawTest t = law_of(&properties[1], 0, 1, true, "friction: 0.75");

  CHECK(option_real(t.options, "contact", "l", "friction") == 0.75);
  law_test_end(&t);
  t = law_of(&properties[0], 0, 1, true, "damping: 3");
  CHECK_INT(t.mistakes, 0);
  CHECK(!option_has_value(t.options, "contact", "l", "restitution"));
  law_test_end(&t);
  test_end("a value of the law wins, and another dashpot wins over a restitution");
}

static void shown_as_comments(void)
{
  LawTest t = law_of(&properties[1], 0, 1, true, "mixing: arithmetic"), again;
  char   *text, *other;

  CALL(options_resolved(t.options, &text));
  CHECK(strstr(text, "      # friction: 0.375\n") != NULL);
  again = law_test(text);
  CHECK_INT(again.mistakes, 0);
  CALL(options_resolved(again.options, &other));
  CHECK(strcmp(text, other) == 0);
  free(text);
  free(other);
  law_test_end(&t);
  law_test_end(&again);
  test_end("resolved.yaml shows means as comments, and reads back to the same");
}

TESTS(.ranks = {1})
{
  means_of_pairs();
  values_of_laws_win();
  shown_as_comments();
}
