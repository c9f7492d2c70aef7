/* SPDX-License-Identifier: MIT */
/* Fields of profiles. */
#include "measure/monitor/binned.h"

/* clang-format off */
/* binned_NAME: a field of one number, an expression of the means m, the sums and the dimension;
   further members follow. */
#define NUMBER(field, of_unit, value, says, ...) \
  static void field##_finish(const BinMeans *m, int dimension, const double *sum, double *number) \
  { \
    (void)m, (void)dimension, (void)sum; \
    *number = value; \
  } \
  const Binned binned_##field = {.head = {.name = #field, .text = says}, .unit = of_unit, \
                                 .width = 1, .finish = field##_finish, __VA_ARGS__};
/* clang-format on */

/* ---- of bodies alone ---- */

static void velocity(const BinMeans *m, int dimension, const double *sum, double *number)
{
  (void)dimension;
  (void)sum;
  vec3_put(number, m->v);
}

static void fluctuation(const BinnedBody *b, const BinMeans *m, double *amount)
{
  const Vec3 d = vec3_sub(b->u, m->moving_u);

  *amount = binned_moves(b) ? b->clumps->mass[b->row] * vec3_dot(d, d) : 0;
}

static void warmth(const BinnedBody *b, const BinMeans *m, double *amount)
{
  (void)m;
  *amount = b->clumps->mass[b->row] *
            b->clumps->quantity[quantity_index(&quantity_temperature)].value[b->row];
}

/* clang-format off */
NUMBER(volume_fraction, "1", m->volume / m->size,
  "Volume of bodies over that of the bin; overlaps of the pebbles of a clump count once.",
  .sums = 0)
NUMBER(density, "kg m-3", m->mass / m->size, "Mass of bodies over the volume of the bin.",
  .sums = 0)
NUMBER(number, "1", m->centres, "Number of bodies whose centres are in the bin.", .sums = 0)
NUMBER(granular_temperature, "m2 s-2", *sum / (dimension * m->moving),
  "Mean square of a component of the velocity about the mean of the bin, weighted by mass; of "
  "bodies that can move.",
  .head.source = "Campbell 1990, Annu. Rev. Fluid Mech. 22, 57", .sums = 1, .body = fluctuation)
NUMBER(temperature, "K", *sum / m->mass, "Mean temperature of bodies, weighted by mass.",
  .quantity = &quantity_temperature, .sums = 1, .body = warmth)
/* clang-format on */

const Binned binned_velocity = {
  .head = {.name = "velocity", .text = "Mean velocity of the centres of bodies, weighted by mass."},
  .unit = "m s-1",
  .width  = 3,
  .parts  = "_x _y _z",
  .finish = velocity};

const Plugin *const binned_table[] = {BINNED_LIST(PLUGIN_HEAD) NULL};

/* ---- stress ---- */

static void kinetic(const BinnedBody *b, const BinMeans *m, double *amount)
{
  const Vec3   d    = vec3_sub(b->u, m->moving_u);
  const double mass = binned_moves(b) ? b->clumps->mass[b->row] : 0;

  for (int k = 0; k < 6; k++)
    amount[k] = -mass * vec3_axis(d, tensor_axes[k][0]) * vec3_axis(d, tensor_axes[k][1]);
}

static void kinetic_stress(const BinMeans *m, int dimension, const double *sum, double *number)
{
  (void)dimension;
  for (int k = 0; k < 9; k++) number[k] = sum[tensor_component[k]] / m->size;
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

/* clang-format off */
#define STRESS(field, n_sums, by, says, ...) \
  const Binned binned_##field = {.head = {.name = #field, .text = says}, .unit = "Pa", .width = 9, \
                                 .parts = STRESS_PARTS, .sums = n_sums, .finish = by, __VA_ARGS__};
STRESS(contact_stress, 9, contact_stress,
  "Stress of contacts and links, along the lines between centres; positive in tension.",
  .line = contact)
STRESS(kinetic_stress, 6, kinetic_stress,
  "Stress of the velocities of bodies that can move about their mean in the bin; positive in "
  "tension.", .body = kinetic)
STRESS(interaction_stress, 9, contact_stress,
  "Stress of interactions between pebbles within their reach, along the lines between centres; "
  "positive in tension.", .far = true, .line = contact)
STRESS(stress, 0, NULL,
  "Stress, positive in tension: contact_stress, kinetic_stress and interaction_stress.",
  .head.source = "Goldhirsch 2010, Granul. Matter 12, 239",
  .of = {&binned_contact_stress, &binned_kinetic_stress, &binned_interaction_stress})
/* clang-format on */

/* ---- fabric ---- */

static void directions(const ContactSeen *seen, double *amount)
{
  const double counts = contact_touches(seen);

  for (int k = 0; k < 6; k++)
    amount[k] = counts * vec3_axis(seen->normal, tensor_axes[k][0]) *
                vec3_axis(seen->normal, tensor_axes[k][1]);
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

/* clang-format off */
NUMBER(coordination, "1", *sum / m->shown,
  "Number of contacts of a body, those with walls included, mean over bodies whose centres are in "
  "the bin.", .sums = 1, .end = one)
/* clang-format on */
