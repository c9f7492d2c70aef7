/* SPDX-License-Identifier: MIT */
/* Adhesion of Johnson, Kendall and Roberts, beside normal: hertz: this term adds what their force
   has beyond that of Hertz. Surfaces attract each other from touching on, and once they have touched
   until they are as far apart as at the largest pull, 3 pi gamma R*, or with jkr_end: fold until no
   solution is left.

   With c = 2 R* sqrt(pi gamma / E*), u = c^(1/3) and the contact radius a = (u x)^2:

     R* overlap = u^4 (x^4 - x),   F = 8 pi gamma R* (2/3 x^6 - x^3)

   so that x = 1 at touching, (3/4)^(1/3) at the largest pull and (1/4)^(1/3) at the fold, where
   overlap(x) is least. Energy from touching on: 8 pi gamma u^4 (4/15 x^10 - 2/3 x^7 + x^4/4 + 3/20).

   Memory: 1 while the surfaces attract each other. */
#include "base/bounds.h"
#include "base/elementary.h"
#include "base/kernel.h"
#include "base/rows.h"
#include "contact/terms/cohesion.h"
#include "options/rows.h"

#define FOLD       0.6299605249474366  /* (1/4)^(1/3) */
#define FOLD_DEPTH -0.4724703937105774 /* x^4 - x there */
#define PULL_DEPTH -0.2271400741040175 /* at the largest pull */

typedef struct {
  double young;   /* E*, Pa */
  double energy;  /* gamma, J/m^2 */
  double unit;    /* c over the reduced radius */
  double end;     /* x^4 - x at which surfaces part */
  double farther; /* distance at which they part at the largest radius, m */
  double widest;  /* that radius, m */
} Jkr;

/* clang-format off */
static const Option jkr_options[] = {
  REAL(KEY("largest_radius"), "m", REQUIRED, RANGE_OF(LENGTH),
      "largest radius of pebbles of the law: contacts are followed until those of this reduced "
      "radius part, and no farther"),
  WORD(KEY("jkr_end"),        "pull", "pull fold",
      "surfaces part: at the largest pull, 3 pi surface_energy R*; or where the solution ends, at "
      "5/9 of it"),
  {NULL},
};
/* clang-format on */

/* u^4 / R* at a reduced radius, m. */
static inline double depth_unit(const Jkr *h, double radius)
{
  const double u = cube_root(h->unit * radius);

  return u * u * u * u / radius;
}

static unsigned jkr_read(void *self, const LawSource *s)
{
  Jkr               *h      = self;
  const ContactTerm *normal = s->terms[SLOT_NORMAL];
  const double       widest = option_real(s->options, "contact", s->law, "largest_radius");

  h->energy = option_real(s->options, "contact", s->law, "surface_energy");
  h->end = strcmp(option_word(s->options, "contact", s->law, "jkr_end"), "fold") == 0 ? FOLD_DEPTH
                                                                                      : PULL_DEPTH;
  if (!normal || !normal->hertzian || normal->memory) {
    option_mistake(s->options, "contact", s->law, "cohesion",
                   "jkr needs normal: hertz, with young (Pa) of both materials");
    return NEEDS_RADIUS;
  }
  h->young =
    0.5 *
    term_limits(normal, s->constants[SLOT_NORMAL], (TermCase){.radius = 1, .overlap = 1}).stiffness;
  if (!(h->young > 0)) return NEEDS_RADIUS; /* hertz has said so */
  h->widest  = widest;
  h->unit    = 2 * sqrt(PETSC_PI * h->energy / h->young);
  h->farther = h->unit > 0 ? -h->end * depth_unit(h, widest) : 0;
  return NEEDS_RADIUS;
}

/* The root of x^4 - x = e on the branch x >= FOLD, by Newton's method from above, where it converges
   from one side. */
ALWAYS_INLINE double branch(double e)
{
  const double above = e > FOLD_DEPTH ? e - FOLD_DEPTH : 0;
  const double near = FOLD + sqrt(above / (6 * FOLD * FOLD)), far = 1 + sqrt(sqrt(e > 0 ? e : 0));
  double       x = near < far ? near : far;

  for (int round = 0; round < 6; round++) {
    const double cube = x * x * x, slope = 4 * cube - 1;

    x -= slope > 1e-9 ? (cube * x - x - e) / slope : 0;
  }
  return x;
}

/* Attraction less the force of Hertz' spring, which the normal term has. */
KERNEL static void attract(const Jkr *h, const double *unit, const double *acts, ContactBatch *b)
{
#pragma omp simd
  for (int k = 0; k < b->n; k++) {
    const double radius = b->radius[k], depth = b->gap[k] < 0 ? -b->gap[k] : 0;
    const double x = branch(-b->gap[k] / unit[k]), cube = x * x * x;
    const double push  = 8 * PETSC_PI * h->energy * radius * (2.0 / 3 * cube * cube - cube);
    const double hertz = 4.0 / 3 * h->young * sqrt(radius * depth) * depth;

    batch_pull(b, k, acts[k] > 0 ? acts[k] * (hertz - push) : 0);
  }
}

static void jkr_apply(const void *self, ContactBatch *b)
{
  const Jkr h = *(const Jkr *)self;
  double    unit[TILE], acts[TILE], *holds = b->memory[0];

  if (!(h.unit > 0)) return;
  for (int k = 0; k < b->n; k++) unit[k] = depth_unit(&h, b->radius[k]);
  batch_fill(b, 1, acts);
  for (int e = 0; e < b->n_events; e++) {
    const int k = b->event[e];

    if (batch_is_new(b, k) && !(holds[k] > 0) && b->gap[k] <= 0) acts[k] = batch_start(b, k);
  }
  for (int k = 0; k < b->n; k++) {
    holds[k] = b->gap[k] <= 0 || (holds[k] > 0 && -b->gap[k] >= h.end * unit[k]);
    acts[k] *= holds[k];
  }
  attract(&h, unit, acts, b);
}

static double jkr_keeps(const void *self)
{
  return ((const Jkr *)self)->farther;
}

/* The stiffness is dF / d overlap, which grows with the overlap. */
static void jkr_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const Jkr *h = self;
  double     unit, x, square;

  limits->widest = h->widest;
  if (!(h->unit > 0)) return;
  unit              = depth_unit(h, at->radius);
  x                 = branch(at->overlap * at->radius / unit);
  square            = x * x;
  limits->stiffness = 8 * PETSC_PI * h->energy * at->radius *
                      (4 * square * square * x - 3 * square) / (unit * (4 * square * x - 1));
}

static void jkr_energy(const void *self, const ContactBatch *b, double *energy)
{
  const Jkr *h = self;

  for (int k = 0; k < b->n && h->unit > 0; k++) {
    const double radius = b->radius[k], unit = depth_unit(h, radius),
                 depth = b->gap[k] < 0 ? -b->gap[k] : 0;
    const double x = branch(-b->gap[k] / unit), cube = x * x * x, fourth = cube * x;

    if (!(b->memory[0][k] > 0)) continue;
    energy[k] += 8 * PETSC_PI * h->energy * unit * radius *
                   (fourth * (4.0 / 15 * cube * cube - 2.0 / 3 * cube + 0.25) + 0.15) -
                 8.0 / 15 * h->young * sqrt(radius * depth) * depth * depth;
  }
}

static const MemoryField jkr_memory[] = {{"holds", "1", 1}, {NULL}};

const ContactTerm cohesion_jkr = {
  .head   = {.name = "jkr",
             .text = "Adhesion of elastic spheres, until the pull-off force 3 pi surface_energy R*.",
             .source  = "Johnson, Kendall & Roberts 1971, Proc. R. Soc. Lond. A 324, 301",
             .options = {surface_options, jkr_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(Jkr),
  .memory = jkr_memory,
  .read   = jkr_read,
  .apply  = jkr_apply,
  .keeps  = jkr_keeps,
  .limits = jkr_limits,
  .energy = jkr_energy,
};
