/* SPDX-License-Identifier: MIT */
/* Hard contacts in a step: lists, contacts, and their sweeps. */
#include "constraint/hard/hard.h"
#include "constraint/correct.h"
#include "motion/tile.h"
#include "search/near.h"

/* ---- lists ---- */

PetscErrorCode hard_build(Hard *h, const PairSearch *contacts)
{
  PairSearch search = *contacts;

  PetscFunctionBeginUser;
  if (!h) PetscFunctionReturn(PETSC_SUCCESS);
  search.fixed  = false;
  search.reach  = h->reach;
  search.n_laws = h->n;
  search.law_of = h->of;
  PetscCall(pairs_build(h->pairs, &search));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hard_narrow(Hard *h, const Domain *domain, const Pebbles *pebbles,
                           const Walls *walls, double near)
{
  PetscFunctionBeginUser;
  if (h) PetscCall(pairs_narrow(h->pairs, domain, pebbles, walls, near));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- contacts of a step ---- */

PetscErrorCode hard_reserve(Hard *h, const Clumps *c)
{
  const PetscInt pairs = h->pairs->pebbles.n + h->pairs->walls.n;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&h->list, sizeof *h->list, pairs, &h->capacity));
  PetscCall(hard_spheres_reserve(&h->spheres, h->pairs->pebbles.n));
  PetscCall(array_reserve(&h->hits, sizeof *h->hits, h->pairs->walls.n, &h->hits_capacity));
  PetscCall(array_reserve(&h->places, sizeof *h->places, h->pairs->walls.n, &h->places_capacity));
  PetscCall(array_reserve(&h->count, sizeof *h->count, c->n, &h->count_capacity));
  PetscCall(array_reserve(&h->shares, sizeof *h->shares, c->n, &h->shares_capacity));
  PetscCall(array_reserve(&h->pushed, sizeof *h->pushed, c->n, &h->pushed_capacity));
  PetscCall(array_reserve(&h->struck, sizeof *h->struck, c->n, &h->struck_capacity));
  PetscCall(array_reserve(&h->pushes, sizeof *h->pushes, c->n, &h->pushes_capacity));
  PetscCall(array_reserve(&h->part, sizeof *h->part, c->n, &h->part_capacity));
  PetscCall(array_reserve(&h->rest, sizeof *h->rest, c->n, &h->rest_capacity));
  PetscCall(array_reserve(&h->kick, sizeof *h->kick, c->n_owned, &h->kick_capacity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Velocities in poses become those of the motion. */
static void put_velocities(Hard *h, const ConstraintScene *s)
{
  Clumps *c = s->clumps;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    Pose      *p = &c->pose[a];
    const Vec3 v = c->motion[a].v, w = c->blocked[a] & BLOCK_TURN
                                         ? motion_blocked_spin(c, a, p->q, c->motion[a].momentum)
                                         : motion_free_spin(c, a);

    h->kick[a] = (HardKick){vec3_sub(p->v, v), vec3_sub(p->w, w)};
    h->rest[a] = max_real(2 * s->dt * s->gravity, 4 * vec3_norm(h->kick[a].v));
    p->v       = v;
    p->w       = w;
  }
}

PetscErrorCode hard_end(const Constraints *c, const ConstraintScene *s, const ConstraintWork *work)
{
  const Hard *h = c->hard;

  PetscFunctionBeginUser;
  PetscCall(hard_find_effects(c, s, work));
  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    Pose *p = &s->clumps->pose[a];

    p->v = vec3_add(p->v, h->kick[a].v);
    p->w = vec3_add(p->w, h->kick[a].w);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The law of pair k of a list: pairs of a block and a law are in a row. */
typedef struct {
  const Pairs    *pairs;
  const PairList *list;
  int             cell;
} LawCursor;

static int32_t law_of(LawCursor *at, PetscInt k)
{
  while (k >= at->list->start[at->cell + 1]) at->cell++;
  return at->cell % at->pairs->n_laws;
}

static bool is_central(const Pebbles *p, int32_t i)
{
  const Ball form = p->forms[p->form[i]];

  return form.x == 0 && form.y == 0 && form.z == 0;
}

static bool is_plain(const Hard *h, const ConstraintScene *s, const HardContact *k)
{
  const Clumps *c = s->clumps;

  return is_central(s->pebbles, k->i) && is_central(s->pebbles, k->j) &&
         !(h->laws[k->law].friction > 0) &&
         !((c->blocked[k->a] | c->blocked[k->b]) & (BLOCK_MOVE | BLOCK_BODY_MOVE));
}

static void find_pebbles(Hard *h, const ConstraintScene *s)
{
  const PairList *list = &h->pairs->pebbles;
  const Ball     *at   = s->pebbles->at;
  LawCursor       laws = {.pairs = h->pairs, .list = list};

  for (PetscInt k = 0; k < list->n; k++) {
    const int32_t i = list->a[k], j = list->b[k];
    HardContact   found = {.a = s->pebbles->clump[i], .b = s->pebbles->clump[j], .i = i, .j = j};

    if (!near_one(at[i], at[j], hard_margin(h, s, found.a, found.b))) continue;
    found.law = law_of(&laws, k);
    if (is_plain(h, s, &found)) hard_spheres_add(h, s, &found);
    else h->list[h->n_pebbles++] = found;
  }
}

static void find_walls(Hard *h, const ConstraintScene *s)
{
  const PairList *list = &h->pairs->walls;
  LawCursor       laws = {.pairs = h->pairs, .list = list};
  const PetscInt  n = wall_pairs_pick(s->domain, s->pebbles, s->walls, list, false, h->reach[0], 0,
                                      list->n, h->hits, h->places);

  for (PetscInt m = 0; m < n; m++) {
    const int32_t k = h->hits[m], i = list->a[k], a = s->pebbles->clump[i];
    const Wall   *wall = &s->walls->list[list->b[k]];
    const int32_t b    = wall->carried ? wall->row : -1;

    if (h->places[m].distance - s->pebbles->at[i].r >= hard_margin(h, s, a, b)) continue;
    h->list[h->n_pebbles + h->n_walls++] =
      (HardContact){.kind = HARD_WALL, .a = a, .b = b, .i = i, .j = k, .law = law_of(&laws, k)};
  }
}

PetscErrorCode hard_find(Hard *h, const ConstraintScene *s)
{
  PetscFunctionBeginUser;
  h->n_pebbles = h->n_walls = h->n_solids = h->spheres.n = 0;
  find_pebbles(h, s);
  find_walls(h, s);
  PetscCall(hard_find_solids(h, s));
  PetscCall(array_reserve(&h->place, sizeof *h->place, hard_listed(h), &h->place_capacity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void hard_carry(const Hard *h, const ConstraintScene *s)
{
  if (h->solids) walls_carry(s->walls, s->clumps);
}

PetscErrorCode hard_begin(Constraints *c, const ConstraintScene *s)
{
  Hard *h = c->hard;

  PetscFunctionBeginUser;
  PetscCall(hard_reserve(h, s->clumps));
  put_velocities(h, s);
  PetscCall(correction_refresh(s));
  hard_carry(h, s);
  pebbles_place(s->pebbles, s->clumps, 0, s->pebbles->n, s->domain->magic);
  PetscCall(halo_renew(s->halo, s->clumps, 1, (double *const[]){h->rest}));
  PetscCall(hard_find(h, s));
  PetscCall(hard_share(c, s));
  hard_spheres_begin(h, s);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- sweeps ---- */

static void sweep_one(const Constraints *c, const ConstraintScene *s, int count, HardContact *k,
                      HardPlace *p)
{
  const HardLaw *law = &c->hard->laws[k->law];

  if (count == 0) k->approach = vec3_dot(p->v, p->n);
  if (count >= law->sweeps) return;
  hard_respond(s, c->hard, k, p);
  hard_correct(c, s, k, p,
               (HardGoal){.want     = -p->gap,
                          .soft     = law->compliance / (s->dt * s->dt),
                          .momentum = sweep_momentum(count, law->sweeps)});
}

/* Places of contacts from .. from + n - 1, n <= NEAREST_MOST, of one kind. */
static void place_some(const Hard *h, const ConstraintScene *s, PetscInt from, int n,
                       HardPlace *places)
{
  switch (h->list[from].kind) {
  case HARD_PEBBLES:
    for (int m = 0; m < n; m++) hard_place(s, &h->list[from + m], &places[m]);
    break;
  case HARD_WALL: hard_place_walls(s, h, from, n, places); break;
  case HARD_SOLID: hard_place_solids(s, h, from, n, places); break;
  }
}

/* Number of contacts from k on that are placed at once. */
static int run_from(const Hard *h, PetscInt k)
{
  const PetscInt ends[] = {h->n_pebbles, h->n_pebbles + h->n_walls, hard_listed(h)};

  return (int)min_int(ends[h->list[k].kind] - k, NEAREST_MOST);
}

void hard_sweep(const Constraints *c, const ConstraintScene *s, int count)
{
  const Hard *h = c->hard;
  HardPlace   places[NEAREST_MOST];

  hard_carry(h, s);
  hard_spheres_sweep(c, s, count);
  for (PetscInt from = 0, n; from < hard_listed(h); from += n) {
    HardPlace *at = h->list[from].kind == HARD_SOLID ? h->place + from : places; /* they are kept */

    n = run_from(h, from);
    place_some(h, s, from, (int)n, at);
    for (PetscInt k = 0; k < n; k++) sweep_one(c, s, count, &h->list[from + k], &at[k]);
  }
}

void hard_place_all(const Hard *h, const ConstraintScene *s)
{
  for (PetscInt from = 0, n; from < hard_listed(h); from += n) {
    n = run_from(h, from);
    place_some(h, s, from, (int)n, h->place + from);
  }
}

void hard_release(const Constraints *c, const ConstraintScene *s)
{
  const Hard *h = c->hard;

  hard_carry(h, s);
  hard_place_all(h, s);
  for (PetscInt k = 0; k < hard_listed(h); k++) {
    HardContact *at = &h->list[k];

    at->bounces = at->lambda > 0 && !(h->laws[at->law].compliance > 0);
    if (at->bounces) hard_respond(s, h, at, &h->place[k]);
  }
  hard_spheres_release(h, s);
}

/* Positions, and so places, stay in the sweeps of velocities. */
static void bounce(const Constraints *c, const ConstraintScene *s, int count, HardContact *k,
                   HardPlace *p)
{
  const Hard  *h = c->hard;
  const double to =
    k->approach < -hard_rest(h, k->a, k->b) ? -h->laws[k->law].restitution * k->approach : 0;

  p->v = hard_velocity(s, k, p);
  hard_correct(c, s, k, p,
               (HardGoal){.want     = s->dt * (to - vec3_dot(p->v, p->n)),
                          .momentum = sweep_momentum(count, h->laws[k->law].velocity_sweeps)});
}

void hard_bounce(const Constraints *c, const ConstraintScene *s, int count)
{
  const Hard *h = c->hard;

  hard_spheres_bounce(c, s, count);
  for (PetscInt k = 0; k < hard_listed(h); k++)
    if (h->list[k].bounces && count < h->laws[h->list[k].law].velocity_sweeps)
      bounce(c, s, count, &h->list[k], &h->place[k]);
}
