/* SPDX-License-Identifier: MIT */
/* Mass properties as the sum over all pebbles: overlaps are counted once for each pebble that
   contains them. The excess over the union is bounded by the overlaps of pairs. With the pebbles
   in an order, denser ones first, the excess of each is its part inside those before it: at most
   the sum of its lenses with them, and at most its volume. For sets without a point in three
   pebbles that sum is exact. */
#include "geometry/lens.h"
#include "geometry/sphere_tree.h"
#include "shape/shape_mass.h"

enum { MOST_APART = 16 };

typedef struct {
  const PebbleSet *set;
  const Materials *materials;
  SphereTree       tree;
  Vec3             centre; /* centre found; lenses are relative to it */
} Sum;

/* Bounds on the excess of the sum over the union: at most `lens`, weighted with density, and
   `volume` and `mass`; at least `sure` in mass. */
typedef struct {
  Lens    lens;
  double  volume, mass, sure;
  double  least_volume, least_mass; /* lower bounds of the union, by share_of */
  int64_t pairs;
} Excess;

static bool comes_before(const Sum *s, int j, int i)
{
  const double a = pebble_density(s->set, s->materials, j),
               b = pebble_density(s->set, s->materials, i);

  if (a != b) return a > b;
  if (s->set->r[j] != s->set->r[i]) return s->set->r[j] > s->set->r[i];
  return j < i;
}

static Vec3 place_of(const Sum *s, int i)
{
  return vec3_sub(s->set->x[i], s->centre);
}

static bool are_apart(const Sum *s, int j, int n, const int *others)
{
  bool apart = true;

  for (int k = 0; k < n && apart; k++)
    apart = vec3_norm(vec3_sub(s->set->x[j], s->set->x[others[k]])) >=
            s->set->r[j] + s->set->r[others[k]];
  return apart;
}

/* Least mean of 1 / m over integers m >= 1 with this mean, attained by two consecutive integers
   (Kuai, Alajaji & Takahara 2000, Discrete Math. 215, 147): a point in m pebbles counts 1 / m of
   each in the union. */
static double share_of(double mean)
{
  const double m = floor(max_real(1, mean));

  return (2 * m + 1 - mean) / (m * (m + 1));
}

/* Add pebble i and its overlaps. */
static void excess_add(const Sum *s, int i, Excess *e)
{
  const int    dimension = s->set->dimension == 2 ? 2 : 3;
  const Lens   whole     = lens_whole(dimension, place_of(s, i), s->set->r[i]);
  const double density   = pebble_density(s->set, s->materials, i);
  Lens         before    = {.volume = 0};
  SphereWalk   walk      = sphere_tree_walk(&s->tree, s->set->x[i], s->set->r[i], false);
  double       all = whole.volume, deepest = 0, disjoint = 0;
  int          apart[MOST_APART], n_apart = 0;

  for (int j = sphere_walk_next(&walk); j >= 0; j = sphere_walk_next(&walk)) {
    Lens lens;

    if (j == i) continue;
    lens = lens_find(dimension, place_of(s, i), s->set->r[i], place_of(s, j), s->set->r[j]);
    all += lens.volume;
    e->pairs += lens.volume > 0;
    if (!comes_before(s, j, i)) continue;
    lens_axpy(&before, 1, &lens);
    deepest = max_real(deepest, lens.volume);
    if (n_apart == MOST_APART || !are_apart(s, j, n_apart, apart)) continue;
    apart[n_apart++] = j;
    disjoint += lens.volume;
  }
  if (before.volume > whole.volume) before = whole;
  lens_axpy(&e->lens, density, &before);
  e->volume += before.volume;
  e->mass += density * before.volume;
  e->sure += density * max_real(deepest, disjoint);
  e->least_volume += whole.volume * share_of(all / whole.volume);
  e->least_mass += density * whole.volume * share_of(all / whole.volume);
}

/* Cauchy-Schwarz: bound on the first moment of a part with at most this mass and this trace of
   second moments. */
static double first_most(double mass, double trace)
{
  return sqrt(max_real(0, mass) * max_real(0, trace));
}

static void error_set(const Sum *s, const Excess *e, MassProperties *out)
{
  const double rounding = (double)(s->set->n + e->pairs + 16) * 0x1p-52,
               trace = sym3_trace(e->lens.second), size = sym3_trace(out->inertia) / 2;
  MassErrors     d      = {.volume = min_real(e->volume, out->volume - e->least_volume),
                           .mass   = min_real(e->mass, out->mass - e->least_mass)};
  MassProperties excess = {.inertia = inertia_of_seconds(e->lens.second)};

  d.first = min_real(vec3_norm(e->lens.first) + first_most(e->mass - e->sure, trace),
                     first_most(d.mass, trace));
  mass_principal(&excess);
  d.inertia = max_real(0, excess.principal.z);
  /* Rounding of the sums, each term of some ten operations. */
  d.volume = max_real(0, d.volume) + rounding * out->volume;
  d.mass   = max_real(0, d.mass) + rounding * out->mass;
  d.first += rounding * first_most(out->mass, size);
  d.inertia += rounding * size;
  pebbles_error_set(s->set, s->materials, &d, out);
}

/* Set volume and mass, and the inertia from the second moments of all pebbles about the centre. */
static void inertia_set(const Sum *s, MassProperties *out)
{
  Lens all = {.volume = 0};

  for (int i = 0; i < s->set->n; i++) {
    const Lens whole = lens_whole(s->set->dimension == 2 ? 2 : 3, place_of(s, i), s->set->r[i]);

    lens_axpy(&all, pebble_density(s->set, s->materials, i), &whole);
  }
  out->volume  = 0;
  out->inertia = inertia_of_seconds(all.second);
  for (int i = 0; i < s->set->n; i++) {
    out->volume += pebble_volume(s->set, i);
    out->mass += pebble_density(s->set, s->materials, i) * pebble_volume(s->set, i);
  }
}

static bool sum_find(const PebbleSet *set, const Materials *materials, const MassOptions *options,
                     MassProperties *out, char *why)
{
  Sum    s = {.set = set, .materials = materials};
  Excess e = {.pairs = 0};

  (void)options;
  *out = (MassProperties){.volume = 0};
  if (!pebbles_are_sound(set, materials, why)) return false;
  s.centre = out->centre = pebbles_centre(set, materials);
  sphere_tree_create(set->n, set->x, set->r, &s.tree);
  for (int i = 0; i < set->n; i++) excess_add(&s, i, &e);
  inertia_set(&s, out);
  error_set(&s, &e, out);
  sphere_tree_free(&s.tree);
  return true;
}

const MassMethod mass_sum = {
  .head        = {.name = "sum",
                  .text = "Sum over all pebbles: correct only without overlaps, which are counted twice.",
                  .source = "Parallel axis theorem."},
  .find        = sum_find,
  .find_shapes = shapes_sum,
};
