/* SPDX-License-Identifier: MIT */
/* Keys of potentials and their truncation (potential.h); tails beyond their cutoffs. */
#include "interaction/pairs/potential.h"
#include "interaction/evaluate.h"
#include "options/rows.h"

/* clang-format off */
const Option potential_cutoff[] = {
  REAL(KEY("cutoff"),     "m", REQUIRED, RANGE_OF(LENGTH),
      "distance of the centres beyond which pebbles do not interact"),
  WORD(KEY("truncation"), "cut", "cut energy force",
      "cut: energy and force jump to 0 at the cutoff; energy: the energy is shifted so that it is "
      "0 there; force: energy and force are shifted so that both are 0 there"),
  {0},
};

const Option potential_tail[] = {
  BOOL(KEY("tail"), "false",
      "true: energy and virial of all pairs beyond the cutoff, as if these were spread evenly over "
      "a periodic box, are added to the potential energy and the virial; with truncation: cut"),
  {0},
};
/* clang-format on */

static const Plugin mixing_arithmetic = {
  .name   = "lorentz_berthelot",
  .text   = "sigma: arithmetic mean; epsilon: geometric.",
  .source = "Allen & Tildesley 2017, Computer Simulation of Liquids, eq. 1.26"};
static const Plugin        mixing_geometric = {.name = "geometric",
                                               .text = "sigma and epsilon: geometric means."};
static const Plugin        mixing_sixth     = {.name = "sixth_power",
                                               .text =
                                                 "sigma^6: arithmetic mean; epsilon sigma^6: geometric mean.",
                                               .source = "Waldman & Hagler 1993, J. Comput. Chem. 14, 1077"};
static const Plugin *const mixing_heads[]   = {&mixing_arithmetic, &mixing_geometric, &mixing_sixth,
                                               NULL};

/* clang-format off */
const Option potential_well[] = {
  REALS(KEY("epsilon"), "J", REQUIRED, POSITIVE_UP_TO(ENERGY_MOST),
      "depth of the potential; with among: one number for all materials, or one for each"),
  REALS(KEY("sigma"),   "m", REQUIRED, RANGE_OF(LENGTH),
      "distance of the centres at which the energy is 0; with among: one number for all materials, "
      "or one for each"),
  PLUGIN(KEY("mixing"), "lorentz_berthelot", mixing_heads,
      "with among: means that give epsilon and sigma of two unlike materials"),
  {0},
};
/* clang-format on */

/* Numbers of a key for the two materials of the pair. */
static void read_two(const InteractionSource *s, const char *key, double value[2])
{
  int           n;
  const double *list = option_reals(s->options, "interaction", s->name, key, &n);

  value[0] = value[1] = 1; /* in place of a mistake */
  if (n == 0) return;
  if (n == 1) value[0] = value[1] = list[0];
  else if (n == s->n) {
    value[0] = list[s->i];
    value[1] = list[s->j];
  } else if (s->first)
    option_mistake(s->options, "interaction", s->name, key, "%d numbers; allowed: 1%s", n,
                   s->n > 0 ? ", or one for each material of among" : "");
}

Well potential_well_read(const InteractionSource *s)
{
  const char *word = option_word(s->options, "interaction", s->name, "mixing");
  double      e[2], g[2];
  Well        w;

  read_two(s, "epsilon", e);
  read_two(s, "sigma", g);
  w = (Well){e[0] == e[1] ? e[0] : sqrt(e[0]) * sqrt(e[1]), 0.5 * (g[0] + g[1])};
  if (g[0] == g[1]) w.sigma = g[0];
  else if (strcmp(word, "geometric") == 0) w.sigma = sqrt(g[0]) * sqrt(g[1]);
  else if (strcmp(word, "sixth_power") == 0) {
    const double t = g[1] / g[0], mean = 0.5 * (1 + pow(t, 6));

    w.sigma = g[0] * pow(mean, 1.0 / 6);
    w.epsilon *= t * t * t / mean;
  }
  return w;
}

bool potential_has_tail(const InteractionSource *s)
{
  const bool tail = option_bool(s->options, "interaction", s->name, "tail");

  if (tail && s->first &&
      strcmp(option_word(s->options, "interaction", s->name, "truncation"), "cut") != 0)
    option_mistake(s->options, "interaction", s->name, "tail",
                   "needs truncation: cut; shifted potentials are 0 beyond the cutoff");
  if (tail && s->first && option_is_set(s->options, "interaction", s->name, "groups"))
    option_mistake(s->options, "interaction", s->name, "tail",
                   "true counts all pebbles, but groups selects some: leave out one of them");
  return tail;
}

void truncation_set(void *self, double cutoff, const char *word, PairFunction energy_at,
                    PairFunction push_at)
{
  Truncation *t = self;

  t->cutoff  = cutoff;
  t->cutoff2 = cutoff * cutoff;
  t->shift   = strcmp(word, "cut") != 0 ? energy_at(self, t->cutoff2) : 0;
  t->slope   = strcmp(word, "force") == 0 ? cutoff * push_at(self, t->cutoff2) : 0;
}

double truncation_reach(const void *self)
{
  return ((const Truncation *)self)->cutoff;
}

void truncation_read(void *self, const InteractionSource *s, PairFunction energy_at,
                     PairFunction push_at)
{
  truncation_set(self, option_real(s->options, "interaction", s->name, "cutoff"),
                 option_word(s->options, "interaction", s->name, "truncation"), energy_at, push_at);
}

void potential_energy(const Interaction *kind, const void *self, const PairBatch *b, double *energy)
{
  const Truncation *t = self;

  for (int k = 0; k < b->n; k++)
    if (b->d2[k] < t->cutoff2) {
      const double each =
        kind->pair->energy_at(self, b->d2[k]) - t->shift + t->slope * (sqrt(b->d2[k]) - t->cutoff);
      energy[k] += kind->quantity ? each * (b->value_a[k] * b->value_b[k]) : each;
    }
}

/* ---- tails ---- */

/* Tails of potentials beyond their cutoffs, with the pebbles of each material spread evenly over a
   periodic box of volume V (Allen & Tildesley 2017, sec. 2.8):

     energy  N_a N_b / V  S  integral of u r^(d-1) dr,   virial  N_a N_b / V  S  integral of -u' r^d dr

   from the cutoff on, with S = 4 pi (d = 3) or 2 pi (d = 2), and half of that between equal
   materials. */

static bool has_tail(const Acting *item)
{
  return item->cut && !item->groups && interaction_has_tail(item->kind) && item->a >= 0 &&
         item->b >= 0;
}

PetscErrorCode interactions_tails(Interactions *all, const InteractionScene *s, Tail *added,
                                  Tail *left)
{
  const Vec3   l      = s->domain->length;
  const int    d      = s->domain->dimension;
  const double volume = l.x * l.y * (d == 2 ? 1 : l.z);
  int64_t     *n;
  bool         any = false;

  PetscFunctionBeginUser;
  *added = *left = (Tail){0, 0};
  for (int k = 0; k < all->n; k++) any = any || has_tail(&all->list[k]);
  if (!any || !domain_wraps_all(s->domain)) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&n, sizeof *n, all->n_materials);
  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    const Template *t = &s->templates->list[s->clumps->template[a]];

    for (int i = 0; i < t->n && !clump_is_gone(s->clumps, a); i++) n[t->material[i]]++;
  }
  PetscCall(parallel_sum_int(s->par, n, all->n_materials));
  for (int k = 0; k < all->n; k++) {
    const Acting *item = &all->list[k];
    Tail         *sum  = item->tail ? added : left, each;
    double        pairs;

    if (!has_tail(item)) continue;
    pairs = (double)n[item->a] * (double)n[item->b] * (item->a == item->b ? 0.5 : 1);
    item->kind->pair->tail(item->constants, d, &each);
    sum->energy += pairs / volume * (d == 2 ? 2 : 4) * PETSC_PI * each.energy;
    sum->virial += pairs / volume * (d == 2 ? 2 : 4) * PETSC_PI * each.virial;
  }
  array_free(&n);
  /* pow may differ between machines */
  PetscCall(parallel_bcast(s->par, added, sizeof *added, 0));
  PetscCall(parallel_bcast(s->par, left, sizeof *left, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode tail_energy(Interactions *all, const InteractionScene *scene, Sum *energy)
{
  Tail left;
  bool any = false;

  PetscFunctionBeginUser;
  for (int k = 0; k < all->n; k++) any = any || all->list[k].tail;
  if (!any) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(interactions_tails(all, scene, &all->tail, &left));
  if (scene->par->rank == 0) sum_add(energy, all->tail.energy);
  PetscFunctionReturn(PETSC_SUCCESS);
}
