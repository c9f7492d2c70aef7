/* SPDX-License-Identifier: MIT */
/* 10^5 steps of free flight through periodic faces, then a restart, are exact. */
#include "matter.h"

/* dt is 2^-10, so that x0, v dt and the box of `exact` are on the grid and every step is exact. */
static const char flight[] =
  "schema: 1\n"
  "run: {end_time: 1000, dt: 0.0009765625}\n"
  "domain: {lo: [0, 0, 0], hi: [4, 3, 5], boundary: [periodic, periodic, periodic]}\n" MATTER(
    "3e2") "template:\n  - ball: {material: a, pebbles: [0,0,0,.25]}\n"
           "  - bent: {material: a, pebbles: [0,0,0,.2, .3,0,0,.2, .5,.2,0,.1]}\n"
           "clumps:\n  - two: {file: two.csv}\n";

static const char two[] = "template,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,id\n"
                          "ball,1,1,1,1,0,0,0,3,-2,1,0,0,0,-9\n"
                          "bent,3,2,3.5,1,0,0,0,3,-2,1,2,3,5,9\n"
                          "bent,1,2.5,3.5,1,0,0,0,3.001,-2.003,.999,0.2,0.3,-0.5,10\n";

/* Two of one velocity never meet; the third drifts by them, 0.1 m in all, too little to touch. */
static void check_flight(const Sim *sim, int64_t steps)
{
  static const struct {
    Id   id;
    Vec3 x, v;
    bool exact;
  } start[]           = {{-9, {1, 1, 1}, {3, -2, 1}, true},
                         {9, {3, 2, 3.5}, {3, -2, 1}, true},
                         {10, {1, 2.5, 3.5}, {3.001, -2.003, .999}, false}};
  const double t      = (double)steps / 1024;
  const Vec3   length = {4, 3, 5};

  for (int k = 0; k < 3; k++) {
    const PetscInt a = test_row(sim, start[k].id);

    for (int axis = 0; axis < 3 && a >= 0; axis++) {
      const Image  n     = sim->matter.clumps->image[a];
      const double image = axis == 0 ? n.x : axis == 1 ? n.y : n.z;
      const double x =
        vec3_axis(sim->matter.clumps->pose[a].x, axis) + image * vec3_axis(length, axis);
      const double expected = vec3_axis(start[k].x, axis) + vec3_axis(start[k].v, axis) * t;

      if (start[k].exact)
        CHECK_BITS(x + vec3_axis(sim->matter.clumps->motion[a].rest, axis), expected);
      /* v dt is rounded once in every step, always alike: 10^5 x 0.003 x 2^-53 */
      else
        CHECK_NEAR(x + vec3_axis(sim->matter.clumps->motion[a].rest, axis), expected, 1e-13 * 300);
      CHECK_BITS(vec3_axis(sim->matter.clumps->motion[a].v, axis), vec3_axis(start[k].v, axis));
    }
  }
}

/* Digest at the end. */
static void fly_alone(Sim *sim, int steps, void *digest)
{
  test_steps(sim, steps);
  check_flight(sim, steps);
  CHECK_INT(contacts_count(sim->contacts), 0);
  CHECK(sim->matter.clumps->image[0].x >
        steps / 2000); /* 3 m/s x 1 s for every 1024 steps, in boxes of 4 m */
  *(uint64_t *)digest = test_digest(sim);
}

static void free_flight_is_exact(void)
{
  /* steps of ranks that share a core are slow */
  const int steps    = test_size() == 1  ? 100000
                       : test_size() < 8 ? 10000
                                         : 4000,
            first    = steps / 2 + 77;
  uint64_t reference = 0;
  char     text[900];
  bool     written;
  Sim     *sim;

  test_file("two.csv", two);
  test_alone(flight, "", steps, fly_alone, &reference, sizeof reference);
  sim = test_sim(PETSC_COMM_WORLD, flight, "-decomp_random 8");
  test_steps(sim, first);
  check_flight(sim, first);
  CALL(save_write(sim, &written));
  CHECK(written);
  snprintf(text, sizeof text, "-restart %s/restart/clast-%d.h5 -decomp_random 9", test_folder(),
           first);
  CALL(sim_destroy(&sim));
  MPI_Barrier(PETSC_COMM_WORLD);
  sim = test_sim(PETSC_COMM_WORLD, NULL, text);
  check_flight(sim, first);
  test_steps(sim, steps - first);
  check_flight(sim, steps);
  CHECK(test_digest(sim) == reference);
  CALL(sim_destroy(&sim));
  test_end("free flight through periodic faces and a restart is x0 + v t, to the bit");
}

TESTS(.ranks = {1, 2, 3, 4, 8}, .limit = 300)
{
  free_flight_is_exact();
  test_folder_remove();
}
