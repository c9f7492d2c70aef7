/* SPDX-License-Identifier: MIT */
#include "base/elementary.h"
#include "space/cell/deformation.h"

/* clang-format off */
const StateItem servo_state[] = {
  ITEM(REAL, KEY_IN("rates", Servo, found), "s-1", -1e300, 1e300,
       "velocity gradient that the control of stress has found for the next step, by rows",
       .count = 9),
  {0},
};
/* clang-format on */

static double stress_of(Component c, int dimension, const double stress[3][3])
{
  double sum = 0;

  if (c.row >= 0) return stress[c.column][c.row];
  for (int k = 0; k < dimension; k++) sum += stress[k][k];
  return sum / dimension;
}

/* L^2 */
static double length_squared(Component c, const Domain *d)
{
  const double v = cell_volume(d);

  if (c.row >= 0) return vec3_axis(d->length, c.column) * vec3_axis(d->length, c.column);
  return d->dimension == 2 ? v : cube_root(v) * cube_root(v);
}

static double rate_of(Component c, const Gradient *g)
{
  return c.row < 0 ? g->g[0][0] : g->g[c.row][c.column];
}

static double limited(double rate, double limit)
{
  return rate > limit ? limit : rate < -limit ? -limit : rate;
}

void servo_resume(Servo *s, int dimension)
{
  Gradient kept = {{{0}}};

  for (int k = 0; k < s->target.n; k++)
    component_set(s->target.of[k], dimension,
                  limited(rate_of(s->target.of[k], &s->found), s->limit), &kept);
  s->found = kept;
}

/* Acceleration of the strain by the difference of stresses, 1/s^2. */
static double push_of(const Servo *s, Component c, const Domain *d, double damping, double error)
{
  if (!s->inertia) return damping * s->gain * error;
  return error * cell_volume(d) / (s->mass * length_squared(c, d));
}

void servo_take(const Servo *s, double factor, Gradient *g)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) g->g[i][j] = limited(s->found.g[i][j], factor * s->limit);
}

void servo_respond(Servo *s, const Domain *d, const double stress[3][3], double factor, double time,
                   double dt)
{
  const double damping = isnan(s->damping) ? RATE_DECAY / dt : s->damping;

  for (int k = 0; k < s->target.n; k++) {
    const Component c = s->target.of[k];
    const double    error =
      time_series_value(&s->target, k, time) - stress_of(c, d->dimension, stress);
    const double rate =
      (rate_of(c, &s->found) + dt * push_of(s, c, d, damping, error)) / (1 + dt * damping);

    component_set(c, d->dimension, limited(rate, factor * s->limit), &s->found);
  }
}
