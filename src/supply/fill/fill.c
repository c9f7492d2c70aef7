/* SPDX-License-Identifier: MIT */
/* Random fill without overlaps. Templates and sizes of all clumps are fixed by its specification
   (fill_spec.h); here each clump is placed.

   Clumps are placed in tiers by their bulk: first those of more than half the largest bulk, then
   those of more than half of that, and so on, as large ones find no space among many small ones. A
   tier is placed in batches (fill_batch.c). */
#include "measure/energy/ledger.h"
#include "supply/fill/fill_batch.h"
#include "supply/population/population.h"

/* Least number of attempts in a batch. */
enum { BATCH_LEAST = 64 };

/* Bulks in a tier are more than step_down times the largest one, so that lengths of clumps of one
   form are more than 0.79 times the longest; in two dimensions 0.70 times. */
enum { TIERS_MOST = 100 };
static const double step_down = 0.5;

/* Measure of the space that a clump needs, m^3 (m^2): geometric mean of its volume and of the cube
   (square) of its bounding radius. Either of these alone, which places all rods before rocks or all
   rocks before rods, fits fewer clumps. */
static double bulk_of(const Template *t, double scale, int dimension)
{
  const double s2 = scale * scale, b2 = t->bound * t->bound;

  if (dimension == 2) return s2 * sqrt(b2 * t->mass.volume);
  return s2 * scale * sqrt(b2 * t->bound * t->mass.volume);
}

static double largest_bulk(const World *world, const FillSpec *p)
{
  double most = 0;

  for (int k = 0; k < p->n_templates; k++) {
    const double scale = p->sizes.n > 0 ? p->sizes.size[p->sizes.n - 1] / p->unit[k] : 1;

    most = max_real(most, bulk_of(&world->templates->list[p->templates[k]], scale, p->dimension));
  }
  return most;
}

/* Place the clumps of one tier, of bulks up to `bulk`, in batches until all are placed. *stuck:
   given up, as the attempts are used up or many in a row placed nothing. After the first batch, a
   batch has about as many attempts as spheres of this bulk have the volume of the box: more would
   mostly overlap each other. */
static PetscErrorCode place_tier(Batch *b, Fill *f, int tier, double bulk, bool *stuck)
{
  const FillSpec *p     = &f->spec;
  const double    room  = 0.5 * p->region.kind->volume(p->region.own) / bulk;
  const int64_t   batch = room < BATCH_MOST ? max_int(BATCH_LEAST, (int64_t)room) : BATCH_MOST;
  const int64_t   most = p->attempts * p->count, patience = 45 * p->count + 1000;
  int64_t         tries = 1, first, left, taken,
          last          = f->tried; /* last: attempts made when a clump was last placed */

  PetscFunctionBeginUser;
  PetscCall(fill_count_waiting(f, tier, &first, &left));
  while (left > 0 && !*stuck) {
    PetscCall(fill_run_batch(b, f, tier, tries, &taken));
    left -= taken;
    if (taken > 0) last = f->tried;
    tries  = left > 0 ? max_int(1, min_int(2 * tries, batch / left)) : 1;
    *stuck = left > 0 && (f->tried - last >= patience || f->tried >= most);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- fills on both sides of a sheet ---- */

/* Facets times clumps that are looked at for one wall. Of more, a part of the clumps is looked
   at. */
static const double looks_most = 2e7;

/* How much of a winding number is rounding. */
static const double rounding = 1e-9;

/* Numbers of clumps: all that are looked at; those enclosed by the sheet, by the sign of the
   winding number; and those outside, for each of these signs. */
enum { LOOKED, ENCLOSED, OUTSIDE = ENCLOSED + 2, N_SIDES = OUTSIDE + 2 };

/* Count a clump at x. */
static void look_at(const Wall *wall, Vec3 x, int64_t counts[N_SIDES])
{
  const double w = wall->surface->geometry.winding(wall->constants, x);

  counts[LOOKED]++;
  for (int k = 0; k < 2; k++) {
    counts[ENCLOSED + k] += (k ? -w : w) > 0.5;
    counts[OUTSIDE + k] += (k ? -w : w) < rounding;
  }
}

/* When all clumps are placed: warn of a sheet, such as a tube, with clumps of the fill on both
   sides. first: their lowest id. Collective. */
static PetscErrorCode doubt_wall(const Fill *f, int64_t first, const Wall *wall)
{
  const World  *world  = f->world;
  const Clumps *c      = world->clumps;
  const double  looks  = (double)f->placed * wall->surface->geometry.sheet(wall->constants);
  const int64_t stride = (int64_t)(looks / looks_most) + 1;
  int64_t       counts[N_SIDES] = {0}, outside;
  int           side;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned && looks > 0; a++)
    if (c->id[a] >= first && (c->id[a] - first) % stride == 0) look_at(wall, c->pose[a].x, counts);
  PetscCall(parallel_sum_int(world->par, counts, N_SIDES));
  side    = counts[ENCLOSED + 1] > counts[ENCLOSED];
  outside = counts[OUTSIDE + side];
  if (counts[ENCLOSED + side] > 0 && outside > 0)
    option_warning(
      world->options, world->warnings, "clumps", f->spec.name, NULL,
      "%" PRId64 " of %" PRId64 "%s are outside of wall %s and %" PRId64
      " inside: it is a sheet, which keeps no clump off; give a region on one side of it "
      "(region: box, cylinder, cone, sphere, mesh)",
      outside, counts[LOOKED], stride > 1 ? " looked at" : "", wall->name, counts[ENCLOSED + side]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the objects ---- */

/* Tier of a clump; 0: bulk of more than step_down times the largest. */
static int tier_of(const Fill *f, FillClump drawn)
{
  const double bulk =
    bulk_of(&f->world->templates->list[drawn.template], drawn.scale, f->spec.dimension);
  double most = step_down * f->bulk;
  int    tier = 0;

  for (; tier < TIERS_MOST - 1 && bulk <= most; most *= step_down) tier++;
  return tier;
}

static PetscErrorCode fill_create(World *world, const char *name, int object, Fill *f)
{
  bool good;

  PetscFunctionBeginUser;
  *f = (Fill){.world = world,
              .group = population_groups(world->options, "clumps", name, world->groups)};
  PetscCall(fill_spec_read(world->par, world->options, world->templates, name, &f->spec, &good));
  PetscCheck(good, world->par->comm, PETSC_ERR_PLIB, "clumps %s: was good when it was checked",
             name);
  f->spec.seed   = (uint64_t)world->seed;
  f->spec.stream = (uint64_t)object;
  f->bulk        = largest_bulk(world, &f->spec);
  f->block       = (f->spec.count + world->par->size - 1) / world->par->size;
  f->first       = min_int(f->spec.count, world->par->rank * f->block);
  f->last        = min_int(f->spec.count, f->first + f->block);
  array_create(&f->wanted, sizeof *f->wanted, (f->last - f->first));
  for (int64_t j = f->first; j < f->last; j++) {
    const FillClump drawn = fill_spec_clump(&f->spec, j);

    f->wanted[j - f->first] = (Wanted){.drawn = drawn, .tier = tier_of(f, drawn)};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Words for the keys that give its region, for messages. */
static const char *place_of(const FillSpec *p)
{
  return p->region.kind == &region_box ? "lo..hi" : "the region";
}

/* Note that no clump has found a place, and what was in the way. */
static void note_none(const Fill *f)
{
  Text refused = {0};

  fill_say_refused(f, &refused);
  option_mistake(f->world->options, "clumps", f->spec.name, f->spec.amount,
                 "no clump has found a place in the %s in %" PRId64 " attempts%s%s%s %s",
                 f->spec.region.kind->head.name, f->tried, refused.n > 0 ? ": " : "",
                 refused.n > 0 ? refused.s : "",
                 refused.n > 0 ? "; or move"
                               : ". Is it full, or a wall in the way? Move or enlarge",
                 place_of(&f->spec));
  text_free(&refused);
}

/* Note that too few have found a place, and a wall that was in the way. */
static void note_few(const Fill *f)
{
  const char *place   = place_of(&f->spec);
  Text        refused = {0};

  fill_say_refused(f, &refused);
  option_mistake(f->world->options, "clumps", f->spec.name, f->spec.amount,
                 "only %" PRId64 " fit into the %s: %" PRId64
                 " attempts have found no further place%s%s. %s %s larger or the %s smaller, or "
                 "give more attempts for each clump (attempts)",
                 f->placed, f->spec.region.kind->head.name, f->tried, refused.n > 0 ? ", as " : "",
                 refused.n > 0 ? refused.s : "", refused.n > 0 ? "Or make" : "Make", place,
                 f->spec.amount);
  text_free(&refused);
}

static PetscErrorCode fill_object(Fill *f)
{
  World *world = f->world;
  bool   stuck = false;
  Batch  b;
  double bulk = f->bulk;

  PetscFunctionBeginUser;
  PetscCall(fill_batch_create(f, &b));
  /* about what the rank will own */
  clumps_reserve(world->clumps, world->clumps->n_owned + (PetscInt)(f->last - f->first));
  for (int tier = 0; tier < TIERS_MOST && !stuck; tier++, bulk *= step_down)
    PetscCall(place_tier(&b, f, tier, bulk, &stuck));
  PetscCall(fill_batch_destroy(&b));
  if (stuck && f->placed == 0) note_none(f);
  else if (stuck) note_few(f);
  else fill_doubt_sides(f);
  for (int w = 0; w < world->walls->n; w++) {
    const Wall *wall = &world->walls->list[w];

    if (wall->surface->geometry.winding && !wall->divided)
      PetscCall(doubt_wall(f, world->account->next_id, wall));
  }
  world->account->next_id += f->spec.count;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the source ---- */

/* Place the random fills of the scenario that are not yet in its stored part, once, before the first
   step. Clumps are added on the rank that owns their place. Clumps that do not fit are a mistake of
   the scenario. */
static PetscErrorCode release(World *world, void *own, double now)
{
  const char *const *names;
  const int          n = world->begun ? 0 : options_objects(world->options, "clumps", &names);

  (void)own;
  (void)now;
  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) {
    Fill f;

    if (!population_is_fill(world->options, names[k])) continue;
    PetscCall(fill_create(world, names[k], k, &f));
    if (f.spec.count < INT64_MAX - world->account->next_id) PetscCall(fill_object(&f));
    else
      option_mistake(world->options, "clumps", names[k], NULL,
                     "there are no ids for %" PRId64 " more clumps after %" PRId64, f.spec.count,
                     world->account->next_id - 1);
    array_free(&f.wanted);
    fill_spec_free(&f.spec);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode next(const World *world, const void *own, double *time)
{
  (void)own;
  PetscFunctionBeginUser;
  *time = !world->begun && population_has_fills(world->options) ? -INFINITY : INFINITY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Source source_fill = {
  .head    = {.name = "fill", .text = "clumps placed at random in a region, at the start"},
  .next    = next,
  .release = release,
};
