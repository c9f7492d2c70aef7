/* SPDX-License-Identifier: MIT */
/* Mass properties that a file of pebbles gives. */
#ifndef TOOLS_CLUMP_GIVEN_H
#define TOOLS_CLUMP_GIVEN_H

#include "tools/clump/request.h"

/* Put those that body->given has in the place of body->mass, which is that of the union of the
   pebbles: all of them, or the mass alone, to which the inertia of the union is scaled. Nothing is
   done where the file gives a mass and the request a density. A note on stderr tells of properties
   that no body can have; they are not used. */
void given_use(const Request *request, PebbleBody *body);
/* Print the mass properties that the file gives, if any, on stderr as keys of a template. */
void given_tell(const Request *request, const PebbleBody *body);

#endif
