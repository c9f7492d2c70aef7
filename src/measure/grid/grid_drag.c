/* SPDX-License-Identifier: MIT */
#include "measure/grid/grid_drag.h"
#include "base/elementary.h"
#include "geometry/ball_union.h"

/* ---- one clump ---- */

/* Cd |u|, finite for |u| = 0. */
static double di_felice(double a_speed, double stokes)
{
  const double root = 0.63 * sqrt(a_speed) + 4.8 * sqrt(stokes);

  return root * root;
}

static double di_felice_exponent(double re)
{
  const double off = re > 1e-300 ? 1.5 - logarithm(re) / 2.302585092994045684 : 1e3;

  return 3.7 - 0.65 * exponential(-0.5 * off * off);
}

double drag_coefficient(const GridDrag *drag, double volume, double area, double eps, double speed)
{
  const double d = cube_root(6 / PETSC_PI * volume), rho = drag->density, mu = drag->viscosity;
  const double re = eps * rho * speed * d / mu;

  if (drag->law == DRAG_DI_FELICE)
    return 0.5 * di_felice(speed, mu / (eps * rho * d)) * rho * area *
           power(eps, 2 - di_felice_exponent(re)) / volume;
  if (eps < 0.8) return 150 * (1 - eps) * mu / (eps * d * d) + 1.75 * rho * speed / d;
  return 0.75 * power(eps, -2.65) * (rho * eps / d) *
         (re < 1000 ? 24 * mu / (eps * rho * d) * (1 + (re > 0 ? 0.15 * power(re, 0.687) : 0))
                    : 0.44 * speed);
}

/* Area of a clump seen along u. */
static double area_along(const Template *t, const Pose *p, Vec3 u)
{
  BallUnion discs;
  Vec3     *x, across, up;
  double    area;

  if (t->n == 1) return PETSC_PI * t->radius[0] * t->radius[0] * p->scale * p->scale;
  if (!vec3_normalize(&u)) u = vec3(0, 0, 1);
  u      = quat_turn_back(p->q, u);
  across = vec3_any_across(u);
  up     = vec3_cross(u, across);
  x      = memory_zero((size_t)t->n, sizeof *x);
  for (int i = 0; i < t->n; i++)
    x[i] = vec3(vec3_dot(across, t->offset[i]), vec3_dot(up, t->offset[i]), 0);
  ball_union_create(2, t->n, x, t->radius, &discs);
  area = ball_union_volume(&discs) * p->scale * p->scale;
  ball_union_free(&discs);
  free(x);
  return area;
}

/* The fluid in the cell of a share. */
typedef struct {
  double u[3], fraction;
} Fluid;

/* The fluid's velocity less that of the share's centroid, times the share's volume. */
static Vec3 slip(const GridShares *s, const Clumps *c, PetscInt a, PetscInt k, const Fluid *f)
{
  const Vec3 u = {f->u[0], f->u[1], f->u[2]};

  return vec3_sub(vec3_scale(s->volume[k], vec3_sub(u, c->motion[a].v)),
                  vec3_cross(c->w[a], s->first[k]));
}

/* The forces on the shares of the clump in row a. */
static void clump_drag(const GridShares *s, const Clumps *c, const Templates *templates,
                       const GridDrag *drag, PetscInt a, const Fluid *fluid, Vec3 *pull)
{
  Vec3   mean = {0, 0, 0};
  double all = 0, free_part = 0, beta;

  for (PetscInt k = s->start[a]; k < s->start[a + 1]; k++) {
    pull[k] = slip(s, c, a, k, &fluid[k]);
    mean    = vec3_add(mean, pull[k]);
    all += s->volume[k];
    free_part += s->volume[k] * fluid[k].fraction;
  }
  if (!(all > 0)) return;
  mean = vec3_scale(1 / all, mean);
  beta = drag_coefficient(drag, s->whole[a],
                          drag->law == DRAG_DI_FELICE
                            ? area_along(&templates->list[c->template[a]], &c->pose[a], mean)
                            : 0,
                          free_part / all, vec3_norm(mean));
  for (PetscInt k = s->start[a]; k < s->start[a + 1]; k++) pull[k] = vec3_scale(beta, pull[k]);
}

/* ---- all of them ---- */

/* The fluid in the cells of this rank. */
static PetscErrorCode fluid_of(const FlowGrid *g, const GridShares *s, const Clumps *c,
                               const GridDrag *drag, Fluid *fluid)
{
  double *solid = NULL;

  PetscFunctionBeginUser;
  if (!drag->fraction) {
    solid = memory_zero((size_t)g->n_mine, sizeof *solid);
    PetscCall(grid_shares_solids(g, s, c, solid, NULL));
  }
  for (int64_t k = 0; k < g->n_mine; k++) {
    memcpy(fluid[k].u, drag->velocity + 3 * k, sizeof fluid[k].u);
    fluid[k].fraction =
      solid ? max_real(DRAG_VOID_LEAST, 1 - solid[k] / flow_grid_cell(g)) : drag->fraction[k];
  }
  free(solid);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode grid_drag(const FlowGrid *g, const GridShares *s, const Clumps *c,
                         const Templates *templates, const GridDrag *drag, Vec3 *force,
                         Vec3 *torque, double *reaction)
{
  Fluid *cells = memory_zero((size_t)g->n_mine, sizeof *cells),
        *at    = memory_zero((size_t)s->n, sizeof *at);
  Vec3 *pull   = memory_zero((size_t)s->n, sizeof *pull);

  PetscFunctionBeginUser;
  PetscCall(fluid_of(g, s, c, drag, cells));
  PetscCall(flow_grid_get(g, s->n, s->place, 4, (const double *)cells, (double *)at));
  for (PetscInt a = 0; a < s->n_clumps; a++) {
    clump_drag(s, c, templates, drag, a, at, pull);
    force[a] = torque[a] = vec3(0, 0, 0);
    for (PetscInt k = s->start[a]; k < s->start[a + 1]; k++) {
      const Vec3 arm = vec3_scale(1 / s->volume[k], s->first[k]);

      force[a]  = vec3_add(force[a], pull[k]);
      torque[a] = vec3_add(torque[a], vec3_cross(arm, pull[k]));
    }
  }
  for (PetscInt k = 0; k < s->n; k++) pull[k] = vec3_scale(-1, pull[k]);
  PetscCall(flow_grid_add(g, s->n, s->place, s->id, 3, (const double *)pull, reaction));
  free(cells);
  free(at);
  free(pull);
  PetscFunctionReturn(PETSC_SUCCESS);
}
