/* SPDX-License-Identifier: MIT */
/* Bodies made of shapes, from *.shapes files. */
#ifndef CLUMP_SHAPE_FILE_H
#define CLUMP_SHAPE_FILE_H

#include "clump/mesh_body.h"
#include "matter/shape.h"

typedef struct {
  ShapeSet  set;
  Materials materials;
} ShapeFile;

/* By the ending of the name. */
bool shape_file_is_in(const char *path);
/* Read the request's file, all lengths times the request's scale, and give its materials their densities. What is wrong has been
   told; shape_file_free is right after that, too. */
PetscErrorCode shape_file_read(const Request *request, ShapeFile *body, bool *good);
void           shape_file_free(ShapeFile *body);

/* The surfaces of all shapes, good enough for a picture, with the axes of `mass`. Free with mesh_body_free. */
PetscErrorCode shape_file_mesh(const ShapeFile *body, const MassProperties *mass, MeshBody *mesh);

/* What is lumped to each node, as a table or JSON; false: to one nothing can be, as told. */
bool nodes_print(const Request *request, const ShapeFile *body);

#endif
