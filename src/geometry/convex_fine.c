/* SPDX-License-Identifier: MIT */
/* convex_ball with twice the digits: the same closed form. */
#include "geometry/convex.h"

/* One edge of a face at the height h >= 0 and the distance d >= 0 from its foot; in two dimensions,
   the edge of a polygon at the distance d. */
typedef struct {
  Pair r, h, d;
  Pair rim, base;    /* r^2 - h^2, h^2 + d^2 */
  Pair volume, lift; /* sums, as in convex.c */
} Edge;

static Pair square(Pair x)
{
  return pair_mul(x, x);
}

static void outside_add(Edge *e, Pair l1, Pair l2)
{
  const Pair r1 = pair_root(pair_add(e->base, square(l1))),
             r2 = pair_root(pair_add(e->base, square(l2))), ll = pair_mul(l1, l2),
             cross = pair_mul(e->d, pair_sub(l2, l1)), cube = pair_mul(e->r, square(e->r)),
             deep = pair_sub(e->r, e->h), twice = pair_add(pair_scale(2, e->r), e->h);
  Pair along, turn;

  if (!(pair_sub(l2, l1).a > 0)) return;
  along =
    pair_add(pair_add(pair_mul(r1, r2), pair_add(e->base, ll)), pair_mul(e->h, pair_add(r1, r2)));
  e->volume = pair_add(e->volume,
                       pair_over(pair_scale(2, pair_mul(cube, pair_angle(cross, along))), pair(3)));
  if (!(e->rim.a > 0)) return;
  turn = pair_angle(cross, pair_add(square(e->d), ll));
  e->volume =
    pair_sub(e->volume, pair_over(pair_mul(turn, pair_mul(square(deep), twice)), pair(6)));
  e->lift = pair_add(e->lift, pair_scale(0.25, pair_mul(turn, square(e->rim))));
}

/* Sum of the squares of l2 and l1, and their product. */
static Pair squares(Pair l1, Pair l2)
{
  return pair_add(square(l2), pair_add(pair_mul(l1, l2), square(l1)));
}

static void inside_add(Edge *e, Pair l1, Pair l2)
{
  const Pair along = pair_sub(l2, l1), area = pair_mul(e->d, along);

  if (!(along.a > 0)) return;
  e->volume = pair_add(e->volume, pair_over(pair_mul(e->h, area), pair(6)));
  e->lift   = pair_add(
      e->lift,
      pair_over(pair_mul(area, pair_sub(pair_scale(6, e->rim),
                                        pair_add(pair_scale(3, square(e->d)), squares(l1, l2)))),
                pair(12)));
}

static void solid_edge(Edge *e, Pair a, Pair b)
{
  const Pair left = pair_sub(e->rim, square(e->d)), half = pair_root(left),
             other = pair_minus(half);

  e->base = pair_add(square(e->h), square(e->d));
  if (left.a > 0) {
    outside_add(e, a, pair_least(b, other));
    inside_add(e, pair_most(a, other), pair_least(b, half));
    outside_add(e, pair_most(a, half), b);
  } else outside_add(e, a, b);
}

/* ---- discs ---- */

static void sector_add(Edge *e, Pair l1, Pair l2)
{
  const Pair along = pair_sub(l2, l1);

  if (!(along.a > 0)) return;
  e->volume = pair_add(
    e->volume,
    pair_scale(0.5, pair_mul(square(e->r), pair_angle(pair_mul(e->d, along),
                                                      pair_add(square(e->d), pair_mul(l1, l2))))));
}

static void flat_edge(Edge *e, Pair a, Pair b)
{
  const Pair left = pair_sub(square(e->r), square(e->d)), half = pair_root(left),
             other = pair_minus(half), from = pair_most(a, other), to = pair_least(b, half),
             along = pair_sub(to, from);

  sector_add(e, a, pair_least(b, other));
  sector_add(e, pair_most(a, half), b);
  if (!(along.a > 0)) return;
  e->volume = pair_add(e->volume, pair_scale(0.5, pair_mul(e->d, along)));
  e->lift   = pair_mul(along, pair_sub(left, pair_over(squares(from, to), pair(3))));
}

/* ---- regions ---- */

static void edge_add(const Convex *c, ConvexEdge edge, Pair r, Pair *volume, PairVec *first)
{
  const HalfSpace *f = &c->face[edge.face], *rest = &c->face_rest[edge.face];
  const PairVec    a = {c->point[edge.from], c->point_rest[edge.from]},
                b = {c->point[edge.to], c->point_rest[edge.to]}, way = pair_vec_sub(b, a),
                n   = {f->normal, rest->normal};
  const Pair length = pair_root(pair_vec_dot(way, way)), height = {f->height, rest->height};
  PairVec    along, out;
  Pair       d, sign;
  Edge       e;

  if (!(length.a > 0)) return;
  along = pair_vec_scale(pair_over(pair(1), length), way);
  out   = pair_vec_cross(along, n);
  d     = pair_vec_dot(out, a);
  sign  = pair(d.a < 0 ? -1 : 1);
  e     = (Edge){.r = r, .h = pair_size(height), .d = pair_size(d)};
  e.rim = pair_sub(square(r), square(height));
  if (c->dimension == 2) {
    flat_edge(&e, pair_vec_dot(along, a), pair_vec_dot(along, b));
    *first = pair_vec_axpy(*first, pair_scale(-0.5, e.lift), out);
  } else {
    solid_edge(&e, pair_vec_dot(along, a), pair_vec_dot(along, b));
    *first = pair_vec_axpy(*first, pair_mul(sign, pair_scale(-0.5, e.lift)), n);
    if (height.a < 0) sign = pair_minus(sign);
  }
  *volume = pair_add(*volume, pair_mul(sign, e.volume));
}

BallPart convex_ball_fine(const Convex *c, Pair r)
{
  Pair    volume = pair(0);
  PairVec first  = {{0, 0, 0}, {0, 0, 0}};

  for (int k = 0; k < c->n_edges; k++) edge_add(c, c->edge[k], r, &volume, &first);
  return (BallPart){volume.a, first.a};
}
