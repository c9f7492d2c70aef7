/* SPDX-License-Identifier: MIT */
/* A few hundred drops; ten thousand are in tests/long. */
#include "verify/mesh_drops.h"

TESTS(.ranks = {2})
{
  check_drops(30, 300, 5000);
  test_end("spheres and clumps do not get through a rough block of triangles");
  test_folder_remove();
}
