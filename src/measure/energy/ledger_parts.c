/* SPDX-License-Identifier: MIT */
/* Parts of stored energy and of the work of contacts by kind, in runs that ask for them
   (contact/term_work.h): by slot of the laws, links, and others whose work is counted with that of
   contacts. The loss of a kind is the energy that it has taken and does not store. */
#include "contact/term_work.h"
#include "link/links.h"
#include "measure/measured.h"

static bool has_slot(const Measured *m, Slot slot)
{
  return m->contacts->term_work && m->contacts->term_work->slots >> slot & 1;
}

/* True if the part existed before a restart, so that losses add up to those of all kinds. */
static bool has_begun(const Measured *m, const LedgerEntry *work)
{
  return m->contacts->term_work && ledger_was_saved(m->ledger, work);
}

static const Sum *half_of(const Measured *m, WorkKind kind)
{
  return &m->contacts->term_work->sum[kind];
}

#define SLOT_PART(word, SLOT) \
  static bool has_##word(const Measured *m) \
  { \
    return has_slot(m, SLOT_##SLOT) || has_begun(m, &ledger_work_##word); \
  } \
  static PetscErrorCode add_##word(const Measured *m, Sum *sum) \
  { \
    return contacts_energy(m->contacts, m->scene, 1u << SLOT_##SLOT, sum); \
  } \
  static const Sum *half_##word(const Measured *m) \
  { \
    return half_of(m, WORK_##SLOT); \
  } \
  const LedgerEntry ledger_work_##word = {.name    = #word "_work", \
                                          .text    = "Work of the " #word " terms of contact laws.", \
                                          .side    = LEDGER_PART, \
                                          .is_used = has_##word, \
                                          .half    = half_##word}; \
  const LedgerEntry ledger_part_##word = {.name = #word, \
                                          .text = \
                                            "Energy of the " #word " terms of contact laws.", \
                                          .side    = LEDGER_PART, \
                                          .from    = &ledger_work_##word, \
                                          .is_used = has_##word, \
                                          .add     = add_##word};

SLOT_PART(normal, NORMAL)
SLOT_PART(cohesion, COHESION)
SLOT_PART(tangential, TANGENTIAL)
SLOT_PART(rolling, ROLLING)
SLOT_PART(twisting, TWISTING)

static bool damps(const Measured *m)
{
  return (m->contacts->term_work && m->contacts->term_work->damps) ||
         has_begun(m, &ledger_work_dashpots);
}

static const Sum *half_dashpots(const Measured *m)
{
  return half_of(m, WORK_DASHPOTS);
}

const LedgerEntry ledger_work_dashpots = {
  .name    = "dashpots_work",
  .text    = "Work of the dashpots of contact laws.",
  .side    = LEDGER_PART,
  .is_used = damps,
  .half    = half_dashpots,
};

/* ---- what is not of contacts ---- */

static bool links(const Measured *m)
{
  return (m->contacts->term_work && m->scene->links && links_act(m->scene->links)) ||
         has_begun(m, &ledger_work_links);
}

static PetscErrorCode add_links(const Measured *m, Sum *sum)
{
  if (m->scene->links) links_energy(m->scene->links, m->scene, m->templates, sum);
  return PETSC_SUCCESS;
}

static const Sum *half_links(const Measured *m)
{
  return half_of(m, WORK_LINKS);
}

const LedgerEntry ledger_work_links = {
  .name    = "links_work",
  .text    = "Work of springs and bonds.",
  .side    = LEDGER_PART,
  .is_used = links,
  .half    = half_links,
};

const LedgerEntry ledger_part_links = {
  .name    = "links_part",
  .text    = "Energy of springs and bonds.",
  .side    = LEDGER_PART,
  .from    = &ledger_work_links,
  .is_used = links,
  .add     = add_links,
};

static bool interacts(const Measured *m)
{
  return (m->contacts->term_work && m->interactions->n > 0) ||
         has_begun(m, &ledger_work_interactions);
}

static const Sum *half_interactions(const Measured *m)
{
  return half_of(m, WORK_INTERACTIONS);
}

const LedgerEntry ledger_work_interactions = {
  .name    = "interactions_work",
  .text    = "Work that interactions such as drag have taken from the clumps.",
  .side    = LEDGER_PART,
  .is_used = interacts,
  .half    = half_interactions,
};

static bool deforms(const Measured *m)
{
  return (m->contacts->term_work && m->deforms && m->deforms->n > 0) ||
         has_begun(m, &ledger_work_deformable);
}

static const Sum *half_deformable(const Measured *m)
{
  return half_of(m, WORK_DEFORMABLE);
}

const LedgerEntry ledger_work_deformable = {
  .name    = "deformable_work",
  .text    = "Work of the dashpots of deformable bodies.",
  .side    = LEDGER_PART,
  .is_used = deforms,
  .half    = half_deformable,
};
