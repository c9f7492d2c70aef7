/* SPDX-License-Identifier: MIT */
/* Plans of a random fill in two dimensions. */
#define _POSIX_C_SOURCE 200809L

#include "fill_case.h"

#define FLAT \
  "material:\n  - light: {density: 2}\ntemplate:\n" \
  "  - disc: {material: light, pebbles: [0, 0, 0.5]}\n  - pair: {material: light, pebbles: [0, " \
  "0, 1,  0, 2, 1]}\n"

static void check_wrong_flat(const char *fill, const char *words)
{
  Case c = begin_in(2, FLAT, fill);

  mistakes_check(fill, c.options, 1, words);
  end(&c);
}

static void check_flat(const char *fill, int64_t count, Vec3 x)
{
  Case c = begin_in(2, FLAT, fill);

  plan(&c, fill);
  CHECK_INT(c.plan.count, count);
  for (uint64_t k = 0; k < 20; k++) {
    Random     random = random_stream(3, RANDOM_TEST, k);
    const Quat q      = attitude_draw(&c.plan.attitudes, quat_identity(), &random);

    CHECK(q.x == 0 && q.y == 0);
    CHECK_NEAR(quat_norm(q), 1, 1e-15);
    if (vec3_norm(x) > 0) CHECK_NEAR(vec3_norm(vec3_sub(quat_turn(q, vec3(1, 0, 0)), x)), 0, 1e-15);
  }
  end(&c);
}

static void a_plane_is_planned_by_its_areas(void)
{
#define SIDES "lo: [0, 0], hi: [100, 100], "
  /* 5000 of pi / 4, and of the mean of that and 2 pi; 1000 of a mass of pi / 2 */
  check_flat("template: [disc], " SIDES "volume_fraction: 0.5", 6366, vec3(0, 0, 0));
  check_flat("template: [disc, pair], " SIDES "volume_fraction: 0.5", 1415, vec3(0, 0, 0));
  check_flat("template: [disc], " SIDES "mass: 1570.8", 1000, vec3(0, 0, 0));
  check_flat("template: [disc], " SIDES
             "mass: 6283.2, size: equal, size_of: diameter, size_mean: 2",
             1000, vec3(0, 0, 0));
  check_flat("template: [disc], count: 7, " SIDES "orientation: ranges, azimuth: [90, 90]", 7,
             vec3(0, 1, 0));
  check_flat("template: [disc], count: 7, " SIDES "orientation: fixed, axis: [0, 0, 9], angle: 180",
             7, vec3(-1, 0, 0));
  check_flat("template: [disc], count: 7, lo: [0, 0, 5], hi: [9, 9, 5]", 7,
             vec3(0, 0, 0)); /* z counts for nothing */
  check_wrong_flat("template: [disc], count: 7, lo: [0, 9], hi: [9, 9]", "must be beyond lo");
  check_wrong_flat("template: [disc], count: 70000, lo: [0, 0], hi: [9, 9]",
                   "do not fit into the box");
  check_wrong_flat("template: [disc], count: 7, " SIDES
                   "orientation: fixed, axis: [0, 1, 0], angle: 9",
                   "axis: '0,1,0': does not");
  check_wrong_flat("template: [disc], count: 7, " SIDES
                   "orientation: fixed, quaternion: [1, 1, 0, 0]",
                   "does not turn about z");
  check_wrong_flat("template: [disc], count: 7, " SIDES "orientation: ranges, elevation: [0, 9]",
                   "out of the plane");
  check_wrong_flat("template: [disc], count: 7, " SIDES "orientation: ranges, tilt: [0, 9]",
                   "out of the plane");
  test_end("in two dimensions volumes are areas, and bodies turn about z");
}

TESTS(.ranks = {1, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  a_plane_is_planned_by_its_areas();
  files_end(&files);
  CALL(parallel_destroy(&par));
}
