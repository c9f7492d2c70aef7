/* SPDX-License-Identifier: MIT */
/* Options of the sections output and checkpoint. */
#include "options/rows.h"
#include "output/checkpoint/checkpoint.h"

/* clang-format off */
static const Option output_options[] = {
  PATH(KEY("dir"),               OPTIONAL,
      "folder of the run's files, relative to the scenario file (on the command line, and the "
      "default: to the working directory); default out/<scenario name>"),
  REAL_OR_WORD(KEY("log_every"), "s", "auto", "auto", POSITIVE,
      "time between rows of log.csv; auto: a hundredth of end_time", .flags = WRITES_ROWS),
  BOOL(KEY("energies"),          "false",
      "columns of log.csv with the stored and lost energies of each kind: normal, cohesion, "
      "tangential ...; laws are evaluated up to twice for it"),
  REAL(KEY("frames_every"),      "s", "0", NOT_NEGATIVE, "time between frames (0: none)",
      .flags = WRITES_FILES),
  BOOL(KEY("frames_walls"), "yes", "with frames of walls, and of the loads on facets of meshes"),
  BOOL(KEY("frames_links"),      "yes",
      "with frames of links, lines with the force of each spring, bond and constraint"),
  INT(KEY("frames_compress"), "0", UP_TO(9), "level of compression of all frames (0: none)"),
  REAL(KEY("walls_every"),       "s", "0", NOT_NEGATIVE,
      "time between rows of walls.csv, the loads on walls and their work (0: none)",
      .flags = WRITES_ROWS),
  REAL(KEY("bodies_every"),      "s", "0", NOT_NEGATIVE,
      "time between rows of bodies.csv, force and torque on single clumps (0: none)",
      .flags = WRITES_ROWS),
  INTS(KEY("bodies"), OPTIONAL, ANY_NUMBER, "ids of the clumps that bodies.csv has rows of"),
  WORDS(KEY("bodies_groups"),    OPTIONAL, "and groups of clumps: name or slot=name"),
  BOOL(KEY("bodies_pebbles"),    "false",
      "rows of pebbles.csv at these times: force and torque of contacts on each pebble of them"),
  WORDS(KEY("frames_groups"),    OPTIONAL,
      "groups of clumps that frames have: name or slot=name; without it all"),
  WORDS(KEY("final_groups"),     OPTIONAL,
      "groups of clumps that the file of the state at the end has, likewise"),
  PATH(KEY("final"),             OPTIONAL,
      "file for the state at the end, relative to the scenario file (on the command line: to the "
      "working directory)"),
  {NULL},
};

static const Option checkpoint_options[] = {
  REAL_OR_WORD(KEY("every_wall"), "s", "1800", "auto", NOT_NEGATIVE,
      "wall time between checkpoints (0: only at the start and at the end); auto: what loses "
      "least time to checkpoints, whose cost is measured, and to failures, see mtbf"),
  REAL(KEY("mtbf"),  "s", "86400", POSITIVE,
      "mean time between failures of the job, for every_wall: auto"),
  REAL(KEY("every"), "s", "0",     NOT_NEGATIVE,
      "simulated time between checkpoints (0: by wall time only)", .flags = WRITES_FILES),
  INT(KEY("keep"),   "3", WITHIN(1, 1e6), "number of newest ones kept"),
  {NULL},
};
/* clang-format on */

const OptionKind output_kind     = {.name    = "output",
                                    .options = output_options,
                                    .text    = "files that a run writes: folder and intervals"};
const OptionKind checkpoint_kind = {
  .name = "checkpoint", .options = checkpoint_options, .text = "when the whole state is kept"};
