/* np: 2 */
/* SPDX-License-Identifier: MIT */
/* A few hundred drops; ten thousand are in tests/long. */
#include "mesh_drops.h"

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  check_drops(30, 300, 5000);
  test_end("spheres and clumps do not get through a rough block of triangles");
  test_folder_remove();
  return test_finish();
}
