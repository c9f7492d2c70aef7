/* SPDX-License-Identifier: MIT */
/* Energy stored in springs and bonds, and energy that they have lost. Their work is part of that of
   contacts, so that the energy stored in a bond is dissipated when it breaks. */
#include "link/links.h"
#include "measure/measured.h"

static bool is_used(const Measured *m)
{
  return m->scene->links && links_are_used(m->scene->links);
}

static bool acts(const Measured *m)
{
  return m->scene->links && links_act(m->scene->links);
}

static PetscErrorCode add(const Measured *m, Sum *sum)
{
  links_energy(m->scene->links, m->scene, m->templates, sum);
  return PETSC_SUCCESS;
}

static const Sum *damped(const Measured *m)
{
  return &m->scene->links->damped;
}

const LedgerEntry ledger_links = {
  .name    = "links",
  .text    = "Elastic energy of springs and bonds.",
  .side    = LEDGER_STORED,
  .from    = &ledger_contacts,
  .is_used = is_used,
  .add     = add,
};

const LedgerEntry ledger_links_broken = {
  .name    = "links_broken",
  .text    = "Part of what is dissipated: energy of springs and bonds when they broke.",
  .side    = LEDGER_PART,
  .is_used = acts,
};

const LedgerEntry ledger_links_damped = {
  .name    = "links_damped",
  .text    = "Part of what is dissipated: work of the dashpots of springs and bonds.",
  .side    = LEDGER_PART,
  .is_used = acts,
  .half    = damped,
};
