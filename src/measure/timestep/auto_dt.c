/* SPDX-License-Identifier: MIT */
/* The time step that follows the state (auto_dt.h). */
#include "measure/timestep/auto_dt.h"
#include "base/bounds.h"
#include "base/tell.h"
#include "contact/contacts.h"
#include "measure/timestep/face.h"
#include "motion/prescribed/wall_motion.h"
#include "space/halo.h"

/* Rungs in ticks. The uppermost is AutoDt.most. */
static const int64_t rungs[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 24};
enum { RUNGS = sizeof rungs / sizeof *rungs };

/* Index of the longest rung that is not longer than a number of ticks; 0 if there is none. */
static int rung_within(double ticks)
{
  int k = RUNGS - 1;

  while (k > 0 && (double)rungs[k] > ticks * (1 + 1e-12)) k--;
  return k;
}

/* The unit of speeds of impacts over the fastest one that there may be: sums of their squares have
   the resolution 2^-32 and the bound 2^16 (contact/stiffness.c). */
#define FASTEST_UNIT 0x1p-8

/* Count for the report from here on. */
static void count_from(AutoDt *f, const Clock *clock)
{
  f->changes  = 0;
  f->shortest = f->longest = clock->dt;
  f->from_step             = clock->step;
  f->from_time             = clock_time(clock);
}

void auto_dt_bound(AutoDt *f, const AutoDtBounds *bounds)
{
  f->least    = bounds->least;
  f->most     = bounds->most;
  f->accuracy = bounds->accuracy;
  f->gap_most = bounds->gap_most;
}

void auto_dt_begin(AutoDt *f, Clock *clock)
{
  const int64_t top = rungs[RUNGS - 1];

  f->on   = true;
  f->tick = f->most / (double)top;
  f->made = f->next = rungs[rung_within(f->least / f->tick)];
  f->start          = clock_time(clock);
  clock->dt         = (double)f->made * f->tick;
  count_from(f, clock);
}

/* ---- a look ---- */

/* Index of the longest rung that the next look may choose. */
static int rung_above(const AutoDt *f)
{
  const int now = rung_within((double)f->next);

  return f->sudden || now + 1 == RUNGS ? RUNGS - 1 : now + 1;
}

/* Time to the end of the first step that the next look decides, with steps of this rung, s. */
static double time_blind(const AutoDt *f, int rung)
{
  return (AUTO_DT_LOOK + 1) * (double)rungs[rung] * f->tick;
}

/* Gap that two surfaces close in this time: by their speeds, a tenth more for acceleration by
   contacts, and by the acceleration of gravity, fields and forces. */
static double gap_closed(const AutoDt *f, int rung)
{
  const double time = time_blind(f, rung);

  return time * (2.2 * f->way / ((double)f->made * f->tick) + time * f->pull);
}

void auto_dt_prepare(AutoDt *f, double way, double pull)
{
  f->way        = way;
  f->pull       = pull;
  f->gap_needed = min_real(f->gap_most, gap_closed(f, rung_above(f)));
}

/* Upper bound of the largest eigenvalue of a symmetric matrix, at most an eighth too large, and at
   most the trace: the largest row sum of A^8, which is at most sqrt(6) times its largest
   eigenvalue. Overwrites a. */
static double eigenvalue_bound(double a[6][6])
{
  enum { SQUARINGS = 3 };
  const double scale = matrix_raise(a, SQUARINGS);
  double       most  = 0;

  if (!(scale > 0)) return 0;
  for (int i = 0; i < 6; i++) {
    double row = 0;

    for (int j = 0; j < 6; j++) row += fabs(a[i][j]);
    most = max_real(most, row);
  }
  for (int s = 0; s < SQUARINGS; s++) most = sqrt(most);
  return scale * min_real(1, most);
}

/* The factor on the step at which an eigenvalue becomes 1. springs: its share that grows with dt^2;
   the rest grows with dt. */
static double part_within(double eigenvalue, double springs)
{
  const double half = 0.5 * (1 - springs) * eigenvalue;

  return 1 / (half + sqrt(half * half + springs * eigenvalue));
}

/* The least such part over clumps, and the clump. The trace of a matrix is at least its largest
   eigenvalue, so that few clumps need more than that. */
static double least_part(const AutoDt *f, const Clumps *c, Id *which)
{
  double least = INFINITY;

  *which = INT64_MAX;
  for (PetscInt a = 0; a < c->n_owned; a++) {
    double       all[6][6], springs, part;
    const double trace = stiffness_trace(&f->sums, a, 1.0 / AUTO_DT_LOOSER, &springs);

    if (!(trace > 0) || part_within(trace, springs) > least) continue;
    (void)stiffness_matrix(&f->sums, a, 1.0 / AUTO_DT_LOOSER, all);
    part = part_within(eigenvalue_bound(all), springs);
    if (part > least || !isfinite(part)) continue;
    *which = part < least ? c->id[a] : min_int(*which, c->id[a]);
    least  = part;
  }
  return least;
}

/* Energies of impacts that may come, with any unit, summed over clumps; then the same times the
   eigenvalues by stricter bounds, and times their parts of springs. */
enum { IMPACT_ENERGY, IMPACT_ALL, IMPACT_SPRINGS, IMPACT_SUMS };

static void sum_impacts(const AutoDt *f, const Clumps *c, Sum sums[IMPACT_SUMS])
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const double inverse = c->pose[a].inverse_mass, square = stiffness_approach(&f->sums, a);
    double       all[6][6], springs, energy, times;

    if (!(square > 0) || !(inverse > 0)) continue;
    springs = stiffness_matrix(&f->sums, a, 1, all);
    energy  = square / inverse;
    times   = energy * eigenvalue_bound(all);
    sum_add(&sums[IMPACT_ENERGY], energy);
    sum_add(&sums[IMPACT_ALL], times);
    sum_add(&sums[IMPACT_SPRINGS], times * springs);
  }
}

/* Findings of a look: the longest step by each reason, over that of the rung `above`, for which the
   matrices were summed up. */
typedef struct {
  int    above;
  double part[HELD_REASONS];
  /* the clump with the least part over all ranks, if it is of this rank; else INT64_MAX */
  Id clump;
} Found;

/* Collective. */
static PetscErrorCode find_parts(const AutoDt *f, const World *w, Found *found)
{
  Sum    sums[IMPACT_SUMS] = {{.added = 0}};
  double mine = 1 / least_part(f, w->clumps, &found->clump), inverse = mine, energy, all;

  PetscFunctionBeginUser;
  sum_impacts(f, w->clumps, sums);
  PetscCall(parallel_max(w->par, &inverse, 1));
  PetscCall(sum_reduce(w->par, sums, IMPACT_SUMS));
  energy = sum_value(&sums[IMPACT_ENERGY]);
  all    = sum_value(&sums[IMPACT_ALL]);
  if (mine < inverse) found->clump = INT64_MAX;
  for (int k = 0; k < HELD_REASONS; k++) found->part[k] = INFINITY;
  found->part[HELD_BY_CLUMP] = 1 / inverse;
  if (energy > 0)
    found->part[HELD_BY_IMPACTS] =
      part_within(all / energy, sum_value(&sums[IMPACT_SPRINGS]) / all);
  /* a look sees all that is closed until the next one */
  found->part[HELD_BY_WAY] = f->gap_most / gap_closed(f, found->above);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The reason that decides. */
static AutoDtHeld held_by(const Found *found)
{
  AutoDtHeld by = found->above == RUNGS - 1 ? HELD_BY_MOST : HELD_BY_GROWTH;

  for (int k = 0; k < HELD_REASONS; k++)
    if (found->part[k] < min_real(1, found->part[by])) by = (AutoDtHeld)k;
  return by;
}

/* Choose the rung of the next step. */
static void choose(AutoDt *f, int above, double part, bool any)
{
  const int now = rung_within((double)f->next), least = rung_within(f->least / f->tick);
  int       to = part < 1 ? rung_within((double)rungs[above] * part) : above;

  f->calm = to > now ? f->calm + 1 : 0;
  if (to > now && !any && f->calm < AUTO_DT_CALM) to = now;
  if (to > now) f->calm = 0;
  f->next = rungs[to > least ? to : least];
}

/* Note for the report what has decided. Collective. */
static PetscErrorCode note_reason(AutoDt *f, const World *w, const Found *found, AutoDtHeld by)
{
  Id first = -found->clump;

  PetscFunctionBeginUser;
  f->held[by]++;
  if (by != HELD_BY_CLUMP || (f->worst_ticks > 0 && f->next >= f->worst_ticks))
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(parallel_max_int(w->par, &first, 1));
  f->worst_ticks = f->next;
  f->worst_id    = -first;
  f->worst_time  = clock_time(w->clock);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Set coming->change: for each moving wall the largest change of its velocity at several times
   within coming->time, as a motion may begin or oscillate. */
static void foresee_walls(const World *w, StiffnessComing *coming)
{
  enum { TIMES = 4 };
  const double now = clock_time(w->clock);

  array_create(&coming->change, sizeof *coming->change, w->walls->n + 1);
  for (int k = 0; k < w->motions->n; k++) {
    const MovingWall *m = &w->motions->list[k];
    const Vec3        v = follower_at(w->motions->motions, &m->follows, now).velocity;

    for (int i = 1; i <= TIMES; i++) {
      const double time = now + i * coming->time / TIMES;
      const Vec3   then = follower_at(w->motions->motions, &m->follows, time).velocity;

      coming->change[m->wall] = max_real(coming->change[m->wall], vec3_norm(vec3_sub(then, v)));
    }
  }
}

void auto_dt_traffic(const AutoDt *f, int *sums, int *messages)
{
  *sums     = f->on ? STIFFNESS_SUMS : 0;
  *messages = f->on;
}

size_t auto_dt_clump_bytes(const AutoDt *f)
{
  return f->on ? sizeof *f->sums.row : 0;
}

/* Add up what touches and what may begin. Collective. */
static PetscErrorCode add_up(AutoDt *f, World *w, const ContactScene *scene, int above)
{
  const double    dt = (double)rungs[above] * f->tick, fine = f->accuracy * f->accuracy;
  StiffnessComing coming  = {.bounds = AUTO_DT_BEGINNING,
                             .across = AUTO_DT_BEGINNING_ACROSS,
                             .time   = time_blind(f, above),
                             .pull   = f->pull,
                             .most   = f->gap_needed,
                             .moved  = f->moved};
  StiffnessBounds present = AUTO_DT_PRESENT;

  PetscFunctionBeginUser;
  present.springs *= fine;
  present.dashpots *= f->accuracy;
  coming.bounds.springs *= fine;
  coming.bounds.dashpots *= f->accuracy;
  foresee_walls(w, &coming);
  coming.fast = 2 * f->way / ((double)f->made * f->tick) + coming.pull * coming.time;
  for (int k = 0; k < w->walls->n; k++) coming.fast = max_real(coming.fast, coming.change[k]);
  coming.fast *= 2 * FASTEST_UNIT;
  stiffness_begin(&f->sums, dt, present, w->clumps->n);
  contacts_stiffness(w->contacts, scene, &f->sums);
  contacts_coming(w->contacts, scene, &coming, &f->sums);
  array_free(&coming.change);
  PetscCall(halo_sum_rows(w->halo, w->clumps, STIFFNESS_SUMS, STIFFNESS_WIDTH, &f->sums.row[0][0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode auto_dt_look(AutoDt *f, World *w, const ContactScene *scene)
{
  Found      found = {.above = rung_above(f)};
  AutoDtHeld by;

  PetscFunctionBeginUser;
  PetscCall(add_up(f, w, scene, found.above));
  PetscCall(find_parts(f, w, &found));
  by = held_by(&found);
  choose(f, found.above, found.part[by], f->sudden);
  if (f->kept) f->next = rungs[rung_within(f->least / f->tick)];
  PetscCall(note_reason(f, w, &found, by));
  f->sudden = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

void auto_dt_mind(AutoDt *f)
{
  if (!f->on) return;
  f->next   = rungs[rung_within(f->least / f->tick)];
  f->sudden = true;
}

void auto_dt_keep(AutoDt *f, bool kept)
{
  /* at the shortest step nothing changes, so that a restart that repeats it has the same state */
  if (kept && !f->kept && f->next != rungs[rung_within(f->least / f->tick)]) auto_dt_mind(f);
  f->kept = kept;
}

/* Ticks up to the present step. */
static int64_t ticks_now(const AutoDt *f, const Clock *clock)
{
  return f->ticks + (clock->step - clock->first) * f->made;
}

Clock auto_dt_clock(const AutoDt *f, const Clock *clock)
{
  if (!f->on || f->next == f->made) return *clock;
  return (Clock){.step   = clock->step,
                 .first  = clock->step,
                 .t0     = f->start + (double)ticks_now(f, clock) * f->tick,
                 .dt     = (double)f->next * f->tick,
                 .before = clock->dt};
}

void auto_dt_change(AutoDt *f, Clock *clock)
{
  const Clock next = auto_dt_clock(f, clock);

  f->ticks    = ticks_now(f, clock);
  f->made     = f->next;
  f->before   = next.before;
  *clock      = next;
  f->shortest = min_real(f->shortest, clock->dt);
  f->longest  = max_real(f->longest, clock->dt);
  f->changes++;
}

/* ---- checkpoints ---- */

/* clang-format off */
static const StateItem auto_dt_state[] = {
  ITEM(REAL, KEY_IN("tick", AutoDt, tick), "s", 1e-300, TIME_MOST,
       "unit of dt, which follows the state"),
  ITEM(REAL, KEY_IN("dt_least", AutoDt, least), "s", 1e-300, TIME_MOST, "shortest dt"),
  ITEM(REAL, KEY_IN("dt_most", AutoDt, most), "s", 1e-300, TIME_MOST, "longest dt"),
  ITEM(REAL, KEY_IN("dt_accuracy", AutoDt, accuracy), "1", 0, 1,
       "factor on the steps that the accuracy of contacts allows"),
  ITEM(REAL, KEY_IN("dt_gap", AutoDt, gap_most), "m", 0, LENGTH_MOST,
       "largest gap between bodies that are looked at for dt"),
  ITEM(REAL, KEY_IN("ticks_start", AutoDt, start), "s", 0, 2 * TIME_MOST,
       "time from which ticks count"),
  ITEM(INT64, KEY_IN("ticks", AutoDt, ticks), NULL, 0, 0x1p62, "ticks from there to first_step"),
  ITEM(REAL, KEY_IN("dt_before", AutoDt, before), "s", 0, TIME_MOST,
       "dt of the step that ended at first_step; 0: the run began there"),
  ITEM(INT64, KEY_IN("ticks_made", AutoDt, made), NULL, 1, 24, "dt in ticks"),
  ITEM(INT64, KEY_IN("ticks_next", AutoDt, next), NULL, 1, 24,
       "dt from the next step on, in ticks"),
  ITEM(INT64, KEY_IN("dt_sudden", AutoDt, sudden), NULL, 0, 1,
       "1: bodies were changed, and the next look may change dt by any factor"),
  ITEM(INT64, KEY_IN("looks_calm", AutoDt, calm), NULL, 0, AUTO_DT_CALM,
       "looks in a row that allow a longer dt"),
  {0},
};
/* clang-format on */

static StatePart part_of(AutoDt *f)
{
  return state_part(EXTRAS_FOLDER, NULL, NULL, auto_dt_state, f);
}

/* True if the present bounds, which are found even if dt would not follow, are below those of a
   checkpoint. */
static bool is_shorter(const AutoDt *f, const AutoDt *saved)
{
  return f->most < saved->most * (1 - 1e-9) || f->least < saved->least * (1 - 1e-9);
}

bool auto_dt_take(AutoDt *f, World *w, bool revised, Clock *clock)
{
  AutoDt saved = *f;

  if (!world_take(w, part_of(&saved)) || (revised && !f->on && is_shorter(f, &saved))) {
    f->on = false;
    return false;
  }
  if (revised && f->on && is_shorter(f, &saved)) {
    f->made = f->next = rungs[rung_within(f->least / f->tick)];
    *clock            = (Clock){.step  = clock->step,
                                .first = clock->step,
                                .t0 = f->start = clock_time(clock),
                                .dt            = (double)f->made * f->tick};
  } else {
    *f            = saved;
    f->on         = true;
    clock->before = f->before;
    /* loads that no look has seen */
    if (revised) f->next = rungs[rung_within(f->least / f->tick)];
  }
  count_from(f, clock);
  return true;
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  AutoDt *f = self;

  (void)w;
  if (!f || f->on) state_list_part(parts, part_of(f));
  return PETSC_SUCCESS;
}

/* Print what became of the step, and what decided it. */
static void report(const AutoDt *f, const World *w)
{
  const Clock             *clock               = w->clock;
  static const char *const names[HELD_REASONS] = {[HELD_BY_MOST]    = "its upper bound",
                                                  [HELD_BY_CLUMP]   = "the contacts of one clump",
                                                  [HELD_BY_IMPACTS] = "the impacts that began",
                                                  [HELD_BY_WAY] = "how far bodies move in 16 steps",
                                                  [HELD_BY_GROWTH] =
                                                    "its growth after a shorter one"};
  const double mean    = (clock_time(clock) - f->from_time) / (double)(clock->step - f->from_step);
  const char  *between = "";
  int64_t      looks   = 0;

  tell(w->par, TELL_INFO,
       "clast: dt was %.4g s in the mean, %.4g to %.4g s, and changed %" PRId64 " times", mean,
       f->shortest, f->longest, f->changes);
  for (int k = 0; k < HELD_REASONS; k++) looks += f->held[k];
  if (looks > 0) tell(w->par, TELL_INFO, "; at %" PRId64 " looks it was limited by ", looks);
  for (int k = 0; k < HELD_REASONS; k++) {
    if (f->held[k] == 0) continue;
    tell(w->par, TELL_INFO, "%s%s (%.3g %%", between, names[k],
         100.0 * (double)f->held[k] / (double)looks);
    if (k == HELD_BY_CLUMP)
      tell(w->par, TELL_INFO, ", most by clump %" PRId64 " at t = %.4g s", f->worst_id,
           f->worst_time);
    tell(w->par, TELL_INFO, ")");
    between = ", ";
  }
  tell(w->par, TELL_INFO, "\n");
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  const AutoDt *f = self;

  if (out->call == OUTPUT_REPORT && f->on && w->clock->step > f->from_step && w->par->rank == 0)
    report(f, w);
  return PETSC_SUCCESS;
}

static void free_state(void *self)
{
  stiffness_free(&((AutoDt *)self)->sums);
}

const Module auto_dt_module = {
  .name = "follow", .size = sizeof(AutoDt), .list = list, .write = write, .free = free_state};
