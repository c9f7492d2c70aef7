/* SPDX-License-Identifier: MIT */
/* The verbs of clast-clump, one file each that ends in one VerbPlugin. Serial. */
#ifndef TOOLS_CLUMP_VERBS_H
#define TOOLS_CLUMP_VERBS_H

#include "tools/clump/body.h"

typedef struct {
  Plugin      head;
  const char *use;   /* its files, for the help: "IN OUT" */
  const char *needs; /* the same in words */
  int         n_files;
  /* *status: exit status */
  PetscErrorCode (*run)(const Request *request, int *status);
} VerbPlugin;

/* Every verb, in the order of the bits of Verb. */
#define VERBS(VERB) \
  VERB(verb_properties) \
  VERB(verb_convert) \
  VERB(verb_generate) \
  VERB(verb_picture) \
  VERB(verb_form)

#define DECLARE_VERB(verb) extern const VerbPlugin verb;
VERBS(DECLARE_VERB)
#undef DECLARE_VERB

extern const VerbPlugin *const verbs[]; /* ends with NULL */

/* ---- convert.c ---- */

/* True if `to` can hold the body of `from`: an STL file holds meshes and the surfaces of shapes, a
   .shapes file shapes; else the message has been printed. */
bool surface_fits(const char *from, const char *to);

/* ---- picture.c ---- */

/* Panels from the left: the mesh; the pebbles; the pebbles coloured by signed distance to the mesh:
   red outside, blue inside, white on the surface, full colour at DRAW_FULL of D, the diameter of
   the sphere of equal volume. All have the same camera: longest principal axis to the right, second
   axis up, turned by 30 and 20 degrees. */
#define DRAW_FULL 0.03

/* Write a PNG file. Panels are `size` pixels wide and 0.5 to 1 times as high, to fit the body. set
   or solid may be NULL, not both. axes: principal axes as in MassProperties. *good is false on
   failure, after the message has been printed. */
PetscErrorCode draw(const char *path, int size, Quat axes, const PebbleSet *set,
                    const MeshBody *solid, bool *good);
/* Draw a body with this mass along its principal axes; pebbles next to the mesh of --mesh, and along
   its axes, if it is given. */
PetscErrorCode body_draw(const Request *request, const char *path, const Body *body,
                         const MassProperties *mass, bool *good);

#endif
