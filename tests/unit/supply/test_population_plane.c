/* SPDX-License-Identifier: MIT */
/* Clumps in two dimensions: columns without z, and what leaves the plane is told. */
#define _POSIX_C_SOURCE 200809L

#include "flat_scenario.h"

/* Row of this clump, -1 on ranks that do not have it. */
static PetscInt row_of(const Scenario *s, Id id)
{
  for (PetscInt a = 0; a < s->clumps->n_owned; a++)
    if (s->clumps->id[a] == id) return a;
  return -1;
}

static void clumps_lie_in_the_plane(void)
{
  Scenario      s;
  const Clumps *c;
  PetscInt      a;
  int64_t       n;

  file_write(&files, "bed.csv",
             "id,template,x,y,qw,qz,vx,vy,wz,scale,density,blocked\n"
             "70,pair,1,2,2,2,4,5,7,0.5,6,zXY\n"
             "71,pair,1,2,1,0,0,0,3,1,3,xyZ\n"
             "72,pair,1,2,1,0,0,0,3,1,3,yXZ\n"
             "73,pair,1,2,1,0,0,0,3,1,3,xy\n");
  s = begin(PAIR
            "  - disc: {material: glass, pebbles: [0, 0, 1]}\nclumps:\n  - bed: {file: bed.csv}\n"
            "  - two: {template: [disc], position: [7, 7], scale: 0.5, density: 6, id: 75}\n"
            "  - one: {template: [pair], position: [3, 4], attitude: [1, 0, 0, 1], spin: [0, 0, "
            "2], velocity: [1, 2], "
            "scale: 2, blocked: xyZ, id: 74}\n");
  mistakes_check("rows of clumps", s.options, 0, NULL);
  c = s.clumps;
  n = c->n_owned;
  CALL(parallel_sum_int(&par, &n, 1));
  CHECK_INT(n, 6);
  for (a = 0; a < c->n_owned; a++) {
    CHECK(c->pose[a].x.z == 0 && c->motion[a].v.z == 0 && c->pose[a].q.x == 0 &&
          c->pose[a].q.y == 0 && c->w[a].x == 0 && c->w[a].y == 0);
    CHECK(c->motion[a].momentum.x == 0 && c->motion[a].momentum.y == 0);
  }
  a = row_of(&s, 70);
  if (a >= 0) {
    const Template *t = &s.templates.list[0];
    const Vec3      first =
      vec3_add(c->pose[a].x, quat_turn(c->pose[a].q, vec3_scale(0.5, t->offset[0])));

    CHECK_NEAR(c->mass[a], 10 * 0.25 * 6 / 5,
               1e-14); /* area: the square of the scale; it had 5 kg/m^2; rounding */
    CHECK_NEAR(c->inertia[a].z, 6, 0); /* given by hand, so it stays */
    CHECK_NEAR(c->motion[a].momentum.z, 7 * c->inertia[a].z, 1e-14); /* rounding */
    CHECK_NEAR(vec3_norm(vec3_sub(first, vec3(1.25, 1.5, 0))), 0,
               1e-14);                    /* (-1, -.5) half as long, a quarter turn; rounding */
    CHECK_INT((int64_t)c->blocked[a], 0); /* what cannot happen need not be blocked */
  }
  a = row_of(&s, 74);
  if (a >= 0) {
    CHECK(c->pose[a].x.x == 3 && c->pose[a].x.y == 4 && c->motion[a].v.y == 2 && c->w[a].z == 2 &&
          c->blocked[a] == BLOCK_ALL);
    CHECK_NEAR(c->mass[a], 40, 1e-13); /* rounding */
  }
  a = row_of(&s, 75);
  if (a >= 0) {
    CHECK_NEAR(c->mass[a], 6 * PETSC_PI / 4, 1e-14); /* rounding */
    CHECK_NEAR(c->inertia[a].z, 6 * PETSC_PI / 2 / 16,
               1e-14); /* the fourth power of the scale; rounding */
  }
  a = row_of(&s, 71);
  if (a >= 0) CHECK_INT((int64_t)c->blocked[a], BLOCK_ALL);
  a = row_of(&s, 72);
  if (a >= 0) CHECK_INT((int64_t)c->blocked[a], BLOCK_Y | BLOCK_TURN);
  a = row_of(&s, 73);
  if (a >= 0) CHECK_INT((int64_t)c->blocked[a], BLOCK_MOVE);
  end(&s);
  test_end(
    "clumps: columns without z, masses as the square of the scale, blocked letters of the plane");
}

static void check_rows(const char *text, const char *expected)
{
  file_write(&files, "bed.csv", text);
  check_wrong(PAIR "clumps:\n  - bed: {file: bed.csv}\n", expected);
}

static void what_leaves_the_plane_is_told(void)
{
  check_rows("template,x,y,z\npair,0,0,0\npair,0,0,1e-9\n", "line 3: column z: '1e-9' is not 0");
  check_rows("template,x,y,vx,vy,vz\npair,0,0,0,0,1\n", "column vz: '1' is not 0");
  check_rows("template,x,y,wx,wz\npair,0,0,1,0\n", "column wx: '1' is not 0");
  check_rows("template,x,y,wy,wz\npair,0,0,1,0\n", "column wy: '1' is not 0");
  check_rows("template,x,y,qw,qx,qz\npair,0,0,1,0.1,0\n", "column qx: '0.1' is not 0");
  check_rows("template,x,y,qw,qy,qz\npair,0,0,1,0.1,0\n", "column qy: '0.1' is not 0");
  check_rows("template,x,y,qw\npair,0,0,1\n", "column qz is missing");
  check_rows("template,x,y,qw,qz\npair,0,0,0,0\n", "quaternion");
  file_write(&files, "bed.csv", "x,y,z,r\n0,0,1,1\n");
  check_wrong(PAIR "clumps:\n  - bed: {spheres: bed.csv, material: glass}\n",
              "line 2: column z: '1' is not 0");
#define ONE(rest) PAIR "clumps:\n  - one: {template: [pair], position: [3, 4" rest "}\n"
  check_wrong(ONE(", 1]"), "1 along z");
  check_wrong(ONE("], velocity: [0, 0, 1]"), "1 along z");
  check_wrong(ONE("], spin: [0, 1, 1]"), "(0, 1, 1) does not turn about z");
  check_wrong(ONE("], attitude: [1, 1, 0, 0]"), "does not turn about z");
#define FILL(rest) PAIR "clumps:\n  - some: {template: [pair], count: 3, " rest "}\n"
  check_wrong(FILL("lo: [0, 0], hi: [9, 9], velocity: [0, 0, 1]"), "1 along z");
  check_wrong(FILL("lo: [0, 0, 0], hi: [1, 0, 1]"), "must be beyond lo");
  test_end("rows and boxes that would leave the plane are told");
}

TESTS(.ranks = {1, 2, 3})
{
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  files = files_begin();
  file_write(&files, "discs.csv", "clump_id,x,y,r\n1,0,0,.5\n2,9,9,3\n1,.8,0,.5\n");
  file_remove(&files, "discs.csv");
  clumps_lie_in_the_plane();
  what_leaves_the_plane_is_told();
  file_remove(&files, "bed.csv");
  files_end(&files);
  CALL(parallel_destroy(&par));
}
