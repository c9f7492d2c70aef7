/* SPDX-License-Identifier: MIT */
/* Hooke's and Hertz' springs with a dashpot whose restitution is that of a table at the speed of
   touching: linear between its speeds, outside them that of the first or last. Memory: the damping
   ratio, found at the first sample. */
#include "base/bounds.h"
#include "base/elementary.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/dashpot.h"
#include "options/rows.h"

enum { TABLE_MOST = 64 };

typedef struct {
  double stiffness; /* N/m; 0: Hertz */
  double young;     /* E*, Pa */
  int    n;
  double speed[TABLE_MOST], restitution[TABLE_MOST];
} Table;

/* clang-format off */
static const Option table_options[] = {
  REALS(KEY("restitution_speeds"), "m/s", REQUIRED, UP_TO(SPEED_MOST),
      "normal speeds at touching, ascending, at most 64"),
  REALS(KEY("restitutions"),       "1",   REQUIRED, UNIT_INTERVAL,
      "coefficient of restitution at each of restitution_speeds, linear in between"),
  {NULL},
};
/* clang-format on */

static void read_table(Table *h, const LawSource *s)
{
  int           n_speeds, n;
  const double *speed =
                 option_reals(s->options, "contact", s->law, "restitution_speeds", &n_speeds),
               *e = option_reals(s->options, "contact", s->law, "restitutions", &n);

  if (n_speeds != n || n > TABLE_MOST) {
    option_mistake(s->options, "contact", s->law, "restitutions",
                   "%d numbers for %d of restitution_speeds: give as many, at most %d", n, n_speeds,
                   (int)TABLE_MOST);
    return;
  }
  h->n = n;
  for (int k = 0; k < n; k++) {
    h->speed[k]       = speed[k];
    h->restitution[k] = e[k];
    if (k > 0 && !(speed[k] > speed[k - 1]))
      option_mistake(s->options, "contact", s->law, "restitution_speeds",
                     "%g m/s after %g m/s: they must ascend", speed[k], speed[k - 1]);
  }
}

static unsigned hooke_read(void *self, const LawSource *s)
{
  Table *h = self;

  read_table(h, s);
  if (option_has_value(s->options, "contact", s->law, "stiffness"))
    h->stiffness = option_real(s->options, "contact", s->law, "stiffness");
  else
    option_mistake(s->options, "contact", s->law, "stiffness",
                   "missing: hooke_table needs the stiffness (N/m)");
  return NEEDS_POINT_MASS;
}

static unsigned hertz_read(void *self, const LawSource *s)
{
  Table *h = self;

  read_table(h, s);
  if (contact_has_young(s, "normal")) h->young = contact_young(s->a, s->b);
  return NEEDS_POINT_MASS | NEEDS_RADIUS;
}

/* Damping ratio at a speed of touching; above 0 even for restitution 1, or no table. */
static double ratio_at(const Table *h, double speed)
{
  double e = h->n > 0 ? h->restitution[h->n - 1] : 1, l;
  int    k = 0;

  while (k < h->n && h->speed[k] < speed) k++;
  if (k == 0 && h->n > 0) e = h->restitution[0];
  else if (k < h->n)
    e = h->restitution[k - 1] + (h->restitution[k] - h->restitution[k - 1]) *
                                  ((speed - h->speed[k - 1]) / (h->speed[k] - h->speed[k - 1]));
  if (!(e > 0)) return 1;
  if (e >= 1) return 1e-300;
  l = natural_log(e);
  return -l / sqrt(PETSC_PI * PETSC_PI + l * l);
}

static void find_ratios(const Table *h, ContactBatch *b)
{
  double *ratio = b->memory[0];

  for (int k = 0; k < b->n; k++)
    if (!(b->known[k] > 0) || ratio[k] == 0 || h->n == 0)
      ratio[k] = ratio_at(h, fabs(b->approach[k]));
}

KERNEL static void push_apart(const Table *h, const double *ramp, const double *share,
                              ContactBatch *b)
{
  const bool    linear = h->stiffness > 0;
  const double *ratio  = b->memory[0];
  const double  most   = dashpot_most(b);

#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double slope  = linear ? h->stiffness : 2 * h->young * sqrt(-b->radius[k] * b->gap[k]);
    const double spring = -(linear ? 1 : 2.0 / 3) * slope * b->gap[k];
    const double damping =
      dashpot_within(2 * (linear ? 1 : GROWING_RATIO) * ratio[k] * sqrt(b->point_mass[k] * slope),
                     most * b->point_mass[k]);
    const double dashpot = damping * b->approach[k];

    b->jump[k] = linear ? dashpot : 0;
    batch_push(b, k, spring + dashpot, ramp[k] * spring + share[k] * dashpot);
  }
}

static void table_apply(const void *self, ContactBatch *b)
{
  const Table *h      = self;
  const bool   linear = h->stiffness > 0;
  double       ramp[TILE], share[TILE];

  batch_fill(b, 1, ramp);
  batch_fill(b, 1, share);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (linear) ramp[k] = batch_ramp(b, k, 0);
    share[k] = linear ? batch_start(b, k) * batch_stop(b, k, 0)
                      : batch_root_start(b, k) * batch_root_stop(b, k, 0);
  }
  find_ratios(h, b);
  push_apart(h, ramp, share, b);
}

static void table_linear(const void *self, double factor, double *constant, double *modulus)
{
  *constant = factor * ((const Table *)self)->stiffness;
  *modulus  = 0;
}

/* Damping by the least restitution of the table. */
static void table_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Table *h    = self;
  double       most = 0;

  for (int k = 0; k < h->n; k++) most = max_real(most, damping_ratio(h->restitution[k], false));
  limits->stiffness =
    h->stiffness > 0 ? h->stiffness : 2 * h->young * at->radius * sqrt(at->overlap);
  limits->damping =
    2 * (h->stiffness > 0 ? 1 : GROWING_RATIO) * most * sqrt(at->point_mass * limits->stiffness);
}

/* As normal_hertz.c. */
static void hertz_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const double unit = ((const Table *)self)->young * at->radius * at->radius * at->radius;

  table_limits(self, at, limits);
  limits->deepest = pow(15.0 / 16.0 * at->point_mass * at->speed * at->speed / unit, 0.4);
}

static void table_energy(const void *self, const ContactBatch *b, double *energy)
{
  const Table *h = self;

  for (int k = 0; k < b->n; k++)
    energy[k] +=
      (h->stiffness > 0 ? 0.5 * h->stiffness
                        : 8.0 / 15.0 * h->young * sqrt(max_real(0, -b->radius[k] * b->gap[k]))) *
      b->gap[k] * b->gap[k];
}

static void table_undamp(void *self)
{
  ((Table *)self)->n = 0;
}

static const MemoryField table_memory[] = {{"damping_ratio", "1", 1}, {NULL}};

const ContactTerm normal_hooke_table = {
  .head   = {.name    = "hooke_table",
             .text    = "Linear spring; its restitution is that of a table at the speed of touching.",
             .options = {stiffness_options, table_options}},
  .slot   = SLOT_NORMAL,
  .size   = sizeof(Table),
  .memory = table_memory,
  .read   = hooke_read,
  .apply  = table_apply,
  .limits = table_limits,
  .linear = table_linear,
  .undamp = table_undamp,
  .energy = table_energy,
};

const ContactTerm normal_hertz_table = {
  .head     = {.name    = "hertz_table",
               .text    = "Hertz' spring; its restitution is that of a table at the speed of touching.",
               .options = {table_options}},
  .slot     = SLOT_NORMAL,
  .size     = sizeof(Table),
  .memory   = table_memory,
  .read     = hertz_read,
  .apply    = table_apply,
  .limits   = hertz_limits,
  .hertzian = true,
  .undamp   = table_undamp,
  .duration = 1.2829, /* as normal_hertz.c */
  .energy   = table_energy,
};
