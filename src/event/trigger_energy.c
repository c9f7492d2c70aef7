/* SPDX-License-Identifier: MIT */
/* An energy, or any other total of log.csv. */
#include "event/trigger.h"

typedef struct {
  const char *of; /* "": the kinetic energy */
} Energy;

static void read(void *self, const EventSource *s)
{
  Energy     *energy = self;
  TotalColumn column;
  Likeness    like = likeness_start(s->of);
  char        hint[HINT_LENGTH];

  energy->of = s->of;
  if (!s->of[0]) return;
  for (int k = 0; totals_column(k, &column); k++) {
    if (strcmp(column.name, s->of) == 0) return;
    likeness_offer(&like, column.name);
  }
  option_mistake(s->scene->options, "event", s->name, "of",
                 "is no total of log.csv, such as kinetic_translational, potential or dissipated; "
                 "without `of` the kinetic energy counts%s",
                 likeness_hint(&like, hint));
}

static PetscErrorCode value(const void *self, const EventScene *scene, double *out)
{
  const Energy *energy = self;
  TotalValues   totals;

  PetscFunctionBeginUser;
  PetscCall(scene->totals(scene->run, &totals));
  *out = energy->of[0] ? totals_value(&totals, energy->of)
                       : totals_value(&totals, "kinetic_translational") +
                           totals_value(&totals, "kinetic_rotational");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Gain of the kinetic energy in a free fall of t s: sum of m (v + g t / 2) . g t. */
static PetscErrorCode fall(const void *self, const EventScene *scene, Vec3 gravity, double time,
                           double *gain)
{
  const char   *of   = ((const Energy *)self)->of;
  const Clumps *c    = scene->clumps;
  const Vec3    more = vec3_scale(time, gravity);
  Sum           sum  = {0};

  PetscFunctionBeginUser;
  *gain = 0;
  if (of[0] && strcmp(of, "kinetic_translational") != 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (!clump_is_gone(c, a) && clump_is_heavy(c, a) && !(c->blocked[a] & BLOCK_MOVE))
      sum_add(&sum, c->mass[a] * vec3_dot(vec3_axpy(c->motion[a].v, 0.5, more), more));
  PetscCall(sum_reduce(scene->par, &sum, 1));
  *gain = sum_value(&sum);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool is_total(const void *self)
{
  (void)self;
  return true;
}

const Trigger trigger_energy = {
  .head     = {.name = "energy",
               .text = "the kinetic energy, or the column `of` of log.csv, is within above and below"},
  .size     = sizeof(Energy),
  .compares = true,
  .read     = read,
  .value    = value,
  .fall     = fall,
  .totals   = is_total,
};
