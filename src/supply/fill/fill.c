/* SPDX-License-Identifier: MIT */
/* Random fill without overlaps. Templates and sizes of all clumps are fixed by its specification
   (fill_spec.h); here each clump is placed.

   Clumps are placed in tiers by their bulk: first those of more than half the largest bulk, then
   those of more than half of that, and so on, as large ones find no space among many small ones. A
   tier is placed in batches (fill_batch.c). */
#include "supply/fill/fill_batch.h"
#include "supply/population/population.h"

/* Least number of attempts in a batch. */
enum { BATCH_LEAST = 64 };

/* The bulks of a tier are more than step_down times its largest; lengths more than 4/5. */
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

static double largest_bulk(const SourceScene *scene, const FillSpec *p)
{
  double most = 0;

  for (int k = 0; k < p->n_templates; k++) {
    const double scale = p->sizes.n > 0 ? p->sizes.size[p->sizes.n - 1] / p->unit[k] : 1;

    most = max_real(most, bulk_of(&scene->templates->list[p->templates[k]], scale, p->dimension));
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

/* ---- the objects ---- */

/* Tier of a clump; 0: bulk of more than step_down times the largest. */
static int tier_of(const Fill *f, FillClump drawn)
{
  const double bulk =
    bulk_of(&f->scene->templates->list[drawn.template], drawn.scale, f->spec.dimension);
  double most = step_down * f->bulk;
  int    tier = 0;

  for (; tier < TIERS_MOST - 1 && bulk <= most; most *= step_down) tier++;
  return tier;
}

static PetscErrorCode fill_create(SourceScene *scene, const char *name, int object, Fill *f)
{
  bool good;

  PetscFunctionBeginUser;
  *f = (Fill){.scene = scene,
              .group = population_groups(scene->options, "clumps", name, scene->groups)};
  PetscCall(fill_spec_read(scene->par, scene->options, scene->templates, name, &f->spec, &good));
  PetscCheck(good, scene->par->comm, PETSC_ERR_PLIB, "clumps %s: was good when it was checked",
             name);
  f->spec.seed   = (uint64_t)scene->seed;
  f->spec.stream = (uint64_t)object;
  f->bulk        = largest_bulk(scene, &f->spec);
  f->block       = (f->spec.count + scene->par->size - 1) / scene->par->size;
  f->first       = min_int(f->spec.count, scene->par->rank * f->block);
  f->last        = min_int(f->spec.count, f->first + f->block);
  PetscCall(array_create(&f->wanted, sizeof *f->wanted, (PetscInt)(f->last - f->first)));
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

static PetscErrorCode fill_object(Fill *f)
{
  SourceScene *scene = f->scene;
  bool         stuck = false;
  Batch        b;
  double       bulk = f->bulk;

  PetscFunctionBeginUser;
  PetscCall(fill_batch_create(f, &b));
  for (int tier = 0; tier < TIERS_MOST && !stuck; tier++, bulk *= step_down)
    PetscCall(place_tier(&b, f, tier, bulk, &stuck));
  PetscCall(fill_batch_destroy(&b));
  if (stuck && f->placed == 0)
    option_mistake(scene->options, "clumps", f->spec.name, f->spec.amount,
                   "none fits into the %s in %" PRId64
                   " attempts: is it on the solid side of a wall (of a plane: behind its normal), "
                   "or full? Move or enlarge %s",
                   f->spec.region.kind->head.name, f->tried, place_of(&f->spec));
  else if (stuck)
    option_mistake(scene->options, "clumps", f->spec.name, f->spec.amount,
                   "only %" PRId64 " fit into the %s in %" PRId64
                   " attempts; make %s larger, the %s smaller, or attempts (per clump) more",
                   f->placed, f->spec.region.kind->head.name, f->tried, place_of(&f->spec),
                   f->spec.amount);
  PetscCall(fill_doubt_sides(f, scene->next_id));
  scene->next_id += f->spec.count;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Place the random fills of the scenario that are not yet in its stored part. Clumps are added on
   the rank that owns their place. Clumps that do not fit are a mistake of the scenario. */
static PetscErrorCode fill_all(SourceScene *scene)
{
  const char *const *names;
  int                n;

  PetscFunctionBeginUser;
  PetscCall(options_objects(scene->options, "clumps", &n, &names));
  for (int k = 0; k < n; k++) {
    Fill f;

    if (population_type(scene->options, names[k]) != POPULATION_FILL ||
        options_object_is_stored(scene->options, "clumps", names[k]))
      continue;
    PetscCall(fill_create(scene, names[k], k, &f));
    if (f.spec.count < INT64_MAX - scene->next_id) PetscCall(fill_object(&f));
    else
      option_mistake(scene->options, "clumps", names[k], NULL,
                     "there are no ids for %" PRId64 " more clumps after %" PRId64, f.spec.count,
                     scene->next_id - 1);
    array_free(&f.wanted);
    fill_spec_free(&f.spec);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the source ---- */

/* Fills are made once, before the first step. */
static PetscErrorCode next(const SourceScene *scene, const void *own, double *time)
{
  (void)own;
  PetscFunctionBeginUser;
  *time = !scene->begun && population_has_fills(scene->options) ? -INFINITY : INFINITY;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode release(SourceScene *scene, void *own, double now)
{
  double due;

  PetscFunctionBeginUser;
  PetscCall(next(scene, own, &due));
  if (due <= now) PetscCall(fill_all(scene));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Source source_fill = {
  .head    = {.name = "fill", .text = "clumps placed at random in a region, at the start"},
  .next    = next,
  .release = release,
};
