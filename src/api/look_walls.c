/* SPDX-License-Identifier: MIT */
/* The table "walls": rows of walls.csv, and where walls are. Loads on walls are summed in each
   evaluation from the first look on; at that look they are found by a visit of the contacts. */
#include "api/look.h"
#include "contact/wall_loads.h"
#include "motion/prescribed/wall_motion.h"
#include "output/table/tables.h"

enum { WALL_NAME = 2 * GROUP_LENGTH };
_Static_assert((int)WALL_NAME >= (int)NAME_LENGTH, "names of groups are the longest");

typedef struct {
  char    name[WALL_NAME];
  WallRow on;
  int64_t contacts;
  Vec3    place, velocity, spin;
  Quat    turn;
} Row;

/* clang-format off */
#define COLUMN(label, of_unit, kind, n, member) {label, of_unit, CLAST_##kind, n, offsetof(Row, member)}
static const RowColumn columns[] = {
  COLUMN("name",             "1",       TEXT,  WALL_NAME, name),
  COLUMN("force",            "N",       REAL,  3, on.force),
  COLUMN("torque",           "N m",     REAL,  3, on.torque),
  COLUMN("point",            "m",       REAL,  3, on.point),
  COLUMN("contacts",         "1",       INT64, 1, contacts),
  COLUMN("power",            "W",       REAL,  1, on.power),
  COLUMN("work",             "J",       REAL,  1, on.work),
  COLUMN("shift",            "m",       REAL,  3, on.shift),
  COLUMN("angle",            "degrees", REAL,  1, on.angle),
  COLUMN("place",            "m",       REAL,  3, place),
  COLUMN("turn",             "1",       REAL,  4, turn),
  COLUMN("velocity",         "m s-1",   REAL,  3, velocity),
  COLUMN("angular_velocity", "rad s-1", REAL,  3, spin),
  {0},
};
/* clang-format on */

static const char *column_name(const clast *self, int k)
{
  (void)self;
  return row_column_name(columns, k);
}

/* ---- loads ---- */

static void see(void *self, const ContactSeen *seen, int n)
{
  WallLoads *loads = self;

  for (int i = 0; i < n; i++) {
    const ContactSeen *s     = &seen[i];
    const Vec3         force = vec3_scale(-1, s->force);

    if (!s->wall || isnan(s->centre.x)) continue;
    sum_add_vec3(loads[s->b].sum + WALL_FORCE, force);
    sum_add_vec3(loads[s->b].sum + WALL_TORQUE, vec3_sub(vec3_cross(s->arm_b, force), s->couple));
    loads[s->b].contacts++;
  }
}

/* Loads on walls in the last step, this rank's part. *sums: they were summed in its evaluation, with
   the power. Collective. */
static PetscErrorCode find_loads(clast *self, WallLoads *loads, bool *sums)
{
  Sim                 *sim = self->sim;
  const int            n   = sim->walls.n;
  const ContactVisitor to  = {loads, see};

  PetscFunctionBeginUser;
  *sums = sim->evaluation.on_walls;
  if (*sums) memcpy(loads, sim->contacts->on_walls, (size_t)n * sizeof *loads);
  else if (n > 0) PetscCall(sim_show_contacts(sim, &to));
  if (n > 0 && !sim->contacts->on_walls) wall_loads_create(sim->contacts, n);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- places ---- */

static void put_displacement(const Displacement *d, Row *row)
{
  row->place = displaced_point(d, (Vec3){0, 0, 0});
  row->turn  = is_turned(d) ? d->turn : (Quat){1, 0, 0, 0};
}

static void put_wall(const Sim *sim, int k, Row *row)
{
  const Wall *wall = &sim->walls.list[k];

  row->turn     = (Quat){1, 0, 0, 0};
  row->velocity = wall->velocity;
  row->spin     = wall->spin;
  if (wall->gone) row->place = row->velocity = row->spin = vec3(NAN, NAN, NAN);
  else if (wall->carried) {
    const Displacement d = surface_moved(wall->surface, wall->constants);

    put_displacement(&d, row);
  }
  for (int m = 0; m < sim->motion.walls.n; m++)
    if (sim->motion.walls.list[m].wall == k) put_displacement(&sim->motion.walls.list[m].now, row);
}

static void put_group(const DrivenGroup *group, bool done, Row *row)
{
  put_displacement(&group->now, row);
  row->velocity = group->velocity;
  row->spin     = group->spin;
  row->contacts = -1;
  if (!done) row->on.force = row->on.torque = vec3(NAN, NAN, NAN);
  if (!done) row->on.power = NAN;
}

static PetscErrorCode find_rows(clast *self, Row *rows)
{
  World     *w = sim_world(self->sim);
  const int  n = wall_rows_count(w), walls = self->sim->walls.n;
  WallLoads *loads;
  WallRow   *on;
  int64_t   *contacts;
  bool       sums;

  PetscFunctionBeginUser;
  array_create(&loads, sizeof *loads, (size_t)walls + 1);
  array_create(&on, sizeof *on, (size_t)n + 1);
  array_create(&contacts, sizeof *contacts, (size_t)walls + 1);
  PetscCall(find_loads(self, loads, &sums));
  PetscCall(wall_rows_find(w, loads, on));
  for (int k = 0; k < walls; k++) contacts[k] = loads[k].contacts;
  PetscCall(parallel_sum_int(&self->sim->par, contacts, walls));
  for (int k = 0; k < n; k++) {
    rows[k] = (Row){.on = on[k], .contacts = k < walls ? contacts[k] : 0};
    snprintf(rows[k].name, WALL_NAME, "%s", on[k].name);
    if (k < walls && !sums) rows[k].on.power = NAN;
    if (k < walls) put_wall(self->sim, k, &rows[k]);
    else
      put_group(&self->sim->motion.walls.driven.list[k - walls], self->sim->evaluation.done,
                &rows[k]);
  }
  array_free(&loads);
  array_free(&on);
  array_free(&contacts);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode look(clast *self, const char *name, clast_array *array)
{
  int64_t n;
  Row    *rows;

  PetscFunctionBeginUser;
  rows = look_made(self, &wall_look_table, "", &n);
  if (!rows) {
    n = wall_rows_count(sim_world(self->sim));
    array_create(&rows, sizeof *rows, (size_t)n + 1);
    PetscCall(find_rows(self, rows));
    look_keep(self, &wall_look_table, "", n, rows);
  }
  *array = row_column_array(row_column_find(columns, name), rows, n, sizeof *rows);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Table wall_look_table = {.name = "walls", .column = column_name, .look = look};
