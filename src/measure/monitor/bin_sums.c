/* SPDX-License-Identifier: MIT */
/* Bodies and contacts in bins. */
#include "measure/monitor/bin_sums.h"
#include "measure/cell_stress.h"

/* Sums of the first pass: two rows a bin, of bodies that can move and of those that are held. */
enum { VOLUME, MASS, MOMENTUM, RELATIVE = MOMENTUM + 3, COMMON = RELATIVE + 3, WAYS = 2 };

static int kind_of(const Binned *field)
{
  return field->line ? BIN_LINES : field->end ? BIN_ENDS : BIN_BODIES;
}

static void add_part(BinSums *s, const Binned *field)
{
  const int kind = kind_of(field);

  if (field->far && !s->interacts) return;
  for (int k = 0; k < s->n_parts; k++)
    if (s->part[k] == field) return;
  s->part[s->n_parts]     = field;
  s->column[s->n_parts++] = s->columns[kind];
  s->columns[kind] += field->sums;
}

void bin_sums_create(BinSums *s)
{
  int most = 0;

  s->n_parts      = 0;
  s->asks_centres = false;
  for (int f = 0; f < s->n_fields; f++) s->asks_centres |= s->field[f] == &binned_number;
  for (int k = 0; k < BIN_KINDS; k++) s->columns[k] = k == BIN_COMMON ? COMMON : 0;
  for (int f = 0; f < s->n_fields; f++)
    for (int k = 0; k < BINNED_OF; k++)
      if (s->field[f]->of[k]) add_part(s, s->field[f]->of[k]);
      else if (k == 0) add_part(s, s->field[f]);
  for (int k = 0; k < BIN_KINDS; k++) {
    bank_create(&s->sums[k], s->bins->n * (k == BIN_COMMON ? WAYS : 1), s->columns[k]);
    most = (int)max_int(most, s->sums[k].lanes);
  }
  array_create(&s->amount, sizeof *s->amount, most);
  array_create(&s->shown, sizeof *s->shown, s->bins->n);
  array_create(&s->centres, sizeof *s->centres, s->bins->n);
  bin_shares_create(s->bins, &s->shares);
}

void bin_sums_free(BinSums *s)
{
  for (int k = 0; k < BIN_KINDS; k++) bank_free(&s->sums[k]);
  array_free(&s->amount);
  array_free(&s->shown);
  array_free(&s->centres);
  array_free(&s->spread);
  array_free(&s->share);
  array_free(&s->jump);
  bin_shares_free(&s->shares);
}

bool bin_sums_see(const BinSums *s)
{
  return s->columns[BIN_LINES] > 0 || s->columns[BIN_ENDS] > 0;
}

bool bin_sums_see_far(const BinSums *s)
{
  for (int k = 0; k < s->n_parts; k++)
    if (s->part[k]->far) return true;
  return false;
}

void bin_sums_begin(BinSums *s, const Domain *domain)
{
  s->view = bins_view(s->bins, domain);
  for (int k = 0; k < BIN_KINDS; k++) bank_clear(&s->sums[k]);
  memset(s->shown, 0, (size_t)s->bins->n * sizeof *s->shown);
}

/* ---- contacts ---- */

static bool counts(const BinSums *s, uint64_t group)
{
  return s->groups == 0 || (s->groups & group);
}

/* Room for the numbers that are added to sums of this kind; lanes beyond the columns are 0. */
static double *row_of(BinSums *s, int kind)
{
  for (int k = s->columns[kind]; k < s->sums[kind].lanes; k++) s->amount[k] = 0;
  return s->amount;
}

static void add_lines(BinSums *s, const ContactSeen *seen)
{
  double *amount = row_of(s, BIN_LINES);

  for (int k = 0; k < s->n_parts; k++) {
    const Binned *field = s->part[k];

    if (!field->line) continue;
    if (field->far == (seen->kind == SEEN_PAIR)) field->line(seen, amount + s->column[k]);
    else memset(amount + s->column[k], 0, (size_t)field->sums * sizeof *amount);
  }
  if (s->view.whole) {
    bank_add(&s->sums[BIN_LINES], 0, 1, amount);
    return;
  }
  bin_shares_clear(&s->shares);
  bins_add_line(&s->view, seen->centre, seen->branch, &s->shares);
  for (int bin = s->shares.first; bin <= s->shares.last; bin++)
    bank_add(&s->sums[BIN_LINES], bin, s->shares.share[bin], amount);
}

static void add_ends(BinSums *s, const ContactSeen *seen, bool of_a, bool of_b)
{
  const int a      = of_a ? bins_find(&s->view, seen->centre) : -1;
  const int b      = of_b ? bins_find(&s->view, vec3_add(seen->centre, seen->branch)) : -1;
  double   *amount = row_of(s, BIN_ENDS);

  for (int k = 0; k < s->n_parts; k++)
    if (s->part[k]->end) s->part[k]->end(seen, amount + s->column[k]);
  if (a >= 0) bank_add(&s->sums[BIN_ENDS], a, 1, amount);
  if (b >= 0) bank_add(&s->sums[BIN_ENDS], b, 1, amount);
}

void bin_sums_add(BinSums *s, const ContactSeen *seen)
{
  const bool a = counts(s, seen->group_a), b = contact_is_of_two(seen) && counts(s, seen->group_b);

  if (s->columns[BIN_LINES] > 0 && (a || b)) add_lines(s, seen);
  if (s->columns[BIN_ENDS] > 0 && seen->kind != SEEN_PAIR) add_ends(s, seen, a, b);
}

static bool body_counts(const BinSums *s, const Clumps *c, PetscInt a)
{
  return !clump_is_gone(c, a) && clump_is_among(c, a, s->groups);
}

/* Count the bodies whose centres are in each bin. */
static void count_centres(const BinSums *s, const Clumps *c, int64_t *count)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const int bin = body_counts(s, c, a) ? bins_find(&s->view, c->pose[a].x) : -1;

    if (bin >= 0) count[bin]++;
  }
}

void bin_sums_count(BinSums *s, const Clumps *c)
{
  if (s->columns[BIN_ENDS] > 0) count_centres(s, c, s->shown);
}

/* ---- bodies ---- */

/* Volume of a pebble over that of a ball of radius 1, in two dimensions of a disc. A capsule is a shaft
   and two half balls. */
static double volume_of(int dimension, const Template *t, int i)
{
  const double r = t->radius[i], ball = dimension == 2 ? r * r : r * r * r;

  switch (template_role(t, i)) {
  case PEBBLE_SHAFT: return 1.5 * r * r * vec3_norm(template_axis(t, i));
  case PEBBLE_END: return 0.5 * ball;
  default: return ball;
  }
}

/* Spread the part of the mass that a pebble of body a has; of a shaft as balls in a row, no farther apart
   than half their radius. x: the centre of the body. */
static void spread_pebble(BinSums *s, const Clumps *c, PetscInt a, int i, Vec3 x, double part)
{
  const Template *t    = &c->templates->list[c->template[a]];
  const double    size = c->scale[a], r = t->radius[i];
  const bool      row  = template_role(t, i) == PEBBLE_SHAFT;
  const Vec3      half = row ? template_axis(t, i) : vec3(0, 0, 0);
  const int       n    = row ? 1 + (int)(4 * vec3_norm(half) / r) : 1;

  for (int k = 0; k < n; k++) {
    const Vec3 at = vec3_axpy(t->offset[i], (2. * k + 1) / n - 1, half);

    bins_add_ball(&s->view, vec3_axpy(x, size, quat_turn(c->pose[a].q, at)), r * size, part / n,
                  &s->shares);
  }
}

static void spread(BinSums *s, const Clumps *c, PetscInt a)
{
  const Domain   *domain = s->view.domain;
  const Template *t      = &c->templates->list[c->template[a]];
  const double    size   = c->scale[a];
  const Vec3      x      = s->view.whole ? c->pose[a].x : domain_wrapped(domain, c->pose[a].x);
  double          sum    = 0;
  int             bin;

  bin_shares_clear(&s->shares);
  if (bins_hold_ball(&s->view, x, t->bound * size, &bin)) {
    s->shares.share[bin] = 1;
    s->shares.first = s->shares.last = bin;
    return;
  }
  for (int i = 0; i < t->n; i++) sum += volume_of(domain->dimension, t, i);
  if (!(sum > 0)) {
    bins_add_ball(&s->view, x, 0, 1, &s->shares);
    return;
  }
  for (int i = 0; i < t->n; i++)
    spread_pebble(s, c, a, i, x, volume_of(domain->dimension, t, i) / sum);
}

static void spread_all(BinSums *s, const Clumps *c)
{
  s->n_spread = s->n_shares = 0;
  array_reserve(&s->spread, sizeof *s->spread, c->n_owned, &s->spread_capacity);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const BinShares *shares = &s->shares;
    int              n;

    if (!body_counts(s, c, a)) continue;
    spread(s, c, a);
    n = (int)max_int(0, shares->last - shares->first + 1);
    if (n == 0) continue;
    array_reserve(&s->share, sizeof *s->share, s->n_shares + n, &s->share_capacity);
    if (s->view.flows) array_reserve(&s->jump, sizeof *s->jump, s->n_shares + n, &s->jump_capacity);
    for (int k = 0; k < n && s->view.flows; k++)
      s->jump[s->n_shares + k] = shares->jump[shares->first + k];
    for (int k = 0; k < n; k++) s->share[s->n_shares++] = shares->share[shares->first + k];
    s->spread[s->n_spread++] = (BinSpread){a, shares->first, n};
  }
}

/* Velocity relative to the flow of a cell that deforms. */
static Vec3 relative(const BinSums *s, const Clumps *c, PetscInt a)
{
  const Domain *d = s->view.domain;
  Gradient      g;

  if (!s->view.flows) return c->motion[a].v;
  memcpy(g.g, d->cell.gradient, sizeof g.g);
  return vec3_sub(c->motion[a].v, gradient_times(&g, vec3_sub(cell_place(d, c, a), d->lo)));
}

static void add_common(BinSums *s, const Clumps *c)
{
  double       *amount = row_of(s, BIN_COMMON);
  const double *share  = s->share;
  const bool    jumps  = s->view.flows && !s->view.whole;

  for (PetscInt i = 0; i < s->n_spread; i++) {
    const BinSpread *b = &s->spread[i];
    const double     m = c->mass[b->row], volume = clump_volume(c, b->row);
    const Vec3       v = c->motion[b->row].v, u = relative(s, c, b->row);
    const int        held = c->blocked[b->row] == BLOCK_ALL;

    for (int k = 0; k < b->n; k++, share++) {
      const double part = *share * m;

      amount[VOLUME] = *share * volume;
      amount[MASS]   = part;
      vec3_put(amount + MOMENTUM, vec3_scale(part, v));
      for (int i = 0; i < 3 && jumps; i++)
        amount[MOMENTUM + i] += m * vec3_axis(s->jump[share - s->share], i);
      vec3_put(amount + RELATIVE, vec3_scale(part, u));
      bank_add(&s->sums[BIN_COMMON], WAYS * (b->first + k) + held, 1, amount);
    }
  }
}

static void add_fields(BinSums *s, const Clumps *c, const BinMeans *means)
{
  double       *amount = row_of(s, BIN_BODIES);
  const double *share  = s->share;

  for (PetscInt i = 0; i < s->n_spread && s->columns[BIN_BODIES] > 0; i++) {
    const BinSpread *b    = &s->spread[i];
    const BinnedBody body = {.clumps = c, .row = b->row, .u = relative(s, c, b->row)};

    for (int k = 0; k < b->n; k++, share++) {
      if (!(*share > 0)) continue; /* a bin between two parts of the body; it may have no mean */
      for (int p = 0; p < s->n_parts; p++)
        if (s->part[p]->body) s->part[p]->body(&body, &means[b->first + k], amount + s->column[p]);
      bank_add(&s->sums[BIN_BODIES], b->first + k, *share, amount);
    }
  }
}

static Vec3 mean_of(const SumBank *sums, int64_t row, int lane, double mass)
{
  return vec3(bank_value(sums, row, lane) / mass, bank_value(sums, row, lane + 1) / mass,
              bank_value(sums, row, lane + 2) / mass);
}

/* Means of a bin. The sums of held bodies are added to those of bodies that can move. */
static BinMeans means_of(BinSums *s, int k)
{
  SumBank      *sums = &s->sums[BIN_COMMON];
  const int64_t row  = (int64_t)WAYS * k;
  BinMeans      m    = {.size    = bin_size(s->bins, k),
                        .moving  = bank_value(sums, row, MASS),
                        .centres = (double)s->centres[k],
                        .shown   = (double)s->shown[k]};

  m.moving_u = mean_of(sums, row, RELATIVE, m.moving);
  bank_merge(sums, row, row + 1);
  m.volume = bank_value(sums, row, VOLUME);
  m.mass   = bank_value(sums, row, MASS);
  m.v      = mean_of(sums, row, MOMENTUM, m.mass);
  return m;
}

/* ---- numbers ---- */

static void finish_part(const BinSums *s, int bin, const Binned *field, const BinMeans *means,
                        double *number)
{
  double value[BINNED_SUMS];
  int    part = 0;

  if (field->far && !s->interacts) {
    memset(number, 0, (size_t)field->width * sizeof *number);
    return;
  }
  while (s->part[part] != field) part++;
  for (int i = 0; i < field->sums; i++)
    value[i] = bank_value(&s->sums[kind_of(field)], bin, s->column[part] + i);
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
  memset(number, 0, (size_t)field->width * sizeof *number);
  for (int k = 0; k < BINNED_OF && field->of[k]; k++) {
    finish_part(s, bin, field->of[k], means, more);
    for (int i = 0; i < field->width; i++) number[i] += more[i];
  }
}

PetscErrorCode bin_sums_find(BinSums *s, const Parallel *par, const Domain *domain, const Clumps *c,
                             double *numbers)
{
  const int n = s->bins->n;
  BinMeans *means;

  PetscFunctionBeginUser;
  s->view = bins_view(s->bins, domain);
  array_create(&means, sizeof *means, n);
  spread_all(s, c);
  add_common(s, c);
  memset(s->centres, 0, (size_t)n * sizeof *s->centres);
  if (s->asks_centres) count_centres(s, c, s->centres);
  PetscCall(bank_reduce(par, &s->sums[BIN_COMMON]));
  PetscCall(parallel_sum_int(par, s->shown, n));
  PetscCall(parallel_sum_int(par, s->centres, n));
  for (int k = 0; k < n; k++) means[k] = means_of(s, k);
  add_fields(s, c, means);
  for (int k = 0; k < BIN_COMMON; k++)
    if (s->columns[k] > 0) PetscCall(bank_reduce(par, &s->sums[k]));
  for (int k = 0; k < n; k++)
    for (int f = 0; f < s->n_fields; numbers += s->field[f++]->width)
      finish(s, k, s->field[f], &means[k], numbers);
  bin_sums_begin(s, domain);
  array_free(&means);
  PetscFunctionReturn(PETSC_SUCCESS);
}
