/* SPDX-License-Identifier: MIT */
/* A batch of attempts to place clumps.

   In a batch every clump not placed yet tries `tries` positions and attitudes, the n-th of clump j
   drawn from (seed, object, j, n) alone. Its candidate is the first attempt that overlaps no clump
   present before the batch; the candidate is accepted if it overlaps no accepted candidate of a
   clump with a lower index. The result is that of placing the clumps one after the other, on any
   number of ranks. Candidates are sought in several passes, each for the clumps that have none yet,
   so that attempts never need much more memory than the clumps present. */
#include "supply/fill/fill_batch.h"
#include "wall/walls.h"

/* ---- positions and attitudes that clumps try ---- */

/* Random numbers of the n-th attempt of clump j. */
static Random random_of(const Fill *f, int64_t j, int64_t n)
{
  const FillSpec *p = &f->spec;
  const uint64_t  attempt =
    f->counter + (uint64_t)j * (uint64_t)p->attempts + (uint64_t)n; /* of an inlet */

  if (f->apart)
    return random_part(random_stream(p->seed, RANDOM_INLET + 256 * p->stream, attempt), 1);
  /* part 0 is used by FillSpec */
  return random_part(random_stream(p->seed, RANDOM_FILL + 256 * p->stream, (uint64_t)j),
                     (uint64_t)n + 1);
}

/* Points per radius of the axis of a capsule at which walls that stick out are asked for: of sharp edges
   between two of them overlaps of up to .2 % of the radius are not seen. */
enum { AXIS_POINTS = 8 };

/* Number of points of pebble i around which a ball of its radius is asked for: its centre, and of a capsule
   these points of its axis, beside its ends. */
static int points_of(const Template *t, int i)
{
  if (!t->role || t->role[i] != PEBBLE_SHAFT) return 1;
  return 1 +
         (int)min_real(1e4, AXIS_POINTS * vec3_norm(vec3_sub(t->offset[i + 2], t->offset[i + 1])) /
                              t->radius[i]);
}

/* Point k of n, in the lab, of a pebble of a clump at x. */
static Vec3 point_of(const Template *t, int i, int k, int n, double scale, Quat q, Vec3 x)
{
  Vec3 at = t->offset[i];

  if (k > 0)
    at = vec3_axpy(t->offset[i + 1], (double)k / n, vec3_sub(t->offset[i + 2], t->offset[i + 1]));
  return vec3_axpy(x, scale, quat_turn(q, at));
}

/* True if a pebble of a clump at x overlaps a wall, of those that are divided or of the others.
   Most attempts are far from all walls: all pebbles lie within the bound, widened for rounding. */
static bool meets_wall(Batch *b, bool divided, const Template *t, double scale, Quat q, Vec3 x)
{
  const Walls *walls = b->world->walls;

  if (!walls_meet(walls, divided, x, 1.001 * scale * t->bound, &b->features)) return false;
  for (int i = 0; i < t->n; i++)
    for (int k = 0, n = points_of(t, i); k < n; k++)
      if (walls_meet(walls, divided, point_of(t, i, k, n, scale, q, x), scale * t->radius[i],
                     &b->features))
        return true;
  return false;
}

/* ---- why no place was found ---- */

enum { LOOKS = 200 }; /* attempts that are looked at */
/* A wall around the clumps that more than this share of the attempts meets is far smaller than
   their region: it is likely to be meant as an obstacle. */
#define OBSTACLE 0.75

/* Draw the n-th attempt of clump j; false: it does not fit into the region. */
static bool draw_attempt(const Fill *f, int64_t j, int64_t n, RegionBody *body, Vec3 *x)
{
  const FillClump drawn  = fill_spec_clump(&f->spec, j);
  Random          random = random_of(f, j, n);

  body->template = &f->world->templates->list[drawn.template];
  body->scale    = drawn.scale;
  body->q        = attitude_draw(&f->spec.attitudes, body->template->mass.axes, &random);
  return f->spec.region.kind->draw(f->spec.region.own, f->world->domain, body, &random, x);
}

/* True if a pebble of the body at x overlaps the wall. */
static bool meets(const Wall *wall, const RegionBody *body, Vec3 x, Features *space)
{
  const Template *t   = body->template;
  bool            one = false;

  for (int i = 0; i < t->n && !one; i++) {
    const double r = body->scale * t->radius[i];

    for (int k = 0, n = points_of(t, i); k < n && !one; k++)
      one = wall_distance(wall, point_of(t, i, k, n, body->scale, body->q, x), r, space) < r;
  }
  return one;
}

/* Count those of the first attempts that meet each wall, met[walls.n], of *looked; divided walls are
   left out. */
static void count_met(const Fill *f, int64_t *met, int64_t *looked)
{
  const Walls *walls = f->world->walls;
  Features     space = {0};

  for (int64_t k = 0; k < LOOKS && f->spec.count > 0; k++) {
    const int64_t j = k % f->spec.count, n = k / f->spec.count;
    RegionBody    body;
    Vec3          x;

    if (n >= f->spec.attempts || !draw_attempt(f, j, n, &body, &x)) continue;
    x = domain_wrapped(f->world->domain, x);
    (*looked)++;
    for (int w = 0; w < walls->n; w++)
      met[w] += !walls->list[w].divided && meets(&walls->list[w], &body, x, &space);
  }
  array_free(&space.list);
}

void fill_say_refused(const Fill *f, Text *text)
{
  const Walls *walls = f->world->walls;
  int64_t     *met = memory_zero((size_t)walls->n + 1, sizeof *met), looked = 0, most = 0;

  count_met(f, met, &looked);
  for (int w = 0; w < walls->n; w++) most = max_int(most, met[w]);
  for (int w = 0; w < walls->n && most > 0 && 2 * most >= looked; w++) {
    if (met[w] < most) continue;
    if (text->n > 0) text_add(text, "; ");
    else if (most < looked)
      text_add(text, "%" PRId64 " of the first %" PRId64 " meet ", most, looked);
    else text_add(text, "all meet ");
    wall_say_cure(f->world->options, &walls->list[w], text);
  }
  free(met);
}

/* True if the wall is a closed shape whose `side` is not given, so that the default holds. */
static bool has_default_side(const Options *o, const Wall *wall)
{
  static const char *const shapes[] = {"sphere", "box", "cylinder", "cone"};
  const char *const        shape    = option_word(o, "wall", wall->name, "shape");
  bool                     is       = false;

  for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
    is = is || strcmp(shape, shapes[k]) == 0;
  return is && !option_has_value(o, "wall", wall->name, "side");
}

void fill_doubt_sides(const Fill *f)
{
  const World *world = f->world;
  int64_t     *met = memory_zero((size_t)world->walls->n + 1, sizeof *met), looked = 0;

  count_met(f, met, &looked);
  for (int w = 0; w < world->walls->n; w++) {
    const char *name = world->walls->list[w].name;

    if ((double)met[w] > OBSTACLE * (double)looked &&
        has_default_side(world->options, &world->walls->list[w]))
      option_warning(
        world->options, world->warnings, "wall", name, NULL,
        "it keeps clumps inside (side: inside, the default), and all %" PRId64 " clumps of %s are "
        "inside of it, though %" PRId64 " of the first %" PRId64 " attempts were not: give side: "
        "outside if it is an obstacle among the clumps, or else side: inside",
        f->placed, f->spec.name, met[w], looked);
  }
  free(met);
}

void fill_drop_tries(Batch *b)
{
  Clumps *c = b->trial;
  bool   *keep;

  if (b->world->walls->n_divided == 0) return;
  array_create(&keep, sizeof *keep, c->n_owned);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Template *t = &b->world->templates->list[c->template[a]];

    keep[a] = c->id[a] < 0 || !meets_wall(b, true, t, c->scale[a], c->pose[a].q, c->pose[a].x);
  }
  clumps_keep(c, keep);
  array_free(&keep);
}

/* Give a row of the trial the mass and inertia of the clump, which it carries to its owner. */
static void set_mass(Batch *b, PetscInt row, FillClump drawn)
{
  const World    *world = b->world;
  const Template *t     = &world->templates->list[drawn.template];
  Clumps         *c     = b->trial;

  if (!(drawn.mass > 0)) {
    clump_set_density(c, row, world->materials, world->templates, b->fill->spec.density);
    return;
  }
  if (!t->inertia_given) c->inertia[row] = vec3_scale(drawn.mass / c->mass[row], c->inertia[row]);
  c->mass[row] = drawn.mass;
}

/* Append the n-th attempt of clump j, unless it does not fit, meets a wall or lies outside an open
   face. */
static void add_attempt(Batch *b, int64_t j, FillClump drawn, int64_t n, Id id)
{
  const World    *world    = b->world;
  const FillSpec *p        = &b->fill->spec;
  const Template *template = &world->templates->list[drawn.template];
  Random           random  = random_of(b->fill, j, n);
  const Quat       q       = attitude_draw(&p->attitudes, template->mass.axes, &random);
  const RegionBody body    = {template, drawn.scale, q};
  PetscInt         row;
  Vec3             x;

  if (!p->region.kind->draw(p->region.own, world->domain, &body, &random, &x)) return;
  x = domain_wrapped(world->domain, x);
  if (domain_has_left(world->domain, x)) return;
  if (meets_wall(b, false, template, drawn.scale, q, x)) return;
  row                   = clumps_add(b->trial, world->templates, id, drawn.template, drawn.scale);
  b->trial->pose[row].x = x;
  b->trial->pose[row].q = q;
  set_mass(b, row, drawn);
}

/* Empty the trial and reserve room: for the clumps present if `present`, and for `attempts` of each
   member of this rank: of those without a free position if `open`, else of those with one. */
static void begin_trial(Batch *b, bool present, bool open, int64_t attempts)
{
  const Fill *f    = b->fill;
  int64_t     room = present && !f->apart ? b->world->clumps->n_owned : 0;

  for (int64_t k = 0; k < f->last - f->first; k++)
    if (f->wanted[k].member && (f->wanted[k].free == NONE_YET) == open) room += attempts;
  b->trial->n = b->trial->n_owned = 0;
  clumps_reserve(b->trial, (PetscInt)room);
}

/* Append attempts to the trial: the free position of every member that has one. */
static void add_free(Batch *b)
{
  const Fill *f = b->fill;

  for (int64_t k = 0; k < f->last - f->first; k++) {
    const Wanted *w = &f->wanted[k];

    if (w->member && w->free != NONE_YET)
      add_attempt(b, f->first + k, w->drawn, w->tries + w->free,
                  (f->first + k) * b->tries + w->free);
  }
}

/* ---- batches ---- */

/* Least number of attempts in a pass that seeks free positions. A pass has this many or as many
   as clumps are present, whichever is more, and at least one for every clump. */
enum { PASS_LEAST = 1 << 17 };

static bool waits(const Wanted *w, int tier)
{
  return !w->placed && w->tier == tier;
}

PetscErrorCode fill_count_waiting(const Fill *f, int tier, int64_t *first, int64_t *total)
{
  int64_t n = 0;

  PetscFunctionBeginUser;
  for (int64_t k = 0; k < f->last - f->first; k++) n += waits(&f->wanted[k], tier);
  PetscCall(parallel_offset(f->world->par, n, first, total));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Mark as members of the batch the first BATCH_MOST clumps of the tier that are not placed;
 *members: their number over all ranks. */
static PetscErrorCode choose_members(Fill *f, int tier, int64_t tries, int64_t *members)
{
  int64_t place, total;

  PetscFunctionBeginUser;
  PetscCall(fill_count_waiting(f, tier, &place, &total));
  *members = min_int(BATCH_MOST, total);
  for (int64_t k = 0; k < f->last - f->first; k++) {
    Wanted *const w = &f->wanted[k];

    w->member = waits(w, tier) && place < BATCH_MOST;
    place += waits(w, tier);
    w->free = tries == 1 ? 0 : NONE_YET; /* a single try needs no choice */
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if a clump with all pebbles in the box lo..hi may overlap clump a. */
static bool may_meet(const World *world, Vec3 lo, Vec3 hi, PetscInt a)
{
  const Clumps *c = world->clumps;
  const double  r = c->scale[a] * world->templates->list[c->template[a]].bound;

  return box_may_meet(world->domain, lo, hi, c->pose[a].x, 1.001 * r);
}

/* The axis along which the region is the smallest part of the domain, so that a test along it rules
   out most clumps. */
static int shortest_axis(const Domain *d, Vec3 lo, Vec3 hi)
{
  double least = INFINITY;
  int    axis  = 0;

  for (int k = 0; k < d->dimension; k++) {
    const double share = (vec3_axis(hi, k) - vec3_axis(lo, k)) / vec3_axis(d->length, k);

    if (!(share < least) || boundary_wraps(d->boundary[k])) continue;
    least = share;
    axis  = k;
  }
  return axis;
}

void near_rows_find(const World *world, const FillSpec *spec, NearRows *near)
{
  const Clumps   *c         = world->clumps;
  const Template *templates = world->templates->list;
  const Domain   *d         = world->domain;
  Vec3            lo, hi;
  int             axis;
  bool            wraps;

  spec->region.kind->box(spec->region.own, &lo, &hi);
  axis         = shortest_axis(d, lo, hi);
  wraps        = boundary_wraps(d->boundary[axis]);
  near->n      = 0;
  near->looked = c->n_owned;
  for (PetscInt a = 0; a < near->looked; a++) {
    const double x = vec3_axis(c->pose[a].x, axis),
                 r = 1.001 * c->scale[a] * templates[c->template[a]].bound;

    if (!wraps && (x + r < vec3_axis(lo, axis) || x - r > vec3_axis(hi, axis))) continue;
    if (!may_meet(world, lo, hi, a)) continue;
    array_reserve(&near->row, sizeof *near->row, near->n + 1, &near->capacity);
    near->row[near->n++] = a;
  }
}

static void add_row(Batch *b, Id id, PetscInt a)
{
  const Clumps  *c     = b->world->clumps;
  const double   scale = c->scale[a];
  const PetscInt row   = clumps_add(b->trial, b->world->templates, id, c->template[a], scale);

  b->trial->pose[row].x = c->pose[a].x;
  b->trial->pose[row].q = c->pose[a].q;
}

/* Negative ids, which ascend with the rows, keep them in the order that they have (clumps_migrate). */
static PetscErrorCode add_present(Batch *b)
{
  const Clumps   *c    = b->world->clumps;
  const NearRows *near = b->fill->apart ? b->fill->near : NULL;
  const PetscInt  from = near ? near->looked : 0; /* rows since then are of this release */
  int64_t         first, all;

  PetscFunctionBeginUser;
  PetscCall(parallel_offset(b->world->par, c->n_owned, &first, &all));
  for (PetscInt k = 0; near && k < near->n; k++)
    add_row(b, first + near->row[k] - all, near->row[k]);
  for (PetscInt a = from; a < c->n_owned; a++)
    if (!near || may_meet(b->world, b->lo, b->hi, a)) add_row(b, first + a - all, a);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_batch_create(const Fill *f, Batch *b)
{
  PetscFunctionBeginUser;
  *b = (Batch){.world = f->world, .fill = f};
  f->spec.region.kind->box(f->spec.region.own, &b->lo, &b->hi);
  PetscCall(clumps_create(&b->trial));
  PetscCall(halo_create(f->world->par, f->world->halo_wide, &b->halo));
  pebbles_create(&b->pebbles);
  pairs_create(1, &b->pairs);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_batch_destroy(Batch *b)
{
  PetscFunctionBeginUser;
  clumps_destroy(&b->trial);
  PetscCall(halo_destroy(&b->halo));
  pebbles_destroy(&b->pebbles);
  pairs_destroy(&b->pairs);
  array_free(&b->features.list);
  array_free(&b->verdict);
  array_free(&b->news);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Numbers over all ranks: members without a free position, and clumps present. */
static PetscErrorCode count_open(const Fill *f, int64_t counts[2])
{
  PetscFunctionBeginUser;
  counts[0] = 0;
  for (int64_t k = 0; k < f->last - f->first; k++)
    counts[0] += f->wanted[k].member && f->wanted[k].free == NONE_YET;
  counts[1] = f->world->clumps->n_owned;
  PetscCall(parallel_sum_int(f->world->par, counts, 2));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* For every member: the first of its tries that is free of the clumps present, if there is one. */
static PetscErrorCode find_free(Batch *b, Fill *f)
{
  int64_t counts[2], from = 0;

  PetscFunctionBeginUser;
  PetscCall(count_open(f, counts));
  while (from < b->tries && counts[0] > 0) {
    const int64_t n =
      max_int(1, min_int(b->tries - from, max_int(PASS_LEAST, counts[1]) / counts[0]));

    begin_trial(b, true, true, n);
    PetscCall(add_present(b));
    for (int64_t k = 0; k < f->last - f->first; k++) {
      const Wanted *w = &f->wanted[k];

      for (int64_t i = from; i < from + n && w->member && w->free == NONE_YET; i++)
        add_attempt(b, f->first + k, w->drawn, w->tries + i, (f->first + k) * b->tries + i);
    }
    PetscCall(fill_find_conflicts(b));
    PetscCall(fill_note_free(b, f));
    from += n;
    PetscCall(count_open(f, counts));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode fill_run_batch(Batch *b, Fill *f, int tier, int64_t tries, int64_t *taken)
{
  int64_t members = 0;

  PetscFunctionBeginUser;
  b->tries = tries;
  PetscCall(choose_members(f, tier, tries, &members));
  if (tries > 1) PetscCall(find_free(b, f));
  begin_trial(b, tries == 1, false, 1);
  if (tries == 1) PetscCall(add_present(b)); /* else attempts are free of them */
  add_free(b);
  PetscCall(fill_find_conflicts(b));
  PetscCall(fill_decide(b));
  PetscCall(fill_take_over(b, f, taken));
  f->placed += *taken;
  f->tried += members * tries;
  for (int64_t k = 0; k < f->last - f->first; k++)
    f->wanted[k].tries += f->wanted[k].member ? tries : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
