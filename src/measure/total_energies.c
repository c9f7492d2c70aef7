/* SPDX-License-Identifier: MIT */
/* Energies of the ledger. */
#include "measure/total.h"

static double potential(const Measured *m)
{
  return m->energies->stored;
}

static double dissipated(const Measured *m)
{
  return m->energies->dissipated;
}

static double supplied(const Measured *m)
{
  return m->energies->supplied;
}

static bool is_supplied(const Measured *m)
{
  return ledger_has(m, LEDGER_SUPPLIED);
}

const Total total_potential = {
  .name  = "potential",
  .unit  = "J",
  .text  = "gravity (zero at the origin), elastic energy of contacts and links, and energy of "
           "interactions",
  .value = potential,
};

const Total total_dissipated = {
  .name = "dissipated",
  .unit = "J",
  .text = "lost in contacts, and in interactions such as drag, since the first step: the work that "
          "their forces take from the clumps beyond what is stored as elastic energy. It holds the "
          "integration error of that "
          "work as well, so it is not exactly zero with restitution 1 and without friction; then "
          "watch kinetic + potential energy. The four energies add up to a constant as long as no "
          "clump enters or leaves; a driven body adds its work ([moving.md](moving.md))",
  .value = dissipated,
};

const Total total_supplied = {
  .name = "supplied",
  .unit = "J",
  .text =
    "in runs with walls that move, forces, thermostats, or whose laws, walls, gravity or "
    "interactions were changed at a restart: the work, or heat, that this has put in since the "
    "first step; the four energies less this one are constant",
  .is_used = is_supplied,
  .value   = supplied,
};
