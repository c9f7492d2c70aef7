/* SPDX-License-Identifier: MIT */
/* Choice of the position grid; wrapping and images along periodic axes. */
#include "space/domain.h"
#include "base/bounds.h"
#include "options/options.h"
#include "options/rows.h"
#include "space/cell/cell.h"

static const BoundaryKind open_faces = {
  .head = {.name = "open", .text = "A clump whose centre leaves is removed."}, .removes = true};
static const BoundaryKind free_faces = {
  .head = {.name = "free", .text = "No face, out to some 256 times the box."}, .endless = true};
static const BoundaryKind periodic_faces = {
  .head  = {.name = "periodic", .text = "A clump that leaves on one side enters on the other."},
  .wraps = true};

/* clang-format off */
static const Option reflecting_options[] = {
  REAL(KEY("restitution"), "", "1", UNIT_INTERVAL,
      "of a bounce off a reflecting face: speed of the pebble away from the face over its speed "
      "towards it"),
  {0},
};
/* clang-format on */

static const BoundaryKind reflecting_faces = {
  .head     = {.name    = "reflect",
               .text    = "A pebble that reaches the face bounces off with its clump.",
               .options = {reflecting_options}},
  .reflects = true};

#define BOUNDARY_KINDS(X) \
  [BOUNDARY_OPEN] = X(open_faces)[BOUNDARY_FREE] = X(free_faces)[BOUNDARY_PERIODIC] = \
    X(periodic_faces)[BOUNDARY_REFLECT]          = X(reflecting_faces)

const BoundaryKind *const boundary_kinds[] = {BOUNDARY_KINDS(PLUGIN_ITSELF)};
const Plugin *const       boundary_heads[] = {BOUNDARY_KINDS(PLUGIN_HEAD) NULL};

enum {
  /* |coordinates| <= 2^50 quanta: doubles are exact up to 2^53, which leaves headroom for sums */
  GRID_BITS = 50
};

/* ---- state ---- */

enum { FACES_LENGTH = 64 };

/* The conditions as words: "open open periodic". */
static void get_faces(const void *owner, void *text)
{
  const Boundary *b = ((const Domain *)owner)->boundary;

  memset(text, 0, FACES_LENGTH);
  snprintf(text, FACES_LENGTH, "%s %s %s", boundary_heads[b[0]]->name, boundary_heads[b[1]]->name,
           boundary_heads[b[2]]->name);
}

static bool put_faces(void *owner, const void *text)
{
  Boundary *b = ((Domain *)owner)->boundary;
  char      word[3][FACES_LENGTH];

  if (sscanf(text, "%63s %63s %63s", word[0], word[1], word[2]) != 3) return false;
  for (int k = 0; k < 3; k++) {
    const int index = plugin_index(boundary_heads, word[k]);

    if (index < 0) return false;
    b[k] = (Boundary)index;
  }
  return true;
}

/* clang-format off */
const StateItem domain_state[] = {
  ITEM(INT32, IN(Domain, dimension), NULL, 2, 3, "2 or 3"),
  ITEM(REAL, IN(Domain, lo), "m", -2 * LENGTH_MOST, 2 * LENGTH_MOST,
       "lower corner of the domain", .count = 3),
  ITEM(REAL, IN(Domain, hi), "m", -2 * LENGTH_MOST, 2 * LENGTH_MOST,
       "upper corner of the domain", .count = 3),
  ITEM(TEXT, BY("boundary", get_faces, put_faces), NULL, 0, 0,
       "boundary condition along x, y and z: open, free, periodic or reflect",
       .count = FACES_LENGTH),
  ITEM(REAL, KEY_IN("position_quantum", Domain, quantum), "m", 0x1p-200, 0x1p130,
       "positions are multiples of this"),
  {0},
};
/* clang-format on */

/* ---- the grid ---- */

/* Largest absolute coordinate that may occur along an axis: images one length outside the box, and
   clumps that extend beyond them. */
static double reach_along(Vec3 lo, Vec3 hi, double extent, int axis)
{
  const double a = vec3_axis(lo, axis), b = vec3_axis(hi, axis);

  return max_real(fabs(a), fabs(b)) + (b - a) + 4 * extent;
}

bool domain_fits(const Domain *d, double extent)
{
  bool fits = true;

  for (int k = 0; k < 3; k++)
    fits = fits && reach_along(d->lo, d->hi, extent, k) <= vec3_axis(d->limit, k);
  return fits;
}

/* Set quantum, grain, magic and limit. */
static void set_grid(Domain *d, double quantum)
{
  const double limit = ldexp(1, GRID_BITS) * quantum;

  d->quantum = quantum;
  d->grain   = quantum;
  d->magic   = ldexp(1.5, 52) * quantum;
  d->limit   = (Vec3){limit, limit, limit};
  for (int k = 0; k < d->dimension; k++) {
    if (!boundary_is_endless(d->boundary[k])) continue;
    vec3_set(&d->limit, k, FREE_RANGE * limit);
    d->grain = max_real(quantum, FREE_RANGE * limit * 0x1p-53);
  }
}

Domain domain_create(int dimension, Vec3 lo, Vec3 hi, const Boundary boundary[3], double extent,
                     double quantum)
{
  Domain d     = {.dimension   = dimension,
                  .restitution = 1,
                  .boundary = {boundary[0], boundary[1], dimension == 2 ? BOUNDARY_FREE : boundary[2]}};
  double reach = 0;
  int    exponent;

  if (dimension == 2) lo.z = hi.z = 0;
  for (int k = 0; k < 3; k++) reach = max_real(reach, reach_along(lo, hi, extent, k));
  frexp(reach, &exponent);
  set_grid(&d, quantum > 0 ? quantum : ldexp(1, exponent - GRID_BITS));
  d.lo     = grid_round3(&d, lo);
  d.hi     = grid_round3(&d, hi);
  d.length = vec3_sub(d.hi, d.lo);
  return d;
}

/* floor((x - lo) / length), corrected for the rounding of the quotient by comparisons on the grid,
   which are exact. 0 for NaN. Clamped to PERIODS_MOST: a body that far out is about to stop the
   run, but contacts are searched once more before. */
static int32_t boxes(double x, double lo, double length)
{
  double n = floor((x - lo) / length);

  if (isnan(n)) return 0;
  if (fabs(n) > PERIODS_MOST) return periods_of(n);
  if (x - n * length < lo) n -= 1;
  if (x - n * length >= lo + length) n += 1;
  return (int32_t)n;
}

/* ---- tilted cells ---- */

/* The numbers of reduced periods that make n true ones (sign 1: from the last axis of the order on),
   or back (-1). */
static Image converted(const CellShape *l, Image n, int sign)
{
  int32_t m[3] = {n.x, n.y, n.z};

  for (int k = 1; k < 3; k++) {
    const int i = sign > 0 ? 3 - k : k;

    for (int j = 0; j < i; j++)
      m[l->order[j]] =
        plus_product(m[l->order[j]], sign * l->whole[l->order[i]][l->order[j]], m[l->order[i]]);
  }
  return (Image){m[0], m[1], m[2]};
}

Image domain_reduced(const Domain *d, Image n)
{
  return converted(&d->cell.now, n, 1);
}

Image domain_true(const Domain *d, Image reduced)
{
  return converted(&d->cell.now, reduced, -1);
}

/* x shifted by n reduced periods of these sides and tilts. */
static Vec3 shifted_by(Vec3 side, const Vec3 tilt[3], Vec3 x, Image n)
{
  x.x += n.x * side.x + (n.y * tilt[1].x + n.z * tilt[2].x);
  x.y += n.y * side.y + (n.x * tilt[0].y + n.z * tilt[2].y);
  x.z += n.z * side.z + (n.x * tilt[0].z + n.y * tilt[1].z);
  return x;
}

static Vec3 shifted_reduced(const Domain *d, Vec3 x, Image n)
{
  return shifted_by(d->length, d->cell.now.tilt, x, n);
}

Vec3 domain_shifted_in_cell(const Domain *d, Vec3 x, Image n)
{
  return shifted_reduced(d, x, domain_reduced(d, n));
}

Vec3 domain_shifted_before(const Domain *d, Vec3 x, Image n)
{
  const DomainCell *c = &d->cell;

  return shifted_by(c->side_before, c->before.tilt, x, converted(&c->before, n, 1));
}

static Image along_axis(int axis, int32_t n)
{
  return (Image){axis == 0 ? n : 0, axis == 1 ? n : 0, axis == 2 ? n : 0};
}

/* Periods to be added so that x is in the box, or (nearest) a difference of positions is at most half
   a side. From the last to the first axis of the order: a later shift does not move along earlier
   axes. */
static inline Image shift_into_cell(const Domain *d, Vec3 x, bool nearest)
{
  Image all = {0, 0, 0};

  for (int i = 2; i >= 0; i--) {
    const int    k  = d->cell.now.order[i];
    const double at = vec3_axis(x, k), length = vec3_axis(d->length, k);
    Image        n;

    if (!boundary_wraps(d->boundary[k])) continue;
    n   = along_axis(k, nearest ? -periods_of(floor(at / length + 0.5))
                                : -boxes(at, vec3_axis(d->lo, k), length));
    x   = shifted_reduced(d, x, n);
    all = image_add(all, n);
  }
  return domain_true(d, all);
}

Image domain_nearest_in_cell(const Domain *d, Vec3 u)
{
  return shift_into_cell(d, u, true);
}

Image domain_boxes_beyond(const Domain *d, Vec3 x)
{
  if (d->cell.now.tilted) return image_sub((Image){0, 0, 0}, shift_into_cell(d, x, false));
  return (Image){boundary_wraps(d->boundary[0]) ? boxes(x.x, d->lo.x, d->length.x) : 0,
                 boundary_wraps(d->boundary[1]) ? boxes(x.y, d->lo.y, d->length.y) : 0,
                 boundary_wraps(d->boundary[2]) ? boxes(x.z, d->lo.z, d->length.z) : 0};
}

Vec3 domain_wrapped(const Domain *d, Vec3 x)
{
  const Image n = domain_boxes(d, x);

  return domain_shifted(d, x, (Image){-n.x, -n.y, -n.z});
}

void domain_wrap(const Domain *d, Clumps *c, PetscInt a)
{
  const Image n = domain_boxes(d, c->pose[a].x);

  c->pose[a].x = domain_shifted(d, c->pose[a].x, (Image){-n.x, -n.y, -n.z});
  c->image[a]  = image_add(c->image[a], n);
  if (d->cell.flows) c->pose[a].v = vec3_sub(c->pose[a].v, cell_jump(d, n));
}

static void images_along(const Domain *d, int axis, double x, double radius, int32_t *from,
                         int32_t *to)
{
  const double length = vec3_axis(d->length, axis), lo = vec3_axis(d->lo, axis),
               hi = vec3_axis(d->hi, axis);

  *from = *to = 0;
  if (!boundary_wraps(d->boundary[axis])) return;
  while (x + (*to + 1) * length - radius < hi) (*to)++;
  while (x + (*from - 1) * length + radius >= lo) (*from)--;
}

/* In a tilted cell, from the last to the first axis of the order, with the smallest and the largest
   offset by shifts along later axes. */
static void images_in_cell(const Domain *d, Vec3 x, double radius, Image *from, Image *to)
{
  const CellShape *l     = &d->cell.now;
  int32_t          lo[3] = {0, 0, 0}, hi[3] = {0, 0, 0};

  for (int i = 2; i >= 0; i--) {
    const int k     = l->order[i];
    double    least = vec3_axis(x, k), most = least;
    int32_t   ends[2];

    for (int j = i + 1; j < 3; j++) {
      const double t = vec3_axis(l->tilt[l->order[j]], k), a = lo[l->order[j]] * t,
                   b = hi[l->order[j]] * t;

      least += min_real(a, b);
      most += max_real(a, b);
    }
    images_along(d, k, most, radius, &lo[k], &ends[0]);
    images_along(d, k, least, radius, &ends[1], &hi[k]);
  }
  *from = (Image){lo[0], lo[1], lo[2]};
  *to   = (Image){hi[0], hi[1], hi[2]};
}

void domain_images(const Domain *d, Vec3 x, double radius, Image *from, Image *to)
{
  if (d->cell.now.tilted) {
    images_in_cell(d, x, radius, from, to);
    return;
  }
  images_along(d, 0, x.x, radius, &from->x, &to->x);
  images_along(d, 1, x.y, radius, &from->y, &to->y);
  images_along(d, 2, x.z, radius, &from->z, &to->z);
}

bool domain_reflects(const Domain *d)
{
  return boundary_reflects(d->boundary[0]) || boundary_reflects(d->boundary[1]) ||
         boundary_reflects(d->boundary[2]);
}

bool domain_has_left(const Domain *d, Vec3 x)
{
  for (int k = 0; k < 3; k++) {
    const double c = vec3_axis(x, k);

    if (boundary_removes(d->boundary[k]) && (c < vec3_axis(d->lo, k) || c >= vec3_axis(d->hi, k)))
      return true;
  }
  return false;
}

double domain_longest(const Domain *d)
{
  double longest = 0;

  for (int k = 0; k < d->dimension; k++) longest = max_real(longest, vec3_axis(d->length, k));
  return longest;
}

double domain_shortest(const Domain *d)
{
  double shortest = INFINITY;

  for (int k = 0; k < d->dimension; k++) shortest = min_real(shortest, vec3_axis(d->length, k));
  return shortest;
}
