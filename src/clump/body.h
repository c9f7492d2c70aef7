/* SPDX-License-Identifier: MIT */
/* The pebbles that a request is about, read from its file and given densities. */
#ifndef CLUMP_BODY_H
#define CLUMP_BODY_H

#include "clump/request.h"

/* On success body->set and body->materials hold the file, sound and of positive density; what is wrong has been told.
   Free both with pebble_file_free in any case. */
PetscErrorCode body_read(const Request *request, PebbleBody *body, bool *good);
/* Give every material its density: its own --density, else the one for all others, else that of the file, else 1 if it has no
   name, or a picture does not need it. false, told: one has none, or one of the request is of no material. */
bool densities_set(const Request *request, Materials *materials);
/* Take out pebbles that coincide, with a word about it, and say if the rest does not connect. */
void body_tidy(const Request *request, PebbleBody *body);
/* The name of a file without folders, and without what is behind its first dot. */
void body_name(const char *path, char name[NAME_LENGTH]);

#endif
