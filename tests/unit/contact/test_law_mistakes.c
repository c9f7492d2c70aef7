/* SPDX-License-Identifier: MIT */
/* A mistake in a contact law is reported once, with the law, the key and what to do. */
#define _POSIX_C_SOURCE 200809L

#include "law_test.h"

/* The report of the one mistake of this text has these words. */
static void check_text(const char *scene, const char *expected, const char *more)
{
  Said    said = said_begin();
  LawTest t    = law_test(scene);
  char   *report;

  report = said_end(&said);
  CHECK_INT(t.mistakes, 1);
  CHECK(strstr(report, expected) != NULL);
  CHECK(strstr(report, more) != NULL);
  if (!strstr(report, expected) || !strstr(report, more)) test_note("%s", report);
  free(report);
  law_test_end(&t);
}

/* Laws between glass (no young) and steel. */
static void check(const char *laws, const char *expected, const char *more)
{
  char scene[600];

  snprintf(scene, sizeof scene,
           "material:\n  - glass: {density: 1, friction: 2}\n  - steel: {density: 1, young: "
           "1e7}\ncontact:\n%s",
           laws);
  check_text(scene, expected, more);
}

#define PAIR  "  - l: {between: [glass, steel], "
#define STEEL "  - l: {between: [steel, steel], "
#define HOOKE "normal: hooke, stiffness: 1, restitution: 1, "

/* Others would only follow from them. */
static void mistakes_come_alone(void)
{
  check(STEEL "normal: hetz, tangential: mindlin, friction: 1, restitution: 1}\n",
        "'hetz' is not known", "did you mean 'hertz'?");
  check(STEEL "normal: hertz, tangential: mindlin, fricton: 1, restitution: 1}\n", "fricton",
        "did you mean 'friction'?");
  check_text("material:\n  - a: {density: 1, young: 1 MPa}\n"
             "contact:\n  - l: {between: [a, a], normal: hertz, restitution: 1}\n",
             "'1 MPa' is not a number", "write 1000000");
  test_end("what follows from a mistake is not reported besides");
}

static void properties_that_are_missing(void)
{
  check(PAIR "normal: hertz, restitution: 1}\n", "hertz needs young",
        "glass and steel: glass has no young");
  check(PAIR "normal: elastic_plastic, yield_pressure: 1}\n", "elastic_plastic needs young",
        "glass has no young");
  check(PAIR "normal: spring}\n", "spring needs young", "glass has no young");
  check(PAIR HOOKE "cohesion: jkr, surface_energy: 1, largest_radius: 1}\n",
        "jkr needs normal: hertz, with young", "cohesion");
  check(PAIR "normal: hertz, restitution: 1, cohesion: jkr, surface_energy: 1, largest_radius: "
             "1}\n",
        "hertz needs young", "glass has no young");
  check(STEEL "normal: hertz, restitution: 1, cohesion: jkr, largest_radius: 1}\n",
        "surface_energy", "missing");
  check(STEEL "normal: luding, unloading_stiffness: 2}\n", "luding needs the stiffness of loading",
        "stiffness");
  check(STEEL HOOKE "cohesion: liquid_bridge, surface_tension: 1, liquid_volume: 1, "
                    "liquid_viscosity: 1}\n",
        "liquid_gap", "roughness");
  check(STEEL "normal: hooke, stiffness: 1, damping: 1, tangential: viscous, friction: 1}\n",
        "tangential_damping", "viscous needs it");
  check(STEEL HOOKE "tangential: hooke}\n", "contact: l: friction: missing",
        "the pair, steel and steel (neither has it)");
  check(PAIR HOOKE "tangential: hooke}\n", "contact: l: friction: missing",
        "the pair, glass and steel (steel has none)");
  check(STEEL HOOKE
        "cohesion: van_der_waals, hamaker_gap: 1, hamaker_cutoff: 2, hamaker: 1, mixing: mean}\n",
        "'mean' is not known", "one of: harmonic, geometric");
  test_end("a missing property is told with law, property and pair");
}

static void properties_that_contradict(void)
{
  check(STEEL HOOKE "stiffness_rule: yade}\n", "has no effect together with stiffness",
        "stiffness_rule");
  check(STEEL HOOKE "damping: 3}\n", "given together with restitution", "damping");
  check(STEEL "normal: hertz, damping: 3, viscous_time: 1}\n", "given together with damping",
        "viscous_time");
  check(STEEL "normal: walton_braun, stiffness: 2, unloading_stiffness: 2}\n",
        "not above stiffness", "unloading_stiffness");
  check(STEEL "normal: walton_braun, stiffness: 1, unloading_stiffness: 2, damping: 1, "
              "damping_coefficient: 2}\n",
        "given together with damping", "damping_coefficient");
  check(STEEL HOOKE "cohesion: van_der_waals, hamaker: 1, hamaker_gap: 2, hamaker_cutoff: 1}\n",
        "below hamaker_gap", "hamaker_cutoff");
  check(STEEL HOOKE "cohesion: liquid_migration, surface_tension: 1, liquid_volume: 1, "
                    "liquid_least: 2}\n",
        "above liquid_volume", "liquid_least");
  check(STEEL HOOKE "rolling: epsd2, rolling_friction: 1}\n", "epsd2 takes its stiffness",
        "tangential");
  check(STEEL "normal: elastic_plastic, yield_pressure: 1, cohesion: jkr, surface_energy: 1, "
              "largest_radius: 1}\n",
        "jkr needs normal: hertz", "cohesion");
  check(STEEL "normal: hertz_table, restitution_speeds: [1, 2], restitutions: [1]}\n",
        "1 numbers for 2 of restitution_speeds", "restitutions");
  check(STEEL "normal: hertz_table, restitution_speeds: [2, 2], restitutions: [1, 1]}\n",
        "they must ascend", "restitution_speeds");
  check(STEEL HOOKE "tangential: static_dynamic, friction: 1, friction_dynamic: 2}\n",
        "above friction", "friction_dynamic");
  check(STEEL HOOKE "surface_energy: 1}\n", "only with cohesion: dmt jkr", "surface_energy");
  check(PAIR HOOKE "}\n  - m: {between: [steel, glass], " HOOKE "}\n", "already has the law l",
        "between");
  test_end("properties that contradict each other, and a pair with two laws, are mistakes");
}

TESTS(.ranks = {1})
{
  mistakes_come_alone();
  properties_that_are_missing();
  properties_that_contradict();
}
