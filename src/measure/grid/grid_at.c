/* SPDX-License-Identifier: MIT */
#include "measure/grid/grid_at.h"

/* Cell i moved by `way` along an axis: across the ends where they meet; else it stays at the last
   one. */
static int64_t beside(const FlowGrid *g, int axis, int64_t i, int64_t way)
{
  const int64_t n = g->n[axis], to = i + way;

  if (g->wraps[axis]) return to < 0 ? to + n : to >= n ? to - n : to;
  return max_int(0, min_int(n - 1, to));
}

/* ---- at centres ---- */

/* Between which two cells along an axis a place is, and where. */
typedef struct {
  int64_t cell[2];
  double  part;  /* weight of the second */
  double  slope; /* of the part, 1/m; 0: the field is constant there */
} Between;

static bool between(const FlowGrid *g, int axis, double x, Between *b)
{
  const double side = flow_grid_side(g, axis), n = (double)g->n[axis],
               along = min_real(n, (x - vec3_axis(g->lo, axis)) / side), low = floor(along - 0.5);

  *b = (Between){.part = along - 0.5 - low, .slope = 1 / side};
  if (axis >= g->dimension) {
    *b = (Between){.slope = 0};
    return true;
  }
  if (!(x >= vec3_axis(g->lo, axis)) || !(x <= vec3_axis(g->hi, axis))) return false;
  b->cell[0] = low < 0 ? beside(g, axis, 0, -1) : (int64_t)min_real(n - 1, low);
  b->cell[1] = low < 0 ? 0 : beside(g, axis, b->cell[0], 1);
  if (b->cell[0] == b->cell[1]) b->slope = 0;
  return true;
}

/* Factor of corner k of 8 in a value, or, with an axis, in the gradient along it. */
static double corner_factor(const Between b[3], int k, int axis)
{
  double product = 1;

  for (int i = 0; i < 3; i++) {
    const bool second = k >> i & 1;

    if (i == axis) product *= second ? b[i].slope : -b[i].slope;
    else product *= second ? b[i].part : 1 - b[i].part;
  }
  return product;
}

static PetscErrorCode at_centres(FlowGrid *g, const Domain *d, const Clumps *c, int components,
                                 const double *field, double *values, double *gradients)
{
  const PetscInt n = c->n_owned;
  Between(*b)[3]   = memory_zero((size_t)n, sizeof *b);
  bool      *in    = memory_zero((size_t)n, sizeof *in);
  CellPlace *place = memory_zero((size_t)n * 8, sizeof *place);
  double    *got   = memory_zero((size_t)n * 8 * (size_t)components, sizeof *got);
  PetscInt   m     = 0;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < n; a++) {
    const Vec3 x = domain_wrapped(d, c->pose[a].x);

    in[a] =
      between(g, 0, x.x, &b[a][0]) && between(g, 1, x.y, &b[a][1]) && between(g, 2, x.z, &b[a][2]);
    for (int k = 0; k < 8 && in[a]; k++)
      place[m++] = flow_grid_place(
        g, (int64_t[]){b[a][0].cell[k & 1], b[a][1].cell[k >> 1 & 1], b[a][2].cell[k >> 2]});
  }
  PetscCall(flow_grid_get(g, m, place, components, field, got));
  m = 0;
  for (PetscInt a = 0; a < n; a++) {
    for (int q = 0; q < components; q++) {
      const double *corner = got + (size_t)m * (size_t)components + q;

      for (int axis = -1; axis < 3; axis++) {
        double sum = in[a] ? 0 : NAN;

        for (int k = 0; k < 8 && in[a]; k++)
          sum += corner_factor(b[a], k, axis) * corner[k * components];
        if (axis < 0) values[a * components + q] = sum;
        else if (gradients) gradients[(a * components + q) * 3 + axis] = sum;
      }
    }
    if (in[a]) m += 8;
  }
  free(b);
  free(in);
  free(place);
  free(got);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- by shares ---- */

/* Means over the shares of each clump of `got`, which has so many numbers for each share. */
static void means(const GridShares *s, int components, const double *got, double *values)
{
  for (PetscInt a = 0; a < s->n_clumps; a++) {
    double all = 0;

    for (PetscInt k = s->start[a]; k < s->start[a + 1]; k++) all += s->volume[k];
    for (int q = 0; q < components; q++) {
      double sum = 0;

      for (PetscInt k = s->start[a]; k < s->start[a + 1]; k++)
        sum += s->volume[k] * got[k * components + q];
      values[a * components + q] = sum / all; /* none: 0 / 0 */
    }
  }
}

/* Differences of the field across the cell of each share, over the distance. */
static PetscErrorCode slopes(FlowGrid *g, const GridShares *s, int components, const double *field,
                             double *slope)
{
  CellPlace *place = memory_zero((size_t)s->n * 6, sizeof *place);
  double    *got   = memory_zero((size_t)s->n * 6 * (size_t)components, sizeof *got);
  double(*way)[3]  = memory_zero((size_t)s->n, sizeof *way);

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < s->n; k++)
    for (int axis = 0; axis < 3; axis++) {
      int64_t i[3], at;

      flow_grid_cell_of(g, s->place[k], i);
      at = i[axis];
      for (int side = 0; side < 2; side++) {
        i[axis] = beside(g, axis, at, side ? 1 : -1);
        if (g->wraps[axis] || i[axis] != at) way[k][axis] += flow_grid_side(g, axis);
        place[k * 6 + 2 * axis + side] = flow_grid_place(g, i);
      }
    }
  PetscCall(flow_grid_get(g, s->n * 6, place, components, field, got));
  for (PetscInt k = 0; k < s->n; k++)
    for (int q = 0; q < components; q++)
      for (int axis = 0; axis < 3; axis++) {
        const double *pair = got + (k * 6 + 2 * axis) * components + q;

        slope[(k * components + q) * 3 + axis] =
          way[k][axis] > 0 ? (pair[components] - pair[0]) / way[k][axis] : 0;
      }
  free(place);
  free(got);
  free(way);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode by_shares(FlowGrid *g, const GridShares *s, int components,
                                const double *field, double *values, double *gradients)
{
  double *got = memory_zero((size_t)s->n * (size_t)components * 3, sizeof *got);

  PetscFunctionBeginUser;
  PetscCall(flow_grid_get(g, s->n, s->place, components, field, got));
  means(s, components, got, values);
  if (gradients) {
    PetscCall(slopes(g, s, components, field, got));
    means(s, 3 * components, got, gradients);
  }
  free(got);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode grid_at_clumps(FlowGrid *grid, const Domain *domain, const GridShares *shares,
                              const Clumps *clumps, GridHow how, const GridField *f)
{
  if (how == GRID_BY_SHARES)
    return by_shares(grid, shares, f->components, f->cells, f->values, f->gradients);
  return at_centres(grid, domain, clumps, f->components, f->cells, f->values, f->gradients);
}
