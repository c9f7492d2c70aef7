/* SPDX-License-Identifier: MIT */
/* Drops on ten thousand random places of a closed mesh of twenty thousand triangles. */
#include "verify/mesh_drops.h"

TESTS(.ranks = {2}, .limit = 3600)
{
  check_drops(100, 10000, 5000);
  test_end("of ten thousand spheres and clumps none gets through a rough block of triangles");
  test_folder_remove();
}
