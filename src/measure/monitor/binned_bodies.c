/* SPDX-License-Identifier: MIT */
/* Fields of profiles that follow from bodies alone. */
#include "measure/monitor/binned.h"

static void volume_fraction(const BinMeans *m, int dimension, const double *sum, double *number)
{
  (void)dimension;
  (void)sum;
  *number = m->volume / m->size;
}

const Binned binned_volume_fraction = {
  .head   = {.name = "volume_fraction",
             .text =
               "Volume of bodies over that of the bin; overlaps of the pebbles of a clump count "
                 "once."},
  .unit   = "1",
  .width  = 1,
  .finish = volume_fraction};

static void density(const BinMeans *m, int dimension, const double *sum, double *number)
{
  (void)dimension;
  (void)sum;
  *number = m->mass / m->size;
}

const Binned binned_density = {
  .head   = {.name = "density", .text = "Mass of bodies over the volume of the bin."},
  .unit   = "kg m-3",
  .width  = 1,
  .finish = density};

static void number_of(const BinMeans *m, int dimension, const double *sum, double *number)
{
  (void)dimension;
  (void)sum;
  *number = m->centres;
}

const Binned binned_number = {
  .head   = {.name = "number", .text = "Number of bodies whose centres are in the bin."},
  .unit   = "1",
  .width  = 1,
  .finish = number_of};

static void velocity(const BinMeans *m, int dimension, const double *sum, double *number)
{
  (void)dimension;
  (void)sum;
  number[0] = m->v.x;
  number[1] = m->v.y;
  number[2] = m->v.z;
}

const Binned binned_velocity = {
  .head = {.name = "velocity", .text = "Mean velocity of the centres of bodies, weighted by mass."},
  .unit = "m s-1",
  .width  = 3,
  .parts  = "_x _y _z",
  .finish = velocity};

/* ---- granular temperature ---- */

static void fluctuation(const BinnedBody *b, const BinMeans *m, double *amount)
{
  const Vec3 d = vec3_sub(b->u, m->moving_u);

  *amount = binned_moves(b) ? b->clumps->mass[b->row] * vec3_dot(d, d) : 0;
}

static void granular_temperature(const BinMeans *m, int dimension, const double *sum,
                                 double *number)
{
  *number = *sum / (dimension * m->moving);
}

const Binned binned_granular_temperature = {
  .head   = {.name = "granular_temperature",
             .text =
               "Mean square of a component of the velocity about the mean of the bin, weighted by "
                 "mass; of bodies that can move.",
             .source = "Campbell 1990, Annu. Rev. Fluid Mech. 22, 57"},
  .unit   = "m2 s-2",
  .width  = 1,
  .sums   = 1,
  .body   = fluctuation,
  .finish = granular_temperature};

/* ---- temperature ---- */

static void warmth(const BinnedBody *b, const BinMeans *m, double *amount)
{
  (void)m;
  *amount = b->clumps->mass[b->row] *
            b->clumps->quantity[quantity_index(&quantity_temperature)].value[b->row];
}

static void temperature(const BinMeans *m, int dimension, const double *sum, double *number)
{
  (void)dimension;
  *number = *sum / m->mass;
}

const Binned binned_temperature = {
  .head     = {.name = "temperature", .text = "Mean temperature of bodies, weighted by mass."},
  .unit     = "K",
  .width    = 1,
  .quantity = &quantity_temperature,
  .sums     = 1,
  .body     = warmth,
  .finish   = temperature};

const Plugin *const binned_table[] = {BINNED_LIST(PLUGIN_HEAD) NULL};
