/* SPDX-License-Identifier: MIT */
/* The contacts of the last step, shown after it. The contact memory with which it began is kept
   until the next evaluation overwrites it, or lists are renewed. */
#include "constraint/hard/hard.h"
#include "contact/solid/solids.h"
#include "run/step/step.h"

/* ---- copies ---- */

static void keep(void *self, const ContactSeen *seen, int n)
{
  SeenKept *kept = self;

  array_reserve(&kept->list, sizeof *seen, kept->n + n, &kept->capacity);
  for (int i = 0; i < n; i++) {
    array_reserve(&kept->memory, sizeof *kept->memory, kept->n_memory + seen[i].n_memory + 1,
                  &kept->memory_capacity);
    for (int m = 0; m < seen[i].n_memory; m++)
      kept->memory[kept->n_memory++] = seen[i].memory[(size_t)m * (size_t)seen[i].memory_stride];
    kept->list[kept->n++] = seen[i];
  }
}

static ContactVisitor keep_anew(SeenKept *kept, int64_t step)
{
  kept->of = step + 1;
  kept->n = kept->n_memory = 0;
  return (ContactVisitor){kept, keep};
}

static void show_kept(const SeenKept *kept, const ContactVisitor *to)
{
  double *memory = kept->memory;

  for (PetscInt k = 0; k < kept->n; k++) {
    kept->list[k].memory        = memory;
    kept->list[k].memory_stride = 1;
    memory += kept->list[k].n_memory;
    to->see(to->self, &kept->list[k], 1);
  }
}

static void kept_free(SeenKept *kept)
{
  array_free(&kept->list);
  array_free(&kept->memory);
  *kept = (SeenKept){.of = 0};
}

void sim_free_kept(Sim *sim)
{
  kept_free(&sim->evaluation.all);
  kept_free(&sim->evaluation.hard);
  array_free(&sim->evaluation.poses);
}

void sim_keep_hard(Sim *sim)
{
  const ConstraintScene scene = step_constraint_scene(sim);
  ContactVisitor        to;

  if (!sim->constraints.hard || sim->evaluation.hard.of == sim->clock.step + 1) return;
  to = keep_anew(&sim->evaluation.hard, sim->clock.step);
  if (sim->evaluation.stands && sim->evaluation.dt_before > 0)
    hard_visit(sim->constraints.hard, &scene, &to);
}

/* ---- visits ---- */

/* Evaluate the contacts at the present poses, whose velocities are those of the motion, from the
   committed memory, which stays: nothing moves between the last step and this. Loads are zero, as
   lists are new, and become zero again. */
static void evaluate_now(Sim *sim, const ContactScene *scene)
{
  Contacts         *c      = sim->contacts;
  ContactReport     report = {.possible = true};
  const ContactSink sink   = {.kind = SINK_LOADS, .loads = sim->loads, .report = &report};
  WallLoads        *walls  = c->on_walls;
  FacetHits        *facets = c->on_facets;
  struct TermWork  *terms  = c->term_work;
  const Sum         work = c->work, driven = c->driven;
  const int         n_walls   = c->n_walls;
  const bool        by_member = c->by_member;

  c->on_walls  = NULL;
  c->on_facets = NULL;
  c->term_work = NULL;
  c->n_walls   = 0;
  c->by_member = false;
  contacts_begin(c, &report);
  for (int block = 0; block < sim->pairs->n_blocks; block++)
    contacts_apply(c, scene, block, sim->loads, &report);
  solids_evaluate(c, scene, &sink);
  contacts_end(c);
  c->on_walls  = walls;
  c->on_facets = facets;
  c->term_work = terms;
  c->n_walls   = n_walls;
  c->by_member = by_member;
  c->work      = work;
  c->driven    = driven;
  loads_clear(sim->loads, sim->matter.clumps->n);
}

/* Visit what has not been kept. */
static PetscErrorCode visit_now(Sim *sim, const ContactVisitor *to)
{
  const bool   stands = sim->evaluation.stands;
  ContactScene scene  = sim_scene(sim);

  PetscFunctionBeginUser;
  scene.dt_before = stands ? sim->evaluation.dt_before : 0;
  sim_keep_hard(sim);
  if (stands) constraints_store_forces(&sim->constraints, &sim->links);
  else sim_complete(sim);
  PetscCall(sim_mark_gone(sim));
  if (stands) contacts_revert(sim->contacts);
  else evaluate_now(sim, &scene);
  contacts_visit(sim->contacts, &scene, to);
  if (stands) contacts_commit(sim->contacts);
  links_visit(&sim->links, &scene, &sim->matter.templates, to);
  constraints_visit(&sim->links, &scene, &sim->matter.templates, to);
  if (sim->constraints.hard) show_kept(&sim->evaluation.hard, to);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_show_contacts(Sim *sim, const ContactVisitor *to)
{
  PetscFunctionBeginUser;
  sim->evaluation.keeps = true;
  if (sim->evaluation.all.of == sim->clock.step + 1) show_kept(&sim->evaluation.all, to);
  else PetscCall(visit_now(sim, to));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if contacts are to be kept. */
static bool are_asked(const Sim *sim)
{
  const Evaluation *e = &sim->evaluation;

  return (e->keeps || e->pauses) && e->stands && e->all.of != sim->clock.step + 1;
}

PetscErrorCode sim_settle(Sim *sim)
{
  Clumps *c = sim->matter.clumps;

  PetscFunctionBeginUser;
  sim_complete(sim);
  sim_keep_hard(sim);
  if (are_asked(sim)) {
    array_free(&sim->evaluation.poses);
    array_create(&sim->evaluation.poses, sizeof *c->pose, (size_t)c->n_owned + 1);
    memcpy(sim->evaluation.poses, c->pose, (size_t)c->n_owned * sizeof *c->pose);
  }
  motion_pose(c, &sim->space.domain);
  PetscCall(halo_refresh(sim->space.halo, &sim->space.domain, c));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Give the clumps that are there the poses back that they had before sim_settle. Collective. */
static PetscErrorCode unsettle(Sim *sim)
{
  Clumps *c = sim->matter.clumps;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (!clump_is_gone(c, a)) c->pose[a] = sim->evaluation.poses[a];
  array_free(&sim->evaluation.poses);
  PetscCall(sim_place_all(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Centres of kept contacts of these clumps, in order, become no numbers, as those of clumps that
   are gone. */
static void forget_ids(SeenKept *kept, const Id *ids, int n)
{
  for (PetscInt k = 0; k < kept->n; k++) {
    ContactSeen *s = &kept->list[k];
    const Id     b = s->wall ? s->carrier : s->b;

    if (bsearch(&s->a, ids, (size_t)n, sizeof *ids, compare_ids) ||
        bsearch(&b, ids, (size_t)n, sizeof *ids, compare_ids))
      s->centre.x = NAN;
  }
}

/* Forget the kept contacts of clumps that were dropped since. Collective. */
static PetscErrorCode forget_gone(Sim *sim)
{
  const Clumps *c = sim->matter.clumps;
  Id           *mine, *all;
  int64_t      *first;
  int           n = 0, n_all;

  PetscFunctionBeginUser;
  array_create(&mine, sizeof *mine, (size_t)c->n_owned + 1);
  array_create(&first, sizeof *first, (size_t)sim->par.size + 1);
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (clump_is_gone(c, a)) mine[n++] = c->id[a];
  PetscCall(parallel_gather_items(&sim->par, mine, n, sizeof *mine, first, &all));
  n_all = (int)first[sim->par.size];
  sort_items(all, n_all, sizeof *all, compare_ids);
  forget_ids(&sim->evaluation.all, all, n_all);
  forget_ids(&sim->evaluation.hard, all, n_all);
  array_free(&mine);
  array_free(&all);
  array_free(&first);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_keep_contacts(Sim *sim)
{
  ContactVisitor to;

  PetscFunctionBeginUser;
  if (sim->lists.gone && (sim->evaluation.all.of == sim->clock.step + 1 ||
                          sim->evaluation.hard.of == sim->clock.step + 1))
    PetscCall(forget_gone(sim));
  sim_keep_hard(sim);
  if (!are_asked(sim)) PetscFunctionReturn(PETSC_SUCCESS);
  if (sim->evaluation.poses) PetscCall(unsettle(sim));
  to = keep_anew(&sim->evaluation.all, sim->clock.step);
  PetscCall(visit_now(sim, &to));
  PetscFunctionReturn(PETSC_SUCCESS);
}
