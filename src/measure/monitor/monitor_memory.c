/* SPDX-License-Identifier: MIT */
/* Monitors that remember clumps: the columns of their memory, displacements, and residence. */
#include "measure/monitor/monitor.h"

/* clang-format off */
#define COLUMN(number) \
  FIELD("monitor_memory_" number, REAL, FIELD_SPARE, "1", MIGRATES | SAVED, \
        "in runs with monitors that remember clumps (docs/guide/monitors.md): in the unit of the monitor")
const Field monitor_fields[] = {
  COLUMN("1"), COLUMN("2"), COLUMN("3"), COLUMN("4"),  COLUMN("5"),  COLUMN("6"),
  COLUMN("7"), COLUMN("8"), COLUMN("9"), COLUMN("10"), COLUMN("11"), COLUMN("12"),
  {0},
};
/* clang-format on */

unsigned monitor_memory_use(const Options *options)
{
  const char *const *names;
  int                n = 0;

  n = options_objects(options, "monitor", &names);
  for (int k = 0; k < n; k++) {
    const MonitorKind *kind = (const MonitorKind *)plugin_find(
      monitor_table, option_word(options, "monitor", names[k], "type"));

    if (kind && kind->memory > 0) return clump_table_use(monitor_fields);
  }
  return 0;
}

/* ---- msd: mean squared displacement of clumps from their positions at the first sample ---- */

/* Columns of memory. */
enum { START, KNOWN = 3, MSD_MEMORY };

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

    if (!monitor_counts(m, c, a)) continue;
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

/* clang-format off */
static const MonitorColumn msd_columns[] = {
  {"bodies", "1", "number of bodies"},
  {"msd", "m2", "mean squared displacement from where the first sample found each"},
  {"msd_x", "m2", "its part along x"},
  {"msd_y", "m2", "its part along y"},
  {"msd_z", "m2", "its part along z"},
  {"drift_x", "m", "mean displacement along x"},
  {"drift_y", "m", "mean displacement along y"},
  {"drift_z", "m", "mean displacement along z"},
  {.name = ""},
};
/* clang-format on */

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
  .memory   = MSD_MEMORY,
  .columns  = msd_columns,
  .evaluate = msd_evaluate,
  .of_body  = msd_of_body,
  .body     = &displacement};

/* ---- residence: time that clumps are in a window ---- */

/* Columns of memory: 1 while the centre is inside; the time of the sample that first
   found it there. */
enum { INSIDE, SINCE, RESIDENCE_MEMORY };

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

    if (!monitor_counts(m, c, a)) continue;
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

/* clang-format off */
static const MonitorColumn residence_columns[] = {
  {"bodies", "1", "number of bodies whose centres are in the window"},
  {"age", "s", "mean time since the sample that first found them there"},
  {"oldest", "s", "longest such time"},
  {"left", "1", "number of bodies that have left the window since the sample before"},
  {"residence", "s", "mean time that these were in it"},
  {.name = ""},
};
/* clang-format on */

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
  .memory   = RESIDENCE_MEMORY,
  .columns  = residence_columns,
  .evaluate = residence_evaluate,
  .of_body  = residence_of_body,
  .body     = &age};
