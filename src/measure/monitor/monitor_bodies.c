/* SPDX-License-Identifier: MIT */
/* Monitors of bodies: all together, chosen ones, and their directions. */
#include "base/bounds.h"
#include "measure/monitor/monitor.h"
#include "options/rows.h"
#include "shape/mass/mass.h"

/* ---- centre: mass, centre of mass, momenta and kinetic energies of all clumps together ---- */

typedef struct {
  Vec3 about; /* of the angular momentum, m */
} Centre;

/* clang-format off */
static const Option centre_options[] = {
  VEC3_PLANAR(IN(Centre, about), "m", "0,0,0", SIGNED(LENGTH_MOST),
      "point about which the angular momentum is taken"),
  {0},
};
/* clang-format on */

enum { BODIES, MASS, PLACE, LINEAR = PLACE + 3, TRANSLATION = LINEAR + 3, ROTATION, ANGULAR };
enum { SUMS = ANGULAR + 3 };

static void add_body(const Centre *own, const Measured *of, PetscInt a, Sum *sum)
{
  const Clumps *c = of->scene->clumps;
  const Vec3    x = measured_place(of, a), v = c->motion[a].v, spin = c->motion[a].momentum;
  const double  mass = c->mass[a];

  sum_add(&sum[BODIES], 1);
  sum_add(&sum[MASS], mass);
  sum_add_vec3(&sum[PLACE], vec3_scale(mass, x));
  if (!measured_moves(of, a)) return;
  sum_add_vec3(&sum[LINEAR], vec3_scale(mass, v));
  sum_add(&sum[TRANSLATION], 0.5 * mass * vec3_dot(v, v));
  sum_add(&sum[ROTATION], 0.5 * vec3_dot(c->w[a], spin));
  sum_add_vec3(&sum[ANGULAR], vec3_axpy(spin, mass, vec3_cross(vec3_sub(x, own->about), v)));
}

static PetscErrorCode centre_evaluate(void *self, const Monitor *m, const MonitorScene *scene,
                                      double *number)
{
  const Clumps *c         = scene->measured->scene->clumps;
  Sum           sum[SUMS] = {{{0}, 0}};

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (monitor_holds(m, c, a)) add_body(self, scene->measured, a, sum);
  PetscCall(sum_reduce(scene->measured->par, sum, SUMS));
  for (int k = 0; k < SUMS; k++) number[k] = sum_value(&sum[k]);
  for (int k = 0; k < 3; k++) number[PLACE + k] /= number[MASS];
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* clang-format off */
static const MonitorColumn centre_columns[] = {
  {"bodies", "1", "number of bodies whose centres are in the window"},
  {"mass", "kg", "of these"},
  MONITOR_VECTOR("", "m",
    "their centre of mass, of places with the box lengths that they have crossed"),
  MONITOR_VECTOR("momentum_", "kg m s-1", "of those that may move"),
  {"kinetic_translational", "J", "energy of the motion of their centres"},
  {"kinetic_rotational", "J", "energy of their rotations"},
  MONITOR_VECTOR("angular_momentum_", "kg m2 s-1", "about the given point"),
  {.name = ""},
};
/* clang-format on */

const MonitorKind monitor_centre = {
  .head     = {.name    = "centre",
               .text    = "Centre of mass, momenta and kinetic energies of all clumps together.",
               .options = {centre_options}},
  .windowed = true,
  .size     = sizeof(Centre),
  .columns  = centre_columns,
  .evaluate = centre_evaluate};

/* ---- clumps: the state of chosen clumps, as trajectories ---- */

typedef struct {
  int      n;
  int64_t *id; /* owned */
} Chosen;

enum { NUMBERS = 1 + 3 + 4 + 3 + 3 + 3 + 3 };

/* clang-format off */
static const Option chosen_options[] = {
  INTS(KEY("ids"), REQUIRED, UP_TO(9e15), "ids of the clumps: a row for each", .also = "id"),
  {0},
};
/* clang-format on */

static void clumps_read_ids(void *self, const Monitor *m, const World *w)
{
  Chosen        *own = self;
  const int64_t *id  = option_ints(w->options, "monitor", m->name, "ids", &own->n);

  array_create(&own->id, sizeof *own->id, own->n);
  for (int k = 0; k < own->n; k++) {
    own->id[k] = id[k];
    for (int i = 0; i < k; i++)
      if (id[i] == id[k])
        option_mistake(w->options, "monitor", m->name, "ids", "%" PRId64 " is given twice", id[k]);
  }
}

static void put_row(const Measured *of, PetscInt a, double *number)
{
  const Clumps *c = of->scene->clumps;
  const Quat    q =
    quat_mul(c->pose[a].q, quat_conjugate(of->templates->list[c->template[a]].mass.axes));

  vec3_put(number + 1, measured_place(of, a));
  number[4] = q.w;
  vec3_put(number + 5, (Vec3){q.x, q.y, q.z});
  vec3_put(number + 8, c->motion[a].v);
  vec3_put(number + 11, c->w[a]);
  vec3_put(number + 14, c->force[a]);
  vec3_put(number + 17, c->torque[a]);
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
  array_create(&found, sizeof *found, own->n);
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

/* clang-format off */
static const MonitorColumn clumps_columns[] = {
  {"id", "1", "of the clump; it has no row while it is not in the domain"},
  MONITOR_VECTOR("", "m", "centre, with the box lengths that it has crossed"),
  {"qw", "1", "turns the axes of the template as given into those of the lab"},
  MONITOR_VECTOR("q", "1", "likewise"),
  MONITOR_VECTOR("v", "m s-1", "velocity of the centre"),
  MONITOR_VECTOR("w", "rad s-1", "angular velocity"),
  MONITOR_VECTOR("f", "N", "force, without gravity"),
  MONITOR_VECTOR("t", "N m", "torque about the centre"),
  {.name = ""},
};
/* clang-format on */

const MonitorKind monitor_clumps = {
  .head     = {.name    = "clumps",
               .text    = "Place, attitude, velocities and loads of chosen clumps: their trajectories.",
               .options = {chosen_options}},
  .size     = sizeof(Chosen),
  .read     = clumps_read_ids,
  .rows     = MONITOR_PART(Chosen, n),
  .sparse   = true,
  .columns  = clumps_columns,
  .evaluate = clumps_evaluate,
  .owned    = {MONITOR_PART(Chosen, id)}};

/* ---- nematic: orientational order of clumps ---- */

typedef struct {
  bool shortest; /* the shortest axis in place of the longest */
} Nematic;

/* clang-format off */
static const Option nematic_options[] = {
  WORD(KEY_IN("along", Nematic, shortest), "long", "long short",
      "axis of a clump: of its smallest moment of inertia, or short: of its largest"),
  {0},
};
/* clang-format on */

/* Find the axis of a clump in the lab; false: its moments of inertia single out none. */
static bool axis_of(const Nematic *own, int dimension, const Clumps *c, PetscInt a, Vec3 *axis)
{
  const Vec3   i   = c->inertia[a];
  const double gap = dimension == 2 || !own->shortest ? i.y - i.x : i.z - i.y;
  const Vec3 body = !own->shortest ? vec3(1, 0, 0) : dimension == 2 ? vec3(0, 1, 0) : vec3(0, 0, 1);

  *axis = quat_turn(c->pose[a].q, body);
  return gap > 1e-9 * i.z;
}

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
  double        n, mean[6];
  Vec3          axis, director;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (!monitor_counts(m, c, a) || !axis_of(own, d, c, a, &axis) ||
        bins_find(&m->view, c->pose[a].x) < 0)
      continue;
    sum_add(&sum[6], 1);
    for (int k = 0; k < 6; k++)
      sum_add(&sum[k], vec3_axis(axis, tensor_axes[k][0]) * vec3_axis(axis, tensor_axes[k][1]));
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
  number[7] = (d * director_of(mean, &director) - 1) / (d - 1);
  vec3_put(number + 8, director);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* clang-format off */
static const MonitorColumn nematic_columns[] = {
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
  MONITOR_VECTOR("director_", "1", "unit vector along which the axes lie"),
  {.name = ""},
};
/* clang-format on */

const MonitorKind monitor_nematic = {
  .head     = {.name = "nematic",
               .text = "Order of the directions of clumps: nematic tensor, order parameter, director.",
               .source  = "de Gennes & Prost 1993, The Physics of Liquid Crystals, 2.1",
               .options = {nematic_options}},
  .windowed = true,
  .size     = sizeof(Nematic),
  .columns  = nematic_columns,
  .evaluate = nematic_evaluate};
