/* SPDX-License-Identifier: MIT */
/* Quotients, roots and angles of double-double numbers; products and turns of vectors. */
#include "base/fine.h"

Fine fine_over(Fine x, Fine y)
{
  const double q = x.a / y.a;
  const Fine   r = fine_sub(x, fine_scale(q, y));
  const double t = r.a / y.a;

  return fine_add(fine_ordered(q, t), fine(fine_sub(r, fine_scale(t, y)).a / y.a));
}

Fine fine_root(Fine x)
{
  const double s = x.a > 0 ? sqrt(x.a) : 0;

  if (!(s > 0)) return fine(0);
  return fine_ordered(s, fine_sub(x, fine_product(s, s)).a / (2 * s));
}

/* Angles whose tangents are 0, 1/16, .. 1. */
static const Fine angle_of[17] = {{0x0.0p+0, 0x0.0p+0},
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
static const Fine one_over[11] = {
  {0x1.5555555555555p-2, 0x1.5555555555555p-56},  {0x1.999999999999ap-3, -0x1.999999999999ap-57},
  {0x1.2492492492492p-3, 0x1.2492492492492p-57},  {0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58},
  {0x1.745d1745d1746p-4, -0x1.745d1745d1746p-59}, {0x1.3b13b13b13b14p-4, -0x1.3b13b13b13b14p-58},
  {0x1.1111111111111p-4, 0x1.1111111111111p-60},  {0x1.e1e1e1e1e1e1ep-5, 0x1.e1e1e1e1e1e1ep-61},
  {0x1.af286bca1af28p-5, 0x1.af286bca1af28p-59},  {0x1.8618618618618p-5, 0x1.8618618618618p-59},
  {0x1.642c8590b2164p-5, 0x1.642c8590b2164p-60}};

/* Angle of (x, y), 0 <= y <= x: less the one with the nearest of these tangents, whose rest has a
   series of powers of at most 1/31. */
static Fine low_angle(Fine y, Fine x)
{
  const int    k = (int)(16 * y.a / x.a + 0.5);
  const double p = k / 16.0;
  const Fine   t = fine_over(fine_sub(y, fine_scale(p, x)), fine_add(x, fine_scale(p, y))),
             z   = fine_mul(t, t);
  Fine sum       = fine(0);

  for (int n = 10; n >= 0; n--) sum = fine_mul(z, fine_sub(one_over[n], sum));
  return fine_add(angle_of[k], fine_sub(t, fine_mul(t, sum)));
}

Fine fine_angle(Fine y, Fine x)
{
  const Fine quarter = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}, /* pi / 2 */
    along            = fine_size(x);
  Fine turn;

  if (!(y.a > 0)) return x.a < 0 ? fine_scale(2, quarter) : fine(0);
  turn = y.a > along.a ? fine_sub(quarter, low_angle(along, y)) : low_angle(y, along);
  return x.a < 0 ? fine_sub(fine_scale(2, quarter), turn) : turn;
}

FineVec fine_vec_cross(FineVec x, FineVec y)
{
  Fine out[3];

  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;

    out[k] = fine_sub(fine_mul(fine_axis(x, i), fine_axis(y, j)),
                      fine_mul(fine_axis(x, j), fine_axis(y, i)));
  }
  return fine_vec(out[0], out[1], out[2]);
}

FineVec fine_vec_turn(Quat q, FineVec v)
{
  const FineVec u = fine_vec_of((Vec3){q.x, q.y, q.z}),
                t = fine_vec_scale(fine(2), fine_vec_cross(u, v));

  return fine_vec_axpy(fine_vec_axpy(v, fine(q.w), t), fine(1), fine_vec_cross(u, t));
}
