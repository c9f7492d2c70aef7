/* SPDX-License-Identifier: MIT */
/* Values of the tables of state. */
#include "base/state.h"

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

void state_list_part(StateParts *parts, StatePart part)
{
  array_reserve(&parts->list, sizeof *parts->list, parts->n + 1, &parts->capacity);
  parts->list[parts->n++] = part;
}

StatePart state_part(const char *folder, const char *kind, const char *name, const StateItem *items,
                     void *owner)
{
  StatePart part = {.items = items, .owner = owner};

  if (kind) snprintf(part.folder, STATE_PATH, "%s/%s/%s", folder, kind, name);
  else snprintf(part.folder, STATE_PATH, "%s", folder);
  return part;
}

void state_list(StateParts *parts, const char *folder, const char *kind, const char *name,
                const StateItem *items, void *owner)
{
  if (items) state_list_part(parts, state_part(folder, kind, name, items, owner));
}

StateValue *state_add(State *state, const char *path, StateType type, int n)
{
  StateValue *value;

  array_reserve(&state->list, sizeof *state->list, state->n + 1, &state->capacity);
  value  = &state->list[state->n++];
  *value = (StateValue){.type = type, .count = n, .n = n};
  snprintf(value->path, STATE_PATH, "%s", path);
  array_create(&value->bytes, state_number_size(type), n);
  return value;
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

/* The value of an item, with zeros; one of varying length has none. */
static StateValue *add_item(State *state, const StatePart *part, const StateItem *item)
{
  const int   count = item->count == STATE_ANY ? 0 : item->count;
  const bool  one   = item->count == 0;
  char        path[STATE_PATH];
  StateValue *v;

  path_of(part, item, path);
  v          = state_add(state, path, item->type, one ? 1 : count);
  v->count   = count;
  v->unit    = item->unit;
  v->text    = item->text;
  v->lo      = item->lo;
  v->hi      = item->hi;
  v->derived = item->flags & STATE_DERIVED;
  v->lacking = item->flags & STATE_LACKING;
  return v;
}

void state_gather(State *state, const StatePart *part)
{
  for (const StateItem *item = part->items; item->name; item++) {
    const void *from = (const char *)part->owner + item->offset;
    StateValue *v    = add_item(state, part, item);

    if (item->count == STATE_ANY) {
      const StateArray *array = from;

      array_free(&v->bytes);
      v->bytes = array->list;
      v->n = v->count = (int)array->n;
      v->lent         = true;
    } else if (item->get) item->get(from, v->bytes);
    else if (v->n > 0) memcpy(v->bytes, from, state_value_size(v));
  }
}

void state_declare(State *state, const StatePart *part)
{
  for (const StateItem *item = part->items; item->name; item++) add_item(state, part, item);
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

static bool refuse(char *why, const char *path, const char *reason)
{
  snprintf(why, STATE_WHY, "%s %s", path, reason);
  return false;
}

static double number_at(StateType type, const char *at)
{
  int64_t whole;
  int32_t half;
  double  real;

  if (type == STATE_INT32) return memcpy(&half, at, sizeof half), half;
  if (type == STATE_INT64) return memcpy(&whole, at, sizeof whole), (double)whole;
  return memcpy(&real, at, sizeof real), real;
}

/* True if all numbers are within their bounds; else the reason is in why (STATE_WHY bytes): "PATH
   is 3; allowed: 0 to 2". */
static bool is_sound(const StateValue *v, char *why)
{
  const size_t size = state_number_size(v->type);

  if (v->type == STATE_BITS) return true;
  if (v->type == STATE_TEXT) {
    if (memchr(v->bytes, 0, (size_t)v->n)) return true;
    return refuse(why, v->path, "has no terminating zero");
  }
  for (int k = 0; k < v->n; k++) {
    const double number = number_at(v->type, v->bytes + size * (size_t)k);

    if (v->lo < v->hi ? number >= v->lo && number <= v->hi : isfinite(number)) continue;
    if (v->lo < v->hi)
      snprintf(why, STATE_WHY, "%s is %.10g; allowed: %.10g to %.10g", v->path, number, v->lo,
               v->hi);
    else snprintf(why, STATE_WHY, "%s is %.10g, no finite number", v->path, number);
    return false;
  }
  return true;
}

/* ---- back to the structs ---- */

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
  return is_sound(v, why);
}

static void put(const StatePart *part, const StateItem *item, const StateValue *v, bool *good,
                char *why)
{
  void *to = (char *)part->owner + item->offset;

  if (item->count == STATE_ANY) {
    StateArray *array = to;

    array_free(&array->list);
    array->n = v->n;
    array_create(&array->list, state_number_size(v->type), array->n);
    if (array->n > 0) memcpy(array->list, v->bytes, state_value_size(v));
  } else if (!item->get) memcpy(to, v->bytes, state_value_size(v));
  else if (item->put && !item->put(to, v->bytes))
    *good = refuse(why, v->path, "has values that mean nothing");
}

void state_restore(const State *state, const StatePart *part, bool *good, char *why)
{
  *good = true;
  for (const StateItem *item = part->items; item->name && *good; item++) {
    char              path[STATE_PATH];
    const StateValue *found;
    StateValue        v;

    path_of(part, item, path);
    found = state_find(state, path);
    if (!found && item->flags & STATE_LACKING) continue;
    *good = found ? value_fits(item, found, &v, why) : refuse(why, path, "is missing");
    if (*good) put(part, item, &v, good, why);
  }
}

PetscErrorCode state_array_gather(const Parallel *par, const void *mine, PetscInt n,
                                  StateArray *all)
{
  int64_t *first;

  PetscFunctionBeginUser;
  array_create(&first, sizeof *first, par->size + 1);
  PetscCall(parallel_gather_items(par, mine, (int)n, sizeof(double), first, &all->list));
  all->n = first[par->size];
  array_free(&first);
  PetscFunctionReturn(PETSC_SUCCESS);
}
