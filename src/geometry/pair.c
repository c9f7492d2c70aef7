/* SPDX-License-Identifier: MIT */
#include "geometry/pair.h"

Pair pair_over(Pair x, Pair y)
{
  const double q = x.a / y.a;
  const Pair   r = pair_sub(x, pair_scale(q, y));
  const double t = r.a / y.a;

  return pair_add(pair_ordered(q, t), pair(pair_sub(r, pair_scale(t, y)).a / y.a));
}

Pair pair_root(Pair x)
{
  const double s = x.a > 0 ? sqrt(x.a) : 0;

  if (!(s > 0)) return pair(0);
  return pair_ordered(s, pair_sub(x, pair_product(s, s)).a / (2 * s));
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

/* 1/3, 1/5, .. 1/23 */
static const Pair one_over[11] = {
  {0x1.5555555555555p-2, 0x1.5555555555555p-56},  {0x1.999999999999ap-3, -0x1.999999999999ap-57},
  {0x1.2492492492492p-3, 0x1.2492492492492p-57},  {0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58},
  {0x1.745d1745d1746p-4, -0x1.745d1745d1746p-59}, {0x1.3b13b13b13b14p-4, -0x1.3b13b13b13b14p-58},
  {0x1.1111111111111p-4, 0x1.1111111111111p-60},  {0x1.e1e1e1e1e1e1ep-5, 0x1.e1e1e1e1e1e1ep-61},
  {0x1.af286bca1af28p-5, 0x1.af286bca1af28p-59},  {0x1.8618618618618p-5, 0x1.8618618618618p-59},
  {0x1.642c8590b2164p-5, 0x1.642c8590b2164p-60}};

/* Angle of (x, y), 0 <= y <= x: less the one with the nearest of these tangents, whose rest has a
   series of powers of at most 1/31. */
static Pair low_angle(Pair y, Pair x)
{
  const int    k = (int)(16 * y.a / x.a + 0.5);
  const double p = k / 16.0;
  const Pair   t = pair_over(pair_sub(y, pair_scale(p, x)), pair_add(x, pair_scale(p, y))),
             z   = pair_mul(t, t);
  Pair sum       = pair(0);

  for (int n = 10; n >= 0; n--) sum = pair_mul(z, pair_sub(one_over[n], sum));
  return pair_add(angle_of[k], pair_sub(t, pair_mul(t, sum)));
}

Pair pair_angle(Pair y, Pair x)
{
  const Pair quarter = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}, /* pi / 2 */
    along            = pair_size(x);
  Pair turn;

  if (!(y.a > 0)) return x.a < 0 ? pair_scale(2, quarter) : pair(0);
  turn = y.a > along.a ? pair_sub(quarter, low_angle(along, y)) : low_angle(y, along);
  return x.a < 0 ? pair_sub(pair_scale(2, quarter), turn) : turn;
}

PairVec pair_vec_cross(PairVec x, PairVec y)
{
  Pair out[3];

  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;

    out[k] = pair_sub(pair_mul(pair_axis(x, i), pair_axis(y, j)),
                      pair_mul(pair_axis(x, j), pair_axis(y, i)));
  }
  return pair_vec(out[0], out[1], out[2]);
}

PairVec pair_vec_turn(Quat q, PairVec v)
{
  const PairVec u = pair_vec_of((Vec3){q.x, q.y, q.z}),
                t = pair_vec_scale(pair(2), pair_vec_cross(u, v));

  return pair_vec_axpy(pair_vec_axpy(v, pair(q.w), t), pair(1), pair_vec_cross(u, t));
}
