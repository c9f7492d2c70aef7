/* SPDX-License-Identifier: MIT */
/* Plans of a random fill: quotas of templates, amounts, order of clumps. */
#define _POSIX_C_SOURCE 200809L

#include "fill_case.h"

static void count_templates(const FillSpec *p, int64_t count[4])
{
  memset(count, 0, 4 * sizeof *count);
  for (int64_t j = 0; j < p->count; j++) count[fill_spec_clump(p, j).template]++;
}

static void check_counts(const char *fill, int64_t pairs, int64_t balls, int64_t mixed)
{
  Case    c = begin_good(fill);
  int64_t count[4];

  count_templates(&c.plan, count);
  if (count[0] != pairs || count[1] != balls || count[2] != mixed)
    test_fail(__FILE__, __LINE__, "%s: %d, %d, %d", fill, (int)count[0], (int)count[1],
              (int)count[2]);
  end(&c);
}

static void shares_are_kept_to_the_clump(void)
{
  check_counts("template: [pair, ball], fraction: [0.7, 0.3], count: 1000, " BOX, 700, 300, 0);
  check_counts("template: [pair, ball], fraction: [0.7, 0.3], count: 9, " BOX, 6, 3,
               0); /* 6.3 and 2.7 */
  check_counts("template: [ball, mixed, pair], count: 7, " BOX, 2, 3,
               2); /* thirds: the first gets the rest */
  check_counts("template: [ball, mixed, pair], count: 9, " BOX, 3, 3,
               3); /* thirds that are whole */
  check_counts("template: [pair, ball, mixed], fraction: [1, 1, 8], count: 4, " BOX, 1, 0,
               3); /* .4, .4, 3.2: of equals the first */
  /* a pair has 16 balls' volume and, of a third the density, 16/3 of their mass */
  check_counts(
    "template: [pair, ball], fraction: [0.5, 0.5], fraction_by: volume, count: 170, " BOX, 10, 160,
    0);
  check_counts("template: [pair, ball], fraction: [0.5, 0.5], fraction_by: mass, count: 190, " BOX,
               30, 160, 0);
  check_counts(
    "template: [pair, ball], fraction: [0.5, 0.5], fraction_by: mass, density: 7, count: 170, " BOX,
    10, 160, 0);
  /* of one volume each, three times the density makes a third of the number */
  check_counts("template: [pair, ball], fraction: [0.5, 0.5], fraction_by: mass, size: uniform, "
               "size_of: diameter, size_lo: 1, "
               "size_hi: 2, count: 400, " BOX,
               300, 100, 0);
  test_end("templates have their shares by number, mass or volume, to the clump");
}

static double mass_of(const Case *c, double density, double *largest)
{
  double sum = 0;

  *largest = 0;

  for (int64_t j = 0; j < c->plan.count; j++) {
    const FillClump       drawn = fill_spec_clump(&c->plan, j);
    const MassProperties *m     = &c->templates.list[drawn.template].mass;
    const double mass = pow(drawn.scale, 3) * (density > 0 ? density * m->volume : m->mass);

    sum += mass;
    *largest = fmax(*largest, mass);
  }
  return sum;
}

static void check_mass(const char *fill, double asked, double density)
{
  Case         c = begin_good(fill);
  double       largest;
  const double mass = mass_of(&c, density, &largest);

  test_note("asked for %g, got %g in %d clumps of up to %g", asked, mass, (int)c.plan.count,
            largest);
  CHECK_NEAR(mass, asked, largest);
  end(&c);
}

static void amounts_are_met(void)
{
  const double box = 1e6; /* m^3 */

  check_mass("template: [pair, ball], mass: 1000, " BOX, 1000, 0);
  check_mass(
    "template: [pair, ball], mass: 1.0e4, size: lognormal, size_mean: 1, size_deviation: 0.4, " BOX,
    1e4, 0);
  check_mass("template: [pair, ball], mass: 1.0e4, density: 0.5, size: uniform, size_lo: 0.5, "
             "size_hi: 2, size_by: mass, " BOX,
             1e4, 0.5);
  check_mass("template: [ball, pair], volume_fraction: 0.2, " BOX, 0.2 * box, 1);
  check_mass("template: [ball], volume_fraction: 1.0e-4, size: normal, size_of: largest, "
             "size_mean: 3, size_deviation: 0.5, " BOX,
             1e-4 * box, 1);
  test_end("a mass, or a share of the box, is met to a clump");
}

/* Template and size of a clump say nothing about its number. */
static void clumps_are_shuffled(void)
{
  Case c =
    begin_good("template: [pair, ball], count: 3000, size: uniform, size_lo: 1, size_hi: 2, " BOX);
  double shape = 0, size = 0, both = 0;

  for (int64_t j = 0; j < COUNT; j++) {
    const FillClump drawn = fill_spec_clump(&c.plan, j);
    const double    at    = ((double)j + 0.5) / COUNT - 0.5;

    shape += at * (drawn.template - 0.5) / COUNT;
    size += at * (drawn.scale - 1.5) / COUNT;
    both += (drawn.template - 0.5) * (drawn.scale - 1.5) / COUNT;
  }
  /* four standard deviations: of even numbers 1/sqrt(12), of two equal halves 1/2 */
  CHECK_NEAR(shape, 0, 4 / sqrt(12) / 2 / sqrt(COUNT));
  CHECK_NEAR(size, 0, 4 / 12. / sqrt(COUNT));
  CHECK_NEAR(both, 0, 4 / sqrt(12) / 2 / sqrt(COUNT));
  end(&c);
  test_end("template, size and number of a clump are independent");
}

TESTS(.ranks = {1, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  shares_are_kept_to_the_clump();
  amounts_are_met();
  clumps_are_shuffled();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
