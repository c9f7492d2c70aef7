/* SPDX-License-Identifier: MIT */
/* Walls that an SPH fluid meets as mirrors (mirrors.h): the density of a particle a has the
   reflections of all particles near the same walls, at r', and its own. The energy sum m u(rho)
   then depends on the distances d from walls, too. With g = W'(r') / r'

     push of a wall on a, along its normal
       -m_a sum_b m_b (T_a g(h_a) + T_b g(h_b)) 1/2 d r'^2 / d d_a,

   and along the line between a and b what two particles at r' would have. At a flat wall the
   reflections are those of a lattice that goes on, so that the pressure is uniform up to it.

   A reflection pushes less the nearer it is, as gradients of kernels do, and not at all at a wall.
   A barrier keeps particles in front, near the wall d < w = 0.4 spacings,

     energy m c^2 / 8 (1 - d / w)^3,   c the speed of sound at rest:

   a particle that meets a wall at half the speed of sound turns back at it. Particles at rest on a
   lattice stand half a spacing away.

   Viscosity, with no_slip: the flow is linear between the wall and the particle,

     F = -m_a 2 nu A(d) / d v_t,   A the integral of W over the wall's plane

   (Ferrand et al. 2013, Int. J. Numer. Meth. Fluids 71, 446, for a flat wall), with nu the laminar
   viscosity and that to which the artificial one amounts, alpha c h / (2 (d + 2)) (Monaghan 2005,
   Rep. Prog. Phys. 68, 1703). */
#include "interaction/sph/sph_shift.h"

/* Width over the spacing of particles, and height over the square of the speed of sound, of the
   barrier. */
#define BARRIER_WIDTH  0.4
#define BARRIER_HEIGHT 0.125
/* Least d / h of the viscosity: with the usual step a particle at a wall does not turn back by
   it. */
#define FILM 0.25

bool sph_mirrors(const void *self, int pebble, int wall)
{
  const Sph *s = self;

  for (int k = 0; k < s->n_walls && pebble == s->material; k++)
    if (s->wall[k] == wall) return true;
  return false;
}

/* ---- pairs ---- */

static void evaluate(const Sph *s, double ia, double ib, SphSeen *t)
{
  const double inverse[2] = {ia, ib};

  for (int side = 0; side < 2; side++) {
    for (int k = 0; k < t->n; k++) t->q[side][k] = sqrt(t->at[k].d2) * inverse[side];
    sph_smoothing(s)->evaluate(t->n, t->q[side], t->w[side], t->slope[side]);
  }
}

/* Square of the distance beyond which two particles with these 1/h do not see each other, m^2. */
static double farthest(const Sph *s, double ia, double ib)
{
  const double end = sph_smoothing(s)->support / fmin(ia, ib);

  return end * end;
}

bool sph_see(const Sph *s, const Found *found, int32_t a, int32_t b, int32_t i, int32_t j,
             double d2, SphSeen *t)
{
  const double  *x = sph_packed(found, i), *y = sph_packed(found, j);
  const Mirrors *p = &found->mirrors[a], *q = &found->mirrors[b];
  double         far;

  if (p->n == 0 || q->n == 0 || !(x[SPH_PACKED_H] > 0 && y[SPH_PACKED_H] > 0)) return false;
  far = farthest(s, x[SPH_PACKED_H], y[SPH_PACKED_H]);
  if (!(d2 < far)) return false;
  t->n = mirrors_reflect(p, q, d2, far, t->at);
  if (t->n > 0) evaluate(s, x[SPH_PACKED_H], y[SPH_PACKED_H], t);
  return t->n > 0;
}

bool sph_see_own(const Sph *s, const Mirrors *mirrors, double h, SphSeen *t)
{
  if (mirrors->n == 0 || !(h > 0)) return false;
  t->n = mirrors_reflect(mirrors, mirrors, 0, farthest(s, 1 / h, 1 / h), t->at);
  evaluate(s, 1 / h, 1 / h, t);
  return t->n > 0;
}

/* -h times the derivative by h of the kernel over h^d, in units of 1 / h^d. */
static double change_of(const Sph *s, const SphSeen *t, int side, int m)
{
  const double q = t->q[side][m];

  return s->dimension * t->w[side][m] + q * q * t->slope[side][m];
}

void sph_add_reflections(const Sph *s, PassBatch *b)
{
  const double sigma = sph_smoothing(s)->sigma[s->dimension];
  SphSeen      t;

  for (int k = 0; k < b->n; k++) {
    double wa, wb;

    if (!sph_see(s, &b->found, b->a[k], b->b[k], b->i[k], b->j[k], b->d2[k], &t)) continue;
    wa = b->found.weight[b->i[k]];
    wb = b->found.weight[b->j[k]];
    for (int m = 0; m < t.n; m++) {
      b->to_a[SUM_DENSITY][k] += wb / wa * (sigma * t.w[0][m]);
      b->to_b[SUM_DENSITY][k] += wa / wb * (sigma * t.w[1][m]);
      if (!s->adaptive) continue;
      b->to_a[SUM_SLOPE][k] += wb / wa * (sigma * change_of(s, &t, 0, m));
      b->to_b[SUM_SLOPE][k] += wa / wb * (sigma * change_of(s, &t, 1, m));
    }
  }
}

/* T_a g(h_a) + T_b g(h_b) over sigma of reflection m of a pair. */
static double pressure_slope(const Sph *s, const double *x, const double *y, const SphSeen *t,
                             int m)
{
  const double ha = 1 / x[SPH_PACKED_H], hb = 1 / y[SPH_PACKED_H];

  return x[SPH_PACKED_TERM] * t->slope[0][m] / (ha * ha * sph_cell(s, ha)) +
         y[SPH_PACKED_TERM] * t->slope[1][m] / (hb * hb * sph_cell(s, hb));
}

void sph_pull_reflections(const Sph *s, PairBatch *b)
{
  const double sigma = sph_smoothing(s)->sigma[s->dimension];
  SphSeen      t;

  for (int k = 0; k < b->n; k++) {
    const double *x = sph_packed(&b->found, b->i[k]), *y = sph_packed(&b->found, b->j[k]);

    if (!sph_see(s, &b->found, b->a[k], b->b[k], b->i[k], b->j[k], b->d2[k], &t)) continue;
    for (int m = 0; m < t.n; m++)
      b->push[k] -=
        x[SPH_PACKED_WEIGHT] * y[SPH_PACKED_WEIGHT] * sigma * pressure_slope(s, x, y, &t, m);
  }
}

/* ---- the pushes of walls ---- */

/* T of the order of those of the fluid: c^2 / rho at rest. */
static double usual_term(const Sph *s)
{
  const double speed = sph_sound(s);

  return speed * speed / s->density;
}

int sph_walls_used(const void *self)
{
  return ((const Sph *)self)->n_walls > 0 ? MIRRORS_MOST : 0;
}

/* Sums in units of m_a T / h_a^(d + 1), with the usual T. */
void sph_walls_add(const void *self, PassBatch *b)
{
  const Sph   *s    = self;
  const double per  = sph_smoothing(s)->sigma[s->dimension] / usual_term(s);
  bool         some = false; /* both particles of some pair are near walls */
  SphSeen      t;

  for (int k = 0; k < b->n && !some; k++)
    some = b->found.mirrors[b->a[k]].n > 0 && b->found.mirrors[b->b[k]].n > 0;
  if (!some) {
    b->n = 0;
    return;
  }
  for (int m = 0; m < MIRRORS_MOST; m++)
    for (int k = 0; k < b->n; k++) b->to_a[m][k] = b->to_b[m][k] = 0;
  for (int k = 0; k < b->n; k++) {
    const double *x = sph_packed(&b->found, b->i[k]), *y = sph_packed(&b->found, b->j[k]);
    double        ha, hb, wa, wb;

    if (!sph_see(s, &b->found, b->a[k], b->b[k], b->i[k], b->j[k], b->d2[k], &t)) continue;
    ha = 1 / x[SPH_PACKED_H];
    hb = 1 / y[SPH_PACKED_H];
    wa = x[SPH_PACKED_WEIGHT];
    wb = y[SPH_PACKED_WEIGHT];
    for (int m = 0; m < t.n; m++) {
      const double g = per * pressure_slope(s, x, y, &t, m);

      for (int i = 0; i < t.at[m].n; i++) {
        b->to_a[t.at[m].by[i].a][k] += wb / wa * (ha * sph_cell(s, ha)) * g * t.at[m].by[i].to_a;
        b->to_b[t.at[m].by[i].b][k] += wa / wb * (hb * sph_cell(s, hb)) * g * t.at[m].by[i].to_b;
      }
    }
  }
}

void sph_see_itself(const Sph *s, const Mirrors *mirrors, double h, double *density, double *slope)
{
  const double sigma = sph_smoothing(s)->sigma[s->dimension];
  SphSeen      t;

  if (!sph_see_own(s, mirrors, h, &t)) return;
  for (int m = 0; m < t.n; m++) {
    *density += sigma * t.w[0][m];
    if (slope) *slope += sigma * change_of(s, &t, 0, m);
  }
}

/* Derivatives of the density that a particle has by itself, by its distances from walls, in units
   of m / h^(d + 1). */
static void find_own(const Sph *s, const Mirrors *mirrors, double h, double own[MIRRORS_MOST])
{
  const double sigma = sph_smoothing(s)->sigma[s->dimension];
  SphSeen      t;

  for (int k = 0; k < mirrors->n; k++) own[k] = 0;
  if (!sph_see_own(s, mirrors, h, &t)) return;
  for (int m = 0; m < t.n; m++)
    for (int i = 0; i < t.at[m].n; i++)
      own[t.at[m].by[i].a] += sigma * t.slope[0][m] * (t.at[m].by[i].to_a + t.at[m].by[i].to_b) / h;
}

double sph_walls_find(const void *self, PassRows *rows)
{
  const Sph     *s      = self;
  double *const *column = rows->found.column;

  for (PetscInt a = 0; a < rows->n; a++) {
    const Mirrors *mirrors = &rows->found.mirrors[a];
    const double   h = column[SPH_H][a], mass = rows->clumps->mass[a];
    double         own[MIRRORS_MOST];

    if (mirrors->n == 0 || !(h > 0)) continue;
    find_own(s, mirrors, h, own);
    for (int k = 0; k < mirrors->n; k++)
      column[SPH_PRESS + k][a] = -mass * mass / (h * sph_cell(s, h)) *
                                 (usual_term(s) * rows->sum[k][a] + column[SPH_TERM][a] * own[k]);
  }
  return 0;
}

/* ---- the barrier ---- */

/* How far a particle is in the barrier of a wall, 1 at the wall; width: m. */
static double barrier_depth(double distance, double width)
{
  const double in = 1 - distance / width;

  return in > 0 ? in : 0;
}

/* Distance from a wall at which its barrier begins, for a particle of this mass (kg), m. */
static double sph_barrier_width(const Sph *s, double mass)
{
  return BARRIER_WIDTH * sph_length(s, mass) / s->ratio;
}

static double barrier_height(const Sph *s)
{
  const double speed = sph_sound(s);

  return BARRIER_HEIGHT * speed * speed;
}

void sph_walls_energy(const Sph *s, const BodyBatch *b, double *energy)
{
  const double height = barrier_height(s);

  for (int k = 0; k < b->n; k++) {
    const Mirrors *m     = &b->found.mirrors[b->row[k]];
    const double   width = m->n > 0 ? sph_barrier_width(s, b->mass[k]) : 1;

    for (int i = 0; i < m->n; i++) {
      const double in = barrier_depth(m->at[i].distance, width);

      energy[k] += b->mass[k] * height * in * in * in;
    }
  }
}

/* ---- forces ---- */

/* Integral of W over a plane at the distance q h, times h: by Simpson's rule. */
static double plane_integral(const Sph *s, double q)
{
  enum { PARTS = 32 };
  const Smoothing *kernel = sph_smoothing(s);
  const double     end = kernel->support * kernel->support - q * q, width = end > 0 ? sqrt(end) : 0;
  double           at[PARTS + 1], w[PARTS + 1], slope[PARTS + 1], sum = 0;

  for (int k = 0; k <= PARTS; k++) {
    const double x = width * k / PARTS;

    at[k] = sqrt(q * q + x * x);
  }
  kernel->evaluate(PARTS + 1, at, w, slope);
  for (int k = 0; k <= PARTS; k++) {
    const double share = k == 0 || k == PARTS ? 1 : k % 2 ? 4 : 2, x = width * k / PARTS;

    sum += share * w[k] * (s->dimension == 2 ? 2 : 2 * PETSC_PI * x);
  }
  return kernel->sigma[s->dimension] * sum * width / (3 * PARTS);
}

Vec3 sph_press(const void *self, const MirrorPress *at, double *lost)
{
  const Sph     *s       = self;
  double *const *column  = at->found.column;
  const Mirrors *mirrors = &at->found.mirrors[at->row];
  const Vec3     n       = mirrors->at[at->mirror].normal;
  const double   h = column[SPH_H][at->row], density = column[SPH_DENSITY][at->row],
               mass = at->clumps->mass[at->row];
  Vec3   f, slip;
  double q, drag, width, in, barrier; /* N, along the normal */

  if (!(h > 0)) return (Vec3){0, 0, 0};
  width   = sph_barrier_width(s, mass);
  in      = barrier_depth(mirrors->at[at->mirror].distance, width);
  barrier = in > 0 ? 3 * mass * barrier_height(s) / width * in * in : 0;
  f       = vec3_scale(column[SPH_PRESS + at->mirror][at->row] + barrier, n);
  if (s->shifting > 0) *lost += barrier * vec3_dot(n, sph_shift_mean(&at->found, at->row));
  if (!s->no_slip || !(s->alpha + s->viscosity > 0)) return f;
  q    = fmax(mirrors->at[at->mirror].distance, 0) / h;
  drag = mass * 2 *
         (s->viscosity / density +
          s->alpha * column[SPH_SPEED][at->row] * h / (2 * (s->dimension + 2))) *
         plane_integral(s, q) / (h * h * fmax(q, FILM));
  slip = vec3_axpy(at->v, -vec3_dot(at->v, n), n);
  *lost += drag * vec3_dot(slip, slip);
  return vec3_axpy(f, -drag, slip);
}
