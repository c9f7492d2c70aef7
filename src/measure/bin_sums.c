/* SPDX-License-Identifier: MIT */
/* Bodies and contacts in bins. */
#include "measure/bin_sums.h"

/* Sums of the first pass. */
enum {
  VOLUME,
  MASS,
  MOMENTUM,
  CENTRES = MOMENTUM + 3,
  HELD,
  HELD_MOMENTUM,
  COMMON = HELD_MOMENTUM + 3
};

static void add_part(BinSums *s, const Binned *field)
{
  for (int k = 0; k < s->n_parts; k++)
    if (s->part[k] == field) return;
  s->part[s->n_parts]     = field;
  s->column[s->n_parts++] = s->columns;
  s->columns += field->sums;
}

PetscErrorCode bin_sums_create(BinSums *s)
{
  PetscFunctionBeginUser;
  s->columns = s->n_parts = 0;
  for (int f = 0; f < s->n_fields; f++)
    for (int k = 0; k < 2; k++)
      if (s->field[f]->of[k]) add_part(s, s->field[f]->of[k]);
      else if (k == 0) add_part(s, s->field[f]);
  PetscCall(array_create(&s->sum, sizeof *s->sum, s->bins->n * s->columns));
  PetscCall(array_create(&s->quick, sizeof *s->quick, s->bins->n * s->columns));
  PetscCall(array_create(&s->shown, sizeof *s->shown, s->bins->n));
  PetscCall(bin_shares_create(s->bins, &s->shares));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void bin_sums_free(BinSums *s)
{
  array_free(&s->sum);
  array_free(&s->quick);
  array_free(&s->shown);
  array_free(&s->spread);
  array_free(&s->share);
  bin_shares_free(&s->shares);
}

bool bin_sums_see(const BinSums *s)
{
  for (int k = 0; k < s->n_parts; k++)
    if (s->part[k]->line || s->part[k]->end) return true;
  return false;
}

void bin_sums_clear(BinSums *s)
{
  memset(s->sum, 0, (size_t)(s->bins->n * s->columns) * sizeof *s->sum);
  memset(s->quick, 0, (size_t)(s->bins->n * s->columns) * sizeof *s->quick);
  memset(s->shown, 0, (size_t)s->bins->n * sizeof *s->shown);
}

/* ---- contacts ---- */

static void add_amounts(BinSums *s, int column, int n, int bin, double share, const double *amount)
{
  const int64_t to = (int64_t)bin * s->columns + column;

  for (int k = 0; k < n; k++) quick_sum_add(&s->quick[to + k], &s->sum[to + k], share * amount[k]);
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

  for (int k = 0; k < s->n_parts; k++) lines = lines || s->part[k]->line;
  bin_shares_clear(&s->shares);
  if (lines && (counts(s, seen->group_a) || (contact_is_of_two(seen) && counts(s, seen->group_b))))
    bins_add_line(s->bins, domain, seen->centre, seen->branch, &s->shares);
  for (int k = 0; k < s->n_parts; k++) {
    if (s->part[k]->line) add_line(s, s->column[k], s->part[k], seen);
    if (s->part[k]->end) add_ends(s, domain, s->column[k], s->part[k], seen);
  }
}

void bin_sums_count(BinSums *s, const Domain *domain, const Clumps *c)
{
  bool ends = false;

  for (int k = 0; k < s->n_parts; k++) ends = ends || s->part[k]->end;
  for (PetscInt a = 0; a < c->n_owned && ends; a++) {
    const int bin = !clump_is_gone(c, a) && clump_is_among(c, a, s->groups)
                      ? bins_find(s->bins, domain, c->pose[a].x)
                      : -1;

    if (bin >= 0) s->shown[bin]++;
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
  const Vec3      x    = domain_wrapped(domain, c->pose[a].x); /* exact: the same after a restart */
  double          sum  = 0;
  int             bin;

  bin_shares_clear(&s->shares);
  if (bins_hold_ball(s->bins, domain, x, t->bound * size, &bin)) {
    s->shares.share[bin] = 1;
    s->shares.first = s->shares.last = bin;
    return;
  }
  for (int i = 0; i < t->n; i++) sum += power_of(domain->dimension, t->radius[i]);
  if (!(sum > 0)) {
    bins_add_ball(s->bins, domain, x, 0, 1, &s->shares);
    return;
  }
  for (int i = 0; i < t->n; i++)
    bins_add_ball(s->bins, domain, vec3_axpy(x, size, quat_turn(c->pose[a].q, t->offset[i])),
                  t->radius[i] * size, power_of(domain->dimension, t->radius[i]) / sum, &s->shares);
}

static double volume_of(const Clumps *c, PetscInt a)
{
  return c->templates->list[c->template[a]].mass.volume *
         templates_volume_factor(c->templates, c->scale[a]);
}

/* Spread all bodies that count. */
static PetscErrorCode spread_all(BinSums *s, const Domain *domain, const Clumps *c)
{
  PetscFunctionBeginUser;
  s->n_spread = s->n_shares = 0;
  PetscCall(array_reserve(&s->spread, sizeof *s->spread, c->n_owned, &s->spread_capacity));
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const BinShares *shares = &s->shares;
    int              n;

    if (clump_is_gone(c, a) || !clump_is_among(c, a, s->groups)) continue;
    spread(s, domain, c, a);
    n = (int)max_int(0, shares->last - shares->first + 1);
    if (n == 0) continue;
    PetscCall(array_reserve(&s->share, sizeof *s->share, s->n_shares + n, &s->share_capacity));
    memcpy(s->share + s->n_shares, shares->share + shares->first, (size_t)n * sizeof *s->share);
    s->n_shares += n;
    s->spread[s->n_spread++] = (BinSpread){a, shares->first, n};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sums of all bins, with what is still to be added to them. */
typedef struct {
  Sum      *sum;
  QuickSum *quick;
} Common;

static void add_one(const Common *to, int64_t at, double value)
{
  quick_sum_add(&to->quick[at], &to->sum[at], value);
}

/* Common sums of all bins. */
static void add_common(const BinSums *s, const Clumps *c, const Common *common)
{
  const double *share = s->share;

  for (PetscInt i = 0; i < s->n_spread; i++) {
    const BinSpread *b = &s->spread[i];
    const double     m = c->mass[b->row], volume = volume_of(c, b->row);
    const Vec3       v    = c->motion[b->row].v;
    const int        from = c->blocked[b->row] != BLOCK_ALL ? MASS : HELD;

    for (int k = 0; k < b->n; k++, share++) {
      const int64_t at = (int64_t)(b->first + k) * COMMON;

      add_one(common, at + VOLUME, *share * volume);
      add_one(common, at + from, *share * m);
      for (int j = 0; j < 3; j++) add_one(common, at + from + 1 + j, *share * m * vec3_axis(v, j));
    }
  }
}

static void add_centres(const BinSums *s, const Domain *domain, const Clumps *c,
                        const Common *common)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    int bin;

    if (clump_is_gone(c, a) || !clump_is_among(c, a, s->groups)) continue;
    bin = bins_find(s->bins, domain, c->pose[a].x);
    if (bin >= 0) add_one(common, (int64_t)bin * COMMON + CENTRES, 1);
  }
}

static void drain(QuickSum *quick, Sum *sum, int64_t n)
{
  for (int64_t k = 0; k < n; k++) quick_sum_drain(&quick[k], &sum[k]);
}

/* Sums of one field over bodies. */
static void add_field(BinSums *s, int part, const Clumps *c, const BinMeans *means)
{
  const Binned *field = s->part[part];
  const double *share = s->share;
  double        amount[BINNED_SUMS];

  for (PetscInt i = 0; i < s->n_spread; i++) {
    const BinSpread *b    = &s->spread[i];
    const BinnedBody body = {.clumps = c, .row = b->row};

    for (int k = 0; k < b->n; k++, share++) {
      field->body(&body, &means[b->first + k], amount);
      add_amounts(s, s->column[part], field->sums, b->first + k, *share, amount);
    }
  }
}

static Vec3 mean_of(const Sum *momentum, double mass)
{
  return vec3(sum_value(&momentum[0]) / mass, sum_value(&momentum[1]) / mass,
              sum_value(&momentum[2]) / mass);
}

/* Adds the bodies that are held to those that can move. */
static BinMeans means_of(const Bins *bins, int k, Sum *sum, int64_t shown)
{
  BinMeans m = {.size    = bin_size(bins, k),
                .volume  = sum_value(&sum[VOLUME]),
                .moving  = sum_value(&sum[MASS]),
                .centres = sum_value(&sum[CENTRES]),
                .shown   = (double)shown};

  m.moving_v = mean_of(&sum[MOMENTUM], m.moving);
  for (int j = 0; j < 4; j++) sum_merge(&sum[MASS + j], &sum[HELD + j]);
  m.mass = sum_value(&sum[MASS]);
  m.v    = mean_of(&sum[MOMENTUM], m.mass);
  return m;
}

/* ---- numbers ---- */

static void finish_part(const BinSums *s, int bin, const Binned *field, const BinMeans *means,
                        double *number)
{
  double value[BINNED_SUMS];
  int    part = 0;

  while (s->part[part] != field) part++;
  for (int i = 0; i < field->sums; i++)
    value[i] = sum_value(&s->sum[(int64_t)bin * s->columns + s->column[part] + i]);
  field->finish(means, s->bins->dimension, value, number);
}

static void finish(const BinSums *s, int bin, const Binned *field, const BinMeans *means,
                   double *number)
{
  double more[BINNED_SUMS];

  if (!field->of[0]) {
    finish_part(s, bin, field, means, number);
    return;
  }
  finish_part(s, bin, field->of[0], means, number);
  finish_part(s, bin, field->of[1], means, more);
  for (int i = 0; i < field->width; i++) number[i] += more[i];
}

PetscErrorCode bin_sums_find(BinSums *s, const Parallel *par, const Domain *domain, const Clumps *c,
                             double *numbers)
{
  const int n      = s->bins->n;
  Common    common = {NULL, NULL};
  BinMeans *means;

  PetscFunctionBeginUser;
  PetscCall(array_create(&common.sum, COMMON * sizeof *common.sum, n));
  PetscCall(array_create(&common.quick, COMMON * sizeof *common.quick, n));
  PetscCall(array_create(&means, sizeof *means, n));
  PetscCall(spread_all(s, domain, c));
  add_common(s, c, &common);
  add_centres(s, domain, c, &common);
  drain(common.quick, common.sum, n * COMMON);
  PetscCall(sum_reduce(par, common.sum, n * COMMON));
  PetscCall(parallel_sum_int(par, s->shown, n));
  for (int k = 0; k < n; k++)
    means[k] = means_of(s->bins, k, &common.sum[(int64_t)k * COMMON], s->shown[k]);
  for (int k = 0; k < s->n_parts; k++)
    if (s->part[k]->body) add_field(s, k, c, means);
  drain(s->quick, s->sum, n * s->columns);
  PetscCall(sum_reduce(par, s->sum, n * s->columns));
  for (int k = 0; k < n; k++)
    for (int f = 0; f < s->n_fields; numbers += s->field[f++]->width)
      finish(s, k, s->field[f], &means[k], numbers);
  bin_sums_clear(s);
  array_free(&common.sum);
  array_free(&common.quick);
  array_free(&means);
  PetscFunctionReturn(PETSC_SUCCESS);
}
