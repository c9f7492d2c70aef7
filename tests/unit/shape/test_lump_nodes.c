/* SPDX-License-Identifier: MIT */
/* Known parts, convergence with the nodes, attitudes and nodes that are refused. */
#include "lumps.h"

/* Right-angled with unit edges: closed forms. */
static void known_parts(void)
{
  ShapeSet  set      = {.n = 0};
  const int nodes[4] = {0, 1, 2, 3};
  Lump      l;

  shape_set_add_node(&set, "o", vec3(0, 0, 0));
  shape_set_add_node(&set, "x", vec3(1, 0, 0));
  shape_set_add_node(&set, "y", vec3(0, 1, 0));
  shape_set_add_node(&set, "z", vec3(0, 0, 1));
  add_corners(&set, &shape_facet, nodes, 0);
  l = lump_of(&set, 0);
  CHECK_NEAR(l.mass, 2 * 0.1 / 3, 1e-16); /* rounding */
  /* exact fractions of the values checked by random points above */
  CHECK_NEAR(l.inertia.zz, l.mass * 2 * 23 / 432, 1e-16);
  CHECK_NEAR(l.inertia.xy, -l.mass * 7 / 216, 1e-16);
  CHECK_NEAR(l.inertia.xx, l.mass * (23.0 / 432 + 0.04 / 12), 1e-16);
  add_corners(&set, &shape_tetrahedron, nodes, 1);
  {
    const Lump both = lump_of(&set, 0);

    CHECK_NEAR(both.mass - l.mass, 5.0 / 24, 1e-15);
    CHECK_NEAR(both.inertia.xx - l.inertia.xx, 5.0 / 24 * 161 / 2160, 1e-15);
    CHECK_NEAR(both.inertia.yz - l.inertia.yz, -5.0 / 24 * 97 / 4320, 1e-15);
    CHECK_INT(both.n, 2);
  }
  CHECK_INT(lump_of(&set, 3).n, 1);
  shape_set_free(&set);
  test_end("a node collects all shapes that share it");
}

/* Fill the unit cube with n^3 cubes of six tetrahedra each. */
static void fill_cube(int n, ShapeSet *set)
{
  static const int way[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};
  char             name[NAME_LENGTH];

  for (int k = 0; k < (n + 1) * (n + 1) * (n + 1); k++) {
    snprintf(name, sizeof name, "n%d", k);
    shape_set_add_node(set, name,
                       vec3((double)(k % (n + 1)) / n, (double)(k / (n + 1) % (n + 1)) / n,
                            (double)(k / (n + 1) / (n + 1)) / n));
  }
  for (int c = 0; c < n * n * n; c++) {
    const int i = c % n, j = c / n % n, k = c / n / n;
    int       at[8];

    for (int b = 0; b < 8; b++)
      at[b] = i + (b & 1) + (n + 1) * (j + (b >> 1 & 1) + (n + 1) * (k + (b >> 2)));
    for (int w = 0; w < 6; w++)
      add_corners(set, &shape_tetrahedron,
                  (const int[4]){at[0], at[way[w][0]], at[way[w][1]], at[7]}, 0);
  }
}

/* Mass is conserved; the inertia of the nodes as point masses with their lumped inertia tends to
   that of the cube. */
static void nodes_converge_to_the_whole(void)
{
  double off[3];

  for (int level = 0; level < 3; level++) {
    ShapeSet set  = {.n = 0};
    double   mass = 0, inertia = 0;

    fill_cube(2 << level, &set);
    for (int node = 0; node < set.nodes.n; node++) {
      const Lump l = lump_of(&set, node);
      const Vec3 d = vec3_sub(set.node[node], vec3(0.5, 0.5, 0.5));

      mass += l.mass;
      inertia += l.inertia.zz + l.mass * (d.x * d.x + d.y * d.y);
    }
    off[level] = inertia / (2.0 / 6) - 1;
    test_note("%d tetrahedra: inertia off by %.3g", (int)set.n, off[level]);
    CHECK_NEAR(mass, 2, 1e-12); /* rounding of a sum */
    shape_set_free(&set);
  }
  CHECK(fabs(off[0]) > 0.01);                /* the centres of the parts are not at the nodes */
  CHECK_NEAR(log2(off[1] / off[2]), 2, 0.2); /* first-order errors of parts cancel about inner
                                                nodes */
  test_end("nodes have the mass of the whole, and converge to its inertia at order 2");
}

static void attitudes_are_kept_or_refused(void)
{
  ShapeSet   set = four_nodes();
  Shape      box = shape_of(&shape_box), ball = shape_of(&shape_sphere);
  const Quat q = quat_normalized((Quat){0.5, 0.2, 0.6, -0.3});
  Lump       l;
  char       why[256] = "";

  box.x       = corner[1];
  box.q       = q;
  box.node[0] = 1;
  box.line    = 1;
  box.size[0] = 3;
  box.size[1] = 1;
  box.size[2] = 2;
  add(&set, &box);
  l = lump_of(&set, 1);
  CHECK_NEAR(l.mass, 12, 1e-14);
  CHECK_NEAR(l.principal.x, 5, 1e-14);  /* 12 (1 + 4) / 12 */
  CHECK_NEAR(l.principal.y, 13, 1e-14); /* in the order of the box's axes, not ascending */
  CHECK_BITS(l.axes.y, set.list[0].q.y);
  ball.x       = corner[1];
  ball.node[0] = 1;
  ball.size[0] = 1;
  add(&set, &ball);
  l = lump_of(&set, 1);
  CHECK_NEAR(l.principal.x, 5 + 0.4 * 8 * PETSC_PI / 3, 1e-14);
  CHECK_INT(l.n, 2);
  add_corners(&set, &shape_tetrahedron, (const int[4]){0, 1, 2, 3}, 0);
  CHECK(!lump(&set, &materials, 1, &l, why));
  CHECK(strstr(why, "node b takes the orientation of the box (line 1)") != NULL);
  CHECK_INT(lump_of(&set, 0).n, 1);
  set.list[2].node[1] = -1;
  box.q               = quat_identity();
  box.line            = 7;
  add(&set, &box);
  CHECK(!lump(&set, &materials, 1, &l, why));
  CHECK_TEXT(why, "node b: the box (line 1) and the box (line 7) have different orientations, but "
                  "a node has one");
  shape_set_free(&set);
  test_end(
    "a shape's attitude is the node's, and refused when the node's principal axes are others");
}

static void bad_nodes_are_refused(void)
{
  ShapeSet set = four_nodes();
  Lump     l;
  char     why[256];

  CHECK(!lump(&set, &materials, 2, &l, why));
  CHECK_TEXT(why, "node c: no shape is attached to it");
  CHECK(!lump(&set, &materials, 4, &l, why));
  CHECK_TEXT(why, "node 4: there are 4");
  shape_set_free(&set);
  test_end("no node, and one without shapes, are refused");
}

TESTS(.ranks = {1})
{
  known_parts();
  nodes_converge_to_the_whole();
  attitudes_are_kept_or_refused();
  bad_nodes_are_refused();
}
