/* SPDX-License-Identifier: MIT */
/* The closed form of convex.c for boxes, whose heights and distances are given exactly, in pairs of
   doubles: their sum has some 106 bits (Dekker 1971, Numer. Math. 18, 224). */
#include "geometry/box_ball.h"

/* ---- pairs ---- */

typedef struct {
  double a, b; /* |b| is at most half a unit in the last place of a */
} Pair;

static Pair pair(double a)
{
  return (Pair){a, 0};
}

/* a + b for |a| >= |b|, exactly. */
static Pair ordered_sum(double a, double b)
{
  const double s = a + b;

  return (Pair){s, b - (s - a)};
}

static Pair exact_sum(double a, double b)
{
  const double s = a + b, c = s - a;

  return (Pair){s, (a - (s - c)) + (b - c)};
}

static Pair exact_product(double a, double b)
{
  const double split = 0x1p27 + 1, p = a * b, s = split * a, t = split * b;
  const double ah = s - (s - a), al = a - ah, bh = t - (t - b), bl = b - bh;

  return (Pair){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

static Pair add(Pair x, Pair y)
{
  const Pair s = exact_sum(x.a, y.a), t = exact_sum(x.b, y.b), u = ordered_sum(s.a, s.b + t.a);

  return ordered_sum(u.a, u.b + t.b);
}

static Pair sub(Pair x, Pair y)
{
  return add(x, (Pair){-y.a, -y.b});
}

static Pair mul(Pair x, Pair y)
{
  const Pair p = exact_product(x.a, y.a);

  return ordered_sum(p.a, p.b + (x.a * y.b + x.b * y.a));
}

static Pair scale(double s, Pair x)
{
  return mul(pair(s), x);
}

static Pair over(Pair x, Pair y)
{
  const double q = x.a / y.a;
  const Pair   r = sub(x, scale(q, y));
  const double t = r.a / y.a;

  return add(ordered_sum(q, t), pair(sub(r, scale(t, y)).a / y.a));
}

static Pair root(Pair x)
{
  const double s = x.a > 0 ? sqrt(x.a) : 0;

  if (!(s > 0)) return pair(0);
  return ordered_sum(s, sub(x, exact_product(s, s)).a / (2 * s));
}

/* Angles whose tangents are 0, 1/16, .. 1. */
static const Pair angle_of[17] = {{0x0.0p+0, 0x0.0p+0},
                                  {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
                                  {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                  {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
                                  {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                  {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
                                  {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                  {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
                                  {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                  {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
                                  {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                  {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
                                  {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                  {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
                                  {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                  {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
                                  {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};

/* Angle of (x, y), 0 <= y <= x: less the one with the nearest of these tangents, whose rest has a
   series of powers of at most 1/31. */
static Pair low_angle(Pair y, Pair x)
{
  const int    k = (int)(16 * y.a / x.a + 0.5);
  const double p = k / 16.0;
  const Pair   t = over(sub(y, scale(p, x)), add(x, scale(p, y))), z = mul(t, t);
  Pair         sum = pair(0);

  for (int n = 23; n >= 3; n -= 2) sum = mul(z, sub(over(pair(1), pair(n)), sum));
  return add(angle_of[k], sub(t, mul(t, sum)));
}

static Pair angle(Pair y, Pair x)
{
  const Pair quarter = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}, /* pi / 2 */
    along            = x.a < 0 ? sub(pair(0), x) : x;
  Pair turn;

  if (!(y.a > 0)) return x.a < 0 ? scale(2, quarter) : pair(0);
  turn = y.a > along.a ? sub(quarter, low_angle(along, y)) : low_angle(y, along);
  return x.a < 0 ? sub(scale(2, quarter), turn) : turn;
}

/* ---- edges ---- */

/* One edge of a face at the height h > 0 and the distance d > 0 from its foot. */
typedef struct {
  double r, h, d;
  Pair   rim, base;    /* r^2 - h^2, h^2 + d^2 */
  Pair   volume, lift; /* sums, as in convex.c */
} Edge;

static void outside_add(Edge *e, Pair l1, Pair l2)
{
  const Pair r1 = root(add(e->base, mul(l1, l1))), r2 = root(add(e->base, mul(l2, l2))),
             hh = exact_product(e->h, e->h), dd = exact_product(e->d, e->d), ll = mul(l1, l2),
             rr = exact_product(e->r, e->r), cube = scale(e->r, rr);
  Pair turn, sweep;

  if (!(sub(l2, l1).a > 0)) return;
  turn  = angle(scale(e->d, sub(l2, l1)), add(dd, ll));
  sweep = angle(mul(exact_product(e->h, e->d), sub(mul(l2, r1), mul(l1, r2))),
                add(mul(dd, mul(r1, r2)), mul(hh, ll)));
  if (e->rim.a > 0) {
    e->volume =
      add(e->volume,
          over(sub(scale(e->h, mul(turn, sub(scale(3, rr), hh))), scale(2, mul(cube, sweep))),
               pair(6)));
    e->lift = add(e->lift, scale(0.25, mul(turn, mul(e->rim, e->rim))));
  } else e->volume = add(e->volume, over(mul(cube, sub(turn, sweep)), pair(3)));
}

static void inside_add(Edge *e, Pair l1, Pair l2)
{
  const Pair along = sub(l2, l1), squares = add(mul(l2, l2), add(mul(l1, l2), mul(l1, l1))),
             dd = exact_product(e->d, e->d);

  if (!(along.a > 0)) return;
  e->volume = add(e->volume, over(mul(exact_product(e->h, e->d), along), pair(6)));
  e->lift =
    add(e->lift,
        over(mul(scale(e->d, along), sub(scale(6, e->rim), add(scale(3, dd), squares))), pair(12)));
}

static Pair least(Pair x, Pair y)
{
  return sub(y, x).a < 0 ? y : x;
}

static Pair most(Pair x, Pair y)
{
  return sub(y, x).a > 0 ? y : x;
}

static Edge edge_part(double r, double h, double d, double la, double lb)
{
  const Pair hh = exact_product(h, h), a = pair(la), b = pair(lb);
  Edge       e    = {.r = r, .h = h, .d = d, .rim = sub(exact_product(r, r), hh)};
  const Pair left = sub(e.rim, exact_product(d, d)), half = root(left), other = sub(pair(0), half);

  e.base = add(hh, exact_product(d, d));
  if (left.a > 0) {
    outside_add(&e, a, least(b, other));
    inside_add(&e, most(a, other), least(b, half));
    outside_add(&e, most(a, half), b);
  } else outside_add(&e, a, b);
  return e;
}

BallPart box_ball(Vec3 lo, Vec3 hi, double r)
{
  Pair volume = pair(0), first[3] = {{0, 0}, {0, 0}, {0, 0}};

  for (int k = 0; k < 24; k++) { /* an edge of a face: axes, and sides */
    const int    face = k / 8, across = (face + 1 + k % 2) % 3, along = 3 - face - across;
    const bool   up = k & 2, out = k & 4;
    const double h    = up ? vec3_axis(hi, face) : -vec3_axis(lo, face),
                 d    = out ? vec3_axis(hi, across) : -vec3_axis(lo, across);
    const Edge   e    = edge_part(r, fabs(h), fabs(d), vec3_axis(lo, along), vec3_axis(hi, along));
    const double sign = d < 0 ? -1 : 1;

    volume      = add(volume, scale(h < 0 ? -sign : sign, e.volume));
    first[face] = add(first[face], scale(up ? -0.5 * sign : 0.5 * sign, e.lift));
  }
  return (BallPart){volume.a, {first[0].a, first[1].a, first[2].a}};
}
