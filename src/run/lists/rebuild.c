/* SPDX-License-Identifier: MIT */
/* Rebuild: new owners, copies and lists. The physical state does not change. */
#include "constraint/hard/hard.h"
#include "contact/memory/unpaired.h"
#include "interaction/sph/passes.h"
#include "link/link_make.h"
#include "measure/energy/turnover.h"
#include "run/module_states.h"
#include "wall/walls.h"

/* Remove rows of clumps that have left since the last rebuild. */
static PetscErrorCode remove_gone(Sim *sim)
{
  Clumps *c = sim->matter.clumps;
  int64_t n = 0;
  bool   *keep;

  PetscFunctionBeginUser;
  array_scratch(&keep, sizeof *keep, c->n_owned);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    keep[a] = !clump_is_gone(c, a);
    n += !keep[a];
  }
  if (n > 0) clumps_keep(c, keep);
  array_free(&keep);
  PetscCall(parallel_sum_int(&sim->par, &n, 1));
  sim->energy.account.removed += n;
  sim->lists.gone = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Motion skips tiles of fixed clumps only. A fixed clump outside an open face, as
   after a restart with another box, must be found to have left at the next step, so
   its tile is marked to be visited. */
static void look_at_fixed(Sim *sim)
{
  Clumps *c = sim->matter.clumps;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Vec3 x = c->pose[a].x;

    if (clump_is_fixed(c, a) &&
        (!domain_in_range(&sim->space.domain, x) || domain_has_left(&sim->space.domain, x)))
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
  return sim->deforms.n > 0 || exclusions_are_used(&sim->exclusions, sim->matter.clumps);
}

/* Choose the images that near pairs meet: steps refresh these alone. Pairs with a copy
   are in the blocks of copies. */
static void choose_images(Sim *sim)
{
  Lists          *l     = &sim->lists;
  const Pairs    *pairs = sim->pairs;
  const PairList *near  = &pairs->pebbles;
  const PetscInt  owned = sim->matter.clumps->n_owned;
  const int32_t  *clump = sim->matter.pebbles->clump;
  const PetscInt  from  = near->start[pairs->n_early * pairs->n_laws],
                 to     = near->start[(pairs->n_blocks - pairs->n_late) * pairs->n_laws];

  array_reserve(&l->meets, sizeof *l->meets, sim->matter.clumps->n - owned, &l->meets_capacity);
  memset(l->meets, 0, (size_t)(sim->matter.clumps->n - owned) * sizeof *l->meets);
  for (PetscInt k = from; k < to; k++) {
    const int32_t a = clump[near->a[k]], b = clump[near->b[k]];

    if (a >= owned) l->meets[a - owned] = true;
    if (b >= owned) l->meets[b - owned] = true;
  }
  for (PetscInt k = 0; k < pairs->walls.n; k++)
    if (clump[pairs->walls.a[k]] >= owned) l->meets[clump[pairs->walls.a[k]] - owned] = true;
  halo_choose(sim->space.halo, sim->matter.clumps, l->meets);
}

/* Give each rank its part of divided walls. */
static PetscErrorCode renew_walls(Sim *sim)
{
  const double skin = sim->lists.skin;

  return walls_renew(sim_world(sim), skin, sim_reach(sim, skin),
                     thermostats_depth(sim_thermostats(sim)));
}

PetscErrorCode sim_divide_walls(Sim *sim)
{
  PetscFunctionBeginUser;
  if (sim->lists.divided) PetscFunctionReturn(PETSC_SUCCESS);
  sim->lists.divided = true;
  /* mirrors need walls at larger distances than ranks have */
  if (sim->par.size == 1 || sim->walls.n_carried > 0 || sim->interactions->mirrored ||
      sim->settings.overlap_limit > DIVIDED_OVERLAP)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(walls_divide(sim_world(sim)));
  PetscCall(renew_walls(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if pebbles meet pebbles only: walls, reflecting faces, motions, thermostats and constraints
   need displacements relative to the box. */
static bool pebbles_alone(Sim *sim)
{
  return sim->walls.n == 0 && !sim_faces(sim)->reflects && sim->motion.walls.n == 0 &&
         !sim_thermostats(sim)->baths && !constraints_hold(&sim->constraints, &sim->links);
}

/* Choose the profile of the lists that are being made, with the present skin. */
static PetscErrorCode find_profile(Sim *sim)
{
  Lists *l       = &sim->lists;
  double most[2] = {0, 0}; /* radius, distance from the clump's centre */
  double across;

  PetscFunctionBeginUser;
  l->across  = 0;
  l->profile = (Profile){.used = false};
  if (!pebbles_alone(sim)) PetscFunctionReturn(PETSC_SUCCESS);
  if (sim->space.domain.cell.flows) {
    profile_of_cell(&sim_cell(sim)->moving, &l->profile);
    if (!l->profile.used) PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (PetscInt i = 0; i < sim->matter.pebbles->n; i++)
    most[0] = max_real(most[0], sim->matter.pebbles->at[i].r);
  for (PetscInt a = 0; a < sim->matter.clumps->n_owned; a++)
    most[1] = max_real(most[1], sim->matter.clumps->extent[a]);
  PetscCall(parallel_max(&sim->par, most, 2));
  across = 2 * most[0] + sim_reach(sim, l->skin) + 4 * most[1];
  if (!sim->space.domain.cell.flows)
    PetscCall(profile_find(&sim->par, &sim->space.domain, sim->matter.clumps, across, &l->profile));
  if (l->profile.used) l->across = across;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* New copies, pebbles and pairs from owned rows that have been migrated. */
static PetscErrorCode make_lists(Sim *sim, double dt)
{
  const double     reach  = sim_reach(sim, sim->lists.skin);
  const PairSearch search = {.domain        = &sim->space.domain,
                             .decomposition = &sim->space.decomposition,
                             .clumps        = sim->matter.clumps,
                             .pebbles       = sim->matter.pebbles,
                             .walls         = &sim->walls,
                             .method        = sim->settings.method,
                             .skin          = sim->lists.skin,
                             .near          = sim->lists.near,
                             .fixed         = laws_give(sim->laws, GIVES_FLOW),
                             .apart         = some_never_meet(sim) ? never_meet : NULL,
                             .bodies        = sim,
                             .reach         = sim->laws->reach_of,
                             .n_materials   = sim->matter.materials.n,
                             .n_laws        = sim->laws->n,
                             .law_of        = sim->laws->of};

  PetscFunctionBeginUser;
  clumps_prepare(sim->matter.clumps, &sim->matter.templates);
  if (dt == 0)
    motion_pose(sim->matter.clumps,
                &sim->space.domain); /* else the predicted poses have been migrated */
  stage(&sim->stages, STAGE_HALO);
  halo_need(sim->space.halo, NEEDS_OF_LINKS, sim->links.total > 0 ? &sim->links.needs : NULL);
  halo_need(sim->space.halo, NEEDS_OF_BODIES, sim->deforms.n > 0 ? &sim->deforms.needs : NULL);
  PetscCall(halo_build(sim->space.halo, &sim->space.domain, &sim->space.decomposition,
                       &sim->matter.templates, reach, sim->matter.clumps));
  PetscCall(halo_refresh(sim->space.halo, &sim->space.domain, sim->matter.clumps));
  PetscCall(deforms_find(&sim->deforms, sim->matter.clumps));
  exclusions_find(&sim->exclusions, sim->matter.clumps);
  walls_find_carried(&sim->walls, &sim->matter.templates, sim->matter.clumps);
  walls_carry(&sim->walls, sim->matter.clumps);
  stage(&sim->stages, STAGE_SEARCH);
  halo_select(&sim->space.decomposition, &sim->space.domain, &sim->matter.templates, reach,
              sim->matter.clumps, sim->matter.pebbles);
  pebbles_place(sim->matter.pebbles, sim->matter.clumps, 0, sim->matter.pebbles->n,
                sim->space.domain.magic);
  PetscCall(renew_walls(sim));
  PetscCall(pairs_build(sim->pairs, &search));
  PetscCall(interactions_build(sim->interactions, &search));
  PetscCall(hard_build(sim->constraints.hard, &search));
  clumps_prepare(sim->matter.clumps, &sim->matter.templates); /* for the copies */
  look_at_fixed(sim);
  array_reserve(&sim->lists.sent, sizeof *sim->lists.sent,
                sim->matter.clumps->n_owned / CLUMPS_TILE + 1, &sim->lists.sent_capacity);
  halo_mark_sent(sim->space.halo, CLUMPS_TILE, sim->lists.sent);
  choose_images(sim);
  PetscCall(find_profile(sim));
  motion_mark(sim->matter.clumps, lists_profile(&sim->lists));
  sim_cell(sim)->moving.way = 0;
  sim->evaluation.stands    = false;
  PetscCall(wall_motions_mark(&sim->motion.walls, &sim->par, sim->matter.pebbles, true));
  sim->lists.moved = sim->lists.moved_before = TRAVEL_REST;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_place_all(Sim *sim)
{
  PetscFunctionBeginUser;
  PetscCall(halo_refresh(sim->space.halo, &sim->space.domain, sim->matter.clumps));
  walls_carry(&sim->walls, sim->matter.clumps);
  pebbles_place(sim->matter.pebbles, sim->matter.clumps, 0, sim->matter.pebbles->n,
                sim->space.domain.magic);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_pose(Sim *sim)
{
  PetscFunctionBeginUser;
  sim_complete(sim);
  if (!sim->interactions->has_passes) PetscFunctionReturn(PETSC_SUCCESS);
  motion_pose(sim->matter.clumps, &sim->space.domain);
  PetscCall(halo_refresh(sim->space.halo, &sim->space.domain, sim->matter.clumps));
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
  PetscCall(sim_place_all(sim));
  sim->evaluation.stands = false;
  contacts_narrow(sim->contacts, &scene, sim->pairs, sim->lists.near);
  choose_images(sim);
  interactions_narrow(sim->interactions, &sim->space.domain, sim->matter.pebbles, sim->lists.near);
  hard_narrow(sim->constraints.hard, &sim->space.domain, sim->matter.pebbles, &sim->walls,
              sim->lists.near);
  motion_moved(sim->matter.clumps, &sim->matter.templates, 0, lists_profile(&sim->lists),
               lists_age(&sim->lists), &sim->lists.moved, &(Travel){0});
  sim->lists.moved =
    travel_with_images(sim->lists.moved, sim_cell(sim)->moving.way, sim->lists.profile.used);
  sim->lists.moved_before = travel_add(sim->lists.moved_before, sim->lists.moved);
  sim->lists.moved        = TRAVEL_REST;
  motion_mark(sim->matter.clumps, lists_profile(&sim->lists));
  sim_cell(sim)->moving.way = 0;
  PetscCall(wall_motions_mark(&sim->motion.walls, &sim->par, sim->matter.pebbles, false));
  PetscCall(PetscTime(&end));
  sim->lists.tuner.narrow += end - start;
  note_looks(sim, sim->pairs);
  if (sim->interactions->n_sets > 0) note_looks(sim, sim->interactions->pairs);
  if (sim->constraints.hard) note_looks(sim, sim->constraints.hard->pairs);
  sim->lists.tuner.narrowings++;
  sim->stages.counters.narrowings++;
  stage(&sim->stages, before);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sum the contents of deformable bodies in the new rows, for energies; evaluations sum
   them again. */
static PetscErrorCode sum_deforms(Sim *sim)
{
  const InteractionScene scene  = sim_interaction_scene(sim);
  ContactReport          report = {.possible = true};

  return deforms_sum(&sim->deforms, &scene, sim->space.halo, &report);
}

PetscErrorCode sim_build(Sim *sim, double dt, ContactRecords *records)
{
  ContactScene scene;
  int64_t      lost; /* records without a pair: contacts that separated in this step */

  PetscFunctionBeginUser;
  stage(&sim->stages, STAGE_MIGRATE);
  PetscCall(clumps_migrate(&sim->par, &sim->space.domain, &sim->space.decomposition,
                           clumps_sort_cell(&sim->matter.templates, sim->matter.clumps), INT64_MIN,
                           sim->matter.clumps));
  PetscCall(links_route(&sim->links, &sim->par, &sim->space.domain, &sim->space.decomposition,
                        sim->matter.clumps));
  PetscCall(deforms_route(&sim->deforms, &sim->par, &sim->space.decomposition, sim->matter.clumps));
  PetscCall(make_lists(sim, dt));
  PetscCall(links_find(&sim->links, sim->matter.clumps));
  stage(&sim->stages, STAGE_CARRY);
  PetscCall(records_route(&sim->par, &sim->space.decomposition, records));
  PetscCall(unpaired_offer(sim->contacts, &sim->par, sim->matter.clumps, records));
  scene = sim_scene(sim);
  contacts_unpack(sim->contacts, &scene, records, &lost);
  unpaired_withdraw(sim->contacts);
  loads_clear(sim->loads, sim->matter.clumps->n);
  PetscCall(halo_set_up(sim->space.halo, sim->matter.clumps, sim->loads));
  PetscCall(sum_deforms(sim));
  if (dt == 0) {
    const InteractionScene far = sim_interaction_scene(sim);

    PetscCall(passes_share(sim->interactions, &far, sim->space.halo));
  }
  sim->stages.counters.separated += lost;
  sim->lists.rebuild_next = sim->lists.narrow_next = false;
  sim->lists.built                                 = sim->clock.step;
  sim->lists.unmarked                              = false;
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
  PetscCall(sim_place_all(sim));
  contacts_pack(sim->contacts, &scene, records);
  records->end       = sim->lists.resized;
  sim->lists.resized = false;
  PetscCall(unpaired_share(sim->contacts, &sim->par, &scene));
  constraints_store_forces(&sim->constraints, &sim->links);
  links_pack(&sim->links, &sim->space.domain, sim->matter.clumps);
  deforms_pack(&sim->deforms, &sim->space.domain, sim->matter.clumps);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A rebuild. extend (NULL: nothing): adds clumps or links, and may migrate clumps by the present
   cuts. */
static PetscErrorCode renew(Sim *sim, double dt, bool balance, PetscErrorCode (*extend)(Sim *))
{
  const Stage    before = stage(&sim->stages, STAGE_SEARCH);
  ContactRecords records;
  PetscLogDouble start, end;
  bool           balanced;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&start));
  PetscCall(extend ? skin_tune_early(sim) : skin_tune(sim));
  if (dt == 0) PetscCall(sim_keep_contacts(sim));
  PetscCall(put_aside(sim, &records));
  balanced = sim->par.size > 1 && (balance || sim->lists.balance.next);
  if (sim->space.domain.cell.flows)
    decomposition_stretch(&sim->space.decomposition, &sim->space.domain);
  if (balanced) PetscCall(sim_balance(sim, balance, &records)); /* lists are up to date */
  stage(&sim->stages, STAGE_MIGRATE);
  PetscCall(remove_gone(sim));
  if (extend) PetscCall(extend(sim));
  PetscCall(sim_build(sim, dt, &records));
  records_free(&records);
  sim->stages.counters.rebuilds++;
  PetscCall(sim_assess_balance(sim, balanced, start));
  PetscCall(PetscTime(&end));
  stage(&sim->stages, before);
  sim->lists.tuner = (SkinTuner){.rebuild = end - start, .waiting = stages_exchange(&sim->stages)};
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_rebuild(Sim *sim, double dt, bool balance)
{
  return renew(sim, dt, balance, NULL);
}

static PetscErrorCode let_in(Sim *sim)
{
  PetscFunctionBeginUser;
  PetscCall(renew_walls(sim));
  PetscCall(sim_release(sim, clock_reached(&sim->clock)));
  sim->entry.last = sim->clock.step;
  auto_dt_mind(sim_auto_dt(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_enter(Sim *sim)
{
  EnergyStock before;

  PetscFunctionBeginUser;
  sim_complete(sim);
  PetscCall(turnover_enter_begin(sim_world(sim), &before));
  PetscCall(renew(sim, 0, false, let_in));
  PetscCall(turnover_enter_end(sim_world(sim), &before));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Make the links of objects whose time has come. */
static PetscErrorCode join_links(Sim *sim)
{
  auto_dt_mind(sim_auto_dt(sim));
  return links_join(sim_world(sim), sim_goes_on(sim));
}

/* Check the step after links have been made during the run, as the bounds used for `dt: auto` may
   have been too wide, for instance for links from lists; and give sums of loads room for them. */
static PetscErrorCode check_step(Sim *sim)
{
  StepLimits s = STEP_LIMITS_NONE;
  double     time;

  PetscFunctionBeginUser;
  PetscCall(stable_links(sim_world(sim), &s));
  quanta_widen(&sim->world, &sim->timestep.scales);
  time = min_real(s.time, s.face_time);
  if (sim->clock.dt > 0.2 * time)
    warning_add(
      &sim->warnings,
      "links made at %g s: dt (%g s) is %.2g of the shortest half period of linked clumps "
      "(%g s): at most 0.05 is recommended",
      sim_time(sim), sim->clock.dt, sim->clock.dt / time, time);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_join_links(Sim *sim)
{
  PetscFunctionBeginUser;
  sim_complete(sim);
  PetscCall(renew(sim, 0, false, join_links));
  sim->links.watches = links_watch(&sim->links);
  PetscCall(check_step(sim));
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

PetscErrorCode sim_mark_gone(Sim *sim)
{
  PetscFunctionBeginUser;
  if (sim->lists.unmarked) PetscCall(sim_place_all(sim));
  sim->lists.unmarked = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_even(Sim *sim)
{
  PetscLogDouble now;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&now));
  PetscCall(sim_assess_balance(sim, false, now));
  if (sim_cuts_again(sim, sim->par.size, sim->lists.balance.imbalance))
    PetscCall(sim_rebuild(sim, 0, true));
  PetscFunctionReturn(PETSC_SUCCESS);
}
