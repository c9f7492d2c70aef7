/* SPDX-License-Identifier: MIT */
/* Still water in tanks: nothing passes walls, floors bear the weight, pressures are rho g h. */
#include "tank_case.h"

TESTS(.ranks = {1}, .limit = 300)
{
  tank_check(&tank_box, "smoothing_ratio: 1.6, alpha: .3", 1);
  tank_check(&tank_flat_box, "smoothing_ratio: 1.6, alpha: .3", 1);
  tank_check(&tank_flat_planes, "smoothing_ratio: 1.3, alpha: .3", 4);
  tank_check(&tank_flat_box, "smoothing_ratio: 1.6, alpha: .3, shifting: 2", 1);
  test_folder_remove();
}
