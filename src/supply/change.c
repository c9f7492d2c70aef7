/* SPDX-License-Identifier: MIT */
/* Changes of groups of clumps: keys, schedule, bounds of the clumps after changes, and their
   module. */
#include "supply/change.h"
#include "measure/energy/turnover.h"
#include "motion/prescribed/wall_motion.h"
#include "options/rows.h"
#include "options/selection.h"

static const StateItem change_state[] = {
  ITEM(INT32, IN(Change, waits), NULL, 0, 1, "1: it waits for an event"),
  ITEM(REAL, IN(Change, first), "s", 0, 2 * TIME_MOST, "time of the change"),
  ITEM(INT64, IN(Change, step), NULL, 0, STEPS_MOST, "step after which it was made; 0: not yet"),
  ITEM(INT64, IN(Change, clumps), NULL, 0, STEPS_MOST, "number of clumps that it has changed"),
  {0},
};

/* ---- keys ---- */

static const Plugin *const change_heads[] = {CHANGE_KINDS(PLUGIN_HEAD) NULL};

/* clang-format off */
static const Option change_options[] = {
  PLUGIN(KEY("action"), REQUIRED, change_heads, "kind of change"),
  WORDS(KEY("groups"),  OPTIONAL,
      "clumps that are in one of these groups at that time are changed: name or slot=name; "
      "default: all clumps"),
  REAL(KEY_IN("start", Change, first), "s", OPTIONAL_OR(0), UP_TO(TIME_MOST),
      "time of the change: the end of the first step that ends then or later"),
  OPTION_AFTER,
  {0},
};
/* clang-format on */

const OptionKind change_kind = {.name    = "change",
                                .named   = true,
                                .options = change_options,
                                .text    = "changes of groups of clumps at a given time"};

static void read_one(const World *w, const char *name, Change *c)
{
  Options *o = w->options;

  c->name = name;
  c->kind = (const ChangeKind *)plugin_find(change_heads, option_word(o, "change", name, "action"));
  options_read_into(o, "change", name, change_options, c);
  /* one that a restart adds, with a time that has passed, is made after the first step */
  if (!options_object_is_stored(o, "change", name)) c->first = max_real(c->first, w->start);
  if (!c->kind) return; /* reported before */
  array_create(&c->own, 1, c->kind->size + 1);
  if (c->kind->read) c->kind->read(c->own, &(ChangeSource){o, w->groups, name});
  else plugin_read_into(o, "change", name, &c->kind->head, c->own);
}

/* ---- schedule ---- */

static bool is_due(const Change *c, double now)
{
  return !c->waits && c->step == 0 && now >= c->first;
}

bool change_turn(Change *c, bool on, double now)
{
  const bool open = !c->waits && c->step == 0; /* it is still to be made */

  if (on == open) return false;
  c->waits = !on;
  if (!on) return true;
  c->first = now;
  c->step  = 0;
  return true;
}

/* ---- making ---- */

/* True if the change applies to this row. */
static bool concerns(const Change *c, uint64_t driven, const Clumps *clumps, PetscInt a)
{
  return !clump_is_gone(clumps, a) && clump_is_among(clumps, a, c->groups) &&
         !(c->kind->frees && (clump_groups(clumps, a) & driven) != 0);
}

/* The energies before changes that do not remove clumps. */
typedef struct {
  bool        known;
  EnergyStock stock;
} Before;

/* Make a change; *n: number of clumps that it concerns, over all ranks. */
static PetscErrorCode make(Change *c, World *w, const ChangeScene *scene, Before *before,
                           int64_t *n)
{
  const bool removes = c->kind->removes;
  bool      *leaves;

  PetscFunctionBeginUser;
  if (!removes && !before->known) PetscCall(turnover_stock(w, &before->stock));
  before->known = before->known || !removes;
  array_create(&leaves, sizeof *leaves, scene->clumps->n_owned);
  *n = 0;
  for (PetscInt a = 0; a < scene->clumps->n_owned; a++) {
    leaves[a] = concerns(c, scene->driven, scene->clumps, a);
    if (!leaves[a]) continue;
    if (!removes) c->kind->apply(c->own, scene, a);
    if (scene->clumps->asked) scene->clumps->asked[a] = w->clock->step;
    (*n)++;
  }
  PetscCall(parallel_sum_int(w->par, n, 1));
  if (removes && *n > 0) PetscCall(turnover_leave(w, leaves));
  array_free(&leaves);
  c->clumps += *n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- sizes and masses after changes ---- */

void changes_growth(const Changes *c, double *larger, double *smaller)
{
  *larger = *smaller = 1;
  for (int k = 0; k < c->n; k++) {
    const Change *change = &c->list[k];
    const double  factor = change->kind && change->kind->growth && change->step == 0
                             ? change->kind->growth(change->own)
                             : 1;

    *larger *= max_real(factor, 1);
    *smaller *= min_real(factor, 1);
  }
}

/* Extremes of the clumps of one template: smallest, largest, lightest and heaviest. */
enum { EXTREMES = 4 };

/* True if row a is more extreme than row b. */
static bool beats(const Clumps *c, PetscInt a, PetscInt b, int which)
{
  return which == 0   ? c->scale[a] < c->scale[b]
         : which == 1 ? c->scale[a] > c->scale[b]
         : which == 2 ? c->mass[a] < c->mass[b]
                      : c->mass[a] > c->mass[b];
}

/* Append changed copies of the extremes among the first n rows of `from`. */
static void add_changed(const Change *c, const ChangeScene *scene, const Clumps *from, PetscInt n,
                        Clumps *rows)
{
  const int   t    = scene->templates->n;
  ChangeScene into = *scene;
  PetscInt   *found; /* rows of the extremes that it concerns: [EXTREMES t + k], -1: none */

  into.clumps = rows;
  array_create(&found, sizeof *found, EXTREMES * t);
  for (int k = 0; k < EXTREMES * t; k++) found[k] = -1;
  for (PetscInt a = 0; a < n; a++)
    for (int k = 0; k < EXTREMES && concerns(c, scene->driven, from, a); k++) {
      PetscInt *f = &found[EXTREMES * from->template[a] + k];

      if (*f < 0 || beats(from, a, *f, k)) *f = a;
    }
  for (int k = 0; k < EXTREMES * t; k++) {
    PetscInt row;

    if (found[k] < 0) continue;
    row = clumps_add(rows, scene->templates, -1, k / EXTREMES, 1);
    fields_take(rows->fields, rows, row, from, found[k], 0);
    rows->id[row] = -1;
    c->kind->apply(c->own, &into, row);
  }
  array_free(&found);
}

/* Append to rows (extremes, see source.h) changed copies of the smallest, largest, lightest and
   heaviest clumps of each template, among the clumps of the scene and the rows. Local. */
static void add_changed_extremes(const Changes *changes, const ChangeScene *scene, Clumps *rows)
{
  for (int k = 0; k < changes->n; k++) {
    const Change  *c = &changes->list[k];
    const PetscInt n = rows->n_owned;

    if (!c->kind || !c->kind->widens || c->step > 0) continue;
    add_changed(c, scene, scene->clumps, scene->clumps->n_owned, rows);
    add_changed(c, scene, rows, n, rows);
  }
}

/* ---- the module ---- */

ChangeScene change_scene(const World *w)
{
  return (ChangeScene){.clumps    = w->clumps,
                       .materials = w->materials,
                       .templates = w->templates,
                       .groups    = w->groups,
                       .driven    = driven_groups(&w->motions->driven)};
}

/* Read the changes, which may add groups. */
static PetscErrorCode read(void *self, World *w)
{
  Changes           *all = self;
  const char *const *names;

  PetscFunctionBeginUser;
  all->n = options_objects(w->options, "change", &names);
  array_create(&all->list, sizeof *all->list, all->n);
  for (int k = 0; k < all->n; k++) read_one(w, names[k], &all->list[k]);
  PetscCall(module_take(&changes_module, self, w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Refuse to change the size of a free wall, and to free one that has no mass. */
static void check_free_walls(const World *w, const Change *change)
{
  for (int k = 0; k < w->walls->n; k++) {
    const char *wall = w->walls->list[k].name;
    uint64_t    groups;
    bool        grows, frees;

    if (!w->walls->list[k].carried || !change->kind) continue;
    grows = change->kind->growth != NULL;
    frees = change->kind->frees && option_real_or(w->options, "wall", wall, "mass", -1) == 0;
    if (!grows && !frees) continue;
    groups_selected(w->options, "wall", wall, "group", w->groups, &groups);
    groups |= w->templates->list[w->walls->list[k].template].selected;
    if (change->groups == 0 || change->groups & groups)
      option_mistake(
        w->options, "change", change->name, "groups", "free wall %s is among them, %s", wall,
        grows ? "whose size cannot change" : "which has no mass: it can only be driven");
  }
}

/* Find the groups that changes select, when all are known, and note changes that have neither a
   time nor an event. Events, which come first in the list of modules, have said which changes they
   start. */
static PetscErrorCode resolve(void *self, World *w)
{
  Changes *all = self;

  PetscFunctionBeginUser;
  for (int k = 0; k < all->n; k++)
    groups_selected(w->options, "change", all->list[k].name, "groups", w->groups,
                    &all->list[k].groups);
  for (int k = 0; k < all->n && options_are_sound(w->options, "event"); k++) {
    const Change *c = &all->list[k];

    if (!option_has_value(w->options, "change", c->name, "start") && !c->waits && c->step == 0 &&
        !option_is_wrong(w->options, "change", c->name, "start"))
      option_mistake(w->options, "change", c->name, "start",
                     "missing: give the time, or an event that starts the change");
    check_free_walls(w, c);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode foresee(void *self, World *w)
{
  const ChangeScene scene = change_scene(w);
  const PetscInt    n     = w->extremes->n_owned;

  PetscFunctionBeginUser;
  add_changed_extremes(self, &scene, w->extremes);
  /* extremes that the run before the restart had used include the clumps that changes may make */
  if (*w->known == n) *w->known = w->extremes->n_owned;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Make new lists of the clumps as they are now, and book what changes have added to the energies of
   before. */
static PetscErrorCode settle(World *w, bool removed, Before *before)
{
  PetscFunctionBeginUser;
  PetscCall(world_renew(w, removed));
  if (before->known) PetscCall(turnover_changed(w, &before->stock));
  before->known = false;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Make the changes that are due, in the order of the scenario. */
static PetscErrorCode make_due(Changes *all, World *w, double now)
{
  ChangeScene scene   = change_scene(w);
  Before      before  = {.known = false};
  bool        removed = false;

  PetscFunctionBeginUser;
  world_complete(w);
  for (int k = 0; k < all->n; k++) {
    Change *c = &all->list[k];
    int64_t n;

    if (!is_due(c, now)) continue;
    /* what contacts with clumps that go have stored is found with the sizes that others have now,
       on other ranks, too */
    if (c->kind->removes && before.known) PetscCall(settle(w, removed, &before));
    PetscCall(make(c, w, &scene, &before, &n));
    c->step = w->clock->step;
    removed = removed || (c->kind->removes && n > 0);
  }
  PetscCall(driven_anchor(w->par, w->options, w->domain, false, &w->motions->driven, w->clumps));
  PetscCall(settle(w, removed, &before));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode changes_make_due(World *w)
{
  const double now = clock_reached(w->clock);
  Changes     *all = world_module(w, &changes_module);
  bool         any = false;

  PetscFunctionBeginUser;
  for (int k = 0; k < all->n; k++) any = any || is_due(&all->list[k], now);
  if (any) PetscCall(make_due(all, w, now));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode end_step(void *self, World *w, const Sum *sums)
{
  (void)self;
  (void)sums;
  return changes_make_due(w);
}

static PetscErrorCode list(void *self, World *w, StateParts *parts)
{
  Changes *all = self;

  (void)w;
  PetscFunctionBeginUser;
  if (!all) state_list(parts, STATE_FOLDER, "change", "<name>", change_state, NULL);
  for (int k = 0; all && k < all->n; k++)
    state_list(parts, STATE_FOLDER, "change", all->list[k].name, change_state, &all->list[k]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  Changes *all = self;

  for (int k = 0; k < all->n; k++) array_free(&all->list[k].own);
  array_free(&all->list);
  all->n = 0;
}

const Module changes_module = {.name  = "changes",
                               .size  = sizeof(Changes),
                               .needs = "material template clumps change inlet",
                               .setup = {.read = read, .resolve = resolve, .foresee = foresee},
                               .step  = {.end = end_step},
                               .list  = list,
                               .free  = free_state};
