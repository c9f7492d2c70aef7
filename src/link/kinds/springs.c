/* SPDX-License-Identifier: MIT */
/* Linear springs and dashpots along the line between two points, which may break. */
#include "link/link_kind.h"
#include "options/rows.h"

typedef struct {
  double stiffness;   /* N/m */
  double damping;     /* kg/s */
  double rest_length; /* m; NAN: as long as at the start */
  double break_force; /* pull of the spring that breaks it, N; INFINITY: none does */
} Springs;

/* clang-format off */
static const Option springs_options[] = {
  REAL(IN(Springs, stiffness), "N/m", REQUIRED, RANGE_OF(STIFFNESS), "force over elongation"),
  REAL(IN(Springs, damping),             "kg/s", "0",      UP_TO(STIFFNESS_MOST),
      "force over the speed of elongation"),
  REAL_OR_WORD(IN(Springs, rest_length), "m", "start", "start", UP_TO(LENGTH_MOST),
      "length without force, between the centres of the pebbles; start: as it is when the spring "
      "is made. A column rest_length of the file goes before it"),
  REAL_OR_WORD(IN(Springs, break_force), "N", "none",  "none",  POSITIVE_UP_TO(FORCE_MOST),
      "pull of the spring, without its dashpot, at which it breaks; none: it never does",
      OTHERWISE(INFINITY)),
  {0},
};
/* clang-format on */

static const char *const springs_ruptures[] = {"tension", NULL};

static const MemoryField springs_memory[] = {{"rest_length", "m", 1}, {0}};

static const CsvColumn springs_columns[] = {
  {.name = "rest_length", .type = CSV_REAL, .unit = "m", .hi = LENGTH_MOST}, {0}};

static const CsvColumn *springs_given(const void *self)
{
  (void)self;
  return springs_columns;
}

static void springs_start(const void *self, const LinkBatch *b, int k, const LinkGiven *given,
                          double *memory)
{
  const Springs *h = self;

  memory[0] = !isnan(given->value[0])  ? given->value[0]
              : !isnan(h->rest_length) ? h->rest_length
                                       : vec3_norm(b->way[k]);
}

/* Where the points coincide the spring has no direction, and no force. */
static void springs_apply(const void *self, LinkBatch *b)
{
  const Springs *h = self;

  for (int k = 0; k < b->n; k++) {
    const double length = vec3_norm(b->way[k]), stretch = length - b->memory[k][0];
    const Vec3   zero = {0, 0, 0}, n = length > 0 ? vec3_scale(1 / length, b->way[k]) : zero,
               v      = link_slip(&b->b[k], zero, &b->a[k], zero);
    const double pull = h->stiffness * stretch, rate = vec3_dot(v, n),
                 energy = 0.5 * pull * stretch;

    b->rupture[k] = pull > h->break_force;
    if (b->rupture[k]) b->lost[k] = energy;
    if (b->rupture[k]) continue;
    b->force[k]  = vec3_scale(pull + h->damping * rate, n);
    b->energy[k] = energy;
    b->damped[k] = h->damping * rate * rate;
  }
}

static LinkStiffness springs_stiffness(const void *self, const LinkBatch *b, int k)
{
  const Springs *h = self;

  (void)b;
  (void)k;
  return (LinkStiffness){.force = h->stiffness, .damping = h->damping};
}

const LinkKind link_springs = {
  .head      = {.name = "springs",
                .text = "Linear springs and dashpots between two points, which may break."},
  .options   = {.name    = "spring",
                .named   = true,
                .options = springs_options,
                .more    = link_tables,
                .text    = "springs between pebbles, or centres of clumps, at any distance"},
  .size      = sizeof(Springs),
  .memory    = springs_memory,
  .cost      = 50,
  .ruptures  = springs_ruptures,
  .columns   = springs_given,
  .start     = springs_start,
  .apply     = springs_apply,
  .stiffness = springs_stiffness,
};
