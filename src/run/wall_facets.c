/* SPDX-License-Identifier: MIT */
/* Facets of walls. Their loads and wear are summed exactly on rank 0, which writes files, so that
   frames and checkpoints are the same on any number of ranks. */
#include "run/wall_facets.h"
#include "base/mail.h"
#include "contact/wall_loads.h"
#include "output/frames/wall_frames.h"
#include "run/lists/wall_division.h"
#include "run/restart/saved_parts.h"
#include "run/sim.h"

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

static bool tells_facets(const Sim *sim)
{
  for (int w = 0; w < sim->walls.n; w++)
    if (sim->walls.list[w].surface->geometry.tells_facet) return true;
  return false;
}

static void read_wear(Sim *sim, int w)
{
  const Wall *wall        = &sim->walls.list[w];
  double      coefficient = 0;

  if (wall->surface->geometry.tells_facet)
    coefficient = option_real(sim->options, "wall", wall->name, "wear_coefficient");
  if (!(coefficient > 0)) return;
  if (!option_has_value(sim->options, "wall", wall->name, "hardness")) {
    option_mistake(sim->options, "wall", wall->name, "hardness",
                   "missing: wear_coefficient %g needs the hardness of the wall, Pa", coefficient);
    return;
  }
  sim->facets.wear[w].rate =
    coefficient / option_real(sim->options, "wall", wall->name, "hardness");
  sim->facets.wears = true;
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

static PetscErrorCode take_wear(Sim *sim, const Checkpoint *ck, int w)
{
  WallWear      *wear = &sim->facets.wear[w];
  const int64_t *row;
  bool           found;

  PetscFunctionBeginUser;
  PetscCall(parts_take(sim, ck, part_of(sim->walls.list[w].name, wear), &found));
  if (!found) PetscFunctionReturn(PETSC_SUCCESS);
  if (!is_sound(&wear->saved)) {
    options_mistake(sim->options, "cannot restart: %s: wear of the wall %s is no list of facets",
                    sim->source, sim->walls.list[w].name);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  row = wear->saved.list;
  for (int64_t k = 0; sim->par.rank == 0 && k < wear->saved.n; k += FACET_NUMBERS) {
    SparseSum item = {.key = w * KEY_WALL + row[k]};

    memcpy(item.limb, row + k + 1, sizeof item.limb);
    PetscCall(sparse_sums_merge(&sim->facets.work, &item));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wall_facets_open(Sim *sim, const Checkpoint *ck)
{
  const bool frames = option_real(sim->options, "output", NULL, "frames_every") > 0;

  PetscFunctionBeginUser;
  sim->facets.shown = option_bool(sim->options, "output", NULL, "frames_walls") && sim->walls.n > 0;
  PetscCall(array_create(&sim->facets.wear, sizeof *sim->facets.wear, sim->walls.n + 1));
  for (int w = 0; w < sim->walls.n; w++) {
    read_wear(sim, w);
    if (ck && sim->facets.wear[w].rate > 0) PetscCall(take_wear(sim, ck, w));
  }
  /* events may begin frames */
  if (sim->facets.wears ||
      (sim->facets.shown && tells_facets(sim) && (frames || sim_events(sim)->n > 0)))
    PetscCall(facet_hits_create(sim->contacts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void wall_facets_free(Sim *sim)
{
  for (int w = 0; sim->facets.wear && w < sim->walls.n; w++)
    array_free(&sim->facets.wear[w].saved.list);
  array_free(&sim->facets.wear);
  sparse_sums_free(&sim->facets.work);
}

PetscErrorCode wall_facets_book(Sim *sim)
{
  const FacetHits *hits = sim->contacts->on_facets;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; sim->facets.wears && k < hits->n; k++) {
    const FacetHit *hit = &hits->list[k];

    if (sim->facets.wear[hit->wall].rate > 0 && hit->push > 0)
      PetscCall(sparse_sums_add(&sim->facets.work, hit->wall * KEY_WALL + hit->facet,
                                hit->push * hit->slip * sim->clock.dt));
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

static PetscErrorCode show_create(const Sim *sim, Show *show)
{
  const FacetBox box = {
    .lo = sim->domain.lo, .hi = sim->domain.hi, .planar = sim->settings.dimension == 2};

  PetscFunctionBeginUser;
  PetscCall(array_create(&show->first, sizeof *show->first, sim->walls.n + 1));
  for (int w = 0; sim->par.rank == 0 && w < sim->walls.n; w++) {
    const Wall *wall = &sim->walls.list[w];

    PetscCall(wall->surface->geometry.facets(wall->constants, &box, &show->facets));
    show->first[w + 1] = show->facets.n;
  }
  PetscCall(array_create(&show->row, sizeof *show->row, show->facets.n));
  for (int w = 0; w < sim->walls.n; w++)
    for (PetscInt k = show->first[w]; k < show->first[w + 1]; k++) {
      const double none = sim->walls.list[w].surface->geometry.tells_facet ? 0 : NAN;

      show->row[k] = (FacetRow){.wall     = w,
                                .force    = {none, none, none},
                                .pressure = none,
                                .volume   = sim->facets.wear[w].rate > 0 ? 0 : NAN,
                                .depth    = sim->facets.wear[w].rate > 0 ? 0 : NAN};
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void show_free(Show *show)
{
  facets_free(&show->facets);
  array_free(&show->row);
  array_free(&show->first);
}

static PetscErrorCode fill_loads(const Sim *sim, Show *show)
{
  FacetHits all = {0};

  PetscFunctionBeginUser;
  PetscCall(hits_gather(&sim->par, sim->contacts->on_facets, &all));
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

static PetscErrorCode fill_wear(const Sim *sim, Show *show)
{
  SparseSum *item;
  PetscInt   n;

  PetscFunctionBeginUser;
  PetscCall(sparse_sums_gather(&sim->par, &sim->facets.work, &n, &item));
  for (PetscInt k = 0; sim->par.rank == 0 && k < n; k++) {
    const int      w  = (int)(item[k].key / KEY_WALL);
    const PetscInt at = show->first[w] + (PetscInt)(item[k].key % KEY_WALL);

    if (at >= show->first[w + 1]) continue; /* the checkpoint had another mesh */
    show->row[at].volume = sim->facets.wear[w].rate * sparse_sum_value(&item[k]);
    show->row[at].depth  = show->row[at].volume / facet_area(&show->facets, &show->facets.list[at]);
  }
  array_free(&item);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wall_facets_write(Sim *sim, bool *written, char *why)
{
  Show         show  = {0};
  WallScene    scene = {.step    = sim->clock.step,
                        .time    = sim_time(sim),
                        .n_walls = sim->walls.n,
                        .wears   = sim->facets.wears};
  const char **name;

  PetscFunctionBeginUser;
  *written = true;
  if (!sim->facets.shown) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(array_create(&name, sizeof *name, sim->walls.n));
  for (int w = 0; w < sim->walls.n; w++) name[w] = sim->walls.list[w].name;
  PetscCall(wall_division_gather(sim));
  PetscCall(show_create(sim, &show));
  wall_division_disperse(sim);
  PetscCall(fill_loads(sim, &show));
  if (sim->facets.wears) PetscCall(fill_wear(sim, &show));
  scene.name   = name;
  scene.facets = &show.facets;
  scene.row    = show.row;
  scene.pack   = (int)option_int(sim->options, "output", NULL, "frames_compress");
  PetscCall(wall_frames_write(&sim->par, sim->output_dir, &scene, written, why));
  show_free(&show);
  array_free(&name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checkpoints ---- */

PetscErrorCode wall_facets_list(Sim *sim, StateParts *parts)
{
  SparseSum *item;
  PetscInt   n, k = 0;

  PetscFunctionBeginUser;
  if (!sim->facets.wears) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(sparse_sums_gather(&sim->par, &sim->facets.work, &n, &item));
  for (int w = 0; w < sim->walls.n; w++) {
    WallWear *wear = &sim->facets.wear[w];
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
    PetscCall(state_list_part(parts, part_of(sim->walls.list[w].name, wear)));
  }
  array_free(&item);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode wall_facets_document(StateParts *parts)
{
  PetscFunctionBeginUser;
  PetscCall(state_list_part(parts, part_of("<name>", NULL)));
  PetscFunctionReturn(PETSC_SUCCESS);
}
