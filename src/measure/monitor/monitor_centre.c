/* SPDX-License-Identifier: MIT */
/* Mass, centre of mass, momenta and kinetic energies of all clumps of a group or
   window together. */
#include "base/bounds.h"
#include "measure/monitor/monitor.h"
#include "options/rows.h"

typedef struct {
  Vec3 about; /* of the angular momentum, m */
} Centre;

/* clang-format off */
static const Option centre_options[] = {
  VEC3_PLANAR(IN(Centre, about), "m", "0,0,0", SIGNED(LENGTH_MOST),
      "point about which the angular momentum is taken"),
  {NULL},
};
/* clang-format on */

static PetscErrorCode centre_read(void *self, const Monitor *m, const MonitorSource *s)
{
  PetscFunctionBeginUser;
  options_read_into(s->options, "monitor", m->name, centre_options, self);
  PetscFunctionReturn(PETSC_SUCCESS);
}

enum { BODIES, MASS, PLACE, LINEAR = PLACE + 3, TRANSLATION = LINEAR + 3, ROTATION, ANGULAR };
enum { SUMS = ANGULAR + 3 };

static void add_vec3(Sum *sum, Vec3 v)
{
  sum_add(&sum[0], v.x);
  sum_add(&sum[1], v.y);
  sum_add(&sum[2], v.z);
}

static void add_body(const Centre *own, const Measured *of, PetscInt a, Sum *sum)
{
  const Clumps *c = of->scene->clumps;
  const Vec3    x = measured_place(of, a), v = c->motion[a].v, spin = c->motion[a].momentum;
  const double  mass = c->mass[a];

  sum_add(&sum[BODIES], 1);
  sum_add(&sum[MASS], mass);
  add_vec3(&sum[PLACE], vec3_scale(mass, x));
  if (!measured_moves(of, a)) return;
  add_vec3(&sum[LINEAR], vec3_scale(mass, v));
  sum_add(&sum[TRANSLATION], 0.5 * mass * vec3_dot(v, v));
  sum_add(&sum[ROTATION], 0.5 * vec3_dot(c->w[a], spin));
  add_vec3(&sum[ANGULAR], vec3_axpy(spin, mass, vec3_cross(vec3_sub(x, own->about), v)));
}

static PetscErrorCode centre_evaluate(void *self, const Monitor *m, const MonitorScene *scene,
                                      double *number)
{
  const Clumps *c         = scene->measured->scene->clumps;
  Sum           sum[SUMS] = {{{0}, 0}};

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (!clump_is_gone(c, a) && clump_is_among(c, a, m->groups) &&
        bins_find(&m->view, c->pose[a].x) >= 0)
      add_body(self, scene->measured, a, sum);
  PetscCall(sum_reduce(scene->measured->par, sum, SUMS));
  for (int k = 0; k < SUMS; k++) number[k] = sum_value(&sum[k]);
  for (int k = 0; k < 3; k++) number[PLACE + k] /= number[MASS];
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool centre_column(const void *own, int k, MonitorColumn *column)
{
  static const MonitorColumn columns[SUMS] = {
    {"bodies", "1", "number of bodies whose centres are in the window"},
    {"mass", "kg", "of these"},
    {"x", "m", "their centre of mass, of places with the box lengths that they have crossed"},
    {"y", "m", "likewise"},
    {"z", "m", "likewise"},
    {"momentum_x", "kg m s-1", "of those that may move"},
    {"momentum_y", "kg m s-1", "likewise"},
    {"momentum_z", "kg m s-1", "likewise"},
    {"kinetic_translational", "J", "energy of the motion of their centres"},
    {"kinetic_rotational", "J", "energy of their rotations"},
    {"angular_momentum_x", "kg m2 s-1", "about the given point"},
    {"angular_momentum_y", "kg m2 s-1", "likewise"},
    {"angular_momentum_z", "kg m2 s-1", "likewise"},
  };

  (void)own;
  if (k >= SUMS) return false;
  *column = columns[k];
  return true;
}

const MonitorKind monitor_centre = {
  .head     = {.name    = "centre",
               .text    = "Centre of mass, momenta and kinetic energies of all clumps together.",
               .options = {centre_options}},
  .windowed = true,
  .size     = sizeof(Centre),
  .read     = centre_read,
  .column   = centre_column,
  .evaluate = centre_evaluate};
