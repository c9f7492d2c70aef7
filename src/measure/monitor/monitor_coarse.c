/* SPDX-License-Identifier: MIT */
/* Fields coarse-grained at the points of a grid: with phi(d) = C (1 - d^2 / w^2)^3 for d < w,
   which integrates to 1, bodies at their centres, and contacts along their branches l with
   the force f on a,

     rho = sum m phi,  rho V = sum m v phi,  sigma = sum_c l f I - sum m v v phi + rho V V,
     I(r) = integral of phi(r - x_a - s l) ds from 0 to 1

   (Goldhirsch 2010; of walls Weinhart et al. 2012: their branch ends at the contact, whose force
   acts there on the matter: t = sum f phi(r - x_c)). I is an integral of polynomials of degree 6 in
   s, for which Gauss' rule of four points is exact. div sigma_c = sum f (l . grad) I, so

     sum F phi = div sigma_c + t,  F the force of contacts on a body

   holds at every point and instant up to rounding, and with the momentum that centres carry the
   balance of momentum. Forces of clumps do not contain those of hard contacts and constraints, so
   their shown forces, means over the step, are added. With groups, a contact with one end in them
   is treated as one with a wall: its branch ends where the force acts. */
#include "base/bounds.h"
#include "base/box.h"
#include "measure/monitor/monitor.h"
#include "options/rows.h"

enum { POINTS_MOST = 4096, GAUSS = 4 };

/* Sums of a point. */
enum { RHO, MOMENTUM, CARRIED = 4, FORCE = 10, BRANCH = 13, WALL = 22, DIVERGENCE = 25, SUMS = 28 };

typedef struct {
  Vec3          lo;
  double        spacing, width, scale; /* m, m, C */
  int           size[3], n;            /* points along the axes, and in all */
  const Domain *domain;
  Sum          *sum; /* [n][SUMS], of contacts from the visit on */
} Coarse;

/* clang-format off */
static const Option coarse_options[] = {
  VEC3_PLANAR(KEY_IN("grid_lo", Coarse, lo), "m", REQUIRED, SIGNED(LENGTH_MOST),
      "first point of the grid"),
  VEC3_PLANAR(KEY("grid_hi"), "m", REQUIRED, SIGNED(LENGTH_MOST),
      "opposite corner; a number as in grid_lo: one layer of points"),
  REAL(IN(Coarse, spacing),   "m", REQUIRED, RANGE_OF(LENGTH),    "of the points"),
  REAL(IN(Coarse, width),     "m", REQUIRED, RANGE_OF(LENGTH),
      "distance at which the kernel ends; at most half of a period"),
  {0},
};
/* clang-format on */

static void coarse_read(void *self, const Monitor *m, const World *w)
{
  Coarse       *own = self;
  const Domain *d   = w->domain;
  const Vec3    hi  = option_vec3(w->options, "monitor", m->name, "grid_hi");
  double        n   = 1;

  own->domain = d;
  options_read_into(w->options, "monitor", m->name, coarse_options, own);
  own->scale = d->dimension == 2 ? 4 / (PETSC_PI * own->width * own->width)
                                 : 315 / (64 * PETSC_PI * own->width * own->width * own->width);
  for (int k = 0; k < 3; k++) {
    const double length = k < d->dimension ? vec3_axis(hi, k) - vec3_axis(own->lo, k) : 0;
    const double points = floor(length / own->spacing * (1 + 1e-12)) + 1;

    if (length < 0)
      option_mistake(w->options, "monitor", m->name, "grid_hi", "%g m along %c is below grid_lo",
                     vec3_axis(hi, k), "xyz"[k]);
    if (k < d->dimension && boundary_wraps(d->boundary[k]) &&
        (vec3_axis(own->lo, k) < vec3_axis(d->lo, k) - d->grain ||
         vec3_axis(hi, k) > vec3_axis(d->hi, k) + d->grain))
      option_mistake(w->options, "monitor", m->name, "grid_hi",
                     "points outside the domain along %c, which is periodic", "xyz"[k]);
    n *= points;
    own->size[k] = points >= 1 && points <= POINTS_MOST ? (int)points : 1;
    if (k < d->dimension && boundary_wraps(d->boundary[k]) &&
        own->width > 0.5 * vec3_axis(d->length, k))
      option_mistake(w->options, "monitor", m->name, "width",
                     "%g m; allowed: up to %g m, half of the period along %c", own->width,
                     0.5 * vec3_axis(d->length, k), "xyz"[k]);
  }
  if (!(n <= POINTS_MOST)) {
    option_mistake(w->options, "monitor", m->name, "spacing",
                   "%g makes %g points; allowed: up to %d", own->spacing, n, POINTS_MOST);
    return;
  }
  own->n = own->size[0] * own->size[1] * own->size[2];
  array_create(&own->sum, SUMS * sizeof *own->sum, own->n);
}

static bool coarse_misses(const void *self, Vec3 lo, Vec3 hi)
{
  const Coarse *own  = self;
  Vec3          from = own->lo, to = own->lo;

  for (int k = 0; k < 3; k++) {
    vec3_set(&from, k, vec3_axis(own->lo, k) - own->width);
    vec3_set(&to, k, vec3_axis(own->lo, k) + (own->size[k] - 1) * own->spacing + own->width);
  }
  return !box_meets(from, to, lo, hi);
}

static Vec3 point_of(const Coarse *own, int i)
{
  return vec3(own->lo.x + i % own->size[0] * own->spacing,
              own->lo.y + i / own->size[0] % own->size[1] * own->spacing,
              own->lo.z + i / own->size[0] / own->size[1] * own->spacing);
}

/* ---- kernel ---- */

static double kernel(const Coarse *own, Vec3 d)
{
  const double q = 1 - vec3_dot(d, d) / (own->width * own->width);

  return q > 0 ? own->scale * q * q * q : 0;
}

/* l . grad of the kernel at d. */
static double slope(const Coarse *own, Vec3 d, Vec3 l)
{
  const double w2 = own->width * own->width, q = 1 - vec3_dot(d, d) / w2;

  return q > 0 ? -6 * own->scale * q * q * vec3_dot(d, l) / w2 : 0;
}

/* Find the part from .. to of the line d - s l, 0 <= s <= 1, on which the kernel is not 0. */
static bool reach_of(const Coarse *own, Vec3 d, Vec3 l, double *from, double *to)
{
  const double a = vec3_dot(l, l), b = vec3_dot(d, l), c = vec3_dot(d, d) - own->width * own->width,
               rest = b * b - a * c;

  *from = 0;
  *to   = 1;
  if (!(a > 0)) return c < 0;
  if (!(rest > 0)) return false;
  *from = max_real(0, (b - sqrt(rest)) / a);
  *to   = min_real(1, (b + sqrt(rest)) / a);
  return *from < *to;
}

/* Integral of the kernel along the line, and of l . grad of it. */
static bool integrate(const Coarse *own, Vec3 d, Vec3 l, double *value, double *gradient)
{
  /* Abramowitz & Stegun 1972, table 25.4 */
  static const double at[GAUSS] = {-0.86113631159405258, -0.33998104358485626, 0.33998104358485626,
                                   0.86113631159405258};
  static const double of[GAUSS] = {0.34785484513745386, 0.65214515486254614, 0.65214515486254614,
                                   0.34785484513745386};
  double              from, to;

  *value = *gradient = 0;
  if (!reach_of(own, d, l, &from, &to)) return false;
  for (int k = 0; k < GAUSS; k++) {
    const double half = 0.5 * (to - from), s = from + half * (1 + at[k]);
    const Vec3   x = vec3_axpy(d, -s, l);

    *value += half * of[k] * kernel(own, x);
    *gradient += half * of[k] * slope(own, x, l);
  }
  return true;
}

/* ---- what is near points ---- */

/* A body or a contact that is added to the points in its reach. */
typedef struct {
  const Coarse *own;
  const Clumps *clumps; /* a body, in this row; NULL: the contact */
  PetscInt      row;
  Vec3          way, force; /* of the contact: the branch, and the force on its start */
  bool          outside;    /* it ends at a wall, or at a body that does not count */
  bool          answers;    /* its force is not in those of the clumps */
} Item;

/* Add the item to point i, which is at d from its position. */
static void add_item(const Item *item, int i, Vec3 d)
{
  const Coarse *const own = item->own;
  const Clumps *const c   = item->clumps;
  Sum                *sum = own->sum + (size_t)i * SUMS;

  if (c) {
    const double phi = kernel(own, d), mass = c->mass[item->row];
    const Vec3   v = c->motion[item->row].v;

    if (phi == 0) return;
    sum_add(&sum[RHO], mass * phi);
    sum_add_vec3(&sum[MOMENTUM], vec3_scale(mass * phi, v));
    for (int k = 0; k < 6; k++)
      sum_add(&sum[CARRIED + k],
              mass * phi * vec3_axis(v, tensor_axes[k][0]) * vec3_axis(v, tensor_axes[k][1]));
    sum_add_vec3(&sum[FORCE], vec3_scale(phi, c->force[item->row]));
  } else {
    const Vec3 l = item->way, f = item->force;
    const Vec3 from = vec3_axpy(d, 0.5, l); /* from the centre of a */
    double     value, gradient;

    if (integrate(own, from, l, &value, &gradient)) {
      for (int k = 0; k < 9; k++)
        sum_add(&sum[BRANCH + k], value * vec3_axis(l, k / 3) * vec3_axis(f, k % 3));
      sum_add_vec3(&sum[DIVERGENCE], vec3_scale(gradient, f));
    }
    if (item->outside) sum_add_vec3(&sum[WALL], vec3_scale(kernel(own, vec3_sub(from, l)), f));
    if (item->answers) sum_add_vec3(&sum[FORCE], vec3_scale(kernel(own, from), f));
    if (item->answers && !item->outside)
      sum_add_vec3(&sum[FORCE], vec3_scale(-kernel(own, vec3_sub(from, l)), f));
  }
}

/* Points first .. last along an axis that are within `reach` of a coordinate. */
static void find_points(const Coarse *own, int k, double x, double reach, int *first, int *last)
{
  const double u = x - vec3_axis(own->lo, k);

  *first = (int)max_real(0, min_real(own->size[k], floor((u - reach) / own->spacing)));
  *last  = (int)max_real(-1, min_real(own->size[k] - 1, ceil((u + reach) / own->spacing)));
}

static void add_image(const Item *item, Vec3 x, double reach)
{
  const Coarse *own = item->own;
  int           first[3], last[3];

  for (int k = 0; k < 3; k++) find_points(own, k, vec3_axis(x, k), reach, &first[k], &last[k]);
  for (int z = first[2]; z <= last[2]; z++)
    for (int y = first[1]; y <= last[1]; y++)
      for (int u = first[0]; u <= last[0]; u++) {
        const int i = (z * own->size[1] + y) * own->size[0] + u;

        add_item(item, i, vec3_sub(point_of(own, i), x));
      }
}

/* Add all images of the item that are in reach of points. */
static void add_at(const Item *item, Vec3 x, double reach)
{
  const Domain *d    = item->own->domain;
  const Vec3    w    = domain_wrapped(d, x);
  const int     n[3] = {boundary_wraps(d->boundary[0]), boundary_wraps(d->boundary[1]),
                        boundary_wraps(d->boundary[2])};

  for (int k = -n[2]; k <= n[2]; k++)
    for (int j = -n[1]; j <= n[1]; j++)
      for (int i = -n[0]; i <= n[0]; i++)
        add_image(item, domain_shifted(d, w, (Image){i, j, k}), reach);
}

static void coarse_begin(void *self)
{
  Coarse *own = self;

  memset(own->sum, 0, (size_t)own->n * SUMS * sizeof *own->sum);
}

static void coarse_see(void *self, const Monitor *m, const ContactSeen *c)
{
  const Coarse *own = self;
  const bool    two = contact_is_of_two(c), a = !m->groups || (m->groups & c->group_a),
             b = two && (!m->groups || (m->groups & c->group_b));
  Vec3 from    = c->centre;
  Item item    = {.own     = own,
                  .way     = two && !b ? c->arm_a : c->branch,
                  .force   = c->force,
                  .outside = !a || !b,
                  .answers = c->kind == SEEN_HARD || c->kind == SEEN_CONSTRAINT};

  if (!a && !b) return;
  if (!a) {
    from       = vec3_add(c->centre, c->branch);
    item.way   = c->wall ? vec3_sub(c->arm_a, c->branch) : c->arm_b;
    item.force = vec3_scale(-1, c->force);
  }
  add_at(&item, vec3_axpy(from, 0.5, item.way), own->width + 0.5 * vec3_norm(item.way));
}

/* ---- numbers ---- */

enum { COLUMNS = 3 + 1 + 3 + 9 + 3 + 3 + 3 };

static void finish(const Coarse *own, int i, double *number)
{
  const Sum   *sum = own->sum + (size_t)i * SUMS;
  const Vec3   x   = point_of(own, i);
  const double rho = sum_value(&sum[RHO]);
  double       v[3];

  for (int k = 0; k < 3; k++) {
    number[k]      = vec3_axis(x, k);
    v[k]           = sum_value(&sum[MOMENTUM + k]) / rho;
    number[4 + k]  = v[k];
    number[16 + k] = sum_value(&sum[FORCE + k]);
    number[19 + k] = sum_value(&sum[DIVERGENCE + k]);
    number[22 + k] = sum_value(&sum[WALL + k]);
  }
  number[3] = rho;
  for (int k = 0; k < 9; k++) {
    const double moving =
      rho > 0 ? sum_value(&sum[CARRIED + tensor_component[k]]) - rho * v[k / 3] * v[k % 3] : 0;

    number[7 + k] = sum_value(&sum[BRANCH + k]) - moving;
  }
}

static PetscErrorCode coarse_evaluate(void *self, const Monitor *m, const MonitorScene *scene,
                                      double *number)
{
  Coarse       *own = self;
  const Clumps *c   = scene->measured->scene->clumps;

  PetscFunctionBeginUser;
  for (PetscInt a = 0; a < c->n_owned; a++)
    if (monitor_counts(m, c, a))
      add_at(&(Item){.own = own, .clumps = c, .row = a}, c->pose[a].x, own->width);
  PetscCall(sum_reduce(scene->measured->par, own->sum, own->n * SUMS));
  for (int i = 0; i < own->n; i++) finish(own, i, number + (size_t)i * COLUMNS);
  coarse_begin(own);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* clang-format off */
static const MonitorColumn coarse_columns[] = {
  MONITOR_VECTOR("", "m", "point of the grid"),
  {"density", "kg m-3", "mass, smoothed by the kernel"},
  MONITOR_VECTOR("velocity_", "m s-1", "momentum, likewise, over the density"),
  MONITOR_VECTOR("stress_x", "Pa",
    "stress, positive in tension: of contacts, links and velocities"),
  MONITOR_VECTOR("stress_y", "Pa", "likewise"),
  MONITOR_VECTOR("stress_z", "Pa", "likewise"),
  MONITOR_VECTOR("force_", "N m-3",
    "force on bodies, gravity not counted, smoothed at their centres"),
  MONITOR_VECTOR("divergence_", "N m-3", "divergence of the stress of contacts"),
  MONITOR_VECTOR("wall_", "N m-3",
    "force of walls, and of bodies of other groups, smoothed at the contacts: with divergence it "
    "makes up force"),
  {.name = ""},
};
/* clang-format on */

const MonitorKind monitor_coarse_grain = {
  .head     = {.name = "coarse_grain",
               .text = "Density, velocity and stress at the points of a grid, smoothed by a kernel.",
               .source =
                 "Goldhirsch 2010, Granul. Matter 12, 239; Weinhart et al. 2012, Granul. Matter 14, "
                     "289",
               .options = {coarse_options}},
  .size     = sizeof(Coarse),
  .read     = coarse_read,
  .misses   = coarse_misses,
  .rows     = MONITOR_PART(Coarse, n),
  .columns  = coarse_columns,
  .begin    = coarse_begin,
  .see      = coarse_see,
  .evaluate = coarse_evaluate,
  .owned    = {MONITOR_PART(Coarse, sum)}};
