/* SPDX-License-Identifier: MIT */
/* Laws of cohesion on one batch: forces next to slow twins, pull-off forces, where they end, and
   energies as integrals of the forces. */
#define _POSIX_C_SOURCE 200809L

#include "contact/terms/kernels/liquid.h"
#include "law_test.h"

static const char text[] =
  "material:\n  - a: {density: 1, young: 1e7, poisson: 0.25}\n"
  "  - b: {density: 1, young: 1e7, poisson: 0.25}\n  - c: {density: 1, young: 1e7}\n"
  "contact:\n"
  "  - dmt: {between: [a, a], normal: hertz, restitution: 1, cohesion: dmt, surface_energy: 0.4}\n"
  "  - jkr: {between: [a, b], normal: hertz, restitution: 1, cohesion: jkr, surface_energy: 0.4, "
  "largest_radius: 3}\n"
  "  - fold: {between: [b, b], normal: hertz, restitution: 1, cohesion: jkr, surface_energy: 0.4, "
  "largest_radius: 3, jkr_end: fold}\n"
  "  - van: {between: [a, c], normal: hertz, restitution: 1, cohesion: van_der_waals, hamaker: "
  "2e-9, hamaker_gap: 1e-5, hamaker_cutoff: 1e-3}\n"
  "  - willett: {between: [b, c], normal: hertz, restitution: 1, cohesion: liquid_bridge, "
  "surface_tension: 0.07, contact_angle: 30, liquid_volume: 1e-6, liquid_viscosity: 2, liquid_gap: "
  "1e-3}\n"
  "  - rabinovich: {between: [c, c], normal: hertz, restitution: 1, cohesion: liquid_bridge, "
  "surface_tension: 0.07, contact_angle: 30, liquid_volume: 1e-6, bridge_force: rabinovich}\n";

static const double pi = PETSC_PI, gamma_ = 0.4, R = LAW_RADIUS;

static double young(void)
{
  return 0.5e7 / (1 - 0.25 * 0.25);
}

/* Push of a law at a gap (m) and speed of approach (m/s), held before; its energy, if asked. */
static double push_at(const Law *law, double gap, double v, bool held, double *energy)
{
  ContactBatch *b    = law_batch(1e-5);
  double        u[1] = {0}, push;
  const int     k    = law_contact(b, -gap, vec3(v, 0, 0));

  b->known[k] = gap <= 0;
  b->kept[k]  = held;
  if (gap > 0) b->apart[b->n_apart++] = k;
  for (int c = 0; c < law->memory; c++) b->store[c][k] = held;
  law_apply(law, b);
  push = -b->fx[k];
  law_energy(law, SLOTS_ALL, b, u);
  if (energy) *energy = u[0];
  law_batch_free(b);
  return push;
}

/* JKR's force at an overlap: the contact radius by bisection above the fold. */
static double jkr_twin(double overlap)
{
  double lo = cbrt(pi * gamma_ * R * R / (4 * young())), hi = 10 * R, a;

  for (int k = 0; k < 200; k++) {
    a = 0.5 * (lo + hi);
    if (a * a / R - 2 * sqrt(pi * gamma_ * a / young()) > overlap) hi = a;
    else lo = a;
  }
  return 4 * young() * a * a * a / (3 * R) - 2 * pi * a * a * sqrt(4 * gamma_ * young() / (pi * a));
}

static void jkr_is_the_solution_of_its_equations(const LawTest *t)
{
  const Law   *law = law_named(t, "jkr"), *fold = law_named(t, "fold");
  const double pull = 3 * pi * gamma_ * R, a = cbrt(9 * pi * gamma_ * R * R / (4 * young()));
  const double end = 2 * sqrt(pi * gamma_ * a / young()) - a * a / R, b = a / cbrt(9),
               last = 2 * sqrt(pi * gamma_ * b / young()) - b * b / R;
  double touched;
  double most = 0;

  for (int k = 0; k <= 80; k++) { /* from the fold far into the overlap */
    const double overlap = k < 40 ? -last * (1 - 1e-6) * k / 40 : 1e-9 * pow(10, 0.2 * (k - 40)),
                 twin    = jkr_twin(overlap);

    CHECK_NEAR(push_at(fold, -overlap, 0, true, NULL), twin, 1e-9 * (pull + fabs(twin)));
    most = fmin(most, twin);
  }
  CHECK_NEAR(law->keeps, end, 1e-12 * end);
  CHECK_NEAR(fold->keeps, last, 1e-12 * last);
  CHECK_NEAR(push_at(law, end * (1 - 1e-9), 0, true, NULL), -pull, 1e-9 * pull);
  CHECK_NEAR(push_at(fold, last * (1 - 1e-9), 0, true, NULL), -5.0 / 9 * pull, 1e-4 * pull);
  CHECK(push_at(law, end * (1 + 1e-9), 0, true, NULL) == 0);
  CHECK(push_at(law, 0.5 * end, 0, false, NULL) == 0); /* it has not touched */
  CHECK_NEAR(push_at(law, 0, 0, false, NULL), -8.0 / 9 * pull, 1e-9 * pull);
  CHECK(most > -pull * (1 + 1e-9));
  (void)push_at(law, 0, 0, true, &touched);
  CHECK_NEAR(touched, 0, 1e-12 * pull * end); /* touching gives no energy */
  test_end("jkr: the force is that of the contact radius found by bisection, to 3 pi gamma R*");
}

static void dmt_pulls_while_surfaces_touch(const LawTest *t)
{
  const Law   *law   = law_named(t, "dmt");
  const double hertz = 4.0 / 3 * young() * sqrt(R * 1e-3) * 1e-3;

  CHECK_NEAR(push_at(law, 0, 0, true, NULL), -4 * pi * gamma_ * R, 1e-13);
  CHECK_NEAR(push_at(law, -1e-3, 0, true, NULL), hertz - 4 * pi * gamma_ * R, 1e-12 * hertz);
  test_end("dmt: 4 pi gamma R* less than Hertz' force");
}

/* The slope that the time step is chosen by, against the steepest part of the force. */
static void bridges_are_as_steep_as_said(void)
{
  const double V = 3e-7;

  for (int willett = 0; willett < 2; willett++) {
    const Bridge h    = {.pull = 2, .volume = V, .least = 1, .reach = 1, .willett = willett};
    const double step = 1e-7, said = bridge_steepest(&h, V, R);
    double       steep = 0;

    for (int k = 0; k < 20000; k++)
      steep = fmax(steep, (bridge_pull(&h, willett, V, R, k * step, 0) -
                           bridge_pull(&h, willett, V, R, (k + 1) * step, 0)) /
                            step);
    /* willett: steepest 1.2237, said 1.23; differences are those of the middle of a step */
    CHECK(steep <= said * (1 + 1e-6));
    CHECK(steep > said * (willett ? 0.994 : 0.9995));
  }
  test_end("the largest slope of a bridge's force is what is said of it");
}

static void bridges_pull_as_published(const LawTest *t)
{
  const Law   *w = law_named(t, "willett"), *r = law_named(t, "rabinovich");
  const double s = 2e-3, V = 1e-6, F = 4 * pi * R * 0.07 * cos(pi / 6), x = s * sqrt(2 * R / V),
               wet = 1 - s / sqrt(s * s + V / (pi * R)), eta = 6 * pi * 2 * R * R * wet * wet / s;

  CHECK_NEAR(push_at(w, 0, 0, true, NULL), -F, 1e-12 * F);
  CHECK_NEAR(push_at(w, s, 0, true, NULL), -F / (1 + 1.05 * x + 2.5 * x * x), 1e-12 * F);
  CHECK_NEAR(push_at(r, s, 0, true, NULL), -F * wet, 1e-12 * F);
  CHECK_NEAR(push_at(w, s, 0.1, true, NULL) - push_at(w, s, 0, true, NULL), 0.1 * eta, 1e-12 * eta);
  CHECK_NEAR(w->keeps, (1 + pi / 12) * 0.01, 1e-15);
  CHECK(w->reach == 0);
  test_end("liquid bridges: Willett's and Rabinovich's force, viscous part and rupture distance");
}

static void van_der_waals_pulls_from_its_cutoff(const LawTest *t)
{
  const Law *law = law_named(t, "van");

  CHECK(law->reach == 1e-3 && law->keeps == 1e-3);
  CHECK_NEAR(push_at(law, 1e-4, 0, false, NULL), -2e-9 * R / 6e-8, 1e-12);
  CHECK_NEAR(push_at(law, 0, 0, false, NULL), -2e-9 * R / 6e-10, 1e-9);
  test_end("van der Waals: H R* / (6 s^2) down to a least distance");
}

/* Simpson's rule over gaps from deep to where the law ends, in two parts at the kinks. */
static double integral(const Law *law, double from, double to, double *difference)
{
  enum { N = 2000 };
  const double h   = (to - from) / N;
  double       sum = 0, first, last;

  for (int k = 0; k <= N; k++)
    sum += (k == 0 || k == N ? 1
            : k % 2          ? 4
                             : 2) *
           push_at(law, from + h * k, 0, true, NULL) * h / 3;
  (void)push_at(law, from, 0, true, &first);
  (void)push_at(law, to, 0, true, &last);
  *difference = first - last;
  return sum;
}

static void energies_are_integrals_of_forces(const LawTest *t)
{
  for (int k = 0; k < t->laws->n; k++) {
    const Law   *law    = &t->laws->list[k];
    const double kink   = strcmp(law->name, "van") == 0 ? 1e-5 : 0,
                 ends[] = {-1e-4, 0, kink, law->keeps * (1 - 1e-9)};

    for (int part = 0; part < 3; part++) {
      double difference, work;

      if (!(ends[part + 1] > ends[part])) continue;
      work = integral(law, ends[part], ends[part + 1], &difference);
      /* Simpson's error where the force has a root; the law's fold */
      CHECK_NEAR(work, difference, (strcmp(law->name, "fold") ? 1e-5 : 1e-4) * fabs(work));
    }
  }
  test_end("what a cohesion stores is the work of its force, from overlap to rupture");
}

TESTS(.ranks = {1})
{
  LawTest t;

  t = law_test(text);
  CHECK_INT(t.mistakes, 0);
  jkr_is_the_solution_of_its_equations(&t);
  dmt_pulls_while_surfaces_touch(&t);
  bridges_pull_as_published(&t);
  bridges_are_as_steep_as_said();
  van_der_waals_pulls_from_its_cutoff(&t);
  energies_are_integrals_of_forces(&t);
  law_test_end(&t);
}
