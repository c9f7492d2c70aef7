/* SPDX-License-Identifier: MIT */
/* Free tops against exact results, and the order in time. */
#include "rotation.h"

static void a_free_top_turns_as_it_must(void)
{
  const Vec3 one    = {-0.126642922892, 1.408531707162, 0.819763874523},
             ten    = {-0.603470423093, -1.278993138548, 0.887726788216};
  const Quat q      = {0.687464732981, 0.175201591956, 0.540717252423, 0.452019353585};
  const Top  at_one = extrapolated(uneven, all_one, 1, 4000),
            at_ten  = extrapolated(uneven, all_one, 10, 40000);
  const Top round   = extrapolated(uneven, all_one, 6.42270308422569, 30000),
            plain   = free_top(uneven, all_one, 1, 1000);

  test_note("t = 1: spin off by %.1e, attitude %.1e; t = 10: spin %.1e; after a period: spin %.1e",
            spin_error(at_one.w, one), attitude_error(at_one.q, q), spin_error(at_ten.w, ten),
            spin_error(round.w, all_one));
  test_note("t = 1 in 1000 steps, not extrapolated: spin off by %.1e, attitude %.1e",
            spin_error(plain.w, one), attitude_error(plain.q, q));
  CHECK_NEAR(spin_error(at_one.w, one), 0, 2e-12);    /* twelve digits given */
  CHECK_NEAR(attitude_error(at_one.q, q), 0, 2e-12);  /* the same */
  CHECK_NEAR(spin_error(at_ten.w, ten), 0, 5e-12);    /* the same, and rounding of 80 000 steps */
  CHECK_NEAR(spin_error(round.w, all_one), 0, 5e-12); /* the same */
  CHECK_NEAR(spin_error(plain.w, one), 0, 1e-6);      /* dt^2 = 1e-6 */
  CHECK_NEAR(attitude_error(plain.q, q), 0, 1e-6);    /* the same */
  test_end("free top (1,2,3), spin (1,1,1): period, spin and attitude at t = 1, spin at t = 10, "
           "all digits");
}

static void attitude_is_second_order(void)
{
  enum { LEVELS = 5 };
  const Top exact = extrapolated(uneven, all_one, 10, 40000);
  double    dt[LEVELS], spin[LEVELS], attitude[LEVELS];

  for (int l = 0; l < LEVELS; l++) {
    const Top top = free_top(uneven, all_one, 10, 250 << l);

    dt[l]       = 10.0 / (250 << l);
    spin[l]     = spin_error(top.w, exact.w);
    attitude[l] = attitude_error(top.q, exact.q);
    test_note("dt %.4f: spin off by %.2e, attitude by %.2e", dt[l], spin[l], attitude[l]);
  }
  test_note("orders: spin %.3f, attitude %.3f", slope_of(LEVELS, dt, spin),
            slope_of(LEVELS, dt, attitude));
  CHECK_NEAR(slope_of(LEVELS, dt, spin), 2, 0.05);     /* second order */
  CHECK_NEAR(slope_of(LEVELS, dt, attitude), 2, 0.05); /* the same */
  test_end("free top: spin and attitude are second order in time");
}

TESTS(.ranks = {1})
{
  a_free_top_turns_as_it_must();
  attitude_is_second_order();
  test_folder_remove();
}
