/* SPDX-License-Identifier: MIT */
/* Energies and numbers of links, and of those that have broken. */
#include "link/links.h"
#include "measure/total.h"

static bool is_used(const Measured *m)
{
  return m->scene->links && links_are_used(m->scene->links);
}

static void add_links(const Measured *m, Sum *sum)
{
  sum_add(sum, (double)links_here(m->scene->links, m->scene));
}

static void add_broken(const Measured *m, Sum *sum)
{
  for (int k = 0; k < LINK_KINDS; k++) sum_add(sum, (double)m->scene->links->broken[k]);
}

const Total total_links = {
  .name    = "links",
  .text    = "in runs with springs, bonds or constraints: those that hold",
  .whole   = true,
  .is_used = is_used,
  .add     = add_links,
};

const Total total_broken = {
  .name = "broken",
  .text = "in runs with springs, bonds or constraints: those that have broken since the first step",
  .whole   = true,
  .is_used = is_used,
  .add     = add_broken,
};

/* ---- energies ---- */

static bool acts(const Measured *m)
{
  return m->scene->links && links_act(m->scene->links);
}

static double stored(const Measured *m)
{
  return ledger_value(m->energies, &ledger_links);
}

static double lost(const Measured *m)
{
  return ledger_value(m->energies, &ledger_links_broken);
}

static double damped(const Measured *m)
{
  return ledger_value(m->energies, &ledger_links_damped);
}

const Total total_energy_links = {
  .name    = "energy_links",
  .unit    = "J",
  .text    = "in runs with springs or bonds: elastic energy that they store, part of potential",
  .is_used = acts,
  .value   = stored,
};

const Total total_loss_links_broken = {
  .name    = "loss_links_broken",
  .unit    = "J",
  .text    = "likewise: what they stored when they broke, since the first step, part of dissipated",
  .is_used = acts,
  .value   = lost,
};

const Total total_loss_links_damped = {
  .name    = "loss_links_damped",
  .unit    = "J",
  .text    = "likewise: work that their dashpots took, since the first step, part of dissipated",
  .is_used = acts,
  .value   = damped,
};
