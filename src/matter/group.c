/* SPDX-License-Identifier: MIT */
/* Table of groups. It is short, so searches are linear. */
#include "matter/group.h"
#include "matter/template.h"

static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
static const char default_slot[] = "Default", template_slot[] = "template";

static bool is_word(const char *word, size_t n)
{
  return n > 0 && n < GROUP_LENGTH && strspn(word, allowed) >= n && !(n == 1 && word[0] == '-');
}

static int place_of(const Groups *groups, const Group *g)
{
  for (int k = 0; k < groups->n; k++) {
    if (strcmp(groups->list[k].slot, g->slot) == 0 && strcmp(groups->list[k].name, g->name) == 0)
      return k;
  }
  return -1;
}

/* ---- from text ---- */

/* Parse one name or slot=name of n characters. */
static bool parse_one(const char *text, size_t n, Group *g, char *why)
{
  const char  *equals = memchr(text, '=', n);
  const char  *slot = equals ? text : default_slot, *name = equals ? equals + 1 : text;
  const size_t n_slot = equals ? (size_t)(equals - text) : strlen(default_slot),
               n_name = n - (size_t)(name - text);

  *g = (Group){.used = 0};
  if (!is_word(slot, n_slot) || !is_word(name, n_name)) {
    snprintf(why, GROUPS_WHY,
             "'%.*s' is no group: write name or slot=name, each 1 to %d letters, digits or _ . -",
             (int)min_int((int64_t)n, 70), text, GROUP_LENGTH - 1);
    return false;
  }
  memcpy(g->slot, slot, n_slot);
  memcpy(g->name, name, n_name);
  return true;
}

bool groups_parse_more(const char *text, Groups *named, char *why)
{
  const char *at = text, *end;

  if (!text[0] || strcmp(text, "-") == 0) return true;
  for (; at; at = end) {
    const size_t n = strcspn(at, "|");
    Group        g;

    end = at[n] ? at + n + 1 : NULL;
    if (!parse_one(at, n, &g, why)) return false;
    for (int k = 0; k < named->n; k++) {
      if (strcmp(named->list[k].slot, g.slot) != 0) continue;
      snprintf(why, GROUPS_WHY,
               "'%s' and '%s' are both of the slot %s, which holds one group: write slot=name to "
               "use another",
               named->list[k].name, g.name, g.slot);
      return false;
    }
    if (named->n == GROUPS_MOST) {
      snprintf(why, GROUPS_WHY, "more than %d groups", GROUPS_MOST);
      return false;
    }
    named->list[named->n++] = g;
  }
  return true;
}

bool groups_parse(const char *text, Groups *named, char *why)
{
  named->n = 0;
  return groups_parse_more(text, named, why);
}

bool groups_may_be_given(const Groups *named, char *why)
{
  for (int k = 0; k < named->n; k++) {
    if (strcmp(named->list[k].slot, template_slot) != 0) continue;
    snprintf(why, GROUPS_WHY,
             "'template=%s': the slot `template` is kept for the templates of clumps, which every "
             "clump has by itself: use another slot",
             named->list[k].name);
    return false;
  }
  return true;
}

/* ---- the table ---- */

static int compare_groups(const void *a, const void *b)
{
  const Group *p = a, *q = b;
  const int    order = strcmp(p->slot, q->slot);

  return order ? order : strcmp(p->name, q->name);
}

bool groups_add(Groups *groups, const Groups *more, int32_t used)
{
  Groups sorted = *more, all = *groups;

  sort_items(sorted.list, sorted.n, sizeof *sorted.list, compare_groups);
  for (int k = 0; k < sorted.n; k++) {
    int place = place_of(&all, &sorted.list[k]);

    if (place < 0) {
      if (all.n == GROUPS_MOST) return false;
      place           = all.n++;
      all.list[place] = sorted.list[k];
    }
    all.list[place].used |= used;
  }
  *groups = all;
  return true;
}

uint64_t groups_mask(const Groups *groups, const Groups *named)
{
  uint64_t mask = 0;

  for (int k = 0; k < named->n; k++) mask |= (uint64_t)1 << place_of(groups, &named->list[k]);
  return mask;
}

bool groups_find(const Groups *groups, const char *text, uint64_t *mask)
{
  Groups named;
  char   why[GROUPS_WHY];

  *mask = 0;
  if (!groups_parse(text, &named, why) || named.n == 0) return false;
  for (int k = 0; k < named.n; k++)
    if (place_of(groups, &named.list[k]) < 0) return false;
  *mask = groups_mask(groups, &named);
  return true;
}

enum { GROUP_BOTH = 2 * GROUP_LENGTH }; /* size of slot=name */

/* The group as text: name, if of the slot Default, or slot=name. */
static void group_say(const Group *g, char text[GROUP_BOTH])
{
  const bool bare = strcmp(g->slot, default_slot) == 0;

  snprintf(text, GROUP_BOTH, "%s%s%s", bare ? "" : g->slot, bare ? "" : "=", g->name);
}

void groups_offer(const Groups *groups, int32_t used, Likeness *likeness)
{
  for (int k = 0; k < groups->n; k++) {
    char text[GROUP_BOTH];

    if ((groups->list[k].used & used) == 0) continue;
    group_say(&groups->list[k], text);
    likeness_offer(likeness, text);
  }
}

/* Tell why a name selects nothing of clumps or pebbles. */
static void say_none(const Groups *groups, int32_t used, const char *name, bool of_others,
                     char *why)
{
  const bool        clumps = used == GROUP_CLUMPS;
  const char *const kind   = clumps ? "clump" : "pebble";
  Likeness          like   = likeness_start(name);
  char              hint[HINT_LENGTH], what[GROUPS_WHY];

  groups_offer(groups, used, &like);
  if (groups->templates && templates_find(groups->templates, name) >= 0)
    snprintf(like.best, sizeof like.best, "%s=%s", template_slot, name);
  if (of_others)
    snprintf(what, sizeof what, "'%.70s' is a group of %ss alone, which no %s has", name,
             clumps ? "pebble" : "clump", kind);
  else snprintf(what, sizeof what, "no %s has the group '%.70s'", kind, name);
  if (like.offered[0])
    snprintf(why, GROUPS_NONE, "%s; groups of %ss: %s; or template=NAME%s", what, kind,
             likeness_offered(&like), likeness_hint(&like, hint));
  else
    snprintf(why, GROUPS_NONE, "%s; no %s has any group: %s, or select a template by template=NAME",
             what, kind,
             clumps ? "give `group` of clumps, an inlet or a change"
                    : "give `pebble_group` of a template");
}

void groups_know(Groups *groups, Templates *templates)
{
  groups->templates = templates;
  for (int t = 0; t < templates->n; t++) templates->list[t].selected = 0;
}

/* Find the template of this group, and let the group select its clumps. */
static bool select_template(Groups *groups, const Group *g, char *why)
{
  const Templates *templates = groups->templates;
  const int        t         = templates ? templates_find(templates, g->name) : -1;
  const Groups     one       = {.n = 1, .list = {*g}};
  Likeness         like      = likeness_start(g->name);
  char             hint[HINT_LENGTH];

  /* templates are not known if their mistakes have been noted: none follow from these */
  if ((t >= 0 || !templates) && groups_add(groups, &one, 0)) {
    if (templates) templates->list[t].selected = groups_mask(groups, &one);
    return true;
  }
  for (int k = 0; templates && k < templates->n; k++)
    likeness_offer(&like, templates->list[k].name);
  if (templates && t < 0)
    snprintf(why, GROUPS_NONE, "there is no template '%s' (there are: %s)%s", g->name,
             likeness_offered(&like), likeness_hint(&like, hint));
  else
    snprintf(why, GROUPS_NONE, "template=%s: more than %d groups (slots and names) in all", g->name,
             GROUPS_MOST);
  return false;
}

bool groups_select(Groups *groups, int32_t used, const char *text, uint64_t *mask, char *why)
{
  Groups named;

  *mask = 0;
  if (!groups_parse(text, &named, why)) return false;
  if (named.n == 0) say_none(groups, used, text, false, why);
  for (int k = 0; k < named.n; k++) {
    const bool of_template = strcmp(named.list[k].slot, template_slot) == 0;
    const int  place       = place_of(groups, &named.list[k]);
    char       name[GROUP_BOTH];

    if (of_template && select_template(groups, &named.list[k], why)) continue;
    if (of_template) return false;
    if (place >= 0 && groups->list[place].used & used) continue;
    group_say(&named.list[k], name);
    say_none(groups, used, name, place >= 0 && groups->list[place].used, why);
    return false;
  }
  *mask = groups_mask(groups, &named);
  return named.n > 0;
}

void groups_text(const Groups *groups, uint64_t mask, char text[GROUPS_TEXT])
{
  size_t n = 0;

  text[0] = 0;
  for (int k = 0; k < groups->n; k++) {
    char one[GROUP_BOTH];

    if (!(mask >> k & 1)) continue;
    group_say(&groups->list[k], one);
    n += (size_t)snprintf(text + n, GROUPS_TEXT - n, "%s%s", n > 0 ? "|" : "", one);
  }
}

int groups_place(const Groups *groups, const char *slot, uint64_t mask)
{
  for (int k = 0; k < groups->n; k++)
    if ((mask >> k & 1) && strcmp(groups->list[k].slot, slot) == 0) return k;
  return -1;
}

uint64_t groups_all(const Groups *groups)
{
  return groups->n == GROUPS_MOST ? ~(uint64_t)0 : ((uint64_t)1 << groups->n) - 1;
}

bool groups_are_sound(const Groups *groups)
{
  for (int k = 0; k < groups->n; k++) {
    const Group *g = &groups->list[k];

    if (!memchr(g->slot, 0, GROUP_LENGTH) || !memchr(g->name, 0, GROUP_LENGTH)) return false;
    if (!is_word(g->slot, strlen(g->slot)) || !is_word(g->name, strlen(g->name)) ||
        place_of(groups, g) != k)
      return false;
  }
  return true;
}
