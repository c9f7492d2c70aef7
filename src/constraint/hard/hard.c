/* SPDX-License-Identifier: MIT */
/* Hard contacts in a step: lists, contacts, and their sweeps. */
#include "constraint/hard/hard.h"
#include "constraint/apply.h"
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

void hard_narrow(Hard *h, const Domain *domain, const Pebbles *pebbles, const Walls *walls,
                 double near)
{
  if (h) pairs_narrow(h->pairs, domain, pebbles, walls, near);
}

/* ---- contacts of a step ---- */

void hard_reserve(Hard *h, const Clumps *c)
{
  const PetscInt pairs = h->pairs->pebbles.n + h->pairs->walls.n;

  array_reserve(&h->list, sizeof *h->list, pairs, &h->capacity);
  hard_spheres_reserve(&h->spheres, h->pairs->pebbles.n);
  arrays_reserve(h->pairs->walls.n, &h->hits_capacity, 2,
                 (ArrayPart[]){ARRAY_PART(h->hits), ARRAY_PART(h->places)});
  arrays_reserve(c->n, &h->rows_capacity, 8,
                 (ArrayPart[]){ARRAY_PART(h->count), ARRAY_PART(h->shares), ARRAY_PART(h->pushed),
                               ARRAY_PART(h->struck), ARRAY_PART(h->pushes), ARRAY_PART(h->part),
                               ARRAY_PART(h->rest), ARRAY_PART(h->kick)});
}

/* Velocities in poses become those of the motion. */
static void put_velocities(Hard *h, const ConstraintScene *s)
{
  Clumps *c = s->clumps;

  for (PetscInt a = 0; a < c->n_owned; a++) {
    Pose      *p = &c->pose[a];
    const Vec3 v = c->motion[a].v, w = follow_spin(c, a);

    h->kick[a] = (HardKick){vec3_sub(p->v, v), vec3_sub(p->w, w)};
    h->rest[a] = max_real(2 * s->dt * s->gravity, 4 * vec3_norm(h->kick[a].v));
    p->v       = v;
    p->w       = w;
  }
}

void hard_end(const Constraints *c, const ConstraintScene *s, const ConstraintWork *work)
{
  const Hard *h = c->hard;

  hard_find_effects(c, s, work);
  for (PetscInt a = 0; a < s->clumps->n_owned; a++) {
    Pose *p = &s->clumps->pose[a];

    p->v = vec3_add(p->v, h->kick[a].v);
    p->w = vec3_add(p->w, h->kick[a].w);
  }
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

  return vec3_is_zero((Vec3){form.x, form.y, form.z});
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
  const WallPairs all  = {s->domain, s->pebbles, s->walls, list};
  const PetscInt  n    = wall_pairs_pick(&all, false, h->reach[0], 0, list->n, h->hits, h->places);

  for (PetscInt m = 0; m < n; m++) {
    const int32_t k = h->hits[m], i = list->a[k], a = s->pebbles->clump[i];
    const Wall   *wall = &s->walls->list[list->b[k]];
    const int32_t b    = wall->carried ? wall->row : -1;

    if (h->places[m].distance - s->pebbles->at[i].r >= hard_margin(h, s, a, b)) continue;
    h->list[h->n_pebbles + h->n_walls++] =
      (HardContact){.kind = HARD_WALL, .a = a, .b = b, .i = i, .j = k, .law = law_of(&laws, k)};
  }
}

/* Let free meshes go with their clumps. */
static void carry(const Hard *h, const ConstraintScene *s)
{
  if (h->solids) walls_carry(s->walls, s->clumps);
}

PetscErrorCode hard_find(Hard *h, const ConstraintScene *s)
{
  PetscFunctionBeginUser;
  PetscCall(correction_refresh(s));
  carry(h, s);
  pebbles_place(s->pebbles, s->clumps, 0, s->pebbles->n, s->domain->magic);
  PetscCall(halo_renew(s->halo, s->clumps, 1, (double *const[]){h->rest}));
  h->n_pebbles = h->n_walls = h->n_solids = h->spheres.n = 0;
  find_pebbles(h, s);
  find_walls(h, s);
  hard_find_solids(h, s);
  array_reserve(&h->place, sizeof *h->place, hard_listed(h), &h->place_capacity);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode hard_begin(Constraints *c, const ConstraintScene *s)
{
  Hard *h = c->hard;

  PetscFunctionBeginUser;
  hard_reserve(h, s->clumps);
  put_velocities(h, s);
  PetscCall(hard_find(h, s));
  PetscCall(hard_share(c, s));
  hard_spheres_begin(h, s);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- sweeps ---- */

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

  carry(h, s);
  hard_spheres_sweep(c, s, count);
  for (PetscInt from = 0, n; from < hard_listed(h); from += n) {
    HardPlace *at = h->list[from].kind == HARD_SOLID ? h->place + from : places; /* they are kept */

    n = run_from(h, from);
    place_some(h, s, from, (int)n, at);
    for (PetscInt k = 0; k < n; k++) {
      HardContact   *contact = &h->list[from + k];
      const HardLaw *law     = &h->laws[contact->law];

      if (count == 0) contact->approach = vec3_dot(at[k].v, at[k].n);
      if (count >= law->sweeps) continue;
      hard_respond(s, h, contact, &at[k]);
      hard_correct(c, s, contact, &at[k],
                   (HardGoal){.want     = -at[k].gap,
                              .soft     = law->compliance / (s->dt * s->dt),
                              .momentum = sweep_momentum(count, law->sweeps)});
    }
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

  carry(h, s);
  hard_place_all(h, s);
  for (PetscInt k = 0; k < hard_listed(h); k++) {
    HardContact *at = &h->list[k];

    at->bounces = at->lambda > 0 && !(h->laws[at->law].compliance > 0);
    if (at->bounces) hard_respond(s, h, at, &h->place[k]);
  }
  hard_spheres_release(h, s);
}

void hard_bounce(const Constraints *c, const ConstraintScene *s, int count)
{
  const Hard *h = c->hard;

  hard_spheres_bounce(c, s, count);
  for (PetscInt k = 0; k < hard_listed(h); k++) {
    HardContact   *at  = &h->list[k];
    HardPlace     *p   = &h->place[k];
    const HardLaw *law = &h->laws[at->law];
    double         to;

    if (!at->bounces || count >= law->velocity_sweeps) continue;
    to   = at->approach < -hard_rest(h, at->a, at->b) ? -law->restitution * at->approach : 0;
    p->v = hard_velocity(s, at, p); /* positions, and so places, stay */
    hard_correct(c, s, at, p,
                 (HardGoal){.want     = s->dt * (to - vec3_dot(p->v, p->n)),
                            .momentum = sweep_momentum(count, law->velocity_sweeps)});
  }
}

/* ---- the state before the sweeps ---- */

static void sums_of(const ConstraintWork *work, Sum *to[4])
{
  to[0] = work->taken;
  to[1] = work->supplied;
  to[2] = work->walls;
  to[3] = work->groups;
}

void hard_note(Hard *h, const ConstraintScene *s, const MotionReport *report,
               const ConstraintWork *work)
{
  const Clumps *c  = s->clumps;
  HardBefore   *to = &h->before;
  Sum          *sums[4];

  to->n       = c->n_owned;
  to->n_tiles = (c->n_owned + CLUMPS_TILE - 1) / CLUMPS_TILE;
  to->report  = *report;
  array_reserve(&to->row, sizeof *to->row, to->n, &to->capacity);
  array_reserve(&to->tile, sizeof *to->tile, to->n_tiles, &to->tiles_capacity);
  for (PetscInt a = 0; a < to->n; a++)
    to->row[a] = (HardRow){c->pose[a], c->motion[a], c->w[a], c->blocked[a]};
  for (PetscInt k = 0; k < to->n_tiles; k++) to->tile[k] = c->tile[k];
  sums_of(work, sums);
  for (int k = 0; k < 4; k++) to->work[k] = *sums[k];
}

void hard_return(const Hard *h, const ConstraintScene *s, MotionReport *report,
                 const ConstraintWork *work)
{
  const HardBefore *from = &h->before;
  Clumps           *c    = s->clumps;
  Sum              *sums[4];

  for (PetscInt a = 0; a < from->n; a++) {
    c->pose[a]    = from->row[a].pose;
    c->motion[a]  = from->row[a].motion;
    c->w[a]       = from->row[a].w;
    c->blocked[a] = from->row[a].blocked;
  }
  for (PetscInt k = 0; k < from->n_tiles; k++) c->tile[k] = from->tile[k];
  sums_of(work, sums);
  for (int k = 0; k < 4; k++) *sums[k] = from->work[k];
  *report = from->report;
  driven_clear(s->driven);
  reactions_clear(c);
}
