/* SPDX-License-Identifier: MIT */
/* Values of the tables of state. */
#include "base/state.h"

#include <math.h>
#include <stdio.h>

size_t state_number_size(StateType type)
{
  return type == STATE_TEXT ? 1 : type == STATE_INT32 ? 4 : 8;
}

size_t state_value_size(const StateValue *v)
{
  return state_number_size(v->type) * (size_t)v->n;
}

bool state_may_be_called(const char *name)
{
  static const char allowed[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-=."; /* those of groups */
  const size_t n = strlen(name);

  return n > 0 && n < NAME_LENGTH && strspn(name, allowed) == n && strcmp(name, ".") != 0;
}

/* ---- lists ---- */

PetscErrorCode state_list_part(StateParts *parts, StatePart part)
{
  PetscFunctionBeginUser;
  PetscCall(array_reserve(&parts->list, sizeof *parts->list, parts->n + 1, &parts->capacity));
  parts->list[parts->n++] = part;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode state_list(StateParts *parts, const char *folder, const char *kind, const char *name,
                          const StateItem *items, void *owner)
{
  const bool named = kind && name;
  StatePart  part  = {.items = items, .owner = owner};

  PetscFunctionBeginUser;
  snprintf(part.folder, STATE_PATH, "%s%s%s%s%s", folder, named ? "/" : "", named ? kind : "",
           named ? "/" : "", named ? name : "");
  PetscCall(state_list_part(parts, part));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode append(State *state, const char *path, StateType type, int count, int n,
                             StateValue **value)
{
  PetscInt capacity = state->capacity;

  PetscFunctionBeginUser;
  PetscCall(array_reserve(&state->list, sizeof *state->list, state->n + 1, &capacity));
  state->capacity = (int)capacity;
  *value          = &state->list[state->n++];
  **value         = (StateValue){.type = type, .count = count, .n = n};
  snprintf((*value)->path, STATE_PATH, "%s", path);
  PetscCall(array_create(&(*value)->bytes, state_number_size(type), n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode state_add(State *state, const char *path, StateType type, int n, StateValue **value)
{
  PetscFunctionBeginUser;
  PetscCall(append(state, path, type, n, n, value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Cut off at STATE_PATH, which names of parts and items are far below. */
static void path_of(const StatePart *part, const StateItem *item, char path[STATE_PATH])
{
  const char *const words[] = {part->folder, part->folder[0] ? "/" : "",
                               part->prefix ? part->prefix : "", item->name};
  size_t            at      = 0;

  for (int k = 0; k < 4; k++)
    for (const char *c = words[k]; *c && at + 1 < STATE_PATH; c++) path[at++] = *c;
  path[at] = '\0';
}

static PetscErrorCode add_item(State *state, const StatePart *part, const StateItem *item, int n)
{
  const bool  one = item->count == 0;
  char        path[STATE_PATH];
  StateValue *v = NULL;

  PetscFunctionBeginUser;
  path_of(part, item, path);
  PetscCall(append(state, path, item->type, one ? 0 : n, one ? 1 : n, &v));
  v->unit    = item->unit;
  v->text    = item->text;
  v->lo      = item->lo;
  v->hi      = item->hi;
  v->derived = item->flags & STATE_DERIVED;
  v->lacking = item->flags & STATE_LACKING;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const StateArray *array_of(const StatePart *part, const StateItem *item)
{
  return (const StateArray *)(const void *)((const char *)part->owner + item->offset);
}

static void lend(const StateArray *array, StateValue *v)
{
  array_free(&v->bytes);
  v->bytes = array->list;
  v->n = v->count = (int)array->n;
  v->lent         = true;
}

PetscErrorCode state_gather(State *state, const StatePart *part)
{
  PetscFunctionBeginUser;
  for (const StateItem *item = part->items; item->name; item++) {
    const bool  any  = item->count == STATE_ANY;
    const void *from = (const char *)part->owner + item->offset;
    StateValue *v;

    PetscCall(add_item(state, part, item, any ? 0 : item->count));
    v = &state->list[state->n - 1];
    if (any) lend(array_of(part, item), v);
    else if (item->get) item->get(part->owner, v->bytes);
    else if (v->n > 0) memcpy(v->bytes, from, state_value_size(v));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode state_declare(State *state, const StatePart *part)
{
  PetscFunctionBeginUser;
  for (const StateItem *item = part->items; item->name; item++)
    PetscCall(add_item(state, part, item, item->count == STATE_ANY ? 0 : item->count));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const StateValue *state_find(const State *state, const char *path)
{
  for (int k = 0; k < state->n; k++)
    if (strcmp(state->list[k].path, path) == 0) return &state->list[k];
  return NULL;
}

bool state_has_part(const State *state, const StatePart *part)
{
  char path[STATE_PATH];

  for (const StateItem *item = part->items; item->name; item++) {
    path_of(part, item, path);
    if (state_find(state, path)) return true;
  }
  return false;
}

void state_free(State *state)
{
  for (int k = 0; k < state->n; k++)
    if (!state->list[k].lent) array_free(&state->list[k].bytes);
  array_free(&state->list);
  state->n = state->capacity = 0;
}

/* ---- bounds ---- */

static double number_at(StateType type, const char *at)
{
  int64_t whole;
  int32_t half;
  double  real;

  if (type == STATE_INT32) return memcpy(&half, at, sizeof half), half;
  if (type == STATE_INT64) return memcpy(&whole, at, sizeof whole), (double)whole;
  return memcpy(&real, at, sizeof real), real;
}

bool state_is_sound(const StateValue *v, const char *where, char *why)
{
  const size_t size = state_number_size(v->type);

  if (v->type == STATE_BITS) return true;
  if (v->type == STATE_TEXT) {
    if (memchr(v->bytes, 0, (size_t)v->n)) return true;
    snprintf(why, STATE_WHY, "%s has no terminating zero", where);
    return false;
  }
  for (int k = 0; k < v->n; k++) {
    const double number = number_at(v->type, v->bytes + size * (size_t)k);

    if (v->lo < v->hi ? number >= v->lo && number <= v->hi : isfinite(number)) continue;
    if (v->lo < v->hi)
      snprintf(why, STATE_WHY, "%s is %.10g; allowed: %.10g to %.10g", where, number, v->lo, v->hi);
    else snprintf(why, STATE_WHY, "%s is %.10g, no finite number", where, number);
    return false;
  }
  return true;
}

/* ---- back to the structs ---- */

static bool refuse(char *why, const char *path, const char *reason)
{
  snprintf(why, STATE_WHY, "%s %s", path, reason);
  return false;
}

/* Numbers of the file for an item; a copy of *found with the item's bounds is in *v. */
static bool value_fits(const StateItem *item, const StateValue *found, StateValue *v, char *why)
{
  const int n = item->count > 0 ? item->count : 1;

  *v    = *found;
  v->lo = item->lo;
  v->hi = item->hi;
  if (v->type != item->type)
    return refuse(why, v->path, "has another type than this program reads");
  if (item->count != STATE_ANY && v->n != n) {
    snprintf(why, STATE_WHY, "%s has %d numbers; allowed: %d", v->path, v->n, n);
    return false;
  }
  return state_is_sound(v, v->path, why);
}

/* Replace the numbers of an item of any length. */
static PetscErrorCode put_array(const StatePart *part, const StateItem *item, const StateValue *v)
{
  StateArray *to = (StateArray *)(void *)((char *)part->owner + item->offset);

  PetscFunctionBeginUser;
  array_free(&to->list);
  to->n = v->n;
  PetscCall(array_create(&to->list, state_number_size(v->type), (PetscInt)to->n));
  if (to->n > 0) memcpy(to->list, v->bytes, state_value_size(v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode put(const StatePart *part, const StateItem *item, const StateValue *v,
                          bool *good, char *why)
{
  PetscFunctionBeginUser;
  if (item->count == STATE_ANY) PetscCall(put_array(part, item, v));
  else if (!item->get) memcpy((char *)part->owner + item->offset, v->bytes, state_value_size(v));
  else if (item->put && !item->put(part->owner, v->bytes))
    *good = refuse(why, v->path, "has values that mean nothing");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode state_restore(const State *state, const StatePart *part, bool *good, char *why)
{
  PetscFunctionBeginUser;
  *good = true;
  for (const StateItem *item = part->items; item->name && *good; item++) {
    char              path[STATE_PATH];
    const StateValue *found;
    StateValue        v;

    path_of(part, item, path);
    found = state_find(state, path);
    if (!found && item->flags & STATE_LACKING) continue;
    *good = found ? value_fits(item, found, &v, why) : refuse(why, path, "is missing");
    if (*good) PetscCall(put(part, item, &v, good, why));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode state_array_gather(const Parallel *par, const void *mine, PetscInt n,
                                  StateArray *all)
{
  int    *counts;
  int64_t total = 0;

  PetscFunctionBeginUser;
  PetscCall(array_create(&counts, sizeof *counts, par->size));
  PetscCall(parallel_counts(par, (int)n, counts));
  for (int k = 0; k < par->size; k++) total += counts[k];
  PetscCall(array_create(&all->list, sizeof(double), (PetscInt)total));
  all->n = total;
  /* bits are moved as they are */
  PetscCall(parallel_gather(par, (const double *)mine, counts, (double *)all->list));
  array_free(&counts);
  PetscFunctionReturn(PETSC_SUCCESS);
}
