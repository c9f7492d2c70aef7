/* SPDX-License-Identifier: MIT */
/* Checkpoints of a simulation in canonical form: centres wrapped into the box, image counters and
   contact memory to match. */
#define _POSIX_C_SOURCE 200809L
#include "run/restart/save.h"
#include "config.h"
#include "run/link_run.h"
#include "run/lists/rebuild.h"
#include "run/lists/wall_division.h"
#include "run/restart/revised.h"
#include "run/restart/saved_parts.h"
#include "run/sim.h"
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

/* Keep the automatic step of the checkpoint, so that results stay bitwise the same, unless options
   have changed and the present clumps or laws need a shorter one. same: no option has changed. */
static void keep_automatic_step(Sim *sim, double before, bool same)
{
  double *dt = &sim->clock.dt;

  if (!same && *dt < before * (1 - 1e-9)) {
    warning_add(
      &sim->warnings,
      "run: dt: auto is %.6g s now, %.6g s in the checkpoint: going on with the shorter step", *dt,
      before);
    return;
  }
  if (isfinite(*dt) && fabs(*dt - before) > 1e-9 * before)
    warning_add(&sim->warnings,
                "run: dt: auto keeps the time step of the checkpoint, %.6g s; %.6g s would be "
                "%s now, and -run_dt sets it",
                before, *dt, *dt > before ? "stable" : "chosen");
  *dt = before;
}

/* Restore the exponents of the sums; those that the checkpoint lacks start afresh. same: no
   option has changed. */
static PetscErrorCode restore_sums(Sim *sim, const Checkpoint *ck, bool same)
{
  Loads    *loads = sim->loads;
  const int more  = same ? 0 : (int)max_int(0, loads->spare - ck->loads.spare);
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

/* Restore the ledger; entries that the checkpoint lacks start at 0. */
static PetscErrorCode restore_ledger(Sim *sim, const Checkpoint *ck, double stretch)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < LEDGER_LENGTH; k++) {
    const LedgerEntry *entry = ledger_entries[k];
    bool               found;

    PetscCall(parts_take(sim, ck, part_of_entry(&sim->ledger, entry), &found));
    if (entry->side == LEDGER_STORED) sim->ledger.knows_stored |= found;
    sim->ledger.lacks[k] = !found;
  }
  *ledger_saved(&sim->ledger, &ledger_contacts) = (LedgerState){ck->dissipated, ck->pending};
  ledger_resume(&sim->ledger, &sim->par, stretch);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Restore interactions; those that the checkpoint lacks start afresh. */
static PetscErrorCode restore_objects(Sim *sim, const Checkpoint *ck)
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
  bool  same;

  PetscFunctionBeginUser;
  PetscCall(revised_nothing(sim, ck->scenario, &same));
  sim->clock.step = clock.step; /* for messages */
  if (sim->settings.dt_is_auto) keep_automatic_step(sim, clock.dt, same);
  /* a changed dt counts from the present step, so that time stays a product */
  if (sim->clock.dt != clock.dt)
    clock = (Clock){
      .step = clock.step, .first = clock.step, .t0 = clock_time(&clock), .dt = sim->clock.dt};
  sim->clock = clock;
  PetscCall(restore_sums(sim, ck, same));
  PetscCall(restore_objects(sim, ck));
  sim->account.removed  = ck->account.removed;
  sim->account.inserted = ck->account.inserted;
  PetscCall(restore_ledger(sim, ck, sim->clock.dt / ck->clock.dt));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- writing ---- */

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

/* Gather the ledger. Stored energies are found as a restart finds them: with the velocities at this
   time, while poses still have those predicted in the step. */
static PetscErrorCode gather_ledger(Sim *sim, const ContactScene *scene)
{
  const Measured measured = sim_measured(sim, scene);
  Clumps        *c        = sim->clumps;
  Pose          *poses;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(c->n, &poses));
  PetscCall(PetscArraycpy(poses, c->pose, c->n));
  motion_pose(c, &sim->domain);
  PetscCall(halo_refresh_begin(sim->halo, c));
  PetscCall(halo_refresh_end(sim->halo, &sim->domain, c));
  PetscCall(ledger_gather(&sim->ledger, &measured));
  PetscCall(PetscArraycpy(c->pose, poses, c->n));
  PetscCall(PetscFree(poses));
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
  PetscCall(gather_ledger(sim, &scene));
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
  link_run_save(sim, ck);
  PetscCall(wall_division_gather(sim));
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
  wall_division_disperse(sim);
  if (!*written)
    warning_add(&sim->warnings, "no checkpoint at step %" PRId64 ": %s", sim->clock.step, why);
  else if (why[0]) warning_add(&sim->warnings, "%s", why);
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
  wall_division_disperse(sim);
  PetscFunctionReturn(PETSC_SUCCESS);
}
