/* SPDX-License-Identifier: MIT */
/* Conversion of bodies that have no pebbles: meshes and shapes. */
#ifndef TOOLS_CLUMP_SURFACE_H
#define TOOLS_CLUMP_SURFACE_H

#include "tools/clump/request.h"

/* True if `to` can hold the body of `from`: an STL file holds meshes and the surfaces of shapes, a
   .shapes file shapes; else the message has been printed. */
bool surface_fits(const char *from, const char *to);
/* Write the body of the request's first file, its lengths multiplied by the request's scale, to the
   second. *good is false on failure, after the message has been printed. */
PetscErrorCode surface_convert(const Request *request, bool *good);

#endif
