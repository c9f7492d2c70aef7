/* SPDX-License-Identifier: MIT */
/* Totals of bodies: counts, momenta, kinetic energies, contents. */
#include "base/sums/sum_bank.h"
#include "constraint/hard/hard.h"
#include "measure/total.h"

/* ---- counts ---- */

/* Numbers of clumps, pebbles and contacts. */

static void add_clumps(const Measured *m, Sum *sum)
{
  int64_t n = 0;

  for (PetscInt a = 0; a < m->scene->clumps->n_owned; a++) n += measured_is_there(m, a);
  sum_add(sum, (double)n);
}

static void add_pebbles(const Measured *m, Sum *sum)
{
  const Clumps *c = m->scene->clumps;
  int64_t       n = 0;

  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_is_there(m, a)) n += m->templates->list[c->template[a]].n;
  sum_add(sum, (double)n);
}

static void add_contacts(const Measured *m, Sum *sum)
{
  const Hard *hard = m->constraints ? m->constraints->hard : NULL;

  sum_add(sum, (double)(contacts_count(m->contacts) + hard_touching(hard)));
}

const Total total_clumps = {
  .name = "clumps", .text = "in the domain now", .whole = true, .add = add_clumps};

const Total total_pebbles = {
  .name = "pebbles", .text = "of these clumps", .whole = true, .add = add_pebbles};

const Total total_contacts = {
  .name  = "contacts",
  .text  = "pairs of pebbles, or of a pebble and a wall, that touch, or that their law keeps after "
           "they have touched; of hard contacts those that pushed in the step",
  .whole = true,
  .add   = add_contacts,
};

/* ---- momentum ---- */

/* Momenta. */

/* Sums of vectors. */
typedef struct {
  SumBatch axis[3];
} Batches;

static void begin(Batches *to, Sum *sums)
{
  for (int k = 0; k < 3; k++) sum_batch_begin(&to->axis[k], &sums[k]);
}

static void add_vec3(Batches *to, Vec3 v)
{
  sum_batch_add(&to->axis[0], v.x);
  sum_batch_add(&to->axis[1], v.y);
  sum_batch_add(&to->axis[2], v.z);
}

static void end(Batches *to)
{
  for (int k = 0; k < 3; k++) sum_batch_end(&to->axis[k]);
}

static void add_linear(const Measured *m, Sum *sums)
{
  const Clumps *c = m->scene->clumps;
  Batches       all;

  begin(&all, sums);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_moves(m, a)) add_vec3(&all, vec3_scale(c->mass[a], c->motion[a].v));
  end(&all);
}

/* Angular momentum about the origin, from positions with the box lengths that they have crossed. */
static void add_angular(const Measured *m, Sum *sums)
{
  const Clumps *c = m->scene->clumps;
  Batches       all;

  begin(&all, sums);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Motion *motion = &c->motion[a];

    if (measured_moves(m, a))
      add_vec3(
        &all, vec3_axpy(motion->momentum, c->mass[a], vec3_cross(measured_place(m, a), motion->v)));
  }
  end(&all);
}

const Total total_momentum = {.name   = "momentum",
                              .unit   = "kg m/s",
                              .text   = "total momentum",
                              .vector = true,
                              .add    = add_linear};

const Total total_angular_momentum = {
  .name   = "angular_momentum",
  .unit   = "kg m^2/s",
  .text   = "total angular momentum about the origin",
  .vector = true,
  .add    = add_angular,
};

/* ---- kinetic ---- */

/* Kinetic energies. */

static void add_translational(const Measured *m, Sum *sum)
{
  const Clumps *c = m->scene->clumps;
  SumBatch      all;

  sum_batch_begin(&all, sum);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 v = c->motion[a].v;

    if (measured_moves(m, a)) sum_batch_add(&all, 0.5 * c->mass[a] * vec3_dot(v, v));
  }
  sum_batch_end(&all);
}

static void add_rotational(const Measured *m, Sum *sum)
{
  const Clumps *c = m->scene->clumps;
  SumBatch      all;

  sum_batch_begin(&all, sum);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (measured_moves(m, a)) sum_batch_add(&all, 0.5 * vec3_dot(c->w[a], c->motion[a].momentum));
  sum_batch_end(&all);
}

const Total total_kinetic_translational = {
  .name = "kinetic_translational",
  .unit = "J",
  .text = "of clumps that are free to move",
  .add  = add_translational,
};

const Total total_kinetic_rotational = {
  .name = "kinetic_rotational",
  .unit = "J",
  .text = "of clumps that are free to move",
  .add  = add_rotational,
};

/* ---- content ---- */

/* Volume, or area in two dimensions, that deformable bodies enclose. */

static bool content_is_used(const Measured *m)
{
  return m->deforms && m->deforms->encloses;
}

static void content_add(const Measured *m, Sum *sum)
{
  deforms_content(m->deforms, m->scene->clumps, sum);
}

const Total total_content = {
  .name = "content",
  .unit = "m3",
  .text = "in runs in which deformable bodies have a content_stiffness or a perimeter_time: volume "
          "of all of them; in two dimensions area, m2",
  .is_used = content_is_used,
  .add     = content_add,
};

/* ---- extended ---- */

/* Energy of clumps and thermostats together. */

static bool extended_is_used(const Measured *m)
{
  return m->thermostats && m->thermostats->extended;
}

static void extended_add(const Measured *m, Sum *sum)
{
  total_kinetic_translational.add(m, sum);
  total_kinetic_rotational.add(m, sum);
  if (m->par->rank != 0) return;
  sum_add(sum, m->energies->stored);
  sum_add(sum, thermostats_energy(m->thermostats));
}

const Total total_extended = {
  .name    = "extended",
  .unit    = "J",
  .text    = "in runs with a nose_hoover thermostat: kinetic and potential energy with that of the "
             "variables of the thermostat, which is constant where nothing else takes or gives any",
  .is_used = extended_is_used,
  .add     = extended_add,
};
