/* SPDX-License-Identifier: MIT */
/* Blocked degrees of freedom are freed: velocities along them stay as they are. */
#include "supply/change.h"

typedef struct {
  uint64_t blocked; /* BLOCK_ bits */
} Freedoms;

static const Option keys[] = {
  {.key      = "freed",
   .type     = OPTION_STRING,
   .fallback = "xyzXYZ",
   .help = "degrees of freedom: letters of xyz (translation along axes of the lab) or up to two of "
           "uvw (of the template, which turn with the clump), and XYZ or UVW (rotation, likewise)"},
  {NULL},
};

static void read(void *own, const ChangeSource *s)
{
  ((Freedoms *)own)->blocked = change_freedoms(s, "freed");
}

/* Rotations, or translations, that stay blocked (see change_fix.c). If some are blocked along the
   other set of axes, freeing all three frees them, and freeing fewer has no effect. */
static uint64_t left(uint64_t was, uint64_t freedoms, uint64_t all, uint64_t bit)
{
  if ((was & all) == all) return (was & all & ~freedoms) | (freedoms & bit);
  if ((was ^ freedoms) & bit && (freedoms & all) != all) return was & (all | bit);
  return (was & all & ~freedoms) | (was & bit);
}

static void apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  Clumps        *c        = scene->clumps;
  const uint64_t freedoms = ((const Freedoms *)own)->blocked, was = c->blocked[row];

  change_set_blocked(scene, row,
                     left(was, freedoms, BLOCK_TURN, BLOCK_BODY) |
                       left(was, freedoms, BLOCK_MOVE, BLOCK_BODY_MOVE));
  change_set_spin(c, row, c->w[row]);
}

const ChangeKind change_free = {
  .head   = {.name = "free", .text = "Blocked degrees of freedom are freed.", .options = {keys}},
  .size   = sizeof(Freedoms),
  .read   = read,
  .apply  = apply,
  .frees  = true,
  .widens = true,
};
