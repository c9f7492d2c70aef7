/* SPDX-License-Identifier: MIT */
/* The contacts of the last step, shown after it. Its memory of before is still there, in the copy
   that the next evaluation overwrites, until lists are renewed. */
#include "constraint/hard/hard.h"
#include "contact/solid/solids.h"
#include "run/step/step.h"

static void keep(void *self, const ContactSeen *seen, int n)
{
  Sim *sim = self;

  array_reserve(&sim->evaluation.hard, sizeof *seen, sim->evaluation.n + n,
                &sim->evaluation.capacity);
  memcpy(sim->evaluation.hard + sim->evaluation.n, seen, (size_t)n * sizeof *seen);
  sim->evaluation.n += n;
}

void sim_keep_hard(Sim *sim)
{
  const ConstraintScene scene = step_constraint_scene(sim);
  const ContactVisitor  to    = {sim, keep};

  if (!sim->constraints.hard || sim->evaluation.kept_step == sim->clock.step) return;
  sim->evaluation.kept_step = sim->clock.step;
  sim->evaluation.n         = 0;
  if (sim->evaluation.stands && sim->evaluation.dt_before > 0)
    hard_visit(sim->constraints.hard, &scene, &to);
}

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

static void visit_kept(const Sim *sim, const ContactVisitor *to)
{
  if (sim->evaluation.n > 0) to->see(to->self, sim->evaluation.hard, (int)sim->evaluation.n);
}

PetscErrorCode sim_show_contacts(Sim *sim, const ContactVisitor *to)
{
  const bool   stands = sim->evaluation.stands;
  ContactScene scene  = sim_scene(sim);

  PetscFunctionBeginUser;
  scene.dt_before = stands ? sim->evaluation.dt_before : 0;
  sim_keep_hard(sim);
  sim_complete(sim);
  PetscCall(sim_mark_gone(sim));
  if (stands) contacts_revert(sim->contacts);
  else evaluate_now(sim, &scene);
  contacts_visit(sim->contacts, &scene, to);
  if (stands) contacts_commit(sim->contacts);
  links_visit(&sim->links, &scene, &sim->matter.templates, to);
  constraints_visit(&sim->links, &scene, &sim->matter.templates, to);
  visit_kept(sim, to);
  PetscFunctionReturn(PETSC_SUCCESS);
}
