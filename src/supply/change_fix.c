/* SPDX-License-Identifier: MIT */
/* Degrees of freedom are blocked, and the velocities along them are set to zero. */
#include "supply/change.h"

typedef struct {
  uint64_t blocked; /* BLOCK_ bits */
} Ways;

static const Option keys[] = {
  {.key      = "blocked",
   .type     = OPTION_STRING,
   .fallback = "xyzXYZ",
   .help     = "degrees of freedom, letters of xyz (translation) and XYZ (rotation)"},
  {NULL},
};

static void read(void *own, const ChangeSource *s)
{
  ((Ways *)own)->blocked = change_ways(s, "blocked");
}

static void apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const uint64_t ways = ((const Ways *)own)->blocked;
  Clumps        *c    = scene->clumps;
  Vec3           v = c->motion[row].v, w = c->w[row];

  for (int k = 0; k < 3; k++) {
    if (ways >> k & 1) vec3_set(&v, k, 0);
    if (ways >> (3 + k) & 1) vec3_set(&w, k, 0);
  }
  change_set_blocked(scene, row, c->blocked[row] | ways);
  c->motion[row].v = v;
  change_set_spin(c, row, w);
}

const ChangeKind change_fix = {
  .head  = {.name    = "fix",
            .text    = "Degrees of freedom are blocked, and motion along them ends.",
            .options = {keys}},
  .size  = sizeof(Ways),
  .read  = read,
  .apply = apply,
};
