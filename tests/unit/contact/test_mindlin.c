/* SPDX-License-Identifier: MIT */
/* Mindlin's law on one batch: the elastic force grows with slip, falls with the contact radius and
   is capped, against docs/physics/contact.md; and tangential laws that do not go with the normal
   one. */
#define _POSIX_C_SOURCE 200809L

#include "law_test.h"
#include "unit/files.h"

static const char text[] =
  "material:\n  - a: {density: 1, young: 1e7, poisson: 0.25}\n"
  "contact:\n"
  "  - l: {between: [a, a], normal: hertz, restitution: 1, tangential: mindlin, friction: 0.3}\n";

static const double dt = 1e-5, overlap = 1e-2;
/* products and roots of doubles, each rounded to 1.1e-16 */
static const double small = 1e-14;

/* Stiffness 8 G* sqrt(R d), 1/G* = 2 (2 - nu)/G, G = E / (2 (1 + nu)). */
static double stiffness(void)
{
  return 8 * (1e7 / 2.5) / (2 * 1.75) * sqrt(LAW_RADIUS * overlap);
}

static double cap(void)
{
  return 0.3 * 4.0 / 3 * 0.5e7 / (1 - 0.0625) * sqrt(LAW_RADIUS * overlap) * overlap;
}

/* A contact whose memory is this force (N) at this contact radius (m). */
static void remember(ContactBatch *b, double force, double radius, Vec3 v)
{
  const int k = law_contact(b, overlap, v);

  b->store[1][k] = force;
  b->store[3][k] = radius;
}

static void slip_adds_to_the_force(const LawTest *t)
{
  ContactBatch *b       = law_batch(dt);
  const double  contact = sqrt(LAW_RADIUS * overlap), v = 0.01;

  remember(b, 5, contact, vec3(0, v, 0));
  remember(b, 5, 2 * contact, vec3(0, 0, 0));
  remember(b, 5, 0.5 * contact, vec3(0, 0, 0));
  law_apply(law_named(t, "l"), b);
  CHECK_NEAR(b->fy[0], 5 - 0.5 * dt * stiffness() * v, small * 10);
  CHECK_NEAR(b->store[1][0], 5 - dt * stiffness() * v, small * 10);
  CHECK_NEAR(b->store[3][0], contact, small);
  CHECK_NEAR(b->fy[1], 2.5, small * 5); /* the contact has shrunk by half */
  CHECK_NEAR(b->fy[2], 5, small * 5);   /* it has grown: the force stays */
  law_batch_free(b);
  test_end("mindlin: slip adds to the elastic force, a shrinking contact takes from it");
}

static void friction_caps_the_force(const LawTest *t)
{
  ContactBatch *b    = law_batch(dt);
  double        u[1] = {0};

  remember(b, 3 * cap(), sqrt(LAW_RADIUS * overlap), vec3(0, 0, 0));
  law_apply(law_named(t, "l"), b);
  CHECK_NEAR(law_slip_force(b, 0), cap(), small * cap());
  CHECK_NEAR(b->store[1][0], cap(), small * cap());
  law_energy(law_named(t, "l"), SLOTS_ALL, b, u);
  CHECK_NEAR(u[0] - 0.4 * cap() / 0.3 * overlap, 0.5 * cap() * cap() / stiffness(),
             small * cap() * overlap);
  law_batch_free(b);
  test_end("mindlin: friction caps the force, and what is stored of it is f^2 / (2 k)");
}

static void check_partner(const char *keys, const char *expected)
{
  char    scene[400];
  Said    said = said_begin();
  LawTest t;
  char   *report;

  snprintf(scene, sizeof scene,
           "material:\n  - a: {density: 1, young: 1e7}\ncontact:\n"
           "  - l: {between: [a, a], restitution: 1, friction: 1, %s}\n",
           keys);
  t      = law_test(scene);
  report = said_end(&said);
  CHECK_INT(t.mistakes, 1);
  CHECK(strstr(report, expected) != NULL);
  free(report);
  law_test_end(&t);
}

static void partners_must_match(void)
{
  check_partner("normal: hooke, tangential: mindlin", "mindlin needs normal: hertz");
  check_partner("normal: hertz, tangential: hooke", "hooke needs normal: hooke");
  test_end("a tangential law that does not go with the normal one is a mistake");
}

TESTS(.ranks = {1})
{
  LawTest t;

  t = law_test(text);
  CHECK_INT(t.mistakes, 0);
  slip_adds_to_the_force(&t);
  friction_caps_the_force(&t);
  law_test_end(&t);
  partners_must_match();
}
