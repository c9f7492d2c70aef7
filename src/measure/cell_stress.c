/* SPDX-License-Identifier: MIT */
/* Stress of a cell as exact sums over rows (cell_stress.h). */
#include "measure/cell_stress.h"
#include "base/sums/sum_bank.h"
#include "motion/tile.h"

/* ---- loads ---- */

static const int64_t *force_on(const Loads *loads, PetscInt row)
{
  return loads->sum + (size_t)row * LOAD_PARTS + LOAD_FORCE;
}

static Vec3 force_of(const Loads *loads, PetscInt row)
{
  const int64_t *f = force_on(loads, row);

  return vec3_scale(loads->force.quantum, vec3((double)f[0], (double)f[1], (double)f[2]));
}

static void add_image(CellLoads *c, const Domain *d, Image n, const int64_t *force, int exponent)
{
  Image m;

  if (!(force[0] | force[1] | force[2])) return;
  m = domain_reduced(d, n);
  for (int i = 0; i < 3; i++) {
    const int32_t k[3] = {m.x, m.y, m.z};

    for (int j = 0; j < 3 && k[i] != 0; j++)
      sum_add_times(&c->load[i][j], k[i], force[j], exponent);
  }
}

void cell_loads_begin(CellLoads *c, const Domain *d, const Clumps *clumps, const Loads *loads)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) sum_clear(&c->load[i][j]);
  for (PetscInt b = clumps->n_owned; b < clumps->n; b++)
    add_image(c, d, clumps->shift[b], force_on(loads, b), loads->force.exponent);
}

/* Add the products of position and force of all clumps. Each is rounded, which does no harm, as
   both factors have the same bits on any number of ranks. */
static void add_places(CellLoads *c, const Domain *d, const Clumps *clumps, const Loads *loads)
{
  SumBatch place[3][3];

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      sum_clear(&c->place[i][j]);
      sum_batch_begin(&place[i][j], &c->place[i][j]);
    }
  for (PetscInt a = 0; a < clumps->n_owned; a++) {
    const Vec3 x = vec3_sub(cell_place(d, clumps, a), d->lo), f = force_of(loads, a);

    if (clump_is_gone(clumps, a)) continue;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) sum_batch_add(&place[i][j], vec3_axis(x, i) * vec3_axis(f, j));
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) sum_batch_end(&place[i][j]);
}

void cell_loads_end(CellLoads *c, const Domain *d, const Clumps *clumps, const Loads *loads)
{
  for (PetscInt from = 0; from < clumps->n_owned; from += CLUMPS_TILE) {
    const int n = (int)min_int(CLUMPS_TILE, clumps->n_owned - from);

    if (images_are_home(clumps, from, n)) continue;
    for (PetscInt a = from; a < from + n; a++)
      if (clumps->lead[a].x != 0 || clumps->lead[a].y != 0 || clumps->lead[a].z != 0)
        add_image(c, d, clumps->lead[a], force_on(loads, a), loads->force.exponent);
  }
  if (c->places) add_places(c, d, clumps, loads);
}

void cell_solid_add(const Clumps *clumps, Sum *sum)
{
  for (PetscInt a = 0; a < clumps->n_owned; a++)
    if (!clump_is_gone(clumps, a)) sum_add(sum, clump_volume(clumps, a));
}

/* ---- stress ---- */

/* Sums over all clumps that may move, and the loads. */
enum { MASS, MOMENTUM, SQUARES = MOMENTUM + 3, PLACES = SQUARES + 9, IMAGES = PLACES + 9 };

static void add_velocities(const Domain *d, const Clumps *c, Sum *sums)
{
  SumBatch batch[PLACES];
  Gradient g;

  memcpy(g.g, d->cell.gradient, sizeof g.g);
  for (int k = 0; k < PLACES; k++) sum_batch_begin(&batch[k], &sums[k]);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 x = vec3_sub(cell_place(d, c, a), d->lo),
               u = vec3_sub(c->motion[a].v, gradient_times(&g, x)), mu = vec3_scale(c->mass[a], u);

    if (clump_is_gone(c, a) || c->blocked[a] == BLOCK_ALL) continue;
    sum_batch_add(&batch[MASS], c->mass[a]);
    for (int i = 0; i < 3; i++) {
      sum_batch_add(&batch[MOMENTUM + i], vec3_axis(mu, i));
      for (int j = 0; j < 3; j++)
        sum_batch_add(&batch[SQUARES + 3 * i + j], vec3_axis(mu, i) * vec3_axis(u, j));
    }
  }
  for (int k = 0; k < PLACES; k++) sum_batch_end(&batch[k]);
}

static double component(const double *of, const Vec3 period[3], int i, int j)
{
  const double mean = of[MASS] > 0 ? of[MOMENTUM + i] * of[MOMENTUM + j] / of[MASS] : 0;
  double       sum  = of[SQUARES + 3 * i + j] - mean + of[PLACES + 3 * i + j];

  for (int k = 0; k < 3; k++) sum += vec3_axis(period[k], i) * of[IMAGES + 3 * k + j];
  return -sum;
}

void cell_stress_add(const Domain *d, const Clumps *clumps, const CellLoads *c,
                     Sum sums[CELL_STRESS_SUMS])
{
  add_velocities(d, clumps, sums);
  memcpy(&sums[PLACES], c->place, sizeof c->place);
  memcpy(&sums[IMAGES], c->load, sizeof c->load);
}

void cell_stress_of(const Domain *d, const CellLoads *c, const Sum sums[CELL_STRESS_SUMS],
                    double stress[3][3])
{
  const double volume = cell_volume(d);
  double       of[CELL_STRESS_SUMS];
  Vec3         period[3];

  for (int k = 0; k < CELL_STRESS_SUMS; k++) of[k] = sum_value(&sums[k]);
  cell_periods(d, period);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      stress[i][j] = c->places ? component(of, period, i, j) / volume : NAN;
}

/* ---- work ---- */

/* Forces on an image take work from the clumps in half a step: force times displacement of the
   image relative to the clump. It is booked as supplied, with the opposite sign. Displacements are
   in units of 2^exponent m, so that products with forces and their sums are exact, however ranks
   share the force on a clump. */
void cell_loads_book(CellLoads *c, const Domain *d, double dt, const Sum *damping)
{
  const double quantum  = d->cell.speed_magic / 0x1.8p52;
  const int    exponent = ilogb(quantum) + ilogb(dt) - 8;

  sum_clear(&c->half);
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++) {
      const double way = -0.5 * dt * vec3_axis(d->cell.rate[k], i); /* of minus the period k, m */

      sum_add_product(&c->half, &c->load[k][i], (int64_t)rint(ldexp(way, -exponent)), exponent);
    }
  sum_merge(&c->half, damping);
}
