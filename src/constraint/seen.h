/* SPDX-License-Identifier: MIT */
/* Visits of what constraints hold (contact/visit.h): hard contacts and links. Forces are means over the
   step before: the impulses of its corrections over dt. */
#ifndef CONSTRAINT_SEEN_H
#define CONSTRAINT_SEEN_H

#include "constraint/hard/hard.h"
#include "contact/visit.h"

/* Visit the hard contacts of the step that have pushed, after constraints_project and before lists change;
   hard may be NULL. Friction that sweeps of velocities add is part of it. Local. */
PetscErrorCode hard_visit(const Hard *hard, const ConstraintScene *scene,
                          const ContactVisitor *visitor);
/* Visit the links of constraints that hold: the force along the line of the two points, with the sign
   of its equation where that has one alone, as a pull of the magnitude else. Local. */
PetscErrorCode constraints_visit(const Links *links, const ContactScene *scene,
                                 const Templates *templates, const ContactVisitor *visitor);

#endif
