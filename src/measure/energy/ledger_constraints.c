/* SPDX-License-Identifier: MIT */
/* Energy that constraints take from the clumps when they correct velocities. Energy stored in
   compliant ones is counted with that of springs (ledger_links.c). */
#include "constraint/hard/hard.h"
#include "measure/measured.h"

static bool is_used(const Measured *m)
{
  const Links *links = m->scene->links;
  bool         used  = m->constraints && (m->constraints->hard || m->constraints->volumes.n > 0);

  for (int k = 0; links && k < LINK_KINDS; k++)
    used = used || (links->set[k].kind == &link_constraints && links->set[k].n_objects > 0);
  return used;
}

const LedgerEntry ledger_constraints = {
  .name    = "constraints",
  .text    = "Energy that constraints have taken from the clumps.",
  .side    = LEDGER_TAKEN,
  .is_used = is_used,
};

static bool motors_are_used(const Measured *m)
{
  return m->constraints && m->constraints->driven;
}

const LedgerEntry ledger_motors = {
  .name    = "motors",
  .text    = "Work of the motors of constraints.",
  .side    = LEDGER_SUPPLIED,
  .is_used = motors_are_used,
};
