/* SPDX-License-Identifier: MIT */
/* Places of patches, by descent of the tree of the patch's faces, nearest box first. If places have
   equal distances, that on the lowest face is taken, so that it matters neither in which order the
   tree is descended nor whether places are found in a cell of the grid. */
#include "wall/mesh/mesh_nearest.h"
#include "base/rows.h"
#include "shape/mesh/mesh_patches.h"

/* Part of a face: the inside, the edge from corner k on, or corner k. */
enum { IN_FACE, ON_EDGE, AT_CORNER = ON_EDGE + 3 };

/* Relative tolerance of the test whether another face of an edge inside a patch leads nearer.
   Within it either face takes the place, so that rounding loses none; a place that is no minimum by
   so little has a minimum beside it. */
static const double slack = 1e-9;

typedef struct {
  double square; /* of the distance, m^2 */
  Vec3   point;
  double height; /* of x over the face's plane, m */
  int    face, where;
} Foot;

/* ---- parts of a face ---- */

static Vec3 frame_corner(const FaceFrame *q, int k)
{
  return k == 0 ? q->corner : q->more[k - 1];
}

static double frame_height(const FaceFrame *q, Vec3 x)
{
  return vec3_dot(vec3_sub(x, q->corner), q->normal);
}

/* Keep the nearest place on edge k of a face, if it is nearer. */
static void take_segment(const FaceFrame *q, int k, Vec3 x, Foot *best)
{
  const Vec3   a = frame_corner(q, k), b = frame_corner(q, (k + 1) % 3), e = vec3_sub(b, a);
  const double from = vec3_dot(vec3_sub(x, a), e), to = -vec3_dot(vec3_sub(x, b), e);
  const Vec3   point  = from < 0 ? a : to < 0 ? b : vec3_axpy(a, from / (from + to), e);
  const Vec3   d      = vec3_sub(x, point);
  const double square = vec3_dot(d, d);
  const int    where  = from < 0 ? AT_CORNER + k : to < 0 ? AT_CORNER + (k + 1) % 3 : ON_EDGE + k;

  if (square < best->square) {
    best->square = square;
    best->point  = point;
    best->where  = where;
  }
}

/* The nearest place of a face; it is on an edge that x is beyond. */
static Foot foot_of(const FaceFrame *q, Vec3 x, double height)
{
  Foot foot = {.square = INFINITY, .face = q->face, .height = height, .where = -1};

  for (int k = 0; k < 3; k++)
    if (vec3_dot(q->in[k], vec3_sub(x, frame_corner(q, k))) < 0) take_segment(q, k, x, &foot);
  if (foot.where >= 0) return foot;
  foot.where  = IN_FACE;
  foot.square = height * height;
  foot.point  = vec3_axpy(x, -height, q->normal);
  return foot;
}

/* ---- which places count ---- */

/* A number that is positive if x is on the face's side of the plane through its edge k that is
   normal to the face; the same operations for a face, whoever asks. m^2. */
static double inward(const MeshPatches *p, int f, int k, Vec3 x)
{
  return vec3_dot(mesh_patches_in(p, f, k), vec3_sub(x, mesh_corner(p->mesh, f, k)));
}

static double height_over(const MeshPatches *p, int f, Vec3 x)
{
  return vec3_dot(vec3_sub(x, mesh_corner(p->mesh, f, 0)), p->normal[f]);
}

/* True if x and the corner of the second face g that is not on the edge are on one side of the
   first face f. */
static bool is_on_side_of(const MeshPatches *p, const MeshEdge *e, int f, int g, Vec3 x)
{
  const Vec3 other = p->mesh->vertex[mesh_edges_third(p->mesh, g, e)];

  return height_over(p, f, x) * height_over(p, f, other) > 0;
}

/* True if x is in the valley of the edge: between its two faces, where they turn to each other. */
static bool is_in_valley(const MeshPatches *p, const MeshEdge *e, Vec3 x)
{
  const int f = p->edge_face[e->first], g = p->edge_face[e->first + e->n - 1];

  return e->kind != EDGE_PLAIN && is_on_side_of(p, e, f, g, x) && is_on_side_of(p, e, g, f, x);
}

/* True if no other face of the edge leads nearer to x. At a cut edge the test is exact, so that x
   is either in the wedge or above a face. */
static bool is_in_wedge(const MeshPatches *p, const MeshEdge *e, int face, const Foot *foot, Vec3 x)
{
  const double room = e->cut
                        ? 0
                        : slack * sqrt(foot->square) *
                            vec3_norm(vec3_sub(p->mesh->vertex[e->high], p->mesh->vertex[e->low]));

  for (int k = 0; k < e->n; k++) {
    const int    f = p->edge_face[e->first + k], edge = (int)(e - p->edge);
    const int   *side = p->side + 3 * (size_t)f;
    const int    from = side[0] == edge ? 0 : side[1] == edge ? 1 : 2;
    const double into = f == face ? -1 : inward(p, f, from, x);

    if (e->cut ? into >= 0 : into > room) return false;
  }
  return true;
}

/* True if a place on an edge counts for the patch. */
static bool edge_counts(const MeshPlaces *s, int patch, const Foot *foot, Vec3 x)
{
  const MeshPatches *p   = &s->patches;
  const MeshEdge    *e   = &p->edge[p->side[3 * foot->face + foot->where - ON_EDGE]];
  Vec3               sum = {0, 0, 0}; /* of the normals of its faces */

  if (e->cut && is_in_valley(p, e, x)) return !s->solid || foot->height > 0;
  if (e->owner != patch || !is_in_wedge(p, e, foot->face, foot, x)) return false;
  for (int k = 0; k < e->n; k++) sum = vec3_add(sum, p->normal[p->edge_face[e->first + k]]);
  return !s->solid || vec3_dot(vec3_sub(x, foot->point), sum) >= 0;
}

/* True if the edges of face f at corner v do not lead nearer to x, which is at d from it. */
static bool leads_away(const MeshPatches *p, int f, int v, Vec3 d, double square, bool strict)
{
  const int *corner = p->mesh->face[f].v;

  for (int k = 0; k < 3; k++) {
    const Vec3   e    = vec3_sub(p->mesh->vertex[corner[k]], p->mesh->vertex[v]);
    const double lead = vec3_dot(d, e);

    if (corner[k] == v) continue;
    if (strict ? lead >= 0 : lead > slack * sqrt(square) * vec3_norm(e)) return false;
  }
  return true;
}

/* Position of a corner among patches. */
typedef struct {
  int  owner;
  bool mixed, valley; /* faces of several patches; x is in the valley of a cut edge */
} CornerPlace;

static CornerPlace corner_place(const MeshPatches *p, int v, Vec3 x)
{
  CornerPlace c = {.owner = p->patch[p->fan[p->fan_start[v]]]};

  for (int i = p->fan_start[v]; i < p->fan_start[v + 1]; i++) {
    const int patch = p->patch[p->fan[i]];

    c.mixed = c.mixed || patch != c.owner;
    c.owner = patch < c.owner ? patch : c.owner;
  }
  for (int i = p->fan_start[v]; c.mixed && i < p->fan_start[v + 1]; i++)
    for (int k = 0; k < 3; k++) {
      const MeshEdge *e = &p->edge[p->side[3 * p->fan[i] + k]];

      c.valley = c.valley || (e->cut && (e->low == v || e->high == v) && is_in_valley(p, e, x));
    }
  return c;
}

/* True if a place on a corner counts for the patch. In a valley only the faces of the patch itself
   count. */
static bool corner_counts(const MeshPlaces *s, int patch, const Foot *foot, Vec3 x)
{
  const MeshPatches *p = &s->patches;
  const int          v = p->mesh->face[foot->face].v[foot->where - AT_CORNER];
  const Vec3         d = vec3_sub(x, p->mesh->vertex[v]);
  const CornerPlace  c = corner_place(p, v, x);

  if (!c.valley && c.owner != patch) return false;
  for (int i = p->fan_start[v]; i < p->fan_start[v + 1]; i++) {
    if (c.valley && p->patch[p->fan[i]] != patch) continue;
    if (!leads_away(p, p->fan[i], v, d, foot->square, c.mixed && !c.valley)) return false;
  }
  return !s->solid || vec3_dot(d, p->vertex_normal[v]) >= 0;
}

static bool foot_counts(const MeshPlaces *s, int patch, const Foot *foot, Vec3 x)
{
  if (foot->where == IN_FACE) return !s->solid || foot->height >= 0;
  return foot->where < AT_CORNER ? edge_counts(s, patch, foot, x)
                                 : corner_counts(s, patch, foot, x);
}

/* ---- faces ---- */

/* True if a face at this height is farther away than a place, whatever rounding does: faces of one
   plane are at heights that agree but for rounding, and must not be left out by the order in which
   they come. */
static bool is_beyond(double height, const Foot *best)
{
  return (1 - 1e-4) * height * height > best->square;
}

/* Update the best place of a patch by a face. all: every place of it is taken, not only those that
   count. *any: least squared distance of the faces that were nearer than the best place, of this patch
   or others, whether they count or not. */
static void look_at_face(const MeshPlaces *s, const FaceFrame *q, int patch, bool all, Vec3 x,
                         Foot *best, double *any)
{
  const double height = frame_height(q, x);
  Foot         foot;

  if (is_beyond(height, best)) return;
  foot = foot_of(q, x, height);
  *any = min_real(*any, foot.square);
  if (q->patch != patch || foot.square > best->square ||
      (foot.square == best->square && q->face > best->face))
    return;
  if (all || foot_counts(s, patch, &foot, x)) *best = foot;
}

/* ---- trees ---- */

/* Find the nearest place. On entry *best has the limit, and the face INT_MAX. */
static void descend(const MeshPlaces *s, int patch, bool all, Vec3 x, Foot *best)
{
  const MeshNode *node  = s->tree_node ? s->tree_node + s->tree_start[patch] : s->whole.node;
  const int       first = s->patches.start[patch];
  const int      *order = s->tree_node ? s->tree_order + first : s->whole.order;
  MeshDescent     d     = mesh_descent(node, x);
  double          any   = INFINITY;
  const MeshNode *leaf;

  while ((leaf = mesh_descent_next(&d, best->square)))
    for (int k = 0; k < leaf->n; k++) {
      const int    f      = first + order[leaf->first + k];
      const double height = height_over(&s->patches, f, x);
      FaceFrame    q;

      if (is_beyond(height, best)) continue;
      q = face_frame(&s->patches, f);
      look_at_face(s, &q, patch, all, x, best, &any);
    }
}

/* ---- cells ---- */

/* Find the nearest place among the faces of the cell, within the reach of the grid. */
static void look_in_cell(const MeshPlaces *s, int patch, bool all, Vec3 x, Foot *best, double *any)
{
  const MeshGrid *g    = &s->grid;
  const int       cell = lattice_cell(&g->lists, x);

  for (int k = cell < 0 ? 0 : g->start[cell]; cell >= 0 && k < g->start[cell + 1]; k++) {
    const int f = g->face[k];

    if ((!all || s->patches.patch[f] == patch) &&
        face_bound_square(&g->bound[f], x) <= best->square)
      look_at_face(s, &s->frame[f], patch, all, x, best, any);
  }
}

/* Find the nearest place up to best's limit. True: *any is the least distance of all faces that are
   nearer than it, squared; false: it is not known. */
static bool look(const MeshPlaces *s, int patch, bool all, Vec3 x, Foot *best, double *any)
{
  const double limit = best->square, near = s->grid.reach * s->grid.reach;

  *any = INFINITY;
  if (s->grid.lists.n_cells > 0) {
    best->square = min_real(limit, near);
    look_in_cell(s, patch, all, x, best, any);
    if (best->face < INT_MAX || limit <= near) return true;
    best->square = limit;
  }
  descend(s, patch, all, x, best);
  return false;
}

/* ---- places ---- */

/* Winding number of the mesh about x. In a part it is that of the point of the box that contains x,
   plus the crossings of the segment between them, which lies in the box. The boxes cover all that
   is near the mesh. */
static int winding_about(const MeshPlaces *s, Vec3 x)
{
  if (!s->is_part) return mesh_tree_winding(&s->whole, x);
  for (int k = 0; k < s->n_boxes; k++)
    if (vec3_is_within(x, s->box[k].lo, s->box[k].hi))
      return s->box[k].winding + mesh_tree_crossings(&s->whole, x, mesh_box_point(&s->box[k]));
  return 0;
}

bool mesh_places_hold(const MeshPlaces *s, Vec3 x)
{
  const CellSide side = mesh_grid_side(&s->grid, x);

  if (!s->solid) return false;
  if (side != CELL_UNKNOWN) return side == CELL_SOLID;
  return winding_about(s, x) + s->hollow > 0;
}

/* Unit vector along d; otherwise: where d has no direction. */
static Vec3 direction(const MeshPlaces *s, Vec3 d, Vec3 otherwise)
{
  if (s->planar) d.z = otherwise.z = 0;
  if (vec3_normalize(&d)) return d;
  return vec3_normalize(&otherwise) ? otherwise : vec3(1, 0, 0);
}

/* Unit normal at a place, towards x. */
static Vec3 normal_of(const MeshPlaces *s, const Foot *foot, Vec3 x)
{
  const Vec3 n = s->frame ? s->frame[foot->face].normal : s->patches.normal[foot->face];

  if (foot->where == IN_FACE) return foot->height < 0 ? vec3_scale(-1, n) : n;
  return direction(s, vec3_sub(x, foot->point), n);
}

/* The place of a point in the solid, where the nearest face of all decides. */
static MeshPlace place_inside(const MeshPlaces *s, int patch, Vec3 x)
{
  const MeshPatches *p     = &s->patches;
  MeshPlace          place = {.distance = INFINITY, .normal = {1, 0, 0}, .face = -1};
  int                f;
  FaceFrame          q;
  Foot               foot;
  double             distance = mesh_tree_distance(&s->whole, x, HUGE_VAL, &f);

  if (f < 0 || p->patch[f] != patch) return place;
  q              = face_frame(p, f);
  foot           = foot_of(&q, x, frame_height(&q, x));
  place.distance = -distance;
  place.face     = f;
  place.normal =
    foot.where == IN_FACE ? p->normal[f] : direction(s, vec3_sub(foot.point, x), p->normal[f]);
  return place;
}

/* mesh_places_hold, of a point whose few faces are known; NULL: they are not. */
static bool hold_near(const MeshPlaces *s, FewFaces *few, Vec3 x)
{
  if (!few || !few->clear || !s->solid) return mesh_places_hold(s, x);
  if (few->side == CELL_UNKNOWN) few->side = mesh_places_hold(s, x) ? CELL_SOLID : CELL_OUTSIDE;
  return few->side == CELL_SOLID;
}

/* Find the nearest place among a few faces. The nearest face goes to the front, so that next time the
   others, which are mostly met at an edge, need not be asked whether their places count. */
static void look_at_few(const MeshPlaces *s, FewFaces *few, int patch, Vec3 x, Foot *best,
                        double *any)
{
  for (int k = 0; k < few->n; k++) {
    const int32_t f = few->face[k];

    look_at_face(s, &s->frame[f], patch, false, x, best, any);
    if (k == 0 || best->face != f) continue;
    few->face[k] = few->face[0];
    few->face[0] = f;
  }
}

/* True if some face is nearer to x than a place. */
static bool other_is_nearer(const MeshPlaces *s, Vec3 x, const Foot *place)
{
  const double reach = sqrt(place->square) * (1 - slack);

  return mesh_tree_distance(&s->whole, x, reach, NULL) < reach;
}

/* The nearest place of a patch; few: the faces near x, or NULL. */
static MeshPlace find_among(const MeshPlaces *s, FewFaces *few, int patch, Vec3 x, double limit)
{
  Foot       best = {.square = limit * limit, .face = INT_MAX};
  double     any  = INFINITY;
  const bool sure = few || look(s, patch, false, x, &best, &any);

  if (few) look_at_few(s, few, patch, x, &best, &any);
  /* x may be in the solid although a place is in front of it, if another face is nearer. */
  if ((best.face == INT_MAX ||
       (sure ? any < best.square * (1 - 2 * slack) : s->solid && other_is_nearer(s, x, &best))) &&
      hold_near(s, few, x))
    return place_inside(s, patch, x);
  if (best.face == INT_MAX) return (MeshPlace){INFINITY, {1, 0, 0}, -1};
  return (MeshPlace){sqrt(best.square), normal_of(s, &best, x), best.face};
}

MeshPlace mesh_places_find(const MeshPlaces *s, int patch, Vec3 x, double limit)
{
  const int cell = mesh_grid_cell(&s->grid, x);

  return find_among(s, mesh_recent_find(&s->recent, &s->grid, cell, x, limit), patch, x, limit);
}

/* Each pass prefetches what the next one reads: what is known near the points, and the first face
   there. The prefetches are not in functions that do nothing else, as compilers leave out calls of
   such. */
void mesh_places_find_all(const MeshPlaces *s, int n, const int32_t *patch, const Vec3 *x,
                          const double *limit, MeshPlace *found)
{
  const MeshRecent *recent = &s->recent;
  int               cell[MESH_PLACES_MOST];
  FewFaces         *few[MESH_PLACES_MOST];

  for (int k = 0; k < n; k++) {
    cell[k] = mesh_grid_cell(&s->grid, x[k]);
    if (recent->n > 0 && cell[k] >= 0) __builtin_prefetch(mesh_recent_pair(recent, cell[k]), 1);
  }
  for (int k = 0; k < n; k++) {
    few[k] = mesh_recent_find(recent, &s->grid, cell[k], x[k], limit[k]);
    if (few[k] && few[k]->n > 0) lines_ahead(&s->frame[few[k]->face[0]], sizeof *s->frame);
  }
  for (int k = 0; k < n; k++) {
    if (few[k] && !few_faces_know(few[k], x[k], limit[k])) /* another point has taken their place */
      few[k] = mesh_recent_find(recent, &s->grid, cell[k], x[k], limit[k]);
    found[k] = find_among(s, few[k], patch[k], x[k], limit[k]);
  }
}

/* Starts of the lists of cells, their first entries, then the first faces are prefetched. */
void mesh_places_bound_all(const MeshPlaces *s, int n, const int32_t *patch, const Vec3 *x,
                           const double *limit, double *bound)
{
  const MeshGrid *g = &s->grid;
  int             cell[MESH_PLACES_MOST];

  for (int k = 0; k < n; k++) {
    const int side = g->sides.n_cells > 0 ? lattice_cell(&g->sides, x[k]) : -1;

    cell[k] = mesh_grid_cell(g, x[k]);
    if (cell[k] >= 0) __builtin_prefetch(&g->start[cell[k]]);
    if (side >= 0) __builtin_prefetch(&g->side[side / 4]);
  }
  for (int k = 0; k < n; k++)
    if (cell[k] >= 0) __builtin_prefetch(&g->face[g->start[cell[k]]]);
  for (int k = 0; k < n; k++)
    if (cell[k] >= 0 && g->start[cell[k]] < g->start[cell[k] + 1])
      lines_ahead(&g->bound[g->face[g->start[cell[k]]]], sizeof *g->bound);
  for (int k = 0; k < n; k++) bound[k] = mesh_places_bound(s, patch[k], x[k], limit[k]);
}

double mesh_places_bound(const MeshPlaces *s, int patch, Vec3 x, double limit)
{
  Foot   best = {.square = limit * limit, .face = INT_MAX};
  double any;

  look(s, patch, true, x, &best, &any);
  if (best.face < INT_MAX) return sqrt(best.square);
  return mesh_places_hold(s, x) ? place_inside(s, patch, x).distance : INFINITY;
}

/* ---- boxes ---- */

static double gap(double lo, double hi, double from, double to)
{
  return hi < from ? from - hi : lo > to ? lo - to : 0;
}

/* Distance of the box of a node from lo .. hi. */
static double boxes_apart(const MeshNode *n, Vec3 lo, Vec3 hi)
{
  const double a = gap(lo.x, hi.x, n->lo.x, n->hi.x), b = gap(lo.y, hi.y, n->lo.y, n->hi.y),
               c = gap(lo.z, hi.z, n->lo.z, n->hi.z);

  return sqrt(a * a + b * b + c * c);
}

/* Mark the patches of all nodes within reach of the box; returns the number of new marks. */
static int mark(const MeshPlaces *s, Vec3 lo, Vec3 hi, double reach, uint8_t *marks)
{
  const MeshTree *tree              = &s->whole;
  int             stack[MESH_DEPTH] = {0}, depth = 1, n = 0;

  while (depth > 0 && n < s->patches.n) {
    const int       k    = stack[--depth];
    const MeshNode *node = &tree->node[k];

    if (s->node_patch[k] >= 0 && marks[s->node_patch[k]]) continue;
    if (boxes_apart(node, lo, hi) > reach) continue;
    if (node->left) {
      stack[depth++] = node->left;
      stack[depth++] = node->left + 1;
      continue;
    }
    for (int i = 0; i < node->n; i++) {
      uint8_t *m = &marks[s->patches.patch[tree->order[node->first + i]]];

      n += !*m;
      *m = 1;
    }
  }
  return n;
}

void mesh_places_mark(const MeshPlaces *s, Vec3 lo, Vec3 hi, double reach, uint8_t *marks)
{
  const Vec3   middle = vec3_scale(0.5, vec3_add(lo, hi));
  const double within = reach + 1e-12 * (vec3_norm(lo) + vec3_norm(hi) + reach);
  /* The face nearest to a point deep in the solid is nearer than any face near the box. */
  const double deep = s->solid ? vec3_norm(vec3_sub(hi, lo)) : 0;

  if (boxes_apart(&s->whole.node[0], lo, hi) > within && !mesh_places_hold(s, middle)) return;
  /* If the box has no face near it, all of it is in the solid, or nothing. */
  if (mark(s, lo, hi, within + deep, marks) == 0 && mesh_places_hold(s, middle))
    memset(marks, 1, (size_t)s->patches.n);
}
