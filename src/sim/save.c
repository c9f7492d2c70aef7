/* SPDX-License-Identifier: MIT */
/* Checkpoints of a simulation in canonical form: centres wrapped into the box, image counters and
   contact memory to match. */
#define _POSIX_C_SOURCE 200809L
#include "sim/save.h"
#include "config.h"
#include "sim/linking.h"
#include "sim/rebuild.h"
#include "sim/saved_parts.h"
#include "sim/scenario.h"
#include "sim/sim.h"
#include <sys/stat.h>

PetscErrorCode save_find(const Parallel *par, const char *from, char path[CHECKPOINT_PATH],
                         bool *found, char *why)
{
  struct stat s;
  int         folder = 0;

  PetscFunctionBeginUser;
  if (par->rank == 0) folder = stat(from, &s) == 0 && S_ISDIR(s.st_mode);
  PetscCall(parallel_bcast(par, &folder, sizeof folder, 0));
  *found = true;
  if (folder) {
    PetscCall(checkpoint_newest(par, from, path, found, why));
    if (*found && why[0] && par->rank == 0) fprintf(stderr, "clast: warning: %s\n", why);
  } else {
    snprintf(path, CHECKPOINT_PATH, "%s", from);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keep the automatic step of the checkpoint, so that results stay bitwise the same, unless the
   present clumps or laws need a shorter one. */
static void keep_automatic_step(Sim *sim, double before)
{
  double *dt = &sim->clock.dt;

  if (*dt < before * (1 - 1e-9)) {
    warning_add(
      &sim->warnings,
      "run: dt: auto is %.6g s now, %.6g s in the checkpoint: going on with the shorter step", *dt,
      before);
    return;
  }
  if (isfinite(*dt) && *dt > before * (1 + 1e-9))
    warning_add(&sim->warnings,
                "run: dt: auto keeps the time step of the checkpoint, %.6g s; %.6g s would be "
                "stable now, and "
                "-run_dt sets it",
                before, *dt);
  *dt = before;
}

/* Exponents of the sums; `more`: raised by so much. Those that the checkpoint lacks start anew. */
static PetscErrorCode restore_sums(Sim *sim, const Checkpoint *ck)
{
  Loads    *loads = sim->loads;
  const int more  = (int)max_int(0, loads->spare - ck->loads.spare);
  /* larger clumps added since need more spare bits: coarser quanta */

  PetscFunctionBeginUser;
  loads->spare = ck->loads.spare + more;
  loads_set_force(loads, quantum_of(ck->loads.force.exponent + more, loads->spare),
                  ck->loads.torque.exponent + more);
  loads->work = quantum_of(ck->loads.work.exponent + more, loads->spare);
  for (int k = 0; k < loads->n_more; k++) {
    Quantum *q = &loads->more[k].quantum;
    bool     found;

    PetscCall(parts_take(sim, ck, part_of_sum(&loads->more[k]), &found));
    if (found) *q = quantum_of(q->exponent + more, loads->spare);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Entries that the checkpoint lacks start at 0. */
static PetscErrorCode restore_ledger(Sim *sim, const Checkpoint *ck, double stretch)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    bool found;

    PetscCall(parts_take(sim, ck, part_of_entry(&sim->ledger, ledger_entries[k]), &found));
  }
  *ledger_saved(&sim->ledger, &ledger_contacts) = (LedgerState){ck->dissipated, ck->pending};
  ledger_resume(&sim->ledger, &sim->par, stretch);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Interactions that the checkpoint lacks start anew. */
static PetscErrorCode restore_interactions(Sim *sim, const Checkpoint *ck)
{
  StateParts parts = {0};
  bool       found;

  PetscFunctionBeginUser;
  PetscCall(parts_of_interactions(sim, &parts));
  for (PetscInt k = 0; k < parts.n; k++) PetscCall(parts_take(sim, ck, parts.list[k], &found));
  array_free(&parts.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode save_restore(Sim *sim, const Checkpoint *ck)
{
  Clock clock = ck->clock;

  PetscFunctionBeginUser;
  sim->clock.step = clock.step; /* for messages */
  if (sim->settings.dt_is_auto) keep_automatic_step(sim, clock.dt);
  /* a changed dt counts from the present step, so that time stays a product */
  if (sim->clock.dt != clock.dt)
    clock = (Clock){
      .step = clock.step, .first = clock.step, .t0 = clock_time(&clock), .dt = sim->clock.dt};
  sim->clock = clock;
  PetscCall(restore_sums(sim, ck));
  PetscCall(restore_interactions(sim, ck));
  sim->account.removed  = ck->account.removed;
  sim->account.inserted = ck->account.inserted;
  PetscCall(restore_ledger(sim, ck, sim->clock.dt / ck->clock.dt));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- memory of laws that have changed ---- */

/* The list of a law in a checkpoint: that of its name, or the one that all laws share; -1: none. */
static int list_of(const ContactRecords *records, const char *name)
{
  if (records->n == 1 && !records->law[0].name[0]) return 0;
  for (int k = 0; k < records->n; k++)
    if (strcmp(records->law[k].name, name) == 0) return k;
  return -1;
}

/* Map the memory of each law to that of the law that the pair of materials had before. changed[k]:
   law k keeps fields that the other did not, or keeps fewer. */
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

PetscErrorCode save_map_memory(Sim *sim, const char *scenario, ContactRecords *records,
                               bool **changed)
{
  Options *options;
  Laws    *before;

  PetscFunctionBeginUser;
  PetscCall(array_create(changed, sizeof **changed, sim->laws->n));
  PetscCall(scenario_parse(&sim->par, scenario, &options));
  PetscCall(laws_create(&sim->par, options, &sim->materials, &before));
  PetscCall(map_memory(before, sim->laws, records, *changed));
  PetscCall(laws_destroy(&before));
  PetscCall(options_destroy(&options));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode save_warn_changed(Sim *sim, const bool *changed)
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

/* Positions and images of owned rows before they were wrapped. */
typedef struct {
  Vec3  *x;
  Image *image;
} Kept;

static PetscErrorCode wrap_rows(const Domain *domain, Clumps *c, Kept *kept)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(c->n_owned, &kept->x, c->n_owned, &kept->image));
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Image n = domain_boxes(domain, c->pose[a].x);

    kept->x[a]     = c->pose[a].x;
    kept->image[a] = c->image[a];
    c->pose[a].x   = domain_wrapped(domain, c->pose[a].x);
    c->image[a]    = image_add(c->image[a], n);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode unwrap_rows(Clumps *c, Kept *kept)
{
  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    c->pose[a].x = kept->x[a];
    c->image[a]  = kept->image[a];
  }
  PetscCall(PetscFree2(kept->x, kept->image));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Collect the content of a checkpoint, except the scenario text. */
static PetscErrorCode collect(Sim *sim, ContactRecords *records, Checkpoint *ck)
{
  ContactScene scene;

  PetscFunctionBeginUser;
  PetscCall(sim_clear_out(sim));
  scene    = sim_scene(sim);
  *records = (ContactRecords){0};
  sim_complete(sim);
  PetscCall(ledger_gather(&sim->ledger, &sim->par));
  PetscCall(contacts_pack(sim->contacts, &scene, records));
  links_pack(&sim->links, &sim->domain, sim->clumps);
  PetscCall(links_count(&sim->links, &sim->par));
  *ck = (Checkpoint){.clock      = sim->clock,
                     .domain     = sim->domain,
                     .loads      = *sim->loads,
                     .account    = sim->account,
                     .memory     = sim->laws->memory,
                     .materials  = &sim->materials,
                     .templates  = &sim->templates,
                     .groups     = sim->groups,
                     .clumps     = sim->clumps,
                     .waiting    = sim->waiting,
                     .contacts   = records,
                     .dissipated = ledger_saved(&sim->ledger, &ledger_contacts)->sum,
                     .pending    = ledger_saved(&sim->ledger, &ledger_contacts)->half};
  linking_save(sim, ck);
  PetscCall(parts_save(sim, &ck->state));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode save_write(Sim *sim, bool *written)
{
  ContactRecords records;
  Checkpoint     ck;
  Kept           kept;
  char           why[CHECKPOINT_WHY];

  PetscFunctionBeginUser;
  PetscCall(collect(sim, &records, &ck));
  PetscCall(options_resolved(sim->options, &ck.scenario));
  PetscCall(laws_memory_names(sim->laws, &ck.memory_names));
  snprintf(ck.creator, sizeof ck.creator, "%s", CLAST_VERSION);
  PetscCall(wrap_rows(&sim->domain, sim->clumps, &kept));
  PetscCall(checkpoint_write(&sim->par, sim->output_dir, &ck,
                             (int)option_int(sim->options, "checkpoint", NULL, "keep"), NULL,
                             written, why));
  PetscCall(unwrap_rows(sim->clumps, &kept));
  free(ck.scenario);
  array_free(&ck.memory_names);
  records_free(&records);
  state_free(&ck.state);
  if (!*written)
    warning_add(&sim->warnings, "no checkpoint at step %" PRId64 ": %s", sim->clock.step, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode save_digest(Sim *sim, uint64_t *digest)
{
  ContactRecords records;
  Checkpoint     ck;
  Kept           kept;

  PetscFunctionBeginUser;
  PetscCall(collect(sim, &records, &ck));
  PetscCall(wrap_rows(&sim->domain, sim->clumps, &kept));
  PetscCall(checkpoint_digest(&sim->par, &ck, digest));
  PetscCall(unwrap_rows(sim->clumps, &kept));
  records_free(&records);
  state_free(&ck.state);
  PetscFunctionReturn(PETSC_SUCCESS);
}
