/* SPDX-License-Identifier: MIT */
/* Mass properties of pebbles taken whole: overlaps count as often as pebbles lie in them. What is too much is bounded by what
   pairs share. Put the pebbles in an order, denser ones first: each has too much of what those before it hold of it, no more
   than the sum of its lenses with them, nor than itself. For sets without a place in three pebbles that sum is the truth. */
#include "matter/lens.h"
#include "matter/mass.h"
#include "matter/sphere_tree.h"

enum { MOST_APART = 16 };

typedef struct {
  const PebbleSet *set;
  const Materials *materials;
  SphereTree       tree;
  Vec3             centre; /* found; lenses are about it */
} Sum;

/* What the sum has too much of: no more than `lens` weighted with density, and than volume and mass; no less than `sure`. */
typedef struct {
  Lens    lens;
  double  volume, mass, sure;
  double  least_volume, least_mass; /* of the union, found another way */
  int64_t pairs;
} Excess;

static double density_of(const Sum *s, int i)
{
  return s->materials->list[s->set->material[i]].density;
}

static bool comes_before(const Sum *s, int j, int i)
{
  if (density_of(s, j) != density_of(s, i)) return density_of(s, j) > density_of(s, i);
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
    apart = vec3_norm(vec3_sub(s->set->x[j], s->set->x[others[k]])) >= s->set->r[j] + s->set->r[others[k]];
  return apart;
}

/* The least mean of 1 / m over integers m >= 1 whose mean is `mean`, of two that follow each other (Kuai, Alajaji & Takahara
   2000, Discrete Math. 215, 147): each place of a pebble counts 1 / m in the union if it is in m of them. */
static double share_of(double mean)
{
  const double m = floor(max_real(1, mean));

  return (2 * m + 1 - mean) / (m * (m + 1));
}

/* Pebble i and those it overlaps. */
static void excess_add(const Sum *s, int i, Excess *e)
{
  const int    dimension = s->set->dimension == 2 ? 2 : 3;
  const Lens   whole     = lens_whole(dimension, place_of(s, i), s->set->r[i]);
  const double density   = density_of(s, i);
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

/* The norm as an operator. */
static double largest_moment(Sym3 second)
{
  MassProperties m = {.inertia = inertia_of_seconds(second)};

  mass_principal(&m);
  return max_real(0, m.principal.z);
}

/* Cauchy-Schwarz: what has the mass and the trace of the second moments of a part, or less, has no larger first moment. */
static double first_most(double mass, double trace)
{
  return sqrt(max_real(0, mass) * max_real(0, trace));
}

static void error_set(const Sum *s, const Excess *e, MassProperties *out)
{
  const double rounding = (double)(s->set->n + e->pairs + 16) * 0x1p-52, trace = sym3_trace(e->lens.second),
               size = sym3_trace(out->inertia) / 2;
  MassDoubt d       = {.volume = min_real(e->volume, out->volume - e->least_volume),
                       .mass   = min_real(e->mass, out->mass - e->least_mass)};

  d.first   = min_real(vec3_norm(e->lens.first) + first_most(e->mass - e->sure, trace), first_most(d.mass, trace));
  d.inertia = largest_moment(e->lens.second);
  /* of the sums, each term of some ten operations */
  d.volume = max_real(0, d.volume) + rounding * out->volume;
  d.mass   = max_real(0, d.mass) + rounding * out->mass;
  d.first += rounding * first_most(out->mass, size);
  d.inertia += rounding * size;
  pebbles_error_set(s->set, s->materials, &d, out);
}

/* Second moments of all pebbles about the centre, to inertia. */
static void inertia_set(const Sum *s, MassProperties *out)
{
  Lens all = {.volume = 0};

  for (int i = 0; i < s->set->n; i++) {
    const Lens whole = lens_whole(s->set->dimension == 2 ? 2 : 3, place_of(s, i), s->set->r[i]);

    lens_axpy(&all, density_of(s, i), &whole);
  }
  out->volume  = 0;
  out->inertia = inertia_of_seconds(all.second);
  for (int i = 0; i < s->set->n; i++) {
    out->volume += pebble_volume(s->set, i);
    out->mass += density_of(s, i) * pebble_volume(s->set, i);
  }
}

static bool sum_find(const PebbleSet *set, const Materials *materials, const MassOptions *options, MassProperties *out, char *why)
{
  Sum    s = {.set = set, .materials = materials};
  Excess e = {.pairs = 0};
  bool   done;

  (void)options;
  *out = (MassProperties){.volume = 0};
  if (!pebbles_are_sound(set, materials, why)) return false;
  s.centre = out->centre = pebbles_centre(set, materials);
  done                   = sphere_tree_create(set->n, set->x, set->r, &s.tree);
  for (int i = 0; i < set->n && done; i++) excess_add(&s, i, &e);
  if (done) {
    inertia_set(&s, out);
    error_set(&s, &e, out);
  } else {
    strcpy(why, "no memory for the pairs of pebbles");
  }
  sphere_tree_free(&s.tree);
  return done;
}

const MassMethod mass_sum = {
  .name   = "sum",
  .text   = "Every pebble whole: right when none overlap, else overlaps count twice.",
  .source = "Parallel axis theorem.",
  .find   = sum_find,
};
