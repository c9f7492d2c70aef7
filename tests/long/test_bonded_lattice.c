/* SPDX-License-Identifier: MIT */
/* A lattice of 22 x 22 x 22 bonded balls that is pulled slowly is as strong as the bonds of a
   section. */
#include "bonded_lattice.h"

TESTS(.ranks = {2}, .limit = 1800)
{
  const double strength = 22 * 22 * LATTICE_STRENGTH * LATTICE_AREA;
  int64_t      broken;
  double       most;

  most = lattice_pull(22, &broken);
  test_note("largest force %.6g of %.6g N, %d bonds broke", most, strength, (int)broken);
  CHECK_NEAR(most / strength, 1,
             0.02); /* waves of the motion's ramp, 1/20 of the time to failure */
  CHECK(broken >= 22 * 22);
  test_end("22^3 balls break at bonds per section x strength x bond area within 2 %");
  test_folder_remove();
}
