/* SPDX-License-Identifier: MIT */
/* Plans of a random fill: strata of sizes by number, by mass and of a file. */
#define _POSIX_C_SOURCE 200809L

#include "fill_case.h"

/* Sizes of one template's clumps, ascending; what = 1 for the factor, or that of its diameter. */
static int sizes_of(const FillSpec *p, int shape, double what, double *size)
{
  int n = 0;

  for (int64_t j = 0; j < p->count; j++) {
    const FillClump drawn = fill_spec_clump(p, j);

    if (drawn.template == shape) size[n++] = what * drawn.scale;
  }
  qsort(size, (size_t)n, sizeof *size, compare_reals);
  return n;
}

static double lognormal_below(double s, double mean, double deviation)
{
  const double sigma = sqrt(log(1 + deviation * deviation / mean / mean)),
               mu    = log(mean) - sigma * sigma / 2;
  const double tail  = 0.5 * erfc(3 / sqrt(2));

  return (0.5 * erfc((mu - log(s)) / sigma / sqrt(2)) - tail) / (1 - 2 * tail);
}

/* The distance of Kolmogorov and Smirnov is within a stratum. */
static void sizes_by_number(void)
{
  Case   c = begin_good("template: [pair, ball], fraction: [2, 1], count: 3000, size: lognormal, "
                          "size_of: diameter, size_mean: 2, "
                          "size_deviation: 0.8, " BOX);
  double size[COUNT];

  for (int shape = 0; shape < 2; shape++) {
    const int n =
      sizes_of(&c.plan, shape, cbrt(6 * c.templates.list[shape].mass.volume / PETSC_PI), size);
    double worst = 0;

    for (int i = 0; i < n; i++) {
      const double below = lognormal_below(size[i], 2, 0.8);

      worst = fmax(worst, fmax(below - (double)i / n, (i + 1.) / n - below));
    }
    test_note("%d clumps: off by %.4f / n", n, worst * n);
    CHECK_INT(n, shape == 0 ? 2000 : 1000);
    CHECK(worst <= 1.0 / n + 1e-6); /* and the pieces of the curve */
  }
  CHECK_NEAR(c.plan.largest,
             2 * 2 / cbrt(16) * (size[0] > 0) * exp(log(2) - log(1.16) / 2 + 3 * sqrt(log(1.16))) /
               2,
             1e-12);
  end(&c);
  test_end("achieved sizes, by number, are those asked for within one clump, in volume-equivalent "
           "diameters");
}

static void sizes_by_mass(void)
{
  Case c = begin_good(
    "template: [ball, pair], fraction_by: mass, count: 3000, size: table, size_by: mass, "
    "size_table: [1, 0, 2, 20, 2, 50, 6, 100], " BOX);

  for (int shape = 0; shape < 2; shape++) {
    double    size[COUNT], sum = 0, below = 0, worst = 0;
    const int n = sizes_of(&c.plan, shape, 1, size);

    for (int i = 0; i < n; i++) sum += pow(size[i], 3);
    for (int i = 0; i < n; i++) {
      const double s = size[i], passing = s < 2   ? 0.2 * (s - 1)
                                          : s > 2 ? 0.5 + 0.5 * (s - 2) / 4
                                                  : NAN;

      if (!isnan(passing))
        worst =
          fmax(worst, fmax(fabs(below / sum - passing), fabs((below + s * s * s) / sum - passing)));
      below += s * s * s;
    }
    test_note("%d clumps: off by %.4f of the largest one's mass", n, worst * sum / 216);
    CHECK_INT(n,
              shape == 0 ? 474 : 2526); /* a ball has 3/16 of a pair's mass: 16 of 19 in number */
    CHECK(worst <= 216 / sum);          /* a stratum of the largest */
  }
  end(&c);
  test_end("achieved sizes, by mass, are those asked for within the largest clump");
}

static void sizes_of_a_file(void)
{
  const char *const rows = "size,passing\n0.5,0\n1.5,1\n";
  const char *const fill =
    "template: [ball], count: 3000, size: table, size_of: largest, size_file: sizes.csv, " BOX;
  Case   c;
  double size[COUNT], worst = 0;

  file_write(&files, "sizes.csv", rows);
  c = begin_good(fill);
  CHECK_INT(sizes_of(&c.plan, 1, 1, size), COUNT);
  for (int i = 0; i < COUNT; i++) worst = fmax(worst, fabs(size[i] - 0.5 - (i + 0.5) / COUNT));
  CHECK(worst <= 0.5 / COUNT + 1e-15); /* half a stratum: a ball of scale 1 has the diameter 1 */
  end(&c);
  file_write(&files, "sizes.csv", "size,passing\n0.5,0\n1.5,x\n");
  c = begin(fill);
  mistakes_check("a wrong file", c.options, 1, "line 3");
  end(&c);
  file_write(&files, "sizes.csv", "size,passing\n0.5,1\n1.5,.5\n");
  c = begin(fill);
  mistakes_check("a falling file", c.options, 1, "point 2");
  end(&c);
  file_remove(&files, "sizes.csv");
  test_end("sizes may come from a file");
}

TESTS(.ranks = {1, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  sizes_by_number();
  sizes_by_mass();
  sizes_of_a_file();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
