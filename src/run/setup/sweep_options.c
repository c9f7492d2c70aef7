/* SPDX-License-Identifier: MIT */
/* Options of the command line that begin with -sweep; the room sweep reads them. */
#include "run/setup/scenario.h"

enum { RANKS_MOST = 1 << 24 };

const Option sweep_options[] = {
  {.key      = "sweep",
   .type     = OPTION_FILE,
   .fallback = "",
   .flags    = COMMAND_ONLY,
   .help = "run every row of this CSV table: columns are options, without the dash, and name and "
           "cost; see docs/sweeps.md"},
  {.key      = "sweep_ranks",
   .type     = OPTION_INT,
   .fallback = "1",
   .lo       = 1,
   .hi       = RANKS_MOST,
   .flags    = COMMAND_ONLY,
   .help     = "ranks of a run of the sweep; runs go side by side on all ranks there are"},
  {.key      = "sweep_row",
   .type     = OPTION_INT,
   .fallback = "",
   .lo       = 1,
   .hi       = 1e9,
   .flags    = COMMAND_ONLY,
   .help     = "run only this row of the table, from 1, on all ranks: for job arrays"},
  {.key      = "sweep_dir",
   .type     = OPTION_PATH,
   .fallback = "",
   .flags    = COMMAND_ONLY,
   .help     = "folder of the sweep, with a folder for each row; default: sweep in the folder of "
               "output: dir, or out/sweep"},
  {.key      = "sweep_collect",
   .type     = OPTION_WORDS,
   .fallback = "",
   .flags    = COMMAND_ONLY,
   .help     = "further columns of sweep.csv, from tables in the folders of the rows: "
               "FILE.csv:COLUMN[:last|first|min|max|mean]"},
  {NULL},
};
