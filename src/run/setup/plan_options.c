/* SPDX-License-Identifier: MIT */
/* Options of the command line that begin with -plan; the room plan reads them. */
#include "options/rows.h"
#include "run/setup/scenario.h"

enum { PARTS_MOST = 1 << 20 };

#define COST(word, what) \
  REAL_OR_WORD(KEY("plan_" word), "s", "auto", "auto", NOT_NEGATIVE, what "; auto: measured here", \
               .flags = COMMAND_ONLY)

/* clang-format off */
const Option plan_options[] = {
  INTS(KEY("plan"),                 OPTIONAL, WITHIN(1, PARTS_MOST),
      "run nothing; print a forecast for each of these numbers of ranks", .flags = COMMAND_ONLY),
  PATH(KEY("plan_csv"),             OPTIONAL,
      "the table of -plan as a file, with more columns", .flags = COMMAND_ONLY),
  INT(KEY("plan_steps"),            "200",    UP_TO(1e9),
      "number of steps that -plan runs to measure the costs that are auto (0: none)",
      .flags = COMMAND_ONLY),
  REAL(KEY("plan_latency"),         "s",       "1.5e-6", NOT_NEGATIVE,
      "latency of a message between two ranks of the planned machine", .flags = COMMAND_ONLY),
  REAL(KEY("plan_bandwidth"),       "bytes/s", "1e10",   POSITIVE,
      "network bandwidth of a rank in each direction", .flags = COMMAND_ONLY),
  BOOL(KEY("plan_overlap"),         "true",
      "messages travel while ranks compute what does not need them", .flags = COMMAND_ONLY),
  REAL(KEY("plan_speed"),           "1",       "1",      POSITIVE,
      "speed of its ranks over that of the ranks here; measured costs are divided by it",
      .flags = COMMAND_ONLY),
  COST("step", "cost of an empty step"),
  COST("clump", "cost of an owned clump in a step"),
  COST("pebble", "cost of a pebble in a step"),
  COST("pair", "cost of a near pair in a step"),
  COST("contact", "additional cost of a pair that touches"),
  COST("constraint", "seconds that constraints and hard contacts take in a step for each "
       "nanosecond that the balance counts for them"),
  COST("copy", "cost of a held copy in a step, without its messages"),
  COST("narrow", "cost for each listed pair of selecting near pairs anew"),
  REAL_OR_WORD(KEY("plan_picks"),   "steps", "auto", "auto", WITHIN(1, INFINITY),
      "steps between two such selections; auto: measured here", .flags = COMMAND_ONLY),
  COST("rebuild", "cost of a rebuild for each pebble and each listed pair"),
  REAL_OR_WORD(KEY("plan_between"), "steps", "auto", "auto", WITHIN(1, INFINITY),
      "steps between two rebuilds; auto: measured here", .flags = COMMAND_ONLY),
  {NULL},
};
/* clang-format on */
