/* SPDX-License-Identifier: MIT */
/* Faces by branch and bound over the normals of planes: an octahedron (in two dimensions: four
   arcs) whose cells are split recursively. */
#include "measure/timestep/face.h"
#include "shape/mass/mass.h"

enum {
  DEPTH_MOST = 13,
  SAMPLES    = 256
}; /* smallest cells, 2e-4 rad; most pebbles at which face_patch counts */

/* Sums over the pebbles that touch a plane; the modes for any normal are computed from them. */
typedef struct {
  int    n;
  double r, rr;
  Vec3   x, rx;
  Sym3   xx;
} Moments;

/* A cell: the directions between its corners. list[first .. first + n - 1]: pebbles that may
   touch a plane with a normal in the cell. */
typedef struct {
  Vec3     corner[3];
  Vec3     middle;
  double   chord; /* largest distance from `middle` to a unit vector of the cell */
  PetscInt first, n;
} Cell;

typedef struct {
  const Template *t;
  const FaceBody *body;
  int             material;
  Vec3            root; /* sqrt(turning / moment) by axis; 0: no rotation about it */
  double          enough[2];
  Face            best;
  int             cells;
  int            *list;
  PetscInt        capacity;
} Search;

/* ---- modes ---- */

static void add_pebble(Moments *m, Vec3 x, double r)
{
  m->n++;
  m->r += r;
  m->rr += r * r;
  m->x  = vec3_add(m->x, x);
  m->rx = vec3_axpy(m->rx, r, x);
  m->xx = sym3_add_square(m->xx, 1, x);
}

static Vec3 unit(int k)
{
  return (Vec3){k == 0, k == 1, k == 2};
}

double matrix_raise(double a[6][6], int squarings)
{
  double trace = 0;

  for (int i = 0; i < 6; i++) trace += a[i][i];
  if (!(trace > 0)) return 0;
  for (int i = 0; i < 36; i++) a[i / 6][i % 6] /= trace;
  for (int s = 0; s < squarings; s++) {
    double b[6][6] = {{0}};

    for (int i = 0; i < 6; i++)
      for (int k = 0; k < 6; k++)
        for (int j = 0; j < 6; j++) b[i][j] += a[i][k] * a[k][j];
    memcpy(a, b, sizeof b);
  }
  return trace;
}

/* Largest eigenvalue of a positive semidefinite matrix, at most 1.5 % too large:
   tr(A^128)^(1/128). Overwrites a. */
static double largest_eigenvalue(double a[6][6])
{
  enum { SQUARINGS = 7 };
  const double trace = matrix_raise(a, SQUARINGS);
  double       power = 0;

  if (!(trace > 0)) return 0;
  for (int i = 0; i < 6; i++) power += a[i][i];
  for (int s = 0; s < SQUARINGS; s++) power = sqrt(power);
  return trace * power;
}

/* Add, over all n pebbles, the matrix u u^T of the 6-vector u = (d, root * (arm x d)): springs
   along the unit vector d. arm, arms: sums of arm and arm arm^T; the sum of (arm x d)(arm x d)^T
   follows from the latter. */
static void add_direction(const Search *s, int n, Vec3 arm, Sym3 arms, Vec3 d, double a[6][6])
{
  const double whole = s->body->whole, part[3] = {d.x, d.y, s->body->dimension == 2 ? 0 : d.z};
  const double root[3] = {s->root.x, s->root.y, s->root.z};
  const Vec3   turn    = vec3_cross(arm, d);
  Vec3         column[3]; /* columns of arms times the matrix of (. x d) */

  for (int k = 0; k < 3; k++) /* (arm x d) . e = arm . (d x e) */
    column[k] = sym3_mul(arms, vec3_cross(d, unit(k)));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const double across = sqrt(whole) * part[i] * root[j] * vec3_axis(turn, j);

      a[i][j] += n * whole * part[i] * part[j];
      a[i][3 + j] += across;
      a[3 + j][i] += across;
      a[3 + i][3 + j] += root[i] * root[j] * vec3_dot(vec3_cross(d, unit(i)), column[j]);
    }
}

/* modes[0]: springs along the normal; modes[1]: springs of the same stiffness along all axes, at
   the surface. *point: mean over the pebbles of 1/m along the normal, which is the trace over
   their number. */
static void find_modes(const Search *s, const Moments *m, Vec3 normal, double modes[2],
                       double *point)
{
  const Vec3 arm = vec3_axpy(m->x, m->r, normal), v = m->rx, n = normal;
  Sym3       arms    = m->xx;
  double     a[6][6] = {{0}}, b[6][6] = {{0}};

  arms.xx += 2 * v.x * n.x + m->rr * n.x * n.x;
  arms.yy += 2 * v.y * n.y + m->rr * n.y * n.y;
  arms.zz += 2 * v.z * n.z + m->rr * n.z * n.z;
  arms.xy += v.x * n.y + v.y * n.x + m->rr * n.x * n.y;
  arms.xz += v.x * n.z + v.z * n.x + m->rr * n.x * n.z;
  arms.yz += v.y * n.z + v.z * n.y + m->rr * n.y * n.z;
  add_direction(s, m->n, m->x, m->xx, normal, a);
  for (int k = 0; k < s->body->dimension; k++) add_direction(s, m->n, arm, arms, unit(k), b);
  *point = 0;
  for (int i = 0; i < 6; i++) *point += a[i][i] / m->n;
  modes[0] = largest_eigenvalue(a);
  modes[1] = largest_eigenvalue(b);
}

/* ---- cells ---- */

static double height(const Template *t, int i, Vec3 n)
{
  return vec3_dot(t->offset[i], n) + t->radius[i];
}

static Vec3 normalized(Vec3 v)
{
  return vec3_scale(1 / vec3_norm(v), v);
}

static int support(const Search *s, const Cell *c, Vec3 n)
{
  int    best    = s->list[c->first];
  double highest = -INFINITY;

  for (PetscInt k = 0; k < c->n; k++) {
    const int    i = s->list[c->first + k];
    const double h = height(s->t, i, n);

    if (h <= highest) continue;
    highest = h;
    best    = i;
  }
  return best;
}

/* True if pebble i may touch a plane whose normal is in the cell, given pebble j. A direction of
   the cell is a sum of its corners with weights w >= 0; as it is a unit vector, 1 <= sum of w <=
   1 / (least cosine between a corner and the middle). */
static bool may_touch(const Search *s, const Cell *c, int i, int j)
{
  const Vec3   d     = vec3_sub(s->t->offset[i], s->t->offset[j]);
  const double more  = (1 + FACE_DEPTH) * s->t->radius[i] - s->t->radius[j];
  double       along = -INFINITY;

  for (int k = 0; k < s->body->dimension; k++) along = max_real(along, vec3_dot(d, c->corner[k]));
  return (along > 0 ? along / (1 - 0.5 * c->chord * c->chord) : along) + more >= 0;
}

/* Set the list of a cell from that of its parent. */
static void list_pebbles(Search *s, const Cell *parent, Cell *c)
{
  int       known[4];
  const int n_known = s->body->dimension + 1;

  c->first = parent->first + parent->n;
  c->n     = 0;
  array_reserve(&s->list, sizeof *s->list, c->first + parent->n, &s->capacity);
  for (int k = 0; k < n_known; k++)
    known[k] = support(s, parent, k < n_known - 1 ? c->corner[k] : c->middle);
  for (PetscInt k = 0; k < parent->n; k++) {
    const int i  = s->list[parent->first + k];
    bool      is = true;

    for (int q = 0; is && q < n_known; q++) is = may_touch(s, c, i, known[q]);
    if (is) s->list[c->first + c->n++] = i;
  }
}

static bool is_inside(const Cell *c, int dimension, Vec3 n)
{
  const double least = -1e-12;
  bool         is    = true;

  for (int k = 0; k < dimension; k++) {
    const Vec3 from = c->corner[k], to = dimension == 2 ? c->middle : c->corner[(k + 1) % 3],
               across = vec3_cross(from, to);

    is = is && vec3_dot(across, dimension == 2 ? vec3_cross(from, n) : n) >= least;
  }
  return is;
}

/* ---- faces ---- */

static void note_face(Search *s, const double modes[2], double point, int n)
{
  if (modes[0] > s->best.normal) s->best.point = point;
  s->best.normal = max_real(s->best.normal, modes[0]);
  s->best.full   = max_real(s->best.full, modes[1]);
  s->best.n      = (int)max_int(s->best.n, n);
}

/* Evaluate the plane with this normal, which is in the cell. */
static void try_plane(Search *s, const Cell *c, Vec3 normal)
{
  const Template *t       = s->t;
  const double    highest = height(t, support(s, c, normal), normal);
  Moments         m       = {0};
  double          modes[2], point;

  for (PetscInt k = 0; k < c->n; k++) {
    const int i = s->list[c->first + k];

    if (t->material[i] == s->material &&
        height(t, i, normal) >= highest - FACE_DEPTH * t->radius[i])
      add_pebble(&m, t->offset[i], t->radius[i]);
  }
  if (m.n < FACE_LEAST) return;
  find_modes(s, &m, normal, modes, &point);
  note_face(s, modes, point, m.n);
}

/* Evaluate fitted planes: the least-squares plane of the pebbles on the list, and, for pebbles
   in a row, the plane along the row whose normal is nearest to the cell's middle. */
static void try_fits(Search *s, const Cell *c, const Moments *m)
{
  const Vec3     mean = vec3_scale(1.0 / m->n, m->x);
  const Sym3     q    = m->xx;
  MassProperties p    = {.inertia = {.xx = q.xx / m->n - mean.x * mean.x,
                                     .yy = q.yy / m->n - mean.y * mean.y,
                                     .zz = q.zz / m->n - mean.z * mean.z,
                                     .xy = q.xy / m->n - mean.x * mean.y,
                                     .xz = q.xz / m->n - mean.x * mean.z,
                                     .yz = q.yz / m->n - mean.y * mean.z}};
  Vec3           flat, row, beside;

  mass_principal(&p);
  row    = quat_turn(p.axes, unit(2)); /* axis of the largest spread */
  flat   = quat_turn(p.axes, unit(0));
  beside = vec3_axpy(c->middle, -vec3_dot(row, c->middle), row);
  if (s->body->dimension == 3) {
    flat = vec3_scale(vec3_dot(flat, c->middle) < 0 ? -1 : 1, flat);
    if (is_inside(c, 3, flat)) try_plane(s, c, flat);
  }
  if (vec3_norm(beside) > 1e-3 && is_inside(c, s->body->dimension, normalized(beside)))
    try_plane(s, c, normalized(beside));
}

/* Upper bounds of the modes for any normal in the cell: modes of all pebbles on the list at its
   middle, plus the largest change of their square roots by another normal (the roots are norms
   of matrices linear in the normal). */
static void bound_modes(const Search *s, const Cell *c, const Moments *m, double modes[2],
                        double *point)
{
  const double easiest = max_real(s->root.x, max_real(s->root.y, s->root.z)),
               balls   = easiest * sqrt(m->rr);
  double root, full;

  find_modes(s, m, c->middle, modes, point);
  full     = sqrt(modes[1]);
  root     = sqrt(modes[0]) + c->chord * (full + balls);
  full     = full + c->chord * balls;
  modes[0] = root * root;
  modes[1] = full * full;
}

/* True if no direction of the cell has modes more than FACE_SLACK above the best found or
   `enough`, and none more than 1.25 times the most pebbles found; or if there are too few
   pebbles. */
static bool is_converged(const Search *s, const double modes[2], int n)
{
  const double slack = 1 + FACE_SLACK;

  return n < FACE_LEAST ||
         (modes[0] <= slack * max_real(s->enough[0], s->best.normal) &&
          modes[1] <= slack * max_real(s->enough[1], s->best.full) && n <= 1.25 * s->best.n);
}

static void look_into(Search *s, const Cell *parent, Cell *c, int depth, int last);

/* Split a cell: a triangle in four, an arc in two. Cells that a part does not use are left to
   the others. */
static void split(Search *s, const Cell *c, int depth, int last)
{
  const int dimension = s->body->dimension;

  if (dimension == 2) {
    for (int k = 0; k < 2; k++) {
      Cell part = {.corner = {k ? c->middle : c->corner[0], k ? c->corner[1] : c->middle}};

      look_into(s, c, &part, depth + 1, s->cells + (last - s->cells) / (2 - k));
    }
    return;
  }
  for (int k = 0; k < 4; k++) {
    const Vec3 half[] = {normalized(vec3_add(c->corner[1], c->corner[2])),
                         normalized(vec3_add(c->corner[2], c->corner[0])),
                         normalized(vec3_add(c->corner[0], c->corner[1]))};
    Cell       part   = {.corner = {half[0], half[1], half[2]}};

    if (k < 3) part.corner[k] = c->corner[k];
    if (k < 3)
      part.corner[(k + 1) % 3] = half[(k + 2) % 3], part.corner[(k + 2) % 3] = half[(k + 1) % 3];
    look_into(s, c, &part, depth + 1, s->cells + (last - s->cells) / (4 - k));
  }
}

/* Search a cell. last: limit of s->cells when this cell and its parts are done. */
static void look_into(Search *s, const Cell *parent, Cell *c, int depth, int last)
{
  const int dimension = s->body->dimension;
  Moments   m         = {0};
  Vec3      sum       = {0, 0, 0};
  double    modes[2], point;

  for (int k = 0; k < dimension; k++) sum = vec3_add(sum, c->corner[k]);
  c->middle = normalized(sum);
  c->chord  = 0;
  for (int k = 0; k < dimension; k++)
    c->chord = max_real(c->chord, vec3_norm(vec3_sub(c->corner[k], c->middle)));
  list_pebbles(s, parent, c);
  for (PetscInt k = 0; k < c->n; k++) {
    const int i = s->list[c->first + k];

    if (s->t->material[i] == s->material) add_pebble(&m, s->t->offset[i], s->t->radius[i]);
  }
  if (m.n < FACE_LEAST) return;
  bound_modes(s, c, &m, modes, &point);
  if (is_converged(s, modes, m.n)) return;
  try_plane(s, c, c->middle);
  try_fits(s, c, &m);
  if (is_converged(s, modes, m.n)) return;
  if (++s->cells >= last || depth >= DEPTH_MOST) {
    s->best.exact = false;
    note_face(s, modes, point, m.n);
  } else split(s, c, depth, last);
}

void face_find(const Template *t, int material, const FaceBody *body, const double enough[2],
               Face *face)
{
  const Vec3 p     = t->mass.principal;
  const bool flat  = body->dimension == 2;
  const int  roots = flat ? 4 : 8;
  Search     s     = {.t        = t,
                      .body     = body,
                      .material = material,
                      .enough   = {enough[0], enough[1]},
                      .best     = {.exact = true}};
  Cell       all   = {.n = t->n};

  s.root = (Vec3){flat ? 0 : sqrt(body->turning / p.x), flat ? 0 : sqrt(body->turning / p.y),
                  sqrt(body->turning / p.z)};
  array_reserve(&s.list, sizeof *s.list, t->n, &s.capacity);
  for (int i = 0; i < t->n; i++) s.list[i] = i;
  for (int k = 0; t->n >= FACE_LEAST && k < roots; k++) {
    const Vec3 x = {k & 1 ? -1 : 1, 0, 0}, y = {0, k & 2 ? -1 : 1, 0}, z = {0, 0, k & 4 ? -1 : 1};
    const bool turned =
      ((k & 1) ^ (k >> 1 & 1) ^ (k >> 2 & 1)) != 0; /* corners anticlockwise seen from outside */
    Cell c = {.corner = {turned ? y : x, turned ? x : y, z}};

    look_into(&s, &all, &c, 0, s.cells + (FACE_CELLS - s.cells) / (roots - k));
  }
  array_free(&s.list);
  *face   = s.best;
  face->n = (int)max_int(1, face->n);
}

/* ---- patches ---- */

/* Number of pebbles of the material with centres within `reach` (m) of that of pebble i. */
static int count_near(const Template *t, int material, int i, double reach)
{
  const bool treed = t->tree.n_nodes > 0;
  SphereWalk walk  = {.depth = 0};
  int        n = 0, j = -1;

  if (treed) walk = sphere_tree_walk(&t->tree, t->offset[i], reach, true);
  while ((j = treed ? sphere_walk_next(&walk) : j + 1) >= 0 && j < t->n)
    n += t->material[j] == material && vec3_norm(vec3_sub(t->offset[j], t->offset[i])) <= reach;
  return n;
}

double face_patch(const Template *t, int material, double radius)
{
  const int step = (t->n + SAMPLES - 1) / SAMPLES;
  double    most = 1;

  for (int i = 0; i < t->n; i += step)
    if (t->material[i] == material)
      most =
        max_real(most, count_near(t, material, i, sqrt(2 * FACE_DEPTH * t->radius[i] * radius)));
  return most;
}
