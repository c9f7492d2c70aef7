/* SPDX-License-Identifier: MIT */
#include "space/cell/deformation.h"
#include "options/rows.h"
#include "options/text.h"

static const Plugin *const heads[] = {DEFORMATIONS(PLUGIN_HEAD) NULL};

#define ANY_TYPE .when = "deformation_type=shear gradient table stress"

/* clang-format off */
const Option deformation_options[] = {
  PLUGIN(KEY_IN("deformation_type", Deformation, kind),    "none",   heads,
      "how the cell deforms; written as deformation: {type: ..., ...}, too", .choices = "none"),
  REAL(KEY_IN("deformation_start", Deformation, start),    "s", "0", UP_TO(TIME_MOST),
      "time at which the deformation starts", ANY_TYPE),
  REAL(KEY_IN("deformation_end", Deformation, end),        "s", OPTIONAL_OR(INFINITY), NOT_NEGATIVE,
      "time at which it ends", ANY_TYPE),
  REAL(KEY_IN("deformation_factor", Deformation, factor),  "1", "1", UNIT_INTERVAL,
      "part of its rates, and of rate_limit, with which it deforms; events set it: 0 stops it",
      ANY_TYPE),
  WORD(KEY_IN("deformation_motion", Deformation, faces),   "affine", "affine faces",
      "affine: clumps move with the cell from the start, each by the change of the velocity "
      "gradient times its place; faces: only images move, and the flow spreads from the periodic "
      "faces", ANY_TYPE),
  {0},
};
/* clang-format on */

bool deformation_is_asked(const Options *o)
{
  return plugin_find(heads, option_word(o, "domain", NULL, "deformation_type")) != NULL;
}

void deformation_read(Options *o, Deformation *d)
{
  *d = (Deformation){.start = 0, .end = INFINITY, .factor = 1};
  if (!deformation_is_asked(o)) return;
  options_read_into(o, "domain", NULL, deformation_options, d);
  if (!(d->end > d->start))
    option_mistake(o, "domain", NULL, "deformation_end",
                   "%g s is not after deformation_start (%g s)", d->end, d->start);
  d->kind->read(o, d);
}

void deformation_change(const Options *o, Deformation *d)
{
  d->factor = option_real(o, "domain", NULL, "deformation_factor");
}

void deformation_gradient_at(const Deformation *d, double time, double dt, Gradient *g)
{
  const double middle = time - 0.5 * dt;

  *g = (Gradient){{{0}}};
  if (!d->kind || !(middle > d->start) || !(middle < d->end)) return;
  if (d->kind->at) d->kind->at(d, time, dt, g);
  else
    for (int i = 0; i < 9; i++) g->g[i / 3][i % 3] = d->factor * d->full.g[i / 3][i % 3];
}

void deformation_respond(Deformation *d, const Domain *domain, const double stress[3][3],
                         double time, double dt)
{
  const double middle = time + 0.5 * dt;

  if (middle > d->start && middle < d->end)
    servo_respond(&d->servo, domain, stress, d->factor, time, dt);
  else d->servo.found = (Gradient){{{0}}};
}

bool deformation_check_axes(Options *o, const Deformation *d, const Domain *domain)
{
  Text wrong = {0};
  char axis  = 0;

  if (d->strain.n + d->servo.target.n == 0) return true;
  for (int i = 0; i < domain->dimension; i++)
    for (int j = 0; j < domain->dimension; j++) {
      const bool wraps = boundary_wraps(domain->boundary[i]);

      if (d->may.g[i][j] == 0 || (wraps && boundary_wraps(domain->boundary[j]))) continue;
      if (!axis) axis = (char)('x' + (wraps ? j : i));
      text_add(&wrong, "%s%c%c", wrong.n > 0 ? ", " : "", 'x' + i, 'x' + j);
    }
  if (axis)
    option_mistake(o, "domain", NULL,
                   d->servo.target.n > 0 ? "deformation_stresses" : "deformation_components",
                   "the faces of %c are not periodic: allowed: components of periodic axes (not "
                   "%s)",
                   axis, wrong.s);
  text_free(&wrong);
  return axis == 0;
}

double deformation_way(const Deformation *d, const Domain *domain, double dt)
{
  double way = 0;

  for (int k = 0; k < domain->dimension; k++)
    for (int i = 0; i < domain->dimension; i++)
      way = max_real(way, fabs(d->full.g[i][k]) * vec3_axis(domain->length, k) * dt);
  return way;
}

void deformation_check(Options *o, const Deformation *d, const Domain *domain, double dt,
                       double least)
{
  const double fastest = deformation_way(d, domain, dt);

  if (least > 0 && fastest > least)
    option_mistake(
      o, "domain", NULL, "deformation_type",
      "a face would move by %g m in a step of %g s; allowed: at most the radius of the "
      "smallest pebble, %g m: take a lower rate or a shorter step",
      fastest, dt, least);
}
