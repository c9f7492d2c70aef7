/* SPDX-License-Identifier: MIT */
/* Pebbles of a request: read from its file, with the densities of the command line. */
#ifndef TOOLS_CLUMP_BODY_H
#define TOOLS_CLUMP_BODY_H

#include "tools/clump/request.h"

/* On success body->set and body->materials hold the file, checked, with positive densities. Errors
   have been printed on stderr. Free both with pebble_file_free in any case. */
PetscErrorCode body_read(const Request *request, PebbleBody *body, bool *good);
/* Set the density of every material, by priority: --density NAME=D for it; --density D; that of the
   file; 1 if the material has no name or the verb is picture. false, printed: a named material is
   left without density, or a NAME matches no material. */
bool densities_set(const Request *request, Materials *materials);
/* Merge coincident pebbles, with a note on stderr; a second note if the pebbles are not
   connected. */
void body_tidy(const Request *request, PebbleBody *body);
/* Body name from a path: the file name without folders, cut at its first dot, spaces as _. */
void body_name(const char *path, char name[NAME_LENGTH]);

#endif
