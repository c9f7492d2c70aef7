/* SPDX-License-Identifier: MIT */
/* Every kind of link. A new kind is one file and one line here: the name of its struct.
   Declarations and tables are made from this list (link_kind.h, links.c). */
#ifndef LINK_LINK_LIST_H
#define LINK_LINK_LIST_H

#define LINK_LIST(KIND) \
  KIND(link_springs) \
  KIND(link_bonds) \
  KIND(link_constraints)

#endif
