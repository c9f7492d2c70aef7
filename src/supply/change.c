/* SPDX-License-Identifier: MIT */
/* Changes of groups of clumps: schedule, state, bounds of the clumps after changes. */
#include "supply/change.h"
#include "base/bounds.h"
#include "supply/population/population_internal.h"

#include <math.h>

static const StateItem change_state[] = {
  {.name   = "waits",
   .text   = "1: it waits for an event",
   .type   = STATE_INT32,
   .offset = offsetof(Change, waits),
   .lo     = 0,
   .hi     = 1},
  {.name   = "first",
   .unit   = "s",
   .text   = "time of the change",
   .type   = STATE_REAL,
   .offset = offsetof(Change, first),
   .lo     = 0,
   .hi     = 2 * TIME_MOST},
  {.name   = "step",
   .text   = "step after which it was made; 0: not yet",
   .type   = STATE_INT64,
   .offset = offsetof(Change, step),
   .lo     = 0,
   .hi     = STEPS_MOST},
  {.name   = "clumps",
   .text   = "number of clumps that it has changed",
   .type   = STATE_INT64,
   .offset = offsetof(Change, clumps),
   .lo     = 0,
   .hi     = STEPS_MOST},
  {NULL},
};

void changes_free(Changes *c)
{
  for (int k = 0; k < c->n; k++) array_free(&c->list[k].own);
  array_free(&c->list);
  c->n = 0;
}

int changes_find(const Changes *c, const char *name)
{
  for (int k = 0; k < c->n; k++)
    if (strcmp(c->list[k].name, name) == 0) return k;
  return -1;
}

int64_t changes_total(const Changes *c)
{
  int64_t sum = 0;

  for (int k = 0; k < c->n; k++) sum += c->list[k].clumps;
  return sum;
}

/* ---- when ---- */

static bool is_due(const Change *c, double now)
{
  return !c->waits && c->step == 0 && now >= c->first;
}

bool changes_are_due(const Changes *c, double now)
{
  for (int k = 0; k < c->n; k++)
    if (is_due(&c->list[k], now)) return true;
  return false;
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

static bool concerns(const Change *c, uint64_t driven, const Clumps *clumps, PetscInt a)
{
  return !clump_is_gone(clumps, a) && (c->groups == 0 || (clumps->group[a] & c->groups) != 0) &&
         !(c->kind->frees && (clumps->group[a] & driven) != 0);
}

static PetscErrorCode make(Change *c, const Parallel *par, const ChangeScene *scene, int64_t step,
                           int64_t *n)
{
  PetscFunctionBeginUser;
  *n = 0;
  for (PetscInt a = 0; a < scene->clumps->n_owned; a++) {
    if (!concerns(c, scene->driven, scene->clumps, a)) continue;
    c->kind->apply(c->own, scene, a);
    if (scene->clumps->asked) scene->clumps->asked[a] = step;
    (*n)++;
  }
  PetscCall(parallel_sum_int(par, n, 1));
  c->clumps += *n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode changes_make(Changes *changes, const Parallel *par, const ChangeScene *scene,
                            int64_t step, double now, bool *removed)
{
  PetscFunctionBeginUser;
  *removed = false;
  for (int k = 0; k < changes->n; k++) {
    Change *c = &changes->list[k];
    int64_t n;

    if (!is_due(c, now)) continue;
    PetscCall(make(c, par, scene, step, &n));
    c->step  = step;
    *removed = *removed || (c->kind->removes && n > 0);
  }
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

static bool beats(const Clumps *c, PetscInt a, PetscInt b, int which)
{
  return which == 0   ? c->scale[a] < c->scale[b]
         : which == 1 ? c->scale[a] > c->scale[b]
         : which == 2 ? c->mass[a] < c->mass[b]
                      : c->mass[a] > c->mass[b];
}

/* Rows of the extremes of clumps that the change concerns: found[EXTREMES t + k], -1: none. */
static void find_extremes(const Change *c, uint64_t driven, const Clumps *clumps, PetscInt n,
                          PetscInt *found)
{
  for (PetscInt a = 0; a < n; a++)
    for (int k = 0; k < EXTREMES && concerns(c, driven, clumps, a); k++) {
      PetscInt *f = &found[EXTREMES * clumps->template[a] + k];

      if (*f < 0 || beats(clumps, a, *f, k)) *f = a;
    }
}

/* Append changed copies of the extremes among the first n rows of `from`. */
static PetscErrorCode add_changed(const Change *c, const ChangeScene *scene, const Clumps *from,
                                  PetscInt n, Clumps *rows)
{
  const int   t    = scene->templates->n;
  ChangeScene into = *scene;
  PetscInt   *found;

  PetscFunctionBeginUser;
  into.clumps = rows;
  PetscCall(array_create(&found, sizeof *found, EXTREMES * t));
  for (int k = 0; k < EXTREMES * t; k++) found[k] = -1;
  find_extremes(c, scene->driven, from, n, found);
  for (int k = 0; k < EXTREMES * t; k++) {
    PetscInt row;

    if (found[k] < 0) continue;
    PetscCall(clumps_add(rows, scene->templates, -1, k / EXTREMES, 1, &row));
    if (from == rows) fields_copy(rows->fields, rows, row, found[k]);
    else fields_take(rows->fields, rows, row, from, found[k]);
    rows->id[row] = -1;
    c->kind->apply(c->own, &into, row);
  }
  array_free(&found);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode changes_foresee(const Changes *changes, const ChangeScene *scene, Clumps *rows)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < changes->n; k++) {
    const Change  *c = &changes->list[k];
    const PetscInt n = rows->n_owned;

    if (!c->kind || !c->kind->widens || c->step > 0) continue;
    PetscCall(add_changed(c, scene, scene->clumps, scene->clumps->n_owned, rows));
    PetscCall(add_changed(c, scene, rows, n, rows));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- for the kinds ---- */

void change_set_spin(Clumps *c, PetscInt a, Vec3 spin)
{
  c->w[a]               = spin;
  c->motion[a].momentum = clump_momentum(spin, c->pose[a].q, c->inertia[a]);
}

void change_inertia(const ChangeScene *scene, PetscInt a, double mass, double inertia)
{
  Clumps    *c    = scene->clumps;
  const Vec3 spin = c->w[a];

  c->mass[a] *= mass;
  if (!scene->templates->list[c->template[a]].inertia_given)
    c->inertia[a] = vec3_scale(inertia, c->inertia[a]);
  change_set_spin(c, a, spin);
}

void change_set_blocked(const ChangeScene *scene, PetscInt a, uint64_t blocked)
{
  const uint64_t flat = BLOCK_X | BLOCK_Y | BLOCK_RZ, glides = blocked & BLOCK_BODY_MOVE;
  uint64_t       move;

  /* in two dimensions clumps have the degrees of freedom x, y and Z */
  if (scene->templates->dimension == 2)
    blocked = (blocked & flat) == flat ? BLOCK_ALL : blocked & flat;
  else if ((blocked & BLOCK_TURN) == 0 || (blocked & BLOCK_TURN) == BLOCK_TURN)
    blocked &= ~(uint64_t)BLOCK_BODY;
  move = blocked & BLOCK_MOVE;
  blocked =
    move != 0 && move != BLOCK_MOVE ? blocked | glides : blocked & ~(uint64_t)BLOCK_BODY_MOVE;
  scene->clumps->blocked[a] = blocked;
}

uint64_t change_freedoms(const ChangeSource *s, const char *key)
{
  Options    *o        = s->scene->options;
  const char *letters  = option_word(o, "change", s->name, key);
  uint64_t    freedoms = 0;

  if (!blocked_parse(letters, options_dimension(o), &freedoms) || freedoms == 0)
    option_mistake(o, "change", s->name, key, "'%s' " BLOCKED_LETTERS, letters);
  return freedoms;
}

/* ---- state ---- */

PetscErrorCode changes_list(Changes *changes, const char *folder, StateParts *parts)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < changes->n; k++)
    PetscCall(
      state_list(parts, folder, "change", changes->list[k].name, change_state, &changes->list[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode changes_document(const char *folder, StateParts *parts)
{
  return state_list(parts, folder, "change", "<name>", change_state, NULL);
}
