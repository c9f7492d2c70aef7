/* SPDX-License-Identifier: MIT */
/* The section `constraint` of the scenario; constraints as links, which give no forces but store
   energy and break. */
#include "constraint/kinds/constraint_link.h"
#include "constraint/hard/hard.h"
#include "options/rows.h"

/* The types of the section: the kinds of constraints that are links, and two that are not (hard.h,
   volume.h). */
static const Plugin *const constraint_table[] = {CONSTRAINTS(PLUGIN_HEAD) & constraint_contact,
                                                 &constraint_volume, NULL};

/* clang-format off */
static const Option constraint_options[] = {
  PLUGIN(KEY_IN("type", ConstraintObject, kind), REQUIRED, constraint_table, "kind of constraint"),
  INPUT_FILE(KEY("file"),                                     OPTIONAL,
      "all types but contact and volume: list of the pairs, CSV with the columns a,b: ids of "
      "clumps; ax,ay,az,bx,by,bz: the two points, m, from the centres of mass in the axes of the "
      "templates; and the columns of the type (docs/physics/constraints.md)"),
  REAL(KEY_IN("compliance", ConstraintObject, compliance[0]), "m/N", "0",
      UP_TO(1 / STIFFNESS_LEAST), "inverse stiffness of distances; 0: rigid"),
  REAL(KEY_IN("turn_compliance", ConstraintObject, compliance[1]), "rad/(N m)", "0",
      UP_TO(1 / STIFFNESS_LEAST), "inverse stiffness of angles; 0: rigid"),
  REAL(KEY_IN("damping", ConstraintObject, damping[0]), "kg/s", "0", UP_TO(STIFFNESS_MOST),
      "dashpot beside the spring, force over the speed of deformation; without compliance it has "
      "no effect"),
  REAL(KEY_IN("turn_damping", ConstraintObject, damping[1]), "N m s", "0", UP_TO(STIFFNESS_MOST),
      "dashpot of angles, torque over rate; without turn_compliance it has no effect"),
  INT(KEY("sweeps"),                                          OPTIONAL, WITHIN(1, 1e6),
      "corrections of all pairs in a step; more make long chains stiffer; default: 1, with type: "
      "contact 20"),
  REAL(KEY_IN("break_force", ConstraintObject, most[0]), "N", OPTIONAL_OR(INFINITY),
      POSITIVE_UP_TO(FORCE_MOST), "a pair whose force exceeds this breaks; default: it never does"),
  REAL(KEY_IN("break_torque", ConstraintObject, most[1]), "N m", OPTIONAL_OR(INFINITY),
      POSITIVE_UP_TO(FORCE_MOST),
      "a pair breaks if the torque of its equations of angles exceeds this; default: it never "
      "does"),
  {0},
};
/* clang-format on */

static const MemoryField constraint_memory[] = {{"arm_a", "m", 3},
                                                {"arm_b", "m", 3},
                                                {"shares", "1", 2},
                                                {"force", "N", 1},
                                                {"torque", "N m", 1},
                                                {"break_force", "N", 1},
                                                {"energy", "J", 2},
                                                {"counted", "1", 2},
                                                {"numbers", "1", CONSTRAINT_NUMBERS},
                                                {0}};

static const char *const constraint_ruptures[] = {"force", "torque", NULL};

/* ---- objects ---- */

bool constraint_is(const Options *o, const char *name, const Plugin *type)
{
  return strcmp(option_word(o, "constraint", name, "type"), type->name) == 0;
}

static bool constraint_takes(const Options *o, const char *name)
{
  return !constraint_is(o, name, &constraint_contact) &&
         !constraint_is(o, name, &constraint_volume);
}

void constraint_refuse(Options *o, const char *name, const Plugin *type)
{
  static const char *const others[] = {"break_force", "break_torque"},
                           *zeros[] = {"damping", "turn_compliance", "turn_damping"};

  for (int k = 0; k < 2; k++)
    if (option_has_value(o, "constraint", name, others[k]))
      option_mistake(o, "constraint", name, others[k], "not for type: %s: leave it out",
                     type->name);
  for (int k = 0; k < 3; k++)
    if (option_real(o, "constraint", name, zeros[k]) > 0)
      option_mistake(o, "constraint", name, zeros[k], "not for type: %s: leave it at 0",
                     type->name);
}

int constraint_sweeps(const Options *o, const char *name, int usual)
{
  const bool given = option_has_value(o, "constraint", name, "sweeps");

  return given ? (int)option_int(o, "constraint", name, "sweeps") : usual;
}

/* Refuse keys of angles where the type has no angles. Values that do nothing, as in resolved.yaml,
   are accepted. */
static void check_turns(const LinkSource *s, const ConstraintObject *o)
{
  static const char *const keys[] = {"turn_compliance", "turn_damping", "break_torque"};
  const bool given[]              = {o->compliance[1] > 0, o->damping[1] > 0, isfinite(o->most[1])};

  if (!o->kind || o->kind->angles) return;
  for (int k = 0; k < 3; k++)
    if (given[k])
      option_mistake(s->options, s->kind, s->name, keys[k],
                     "type: %s has no equations of angles: leave it out", o->kind->head.name);
}

static void constraint_read(void *self, const LinkSource *s)
{
  ConstraintObject *o = self;
  const CsvColumn  *own;
  int               n = 0;

  own       = o->kind ? o->kind->columns : NULL;
  o->sweeps = constraint_sweeps(s->options, s->name, 1);
  /* a misspelt type may be one that needs no list */
  if (!option_has_value(s->options, s->kind, s->name, "file") &&
      !option_is_wrong(s->options, s->kind, s->name, "file") &&
      !option_is_wrong(s->options, s->kind, s->name, "type"))
    option_mistake(s->options, s->kind, s->name, "file", "missing: the list of pairs");
  check_turns(s, o);
  /* columns of list files are those of the kind, and one that all kinds have */
  for (; own && own[n].name; n++) o->columns[n] = own[n];
  o->n_columns  = n;
  o->columns[n] = (CsvColumn){
    .name = "break_force", .type = CSV_REAL, .flags = CSV_POSITIVE, .unit = "N", .hi = FORCE_MOST};
  if (!o->kind) return;
  plugin_read_into(s->options, s->kind, s->name, &o->kind->head, o->own);
  if (o->kind->read) o->kind->read(o->own, s);
}

static const CsvColumn *constraint_columns(const void *self)
{
  return ((const ConstraintObject *)self)->columns;
}

static const char *constraint_fault(const void *self, const ClumpState state[2],
                                    const LinkGiven *given)
{
  const Constraint *kind = ((const ConstraintObject *)self)->kind;

  if ((state[0].blocked & state[1].blocked & BLOCK_ALL) == BLOCK_ALL)
    return "are both fixed: a constraint has nothing to move; leave the line out, or free one";
  return kind->fault ? kind->fault(given) : NULL;
}

/* ---- pairs ---- */

void constraint_batch(const Constraint *kind, const LinkBatch *links, double dt, ConstraintBatch *b)
{
  b->n         = links->n;
  b->dt        = dt;
  b->dimension = links->dimension;
  b->way       = links->way;
  b->a         = links->a;
  b->b         = links->b;
  for (int k = 0; k < b->n; k++)
    b->numbers[k] = links->memory[k] ? links->memory[k] + CONSTRAINT_KEPT : NULL;
  for (int e = 0; e < kind->equations; e++)
    for (int k = 0; k < b->n; k++) {
      b->least[e][k] = -INFINITY;
      b->most[e][k]  = INFINITY;
    }
}

static void constraint_start(const void *self, const LinkBatch *links, int k,
                             const LinkGiven *given, double *memory)
{
  const ConstraintObject *o = self;
  ConstraintBatch         b;

  if (!isnan(given->value[o->n_columns])) memory[CONSTRAINT_MOST] = given->value[o->n_columns];
  constraint_batch(o->kind, links, 0, &b);
  if (o->kind->start) o->kind->start(o->own, &b, k, given, memory + CONSTRAINT_KEPT);
}

/* Energy of a spring with the force -C / compliance, kept within its bounds, J. */
static double stored(double c, double compliance, double least, double most)
{
  const double force = min_real(max_real(-c / compliance, least), most);

  return -force * c - 0.5 * compliance * force * force;
}

/* Mode in which a pair breaks, by its memory. */
static int constraint_rupture(const void *self, const double *memory)
{
  const ConstraintObject *o    = self;
  const double            most = memory[CONSTRAINT_MOST] > 0 ? memory[CONSTRAINT_MOST] : o->most[0];

  return memory[CONSTRAINT_FORCE] > most ? 1 : memory[CONSTRAINT_TORQUE] > o->most[1] ? 2 : 0;
}

/* Constraints give no forces here: positions have been corrected (project.h). */
static void constraint_apply(const void *self, LinkBatch *links)
{
  const ConstraintObject *o = self;
  ConstraintBatch         b;

  for (int k = 0; k < links->n; k++) links->rupture[k] = constraint_rupture(o, links->memory[k]);
  if (!(o->compliance[0] > 0 || o->compliance[1] > 0)) return;
  constraint_batch(o->kind, links, 0, &b);
  o->kind->evaluate(o->own, &b);
  for (int e = 0; e < o->kind->equations; e++)
    for (int k = 0; compliance_of(o, e) > 0 && k < b.n; k++)
      if (!links->rupture[k])
        links->energy[k] += stored(b.value[e][k], compliance_of(o, e), b.least[e][k], b.most[e][k]);
}

/* Cost of a pair, ns: for rods between centres (rods.h) 60 in a step and 10 in a sweep; for others,
   in a sweep, 150 and 70 for every equation. */
static int constraint_cost(const void *self)
{
  const ConstraintObject *o = self;

  return 60 + (int)min_int(o->sweeps, 10000) * (o->kind->rod ? 10 : 150 + 70 * o->kind->equations);
}

const LinkKind link_constraints = {
  .head     = {.name   = "constraints",
               .text   = "Pairs of clumps that a constraint holds.",
               .source = "Macklin et al. 2016, Proc. Motion in Games, 49"},
  .options  = {.name    = "constraint",
               .named   = true,
               .options = constraint_options,
               .text =
                 "constraints between clumps, which correct positions: rods, ropes and joints"},
  .size     = sizeof(ConstraintObject),
  .memory   = constraint_memory,
  .arms     = true,
  .passive  = true,
  .ruptures = constraint_ruptures,
  .cost_of  = constraint_cost,
  .takes    = constraint_takes,
  .read     = constraint_read,
  .columns  = constraint_columns,
  .fault    = constraint_fault,
  .start    = constraint_start,
  .apply    = constraint_apply,
  .rupture  = constraint_rupture,
};
