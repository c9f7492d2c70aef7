/* SPDX-License-Identifier: MIT */
/* Corrections of clumps that have moved, and the sums of all corrections (corrected.h). */
#include "motion/corrected.h"
#include "base/kernel.h"
#include "motion/corrected_row.h"
#include "motion/rows.h"

enum { MOMENTUM = 3 };

CorrectedStep corrected_begin(const Domain *d, double quantum, double dt, double last)
{
  const Four  none = {0, 0, 0, 0};
  const Edges e    = watch_edges(d);

  return (CorrectedStep){.quantum = quantum - none,
                         .magic   = d->magic - none,
                         .rate    = 1 / dt - none,
                         .last    = last - none,
                         .lo      = {e.lo.x, e.lo.y, e.lo.z, 0},
                         .hi      = {e.hi.x, e.hi.y, e.hi.z, 0}};
}

/* ---- places ---- */

KERNEL static void take_rows(const Pose *pose, const Motion *motion, const uint64_t *blocked,
                             const double *mass, uint64_t bits, PetscInt n, double (*restrict x)[4],
                             double (*restrict rest)[4])
{
  for (PetscInt k = 0; k < n; k++) {
    Four at, below;

    four_get(&at, &pose[k].x.x);
    four_get(&below, &motion[k].rest.x);
    at[3]    = blocked[k] & bits ? 0 : 1 / mass[k];
    below[3] = 0;
    four_put(x[k], at);
    four_put(rest[k], below);
  }
}

void corrected_take(const CorrectedRows *k, const Clumps *c, PetscInt from, PetscInt n,
                    uint64_t bits)
{
  take_rows(c->pose + from, c->motion + from, c->blocked + from, c->mass + from, bits, n,
            k->x + from, k->rest + from);
  if (k->began) memcpy(k->began + from, k->x + from, (size_t)n * sizeof *k->x);
}

KERNEL static void drift_rows(const CorrectedStep *step, PetscInt n, double (*restrict x)[4],
                              double (*restrict rest)[4], int64_t (*restrict sum)[4])
{
  const CorrectedStep s = *step;

  for (PetscInt k = 0; k < n; k++) { /* the fourth numbers stay: 0 is added to them */
    Four to, below;

    corrected_add(&s, x[k], rest[k], sum[k], &to, &below);
    four_put(x[k], to);
    four_put(rest[k], below);
    four_put_bits(sum[k], ((FourBits){0, 0, 0, 0}));
  }
}

void corrected_drift(const CorrectedRows *k, const CorrectedStep *step, PetscInt from, PetscInt n)
{
  drift_rows(step, n, k->x + from, k->rest + from, k->sum + from);
}

/* ---- ends ---- */

/* Write a row; the number after each three stays. */
ALWAYS_INLINE void put_state(const CorrectedState *at, Pose *pose, Motion *motion)
{
  pose->x      = (Vec3){at->x[0], at->x[1], at->x[2]};
  pose->v      = (Vec3){at->v[0], at->v[1], at->v[2]};
  motion->v    = (Vec3){at->u[0], at->u[1], at->u[2]};
  motion->rest = (Vec3){at->rest[0], at->rest[1], at->rest[2]};
}

ALWAYS_INLINE void get_state(CorrectedState *at, const Pose *pose, const Motion *motion,
                             const double *began)
{
  four_get(&at->x, began ? began : &pose->x.x);
  four_get(&at->v, &pose->v.x);
  four_get(&at->u, &motion->v.x);
  four_get(&at->rest, &motion->rest.x);
}

KERNEL static uint32_t end_rows(const CorrectedRows *rows, const CorrectedStep *step, Clumps *c,
                                PetscInt from, int n, CorrectedTile *t)
{
  const CorrectedStep s    = *step;
  const Four          none = {0, 0, 0, 0};
  const double(*x)[4]      = (const double(*)[4])(rows->x + from);
  const double(*rest)[4]   = (const double(*)[4])(rows->rest + from);
  const double(*began)[4]  = rows->began ? (const double(*)[4])(rows->began + from) : NULL;
  Pose *restrict pose      = c->pose + from;
  Motion *restrict motion  = c->motion + from;
  Vec3 *restrict answer    = c->answer ? c->answer + from : NULL;
  uint32_t left            = 0;

  for (int first = 0; first < CLUMPS_TILE; first += 4) {
    Four way[4] = {none, none, none, none}, work[4] = {none, none, none, none};

    for (int i = 0; i < 4 && first + i < n; i++) {
      const int      k = first + i;
      CorrectedState at;
      CorrectedDone  done;
      Four           to, below;

      if (x[k][3] == 0) continue;
      four_get(&to, x[k]);
      four_get(&below, rest[k]);
      get_state(&at, &pose[k], &motion[k], began ? began[k] : NULL);
      if (!corrected_row(&s, &to, &below, &at, &done)) {
        left |= (uint32_t)1 << k;
        continue;
      }
      put_state(&at, &pose[k], &motion[k]);
      if (answer) corrected_answer(&answer[k], &done.answer);
      way[i]  = done.way;
      work[i] = done.work;
    }
    corrected_columns(way, work, first, t);
  }
  return left;
}

uint32_t corrected_end(const CorrectedRows *k, const CorrectedStep *step, Clumps *c, PetscInt from,
                       int n, CorrectedTile *t)
{
  return end_rows(k, step, c, from, n, t);
}

/* ---- all together ---- */

KERNEL static void look_at_ways(const CorrectedTile *t, CorrectedWays *w)
{
  for (int first = 0; first < CLUMPS_TILE; first += CORRECTED_LANES) {
#pragma omp simd
    for (int l = 0; l < CORRECTED_LANES; l++) {
      const double x = t->way[0][first + l], y = t->way[1][first + l], z = t->way[2][first + l];

      w->least[0][l] = min_real(x, w->least[0][l]);
      w->least[1][l] = min_real(y, w->least[1][l]);
      w->least[2][l] = min_real(z, w->least[2][l]);
      w->most[0][l]  = max_real(x, w->most[0][l]);
      w->most[1][l]  = max_real(y, w->most[1][l]);
      w->most[2][l]  = max_real(z, w->most[2][l]);
      w->way[l]      = max_real(sqrt(x * x + y * y + z * z), w->way[l]);
    }
  }
}

KERNEL static void find_energies(const CorrectedTile *t, const double *mass, double *taken)
{
#pragma omp simd
  for (int k = 0; k < CLUMPS_TILE; k++)
    taken[k] = 0 - mass[k] * (t->work[0][k] + t->work[1][k] + t->work[2][k]);
}

_Static_assert((int)SUM_TILE == (int)CLUMPS_TILE, "a tile of clumps is one of summands");

void corrected_note(const CorrectedTile *t, int n, const double *mass, CorrectedWays *ways,
                    Sum *taken)
{
  double of[CLUMPS_TILE], energy[CLUMPS_TILE];

  look_at_ways(t, ways);
  if (!taken) return;
  for (int k = 0; n < CLUMPS_TILE && k < CLUMPS_TILE; k++) of[k] = mass[row_at(k, n)];
  find_energies(t, n < CLUMPS_TILE ? of : mass, energy);
  sum_add_tile(taken, energy);
}

Travel corrected_travel(const CorrectedWays *w)
{
  Travel all = TRAVEL_REST;

  for (int l = 0; l < CORRECTED_LANES; l++)
    all = travel_join(all, (Travel){.lo  = {w->least[0][l], w->least[1][l], w->least[2][l]},
                                    .hi  = {w->most[0][l], w->most[1][l], w->most[2][l]},
                                    .way = w->way[l]});
  return all;
}

/* ---- together with motion ---- */

bool corrected_foresee(const Clumps *c, const MotionStep *step, PetscInt from, const Loads *loads,
                       const CorrectedRows *k)
{
  const unsigned has = c->tile[from / CLUMPS_TILE];

  return !c->uses && from + CLUMPS_TILE <= c->n_owned && rows_fit(step, has, CLUMPS_TILE) &&
         !((has & TILE_TURNS) && (has & TILE_EXTENDED)) && rows_foresee(c, step, from, loads, k);
}

void corrected_move(Clumps *c, const MotionStep *step, Loads *loads, const CorrectedRows *k,
                    const CorrectedStep *by, const CorrectedMove *move)
{
  const RowsStep rows = rows_begin(step, loads);
  CorrectedTile  done;
  MotionTile     t;
  Watch          watch;

  watch_begin(&watch);
  for (PetscInt a = 0; a < c->n_owned; a += CLUMPS_TILE) {
    RowsCorrections of = {.step   = *by,
                          .x      = k->x + a,
                          .rest   = k->rest + a,
                          .sum    = k->sum + a,
                          .answer = c->answer ? c->answer + a : NULL,
                          .tile   = &done};

    if (!move->foreseen[a / CLUMPS_TILE]) continue;
    if (!rows_move(c, &rows, a, loads, c->tile[a / CLUMPS_TILE] & TILE_TURNS, step->pebbles, &of,
                   &t))
      watch.zero[0] = NAN;
    move->left[a / CLUMPS_TILE] = of.left;
    watch_rows(c, a, &t, false, step->profile, &watch);
    corrected_note(&done, CLUMPS_TILE, c->mass + a, move->ways, move->taken);
  }
  watch_corrected(&watch, step, move->foreseen, c, move->report);
}
