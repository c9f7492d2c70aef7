/* SPDX-License-Identifier: MIT */
/* Bodies made of shapes, from *.shapes files. */
#ifndef TOOLS_CLUMP_SHAPE_FILE_H
#define TOOLS_CLUMP_SHAPE_FILE_H

#include "shape/shape.h"
#include "tools/clump/mesh_body.h"

typedef struct {
  ShapeSet  set;
  Materials materials;
} ShapeFile;

/* True if the name ends in .shapes. */
bool shape_file_is_in(const char *path);
/* Read the request's file, multiply its lengths by the request's scale, and set the densities of
   its materials. *good is false on failure, after the message has been printed; shape_file_free may
   be called in any case. */
PetscErrorCode shape_file_read(const Request *request, ShapeFile *body, bool *good);
void           shape_file_free(ShapeFile *body);

/* Tessellated surfaces of all shapes, each closed by itself; chords are 0.0005 of the largest
   extent from curved surfaces. Free with mesh_free. */
PetscErrorCode shape_file_surface(const ShapeFile *body, Mesh *mesh);
/* The same as a body; mesh->mass is a copy of `mass`. Free with mesh_body_free. */
PetscErrorCode shape_file_mesh(const ShapeFile *body, const MassProperties *mass, MeshBody *mesh);

/* Print mass and inertia lumped to each node, as a table or JSON. false: lumping failed for a node,
   and the message has been printed. */
bool nodes_print(const Request *request, const ShapeFile *body);

#endif
