/* SPDX-License-Identifier: MIT */
/* Options of the command line that begin with -sweep; the room sweep reads them. */
#include "options/rows.h"
#include "run/setup/scenario.h"

enum { RANKS_MOST = 1 << 24 };

/* clang-format off */
const Option sweep_options[] = {
  INPUT_FILE(KEY("sweep"),    OPTIONAL,
      "run every row of this CSV table: columns are options, without the dash, and name and cost; "
      "see docs/sweeps.md", .flags = COMMAND_ONLY),
  INT(KEY("sweep_ranks"),     "1",      WITHIN(1, RANKS_MOST),
      "ranks of a run of the sweep; runs go side by side on all ranks there are",
      .flags = COMMAND_ONLY),
  INT(KEY("sweep_row"),       OPTIONAL, WITHIN(1, 1e9),
      "run only this row of the table, from 1, on all ranks: for job arrays",
      .flags = COMMAND_ONLY),
  PATH(KEY("sweep_dir"),      OPTIONAL,
      "folder of the sweep, with a folder for each row; default: sweep in the folder of output: "
      "dir, or out/sweep", .flags = COMMAND_ONLY),
  WORDS(KEY("sweep_collect"), OPTIONAL,
      "further columns of sweep.csv, from tables in the folders of the rows: "
      "FILE.csv:COLUMN[:last|first|min|max|mean]", .flags = COMMAND_ONLY),
  {NULL},
};
/* clang-format on */
