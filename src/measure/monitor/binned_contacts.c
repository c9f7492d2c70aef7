/* SPDX-License-Identifier: MIT */
/* Fields of profiles that follow from contacts and links. */
#include "measure/monitor/binned.h"

/* ---- stress ---- */

/* Axes of the six components of a symmetric tensor. */
static const int of_symmetric[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

static void kinetic(const BinnedBody *b, const BinMeans *m, double *amount)
{
  const Vec3   d    = vec3_sub(b->u, m->moving_u);
  const double mass = binned_moves(b) ? b->clumps->mass[b->row] : 0;

  for (int k = 0; k < 6; k++)
    amount[k] = -mass * vec3_axis(d, of_symmetric[k][0]) * vec3_axis(d, of_symmetric[k][1]);
}

static void kinetic_stress(const BinMeans *m, int dimension, const double *sum, double *number)
{
  static const int at[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2};

  (void)dimension;
  for (int k = 0; k < 9; k++) number[k] = sum[at[k]] / m->size;
}

static void contact(const ContactSeen *seen, double *amount)
{
  for (int k = 0; k < 9; k++)
    amount[k] = vec3_axis(seen->branch, k / 3) * vec3_axis(seen->force, k % 3);
}

static void contact_stress(const BinMeans *m, int dimension, const double *sum, double *number)
{
  (void)dimension;
  for (int k = 0; k < 9; k++) number[k] = sum[k] / m->size;
}

#define STRESS_PARTS "_xx _xy _xz _yx _yy _yz _zx _zy _zz"

const Binned binned_contact_stress = {
  .head   = {.name = "contact_stress",
             .text = "Stress of contacts and links, along the lines between centres; positive in "
                       "tension."},
  .unit   = "Pa",
  .width  = 9,
  .parts  = STRESS_PARTS,
  .sums   = 9,
  .line   = contact,
  .finish = contact_stress};

const Binned binned_kinetic_stress = {
  .head   = {.name = "kinetic_stress",
             .text = "Stress of the velocities of bodies that can move about their mean in the bin; "
                       "positive in tension."},
  .unit   = "Pa",
  .width  = 9,
  .parts  = STRESS_PARTS,
  .sums   = 6,
  .body   = kinetic,
  .finish = kinetic_stress};

const Binned binned_interaction_stress = {
  .head   = {.name = "interaction_stress",
             .text =
               "Stress of interactions between pebbles within their reach, along the lines between "
                 "centres; positive in tension."},
  .unit   = "Pa",
  .width  = 9,
  .parts  = STRESS_PARTS,
  .sums   = 9,
  .far    = true,
  .line   = contact,
  .finish = contact_stress};

const Binned binned_stress = {
  .head  = {.name   = "stress",
            .text   = "Stress, positive in tension: contact_stress, kinetic_stress and "
                       "interaction_stress.",
            .source = "Goldhirsch 2010, Granul. Matter 12, 239"},
  .unit  = "Pa",
  .width = 9,
  .parts = STRESS_PARTS,
  .of    = {&binned_contact_stress, &binned_kinetic_stress, &binned_interaction_stress}};

/* ---- fabric ---- */

static void directions(const ContactSeen *seen, double *amount)
{
  const double counts = contact_touches(seen);

  for (int k = 0; k < 6; k++)
    amount[k] = counts * vec3_axis(seen->normal, of_symmetric[k][0]) *
                vec3_axis(seen->normal, of_symmetric[k][1]);
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
  *number = *sum / m->shown;
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
