/* SPDX-License-Identifier: MIT */
/* Mean squared displacement of clumps from their positions at the first sample. */
#include "measure/monitor/monitor.h"
#include "measure/monitor/monitor_memory.h"

/* Columns of memory. */
enum { START, KNOWN = 3, MEMORY };

static PetscErrorCode msd_evaluate(void *own, const Monitor *m, const MonitorScene *scene,
                                   double *number)
{
  const Clumps *c         = scene->measured->scene->clumps;
  double       *column[4] = {monitor_memory(c, m->memory, 0), monitor_memory(c, m->memory, 1),
                             monitor_memory(c, m->memory, 2), monitor_memory(c, m->memory, KNOWN)};
  Sum           sum[7]    = {{{0}, 0}};
  double        n;

  (void)own;
  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 x = measured_place(scene->measured, a);

    if (clump_is_gone(c, a) || !clump_is_among(c, a, m->groups)) continue;
    for (int k = 0; k < 3; k++) {
      double way;

      if (!(column[KNOWN][a] > 0)) column[START + k][a] = vec3_axis(x, k);
      way = vec3_axis(x, k) - column[START + k][a];
      sum_add(&sum[1 + k], way * way);
      sum_add(&sum[4 + k], way);
    }
    column[KNOWN][a] = 1;
    sum_add(&sum[0], 1);
  }
  PetscCall(sum_reduce(scene->measured->par, sum, 7));
  n         = sum_value(&sum[0]);
  number[0] = n;
  number[1] = 0;
  for (int k = 0; k < 3; k++) {
    number[2 + k] = sum_value(&sum[1 + k]) / n;
    number[5 + k] = sum_value(&sum[4 + k]) / n;
    number[1] += number[2 + k];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool msd_column(const void *own, int k, MonitorColumn *column)
{
  static const MonitorColumn columns[] = {
    {"bodies", "1", "number of bodies"},
    {"msd", "m2", "mean squared displacement from where the first sample found each"},
    {"msd_x", "m2", "its part along x"},
    {"msd_y", "m2", "its part along y"},
    {"msd_z", "m2", "its part along z"},
    {"drift_x", "m", "mean displacement along x"},
    {"drift_y", "m", "mean displacement along y"},
    {"drift_z", "m", "mean displacement along z"},
  };

  (void)own;
  if (k >= (int)(sizeof columns / sizeof *columns)) return false;
  *column = columns[k];
  return true;
}

/* Distance from the start. */
static double msd_of_body(const Monitor *m, const Clumps *c, double time, PetscInt a)
{
  const Vec3 x   = domain_shifted(m->domain, c->pose[a].x, c->image[a]);
  double     sum = 0;

  (void)time;
  if (!clump_is_among(c, a, m->groups) || !(monitor_memory(c, m->memory, KNOWN)[a] > 0)) return NAN;
  for (int k = 0; k < 3; k++) {
    const double way = vec3_axis(x, k) - monitor_memory(c, m->memory, START + k)[a];

    sum += way * way;
  }
  return sqrt(sum);
}

static const MonitorColumn displacement = {"displacement", "m",
                                           "from where the first sample found it"};

const MonitorKind monitor_msd = {
  .head     = {.name = "msd",
               .text = "Mean squared displacement of centres from where the first sample found them."},
  .memory   = MEMORY,
  .column   = msd_column,
  .evaluate = msd_evaluate,
  .of_body  = msd_of_body,
  .body     = &displacement};
