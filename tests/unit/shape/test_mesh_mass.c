/* SPDX-License-Identifier: MIT */
/* Mass properties of closed meshes against closed forms. */
#include "meshes.h"
#include "shape/mass/mass.h"

static const Quat turn = {0.5, -0.1, 0.7, 0.5};

static MassProperties mass_of(const Mesh *mesh, double density)
{
  MassProperties p;
  char           why[256] = "";

  CHECK(mesh_mass(mesh, density, &p, why));
  CHECK_TEXT(why, "");
  return p;
}

/* The properties agree within the tolerance and within their own error bound. */
static void check_mass(const MassProperties *p, double volume, double density, Vec3 centre,
                       Sym3 inertia, double tolerance)
{
  const double most  = fmax(inertia.xx, fmax(inertia.yy, inertia.zz)),
               bound = fmin(tolerance, p->error);

  CHECK_NEAR(p->volume / volume, 1, bound);
  CHECK_NEAR(p->mass / (density * volume), 1, bound);
  CHECK_NEAR(vec3_norm(vec3_sub(p->centre, centre)) / cbrt(volume), 0, tolerance);
  CHECK_NEAR(tensor_distance(p->inertia, inertia) / most, 0, bound);
}

static Sym3 box_inertia(double m, double a, double b, double c)
{
  return (Sym3){
    m * (b * b + c * c) / 12, m * (a * a + c * c) / 12, m * (a * a + b * b) / 12, 0, 0, 0};
}

static void boxes_are_exact(void)
{
  const Quat q    = quat_normalized(turn);
  Mesh       mesh = mesh_of_box(1, 2, 3.5);

  {
    const MassProperties p = mass_of(&mesh, 3);

    check_mass(&p, 7, 3, vec3(0.5, 1, 1.75), box_inertia(21, 1, 2, 3.5), 1e-15);
    CHECK(p.error < 1e-12); /* a tight bound */
    test_note("bound of a box %.2g", p.error);
  }
  mesh_move(&mesh, 1e-3, q, vec3(-3e-3, 4e-3, 1e-3));
  {
    const MassProperties p = mass_of(&mesh, 3);
    const Vec3 centre = vec3_axpy(vec3(-3e-3, 4e-3, 1e-3), 1e-3, quat_turn(q, vec3(0.5, 1, 1.75)));

    check_mass(&p, 7e-9, 3, centre, tensor_turned(box_inertia(21e-15, 1, 2, 3.5), q), 1e-14);
    CHECK_NEAR(p.principal.x, 21e-15 * 5 / 12, 1e-14 * p.principal.z); /* rounding */
  }
  mesh_free(&mesh);
  test_end("boxes, turned ones too, have their mass properties to 1e-14 and within the bound");
}

static void tetrahedra_are_exact(void)
{
  /* right-angled at 0 with edges a, b, c: volume abc/6, centre at a quarter, second moments about 0
   * a^2/10, ab/20 */
  const double a = 1, b = 0.5, c = 3, v = a * b * c / 6, ax = a / 4, ay = b / 4, az = c / 4;
  const double xx = v * (a * a / 10 - ax * ax), yy = v * (b * b / 10 - ay * ay),
               zz    = v * (c * c / 10 - az * az);
  const Sym3 inertia = {yy + zz,
                        xx + zz,
                        xx + yy,
                        -v * (a * b / 20 - ax * ay),
                        -v * (a * c / 20 - ax * az),
                        -v * (b * c / 20 - ay * az)};
  Mesh       mesh;

  mesh_create(4, 4, &mesh);
  mesh.vertex[1].x = a;
  mesh.vertex[2].y = b;
  mesh.vertex[3].z = c;
  mesh.face[0]     = (Face){{0, 2, 1}};
  mesh.face[1]     = (Face){{0, 1, 3}};
  mesh.face[2]     = (Face){{0, 3, 2}};
  mesh.face[3]     = (Face){{1, 2, 3}};
  {
    const MassProperties p = mass_of(&mesh, 1);

    check_mass(&p, v, 1, vec3(ax, ay, az), inertia, 1e-15);
  }
  mesh_free(&mesh);
  test_end("a tetrahedron has its mass properties to 1e-15");
}

/* Order 2 in the edge length: the sagitta is proportional to its square. */
static void spheres_converge(void)
{
  double before = 0;

  for (int level = 1; level <= 5; level++) {
    Mesh                 mesh  = mesh_of_icosphere(level);
    const MassProperties p     = mass_of(&mesh, 1);
    const double         off_v = 1 - p.volume / (4 * PETSC_PI / 3),
                 off_i         = 1 - p.inertia.xx / (8 * PETSC_PI / 15);

    test_note("level %d: volume short by %.3g, inertia by %.3g, bound %.2g", level, off_v, off_i,
              p.error);
    CHECK(p.error < 1e-11); /* rounding does not grow with the number of faces: compensated */
    CHECK_NEAR(vec3_norm(p.centre), 0, 1e-15);                /* by symmetry, up to rounding */
    if (level > 3) CHECK_NEAR(log2(before / off_v), 2, 0.02); /* to within the next order */
    CHECK_NEAR(off_i / off_v, 5.0 / 3, 0.15); /* as for radii smaller by the same share
                                                 everywhere */
    before = off_v;
    mesh_free(&mesh);
  }
  test_end("icospheres converge to the sphere at order 2");
}

static void far_meshes_lose_nothing(void)
{
  Mesh                 mesh = mesh_of_icosphere(4);
  const MassProperties near = mass_of(&mesh, 2);

  mesh_move(&mesh, 1, quat_identity(), vec3(2000, -1000, 500));
  {
    const MassProperties p = mass_of(&mesh, 2);

    /* corners themselves are rounded to 1e-13 of the radius */
    CHECK_NEAR(p.volume / near.volume, 1, 1e-12);
    CHECK_NEAR(tensor_distance(p.inertia, near.inertia) / near.principal.z, 0, 1e-12);
    CHECK_NEAR(vec3_norm(vec3_sub(p.centre, vec3(2000, -1000, 500))), 0, 1e-12); /* as above */
    CHECK(p.error < 1e-11);
  }
  mesh_free(&mesh);
  test_end("a mesh a thousand diameters away has the properties it has near the origin to 1e-12");
}

static void cavities_are_taken_out(void)
{
  Mesh mesh = mesh_of_box(4, 4, 4), hole = mesh_of_box(1, 1, 1);

  mesh_flip(&hole);
  mesh_move(&hole, 1, quat_identity(), vec3(2, 1.5, 1.5));
  mesh_append(&mesh, &hole);
  {
    const MassProperties p = mass_of(&mesh, 1);
    const double x = (64 * 2 - 2.5) / 63, first = 64 * (x - 2) * (x - 2) - (x - 2.5) * (x - 2.5);
    const double whole = 64 * 32.0 / 12, gone = 2.0 / 12;
    const Sym3   inertia = {whole - gone, whole - gone + first, whole - gone + first, 0, 0, 0};

    check_mass(&p, 63, 1, vec3(x, 2, 2), inertia, 1e-14);
  }
  mesh_free(&mesh);
  mesh_free(&hole);
  test_end("a cavity is taken out");
}

static void nothing_is_refused(void)
{
  Mesh           mesh = mesh_of_box(1, 1, 1);
  MassProperties p;
  char           why[256] = "";

  mesh_flip(&mesh);
  CHECK(!mesh_mass(&mesh, 1, &p, why));
  CHECK(strstr(why, "volume of -1") != NULL);
  for (int i = 0; i < 8; i++) mesh.vertex[i].z = 0.1 * mesh.vertex[i].x + 0.3 * mesh.vertex[i].y;
  CHECK(!mesh_mass(&mesh, 1, &p, why));
  mesh_free(&mesh);
  CHECK(!mesh_mass(&mesh, 1, &p, why));
  test_end("inverted, flat and empty meshes are refused");
}

TESTS(.ranks = {1})
{
  boxes_are_exact();
  tetrahedra_are_exact();
  spheres_converge();
  far_meshes_lose_nothing();
  cavities_are_taken_out();
  nothing_is_refused();
}
