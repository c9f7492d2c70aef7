/* SPDX-License-Identifier: MIT */
/* Blocked degrees of freedom are freed: velocities along them stay as they are. */
#include "supply/change.h"

typedef struct {
  uint64_t blocked; /* BLOCK_ bits */
} Ways;

static const Option keys[] = {
  {.key      = "freed",
   .type     = OPTION_STRING,
   .fallback = "xyzXYZ",
   .help     = "degrees of freedom: letters of xyz (translation), and XYZ (rotation about axes of "
               "the lab) or UVW (about those of the template, which turn with the clump)"},
  {NULL},
};

static void read(void *own, const ChangeSource *s)
{
  ((Ways *)own)->blocked = change_ways(s, "freed");
}

static void apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  Clumps *c = scene->clumps;

  uint64_t       ways = ((const Ways *)own)->blocked;
  const uint64_t was  = c->blocked[row];

  /* of rotations blocked about other axes, all or none can be freed */
  if ((was ^ ways) & BLOCK_BODY && (was & BLOCK_TURN) != BLOCK_TURN &&
      (ways & BLOCK_TURN) != BLOCK_TURN)
    ways &= ~(uint64_t)BLOCK_TURN;
  change_set_blocked(scene, row,
                     (was & ~(ways & BLOCK_ALL)) |
                       ((was & BLOCK_TURN) == BLOCK_TURN ? ways & BLOCK_BODY : 0));
  change_set_spin(c, row, c->w[row]);
}

const ChangeKind change_free = {
  .head   = {.name = "free", .text = "Blocked degrees of freedom are freed.", .options = {keys}},
  .size   = sizeof(Ways),
  .read   = read,
  .apply  = apply,
  .frees  = true,
  .widens = true,
};
