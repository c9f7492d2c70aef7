/* SPDX-License-Identifier: MIT */
/* VTKHDF 1.0 files of a series: UnstructuredGrid in one partition, the only form of VTKHDF that
   ParaView 5.11 reads with times. A file has the points and cells of a VtkGrid, and arrays: values
   of points or cells, and of the whole. */
#ifndef OUTPUT_FRAMES_VTK_GRID_H
#define OUTPUT_FRAMES_VTK_GRID_H

#include "base/vec.h"
#include "output/table/series.h"

#define VTK_OF_POINTS "/VTKHDF/PointData/"
#define VTK_OF_CELLS  "/VTKHDF/CellData/"
#define VTK_OF_WHOLE  "/VTKHDF/FieldData/" /* arrays of length 1, which rank 0 writes */

/* VTK's numbers of the sorts of cells. */
enum {
  VTK_VERTEX   = 1,
  VTK_LINE     = 3,
  VTK_TRIANGLE = 5,
  VTK_PIXEL    = 8,
  VTK_QUAD     = 9,
  VTK_VOXEL    = 11
};

typedef struct {
  int64_t  n_points, n_ids, n_cells; /* of this rank */
  Hdf5Rows point;                    /* [n_points] Vec3, m */
  Hdf5Rows id;                       /* [n_ids] int64_t: points of the cells, over all ranks */
  Hdf5Rows offset; /* [n_cells + ends] int64_t: first id of each cell among those of this rank */
  bool     ends;   /* this rank writes the end of `offset`, too */
  Hdf5Rows type;   /* [n_cells] uint8_t: sort of cell */
} VtkGrid;

/* Tables of each grid. */
enum {
  VTK_N_POINTS,
  VTK_N_CELLS,
  VTK_N_IDS,
  VTK_STEP,
  VTK_TIME,
  VTK_POINTS,
  VTK_IDS,
  VTK_OFFSETS,
  VTK_TYPES,
  VTK_TABLES
};
extern const Hdf5Table vtk_tables[VTK_TABLES];

/* Begin a new file with this grid, as its content. */
PetscErrorCode vtk_grid_write(const Parallel *par, Hdf5 *hdf5, const SeriesFile *file,
                              const VtkGrid *grid);

/* Hdf5Maker of consecutive numbers, from int64_t *source on. */
void make_numbers(void *source, int64_t n, void *rows);

/* ---- what docs/reference/files.md tells of arrays ---- */

/* Kind of array: FILE one value per frame; CELLS the cells that VTK needs to draw points; PEBBLE
   one value per pebble; CLUMP the same value at every pebble of a clump. */
typedef enum { FRAME_OF_FILE, FRAME_OF_CELLS, FRAME_OF_PEBBLE, FRAME_OF_CLUMP } FrameOf;

typedef struct {
  Hdf5Table   table; /* <slot> and <name> in a path are placeholders for those of a group */
  FrameOf     of;
  const char *text;
} FrameArray;

/* A FrameArray, its members one after the other. */
#define FRAME_ARRAY(path, of_type, width, unit, which, says) \
  { \
    {path, HDF5_##of_type, width, unit}, FRAME_OF_##which, says \
  }

/* ---- grids with a row for each cell ---- */

/* A value of each cell. */
typedef struct {
  FrameArray array;
  size_t     offset; /* in a row */
  bool       extra;  /* only in files with extra columns */
} CellColumn;

/* A row of a table of columns: a member of the struct S, whether it is extra, and its text. */
/* clang-format off */
#define CELL_COLUMN(label, of_type, of_width, of_unit, S, member, is_extra, says) \
  {FRAME_ARRAY(VTK_OF_CELLS label, of_type, of_width, of_unit, CELLS, says), \
   offsetof(S, member), is_extra}
/* clang-format on */

/* Names, texts and columns that the files of one series have in common. */
typedef struct {
  const char       *cells;                                   /* text of the table NumberOfCells */
  const char       *points, *connectivity, *offsets, *types; /* texts of the tables so named */
  const char       *key, *name; /* objects are numbers in FieldData/<key>=<name of the object> */
  int               n_columns;
  const CellColumn *column;
} CellKind;

typedef struct {
  VtkGrid            grid;
  int                n_names;
  const char *const *name; /* [n_names] of objects */
  const void        *row;  /* [grid.n_cells] of row_size bytes */
  size_t             row_size;
  bool               extra; /* with the extra columns */
} CellFile;

/* Frames of the cell, of links and of walls. */
extern const CellKind frame_outlines, frame_links, frame_facets;

/* Get the k-th array. Returns false if there are fewer. */
bool cell_file_array(const CellKind *kind, int k, FrameArray *array);
/* Write all tables, as content of a file. */
PetscErrorCode cell_file_write(const Parallel *par, Hdf5 *hdf5, const SeriesFile *file,
                               const CellKind *kind, const CellFile *cells);

/* Cells that share no points: the corners of each stand in its row, one after the other. */
typedef struct {
  int64_t            step;
  double             time; /* s */
  int                pack; /* level of compression, 0: none */
  int                n_names;
  const char *const *name; /* [n_names] of objects */
  int64_t            n;    /* of this rank */
  const void        *row;  /* [n] of row_size bytes */
  size_t             row_size;
  size_t             corner;  /* offset of the first corner, a Vec3, m */
  int                corners; /* 1, 2: of each cell; 0: an int32_t in its row says it */
  size_t             many;    /* offset of that */
} CellRows;

typedef struct {
  int64_t  n_points;
  Vec3    *point;  /* [n_points] m */
  int64_t *id;     /* [n_points] numbers of the points: each is one corner of one cell */
  int64_t *offset; /* [n + 1] where each cell begins among all ids, and the end */
  uint8_t *type;   /* [n] */
} CellParts;

/* Points and cells of the rows, with numbers among those of this rank; to be freed. Local. */
void cell_parts_create(const CellRows *rows, CellParts *parts);
void cell_parts_free(CellParts *parts);
/* Write a file of a series as series_write does. Collective. */
PetscErrorCode cell_rows_write(const Parallel *par, const char *dir, const char *series,
                               const CellKind *kind, const CellRows *rows, bool *written,
                               char *why);

#endif
