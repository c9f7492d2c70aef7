/* SPDX-License-Identifier: MIT */
/* Moments lumped at nodes equal those of random points and of known parts. */
#include "lumps.h"

/* Corner with the largest barycentric coordinate, by areas or volumes of the opposite parts,
   independent of the code. */
static int nearest_corner(const Shape *s, Vec3 p)
{
  const int n    = s->kind->n_corners;
  int       best = 0;
  double    share[4];

  for (int k = 0; k < n; k++) {
    const Vec3 a = s->corner[(k + 1) % n], b = s->corner[(k + 2) % n], c = s->corner[(k + 3) % n];

    if (n == 4)
      share[k] = fabs(vec3_dot(vec3_sub(a, p), vec3_cross(vec3_sub(b, p), vec3_sub(c, p))));
    else
      share[k] = vec3_dot(vec3_cross(vec3_sub(a, p), vec3_sub(b, p)),
                          vec3_cross(vec3_sub(a, c), vec3_sub(b, c)));
    if (share[k] > share[best]) best = k;
  }
  return best;
}

static void parts_are_those_of_random_points(const ShapeKind *kind)
{
  enum { N = 2000000 };
  const int n = kind->n_corners, nodes[4] = {0, 1, 2, 3};
  ShapeSet  set     = four_nodes();
  Random    random  = random_stream(4, RANDOM_TEST, 4);
  Sym3      sum[4]  = {{0}};
  double    mass[4] = {0}, weight;
  char      fact[128];

  add_corners(&set, kind, nodes, 0);
  weight = 2 * set.list[0].moments.volume / N;
  for (int k = 0; k < N; k++) {
    const Vec3 p = kind->draw(&set.list[0], &random);
    const int  c = nearest_corner(&set.list[0], p);
    const Vec3 d = vec3_sub(p, corner[c]);

    mass[c] += weight;
    sum[c].xx += weight * (d.y * d.y + d.z * d.z);
    sum[c].yy += weight * (d.x * d.x + d.z * d.z);
    sum[c].zz += weight * (d.x * d.x + d.y * d.y);
    sum[c].xy -= weight * d.x * d.y;
    sum[c].xz -= weight * d.x * d.z;
    sum[c].yz -= weight * d.y * d.z;
  }
  for (int c = 0; c < n; c++) {
    const Lump l = lump_of(&set, c);

    CHECK_NEAR(l.mass, 2 * set.list[0].moments.volume / n, 1e-15); /* rounding */
    CHECK_NEAR(mass[c] / l.mass, 1, 6e-3); /* 5 standard errors of 5e5 of 2e6 */
    CHECK_NEAR(tensor_distance(sum[c], l.inertia) / fmax(l.principal.z, l.principal.y), 0,
               6e-3); /* as above */
    CHECK_INT(l.n, 1);
    CHECK(l.principal.x > 0 && l.principal.x <= l.principal.y && l.principal.y <= l.principal.z);
  }
  shape_set_free(&set);
  snprintf(fact, sizeof fact, "%s: each corner gets the part that is nearest to it",
           kind->head.name);
  test_end(fact);
}

TESTS(.ranks = {1})
{
  parts_are_those_of_random_points(&shape_facet);
  parts_are_those_of_random_points(&shape_tetrahedron);
}
