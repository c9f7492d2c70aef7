/* SPDX-License-Identifier: MIT */
/* Normal terms whose restitution is a table. The formulas stand in kernels/normal_table.h. */
#include "contact/terms/kernels/normal_table.h"
#include "contact/terms/dashpot.h"
#include "options/rows.h"

/* clang-format off */
static const Option table_options[] = {
  REALS(KEY("restitution_speeds"), "m/s", REQUIRED, UP_TO(SPEED_MOST),
      "normal speeds at touching, ascending, at most 64"),
  REALS(KEY("restitutions"),       "1",   REQUIRED, UNIT_INTERVAL,
      "coefficient of restitution at each of restitution_speeds, linear in between"),
  {0},
};
/* clang-format on */

static void read_table(NormalTable *h, const LawSource *s)
{
  int           n_speeds, n;
  const double *speed =
                 option_reals(s->options, "contact", s->law, "restitution_speeds", &n_speeds),
               *e = option_reals(s->options, "contact", s->law, "restitutions", &n);

  if (n_speeds != n || n > TABLE_MOST) {
    SOURCE_MISTAKE(s, "restitutions",
                   "%d numbers for %d of restitution_speeds: give as many, at most %d", n, n_speeds,
                   (int)TABLE_MOST);
    return;
  }
  h->n = n;
  for (int k = 0; k < n; k++) {
    h->speed[k]       = speed[k];
    h->restitution[k] = e[k];
    if (k > 0 && !(speed[k] > speed[k - 1]))
      SOURCE_MISTAKE(s, "restitution_speeds", "%g m/s after %g m/s: they must ascend", speed[k],
                     speed[k - 1]);
  }
}

static unsigned hooke_read(void *self, const LawSource *s)
{
  NormalTable *h = self;

  read_table(h, s);
  if (source_has(s, "stiffness")) h->stiffness = source_real(s, "stiffness");
  else SOURCE_MISTAKE(s, "stiffness", "missing: hooke_table needs the stiffness (N/m)");
  return 0;
}

static unsigned hertz_read(void *self, const LawSource *s)
{
  NormalTable *h = self;

  read_table(h, s);
  if (contact_has_young(s, "normal")) h->young = contact_young(s->a, s->b);
  return 0;
}

static LinearSpring table_linear(const void *self, double factor)
{
  return (LinearSpring){factor * ((const NormalTable *)self)->stiffness, 0};
}

/* Damping by the least restitution of the table. */
static void table_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const NormalTable *h    = self;
  double             most = 0;

  for (int k = 0; k < h->n; k++) most = max_real(most, damping_ratio(h->restitution[k], false));
  limits->stiffness =
    h->stiffness > 0 ? h->stiffness : 2 * h->young * at->radius * sqrt(at->overlap);
  limits->damping =
    2 * (h->stiffness > 0 ? 1 : GROWING_RATIO) * most * sqrt(at->point_mass * limits->stiffness);
}

/* The deepest overlap is that of normal: hertz (normal.c). */
static void hertz_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const double unit = ((const NormalTable *)self)->young * at->radius * at->radius * at->radius;

  table_limits(self, at, limits);
  limits->deepest = pow(15.0 / 16.0 * at->point_mass * at->speed * at->speed / unit, 0.4);
}

static const MemoryField table_memory[] = {{"damping_ratio", "1", 1}, {0}};

const ContactTerm normal_hooke_table = {
  .head    = {.name    = "hooke_table",
              .text    = "Linear spring; its restitution is that of a table at the speed of touching.",
              .options = {stiffness_options, table_options}},
  .slot    = SLOT_NORMAL,
  .size    = sizeof(NormalTable),
  .memory  = table_memory,
  .needs   = NEEDS_POINT_MASS,
  .read    = hooke_read,
  .apply   = normal_table_apply,
  .limits  = table_limits,
  .linear  = table_linear,
  .dashpot = TERM_PART(NormalTable, n),
  .energy  = normal_table_energy,
};

const ContactTerm normal_hertz_table = {
  .head     = {.name    = "hertz_table",
               .text    = "Hertz' spring; its restitution is that of a table at the speed of touching.",
               .options = {table_options}},
  .slot     = SLOT_NORMAL,
  .size     = sizeof(NormalTable),
  .memory   = table_memory,
  .needs    = NEEDS_POINT_MASS | NEEDS_RADIUS,
  .read     = hertz_read,
  .apply    = normal_table_apply,
  .limits   = hertz_limits,
  .hertzian = true,
  .dashpot  = TERM_PART(NormalTable, n),
  .duration = 1.2829, /* as normal: hertz (normal.c) */
  .energy   = normal_table_energy,
};
