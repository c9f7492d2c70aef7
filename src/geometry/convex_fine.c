/* SPDX-License-Identifier: MIT */
/* convex_ball with twice the digits: the same closed form. */
#include "geometry/convex.h"

/* One edge of a face at the height h >= 0 and the distance d >= 0 from its foot; in two dimensions,
   the edge of a polygon at the distance d. */
typedef struct {
  Fine r, h, d;
  Fine rim, base;    /* r^2 - h^2, h^2 + d^2 */
  Fine volume, lift; /* sums, as in convex.c */
} Edge;

static Fine square(Fine x)
{
  return fine_mul(x, x);
}

static void outside_add(Edge *e, Fine l1, Fine l2)
{
  const Fine r1 = fine_root(fine_add(e->base, square(l1))),
             r2 = fine_root(fine_add(e->base, square(l2))), ll = fine_mul(l1, l2),
             cross = fine_mul(e->d, fine_sub(l2, l1)), cube = fine_mul(e->r, square(e->r)),
             deep = fine_sub(e->r, e->h), twice = fine_add(fine_scale(2, e->r), e->h);
  Fine along, turn;

  if (!(fine_sub(l2, l1).a > 0)) return;
  along =
    fine_add(fine_add(fine_mul(r1, r2), fine_add(e->base, ll)), fine_mul(e->h, fine_add(r1, r2)));
  e->volume = fine_add(e->volume,
                       fine_over(fine_scale(2, fine_mul(cube, fine_angle(cross, along))), fine(3)));
  if (!(e->rim.a > 0)) return;
  turn = fine_angle(cross, fine_add(square(e->d), ll));
  e->volume =
    fine_sub(e->volume, fine_over(fine_mul(turn, fine_mul(square(deep), twice)), fine(6)));
  e->lift = fine_add(e->lift, fine_scale(0.25, fine_mul(turn, square(e->rim))));
}

/* Sum of the squares of l2 and l1, and their product. */
static Fine squares(Fine l1, Fine l2)
{
  return fine_add(square(l2), fine_add(fine_mul(l1, l2), square(l1)));
}

static void inside_add(Edge *e, Fine l1, Fine l2)
{
  const Fine along = fine_sub(l2, l1), area = fine_mul(e->d, along);

  if (!(along.a > 0)) return;
  e->volume = fine_add(e->volume, fine_over(fine_mul(e->h, area), fine(6)));
  e->lift   = fine_add(
      e->lift,
      fine_over(fine_mul(area, fine_sub(fine_scale(6, e->rim),
                                        fine_add(fine_scale(3, square(e->d)), squares(l1, l2)))),
                fine(12)));
}

static void solid_edge(Edge *e, Fine a, Fine b)
{
  const Fine left = fine_sub(e->rim, square(e->d)), half = fine_root(left),
             other = fine_minus(half);

  e->base = fine_add(square(e->h), square(e->d));
  if (left.a > 0) {
    outside_add(e, a, fine_least(b, other));
    inside_add(e, fine_most(a, other), fine_least(b, half));
    outside_add(e, fine_most(a, half), b);
  } else outside_add(e, a, b);
}

/* ---- discs ---- */

static void sector_add(Edge *e, Fine l1, Fine l2)
{
  const Fine along = fine_sub(l2, l1);

  if (!(along.a > 0)) return;
  e->volume = fine_add(
    e->volume,
    fine_scale(0.5, fine_mul(square(e->r), fine_angle(fine_mul(e->d, along),
                                                      fine_add(square(e->d), fine_mul(l1, l2))))));
}

static void flat_edge(Edge *e, Fine a, Fine b)
{
  const Fine left = fine_sub(square(e->r), square(e->d)), half = fine_root(left),
             other = fine_minus(half), from = fine_most(a, other), to = fine_least(b, half),
             along = fine_sub(to, from);

  sector_add(e, a, fine_least(b, other));
  sector_add(e, fine_most(a, half), b);
  if (!(along.a > 0)) return;
  e->volume = fine_add(e->volume, fine_scale(0.5, fine_mul(e->d, along)));
  e->lift   = fine_mul(along, fine_sub(left, fine_over(squares(from, to), fine(3))));
}

/* ---- regions ---- */

static void edge_add(const Convex *c, ConvexEdge edge, Fine r, Fine *volume, FineVec *first)
{
  const HalfSpace *f = &c->face[edge.face], *rest = &c->face_rest[edge.face];
  const FineVec    a = {c->point[edge.from], c->point_rest[edge.from]},
                b = {c->point[edge.to], c->point_rest[edge.to]}, way = fine_vec_sub(b, a),
                n   = {f->normal, rest->normal};
  const Fine length = fine_root(fine_vec_dot(way, way)), height = {f->height, rest->height};
  FineVec    along, out;
  Fine       d, sign;
  Edge       e;

  if (!(length.a > 0)) return;
  along = fine_vec_scale(fine_over(fine(1), length), way);
  out   = fine_vec_cross(along, n);
  d     = fine_vec_dot(out, a);
  sign  = fine(d.a < 0 ? -1 : 1);
  e     = (Edge){.r = r, .h = fine_size(height), .d = fine_size(d)};
  e.rim = fine_sub(square(r), square(height));
  if (c->dimension == 2) {
    flat_edge(&e, fine_vec_dot(along, a), fine_vec_dot(along, b));
    *first = fine_vec_axpy(*first, fine_scale(-0.5, e.lift), out);
  } else {
    solid_edge(&e, fine_vec_dot(along, a), fine_vec_dot(along, b));
    *first = fine_vec_axpy(*first, fine_mul(sign, fine_scale(-0.5, e.lift)), n);
    if (height.a < 0) sign = fine_minus(sign);
  }
  *volume = fine_add(*volume, fine_mul(sign, e.volume));
}

BallPart convex_ball_fine(const Convex *c, Fine r)
{
  Fine    volume = fine(0);
  FineVec first  = {{0, 0, 0}, {0, 0, 0}};

  for (int k = 0; k < c->n_edges; k++) edge_add(c, c->edge[k], r, &volume, &first);
  return (BallPart){volume.a, first.a};
}
