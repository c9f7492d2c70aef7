/* SPDX-License-Identifier: MIT */
#include "output/table/tables.h"

#define AT(member) offsetof(ROW, member)
/* clang-format off */
/* Columns of a vector: BEFOREx, BEFOREy, BEFOREz; NAME_x, NAME_y, NAME_z. */
#define AXES(before, member, type, unit, text) \
  {before "x", unit, type, AT(member.x), text}, \
  {before "y", unit, type, AT(member.y), "likewise"}, \
  {before "z", unit, type, AT(member.z), "likewise"}
#define VECTOR(name, member, unit, text) AXES(name "_", member, TABLE_REAL, unit, text)
#define SOME_VECTOR(name, member, unit, text) AXES(name "_", member, TABLE_SOME, unit, text)
/* The first columns of all tables. */
#define CLOCK(which) \
  {"step", NULL, TABLE_INT64, AT(step), "number of the " which}, \
  {"time", "s", TABLE_REAL, AT(time), "simulated time"}

#define ROW WallRow
static const OutputColumn wall_columns[] = {
  CLOCK("step"),
  {"wall", NULL, TABLE_NAME, AT(name), "its name"},
  VECTOR("force", force, "N", "force of the clumps on the wall"),
  VECTOR("torque", torque, "N m", "their torque on it about the point"),
  VECTOR("point", point, "m",
   "that point: of a wall that turns where its axis is now (its `point`, carried along), else "
   "the origin"),
  {"power", "W", TABLE_REAL, AT(power),
   "power that the wall gives to the clumps; 0 if it does not move"},
  {"work", "J", TABLE_REAL, AT(work),
   "work that it has done on them since the first step with `walls_every`; the sum over all "
   "walls is `supplied` in log.csv"},
  SOME_VECTOR("shift", shift, "m",
   "displacement of the wall, or of its axis, since the start of the run by its motions; empty "
   "for free meshes"),
  {"angle", "degrees", TABLE_SOME, AT(angle),
   "by which it has turned since about its axis, whole turns included; about several axes: angle "
   "of the whole rotation; empty for free meshes"},
  {.name = ""},
};

#undef ROW
#define ROW BodyRow
static const OutputColumn body_columns[] = {
  CLOCK("step"),
  {"clump", NULL, TABLE_INT64, AT(clump), "its id"},
  VECTOR("force", force, "N",
   "sum of the forces on it: contacts, hard ones among them, constraints, links, "
   "interactions, forces of the scenario and damping, without its weight; of a clump that is "
   "blocked as well"),
  VECTOR("torque", torque, "N m", "torque about its centre of all of them"),
  VECTOR("total", total, "N", "force with its weight"),
  {.name = ""},
};

#undef ROW
#define ROW MemberRow
static const OutputColumn member_columns[] = {
  CLOCK("step"),
  {"clump", NULL, TABLE_INT64, AT(clump), "its id"},
  {"pebble", NULL, TABLE_INT64, AT(member),
   "index of the pebble in its template, from 0; -1: constraints and hard contacts, links, "
   "interactions, forces of the scenario, damping, and contacts of faces that the clump has"},
  VECTOR("force", force, "N", "sum of the forces on the pebble, without weight"),
  VECTOR("torque", torque, "N m", "their torque about the centre of the clump"),
  {.name = ""},
};

#undef ROW
#define ROW OutletRow
static const OutputColumn outlet_columns[] = {
  CLOCK("step"),
  {"outlet", NULL, TABLE_NAME, AT(outlet), "that took the clump"},
  {"action", NULL, TABLE_NAME, AT(action), "remove or recycle"},
  {"id", NULL, TABLE_INT64, AT(id), "of the clump"},
  {"template", NULL, TABLE_NAME, AT(template), "its shape"},
  {"mass", "kg", TABLE_REAL, AT(mass), "of the clump"},
  {"size", "m", TABLE_REAL, AT(size),
   "diameter of the sphere (in two dimensions the circle) of its volume"},
  AXES("", x, TABLE_REAL, "m", "its centre"),
  AXES("v", v, TABLE_REAL, "m s-1", "its velocity"),
  {"clumps", NULL, TABLE_INT64, AT(clumps),
   "clumps that the outlet has taken since the first step, with this one"},
  {"total_mass", "kg", TABLE_REAL, AT(total), "their mass"},
  {.name = ""},
};

#undef ROW
#define ROW Event
static const OutputColumn event_columns[] = {
  CLOCK("step"),
  {"event", NULL, TABLE_WORD, AT(event),
   "what happened: broke (a bond, a spring); happened (an event of the scenario), and what it "
   "did: start, stop, checkpoint, end"},
  {"name", NULL, TABLE_WORD, AT(name), "object of the scenario that it belongs to"},
  {"mode", NULL, TABLE_WORD, AT(mode),
   "how: tension or shear; what the event waited for; the event that did it"},
  {"clump", NULL, TABLE_INT64, AT(clump), "id of the clump; -1: none is concerned"},
  {"pebble", NULL, TABLE_INT32, AT(pebble),
   "its pebble: index in the template; -1: the clump as a whole"},
  {"other_clump", NULL, TABLE_INT64, AT(other), "id of the other clump; -1: there is none"},
  {"other_pebble", NULL, TABLE_INT32, AT(other_pebble), "its pebble"},
  AXES("", place, TABLE_SOME, "m",
   "where it happened: half way between the two pebbles; empty without a clump"),
  {"value", NULL, TABLE_SOME, AT(value),
   "value that the event waited for, in SI units; empty: none"},
  {.name = ""},
};

#undef ROW
#define ROW BalanceRow
static const OutputColumn balance_columns[] = {
  CLOCK("step of the rebuild of the pair lists that changed the decomposition"),
  {"imbalance_before", NULL, TABLE_DECIMALS4, AT(before),
   "largest work of a rank over the mean work, before it"},
  {"imbalance_after", NULL, TABLE_DECIMALS4, AT(after), "and after it"},
  {"cuts_moved", NULL, TABLE_INT64, AT(cuts_moved),
   "cuts between subdomains that moved (of ranks - 1)"},
  {"cuts_held_back", NULL, TABLE_INT64, AT(held_back),
   "those of them that were stopped by `balance: fraction`"},
  {"clumps_moved", NULL, TABLE_INT64, AT(clumps), "clumps that changed their rank"},
  {"contacts_moved", NULL, TABLE_INT64, AT(records), "contacts that changed their rank"},
  {"bytes_moved", "B", TABLE_INT64, AT(bytes), "size of these clumps and contacts"},
  {"cost", "s", TABLE_DIGITS3, AT(seconds),
   "wall time of this rebuild beyond that of a rebuild without a balance"},
  {"gain", "s", TABLE_DIGITS3, AT(gain),
   "expected saving of wall time per step, from the measured time of steps before; at step 0 "
   "from estimated work"},
  {.name = ""},
};

/* clang-format on */

static int compare_events(const void *a, const void *b)
{
  const Event  *p = a, *q = b;
  const int64_t x[] = {p->step, p->clump, p->other, p->pebble, p->other_pebble},
                y[] = {q->step, q->clump, q->other, q->pebble, q->other_pebble};
  const int name = strcmp(p->name, q->name), keys = keys_compare(x, y, sizeof x / sizeof *x);

  if (x[0] != y[0]) return x[0] < y[0] ? -1 : 1;
  if (p->order != q->order) return p->order < q->order ? -1 : 1;
  if (name != 0) return name;
  if (keys != 0) return keys;
  return p->place.x < q->place.x ? -1 : p->place.x > q->place.x;
}

const OutputTable wall_table    = {"walls.csv", wall_columns, sizeof(WallRow), NULL};
const OutputTable body_table    = {"bodies.csv", body_columns, sizeof(BodyRow), compare_ids};
const OutputTable member_table  = {"pebbles.csv", member_columns, sizeof(MemberRow),
                                   compare_id_pairs};
const OutputTable outlet_table  = {"outlets.csv", outlet_columns, sizeof(OutletRow), NULL};
const OutputTable event_table   = {"events.csv", event_columns, sizeof(Event), compare_events};
const OutputTable balance_table = {"balance.csv", balance_columns, sizeof(BalanceRow), NULL};

/* ---- the module of events.csv ---- */

void journal_add(Journal *j, const Event *event)
{
  array_reserve(&j->rows, sizeof *j->rows, j->n + 1, &j->capacity);
  j->rows[j->n++] = *event;
}

static Event event_of(const Links *links, const Break *b)
{
  const LinkSet *set = &links->set[b->kind];
  Event          e   = {.step         = b->step,
                        .time         = b->time,
                        .event        = "broke",
                        .clump        = b->link.a,
                        .other        = b->link.b,
                        .pebble       = b->link.member_a,
                        .other_pebble = b->link.member_b,
                        .place        = b->place,
                        .value        = NAN};

  snprintf(e.name, sizeof e.name, "%s", set->objects[b->link.object].name);
  snprintf(e.mode, sizeof e.mode, "%s", set->kind->ruptures[b->mode]);
  return e;
}

/* Write the rows of this rank, with the links that broke since the last call. */
static PetscErrorCode write_rows(const World *w, EventRows *own, Output *out)
{
  const int64_t before = own->log.lost;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < w->links->n_breaks; k++) {
    const Event e = event_of(w->links, &w->links->breaks[k]);

    journal_add(&own->journal, &e);
  }
  w->links->n_breaks = 0;
  PetscCall(table_write(w->par, &own->log, own->journal.n, own->journal.rows));
  own->journal.n = 0; /* nobody reads them if there is no file */
  out->rows_lost += own->log.lost - before;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode write(void *self, World *w, Output *out)
{
  EventRows *own = self;

  PetscFunctionBeginUser;
  if (out->call == OUTPUT_OPEN)
    PetscCall(table_open(w->par, out->dir, out->goes_on ? w->clock->step : -1,
                         own->journal.used || links_are_used(w->links), &event_table, &own->log));
  else if (out->call == OUTPUT_FLUSH || out->call == OUTPUT_CLOSE ||
           (out->call == OUTPUT_STEP && out->row))
    PetscCall(write_rows(w, own, out));
  if (out->call == OUTPUT_CLOSE) log_close(&own->log);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void free_state(void *self)
{
  array_free(&((EventRows *)self)->journal.rows);
}

const Module event_rows_module = {
  .name = "event_rows", .size = sizeof(EventRows), .write = write, .free = free_state};
