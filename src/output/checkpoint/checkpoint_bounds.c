/* SPDX-License-Identifier: MIT */
/* Bounds of all numbers in a checkpoint. Values that a run can write lie within them; others could
   cause overflows or endless loops later. */
#include "base/bounds.h"
#include "output/checkpoint/reader.h"

/* Bound on positions, m: clumps may go beyond LENGTH_MOST along free axes;
   checkpoint_bounds_clump checks the exact limits of the domain. */
#define PLACE_MOST 1e36
/* A step checks speeds and spins before its last half kick, which belongs to the state that is
   saved; a run that goes on from a state beyond SPEED_MOST or SPIN_MOST is stopped by its next
   step. */
#define LAST_KICK 1e30
/* Bound on the total load of a clump, N and N m. */
#define LOADS_MOST 1e250
#define IMAGE_MOST 0x1p30
/* Components of unit quaternions round. */
#define ONE (1 + 1e-6)

enum { OR_ZERO = 1 /* 0, for a value not given, is allowed too */ };

typedef struct {
  const char *name;
  double      lo, hi;
  unsigned    flags;
} Limit;

/* Limits of columns, by the end of the path; waiting clumps have those of clumps. Ids and bits are
   checked elsewhere; some fields have limits of their own (Field.lo). */
static const Limit limits[] = {
  {"materials/density", DENSITY_LEAST, DENSITY_MOST, 0},
  {"materials/young", MODULUS_LEAST, MODULUS_MOST, OR_ZERO},
  {"materials/poisson", -1, 0.5, 0},
  {"templates/pebbles", 1, PETSC_MPI_INT_MAX, 0},
  {"templates/volume", 0, VOLUME_MOST, 0},
  {"templates/mass", MASS_LEAST, MASS_MOST, 0},
  {"templates/centre", -LENGTH_MOST, LENGTH_MOST, 0},
  {"templates/inertia", -INERTIA_MOST, INERTIA_MOST, 0},
  {"templates/principal", INERTIA_LEAST, INERTIA_MOST, 0},
  {"templates/error", 0, 1e300, 0},
  {"templates/centre_error", 0, 1e300, 0},
  {"templates/density", DENSITY_LEAST, DENSITY_MOST, OR_ZERO},
  {"templates/inertia_given", 0, 1, 0},
  {"templates/pebble_offset", -LENGTH_MOST, LENGTH_MOST, 0},
  {"templates/pebble_radius", LENGTH_LEAST, LENGTH_MOST, 0},
  {"clumps/scale", SCALE_LEAST, SCALE_MOST, 0},
  {"clumps/mass", MASS_LEAST, MASS_MOST, 0},
  {"clumps/inertia", INERTIA_LEAST, INERTIA_MOST, 0},
  {"clumps/position", -PLACE_MOST, PLACE_MOST, 0},
  {"clumps/position_rest", -PLACE_MOST, PLACE_MOST, 0},
  {"clumps/image", -IMAGE_MOST, IMAGE_MOST, 0},
  {"clumps/velocity", -LAST_KICK *SPEED_MOST, LAST_KICK *SPEED_MOST, 0},
  {"clumps/angular_momentum", -LAST_KICK *INERTIA_MOST *SPIN_MOST,
   LAST_KICK *INERTIA_MOST *SPIN_MOST, 0},
  {"clumps/angular_velocity", -LAST_KICK *SPIN_MOST, LAST_KICK *SPIN_MOST, 0},
  {"clumps/force", -LOADS_MOST, LOADS_MOST, 0},
  {"clumps/torque", -LOADS_MOST, LOADS_MOST, 0},
  {"clumps/time", 0, TIME_MOST, 0},
  {"clumps/squeeze", -WORK_MOST, WORK_MOST, 0},
  {"clumps/density", 0, 1e300, 0}, /* of SPH, and what follows */
  {"clumps/smoothing_length", 0, PLACE_MOST, 0},
  {"clumps/present_smoothing_length", 0, PLACE_MOST, 0},
  {"clumps/sound_speed", 0, 1e300, 0},
  {"contacts/member_a", 0, PETSC_MPI_INT_MAX, 0},
  {"contacts/member_b", -PETSC_MPI_INT_MAX, PETSC_MPI_INT_MAX, 0},
  {"contacts/image", -IMAGE_MOST, IMAGE_MOST, 0},
  {"contacts/point", -PLACE_MOST, PLACE_MOST, 0},
  {"contacts/memory", -FORCE_MOST, FORCE_MOST, 0},
  {"links/member_a", LINK_CENTRE, PETSC_MPI_INT_MAX, 0},
  {"links/member_b", LINK_CENTRE, PETSC_MPI_INT_MAX, 0},
  {"links/image", -IMAGE_MOST, IMAGE_MOST, 0},
  {"links/object", 0, PETSC_MPI_INT_MAX, 0},
  {"links/rest_length", 0, PLACE_MOST, 0},
  {"links/frame_a", -ONE, ONE, 0},
  {"links/frame_b", -ONE, ONE, 0},
  {"links/lever_a", -PLACE_MOST, PLACE_MOST, 0},
  {"links/lever_b", -PLACE_MOST, PLACE_MOST, 0},
  {"links/arm_a", -PLACE_MOST, PLACE_MOST, 0},
  {"links/arm_b", -PLACE_MOST, PLACE_MOST, 0},
  {"links/shares", 0, PETSC_MPI_INT_MAX, 0},
  {"links/force", -LOADS_MOST, LOADS_MOST, 0},
  {"links/torque", -LOADS_MOST, LOADS_MOST, 0},
  {"links/energy", -WORK_MOST, WORK_MOST, 0},
};

/* True if the value is within the limit; false for NaN. */
static bool is_within(const Limit *l, double value)
{
  return (value >= l->lo && value <= l->hi) || ((l->flags & OR_ZERO) && value == 0);
}

/* ---- columns ---- */

/* Limits that the field of clumps has itself; false: none. */
static bool field_limit(const char *name, Limit *limit)
{
  Field f;

  for (int k = 0; clump_field(k, &f); k++) {
    if (strcmp(f.name, name) != 0) continue;
    *limit = (Limit){.name = name, .lo = f.lo, .hi = f.hi};
    return f.lo < f.hi;
  }
  return false;
}

static bool limit_of(const Column *column, Limit *limit)
{
  static const char *const kinds[] = {
    [ROWS_CLUMPS] = "clumps", [ROWS_WAITING] = "clumps", [ROWS_CONTACTS] = "contacts"};
  const char *name = strrchr(column->table.path, '/');
  char        key[HDF5_PATH];

  if (column->rows == ROWS_COMMON) {
    while (name > column->table.path && name[-1] != '/') name--;
    snprintf(key, sizeof key, "%s", name);
  } else
    snprintf(key, sizeof key, "%s%s",
             rows_link_kind(column->rows) >= 0 ? "links" : kinds[column->rows], name);
  for (size_t k = 0; k < sizeof limits / sizeof *limits; k++)
    if (strcmp(limits[k].name, key) == 0) return *limit = limits[k], true;
  return strncmp(key, "clumps/", 7) == 0 && field_limit(key + 7, limit);
}

bool checkpoint_bounds_values(const Column *column, int64_t first, int64_t n, const char *packed,
                              char *why)
{
  const Hdf5Type type = column->table.type;
  const size_t   size = hdf5_row_size(&column->table),
               width  = column->table.width > 0 ? (size_t)column->table.width : 1;
  Limit      limit    = {NULL, -HUGE_VAL, HUGE_VAL, 0};
  const bool bounded  = limit_of(column, &limit);
  char       where[HDF5_PATH + 32];

  if (type == HDF5_BITS || type == HDF5_BYTE) return true;
  for (int64_t i = 0; i < n; i++) {
    const char *row = packed + size * (size_t)i;

    if (type == HDF5_TEXT && !memchr(row, 0, size)) {
      snprintf(why, CHECKPOINT_BOUNDS_WHY, "%s: row %lld has no terminating zero",
               column->table.path, (long long)(first + i));
      return false;
    }
    for (size_t k = 0; type != HDF5_TEXT && k < width; k++) {
      const double value = row_number(type, row, (int)k);

      if (bounded ? is_within(&limit, value) : type != HDF5_REAL || isfinite(value)) continue;
      snprintf(where, sizeof where, "%s: row %lld", column->table.path, (long long)(first + i));
      if (bounded || !isnan(value))
        snprintf(why, CHECKPOINT_BOUNDS_WHY, "%s is %.10g; allowed: %.10g to %.10g%s", where, value,
                 limit.lo, limit.hi, limit.flags & OR_ZERO ? ", or 0" : "");
      else snprintf(why, CHECKPOINT_BOUNDS_WHY, "%s is not a number", where);
      return false;
    }
  }
  return true;
}

/* ---- attributes ---- */

static bool refuse(char *why, const char *attribute, const char *reason)
{
  snprintf(why, CHECKPOINT_BOUNDS_WHY, "/clast: attribute %s %s", attribute, reason);
  return false;
}

/* Check time = first_time + (step - first_step) dt. */
static bool times_agree(const Columns *columns, const Checkpoint *c, char *why)
{
  const double time = clock_time(&c->clock);
  double       told;

  memcpy(&told, state_find(&columns->attributes, "time")->bytes, sizeof told);
  if (c->clock.first > c->clock.step) return refuse(why, "first_step", "is beyond step");
  if (!(fabs(told - time) <= 1e-9 * time)) /* far above rounding, 1e-15, also of other versions */
    return refuse(why, "time", "is not first_time + (step - first_step) dt");
  return true;
}

static bool box_is_sound(Checkpoint *c, char *why)
{
  const Domain d = c->domain;
  int          exponent;

  c->domain = domain_create(d.dimension, d.lo, d.hi, d.boundary, 0, d.quantum);
  if (frexp(d.quantum, &exponent) != 0.5)
    return refuse(why, "position_quantum", "is no power of two");
  for (int k = 0; k < d.dimension; k++)
    if (!(vec3_axis(c->domain.length, k) > 0)) return refuse(why, "lo", "is not below hi");
  if (!domain_fits(&c->domain, 0))
    return refuse(why, "position_quantum", "is too small for lo and hi");
  return true;
}

bool checkpoint_bounds_attributes(const Columns *columns, Checkpoint *c, char *why)
{
  StatePart parts[CHECKPOINT_PARTS];
  char      reason[STATE_WHY];
  bool      good = true;

  checkpoint_parts(c, parts);
  for (int k = 0; k < CHECKPOINT_PARTS && good; k++)
    state_restore(&columns->attributes, &parts[k], &good, reason);
  if (!good) snprintf(why, CHECKPOINT_BOUNDS_WHY, "/clast: attribute %.200s", reason);
  if (!good) return false;
  if (!sum_is_sound(&c->dissipated, WORK_MOST))
    return refuse(why, "dissipated", "is not a valid sum");
  if (!sum_is_sound(&c->pending, WORK_MOST)) return refuse(why, "pending", "is not a valid sum");
  return times_agree(columns, c, why) && box_is_sound(c, why);
}

/* ---- rows ---- */

static bool is_unit(Quat q)
{
  return fabs(quat_norm(q) - 1) < 1e-6; /* a run keeps the norm to 1e-15 */
}

/* True if a shaft is the middle of the two ends behind it, to rounding. */
static bool is_middle(const SavedPebble *p)
{
  const Vec3   off  = vec3_axpy(vec3_add(p[1].offset, p[2].offset), -2, p[0].offset);
  const double size = vec3_norm(p[1].offset) + vec3_norm(p[2].offset) + p->radius;

  return vec3_norm(off) <= 1e-12 * size;
}

/* True if pebble i of n of a template is a ball, or a part of a capsule whose others are beside it. */
static bool role_is_sound(const SavedPebble *p, int n, int i)
{
  switch (p->role) {
  case PEBBLE_BALL: return true;
  case PEBBLE_SHAFT:
    return i + 2 < n && p[1].role == PEBBLE_END && p[2].role == PEBBLE_END &&
           p[1].radius == p->radius && p[2].radius == p->radius && is_middle(p);
  case PEBBLE_END:
    return (i > 0 && p[-1].role == PEBBLE_SHAFT) || (i > 1 && p[-2].role == PEBBLE_SHAFT);
  default: return false;
  }
}

bool checkpoint_bounds_templates(const Checkpoint *c, const SavedPebble *pebbles, char *why)
{
  const bool flat = c->domain.dimension == 2;
  int64_t    k    = 0;

  for (int t = 0; t < c->templates->n; t++) {
    const Template *of   = &c->templates->list[t];
    const Quat      axes = of->mass.axes;

    if (!of->name[0] || !is_unit(axes) || (flat && (axes.x != 0 || axes.y != 0))) {
      snprintf(why, CHECKPOINT_BOUNDS_WHY,
               "/clast/templates: template %d: its name or axes are invalid", t);
      return false;
    }
    for (int i = 0; i < of->n; i++, k++) {
      const SavedPebble *p = &pebbles[k];

      if (role_is_sound(p, of->n, i) && p->material >= 0 && p->material < c->materials->n &&
          !(p->group & ~groups_all(&c->groups)) &&
          (!flat || (p->offset.z == 0 && p->role == PEBBLE_BALL)))
        continue;
      snprintf(why, CHECKPOINT_BOUNDS_WHY,
               "/clast/templates: pebble %lld: its material, group, role or position is invalid",
               (long long)k);
      return false;
    }
  }
  return true;
}

/* True if x is a whole number of quanta, a power of two: exact at any size. Far out along a free
 * axis every double is. */
static bool is_on_grid(const Domain *d, double x)
{
  const double n = x / d->quantum;

  return rint(n) == n;
}

/* True if the position is on the grid, in the box along periodic axes, not beyond an open face, and
   in the plane in two dimensions. */
static bool place_is_sound(const Domain *d, Vec3 x)
{
  const Image n = domain_boxes(d, x);

  return domain_in_range(d, x) && is_on_grid(d, x.x) && is_on_grid(d, x.y) && is_on_grid(d, x.z) &&
         n.x == 0 && n.y == 0 && n.z == 0 && !domain_has_left(d, x) &&
         (d->dimension != 2 || x.z == 0);
}

/* True if the bits are consistent: axes of the body are marked only where some rotations, or
   translations, are blocked. */
static bool blocked_are_sound(uint64_t blocked)
{
  const uint64_t turn = blocked & BLOCK_TURN, move = blocked & BLOCK_MOVE;

  return !(blocked & ~(uint64_t)(BLOCK_ALL | BLOCK_BODY | BLOCK_BODY_MOVE)) &&
         (!(blocked & BLOCK_BODY) || (turn != 0 && turn != BLOCK_TURN)) &&
         (!(blocked & BLOCK_BODY_MOVE) || (move != 0 && move != BLOCK_MOVE));
}

/* Largest density over DENSITY_MOST: fragments may have a smaller volume than the
   clump that broke. */
#define DENSER 10

/* True if the moments of inertia are those of the template times mass and the square of the scale,
   and the density is one that clumps may have, or that of the template, whose mass may be given.
   Moments given in the scenario do not scale, or are multiplied by one number (fragments). Mass and
   inertia are rounded in each change: 1e-9 allows for a million changes. */
static bool masses_agree(const Checkpoint *c, const Clumps *clumps, PetscInt a)
{
  const Template *t = &c->templates->list[clumps->template[a]];
  const double    s = clumps->scale[a], volume = templates_volume_factor(c->templates, s);
  const Vec3      whole = t->mass.principal, i = clumps->inertia[a];
  const double growth = t->inertia_given ? i.x / whole.x : s * s * (clumps->mass[a] / t->mass.mass);
  const double density = clumps->mass[a] / volume / t->mass.volume;
  const double own     = t->mass.mass / t->mass.volume;

  for (int k = 0; k < 3; k++)
    if (!(fabs(vec3_axis(i, k) / vec3_axis(whole, k) - growth) <= 1e-9 * growth)) return false;
  return !(t->mass.volume > 0) || (density >= min_real(DENSITY_LEAST / DENSER, 0.5 * own) &&
                                   density <= max_real(DENSITY_MOST * DENSER, 2 * own));
}

bool checkpoint_bounds_clump(const Checkpoint *c, const char *folder, int minor,
                             const Clumps *clumps, PetscInt a, char *why)
{
  const Domain *d    = &c->domain;
  const Vec3    rest = clumps->motion[a].rest;
  const char   *what = NULL;

  if (clumps->id[a] >= c->account.next_id) what = "id is not below next_id";
  else if (clumps->template[a] < 0 || clumps->template[a] >= c->templates->n)
    what = "there is no such template";
  else if (minor >= 1 && !masses_agree(c, clumps, a)) /* 1.0 does not tell whose inertia is given */
    what = "mass and inertia are not those of its template at this scale and any density";
  else if (!blocked_are_sound(clumps->blocked[a])) what = "blocked has unknown bits";
  else if (clumps->group[a] & ~groups_all(&c->groups)) what = "group has unknown bits";
  else if (clump_is_driven(clumps, a) && !is_unit(clumps->anchor_q[a]))
    what = "anchor_orientation is no unit quaternion";
  else if (!is_unit(clumps->pose[a].q)) what = "orientation is no unit quaternion";
  else if (!place_is_sound(d, clumps->pose[a].x))
    what = "position is not in the box, or not on the grid";
  else if (!(fabs(rest.x) <= d->grain && fabs(rest.y) <= d->grain && fabs(rest.z) <= d->grain))
    what = "position_rest is larger than the spacing of the position grid";
  if (what)
    snprintf(why, CHECKPOINT_BOUNDS_WHY, "%s: clump %lld: %s", folder, (long long)clumps->id[a],
             what);
  return !what;
}
