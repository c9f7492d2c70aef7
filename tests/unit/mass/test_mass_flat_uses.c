/* SPDX-License-Identifier: MIT */
/* Discs: searches for neighbours, templates, large sets. */
#include "sets.h"

#include "supply/population/template_read.h"

/* Gaps and coincident pebbles of discs are those of the same spheres in a plane; overlap is of
   areas. */
static void searches(void)
{
  PebbleSet set =
    set_of(2, 4, (const double[][4]){{0, 0, 0, 1}, {3, 0, 0, .5}, {0, 0, 0, 1}, {0, 1, 0, 1}});

  CHECK_INT(pebbles_merge(&set, &materials), 1);
  CHECK_INT(set.dimension, 2);
  CHECK_NEAR(pebbles_gap(&set), 1.5, 1e-15);                    /* rounding */
  CHECK_NEAR(pebbles_overlap(&set, PETSC_PI * 2.25), 0, 1e-15); /* rounding */
  CHECK_NEAR(pebbles_overlap(&set, PETSC_PI), 1.25, 1e-15);     /* rounding */
  pebble_set_free(&set);
  test_end("discs: merge, gap and overlap");
}

/* In the same steps as templates of the scenario are made. */
static void templates_of_discs(void)
{
  PebbleSet set =
    set_of(2, 4, (const double[][4]){{1, 1, 0, 1}, {2, 3, 0, .5}, {1, 1, 0, 1}, {1.5, 2, 0, .8}});
  Templates      all = {.n = 0};
  MassProperties m;
  ShapeReport    report;

  shape_find(&set, &materials, &mass_sum, &mass_defaults, &m, &report);
  CHECK(report.sound && report.merged == 1 && report.gap == 0 && report.overlap > 0.05 &&
        report.overlap < 0.5);
  shape_find(&set, &materials, &mass_exact, &mass_defaults, &m, &report);
  CHECK(report.sound && report.merged == 0);
  CALL(templates_add(&all, "discs", &set, &m));
  for (int i = 0; i < 3; i++) CHECK(all.list[0].offset[i].z == 0);
  CHECK(fabs(all.list[0].mass.axes.z) > 0.1); /* it was turned */
  templates_free(&all);
  pebble_set_free(&set);
  test_end("discs: a template of them lies in the plane, to the bit");
}

static void large_sets_in_time(void)
{
  const int    n[]     = {10000, 100000, 10000};
  const double edge[]  = {100, 400, 20},
               limit[] = {10, 60,
                          60}; /* generous: sanitizers and busy machines; the note has the times */

  for (int k = 0; k < 3; k++) {
    PebbleSet            set   = random_set(2, n[k], edge[k], 0.5, 3);
    const double         start = seconds();
    const MassProperties m     = exact_of(&set);
    const double         took  = seconds() - start;

    test_note("%d random discs: %.3f s, area over sum %.3f, bound %.1e", n[k], took,
              1 / (1 + pebbles_overlap(&set, m.volume)), m.error);
    CHECK(m.error < 1e-9);
    CHECK(took < limit[k]);
    pebble_set_free(&set);
  }
  test_end("discs, exact: ten to a hundred thousand in about a second");
}

TESTS(.ranks = {1})
{
  searches();
  templates_of_discs();
  large_sets_in_time();
}
