/* SPDX-License-Identifier: MIT */
/* Links of a run (link_run.h). */
#include "run/link_run.h"
#include "constraint/contradict.h"
#include "constraint/hard/hard.h"
#include "link/link_make.h"
#include "run/lists/rebuild.h"
#include "run/module_states.h"
#include "run/restart/saved_parts.h"
#include "run/timestep/classes.h"
#include "supply/population/population.h"

static LinkScene scene_of(const Sim *sim)
{
  return (LinkScene){.par           = &sim->par,
                     .options       = sim->options,
                     .materials     = &sim->materials,
                     .templates     = &sim->templates,
                     .domain        = &sim->domain,
                     .decomposition = &sim->decomposition,
                     .halo_wide     = sim->settings.halo_wide,
                     .clumps        = sim->clumps,
                     .enters        = entry_has_objects(sim) || sim->entry.next < INFINITY,
                     .before        = -1};
}

static StatePart part_of(Links *links)
{
  return (StatePart){.folder = EXTRAS_FOLDER, .items = links_state, .owner = links};
}

static StatePart part_of_constraints(Constraints *constraints)
{
  return (StatePart){.folder = EXTRAS_FOLDER, .items = constraints_state, .owner = constraints};
}

/* Take over the links of the checkpoint: keys and memory; the objects are those of the scenario. */
static PetscErrorCode take_links(Sim *sim, Checkpoint *ck)
{
  const LinkScene scene = scene_of(sim);
  int64_t         wrong;
  bool            found;

  PetscFunctionBeginUser;
  PetscCall(parts_take(sim, ck, part_of(&sim->links), &found));
  if (sim->par.rank == 0)
    memcpy(sim->links.broken, sim->links.broken_all, sizeof sim->links.broken);
  for (int k = 0; k < LINK_KINDS; k++) {
    LinkSet *to = &sim->links.set[k], *from = &ck->links[k];

    to->n        = from->n;
    to->capacity = from->capacity;
    to->list     = from->list;
    to->memory   = from->memory;
    *from        = (LinkSet){.kind = from->kind};
  }
  PetscCall(links_check(&scene, &sim->links, &wrong));
  if (wrong > 0)
    options_mistake(sim->options,
                    "%s: %" PRId64
                    " of its links are of clumps, pebbles or objects that do not exist",
                    sim->source, wrong);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Migrate clumps to the ranks in whose boxes they are, where close pebbles are searched for. */
static PetscErrorCode gather_clumps(Sim *sim)
{
  PetscFunctionBeginUser;
  PetscCall(clumps_migrate(&sim->par, &sim->domain, &sim->decomposition,
                           clumps_sort_cell(&sim->templates, sim->clumps), INT64_MIN, sim->clumps));
  clumps_prepare(sim->clumps, &sim->templates);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void note_ends(const Templates *templates, const Clumps *c, bool fixed_too, double ends[3])
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    if (!fixed_too && (c->blocked[a] & BLOCK_ALL) == BLOCK_ALL) continue;
    ends[0] = max_real(ends[0], -c->mass[a]);
    ends[1] = max_real(ends[1], c->mass[a]);
    ends[2] = max_real(ends[2], templates->list[c->template[a]].bound * c->scale[a]);
  }
}

/* Find Constraints.ends over all ranks. The extremes stand for clumps that enter or that changes
   make; a fixed row among them may stand for clumps that are not fixed. */
static PetscErrorCode find_ends(Sim *sim)
{
  const Clumps *all[] = {sim->entry.extremes, sim->clumps, sim->waiting->clumps};
  const bool    alter = sim_changes(sim)->n > 0;
  const int     n     = sim->constraints.hard || sim->constraints.volumes.n > 0 ? 3 : alter;
  double       *ends  = sim->constraints.ends;

  PetscFunctionBeginUser;
  ends[0] = -INFINITY;
  for (int k = 0; k < n; k++) note_ends(&sim->templates, all[k], alter, ends);
  PetscCall(parallel_max(&sim->par, ends, 3));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if a restart adds no object of this kind. */
static PetscErrorCode all_stored(Options *o, const char *kind, bool *stored)
{
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(o, kind, &n, &names));
  for (int k = 0; k < n; k++) *stored = *stored && options_object_is_stored(o, kind, names[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* *stored is set to false if a restart adds clumps, sources or changes, which may need
   another quantum. */
static PetscErrorCode clumps_stored(Options *o, bool *stored)
{
  PetscFunctionBeginUser;
  PetscCall(all_stored(o, "clumps", stored));
  PetscCall(all_stored(o, "change", stored));
  for (int k = 0; source_kind(k); k++)
    if (source_kind(k)->options.name)
      PetscCall(all_stored(o, source_kind(k)->options.name, stored));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Take the shares, the quantum and the reach from the checkpoint, unless the scenario has new
   constraints or clumps. */
static PetscErrorCode prepare_constraints(Sim *sim, const Checkpoint *ck)
{
  const LinkScene scene = scene_of(sim);
  const double    reach = sim->constraints.reach; /* by the clumps present now */
  bool            found = false;

  PetscFunctionBeginUser;
  if (ck) PetscCall(parts_take(sim, ck, part_of_constraints(&sim->constraints), &found));
  PetscCall(all_stored(sim->options, "constraint", &found));
  PetscCall(clumps_stored(sim->options, &found));
  if (!found) sim->constraints.reach = reach;
  hard_set_reach(sim->constraints.hard, sim->constraints.reach);
  PetscCall(find_ends(sim));
  PetscCall(constraints_prepare(&sim->constraints, &scene, &sim->links, !found));
  /* rows have no room for the kick, which velocities do not show without a last one */
  if (!(sim->settings.integrator->last > 0)) sim->constraints.central = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Make all links of the scenario, and take those of the checkpoint. */
static PetscErrorCode make_links(Sim *sim, Checkpoint *ck)
{
  LinkScene scene = scene_of(sim);
  int64_t   missing;

  PetscFunctionBeginUser;
  scene.now = ck ? clock_reached(&ck->clock) : 0;
  if (ck) PetscCall(take_links(sim, ck));
  if (links_search(&scene, &sim->links)) PetscCall(gather_clumps(sim));
  PetscCall(links_make(&scene, &sim->links));
  PetscCall(constraints_compare(&scene, &sim->links));
  PetscCall(links_locate(&sim->links, &sim->par, &sim->domain, sim->clumps, &missing));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode link_run_make(Sim *sim, Checkpoint *ck)
{
  PetscFunctionBeginUser;
  if (links_are_used(&sim->links)) PetscCall(make_links(sim, ck));
  sim->links.watches = links_watch(&sim->links);
  if (!options_has_mistakes(sim->options)) PetscCall(prepare_constraints(sim, ck));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode link_run_look(Sim *sim)
{
  LinkScene scene = scene_of(sim);

  PetscFunctionBeginUser;
  scene.looks = true;
  scene.more  = population_has_fills(sim->options);
  PetscCall(links_make(&scene, &sim->links));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- while the run goes on ---- */

/* Make the links of objects whose time has come, in a rebuild. */
static PetscErrorCode make_due(Sim *sim)
{
  LinkScene scene = scene_of(sim);
  int64_t   missing;

  PetscFunctionBeginUser;
  scene.before   = sim->links.reached;
  scene.more     = true; /* clumps of a list may have left */
  scene.warnings = &sim->warnings;
  scene.now      = clock_reached(&sim->clock);
  if (links_search(&scene, &sim->links)) PetscCall(gather_clumps(sim));
  PetscCall(links_make(&scene, &sim->links));
  PetscCall(links_locate(&sim->links, &sim->par, &sim->domain, sim->clumps, &missing));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the time step ---- */

/* Half the shortest period of a square of a frequency, 1/s^2. */
static double half_period(double square)
{
  return square > 0 ? PETSC_PI / sqrt(square) : INFINITY;
}

/* Raise the limits by those of an object: a single link counts as a contact, all links of a clump
   as a face; `before`: squares of frequencies by other kinds, which act on the same clumps. */
static void note_limits(const LinkSet *set, const LinkObject *object, const LinkLimits *l,
                        double before, ShortestContact *s)
{
  const double pair = half_period(l->pair), all = half_period(l->all + before);
  char         text[sizeof s->pair];

  snprintf(text, sizeof text, "linked clumps (%s %s)", set->kind->options.name, object->name);
  if (pair < s->time) memcpy(s->pair, text, sizeof text);
  if (all < s->face_time)
    snprintf(s->face, sizeof s->face, "linked clumps (%s %s, all links of a clump at once)",
             set->kind->options.name, object->name);
  if (l->all_rate > s->rate) memcpy(s->dashpot, text, sizeof text);
  s->time      = min_real(s->time, pair);
  s->face_time = min_real(s->face_time, all);
  s->rate      = max_real(s->rate, max_real(l->pair_rate, FACE_DASHPOT * l->all_rate));
}

/* Largest number of links of one pebble that are made later: its neighbours in a dense packing of
   equal spheres. */
static int neighbours_of(const Sim *sim)
{
  return sim->domain.dimension == 2 ? 6 : 12;
}

/* Stiffness of a link between pebbles of two classes that touch. */
static LinkStiffness stiffness_between(const Sim *sim, const LinkSet *set, int object,
                                       const PebbleClass *a, const PebbleClass *b, LinkBatch *one,
                                       double *memory)
{
  const void *constants = set->objects[object].constants;
  LinkGiven   nothing   = {.dimension = sim->domain.dimension};

  for (int k = 0; k < LINK_GIVEN; k++) nothing.value[k] = NAN;
  one->n         = 1;
  one->dimension = sim->domain.dimension;
  one->a[0]      = (LinkEnd){.q = {1, 0, 0, 0}, .radius = a->radius};
  one->b[0]      = (LinkEnd){.q = {1, 0, 0, 0}, .radius = b->radius};
  one->way[0]    = vec3(a->radius + b->radius, 0, 0);
  one->memory[0] = memory;
  set->kind->start(constants, one, 0, &nothing, memory);
  return set->kind->stiffness(constants, one, 0);
}

/* Add the square of the frequency of links at a clump of this class, 1/s^2, and the rate of their
   dashpots. */
static void note_end(const PebbleClass *k, const LinkStiffness *s, double links, LinkLimits *l,
                     LinkLimits *pair)
{
  const double easy   = max_real(k->inverse, k->across);
  const double square = s->force * easy + s->turn * k->turn,
               rate   = s->damping * easy + s->turn_damping * k->turn;

  pair->pair += square;
  pair->pair_rate += rate;
  l->all      = max_real(l->all, 2 * links * square);
  l->all_rate = max_real(l->all_rate, 2 * links * rate);
}

/* Bounds for an object whose links are made during the run, from the classes that may touch. */
static PetscErrorCode limit_later(Sim *sim, const LinkSet *set, int object, const PebbleClasses *c,
                                  ShortestContact *s)
{
  const int  each = neighbours_of(sim);
  LinkLimits l    = {0};
  LinkBatch *one;
  double    *memory;

  PetscFunctionBeginUser;
  PetscCall(array_create(&one, sizeof *one, 1));
  PetscCall(array_create(&memory, sizeof *memory, link_columns(set->kind) + 1));
  for (PetscInt i = 0; i < c->n; i++)
    for (PetscInt j = 0; j <= i; j++) {
      const PebbleClass *a = &c->list[i], *b = &c->list[j];
      LinkLimits         pair = {0};
      LinkStiffness      k;

      if (!link_object_joins(sim->options, set, object, sim->materials.list[a->material].name,
                             sim->materials.list[b->material].name))
        continue;
      k = stiffness_between(sim, set, object, a, b, one, memory);
      note_end(a, &k, each * sim->templates.list[a->template].n, &l, &pair);
      note_end(b, &k, each * sim->templates.list[b->template].n, &l, &pair);
      l.pair      = max_real(l.pair, pair.pair);
      l.pair_rate = max_real(l.pair_rate, pair.pair_rate);
    }
  note_limits(set, &set->objects[object], &l, 0, s);
  array_free(&one);
  array_free(&memory);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if links of the object are made during the run, between given materials. */
static bool is_later(const Sim *sim, const LinkSet *set, int object)
{
  const LinkObject *o = &set->objects[object];

  return set->kind->stiffness && (o->touching || o->at > sim->links.reached) &&
         option_has_value(sim->options, set->kind->options.name, o->name, "between");
}

static PetscErrorCode later_limits(Sim *sim, ShortestContact *s)
{
  bool          some = false;
  PebbleClasses classes;

  PetscFunctionBeginUser;
  for (int k = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < sim->links.set[k].n_objects; i++)
      some = some || is_later(sim, &sim->links.set[k], i);
  if (!some) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(classes_find(sim, &classes));
  for (int k = 0; k < LINK_KINDS; k++)
    for (int i = 0; i < sim->links.set[k].n_objects; i++) {
      if (!is_later(sim, &sim->links.set[k], i)) continue;
      PetscCall(limit_later(sim, &sim->links.set[k], i, &classes, s));
    }
  for (int t = 0; t < sim->templates.n; t++)
    sim->links.most =
      max_int(sim->links.most, (int64_t)neighbours_of(sim) * sim->templates.list[t].n);
  PetscCall(classes_free(&classes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode link_run_limits(Sim *sim, ShortestContact *s)
{
  const LinkScene scene  = scene_of(sim);
  double          before = 0;

  PetscFunctionBeginUser;
  sim->links.most = 0;
  for (int k = 0; k < LINK_KINDS && sim->links.total > 0; k++) {
    const LinkSet *set  = &sim->links.set[k];
    double         here = 0;
    int64_t        most = 0;
    LinkLimits    *limits;

    PetscCall(array_create(&limits, sizeof *limits, set->n_objects));
    PetscCall(link_set_limits(&scene, set, limits, &most));
    for (int i = 0; i < set->n_objects; i++) {
      note_limits(set, &set->objects[i], &limits[i], before, s);
      here = max_real(here, limits[i].all);
    }
    before += here;
    sim->links.most += most;
    array_free(&limits);
  }
  PetscCall(later_limits(sim, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Check the step after links have been made during the run, as the bounds used for `dt: auto` may
   have been too wide, for instance for links from lists. */
static PetscErrorCode check_step(Sim *sim)
{
  ShortestContact s = {.time = INFINITY, .face_time = INFINITY};
  double          time;

  PetscFunctionBeginUser;
  PetscCall(link_run_limits(sim, &s));
  quanta_widen(sim);
  time = min_real(s.time, s.face_time);
  if (sim->clock.dt > 0.2 * time)
    warning_add(
      &sim->warnings,
      "links made at %g s: dt (%g s) is %.2g of the shortest half period of linked clumps "
      "(%g s): at most 0.05 is recommended",
      sim_time(sim), sim->clock.dt, sim->clock.dt / time, time);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode link_run_join(Sim *sim)
{
  PetscFunctionBeginUser;
  PetscCall(sim_extend(sim, make_due));
  sim->links.watches = links_watch(&sim->links);
  PetscCall(check_step(sim));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checkpoints ---- */

void link_run_save(const Sim *sim, Checkpoint *ck)
{
  for (int k = 0; k < LINK_KINDS; k++) ck->links[k] = sim->links.set[k];
}

PetscErrorCode link_run_list(Sim *sim, StateParts *parts)
{
  Links *l = &sim->links;

  PetscFunctionBeginUser;
  if (links_are_used(l)) {
    memcpy(l->broken_all, l->broken, sizeof l->broken);
    PetscCall(parallel_sum_int(&sim->par, l->broken_all, LINK_KINDS));
    PetscCall(state_list_part(parts, part_of(l)));
  }
  if (constraint_set(l)->n_objects > 0 || sim->constraints.hard || sim->constraints.volumes.n > 0)
    PetscCall(state_list_part(parts, part_of_constraints(&sim->constraints)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode link_run_document(StateParts *parts)
{
  PetscFunctionBeginUser;
  PetscCall(state_list_part(parts, part_of(NULL)));
  PetscCall(state_list_part(parts, part_of_constraints(NULL)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what breaks ---- */

static Event event_of(const Links *links, const Break *b)
{
  const LinkSet *set = &links->set[b->kind];
  Event          e   = {.step         = b->step,
                        .time         = b->time,
                        .event        = "broke",
                        .clump        = b->link.a,
                        .other        = b->link.b,
                        .pebble       = b->link.member_a,
                        .other_pebble = b->link.member_b,
                        .place        = b->place,
                        .value        = NAN};

  snprintf(e.name, sizeof e.name, "%s", set->objects[b->link.object].name);
  snprintf(e.mode, sizeof e.mode, "%s", set->kind->ruptures[b->mode]);
  return e;
}

PetscErrorCode link_run_tell(Sim *sim, Journal *journal)
{
  Links *l = &sim->links;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < l->n_breaks; k++) {
    const Event e = event_of(l, &l->breaks[k]);

    PetscCall(journal_add(journal, &e));
  }
  l->n_breaks = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
