/* SPDX-License-Identifier: MIT */
/* Degrees of freedom are blocked, and the velocities along them are set to zero. */
#include "supply/change.h"

typedef struct {
  uint64_t blocked; /* BLOCK_ bits */
} Freedoms;

static const Option keys[] = {
  {.key      = "blocked",
   .type     = OPTION_STRING,
   .fallback = "xyzXYZ",
   .help = "degrees of freedom: letters of xyz (translation along axes of the lab) or up to two of "
           "uvw (of the template, which turn with the clump), and XYZ or UVW (rotation, likewise)"},
  {NULL},
};

static void read(void *own, const ChangeSource *s)
{
  ((Freedoms *)own)->blocked = change_freedoms(s, "blocked");
}

/* Blocked rotations, or translations, of a clump after this change; all: their bits. They are
   blocked along one set of axes: of the lab or, with `bit`, of the template. A change that blocks
   some along the other set replaces those blocked before, unless all three were, or become,
   blocked. */
static uint64_t join(uint64_t was, uint64_t freedoms, uint64_t all, uint64_t bit)
{
  const bool same = ((was ^ freedoms) & bit) == 0, some = (freedoms & all) != 0;

  if (same || !some || (freedoms & all) == all || (was & all) == all)
    return (was & (all | bit)) | (freedoms & all);
  return freedoms & (all | bit);
}

static void apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  const uint64_t freedoms = ((const Freedoms *)own)->blocked;
  Clumps        *c        = scene->clumps;
  const uint64_t was      = c->blocked[row];
  const Quat     q        = c->pose[row].q;
  Vec3           v, along;

  c->templates    = scene->templates;
  c->blocked[row] = freedoms; /* its axes */
  along           = clump_along(c, row, q, c->w[row]);
  v               = clump_way_along(c, row, q, c->motion[row].v);
  for (int k = 0; k < 3; k++) {
    if (freedoms >> k & 1) vec3_set(&v, k, 0);
    if (freedoms >> (3 + k) & 1) vec3_set(&along, k, 0);
  }
  c->motion[row].v = clump_way_from(c, row, q, v);
  change_set_spin(c, row, clump_from(c, row, q, along));
  change_set_blocked(scene, row,
                     join(was, freedoms, BLOCK_TURN, BLOCK_BODY) |
                       join(was, freedoms, BLOCK_MOVE, BLOCK_BODY_MOVE));
}

const ChangeKind change_fix = {
  .head  = {.name    = "fix",
            .text    = "Degrees of freedom are blocked, and motion along them ends.",
            .options = {keys}},
  .size  = sizeof(Freedoms),
  .read  = read,
  .apply = apply,
};
