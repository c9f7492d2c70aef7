/* SPDX-License-Identifier: MIT */
/* Outlets. Records of the clumps that ranks take go to rank 0, which sorts them by id and counts,
   so that counts, sums, rows of the file and clumps sent to inlets have the same bits on any number
   of ranks; all ranks get the totals. Clumps that outlets take are dropped at the end of a step, as
   those that leave through open faces are during it: they have no contacts from then on, and their
   rows are removed by the next rebuild. */
#include "supply/outlet.h"
#include "base/mail.h"
#include "base/tell.h"
#include "matter/group.h"
#include "measure/energy/turnover.h"
#include "options/rows.h"
#include "options/selection.h"
#include "output/table/tables.h"
#include "supply/change.h"
#include "supply/crush/crush.h"

static const StateItem outlet_state[] = {
  ITEM(INT32, IN(Outlet, waits), NULL, 0, 1, "1: it waits for an event"),
  ITEM(REAL, IN(Outlet, first), "s", 0, 2 * TIME_MOST, "time of the first check"),
  ITEM(INT64, IN(Outlet, looks), NULL, 0, 2 * STEPS_MOST, "number of checks by the schedule"),
  ITEM(INT64, IN(Outlet, clumps), NULL, 0, STEPS_MOST, "number of clumps that it has taken"),
  ITEM(REAL, IN(Outlet, mass), "kg", 0, 1e18 * MASS_MOST, "mass of these clumps"),
  {0},
};

/* ---- keys ---- */

static const Option recycle_options[] = {
  NAME(KEY("inlet"), REQUIRED, "inlet", "inlet through which the clumps enter again"),
  {0},
};

static const Plugin action_remove  = {.name = "remove", .text = "Clumps are removed."};
static const Plugin action_recycle = {.name = "recycle",
                                      .text =
                                        "Clumps are removed, and enter anew through an inlet.",
                                      .options = {recycle_options}};

static const Plugin *const actions[] = {&action_remove, &action_recycle, NULL};

/* clang-format off */
static const Option outlet_options[] = {
  PLUGIN(KEY("region"),       "box",    all_region_heads,
      "clumps whose centre is in this part of space are taken out"),
  REAL(IN(Outlet, every),     "s", "0",                   UP_TO(TIME_MOST),
      "time between two checks, each after the first step that ends then or later; 0: after every "
      "step"),
  REAL(KEY_IN("start", Outlet, first), "s", OPTIONAL_OR(0),        UP_TO(TIME_MOST),
      "time of the first check; default: 0, or when an event starts it"),
  OPTION_AFTER,
  REAL(IN(Outlet, stop_time), "s", OPTIONAL_OR(INFINITY), POSITIVE_UP_TO(TIME_MOST),
      "no check at this time or later"),
  WORDS(KEY("groups"),        OPTIONAL,
      "groups of the clumps that are taken: name or slot=name; default: all clumps"),
  PLUGIN(KEY("action"),       "remove", actions,          "what is done with the clumps"),
  {0},
};
/* clang-format on */

const OptionKind outlet_kind = {.name    = "outlet",
                                .named   = true,
                                .options = outlet_options,
                                .text    = "clumps that are taken out while the run goes on"};

static PetscErrorCode read_one(const World *w, const char *name, Outlet *o)
{
  Options *options = w->options;
  bool     good    = true;

  PetscFunctionBeginUser;
  o->name = name;
  PetscCall(
    region_read((RegionSource){w->par, options, "outlet", name, options_dimension(options), &good},
                &o->region));
  options_read_into(options, "outlet", name, outlet_options, o);
  if (o->stop_time <= o->first)
    option_mistake(options, "outlet", name, "stop_time", "%g s is not after start (%g s)",
                   o->stop_time, o->first);
  /* an outlet that a restart adds begins then */
  if (!options_object_is_stored(options, "outlet", name)) o->first = max_real(o->first, w->start);
  groups_selected(options, "outlet", name, "groups", w->groups, &o->groups);
  o->recycles = -1;
  if (plugin_find(actions, option_word(options, "outlet", name, "action")) == &action_recycle)
    o->recycles =
      (int)sources_find(w->sources, "inlet", option_word(options, "outlet", name, "inlet"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the schedule ---- */

/* Number of checks by the schedule until `now`. */
static int64_t looks_until(const Outlet *o, double now)
{
  if (!(now >= o->first)) return 0;
  return 1 + (int64_t)min_real((now - o->first) / o->every, STEPS_MOST);
}

static bool is_due(const Outlet *o, double now)
{
  if (o->waits || !(now >= o->first) || !(now < o->stop_time)) return false;
  return !(o->every > 0) || looks_until(o, now) > o->looks;
}

bool outlet_turn(Outlet *o, bool on, double now)
{
  if (on != (o->waits == 1)) return false;
  o->waits = !on;
  if (!on) return true;
  o->first = now;
  o->looks = 0;
  return true;
}

/* ---- clumps inside ---- */

/* The outlets that are due. */
static int find_due(const Outlets *outlets, const World *w, const Outlet **due)
{
  int n = 0;

  for (int k = 0; k < outlets->n; k++)
    if (is_due(&outlets->list[k], clock_reached(w->clock))) due[n++] = &outlets->list[k];
  return n;
}

/* True if owned rows from .. to - 1 are all outside of these regions; false: some may be inside, or on the
   edge. Along axes that wrap, any place counts. */
static bool all_miss(const Outlet *const *due, int n, const World *w, PetscInt from, PetscInt to)
{
  Vec3 lo = {INFINITY, INFINITY, INFINITY}, hi = {-INFINITY, -INFINITY, -INFINITY};
  bool miss = true;

  for (PetscInt a = from; a < to; a++) {
    const Vec3 x = w->clumps->pose[a].x;

    lo = vec3_least(x, lo);
    hi = vec3_most(x, hi);
  }
  for (int axis = 0; axis < 3; axis++) {
    const double more = boundary_wraps(w->domain->boundary[axis]) ? INFINITY : w->domain->grain;

    vec3_set(&lo, axis, vec3_axis(lo, axis) - more);
    vec3_set(&hi, axis, vec3_axis(hi, axis) + more);
  }
  for (int k = 0; k < n && miss; k++) miss = region_misses(&due[k]->region, lo, hi);
  return miss;
}

/* The first of these outlets that takes owned row a; NULL: none, as of clumps that cannot move. */
static const Outlet *outlet_of(const Outlet *const *due, int n, const World *w, PetscInt a)
{
  const Clumps *c = w->clumps;
  Vec3          x;

  if (clump_is_gone(c, a) || (c->blocked[a] & BLOCK_MOVE) == BLOCK_MOVE) return NULL;
  x = domain_wrapped(w->domain, c->pose[a].x);
  for (int k = 0; k < n; k++)
    if (due[k]->region.kind->inside(due[k]->region.own, w->domain, x) &&
        clump_is_among(c, a, due[k]->groups))
      return due[k];
  return NULL;
}

/* ---- taking ---- */

/* Post the clumps that this rank takes to rank 0, which counts and writes, and mark their rows. */
static void post_exits(const Outlets *outlets, const World *w, Mail *mail, bool *leaves)
{
  const Clumps  *c = w->clumps;
  const Outlet **due;
  int            n;

  array_create(&due, sizeof *due, outlets->n);
  n = find_due(outlets, w, due);
  for (PetscInt a = 0; a < c->n_owned; a++) {
    const Outlet *o = outlet_of(due, n, w, a);
    Exit          e;

    leaves[a] = o != NULL;
    if (!o) continue;
    e = (Exit){.id       = c->id[a],
               .outlet   = (int)(o - outlets->list),
               .template = c->template[a],
               .scale    = c->scale[a],
               .mass     = c->mass[a],
               .x        = domain_wrapped(w->domain, c->pose[a].x),
               .v        = c->motion[a].v};
    mail_post(mail, 0, &e, sizeof e);
  }
  array_free(&due);
}

/* Append the exits received, sorted by id. */
static void receive_exits(const Mail *mail, Outlets *outlets)
{
  Exit    *came;
  PetscInt n;

  mail_collect(mail, sizeof *came, &came, &n);
  sort_items(came, n, sizeof *came, compare_ids);
  array_reserve(&outlets->exits, sizeof *outlets->exits, outlets->n_rows + n, &outlets->capacity);
  if (n > 0) memcpy(outlets->exits + outlets->n_rows, came, (size_t)n * sizeof *came);
  outlets->n_rows += n;
  array_free(&came);
}

/* Let the clump wait at the inlet, unless it is too large for its region and would block all
   others. */
static void recycle(const World *w, Outlet *o, Exit *e)
{
  const Sources *sources = w->sources;
  Inlet         *inlet   = (Inlet *)(void *)sources->list[o->recycles].own;

  e->recycled = inlet_has_room(w, inlet, &w->templates->list[e->template], e->scale);
  if (e->recycled) inlet_recycle(inlet, e->template, e->scale, e->mass);
  else if (o->refused++ == 0)
    option_warning(w->options, w->warnings, "outlet", o->name, NULL,
                   "clump %" PRId64
                   " is too large for the region of inlet %s and is removed, as are further ones",
                   e->id, sources->list[o->recycles].object);
}

/* Send the n clumps that go to inlets, among the exits from `before` on, from rank 0 to all ranks,
   as each has the queues, and let them wait there. Collective. */
static PetscErrorCode recycle_all(const World *w, Outlets *outlets, PetscInt before, PetscInt n)
{
  Exit    *list;
  PetscInt at = 0;

  PetscFunctionBeginUser;
  if (n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&list, sizeof *list, n);
  for (PetscInt k = before; k < outlets->n_rows; k++)
    if (outlets->list[outlets->exits[k].outlet].recycles >= 0) list[at++] = outlets->exits[k];
  PetscCall(parallel_bcast(w->par, list, (size_t)n * sizeof *list, 0));
  for (PetscInt k = 0; k < n; k++) recycle(w, &outlets->list[list[k].outlet], &list[k]);
  at = 0;
  for (PetscInt k = before; k < outlets->n_rows; k++)
    if (outlets->list[outlets->exits[k].outlet].recycles >= 0)
      outlets->exits[k].recycled = list[at++].recycled;
  array_free(&list);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Send the totals that rank 0 has counted to all ranks. Collective. */
static PetscErrorCode share_totals(const Parallel *par, Outlets *outlets)
{
  typedef struct {
    int64_t clumps;
    double  mass;
  } Totals;
  Totals *all;

  PetscFunctionBeginUser;
  array_create(&all, sizeof *all, outlets->n);
  for (int k = 0; k < outlets->n; k++)
    all[k] = (Totals){outlets->list[k].clumps, outlets->list[k].mass};
  PetscCall(parallel_bcast(par, all, (size_t)outlets->n * sizeof *all, 0));
  for (int k = 0; k < outlets->n; k++) {
    outlets->list[k].clumps = all[k].clumps;
    outlets->list[k].mass   = all[k].mass;
  }
  array_free(&all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Number of clumps taken since the first step: by all outlets, or if `recycled` by those that send
   clumps to inlets. */
static int64_t count_taken(const Outlets *outlets, bool recycled)
{
  int64_t n = 0;

  for (int k = 0; k < outlets->n; k++)
    if (!recycled || outlets->list[k].recycles >= 0) n += outlets->list[k].clumps;
  return n;
}

/* Take the owned clumps that are due: they are dropped, counted, noted in exits of rank 0, and sent
   to inlets. Velocities are those at the end of the step. Collective. */
static PetscErrorCode take(Outlets *outlets, World *w)
{
  const PetscInt before = outlets->n_rows;
  const int64_t  had = count_taken(outlets, false), passed = count_taken(outlets, true);
  PetscInt       taken;
  Mail          *mail;
  bool          *leaves;

  PetscFunctionBeginUser;
  array_create(&leaves, sizeof *leaves, w->clumps->n_owned);
  mail_create(w->par, &mail);
  post_exits(outlets, w, mail, leaves);
  PetscCall(mail_deliver(mail));
  receive_exits(mail, outlets);
  mail_destroy(&mail);
  for (PetscInt k = before; k < outlets->n_rows; k++) {
    Exit   *e = &outlets->exits[k];
    Outlet *o = &outlets->list[e->outlet];

    o->clumps++;
    o->mass += e->mass;
    e->step   = w->clock->step;
    e->time   = clock_time(w->clock);
    e->clumps = o->clumps;
    e->total  = o->mass;
  }
  PetscCall(share_totals(w->par, outlets));
  taken = (PetscInt)(count_taken(outlets, false) - had);
  PetscCall(recycle_all(w, outlets, before, (PetscInt)(count_taken(outlets, true) - passed)));
  outlets->n_unwritten += taken;
  if (taken > 0) PetscCall(turnover_leave(w, leaves));
  array_free(&leaves);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the module: setup and steps ---- */

/* Read the outlets, when inlets and groups have been read. */
static PetscErrorCode read(void *self, World *w)
{
  Outlets           *all = self;
  const char *const *names;

  PetscFunctionBeginUser;
  all->n = options_objects(w->options, "outlet", &names);
  array_create(&all->list, sizeof *all->list, all->n);
  for (int k = 0; k < all->n; k++) PetscCall(read_one(w, names[k], &all->list[k]));
  PetscCall(module_take(&outlets_module, self, w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* True if an outlet whose check is due takes any owned clump. */
static bool wants_end(const void *self, const World *w)
{
  const Outlets *all = self;
  const Outlet **due;
  bool           any = false;
  int            n;

  if (all->n == 0) return false;
  array_create(&due, sizeof *due, all->n);
  n = find_due(all, w, due);
  for (PetscInt from = 0; from < w->clumps->n_owned && n > 0 && !any; from += CLUMPS_TILE) {
    const PetscInt to = min_int(from + CLUMPS_TILE, w->clumps->n_owned);

    if (all_miss(due, n, w, from, to)) continue;
    for (PetscInt a = from; a < to && !any; a++) any = outlet_of(due, n, w, a) != NULL;
  }
  array_free(&due);
  return any;
}

static PetscErrorCode end_step(void *self, World *w, const Sum *sums)
{
  const double now = clock_reached(w->clock);
  Outlets     *all = self;

  (void)sums;
  PetscFunctionBeginUser;
  if (all->n == 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (w->end_wanted) {
    world_complete(w);
    PetscCall(take(all, w));
    PetscCall(world_look_ahead(w)); /* inlets may refill what outlets took */
  }
  for (int k = 0; k < all->n; k++) {
    Outlet *o = &all->list[k];

    if (is_due(o, now)) o->looks = o->every > 0 ? looks_until(o, now) : o->looks + 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the module: output and state ---- */

static OutletRow row_of(const World *w, const Outlets *o, const Exit *e)
{
  const Template *t      = &w->templates->list[e->template];
  const double    volume = t->mass.volume * templates_volume_factor(w->templates, e->scale);

  return (OutletRow){.step     = e->step,
                     .time     = e->time,
                     .outlet   = o->list[e->outlet].name,
                     .action   = e->recycled ? "recycle" : "remove",
                     .template = t->name,
                     .id       = e->id,
                     .mass     = e->mass,
                     .size     = w->dimension == 2 ? sqrt(4 * volume / PETSC_PI)
                                                   : cbrt(6 * volume / PETSC_PI),
                     .x        = e->x,
                     .v        = e->v,
                     .clumps   = e->clumps,
                     .total    = e->total};
}

/* Write a row of outlets.csv for each clump taken since the last call. */
static PetscErrorCode write_rows(Outlets *o, const World *w)
{
  OutletRow *rows;

  PetscFunctionBeginUser;
  if (!o->log.is_open || o->n_unwritten == 0) PetscFunctionReturn(PETSC_SUCCESS);
  array_create(&rows, sizeof *rows, o->n_rows);
  for (PetscInt k = 0; k < o->n_rows; k++) rows[k] = row_of(w, o, &o->exits[k]);
  PetscCall(table_write(w->par, &o->log, o->n_rows, rows));
  array_free(&rows);
  o->n_unwritten = o->n_rows = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Print what each has taken. */
static void report(const World *w, const Outlets *all)
{
  for (int k = 0; k < all->n; k++) {
    const Outlet *o = &all->list[k];

    tell(w->par, TELL_INFO,
         "clast: outlet %s has taken %" PRId64 " clump%s (%.6g kg) since the first step\n", o->name,
         o->clumps, o->clumps == 1 ? "" : "s", o->mass);
  }
}

/* True if clumps may leave otherwise than by outlets and faces: by breaking, or by changes. */
static bool drops_others(const World *w)
{
  const Changes *changes = world_module(w, &changes_module);
  bool           drops   = crushes_are_used(world_module(w, &crush_module));

  for (int k = 0; k < changes->n; k++) drops = drops || changes->list[k].kind->removes;
  return drops;
}

/* Print which outlets took the clumps that left since the run began. */
static void say_left(const World *w, const Outlets *all, int64_t left)
{
  const char *before = " (";

  for (int k = 0; k < all->n && left > 0; k++) {
    const Outlet *o = &all->list[k];
    const int64_t n = o->clumps - o->at_start;

    if (n == 0) continue;
    tell(w->par, TELL_INFO, "%s%" PRId64 " by outlet %s", before, n, o->name);
    before = ", ";
    left -= n;
  }
  if (before[0] != ',') return;
  if (left > 0)
    tell(w->par, TELL_INFO, ", %" PRId64 " %s", left,
         drops_others(w) ? "otherwise" : "by open faces");
  tell(w->par, TELL_INFO, ")");
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  const int64_t before = ((Outlets *)self)->log.lost;
  Outlets      *o      = self;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN) {
    for (int k = 0; k < o->n; k++) o->list[k].at_start = o->list[k].clumps;
    PetscCall(table_open(w->par, out->dir, out->goes_on ? w->clock->step : -1, o->n > 0,
                         &outlet_table, &o->log));
  } else if (out->call == OUTPUT_FLUSH || (out->call == OUTPUT_STEP && out->row))
    PetscCall(write_rows(o, w));
  else if (out->call == OUTPUT_CLOSE) log_close(&o->log);
  else if (out->call == OUTPUT_LEFT && w->par->rank == 0) say_left(w, o, out->left);
  else if (out->call == OUTPUT_REPORT && w->par->rank == 0) report(w, o);
  out->rows_lost += o->log.lost - before;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  Outlets *all = self;

  (void)w;
  PetscFunctionBeginUser;
  if (!all) state_list(parts, STATE_FOLDER, "outlet", "<name>", outlet_state, NULL);
  for (int k = 0; all && k < all->n; k++)
    state_list(parts, STATE_FOLDER, "outlet", all->list[k].name, outlet_state, &all->list[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  Outlets *all = self;

  for (int k = 0; k < all->n; k++) region_free(&all->list[k].region);
  array_free(&all->list);
  array_free(&all->exits);
  all->n = 0;
}

const Module outlets_module = {.name  = "outlets",
                               .size  = sizeof(Outlets),
                               .needs = "material template clumps change outlet inlet",
                               .setup = {.read = read},
                               .step  = {.wants_end = wants_end, .end = end_step},
                               .list  = list,
                               .write = write,
                               .free  = free_state};
