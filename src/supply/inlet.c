/* SPDX-License-Identifier: MIT */
/* Inlets. The clumps of a release are placed in windows: consecutive clumps that are tried
   together, as those of a fill are (fill_batch.h). Windows double in length as long as all clumps
   of one have been placed. Attempts draw from (seed, inlet, number of the attempt) alone, so that
   restarts do not change the result. */
#include "supply/inlet.h"
#include "base/bounds.h"
#include "measure/energy/ledger.h"
#include "supply/fill/fill_batch.h"

/* Clumps of the first window of a release, and of the largest one. */
enum { WINDOW_FIRST = 16, WINDOW_MOST = 1 << 16 };

/* clang-format off */
static const StateItem inlet_state[] = {
  ITEM(INT32, IN(Inlet, waits), NULL, 0, 1, "1: it waits for an event", .flags = STATE_LACKING),
  ITEM(REAL, IN(Inlet, first), "s", 0, 2 * TIME_MOST, "time of the first release"),
  ITEM(INT64, IN(Inlet, releases), NULL, 0, STEPS_MOST, "number of releases made"),
  ITEM(REAL, IN(Inlet, last), "s", 0, 2 * TIME_MOST, "time of the last release, by the schedule"),
  ITEM(INT64, IN(Inlet, clumps), NULL, 0, STEPS_MOST, "number of clumps that have entered"),
  ITEM(INT64, IN(Inlet, attempts), NULL, 0, 4 * STEPS_MOST,
      "number of the next attempt to place a clump"),
  ITEM(INT64, IN(Inlet, full), NULL, 0, STEPS_MOST,
      "number of releases in which a clump that was due found no place"),
  ITEM(REAL, IN(Inlet, mass), "kg", 0, 1e18 * MASS_MOST, "mass of the clumps that have entered"),
  ITEM(REAL, IN(Inlet, due_mass), "kg", 0, 1e300,
      "mass that was due to enter so far by mass_rate"),
  ITEM(REAL, IN(Inlet, due_number), NULL, 0, 1e300,
      "number of clumps that were due to enter so far by number_rate"),
  ITEM(REAL, IN(Inlet, due_until), "s", 0, 2 * TIME_MOST,
      "time up to which rates have made mass or number due", .flags = STATE_LACKING),
  ITEM(INT64, IN(Inlet, of_template), NULL, 0, STEPS_MOST,
      "number of clumps of each template of the inlet that have entered", .count = STATE_ANY),
  ITEM(INT64, IN(Inlet, recycled), NULL, 0, STEPS_MOST,
      "number of clumps from outlets that have entered", .flags = STATE_LACKING),
  ITEM(INT64, IN(Inlet, wait_template), NULL, 0, INT32_MAX,
      "template indices of clumps from outlets that wait", .count = STATE_ANY, .flags = STATE_LACKING),
  ITEM(REAL, IN(Inlet, wait_scale), NULL, SCALE_LEAST, SCALE_MOST,
      "scales of these clumps", .count = STATE_ANY, .flags = STATE_LACKING),
  ITEM(REAL, IN(Inlet, wait_mass), "kg", MASS_LEAST, MASS_MOST,
      "masses of these clumps", .count = STATE_ANY, .flags = STATE_LACKING),
  {0},
};
/* clang-format on */

/* ---- which clumps ---- */

/* Clump j of those that enter next: clumps from outlets first. */
static FillClump next_of(const Inlet *i, int64_t j)
{
  const int64_t waiting = i->wait_template.n;

  if (j >= waiting) return inlet_spec_clump(&i->spec, i->clumps + j - waiting);
  return (FillClump){(int)((const int64_t *)i->wait_template.list)[j],
                     ((const double *)i->wait_scale.list)[j],
                     ((const double *)i->wait_mass.list)[j], -1};
}

/* Replace the array by its items from `from` on, and one more. */
static void shift(StateArray *array, int64_t from, const void *more)
{
  const int64_t keep = array->n - from, n = keep + (more ? 1 : 0);
  char         *list, *old                = array->list;

  array_create(&list, 8, n);
  if (keep > 0) memcpy(list, old + 8 * from, 8 * (size_t)keep);
  if (more) memcpy(list + 8 * keep, more, 8);
  array_free(&array->list);
  *array = (StateArray){n, list};
}

void inlet_recycle(Inlet *i, int template, double scale, double mass)
{
  const int64_t t = template;

  shift(&i->wait_template, 0, &t);
  shift(&i->wait_scale, 0, &scale);
  shift(&i->wait_mass, 0, &mass);
}

/* ---- the schedule ---- */

/* Index of the last release by the schedule at time t or before; -1: none. */
static int64_t index_at(const Inlet *i, double t)
{
  int64_t k = t >= i->first ? (int64_t)((t - i->first) / i->every) : -1;

  while (k >= 0 && i->first + (double)k * i->every > t) k--; /* rounding of the quotient */
  while (i->first + (double)(k + 1) * i->every <= t) k++;
  return k;
}

/* True if stop_number and stop_mass allow another clump. */
static bool has_more(const Inlet *i, const Templates *templates)
{
  const FillClump next = inlet_spec_clump(&i->spec, i->clumps);

  return i->clumps < i->stop_number &&
         i->mass + 0.5 * fill_clump_mass(&i->spec, templates, next) <= i->stop_mass;
}

/* Time of the next release by the schedule alone, s. */
static double time_due(const Inlet *i)
{
  const int64_t k = i->releases > 0 ? index_at(i, i->last) + 1 : 0;

  return i->first + (double)k * i->every;
}

/* True if stop_number, stop_mass or stop_time is reached; clumps from outlets may still enter. */
static bool is_done(const Inlet *i, const Templates *templates)
{
  return !i->waits && !(time_due(i) < i->stop_time && has_more(i, templates));
}

/* Time of the next release, s, as if the inlet did not wait for an event; INFINITY: there is
   none. */
static double due_at(const Inlet *i, const Templates *templates)
{
  const double time = time_due(i);
  const bool   more = i->wait_template.n > 0 || has_more(i, templates);

  return time < i->stop_time && more ? time : INFINITY;
}

/* Time up to which mass or number is due by the releases made, s: the rates go on from there. */
static double due_from(const Inlet *i)
{
  if (i->releases == 0) return i->first;
  /* a release makes something due beyond its time; older checkpoints do not tell up to when */
  return i->due_until > i->last ? i->due_until : i->last + i->every;
}

static bool turn(void *own, bool on, double now)
{
  Inlet       *i     = own;
  const double ahead = i->releases > 0 ? max_real(0, due_from(i) - now) : 0;

  if (on != (i->waits == 1)) return false;
  i->waits = !on;
  if (!on) { /* what is due for the time after `now` is taken back */
    i->due_mass -= min_real(i->due_mass, ahead * i->mass_rate);
    i->due_number -= min_real(i->due_number, ahead * i->number_rate);
    return true;
  }
  i->first    = now;
  i->releases = 0;
  /* what found no place is not made up for; what entered ahead of the stop counts */
  i->due_mass   = min_real(i->due_mass, i->mass);
  i->due_number = min_real(i->due_number, (double)i->clumps);
  return true;
}

static PetscErrorCode next(const World *world, const void *own, double *time)
{
  const Inlet *i = own;

  PetscFunctionBeginUser;
  *time = i->waits ? INFINITY : due_at(i, world->templates);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Advance the schedule to `now`: count the releases, and add the mass and number that they make
   due: each release what the rates give until the next one, but not after stop_time. */
static void advance(Inlet *i, double now)
{
  const double  from   = due_from(i);
  const int64_t before = i->releases > 0 ? index_at(i, i->last) : -1;
  int64_t       k      = index_at(i, now);

  /* several may fall in one step, but none on stop_time or later */
  while (k > before + 1 && !(i->first + (double)k * i->every < i->stop_time)) k--;
  i->last = i->first + (double)k * i->every;
  i->releases += k - before;
  i->due_until = max_real(from, min_real(i->first + (double)(k + 1) * i->every, i->stop_time));
  i->due_mass += (i->due_until - from) * i->mass_rate;
  i->due_number += (i->due_until - from) * i->number_rate;
}

/* Number of clumps that are due, at most `most`. */
static int64_t count_due(const Inlet *i, const Templates *templates, int64_t most)
{
  const double mass_most = min_real(i->stop_mass, i->mass_rate > 0 ? i->due_mass : INFINITY),
               number_most =
                 i->number_rate > 0
                   ? i->due_number + 1e-9 + 1e-12 * i->due_number /* for rounding in 1e8 releases */
                   : INFINITY;
  const int64_t waiting = i->wait_template.n;
  double        mass    = i->mass;
  int64_t       n       = min_int(waiting, most);

  for (; n < most; n++) {
    const int64_t j = i->clumps + n - waiting;
    const double  m = fill_clump_mass(&i->spec, templates, inlet_spec_clump(&i->spec, j));

    if (j >= i->stop_number || !((double)(j + 1) <= number_most) || !(mass + 0.5 * m <= mass_most))
      break;
    mass += m;
  }
  return n;
}

/* ---- places ---- */

/* Set up a window of the next n clumps, without positions. */
static void window_create(World *world, const Inlet *i, const NearRows *near, int64_t n, Fill *f)
{
  *f       = (Fill){.world   = world,
                    .spec    = i->spec, /* borrowed */
                    .group   = i->group,
                    .apart   = true,
                    .near    = near,
                    .counter = (uint64_t)i->attempts};
  f->block = (n + world->par->size - 1) / world->par->size;
  f->first = min_int(n, world->par->rank * f->block);
  f->last  = min_int(n, f->first + f->block);
  array_create(&f->wanted, sizeof *f->wanted, (f->last - f->first));
  for (int64_t j = f->first; j < f->last; j++) f->wanted[j - f->first].drawn = next_of(i, j);
}

/* Index of the first clump of the window that has no place; n: all have. Collective. */
static PetscErrorCode first_without(const Fill *f, int64_t n, int64_t *first)
{
  PetscFunctionBeginUser;
  *first = -n;
  for (int64_t j = f->last - 1; j >= f->first; j--)
    if (!f->wanted[j - f->first].placed) *first = -j;
  PetscCall(parallel_max_int(f->world->par, first, 1));
  *first = -*first;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Remove the owned rows from `from` on whose id is `id` or more. */
static void drop(Clumps *c, PetscInt from, Id id)
{
  PetscInt stay = from;

  for (PetscInt a = from; a < c->n_owned; a++) {
    if (c->id[a] >= id) continue;
    if (stay != a) fields_copy(c->fields, c, stay, a);
    stay++;
  }
  c->n = c->n_owned = stay;
}

/* Let the next n clumps enter, up to the first that finds no place; *entered: their number.
   Collective. */
static PetscErrorCode place_window(World *world, const Inlet *i, const NearRows *near, int64_t n,
                                   int64_t *entered)
{
  const PetscInt before = world->clumps->n_owned;
  int64_t        left = n, used = 0, tries = 1, taken;
  Fill           f;
  Batch          b;

  PetscFunctionBeginUser;
  window_create(world, i, near, n, &f);
  PetscCall(fill_batch_create(&f, &b));
  while (left > 0 && used < i->spec.attempts) {
    tries = max_int(1, min_int(min_int(tries, i->spec.attempts - used), BATCH_MOST / left));
    PetscCall(fill_run_batch(&b, &f, 0, tries, &taken));
    left -= taken;
    used += tries;
    tries *= 2;
  }
  PetscCall(first_without(&f, n, entered));
  drop(world->clumps, before, world->account->next_id + *entered);
  PetscCall(fill_batch_destroy(&b));
  array_free(&f.wanted);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Account for the next n clumps, which have entered. */
static void count_in(World *world, Inlet *i, int64_t n)
{
  const int64_t from_outlets = min_int(n, i->wait_template.n);
  int64_t      *count        = i->of_template.list;

  if (from_outlets > 0) { /* they wait no longer */
    shift(&i->wait_template, from_outlets, NULL);
    shift(&i->wait_scale, from_outlets, NULL);
    shift(&i->wait_mass, from_outlets, NULL);
    i->recycled += from_outlets;
  }
  world->account->next_id += n;
  world->account->inserted += n;
  n -= from_outlets;
  for (int64_t j = i->clumps; j < i->clumps + n; j++) {
    const FillClump drawn = inlet_spec_clump(&i->spec, j);

    count[drawn.of]++;
    i->mass += fill_clump_mass(&i->spec, world->templates, drawn);
  }
  i->clumps += n;
}

/* Clumps that are due enter, in windows; *lacks: one of them has found no place. Collective. */
static PetscErrorCode place_due(World *world, Inlet *i, bool *lacks)
{
  int64_t  window = WINDOW_FIRST, due = count_due(i, world->templates, window), entered;
  NearRows near = {0};

  PetscFunctionBeginUser;
  *lacks = false;
  near_rows_find(world, &i->spec, &near);
  while (due > 0 && !*lacks) {
    PetscCall(place_window(world, i, &near, due, &entered));
    count_in(world, i, entered);
    i->attempts += due * i->spec.attempts;
    *lacks = entered < due;
    window = min_int(2 * window, WINDOW_MOST);
    due    = count_due(i, world->templates, window);
  }
  array_free(&near.row);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the source ---- */

/* A clump has found no place in a release: go on, warn or end the run (on_full). */
static void be_full(World *world, Inlet *i)
{
  i->full++;
  if (i->on_full == FULL_WARN && i->full == 1)
    option_warning(world->options, world->warnings, "inlet", i->spec.name, NULL,
                   "full at t = %g s: clump %" PRId64 " has found no place in %" PRId64
                   " attempts, and waits for the next release; further cases are only counted",
                   i->last, i->clumps, i->spec.attempts);
  if (i->on_full == FULL_STOP)
    snprintf(world->stop, SOURCE_WHY,
             "inlet %s is full: its clump %" PRId64 " has found no place in %" PRId64 " attempts",
             i->spec.name, i->clumps, i->spec.attempts);
}

static PetscErrorCode release(World *world, void *own, double now)
{
  Inlet  *i      = own;
  int64_t before = world->account->next_id;
  bool    lacks;

  PetscFunctionBeginUser;
  if (i->waits || !(due_at(i, world->templates) <= now)) PetscFunctionReturn(PETSC_SUCCESS);
  advance(i, now);
  PetscCall(place_due(world, i, &lacks));
  if (lacks && ((i->mass_rate > 0 || i->number_rate > 0) || world->account->next_id == before))
    be_full(world, i);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Clumps that have been due so far; NAN without a rate. */
static double due_so_far(const Inlet *i)
{
  const double number = i->stop_number == INT64_MAX ? INFINITY : (double)i->stop_number;

  if (i->number_rate > 0) return min_real(i->due_number, number);
  if (i->mass_rate > 0)
    return min_real(min_real(i->due_mass, i->stop_mass) / i->spec.mean_mass, number);
  return NAN;
}

static void forecast(const World *world, const void *own, double end, SourceForecast *f)
{
  const Inlet    *i    = own;
  const FillSpec *p    = &i->spec;
  const double    next = due_at(i, world->templates), last = min_real(end, i->stop_time);
  /* releases from `next` until `end` */
  const double count = next <= last ? floor((last - next) / i->every) + 1 : 0;
  /* time from now on for which mass or number becomes due until `end`: each release makes that up
     to the next one due, but none after stop_time */
  const double span = isfinite(next) && next <= end
                        ? max_real(0, min_real(next + count * i->every, i->stop_time) - due_from(i))
                        : 0;
  const double mass =
    min_real(i->mass_rate > 0 ? i->due_mass + i->mass_rate * span : INFINITY, i->stop_mass) -
    i->mass;
  const double number =
    min_real(i->number_rate > 0 ? i->due_number + i->number_rate * span : INFINITY,
             i->stop_number == INT64_MAX ? INFINITY : (double)i->stop_number) -
    (double)i->clumps;

  *f = (SourceForecast){.name         = p->name,
                        .entered      = i->clumps,
                        .entered_mass = i->mass,
                        .full         = i->full,
                        .next         = i->waits ? INFINITY : next,
                        .waits        = i->waits,
                        .done         = is_done(i, world->templates),
                        .mean         = p->mean_volume};
  for (int k = 0; k < p->n_templates; k++)
    f->pebbles = max_real(f->pebbles, world->templates->list[p->templates[k]].n);
  f->most  = p->region.kind->volume(p->region.own) / p->mean_volume;
  f->due   = due_so_far(i);
  f->room  = isfinite(next) ? f->most * count : 0;
  f->count = span > 0 ? max_real(0, min_real(number, mass / p->mean_mass)) : 0;
  f->mass  = f->count * p->mean_mass;
}

static void inlet_free(void *own)
{
  Inlet *i = own;

  fill_spec_free(&i->spec);
  array_free(&i->of_template.list);
  array_free(&i->wait_template.list);
  array_free(&i->wait_scale.list);
  array_free(&i->wait_mass.list);
}

const Source source_inlet = {
  .head     = {.name = "inlet", .text = "Clumps that enter a region while a run goes on."},
  .options  = {.name    = "inlet",
               .named   = true,
               .options = inlet_options,
               .more    = inlet_more,
               .text    = "clumps that enter while the run goes on"},
  .fixed    = "template", /* clumps that entered are counted by templates */
  .size     = sizeof(Inlet),
  .state    = inlet_state,
  .read     = inlet_read,
  .check    = inlet_check,
  .fits     = inlet_fits,
  .extremes = inlet_extremes,
  .forecast = forecast,
  .next     = next,
  .release  = release,
  .turn     = turn,
  .change   = inlet_change,
  .free     = inlet_free,
};
