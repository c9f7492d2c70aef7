/* SPDX-License-Identifier: MIT */
/* Random fill without overlaps. Attempt k has a template, attitude and place drawn from (seed, object, k) alone, and is
   accepted exactly when it overlaps nothing that was there and no accepted attempt before it: the outcome of trying them
   one after the other, found in parallel.

   A batch of attempts is laid out like clumps (owners, held copies, pairs), so that periodic faces and clumps of any
   extent need no code of their own; then rounds of: an attempt is refused when an earlier one it overlaps is accepted,
   and accepted when all earlier ones it overlaps are refused (Blelloch, Fineman & Shun 2012, SPAA: few rounds). */
#include "base/random.h"
#include "sim/population.h"
#include "sim/sim.h"

enum { UNDECIDED, ACCEPTED, REFUSED };

/* What its conflicts tell an attempt in a round; the hardest word counts. */
enum { NEWS_NONE, NEWS_WAIT, NEWS_REFUSED };

/* One `clumps` object of this kind. */
typedef struct {
  const char *name;
  uint64_t    stream; /* of its draws */
  int         n_templates, *templates;
  double     *fraction; /* cumulative, last is 1 */
  int64_t     count, attempts;
  Vec3        lo, hi, velocity;
  uint64_t    group;
} Fill;

typedef struct {
  Sim        *sim;
  const Fill *fill;
  Clumps     *trial; /* what is there (negative ids), then attempts (id = k) */
  Halo       *halo;
  Pebbles    *pebbles;
  Pairs      *pairs;
  int32_t    *verdict, *news;
  PetscInt    capacity, news_capacity;
} Batch;

/* ---- drawing ---- */

static int draw_template(const Fill *f, double u)
{
  for (int k = 0; k < f->n_templates; k++)
    if (u < f->fraction[k]) return f->templates[k];
  return f->templates[f->n_templates - 1];
}

/* Does the fill's box span a periodic direction, so that there is no inside to keep to? */
static bool spans(const Sim *sim, const Fill *f, int axis)
{
  return sim->domain.boundary[axis] == BOUNDARY_PERIODIC && vec3_axis(f->lo, axis) <= vec3_axis(sim->domain.lo, axis) &&
         vec3_axis(f->hi, axis) >= vec3_axis(sim->domain.hi, axis);
}

/* How far the pebbles reach from the centre along -axis and +axis. */
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
static bool draw_place(const Sim *sim, const Fill *f, const Template *t, Quat q, Random *random, Vec3 *x)
{
  bool fits = true;

  *x = (Vec3){0, 0, 0};
  for (int axis = 0; axis < sim->domain.dimension; axis++) {
    double       lo = vec3_axis(f->lo, axis), hi = vec3_axis(f->hi, axis), below, above;
    const double u = random_real(random);

    if (spans(sim, f, axis)) {
      lo = vec3_axis(sim->domain.lo, axis);
      hi = vec3_axis(sim->domain.hi, axis);
    } else {
      reaches(t, q, axis, &below, &above);
      lo += below;
      hi -= above;
    }
    fits = fits && lo <= hi;
    vec3_set(x, axis, grid_round(&sim->domain, lo + u * (hi - lo)));
  }
  *x = domain_wrapped(&sim->domain, *x);
  return fits;
}

static bool meets_wall(const Sim *sim, const Template *t, Quat q, Vec3 x)
{
  for (int w = 0; w < sim->walls.n; w++)
    for (int i = 0; i < t->n; i++)
      if (wall_distance(&sim->walls.list[w], vec3_add(x, quat_turn(q, t->offset[i]))) < t->radius[i]) return true;
  return false;
}

/* Attempt k, unless it fails by itself. */
static PetscErrorCode add_attempt(Batch *b, int64_t k)
{
  const Sim      *sim    = b->sim;
  Random          random = random_stream((uint64_t)sim->settings.seed, RANDOM_FILL + 256 * b->fill->stream, (uint64_t)k);
  const int       shape  = draw_template(b->fill, random_real(&random));
  const Quat      q      = sim->domain.dimension == 2 ? random_heading(&random) : random_orientation(&random);
  const Template *t      = &sim->templates.list[shape];
  PetscInt        row;
  Vec3            x;

  PetscFunctionBeginUser;
  if (!draw_place(sim, b->fill, t, q, &random, &x) || meets_wall(sim, t, q, x) || domain_has_left(&sim->domain, x))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(clumps_add(b->trial, &sim->templates, k, shape, 1, &row));
  b->trial->x[row] = x;
  b->trial->q[row] = q;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- deciding ---- */

static PetscErrorCode add_present(Batch *b)
{
  const Clumps *c = b->sim->clumps;
  int64_t       first;

  PetscFunctionBeginUser;
  PetscCall(parallel_offset(&b->sim->par, c->n_owned, &first, NULL));
  for (PetscInt a = 0; a < c->n_owned; a++) {
    PetscInt row;

    PetscCall(clumps_add(b->trial, &b->sim->templates, -1 - (first + a), c->shape[a], c->scale[a], &row));
    b->trial->x[row] = c->x[a];
    b->trial->q[row] = c->q[a];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
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
                        .n_materials   = m,
                        .n_groups      = 1};

  PetscFunctionBeginUser;
  PetscCall(array_create(&group, sizeof *group, m * m)); /* zeros: one group */
  search.group = group;
  PetscCall(clumps_migrate(&sim->par, &sim->domain, &sim->decomposition, 1e300, b->trial));
  motion_predict(b->trial, 0, (Vec3){0, 0, 0});
  PetscCall(halo_build(b->halo, &sim->domain, &sim->decomposition, &sim->templates, 0, b->trial));
  PetscCall(halo_refresh_begin(b->halo, b->trial));
  PetscCall(halo_refresh_end(b->halo, &sim->domain, b->trial));
  PetscCall(halo_select(&sim->decomposition, &sim->domain, &sim->templates, 0, b->trial, b->pebbles));
  pebbles_place(b->pebbles, b->trial, 0, b->pebbles->n, sim->domain.magic);
  search.pebbles = b->pebbles;
  PetscCall(pairs_build(b->pairs, &search));
  PetscCall(array_reserve(&b->verdict, sizeof *b->verdict, b->trial->n, &b->capacity));
  PetscCall(array_reserve(&b->news, sizeof *b->news, b->trial->n, &b->news_capacity));
  array_free(&group);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* For every row the hardest word of the conflicts counted here: wait, or refused. */
static void collect_news(Batch *b)
{
  memset(b->news, 0, (size_t)b->trial->n * sizeof *b->news);
  for (PetscInt k = 0; k < b->pairs->pebbles.n; k++) {
    const int32_t first = b->pebbles->clump[b->pairs->pebbles.a[k]], later = b->pebbles->clump[b->pairs->pebbles.b[k]];
    const bool    itself = b->trial->id[first] == b->trial->id[later]; /* its own image */
    const int32_t word   = itself || b->verdict[first] == ACCEPTED ? NEWS_REFUSED
                           : b->verdict[first] == UNDECIDED        ? NEWS_WAIT
                                                                   : NEWS_NONE;

    if (word > b->news[later]) b->news[later] = word;
  }
}

static PetscErrorCode decide(Batch *b)
{
  bool open = true;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < b->trial->n_owned; a++) b->verdict[a] = b->trial->id[a] < 0 ? ACCEPTED : UNDECIDED;
  while (open) {
    PetscCall(halo_spread_int(b->halo, b->trial, b->verdict));
    collect_news(b);
    PetscCall(halo_max_int(b->halo, b->trial, b->news));
    open = false;
    for (PetscInt a = 0; a < b->trial->n_owned; a++) {
      if (b->verdict[a] != UNDECIDED) continue;
      if (b->news[a] == NEWS_REFUSED) b->verdict[a] = REFUSED;
      else if (b->news[a] == NEWS_NONE) b->verdict[a] = ACCEPTED;
      else open = true;
    }
    PetscCall(parallel_any(&b->sim->par, &open));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode count_accepted(const Batch *b, int64_t below, int64_t *n)
{
  PetscFunctionBeginUser;
  *n = 0;
  for (PetscInt a = 0; a < b->trial->n_owned; a++)
    *n += b->trial->id[a] >= 0 && b->trial->id[a] < below && b->verdict[a] == ACCEPTED;
  PetscCall(parallel_sum_int(&b->sim->par, n, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- taking over ---- */

/* The smallest bound such that `need` accepted attempts are below it (or `to`, when there are fewer). */
static PetscErrorCode find_bound(const Batch *b, int64_t from, int64_t to, int64_t need, int64_t *bound)
{
  int64_t n;

  PetscFunctionBeginUser;
  *bound = to;
  PetscCall(count_accepted(b, to, &n));
  if (n <= need) PetscFunctionReturn(PETSC_SUCCESS);
  while (from < to) {
    const int64_t mid = from + (to - from) / 2;

    PetscCall(count_accepted(b, mid, &n));
    if (n >= need) to = mid;
    else from = mid + 1;
  }
  *bound = from;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int compare_ids(const void *a, const void *b)
{
  const int64_t p = *(const int64_t *)a, q = *(const int64_t *)b;

  return p < q ? -1 : p > q;
}

/* An accepted attempt's number goes to the rank that keeps its part of the numbers; its place among all comes back. */
typedef struct {
  int64_t k, place;
} Numbered;

static int compare_numbered(const void *a, const void *b)
{
  return compare_ids(a, b);
}

/* Place of every accepted attempt among all accepted ones, ascending; `mine` holds n of them on this rank, sorted by k
   afterwards. */
static PetscErrorCode number_accepted(const Parallel *par, int64_t from, int64_t to, Numbered *mine, PetscInt n)
{
  const int64_t share = (to - from) / par->size + 1;
  Numbered     *kept;
  int          *source;
  PetscInt      n_kept = 0, at = 0;
  int64_t       first;
  Mail         *mail;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &mail));
  for (PetscInt i = 0; i < n; i++) PetscCall(mail_post(mail, (int)((mine[i].k - from) / share), &mine[i], sizeof *mine));
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t size;

    mail_message(mail, m, NULL, &size);
    n_kept += (PetscInt)(size / sizeof *mine);
  }
  PetscCall(PetscMalloc2(n_kept, &kept, n_kept, &source));
  for (int m = 0; m < mail_messages(mail); m++) {
    int         from_rank;
    size_t      size;
    const char *message = mail_message(mail, m, &from_rank, &size);

    memcpy(kept + at, message, size);
    for (size_t i = 0; i < size / sizeof *mine; i++) kept[at++].place = from_rank; /* for the way back */
  }
  sort_items(kept, n_kept, sizeof *kept, compare_numbered);
  PetscCall(parallel_offset(par, n_kept, &first, NULL));
  for (PetscInt i = 0; i < n_kept; i++) {
    source[i]     = (int)kept[i].place;
    kept[i].place = first + i;
    PetscCall(mail_post(mail, source[i], &kept[i], sizeof *kept));
  }
  PetscCall(mail_deliver(mail));
  at = 0;
  for (int m = 0; m < mail_messages(mail); m++) {
    size_t      size;
    const char *message = mail_message(mail, m, NULL, &size);

    memcpy(mine + at, message, size);
    at += (PetscInt)(size / sizeof *mine);
  }
  sort_items(mine, n, sizeof *mine, compare_numbered);
  PetscCall(PetscFree2(kept, source));
  PetscCall(mail_destroy(&mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode take_over(Batch *b, int64_t from, int64_t to, int64_t bound, int64_t *taken)
{
  Sim      *sim   = b->sim;
  Clumps   *trial = b->trial, *c = sim->clumps;
  Numbered *mine;
  PetscInt  n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(trial->n_owned, &mine));
  for (PetscInt a = 0; a < trial->n_owned; a++)
    if (trial->id[a] >= 0 && trial->id[a] < bound && b->verdict[a] == ACCEPTED) mine[n++] = (Numbered){.k = trial->id[a]};
  PetscCall(number_accepted(&sim->par, from, to, mine, n));
  for (PetscInt a = 0; a < trial->n_owned; a++) {
    const Numbered  key = {.k = trial->id[a]};
    const Numbered *me;
    PetscInt        row;

    if (trial->id[a] < 0 || trial->id[a] >= bound || b->verdict[a] != ACCEPTED) continue;
    me = bsearch(&key, mine, (size_t)n, sizeof *mine, compare_numbered);
    PetscCall(clumps_add(c, &sim->templates, sim->next_id + me->place, trial->shape[a], 1, &row));
    c->x[row]     = trial->x[a];
    c->q[row]     = trial->q[a];
    c->v[row]     = b->fill->velocity;
    c->group[row] = b->fill->group;
  }
  *taken = n;
  PetscCall(parallel_sum_int(&sim->par, taken, 1));
  sim->next_id += *taken;
  PetscCall(PetscFree(mine));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode batch_create(Sim *sim, const Fill *fill, Batch *b)
{
  PetscFunctionBeginUser;
  *b = (Batch){.sim = sim, .fill = fill};
  PetscCall(clumps_create(&b->trial));
  PetscCall(halo_create(&sim->par, &b->halo));
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

/* Attempts from .. to-1; accepts at most `need`. */
static PetscErrorCode run_batch(Sim *sim, const Fill *fill, int64_t from, int64_t to, int64_t need, int64_t *taken)
{
  const Parallel *par   = &sim->par;
  const int64_t   share = (to - from) / par->size, extra = (to - from) % par->size;
  const int64_t   first = from + par->rank * share + min_int(par->rank, extra), last = first + share + (par->rank < extra);
  int64_t         bound;
  Batch           b;

  PetscFunctionBeginUser;
  PetscCall(batch_create(sim, fill, &b));
  PetscCall(add_present(&b));
  for (int64_t k = first; k < last; k++) PetscCall(add_attempt(&b, k));
  PetscCall(find_conflicts(&b));
  PetscCall(decide(&b));
  PetscCall(find_bound(&b, from, to, need, &bound));
  PetscCall(take_over(&b, from, to, bound, taken));
  PetscCall(batch_destroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the objects ---- */

static PetscErrorCode read_fill(Sim *sim, const char *name, uint64_t stream, Fill *f)
{
  const Options     *o = sim->options;
  const char *const *names;
  const double      *fraction;
  double             sum = 0;
  int                n_fraction;

  PetscFunctionBeginUser;
  *f          = (Fill){.name     = name,
                       .stream   = stream,
                       .count    = option_int(o, "clumps", name, "count"),
                       .lo       = option_vec3(o, "clumps", name, "lo"),
                       .hi       = option_vec3(o, "clumps", name, "hi"),
                       .velocity = option_vec3(o, "clumps", name, "velocity"),
                       .group    = population_groups(o, name, &sim->groups)};
  names       = option_words(o, "clumps", name, "template", &f->n_templates);
  fraction    = option_reals(o, "clumps", name, "fraction", &n_fraction);
  f->attempts = option_int(o, "clumps", name, "attempts");
  PetscCall(PetscMalloc2(f->n_templates, &f->templates, f->n_templates, &f->fraction));
  for (int k = 0; k < f->n_templates; k++) {
    f->templates[k] = templates_find(&sim->templates, names[k]);
    sum += n_fraction == f->n_templates ? fraction[k] : 1;
    f->fraction[k] = sum;
  }
  for (int k = 0; k < f->n_templates; k++) f->fraction[k] /= sum;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* More clumps than the box has room for, however they are placed; in two dimensions volumes are areas. */
static bool is_hopeless(const Sim *sim, const Fill *f)
{
  const Vec3 side     = vec3_sub(f->hi, f->lo);
  double     smallest = INFINITY;

  for (int k = 0; k < f->n_templates; k++) smallest = min_real(smallest, sim->templates.list[f->templates[k]].mass.volume);
  return (double)f->count * smallest > side.x * side.y * (sim->domain.dimension == 2 ? 1 : side.z);
}

/* Batches until all are placed; given up when the attempts are used up or a long row of batches placed nothing. Batches depend on
   the scenario alone, and so does the outcome. */
static PetscErrorCode fill_object(Sim *sim, const Fill *f)
{
  enum { BATCH_MOST = 2000000, EMPTY_MOST = 30 };
  const int64_t most = f->attempts * f->count, batch = min_int(f->count + f->count / 2 + 16, BATCH_MOST);
  int64_t       placed = 0, tried = 0, taken = 1;

  PetscFunctionBeginUser;
  if (is_hopeless(sim, f)) {
    option_mistake(sim->options, "clumps", f->name, "count",
                   "so many have more volume than the box; make lo..hi larger or the count smaller");
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (int empty = 0; placed < f->count && tried < most && empty<EMPTY_MOST; empty = taken> 0 ? 0 : empty + 1) {
    const int64_t to = min_int(most, tried + batch);

    PetscCall(run_batch(sim, f, tried, to, f->count - placed, &taken));
    placed += taken;
    tried = to;
  }
  if (placed < f->count)
    option_mistake(sim->options, "clumps", f->name, "count",
                   "only %" PRId64 " fit into the box in %" PRId64
                   " attempts; make lo..hi larger, the count smaller, or attempts (per clump) more",
                   placed, tried);
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
    PetscCall(read_fill(sim, names[k], (uint64_t)k, &f));
    PetscCall(fill_object(sim, &f));
    PetscCall(PetscFree2(f.templates, f.fraction));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
