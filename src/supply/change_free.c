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
   .help     = "degrees of freedom, letters of xyz (translation) and XYZ (rotation)"},
  {NULL},
};

static void read(void *own, const ChangeSource *s)
{
  ((Ways *)own)->blocked = change_ways(s, "freed");
}

static void apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  Clumps *c = scene->clumps;

  change_set_blocked(scene, row, c->blocked[row] & ~((const Ways *)own)->blocked);
  change_set_spin(c, row, c->w[row]);
}

const ChangeKind change_free = {
  .head   = {.name = "free", .text = "Blocked degrees of freedom are freed.", .options = {keys}},
  .size   = sizeof(Ways),
  .read   = read,
  .apply  = apply,
  .widens = true,
};
