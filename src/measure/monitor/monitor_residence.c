/* SPDX-License-Identifier: MIT */
/* Time that clumps are in a window. */
#include "measure/monitor/monitor.h"
#include "measure/monitor/monitor_memory.h"

/* Columns of memory: 1 while the centre is inside; the time of the sample that first
   found it there. */
enum { INSIDE, SINCE, MEMORY };

static PetscErrorCode residence_evaluate(void *own, const Monitor *m, const MonitorScene *scene,
                                         double *number)
{
  const Clumps *c      = scene->measured->scene->clumps;
  double       *inside = monitor_memory(c, m->memory, INSIDE),
         *since = monitor_memory(c, m->memory, SINCE), oldest = 0;
  Sum sum[4] = {{{0}, 0}};

  (void)own;
  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    bool in;

    if (clump_is_gone(c, a) || !clump_is_among(c, a, m->groups)) continue;
    in = bins_find(&m->view, c->pose[a].x) >= 0;
    if (in && !(inside[a] > 0)) since[a] = scene->time;
    if (in || inside[a] > 0) {
      sum_add(&sum[in ? 0 : 2], 1);
      sum_add(&sum[in ? 1 : 3], scene->time - since[a]);
    }
    if (in) oldest = max_real(oldest, scene->time - since[a]);
    inside[a] = in;
  }
  PetscCall(sum_reduce(scene->measured->par, sum, 4));
  PetscCall(parallel_max(scene->measured->par, &oldest, 1));
  number[0] = sum_value(&sum[0]);
  number[1] = sum_value(&sum[1]) / number[0];
  number[2] = oldest;
  number[3] = sum_value(&sum[2]);
  number[4] = sum_value(&sum[3]) / number[3];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool residence_column(const void *own, int k, MonitorColumn *column)
{
  static const MonitorColumn columns[] = {
    {"bodies", "1", "number of bodies whose centres are in the window"},
    {"age", "s", "mean time since the sample that first found them there"},
    {"oldest", "s", "longest such time"},
    {"left", "1", "number of bodies that have left the window since the sample before"},
    {"residence", "s", "mean time that these were in it"},
  };

  (void)own;
  if (k >= (int)(sizeof columns / sizeof *columns)) return false;
  *column = columns[k];
  return true;
}

/* Time since the sample that found it in the window. */
static double residence_of_body(const Monitor *m, const Clumps *c, double time, PetscInt a)
{
  if (!clump_is_among(c, a, m->groups) || !(monitor_memory(c, m->memory, INSIDE)[a] > 0))
    return NAN;
  return time - monitor_memory(c, m->memory, SINCE)[a];
}

static const MonitorColumn age = {"age", "s", "time since the sample that found it in the window"};

const MonitorKind monitor_residence = {
  .head     = {.name = "residence",
               .text =
                 "Time that bodies are in the window, as samples find them; those that are taken out "
                     "of the domain are not counted."},
  .windowed = true,
  .memory   = MEMORY,
  .column   = residence_column,
  .evaluate = residence_evaluate,
  .of_body  = residence_of_body,
  .body     = &age};
