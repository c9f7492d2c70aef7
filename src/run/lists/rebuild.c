/* SPDX-License-Identifier: MIT */
/* Rebuild: new owners, copies and lists. The physical state does not change. */
#include "run/lists/rebuild.h"
#include "constraint/hard/hard.h"
#include "contact/memory/unpaired.h"
#include "interaction/sph/phases.h"
#include "run/lists/carried.h"
#include "run/lists/wall_division.h"
#include "run/sim.h"

/* Remove rows of clumps that have left since the last rebuild. */
static PetscErrorCode remove_gone(Sim *sim)
{
  Clumps *c = sim->clumps;
  int64_t n = 0;
  bool   *keep;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(c->n_owned, &keep));
  for (PetscInt a = 0; a < c->n_owned; a++) {
    keep[a] = !clump_is_gone(c, a);
    n += !keep[a];
  }
  if (n > 0) PetscCall(clumps_keep(c, keep));
  PetscCall(PetscFree(keep));
  PetscCall(parallel_sum_int(&sim->par, &n, 1));
  sim->account.removed += n;
  sim->lists.gone = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Motion skips tiles of fixed clumps only. A fixed clump outside an open face, as
   after a restart with another box, must be found to have left at the next step, so
   its tile is marked to be visited. */
static void look_at_fixed(Sim *sim)
{
  Clumps *c = sim->clumps;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 x = c->pose[a].x;

    if (clump_is_fixed(c, a) &&
        (!domain_in_range(&sim->domain, x) || domain_has_left(&sim->domain, x)))
      c->tile[a / CLUMPS_TILE] |= TILE_FREE;
  }
}

/* PairSearch.apart of the simulation: true if two clumps never touch. */
static bool never_meet(const void *own, int32_t a, int32_t b)
{
  const Sim *sim = own;

  return exclusions_apart(&sim->exclusions, a, b) ||
         (sim->deforms.n > 0 && deforms_exclude(&sim->deforms, a, b));
}

static bool some_never_meet(const Sim *sim)
{
  return sim->deforms.n > 0 || exclusions_are_used(&sim->exclusions, sim->clumps);
}

/* Choose the images that near pairs meet: steps refresh these alone. Pairs with a copy
   are in the blocks of copies. */
static PetscErrorCode choose_images(Sim *sim)
{
  Lists          *l     = &sim->lists;
  const Pairs    *pairs = sim->pairs;
  const PairList *near  = &pairs->pebbles;
  const PetscInt  owned = sim->clumps->n_owned;
  const int32_t  *clump = sim->pebbles->clump;
  const PetscInt  from  = near->start[pairs->n_early * pairs->n_laws],
                 to     = near->start[(pairs->n_blocks - pairs->n_late) * pairs->n_laws];

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&l->meets, sizeof *l->meets, sim->clumps->n - owned, &l->meets_capacity));
  memset(l->meets, 0, (size_t)(sim->clumps->n - owned) * sizeof *l->meets);
  for (PetscInt k = from; k < to; k++) {
    const int32_t a = clump[near->a[k]], b = clump[near->b[k]];

    if (a >= owned) l->meets[a - owned] = true;
    if (b >= owned) l->meets[b - owned] = true;
  }
  for (PetscInt k = 0; k < pairs->walls.n; k++)
    if (clump[pairs->walls.a[k]] >= owned) l->meets[clump[pairs->walls.a[k]] - owned] = true;
  PetscCall(halo_choose(sim->halo, sim->clumps, l->meets));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* New copies, pebbles and pairs from owned rows that have been migrated. */
static PetscErrorCode make_lists(Sim *sim, double dt)
{
  const double     reach  = sim_reach(sim, sim->lists.skin);
  const PairSearch search = {.domain        = &sim->domain,
                             .decomposition = &sim->decomposition,
                             .clumps        = sim->clumps,
                             .pebbles       = sim->pebbles,
                             .walls         = &sim->walls,
                             .method        = sim->settings.method,
                             .skin          = sim->lists.skin,
                             .near          = sim->lists.near,
                             .fixed         = laws_give(sim->laws, GIVES_FLOW),
                             .apart         = some_never_meet(sim) ? never_meet : NULL,
                             .bodies        = sim,
                             .reach         = sim->laws->reach_of,
                             .n_materials   = sim->materials.n,
                             .n_laws        = sim->laws->n,
                             .law_of        = sim->laws->of};

  PetscFunctionBeginUser;
  clumps_prepare(sim->clumps, &sim->templates);
  if (dt == 0)
    motion_pose(sim->clumps, &sim->domain); /* else the predicted poses have been migrated */
  stage(&sim->stages, STAGE_HALO);
  halo_need(sim->halo, NEEDS_OF_LINKS, sim->links.total > 0 ? &sim->links.needs : NULL);
  halo_need(sim->halo, NEEDS_OF_BODIES, sim->deforms.n > 0 ? &sim->deforms.needs : NULL);
  PetscCall(
    halo_build(sim->halo, &sim->domain, &sim->decomposition, &sim->templates, reach, sim->clumps));
  PetscCall(halo_refresh_begin(sim->halo, sim->clumps));
  PetscCall(halo_refresh_end(sim->halo, &sim->domain, sim->clumps));
  PetscCall(deforms_find(&sim->deforms, sim->clumps));
  PetscCall(exclusions_find(&sim->exclusions, sim->clumps));
  carried_find(sim);
  carried_place(sim);
  stage(&sim->stages, STAGE_SEARCH);
  PetscCall(halo_select(&sim->decomposition, &sim->domain, &sim->templates, reach, sim->clumps,
                        sim->pebbles));
  pebbles_place(sim->pebbles, sim->clumps, 0, sim->pebbles->n, sim->domain.magic);
  PetscCall(wall_division_renew(sim));
  PetscCall(pairs_build(sim->pairs, &search));
  PetscCall(interactions_build(sim->interactions, &search));
  PetscCall(hard_build(sim->constraints.hard, &search));
  clumps_prepare(sim->clumps, &sim->templates); /* for the copies */
  look_at_fixed(sim);
  PetscCall(array_reserve(&sim->lists.sent, sizeof *sim->lists.sent,
                          sim->clumps->n_owned / CLUMPS_TILE + 1, &sim->lists.sent_capacity));
  halo_mark_sent(sim->halo, CLUMPS_TILE, sim->lists.sent);
  PetscCall(choose_images(sim));
  PetscCall(lists_find_profile(sim));
  motion_mark(sim->clumps, lists_profile(&sim->lists));
  sim->cell.way = 0;
  PetscCall(wall_motions_mark(&sim->motions, &sim->par, sim->pebbles, true));
  sim->lists.moved = sim->lists.moved_before = TRAVEL_REST;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Place every pebble at its present position, copies included. */
static PetscErrorCode place_all(Sim *sim)
{
  PetscFunctionBeginUser;
  PetscCall(halo_refresh_begin(sim->halo, sim->clumps));
  PetscCall(halo_refresh_end(sim->halo, &sim->domain, sim->clumps));
  carried_place(sim);
  pebbles_place(sim->pebbles, sim->clumps, 0, sim->pebbles->n, sim->domain.magic);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_pose(Sim *sim)
{
  PetscFunctionBeginUser;
  sim_complete(sim);
  if (!sim->interactions->phased) PetscFunctionReturn(PETSC_SUCCESS);
  motion_pose(sim->clumps, &sim->domain);
  PetscCall(halo_refresh_begin(sim->halo, sim->clumps));
  PetscCall(halo_refresh_end(sim->halo, &sim->domain, sim->clumps));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Note the tests of listed pairs in a narrowing, for the choice of the skins. */
static void note_looks(Sim *sim, const Pairs *pairs)
{
  sim->lists.tuner.looking += pairs->looking;
  sim->lists.tuner.looked += (double)pairs->looked;
}

PetscErrorCode sim_narrow(Sim *sim)
{
  const Stage        before = stage(&sim->stages, STAGE_NARROW);
  const ContactScene scene  = sim_scene(sim);
  PetscLogDouble     start, end;

  PetscFunctionBeginUser;
  PetscCall(skin_tune_near(sim));
  PetscCall(PetscTime(&start));
  PetscCall(place_all(sim));
  PetscCall(contacts_narrow(sim->contacts, &scene, sim->pairs, sim->lists.near));
  PetscCall(choose_images(sim));
  PetscCall(interactions_narrow(sim->interactions, &sim->domain, sim->pebbles, sim->lists.near));
  PetscCall(
    hard_narrow(sim->constraints.hard, &sim->domain, sim->pebbles, &sim->walls, sim->lists.near));
  motion_moved(sim->clumps, &sim->templates, 0, lists_profile(&sim->lists), lists_age(&sim->lists),
               &sim->lists.moved, &(Travel){0});
  sim->lists.moved        = cell_run_widen(sim, sim->lists.moved, sim->cell.way);
  sim->lists.moved_before = travel_add(sim->lists.moved_before, sim->lists.moved);
  sim->lists.moved        = TRAVEL_REST;
  motion_mark(sim->clumps, lists_profile(&sim->lists));
  sim->cell.way = 0;
  PetscCall(wall_motions_mark(&sim->motions, &sim->par, sim->pebbles, false));
  PetscCall(PetscTime(&end));
  sim->lists.tuner.narrow += end - start;
  note_looks(sim, sim->pairs);
  if (sim->interactions->n_sets > 0) note_looks(sim, sim->interactions->pairs);
  if (sim->constraints.hard) note_looks(sim, sim->constraints.hard->pairs);
  sim->lists.tuner.narrowings++;
  sim->counters.narrowings++;
  stage(&sim->stages, before);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sum the contents of deformable bodies in the new rows, for energies; evaluations sum
   them again. */
static PetscErrorCode sum_deforms(Sim *sim)
{
  const InteractionScene scene  = sim_interaction_scene(sim);
  ContactReport          report = {.possible = true};

  return deforms_sum(&sim->deforms, &scene, sim->halo, &report);
}

PetscErrorCode sim_build(Sim *sim, double dt, ContactRecords *records)
{
  ContactScene scene;
  int64_t      lost; /* records without a pair: contacts that separated in this step */

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_MIGRATE);
  PetscCall(clumps_migrate(&sim->par, &sim->domain, &sim->decomposition,
                           clumps_sort_cell(&sim->templates, sim->clumps), INT64_MIN, sim->clumps));
  PetscCall(links_route(&sim->links, &sim->par, &sim->domain, &sim->decomposition, sim->clumps));
  PetscCall(deforms_route(&sim->deforms, &sim->par, &sim->decomposition, sim->clumps));
  PetscCall(make_lists(sim, dt));
  PetscCall(links_find(&sim->links, sim->clumps));
  stage(&sim->stages, STAGE_CARRY);
  PetscCall(records_route(&sim->par, &sim->decomposition, records));
  PetscCall(unpaired_offer(sim->contacts, &sim->par, sim->clumps, records));
  scene = sim_scene(sim);
  PetscCall(contacts_unpack(sim->contacts, &scene, records, &lost));
  unpaired_withdraw(sim->contacts);
  PetscCall(loads_clear(sim->loads, sim->clumps->n));
  PetscCall(halo_set_up(sim->halo, sim->clumps, sim->loads));
  PetscCall(sum_deforms(sim));
  if (dt == 0) {
    const InteractionScene far = sim_interaction_scene(sim);

    PetscCall(phases_share(sim->interactions, &far, sim->halo));
  }
  sim->counters.separated += lost;
  sim->lists.rebuild_next = sim->lists.narrow_next = false;
  sim->lists.built                                 = sim->clock.step;
  sim->lists.untold                                = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Pack the contacts' memory into records by key, so that lists may change. */
static PetscErrorCode put_aside(Sim *sim, ContactRecords *records)
{
  const ContactScene scene = sim_scene(sim);

  PetscFunctionBeginUser;
  *records = (ContactRecords){0};
  /* records are keyed by present positions, so the old copies are refreshed first */
  stage(&sim->stages, STAGE_CARRY);
  PetscCall(place_all(sim));
  PetscCall(contacts_pack(sim->contacts, &scene, records));
  records->end       = sim->lists.resized;
  sim->lists.resized = false;
  PetscCall(unpaired_share(sim->contacts, &sim->par, &scene));
  constraints_tell(&sim->constraints, &sim->links);
  links_pack(&sim->links, &sim->domain, sim->clumps);
  deforms_pack(&sim->deforms, &sim->domain, sim->clumps);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Find new cuts if a balance is due or forced; lists are up to date, and memory has been packed. */
static PetscErrorCode balance_if_due(Sim *sim, bool forced, const ContactRecords *records,
                                     bool *balanced)
{
  PetscFunctionBeginUser;
  *balanced = sim->par.size > 1 && (forced || sim->balance.next);
  if (*balanced) PetscCall(sim_balance(sim, forced, records));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode make_anew(Sim *sim, double dt, ContactRecords *records)
{
  PetscFunctionBeginUser;
  PetscCall(sim_build(sim, dt, records));
  records_free(records);
  sim->counters.rebuilds++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A rebuild. extend (NULL: nothing): adds clumps or links; the skins then stay as they are. */
static PetscErrorCode renew(Sim *sim, double dt, bool balance, PetscErrorCode (*extend)(Sim *))
{
  const Stage    before = stage(&sim->stages, STAGE_SEARCH);
  ContactRecords records;
  PetscLogDouble start, end;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&start));
  if (!extend) PetscCall(skin_tune(sim));
  PetscCall(put_aside(sim, &records));
  cell_run_stretch(sim);
  PetscCall(balance_if_due(sim, balance, &records, &balance));
  stage(&sim->stages, STAGE_MIGRATE);
  PetscCall(remove_gone(sim));
  if (extend) PetscCall(extend(sim));
  PetscCall(make_anew(sim, dt, &records));
  PetscCall(sim_assess_balance(sim, balance, start));
  PetscCall(PetscTime(&end));
  stage(&sim->stages, before);
  sim->lists.tuner = (SkinTuner){.rebuild = end - start, .waiting = stages_exchange(&sim->stages)};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_rebuild(Sim *sim, double dt, bool balance)
{
  PetscFunctionBeginUser;
  PetscCall(renew(sim, dt, balance, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode let_in(Sim *sim)
{
  PetscFunctionBeginUser;
  PetscCall(wall_division_renew(sim));
  PetscCall(sim_release(sim, clock_reached(&sim->clock)));
  sim->entry.last = sim->clock.step;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_enter(Sim *sim)
{
  PetscFunctionBeginUser;
  PetscCall(sim_extend(sim, let_in));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_extend(Sim *sim, PetscErrorCode (*extend)(Sim *))
{
  PetscFunctionBeginUser;
  sim_complete(sim);
  PetscCall(renew(sim, 0, false, extend));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_clear_out(Sim *sim)
{
  PetscFunctionBeginUser;
  if (!sim->lists.gone) PetscFunctionReturn(PETSC_SUCCESS);
  sim_complete(sim);
  PetscCall(sim_rebuild(sim, 0, false));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_tell_gone(Sim *sim)
{
  PetscFunctionBeginUser;
  if (sim->lists.untold) PetscCall(place_all(sim));
  sim->lists.untold = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_even(Sim *sim)
{
  PetscLogDouble now;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&now));
  PetscCall(sim_assess_balance(sim, false, now));
  if (sim_cuts_again(sim, sim->par.size, sim->balance.imbalance))
    PetscCall(sim_rebuild(sim, 0, true));
  PetscFunctionReturn(PETSC_SUCCESS);
}
