/* SPDX-License-Identifier: MIT */
/* Limits and motors (drive.h). */
#include "constraint/drive.h"

static void check_motor(const LinkSource *s, const DriveKeys *keys, const Drive *d)
{
  const bool speed = isfinite(d->speed), place = isfinite(d->place), most = isfinite(d->most);

  if ((speed || place) && !most)
    option_mistake(s->options, s->kind, s->name, keys->most,
                   "required with %s: the largest force or torque of the motor",
                   speed ? keys->speed : keys->place);
  else if (most && !speed && !place)
    option_mistake(s->options, s->kind, s->name, keys->most, "a motor needs %s or %s, too",
                   keys->speed, keys->place);
}

void drive_read(Drive *d, const LinkSource *s, const DriveKeys *keys)
{
  int           n;
  const double *limits = option_reals(s->options, s->kind, s->name, keys->limits, &n);

  d->place *= keys->unit;
  check_motor(s, keys, d);
  d->lo = n == 2 ? keys->unit * limits[0] : -INFINITY;
  d->hi = n == 2 ? keys->unit * limits[1] : INFINITY;
  if (d->lo > d->hi)
    option_mistake(s->options, s->kind, s->name, keys->limits,
                   "%g is above %g: give the lower limit first", limits[0], limits[1]);
}

/* Set the equation of the nearer limit. Equal limits keep the value in both directions. */
static void evaluate_limits(const Drive *d, ConstraintBatch *b, int e, int k, double at)
{
  const bool low = at - d->lo < d->hi - at;

  if (isinf(d->lo)) {
    constraint_leave_out(b, e, k);
    return;
  }
  b->value[e][k] = low ? at - d->lo : at - d->hi;
  if (low) b->least[e][k] = 0;
  else if (d->lo < d->hi) b->most[e][k] = 0;
}

/* Angle or place that the motor seeks at the end of the step. */
static double goal_of(const Drive *d, double before, double dt)
{
  const double way = fabs(d->speed) * dt;

  if (!isfinite(d->place)) return before + d->speed * dt;
  if (!isfinite(way)) return d->place;
  return min_real(max_real(d->place, before - way), before + way);
}

/* Set the equation of the motor. It has no force in a pass before the run, where dt is infinite. */
static void evaluate_motor(const Drive *d, ConstraintBatch *b, int e, int k, double at,
                           double before)
{
  const double to = goal_of(d, before, b->dt);

  if (!isfinite(to) || isinf(b->dt)) {
    constraint_leave_out(b, e, k);
    return;
  }
  b->value[e][k] = at - to;
  constraint_bound(b, e, k, -d->most, d->most);
}

void drive_evaluate(const Drive *d, ConstraintBatch *b, int limit, int k, double at, double before)
{
  evaluate_limits(d, b, limit, k, at);
  evaluate_motor(d, b, limit + 1, k, at, before);
}
