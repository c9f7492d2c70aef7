/* SPDX-License-Identifier: MIT */
/* Checkpoints of a simulation in canonical form: centres wrapped into the box, image counters and
   contact memory to match. */
#define _POSIX_C_SOURCE 200809L
#include "base/tell.h"
#include "config.h"
#include "run/module_states.h"
#include "wall/walls.h"

/* Keep the automatic step of the checkpoint, so that results stay bitwise the same, unless options
   have changed and the present clumps or laws need a shorter one. same: no option has changed. */
static void keep_automatic_step(Sim *sim, double before, bool same)
{
  double *dt = &sim->clock.dt;

  if (!same && *dt < before * (1 - 1e-9)) {
    option_warning(sim->options, &sim->warnings, "run", NULL, "dt",
                   "auto is %.6g s now, %.6g s in the checkpoint: going on with the shorter step",
                   *dt, before);
    return;
  }
  if (isfinite(*dt) && fabs(*dt - before) > 1e-9 * before)
    option_warning(sim->options, &sim->warnings, "run", NULL, "dt",
                   "auto keeps the time step of the checkpoint, %.6g s; %.6g s would be "
                   "%s now, and -run_dt sets it",
                   before, *dt, *dt > before ? "stable" : "chosen");
  *dt = before;
}

/* Restore the exponents of the sums; those that the checkpoint lacks start afresh. same: no
   option has changed. */
static void restore_sums(Sim *sim, const Checkpoint *ck, bool same)
{
  Loads    *loads = sim->loads;
  const int more  = same ? 0 : (int)max_int(0, loads->spare - ck->loads.spare);
  /* larger clumps added since need more spare bits: coarser quanta */

  loads->spare = ck->loads.spare + more;
  loads_set_force(loads, quantum_of(ck->loads.force.exponent + more, loads->spare),
                  ck->loads.torque.exponent + more);
  loads->work = quantum_of(ck->loads.work.exponent + more, loads->spare);
  for (int k = 0; k < loads->n_more; k++) {
    Quantum *q = &loads->more[k].quantum;

    if (world_take(&sim->world, accumulator_part(&loads->more[k])))
      *q = quantum_of(q->exponent + more, loads->spare);
  }
}

PetscErrorCode save_restore(Sim *sim, const Checkpoint *ck, bool same)
{
  const LedgerState contacts = {ck->dissipated, ck->pending};
  Clock             clock    = ck->clock;
  World            *w        = sim_world(sim);

  PetscFunctionBeginUser;
  sim->clock.step = clock.step; /* for messages */
  if (timestep_may_follow(sim) && auto_dt_take(sim_auto_dt(sim), w, !same, &clock))
    sim->clock.dt = clock.dt;
  else if (sim->settings.dt_is_auto) {
    sim_auto_dt(sim)->on = false;
    sim->clock.dt        = timestep_auto(sim);
    keep_automatic_step(sim, clock.dt, same);
  }
  /* a changed dt counts from the present step, so that time stays a product */
  if (sim->clock.dt != clock.dt)
    clock = (Clock){
      .step = clock.step, .first = clock.step, .t0 = clock_time(&clock), .dt = sim->clock.dt};
  sim->clock = clock;
  restore_sums(sim, ck, same);
  PetscCall(module_take(&interactions_module, NULL, w));
  sim->energy.account.removed  = ck->account.removed;
  sim->energy.account.inserted = ck->account.inserted;
  ledger_take(w, &contacts, sim->clock.dt / ck->clock.dt);
  wall_account_stretch(w, sim->clock.dt / ck->clock.dt);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- writing ---- */

/* Positions and images of owned rows before they were wrapped. */
typedef struct {
  Vec3  *x;
  Image *image;
} Kept;

static void wrap_rows(const Domain *domain, Clumps *c, Kept *kept)
{
  array_create(&kept->x, sizeof *kept->x, c->n_owned);
  array_create(&kept->image, sizeof *kept->image, c->n_owned);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Image n = domain_boxes(domain, c->pose[a].x);

    kept->x[a]     = c->pose[a].x;
    kept->image[a] = c->image[a];
    c->pose[a].x   = domain_wrapped(domain, c->pose[a].x);
    c->image[a]    = image_add(c->image[a], n);
  }
}

static void unwrap_rows(Clumps *c, Kept *kept)
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    c->pose[a].x = kept->x[a];
    c->image[a]  = kept->image[a];
  }
  array_free(&kept->x);
  array_free(&kept->image);
}

/* Gather the ledger. Stored energies are found as a restart finds them: with the velocities at this
   time, while poses still have those predicted in the step. */
static PetscErrorCode gather_ledger(Sim *sim, const ContactScene *scene)
{
  const Measured measured = sim_measured(sim, scene);
  Clumps        *c        = sim->matter.clumps;
  Pose          *poses;

  PetscFunctionBeginUser;
  array_create(&poses, sizeof *poses, c->n);
  PetscCall(PetscArraycpy(poses, c->pose, c->n));
  motion_pose(c, &sim->space.domain);
  PetscCall(halo_refresh(sim->space.halo, &sim->space.domain, c));
  PetscCall(ledger_gather(&sim->energy.ledger, &measured));
  PetscCall(PetscArraycpy(c->pose, poses, c->n));
  array_free(&poses);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The content of a checkpoint, and what it borrows or changes meanwhile. */
typedef struct {
  Checkpoint     ck;
  ContactRecords records;
  Kept           kept;
} Content;

/* Collect the content of a checkpoint, except the scenario text. */
static PetscErrorCode collect(Sim *sim, Content *content)
{
  StateParts   parts = {0};
  Checkpoint  *ck    = &content->ck;
  ContactScene scene;

  PetscFunctionBeginUser;
  PetscCall(sim_clear_out(sim));
  scene    = sim_scene(sim);
  *content = (Content){.records = {0}};
  sim_complete(sim);
  PetscCall(gather_ledger(sim, &scene));
  contacts_pack(sim->contacts, &scene, &content->records);
  links_pack(&sim->links, &sim->space.domain, sim->matter.clumps);
  PetscCall(links_count(&sim->links, &sim->par));
  *ck = (Checkpoint){.clock      = sim->clock,
                     .domain     = sim->space.domain,
                     .loads      = *sim->loads,
                     .account    = sim->energy.account,
                     .memory     = sim->laws->memory,
                     .materials  = &sim->matter.materials,
                     .templates  = &sim->matter.templates,
                     .groups     = sim->matter.groups,
                     .clumps     = sim->matter.clumps,
                     .waiting    = sim->matter.waiting,
                     .contacts   = &content->records,
                     .dissipated = ledger_saved(&sim->energy.ledger, &ledger_contacts)->sum,
                     .pending    = ledger_saved(&sim->energy.ledger, &ledger_contacts)->half};
  for (int k = 0; k < LINK_KINDS; k++) ck->links[k] = sim->links.set[k];
  PetscCall(walls_gather(&sim->walls, &sim->par));
  PetscCall(modules_list(sim, &parts));
  for (PetscInt k = 0; k < parts.n; k++) state_gather(&ck->state, &parts.list[k]);
  array_free(&parts.list);
  wrap_rows(&sim->space.domain, sim->matter.clumps, &content->kept);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Free it, and put all back as it was. */
static void disperse(Sim *sim, Content *content)
{
  unwrap_rows(sim->matter.clumps, &content->kept);
  records_free(&content->records);
  state_free(&content->ck.state);
  walls_disperse(&sim->walls);
}

/* Write into a folder, or (NULL) this file alone. */
static PetscErrorCode write_to(Sim *sim, const char *dir, const char *file, bool *written)
{
  const int keep = (int)option_int(sim->options, "checkpoint", NULL, "keep");
  Content   content;
  char      why[CHECKPOINT_WHY];

  PetscFunctionBeginUser;
  PetscCall(collect(sim, &content));
  PetscCall(options_resolved(sim->options, &content.ck.scenario));
  laws_memory_names(sim->laws, &content.ck.memory_names);
  snprintf(content.ck.creator, sizeof content.ck.creator, "%s", CLAST_VERSION);
  if (dir) PetscCall(checkpoint_write(&sim->par, dir, &content.ck, keep, NULL, written, why));
  else PetscCall(checkpoint_write_file(&sim->par, file, &content.ck, written, why));
  free(content.ck.scenario);
  array_free(&content.ck.memory_names);
  disperse(sim, &content);
  if (!*written && file) {
    if (sim->par.rank == 0) tell(&sim->par, TELL_ERROR, "clast: %s\n", why);
  } else if (!*written)
    warning_add(&sim->warnings, "no checkpoint was written at step %" PRId64 ": %s",
                sim->clock.step, why);
  else if (why[0]) warning_add(&sim->warnings, "%s", why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode save_write(Sim *sim, bool *written)
{
  return write_to(sim, sim->folder.dir, NULL, written);
}

PetscErrorCode save_failed(Sim *sim, bool *written)
{
  char dir[PETSC_MAX_PATH_LEN + 8];

  failed_folder(sim->folder.dir, dir, sizeof dir);
  return write_to(sim, dir, NULL, written);
}

PetscErrorCode save_to(Sim *sim, const char *file, bool *written)
{
  return write_to(sim, NULL, file, written);
}

PetscErrorCode save_digest(Sim *sim, uint64_t *digest)
{
  Content content;

  PetscFunctionBeginUser;
  PetscCall(collect(sim, &content));
  PetscCall(checkpoint_digest(&sim->par, &content.ck, digest));
  disperse(sim, &content);
  PetscFunctionReturn(PETSC_SUCCESS);
}
