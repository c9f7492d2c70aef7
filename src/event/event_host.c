/* SPDX-License-Identifier: MIT */
/* Actions that a program which uses clast as a library asks for between steps: each is an event of its
   own, that has happened (event.h, events_do). What they start, stop and set is state: the items are
   in checkpoints, and a restart repeats them. */
#include "base/bounds.h"
#include "event/action.h"

/* clang-format off */
static const StateItem host_state[] = {
  ITEM(BITS, IN(HostOrders, words), NULL, 0, 0,
      "actions that the host program has asked for: of each the step, the time (s, the bits of a "
      "real), the number of words of its text, and these words",
      .count = STATE_ANY),
  {0},
};
/* clang-format on */

enum { STEP, TIME, WORDS, HEAD, WORDS_MOST = 1 << 12 };

/* ---- one action ---- */

/* The event of an item at this step and time. Mistakes are noted. */
static EventObject host_event(EventScene *s, const char *item, int64_t step, double time)
{
  EventObject e = {.name          = HOST_EVENT,
                   .after         = -1,
                   .happened      = step,
                   .acted         = step,
                   .happened_time = time,
                   .acted_time    = time};

  event_add_order(s, &e, item);
  return e;
}

/* True if a restart repeats it. */
static bool is_kept(const EventObject *e)
{
  return e->orders[0].action != &action_checkpoint && e->orders[0].action != &action_end;
}

static void keep(HostOrders *host, const EventObject *e)
{
  array_reserve(&host->list, sizeof *host->list, host->n + 1, &host->capacity);
  host->list[host->n++] = *e;
}

/* Append an item to the words. */
static void note(HostOrders *host, const EventObject *e, const char *item)
{
  const int64_t n = (int64_t)(strlen(item) / 8 + 1), from = host->words.n;
  uint64_t     *words;

  array_reserve(&host->words.list, sizeof *words, (PetscInt)(from + HEAD + n), &host->room);
  words              = host->words.list;
  words[from + STEP] = (uint64_t)e->acted;
  memcpy(&words[from + TIME], &e->acted_time, sizeof e->acted_time);
  words[from + WORDS] = (uint64_t)n;
  memcpy(&words[from + HEAD], item, strlen(item));
  host->words.n = from + HEAD + n;
}

PetscErrorCode events_do(World *w, const char *item, Text *why)
{
  EventSet   *set  = world_module(w, &events_module);
  EventScene  s    = {.world = w, .events = set};
  const char *text = item + strspn(item, " ");
  EventObject e;

  PetscFunctionBeginUser;
  if (strlen(text) / 8 + 1 > WORDS_MOST) {
    text_add(why, "the action has more than %d characters\n", 8 * WORDS_MOST - 1);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  e = host_event(&s, text, w->clock->step, clock_time(w->clock));
  if (options_has_mistakes(w->options)) {
    options_take_back(w->options, why);
    event_free_orders(&e);
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  event_act(&s, &e, false);
  if (is_kept(&e)) {
    note(&set->host, &e, text);
    keep(&set->host, &e);
  } else event_free_orders(&e);
  if (s.turned) PetscCall(world_look_ahead(w));
  events_stop_if_ended(set, w);
  PetscCall(changes_make_due(w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- restart ---- */

/* True if the n words from `at` on begin with an action of a step up to that of the checkpoint, not
   before the one before it. */
static bool is_sound(const World *w, const uint64_t *at, int64_t n, const HostOrders *before)
{
  double time;

  if (n < HEAD || at[WORDS] == 0 || at[WORDS] > WORDS_MOST || (int64_t)at[WORDS] > n - HEAD)
    return false;
  memcpy(&time, &at[TIME], sizeof time);
  return at[STEP] <= (uint64_t)w->clock->step &&
         (before->n == 0 || (int64_t)at[STEP] >= before->list[before->n - 1].acted) && time >= 0 &&
         time <= clock_reached(w->clock) * (1 + 1e-9) + w->clock->dt &&
         memchr(&at[HEAD], 0, sizeof *at * at[WORDS]);
}

void host_orders_take(World *w, HostOrders *host)
{
  EventScene      s    = {.world = w, .events = world_module(w, &events_module)};
  const StatePart part = state_part(STATE_FOLDER, "host", "orders", host_state, host);
  const uint64_t *words;

  if (!world_take(w, part)) return;
  words      = host->words.list;
  host->room = (PetscInt)host->words.n;
  for (int64_t at = 0; at < host->words.n; at += HEAD + (int64_t)words[at + WORDS]) {
    EventObject e;
    double      time;

    if (!is_sound(w, words + at, host->words.n - at, host)) {
      options_mistake(w->options, "cannot restart: %s: " STATE_FOLDER "/host/orders is damaged",
                      w->source);
      return;
    }
    memcpy(&time, &words[at + TIME], sizeof time);
    e = host_event(&s, (const char *)&words[at + HEAD], (int64_t)words[at + STEP], time);
    if (e.n > 0) keep(host, &e);
  }
}

void host_orders_repeat(EventScene *s, int64_t step, int *next)
{
  const HostOrders *host = &s->events->host;

  for (; *next < host->n && host->list[*next].acted < step; (*next)++)
    event_act(s, &host->list[*next], true);
}

void host_orders_list(HostOrders *host, World *w, StateParts *parts)
{
  if (!w || host->words.n > 0) state_list(parts, STATE_FOLDER, "host", "orders", host_state, host);
}

void host_orders_free(HostOrders *host)
{
  for (int k = 0; k < host->n; k++) event_free_orders(&host->list[k]);
  array_free(&host->list);
  array_free(&host->words.list);
}
