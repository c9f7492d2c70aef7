/* SPDX-License-Identifier: MIT */
/* Changes of single clumps by id (change_rows.h). */
#include "supply/change_rows.h"
#include "base/bounds.h"
#include "interaction/deform/deform.h"
#include "measure/energy/turnover.h"
#include "motion/prescribed/wall_motion.h"
#include "supply/change.h"

/* ---- columns ---- */

/* A column that may be set. */
typedef struct {
  const char *name;
  int         n;      /* values of a clump */
  bool        driven; /* also of clumps that follow a motion */
  /* True if these values are allowed; else `why` (OPTION_WHY bytes) says what is. Local. */
  bool (*fits)(const World *world, const double *values, char *why);
  /* Set them in an owned row. */
  void (*apply)(const ChangeScene *scene, PetscInt row, const double *values);
} SetColumn;

/* Numbers up to `most`; in two dimensions those of the components `flat` (bits) are 0. */
static bool fits_vector(const World *w, const double *v, double most, unsigned flat, char *why)
{
  snprintf(why, OPTION_WHY, "(%g, %g, %g); allowed: numbers from %g to %g", v[0], v[1], v[2], -most,
           most);
  for (int k = 0; k < 3; k++)
    if (!(fabs(v[k]) <= most)) return false;
  snprintf(why, OPTION_WHY, "(%g, %g, %g) leaves the plane; in two dimensions %s", v[0], v[1], v[2],
           flat == 4 ? "z must be 0" : "x and y must be 0");
  for (int k = 0; k < 3; k++)
    if (w->dimension == 2 && (flat >> k & 1) && v[k] != 0) return false;
  return true;
}

static Vec3 vector(const double *v)
{
  return vec3(v[0], v[1], v[2]);
}

static bool fits_velocity(const World *w, const double *v, char *why)
{
  return fits_vector(w, v, SPEED_MOST, 4, why);
}

static void set_velocity(const ChangeScene *scene, PetscInt row, const double *v)
{
  scene->clumps->motion[row].v = vector(v);
}

static bool fits_spin(const World *w, const double *v, char *why)
{
  return fits_vector(w, v, SPIN_MOST, 3, why);
}

static void set_spin(const ChangeScene *scene, PetscInt row, const double *v)
{
  change_spin(scene->clumps, row, vector(v));
}

static uint64_t bits(const double *values)
{
  uint64_t mask;

  memcpy(&mask, values, sizeof mask);
  return mask;
}

static bool fits_blocked(const World *w, const double *values, char *why)
{
  const uint64_t given = bits(values);

  (void)w;
  snprintf(why, OPTION_WHY,
           "%" PRIu64
           "; allowed: a sum of x 1, y 2, z 4, X 8, Y 16, Z 32, body axes of turning 128 and of "
           "moving 256",
           given);
  return (given & ~(uint64_t)(BLOCK_ALL | BLOCK_BODY | BLOCK_BODY_MOVE)) == 0;
}

static void set_blocked(const ChangeScene *scene, PetscInt row, const double *values)
{
  change_blocked(scene, row, bits(values));
  change_spin(scene->clumps, row, scene->clumps->w[row]);
}

/* Groups that clumps are given, one in each slot, at most one of which follows motions. */
static bool fits_group(const World *w, const double *values, char *why)
{
  const uint64_t given = bits(values), driven = given & driven_groups(&w->motions->driven);
  const Groups  *all = w->groups;

  for (int k = 0; k < GROUPS_MOST; k++) {
    if (!(given >> k & 1)) continue;
    if (k >= all->n || !(all->list[k].used & GROUP_CLUMPS)) {
      snprintf(why, OPTION_WHY, "%" PRIu64 " has bit %d, which is no group of clumps of this run",
               given, k);
      return false;
    }
    if (groups_place(all, all->list[k].slot, given) == k) continue;
    snprintf(why, OPTION_WHY, "%" PRIu64 " has two groups of slot %s; a clump is in one of them",
             given, all->list[k].slot);
    return false;
  }
  snprintf(why, OPTION_WHY, "%" PRIu64 " has two groups that follow motions; give one", given);
  return (driven & (driven - 1)) == 0;
}

static void set_group(const ChangeScene *scene, PetscInt row, const double *values)
{
  scene->clumps->group[row] = bits(values);
}

static const SetColumn columns[] = {
  {"velocity", 3, false, fits_velocity, set_velocity},
  {"angular_velocity", 3, false, fits_spin, set_spin},
  {"blocked", 1, false, fits_blocked, set_blocked},
  {"group", 1, true, fits_group, set_group},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* Index of a quantity of this run whose values may be set; -1: there is none of this name. */
static int quantity_of(const World *w, const char *name)
{
  for (int q = 0; q < QUANTITIES; q++)
    if (strcmp(quantities[q]->name, name) == 0)
      return w->clumps->uses >> q & 1 && !quantities[q]->of_pebbles ? q : -1;
  return -1;
}

static const SetColumn *column_of(const char *name)
{
  for (int k = 0; k < COLUMNS; k++)
    if (strcmp(columns[k].name, name) == 0) return &columns[k];
  return NULL;
}

int change_rows_values(const World *w, const char *name)
{
  const SetColumn *column = column_of(name);

  return column ? column->n : quantity_of(w, name) >= 0;
}

void change_rows_columns(const World *w, Text *text)
{
  for (int k = 0; k < COLUMNS; k++) text_add(text, " %s", columns[k].name);
  for (int q = 0; q < QUANTITIES; q++)
    if (quantity_of(w, quantities[q]->name) >= 0) text_add(text, " %s", quantities[q]->name);
}

/* ---- values of quantities ---- */

/* Amounts that are counted exactly are below this number of grains. */
#define GRAINS_MOST 0x1p52

static bool fits_quantity(const World *w, int q, double value, char *why)
{
  const Option *row   = &quantities[q]->start[0];
  const double  grain = quantities[q]->counted ? w->clumps->quantity[q].grain
                                               : 0, /* 0: it is not counted */
    most              = grain > 0 ? min_real(row->hi, GRAINS_MOST * grain) : row->hi;

  snprintf(why, OPTION_WHY, "%g %s; allowed: numbers %s %g up to %g", value, row->unit,
           row->open & LO_OPEN ? "above" : "from", row->lo, most);
  return value <= most && (row->open & LO_OPEN ? value > row->lo : value >= row->lo);
}

static void set_quantity(Clumps *c, int q, PetscInt row, double value)
{
  const double grain = c->quantity[q].grain;

  c->quantity[q].value[row] =
    quantities[q]->counted && grain > 0 ? grain * rint(value / grain) : value;
}

/* ---- changes ---- */

/* The rows that this rank gives; values that do not fit are noted. */
static IdRow *rows_of(const World *w, const char *name, int64_t n, const Id *id, const char *values,
                      IdFault *fault)
{
  const SetColumn *column = column_of(name);
  const int        width = change_rows_values(w, name), q = quantity_of(w, name);
  IdRow           *rows;
  char             why[OPTION_WHY];

  array_create(&rows, sizeof *rows, (size_t)n);
  for (int64_t k = 0; k < n; k++) {
    IdRow *row = &rows[k];

    row->id = id[k];
    memcpy(row->value, values + (size_t)k * (size_t)width * sizeof *row->value,
           (size_t)width * sizeof *row->value);
    if (!(column ? column->fits(w, row->value, why) : fits_quantity(w, q, row->value[0], why)))
      id_fault(fault, row->id, "clump %" PRId64 ": %s: %s", row->id, name, why);
  }
  return rows;
}

static void refuse_driven(const World *w, const char *what, PetscInt n, const OwnedRow *rows,
                          IdFault *fault)
{
  for (PetscInt k = 0; k < n; k++)
    if (clump_is_driven(w->clumps, rows[k].row))
      id_fault(fault, w->clumps->id[rows[k].row],
               "clump %" PRId64
               " follows a motion, which alone moves it: its column %s cannot be set",
               w->clumps->id[rows[k].row], what);
}

/* Refuse to free a free wall that has no mass. */
static void refuse_massless(const World *w, PetscInt n, const OwnedRow *rows, IdFault *fault)
{
  for (int k = 0; k < w->walls->n; k++) {
    const Wall *wall = &w->walls->list[k];

    if (!wall->carried || option_real_or(w->options, "wall", wall->name, "mass", -1) != 0) continue;
    for (PetscInt i = 0; i < n; i++)
      if (w->clumps->template[rows[i].row] == wall->template &&
          (bits(rows[i].value) & BLOCK_ALL) != BLOCK_ALL)
        id_fault(fault, w->clumps->id[rows[i].row],
                 "clump %" PRId64 " is the free wall %s without mass, which can only be driven: "
                 "block all of it (63)",
                 w->clumps->id[rows[i].row], wall->name);
  }
}

/* Refuse groups with which a clump would be in two that follow motions, one of them of its template. */
static void refuse_two_motions(const World *w, PetscInt n, const OwnedRow *rows, IdFault *fault)
{
  const uint64_t driven = driven_groups(&w->motions->driven);

  for (PetscInt k = 0; k < n; k++) {
    const PetscInt a = rows[k].row;
    const uint64_t both =
      (bits(rows[k].value) | w->templates->list[w->clumps->template[a]].selected) & driven;

    if (both & (both - 1))
      id_fault(fault, w->clumps->id[a],
               "clump %" PRId64
               ": group: with that of its template it is in two groups that follow "
               "motions; give one",
               w->clumps->id[a]);
  }
}

/* Apply all rows, with what they entail. Collective. */
static PetscErrorCode apply(World *w, const char *name, PetscInt n, const OwnedRow *rows)
{
  const SetColumn  *column = column_of(name);
  const int         q      = quantity_of(w, name);
  const ChangeScene scene  = change_scene(w);
  EnergyStock       before;

  PetscFunctionBeginUser;
  PetscCall(world_settle(w));
  PetscCall(turnover_stock(w, &before));
  for (PetscInt k = 0; k < n; k++) {
    const PetscInt row = rows[k].row;

    if (column) column->apply(&scene, row, rows[k].value);
    else set_quantity(w->clumps, q, row, rows[k].value[0]);
    if (w->clumps->asked) w->clumps->asked[row] = w->clock->step;
  }
  PetscCall(driven_anchor(w->par, w->options, w->domain, false, &w->motions->driven, w->clumps));
  PetscCall(world_renew(w, false));
  PetscCall(turnover_changed(w, &before));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode change_rows_set(World *w, const char *name, int64_t n, const Id *id,
                               const void *values, IdFault *fault, bool *good)
{
  const SetColumn *column = column_of(name);
  IdRow           *rows   = rows_of(w, name, n, id, values, fault);
  OwnedRow        *owned;
  PetscInt         n_owned;

  PetscFunctionBeginUser;
  world_complete(w);
  PetscCall(id_fault_agree(w->par, fault, good));
  if (!*good) n = 0;
  PetscCall(id_rows_deliver(w->par, w->clumps, n, rows, 0, fault, &n_owned, &owned));
  if (column && !column->driven) refuse_driven(w, name, n_owned, owned, fault);
  if (strcmp(name, "blocked") == 0) refuse_massless(w, n_owned, owned, fault);
  if (strcmp(name, "group") == 0) refuse_two_motions(w, n_owned, owned, fault);
  if (*good) PetscCall(id_fault_agree(w->par, fault, good));
  PetscCall(parallel_sum_int(w->par, &n, 1));
  if (*good && n > 0) PetscCall(apply(w, name, n_owned, owned));
  array_free(&rows);
  array_free(&owned);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Refuse to remove nodes of deformable bodies, which would be torn. */
static void refuse_nodes(const World *w, PetscInt n, const OwnedRow *rows, IdFault *fault)
{
  for (int o = 0; o < w->deforms->n; o++)
    for (PetscInt k = 0; k < n; k++) {
      const Id id = w->clumps->id[rows[k].row];

      if (deform_node(&w->deforms->list[o], id) >= 0)
        id_fault(fault, id,
                 "clump %" PRId64 " is a node of the deformable body %s, which cannot lose it", id,
                 w->deforms->list[o].name);
    }
}

PetscErrorCode change_rows_delete(World *w, int64_t n, const Id *id, IdFault *fault, bool *good)
{
  IdRow    *rows;
  OwnedRow *owned;
  bool     *leaves;
  PetscInt  n_owned;

  PetscFunctionBeginUser;
  world_complete(w);
  array_create(&rows, sizeof *rows, (size_t)n);
  for (int64_t k = 0; k < n; k++) rows[k].id = id[k];
  PetscCall(id_rows_deliver(w->par, w->clumps, n, rows, 0, fault, &n_owned, &owned));
  refuse_nodes(w, n_owned, owned, fault);
  PetscCall(id_fault_agree(w->par, fault, good));
  PetscCall(parallel_sum_int(w->par, &n, 1));
  array_create(&leaves, sizeof *leaves, w->clumps->n_owned);
  for (PetscInt k = 0; k < n_owned; k++) leaves[owned[k].row] = true;
  if (*good && n > 0) {
    PetscCall(world_settle(w));
    PetscCall(turnover_leave(w, leaves));
    PetscCall(world_renew(w, true));
  }
  array_free(&leaves);
  array_free(&rows);
  array_free(&owned);
  PetscFunctionReturn(PETSC_SUCCESS);
}
