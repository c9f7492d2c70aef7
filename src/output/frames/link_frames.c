/* SPDX-License-Identifier: MIT */
/* Arrays of frames of links: each rank writes the links that it counts. */
#include "output/frames/link_frames.h"
#include <stddef.h>

/* Offsets in LinkRow. */
static const CellColumn columns[] = {
  {{{VTK_OF_CELLS "tension", HDF5_REAL, 0, "N"},
    FRAME_OF_CELLS,
    "force between the points in the last step: along the line, > 0 if it pulls; of constraints "
    "with "
    "several equations of lengths the magnitude"},
   offsetof(LinkRow, tension),
   false},
  {{{VTK_OF_CELLS "torque", HDF5_REAL, 0, "N m"},
    FRAME_OF_CELLS,
    "magnitude of the torque by bonds, and by equations of angles"},
   offsetof(LinkRow, torque),
   false},
  {{{VTK_OF_CELLS "object", HDF5_INT32, 0, "1"},
    FRAME_OF_CELLS,
    "number of the object of the link"},
   offsetof(LinkRow, object),
   false},
  {{{VTK_OF_CELLS "a", HDF5_INT64, 0, "1"}, FRAME_OF_CELLS, "id of the clump of the first point"},
   offsetof(LinkRow, id_a),
   false},
  {{{VTK_OF_CELLS "b", HDF5_INT64, 0, "1"}, FRAME_OF_CELLS, "id of the clump of the second point"},
   offsetof(LinkRow, id_b),
   false},
};

static const CellKind links = {
  .cells  = "number of links",
  .points = "both points of each link: the first beside the centre of its clump in the box, the "
            "second where it is nearest, perhaps beyond a periodic face",
  .connectivity = "the two points of each link",
  .offsets      = "first entry of each link in Connectivity, and the end: one row more than links",
  .types        = "kind of each cell: 3, a line",
  .key          = "link",
  .name         = "number of this object of `spring`, `bond` or `constraint`",
  .n_columns    = sizeof columns / sizeof *columns,
  .column       = columns,
};

bool link_frame_array(int k, FrameArray *array)
{
  return cell_file_array(&links, k, array);
}

PetscErrorCode link_frames_write(const Parallel *par, const char *dir, const LinkFrame *frame,
                                 bool *written, char *why)
{
  const CellRows rows = {.step     = frame->step,
                         .time     = frame->time,
                         .pack     = frame->pack,
                         .n_names  = frame->n_objects,
                         .name     = frame->name,
                         .n        = frame->n,
                         .row      = frame->row,
                         .row_size = sizeof *frame->row,
                         .corner   = offsetof(LinkRow, a),
                         .corners  = 2};

  return cell_rows_write(par, dir, "links", &links, &rows, written, why);
}
