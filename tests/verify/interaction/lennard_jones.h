/* SPDX-License-Identifier: MIT */
/* Scenarios of Lennard-Jones atoms: mass 1, epsilon 1, sigma 1. */
#ifndef LENNARD_JONES_H
#define LENNARD_JONES_H

#include "verify/verify.h"

/* Start of a scenario in a periodic cube, or with `open` boundaries, up to the rows of clumps in
   atoms.csv. */
static inline void add_argon(Draft *t, double dt, double side, const char *boundary,
                             const char *words)
{
  t->n = 0;
  add(t, "schema: 1\nrun: {end_time: 1e6, dt: %.17g}\n", dt);
  add(t,
      "domain: {lo: [0, 0, 0], hi: [%.17g, %.17g, %.17g], boundary: [%s, %s, %s]}\n"
      "material:\n  - argon: {density: %.17g}\n"
      "interaction:\n  - lj: {type: lennard_jones, between: [argon, argon], epsilon: 1, sigma: 1, "
      "%s}\n"
      "template:\n  - atom: {material: argon, pebbles: [0, 0, 0, .5]}\n"
      "clumps:\n  - all: {file: atoms.csv}\n",
      side, side, side, boundary, boundary, boundary, 6 / pi, words);
}

/* Face-centred cubic lattice of n^3 cells of 4 atoms in atoms.csv; returns the side of the box for
   this number density. */
static inline double write_lattice(int n, double density)
{
  static const double at[4][3] = {{0, 0, 0}, {.5, .5, 0}, {.5, 0, .5}, {0, .5, .5}};
  const double        a        = cbrt(4 / density);
  Draft              *t        = calloc(1, sizeof *t);

  add(t, "template,x,y,z\n");
  for (int k = 0; k < n * n * n; k++)
    for (int m = 0; m < 4; m++)
      add(t, "atom,%.17g,%.17g,%.17g\n", a * (k % n + at[m][0]), a * (k / n % n + at[m][1]),
          a * (k / n / n + at[m][2]));
  test_file("atoms.csv", t->text);
  free(t);
  return n * a;
}

#endif
