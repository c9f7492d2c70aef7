/* SPDX-License-Identifier: MIT */
/* Bounds of lists that ranks have whole: tens of GB of a rank. */
#include "matter/whole.h"

#define EVERY_RANK "every rank has all of them"

const Whole whole_exclusions = {"pairs in all lists so far", 100000000, EVERY_RANK,
                                "give the same bond_id to clumps that must never touch"};
const Whole whole_skins      = {"elements of skins so far", 10000000, EVERY_RANK,
                                "take coarser skins, or fewer"};
const Whole whole_fragments  = {"fragments of a clump", 1000000, EVERY_RANK,
                                "let it break into fewer"};
const Whole whole_broken     = {"clumps break in one step", 100000000, EVERY_RANK,
                                "give them strengths at which fewer break at once"};
const Whole whole_bodies     = {"bodies attract each other, pair by pair", INT_MAX / 5, EVERY_RANK,
                                "choose method: tree"};
const Whole whole_rows       = {"rows of a dump at one time", 100000000, "rank 0 writes them",
                                "choose the format vtkhdf, or a smaller group"};

bool whole_fits(const Whole *whole, int64_t n, char text[WHOLE_TEXT])
{
  if (n <= whole->most) return true;
  snprintf(text, WHOLE_TEXT, "%" PRId64 " %s; allowed: up to %" PRId64 ", as %s: %s", n,
           whole->what, whole->most, whole->why, whole->cure);
  return false;
}
