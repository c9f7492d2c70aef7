/* SPDX-License-Identifier: MIT */
/* The time step that follows the state (follow.h). */
#include "measure/timestep/follow.h"
#include "base/bounds.h"
#include "contact/contacts.h"
#include "measure/timestep/face.h"
#include "space/halo.h"

/* Rungs in ticks: ratios of 4/3, 3/2, .. 2. The uppermost is Follow.most. */
static const int64_t rungs[] = {1, 2, 3, 4, 6, 8, 12, 16, 24};
enum { RUNGS = sizeof rungs / sizeof *rungs };

/* Index of the longest rung that is not longer than a number of ticks; 0 if there is none. */
static int rung_within(double ticks)
{
  int k = RUNGS - 1;

  while (k > 0 && (double)rungs[k] > ticks * (1 + 1e-12)) k--;
  return k;
}

/* Count for the report from here on. */
static void count_from(Follow *f, const Clock *clock)
{
  f->changes  = 0;
  f->shortest = f->longest = clock->dt;
  f->from_step             = clock->step;
  f->from_time             = clock_time(clock);
}

void follow_begin(Follow *f, double least, double most, double accuracy, Clock *clock)
{
  const int64_t top = rungs[RUNGS - 1];

  f->on       = true;
  f->least    = least;
  f->most     = most;
  f->accuracy = accuracy;
  f->tick     = most / (double)top;
  f->made = f->next = top;
  f->calm           = 0;
  f->ticks          = 0;
  f->start          = clock_time(clock);
  clock->dt         = most;
  count_from(f, clock);
}

/* 1 over the longest step with springs K, 1/s^2, and dashpots D, 1/s, in the fastest mode of a clump:
   the root of K dt^2 / springs + D dt / dashpots = 1. */
static double need_of(double k, double d, double accuracy)
{
  const double half = 0.5 * d / (FOLLOW_DASHPOTS * accuracy);

  return half + sqrt(half * half + k / (FOLLOW_SPRINGS * accuracy * accuracy));
}

static double trace_of(const double a[6][6])
{
  double trace = 0;

  for (int i = 0; i < 6; i++) trace += a[i][i];
  return trace;
}

/* Raise the need of this rank to that of a clump. The trace of a matrix is at least its largest
   eigenvalue, so that most clumps need no eigenvalue. */
static void see_clump(Follow *f, PetscInt a)
{
  double k[6][6], d[6][6], need;

  stiffness_matrix(&f->sums, a, false, k);
  stiffness_matrix(&f->sums, a, true, d);
  if (need_of(trace_of(k), trace_of(d), f->accuracy) <= f->need) return;
  need    = need_of(largest_eigenvalue(k), largest_eigenvalue(d), f->accuracy);
  f->need = max_real(f->need, need);
}

/* Choose the rung of the next step. */
static void choose(Follow *f, bool first)
{
  const int least = rung_within(f->least / f->tick), now = rung_within((double)f->next);
  int       to = f->need > 0 ? rung_within(1 / (f->need * f->tick)) : RUNGS - 1;

  if (to < least) to = least;
  f->calm = to > now ? f->calm + 1 : 0;
  if (!first && to > now) to = f->calm >= CALM ? now + 1 : now;
  if (to > now) f->calm = 0;
  f->next = rungs[to];
}

PetscErrorCode follow_look(Follow *f, World *w, const ContactScene *scene, bool first)
{
  enum { AT_ONCE = STIFFNESS_SUMS / 3 };

  PetscFunctionBeginUser;
  stiffness_begin(&f->sums, f->tick, w->clumps->n);
  contacts_stiffness(w->contacts, scene, &f->sums);
  for (int k = 0; k < STIFFNESS_SUMS; k += AT_ONCE)
    PetscCall(halo_sum(w->halo, w->clumps, AT_ONCE, f->sums.column + k));
  f->need = 1 / f->most;
  for (PetscInt a = 0; a < w->clumps->n_owned; a++) see_clump(f, a);
  PetscCall(parallel_max(w->par, &f->need, 1));
  choose(f, first);
  PetscFunctionReturn(PETSC_SUCCESS);
}

void follow_change(Follow *f, Clock *clock)
{
  f->ticks += (clock->step - clock->first) * f->made;
  f->made     = f->next;
  *clock      = (Clock){.step   = clock->step,
                        .first  = clock->step,
                        .t0     = f->start + (double)f->ticks * f->tick,
                        .dt     = (double)f->made * f->tick,
                        .before = clock->dt};
  f->shortest = min_real(f->shortest, clock->dt);
  f->longest  = max_real(f->longest, clock->dt);
  f->changes++;
}

/* ---- checkpoints ---- */

/* clang-format off */
static const StateItem follow_state[] = {
  ITEM(REAL, KEY_IN("tick", Follow, tick), "s", 1e-300, TIME_MOST, "unit of dt, which follows the state"),
  ITEM(REAL, KEY_IN("dt_least", Follow, least), "s", 1e-300, TIME_MOST, "shortest dt"),
  ITEM(REAL, KEY_IN("dt_most", Follow, most), "s", 1e-300, TIME_MOST, "longest dt"),
  ITEM(REAL, KEY_IN("ticks_start", Follow, start), "s", 0, 2 * TIME_MOST, "time from which ticks count"),
  ITEM(INT64, KEY_IN("ticks", Follow, ticks), NULL, 0, 0x1p62, "ticks from there to first_step"),
  ITEM(INT64, KEY_IN("ticks_made", Follow, made), NULL, 1, 24, "dt in ticks"),
  ITEM(INT64, KEY_IN("ticks_next", Follow, next), NULL, 1, 24, "dt from the next step on, in ticks"),
  ITEM(INT64, KEY_IN("looks_calm", Follow, calm), NULL, 0, CALM, "looks in a row that allow a longer dt"),
  {NULL},
};
/* clang-format on */

static StatePart part_of(Follow *f)
{
  return state_part(EXTRAS_FOLDER, NULL, NULL, follow_state, f);
}

bool follow_take(Follow *f, World *w, bool revised, Clock *clock)
{
  Follow saved = *f;

  if (!world_take(w, part_of(&saved))) {
    f->on = false;
    return false;
  }
  if (revised && f->most < saved.most * (1 - 1e-9)) {
    f->made = f->next = rungs[rung_within(f->least / f->tick)];
    *clock            = (Clock){.step  = clock->step,
                                .first = clock->step,
                                .t0 = f->start = clock_time(clock),
                                .dt            = (double)f->made * f->tick};
  } else {
    *f            = saved;
    clock->before = saved.ticks > 0 ? clock->dt : 0;
  }
  count_from(f, clock);
  return true;
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  Follow *f = self;

  (void)w;
  if (!f || f->on) state_list_part(parts, part_of(f));
  return PETSC_SUCCESS;
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  const Follow *f     = self;
  const int64_t steps = w->clock->step - f->from_step;

  if (out->call == OUTPUT_REPORT && f->on && steps > 0 && w->par->rank == 0)
    printf("clast: dt was %.4g s in the mean, %.4g to %.4g s, and changed %" PRId64 " times\n",
           (clock_time(w->clock) - f->from_time) / (double)steps, f->shortest, f->longest,
           f->changes);
  return PETSC_SUCCESS;
}

static void free_state(void *self)
{
  stiffness_free(&((Follow *)self)->sums);
}

const Module follow_module = {
  .name = "follow", .size = sizeof(Follow), .list = list, .write = write, .free = free_state};
