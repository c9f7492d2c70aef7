/* SPDX-License-Identifier: MIT */
/* Mass properties of large sets take little time. */
#include <time.h>

#include "unions.h"

enum { MOST = 10000 };

static double seconds(void)
{
  return (double)clock() / CLOCKS_PER_SEC;
}

static void large_sets_in_time(void)
{
  const int    n[]     = {20, 50, MOST};
  const double edge[]  = {2, 2.5, 20},
               limit[] = {1, 1,
                          60}; /* generous: sanitizers and busy machines; the note has the times */

  for (int k = 0; k < 3; k++) {
    PebbleSet            set   = random_set(n[k], edge[k], 0.5, 3);
    const double         start = seconds();
    const MassProperties m     = properties_of(&set, &mass_exact);
    const double         took  = seconds() - start;

    test_note("%d random pebbles: %.3f s, volume over sum %.3f, bound %.1e", n[k], took,
              1 / (1 + pebbles_overlap(&set, m.volume)), m.error);
    CHECK(m.error < 1e-9);
    CHECK(took < limit[k]);
    pebble_set_free(&set);
  }
  test_end("mass, exact: ten thousand pebbles in some seconds");
}

TESTS(.ranks = {1})
{
  large_sets_in_time();
}
