/* SPDX-License-Identifier: MIT */
/* Wear of the facets of walls (wall_wear.h), by the list of hits on facets that contacts make. */
#include "contact/wall_wear.h"
#include "base/sums/sparse_sums.h"
#include "contact/wall_loads.h"

typedef struct {
  double rate; /* wear_coefficient / hardness, 1/Pa; 0: the wall does not wear */
  /* for checkpoints: facet and its sum, of facets that have worn, ascending; the same on all
     ranks */
  StateArray saved;
} WallWear;

typedef struct {
  bool       any; /* some wall wears */
  int        n_walls;
  WallWear  *wall; /* [n_walls] */
  SparseSums work; /* this rank's part of F_n |v_t| dt, J; key: wall x KEYS_PER_WALL + facet */
} Wear;

static const int64_t KEYS_PER_WALL = (int64_t)1 << 32;

enum { FACET_NUMBERS = 1 + SPARSE_LIMBS }; /* of a facet in checkpoints: six (wear_state) */

/* clang-format off */
static const StateItem wear_state[] = {
  ITEM(INT64, KEY_IN("wear_sums", WallWear, saved), "J", 0, 0,
       "walls that wear: six numbers for each facet that has worn, ascending: the facet; and the "
       "sum of normal force x slip since the first step, an integer of 320 bits in units of 2^-192 "
       "J, 64 bits each, lowest first", .count = STATE_ANY),
  {0},
};
/* clang-format on */

static StatePart part_of(const char *wall, WallWear *wear)
{
  return state_part(STATE_FOLDER, "wall", wall, wear_state, wear);
}

static const Wear *wear_of(const World *world)
{
  return world_module(world, &wall_wear_module);
}

bool wall_wears(const World *world, int wall)
{
  return wear_of(world)->wall[wall].rate > 0;
}

bool wear_is_used(const World *world)
{
  return wear_of(world)->any;
}

PetscErrorCode worn_facets_gather(const World *world, PetscInt *n, WornFacet **list)
{
  const Wear *wear = wear_of(world);
  SparseSum  *item;

  PetscFunctionBeginUser;
  PetscCall(sparse_sums_gather(world->par, &wear->work, n, &item));
  array_create(list, sizeof **list, *n);
  for (PetscInt k = 0; k < *n; k++) {
    const int wall = (int)(item[k].key / KEYS_PER_WALL);

    (*list)[k] = (WornFacet){wall, (PetscInt)(item[k].key % KEYS_PER_WALL),
                             wear->wall[wall].rate * sparse_sum_value(&item[k])};
  }
  array_free(&item);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- setup ---- */

static void read_wall(Wear *wear, const World *world, int w)
{
  const Wall *wall        = &world->walls->list[w];
  double      coefficient = 0;

  if (wall->surface->geometry.gives_facet)
    coefficient = option_real(world->options, "wall", wall->name, "wear_coefficient");
  if (!(coefficient > 0)) return;
  if (!option_has_value(world->options, "wall", wall->name, "hardness")) {
    option_mistake(world->options, "wall", wall->name, "hardness",
                   "missing: wear_coefficient %g needs the hardness of the wall, Pa", coefficient);
    return;
  }
  wear->wall[w].rate = coefficient / option_real(world->options, "wall", wall->name, "hardness");
  wear->any          = true;
}

/* True if the numbers are a list as it is saved: facets ascend, and sums are not negative. */
static bool is_sound(const StateArray *saved)
{
  const int64_t *row  = saved->list;
  bool           good = saved->n % FACET_NUMBERS == 0;

  for (int64_t k = 0; good && k < saved->n; k += FACET_NUMBERS)
    good = row[k] >= (k > 0 ? row[k - FACET_NUMBERS] + 1 : 0) && row[k] < KEYS_PER_WALL &&
           row[k + SPARSE_LIMBS] >= 0;
  return good;
}

/* Take over the sums of a wall that the checkpoint had. */
static void take_wall(Wear *wear, const World *world, int w)
{
  const StateArray *saved = &wear->wall[w].saved;
  const int64_t    *row   = saved->list;

  if (!is_sound(saved)) {
    options_mistake(world->options, "cannot restart: %s: wear of the wall %s is no list of facets",
                    world->source, world->walls->list[w].name);
    return;
  }
  for (int64_t k = 0; world->par->rank == 0 && k < saved->n; k += FACET_NUMBERS) {
    SparseSum item = {.key = w * KEYS_PER_WALL + row[k]};

    memcpy(item.limb, row + k + 1, sizeof item.limb);
    sparse_sums_merge(&wear->work, &item);
  }
}

static PetscErrorCode open(void *self, World *world)
{
  Wear *wear = self;

  PetscFunctionBeginUser;
  wear->n_walls = world->walls->n;
  array_create(&wear->wall, sizeof *wear->wall, wear->n_walls);
  for (int w = 0; w < wear->n_walls; w++) read_wall(wear, world, w);
  PetscCall(module_take(&wall_wear_module, wear, world));
  for (int w = 0; w < wear->n_walls; w++) take_wall(wear, world, w);
  if (wear->any) facet_hits_create(world->contacts);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a step, checkpoints ---- */

/* Add the wear of a step, by the forces and the slip at its end. moved: a step was made. */
static PetscErrorCode book(void *self, World *world, bool moved)
{
  const FacetHits *hits = world->contacts->on_facets;
  Wear            *wear = self;

  for (PetscInt k = 0; moved && wear->any && k < hits->n; k++) {
    const FacetHit *hit = &hits->list[k];

    if (wear->wall[hit->wall].rate > 0 && hit->push > 0)
      sparse_sums_add(&wear->work, hit->wall * KEYS_PER_WALL + hit->facet,
                      hit->push * hit->slip * world->clock->dt);
  }
  return PETSC_SUCCESS;
}

static PetscErrorCode list(void *self, World *world, StateParts *parts)
{
  Wear      *wear = self;
  SparseSum *item;
  PetscInt   n, k = 0;

  PetscFunctionBeginUser;
  if (!wear) state_list_part(parts, part_of("<name>", NULL));
  if (!wear || !wear->any) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(sparse_sums_gather(world->par, &wear->work, &n, &item));
  for (int w = 0; w < wear->n_walls; w++) {
    WallWear *wall = &wear->wall[w];
    PetscInt  end  = k;
    int64_t  *row;

    if (!(wall->rate > 0)) continue;
    while (end < n && item[end].key / KEYS_PER_WALL == w) end++;
    array_free(&wall->saved.list);
    wall->saved.n = FACET_NUMBERS * (end - k);
    array_create(&wall->saved.list, sizeof *row, wall->saved.n);
    for (row = wall->saved.list; k < end; k++, row += FACET_NUMBERS) {
      row[0] = item[k].key % KEYS_PER_WALL;
      memcpy(row + 1, item[k].limb, sizeof item[k].limb);
    }
    state_list_part(parts, part_of(world->walls->list[w].name, wall));
  }
  array_free(&item);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  Wear *wear = self;

  for (int w = 0; w < wear->n_walls; w++) array_free(&wear->wall[w].saved.list);
  array_free(&wear->wall);
  sparse_sums_free(&wear->work);
}

const Module wall_wear_module = {.name  = "wall_wear",
                                 .size  = sizeof(Wear),
                                 .setup = {.open = open},
                                 .step  = {.book = book},
                                 .list  = list,
                                 .free  = free_state};
