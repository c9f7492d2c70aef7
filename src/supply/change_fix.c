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
   .help     = "degrees of freedom: letters of xyz (translation), and XYZ (rotation about axes of "
               "the lab) or UVW (about those of the template, which turn with the clump)"},
  {NULL},
};

static void read(void *own, const ChangeSource *s)
{
  ((Ways *)own)->blocked = change_ways(s, "blocked");
}

/* Rotations are blocked about one set of axes: those of the lab, or of the body. What fixes some
   about the other axes takes the place of what is blocked, unless that is all of them. */
static uint64_t blocked_join(uint64_t blocked, uint64_t ways)
{
  const bool same = ((blocked ^ ways) & BLOCK_BODY) == 0, some = (ways & BLOCK_TURN) != 0,
             all = (blocked & BLOCK_TURN) == BLOCK_TURN;

  if (same || !some || (ways & BLOCK_TURN) == BLOCK_TURN) return blocked | (ways & BLOCK_ALL);
  return all ? blocked | (ways & BLOCK_ALL)
             : (blocked & ~(uint64_t)(BLOCK_TURN | BLOCK_BODY)) | ways;
}

static void apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const uint64_t ways = ((const Ways *)own)->blocked;
  Clumps        *c    = scene->clumps;
  const uint64_t was  = c->blocked[row];
  const Quat     q    = c->pose[row].q;
  Vec3           v    = c->motion[row].v, along;

  c->templates    = scene->templates;
  c->blocked[row] = ways; /* its axes */
  along           = clump_along(c, row, q, c->w[row]);
  for (int k = 0; k < 3; k++) {
    if (ways >> k & 1) vec3_set(&v, k, 0);
    if (ways >> (3 + k) & 1) vec3_set(&along, k, 0);
  }
  c->motion[row].v = v;
  change_set_spin(c, row, clump_from(c, row, q, along));
  change_set_blocked(scene, row, blocked_join(was, ways));
}

const ChangeKind change_fix = {
  .head  = {.name    = "fix",
            .text    = "Degrees of freedom are blocked, and motion along them ends.",
            .options = {keys}},
  .size  = sizeof(Ways),
  .read  = read,
  .apply = apply,
};
