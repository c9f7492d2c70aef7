/* SPDX-License-Identifier: MIT */
/* Small scenarios drawn at random (shapes, laws, walls, faces, fixed bodies), in three dimensions
   and in two, and options that must not matter. */
#ifndef RANDOM_SCENARIOS_H
#define RANDOM_SCENARIOS_H

#include "base/random.h"
#include "sim_test.h"

enum { SPEED = 20 };

typedef struct {
  char   text[12000];
  size_t n;
} Draft;

__attribute__((format(printf, 2, 3))) static inline void add(Draft *t, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  t->n += (size_t)vsnprintf(t->text + t->n, sizeof t->text - t->n, format, arguments);
  va_end(arguments);
}

static inline double between(Random *r, double lo, double hi)
{
  return lo + (hi - lo) * random_real(r);
}

static inline int below(Random *r, int n)
{
  return (int)(random_bits(r) % (uint64_t)n);
}

static inline void add_template(Draft *t, Random *r, const char *name, int n, double pitch,
                                bool straight)
{
  Vec3 x = {0, 0, 0};

  add(t, "  - %s: {material: %s, pebbles: [", name, below(r, 2) ? "a" : "b");
  for (int i = 0; i < n; i++) {
    add(t, "%s%.6f, %.6f, %.6f, %.6f", i ? ", " : "", x.x, x.y, x.z, between(r, 0.3, 0.5));
    if (straight) x.x += pitch;
    else x = vec3_add(x, vec3(between(r, -0.5, 0.5), between(r, -0.5, 0.5), between(r, -0.5, 0.5)));
  }
  add(t, "]}\n");
}

static inline void add_law(Draft *t, Random *r, const char *a, const char *b, bool hertz)
{
  add(t, "  - %s-%s: {between: [%s, %s], normal: %s", a, b, a, b, hertz ? "hertz" : "hooke");
  if (!hertz) add(t, ", stiffness: %.3f", between(r, 2e4, 1e5));
  if (hertz || below(r, 2)) add(t, ", restitution: %.3f", between(r, 0.2, 1));
  else add(t, ", damping: %.3f", between(r, 0, 50));
  if (below(r, 3)) add(t, ", limit_damping: true");
  if (below(r, 4))
    add(t, ", tangential: %s, friction: %.3f", hertz ? "mindlin" : "hooke", between(r, 0, 1));
  add(t, "}\n");
}

/* Bonds, of which some break, and springs, in two of three scenarios; drawn from numbers of their
   own. */
static inline void add_links(Draft *t, int seed)
{
  Random r = random_stream(20261124, RANDOM_TEST, (uint64_t)seed);

  if (seed % 3 != 1)
    add(t,
        "bond:\n  - glue: {between: [a, %s], distance: %.3f, normal_stiffness: 1e4, "
        "shear_stiffness: %.3f, tensile_strength: %.3f, shear_strength: %.3f, moment_contribution: "
        "%.3f, radius_factor: %.3f, damping_time: %g}\n",
        below(&r, 2) ? "a" : "b", between(&r, 0.1, 1), between(&r, 0, 1e4), between(&r, 300, 3000),
        between(&r, 300, 3000), between(&r, 0, 1), between(&r, 0.7, 1.1), below(&r, 2) ? 1e-4 : 0);
  if (seed % 3 != 2)
    add(t,
        "spring:\n  - tie: {between: [b, b], distance: %.3f, stiffness: %.3f, damping: %.3f}\n  - "
        "long: {between: [a, b], distance: %.3f, stiffness: 10, rest_length: 1}\n",
        between(&r, 0, 1), between(&r, 50, 500), between(&r, 0, 1), between(&r, 0, 2));
}

/* Make a scenario. The three extents are not equal; faces are periodic with walls
   elsewhere, or open. */
static inline void make_scenario(Draft *t, int seed)
{
  Random       r       = random_stream(20261121, RANDOM_TEST, (uint64_t)seed);
  const double side[3] = {between(&r, 5, 9), between(&r, 5, 9), between(&r, 5, 9)};
  const bool   hertz   = below(&r, 2);
  const int    faces   = below(&r, 8);
  const char  *word[3];

  t->n = 0;
  for (int k = 0; k < 3; k++)
    word[k] = faces >> k & 1 ? "periodic" : below(&r, 2) ? "open" : "free";
  add(t,
      "schema: 1\nrun: {end_time: 1, dt: 1e-3, seed: %d, gravity: [%.3f, %.3f, %.3f], "
      "overlap_limit: 9}\n",
      seed, between(&r, -5, 5), between(&r, -5, 5), between(&r, -9, 0));
  add(t, "domain: {lo: [%.3f, 0, -1], hi: [%.3f, %.3f, %.3f], boundary: [%s, %s, %s]}\n",
      -side[0] / 3, side[0] * 2 / 3, side[1], side[2] - 1, word[0], word[1], word[2]);
  add(t, "material:\n  - a: {density: 1, young: 2e5, poisson: .3}\n  - b: {density: 2, young: 1e5, "
         "poisson: .2}\ncontact:\n");
  add_law(t, &r, "a", "a", hertz);
  add_law(t, &r, "a", "b", hertz);
  add_law(t, &r, "b", "b", below(&r, 2));
  add(t, "template:\n");
  add_template(t, &r, "grain", 1, 0, true);
  add_template(t, &r, "pair", 2, between(&r, 0.4, 0.9), true);
  add_template(t, &r, "blob", 3 + below(&r, 6), 0, false);
  add_template(t, &r, "rod", 9, 0.6, true); /* longer than half of most boxes */
  add(t,
      "clumps:\n  - some: {template: [grain, pair, blob, rod], fraction: [.4, .3, .2, .1], count: "
      "%d, lo: [%.3f, 0, -1], hi: "
      "[%.3f, %.3f, %.3f], velocity: [%.3f, %.3f, %.3f]}\n",
      25 + below(&r, 30), -side[0] / 3, side[0] * 2 / 3, side[1], side[2] - 1,
      between(&r, -SPEED, SPEED), between(&r, -SPEED, SPEED), between(&r, -SPEED, SPEED));
  add(t,
      "  - others: {template: [pair, blob], count: 10, attempts: 2000, lo: [%.3f, 0, -1], hi: "
      "[%.3f, %.3f, %.3f], velocity: "
      "[%.3f, %.3f, %.3f]}\n",
      -side[0] / 3, side[0] * 2 / 3, side[1], side[2] - 1, between(&r, -SPEED, SPEED),
      between(&r, -SPEED, SPEED), between(&r, -SPEED, SPEED));
  add(t, "  - fixed: {file: fixed.csv}\n");
  if (!(faces >> 2 & 1))
    add(t, "wall:\n  - floor: {shape: plane, material: b, point: [0, 0, -1], normal: [%s, 0, 1]}\n",
        faces & 1 ? "0" : ".1");
  add_links(t, seed);
}

/* Settings that must not change the result, drawn anew for each try. */
static inline void draw_options(Random *r, char *options, size_t size)
{
  const char *const methods[] = {"list", "list", "cells", "all_pairs"};
  const char *const every[]   = {"", "-rebuild_every 1", "-rebuild_every 7"};
  const char *const wide[]    = {"", "-halo_wide 0", "-halo_wide 1", "-halo_wide 3"};
  char              cuts[64] = "", balance[64] = "";

  if (below(r, 2)) snprintf(cuts, sizeof cuts, "-decomp_random %d", below(r, 1000));
  if (below(r, 2)) snprintf(balance, sizeof balance, "-balance_every %d", 1 + below(r, 40));
  snprintf(options, size, "-search_method %s %s %s %s %s -search_skin %.3f -balance_threshold 1.01",
           methods[below(r, 4)], every[below(r, 3)], wide[below(r, 4)], cuts, balance,
           between(r, 0.02, 0.3));
}

/* Add a template in two dimensions: the same bodies as discs, with more room and vectors of two
   numbers. They are heavy, so that contacts last many steps. */
static inline void add_flat_template(Draft *t, Random *r, const char *name, int n, double pitch,
                                     bool straight)
{
  double x = 0, y = 0;

  add(t, "  - %s: {material: %s, pebbles: [", name, below(r, 2) ? "a" : "b");
  for (int i = 0; i < n; i++) {
    add(t, "%s%.6f, %.6f, %.6f", i ? ", " : "", x, y, between(r, 0.3, 0.5));
    x += straight ? pitch : between(r, -0.5, 0.5);
    y += straight ? 0 : between(r, -0.5, 0.5);
  }
  if (below(r, 2)) add(t, "], mass_properties: %s}\n", below(r, 2) ? "exact" : "sum");
  else
    add(t,
        "], mass_properties: given, volume: 1, mass: %.6f, position: [%.6f, %.6f], inertia: "
        "[%.6f]}\n",
        10. * n, 0.5 * x, 0.5 * y, 1. * n * n);
}

static inline void make_plane(Draft *t, int seed)
{
  Random       r       = random_stream(20261122, RANDOM_TEST, (uint64_t)seed);
  const double side[2] = {between(&r, 9, 15), between(&r, 9, 15)};
  const bool   hertz   = below(&r, 2);
  const int    faces   = below(&r, 4);
  const char  *word[2];

  t->n = 0;
  for (int k = 0; k < 2; k++)
    word[k] = faces >> k & 1 ? "periodic" : below(&r, 2) ? "open" : "free";
  add(t,
      "schema: 1\nrun: {end_time: 1, dimension: 2, dt: 1e-3, seed: %d, gravity: [%.3f, %.3f], "
      "overlap_limit: 9}\n",
      seed, between(&r, -5, 5), between(&r, -9, 0));
  add(t, "domain: {lo: [%.3f, 0], hi: [%.3f, %.3f], boundary: [%s, %s]}\n", -side[0] / 3,
      side[0] * 2 / 3, side[1], word[0], word[1]);
  add(t, "material:\n  - a: {density: 9, young: 2e5, poisson: .3}\n  - b: {density: 20, young: "
         "1e5, poisson: .2}\ncontact:\n");
  add_law(t, &r, "a", "a", hertz);
  add_law(t, &r, "a", "b", hertz);
  add_law(t, &r, "b", "b", below(&r, 2));
  add(t, "template:\n");
  add_flat_template(t, &r, "grain", 1, 0, true);
  add_flat_template(t, &r, "pair", 2, between(&r, 0.4, 0.9), true);
  add_flat_template(t, &r, "blob", 3 + below(&r, 6), 0, false);
  add_flat_template(t, &r, "rod", 9, 0.6, true); /* as long as half of most boxes */
  add(t, "clumps:\n");
  for (int k = 0; k < 2; k++)
    add(t,
        "  - fill-%d: {template: [grain, pair, blob, rod], fraction: [.4, .3, .2, .1], count: %d, "
        "lo: [%.3f, 0], hi: "
        "[%.3f, %.3f], velocity: [%.3f, %.3f]}\n",
        k, 12 + below(&r, 8), -side[0] / 3, side[0] * 2 / 3, side[1], between(&r, -SPEED, SPEED),
        between(&r, -SPEED, SPEED));
  add(t, "  - fixed: {file: flat.csv}\n");
  if (!(faces >> 1 & 1))
    add(t, "wall:\n  - floor: {shape: plane, material: b, point: [0, 0], normal: [%s, 1]}\n",
        faces & 1 ? "0" : ".1");
  add_links(t, seed);
}

#endif
