/* SPDX-License-Identifier: MIT */
/* The table of switches, and their objects by name. */
#include "event/switch.h"

#include <stdio.h>

const Switch *const switch_list[] = {SWITCHES(PLUGIN_ITSELF) NULL};

/* Names of all kinds of objects: "inlet, motion". */
static void say_kinds(char *text, size_t size)
{
  size_t n = 0;

  text[0] = '\0';
  for (int k = 0; switch_list[k] && n < size; k++)
    n += (size_t)snprintf(text + n, size - n, "%s%s", k > 0 ? ", " : "", switch_list[k]->head.name);
}

/* Switch of the kind that the first word names, with *words moved on; NULL: it names none. */
static const Switch *kind_of(const char **words)
{
  const size_t n = strcspn(*words, " ");

  for (int k = 0; switch_list[k]; k++)
    if (strlen(switch_list[k]->head.name) == n && (*words)[n] &&
        strncmp(switch_list[k]->head.name, *words, n) == 0) {
      *words += n + strspn(*words + n, " ");
      return switch_list[k];
    }
  return NULL;
}

void switch_read(Options *options, const char *event, const char *words, Turn *turn)
{
  const char   *name = words;
  const Switch *kind = kind_of(&name);
  Likeness      like = likeness_start(name);
  char          kinds[256], hint[HINT_LENGTH];
  int           found = 0;

  say_kinds(kinds, sizeof kinds);
  snprintf(turn->object, sizeof turn->object, "%s", name);
  for (int k = 0; switch_list[k]; k++) {
    if (kind && kind != switch_list[k]) continue;
    options_offer(options, switch_list[k]->head.name, &like);
    if (options_object(options, switch_list[k]->head.name, name) < 0) continue;
    turn->of = switch_list[k];
    found++;
  }
  if (found > 1)
    option_mistake(options, "event", event, "do",
                   "several objects are called '%s': write the kind (one of: %s) before the name",
                   name, kinds);
  else if (found == 0)
    option_mistake(
      options, "event", event, "do",
      "'%s' is no object that can be started and stopped (one of: %s); there are: %s%s",
      words[0] ? words : "(nothing)", kinds, likeness_offered(&like), likeness_hint(&like, hint));
}
