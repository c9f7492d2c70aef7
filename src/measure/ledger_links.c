/* SPDX-License-Identifier: MIT */
/* Energy stored in springs and bonds. Their work is taken together with that of contacts, so what a
   bond stores when it breaks is dissipated then. */
#include "contact/links.h"
#include "measure/measured.h"

static bool is_used(const Measured *m)
{
  return m->scene->links && links_are_used(m->scene->links);
}

static PetscErrorCode add(const Measured *m, Sum *sum)
{
  links_energy(m->scene->links, m->scene, m->templates, sum);
  return PETSC_SUCCESS;
}

const LedgerEntry ledger_links = {
  .name    = "links",
  .text    = "Elastic energy of springs and bonds.",
  .side    = LEDGER_STORED,
  .from    = &ledger_contacts,
  .is_used = is_used,
  .add     = add,
};
