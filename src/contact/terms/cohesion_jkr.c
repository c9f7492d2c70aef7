/* SPDX-License-Identifier: MIT */
/* Keys and entry of the kernels in kernels/cohesion_jkr.h, which has the formulas. */
#include "contact/terms/kernels/cohesion_jkr.h"
#include "base/bounds.h"
#include "contact/terms/cohesion.h"
#include "options/rows.h"

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

static unsigned jkr_read(void *self, const LawSource *s)
{
  CohesionJkr       *h      = self;
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
  h->farther = h->unit > 0 ? -h->end * cohesion_jkr_depth_unit(h, widest) : 0;
  return NEEDS_RADIUS;
}

static double jkr_keeps(const void *self)
{
  return ((const CohesionJkr *)self)->farther;
}

/* The stiffness is dF / d overlap, which grows with the overlap. */
static void jkr_limits(const void *self, const TermCase *at, TermLimits *limits)
{
  const CohesionJkr *h = self;
  double             unit, x, square;

  limits->widest = h->widest;
  if (!(h->unit > 0)) return;
  unit              = cohesion_jkr_depth_unit(h, at->radius);
  x                 = cohesion_jkr_branch(at->overlap * at->radius / unit);
  square            = x * x;
  limits->stiffness = 8 * PETSC_PI * h->energy * at->radius *
                      (4 * square * square * x - 3 * square) / (unit * (4 * square * x - 1));
}

static const MemoryField jkr_memory[] = {{"holds", "1", 1}, {NULL}};

const ContactTerm cohesion_jkr = {
  .head   = {.name = "jkr",
             .text = "Adhesion of elastic spheres, until the pull-off force 3 pi surface_energy R*.",
             .source  = "Johnson, Kendall & Roberts 1971, Proc. R. Soc. Lond. A 324, 301",
             .options = {surface_options, jkr_options}},
  .slot   = SLOT_COHESION,
  .size   = sizeof(CohesionJkr),
  .memory = jkr_memory,
  .read   = jkr_read,
  .apply  = cohesion_jkr_apply,
  .keeps  = jkr_keeps,
  .limits = jkr_limits,
  .energy = cohesion_jkr_energy,
};
