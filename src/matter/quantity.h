/* SPDX-License-Identifier: MIT */
/* Plug-in kind Quantity: a number of each clump beside its motion, the same in all its pebbles,
   such as its temperature. It changes by what flows through contacts (ContactTerm.quantity),

     d value / dt = flow / (capacity x mass),

   in second order of dt (motion/quantities.c). A quantity is one const struct, in a file of its own
   or in quantity.c, and one line in quantity_list.h. A run has it if a contact law exchanges it, or
   anything gives a value of it. From the tables here follow columns and messages, keys of the
   scenario, columns of `clumps: file`, final.csv, frames, checkpoints and log.csv, and the limit of
   the time step.

   A `counted` quantity, such as liquid, has no capacity: what flows is the quantity itself.

   The value of a clump at the start is that of its row, else of its object of clumps, its template,
   its materials (the mean by mass x capacity), else `fallback`. Walls and clumps may have held
   values.

   A quantity `of_pebbles`, such as charge, never changes: nothing flows. Each pebble has a value of
   its own, from the list of its template, else of its material, and the value of a clump is their
   sum. A clump that is given another value than the sum of its template spreads the difference over
   its pebbles by their surfaces, r^2 (in two dimensions by their circumferences): template.h,
   PebblePart. */
#ifndef MATTER_QUANTITY_H
#define MATTER_QUANTITY_H

#include "base/field.h"
#include "matter/quantity_list.h"
#include "options/options.h"

/* Fields of a quantity. A value that is not given yet is NAN. */
enum {
  QUANTITY_VALUE,
  QUANTITY_HELD,       /* 1: the value never changes */
  QUANTITY_PREDICTED,  /* value predicted to the end of a step, which contacts read */
  QUANTITY_FLOW,       /* flow into the clump in the last step */
  QUANTITY_PER_AMOUNT, /* 1 over capacity x mass; 0: the value is held, or no capacity is known */
  QUANTITY_FIELDS
};

enum { QUANTITY_KEYS = 5 };

typedef struct {
  const char *name; /* of the field and the keys */
  /* The tables below are made by QUANTITY_NAMED. Places and uses of the fields are set where they
     are used (clump_field). */
  Field  fields[QUANTITY_FIELDS];
  Option start[2], of_template[2], hold[2],
    wall[2]; /* keys of material and clumps; of template; of clumps; of walls */
  /* constant, and the sum of values of pebbles: it has no fields but the value, and no keys to hold
     it */
  bool  of_pebbles;
  Field of_pebble; /* the value of a pebble in frames, and as pebble_NAME in checkpoints */
  /* no rate: the flow of a step, m^3 or such, is added whole at its end, and both are multiples of
     QuantityColumns.grain: sums over clumps never change by rounding */
  bool   counted;
  double fallback; /* NAN: every clump of a run that has it must be given one */
  /* key in `materials` of the capacity: value of a body x its mass x capacity is the amount that
     flows; NULL: 1 */
  const char *capacity;
  Option      materials[QUANTITY_KEYS]; /* further keys of materials */
  /* column of log.csv: sum of capacity x mass x value, of clumps whose value is not held */
  const char *content, *content_unit, *content_text;
} Quantity;

/* clang-format off */

#define QUANTITY_KEY(named, unit, least, most, ends) \
  REAL(KEY(named), unit, OPTIONAL, WITHIN(least, most), \
       "of clumps at the start: that of their row in a file, else of their object of clumps, " \
       "their template, their materials", .open = ends)

/* Members of a Quantity: name and unit; least and largest value, Option.open of keys,
   the least value that is read back from files; name and unit (as in files) of the flow. */
#define QUANTITY_NAMED(named, of_unit, least, most, ends, stored, flows, flow_unit) \
  .name   = named, \
  .fields = {[QUANTITY_VALUE] = \
               FIELD(named, REAL, FIELD_SPARE, of_unit, MIGRATES | SAVED | SHARED | LISTED, \
                     "in runs with " named ": that of the clump", .lo = stored, .hi = most), \
             [QUANTITY_HELD] = \
               FIELD(named "_fixed", INT32, FIELD_SPARE, "1", MIGRATES | SAVED | LISTED, \
                     "in runs with " named ": 1 if that of the clump never changes, else 0", .hi = 1), \
             [QUANTITY_PREDICTED] = \
               FIELD("predicted_" named, REAL, FIELD_SPARE, of_unit, MIGRATES | RENEWED, \
                     named " predicted to the end of a step under way"), \
             [QUANTITY_FLOW] = \
               FIELD(flows, REAL, FIELD_SPARE, flow_unit, MIGRATES | SAVED | SHOWN | SUMMED, \
                     "in runs with " named ": flow of " flows " into the clump in the last step"), \
             [QUANTITY_PER_AMOUNT] = \
               FIELD("per_" named "_amount", REAL, FIELD_SPARE, NULL, DERIVED, \
                     "1 over capacity x mass")}, \
  .start       = {QUANTITY_KEY(named, of_unit, least, most, ends)}, \
  .of_template = {QUANTITY_KEY(named, of_unit, least, most, ends)}, \
  .hold = {BOOL(KEY(named "_fixed"), OPTIONAL, "true: the " named " of its clumps never changes")}, \
  .wall = {REAL(KEY(named), of_unit, OPTIONAL, WITHIN(least, most), \
                "held " named "; without it no " flows " flows through the wall", .open = ends)}

/* Members of a Quantity of pebbles: name and unit; limit of its size; unit as in files. */
#define QUANTITY_OF_PEBBLES(named, of_unit, most, file_unit) \
  .name       = named, \
  .of_pebbles = true, \
  .fields = {[QUANTITY_VALUE] = \
               FIELD(named, REAL, FIELD_SPARE, file_unit, \
                     HELD_ONCE | MIGRATES | SAVED | SHOWN | LISTED, "in runs with " named \
                     "s: that of the clump, which is the sum of those of its pebbles", \
                     .lo = -(most), .hi = most)}, \
  .of_pebble = FIELD(named, REAL, FIELD_SPARE, file_unit, 0, \
                     "in runs with " named "s: that of the pebble"), \
  .start = {REAL(KEY(named), of_unit, OPTIONAL, SIGNED(most), \
                 "in a material: of each pebble of it; in clumps: of each clump, for rows that " \
                 "give none; else that of the template")}, \
  .of_template = {REALS(KEY(named), of_unit, OPTIONAL, SIGNED(most), \
                        "of each pebble, in their order, or one number for the clump, spread over " \
                        "its pebbles by their surfaces; else that of their materials")}
/* clang-format on */

#define DECLARE_QUANTITY(quantity) extern const Quantity quantity;
QUANTITY_LIST(DECLARE_QUANTITY)
#undef DECLARE_QUANTITY

/* Items of a table of option tables (OptionKind.more). */
#define QUANTITY_START(quantity)     (quantity).start,
#define QUANTITY_TEMPLATE(quantity)  (quantity).of_template,
#define QUANTITY_HOLD(quantity)      (quantity).hold,
#define QUANTITY_WALL(quantity)      (quantity).wall,
#define QUANTITY_MATERIALS(quantity) (quantity).materials,

/* All quantities, [QUANTITIES] and NULL. Their indices are places in arrays [QUANTITIES] and bits
   of sets, such as Clumps.uses. */
extern const Quantity *const quantities[];

int quantity_index(const Quantity *quantity);
/* Unit of the key `capacity`; "1": there is none. */
const char *quantity_capacity_unit(const Quantity *quantity);

/* Values given by a material or a template. Starts as {0}. */
typedef struct {
  unsigned given;                /* bit k: start[k] is given */
  double   start[QUANTITIES];    /* of clumps at the start */
  double   capacity[QUANTITIES]; /* per mass; 0: not known, or of pebbles */
} QuantityValues;

/* Set `given` and `start` from the keys of an object of this kind (material, template, wall,
   clumps, inlet), where they are given; of templates, without quantities of pebbles
   (template.h). */
void quantities_read(const Options *options, const char *kind, const char *object,
                     QuantityValues *values);

/* Columns of a quantity in Clumps: one for each field, NULL if it is not in use. */
typedef struct {
  double  *value;
  int32_t *held;
  double  *predicted, *flow, *per_amount;
  double   grain; /* of a counted quantity: a power of two */
} QuantityColumns;

#endif
