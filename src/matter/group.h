/* SPDX-License-Identifier: MIT */
/* Groups: names by which clumps and pebbles are selected. A group is a name in a slot; a clump or
   pebble is in at most one group of a slot, but may be in groups of several slots ("big" of the
   slot Default, "north" of the slot source). All groups of a simulation are in one table; the
   groups of a clump or pebble are a bit mask, bit k for entry k of the table.

   As text: name (of the slot Default) or slot=name; several separated by |; empty or - for none.
   Names and slots consist of letters, digits and _ . -

   The slot `template` is kept for templates: template=NAME selects all clumps of a template, or
   their pebbles, whenever they enter. Such a group is added to the table when it is first asked
   for; its bit is in the mask of the template (Template.selected), not in those of clumps and
   pebbles; clump_groups joins both. */
#ifndef MATTER_GROUP_H
#define MATTER_GROUP_H

#include "options/csv.h"
#include "options/likeness.h"

enum {
  GROUPS_MOST  = 64,   /* bits of a mask */
  GROUP_LENGTH = 32,   /* size of a name or slot, with the final zero */
  GROUPS_TEXT  = 4096, /* size of the longest text of groups, with the final zero */
  GROUPS_WHY   = 256,
  GROUPS_NONE  = 2048 /* size of the reason why a text selects nothing, with the final zero */
};

/* Bits of Group.used: given to clumps, to pebbles; 0: a template's. */
enum { GROUP_CLUMPS = 1, GROUP_PEBBLES = 2 };

typedef struct {
  char    slot[GROUP_LENGTH], name[GROUP_LENGTH]; /* padded with zeros */
  int32_t used;                                   /* GROUP_ bits */
} Group;

/* Table of groups, initialised to {0}. Entries never move, as masks refer to them. */
typedef struct Groups {
  int   n;
  Group list[GROUPS_MOST];
  /* those that template=NAME selects, borrowed; NULL: not known yet (groups_know) */
  struct Templates *templates;
} Groups;

/* Parse a text of groups to `named`; false: invalid, with the reason in why (GROUPS_WHY bytes). */
bool groups_parse(const char *text, Groups *named, char *why);
/* True if they are groups that a clump or pebble may be given: none of the slot `template`; else
   why not (GROUPS_WHY bytes). */
bool groups_may_be_given(const Groups *named, char *why);
/* Parse one more text into the same list, as if both were one text: false also if a slot occurs
   twice. */
bool groups_parse_more(const char *text, Groups *named, char *why);

/* Append the groups of `more` that are missing, sorted by slot and name; all get the bits `used`.
   false: they do not all fit; the table is unchanged. */
bool groups_add(Groups *groups, const Groups *more, int32_t used);
/* Mask of groups that are all in the table. */
uint64_t groups_mask(const Groups *groups, const Groups *named);
/* Mask of the groups in a text; false: invalid text, or no such group. */
bool groups_find(const Groups *groups, const char *text, uint64_t *mask);
/* Let template=NAME select clumps of these templates, all of which are known now. */
void groups_know(Groups *groups, struct Templates *templates);
/* Mask of the groups in a text that select clumps, or pebbles: `used` is one of the GROUP_ bits.
   false: one of them is no group of theirs, with the reason and the groups that would do in why
   (GROUPS_NONE bytes). Groups that clumps get later, from inlets and changes, are theirs, too.
   Same arguments and result on every rank. */
bool groups_select(Groups *groups, int32_t used, const char *text, uint64_t *mask, char *why);
/* Offer the groups that clumps or pebbles (used: GROUP_ bits) have as candidates. */
void groups_offer(const Groups *groups, int32_t used, Likeness *likeness);
/* Write a mask as text that groups_parse reads; "" for none. */
void groups_text(const Groups *groups, uint64_t mask, char text[GROUPS_TEXT]);
/* Table entry of the group of this slot in a mask, -1: none. */
int groups_place(const Groups *groups, const char *slot, uint64_t mask);
/* Mask of all entries. */
uint64_t groups_all(const Groups *groups);
/* True if a table read from a file is valid: every name is allowed and occurs once. */
bool groups_are_sound(const Groups *groups);

/* ---- groups named in scenarios and tables (group_read.c) ---- */

/* Names new to the table are added, identically on every rank and in an order independent of the
   distribution of rows. */

/* Mask of an option's list of words (name or slot=name each; empty: no group). Mistakes are noted.
   Same arguments and result on every rank. */
void groups_of_option(Options *options, const char *kind, const char *object, const char *key,
                      Groups *groups, int32_t used, uint64_t *mask);

/* Mask of the groups of clumps that an option's list of words selects; 0: none is given. A group
   that pebbles alone have is a mistake, as is one that does not exist: they are noted. */
void groups_selected(Options *options, const char *kind, const char *object, const char *key,
                     Groups *groups, uint64_t *mask);

/* Masks of a WORD column called `name` of a table: one for each word of this slice, freed with
   array_free; mask[0] is for an empty cell, and the caller may change it. Faults are noted in
   findings, and the masks are then invalid. Collective. */
PetscErrorCode groups_of_column(const Parallel *par, const Csv *csv, int column, const char *name,
                                Groups *groups, int32_t used, Findings *findings, uint64_t **mask);

/* Mask of row i. */
static inline uint64_t groups_of_row(const Csv *csv, int column, const uint64_t *mask, PetscInt i)
{
  return mask[((const int32_t *)csv->column[column])[i]];
}

#endif
