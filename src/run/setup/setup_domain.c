/* SPDX-License-Identifier: MIT */
/* Setup of the domain: read, created for the extent of the clumps, checked; positions on its
   grid. */
#include "constraint/hard/hard.h"
#include "motion/reflect.h"
#include "options/text.h"
#include "run/module_states.h"
#include "run/setup/setup_read.h"
#include "supply/checks.h"
#include "supply/population/population.h"

/* ---- the grid ---- */

/* Raise ends[0], the largest bounding radius, and ends[1], minus the smallest pebble radius, to
   those of these clumps. */
static void widen(const Templates *templates, const Clumps *c, double ends[2])
{
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Template *t = &templates->list[c->template[a]];

    ends[0] = max_real(ends[0], t->bound * c->scale[a]);
    ends[1] = max_real(ends[1], -t->smallest * c->scale[a]);
  }
}

/* Find the largest distance of a pebble's surface from its clump's centre, and the smallest pebble
   radius, over clumps present, waiting and to be filled in. */
static PetscErrorCode find_extent(const Sim *sim, double *extent, double *smallest)
{
  double ends[2] = {0, -INFINITY}, larger, smaller;

  PetscFunctionBeginUser;
  widen(&sim->matter.templates, sim->matter.clumps, ends);
  widen(&sim->matter.templates, sim->matter.waiting->clumps, ends);
  widen(&sim->matter.templates, sim->entry.extremes, ends);
  PetscCall(
    population_fill_extent(&sim->par, sim->options, &sim->matter.templates, &ends[0], &ends[1]));
  PetscCall(parallel_max(&sim->par, ends, 2));
  changes_growth(sim_changes(sim), &larger, &smaller);
  *extent   = ends[0] * larger;
  *smallest = isfinite(ends[1]) ? -ends[1] * smaller : 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Round rows to the grid and wrap them into the box. lost: complements of the lowest id outside an
   open face, and of the lowest id beyond the limits. Ids are below INT64_MAX, so that INT64_MIN
   means none. */
static void round_rows(const Domain *domain, Clumps *c, PetscInt first, int64_t lost[2])
{
  for (PetscInt a = first; a < c->n_owned; a++) {
    const Vec3 x    = c->pose[a].x;
    const bool near = domain_in_range(domain, x);

    if (near) c->pose[a].x = domain_wrapped(domain, grid_round3(domain, x));
    if (domain_has_left(domain, c->pose[a].x)) lost[0] = max_int(lost[0], ~c->id[a]);
    else if (!near) lost[1] = max_int(lost[1], ~c->id[a]);
  }
}

/* The place of the clump of this id, on all ranks. */
static PetscErrorCode find_place(const Sim *sim, int64_t id, Vec3 *x)
{
  const Clumps *const all[] = {sim->matter.clumps, sim->matter.waiting->clumps};
  double              at[3] = {-INFINITY, -INFINITY, -INFINITY};

  PetscFunctionBeginUser;
  for (int s = 0; s < 2; s++)
    for (PetscInt a = 0; a < all[s]->n_owned; a++)
      for (int k = 0; k < 3 && all[s]->id[a] == id; k++) at[k] = vec3_axis(all[s]->pose[a].x, k);
  PetscCall(parallel_max(&sim->par, at, 3));
  *x = vec3(at[0], at[1], at[2]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The object of one clump that has this id; NULL: it is of a file or a fill. */
static const char *single_of(const Sim *sim, int64_t id)
{
  const char *const *names;
  const int          n    = options_objects(sim->options, "clumps", &names);
  const AllReadRows *rows = &sim->entry.rows;

  for (int k = 0; k < n; k++) {
    if (population_type(sim->options, names[k]) != POPULATION_SINGLE) continue;
    if (option_has_value(sim->options, "clumps", names[k], "id") &&
        option_int(sim->options, "clumps", names[k], "id") == id)
      return names[k];
    for (int r = 0; r < rows->n; r++)
      if (rows->list[r].first == id && strcmp(rows->list[r].object, names[k]) == 0) return names[k];
  }
  return NULL;
}

/* Note a clump that is nowhere: `what`, said of it, and what to do. */
static void note_lost(Sim *sim, int64_t id, const char *what, const char *cure)
{
  const char *const object = single_of(sim, id);
  char              row[300];

  read_rows_say(&sim->entry.rows, id, row, sizeof row);
  if (object)
    option_mistake(sim->options, "clumps", object,
                   option_is_set(sim->options, "clumps", object, "position") ? "position"
                                                                             : "origin",
                   "clump %" PRId64 " %s%s", id, what, cure);
  else
    options_mistake(sim->options, "clumps: clump %" PRId64 " %s%s%s%s%s", id, what,
                    row[0] ? " (" : "", row, row[0] ? ")" : "", cure);
}

/* Note a clump outside an open face. Collective. */
static PetscErrorCode note_outside(Sim *sim, int64_t id)
{
  const Domain *d    = &sim->space.domain;
  Text          cure = {0};
  Vec3          x    = {0, 0, 0};

  PetscFunctionBeginUser;
  PetscCall(find_place(sim, id, &x));
  for (int k = 0; k < d->dimension; k++) {
    const double at = vec3_axis(x, k), lo = vec3_axis(d->lo, k), hi = vec3_axis(d->hi, k);

    if (boundary_removes(d->boundary[k]) && !(at >= lo && at < hi))
      text_add(&cure, ": %g m along %c, where the domain is from %g to %g m", at, "xyz"[k], lo, hi);
  }
  text_add(&cure, ": move it, enlarge the domain, or make the face free or periodic");
  note_lost(sim, id, "has its centre outside an open face of the domain", cure.s);
  text_free(&cure);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Note a clump beyond the limits of positions. */
static void note_far(Sim *sim, int64_t id)
{
  const Vec3 limit = sim->space.domain.limit;
  char       cure[200];

  snprintf(cure, sizeof cure, ", %g, %g, %g m along x, y, z: enlarge the domain, or move the clump",
           limit.x, limit.y, limit.z);
  note_lost(sim, id, "is farther out than positions reach", cure);
}

/* True if the faces of the domain reflect where they did in the checkpoint. */
static bool has_faces_of(const Domain *now, const Domain *then)
{
  for (int k = 0; k < now->dimension; k++)
    if (now->boundary[k] != then->boundary[k] || vec3_axis(now->lo, k) != vec3_axis(then->lo, k) ||
        vec3_axis(now->hi, k) != vec3_axis(then->hi, k))
      return false;
  return true;
}

/* Lowest id above `last` of the clumps of the checkpoint that were inside its domain and are
   outside an open face now; INT64_MAX: none. *n: their number on this rank. */
static int64_t next_outside(const Sim *sim, const Setup *s, int64_t last, int64_t *n)
{
  const Clumps *c    = sim->matter.clumps;
  int64_t       next = INT64_MAX;

  *n = 0;
  for (PetscInt a = 0; a < s->present; a++) {
    const Vec3 x = c->pose[a].x;

    if (!domain_has_left(&sim->space.domain, x) || domain_has_left(&s->ck.domain, x)) continue;
    ++*n;
    if (c->id[a] > last) next = min_int(next, c->id[a]);
  }
  return next;
}

/* Warn of clumps of the checkpoint that a smaller domain loses. */
static PetscErrorCode warn_of_outside(Sim *sim, const Setup *s)
{
  enum { SHOWN = 3 };
  Text    ids = {0};
  int64_t n   = 1;

  PetscFunctionBeginUser;
  if (!s->restart || has_faces_of(&sim->space.domain, &s->ck.domain))
    PetscFunctionReturn(PETSC_SUCCESS);
  for (int64_t k = 0, last = -1; k < SHOWN && k < n; k++) {
    int64_t id = -next_outside(sim, s, last, &n);

    PetscCall(parallel_sum_int(&sim->par, &n, 1));
    PetscCall(parallel_max_int(&sim->par, &id, 1));
    last = -id;
    if (k < n) text_add(&ids, "%s%" PRId64, k > 0 ? ", " : "", last);
  }
  if (n > 0)
    option_warning(sim->options, &sim->warnings, "domain", NULL, NULL,
                   "%" PRId64 " clump%s of the checkpoint (id%s %s%s) %s outside an open face "
                   "now, and leave%s at once: enlarge the domain to keep %s",
                   n, n == 1 ? "" : "s", n == 1 ? "" : "s", ids.s, n > SHOWN ? ", ..." : "",
                   n == 1 ? "is" : "are", n == 1 ? "s" : "", n == 1 ? "it" : "them");
  text_free(&ids);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode setup_round(Sim *sim, Setup *s)
{
  int64_t lost[2] = {INT64_MIN, INT64_MIN};

  PetscFunctionBeginUser;
  round_rows(&sim->space.domain, sim->matter.clumps, s->present, lost);
  round_rows(&sim->space.domain, sim->matter.waiting->clumps, 0, lost);
  PetscCall(parallel_max_int(&sim->par, lost, 2));
  if (lost[1] != INT64_MIN) note_far(sim, ~lost[1]);
  if (lost[0] != INT64_MIN) PetscCall(note_outside(sim, ~lost[0]));
  /* clumps of a checkpoint may have grown beyond a face, and come back in the next step */
  PetscCall(reflect_check_inside(
    sim_world(sim),
    s->restart && has_faces_of(&sim->space.domain, &s->ck.domain) ? s->present : 0));
  PetscCall(warn_of_outside(sim, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checks ---- */

/* The law that acts at the largest distance. */
static const Law *farthest_law(const Laws *laws)
{
  int farthest = 0;

  for (int k = 1; k < laws->n; k++)
    if (laws->reach_of[k] > laws->reach_of[farthest]) farthest = k;
  return &laws->list[farthest];
}

/* Note what does not suit the clumps: sides, periods, spacing of the position grid, skin. */
static void check_domain(Sim *sim, double extent, double smallest, bool restart)
{
  const Domain *d       = &sim->space.domain;
  const double  longest = domain_longest(d),
               reach    = extent + sim_reach(sim, sim->lists.skin_is_auto ? sim->lists.skin_least
                                                                          : sim->lists.skin);
  const double spacing =
    restart ? d->quantum : d->grain; /* a checkpoint's grid is kept, however coarse far out */

  for (int k = 0; k < d->dimension; k++) {
    const double length = vec3_axis(d->length, k);

    if (!(length > 0))
      option_mistake(sim->options, "domain", NULL, "hi",
                     "the side along %c is %g m long: give hi above lo there", "xyz"[k], length);
    else if (boundary_wraps(d->boundary[k]) && sim->laws->reach > 50 * length)
      option_mistake(
        sim->options, "contact", farthest_law(sim->laws)->object, NULL,
        "acts up to a distance of %g m of the surfaces; allowed: at most 50 periods of "
        "the domain, which is %g m long along %c: give a shorter distance, such as "
        "cohesion_range",
        sim->laws->reach, length, "xyz"[k]);
    else if (boundary_wraps(d->boundary[k]) && reach > 50 * length)
      option_mistake(sim->options, "domain", NULL, "hi",
                     "the period along %c is %g m; allowed: at least 1/50 of the reach of the "
                     "largest clump (%g m): "
                     "make the domain larger or leave out such clumps",
                     "xyz"[k], length, reach);
  }
  if (sim->laws->reach > longest)
    option_warning(sim->options, &sim->warnings, "contact", farthest_law(sim->laws)->object, NULL,
                   "it acts up to a distance of %g m of the surfaces, farther than the domain "
                   "is long (%g m): every pair of clumps is followed, which is slow",
                   sim->laws->reach, longest);
  if (smallest > 0 && !(spacing < 1e-5 * smallest))
    option_mistake(sim->options, "domain", NULL, "hi",
                   "positions are known to %.2g m only in a box of this size, too coarse for "
                   "pebbles of radius %g "
                   "m: make the box smaller",
                   spacing, smallest);
  if (!sim->lists.skin_is_auto && sim->lists.skin > longest)
    option_mistake(sim->options, "search", NULL, "skin",
                   "larger than the longest side of the domain (%g m)", longest);
}

/* True if periodic faces may become reflecting ones or the reverse. Pebbles inside the box have the
   same neighbours with both, unless links reach across the faces. */
static bool may_turn(const Sim *sim, const Checkpoint *ck, int k)
{
  return !links_are_used(&sim->links) && sim->deforms.n == 0 &&
         (boundary_reflects(ck->domain.boundary[k]) ||
          boundary_reflects(sim->space.domain.boundary[k]));
}

/* Periods must not change at a restart, as image counters and contact memory refer to them. */
static void check_restart(Sim *sim, const Checkpoint *ck, double extent)
{
  const Domain *d = &sim->space.domain;

  if (!domain_fits(d, extent))
    options_mistake(sim->options,
                    "domain: the box, or the largest clump (%g m), is too large for the "
                    "checkpoint's position grid (%g m)",
                    extent, d->quantum);
  for (int k = 0; k < d->dimension; k++) {
    const bool was = boundary_wraps(ck->domain.boundary[k]), is = boundary_wraps(d->boundary[k]);
    const bool moved = vec3_axis(ck->domain.lo, k) != vec3_axis(d->lo, k) ||
                       vec3_axis(ck->domain.hi, k) != vec3_axis(d->hi, k);

    if ((was != is && !may_turn(sim, ck, k)) || (was && is && moved))
      option_mistake(sim->options, "domain", NULL, "boundary",
                     "a periodic direction (%c) cannot be changed at a restart, but into a "
                     "reflecting one and back where there are no springs or bonds",
                     "xyz"[k]);
  }
}
/* ---- the domain ---- */

/* Take the limits and vectors of the domain from a checkpoint, as they were there. */
static void take_limits(Sim *sim, const Checkpoint *ck, DomainGiven *given)
{
  Domain there = ck->domain;

  given->vectors = moving_cell_take(sim_world(sim), &ck->state, &there);
  given->lo      = there.lo;
  given->hi      = there.hi;
  cell_periods(&there, given->vector);
}

/* Read the cell of another run; after a restart the cell is that of the checkpoint, which
   began with it. */
static PetscErrorCode read_cell(Sim *sim, Setup *s)
{
  const char *file = option_word(sim->options, "domain", NULL, "file");
  char        path[CHECKPOINT_PATH], why[CHECKPOINT_WHY];
  Checkpoint  other;
  bool        good;

  PetscFunctionBeginUser;
  if (s->restart) {
    const char *then = s->before ? option_word(s->before, "domain", NULL, "file") : file;

    if (strcmp(file, then) != 0)
      option_mistake(sim->options, "domain", NULL, "file",
                     "a restart goes on with the cell of its checkpoint (file: %s): leave this out",
                     then[0] ? then : "none");
    take_limits(sim, &s->ck, &s->shape);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(checkpoint_find(&sim->par, file, &other, path, &good, why));
  if (!good) {
    option_mistake(sim->options, "domain", NULL, "file", "%s", why);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (other.domain.dimension != sim->settings.dimension)
    option_mistake(sim->options, "domain", NULL, "file",
                   "is of %d dimensions, the scenario of %d (run: dimension)",
                   other.domain.dimension, sim->settings.dimension);
  else take_limits(sim, &other, &s->shape);
  checkpoint_free(&other);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode setup_read_domain(Sim *sim, Setup *s)
{
  PetscFunctionBeginUser;
  domain_read(sim->options, sim->settings.dimension, &s->shape);
  if (option_has_value(sim->options, "domain", NULL, "file") &&
      options_are_sound(sim->options, "domain"))
    PetscCall(read_cell(sim, s));
  PetscCall(deformation_read_file(&sim->par, sim->options));
  deformation_read(sim->options, &sim_cell(sim)->moving.deformation);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode setup_make_domain(Sim *sim, Setup *s)
{
  const int   dimension = sim->settings.dimension;
  MovingCell *cell      = &sim_cell(sim)->moving;

  PetscFunctionBeginUser;
  PetscCall(find_extent(sim, &s->extent, &s->smallest));
  sim->timestep.scales.smallest = s->smallest;
  sim->constraints.reach        = HARD_REACH * s->smallest;
  if (s->restart && moving_cell_deforms(cell)) s->shape.hi = s->ck.domain.hi;
  sim->space.domain = domain_create(dimension, s->shape.lo, s->shape.hi, s->shape.boundary,
                                    s->extent, s->restart ? s->ck.domain.quantum : 0);
  if (!s->restart && moving_cell_grows(cell))
    sim->space.domain = domain_create(dimension, s->shape.lo, s->shape.hi, s->shape.boundary,
                                      s->extent, CELL_ROOM * sim->space.domain.quantum);
  cell->domain = &sim->space.domain;
  cell->extent = s->extent;
  moving_cell_make(sim_world(sim), cell, s->shape.vector, s->shape.vectors);
  if (domain_reflects(&sim->space.domain))
    sim->space.domain.restitution = option_real(sim->options, "domain", NULL, "restitution");
  skins_choose(sim, s->smallest);
  check_domain(sim, s->extent, s->smallest, s->restart);
  interactions_check(sim->interactions, &sim->space.domain, sim->options, &sim->warnings);
  supply_check_capsules(sim_world(sim));
  if (s->restart) check_restart(sim, &s->ck, s->extent);
  PetscFunctionReturn(PETSC_SUCCESS);
}
