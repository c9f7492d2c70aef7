/* SPDX-License-Identifier: MIT */
/* Groups: names by which clumps and pebbles are picked out. A group is a name in a slot; in one slot a thing is in at most one
   group, in different slots it may be in several ("big" of the slot Default, "north" of the slot source). All groups of a
   simulation stand in one table; a thing's groups are the bits of a mask, bit k for place k of the table.

   In text: name (of the slot Default) or slot=name; several with | between them; nothing or - for none. Names and slots have
   letters, digits and _ . - */
#ifndef MATTER_GROUP_H
#define MATTER_GROUP_H

#include "base/base.h"

enum {
  GROUPS_MOST  = 64,   /* bits of a mask */
  GROUP_LENGTH = 32,   /* of a name or slot, with its end */
  GROUPS_TEXT  = 4096, /* of the longest text of groups, with its end */
  GROUPS_WHY   = 160
};

/* Who has been given a group; of a table's entry, together. */
enum { GROUP_CLUMPS = 1, GROUP_PEBBLES = 2 };

typedef struct {
  char    slot[GROUP_LENGTH], name[GROUP_LENGTH]; /* what follows the end is zero */
  int32_t used;                                   /* GROUP_ bits */
} Group;

/* Starts as {0}. An entry never moves, as masks refer to it. */
typedef struct {
  int   n;
  Group list[GROUPS_MOST];
} Groups;

/* The groups that a text names, without a mask; false: it is wrong, `why` (GROUPS_WHY bytes) says what. */
bool groups_parse(const char *text, Groups *named, char *why);
/* One more text in the same list, as parts of one text: false if a slot occurs twice. */
bool groups_parse_more(const char *text, Groups *named, char *why);

/* Append those of `more` that are not there, in the order of slot and name; all get the bits `used`. false: there is no room
   for all of them; the table is as it was. */
bool groups_add(Groups *groups, const Groups *more, int32_t used);
/* Of groups that are all in the table. */
uint64_t groups_mask(const Groups *groups, const Groups *named);
/* The mask of what a text names, for those who pick by group; false: it is wrong or no such group is there. */
bool groups_find(const Groups *groups, const char *text, uint64_t *mask);
/* Mask as text that groups_parse reads; "" for none. */
void groups_text(const Groups *groups, uint64_t mask, char text[GROUPS_TEXT]);
/* Place of the one group of this slot in a mask, -1: none. */
int groups_place(const Groups *groups, const char *slot, uint64_t mask);
/* Mask of all entries. */
uint64_t groups_all(const Groups *groups);
/* A table as somebody else may have written it: every entry named as it should be, and once. */
bool groups_are_sound(const Groups *groups);

#endif
