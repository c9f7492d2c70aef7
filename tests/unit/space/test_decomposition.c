/* SPDX-License-Identifier: MIT */
/* Decompositions: every point has one rank, shares are even, outer boxes end at periodic faces or
   else reach to infinity. */
#include "base/random.h"
#include "space/decomposition.h"
#include "test.h"

enum { N = 3000 };

static Vec3 point(const Domain *d, int i)
{
  Random       r = random_stream(11, RANDOM_TEST, (uint64_t)i);
  const double u = random_real(&r);

  /* crowded towards one corner */
  return grid_round3(d, vec3(4 * u * u - 2, 3 * u * random_real(&r), 5 * random_real(&r)));
}

static Domain box_of(Boundary x)
{
  const Boundary boundary[3] = {x, BOUNDARY_PERIODIC, BOUNDARY_FREE};

  return domain_create(3, vec3(-2, 0, 0), vec3(2, 3, 5), boundary, 0.1, 0);
}

/* Each rank brings the points i with i % size == rank. */
static void share(const Parallel *par, const Domain *d, int64_t random, Decomposition *out)
{
  Vec3    *x;
  PetscInt n = 0;

  CALL(PetscMalloc1(N, &x));
  for (int i = par->rank; i < N; i += par->size) x[n++] = point(d, i);
  CALL(decomposition_build(par, d, &(Points){.n = n, .x = x}, par->size, random, out));
  CALL(PetscFree(x));
}

static void every_point_has_one_rank(void)
{
  const int64_t seeds[] = {-1, 0, 1, 2, 77};
  Parallel      par;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (int s = 0; s < 5; s++) {
    const Domain  d = box_of(s % 2 ? BOUNDARY_OPEN : BOUNDARY_PERIODIC);
    Decomposition cuts;
    int64_t       mine = 0, most;

    share(&par, &d, seeds[s], &cuts);
    for (int i = 0; i < N; i++) {
      const Vec3 x    = point(&d, i);
      int64_t    here = box_holds(&cuts.mine, x);

      CHECK_INT(here, decomposition_rank(&cuts, x) == par.rank);
      CHECK(!here || box_distance2(&cuts.mine, x) == 0);
      mine += here;
    }
    most = mine;
    CALL(parallel_max_int(&par, &most, 1));
    CALL(parallel_sum_int(&par, &mine, 1));
    CHECK_INT(mine, N);
    /* error of a cut: 1/2000 of its points on each level */
    if (seeds[s] < 0) CHECK(most <= N / par.size + 1 + 8 * (N / 1000));
    decomposition_free(&cuts);
  }
  CALL(parallel_destroy(&par));
  test_end("every point has one rank, and shares are even");
}

static void far_points_belong_to_somebody(void)
{
  const Domain  d     = box_of(BOUNDARY_OPEN);
  const Vec3    far[] = {{-1e9, 1, 1}, {1e9, 2.9, -1e9}, {0, 0, 1e9}};
  Parallel      par;
  Decomposition cuts;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  share(&par, &d, -1, &cuts);
  for (int k = 0; k < 3; k++) {
    int64_t owners = box_holds(&cuts.mine, far[k]);

    CALL(parallel_sum_int(&par, &owners, 1));
    CHECK_INT(owners, 1);
  }
  CHECK(cuts.mine.lo.y >= d.lo.y && cuts.mine.hi.y <= d.hi.y); /* y is periodic */
  decomposition_free(&cuts);
  CALL(parallel_destroy(&par));
  test_end("outer boxes reach to infinity through open and free faces");
}

static void no_points_still_make_boxes(void)
{
  const Domain  d = box_of(BOUNDARY_PERIODIC);
  Parallel      par;
  Decomposition cuts;
  int64_t       owners = 0;

  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  CALL(decomposition_build(&par, &d, &(Points){.n = 0}, par.size, -1, &cuts));
  owners = box_holds(&cuts.mine, vec3(0.3, 1.1, 2.2));
  CALL(parallel_sum_int(&par, &owners, 1));
  CHECK_INT(owners, 1);
  decomposition_free(&cuts);
  CALL(parallel_destroy(&par));
  test_end("an empty region is cut as well");
}

/* In two dimensions z of the box and its boundary have no effect: no faces, no cut, the same grid
   of positions. */
static void a_plane_is_never_cut_along_z(void)
{
  const Boundary flat[3]  = {BOUNDARY_PERIODIC, BOUNDARY_OPEN, BOUNDARY_OPEN};
  const Boundary thick[3] = {BOUNDARY_PERIODIC, BOUNDARY_OPEN, BOUNDARY_FREE};
  const Domain   d        = domain_create(2, vec3(-2, 0, 0), vec3(2, 3, 0), flat, 0.1, 0);
  const Domain   e        = domain_create(2, vec3(-2, 0, -1e6), vec3(2, 3, 1e6), thick, 0.1, 0);
  Parallel       par;

  CHECK_BITS(e.quantum, d.quantum);
  CHECK_BITS(d.quantum, domain_create(3, vec3(-2, 0, 0), vec3(2, 3, 1), flat, 0.1, 0).quantum);
  CHECK(d.boundary[2] == BOUNDARY_FREE && e.boundary[2] == BOUNDARY_FREE && e.length.z == 0);
  CHECK(!domain_has_left(&e, vec3(0, 1, 0)) && domain_boxes(&e, vec3(7, 1, 0)).z == 0);
  CALL(parallel_create(PETSC_COMM_WORLD, &par));
  for (int64_t seed = -1; seed < 40; seed++) {
    Decomposition cuts;
    int64_t       owners = 0;
    Vec3          x[50];

    /* a line of points at z = 0; none for every fifth seed */
    for (int i = 0; i < 50; i++) x[i] = grid_round3(&d, vec3(0.01 * i, 0.02 * (i % 7), 0));
    CALL(decomposition_build(&par, &d, &(Points){.n = seed % 5 == 4 ? 0 : 50, .x = x}, par.size,
                             seed, &cuts));
    for (int k = 0; k < cuts.n; k++) CHECK(cuts.nodes[k].count == 1 || cuts.nodes[k].axis < 2);
    CHECK(cuts.mine.lo.z == -INFINITY && cuts.mine.hi.z == INFINITY);
    for (int i = 0; i < 50; i++) owners += box_holds(&cuts.mine, x[i]);
    CALL(parallel_sum_int(&par, &owners, 1));
    CHECK_INT(owners, 50);
    decomposition_free(&cuts);
  }
  CALL(parallel_destroy(&par));
  test_end("in two dimensions z has no face and no cut, and no effect on the position grid");
}

TESTS(.ranks = {1, 2, 3, 4, 5, 8})
{
  every_point_has_one_rank();
  far_points_belong_to_somebody();
  no_points_still_make_boxes();
  a_plane_is_never_cut_along_z();
}
