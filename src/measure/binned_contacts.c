/* SPDX-License-Identifier: MIT */
/* Fields of profiles that follow from contacts and links. */
#include "measure/binned.h"

/* ---- stress ---- */

/* Both parts as they are in 9 sums: positive in tension. */
static void kinetic(const BinnedBody *b, const BinMeans *m, double *amount)
{
  const Vec3   d    = vec3_sub(b->clumps->motion[b->row].v, m->v);
  const double mass = b->clumps->blocked[b->row] == BLOCK_ALL ? 0 : b->clumps->mass[b->row];

  for (int k = 0; k < 9; k++) amount[k] = -mass * vec3_axis(d, k / 3) * vec3_axis(d, k % 3);
}

static void contact(const ContactSeen *seen, double *amount)
{
  for (int k = 0; k < 9; k++)
    amount[k] = vec3_axis(seen->branch, k / 3) * vec3_axis(seen->force, k % 3);
}

static void stress(const BinMeans *m, int dimension, const double *sum, double *number)
{
  (void)dimension;
  for (int k = 0; k < 9; k++) number[k] = sum[k] / m->size;
}

#define STRESS(of, words, paper, moving, touching) \
  { \
    .head = {.name = of, .text = words, .source = paper}, .unit = "Pa", .width = 9, \
    .parts = "_xx _xy _xz _yx _yy _yz _zx _zy _zz", .sums = 9, .body = moving, .line = touching, \
    .finish = stress \
  }

const Binned binned_stress = STRESS(
  "stress",
  "Stress, positive in tension: of contacts and links along the lines between centres, and of "
  "the velocities of centres about the mean of the bin.",
  "Goldhirsch 2010, Granul. Matter 12, 239", kinetic, contact);

const Binned binned_contact_stress =
  STRESS("contact_stress", "The part of stress that contacts and links have.", NULL, NULL, contact);

const Binned binned_kinetic_stress =
  STRESS("kinetic_stress", "The part of stress that velocities about the mean of the bin have.",
         NULL, kinetic, NULL);

/* ---- fabric ---- */

static const int of_fabric[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

static void directions(const ContactSeen *seen, double *amount)
{
  const double counts = contact_touches(seen);

  for (int k = 0; k < 6; k++)
    amount[k] =
      counts * vec3_axis(seen->normal, of_fabric[k][0]) * vec3_axis(seen->normal, of_fabric[k][1]);
  amount[6] = counts;
}

static void fabric(const BinMeans *m, int dimension, const double *sum, double *number)
{
  (void)m;
  (void)dimension;
  for (int k = 0; k < 6; k++) number[k] = sum[k] / sum[6];
}

const Binned binned_fabric = {
  .head   = {.name   = "fabric",
             .text   = "Mean over contacts of n_i n_j, n the normal; trace 1.",
             .source = "Satake 1982, in Deformation and Failure of Granular Materials, 63"},
  .unit   = "1",
  .width  = 6,
  .parts  = "_xx _yy _zz _xy _xz _yz",
  .sums   = 7,
  .line   = directions,
  .finish = fabric};

/* ---- coordination ---- */

static void one(const ContactSeen *seen, double *amount)
{
  *amount = contact_touches(seen);
}

static void coordination(const BinMeans *m, int dimension, const double *sum, double *number)
{
  (void)dimension;
  *number = *sum / m->centres;
}

const Binned binned_coordination = {
  .head   = {.name = "coordination",
             .text =
               "Number of contacts of a body, those with walls included, mean over bodies whose "
                 "centres are in the bin."},
  .unit   = "1",
  .width  = 1,
  .sums   = 1,
  .end    = one,
  .finish = coordination};
