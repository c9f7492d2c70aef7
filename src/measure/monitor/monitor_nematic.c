/* SPDX-License-Identifier: MIT */
/* Orientational order of clumps. */
#include "measure/monitor/monitor.h"
#include "options/rows.h"
#include "shape/mass/mass.h"

typedef struct {
  bool shortest; /* the shortest axis in place of the longest */
} Nematic;

/* clang-format off */
static const Option nematic_options[] = {
  WORD(KEY("along"), "long", "long short",
      "axis of a clump: of its smallest moment of inertia, or short: of its largest"),
  {NULL},
};
/* clang-format on */

static PetscErrorCode nematic_read(void *own, const Monitor *m, const MonitorSource *s)
{
  ((Nematic *)own)->shortest =
    strcmp(option_word(s->options, "monitor", m->name, "along"), "short") == 0;
  return PETSC_SUCCESS;
}

/* The axis of a clump in the lab; false: its moments of inertia single out none. */
static bool axis_of(const Nematic *own, int dimension, const Clumps *c, PetscInt a, Vec3 *axis)
{
  const Vec3   i   = c->inertia[a];
  const double gap = dimension == 2 || !own->shortest ? i.y - i.x : i.z - i.y;
  const Vec3 body = !own->shortest ? vec3(1, 0, 0) : dimension == 2 ? vec3(0, 1, 0) : vec3(0, 0, 1);

  *axis = quat_turn(c->pose[a].q, body);
  return gap > 1e-9 * i.z;
}

static const int of_tensor[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

/* Largest eigenvalue of the mean of u u, and its vector, whose largest component is positive. */
static double director_of(const double *mean, Vec3 *director)
{
  MassProperties p    = {.inertia = {mean[0], mean[1], mean[2], mean[3], mean[4], mean[5]}};
  double         most = 0;

  mass_principal(&p);
  *director = quat_turn(p.axes, vec3(0, 0, 1));
  for (int k = 0; k < 3; k++)
    if (fabs(vec3_axis(*director, k)) > fabs(most)) most = vec3_axis(*director, k);
  if (most < 0) *director = vec3_scale(-1, *director);
  return p.principal.z;
}

static PetscErrorCode nematic_evaluate(void *own, const Monitor *m, const MonitorScene *scene,
                                       double *number)
{
  const Clumps *c      = scene->measured->scene->clumps;
  const int     d      = m->domain->dimension;
  Sum           sum[7] = {{{0}, 0}};
  double        n, mean[6], largest;
  Vec3          axis, director;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (clump_is_gone(c, a) || !clump_is_among(c, a, m->groups) || !axis_of(own, d, c, a, &axis) ||
        bins_find(&m->view, c->pose[a].x) < 0)
      continue;
    sum_add(&sum[6], 1);
    for (int k = 0; k < 6; k++)
      sum_add(&sum[k], vec3_axis(axis, of_tensor[k][0]) * vec3_axis(axis, of_tensor[k][1]));
  }
  PetscCall(sum_reduce(scene->measured->par, sum, 7));
  n         = sum_value(&sum[6]);
  number[0] = n;
  for (int k = 0; k < 6; k++) {
    mean[k]       = sum_value(&sum[k]) / n;
    number[1 + k] = (d * mean[k] - (k < d)) / (d - 1);
  }
  for (int k = 7; k < 11; k++) number[k] = NAN;
  if (!(n > 0)) PetscFunctionReturn(PETSC_SUCCESS);
  largest    = director_of(mean, &director);
  number[7]  = (d * largest - 1) / (d - 1);
  number[8]  = director.x;
  number[9]  = director.y;
  number[10] = director.z;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool nematic_column(const void *own, int k, MonitorColumn *column)
{
  static const MonitorColumn columns[] = {
    {"bodies", "1",
     "number of bodies whose centres are in the window and whose axis is told by their "
     "moments"},
    {"Q_xx", "1", "order tensor (d <u_i u_j> - delta_ij) / (d - 1), d: 3, in two dimensions 2"},
    {"Q_yy", "1", "likewise"},
    {"Q_zz", "1", "likewise; 0 in two dimensions"},
    {"Q_xy", "1", "likewise"},
    {"Q_xz", "1", "likewise"},
    {"Q_yz", "1", "likewise"},
    {"order", "1", "its largest eigenvalue: 1: all axes are parallel, 0: they have no direction"},
    {"director_x", "1", "unit vector along which the axes lie"},
    {"director_y", "1", "likewise"},
    {"director_z", "1", "likewise"},
  };

  (void)own;
  if (k >= (int)(sizeof columns / sizeof *columns)) return false;
  *column = columns[k];
  return true;
}

const MonitorKind monitor_nematic = {
  .head     = {.name = "nematic",
               .text = "Order of the directions of clumps: nematic tensor, order parameter, director.",
               .source  = "de Gennes & Prost 1993, The Physics of Liquid Crystals, 2.1",
               .options = {nematic_options}},
  .windowed = true,
  .size     = sizeof(Nematic),
  .read     = nematic_read,
  .column   = nematic_column,
  .evaluate = nematic_evaluate};
