/* SPDX-License-Identifier: MIT */
/* Errors of constraints that remain after the sweeps. */
#include "constraint/error.h"
#include "measure/total.h"

static bool is_used(const Measured *m)
{
  return m->scene->links && constraint_set_of(m->scene->links)->n_objects > 0;
}

/* True if some constraint has equations of angles. */
static bool has_angles(const Measured *m)
{
  const LinkSet *set = m->scene->links ? constraint_set_of(m->scene->links) : NULL;
  bool           has = false;

  for (int k = 0; set && k < set->n_objects; k++)
    has = has || ((const ConstraintObject *)set->objects[k].constants)->kind->angles;
  return has;
}

static ConstraintError largest(const Measured *m)
{
  ErrorCursor     at;
  ConstraintError most = {0}, error;

  errors_begin(&at);
  while (errors_next(m->scene, m->templates, m->scene->links, &at, &error)) {
    most.length = max_real(most.length, error.length);
    most.angle  = max_real(most.angle, error.angle);
  }
  return most;
}

static double largest_length(const Measured *m)
{
  return largest(m).length;
}

static double largest_angle(const Measured *m)
{
  return largest(m).angle;
}

const Total total_constraint_error = {
  .name    = "constraint_error",
  .unit    = "m",
  .text    = "in runs with constraints: what sweeps have left, the largest error of an equation of "
             "lengths; of compliant ones the difference from compliance times force",
  .is_used = is_used,
  .largest = largest_length,
};

const Total total_constraint_turn_error = {
  .name    = "constraint_turn_error",
  .unit    = "rad",
  .text    = "in runs with constraints that have equations of angles: likewise of those",
  .is_used = has_angles,
  .largest = largest_angle,
};
