/* SPDX-License-Identifier: MIT */
/* Clumps get another density; inertia follows, unless it was given (PFC). Velocities and spins
   stay. */
#include "base/bounds.h"
#include "supply/change.h"

typedef struct {
  double density; /* kg/m^3 */
} Density;

static const Option keys[] = {
  {.key  = "density",
   .type = OPTION_REAL,
   .unit = "kg/m^3",
   .lo   = DENSITY_LEAST,
   .hi   = DENSITY_MOST,
   .help = "density of the clumps from then on; in two dimensions kg/m^2"},
  {NULL},
};

static void read(void *own, const ChangeSource *s)
{
  ((Density *)own)->density = option_real(s->scene->options, "change", s->name, "density");
}

static void apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const Clumps   *c   = scene->clumps;
  const Template *t   = &scene->templates->list[c->template[row]];
  const double volume = t->mass.volume * templates_volume_factor(scene->templates, c->scale[row]),
               factor = ((const Density *)own)->density * volume / c->mass[row];

  change_inertia(scene, row, factor, factor);
}

const ChangeKind change_density = {
  .head   = {.name    = "density",
             .text    = "Clumps get another density; velocities stay.",
             .options = {keys}},
  .size   = sizeof(Density),
  .read   = read,
  .apply  = apply,
  .widens = true,
};
