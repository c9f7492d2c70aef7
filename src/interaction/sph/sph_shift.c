/* SPDX-License-Identifier: MIT */
#include "interaction/sph/sph_shift.h"
#include "base/bounds.h"

/* Sum over that of the lattice below which a particle is in a free surface: layers below have 0.97
   or more, those of flows inside 0.99. Sum over its neighbours' lack at which nothing is
   shifted. */
#define FULL 0.95
#define FREE 1e-3
/* Largest w over the speed of sound. */
#define FASTEST 0.1
/* With 500 water in a tank does not come to rest, with 50 a vortex of 48 particles across breaks
   up. */
#define SPEEDS 150

/* clang-format off */
const Field sph_shift_fields[] = {
  FIELD("filling", REAL, FIELD_SPARE, NULL, DERIVED, "sum over that of the lattice at rest"),
  FIELD("shift_x", REAL, FIELD_SPARE, "m s-1", MIGRATES | SAVED,
       "in runs with SPH whose particles are shifted: velocity with which it is, along x"),
  FIELD("shift_y", REAL, FIELD_SPARE, "m s-1", MIGRATES | SAVED, "along y"),
  FIELD("shift_z", REAL, FIELD_SPARE, "m s-1", MIGRATES | SAVED, "along z"),
  FIELD("next_shift_x", REAL, FIELD_SPARE, NULL, DERIVED, "in the next step"),
  FIELD("next_shift_y", REAL, FIELD_SPARE, NULL, DERIVED, "in the next step"),
  FIELD("next_shift_z", REAL, FIELD_SPARE, NULL, DERIVED, "in the next step"),
  FIELD("mean_shift_x", REAL, FIELD_SPARE, NULL, DERIVED, "mean of both"),
  FIELD("mean_shift_y", REAL, FIELD_SPARE, NULL, DERIVED, "mean of both"),
  FIELD("mean_shift_z", REAL, FIELD_SPARE, NULL, DERIVED, "mean of both"),
  FIELD("shift_power", REAL, FIELD_SPARE, NULL, DERIVED, "power lost by the mean"),
  {0},
};
/* clang-format on */

bool sph_shifts(const void *self)
{
  return ((const Sph *)self)->shifting > 0;
}

double sph_shift_step(const Sph *s, double h)
{
  return 0.5 * h / (s->shifting * sph_sound(s));
}

static Vec3 velocity(const Found *found, int first, PetscInt row)
{
  return (Vec3){found->column[first][row], found->column[first + 1][row],
                found->column[first + 2][row]};
}

Vec3 sph_shift_mean(const Found *found, PetscInt row)
{
  return velocity(found, SPH_MEAN, row);
}

int sph_shift_used(const void *self)
{
  const Sph *s = self;

  return s->shifting > 0 ? SHIFT_WAY + s->dimension : 0;
}

/* ---- pairs, from one of their particles ---- */

void sph_kernel(const Sph *s, const PassBatch *b, int side, SphKernel *t)
{
  const Smoothing *w    = sph_smoothing(s);
  const int32_t   *rows = side == 0 ? b->i : b->j;

  for (int k = 0; k < b->n; k++) {
    const double ih = b->found.packed[(size_t)rows[k] * PACKED + SPH_PACKED_H];
    const double r  = sqrt(b->d2[k]) < LENGTH_MOST ? sqrt(b->d2[k]) : LENGTH_MOST;

    t->q[k] = ih > 0 ? r * ih : w->support;
  }
  w->evaluate(b->n, t->q, t->w, t->slope);
}

/* Volume of the other one over h^d of the particle, times sigma. */
static double share_of(const Sph *s, const SphEnd *e)
{
  const double density =
    e->y[SPH_PACKED_H] > 0 ? e->y[SPH_PACKED_DENSITY] : s->lattice * s->density;

  return sph_smoothing(s)->sigma[s->dimension] * e->y[SPH_PACKED_WEIGHT] / density *
         sph_cell(s, e->x[SPH_PACKED_H]);
}

/* Lack of the other one in neighbours; 0: it has all, or is a boundary. */
static double lack_of(const Found *found, const SphEnd *e)
{
  return e->y[SPH_PACKED_H] > 0 ? fmax(0, FULL - found->column[SPH_FILL][e->other]) : 0;
}

/* ---- w ---- */

static void add_side(const Sph *s, PassBatch *b, int side, double (*to)[INTERACTION_TILE])
{
  const double support = sph_smoothing(s)->support;
  SphKernel    t;

  sph_kernel(s, b, side, &t);
  for (int k = 0; k < b->n; k++) {
    const SphEnd  e = sph_end(b, side, k);
    const double *v, *u;
    double        share;

    for (int m = 0; m < SHIFT_SUMS; m++) to[m][k] = 0;
    if (!(t.q[k] < support)) continue;
    share              = share_of(s, &e);
    to[SHIFT_LACK][k]  = share * t.w[k] * lack_of(&b->found, &e);
    v                  = e.x + SPH_PACKED_VELOCITY;
    u                  = e.y + SPH_PACKED_VELOCITY;
    to[SHIFT_SPEED][k] = /* speed of the other one relative to the particle, over that of sound */
      share * t.w[k] * (vec3_norm((Vec3){v[0] - u[0], v[1] - u[1], v[2] - u[2]}) / sph_sound(s));
    sph_add_vector(vec3_scale(share * t.slope[k] * e.x[SPH_PACKED_H], e.way), SHIFT_WAY, k, to);
  }
}

Vec3 sph_way_to(const Mirrors *own, const Reflection *of, int side, Vec3 way)
{
  for (int i = 0; i < of->n; i++)
    way = vec3_axpy(way, -(side == 0 ? of->by[i].to_a : of->by[i].to_b),
                    own->at[side == 0 ? of->by[i].a : of->by[i].b].normal);
  return way;
}

void sph_shift_add(const void *self, PassBatch *b)
{
  const Sph *s = self;

  add_side(s, b, 0, b->to_a);
  add_side(s, b, 1, b->to_b);
  for (int k = 0; b->found.mirrors && k < b->n; k++) {
    SphSeen t;

    if (!sph_see(s, &b->found, b->a[k], b->b[k], b->i[k], b->j[k], b->d2[k], &t)) continue;
    for (int side = 0; side < 2; side++) {
      const SphEnd e                = sph_end(b, side, k);
      const double share            = share_of(s, &e);
      double(*to)[INTERACTION_TILE] = side == 0 ? b->to_a : b->to_b;

      for (int m = 0; m < t.n; m++) {
        const Vec3 way = sph_way_to(&b->found.mirrors[e.own], &t.at[m], side, e.way);

        to[SHIFT_LACK][k] += share * t.w[side][m] * lack_of(&b->found, &e);
        sph_add_vector(vec3_scale(share * t.slope[side][m] * e.x[SPH_PACKED_H], way), SHIFT_WAY, k,
                       to);
      }
    }
  }
}

/* The vector, less what a particle adds by its own reflections; volume: over h^d. */
static Vec3 vector_of(const Sph *s, const PassRows *rows, PetscInt a, double volume)
{
  const double h = rows->found.column[SPH_H][a];
  Vec3         v = {rows->sum[SHIFT_WAY][a], rows->sum[SHIFT_WAY + 1][a],
            s->dimension == 3 ? rows->sum[SHIFT_WAY + 2][a] : 0};
  SphSeen      t;

  if (!rows->found.mirrors || !sph_see_own(s, &rows->found.mirrors[a], h, &t)) return v;
  for (int m = 0; m < t.n; m++)
    v = vec3_axpy(v, sph_smoothing(s)->sigma[s->dimension] * volume * t.slope[0][m] / h,
                  sph_way_to(&rows->found.mirrors[a], &t.at[m], 0, (Vec3){0, 0, 0}));
  return v;
}

/* Without what leads along the normals of walls half a spacing away or nearer; all of it is left
   from 1.25 spacings on. */
static Vec3 keep_off_walls(const Sph *s, const PassRows *rows, PetscInt a, Vec3 w)
{
  const Mirrors *m       = &rows->found.mirrors[a];
  const double   spacing = rows->found.column[SPH_H][a] / s->ratio;

  for (int k = 0; k < m->n; k++) {
    const double left = fmin(fmax((m->at[k].distance / spacing - 0.5) / 0.75, 0), 1);

    w = vec3_axpy(w, (left - 1) * vec3_dot(w, m->at[k].normal), m->at[k].normal);
  }
  return w;
}

/* The velocity with which an owned particle is shifted. */
static Vec3 find_shift(const Sph *s, const PassRows *rows, PetscInt a)
{
  const Clumps *c = rows->clumps;
  const double  h = rows->found.column[SPH_H][a], sound = sph_sound(s), most = FASTEST * sound;
  /* s times the lesser of the speed of sound and of SPEEDS times the mean relative speed of
     neighbours, m/s */
  const double pace = s->shifting * sound * fmin(1, SPEEDS * rows->sum[SHIFT_SPEED][a]);
  double       volume, lack, size;
  Vec3         w = {0, 0, 0};

  if (!(rows->dt > 0 && h > 0) || clump_is_gone(c, a) || clump_is_fixed(c, a) ||
      clump_is_driven(c, a))
    return w;
  volume = c->mass[a] / (rows->found.column[SPH_DENSITY][a] * sph_cell(s, h));
  lack   = rows->sum[SHIFT_LACK][a] +
         sph_own(s) * volume * fmax(0, FULL - rows->found.column[SPH_FILL][a]);
  if (!(lack < FREE)) return w;
  w    = vec3_scale(pace * (1 - lack / FREE), vector_of(s, rows, a, volume));
  size = vec3_norm(w);
  if (size > most) w = vec3_scale(most / size, w);
  w = clump_free_way(c, a, c->pose[a].q, w);
  return rows->found.mirrors ? keep_off_walls(s, rows, a, w) : w;
}

double sph_shift_find(const void *self, PassRows *rows)
{
  const Sph     *s      = self;
  double *const *column = rows->found.column;

  for (PetscInt a = 0; a < rows->n; a++) {
    Vec3 w;

    if (sph_material_of(rows->clumps, a) != s->material) continue;
    w = find_shift(s, rows, a);
    for (int i = 0; i < 3; i++) {
      column[SPH_NEXT + i][a] = vec3_axis(w, i);
      column[SPH_MEAN + i][a] = 0.5 * (column[SPH_SHIFT + i][a] + vec3_axis(w, i));
    }
  }
  return 0;
}

/* ---- rates ---- */

/* Velocities of two particles, in the columns from `first` on, along the way between them or to a
   reflection (NULL: none): m / h^d c_0 / h times the slope of the kernel and this is the rate at
   which they change the density of the particle. */
static double rate_of(const PassBatch *b, const SphEnd *e, int first, const Mirrors *mirrors,
                      const Reflection *of, int side)
{
  const Vec3 none = {0, 0, 0}, own = velocity(&b->found, first, e->own),
             other = e->y[SPH_PACKED_H] > 0 ? velocity(&b->found, first, e->other) : none;
  double rate      = vec3_dot(vec3_sub(other, own), e->way);

  for (int i = 0; of && i < of->n; i++) {
    const double to[2]   = {of->by[i].to_a, of->by[i].to_b};
    const int    mine[2] = {of->by[i].a, of->by[i].b};

    rate += to[side] * vec3_dot(own, mirrors[e->own].at[mine[side]].normal) +
            to[1 - side] * vec3_dot(other, mirrors[e->other].at[mine[1 - side]].normal);
  }
  return rate;
}

static void rates_of_side(const Sph *s, PassBatch *b, int side, double (*to)[INTERACTION_TILE])
{
  const double support = sph_smoothing(s)->support, sigma = sph_smoothing(s)->sigma[s->dimension];
  SphKernel    t;

  sph_kernel(s, b, side, &t);
  for (int k = 0; k < b->n; k++) {
    const SphEnd e = sph_end(b, side, k);
    double       share;

    to[SHIFT_DENSITY][k] = 0;
    if (!(t.q[k] < support)) continue;
    share = sigma * e.y[SPH_PACKED_WEIGHT] / e.x[SPH_PACKED_WEIGHT] * t.slope[k] *
            e.x[SPH_PACKED_H] / sph_sound(s);
    to[SHIFT_EXCESS][k] -= share * rate_of(b, &e, SPH_NEXT, NULL, NULL, side) / s->response;
    to[SHIFT_DENSITY][k] = share * rate_of(b, &e, SPH_MEAN, NULL, NULL, side);
  }
}

void sph_shift_rates(const Sph *s, PassBatch *b)
{
  const double sigma = sph_smoothing(s)->sigma[s->dimension];

  rates_of_side(s, b, 0, b->to_a);
  rates_of_side(s, b, 1, b->to_b);
  for (int k = 0; b->found.mirrors && k < b->n; k++) {
    SphSeen t;

    if (!sph_see(s, &b->found, b->a[k], b->b[k], b->i[k], b->j[k], b->d2[k], &t)) continue;
    for (int side = 0; side < 2; side++) {
      const SphEnd e                = sph_end(b, side, k);
      double(*to)[INTERACTION_TILE] = side == 0 ? b->to_a : b->to_b;

      for (int m = 0; m < t.n; m++) {
        const double share = sigma * e.y[SPH_PACKED_WEIGHT] / e.x[SPH_PACKED_WEIGHT] *
                             t.slope[side][m] * e.x[SPH_PACKED_H] / sph_sound(s);

        to[SHIFT_EXCESS][k] -=
          share * rate_of(b, &e, SPH_NEXT, b->found.mirrors, &t.at[m], side) / s->response;
        to[SHIFT_DENSITY][k] += share * rate_of(b, &e, SPH_MEAN, b->found.mirrors, &t.at[m], side);
      }
    }
  }
}

/* Change of the density by a particle's own reflections, kg/(m^3 s). */
static double own_rate(const Sph *s, const PassRows *rows, PetscInt a, int first)
{
  const double h    = rows->found.column[SPH_H][a];
  const Vec3   w    = velocity(&rows->found, first, a);
  double       rate = 0;
  SphSeen      t;

  if (!rows->found.mirrors || !sph_see_own(s, &rows->found.mirrors[a], h, &t)) return 0;
  for (int m = 0; m < t.n; m++)
    for (int i = 0; i < t.at[m].n; i++)
      rate += t.slope[0][m] * (t.at[m].by[i].to_a + t.at[m].by[i].to_b) *
              vec3_dot(w, rows->found.mirrors[a].at[t.at[m].by[i].a].normal);
  return sph_smoothing(s)->sigma[s->dimension] * rate * rows->clumps->mass[a] /
         (sph_cell(s, h) * h * h);
}

void sph_shift_hold(const Sph *s, const PassRows *rows, PetscInt a)
{
  const Clumps  *c      = rows->clumps;
  double *const *column = rows->found.column;
  const double   h = column[SPH_H][a], mass = c->mass[a];
  double         rate;

  column[SPH_POWER][a] = 0;
  if (!(h > 0 && rows->dt > 0)) return;
  rate = rows->sum[SHIFT_DENSITY][a] * mass / sph_cell(s, h) * sph_sound(s) / h +
         own_rate(s, rows, a, SPH_MEAN);
  column[SPH_RATE][a] -= own_rate(s, rows, a, SPH_NEXT) / s->response;
  column[SPH_POWER][a] = -mass * column[SPH_TERM][a] * rate;
  if (clump_is_heavy(c, a))
    column[SPH_POWER][a] += mass * vec3_dot(s->gravity, sph_shift_mean(&rows->found, a));
}
