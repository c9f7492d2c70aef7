/* SPDX-License-Identifier: MIT */
/* The region is a sum of cones with their tips in the centre of the ball, one over each edge of
   each face and the foot of the perpendicular on that face, with signs: a face that the centre is
   outside of counts negatively, and so does an edge that the foot is outside of. Within a cone the
   part of the ball has a closed form, without any case of topology: it is a pyramid where the edge
   is inside the ball, and the difference of a wedge and a spherical sector where it is outside.

   The first moment follows from the faces alone: x is the gradient of (x^2 - r^2) / 2, which is
   zero on the sphere, so that the integral of x is that of (x^2 - r^2) / 2 times the normal over
   the flat faces. */
#include "geometry/convex.h"
#include "base/elementary.h"

/* ---- regions ---- */

static void room(Convex *c, int faces, int edges, int points)
{
  const ArrayPart of_edges[]  = {ARRAY_PART(c->edge), ARRAY_PART(c->made)};
  const ArrayPart of_faces[]  = {ARRAY_PART(c->face), ARRAY_PART(c->face_rest)};
  const ArrayPart of_points[] = {ARRAY_PART(c->point), ARRAY_PART(c->point_rest),
                                 ARRAY_PART(c->above), ARRAY_PART(c->above_rest),
                                 ARRAY_PART(c->place)};

  arrays_reserve(faces, &c->face_room, 2, of_faces);
  arrays_reserve(edges, &c->edge_room, 2, of_edges);
  arrays_reserve(points, &c->point_room, 5, of_points);
}

void convex_free(Convex *c)
{
  array_free(&c->face);
  array_free(&c->edge);
  array_free(&c->made);
  array_free(&c->face_rest);
  array_free(&c->point);
  array_free(&c->point_rest);
  array_free(&c->above);
  array_free(&c->above_rest);
  array_free(&c->place);
  array_free(&c->ends);
  *c = (Convex){.dimension = 0};
}

static void face_add(Convex *c, Vec3 normal, double height, const int corner[4])
{
  const int face = c->n_faces++;

  c->face[face] = (HalfSpace){normal, height};
  for (int k = 0; k < 4; k++)
    c->edge[c->n_edges++] = (ConvexEdge){face, corner[k], corner[(k + 1) % 4]};
}

void convex_box(Convex *c, int dimension, Vec3 lo, Vec3 hi)
{
  c->dimension = dimension == 2 ? 2 : 3;
  c->fine      = false;
  c->n_faces = c->n_edges = 0;
  c->n_points             = dimension == 2 ? 4 : 8;
  room(c, 6, 24, 8);
  for (int k = 0; k < c->n_points; k++) {
    c->point[k] = vec3(k & 1 ? hi.x : lo.x, k & 2 ? hi.y : lo.y, k & 4 ? hi.z : lo.z);
    if (dimension == 2) c->point[k].z = 0;
  }
  if (dimension == 2) {
    face_add(c, vec3(0, 0, 1), 0, (int[]){0, 1, 3, 2});
    return;
  }
  for (int k = 0; k < 3; k++) {
    const int i = 1 << (k + 1) % 3, j = 1 << (k + 2) % 3, at = 1 << k;
    Vec3      normal = {0, 0, 0};

    vec3_set(&normal, k, 1);
    face_add(c, normal, vec3_axis(hi, k), (int[]){at, at + i, at + i + j, at + j});
    face_add(c, vec3_scale(-1, normal), -vec3_axis(lo, k), (int[]){0, j, i + j, i});
  }
}

void convex_box_fine(Convex *c, int dimension, FineVec lo, FineVec hi)
{
  convex_box(c, dimension, lo.a, hi.a);
  c->fine = true;
  for (int k = 0; k < c->n_points; k++)
    c->point_rest[k] =
      vec3(k & 1 ? hi.b.x : lo.b.x, k & 2 ? hi.b.y : lo.b.y, k & 4 ? hi.b.z : lo.b.z);
  if (dimension == 2) {
    c->face_rest[0] = (HalfSpace){.height = 0};
    for (int k = 0; k < c->n_points; k++) c->point_rest[k].z = 0;
    return;
  }
  for (int k = 0; k < 3; k++) {
    c->face_rest[2 * k]     = (HalfSpace){.height = vec3_axis(hi.b, k)};
    c->face_rest[2 * k + 1] = (HalfSpace){.height = -vec3_axis(lo.b, k)};
  }
}

/* ---- cuts ---- */

static FineVec fine_point(const Convex *c, int k)
{
  return (FineVec){c->point[k], c->point_rest[k]};
}

/* Make the new point that of edge a .. b in the plane. */
static void cut_fine(Convex *c, int a, int b)
{
  const Fine    from = {c->above[a], c->above_rest[a]}, to = {c->above[b], c->above_rest[b]};
  const FineVec at = fine_vec_axpy(fine_point(c, a), fine_over(from, fine_sub(from, to)),
                                   fine_vec_sub(fine_point(c, b), fine_point(c, a)));

  c->point[c->n_points]      = at.a;
  c->point_rest[c->n_points] = at.b;
}

/* The point in which the plane cuts the edge between two points, the same for both faces. n:
   number of points made so far, which are listed in ends. */
static int cut_point(Convex *c, int from, int to, int *n)
{
  const int a = from < to ? from : to, b = from < to ? to : from;
  double    t;

  for (int k = 0; k < *n; k++)
    if (c->ends[k].from == a && c->ends[k].to == b) return c->ends[k].face;
  array_reserve(&c->ends, sizeof *c->ends, *n + 1, &c->end_room);
  if (c->n_points >= c->point_room) room(c, 0, 0, c->n_points + 1);
  t                     = c->above[a] / (c->above[a] - c->above[b]);
  c->point[c->n_points] = vec3_axpy(c->point[a], t, vec3_sub(c->point[b], c->point[a]));
  if (c->fine) cut_fine(c, a, b);
  c->place[c->n_points] = 0;
  c->ends[(*n)++]       = (ConvexEdge){c->n_points, a, b};
  return c->n_points++;
}

/* Where each face is cut: the ends of its edges that are kept; both point lists of a face are of
   one length. */
typedef struct {
  int face, out,
    in; /* points: where the face's border leaves the half space, and enters it; -1: none */
} Gap;

/* Keep the parts of the edges inside; *gaps get where faces are cut, at most one of each face
   but for rounding. Returns the number of gaps. */
static int edges_cut(Convex *c, Gap *gap, int *n_made)
{
  int n_gaps = 0, n_ends = 0;

  *n_made = 0;
  for (int k = 0; k < c->n_edges; k++) {
    ConvexEdge e    = c->edge[k];
    const bool from = c->place[e.from] >= 0, to = c->place[e.to] >= 0;
    int        at, g                            = 0;

    if (!from && !to) continue;
    if (from && to) {
      c->made[(*n_made)++] = e;
      continue;
    }
    at = cut_point(c, e.from, e.to, &n_ends);
    while (g < n_gaps && (gap[g].face != e.face || (from ? gap[g].out : gap[g].in) >= 0)) g++;
    if (g == n_gaps) gap[n_gaps++] = (Gap){e.face, -1, -1};
    if (from) e.to = gap[g].out = at;
    else e.from = gap[g].in = at;
    c->made[(*n_made)++] = e;
  }
  return n_gaps;
}

/* Number the points that are left. */
static void points_pack(Convex *c)
{
  int n = 0;

  for (int k = 0; k < c->n_points; k++) {
    if (c->place[k] < 0) continue;
    c->point[n] = c->point[k];
    if (c->fine) c->point_rest[n] = c->point_rest[k];
    c->place[k] = n++;
  }
  c->n_points = n;
  for (int k = 0; k < c->n_edges; k++) {
    c->edge[k].from = c->place[c->edge[k].from];
    c->edge[k].to   = c->place[c->edge[k].to];
  }
}

/* Cut off the points above a plane, whose heights are known. */
static bool cut(Convex *c, HalfSpace by, HalfSpace rest)
{
  bool some_in = false, some_out = false;
  int  n_gaps, n_made;
  Gap *gap;

  for (int k = 0; k < c->n_points; k++) {
    c->place[k] = c->above[k] > 0 ? -1 : 0;
    some_in     = some_in || c->above[k] < 0;
    some_out    = some_out || c->above[k] > 0;
  }
  if (!some_in) return false;
  if (!some_out) return true;
  room(c, c->n_faces + 1, 2 * c->n_edges + 2, 0);
  gap    = memory_zero((size_t)c->n_edges + 1, sizeof *gap);
  n_gaps = edges_cut(c, gap, &n_made);
  for (int k = 0; k < n_gaps; k++) {
    if (gap[k].out < 0 || gap[k].in < 0) continue;
    c->made[n_made++] = (ConvexEdge){gap[k].face, gap[k].out, gap[k].in};
    if (c->dimension == 3) c->made[n_made++] = (ConvexEdge){c->n_faces, gap[k].in, gap[k].out};
  }
  free(gap);
  if (c->dimension == 3) {
    c->face_rest[c->n_faces] = rest;
    c->face[c->n_faces++]    = by;
  }
  {
    ConvexEdge *swap = c->edge;

    c->edge = c->made;
    c->made = swap;
  }
  c->n_edges = n_made;
  points_pack(c);
  return true;
}

bool convex_cut(Convex *c, HalfSpace by)
{
  for (int k = 0; k < c->n_points; k++) c->above[k] = vec3_dot(by.normal, c->point[k]) - by.height;
  return cut(c, by, (HalfSpace){.height = 0});
}

bool convex_cut_fine(Convex *c, FineHalfSpace by)
{
  for (int k = 0; k < c->n_points; k++) {
    const Fine above = fine_sub(fine_vec_dot(by.normal, fine_point(c, k)), by.height);

    c->above[k]      = above.a;
    c->above_rest[k] = above.b;
  }
  return cut(c, (HalfSpace){by.normal.a, by.height.a}, (HalfSpace){by.normal.b, by.height.b});
}

/* ---- balls ---- */

/* The nearest place of an edge to the origin. */
static Vec3 nearest_place(Vec3 a, Vec3 b)
{
  const Vec3   along = vec3_sub(b, a);
  const double size = vec3_square(along), t = size > 0 ? -vec3_dot(a, along) / size : 0;

  return vec3_axpy(a, max_real(0, min_real(1, t)), along);
}

/* The plane through the nearest place of all edges across the way to it, or that of a face, has
   the ball on one side and the region on the other. */
bool convex_misses(const Convex *c, double r)
{
  const double out   = r * (1 + 0x1p-40); /* far more than rounding */
  Vec3         way   = {0, 0, 0};
  double       least = INFINITY;

  for (int k = 0; k < c->n_edges; k++) {
    const ConvexEdge e = c->edge[k];
    const Vec3       x = nearest_place(c->point[e.from], c->point[e.to]);

    if (c->dimension == 3 && c->face[e.face].height < -out) return true;
    if (vec3_square(x) >= least) continue;
    least = vec3_square(x);
    way   = x;
  }
  if (!vec3_normalize(&way)) return false;
  for (int k = 0; k < c->n_points; k++)
    if (vec3_dot(way, c->point[k]) < out) return false;
  return true;
}

/* The parts of one edge: in the volume, and in the integral of r^2 - x^2 over its face (in two
   dimensions over the edge itself). */
typedef struct {
  double volume, lift;
} EdgePart;

/* Part of an edge outside the ball, at the distance d from the foot of its face, which is at the
   height h: the sector over the solid angle of the triangle with the foot (Van Oosterom & Strackee
   1983, IEEE Trans. Biomed. Eng. 30, 125), less what of it is beyond the face. Both are small if the
   edge is. */
static void outside_add(double r, double h, double d, double l1, double l2, EdgePart *sum)
{
  const double rim = (r - h) * (r + h), base = h * h + d * d, r1 = sqrt(base + l1 * l1),
               r2 = sqrt(base + l2 * l2), ll = l1 * l2;
  double turn;

  if (!(l2 > l1)) return;
  sum->volume += 2 * r * r * r / 3 * arc_angle(d * (l2 - l1), r1 * r2 + base + ll + h * (r1 + r2));
  if (!(rim > 0)) return;
  turn = arc_angle(d * (l2 - l1), d * d + ll);
  sum->volume -= turn * (r - h) * (r - h) * (2 * r + h) / 6;
  sum->lift += turn * rim * rim / 4;
}

/* Part of an edge inside it. */
static void inside_add(double r, double h, double d, double l1, double l2, EdgePart *sum)
{
  const double along = l2 - l1, squares = l2 * l2 + l1 * l2 + l1 * l1;

  if (!(along > 0)) return;
  sum->volume += h * d * along / 6;
  sum->lift += along * d * ((r - h) * (r + h) / 2 - d * d / 4 - squares / 12);
}

/* An edge from a to b at the distance d > 0 from the foot of a face at the height h > 0. */
static EdgePart edge_part(double r, double h, double d, double la, double lb)
{
  const double left = (r - h) * (r + h) - d * d;
  EdgePart     sum  = {0, 0};

  if (left > 0 && r > h) {
    const double half = sqrt(left);

    outside_add(r, h, d, la, min_real(lb, -half), &sum);
    inside_add(r, h, d, max_real(la, -half), min_real(lb, half), &sum);
    outside_add(r, h, d, max_real(la, half), lb, &sum);
  } else outside_add(r, h, d, la, lb, &sum);
  return sum;
}

/* Sector of a disc below a part of an edge outside it. */
static double sector(double r, double d, double l1, double l2)
{
  return l2 > l1 ? r * r / 2 * arc_angle(d * (l2 - l1), d * d + l1 * l2) : 0;
}

/* The same for discs: area, and the integral of r^2 - x^2 over the part of the edge inside. */
static EdgePart chord_part(double r, double d, double la, double lb)
{
  const double left = (r - d) * (r + d), half = left > 0 ? sqrt(left) : 0,
               from = max_real(la, -half), to = min_real(lb, half);
  EdgePart sum = {sector(r, d, la, min_real(lb, -half)) + sector(r, d, max_real(la, half), lb), 0};

  if (to > from) {
    sum.volume += d * (to - from) / 2;
    sum.lift = (to - from) * (left - (to * to + to * from + from * from) / 3);
  }
  return sum;
}

BallPart convex_ball(const Convex *c, double r)
{
  BallPart sum = {.volume = 0};

  for (int k = 0; k < c->n_edges; k++) {
    const HalfSpace *f = &c->face[c->edge[k].face];
    const Vec3       a = c->point[c->edge[k].from], b = c->point[c->edge[k].to];
    const double     h     = fabs(f->height);
    Vec3             along = vec3_sub(b, a), out;
    double           d, sign;
    EdgePart         part;

    if (!vec3_normalize(&along)) continue;
    out  = vec3_cross(along, f->normal);
    d    = vec3_dot(out, a);
    sign = d < 0 ? -1 : 1;
    if (c->dimension == 2) {
      part      = chord_part(r, fabs(d), vec3_dot(along, a), vec3_dot(along, b));
      sum.first = vec3_axpy(sum.first, -0.5 * part.lift, out);
    } else {
      part      = edge_part(r, h, fabs(d), vec3_dot(along, a), vec3_dot(along, b));
      sum.first = vec3_axpy(sum.first, -0.5 * sign * part.lift, f->normal);
      sign      = f->height < 0 ? -sign : sign;
    }
    sum.volume += sign * part.volume;
  }
  return sum;
}
