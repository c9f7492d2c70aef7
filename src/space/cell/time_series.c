/* SPDX-License-Identifier: MIT */
#include "base/bounds.h"
#include "space/cell/deformation.h"

/* ---- components ---- */

void component_set(Component c, int dimension, double value, Gradient *g)
{
  if (c.row >= 0) g->g[c.row][c.column] = value;
  for (int k = 0; k < dimension && c.row < 0; k++) g->g[k][k] = value;
}

static Component component_of(const char *word)
{
  if (strcmp(word, "isotropic") == 0) return (Component){-1, -1};
  return (Component){word[0] - 'x', word[1] - 'x'};
}

static bool shares(Component a, Component b)
{
  if (a.row < 0) return b.row < 0 || b.row == b.column;
  if (b.row < 0) return a.row == a.column;
  return a.row == b.row && a.column == b.column;
}

/* ---- reading ---- */

static bool read_components(Options *o, const char *key, TimeSeries *c)
{
  int                n, dimension = options_dimension(o);
  const char *const *words = option_words(o, "domain", NULL, key, &n);

  for (int k = 0; k < n; k++) {
    const Component p = component_of(words[k]);

    if (k == COMPONENTS_MOST || max_int(p.row, p.column) >= dimension) {
      option_mistake(o, "domain", NULL, key,
                     k == COMPONENTS_MOST
                       ? "'%s': more components than there are"
                       : "'%s'; allowed in two dimensions: components of x and y",
                     words[k]);
      return false;
    }
    for (int i = 0; i < k; i++)
      if (shares(p, c->of[i])) {
        option_mistake(o, "domain", NULL, key, "'%s' is given twice, the second time as '%s'",
                       words[i], words[k]);
        return false;
      }
    c->of[k] = p;
  }
  c->n = n;
  return n > 0;
}

static bool read_times(Options *o, const char *key, TimeSeries *c)
{
  static const double start = 0;

  c->time = option_reals(o, "domain", NULL, key, &c->points);
  for (int k = 1; k < c->points; k++)
    if (!(c->time[k] > c->time[k - 1])) {
      option_mistake(o, "domain", NULL, key, "%g s is not after %g s", c->time[k], c->time[k - 1]);
      return false;
    }
  if (c->points > 0) return true;
  c->time   = &start;
  c->points = 1;
  return true;
}

static bool read_values(Options *o, const char *key, TimeSeries *c)
{
  int n;

  c->value = option_reals(o, "domain", NULL, key, &n);
  if (n == c->n * c->points) return true;
  option_mistake(o, "domain", NULL, key,
                 "%d numbers; needed: %d, one for each of %d components at each of %d times", n,
                 c->n * c->points, c->n, c->points);
  return false;
}

void time_series_read(Options *o, const char *of, const char *times, const char *values,
                      TimeSeries *c)
{
  *c = (TimeSeries){.n = 0};
  if (option_is_wrong(o, "domain", NULL, of) || option_is_wrong(o, "domain", NULL, times) ||
      option_is_wrong(o, "domain", NULL, values))
    return;
  if (!read_components(o, of, c) || !read_times(o, times, c) || !read_values(o, values, c))
    c->n = 0;
}

/* ---- values ---- */

static double at_point(const TimeSeries *c, int k, int point)
{
  return c->value[point * c->n + k];
}

/* Slope from a point to the next one. */
static double slope_of(const TimeSeries *c, int k, int point)
{
  return (at_point(c, k, point + 1) - at_point(c, k, point)) /
         (c->time[point + 1] - c->time[point]);
}

double time_series_value(const TimeSeries *c, int k, double time)
{
  int p = 0;

  if (!(time > c->time[0])) return at_point(c, k, 0);
  while (p + 1 < c->points && time >= c->time[p + 1]) p++;
  if (p + 1 == c->points) return at_point(c, k, p);
  return at_point(c, k, p) + (time - c->time[p]) * slope_of(c, k, p);
}

/* Times within 1e-9 of a step are meant to fall on it. */
double time_series_slope(const TimeSeries *c, int k, double time, double dt)
{
  const double from = time - dt, near = 1e-9 * dt;
  double       sum = 0;

  for (int p = 0; p + 1 < c->points; p++) {
    const double a = c->time[p], b = c->time[p + 1];

    if (a <= from + near && b >= time - near) return slope_of(c, k, p);
    if (b > from + near && a < time - near)
      sum += slope_of(c, k, p) * (min_real(b, time) - max_real(a, from)) / dt;
  }
  return sum;
}

double time_series_most(const TimeSeries *c, int k, bool slope)
{
  double most = 0;

  for (int p = 0; p + slope < c->points; p++)
    most = max_real(most, fabs(slope ? slope_of(c, k, p) : at_point(c, k, p)));
  return most;
}
