/* SPDX-License-Identifier: MIT */
/* R = Rz(azimuth) Ry(elevation) Rx(tilt) of the template's axes as given, right-handed about the
   axes of the lab (tilt is applied first), each angle uniform in its range. */
#include "options/rows.h"
#include "supply/fill/attitudes.h"

/* Constants, degrees. */
typedef struct {
  double azimuth[2], elevation[2], tilt[2];
} Ranges;

/* clang-format off */
static const Option range_options[] = {
  REALS(KEY("azimuth"),   "degree", OPTIONAL, SIGNED(3600),
      "fill, inlet: range (from, to) of the turn about z, which comes last; default 0", .count = 2),
  REALS(KEY("elevation"), "degree", OPTIONAL, SIGNED(3600),
      "fill, inlet: range of the turn about y, which comes second; default 0", .count = 2),
  REALS(KEY("tilt"),      "degree", OPTIONAL, SIGNED(3600),
      "fill, inlet: range of the turn about x, which comes first; default 0", .count = 2),
  {NULL},
};
/* clang-format on */

static void read_range(FillReading *r, const char *key, double range[2])
{
  int           n;
  const double *given = option_reals(r->options, r->spec->kind, r->spec->name, key, &n);

  if (fill_is_set(r, key) && n != 2) r->good = false;
  if (n != 2) return;
  range[0] = given[0];
  range[1] = given[1];
  if (!(given[0] <= given[1]))
    FILL_MISTAKE(r, key, "%g to %g degrees: give the smaller one first", given[0], given[1]);
}

/* In two dimensions a clump turns about z alone. */
static void check_flat(FillReading *r)
{
  static const char *const out[] = {"elevation", "tilt"};

  for (int k = 0; k < 2; k++)
    if (fill_is_set(r, out[k]))
      FILL_MISTAKE(r, out[k],
                   "turns out of the plane: in two dimensions (run: dimension: 2) use azimuth");
}

static void ranges_read(void *own, FillReading *r)
{
  Ranges *const g = own;

  read_range(r, "azimuth", g->azimuth);
  read_range(r, "elevation", g->elevation);
  read_range(r, "tilt", g->tilt);
  if (!fill_is_set(r, "azimuth") && !fill_is_set(r, "elevation") && !fill_is_set(r, "tilt"))
    FILL_MISTAKE(r, "orientation", "ranges needs one of azimuth, elevation and tilt");
  if (r->spec->dimension == 2) check_flat(r);
}

static double angle_in(const double range[2], Random *random)
{
  return range[0] + random_real(random) * (range[1] - range[0]);
}

static Quat ranges_draw(const void *own, int dimension, Quat axes, Random *random)
{
  const Ranges *g         = own;
  const Quat    azimuth   = attitude_about(vec3(0, 0, 1), angle_in(g->azimuth, random));
  const Quat    elevation = attitude_about(vec3(0, 1, 0), angle_in(g->elevation, random));
  const Quat    tilt      = attitude_about(vec3(1, 0, 0), angle_in(g->tilt, random));

  (void)dimension;
  return quat_normalized(quat_mul(quat_mul(quat_mul(azimuth, elevation), tilt), axes));
}

const AttitudeKind attitude_ranges = {
  .head = {.name = "ranges", .text = "Uniform angles in ranges.", .options = {range_options}},
  .size = sizeof(Ranges),
  .read = ranges_read,
  .draw = ranges_draw};
