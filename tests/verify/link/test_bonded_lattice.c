/* SPDX-License-Identifier: MIT */
/* A lattice of 6 x 6 x 6 bonded balls that is pulled slowly is as strong as the bonds of a
   section. */
#include "bonded_lattice.h"

TESTS(.ranks = {1, 2})
{
  const double strength = 36 * LATTICE_STRENGTH * LATTICE_AREA;
  int64_t      broken;
  double       most;

  most = lattice_pull(6, &broken);
  test_note("largest force %.6g of %.6g N, %d bonds broke", most, strength, (int)broken);
  CHECK_NEAR(most / strength, 1,
             0.02); /* waves of the motion's ramp, 1/20 of the time to failure */
  CHECK(broken >= 36);
  test_end("a cubic lattice breaks at bonds per section x strength x bond area within 2 %");
  test_folder_remove();
}
