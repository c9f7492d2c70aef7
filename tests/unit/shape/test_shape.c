/* SPDX-License-Identifier: MIT */
/* Every kind of shape: closed forms against its mesh; consistency of inside test, distance, boxes
   and random points. */
#include "shape/mass/mass.h"
#include "shape/mesh/mesh_check.h"
#include "shape/shape.h"
#include "shapes.h"

static MassProperties mass_of_mesh(const Shape *shape, double chord, int *faces)
{
  Findings       findings = {0};
  MeshReport     report;
  MassProperties p;
  Mesh           mesh;
  char           why[256] = "";

  shape_tessellate(shape, chord, &mesh);
  mesh_check(&mesh, &report, &findings);
  if (findings.n > 0)
    test_fail(__FILE__, __LINE__, "%s: %s", shape->kind->head.name, findings.list[0].text);
  CHECK(mesh_mass(&mesh, 1.5, &p, why));
  *faces = mesh.n_faces;
  mesh_free(&mesh);
  return p;
}

static double off_by(const MassProperties *a, const MassProperties *b)
{
  return fmax(fabs(a->volume / b->volume - 1),
              tensor_distance(a->inertia, b->inertia) / b->principal.z);
}

static void closed_forms_are_those_of_meshes(const Shape *shape)
{
  const MassProperties p = shape_properties(shape, 1.5);
  const bool           is_flat =
    shape->kind->n_corners > 0 || shape->kind == &shape_box || shape->kind == &shape_mesh;
  const double chord = 1e-2;
  double       off[3];
  char         fact[128];

  for (int k = 0; k < 3; k++) {
    int                  faces;
    const MassProperties m = mass_of_mesh(shape, chord * pow(4, -k), &faces);

    off[k] = off_by(&m, &p);
    test_note("%s, %d faces: off by %.3g", shape->kind->head.name, faces, off[k]);
    CHECK_NEAR(vec3_norm(vec3_sub(m.centre, p.centre)), 0,
               1e-14); /* also by symmetry, up to rounding */
  }
  if (is_flat) CHECK_NEAR(off[0], 0, 1e-14); /* rounding */
  else {
    CHECK(off[0] < 0.1);
    CHECK_NEAR(log2(off[1] / off[2]), 2, 0.05); /* half the edge, to within the next order */
  }
  snprintf(fact, sizeof fact, "%s: the closed forms are those of its mesh%s",
           shape->kind->head.name, is_flat ? "" : ", to order 2");
  test_end(fact);
}

static void inside_and_distance_agree(const Shape *shape)
{
  enum { N = 3000 };
  const double chord  = 1e-3;
  Random       random = random_stream(1, RANDOM_TEST, 1);
  Mesh         mesh;
  MeshTree     tree;
  double       least = HUGE_VAL, ratio = 0;
  int          inside = 0;
  char         fact[128];

  shape_tessellate(shape, chord, &mesh);
  mesh_tree_create(&mesh, &tree);
  for (int k = 0; k < N; k++) {
    const Vec3   p = point_near(shape, &random);
    const double d = shape_distance(shape, p), truth = mesh_tree_distance(&tree, p, HUGE_VAL, NULL);

    CHECK_INT(shape_is_inside(shape, p), d < 0);
    if (truth > chord) CHECK_INT(mesh_tree_winding(&tree, p), d < 0);
    CHECK(fabs(d) <= truth + chord); /* distance of the surface from the mesh */
    if (truth > 0.1) least = fmin(least, fabs(d) / truth);
    ratio += fabs(d) / truth / N;
    inside += d < 0;
  }
  for (int i = 0; i < mesh.n_vertices; i++)
    CHECK_NEAR(shape_distance(shape, mesh.vertex[i]), 0, 1e-14); /* corners are on the surface */
  for (int f = 0; f < mesh.n_faces; f++) {
    const Vec3 middle =
      vec3_scale(1.0 / 3, vec3_add(mesh_corner(&mesh, f, 0),
                                   vec3_add(mesh_corner(&mesh, f, 1), mesh_corner(&mesh, f, 2))));

    CHECK(fabs(shape_distance(shape, middle)) <= chord * (1 + 1e-9));
  }
  test_note("%s: the distance told is %.2g of the true one or more, %.2g on average",
            shape->kind->head.name, least, ratio);
  CHECK(ratio > 0.5);
  CHECK(inside > N / 50);
  mesh_tree_free(&tree);
  mesh_free(&mesh);
  snprintf(fact, sizeof fact,
           "%s: inside is where the distance is below 0, which is never more than the true one",
           shape->kind->head.name);
  test_end(fact);
}

static void boxes_are_told_right(const Shape *shape)
{
  Random random   = random_stream(2, RANDOM_TEST, 2);
  int    count[3] = {0, 0, 0};
  char   fact[128];

  for (int k = 0; k < 2000; k++) {
    const Vec3      c    = point_near(shape, &random);
    const Vec3      half = {0.1 * random_real(&random), 0.1 * random_real(&random),
                            0.1 * random_real(&random)};
    const ShapeSide side = shape_side(shape, c, half);

    count[side]++;
    for (int j = 0; j < 20; j++) {
      const double x = 2 * random_real(&random) - 1, y = 2 * random_real(&random) - 1,
                   z    = 2 * random_real(&random) - 1;
      const bool inside = shape_is_inside(shape, vec3_add(c, vec3_mul(half, vec3(x, y, z))));

      CHECK(inside ? side != SHAPE_MISSES : side != SHAPE_HOLDS);
    }
  }
  for (int k = 0; k < 3; k++) CHECK(count[k] > 5);
  snprintf(fact, sizeof fact, "%s: boxes that it holds or misses are those",
           shape->kind->head.name);
  test_end(fact);
}

static void planes_bound_the_surface(const Shape *shape)
{
  Random random = random_stream(5, RANDOM_TEST, 5);
  int    both   = 0;
  char   fact[128];

  for (int k = 0; k < 3000 && shape->kind->planes; k++) {
    const Vec3   p     = shape_inward(shape, point_near(shape, &random));
    const double reach = 0.3 * random_real(&random);
    ShapePlanes  planes;

    if (!shape->kind->planes(shape, p, reach, &planes)) continue;
    CHECK_NEAR(vec3_norm(planes.normal), 1, 1e-14);
    CHECK(planes.inner <= planes.outer);
    for (int j = 0; j < 20; j++) {
      const Vec3   d      = vec3_scale(reach, draw_in_ball(&random, false));
      const double height = vec3_dot(planes.normal, d);
      const bool   inside = shape->kind->is_inside(shape, vec3_add(p, d));

      CHECK(inside ? height <= planes.outer + 1e-14 : height >= planes.inner - 1e-14);
      both += height <= planes.inner || height >= planes.outer;
    }
  }
  test_note("%s: planes tell of %.2g of the points near one", shape->kind->head.name,
            both / 60000.0);
  CHECK(!shape->kind->planes || both > 6000);
  snprintf(fact, sizeof fact, "%s: the surface is between its planes", shape->kind->head.name);
  test_end(fact);
}

/* Random points are distributed as the body: mean and second moments within five standard
   errors. */
static void draws_fill_it(const Shape *shape)
{
  enum { N = 100000 };
  const MassProperties p      = shape_properties(shape, 1);
  Random               random = random_stream(3, RANDOM_TEST, 3);
  const double         size   = vec3_norm(vec3_sub(shape->hi, shape->lo));
  Vec3                 mean = {0, 0, 0}, lo = shape->hi, hi = shape->lo;
  Sym3                 sum = {0};
  char                 fact[128];

  for (int k = 0; k < N; k++) {
    const Vec3 x = shape_outward(shape, shape->kind->draw(shape, &random)),
               g = vec3_sub(x, p.centre);

    CHECK(shape_distance(shape, x) <= 1e-15 * size);
    CHECK(x.x >= shape->lo.x && x.y >= shape->lo.y && x.z >= shape->lo.z);
    CHECK(x.x <= shape->hi.x && x.y <= shape->hi.y && x.z <= shape->hi.z);
    lo   = vec3(fmin(lo.x, x.x), fmin(lo.y, x.y), fmin(lo.z, x.z));
    hi   = vec3(fmax(hi.x, x.x), fmax(hi.y, x.y), fmax(hi.z, x.z));
    mean = vec3_axpy(mean, 1.0 / N, g);
    sum.xx += (g.y * g.y + g.z * g.z) / N;
    sum.xy -= g.x * g.y / N;
    sum.yz -= g.y * g.z / N;
  }
  CHECK_NEAR(vec3_norm(mean), 0, 5 * sqrt(p.principal.z / p.mass / N)); /* standard errors */
  CHECK_NEAR(sum.xx, p.inertia.xx / p.mass,
             5 * size * size / 8 / sqrt(N)); /* for a deviation of at most size^2 / 8 */
  CHECK_NEAR(sum.xy, p.inertia.xy / p.mass, 5 * size * size / 8 / sqrt(N)); /* as above */
  CHECK_NEAR(sum.yz, p.inertia.yz / p.mass, 5 * size * size / 8 / sqrt(N)); /* as above */
  CHECK(vec3_norm(vec3_sub(lo, shape->lo)) < 0.2 * size &&
        vec3_norm(vec3_sub(hi, shape->hi)) < 0.2 * size); /* the box is tight */
  snprintf(fact, sizeof fact, "%s: draws fill it evenly, in its bounds", shape->kind->head.name);
  test_end(fact);
}

static void turned_copies_have_turned_tensors(const Shape *shape)
{
  const Quat           q      = quat_normalized((Quat){0.2, -0.4, 0.1, 0.9});
  const Vec3           shift  = {1, 2, -3};
  const MassProperties before = shape_properties(shape, 2);
  Shape                copy   = *shape;
  MassProperties       after;
  char                 fact[128];

  shape_move(&copy, q, shift);
  after = shape_properties(&copy, 2);
  CHECK_NEAR(tensor_distance(after.inertia, tensor_turned(before.inertia, q)) / before.principal.z,
             0, 1e-15);
  CHECK_NEAR(vec3_norm(vec3_sub(after.centre, vec3_add(shift, quat_turn(q, before.centre)))), 0,
             2e-15);                                            /* rounding */
  CHECK_NEAR(after.principal.x / before.principal.x, 1, 1e-14); /* rounding */
  snprintf(fact, sizeof fact, "%s: a turned copy has the turned tensor", shape->kind->head.name);
  test_end(fact);
}

TESTS(.ranks = {1})
{
  ShapeSet set = {.n = 0};

  for (int k = 0; shape_kinds[k]; k++) {
    const Shape shape = shape_sample(&set, shape_kinds[k]);

    closed_forms_are_those_of_meshes(&shape);
    inside_and_distance_agree(&shape);
    boxes_are_told_right(&shape);
    planes_bound_the_surface(&shape);
    draws_fill_it(&shape);
    turned_copies_have_turned_tensors(&shape);
  }
  shape_set_free(&set);
}
