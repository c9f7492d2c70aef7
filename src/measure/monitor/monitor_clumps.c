/* SPDX-License-Identifier: MIT */
/* The state of chosen clumps: trajectories. */
#include "measure/monitor/monitor.h"
#include "options/rows.h"

typedef struct {
  int      n;
  int64_t *id; /* owned */
} Chosen;

enum { NUMBERS = 1 + 3 + 4 + 3 + 3 + 3 + 3 };

/* clang-format off */
static const Option chosen_options[] = {
  INTS(KEY("ids"), REQUIRED, UP_TO(9e15), "ids of the clumps: a row for each", .also = "id"),
  {NULL},
};
/* clang-format on */

static PetscErrorCode clumps_read_ids(void *self, const Monitor *m, const MonitorSource *s)
{
  Chosen        *own = self;
  const int64_t *id  = option_ints(s->options, "monitor", m->name, "ids", &own->n);

  PetscFunctionBeginUser;
  PetscCall(array_create(&own->id, sizeof *own->id, own->n));
  for (int k = 0; k < own->n; k++) {
    own->id[k] = id[k];
    for (int i = 0; i < k; i++)
      if (id[i] == id[k])
        option_mistake(s->options, "monitor", m->name, "ids", "%" PRId64 " is given twice", id[k]);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int clumps_rows(const void *own)
{
  return ((const Chosen *)own)->n;
}

static void put_vec3(double *to, Vec3 v)
{
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}

static void put_row(const Measured *of, PetscInt a, double *number)
{
  const Clumps *c = of->scene->clumps;
  const Quat    q =
    quat_mul(c->pose[a].q, quat_conjugate(of->templates->list[c->template[a]].mass.axes));

  put_vec3(number + 1, measured_place(of, a));
  number[4] = q.w;
  put_vec3(number + 5, (Vec3){q.x, q.y, q.z});
  put_vec3(number + 8, c->motion[a].v);
  put_vec3(number + 11, c->w[a]);
  put_vec3(number + 14, c->force[a]);
  put_vec3(number + 17, c->torque[a]);
}

/* The bits of the numbers are summed over ranks as integers: one rank has them, and all
   others have zeros. */
static PetscErrorCode clumps_evaluate(void *self, const Monitor *m, const MonitorScene *scene,
                                      double *number)
{
  const Chosen *own = self;
  const Clumps *c   = scene->measured->scene->clumps;
  int64_t      *found;

  (void)m;
  PetscFunctionBeginUser;
  PetscCall(array_create(&found, sizeof *found, own->n));
  memset(number, 0, (size_t)own->n * NUMBERS * sizeof *number);
  for (PetscInt a = 0; a < c->n_owned; a++)
    for (int k = 0; k < own->n && !clump_is_gone(c, a); k++)
      if (c->id[a] == own->id[k]) {
        put_row(scene->measured, a, number + (size_t)k * NUMBERS);
        found[k] = 1;
      }
  PetscCall(parallel_sum_int(scene->measured->par, (int64_t *)number, own->n * NUMBERS));
  PetscCall(parallel_sum_int(scene->measured->par, found, own->n));
  for (int k = 0; k < own->n; k++, number += NUMBERS) {
    for (int i = 1; i < NUMBERS && !found[k]; i++) number[i] = NAN;
    number[0] = (double)own->id[k];
  }
  array_free(&found);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool clumps_column(const void *own, int k, MonitorColumn *column)
{
  static const MonitorColumn columns[NUMBERS] = {
    {"id", "1", "of the clump; it has no row while it is not in the domain"},
    {"x", "m", "centre, with the box lengths that it has crossed"},
    {"y", "m", "likewise"},
    {"z", "m", "likewise"},
    {"qw", "1", "turns the axes of the template as given into those of the lab"},
    {"qx", "1", "likewise"},
    {"qy", "1", "likewise"},
    {"qz", "1", "likewise"},
    {"vx", "m s-1", "velocity of the centre"},
    {"vy", "m s-1", "likewise"},
    {"vz", "m s-1", "likewise"},
    {"wx", "rad s-1", "angular velocity"},
    {"wy", "rad s-1", "likewise"},
    {"wz", "rad s-1", "likewise"},
    {"fx", "N", "force, without gravity"},
    {"fy", "N", "likewise"},
    {"fz", "N", "likewise"},
    {"tx", "N m", "torque about the centre"},
    {"ty", "N m", "likewise"},
    {"tz", "N m", "likewise"},
  };

  (void)own;
  if (k >= NUMBERS) return false;
  *column = columns[k];
  return true;
}

static void clumps_free_ids(void *own)
{
  array_free(&((Chosen *)own)->id);
}

const MonitorKind monitor_clumps = {
  .head     = {.name    = "clumps",
               .text    = "Place, attitude, velocities and loads of chosen clumps: their trajectories.",
               .options = {chosen_options}},
  .size     = sizeof(Chosen),
  .read     = clumps_read_ids,
  .rows     = clumps_rows,
  .sparse   = true,
  .column   = clumps_column,
  .evaluate = clumps_evaluate,
  .free     = clumps_free_ids};
