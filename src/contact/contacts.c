/* SPDX-License-Identifier: MIT */
/* One evaluation: filter the listed pairs down to those that touch, then tile by tile gather, laws, accumulate. */
#include "contact/contacts.h"
#include "base/kernel.h"
#include "contact/geometry.h"

PetscErrorCode contacts_create(const Laws *laws, Contacts **contacts)
{
  PetscFunctionBeginUser;
  PetscCall(array_create(contacts, sizeof **contacts, 1));
  PetscCall(array_create(&(*contacts)->batch, sizeof(ContactBatch), 1));
  (*contacts)->laws = laws;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void touching_free(Touching *t)
{
  array_free(&t->pair);
  for (int c = 0; c < MEMORY_MOST; c++) array_free(&t->memory[c]);
}

PetscErrorCode contacts_destroy(Contacts **contacts)
{
  PetscFunctionBeginUser;
  if (*contacts) {
    for (int k = 0; k < 2; k++) {
      touching_free(&(*contacts)->pebbles[k]);
      touching_free(&(*contacts)->walls[k]);
    }
    array_free(&(*contacts)->inert);
    array_free(&(*contacts)->batch);
    array_free(&(*contacts)->hits);
    array_free(contacts);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode touching_reserve(Touching *t, int columns, PetscInt n)
{
  PetscInt room;

  PetscFunctionBeginUser;
  if (n <= t->capacity) PetscFunctionReturn(PETSC_SUCCESS);
  for (int c = 0; c < columns; c++) {
    room = t->capacity;
    PetscCall(array_reserve(&t->memory[c], sizeof(double), n, &room));
  }
  PetscCall(array_reserve(&t->pair, sizeof *t->pair, n, &t->capacity));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode contacts_prepare(Contacts *contacts, const Clumps *c)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&contacts->inert, sizeof *contacts->inert, c->n, &contacts->inert_capacity));
  for (PetscInt a = 0; a < c->n; a++) {
    const Vec3 i = c->inertia[a];

    contacts->inert[a] = (Inertness){0};
    if ((c->blocked[a] & BLOCK_MOVE) != BLOCK_MOVE) contacts->inert[a].inverse_mass = 1 / c->mass[a];
    if ((c->blocked[a] & BLOCK_TURN) != BLOCK_TURN) contacts->inert[a].inverse_inertia = (Vec3){1 / i.x, 1 / i.y, 1 / i.z};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- filter ---- */

/* Indices of the pairs from .. to-1 that touch, in order; returns how many. */
static int filter_pebbles(const ContactScene *s, PetscInt from, PetscInt to, int32_t *hits)
{
  const Pebbles *p = s->pebbles;
  const int32_t *a = s->pairs->pebbles.a, *b = s->pairs->pebbles.b;
  int            n = 0;

  for (PetscInt k = from; k < to; k++) {
    const int32_t i = a[k], j = b[k];
    const double  dx = p->x[j] - p->x[i], dy = p->y[j] - p->y[i], dz = p->z[j] - p->z[i], reach = p->r[i] + p->r[j];

    hits[n] = (int32_t)k;
    n += dx * dx + dy * dy + dz * dz < reach * reach;
  }
  return n;
}

static int filter_walls(const ContactScene *s, PetscInt from, PetscInt to, int32_t *hits)
{
  const Pebbles  *p    = s->pebbles;
  const PairList *list = &s->pairs->walls;
  int             n    = 0;

  for (PetscInt k = from; k < to; k++) {
    const int32_t i = list->a[k];

    hits[n] = (int32_t)k;
    n += wall_distance(&s->walls->list[list->b[k]], domain_wrapped(s->domain, pebble_centre(p, i))) - p->r[i] < 0;
  }
  return n;
}

/* ---- memory ---- */

/* Fill the batch's memory from the committed contacts; *at is where the last tile stopped (both lists ascend). */
static void recall(const Touching *old, int columns, const int32_t *hits, PetscInt *at, ContactBatch *b)
{
  PetscInt o = *at;
  int32_t  from[TILE];

  for (int k = 0; k < b->n; k++) {
    while (o < old->n && old->pair[o] < hits[k]) o++;
    b->known[k] = o < old->n && old->pair[o] == hits[k];
    from[k]     = (int32_t)o;
  }
  *at = o;
  for (int c = 0; c < columns; c++)
    for (int k = 0; k < b->n; k++) b->store[c][k] = b->known[k] > 0 ? old->memory[c][from[k]] : 0;
}

static void remember(Touching *fresh, int columns, const int32_t *hits, const ContactBatch *b)
{
  memcpy(fresh->pair + fresh->n, hits, (size_t)b->n * sizeof *hits);
  for (int c = 0; c < columns; c++) memcpy(fresh->memory[c] + fresh->n, b->store[c], (size_t)b->n * sizeof(double));
  fresh->n += b->n;
}

/* ---- loads ---- */

/* Quanta of a tile: forces, then torques on a, then on b. */
typedef struct {
  _Alignas(64) int64_t f[3][TILE], ta[3][TILE], tb[3][TILE];
} TileLoads;

/* As a comparison, which vectorises; fmax would be a call. */
static inline double larger(double a, double b)
{
  return a > b ? a : b;
}

/* Round every contribution to its quantum and watch the largest. */
KERNEL static void round_loads(const Tile *t, const ContactBatch *b, const Loads *loads, TileLoads *q, double *force,
                               double *torque)
{
  const double f = loads->force.inverse, w = loads->torque.inverse;
  double       f_most = *force, t_most = *torque;

#pragma omp simd reduction(max : f_most, t_most)
  for (int k = 0; k < b->n; k++) {
    const double fx = b->fx[k], fy = b->fy[k], fz = b->fz[k];
    const double ax = t->arm_ay[k] * fz - t->arm_az[k] * fy, ay = t->arm_az[k] * fx - t->arm_ax[k] * fz,
                 az = t->arm_ax[k] * fy - t->arm_ay[k] * fx;
    const double bx = t->arm_by[k] * fz - t->arm_bz[k] * fy, by = t->arm_bz[k] * fx - t->arm_bx[k] * fz,
                 bz     = t->arm_bx[k] * fy - t->arm_by[k] * fx;
    const double f_here = larger(larger(fabs(fx), fabs(fy)), fabs(fz));
    const double t_here = larger(larger(larger(fabs(ax), fabs(ay)), fabs(az)), larger(larger(fabs(bx), fabs(by)), fabs(bz)));

    q->f[0][k]  = quanta(fx, f);
    q->f[1][k]  = quanta(fy, f);
    q->f[2][k]  = quanta(fz, f);
    q->ta[0][k] = quanta(ax, w);
    q->ta[1][k] = quanta(ay, w);
    q->ta[2][k] = quanta(az, w);
    q->tb[0][k] = quanta(bx, w);
    q->tb[1][k] = quanta(by, w);
    q->tb[2][k] = quanta(bz, w);
    f_most      = f_here > f_most ? f_here : f_most;
    t_most      = t_here > t_most ? t_here : t_most;
  }
  *force  = f_most;
  *torque = t_most;
}

/* Unsigned: a sum that overflows because a contribution was too large is thrown away and done again. */
static inline void add(uint64_t *sum, int64_t fx, int64_t fy, int64_t fz, int64_t tx, int64_t ty, int64_t tz)
{
  sum[0] += (uint64_t)fx;
  sum[1] += (uint64_t)fy;
  sum[2] += (uint64_t)fz;
  sum[3] += (uint64_t)tx;
  sum[4] += (uint64_t)ty;
  sum[5] += (uint64_t)tz;
}

static void scatter(const Tile *t, const TileLoads *q, int n, Loads *loads)
{
  uint64_t *sum = (uint64_t *)loads->sum;

  for (int k = 0; k < n; k++) {
    add(sum + (size_t)t->a[k] * LOAD_PARTS, q->f[0][k], q->f[1][k], q->f[2][k], q->ta[0][k], q->ta[1][k], q->ta[2][k]);
    if (t->b[k] >= 0)
      add(sum + (size_t)t->b[k] * LOAD_PARTS, -q->f[0][k], -q->f[1][k], -q->f[2][k], -q->tb[0][k], -q->tb[1][k], -q->tb[2][k]);
  }
}

/* What the contacts took from the bodies in this step: - force on a . relative velocity x dt. */
KERNEL static int64_t tile_work(const ContactBatch *b, double dt, double inverse, double *largest)
{
  int64_t total = 0;
  double  most  = *largest;

#pragma omp simd reduction(+ : total) reduction(max : most)
  for (int k = 0; k < b->n; k++) {
    const double work = -dt * (b->fx[k] * b->vx[k] + b->fy[k] * b->vy[k] + b->fz[k] * b->vz[k]);

    total += quanta(work, inverse);
    most = fabs(work) > most ? fabs(work) : most;
  }
  *largest = most;
  return total;
}

/* ---- report ---- */

/* Largest overlap, relative and in m; the sum of forces shows whether all are finite. */
KERNEL static void find_extremes(const Tile *t, const ContactBatch *b, double *deepest_out, double *gap_out, double *sum_out)
{
  double deepest = *deepest_out, deepest_gap = *gap_out, sum = 0;

#pragma omp simd reduction(max : deepest, deepest_gap) reduction(+ : sum)
  for (int k = 0; k < b->n; k++) {
    const double depth = -b->gap[k], relative = depth / t->smaller[k];

    deepest     = relative > deepest ? relative : deepest;
    deepest_gap = depth > deepest_gap ? depth : deepest_gap;
    sum += fabs(b->fx[k]) + fabs(b->fy[k]) + fabs(b->fz[k]);
  }
  *deepest_out = deepest;
  *gap_out     = deepest_gap;
  *sum_out     = sum;
}

static void watch(const ContactScene *s, const Tile *t, const ContactBatch *b, const PairList *list, const int32_t *hits,
                  ContactReport *report)
{
  double deepest = report->deepest, sum;

  find_extremes(t, b, &deepest, &report->deepest_gap, &sum);
  if (!(sum < INFINITY)) report->finite = false;
  if (deepest <= report->deepest) return;
  report->deepest = deepest;
  for (int k = 0; k < b->n; k++) {
    if (-b->gap[k] / t->smaller[k] < deepest) continue;
    report->deepest_a    = s->clumps->id[t->a[k]];
    report->deepest_wall = t->b[k] < 0;
    report->deepest_b    = t->b[k] < 0 ? list->b[hits[k]] : s->clumps->id[t->b[k]];
  }
}

/* ---- evaluation ---- */

typedef int (*Filter)(const ContactScene *, PetscInt from, PetscInt to, int32_t *hits);
typedef void (*Gather)(const ContactScene *, const Inertness *, const int32_t *hits, int n, Tile *, ContactBatch *);

typedef struct {
  const PairList *list;
  Touching       *old, *fresh;
  Filter          filter;
  Gather          gather;
} Side;

static PetscErrorCode apply_side(Contacts *contacts, const ContactScene *scene, const Side *side, Loads *loads,
                                 ContactReport *report)
{
  ContactBatch *b  = contacts->batch;
  PetscInt      at = 0;
  Tile          tile;
  TileLoads     q;
  int64_t       work;

  PetscFunctionBeginUser;
  side->fresh->n = 0;
  PetscCall(array_reserve(&contacts->hits, sizeof *contacts->hits, side->list->n + 1, &contacts->hits_capacity));
  for (int g = 0; g < scene->pairs->n_groups; g++) {
    const Law *law = &contacts->laws->list[g];
    const int  n   = side->filter(scene, side->list->start[g], side->list->start[g + 1], contacts->hits);

    PetscCall(touching_reserve(side->fresh, contacts->laws->memory, side->fresh->n + n));
    for (int first = 0; first < n; first += TILE) {
      const int32_t *hits = contacts->hits + first;

      side->gather(scene, contacts->inert, hits, n - first < TILE ? n - first : TILE, &tile, b);
      recall(side->old, contacts->laws->memory, hits, &at, b);
      tile_motion(scene, contacts->inert, law->needs, &tile, b);
      law_apply(law, b);
      remember(side->fresh, contacts->laws->memory, hits, b);
      round_loads(&tile, b, loads, &q, &report->largest_force, &report->largest_torque);
      scatter(&tile, &q, b->n, loads);
      work = tile_work(b, scene->dt_before, loads->work.inverse, &report->largest_work);
      if (report->largest_work <= loads->work.largest) sum_add_scaled(&contacts->work, work, loads->work.exponent);
      watch(scene, &tile, b, side->list, hits, report);
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void sides(Contacts *c, const ContactScene *scene, int fresh, Side side[2])
{
  side[0] = (Side){&scene->pairs->pebbles, &c->pebbles[c->now], &c->pebbles[fresh], filter_pebbles, tile_of_pebbles};
  side[1] = (Side){&scene->pairs->walls, &c->walls[c->now], &c->walls[fresh], filter_walls, tile_of_walls};
}

PetscErrorCode contacts_apply(Contacts *contacts, const ContactScene *scene, Loads *loads, ContactReport *report)
{
  Side side[2];

  PetscFunctionBeginUser;
  *report = (ContactReport){.finite = true};
  sum_clear(&contacts->work);
  sides(contacts, scene, !contacts->now, side);
  for (int k = 0; k < 2; k++) PetscCall(apply_side(contacts, scene, &side[k], loads, report));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void contacts_commit(Contacts *contacts)
{
  contacts->now = !contacts->now;
}

PetscInt contacts_count(const Contacts *contacts)
{
  return contacts->pebbles[contacts->now].n + contacts->walls[contacts->now].n;
}

PetscErrorCode contacts_energy(Contacts *contacts, const ContactScene *scene, Sum *sum)
{
  ContactBatch *b = contacts->batch;
  Side          side[2];
  Tile          tile;

  PetscFunctionBeginUser;
  sides(contacts, scene, contacts->now, side);
  for (int k = 0; k < 2; k++) {
    const Touching *t  = side[k].old;
    PetscInt        at = 0, done = 0;

    for (int g = 0; g < scene->pairs->n_groups; g++) {
      PetscInt end = done;

      while (end < t->n && t->pair[end] < side[k].list->start[g + 1]) end++;
      for (; done < end; done += b->n) {
        double energy[TILE] = {0};

        side[k].gather(scene, contacts->inert, t->pair + done, end - done < TILE ? (int)(end - done) : TILE, &tile, b);
        recall(t, contacts->laws->memory, t->pair + done, &at, b);
        tile_motion(scene, contacts->inert, 0, &tile, b);
        law_energy(&contacts->laws->list[g], b, energy);
        for (int i = 0; i < b->n; i++) sum_add(sum, energy[i]);
      }
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
