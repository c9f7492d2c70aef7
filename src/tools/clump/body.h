/* SPDX-License-Identifier: MIT */
/* Bodies that clast-clump reads from files: pebbles, closed meshes and shapes, with the densities
   of the command line. Functions with *good set it to false on failure, after the message has been
   printed; the body may be freed in any case. */
#ifndef TOOLS_CLUMP_BODY_H
#define TOOLS_CLUMP_BODY_H

#include "shape/shape_read.h"
#include "tools/clump/request.h"

typedef enum { BODY_PEBBLES, BODY_SHAPES, BODY_MESH } BodyKind;

/* Told by the ending of the name: .stl, .STL and .obj are meshes, .shapes are shapes. */
BodyKind body_kind(const char *path);

/* Set the density of every material, by priority: --density NAME=D for it; --density D; that of the
   file; 1 if the material has no name or the verb is picture. false, printed: a named material is
   left without density, or a NAME matches no material. */
bool densities_set(const Request *request, Materials *materials);
/* Merge coincident pebbles, with a note on stderr; a second note if the pebbles are not
   connected. */
void body_tidy(const Request *request, PebbleBody *body);
/* Write a body whose mass is known to the request's second file. Its name is that of the file
   without folders, cut at its first dot, spaces as _. */
PetscErrorCode body_write(const Request *request, PebbleBody *body, bool *good);
/* Print the members of a JSON object that tell the inertia and its principal axes. */
void inertia_json(Sym3 inertia, Vec3 principal, Quat axes);

/* ---- mass properties that a file of pebbles gives ---- */

/* Put those that body->given has in the place of body->mass, which is that of the union of the
   pebbles: all of them, or the mass alone, to which the inertia of the union is scaled. Nothing is
   done where the file gives a mass and the request a density. A note on stderr tells of properties
   that no body can have; they are not used. */
void given_use(const Request *request, PebbleBody *body);
/* Print the mass properties that the file gives, if any, on stderr as keys of a template. */
void given_tell(const Request *request, const PebbleBody *body);

typedef struct {
  Mesh           mesh;
  MassProperties mass;
  double         diameter; /* of the sphere of equal volume, m */
  int            n_shapes; /* shapes whose surfaces the mesh holds; 0: a mesh from a file */
} MeshBody;

/* Read a closed mesh, multiply its lengths by the request's scale, and compute its mass properties
   at the density of the request. false: failure, after the message has been printed. Free
   solid->mesh with mesh_free in any case. */
bool mesh_body_read(const Request *request, const char *path, MeshBody *solid);

typedef struct {
  ShapeSet  set;
  Materials materials;
} ShapeFile;

/* Tessellated surfaces of all shapes, each closed by itself; chords are 0.0005 of the largest
   extent from curved surfaces. Free with mesh_free. */
void shape_file_surface(const ShapeFile *body, Mesh *mesh);
/* These surfaces as a body with this mass. Free mesh->mesh with mesh_free. */
void shape_file_mesh(const ShapeFile *body, const MassProperties *mass, MeshBody *mesh);

/* Print mass and inertia lumped to each node, as a table or JSON. false: lumping failed for a node,
   and the message has been printed. */
bool nodes_print(const Request *request, const ShapeFile *body);

/* Members of other kinds are empty. */
typedef struct {
  BodyKind   kind;
  PebbleBody pebbles;
  ShapeFile  shapes;
  MeshBody   solid;
} Body;

/* Read the request's first file, checked, with positive densities; lengths of shapes and meshes are
   multiplied by the request's scale. Free with body_free. */
PetscErrorCode body_read(const Request *request, Body *body, bool *good);
void           body_free(Body *body);
/* Find the mass properties by this method; a mesh has one of its own. false: `why` (256 bytes) has
   the reason. */
bool body_mass(const Body *body, const MassMethod *method, const MassOptions *options,
               MassProperties *mass, char *why);

#endif
