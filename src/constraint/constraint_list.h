/* SPDX-License-Identifier: MIT */
/* Every kind of constraint. A new one is one file and one line here: the name of its struct. */
#ifndef CONSTRAINT_CONSTRAINT_LIST_H
#define CONSTRAINT_CONSTRAINT_LIST_H

/* clang-format off */
#define CONSTRAINTS(CONSTRAINT) \
  CONSTRAINT(constraint_distance) \
  CONSTRAINT(constraint_ball) \
  CONSTRAINT(constraint_weld) \
  CONSTRAINT(constraint_hinge) \
  CONSTRAINT(constraint_slider) \
  CONSTRAINT(constraint_plane)
/* clang-format on */

#endif
