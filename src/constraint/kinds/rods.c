/* SPDX-License-Identifier: MIT */
/* Corrections of rods between centres, tile by tile (rods.h). */
#include "constraint/kinds/rods.h"
#include "base/rows.h"
#include "constraint/hard/hard.h"

enum { ROD_TILE = 64 };

/* ---- the list ---- */

void rods_free(Rods *p)
{
  array_free(&p->first);
  array_free(&p->row);
  array_free(&p->link);
  array_free(&p->number);
  array_free(&p->others);
  array_free(&p->order);
  *p = (Rods){0};
}

static inline double *column_of(const Rods *p, int column)
{
  return p->number + (size_t)column * (size_t)p->capacity;
}

bool rod_is_between_centres(const LinkSet *set, PetscInt k)
{
  const ConstraintObject *o    = set->objects[set->list[k].object].constants;
  const double           *arms = link_memory(set, k) + CONSTRAINT_ARMS;
  bool                    zero = true;

  for (int i = 0; i < 6; i++) zero = zero && arms[i] == 0;
  return o->kind->rod && zero;
}

bool rods_are_not_all(const LinkSet *set)
{
  for (PetscInt k = 0; k < set->n; k++)
    if (!rod_is_between_centres(set, k)) return true;
  return false;
}

static void add_pair(Rods *p, const LinkSet *set, const Clumps *c, PetscInt k)
{
  const ConstraintObject *o      = set->objects[set->list[k].object].constants;
  const double           *memory = link_memory(set, k), *shares = memory + CONSTRAINT_SHARES;
  const PetscInt          i = p->n++;

  p->breaks                   = p->breaks || memory[CONSTRAINT_MOST] > 0 || isfinite(o->most[0]);
  p->link[i]                  = k;
  p->row[i][0]                = set->ends[k].row[0];
  p->row[i][1]                = set->ends[k].row[1];
  column_of(p, ROD_LENGTH)[i] = memory[CONSTRAINT_KEPT];
  column_of(p, ROD_RESPONSE)[i] =
    shares[0] * rod_response(c, p->row[i][0]) + shares[1] * rod_response(c, p->row[i][1]);
}

void rods_begin(Constraints *c, const ConstraintScene *s)
{
  const LinkSet *set = constraint_set(s->links);
  Rods          *p   = &c->rods;
  PetscInt      *next;

  if (p->version == s->links->version) return;
  /* links by the row of their first end, so that places are read from memory in order; no bit
     depends on the order */
  arrays_reserve(set->n, &p->capacity, 5,
                 (ArrayPart[]){ARRAY_PART(p->order),
                               ARRAY_PART(p->others),
                               ARRAY_PART(p->row),
                               ARRAY_PART(p->link),
                               {&p->number, ROD_COLUMNS * sizeof(double)}});
  array_create(&next, sizeof *next, s->clumps->n + 2); /* zeros */
  for (PetscInt k = 0; k < set->n; k++) next[set->ends[k].row[0] + 2]++;
  for (PetscInt a = 1; a < s->clumps->n + 2; a++) next[a] += next[a - 1];
  for (PetscInt k = 0; k < set->n; k++) p->order[next[set->ends[k].row[0] + 1]++] = k;
  array_free(&next);
  array_reserve(&p->first, sizeof *p->first, set->n_objects + 1, &p->first_capacity);
  p->n = p->n_others = 0;
  p->breaks          = false;
  for (int o = 0; o < set->n_objects; o++) {
    p->first[o] = p->n;
    for (PetscInt i = 0; i < set->n; i++) {
      const PetscInt k   = p->order[i];
      const int32_t *row = set->ends[k].row;

      if (set->list[k].object != o || row[0] < 0) continue;
      p->others[k] = !(rod_is_between_centres(set, k) &&
                       rod_moves_alike(s->clumps, row[0], s->domain->dimension) &&
                       rod_moves_alike(s->clumps, row[1], s->domain->dimension));
      p->n_others += p->others[k];
      if (!p->others[k]) add_pair(p, set, s->clumps, k);
    }
  }
  p->first[set->n_objects] = p->n;
  p->version               = s->links->version;
  rods_clear(p);
}

void rods_clear(Rods *p)
{
  const size_t n = (size_t)p->n * sizeof(double);

  if (n == 0) return;
  memset(column_of(p, ROD_LAMBDA), 0, n);
  memset(column_of(p, ROD_LAST), 0, n);
}

void rods_note(Constraints *c, const ConstraintScene *s, bool moved)
{
  const Rods *p = &c->rods;

  for (PetscInt k = 0; k < p->n; k++) {
    const Pose *a = &s->clumps->pose[p->row[k][0]], *b = &s->clumps->pose[p->row[k][1]];
    const Vec3  way =
      moved ? vec3_axpy(vec3_sub(b->x, a->x), -s->dt, vec3_sub(b->v, a->v)) : vec3_sub(b->x, a->x);

    column_of(p, ROD_BEGAN)[k]     = way.x;
    column_of(p, ROD_BEGAN + 1)[k] = way.y;
    column_of(p, ROD_BEGAN + 2)[k] = way.z;
  }
}

void rods_share(Constraints *c, const ConstraintScene *s)
{
  const Rods *p = &c->rods;

  for (PetscInt k = 0; k < p->n; k++) {
    const int32_t a = p->row[k][0], b = p->row[k][1];

    column_of(p, ROD_RESPONSE)[k] = c->hard->shares[a] * rod_response(s->clumps, a) +
                                    c->hard->shares[b] * rod_response(s->clumps, b);
  }
}

/* ---- a sweep ---- */

/* Constants of a sweep over the pairs of an object. */
typedef struct {
  double soft, part;        /* alpha / dt^2, 1/kg; 1 / (1 + g) */
  double g, momentum;       /* alpha beta / dt */
  double least;             /* bound of lambda */
  double most, per_quantum; /* largest change, kg m; 1 over the quantum */
} RodLaw;

/* Columns of a tile: ways, then quanta of the correction of a, which is along them. */
typedef struct {
  _Alignas(64) double way[3][ROD_TILE];
  int64_t by[3][ROD_TILE];
} RodTile;

/* Multipliers and constants of n pairs. */
typedef struct {
  const double *length, *response, *began[3];
  double       *lambda, *last;
} RodPairs;

/* Correct n pairs. A pair that a clump has left, where places are NaN, changes nothing. first:
   lambda is 0 before; final: `last` is not needed any more; damped: g is not 0. */
ALWAYS_INLINE void correct(int n, const RodLaw *l, RodTile *t, const RodPairs *p, bool first,
                           bool final, bool damped)
{
  const double *restrict length = p->length, *restrict response = p->response,
                         *restrict began_x = p->began[0], *restrict began_y = p->began[1],
                         *restrict began_z = p->began[2];
  double *restrict lambda = p->lambda, *restrict last = p->last;
  const double soft = l->soft * l->part;

  for (int i = 0; i < n; i++) {
    const double x = t->way[0][i], y = t->way[1][i], z = t->way[2][i];
    const double before = first ? 0 : lambda[i], before_last = first ? 0 : last[i];
    const double r = sqrt(x * x + y * y + z * z), inverse = 1 / r;
    const bool   apart = r > 0;
    const double nx = apart ? x * inverse : 1, ny = apart ? y * inverse : 0,
                 nz = apart ? z * inverse : 0;
    const double way =
      damped ? l->g * (nx * (x - began_x[i]) + ny * (y - began_y[i]) + nz * (z - began_z[i])) : 0;
    const double lack = (r - length[i] - l->soft * before + way) * l->part,
                 own = lack / (response[i] + soft), to_least = l->least - before;
    const double bounded = own < to_least ? to_least : own;
    const bool   good    = r >= 0 && response[i] > 0 && fabs(bounded) < INFINITY;
    const double to = before + bounded, moved = bounded + l->momentum * (to - before_last);
    const double capped = moved < -l->most ? -l->most : moved > l->most ? l->most : moved;
    const double change = good ? capped : 0;

    if (!final) last[i] = good ? to : before_last;
    lambda[i]   = before + change;
    t->by[0][i] = quanta(change * (good ? nx : 0), l->per_quantum);
    t->by[1][i] = quanta(change * (good ? ny : 0), l->per_quantum);
    t->by[2][i] = quanta(change * (good ? nz : 0), l->per_quantum);
  }
}

/* Kernels: the only sweep, the first of several and the others, all without damping; any with
   damping. */
KERNEL static void correct_once(int n, const RodLaw *l, RodTile *t, const RodPairs *p)
{
  correct(n, l, t, p, true, true, false);
}

KERNEL static void correct_first(int n, const RodLaw *l, RodTile *t, const RodPairs *p)
{
  correct(n, l, t, p, true, false, false);
}

KERNEL static void correct_again(int n, const RodLaw *l, RodTile *t, const RodPairs *p)
{
  correct(n, l, t, p, false, false, false);
}

KERNEL static void correct_damped(int n, const RodLaw *l, RodTile *t, const RodPairs *p)
{
  correct(n, l, t, p, false, false, true);
}

/* Gather the ways of n pairs; a lane past the last pair repeats its way. */
ALWAYS_INLINE void gather_rows(int n, const int32_t (*row)[2], const double *x, size_t stride,
                               RodTile *t)
{
  for (int first = 0; first < n; first += 4) {
    Four way[4];

    for (int i = 0; i < 4; i++) {
      const int k = first + i < n ? first + i : n - 1;
      Four      a, b;

      four_get(&a, x + (size_t)row[k][0] * stride);
      four_get(&b, x + (size_t)row[k][1] * stride);
      way[i] = b - a;
    }
    four_turn(way);
    for (int i = 0; i < 3; i++) four_put(&t->way[i][first], way[i]);
  }
}

ALWAYS_INLINE void add_bits(int64_t *to, const FourBits *by)
{
  FourBits sum;

  four_get_bits(&sum, to);
  sum = sum + *by;
  four_put_bits(to, sum);
}

ALWAYS_INLINE void scatter_rows(int n, const int32_t (*row)[2], const RodTile *t, int64_t *sum,
                                size_t stride)
{
  for (int first = 0; first < n; first += 4) {
    Four by[4] = {{0}, {0}, {0}, {0}};

    for (int i = 0; i < 3; i++) four_get(&by[i], (const double *)&t->by[i][first]);
    four_turn(by);
    for (int i = 0; i < 4 && first + i < n; i++) {
      const int32_t *ends = row[first + i];
      const FourBits one = (FourBits)by[i], other = -one;

      add_bits(sum + (size_t)ends[0] * stride, &one);
      add_bits(sum + (size_t)ends[1] * stride, &other);
    }
  }
}

KERNEL static void gather_places(int n, const int32_t (*row)[2], const double *x, RodTile *t)
{
  if (n == ROD_TILE) gather_rows(ROD_TILE, row, x, 4, t);
  else gather_rows(n, row, x, 4, t);
}

KERNEL static void gather_poses(int n, const int32_t (*row)[2], const double *x, RodTile *t)
{
  gather_rows(n, row, x, POSE_REALS, t);
}

KERNEL static void scatter_places(int n, const int32_t (*row)[2], const RodTile *t, int64_t *sum)
{
  if (n == ROD_TILE) scatter_rows(ROD_TILE, row, t, sum, 4);
  else scatter_rows(n, row, t, sum, 4);
}

KERNEL static void scatter_loads(int n, const int32_t (*row)[2], const RodTile *t, int64_t *sum)
{
  scatter_rows(n, row, t, sum, LOAD_PARTS);
}

static RodLaw law_of(const Constraints *c, const ConstraintObject *o, double dt, int count)
{
  const double soft = o->compliance[0] / (dt * dt), g = o->compliance[0] * o->damping[0] / dt;

  return (RodLaw){.soft        = soft,
                  .part        = 1 / (1 + g),
                  .g           = g,
                  .momentum    = sweep_momentum(count, o->sweeps),
                  .least       = o->kind->rod(o->own),
                  .most        = c->move.largest,
                  .per_quantum = c->move.inverse};
}

static void sweep_object(const Constraints *c, const ConstraintScene *s, PetscInt from, PetscInt to,
                         const RodLaw *law, bool first, bool once)
{
  const Rods *p = &c->rods;
  RodTile     tile;

  for (PetscInt k = from; k < to; k += ROD_TILE) {
    const int      n       = (int)min_int(to - k, ROD_TILE);
    const RodPairs pairs   = {.length   = column_of(p, ROD_LENGTH) + k,
                              .response = column_of(p, ROD_RESPONSE) + k,
                              .began  = {column_of(p, ROD_BEGAN) + k, column_of(p, ROD_BEGAN + 1) + k,
                                         column_of(p, ROD_BEGAN + 2) + k},
                              .lambda = column_of(p, ROD_LAMBDA) + k,
                              .last   = column_of(p, ROD_LAST) + k};
    const int32_t(*row)[2] = (const int32_t(*)[2])(p->row + k);

    if (c->central) gather_places(n, row, c->rows.rows.x[0], &tile);
    else gather_poses(n, row, &s->clumps->pose->x.x, &tile);
    (law->g > 0 ? correct_damped
     : once     ? correct_once
     : first    ? correct_first
                : correct_again)(n, law, &tile, &pairs);
    if (c->central) scatter_places(n, row, &tile, c->rows.rows.sum[0]);
    else scatter_loads(n, row, &tile, s->loads->sum + LOAD_FORCE);
  }
}

void rods_sweep(const Constraints *c, const ConstraintScene *s, int count)
{
  const LinkSet *set = constraint_set(s->links);
  const Rods    *p   = &c->rods;

  for (int o = 0; o < set->n_objects; o++) {
    const ConstraintObject *object = set->objects[o].constants;
    RodLaw                  law;

    if (count >= object->sweeps || p->first[o] == p->first[o + 1]) continue;
    law = law_of(c, object, s->dt, count);
    sweep_object(c, s, p->first[o], p->first[o + 1], &law, count == 0, object->sweeps == 1);
  }
}

void rods_keep(const Rods *p, LinkSet *set, double dt)
{
  const double *lambda  = column_of(p, ROD_LAMBDA);
  const size_t  columns = (size_t)link_columns(set->kind);

  for (PetscInt k = 0; k < p->n; k++) {
    double *memory = set->memory + (size_t)p->link[k] * columns;

    memory[CONSTRAINT_FORCE]  = lambda[k] / (dt * dt);
    memory[CONSTRAINT_TORQUE] = 0;
  }
}
