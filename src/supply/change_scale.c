/* SPDX-License-Identifier: MIT */
/* Clumps grow or shrink about their centres; mass follows with the third power of the factor,
   inertia with the fifth, unless it was given (in two dimensions second and fourth). Velocities and
   spins stay. */
#include "base/bounds.h"
#include "supply/change.h"

typedef struct {
  double factor;
} Scale;

static const Option keys[] = {
  {.key  = "factor",
   .type = OPTION_REAL,
   .unit = "1",
   .lo   = 1e-3,
   .hi   = 1e3,
   .help = "factor on all lengths of the clumps"},
  {NULL},
};

static void read(void *own, const ChangeSource *s)
{
  ((Scale *)own)->factor = option_real(s->scene->options, "change", s->name, "factor");
}

static double growth(const void *own)
{
  return ((const Scale *)own)->factor;
}

static void apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const double f = growth(own), volume = templates_volume_factor(scene->templates, f);
  Clumps      *c = scene->clumps;

  c->scale[row] *= f;
  c->pose[row].scale = c->scale[row]; /* for pebbles that are placed before lists are renewed */
  change_inertia(scene, row, volume, volume * f * f);
}

const ChangeKind change_scale = {
  .head   = {.name    = "scale",
             .text    = "Clumps grow or shrink about their centres.",
             .options = {keys}},
  .size   = sizeof(Scale),
  .read   = read,
  .apply  = apply,
  .widens = true,
  .growth = growth,
};
