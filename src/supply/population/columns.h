/* SPDX-License-Identifier: MIT */
/* Columns that several files of clumps and pebbles have: initialisers of CsvColumn. */
#ifndef SUPPLY_POPULATION_COLUMNS_H
#define SUPPLY_POPULATION_COLUMNS_H

#include "base/bounds.h"
#include "options/csv.h"

/* clang-format off */
#define COLUMN_LENGTH(NAME, FLAGS) \
  {.name = NAME, .type = CSV_REAL, .flags = CSV_REQUIRED | (FLAGS), .unit = "m", \
   .lo = -LENGTH_MOST, .hi = LENGTH_MOST}
#define COLUMN_RATE(NAME, FLAGS, GROUP, UNIT, MOST) \
  {.name = NAME, .type = CSV_REAL, .flags = (FLAGS), .group = (GROUP), .unit = UNIT, \
   .lo = -(MOST), .hi = (MOST)}

/* x, y and z. */
#define COLUMNS_PLACE COLUMN_LENGTH("x", 0), COLUMN_LENGTH("y", 0), COLUMN_LENGTH("z", CSV_ACROSS)
/* x, y, z and r of a pebble, which are the columns of a file without a header. */
#define COLUMNS_PEBBLE \
  COLUMN_LENGTH("x", CSV_BARE), COLUMN_LENGTH("y", CSV_BARE), \
    COLUMN_LENGTH("z", CSV_ACROSS | CSV_BARE), \
  {.name = "r", .type = CSV_REAL, .flags = CSV_REQUIRED | CSV_POSITIVE | CSV_BARE, .unit = "m", \
   .alias = "radius", .lo = LENGTH_LEAST, .hi = LENGTH_MOST}
/* x2, y2 and z2, the other end of a capsule, of a sphere its centre again: all or none. */
#define COLUMN_OTHER_END(NAME, GROUP) \
  {.name = NAME, .type = CSV_REAL, .group = (GROUP), .unit = "m", \
   .lo = -LENGTH_MOST, .hi = LENGTH_MOST}
#define COLUMNS_CAPSULE(GROUP) \
  COLUMN_OTHER_END("x2", GROUP), COLUMN_OTHER_END("y2", GROUP), COLUMN_OTHER_END("z2", GROUP)
/* vx, vy and vz, and wx, wy and wz: all of a group or none. */
#define COLUMNS_VELOCITY(GROUP) \
  COLUMN_RATE("vx", 0, GROUP, "m/s", SPEED_MOST), COLUMN_RATE("vy", 0, GROUP, "m/s", SPEED_MOST), \
  COLUMN_RATE("vz", CSV_ACROSS, GROUP, "m/s", SPEED_MOST)
#define COLUMNS_SPIN(GROUP) \
  COLUMN_RATE("wx", CSV_ACROSS, GROUP, "rad/s", SPIN_MOST), \
  COLUMN_RATE("wy", CSV_ACROSS, GROUP, "rad/s", SPIN_MOST), \
  COLUMN_RATE("wz", 0, GROUP, "rad/s", SPIN_MOST)
/* clang-format on */

#endif
