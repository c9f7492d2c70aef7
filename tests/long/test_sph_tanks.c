/* SPDX-License-Identifier: MIT */
/* Still water in tanks of all forms, at dt: auto and at a quarter of it. */
#include "tank_case.h"

TESTS(.ranks = {1}, .limit = 900)
{
  const Tank *const tanks[] = {&tank_box, &tank_planes, &tank_cylinder, &tank_flat_box,
                               &tank_flat_planes};

  for (size_t k = 0; k < sizeof tanks / sizeof *tanks; k++) {
    tank_check(tanks[k], "smoothing_ratio: 1.6, alpha: .3", 1);
    tank_check(tanks[k], "smoothing_ratio: 1.6, alpha: .3", 4);
    tank_check(tanks[k], "smoothing_ratio: 1.3, alpha: .3", 1);
  }
  test_folder_remove();
}
