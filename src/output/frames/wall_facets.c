/* SPDX-License-Identifier: MIT */
/* The module of wear and of frames of walls. Loads and wear of facets are summed exactly on rank 0,
   which writes files, so that frames and checkpoints are the same on any number of ranks. */
#include "base/mail.h"
#include "base/sums/sparse_sums.h"
#include "contact/contacts.h"
#include "contact/wall_loads.h"
#include "matter/module.h"
#include "output/frames/wall_frames.h"
#include "output/table/table.h"

/* Wear of a wall: Archard 1953, J. Appl. Phys. 24, 981. The sum over steps of F_n |v_t| dt is kept
   for each facet, J; the worn volume is this times coefficient / hardness. */
typedef struct {
  double rate; /* coefficient / hardness, 1/Pa; 0: it does not wear */
  /* for checkpoints: facet and its sum, of facets that have worn, ascending; the same on all
     ranks */
  StateArray saved;
} WallWear;

typedef struct {
  bool       wears, shown; /* some wall wears; frames of walls are written */
  bool       told;         /* a warning was given of a frame that could not be written */
  int        n_walls;
  WallWear  *wear; /* [walls] */
  SparseSums work; /* sums of wear, this rank's part; key: wall 2^32 + facet */
} WallFacets;

extern const Module wall_facets_module;

static const int64_t KEY_WALL = (int64_t)1 << 32;

enum { FACET_NUMBERS = 1 + SPARSE_LIMBS }; /* numbers of a facet in checkpoints */

static const StateItem wear_state[] = {
  {.name   = "wear_sums",
   .unit   = "J",
   .text   = "walls that wear: six numbers for each facet that has worn, ascending: the facet; and "
             "the sum of "
             "normal force x slip since the first step, an integer of 320 bits in units of 2^-192 J, "
             "64 bits "
             "each, lowest first",
   .type   = STATE_INT64,
   .count  = STATE_ANY,
   .offset = offsetof(WallWear, saved)},
  {NULL},
};

static StatePart part_of(const char *wall, WallWear *wear)
{
  StatePart part = {.items = wear_state, .owner = wear};

  snprintf(part.folder, sizeof part.folder, "%s/wall/%s", STATE_FOLDER, wall);
  return part;
}

/* ---- wear ---- */

static bool tells_facets(const World *world)
{
  for (int w = 0; w < world->walls->n; w++)
    if (world->walls->list[w].surface->geometry.tells_facet) return true;
  return false;
}

static void read_wear(WallFacets *f, const World *world, int w)
{
  const Wall *wall        = &world->walls->list[w];
  double      coefficient = 0;

  if (wall->surface->geometry.tells_facet)
    coefficient = option_real(world->options, "wall", wall->name, "wear_coefficient");
  if (!(coefficient > 0)) return;
  if (!option_has_value(world->options, "wall", wall->name, "hardness")) {
    option_mistake(world->options, "wall", wall->name, "hardness",
                   "missing: wear_coefficient %g needs the hardness of the wall, Pa", coefficient);
    return;
  }
  f->wear[w].rate = coefficient / option_real(world->options, "wall", wall->name, "hardness");
  f->wears        = true;
}

/* True if the numbers are a list as it is saved. */
static bool is_sound(const StateArray *saved)
{
  const int64_t *row  = saved->list;
  bool           good = saved->n % FACET_NUMBERS == 0;

  for (int64_t k = 0; good && k < saved->n; k += FACET_NUMBERS)
    good = row[k] >= (k > 0 ? row[k - FACET_NUMBERS] + 1 : 0) && row[k] < KEY_WALL &&
           row[k + SPARSE_LIMBS] >= 0;
  return good;
}

/* Take over the sums of wear that the checkpoint had. */
static PetscErrorCode take_wear(WallFacets *f, const World *world, int w)
{
  const WallWear *wear = &f->wear[w];
  const int64_t  *row  = wear->saved.list;

  PetscFunctionBeginUser;
  if (!is_sound(&wear->saved)) {
    options_mistake(world->options, "cannot restart: %s: wear of the wall %s is no list of facets",
                    world->source, world->walls->list[w].name);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (int64_t k = 0; world->par->rank == 0 && k < wear->saved.n; k += FACET_NUMBERS) {
    SparseSum item = {.key = w * KEY_WALL + row[k]};

    memcpy(item.limb, row + k + 1, sizeof item.limb);
    PetscCall(sparse_sums_merge(&f->work, &item));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode open(void *self, World *world)
{
  const bool         frames = option_real(world->options, "output", NULL, "frames_every") > 0;
  const char *const *names;
  WallFacets        *f = self;
  int                events;

  PetscFunctionBeginUser;
  f->shown = option_bool(world->options, "output", NULL, "frames_walls") && world->walls->n > 0;
  PetscCall(array_create(&f->wear, sizeof *f->wear, world->walls->n + 1));
  f->n_walls = world->walls->n;
  for (int w = 0; w < world->walls->n; w++) read_wear(f, world, w);
  PetscCall(module_take(&wall_facets_module, f, world));
  for (int w = 0; w < world->walls->n; w++) PetscCall(take_wear(f, world, w));
  PetscCall(options_objects(world->options, "event", &events, &names)); /* they may begin frames */
  if (f->wears || (f->shown && tells_facets(world) && (frames || events > 0)))
    PetscCall(facet_hits_create(world->contacts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Add the wear of the step that was evaluated last. */
static PetscErrorCode book(void *self, World *world, bool before)
{
  const FacetHits *hits = world->contacts->on_facets;
  WallFacets      *f    = self;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; before && f->wears && k < hits->n; k++) {
    const FacetHit *hit = &hits->list[k];

    if (f->wear[hit->wall].rate > 0 && hit->push > 0)
      PetscCall(sparse_sums_add(&f->work, hit->wall * KEY_WALL + hit->facet,
                                hit->push * hit->slip * world->clock->dt));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- frames: rows of facets ---- */

/* Gather all hits on rank 0; free them with array_free. */
static PetscErrorCode hits_gather(const Parallel *par, const FacetHits *mine, FacetHits *all)
{
  Mail *mail;

  PetscFunctionBeginUser;
  PetscCall(mail_create(par, &mail));
  if (mine && mine->n > 0)
    PetscCall(mail_post(mail, 0, mine->list, (size_t)mine->n * sizeof *mine->list));
  PetscCall(mail_deliver(mail));
  for (int m = 0; m < mail_messages(mail); m++) {
    int         source;
    size_t      size;
    const char *bytes = mail_message(mail, m, &source, &size);
    PetscInt    n     = (PetscInt)(size / sizeof *all->list);

    PetscCall(array_reserve(&all->list, sizeof *all->list, all->n + n, &all->capacity));
    memcpy(all->list + all->n, bytes, size);
    all->n += n;
  }
  PetscCall(mail_destroy(&mail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static int compare_hits(const void *a, const void *b)
{
  const FacetHit *p = a, *q = b;

  if (p->wall != q->wall) return p->wall < q->wall ? -1 : 1;
  return p->facet < q->facet ? -1 : p->facet > q->facet;
}

static Vec3 vector_of(const Sum sums[3])
{
  return (Vec3){sum_value(&sums[0]), sum_value(&sums[1]), sum_value(&sums[2])};
}

/* Write the sums of n hits on one facet to its row. */
static void hits_sum(const FacetHit *hit, PetscInt n, double area, FacetRow *row)
{
  enum { PUSH = 3, SUMS };
  Sum sums[SUMS];

  for (int k = 0; k < SUMS; k++) sum_clear(&sums[k]);
  for (PetscInt k = 0; k < n; k++) {
    sum_add(&sums[0], hit[k].force.x);
    sum_add(&sums[1], hit[k].force.y);
    sum_add(&sums[2], hit[k].force.z);
    sum_add(&sums[PUSH], hit[k].push);
  }
  row->force    = vector_of(sums);
  row->pressure = sum_value(&sums[PUSH]) / area;
}

/* Facets of all walls on rank 0. first[w]: the first one of wall w, and the end. */
typedef struct {
  Facets    facets;
  FacetRow *row;
  PetscInt *first;
} Show;

static PetscErrorCode show_create(const WallFacets *f, const World *world, Show *show)
{
  const FacetBox box = {
    .lo = world->domain->lo, .hi = world->domain->hi, .planar = world->dimension == 2};

  PetscFunctionBeginUser;
  PetscCall(array_create(&show->first, sizeof *show->first, world->walls->n + 1));
  for (int w = 0; world->par->rank == 0 && w < world->walls->n; w++) {
    const Wall *wall = &world->walls->list[w];

    PetscCall(wall->surface->geometry.facets(wall->constants, &box, &show->facets));
    show->first[w + 1] = show->facets.n;
  }
  PetscCall(array_create(&show->row, sizeof *show->row, show->facets.n));
  for (int w = 0; w < world->walls->n; w++)
    for (PetscInt k = show->first[w]; k < show->first[w + 1]; k++) {
      const double none = world->walls->list[w].surface->geometry.tells_facet ? 0 : NAN;

      show->row[k] = (FacetRow){.wall     = w,
                                .force    = {none, none, none},
                                .pressure = none,
                                .volume   = f->wear[w].rate > 0 ? 0 : NAN,
                                .depth    = f->wear[w].rate > 0 ? 0 : NAN};
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void show_free(Show *show)
{
  facets_free(&show->facets);
  array_free(&show->row);
  array_free(&show->first);
}

static PetscErrorCode fill_loads(const World *world, Show *show)
{
  FacetHits all = {0};

  PetscFunctionBeginUser;
  PetscCall(hits_gather(world->par, world->contacts->on_facets, &all));
  sort_items(all.list, all.n, sizeof *all.list, compare_hits);
  for (PetscInt k = 0, end; k < all.n; k = end) {
    const PetscInt at = show->first[all.list[k].wall] + all.list[k].facet;

    for (end = k + 1; end < all.n && compare_hits(&all.list[k], &all.list[end]) == 0;) end++;
    hits_sum(all.list + k, end - k, facet_area(&show->facets, &show->facets.list[at]),
             &show->row[at]);
  }
  array_free(&all.list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode fill_wear(const WallFacets *f, const World *world, Show *show)
{
  SparseSum *item;
  PetscInt   n;

  PetscFunctionBeginUser;
  PetscCall(sparse_sums_gather(world->par, &f->work, &n, &item));
  for (PetscInt k = 0; world->par->rank == 0 && k < n; k++) {
    const int      w  = (int)(item[k].key / KEY_WALL);
    const PetscInt at = show->first[w] + (PetscInt)(item[k].key % KEY_WALL);

    if (at >= show->first[w + 1]) continue; /* the checkpoint had another mesh */
    show->row[at].volume = f->wear[w].rate * sparse_sum_value(&item[k]);
    show->row[at].depth  = show->row[at].volume / facet_area(&show->facets, &show->facets.list[at]);
  }
  array_free(&item);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write_frame(WallFacets *f, World *world, Output *out)
{
  Show         show  = {0};
  WallScene    scene = {.step    = world->clock->step,
                        .time    = clock_time(world->clock),
                        .n_walls = world->walls->n,
                        .wears   = f->wears};
  char         why[SERIES_WHY];
  bool         written;
  const char **name;

  PetscFunctionBeginUser;
  PetscCall(array_create(&name, sizeof *name, world->walls->n));
  for (int w = 0; w < world->walls->n; w++) name[w] = world->walls->list[w].name;
  PetscCall(world_gather_walls(world));
  PetscCall(show_create(f, world, &show));
  world_disperse_walls(world);
  PetscCall(fill_loads(world, &show));
  if (f->wears) PetscCall(fill_wear(f, world, &show));
  scene.name   = name;
  scene.facets = &show.facets;
  scene.row    = show.row;
  scene.pack   = (int)option_int(world->options, "output", NULL, "frames_compress");
  PetscCall(wall_frames_write(world->par, out->dir, &scene, &written, why));
  show_free(&show);
  array_free(&name);
  file_count(written, &f->told, "frame of walls", why, world, out);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *world, Output *out)
{
  WallFacets *f = self;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN)
    PetscCall(series_cut(world->par, out->dir, "walls",
                         out->goes_on ? clock_reached(world->clock) : -HUGE_VAL));
  else if (out->call == OUTPUT_FRAME && f->shown) PetscCall(write_frame(f, world, out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checkpoints ---- */

/* List the wear of each wall that wears; item[k .. n - 1]: its sums, by wall. */
static PetscErrorCode list_wear(WallFacets *f, World *world, const SparseSum *item, PetscInt n,
                                StateParts *parts)
{
  PetscInt k = 0;

  PetscFunctionBeginUser;
  for (int w = 0; w < world->walls->n; w++) {
    WallWear *wear = &f->wear[w];
    PetscInt  end  = k;
    int64_t  *row;

    if (!(wear->rate > 0)) continue;
    while (end < n && item[end].key / KEY_WALL == w) end++;
    array_free(&wear->saved.list);
    wear->saved.n = FACET_NUMBERS * (end - k);
    PetscCall(array_create(&wear->saved.list, sizeof *row, (PetscInt)wear->saved.n));
    for (row = wear->saved.list; k < end; k++, row += FACET_NUMBERS) {
      row[0] = item[k].key % KEY_WALL;
      memcpy(row + 1, item[k].limb, sizeof item[k].limb);
    }
    PetscCall(state_list_part(parts, part_of(world->walls->list[w].name, wear)));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *world, StateParts *parts)
{
  WallFacets *f = self;
  SparseSum  *item;
  PetscInt    n;

  PetscFunctionBeginUser;
  if (!f) PetscCall(state_list_part(parts, part_of("<name>", NULL)));
  if (!f || !f->wears) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(sparse_sums_gather(world->par, &f->work, &n, &item));
  PetscCall(list_wear(f, world, item, n, parts));
  array_free(&item);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void end(void *self)
{
  WallFacets *f = self;

  for (int w = 0; f->wear && w < f->n_walls; w++) array_free(&f->wear[w].saved.list);
  array_free(&f->wear);
  sparse_sums_free(&f->work);
}

const Module wall_facets_module = {.name  = "wall_facets",
                                   .size  = sizeof(WallFacets),
                                   .setup = {.open = open},
                                   .step  = {.book = book},
                                   .list  = list,
                                   .write = write,
                                   .free  = end};
