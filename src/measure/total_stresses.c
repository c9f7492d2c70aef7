/* SPDX-License-Identifier: MIT */
/* Totals of stress and of the cell. */
#include "measure/total.h"

/* ---- virial ---- */

/* The virial of the forces between pebbles that interact. */

static bool virial_is_used(const Measured *m)
{
  return m->interactions->n_sets > 0;
}

static void add(const Measured *m, Sum *sum)
{
  const InteractionScene scene = measured_interactions(m);

  interactions_virial(m->interactions, &scene, sum);
}

const Total total_virial = {
  .name    = "virial",
  .unit    = "J",
  .text    = "in runs with interactions between pebbles: sum over their pairs of F . R, the force "
             "times the vector between the centres of the two clumps, > 0: they repel; in a periodic "
             "box without contacts the pressure is (2 kinetic_translational + virial) / (3 V), in "
             "two dimensions / (2 A)",
  .is_used = virial_is_used,
  .add     = add,
};

/* ---- a cell that deforms ---- */

static bool cell_deforms(const Measured *m)
{
  return m->cell;
}

static double pressure_value(const Measured *m)
{
  double sum = 0;

  for (int k = 0; k < m->scene->domain->dimension; k++) sum -= m->stress[k][k];
  return sum / m->scene->domain->dimension;
}

const Total total_pressure = {
  .name    = "pressure",
  .unit    = "Pa",
  .text    = "of a cell that deforms: minus the mean of its normal stresses; in two dimensions N/m",
  .is_used = cell_deforms,
  .value   = pressure_value,
};

static bool stress_is_used(const Measured *m, int part)
{
  return m->cell && (m->scene->domain->dimension == 3 || (part / 3 < 2 && part % 3 < 2));
}

static double stress_value(const Measured *m, int part)
{
  return m->stress[part / 3][part % 3];
}

const Total total_stress = {
  .name  = "stress",
  .unit  = "Pa",
  .text  = "of a cell that deforms, positive in tension; xz: force along z on a face across x over "
           "its area, of contacts, links and interactions, and of velocities relative to the flow "
           "and less their mean",
  .parts = total_entries,
  .has   = stress_is_used,
  .part  = stress_value,
};

static bool strain_is_used(const Measured *m, int part)
{
  return m->cell && m->cell->strained.g[part / 3][part % 3] != 0;
}

static double strain_value(const Measured *m, int part)
{
  return m->scene->domain->cell.strain[part];
}

const Total total_strain = {
  .name = "strain",
  .text =
    "of a cell that deforms, for each entry of the velocity gradient that differs from 0: its "
    "integral over time; xx: logarithm of the stretch along x, xz: shear strain, displacement "
    "along x over the distance along z",
  .parts = total_entries,
  .has   = strain_is_used,
  .part  = strain_value,
};

static double cell_volume_value(const Measured *m)
{
  return cell_volume(m->scene->domain);
}

const Total total_cell_volume = {
  .name    = "cell_volume",
  .unit    = "m^3",
  .text    = "volume of a cell that deforms; in two dimensions its area, m^2",
  .is_used = cell_deforms,
  .value   = cell_volume_value,
};

static double solid_fraction_value(const Measured *m)
{
  return m->packing.solid;
}

const Total total_solid_fraction = {
  .name = "solid_fraction",
  .unit = "1",
  .text =
    "of a cell that deforms: volume of the bodies over that of the cell; where bodies overlap "
    "both count",
  .is_used = cell_deforms,
  .value   = solid_fraction_value,
};

static double unbalanced_value(const Measured *m)
{
  return m->packing.unbalanced;
}

const Total total_unbalanced = {
  .name    = "unbalanced",
  .unit    = "1",
  .text    = "of a cell that deforms: mean size of the force on a clump that may move, without "
             "damping, over that of the force of a contact or link; nan if nothing touches",
  .is_used = cell_deforms,
  .value   = unbalanced_value,
};

/* ---- overlap ---- */

static double deepest(const Measured *m)
{
  return m->deepest_gap;
}

const Total total_max_overlap = {
  .name = "max_overlap", .unit = "m", .text = "deepest overlap of a contact", .largest = deepest};

/* ---- faces ---- */

/* Momenta given to reflecting faces. */

static bool faces_is_used(const Measured *m)
{
  return m->faces != NULL;
}

static void add_lo(const Measured *m, Sum *sums)
{
  for (int k = 0; k < 3; k++) sum_merge(&sums[k], &m->faces[k]);
}

static void add_hi(const Measured *m, Sum *sums)
{
  for (int k = 0; k < 3; k++) sum_merge(&sums[k], &m->faces[3 + k]);
}

const Total total_faces_lo = {
  .name    = "faces_lo",
  .unit    = "kg m/s",
  .text    = "in runs with reflecting faces: momentum that clumps have given to those at `domain: "
             "lo` since the first step, each along its axis; its change over a time is the mean "
             "force on the face",
  .vector  = true,
  .is_used = faces_is_used,
  .add     = add_lo,
};

const Total total_faces_hi = {
  .name    = "faces_hi",
  .unit    = "kg m/s",
  .text    = "the same of those at `domain: hi`",
  .vector  = true,
  .is_used = faces_is_used,
  .add     = add_hi,
};
