/* SPDX-License-Identifier: MIT */
/* Periods of cells: order of the axes, motion, reduction of tilts. */
#include "space/cell/cell.h"
#include "base/bounds.h"

/* clang-format off */
const StateItem cell_state[] = {
  ITEM(REAL, KEY_IN("tilt", Domain, cell.now.tilt), "m", -2 * LENGTH_MOST, 2 * LENGTH_MOST,
       "components of the three periods across their axes, at most half a side: 0, ay, az; bx, 0, "
       "bz; cx, cy, 0", .count = 9),
  ITEM(INT32, KEY_IN("whole", Domain, cell.now.whole), "1", -1e9, 1e9,
       "periods of other axes that each period has beside those, in which images are counted: "
       "number [k][i] of the period of axis i in that of axis k", .count = 9),
  ITEM(REAL, KEY_IN("rest", Domain, cell.rest), "m", -LENGTH_MOST, LENGTH_MOST,
       "parts of the three periods below the position quantum", .count = 9),
  ITEM(REAL, KEY_IN("gradient", Domain, cell.gradient), "s-1", -1e300, 1e300,
       "velocity gradient in the last step by rows", .count = 9),
  ITEM(REAL, KEY_IN("strain", Domain, cell.strain), "1", -1e300, 1e300,
       "integral of the velocity gradient over time by rows: logarithms of the stretches of the "
       "sides, and shear strains; absent in older files", .count = 9, .flags = STATE_LACKING),
  ITEM(REAL, KEY_IN("speed_magic", Domain, cell.speed_magic), "m s-1", 0, 1e300,
       "1.5 x 2^52 times the spacing of velocities of images"),
  {0},
};
/* clang-format on */

/* ---- the order of the axes ---- */

/* True if the period of `later` has, or gets, a component along `axis`. */
static bool leans(const Vec3 period[3], const Gradient *may, int later, int axis)
{
  return vec3_axis(period[later], axis) != 0 || may->g[axis][later] != 0;
}

static bool fits_order(const Vec3 period[3], const Gradient *may, const int order[3])
{
  for (int i = 0; i < 3; i++)
    for (int j = i + 1; j < 3; j++)
      if (leans(period, may, order[i], order[j])) return false;
  return true;
}

static bool find_order(const Vec3 period[3], const Gradient *may, int order[3])
{
  static const int all[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

  for (int k = 0; k < 6; k++)
    if (fits_order(period, may, all[k])) {
      memcpy(order, all[k], sizeof all[k]);
      return true;
    }
  return false;
}

static bool refuse(char why[CELL_WHY], const char *text)
{
  snprintf(why, CELL_WHY, "%s", text);
  return false;
}

/* True if neither the period of this axis, which is not periodic, nor another one leans along or
   across it. */
static bool stands_alone(const Vec3 period[3], const Gradient *may, int axis)
{
  for (int k = 0; k < 3; k++)
    if (k != axis && (leans(period, may, axis, k) || leans(period, may, k, axis))) return false;
  return may->g[axis][axis] == 0;
}

/* ---- reduction ---- */

/* 0 for a side of length 0, which is a mistake that is told later. */
static int32_t nearest_multiple(double part, double side)
{
  return side > 0 ? periods_of(floor(part / side + 0.5)) : 0;
}

static Vec3 reduced_period(const Domain *d, int k)
{
  Vec3 p = d->cell.now.tilt[k];

  vec3_set(&p, k, vec3_axis(d->length, k));
  return p;
}

/* Take periods of axis `i` off that of `k`, an axis later in the order, if it leans by more than
   half a side. */
static void reduce(Domain *d, int k, int i)
{
  CellShape    *l = &d->cell.now;
  const int32_t m = nearest_multiple(vec3_axis(l->tilt[k], i), vec3_axis(d->length, i));

  if (m == 0 || !boundary_wraps(d->boundary[i])) return;
  l->tilt[k]      = vec3_axpy(l->tilt[k], -m, reduced_period(d, i));
  d->cell.rest[k] = vec3_axpy(d->cell.rest[k], -m, d->cell.rest[i]);
  for (int j = 0; j < 3; j++)
    l->whole[k][j] =
      plus_product(l->whole[k][j], -m, l->whole[i][j]); /* reduced i = true i - its whole periods */
  l->whole[k][i] = plus_product(l->whole[k][i], m, 1);
}

static void find_tilted(CellShape *l)
{
  l->tilted = false;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      l->tilted = l->tilted || vec3_axis(l->tilt[k], i) != 0 || l->whole[k][i] != 0;
}

static void reduce_all(Domain *d)
{
  CellShape *l = &d->cell.now;

  reduce(d, l->order[1], l->order[0]);
  reduce(d, l->order[2], l->order[1]);
  reduce(d, l->order[2], l->order[0]);
  find_tilted(l);
}

void cell_resume(Domain *d)
{
  find_tilted(&d->cell.now);
  d->cell.before      = d->cell.now;
  d->cell.side_before = d->length;
}

/* ---- */

bool cell_create(Domain *d, const Vec3 period[3], const Gradient *may, char why[CELL_WHY])
{
  DomainCell *c = &d->cell;
  Vec3        one[3];

  for (int k = 0; k < 3; k++) {
    one[k] = grid_round3(d, period[k]);
    vec3_set(&one[k], k, vec3_axis(d->length, k));
  }
  if (!find_order(one, may, c->now.order))
    return refuse(why,
                  "some order of the axes must be such that the first vector is along the first "
                  "axis and the second one in the plane of the first two, also while the cell "
                  "deforms (as a along x, b in the plane of x and y, c anywhere): turn the frame "
                  "of reference");
  for (int k = 0; k < d->dimension; k++)
    if (!boundary_wraps(d->boundary[k]) && !stands_alone(one, may, k))
      return refuse(why, "the face of an axis that is not periodic cannot lean or be sheared: make "
                         "its vector, and the others' components along it, those of a box");
  c->used = true;
  for (int k = 0; k < 3; k++) {
    c->now.tilt[k] = one[k];
    vec3_set(&c->now.tilt[k], k, 0);
  }
  reduce_all(d);
  c->before      = c->now;
  c->side_before = d->length;
  return true;
}

void cell_set_speeds(Domain *d, double largest)
{
  int exponent;

  frexp(largest, &exponent);
  d->cell.speed_magic = ldexp(1.5, exponent + 1); /* rounds numbers up to a third of it */
}

void cell_set_rate(Domain *d, const Gradient *g)
{
  for (int k = 0; k < 3; k++)
    d->cell.rate[k] = boundary_wraps(d->boundary[k])
                        ? cell_round_speed3(d, gradient_times(g, reduced_period(d, k)))
                        : (Vec3){0, 0, 0};
}

/* Advance one period. */
static void advance(Domain *d, int k, const Gradient *g, double dt)
{
  Vec3       p    = reduced_period(d, k);
  const Vec3 by   = gradient_times(g, p);
  const Vec3 way  = vec3_scale(dt, vec3_axpy(by, 0.5 * dt, gradient_times(g, by)));
  double    *rest = &d->cell.rest[k].x, to[3] = {p.x, p.y, p.z};

  for (int i = 0; i < 3; i++) grid_drift(&to[i], &rest[i], vec3_axis(way, i), d->magic);
  d->cell.now.tilt[k] = (Vec3){to[0], to[1], to[2]};
  vec3_set(&d->cell.now.tilt[k], k, 0);
  vec3_set(&d->length, k, to[k]);
  vec3_set(&d->hi, k, vec3_axis(d->lo, k) + to[k]);
}

void cell_advance(Domain *d, const Gradient *g, double dt)
{
  DomainCell *c = &d->cell;

  c->before      = c->now;
  c->side_before = d->length;
  for (int k = 0; k < d->dimension; k++)
    if (boundary_wraps(d->boundary[k])) advance(d, k, g, dt);
  for (int i = 0; i < 9; i++) c->strain[i] += g->g[i / 3][i % 3] * dt;
  reduce_all(d);
  cell_set_rate(d, g);
}

void cell_periods(const Domain *d, Vec3 period[3])
{
  for (int k = 0; k < 3; k++) period[k] = reduced_period(d, k);
}

Vec3 cell_carried(const Domain *d, Vec3 x, Image n)
{
  const Vec3 none = {0, 0, 0};

  return vec3_add(x, vec3_sub(domain_shifted(d, none, n), domain_shifted_before(d, none, n)));
}

Vec3 cell_jump(const Domain *d, Image n)
{
  const Image m = domain_reduced(d, n);
  const Vec3 *r = d->cell.rate;

  return vec3_axpy(vec3_axpy(vec3_scale(m.x, r[0]), m.y, r[1]), m.z, r[2]);
}

/* ---- clumps ---- */

Vec3 cell_place(const Domain *d, const Clumps *c, PetscInt a)
{
  const Image n = c->lead[a];

  if (n.x == 0 && n.y == 0 && n.z == 0) return c->pose[a].x;
  return domain_shifted(d, c->pose[a].x, (Image){-n.x, -n.y, -n.z});
}
