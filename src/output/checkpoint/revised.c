/* SPDX-License-Identifier: MIT */
/* Differences between the scenarios before and after a restart (revised.h). */
#include "output/checkpoint/revised.h"
#include "contact/contacts.h"
#include "link/link_kind.h"
#include "measure/measured.h"

/* ---- memory of laws ---- */

/* The list of a law in a checkpoint: that of its name, or the one that all laws share; -1: none. */
static int list_of(const ContactRecords *records, const char *name)
{
  if (records->n == 1 && !records->law[0].name[0]) return 0;
  for (int k = 0; k < records->n; k++)
    if (strcmp(records->law[k].name, name) == 0) return k;
  return -1;
}

/* Map the memory of each law from that of the law that the pair of materials had before.
   changed[k]: law k keeps other fields than that law. */
static void map_memory(const Laws *before, const Laws *now, ContactRecords *records, bool *changed)
{
  array_create(&records->map, sizeof *records->map, now->n);
  records->n_map = now->n;
  for (int k = 0; k < now->n; k++) {
    const Law *law   = &now->list[k];
    const int  index = before->of[law->a * before->n_materials + law->b];
    const Law *then  = index >= 0 ? &before->list[index] : NULL;
    MemoryMap *map   = &records->map[k];

    array_create(&map->column, sizeof *map->column, law->memory);
    changed[k] = !law_map_memory(law, then, map->column);
    map->from  = then ? list_of(records, then->name) : list_of(records, "");
    for (int c = 0; c < law->memory; c++)
      if (map->from < 0 || map->column[c] >= records->law[map->from].columns) map->column[c] = -1;
  }
}

static PetscErrorCode warn_of_laws(const World *w, const bool *changed)
{
  int64_t n = contacts_count_of(w->contacts, changed);

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(w->par, &n, 1));
  if (n > 0)
    warning_add(w->warnings,
                "%" PRId64 " contact%s another kind of law than in the checkpoint: memory of "
                "terms that are new (such as a tangential displacement) starts at zero, that of "
                "terms that are gone is dropped, that of the others is kept",
                n, n == 1 ? " has" : "s have");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energies ---- */

/* True if a list of words in the section `run` is the same. */
static bool words_agree(const Options *before, const Options *now, const char *key)
{
  int                n, m;
  const char *const *then  = option_words(before, "run", NULL, key, &n);
  const char *const *since = option_words(now, "run", NULL, key, &m);
  bool               agree = n == m;

  for (int k = 0; k < n && agree; k++) agree = strcmp(then[k], since[k]) == 0;
  return agree;
}

bool revised_gravity(const Options *before, const Options *now)
{
  const Vec3 then  = option_vec3(before, "run", NULL, "gravity"),
             since = option_vec3(now, "run", NULL, "gravity");

  return then.x != since.x || then.y != since.y || then.z != since.z;
}

/* True if the energies that a state stores depend on options that differ. */
static bool energies_differ(const Options *before, const Options *now)
{
  static const char *const kinds[] = {"material", "contact",     "wall",
                                      "motion",   "interaction", "deformable"};
  bool agree = !revised_gravity(before, now) && words_agree(before, now, "gravity_groups");

  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    agree = agree && options_agree(before, now, kinds[k], "", false);
  for (int k = 0; k < LINK_KINDS; k++)
    agree = agree && options_agree(before, now, link_kinds[k]->options.name, "", false);
  return !agree;
}

bool revised_nothing(const Options *before, const Options *now, const OptionKind *const kinds[])
{
  /* these kinds concern output and the division of work alone; "": keys without a section */
  static const char *const others[] = {"",      "probe",  "profile", "monitor",    "dump",
                                       "image", "search", "output",  "checkpoint", "balance"};
  bool                     same     = true;

  for (int k = 0; kinds[k] && same; k++) {
    const char *name  = kinds[k]->name;
    bool        other = !name; /* a module without a section */

    for (size_t i = 0; i < sizeof others / sizeof *others && !other; i++)
      other = strcmp(name, others[i]) == 0;
    same = other || options_agree(before, now, name, "end_time wall_limit", false);
  }
  return same;
}

PetscErrorCode revised_find(const World *w, Options *before, ContactRecords *records, Revised *c)
{
  Laws *laws;

  PetscFunctionBeginUser;
  array_create(&c->law, sizeof *c->law, w->laws->n);
  PetscCall(laws_create(w->par, before, w->materials, &laws));
  map_memory(laws, w->laws, records, c->law);
  c->energies    = energies_differ(before, w->options);
  records->begin = c->energies; /* so that their stored energy is known before the next step */
  records->end   = c->energies;
  laws_destroy(&laws);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode revised_book(World *w, const Revised *revised)
{
  const Measured *measured = world_measured(w);

  PetscFunctionBeginUser;
  if (revised->law) PetscCall(warn_of_laws(w, revised->law));
  if (revised->energies) PetscCall(ledger_revise(w->ledger, measured));
  PetscCall(ledger_open(w->ledger, measured, true));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void revised_free(Revised *revised)
{
  array_free(&revised->law);
}
