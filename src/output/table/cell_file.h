/* SPDX-License-Identifier: MIT */
/* Files of a series that hold cells with values: VTKHDF 1.0, UnstructuredGrid in one partition, as
   frames of walls and of links are. */
#ifndef OUTPUT_TABLE_CELL_FILE_H
#define OUTPUT_TABLE_CELL_FILE_H

#include "base/vec.h"
#include "output/frames/frame_arrays.h"

#define CELL_VALUES "/VTKHDF/CellData/"

/* A value of each cell. */
typedef struct {
  FrameArray array;
  size_t     offset; /* in a row of CellFile.row */
  bool       extra;  /* only in files with extra columns */
} CellColumn;

/* Names, texts and columns that the files of one series have in common. */
typedef struct {
  const char       *cells;                                   /* text of the table NumberOfCells */
  const char       *points, *connectivity, *offsets, *types; /* texts of the tables so named */
  const char       *key, *name; /* objects are numbers in FieldData/<key>=<name of the object> */
  int               n_columns;
  const CellColumn *column;
} CellKind;

/* Contents of one file. */
typedef struct {
  int64_t            step;
  double             time;                     /* s */
  int64_t            n_points, n_ids, n_cells; /* of this rank */
  int64_t            points, ids, cells;       /* of all ranks; used on rank 0 */
  const Vec3        *point;                    /* [n_points] m */
  const int64_t     *id;     /* [n_ids] points of the cells, numbered over all ranks */
  const int64_t     *offset; /* [n_cells + ends] first id of each cell */
  bool               ends;   /* this rank writes the end of `offset`, too */
  const uint8_t     *kind;   /* [n_cells] VTK's number of the sort of cell */
  int                n_names;
  const char *const *name; /* [n_names] of objects */
  const void        *row;  /* [n_cells] of row_size bytes: values of cells */
  size_t             row_size;
  bool               extra; /* with the extra columns */
} CellFile;

/* Get the k-th array. Returns false if there are fewer. */
bool cell_file_array(const CellKind *kind, int k, FrameArray *array);
/* Bytes of the tables of so many points, ids and cells. */
int64_t cell_file_size(const CellKind *kind, int64_t points, int64_t ids, int64_t cells,
                       bool extra);
/* Write all tables to a new file. Collective. */
PetscErrorCode cell_file_write(const Parallel *par, Hdf5 *file, const CellKind *kind,
                               const CellFile *cells);

#endif
