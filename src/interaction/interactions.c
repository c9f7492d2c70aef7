/* SPDX-License-Identifier: MIT */
/* The interactions of a scenario: which act between which materials, and their pair lists. */
#include "interaction/evaluate.h"
#include "interaction/force.h"
#include "interaction/sph/mirror_list.h"
#include "interaction/sph/phases.h"
#include "matter/group_read.h"

/* ---- sets of interactions between the same materials ---- */

static bool joins(const Acting *item, int a, int b)
{
  if (item->kind->pair->joins) return item->kind->pair->joins(item->constants, a, b);
  return (item->a == a && item->b == b) || (item->a == b && item->b == a);
}

/* The interactions between materials a and b, those that conserve energy first. */
static PetscErrorCode find_set(const Interactions *all, int a, int b, Set *set)
{
  PetscFunctionBeginUser;
  *set = (Set){0};
  PetscCall(array_create(&set->list, sizeof *set->list, all->n));
  for (int loses = 0; loses < 2; loses++)
    for (int k = 0; k < all->n; k++) {
      const Acting *item = &all->list[k];

      if (!item->kind->pair || !joins(item, a, b) || item->kind->loses != loses) continue;
      set->list[set->n++] = k;
      set->keeps += !loses;
      set->needs |= item->needs;
      set->reach = max_real(set->reach, item->reach);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Index of an equal set, or n_sets. */
static int same_set(const Interactions *all, const Set *set)
{
  int s = 0;

  while (s < all->n_sets &&
         (all->sets[s].n != set->n ||
          memcmp(all->sets[s].list, set->list, (size_t)set->n * sizeof *set->list) != 0))
    s++;
  return s;
}

static PetscErrorCode find_sets(Interactions *all)
{
  const int n = all->n_materials;

  PetscFunctionBeginUser;
  PetscCall(array_create(&all->set_of, sizeof *all->set_of, n * n));
  PetscCall(array_create(&all->sets, sizeof *all->sets, n * n));
  PetscCall(array_create(&all->reach, sizeof *all->reach, n * n));
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      Set set;
      int at;

      PetscCall(find_set(all, a, b, &set));
      at                     = same_set(all, &set);
      all->set_of[a * n + b] = set.n > 0 ? at : -1;
      if (set.n == 0 || at < all->n_sets) {
        array_free(&set.list);
        continue;
      }
      all->sets[all->n_sets]    = set;
      all->reach[all->n_sets++] = set.reach;
      all->longest              = max_real(all->longest, set.reach);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode interactions_create(const Parallel *par, Options *options,
                                   const Materials *materials, int dimension, Interactions **out)
{
  InteractionSource source = {
    .par = par, .options = options, .materials = materials, .dimension = dimension};
  Interactions *all;

  PetscFunctionBeginUser;
  PetscCall(array_create(out, sizeof **out, 1));
  all              = *out;
  all->n_materials = materials->n;
  PetscCall(interactions_read(par, &source, all));
  if (all->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(find_sets(all));
  PetscCall(array_create(&all->pair, sizeof *all->pair, 1));
  PetscCall(array_create(&all->body, sizeof *all->body, 1));
  for (int k = 0; k < all->n; k++) {
    const Interaction *kind = all->list[k].kind;

    all->phased   = all->phased || kind->phased;
    all->magnetic = all->magnetic || (kind->body && kind->body->magnetic);
  }
  if (all->phased) PetscCall(array_create(&all->phase, sizeof *all->phase, 1));
  for (int m = 0; m < all->n_materials * all->n_materials; m++)
    all->mirrored =
      all->mirrored || interactions_mirror(all, m % all->n_materials, m / all->n_materials);
  PetscCall(pairs_create(all->n_sets, &all->pairs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode interactions_destroy(Interactions **interactions)
{
  Interactions *all = *interactions;

  PetscFunctionBeginUser;
  if (!all) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < all->n; k++) {
    if (all->list[k].kind->free) all->list[k].kind->free(all->list[k].constants);
    array_free(&all->list[k].constants);
    array_free(&all->list[k].point);
    array_free(&all->list[k].weight);
    array_free(&all->list[k].packed);
    mirrors_free(&all->list[k]);
  }
  array_free(&all->gyration);
  for (int m = 0; m < PHASE_SUMS; m++) {
    array_free(&all->sum[m]);
    array_free(&all->total[m]);
  }
  array_free(&all->phase);
  for (int s = 0; s < all->n_sets; s++) array_free(&all->sets[s].list);
  array_free(&all->list);
  array_free(&all->sets);
  array_free(&all->set_of);
  array_free(&all->reach);
  array_free(&all->round);
  array_free(&all->share);
  array_free(&all->points.at);
  for (int q = 0; q < QUANTITIES; q++) array_free(&all->value[q]);
  array_free(&all->pair);
  array_free(&all->body);
  mutual_free(&all->mutual);
  PetscCall(pairs_destroy(&all->pairs));
  array_free(interactions);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool has_groups(const Interaction *kind)
{
  bool has = false;

  for (int k = 0; k < PLUGIN_TABLES; k++) has = has || kind->head.options[k] == interaction_groups;
  return has;
}

/* Call prepare() of all interactions, and find the reaches again. */
static void prepare_kinds(Interactions *all, Options *options, const Templates *templates)
{
  for (int k = 0; k < all->n; k++) {
    Acting                 *item   = &all->list[k];
    const InteractionSource source = {
      .options = options, .name = item->name, .dimension = templates->dimension};

    if (!item->kind->prepare) continue;
    item->kind->prepare(item->constants, &source, templates);
    if (item->kind->pair) item->reach = item->kind->pair->reach(item->constants);
  }
  interactions_reach(all);
}

void interactions_reach(Interactions *all)
{
  all->longest = 0;
  for (int s = 0; s < all->n_sets; s++) {
    Set *set = &all->sets[s];

    set->reach = 0;
    for (int m = 0; m < set->n; m++)
      set->reach = max_real(set->reach, all->list[set->list[m]].reach);
    all->reach[s] = set->reach;
    all->longest  = max_real(all->longest, set->reach);
  }
}

/* Sum of the volumes of the pebbles, in two dimensions of the areas of the discs, at scale 1. */
static double pebbles_volume(const Template *t, int dimension)
{
  double sum = 0;

  for (int i = 0; i < t->n; i++) {
    const double r = t->radius[i];

    sum += PETSC_PI * r * r * (dimension == 2 ? 1 : 4 * r / 3);
  }
  return sum;
}

PetscErrorCode interactions_prepare(Interactions *all, const Parallel *par, Options *options,
                                    const Templates *templates, const Groups *groups)
{
  PetscFunctionBeginUser;
  if (all->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  prepare_kinds(all, options, templates);
  for (int k = 0; k < all->n; k++)
    if (has_groups(all->list[k].kind))
      groups_selected(options, all->list[k].section, all->list[k].name, "groups", groups,
                      &all->list[k].groups);
  PetscCall(forces_prepare(all, options, templates, groups));
  array_free(&all->round);
  array_free(&all->share);
  PetscCall(array_create(&all->round, sizeof *all->round, templates->n));
  PetscCall(array_create(&all->share, sizeof *all->share, templates->n));
  for (int t = 0; t < templates->n; t++) {
    const double volume = templates->list[t].mass.volume;

    all->round[t] =
      templates->dimension == 2 ? sqrt(volume / PETSC_PI) : cbrt(0.75 * volume / PETSC_PI);
    all->share[t] = volume / pebbles_volume(&templates->list[t], templates->dimension);
  }
  /* cbrt may differ between machines */
  PetscCall(parallel_bcast(par, all->round, (size_t)templates->n * sizeof *all->round, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- state ---- */

PetscErrorCode interactions_list(Interactions *all, const char *folder, StateParts *parts)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < all->n; k++) {
    const Acting *item = &all->list[k];

    if (item->kind->state)
      PetscCall(
        state_list(parts, folder, item->section, item->name, item->kind->state, item->constants));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode interactions_document(const char *folder, StateParts *parts)
{
  static const Interaction *const kinds[] = {INTERACTIONS(PLUGIN_ITSELF) NULL};

  PetscFunctionBeginUser;
  for (int k = 0; kinds[k]; k++)
    if (kinds[k]->state)
      PetscCall(state_list(parts, folder, "interaction", "<name>", kinds[k]->state, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void interactions_commit(Interactions *all, double dt)
{
  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->commit) all->list[k].kind->commit(all->list[k].constants, dt);
}

/* ---- questions ---- */

int interactions_find(const Interactions *all, const char *section, const char *name)
{
  for (int k = 0; k < all->n; k++)
    if (strcmp(all->list[k].section, section) == 0 && strcmp(all->list[k].name, name) == 0)
      return k;
  return -1;
}

bool interactions_supply(const Interactions *all)
{
  for (int k = 0; k < all->n; k++)
    if (all->list[k].kind->supplies) return true;
  return false;
}

bool interactions_turn(Acting *item, bool on, double time)
{
  const bool acts = time >= item->span.start && time < item->span.end;

  if (acts == on && (on || time >= item->span.start || item->span.start == INFINITY)) return false;
  if (on) {
    item->span.start = time;
    item->span.end   = time + item->span.length;
  } else if (acts) item->span.end = time;
  else item->span.start = item->span.end = INFINITY;
  return true;
}

unsigned interactions_quantities(const Interactions *all)
{
  unsigned used = 0;

  for (int k = 0; k < all->n; k++)
    if (all->list[k].quantity) used |= 1u << quantity_index(all->list[k].quantity);
  return used | phases_fields(all);
}

bool interactions_join(const Interactions *all, int a, int b)
{
  return all->n_sets > 0 && all->set_of[a * all->n_materials + b] >= 0;
}

bool interactions_mirror(const Interactions *all, int pebble, int wall)
{
  for (int k = 0; k < all->n; k++) {
    const Phased *phased = all->list[k].kind->phased;

    if (phased && phased->mirrors && phased->mirrors(all->list[k].constants, pebble, wall))
      return true;
  }
  return false;
}

/* Largest reach over the shortest period: each image of a pebble within reach costs a copy. */
enum { CELL_PERIODS_MOST = 5 };

/* Axis with the shortest period; -1: none is periodic. */
static int shortest_period(const Domain *domain)
{
  int found = -1;

  for (int k = 0; k < domain->dimension; k++)
    if (boundary_wraps(domain->boundary[k]) &&
        (found < 0 || vec3_axis(domain->length, k) < vec3_axis(domain->length, found)))
      found = k;
  return found;
}

/* True for one interaction of each object (of `among`: of all its pairs of materials): that with
   the longest reach, the first of several. */
static bool is_longest(const Interactions *all, int k)
{
  for (int i = 0; i < all->n; i++)
    if (i != k && strcmp(all->list[i].name, all->list[k].name) == 0 &&
        all->list[i].section == all->list[k].section &&
        (all->list[i].reach > all->list[k].reach ||
         (all->list[i].reach == all->list[k].reach && i < k)))
      return false;
  return true;
}

void interactions_check(const Interactions *all, const Domain *domain, Options *options,
                        Warnings *warnings)
{
  const int    axis   = shortest_period(domain);
  const double period = axis < 0 ? INFINITY : vec3_axis(domain->length, axis);

  for (int k = 0; k < all->n; k++) {
    const Acting *item = &all->list[k];

    if (item->kind->mutual && axis >= 0)
      option_mistake(options, "interaction", item->name, NULL,
                     "it acts at any distance, and the domain is periodic along %c: allowed are "
                     "open, free and reflect as domain: boundary",
                     "xyz"[axis]);
    if (!is_longest(all, k)) continue;
    if (item->tail && !domain_wraps_all(domain))
      option_mistake(options, "interaction", item->name, "tail",
                     "needs a domain that is periodic along all axes");
    if (item->reach > CELL_PERIODS_MOST * period)
      option_mistake(options, "interaction", item->name, NULL,
                     "it reaches %g m, but the period along %c is %g m; allowed: up to %d "
                     "periods: take a shorter cutoff or a larger domain",
                     item->reach, "xyz"[axis], period, (int)CELL_PERIODS_MOST);
    else if (item->reach > 0.5 * period)
      warning_add(warnings,
                  "interaction %s: it reaches %g m, more than half the period along %c (%g m): a "
                  "pebble meets several images of another one, or of itself",
                  item->name, item->reach, "xyz"[axis], period);
  }
}

/* ---- pair lists ---- */

/* From the reference point of a pair to each of its centres is half of their distance. */
double interactions_halo(const Interactions *all, double skin, double smallest)
{
  return all->n_sets > 0 ? max_real(0, 0.5 * (all->longest + skin) - smallest) : 0;
}

/* Positions of the points, with radius 0. */
static void place_points(Interactions *all, const Pebbles *pebbles)
{
  for (PetscInt i = 0; i < pebbles->n; i++) {
    all->points.at[i]   = pebbles->at[i];
    all->points.at[i].r = 0;
  }
}

/* Quantities of pebbles that pairs read, as bits. */
static unsigned parts_read(const Interactions *all)
{
  unsigned read = 0;

  for (int k = 0; k < all->n; k++) {
    const Quantity *q = all->list[k].quantity;

    if (q && q->of_pebbles && all->list[k].kind->pair) read |= 1u << quantity_index(q);
  }
  return read;
}

static PetscErrorCode find_values(Interactions *all, const Clumps *c, const Pebbles *p)
{
  const unsigned read = parts_read(all);

  PetscFunctionBeginUser;
  for (int q = 0; read >> q; q++) {
    if (!(read >> q & 1)) continue;
    PetscCall(array_reserve(&all->value[q], sizeof *all->value[q], p->n, &all->value_capacity[q]));
    for (PetscInt i = 0; i < p->n; i++) {
      const int32_t a = p->clump[i];

      all->value[q][i] =
        pebble_part(&c->templates->list[c->template[a]], q, p->member[i], c->quantity[q].value[a]);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode interactions_build(Interactions *all, const PairSearch *contacts)
{
  static const Walls none   = {0};
  const Pebbles     *p      = contacts->pebbles;
  PairSearch         search = *contacts;

  PetscFunctionBeginUser;
  if (all->n_sets == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_reserve(&all->points.at, sizeof *all->points.at, p->n, &all->points_capacity));
  all->points.n        = p->n;
  all->points.clump    = p->clump;
  all->points.member   = p->member;
  all->points.material = p->material;
  place_points(all, p);
  PetscCall(find_values(all, contacts->clumps, p));
  all->extended = !p->all_centred;
  all->lone     = true;
  for (PetscInt i = 0; i < p->n; i++) all->lone = all->lone && p->clump[i] == i;
  search.pebbles = &all->points;
  search.walls   = &none;
  search.fixed   = false;
  search.by_row  = true;
  search.reach   = all->reach;
  search.n_laws  = all->n_sets;
  search.law_of  = all->set_of;
  PetscCall(pairs_build(all->pairs, &search));
  PetscCall(phases_weigh(all, contacts->clumps, p));
  PetscCall(mirrors_build(all, contacts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode interactions_narrow(Interactions *all, const Domain *domain, const Pebbles *pebbles,
                                   double near)
{
  static const Walls none = {0};

  PetscFunctionBeginUser;
  if (all->n_sets == 0) PetscFunctionReturn(PETSC_SUCCESS);
  place_points(all, pebbles);
  PetscCall(pairs_narrow(all->pairs, domain, &all->points, &none, near));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt interactions_near(const Interactions *all)
{
  return all->n_sets > 0 ? all->pairs->pebbles.n : 0;
}

PetscInt interactions_listed(const Interactions *all)
{
  return all->n_sets > 0 ? all->pairs->listed_pebbles.n : 0;
}

PetscErrorCode interactions_energy(Interactions *all, const InteractionScene *scene, Sum *energy)
{
  PetscFunctionBeginUser;
  PetscCall(pull_energy(all, scene, energy));
  PetscCall(tail_energy(all, scene, energy));
  PetscCall(act_energy(all, scene, energy));
  PetscCall(mutual_energy(all, scene, energy));
  PetscFunctionReturn(PETSC_SUCCESS);
}
