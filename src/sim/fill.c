/* SPDX-License-Identifier: MIT */
/* Random fill without overlaps. What clumps there will be is settled before (fill_plan.h); here each of them gets a place.

   Clumps are placed in tiers, those of more than half the bulk of the largest first, then those of more than half of that, and
   so on: large ones find no room among many small ones. Within a tier there are batches. In each, every clump that still waits
   has `tries` places and attitudes, the n-th of clump j drawn from (seed, object, j, n) alone; it takes the first of them that is
   free of what was there before the batch, and keeps it exactly when this overlaps none that a clump before it took and kept. So
   the outcome is that of trying them one after the other, whatever ranks there are. Free places are looked for in several goes,
   each of the clumps that have none yet, so that attempts never take much more memory than what is there.

   A batch of attempts is laid out like clumps (owners, held copies, pairs), so that periodic faces and clumps of any
   extent need no code of their own; then rounds of: an attempt is refused when an earlier one it overlaps is accepted,
   and accepted when all earlier ones it overlaps are refused (Blelloch, Fineman & Shun 2012, SPAA: few rounds). */
#include "sim/fill_plan.h"
#include "sim/population.h"
#include "sim/sim.h"

enum { UNDECIDED, ACCEPTED, REFUSED };

/* What its conflicts tell an attempt in a round; the hardest word counts. */
enum { NEWS_NONE, NEWS_WAIT, NEWS_REFUSED };

/* Attempts in a batch. */
enum { BATCH_LEAST = 64, BATCH_MOST = 2000000 };

/* And in one go at free places: some, or as many as half of what is there, but one for every clump. */
enum { GO_LEAST = 1 << 17 };

/* The tiers: bulks of one are more than this share of its largest; lengths more than 4/5. */
enum { TIERS_MOST = 100 };
static const double step_down = 0.5;

/* A clump on its way, on the rank that keeps its part of the numbers. */
typedef struct {
  FillWish wish;
  int64_t  tries;          /* made */
  int64_t  free;           /* which try of the batch under way is free of what was there; NONE_YET */
  int      tier;           /* 0: the largest */
  bool     member, placed; /* of this batch */
} Wanted;

enum { NONE_YET = -1 };

/* One `clumps` object of this kind. */
typedef struct {
  Sim     *sim;
  FillPlan plan;
  uint64_t group;              /* of its clumps */
  double   bulk;               /* the largest */
  int64_t  block, first, last; /* clumps of a rank; of this one: first .. last-1 */
  Wanted  *wanted;             /* [last - first] */
  int64_t  placed, tried;      /* over all ranks */
} Fill;

/* Attempt i of clump j has the id j * tries + i: clumps before others have priority. */
typedef struct {
  Sim        *sim;
  const Fill *fill;
  int64_t     tries; /* of each clump, in the whole batch */
  Clumps     *trial; /* what is there (negative ids), then attempts */
  Halo       *halo;
  Pebbles    *pebbles;
  Pairs      *pairs;
  int32_t    *verdict, *news;
  PetscInt    capacity, news_capacity;
} Batch;

/* ---- drawing ---- */

/* Does the fill's box span a periodic direction, so that there is no inside to keep to? */
static bool spans(const Sim *sim, const FillPlan *p, int axis)
{
  return sim->domain.boundary[axis] == BOUNDARY_PERIODIC && vec3_axis(p->lo, axis) <= vec3_axis(sim->domain.lo, axis) &&
         vec3_axis(p->hi, axis) >= vec3_axis(sim->domain.hi, axis);
}

/* How far the pebbles reach from the centre along -axis and +axis, at scale 1. */
static void reaches(const Template *t, Quat q, int axis, double *below, double *above)
{
  *below = *above = 0;
  for (int i = 0; i < t->n; i++) {
    const double x = vec3_axis(quat_turn(q, t->offset[i]), axis);

    *below = max_real(*below, t->radius[i] - x);
    *above = max_real(*above, t->radius[i] + x);
  }
}

/* A place for the centre such that every pebble is inside the box; false if it does not fit in this attitude. */
static bool draw_place(const Sim *sim, const FillPlan *p, FillWish wish, Quat q, Random *random, Vec3 *x)
{
  bool fits = true;

  *x = (Vec3){0, 0, 0};
  for (int axis = 0; axis < p->dimension; axis++) {
    double       lo = vec3_axis(p->lo, axis), hi = vec3_axis(p->hi, axis), below, above;
    const double u = random_real(random);

    if (spans(sim, p, axis)) {
      lo = vec3_axis(sim->domain.lo, axis);
      hi = vec3_axis(sim->domain.hi, axis);
    } else {
      reaches(&sim->templates.list[wish.shape], q, axis, &below, &above);
      lo += wish.scale * below;
      hi -= wish.scale * above;
    }
    fits = fits && lo <= hi;
    vec3_set(x, axis, grid_round(&sim->domain, lo + u * (hi - lo)));
  }
  *x = domain_wrapped(&sim->domain, *x);
  return fits;
}

static bool meets_wall(const Sim *sim, FillWish wish, Quat q, Vec3 x)
{
  const Template *t = &sim->templates.list[wish.shape];

  for (int w = 0; w < sim->walls.n; w++)
    for (int i = 0; i < t->n; i++)
      if (wall_distance(&sim->walls.list[w], vec3_axpy(x, wish.scale, quat_turn(q, t->offset[i]))) < wish.scale * t->radius[i])
        return true;
  return false;
}

/* The n-th place for clump j, unless it fails by itself. */
static PetscErrorCode add_attempt(Batch *b, int64_t j, FillWish wish, int64_t n, Id id)
{
  const Sim      *sim    = b->sim;
  const FillPlan *p      = &b->fill->plan;
  const Random    whole  = random_stream(p->seed, RANDOM_FILL + 256 * p->stream, (uint64_t)j);
  Random          random = random_part(whole, (uint64_t)n + 1); /* part 0 is the plan's */
  const Quat      q      = turning_draw(&p->turning, sim->templates.list[wish.shape].mass.axes, &random);
  PetscInt        row;
  Vec3            x;

  PetscFunctionBeginUser;
  if (!draw_place(sim, p, wish, q, &random, &x) || meets_wall(sim, wish, q, x) || domain_has_left(&sim->domain, x))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(clumps_add(b->trial, &sim->templates, id, wish.shape, wish.scale, &row));
  b->trial->pose[row].x = x;
  b->trial->pose[row].q = q;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static bool waits(const Wanted *w, int tier)
{
  return !w->placed && w->tier == tier;
}

static PetscErrorCode count_waiting(const Fill *f, int tier, int64_t *first, int64_t *total)
{
  int64_t n = 0;

  PetscFunctionBeginUser;
  for (int64_t k = 0; k < f->last - f->first; k++) n += waits(&f->wanted[k], tier);
  PetscCall(parallel_offset(&f->sim->par, n, first, total));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The first clumps of the tier that wait, no more than a batch has room for; returns how many over all ranks. */
static PetscErrorCode choose_members(Fill *f, int tier, int64_t tries, int64_t *members)
{
  int64_t place, total;

  PetscFunctionBeginUser;
  PetscCall(count_waiting(f, tier, &place, &total));
  *members = min_int(BATCH_MOST, total);
  for (int64_t k = 0; k < f->last - f->first; k++) {
    Wanted *const w = &f->wanted[k];

    w->member = waits(w, tier) && place < BATCH_MOST;
    place += waits(w, tier);
    w->free = tries == 1 ? 0 : NONE_YET; /* the only one needs no choice */
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Of every member of which no free place is known: tries from .. from + n-1. */
static PetscErrorCode add_tries(Batch *b, int64_t from, int64_t n)
{
  const Fill *f = b->fill;

  PetscFunctionBeginUser;
  for (int64_t k = 0; k < f->last - f->first; k++) {
    const Wanted *w = &f->wanted[k];

    for (int64_t i = from; i < from + n && w->member && w->free == NONE_YET; i++)
      PetscCall(add_attempt(b, f->first + k, w->wish, w->tries + i, (f->first + k) * b->tries + i));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The one place of every member that has one. */
static PetscErrorCode add_free(Batch *b)
{
  const Fill *f = b->fill;

  PetscFunctionBeginUser;
  for (int64_t k = 0; k < f->last - f->first; k++) {
    const Wanted *w = &f->wanted[k];

    if (w->member && w->free != NONE_YET)
      PetscCall(add_attempt(b, f->first + k, w->wish, w->tries + w->free, (f->first + k) * b->tries + w->free));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- deciding ---- */

static PetscErrorCode add_present(Batch *b)
{
  const Clumps *c = b->sim->clumps;
  int64_t       first;

  PetscFunctionBeginUser;
  PetscCall(parallel_offset(&b->sim->par, c->n_owned, &first, NULL));
  PetscCall(clumps_reserve(b->trial, c->n_owned + 1));
  b->trial->n = b->trial->n_owned = 0;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    PetscInt row;

    PetscCall(clumps_add(b->trial, &b->sim->templates, -1 - (first + a), c->shape[a], c->scale[a], &row));
    b->trial->pose[row].x = c->pose[a].x;
    b->trial->pose[row].q = c->pose[a].q;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rows of pebbles that are there and belong here: they come first, and what they overlap among them does not matter. */
static PetscInt pebbles_present(const Batch *b)
{
  const Pebbles *p = b->pebbles;
  PetscInt       n = 0;

  while (n < p->n && p->clump[n] < b->trial->n_owned && b->trial->id[p->clump[n]] < 0) n++;
  return n;
}

static PetscErrorCode find_conflicts(Batch *b)
{
  Sim        *sim = b->sim;
  const int   m   = sim->materials.n;
  int        *group;
  const Walls none   = {0};
  PairSearch  search = {.domain        = &sim->domain,
                        .decomposition = &sim->decomposition,
                        .clumps        = b->trial,
                        .walls         = &none,
                        .method        = SEARCH_LIST,
                        .near          = INFINITY,
                        .n_materials   = m,
                        .n_groups      = 1};

  PetscFunctionBeginUser;
  PetscCall(array_create(&group, sizeof *group, m * m)); /* zeros: one group */
  search.group = group;
  PetscCall(
    clumps_migrate(&sim->par, &sim->domain, &sim->decomposition, clumps_sort_cell(&sim->templates, b->trial), 0, b->trial));
  clumps_prepare(b->trial, &sim->templates);
  motion_pose(b->trial);
  PetscCall(halo_build(b->halo, &sim->domain, &sim->decomposition, &sim->templates, 0, b->trial));
  PetscCall(halo_refresh_begin(b->halo, b->trial));
  PetscCall(halo_refresh_end(b->halo, &sim->domain, b->trial));
  PetscCall(halo_select(&sim->decomposition, &sim->domain, &sim->templates, 0, b->trial, b->pebbles));
  pebbles_place(b->pebbles, b->trial, 0, b->pebbles->n, sim->domain.magic);
  search.pebbles = b->pebbles;
  search.from    = pebbles_present(b);
  PetscCall(pairs_build(b->pairs, &search));
  PetscCall(array_reserve(&b->verdict, sizeof *b->verdict, b->trial->n, &b->capacity));
  PetscCall(array_reserve(&b->news, sizeof *b->news, b->trial->n, &b->news_capacity));
  for (PetscInt a = 0; a < b->trial->n_owned; a++) b->verdict[a] = b->trial->id[a] < 0 ? ACCEPTED : UNDECIDED;
  array_free(&group);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* For every row the hardest word of the conflicts counted here: wait, or refused. Of attempts that are undecided only those
   before it count; if not `among`, none of them. */
static void collect_news(Batch *b, bool among)
{
  memset(b->news, 0, (size_t)b->trial->n * sizeof *b->news);
  for (PetscInt k = 0; k < b->pairs->pebbles.n; k++) {
    const int32_t first = b->pebbles->clump[b->pairs->pebbles.a[k]], later = b->pebbles->clump[b->pairs->pebbles.b[k]];
    const bool    itself = b->trial->id[first] == b->trial->id[later]; /* its own image */
    const int32_t word   = itself || b->verdict[first] == ACCEPTED   ? NEWS_REFUSED
                           : among && b->verdict[first] == UNDECIDED ? NEWS_WAIT
                                                                     : NEWS_NONE;

    if (word > b->news[later]) b->news[later] = word;
  }
}

/* Refuse what overlaps an accepted one before it; with `among`, accept what overlaps none that is still open. */
static PetscErrorCode decide_round(Batch *b, bool among, bool *open)
{
  PetscFunctionBeginUser;
  PetscCall(halo_spread_int(b->halo, b->trial, b->verdict));
  collect_news(b, among);
  PetscCall(halo_max_int(b->halo, b->trial, b->news));
  *open = false;
  for (PetscInt a = 0; a < b->trial->n_owned; a++) {
    if (b->verdict[a] != UNDECIDED) continue;
    if (b->news[a] == NEWS_REFUSED) b->verdict[a] = REFUSED;
    else if (among && b->news[a] == NEWS_NONE) b->verdict[a] = ACCEPTED;
    else *open = true;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- one place for each clump ---- */

static int compare_ids(const void *a, const void *b)
{
  const int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;

  return p < q ? -1 : p > q;
}

static int rank_of(const Fill *f, int64_t j)
{
  return (int)(j / f->block);
}

/* Ids that came, sorted; freed with array_free. */
static PetscErrorCode collect(const Mail *mail, Id **ids, PetscInt *n)
{
  size_t at = 0, bytes;

  PetscFunctionBeginUser;
  for (int m = 0; m < mail_messages(mail); m++) {
    mail_message(mail, m, NULL, &bytes);
    at += bytes;
  }
  *n = (PetscInt)(at / sizeof **ids);
  PetscCall(array_create(ids, sizeof **ids, *n));
  at = 0;
  for (int m = 0; m < mail_messages(mail); m++) {
    const char *message = mail_message(mail, m, NULL, &bytes);

    memcpy((char *)*ids + at, message, bytes);
    at += bytes;
  }
  sort_items(*ids, *n, sizeof **ids, compare_ids);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tell their clumps' ranks which attempts have this verdict: a sorted list of ids; freed with array_free. */
static PetscErrorCode tell_attempts(const Batch *b, int32_t verdict, Id **ids, PetscInt *n)
{
  Mail *mail;

  PetscFunctionBeginUser;
  PetscCall(mail_create(&b->sim->par, &mail));
  for (PetscInt a = 0; a < b->trial->n_owned; a++) {
    const Id id = b->trial->id[a];

    if (id >= 0 && b->verdict[a] == verdict) PetscCall(mail_post(mail, rank_of(b->fill, id / b->tries), &id, sizeof id));
  }
  PetscCall(mail_deliver(mail));
  PetscCall(collect(mail, ids, n));
  PetscCall(mail_destroy(&mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Of the attempts that are free of what is there the first of each clump is taken. */
static PetscErrorCode note_free(Batch *b, Fill *f)
{
  bool     open;
  Id      *ids;
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(decide_round(b, false, &open));
  PetscCall(tell_attempts(b, UNDECIDED, &ids, &n));
  for (PetscInt i = 0; i < n; i++) {
    Wanted *w = &f->wanted[ids[i] / b->tries - f->first];

    if (w->free == NONE_YET) w->free = ids[i] % b->tries;
  }
  array_free(&ids);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode decide(Batch *b)
{
  bool open = true;

  PetscFunctionBeginUser;
  while (open) {
    PetscCall(decide_round(b, true, &open));
    PetscCall(parallel_any(&b->sim->par, &open));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- taking over ---- */

static PetscErrorCode take_attempt(const Batch *b, PetscInt a)
{
  Sim          *sim   = b->sim;
  const Clumps *trial = b->trial;
  const Id      id    = sim->next_id + trial->id[a] / b->tries;
  PetscInt      row;

  PetscFunctionBeginUser;
  PetscCall(clumps_add(sim->clumps, &sim->templates, id, trial->shape[a], trial->scale[a], &row));
  clump_set_density(sim->clumps, row, &sim->materials, &sim->templates, b->fill->plan.density);
  sim->clumps->pose[row].x   = trial->pose[a].x;
  sim->clumps->pose[row].q   = trial->pose[a].q;
  sim->clumps->motion[row].v = b->fill->plan.velocity;
  sim->clumps->group[row]    = b->fill->group;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Accepted attempts become clumps, and their ranks are told. */
static PetscErrorCode take_over(const Batch *b, Fill *f, int64_t *taken)
{
  Id      *placed;
  PetscInt n;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < b->trial->n_owned; a++)
    if (b->trial->id[a] >= 0 && b->verdict[a] == ACCEPTED) PetscCall(take_attempt(b, a));
  PetscCall(tell_attempts(b, ACCEPTED, &placed, &n));
  for (PetscInt i = 0; i < n; i++) f->wanted[placed[i] / b->tries - f->first].placed = true;
  array_free(&placed);
  *taken = n;
  PetscCall(parallel_sum_int(&b->sim->par, taken, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- batches ---- */

static PetscErrorCode batch_create(const Fill *f, Batch *b)
{
  PetscFunctionBeginUser;
  *b = (Batch){.sim = f->sim, .fill = f};
  PetscCall(clumps_create(&b->trial));
  PetscCall(halo_create(&f->sim->par, f->sim->settings.halo_wide, &b->halo));
  PetscCall(pebbles_create(&b->pebbles));
  PetscCall(pairs_create(1, &b->pairs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode batch_destroy(Batch *b)
{
  PetscFunctionBeginUser;
  PetscCall(clumps_destroy(&b->trial));
  PetscCall(halo_destroy(&b->halo));
  PetscCall(pebbles_destroy(&b->pebbles));
  PetscCall(pairs_destroy(&b->pairs));
  array_free(&b->verdict);
  array_free(&b->news);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Members without a free place, and clumps that are there, over all ranks. */
static PetscErrorCode count_open(const Fill *f, int64_t counts[2])
{
  PetscFunctionBeginUser;
  counts[0] = 0;
  for (int64_t k = 0; k < f->last - f->first; k++) counts[0] += f->wanted[k].member && f->wanted[k].free == NONE_YET;
  counts[1] = f->sim->clumps->n_owned;
  PetscCall(parallel_sum_int(&f->sim->par, counts, 2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* For every member the first of its tries that is free of what is there, if one is. */
static PetscErrorCode find_free(Batch *b, Fill *f)
{
  int64_t counts[2], from = 0;

  PetscFunctionBeginUser;
  PetscCall(count_open(f, counts));
  while (from < b->tries && counts[0] > 0) {
    const int64_t n = max_int(1, min_int(b->tries - from, max_int(GO_LEAST, counts[1] / 2) / counts[0]));

    PetscCall(add_present(b));
    PetscCall(add_tries(b, from, n));
    PetscCall(find_conflicts(b));
    PetscCall(note_free(b, f));
    from += n;
    PetscCall(count_open(f, counts));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode run_batch(Batch *b, Fill *f, int tier, int64_t tries, int64_t *taken)
{
  int64_t members = 0;

  PetscFunctionBeginUser;
  b->tries = tries;
  PetscCall(choose_members(f, tier, tries, &members));
  if (tries > 1) PetscCall(find_free(b, f));
  PetscCall(add_present(b));
  PetscCall(add_free(b));
  PetscCall(find_conflicts(b));
  PetscCall(decide(b));
  PetscCall(take_over(b, f, taken));
  f->placed += *taken;
  f->tried += members * tries;
  for (int64_t k = 0; k < f->last - f->first; k++) f->wanted[k].tries += f->wanted[k].member ? tries : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* How much room a clump takes that is as much in the way as it is large: the geometric mean of its volume and that of the cube
   (square) of its reach. By reach alone rods come before rocks, by volume alone rocks before rods, and both leave less room. */
static double bulk_of(const Template *t, double scale, int dimension)
{
  const double s2 = scale * scale, b2 = t->bound * t->bound;

  if (dimension == 2) return s2 * sqrt(b2 * t->mass.volume);
  return s2 * scale * sqrt(b2 * t->bound * t->mass.volume);
}

static double largest_bulk(const Sim *sim, const FillPlan *p)
{
  double most = 0;

  for (int k = 0; k < p->n_templates; k++) {
    const double scale = p->sizes.n > 0 ? p->sizes.size[p->sizes.n - 1] / p->unit[k] : 1;

    most = max_real(most, bulk_of(&sim->templates.list[p->templates[k]], scale, p->dimension));
  }
  return most;
}

/* Batches of one tier, of bulks up to `bulk`, until all are placed; *stuck: given up, as the attempts are used up or a long row
   of them placed nothing. All but the first batch have about as many attempts as such spheres would fill the box: more would
   mostly be in each other's way. */
static PetscErrorCode place_tier(Batch *b, Fill *f, int tier, double bulk, bool *stuck)
{
  const FillPlan *p     = &f->plan;
  const Vec3      side  = vec3_sub(p->hi, p->lo);
  const double    room  = 0.5 * side.x * side.y * (p->dimension == 2 ? 1 : side.z) / bulk;
  const int64_t   batch = room < BATCH_MOST ? max_int(BATCH_LEAST, (int64_t)room) : BATCH_MOST;
  const int64_t   most = p->attempts * p->count, patience = 45 * p->count + 1000;
  int64_t         tries = 1, first, left, taken, last = f->tried; /* attempts when the last one was placed */

  PetscFunctionBeginUser;
  PetscCall(count_waiting(f, tier, &first, &left));
  while (left > 0 && !*stuck) {
    PetscCall(run_batch(b, f, tier, tries, &taken));
    left -= taken;
    if (taken > 0) last = f->tried;
    tries  = left > 0 ? max_int(1, min_int(2 * tries, batch / left)) : 1;
    *stuck = left > 0 && (f->tried - last >= patience || f->tried >= most);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the objects ---- */

/* 0: more than step_down times the largest bulk. */
static int tier_of(const Fill *f, FillWish wish)
{
  const double bulk = bulk_of(&f->sim->templates.list[wish.shape], wish.scale, f->plan.dimension);
  double       most = step_down * f->bulk;
  int          tier = 0;

  for (; tier < TIERS_MOST - 1 && bulk <= most; most *= step_down) tier++;
  return tier;
}

static PetscErrorCode fill_create(Sim *sim, const char *name, int object, Fill *f)
{
  bool good;

  PetscFunctionBeginUser;
  *f = (Fill){.sim = sim, .group = population_groups(sim->options, name, &sim->groups)};
  PetscCall(fill_plan_read(&sim->par, sim->options, &sim->templates, name, &f->plan, &good));
  PetscCheck(good, sim->par.comm, PETSC_ERR_PLIB, "clumps %s: was good when it was checked", name);
  f->plan.seed   = (uint64_t)sim->settings.seed;
  f->plan.stream = (uint64_t)object;
  f->bulk        = largest_bulk(sim, &f->plan);
  f->block       = (f->plan.count + sim->par.size - 1) / sim->par.size;
  f->first       = min_int(f->plan.count, sim->par.rank * f->block);
  f->last        = min_int(f->plan.count, f->first + f->block);
  PetscCall(array_create(&f->wanted, sizeof *f->wanted, (PetscInt)(f->last - f->first)));
  for (int64_t j = f->first; j < f->last; j++) {
    const FillWish wish = fill_plan_wish(&f->plan, j);

    f->wanted[j - f->first] = (Wanted){.wish = wish, .tier = tier_of(f, wish)};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode fill_object(Fill *f)
{
  Sim   *sim   = f->sim;
  bool   stuck = false;
  Batch  b;
  double bulk = f->bulk;

  PetscFunctionBeginUser;
  PetscCall(batch_create(f, &b));
  for (int tier = 0; tier < TIERS_MOST && !stuck; tier++, bulk *= step_down) PetscCall(place_tier(&b, f, tier, bulk, &stuck));
  PetscCall(batch_destroy(&b));
  if (stuck)
    option_mistake(sim->options, "clumps", f->plan.name, f->plan.amount,
                   "only %" PRId64 " fit into the box in %" PRId64
                   " attempts; make lo..hi larger, the %s smaller, or attempts (per clump) more",
                   f->placed, f->tried, f->plan.amount);
  sim->next_id += f->plan.count;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode sim_fill(Sim *sim)
{
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(sim->options, "clumps", &n, &names));
  for (int k = 0; k < n; k++) {
    Fill f;

    if (population_type(sim->options, names[k]) != POPULATION_FILL || options_object_is_stored(sim->options, "clumps", names[k]))
      continue;
    PetscCall(fill_create(sim, names[k], k, &f));
    if (f.plan.count < INT64_MAX - sim->next_id) PetscCall(fill_object(&f));
    else
      option_mistake(sim->options, "clumps", names[k], NULL, "there are no ids for %" PRId64 " more clumps after %" PRId64,
                     f.plan.count, sim->next_id - 1);
    array_free(&f.wanted);
    fill_plan_free(&f.plan);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
