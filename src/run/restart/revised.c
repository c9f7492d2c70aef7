/* SPDX-License-Identifier: MIT */
/* Differences between the scenarios before and after a restart (revised.h). */
#include "run/restart/revised.h"
#include "link/link_kind.h"
#include "run/setup/scenario.h"
#include "run/sim.h"

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
static PetscErrorCode map_memory(const Laws *before, const Laws *now, ContactRecords *records,
                                 bool *changed)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(&records->map, sizeof *records->map, now->n));
  records->n_map = now->n;
  for (int k = 0; k < now->n; k++) {
    const Law *law   = &now->list[k];
    const int  index = before->of[law->a * before->n_materials + law->b];
    const Law *then  = index >= 0 ? &before->list[index] : NULL;
    MemoryMap *map   = &records->map[k];

    PetscCall(array_create(&map->column, sizeof *map->column, law->memory));
    changed[k] = !law_map_memory(law, then, map->column);
    map->from  = then ? list_of(records, then->name) : list_of(records, "");
    for (int c = 0; c < law->memory; c++)
      if (map->from < 0 || map->column[c] >= records->law[map->from].columns) map->column[c] = -1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode warn_of_laws(Sim *sim, const bool *changed)
{
  int64_t n = contacts_count_of(sim->contacts, changed);

  PetscFunctionBeginUser;
  PetscCall(parallel_sum_int(&sim->par, &n, 1));
  if (n > 0)
    warning_add(&sim->warnings,
                "%" PRId64 " contacts have another kind of law than in the checkpoint: memory of "
                "terms that are new (such as a tangential displacement) starts at zero, that of "
                "terms that are gone is dropped, that of the others is kept",
                n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- energies ---- */

/* True if a list of words in the section `run` is the same. */
static bool words_agree(const Options *before, const Options *now, const char *key)
{
  int                n, m;
  const char *const *then = option_words(before, "run", NULL, key, &n), *const *since =
                                                                          option_words(now, "run",
                                                                                       NULL, key,
                                                                                       &m);
  bool agree = n == m;

  for (int k = 0; k < n && agree; k++) agree = strcmp(then[k], since[k]) == 0;
  return agree;
}

/* True if the energies that a state stores depend on options that differ. */
static bool energies_differ(const Options *before, const Options *now)
{
  static const char *const kinds[] = {"material", "contact",     "wall",
                                      "motion",   "interaction", "deformable"};
  const Vec3               then    = option_vec3(before, "run", NULL, "gravity"),
             since                 = option_vec3(now, "run", NULL, "gravity");
  bool agree = vec3_norm(vec3_sub(then, since)) == 0 && words_agree(before, now, "gravity_groups");

  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    agree = agree && options_agree(before, now, kinds[k], false);
  for (int k = 0; k < LINK_KINDS; k++)
    agree = agree && options_agree(before, now, link_kinds[k]->options.name, false);
  return !agree;
}

/* ---- a restart ---- */

PetscErrorCode revised_nothing(const Sim *sim, const char *scenario, bool *same)
{
  /* these kinds concern output and the division of work alone; "": keys without a section */
  static const char *const others[] = {"",      "probe",  "profile", "monitor",    "dump",
                                       "image", "search", "output",  "checkpoint", "balance"};
  Options                 *before;

  PetscFunctionBeginUser;
  *same = scenario != NULL;
  if (!scenario) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(scenario_parse(&sim->par, scenario, &before));
  for (int k = 0; scenario_kinds[k] && *same; k++) {
    const char *name  = scenario_kinds[k]->name;
    bool        other = !name; /* a module without a section */

    for (size_t i = 0; i < sizeof others / sizeof *others && !other; i++)
      other = strcmp(name, others[i]) == 0;
    *same = other || options_agree_but(before, sim->options, name, "end_time wall_limit", false);
  }
  PetscCall(options_destroy(&before));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode revised_find(Sim *sim, const char *scenario, ContactRecords *records, Revised *c)
{
  Options *options;
  Laws    *before;

  PetscFunctionBeginUser;
  PetscCall(array_create(&c->law, sizeof *c->law, sim->laws->n));
  PetscCall(scenario_parse(&sim->par, scenario, &options));
  PetscCall(laws_create(&sim->par, options, &sim->materials, &before));
  PetscCall(map_memory(before, sim->laws, records, c->law));
  c->energies    = energies_differ(options, sim->options);
  records->begin = c->energies; /* so that their stored energy is known before the next step */
  records->end   = c->energies;
  PetscCall(laws_destroy(&before));
  PetscCall(options_destroy(&options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode revised_book(Sim *sim, const Revised *revised)
{
  const ContactScene scene    = sim_scene(sim);
  const Measured     measured = sim_measured(sim, &scene);

  PetscFunctionBeginUser;
  if (revised->law) PetscCall(warn_of_laws(sim, revised->law));
  if (revised->energies) PetscCall(ledger_revise(&sim->ledger, &measured));
  PetscCall(ledger_join(&sim->ledger, &measured));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void revised_free(Revised *revised)
{
  array_free(&revised->law);
}
