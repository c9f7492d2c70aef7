/* SPDX-License-Identifier: MIT */
/* The interactions of a scenario: which act between which materials, and their pair lists. */
#include "interaction/evaluate.h"
#include "interaction/force.h"
#include "interaction/sph/mirror_list.h"
#include "interaction/sph/passes.h"
#include "matter/group.h"
#include "matter/module.h"

/* ---- sets of interactions between the same materials ---- */

static bool joins(const Acting *item, int a, int b)
{
  if (item->kind->pair->joins) return item->kind->pair->joins(item->constants, a, b);
  return (item->a == a && item->b == b) || (item->a == b && item->b == a);
}

/* The interactions between materials a and b, those that conserve energy first. */
static Set find_set(const Interactions *all, int a, int b)
{
  Set set = {0};

  array_create(&set.list, sizeof *set.list, all->n);
  for (int loses = 0; loses < 2; loses++)
    for (int k = 0; k < all->n; k++) {
      const Acting *item = &all->list[k];

      if (!item->kind->pair || !joins(item, a, b) || item->kind->loses != loses) continue;
      set.list[set.n++] = k;
      set.keeps += !loses;
      set.needs |= item->needs;
    }
  return set;
}

static void find_sets(Interactions *all)
{
  const int n = all->n_materials;

  array_create(&all->set_of, sizeof *all->set_of, n * n);
  array_create(&all->sets, sizeof *all->sets, n * n);
  array_create(&all->reach, sizeof *all->reach, n * n);
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++) {
      Set set = find_set(all, a, b);
      int at  = 0; /* of an equal set, or n_sets */

      while (at < all->n_sets &&
             (all->sets[at].n != set.n ||
              memcmp(all->sets[at].list, set.list, (size_t)set.n * sizeof *set.list) != 0))
        at++;
      all->set_of[a * n + b] = set.n > 0 ? at : -1;
      if (set.n == 0 || at < all->n_sets) array_free(&set.list);
      else all->sets[all->n_sets++] = set;
    }
  interactions_reach(all);
}

/* Make what every interaction needs. */
static void make_workspaces(Interactions *all)
{
  find_sets(all);
  array_create(&all->pair, sizeof *all->pair, 1);
  array_create(&all->body, sizeof *all->body, 1);
  pairs_create(all->n_sets, &all->pairs);
}

Acting *interactions_append(Interactions *all, const Acting *item)
{
  Acting *last = &all->list[all->n];

  if (all->n == all->given + HOST_FORCES_MOST) return NULL;
  if (all->n == 0) make_workspaces(all);
  *last = *item;
  array_create(&last->constants, 1, item->kind->size);
  all->supplies = all->supplies || item->kind->supplies;
  all->n++;
  return last;
}

PetscErrorCode interactions_create(const Parallel *par, Options *options,
                                   const Materials *materials, int dimension, Interactions **out)
{
  InteractionSource source = {
    .par = par, .options = options, .materials = materials, .dimension = dimension};
  Interactions *all;

  PetscFunctionBeginUser;
  array_create(out, sizeof **out, 1);
  all              = *out;
  all->n_materials = materials->n;
  PetscCall(interactions_read(&source, all));
  all->given = all->n;
  if (all->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  make_workspaces(all);
  for (int k = 0; k < all->n; k++) {
    const Interaction *kind = all->list[k].kind;

    all->has_passes = all->has_passes || kind->passes;
    all->magnetic   = all->magnetic || (kind->body && kind->body->magnetic);
    all->supplies   = all->supplies || kind->supplies;
    all->attracts   = all->attracts || kind->mutual;
  }
  if (all->has_passes) array_create(&all->pass, sizeof *all->pass, 1);
  for (int m = 0; m < all->n_materials * all->n_materials; m++)
    all->mirrored =
      all->mirrored || interactions_mirror(all, m % all->n_materials, m / all->n_materials);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void interactions_destroy(Interactions **interactions)
{
  Interactions *all = *interactions;

  if (!all) return;
  for (int k = 0; k < all->n; k++) {
    if (all->list[k].kind->free) all->list[k].kind->free(all->list[k].constants);
    array_free(&all->list[k].constants);
    array_free(&all->list[k].point);
    array_free(&all->list[k].weight);
    array_free(&all->list[k].packed);
    mirrors_free(&all->list[k]);
  }
  array_free(&all->gyration);
  for (int m = 0; m < PASS_SUMS; m++) {
    array_free(&all->sum[m]);
    array_free(&all->total[m]);
  }
  array_free(&all->pass);
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
  array_free(&all->mutual.list);
  pairs_destroy(&all->pairs);
  array_free(interactions);
}

void interactions_reach(Interactions *all)
{
  all->longest = 0;
  for (int s = 0; s < all->n_sets; s++) {
    all->reach[s] = 0;
    for (int m = 0; m < all->sets[s].n; m++)
      all->reach[s] = max_real(all->reach[s], all->list[all->sets[s].list[m]].reach);
    all->longest = max_real(all->longest, all->reach[s]);
  }
}

PetscErrorCode interactions_prepare(Interactions *all, const Parallel *par, Options *options,
                                    const Templates *templates, Groups *groups)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < all->n; k++) {
    Acting                 *item   = &all->list[k];
    const Interaction      *kind   = item->kind;
    const InteractionSource source = {
      .options = options, .name = item->name, .dimension = templates->dimension};

    if (kind->prepare) kind->prepare(item->constants, &source, templates);
    if (kind->prepare && kind->pair) item->reach = kind->pair->reach(item->constants);
    for (int t = 0; t < PLUGIN_TABLES; t++)
      if (kind->head.options[t] == interaction_groups)
        groups_selected(options, item->section, item->name, "groups", groups, &item->groups);
  }
  interactions_reach(all);
  forces_prepare(all, options, templates, groups);
  array_free(&all->round);
  array_free(&all->share);
  array_create(&all->round, sizeof *all->round, templates->n);
  array_create(&all->share, sizeof *all->share, templates->n);
  for (int t = 0; t < templates->n; t++) {
    const Template *body   = &templates->list[t];
    const double    volume = body->mass.volume;
    double          sum    = 0; /* of the volumes of the pebbles, or the areas of the discs */

    for (int i = 0; i < body->n; i++)
      sum += PETSC_PI * body->radius[i] * body->radius[i] *
             (templates->dimension == 2 ? 1 : 4 * body->radius[i] / 3);
    all->round[t] =
      templates->dimension == 2 ? sqrt(volume / PETSC_PI) : cbrt(0.75 * volume / PETSC_PI);
    all->share[t] = volume / sum;
  }
  /* cbrt may differ between machines */
  PetscCall(parallel_bcast(par, all->round, (size_t)templates->n * sizeof *all->round, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- state ---- */

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  static const Interaction *const kinds[] = {INTERACTIONS(PLUGIN_ITSELF) NULL};

  (void)self;
  for (int k = 0; !w && kinds[k]; k++)
    state_list(parts, STATE_FOLDER, "interaction", "<name>", kinds[k]->state, NULL);
  for (int k = 0; w && k < w->interactions->n; k++) {
    const Acting *item = &w->interactions->list[k];

    state_list(parts, STATE_FOLDER, item->section, item->name, item->kind->state, item->constants);
  }
  return PETSC_SUCCESS;
}

const Module interactions_module = {.name = "interactions", .list = list};

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
  return used | passes_fields(all);
}

bool interactions_join(const Interactions *all, int a, int b)
{
  return all->n_sets > 0 && all->set_of[a * all->n_materials + b] >= 0;
}

bool interactions_mirror(const Interactions *all, int pebble, int wall)
{
  for (int k = 0; k < all->n; k++) {
    const Passes *passes = all->list[k].kind->passes;

    if (passes && passes->mirrors && passes->mirrors(all->list[k].constants, pebble, wall))
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
      option_warning(options, warnings, "interaction", item->name, NULL,
                     "it reaches %g m, more than half the period along %c (%g m): a "
                     "pebble meets several images of another one, or of itself",
                     item->reach, "xyz"[axis], period);
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

/* Set the quantities of pebbles that pairs read. */
static void find_values(Interactions *all, const Clumps *c, const Pebbles *p)
{
  unsigned known = 0;

  for (int k = 0; k < all->n; k++) {
    const Quantity *of = all->list[k].quantity;
    const int       q  = of ? quantity_index(of) : 0;

    if (!of || !of->of_pebbles || !all->list[k].kind->pair || known >> q & 1) continue;
    known |= 1u << q;
    array_reserve(&all->value[q], sizeof *all->value[q], p->n, &all->value_capacity[q]);
    for (PetscInt i = 0; i < p->n; i++) {
      const int32_t a = p->clump[i];

      all->value[q][i] =
        pebble_part(&c->templates->list[c->template[a]], q, p->member[i], c->quantity[q].value[a]);
    }
  }
}

PetscErrorCode interactions_build(Interactions *all, const PairSearch *contacts)
{
  static const Walls none   = {0};
  const Pebbles     *p      = contacts->pebbles;
  PairSearch         search = *contacts;

  PetscFunctionBeginUser;
  if (all->n_sets == 0) PetscFunctionReturn(PETSC_SUCCESS);
  array_reserve(&all->points.at, sizeof *all->points.at, p->n, &all->points_capacity);
  all->points.n        = p->n;
  all->points.clump    = p->clump;
  all->points.member   = p->member;
  all->points.material = p->material;
  place_points(all, p);
  find_values(all, contacts->clumps, p);
  all->extended = !p->all_centred;
  all->lone     = true;
  for (PetscInt i = 0; i < p->n; i++) all->lone = all->lone && p->clump[i] == i;
  search.pebbles = &all->points;
  search.walls   = &none;
  search.fixed   = false;
  search.by_row  = true;
  for (int k = 0; k < all->n_sets; k++)
    search.wants_later = search.wants_later || !pull_takes_runs(all, &all->sets[k]);
  search.reach  = all->reach;
  search.n_laws = all->n_sets;
  search.law_of = all->set_of;
  PetscCall(pairs_build(all->pairs, &search));
  passes_weigh(all, contacts->clumps, p);
  mirrors_build(all, contacts);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void interactions_narrow(Interactions *all, const Domain *domain, const Pebbles *pebbles,
                         double near)
{
  static const Walls none = {0};

  if (all->n_sets == 0) return;
  place_points(all, pebbles);
  pairs_narrow(all->pairs, domain, &all->points, &none, near);
}

size_t interactions_pebble_bytes(const Interactions *all)
{
  size_t bytes = passes_pebble_bytes(all);

  if (all->n_sets > 0) bytes += sizeof(Ball) + 2 * sizeof(RowRun); /* near and listed */
  for (int q = 0; q < QUANTITIES; q++)
    if (all->value[q]) bytes += sizeof *all->value[q];
  return bytes;
}

size_t interactions_pair_bytes(const Interactions *all)
{
  return all->n_sets > 0 && all->pairs->rows.wants_later ? sizeof *all->pairs->rows.later : 0;
}

PetscInt interactions_near(const Interactions *all)
{
  return all->n_sets > 0 ? all->pairs->rows.n : 0;
}

PetscInt interactions_listed(const Interactions *all)
{
  return all->n_sets > 0 ? all->pairs->listed_rows.n : 0;
}

bool interactions_report(ContactReport *r, const char *by, const char *of, Id a, double size,
                         const char *why)
{
  if (!r->possible) return false;
  r->possible  = false;
  r->wild      = size;
  r->wild_flow = NULL;
  r->wild_a    = a;
  r->wild_by   = by;
  r->wild_of   = of;
  r->wild_why  = why;
  r->wild_pair = false;
  r->wild_all  = false;
  return true;
}

bool interactions_store(const Interactions *all)
{
  for (int k = 0; k < all->n; k++) {
    const Interaction *of = all->list[k].kind;

    if ((of->body && of->body->energy) || (of->mutual && of->mutual->energy) || of->passes ||
        (of->pair && (of->pair->energy || of->pair->energy_at)))
      return true;
  }
  return false;
}

PetscErrorCode interactions_energy(Interactions *all, const InteractionScene *scene, Sum *energy)
{
  PetscFunctionBeginUser;
  pull_energy(all, scene, energy);
  PetscCall(tail_energy(all, scene, energy));
  act_energy(all, scene, energy);
  PetscCall(mutual_energy(all, scene, energy));
  PetscFunctionReturn(PETSC_SUCCESS);
}
