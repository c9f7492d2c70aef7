/* SPDX-License-Identifier: MIT */
/* What the mass methods share: the table, the principal frame, and checks of the set of pebbles. */
#include "matter/mass.h"

#include <stdio.h>

#include "matter/sphere_tree.h"

enum { WHY_LENGTH = 256 };

/* Moments that differ by this share of the largest are equal: above the rounding of every method, below any accuracy asked. */
static const double equal_within = 1e-13;

const MassOptions mass_defaults = {.div = 10, .tolerance = 0.01, .samples = 1000000, .seed = 1};

const MassMethod *const mass_methods[] = {&mass_exact, &mass_sum, &mass_grid, &mass_octree, &mass_montecarlo, NULL};

const MassMethod *mass_method_find(const char *name)
{
  for (int k = 0; mass_methods[k]; k++) {
    if (strcmp(mass_methods[k]->name, name) == 0) return mass_methods[k];
  }
  return NULL;
}

double sphere_volume(double r)
{
  return 4 * PETSC_PI / 3 * r * r * r;
}

static bool refuse(char *why, const char *what, int i)
{
  snprintf(why, WHY_LENGTH, "pebble %d: %s", i, what);
  return false;
}

bool pebbles_are_sound(const PebbleSet *set, const Materials *materials, char *why)
{
  if (set->n < 1) {
    snprintf(why, WHY_LENGTH, "no pebbles");
    return false;
  }
  for (int i = 0; i < set->n; i++) {
    const Vec3 x = set->x[i];
    const int  m = set->material[i];

    if (!isfinite(x.x) || !isfinite(x.y) || !isfinite(x.z)) return refuse(why, "centre is not finite", i);
    if (!isfinite(set->r[i]) || !(set->r[i] > 0)) return refuse(why, "radius must be > 0", i);
    if (m < 0 || m >= materials->n) return refuse(why, "unknown material", i);
    if (!isfinite(materials->list[m].density) || !(materials->list[m].density > 0)) {
      return refuse(why, "density of its material must be > 0", i);
    }
  }
  return true;
}

/* One rotation in the plane p, q that makes a[p][q] zero (Golub & Van Loan, Matrix Computations, 8.5); columns of v turn. */
static void jacobi_turn(double a[3][3], double v[3][3], int p, int q)
{
  const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double t     = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
  const double c = 1 / sqrt(t * t + 1), s = t * c;
  const int    r   = 3 - p - q;
  const double arp = a[r][p], arq = a[r][q];

  a[p][p] -= t * a[p][q];
  a[q][q] += t * a[p][q];
  a[p][q] = a[q][p] = 0;
  a[r][p] = a[p][r] = c * arp - s * arq;
  a[r][q] = a[q][r] = s * arp + c * arq;
  for (int k = 0; k < 3; k++) {
    const double vkp = v[k][p], vkq = v[k][q];

    v[k][p] = c * vkp - s * vkq;
    v[k][q] = s * vkp + c * vkq;
  }
}

/* Moments on the diagonal of a, axes in the columns of v. Quadratic convergence: some five sweeps, the rest do nothing. */
static void jacobi(double a[3][3], double v[3][3])
{
  for (int sweep = 0; sweep < 20; sweep++) {
    for (int p = 0; p < 2; p++) {
      for (int q = p + 1; q < 3; q++) {
        if (a[p][q] != 0) jacobi_turn(a, v, p, q);
      }
    }
  }
}

/* Ascending; moments that differ by slack stay in their order, so that rounding does not swap axes. */
static void axes_sort(double moment[3], Vec3 axis[3], double slack)
{
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < 2; k++) {
      const double m = moment[k];
      const Vec3   a = axis[k];

      if (m <= moment[k + 1] + slack) continue;
      moment[k]     = moment[k + 1];
      axis[k]       = axis[k + 1];
      moment[k + 1] = m;
      axis[k + 1]   = a;
    }
  }
}

static Vec3 unit(Vec3 v)
{
  return vec3_scale(1 / vec3_norm(v), v);
}

/* Across `a`, next to the first of x, y, z that is clearly not along it. */
static Vec3 across(Vec3 a)
{
  const double limit = 0.9; /* of the cosine; below 1 and above 1/sqrt(2), where none of three need pass */
  Vec3         e     = {0, 0, 0};
  int          k     = 0;

  while (k < 2 && fabs(vec3_axis(a, k)) > limit) k++;
  vec3_set(&e, k, 1);
  return unit(vec3_axpy(e, -vec3_axis(a, k), a));
}

/* Equal moments leave axes free: choose them so that they hang on the shape alone, not on its rounding. */
static void axes_fix_free(const double moment[3], Vec3 axis[3], double slack)
{
  const bool low = moment[1] - moment[0] <= slack, high = moment[2] - moment[1] <= slack;

  if (low && high) {
    for (int k = 0; k < 3; k++) axis[k] = vec3(k == 0, k == 1, k == 2);
  } else if (low) {
    axis[0] = across(axis[2]);
    axis[1] = vec3_cross(axis[2], axis[0]);
  } else if (high) {
    axis[1] = across(axis[0]);
  }
}

/* Largest component positive; the first of those that are largest but for rounding decides. */
static Vec3 with_sign(Vec3 a)
{
  const double largest = max_real(fabs(a.x), max_real(fabs(a.y), fabs(a.z))) * (1 - 1e-9);
  int          k       = 0;

  while (k < 2 && fabs(vec3_axis(a, k)) < largest) k++;
  return vec3_axis(a, k) < 0 ? vec3_scale(-1, a) : a;
}

/* From the rotation whose columns are the axes; the largest of the four components is found first (Shepperd 1978). */
static Quat quat_of_axes(const Vec3 e[3])
{
  const double square[4] = {1 + e[0].x + e[1].y + e[2].z, 1 + e[0].x - e[1].y - e[2].z, 1 - e[0].x + e[1].y - e[2].z,
                            1 - e[0].x - e[1].y + e[2].z}; /* 4 w^2, 4 x^2, 4 y^2, 4 z^2 */
  const double wx = e[1].z - e[2].y, wy = e[2].x - e[0].z, wz = e[0].y - e[1].x;
  const double xy = e[0].y + e[1].x, xz = e[0].z + e[2].x, yz = e[1].z + e[2].y;
  const Quat   rows[4] = {{square[0], wx, wy, wz}, {wx, square[1], xy, xz}, {wy, xy, square[2], yz}, {wz, xz, yz, square[3]}};
  int          best    = 0;
  Quat         q;

  for (int k = 1; k < 4; k++) {
    if (square[k] > square[best] + 1e-9) best = k; /* of equal ones the first, whatever their rounding */
  }
  q = quat_normalized(rows[best]);
  return q.w < 0 ? (Quat){-q.w, -q.x, -q.y, -q.z} : q;
}

void mass_principal(MassProperties *out)
{
  const Sym3   s       = out->inertia;
  double       a[3][3] = {{s.xx, s.xy, s.xz}, {s.xy, s.yy, s.yz}, {s.xz, s.yz, s.zz}};
  double       v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double slack   = equal_within * max_real(fabs(s.xx), max_real(fabs(s.yy), fabs(s.zz)));
  double       moment[3];
  Vec3         axis[3];

  jacobi(a, v);
  for (int k = 0; k < 3; k++) {
    moment[k] = a[k][k];
    axis[k]   = vec3(v[0][k], v[1][k], v[2][k]);
  }
  axes_sort(moment, axis, slack);
  axes_fix_free(moment, axis, slack);
  axis[0]   = unit(with_sign(axis[0]));
  axis[1]   = with_sign(axis[1]);
  axis[2]   = unit(vec3_cross(axis[0], axis[1]));
  axis[1]   = vec3_cross(axis[2], axis[0]);
  out->axes = quat_of_axes(axis);
  /* strictly ascending: what stayed in its order above may be off by rounding */
  axes_sort(moment, axis, 0);
  out->principal = vec3(moment[0], moment[1], moment[2]);
}

bool mass_given(double volume, double mass, Vec3 centre, Sym3 inertia, MassProperties *out, char *why)
{
  const double all =
    volume + mass + centre.x + centre.y + centre.z + inertia.xx + inertia.yy + inertia.zz + inertia.xy + inertia.xz + inertia.yz;
  const char *text = NULL;
  Vec3        i;

  *out = (MassProperties){.volume = volume, .mass = mass, .centre = centre, .inertia = inertia, .axes = quat_identity()};
  if (!isfinite(all)) text = "mass properties must be finite";
  else if (!(volume > 0)) text = "volume must be > 0";
  else if (!(mass > 0)) text = "mass must be > 0";
  if (text) {
    snprintf(why, WHY_LENGTH, "%s", text);
    return false;
  }
  mass_principal(out);
  i = out->principal;
  /* a flat body has equality: allow the digits the numbers were given with */
  if (i.x > 0 && i.z <= (i.x + i.y) * (1 + 1e-6)) return true;
  snprintf(why, WHY_LENGTH, "principal moments %g, %g, %g kg m^2: %s", i.x, i.y, i.z,
           i.x > 0 ? "no body has one larger than the other two together" : "must be > 0");
  return false;
}

/* The largest moment of the inertia, all but: no entry of the diagonal is above it. */
static double largest_entry(Sym3 s)
{
  return max_real(s.xx, max_real(s.yy, s.zz));
}

void mass_error_set(const PebbleSet *set, const Materials *materials, double volume, double mass, double inertia,
                    MassProperties *out)
{
  double least_volume = out->volume - volume, least_mass = out->mass - mass,
         least_inertia = largest_entry(out->inertia) - inertia;

  /* a part of a body has less of each moment, whatever else there is */
  for (int i = 0; i < set->n; i++) {
    const double v = sphere_volume(set->r[i]), m = v * materials->list[set->material[i]].density;

    least_volume  = max_real(least_volume, v);
    least_mass    = max_real(least_mass, m);
    least_inertia = max_real(least_inertia, 0.4 * m * set->r[i] * set->r[i]);
  }
  out->error = max_real(volume / least_volume, max_real(mass / least_mass, inertia / least_inertia));
}

/* ---- the gap ---- */

/* Parts of the set while they are joined to one: Boruvka 1926. Each round joins every part to the one next to it. */
typedef struct {
  const PebbleSet *set;
  SphereTree       tree;
  int             *root;   /* [n] a pebble of the same part; of itself at the root */
  int             *common; /* [nodes] root of the part that all of a node belong to, or -1 */
  double          *best;   /* [n] at roots: the shortest bridge to another part */
  int             *to;     /* [n] at roots: where it leads */
} Parts;

static int root_of(int *root, int i)
{
  while (root[i] != i) i = root[i] = root[root[i]];
  return i;
}

static void join(int *root, int i, int j)
{
  const int a = root_of(root, i), b = root_of(root, j);

  root[a > b ? a : b] = a > b ? b : a;
}

static double gap_between(const PebbleSet *set, int i, int j)
{
  return max_real(0, vec3_norm(vec3_sub(set->x[i], set->x[j])) - (set->r[i] + set->r[j]));
}

/* What connects to within `slack` is one part. */
static void join_touching(Parts *p, double slack)
{
  for (int i = 0; i < p->set->n; i++) {
    SphereWalk walk = sphere_tree_walk(&p->tree, p->set->x[i], p->set->r[i] + slack, false);

    for (int j = sphere_walk_next(&walk); j >= 0; j = sphere_walk_next(&walk)) join(p->root, i, j);
  }
}

/* Children follow their parents, so one pass from behind fills the tree. Returns false when all is one part. */
static bool mark_common(Parts *p)
{
  for (int k = p->tree.n_nodes - 1; k >= 0; k--) {
    const SphereNode *node = &p->tree.node[k];
    const int        *item = p->tree.order + node->first;

    if (node->left > 0) {
      p->common[k] = p->common[node->left] == p->common[node->left + 1] ? p->common[node->left] : -1;
      continue;
    }
    p->common[k] = root_of(p->root, item[0]);
    for (int i = 1; i < node->n; i++) {
      if (root_of(p->root, item[i]) != p->common[k]) p->common[k] = -1;
    }
  }
  return p->common[0] < 0;
}

/* The shortest bridge from pebble i to another part than `mine`, if it is shorter than what its part has. */
static void look_from(Parts *p, int i, int mine)
{
  int stack[SPHERE_WALK_DEPTH] = {0}, depth = 1;

  while (depth > 0) {
    const int         k    = stack[--depth];
    const SphereNode *node = &p->tree.node[k];

    if (p->common[k] == mine) continue;
    if (sphere_node_distance(node, p->set->x[i]) - p->set->r[i] - node->largest > p->best[mine]) continue;
    if (node->left > 0) {
      const double left  = sphere_node_distance(&p->tree.node[node->left], p->set->x[i]);
      const double right = sphere_node_distance(&p->tree.node[node->left + 1], p->set->x[i]);

      stack[depth++] = node->left + (left < right); /* the nearer one is looked at first */
      stack[depth++] = node->left + (left >= right);
      continue;
    }
    for (int q = 0; q < node->n; q++) {
      const int j = p->tree.order[node->first + q];

      if (root_of(p->root, j) == mine || gap_between(p->set, i, j) >= p->best[mine]) continue;
      p->best[mine] = gap_between(p->set, i, j);
      p->to[mine]   = j;
    }
  }
}

static double longest_bridge(Parts *p)
{
  const int n       = p->set->n;
  double    longest = 0;

  while (mark_common(p)) {
    for (int i = 0; i < n; i++) p->best[i] = HUGE_VAL;
    for (int i = 0; i < n; i++) look_from(p, i, root_of(p->root, i));
    for (int i = 0; i < n; i++) {
      if (p->best[i] == HUGE_VAL) continue; /* no root */
      longest = max_real(longest, p->best[i]);
      join(p->root, i, p->to[i]);
    }
  }
  return longest;
}

double pebbles_gap(const PebbleSet *set)
{
  const size_t room     = (size_t)set->n + 1;
  Parts        p        = {.set    = set,
                           .root   = malloc(room * sizeof *p.root),
                           .common = malloc(room * sizeof *p.common),
                           .best   = malloc(room * sizeof *p.best),
                           .to     = malloc(room * sizeof *p.to)};
  double       smallest = HUGE_VAL, gap = HUGE_VAL;

  for (int i = 0; i < set->n; i++) smallest = min_real(smallest, set->r[i]);
  if (sphere_tree_create(set->n, set->x, set->r, &p.tree) && p.root && p.common && p.best && p.to) {
    for (int i = 0; i < set->n; i++) p.root[i] = i;
    join_touching(&p, 1e-9 * smallest);
    gap = longest_bridge(&p);
  }
  sphere_tree_free(&p.tree);
  free(p.root);
  free(p.common);
  free(p.best);
  free(p.to);
  return gap;
}

double pebbles_overlap(const PebbleSet *set, double union_volume)
{
  double sum = 0;

  for (int i = 0; i < set->n; i++) sum += sphere_volume(set->r[i]);
  return sum / union_volume - 1;
}

static bool pebbles_coincide(const PebbleSet *set, int i, int j)
{
  const double tiny = 1e-12 * set->r[i];

  return fabs(set->r[i] - set->r[j]) <= tiny && vec3_norm(vec3_sub(set->x[i], set->x[j])) <= tiny;
}

/* Marks what goes: all that coincide with one before them that stays. Returns false when there is no memory. */
static bool mark_twins(const PebbleSet *set, bool *gone)
{
  SphereTree tree;
  const bool done = sphere_tree_create(set->n, set->x, set->r, &tree);

  for (int i = 0; i < set->n && done; i++) {
    SphereWalk walk = sphere_tree_walk(&tree, set->x[i], 1e-12 * set->r[i], true);

    for (int j = sphere_walk_next(&walk); j >= 0 && !gone[i]; j = sphere_walk_next(&walk)) {
      gone[i] = j < i && !gone[j] && pebbles_coincide(set, i, j);
    }
  }
  sphere_tree_free(&tree);
  return done;
}

int pebbles_merge(PebbleSet *set)
{
  const int  before = set->n;
  bool      *gone   = calloc((size_t)before + 1, sizeof *gone);
  const bool marked = gone && mark_twins(set, gone);

  set->n = 0;
  for (int i = 0; i < before; i++) {
    if (marked && gone[i]) continue;
    set->x[set->n] = set->x[i];
    set->r[set->n] = set->r[i];
    if (set->group) set->group[set->n] = set->group[i];
    set->material[set->n++] = set->material[i];
  }
  free(gone);
  return before - set->n;
}
