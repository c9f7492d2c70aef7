/* np: 2, limit: 3600 */
/* SPDX-License-Identifier: MIT */
/* Drops on ten thousand random places of a closed mesh of twenty thousand triangles. */
#include "verify/mesh_drops.h"

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  check_drops(100, 10000, 5000);
  test_end("of ten thousand spheres and clumps none gets through a rough block of triangles");
  test_folder_remove();
  return test_finish();
}
