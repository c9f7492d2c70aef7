/* SPDX-License-Identifier: MIT */
/* Clumps are removed, as those that leave through open faces. */
#include "supply/change.h"

static void apply(const void *own, const ChangeScene *scene, PetscInt row)
{
  (void)own;
  clump_drop(scene->clumps, row);
}

const ChangeKind change_delete = {
  .head    = {.name = "delete", .text = "Clumps are removed."},
  .apply   = apply,
  .removes = true,
};
