/* SPDX-License-Identifier: MIT */
/* Work of contact forces, and the part of it that the contacts' springs store. */
#include "measure/measured.h"

static PetscErrorCode add_elastic(const Measured *m, Sum *sum)
{
  return contacts_energy(m->contacts, m->scene, SLOTS_ALL, sum);
}

static const Sum *half(const Measured *m)
{
  return &m->contacts->work;
}

const LedgerEntry ledger_contacts = {
  .name = "contacts",
  .text = "Work that contact forces have taken from the clumps.",
  .side = LEDGER_TAKEN,
  .half = half,
};

const LedgerEntry ledger_elastic = {
  .name = "elastic",
  .text = "Elastic energy of contacts.",
  .side = LEDGER_STORED,
  .from = &ledger_contacts,
  .add  = add_elastic,
};
