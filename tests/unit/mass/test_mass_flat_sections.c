/* SPDX-License-Identifier: MIT */
/* Mass properties of discs against integration over sections. */
#include "discs.h"
#include "sections.h"

static void known_shapes(void)
{
  static const double tee[5][4] = {
    {-1, 1, 0, .6}, {0, 1, 0, .6}, {1, 1, 0, .6}, {0, 0, 0, .6}, {0, -1, 0, .6}};
  static const double ell[4][4]  = {{0, 2, 0, .7}, {0, 1, 0, .6}, {0, 0, 0, .8}, {1, 0, 0, .5}};
  static const double plus[5][4] = {
    {0, 0, 0, 1}, {1, 0, 0, .5}, {-1, 0, 0, .5}, {0, 1, 0, .5}, {0, -1, 0, .5}};
  static const double rows_of[5][4] = {
    {0, 0, 0, 1}, {0, 0, 0, 1}, {0.3, 0, 0, .7}, {1.4, 0, 0, .4}, {2.8, 0, 0, 1}};
  static const double close[4][4] = {
    {0, 0, 0, 1}, {1e-9, 0, 0, 1}, {0, 1e-12, 0, 1}, {0.5, 0.5, 0, 1 + 1e-10}};
  static const double corner[4][4] = {{1, 1, 0, 1.4142135623730951},
                                      {1, -1, 0, 1.4142135623730951},
                                      {-1, 1, 0, 1.4142135623730951},
                                      {-1, -1, 0, 1.4142135623730951}};
  const double(*const rows[])[4]   = {tee, ell, plus, rows_of, close, corner};
  const int n[]                    = {5, 4, 5, 5, 4, 4};

  for (int k = 0; k < 6; k++) {
    for (int turn = 0; turn < 3; turn++) {
      PebbleSet      set = set_of(2, n[k], rows[k]);
      MassProperties m, sum;

      if (turn > 0) set_turn(&set, (uint64_t)turn);
      for (int i = 0; i < set.n && turn == 2; i++) set.material[i] = i % 3;
      m   = exact_of(&set);
      sum = sections(&set);
      check_same(&m, &sum, 1e-9); /* promised */
      CHECK(m.error < 1e-9);
      check_flat(&m);
      pebble_set_free(&set);
    }
  }
  test_end(
    "discs, exact: T, L, tangent, coincident and all but coincident discs as sections find them");
}

static void random_sets(void)
{
  double worst = 0, bound = 0;

  for (int k = 0; k < 60; k++) {
    PebbleSet set = k < 10 ? random_set(2, 50, 3 + 0.7 * k, 0.2, 100 + (uint64_t)k) : case_of(2, k);
    MassProperties m, sum;

    for (int i = 0; i < set.n && k % 2; i++) set.material[i] = (7 * i) % 3;
    m     = exact_of(&set);
    sum   = sections(&set);
    worst = fmax(worst, check_same(&m, &sum, 1e-11)); /* measured 1e-13; 1e-9 is promised */
    bound = fmax(bound, m.error);
    check_flat(&m);
    pebble_set_free(&set);
  }
  test_note("sixty sets: off the sum over sections by %.1e, largest bound %.1e", worst, bound);
  CHECK(bound < 1e-9);
  test_end("discs, exact: random sets of up to fifty, of several densities, as sections find them");
}

/* Discs on lattice points, where many circles cross in one point and touch; shifted slightly,
   rotated, and coincident. */
static PebbleSet lattice_set(int k)
{
  static const double radii[] = {1, 1.4142135623730951, 0.5, 1.118033988749895, 2};
  Random              random  = random_stream(9, RANDOM_TEST, (uint64_t)k);
  const int           n       = 2 + (int)(10 * random_real(&random));
  const double        hair    = pow(10, -4 - 12 * random_real(&random));
  PebbleSet           set;

  pebble_set_create(n, &set);
  set.dimension = 2;
  for (int i = 0; i < n; i++) {
    const double x = floor(4 * random_real(&random)), y = floor(4 * random_real(&random)),
                 way = 3 * random_real(&random);
    const int j      = (int)(i * random_real(&random));

    set.x[i] = vec3(x, y, 0);
    set.r[i] = radii[(int)(5 * random_real(&random))];
    if (k & 1) set.x[i] = vec3(x + hair * random_real(&random), y + hair * random_real(&random), 0);
    if (random_real(&random) > 0.3) continue;
    set.x[i] = vec3(set.x[j].x + (way < 1 ? hair : 0), set.x[j].y + (way > 2 ? hair : 0), 0);
    set.r[i] = set.r[j] - (way > 2 ? hair : 0);
  }
  if (k & 2) set_turn(&set, (uint64_t)k);
  return set;
}

static void lattices(void)
{
  double worst = 0, bound = 0;
  int    poor = 0;

  for (int k = 0; k < 3000; k++) {
    PebbleSet            set = lattice_set(k);
    const MassProperties m = exact_of(&set), sum = sections(&set);

    worst = fmax(worst, check_same(&m, &sum, 1e-10)); /* measured 5e-12; 1e-9 is promised */
    poor += !(m.error < 1e-9);
    bound = fmax(bound, m.error);
    pebble_set_free(&set);
  }
  test_note("3000 lattices: off the sum over sections by %.1e, largest bound %.1e, %d above 1e-9",
            worst, bound, poor);
  CHECK(poor <= 3); /* three circles in a point, two of them touching to 1e-10: the bound is then
                       larger than needed */
  test_end("discs, exact: lattices with hairs, where circles touch and cross in common points");
}

TESTS(.ranks = {1})
{
  known_shapes();
  random_sets();
  lattices();
}
