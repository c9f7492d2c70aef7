/* SPDX-License-Identifier: MIT */
/* Contents of a checkpoint besides columns and scalars (output/checkpoint/columns.h): groups,
   attributes and box as H5MD 1.1 requires them, and user, host and date of writing. Writing and
   docs/reference/files.md use the same tables. */
#ifndef OUTPUT_CHECKPOINT_HEADING_H
#define OUTPUT_CHECKPOINT_HEADING_H

#include "output/checkpoint/checkpoint.h"

typedef struct {
  const char *path, *text;
} HeadingGroup;

typedef struct {
  const char *object, *name, *text;
  Hdf5Type    type;
  int         n;  /* as in hdf5_set */
  size_t      at; /* offset of the value in the struct Heading of heading.c */
} HeadingAttribute;

extern const HeadingGroup heading_groups[]; /* end with path == NULL */
extern const HeadingAttribute
  heading_attributes[]; /* end with name == NULL; the last one is `complete` */

/* edge lengths of the box, as H5MD requires them; of a cell with vectors, three edges by rows */
extern const Hdf5Table heading_edges;
extern const char
  *const heading_link[2]; /* a table of clumps, and its second name, required by H5MD */

/* Write the box, the link and all attributes but the last, after the columns. Collective. */
PetscErrorCode heading_write(const Parallel *par, Hdf5 *file, const Checkpoint *checkpoint,
                             uint64_t digest);
/* Write the last attribute, `complete`, after all else was synced to disk. Collective. */
PetscErrorCode heading_complete(Hdf5 *file);

#endif
