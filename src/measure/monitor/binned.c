/* SPDX-License-Identifier: MIT */
/* Fields of profiles. */
#include "measure/monitor/binned.h"

/* clang-format off */
/* binned_NAME: a field of `of_width` numbers, which `put` sets from the means m, the sums and the
   dimension; further members follow. */
#define BINNED(field, of_unit, of_width, put, says, ...) \
  static void field##_finish(const BinMeans *m, int dimension, const double *sum, double *number) \
  { \
    (void)m, (void)dimension, (void)sum; \
    put; \
  } \
  const Binned binned_##field = {.head = {.name = #field, .text = says}, .unit = of_unit, \
                                 .width = of_width, .finish = field##_finish, __VA_ARGS__};
#define NUMBER(field, unit, value, says, ...) \
  BINNED(field, unit, 1, *number = value, says, __VA_ARGS__)
/* clang-format on */

/* ---- of bodies alone ---- */

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
BINNED(velocity, "m s-1", 3, vec3_put(number, m->v),
  "Mean velocity of the centres of bodies, weighted by mass.", .parts = "_x _y _z")
/* clang-format on */

const Plugin *const binned_table[] = {BINNED_LIST(PLUGIN_HEAD) NULL};

/* ---- stress ---- */

static void kinetic(const BinnedBody *b, const BinMeans *m, double *amount)
{
  const Vec3   d    = vec3_sub(b->u, m->moving_u);
  const double mass = binned_moves(b) ? b->clumps->mass[b->row] : 0;

  for (int k = 0; k < 6; k++)
    amount[k] = -mass * vec3_axis(d, tensor_axes[k][0]) * vec3_axis(d, tensor_axes[k][1]);
}

static void contact(const ContactSeen *seen, double *amount)
{
  for (int k = 0; k < 9; k++)
    amount[k] = vec3_axis(seen->branch, k / 3) * vec3_axis(seen->force, k % 3);
}

#define STRESS_PARTS "_xx _xy _xz _yx _yy _yz _zx _zy _zz"

/* clang-format off */
#define STRESS(field, n_sums, which, says, ...) \
  BINNED(field, "Pa", 9, for (int k = 0; k < 9; k++) number[k] = sum[which] / m->size, says, \
    .parts = STRESS_PARTS, .sums = n_sums, __VA_ARGS__)
STRESS(contact_stress, 9, k,
  "Stress of contacts and links, along the lines between centres; positive in tension.",
  .line = contact)
STRESS(kinetic_stress, 6, tensor_component[k],
  "Stress of the velocities of bodies that can move about their mean in the bin; positive in "
  "tension.", .body = kinetic)
STRESS(interaction_stress, 9, k,
  "Stress of interactions between pebbles within their reach, along the lines between centres; "
  "positive in tension.", .far = true, .line = contact)
/* clang-format on */

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
    amount[k] = counts * vec3_axis(seen->normal, tensor_axes[k][0]) *
                vec3_axis(seen->normal, tensor_axes[k][1]);
  amount[6] = counts;
}

/* clang-format off */
BINNED(fabric, "1", 6, for (int k = 0; k < 6; k++) number[k] = sum[k] / sum[6],
  "Mean over contacts of n_i n_j, n the normal; trace 1.",
  .head.source = "Satake 1982, in Deformation and Failure of Granular Materials, 63",
  .parts = "_xx _yy _zz _xy _xz _yz", .sums = 7, .line = directions)
/* clang-format on */

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
