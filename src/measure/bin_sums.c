/* SPDX-License-Identifier: MIT */
/* Bodies and contacts in bins. */
#include "measure/bin_sums.h"

/* Sums of the first pass. */
enum { VOLUME, MASS, MOMENTUM, CENTRES = MOMENTUM + 3, COMMON };

PetscErrorCode bin_sums_create(BinSums *s)
{
  PetscFunctionBeginUser;
  s->columns = 0;
  for (int f = 0; f < s->n_fields; f++) s->columns += s->field[f]->sums;
  PetscCall(array_create(&s->sum, sizeof *s->sum, s->bins->n * s->columns));
  PetscCall(bin_shares_create(s->bins, &s->shares));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void bin_sums_free(BinSums *s)
{
  array_free(&s->sum);
  bin_shares_free(&s->shares);
}

bool bin_sums_see(const BinSums *s)
{
  for (int f = 0; f < s->n_fields; f++)
    if (s->field[f]->line || s->field[f]->end) return true;
  return false;
}

void bin_sums_clear(BinSums *s)
{
  memset(s->sum, 0, (size_t)(s->bins->n * s->columns) * sizeof *s->sum);
}

/* ---- contacts ---- */

static void add_amounts(BinSums *s, int column, int n, int bin, double share, const double *amount)
{
  Sum *to = s->sum + (int64_t)bin * s->columns + column;

  for (int k = 0; k < n; k++)
    if (amount[k] != 0) sum_add(&to[k], share * amount[k]);
}

static void add_line(BinSums *s, int column, const Binned *field, const ContactSeen *seen)
{
  double amount[BINNED_SUMS];

  field->line(seen, amount);
  for (int k = s->shares.first; k <= s->shares.last; k++)
    add_amounts(s, column, field->sums, k, s->shares.share[k], amount);
}

static bool counts(const BinSums *s, uint64_t group)
{
  return s->groups == 0 || (s->groups & group);
}

static void add_ends(BinSums *s, const Domain *domain, int column, const Binned *field,
                     const ContactSeen *seen)
{
  const int a = counts(s, seen->group_a) ? bins_find(s->bins, domain, seen->centre) : -1;
  const int b = contact_is_of_two(seen) && counts(s, seen->group_b)
                  ? bins_find(s->bins, domain, vec3_add(seen->centre, seen->branch))
                  : -1;
  double    amount[BINNED_SUMS];

  field->end(seen, amount);
  if (a >= 0) add_amounts(s, column, field->sums, a, 1, amount);
  if (b >= 0) add_amounts(s, column, field->sums, b, 1, amount);
}

void bin_sums_add(BinSums *s, const Domain *domain, const ContactSeen *seen)
{
  bool lines = false;

  for (int f = 0; f < s->n_fields; f++) lines = lines || s->field[f]->line;
  bin_shares_clear(&s->shares);
  if (lines && (counts(s, seen->group_a) || (contact_is_of_two(seen) && counts(s, seen->group_b))))
    bins_add_line(s->bins, domain, seen->centre, seen->branch, &s->shares);
  for (int f = 0, column = 0; f < s->n_fields; column += s->field[f++]->sums) {
    if (s->field[f]->line) add_line(s, column, s->field[f], seen);
    if (s->field[f]->end) add_ends(s, domain, column, s->field[f], seen);
  }
}

/* ---- bodies ---- */

static double power_of(int dimension, double r)
{
  return dimension == 2 ? r * r : r * r * r;
}

/* Spread a clump. */
static void spread(BinSums *s, const Domain *domain, const Clumps *c, PetscInt a)
{
  const Template *t    = &c->templates->list[c->template[a]];
  const double    size = c->scale[a];
  double          sum  = 0;
  int             bin;

  bin_shares_clear(&s->shares);
  for (int i = 0; i < t->n; i++) sum += power_of(domain->dimension, t->radius[i]);
  if (!(sum > 0)) {
    bins_add_ball(s->bins, domain, c->pose[a].x, 0, 1, &s->shares);
    return;
  }
  if (bins_hold_ball(s->bins, domain, c->pose[a].x, t->bound * size, &bin)) {
    s->shares.share[bin] = 1;
    s->shares.first = s->shares.last = bin;
    return;
  }
  for (int i = 0; i < t->n; i++)
    bins_add_ball(s->bins, domain,
                  vec3_axpy(c->pose[a].x, size, quat_turn(c->pose[a].q, t->offset[i])),
                  t->radius[i] * size, power_of(domain->dimension, t->radius[i]) / sum, &s->shares);
}

static double volume_of(const Clumps *c, PetscInt a)
{
  return c->templates->list[c->template[a]].mass.volume *
         templates_volume_factor(c->templates, c->scale[a]);
}

static void add_common(BinSums *s, const Domain *domain, const Clumps *c, PetscInt a, Sum *common)
{
  const Vec3   v = c->motion[a].v;
  const double m = c->mass[a], volume = volume_of(c, a);
  const int    bin = bins_find(s->bins, domain, c->pose[a].x);

  for (int k = s->shares.first; k <= s->shares.last; k++) {
    const double share = s->shares.share[k];
    Sum         *to    = common + (int64_t)k * COMMON;

    sum_add(&to[VOLUME], share * volume);
    sum_add(&to[MASS], share * m);
    for (int i = 0; i < 3; i++) sum_add(&to[MOMENTUM + i], share * m * vec3_axis(v, i));
  }
  if (bin >= 0) sum_add(&common[(int64_t)bin * COMMON + CENTRES], 1);
}

static void add_fields(BinSums *s, const Clumps *c, PetscInt a, const BinMeans *means)
{
  const BinnedBody body = {.clumps = c, .row = a};
  double           amount[BINNED_SUMS];

  for (int k = s->shares.first; k <= s->shares.last; k++)
    for (int f = 0, column = 0; f < s->n_fields; column += s->field[f++]->sums) {
      if (!s->field[f]->body) continue;
      s->field[f]->body(&body, &means[k], amount);
      add_amounts(s, column, s->field[f]->sums, k, s->shares.share[k], amount);
    }
}

/* One pass over the bodies: common sums, or, means not NULL, those of the fields. */
static void add_bodies(BinSums *s, const Domain *domain, const Clumps *c, Sum *common,
                       const BinMeans *means)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (clump_is_gone(c, a) || !clump_is_among(c, a, s->groups)) continue;
    spread(s, domain, c, a);
    if (means) add_fields(s, c, a, means);
    else add_common(s, domain, c, a, common);
  }
}

static BinMeans means_of(const Bins *bins, int k, const Sum *sum)
{
  const double mass = sum_value(&sum[MASS]);

  return (BinMeans){.size   = bin_size(bins, k),
                    .volume = sum_value(&sum[VOLUME]),
                    .mass   = mass,
                    .v = {sum_value(&sum[MOMENTUM]) / mass, sum_value(&sum[MOMENTUM + 1]) / mass,
                          sum_value(&sum[MOMENTUM + 2]) / mass},
                    .centres = sum_value(&sum[CENTRES])};
}

static void finish(const BinSums *s, const BinMeans *means, double *number)
{
  for (int k = 0; k < s->bins->n; k++)
    for (int f = 0, column = 0; f < s->n_fields; column += s->field[f++]->sums) {
      double value[BINNED_SUMS];

      for (int i = 0; i < s->field[f]->sums; i++)
        value[i] = sum_value(&s->sum[(int64_t)k * s->columns + column + i]);
      s->field[f]->finish(&means[k], s->bins->dimension, value, number);
      number += s->field[f]->width;
    }
}

PetscErrorCode bin_sums_find(BinSums *s, const Parallel *par, const Domain *domain, const Clumps *c,
                             double *numbers)
{
  Sum      *common;
  BinMeans *means;
  bool      again = false;

  PetscFunctionBeginUser;
  PetscCall(array_create(&common, COMMON * sizeof *common, s->bins->n));
  PetscCall(array_create(&means, sizeof *means, s->bins->n));
  for (int f = 0; f < s->n_fields; f++) again = again || s->field[f]->body;
  add_bodies(s, domain, c, common, NULL);
  PetscCall(sum_reduce(par, common, s->bins->n * COMMON));
  for (int k = 0; k < s->bins->n; k++)
    means[k] = means_of(s->bins, k, &common[(int64_t)k * COMMON]);
  if (again) add_bodies(s, domain, c, NULL, means);
  PetscCall(sum_reduce(par, s->sum, s->bins->n * s->columns));
  finish(s, means, numbers);
  bin_sums_clear(s);
  array_free(&common);
  array_free(&means);
  PetscFunctionReturn(PETSC_SUCCESS);
}
