/* SPDX-License-Identifier: MIT */
/* Clumps get groups, in place of those that they have in the same slots. */
#include "matter/group_read.h"
#include "supply/change.h"

typedef struct {
  uint64_t groups; /* mask */
} Membership;

static const Option keys[] = {
  {.key  = "group",
   .type = OPTION_WORDS,
   .help = "groups of the clumps from then on: name or slot=name, one in each slot"},
  {NULL},
};

static void read(void *own, const ChangeSource *s)
{
  groups_of_option(s->scene->options, "change", s->name, "group", s->scene->groups, GROUP_CLUMPS,
                   &((Membership *)own)->groups);
}

/* All groups in the slots of these groups. */
static uint64_t slots_of(const Groups *groups, uint64_t mask)
{
  uint64_t all = 0;

  for (int k = 0; k < groups->n; k++)
    for (int i = 0; i < groups->n; i++)
      if (mask >> i & 1 && strcmp(groups->list[i].slot, groups->list[k].slot) == 0)
        all |= (uint64_t)1 << k;
  return all;
}

static void apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const uint64_t to = ((const Membership *)own)->groups;
  uint64_t      *of = &scene->clumps->group[row];

  *of = (*of & ~slots_of(scene->groups, to)) | to;
}

const ChangeKind change_group = {
  .head  = {.name = "group", .text = "Clumps get other groups.", .options = {keys}},
  .size  = sizeof(Membership),
  .read  = read,
  .apply = apply,
};
