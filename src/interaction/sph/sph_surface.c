/* SPDX-License-Identifier: MIT */
/* Free surfaces at the start of a run, where the sums of particles are low as they have neighbours
   on one side only: there the excess of a density (sph_diffusion.c) makes up for it. Sums are low
   at gaps between the fluid and its walls, too, as those of a lattice in a round tank; but a fluid
   under pressure fills these, so that they have no excess. With

     D_a = sum_b V_b grad W_ab,   reflections included,

   which points into the fluid, the excess is f times what the sum lacks,

     f = |D'|^2 / (|D|^2 + (0.02 / h)^2),   D' = D - sum_k w_k max(0, D . n_k) n_k

   over the walls near the particle, n_k their normals towards it, and the boundary pebbles near it
   as one wall along their own sum. w is 1, but 1 - n . g / |g| for ceilings, below which a gap
   stays. Inside a fluid that is thinner than at rest D is 0, and so is the excess: it will be
   compressed. */
#include "interaction/sph/sph.h"

/* |D| h at which a particle counts as half in a free surface; 0.6 in the outermost layer of a
   lattice. */
#define INSIDE 0.02

/* Sums of the pass, in units of m / h^(d + 1): D, and the part of it by boundary pebbles. */
enum { SURFACE_ALL, SURFACE_BOUNDARY = 3, SURFACE_SUMS = 6 };

int sph_surface_used(const void *self)
{
  return sph_carries(self) ? SURFACE_SUMS : 0;
}

/* The sums of one particle of each pair: side 0: a, else b. */
static void add_side(const Sph *s, PassBatch *b, int side, double (*to)[INTERACTION_TILE])
{
  const Smoothing *w = sph_smoothing(s);
  SphKernel        at;

  sph_kernel(s, b, side, &at);
  for (int k = 0; k < b->n; k++) {
    const SphEnd e = sph_end(b, side, k);
    const double share =
      -w->sigma[s->dimension] * e.y[SPH_PACKED_WEIGHT] / e.x[SPH_PACKED_WEIGHT] * e.x[SPH_PACKED_H];
    SphSeen t;

    for (int m = 0; m < SURFACE_SUMS; m++) to[m][k] = 0;
    if (!(at.q[k] < w->support)) continue;
    sph_add_vector(vec3_scale(share * at.slope[k], e.way), SURFACE_ALL, k, to);
    if (!(e.y[SPH_PACKED_H] > 0))
      sph_add_vector(vec3_scale(share * at.slope[k], e.way), SURFACE_BOUNDARY, k, to);
    if (!b->found.mirrors ||
        !sph_see(s, &b->found, b->a[k], b->b[k], b->i[k], b->j[k], b->d2[k], &t))
      continue;
    for (int m = 0; m < t.n; m++)
      sph_add_vector(vec3_scale(share * t.slope[side][m],
                                sph_way_to(&b->found.mirrors[e.own], &t.at[m], side, e.way)),
                     SURFACE_ALL, k, to);
  }
}

void sph_surface_add(const void *self, PassBatch *b)
{
  add_side(self, b, 0, b->to_a);
  add_side(self, b, 1, b->to_b);
}

/* Less what leads away from a wall with this normal. */
static Vec3 without_gap(const Sph *s, Vec3 d, Vec3 n)
{
  const double g = vec3_norm(s->gravity), lid = g > 0 ? fmax(0, vec3_dot(n, s->gravity) / g) : 0,
               away = fmax(0, vec3_dot(d, n));

  return vec3_axpy(d, -(1 - lid) * away, n);
}

/* f of an owned particle. */
static double find_share(const Sph *s, const PassRows *rows, PetscInt a)
{
  const double h = rows->found.column[SPH_H][a], rest = s->lattice * s->density,
               per         = rows->clumps->mass[a] / (sph_cell(s, h) * rest);
  const double *const *sum = rows->sum;
  const Vec3           by  = {sum[SURFACE_BOUNDARY][a], sum[SURFACE_BOUNDARY + 1][a],
                              sum[SURFACE_BOUNDARY + 2][a]};
  Vec3    d = {sum[SURFACE_ALL][a], sum[SURFACE_ALL + 1][a], sum[SURFACE_ALL + 2][a]}, open;
  SphSeen t;

  const Mirrors *mirrors = rows->found.mirrors ? &rows->found.mirrors[a] : NULL;

  if (mirrors && sph_see_own(s, mirrors, h, &t))
    for (int m = 0; m < t.n; m++)
      d = vec3_axpy(d, -sph_smoothing(s)->sigma[s->dimension] * t.slope[0][m] / h,
                    sph_way_to(mirrors, &t.at[m], 0, (Vec3){0, 0, 0}));
  open = d;
  for (int k = 0; mirrors && k < mirrors->n; k++)
    open = without_gap(s, open, mirrors->at[k].normal);
  if (vec3_norm(by) > 0) open = without_gap(s, open, vec3_scale(-1 / vec3_norm(by), by));
  return per * per * vec3_dot(open, open) / (per * per * vec3_dot(d, d) + INSIDE * INSIDE);
}

double sph_surface_find(const void *self, PassRows *rows)
{
  const Sph     *s      = self;
  double *const *column = rows->found.column;

  for (PetscInt a = 0; a < rows->n; a++) {
    const double rest = s->lattice * s->density, density = column[SPH_DENSITY][a];

    if (sph_material_of(rows->clumps, a) != s->material || column[SPH_KEPT][a] != 0) continue;
    if (!(column[SPH_H][a] > 0 && density >= 0.5 * rest && density < rest)) continue;
    column[SPH_EXCESS][a] = find_share(s, rows, a) * (rest - density);
    sph_set_state(s, rows, a, density + column[SPH_EXCESS][a], 1);
  }
  return 0;
}
