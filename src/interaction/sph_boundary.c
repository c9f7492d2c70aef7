/* SPDX-License-Identifier: MIT */
/* Sums of the kernel over lattices and over the boundary pebbles of templates. */
#include "interaction/sph.h"

typedef struct {
  double x;
  int    pebble;
} Along;

static int compare_along(const void *a, const void *b)
{
  const Along *p = a, *q = b;

  return (p->x > q->x) - (p->x < q->x);
}

static double kernel_at(const Sph *s, double distance, double h)
{
  const double q = distance / h;
  double       w, slope;

  sph_smoothing(s)->evaluate(1, &q, &w, &slope);
  return sph_smoothing(s)->sigma[s->dimension] / sph_cell(s, h) * w;
}

double sph_find_lattice(const Sph *s)
{
  const int n = (int)ceil(sph_smoothing(s)->support * s->ratio), deep = s->dimension == 2 ? 0 : n;
  double    sum = 0;

  for (int i = -n; i <= n; i++)
    for (int j = -n; j <= n; j++)
      for (int k = -deep; k <= deep; k++) sum += kernel_at(s, vec3_norm((Vec3){i, j, k}), s->ratio);
  return sum;
}

/* Sum of the kernel over the pebbles on one side of along[k]. */
static double sum_beside(const Sph *s, const Template *t, const Along *along, int n, int k,
                         int side, double h)
{
  const Vec3   x     = t->offset[along[k].pebble];
  const double reach = sph_smoothing(s)->support * h;
  double       sum   = 0;

  for (int m = k + side; m >= 0 && m < n && fabs(along[m].x - along[k].x) < reach; m += side)
    sum += kernel_at(s, vec3_norm(vec3_sub(t->offset[along[m].pebble], x)), h);
  return sum;
}

static PetscErrorCode find_volumes(const Sph *s, const Template *t, double h, double *volume)
{
  Along *along;
  int    n = 0;

  PetscFunctionBeginUser;
  PetscCall(array_create(&along, sizeof *along, t->n));
  for (int i = 0; i < t->n; i++)
    if (sph_is_boundary(s, t->material[i])) along[n++] = (Along){t->offset[i].x, i};
  sort_items(along, n, sizeof *along, compare_along);
  for (int k = 0; k < n; k++)
    volume[along[k].pebble] =
      s->lattice / (kernel_at(s, 0, h) + sum_beside(s, t, along, n, k, -1, h) +
                    sum_beside(s, t, along, n, k, 1, h));
  array_free(&along);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sph_find_volumes(Sph *s, const Templates *templates, double h)
{
  int n = 0;

  PetscFunctionBeginUser;
  for (int t = 0; t < templates->n; t++) n += templates->list[t].n;
  array_free(&s->volume);
  array_free(&s->first);
  PetscCall(array_create(&s->volume, sizeof *s->volume, n));
  PetscCall(array_create(&s->first, sizeof *s->first, templates->n));
  n = 0;
  for (int t = 0; t < templates->n; t++) {
    const Template *body = &templates->list[t];
    const double    r    = body->radius[0];

    s->first[t] = n;
    if (body->n == 1)
      s->volume[n] = s->dimension == 2 ? PETSC_PI * r * r : 4 * PETSC_PI / 3 * r * r * r;
    else if (h > 0) PetscCall(find_volumes(s, body, h, s->volume + n));
    n += body->n;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
