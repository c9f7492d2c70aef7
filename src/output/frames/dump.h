/* SPDX-License-Identifier: MIT */
/* Dumps: files that the section `dump` asks for. Their module (dump_module.h) fills rows, structs
   of one kind; the table of columns of the kind tells the formats what they contain.

   DIR/dump/NAME.csv, NAME.lammpstrj, NAME.xyz: one text of all times. Its rows are gathered on rank
   0 and sorted by their keys, so that the bytes do not depend on the number of ranks.
   DIR/dump/NAME/clast-<step>.hdf or .vtp, and an index with times. */
#ifndef OUTPUT_FRAMES_DUMP_H
#define OUTPUT_FRAMES_DUMP_H

#include "options/plugin.h"
#include "options/text.h"
#include "output/frames/vtk_grid.h"
#include "output/table/table.h"
#include "space/domain.h"

/* A value in each row. */
typedef struct {
  const char *name;
  Hdf5Type    type;
  int         width; /* 0: a number; 3: vector, 4: quaternion w x y z */
  size_t      offset;
  unsigned    flags;
  const char *unit;
  const char *csv; /* names of components in csv, by blanks; NULL: NAME, or NAME_x NAME_y .. */
  /* names of components for LAMMPS, NULL: as in csv; name of the property in extended
     XYZ, NULL: NAME */
  const char *lammps, *xyz;
  const char *text;
} DumpColumn; /* a list ends with name == NULL */

static inline int dump_components(const DumpColumn *c)
{
  return c->width > 0 ? c->width : 1;
}

enum {
  DUMP_KEY   = 1, /* always there; the keys are the first numbers of a row, 64 bits each */
  DUMP_PLACE = 2, /* points of VTK; always there */
  DUMP_NAMED = 4, /* index of DumpFrame.name; texts have the name */
  DUMP_KIND  = 8  /* index of dump_contact_kinds; texts have the word */
};

enum { DUMP_COLUMNS = 40 };

/* A kind of dump: pebbles, clumps, contacts, walls or bonds. */
typedef struct {
  Plugin            head;
  const DumpColumn *columns;
  size_t            row_size;
  int (*compare)(const void *, const void *); /* order of rows, by their keys */
  int         cells; /* points of a cell of VTK, at `points`, one after the other; 1: a vertex */
  size_t      points;
  const char *objects; /* key of names in VTK's FieldData: <objects>=<name> */
} DumpKind;

typedef enum { DUMP_PEBBLES, DUMP_CLUMPS, DUMP_CONTACTS, DUMP_WALLS, DUMP_BONDS } DumpWhat;
extern const Plugin *const dump_kinds[]; /* of DumpKind, by DumpWhat */

extern const char *const dump_contact_kinds[]; /* by SeenKind */

/* ---- rows: all bytes that are not set are 0 ---- */

typedef struct {
  int64_t clump, member;
  int64_t id; /* clump x most + member + 1, most: pebbles of the largest template */
  int32_t template, type, material, group;
  Vec3   x;
  double radius;
  Vec3   v, w;
  Quat   q; /* of the clump */
} PebbleRow;

typedef struct {
  int64_t id, lammps_id;
  int32_t template, type, group, pebbles;
  Vec3    x;
  int32_t image[3], padding;
  double  radius, scale, mass;
  Quat    q;
  Vec3    v, w, force, torque;
} ClumpRow;

typedef struct {
  int64_t a, b, wall, member_a, member_b, kind, image_code;
  int32_t object, kind_word, fresh, image[3];
  Vec3    end[2]; /* centres of the pebbles or clumps; of walls the contact point */
  Vec3    point, normal, force, tangential, couple, branch, arm_a, arm_b;
  double  overlap, push, age, radius_a, radius_b;
} ContactRow;

typedef struct {
  int64_t wall, facet;
  int32_t name, corners;
  Vec3    corner[4];
  Vec3    centre, force, torque, wall_force, wall_torque;
  double  area, pressure;
} FacetLoadRow;

typedef struct {
  const Domain *domain;
  CellRows      rows; /* of this rank; names: of objects, walls or templates */
} DumpFrame;

/* ---- a dump and its files ---- */

typedef struct DumpFormat DumpFormat;

typedef struct {
  const char       *name;
  const DumpKind   *kind;
  const DumpFormat *format;
  int               n_columns;
  const DumpColumn *column[DUMP_COLUMNS]; /* those asked for */
  int               compress;             /* 0: no; 1..9: deflate */
} DumpPlan;

struct DumpFormat {
  Plugin   head;
  unsigned kinds; /* bits 1 << DumpWhat that it can show */
  bool     packs; /* it can compress */
  /* of a text with frames: write the head of a frame of n rows. NULL: it is no such text */
  void (*text_head)(const DumpPlan *plan, const DumpFrame *frame, int64_t n, Text *text);
  /* Begin: empty (step < 0), or go on after this step at `time` (s), without later rows.
     Collective. Error: PETSC_ERR_FILE_OPEN. */
  PetscErrorCode (*open)(const Parallel *par, const char *dir, const DumpPlan *plan, int64_t step,
                         double time, Log *log);
  /* Write a frame. *written false: it was not written, `why` (SERIES_WHY bytes) has the reason.
     Collective. */
  PetscErrorCode (*write)(const Parallel *par, const char *dir, const DumpPlan *plan,
                          const DumpFrame *frame, Log *log, bool *written, char *why);
};

enum { DUMP_BODIES = 1 << DUMP_PEBBLES | 1 << DUMP_CLUMPS, DUMP_ALL = (1 << (DUMP_BONDS + 1)) - 1 };

extern const DumpFormat    dump_csv, dump_lammps, dump_xyz, dump_vtkhdf, dump_vtp;
extern const Plugin *const dump_formats[];

/* All rows, sorted by keys, on rank 0, to be freed with array_free; elsewhere *n 0. *fits false: they
   are too many, `why` (SERIES_WHY bytes) says so, and *n is 0. Collective. */
PetscErrorCode dump_gather(const Parallel *par, const DumpPlan *plan, const DumpFrame *frame,
                           int64_t *n, char **rows, bool *fits, char *why);

#endif
