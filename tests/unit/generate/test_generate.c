/* np: 1, limit: 600 */
/* SPDX-License-Identifier: MIT */
/* Clumps from meshes: reports and bounds checked against independent measurements.
    - b| as an operator over => Spectral norm of a - b over |b|, by power iteration, about the
    centre of b. */
#include "generate/generate.h"
#include "mass/mass.h"
#include "shape/mesh_mass.h"
#include "shape/mesh_tree.h"
#include "unit/generate/rocks.h"

static Material        unit_list[] = {{.name = "unit", .density = 1}};
static const Materials unit        = {1, unit_list};

typedef struct {
  PebbleSet      set;
  GenerateReport report;
} Clump;

static GenerateOptions options_of(const Generator *method, double volume)
{
  GenerateOptions o = generate_defaults;

  o.method              = method;
  o.error[CLUMP_VOLUME] = volume;
  return o;
}

static Clump clump_of(const Mesh *mesh, const GenerateOptions *options)
{
  Clump clump    = {.set = {.n = 0}};
  char  why[256] = "";

  if (!generate(mesh, options, &clump.set, &clump.report, why))
    test_fail(__FILE__, __LINE__, "refused: %s", why);
  CHECK_INT(clump.set.n, clump.report.pebbles);
  return clump;
}

static void clump_end(Clump *clump)
{
  if (clump->set.n > 0) pebble_set_free(&clump->set);
}

/* ---- measures ---- */

static MassProperties mesh_properties(const Mesh *mesh)
{
  MassProperties mass = {0};
  char           why[256];

  CHECK(mesh_mass(mesh, 1, &mass, why));
  return mass;
}

static MassProperties union_properties(const PebbleSet *set, int n)
{
  PebbleSet      first = *set;
  MassProperties mass  = {0};
  char           why[256];

  first.n = n;
  CHECK(mass_exact.find(&first, &unit, &mass_defaults, &mass, why));
  return mass;
}

/* |a - b| as an operator over |b|: a power of the difference, about the centre of b. */
static double inertia_difference(const MassProperties *a, const MassProperties *b)
{
  const Vec3   d  = vec3_sub(a->centre, b->centre);
  const double dd = vec3_dot(d, d), m = a->mass;
  const Sym3   s = {a->inertia.xx + m * (dd - d.x * d.x) - b->inertia.xx,
                    a->inertia.yy + m * (dd - d.y * d.y) - b->inertia.yy,
                    a->inertia.zz + m * (dd - d.z * d.z) - b->inertia.zz,
                    a->inertia.xy - m * d.x * d.y - b->inertia.xy,
                    a->inertia.xz - m * d.x * d.z - b->inertia.xz,
                    a->inertia.yz - m * d.y * d.z - b->inertia.yz};
  Vec3         v = {0.6, 0.5, 0.4};
  double       f = 0;

  for (int k = 0; k < 200000; k++) {
    f = vec3_norm(v = sym3_mul(s, v));
    if (f > 0) v = vec3_scale(1 / f, v);
  }
  return f / b->principal.z;
}

/* Sample points of the surface: the corners of each face, and random points in it. */
static Vec3 surface_at(const Mesh *mesh, int f, int k)
{
  Random       random = random_stream(3, RANDOM_TEST, (uint64_t)f * 64 + (uint64_t)k);
  const double u      = k < 3 ? k == 1 : random_real(&random),
               v      = k < 3 ? k == 2 : (1 - u) * random_real(&random);
  const Vec3 a        = mesh_corner(mesh, f, 0);

  return vec3_axpy(vec3_axpy(a, u, vec3_sub(mesh_corner(mesh, f, 1), a)), v,
                   vec3_sub(mesh_corner(mesh, f, 2), a));
}

static double gap_of(const Mesh *mesh, const PebbleSet *set, int per_face)
{
  double most = 0;

  for (int f = 0; f < mesh->n_faces; f++) {
    for (int k = 0; k < per_face; k++) {
      const Vec3 x    = surface_at(mesh, f, k);
      double     near = INFINITY;

      for (int i = 0; i < set->n; i++)
        near = fmin(near, vec3_norm(vec3_sub(x, set->x[i])) - set->r[i]);
      most = fmax(most, near);
    }
  }
  return most;
}

/* Largest distance by which a sphere sticks out, over the diameter; checks that all centres are
   inside. */
static double out_of(const Mesh *mesh, const PebbleSet *set, double diameter)
{
  MeshTree tree;
  double   most = -INFINITY;

  CALL(mesh_tree_create(mesh, &tree));
  for (int i = 0; i < set->n; i++) {
    CHECK_INT(mesh_tree_winding(&tree, set->x[i]), 1);
    most = fmax(most, set->r[i] - mesh_tree_distance(&tree, set->x[i], HUGE_VAL, NULL));
  }
  mesh_tree_free(&tree);
  return most / diameter;
}

/* ---- bodies ---- */

enum { SPHERE, CUBE, CAPSULE, ELBOW, TORUS, ROCK, SLAB, N_BODIES };

static const char *const body_names[N_BODIES] = {"sphere", "cube", "capsule", "L",
                                                 "torus",  "rock", "slab"};

static Mesh body_of(int body)
{
  switch (body) {
  case SPHERE: return mesh_of_icosphere(4);
  case CUBE: return mesh_of_box(1, 1, 1);
  case CAPSULE: return mesh_of_capsule(4, 0.5, 1.5);
  case ELBOW: return mesh_of_l(1.5);
  case TORUS: return mesh_of_torus(48, 24, 0.4);
  case ROCK: return mesh_of_rock(4, 4, 0.15, vec3(1.3, 1, 0.8), 7);
  default: return mesh_of_superquadric(4, vec3(1.5, 1, 0.6), 4);
  }
}

/* ---- checks ---- */

/* Every number of the report against one computed here. */
static void check_clump(const char *name, const Mesh *mesh, const Clump *clump,
                        const GenerateOptions *options)
{
  const MassProperties solid = mesh_properties(mesh),
                       whole = union_properties(&clump->set, clump->set.n);
  const GenerateReport *r    = &clump->report;
  const double          gap = gap_of(mesh, &clump->set, mesh->n_faces < 100 ? 60 : 4) / r->diameter;
  const int             before = test_failures;

  CHECK_NEAR(sphere_volume(r->diameter / 2), solid.volume, 1e-14 * solid.volume);
  CHECK_NEAR(r->error[CLUMP_VOLUME], fabs(whole.volume / solid.volume - 1),
             1e-12); /* the same sums */
  CHECK_NEAR(r->error[CLUMP_INERTIA], inertia_difference(&whole, &solid),
             1e-7); /* power iteration: 1 / (2 e steps) */
  CHECK_NEAR(r->centre, vec3_norm(vec3_sub(whole.centre, solid.centre)) / r->diameter, 1e-12);
  CHECK(gap <= r->gap * (1 + 1e-12) && r->gap <= fmax(r->error[CLUMP_DISTANCE], 0));
  CHECK(r->gap < 1.3 * gap + 0.003); /* the bound is close to the largest gap of the sample
                                        points */
  CHECK_NEAR(fmax(out_of(mesh, &clump->set, r->diameter), 0), r->out, 1e-12);
  CHECK(r->error[CLUMP_MEAN] <= r->gap && r->out_mean <= r->out + 1e-9);
  for (int e = 0; e < CLUMP_N_ERRORS; e++)
    CHECK_INT(r->met[e], !(options->error[e] > 0 && r->error[e] > options->error[e]));
  for (int i = 0; i < clump->set.n; i++)
    CHECK(clump->set.r[i] >= r->smallest && clump->set.r[i] <= r->largest);
  if (test_failures > before) test_note("that was %s by %s", name, generator_name(options->method));
}

static void all_methods_keep_their_word(void)
{
  for (int body = 0; body < N_BODIES; body++) {
    Mesh mesh = body_of(body);

    for (int k = 0; generators[k]; k++) {
      GenerateOptions o = options_of(generators[k], 0.2);
      Clump           clump;

      o.error[CLUMP_INERTIA] = 0.3;
      o.most                 = 150;
      clump                  = clump_of(&mesh, &o);
      check_clump(body_names[body], &mesh, &clump, &o);
      CHECK(clump.report.out <= 1e-12); /* inscribed, to rounding */
      /* a line of centres fills axisymmetric bodies only */
      CHECK(clump.report.all_met ||
            (generators[k] == &generator_favier && body != SPHERE && body != CAPSULE));
      test_note("%-8s %-8s: %3d pebbles, volume %.4f, inertia %.4f, gap %.4f%s", body_names[body],
                generator_name(generators[k]), clump.set.n, clump.report.error[CLUMP_VOLUME],
                clump.report.error[CLUMP_INERTIA], clump.report.gap,
                clump.report.all_met ? "" : ", not all that was asked");
      clump_end(&clump);
    }
    mesh_free(&mesh);
  }
  test_end("every method: inscribed, reports what is true, and reaches what is asked");
}

static void a_sphere_is_one_pebble(void)
{
  Mesh mesh = mesh_of_icosphere(4);

  for (int k = 0; generators[k]; k++) {
    const GenerateOptions o     = options_of(generators[k], 0.01);
    Clump                 clump = clump_of(&mesh, &o);

    /* ferellec starts from tangent spheres slightly off centre, with a slack of 0.02 D */
    if (generators[k] == &generator_ferellec) CHECK(clump.set.n <= 40);
    else CHECK_INT(clump.set.n, 1);
    CHECK_NEAR(clump.report.largest, 1, 0.05);
    clump_end(&clump);
  }
  mesh_free(&mesh);
  test_end("a sphere is about one pebble");
}

static void errors_fall_with_the_count(void)
{
  Mesh                 mesh  = body_of(ROCK);
  const MassProperties solid = mesh_properties(&mesh);

  for (int k = 0; generators[k]; k++) {
    GenerateOptions o    = options_of(generators[k], 0);
    double          last = 0;
    Clump           many, few;

    o.most = 40;
    many   = clump_of(&mesh, &o);
    o.most = 12;
    few    = clump_of(&mesh, &o);
    CHECK_INT(many.set.n, 40);
    CHECK_INT(few.set.n, 12);
    CHECK(many.report.all_met && few.report.all_met); /* no bound was given */
    CHECK(memcmp(many.set.x, few.set.x, 12 * sizeof *few.set.x) == 0 &&
          memcmp(many.set.r, few.set.r, 12 * sizeof *few.set.r) == 0);
    for (int n = 1; n <= 40; n++) {
      const double volume = union_properties(&many.set, n).volume;

      CHECK(volume > last && volume < solid.volume);
      last = volume;
    }
    clump_end(&many);
    clump_end(&few);
  }
  mesh_free(&mesh);
  test_end("the first pebbles are the clump of fewer, and each adds volume");
}

static void no_pebble_too_many(void)
{
  Mesh                 mesh  = body_of(ROCK);
  const MassProperties solid = mesh_properties(&mesh);

  for (int k = 0; generators[k] != &generator_favier; k++) {
    const GenerateOptions o     = options_of(generators[k], 0.2);
    Clump                 clump = clump_of(&mesh, &o);

    CHECK(clump.report.all_met && clump.set.n > 5);
    CHECK(union_properties(&clump.set, clump.set.n).volume >= 0.8 * solid.volume);
    CHECK(union_properties(&clump.set, clump.set.n - 1).volume < 0.8 * solid.volume);
    clump_end(&clump);
  }
  mesh_free(&mesh);
  test_end("one pebble fewer would not do");
}

static void distances_hold(void)
{
  static const int bodies[] = {CUBE, TORUS, ROCK};

  for (int k = 0; k < 3; k++) {
    Mesh            mesh = body_of(bodies[k]);
    GenerateOptions o    = options_of(&generator_medial, 0);
    Clump           clump;

    o.error[CLUMP_DISTANCE] = 0.08;
    clump                   = clump_of(&mesh, &o);
    CHECK(clump.report.all_met);
    CHECK(gap_of(&mesh, &clump.set, mesh.n_faces < 100 ? 400 : 8) <= 0.08 * clump.report.diameter);
    CHECK(clump.report.gap > 0.04); /* the bound is used */
    check_clump(body_names[bodies[k]], &mesh, &clump, &o);
    test_note("%-8s: %d pebbles for 8 %% of the diameter", body_names[bodies[k]], clump.set.n);
    clump_end(&clump);
    o.error[CLUMP_DISTANCE] = 0;
    o.error[CLUMP_MEAN]     = 0.03;
    clump                   = clump_of(&mesh, &o);
    CHECK(clump.report.all_met && clump.report.error[CLUMP_MEAN] <= 0.03 &&
          clump.report.error[CLUMP_MEAN] > 0.01);
    clump_end(&clump);
    mesh_free(&mesh);
  }
  test_end("largest and mean distances are as asked");
}

/* So many small faces that far points are thinned out. */
static void distance_of_a_fine_mesh(void)
{
  Mesh            mesh = mesh_of_rock(6, 4, 0.15, vec3(1.3, 1, 0.8), 7);
  GenerateOptions o    = options_of(&generator_medial, 0);
  Clump           clump;

  o.error[CLUMP_DISTANCE] = 0.06;
  clump                   = clump_of(&mesh, &o);
  CHECK(clump.report.all_met && clump.set.n < 100);
  CHECK(gap_of(&mesh, &clump.set, 4) <= 0.06 * clump.report.diameter);
  test_note("%d faces: %d pebbles for 6 %% of the diameter in %.1f s", mesh.n_faces, clump.set.n,
            clump.report.seconds_mesh + clump.report.seconds_choice + clump.report.seconds_measure);
  clump_end(&clump);
  mesh_free(&mesh);
  test_end("distance of a mesh of 1e5 faces");
}

static void same_input_same_bits(void)
{
  Mesh mesh = body_of(ROCK);

  for (int k = 0; generators[k]; k++) {
    GenerateOptions o = options_of(generators[k], 0);
    Clump           a, b, other;

    o.most = 15;
    a      = clump_of(&mesh, &o);
    b      = clump_of(&mesh, &o);
    o.seed = 2;
    other  = clump_of(&mesh, &o);
    CHECK_INT(a.set.n, b.set.n);
    CHECK(memcmp(a.set.x, b.set.x, (size_t)a.set.n * sizeof *a.set.x) == 0);
    CHECK(memcmp(a.set.r, b.set.r, (size_t)a.set.n * sizeof *a.set.r) == 0);
    if (generators[k] == &generator_medial || generators[k] == &generator_ferellec)
      CHECK(memcmp(a.set.x, other.set.x, (size_t)a.set.n * sizeof *a.set.x) != 0);
    clump_end(&a);
    clump_end(&b);
    clump_end(&other);
  }
  mesh_free(&mesh);
  test_end("the same input gives the same bits, another seed others");
}

static void limits_are_kept_and_told(void)
{
  Mesh            mesh = body_of(CUBE);
  GenerateOptions o    = options_of(&generator_medial, 0.01);
  Clump           clump;

  o.most = 20;
  clump  = clump_of(&mesh, &o);
  CHECK_INT(clump.set.n, 20);
  CHECK(!clump.report.all_met && !clump.report.met[CLUMP_VOLUME] &&
        clump.report.met[CLUMP_INERTIA] && !clump.report.exhausted);
  clump_end(&clump);
  o.most     = 1000;
  o.smallest = 0.1;
  clump      = clump_of(&mesh, &o);
  CHECK(clump.report.smallest >= 0.1 * clump.report.diameter && clump.set.n > 8);
  CHECK(!clump.report.all_met && clump.report.exhausted);
  clump_end(&clump);
  o.error[CLUMP_VOLUME]   = 0;
  o.error[CLUMP_DISTANCE] = 0.02; /* a corner is (sqrt 3 - 1) r from the sphere inscribed there */
  clump                   = clump_of(&mesh, &o);
  CHECK(!clump.report.met[CLUMP_DISTANCE] && clump.report.exhausted);
  CHECK(clump.report.gap > 0.0731 && clump.report.gap < 0.1); /* r >= 0.1 D here */
  clump_end(&clump);
  mesh_free(&mesh);
  test_end("the most pebbles and the smallest radius are kept, and what is not reached is told");
}

static void expanded_and_bulging(void)
{
  Mesh                 mesh  = body_of(ROCK);
  const MassProperties solid = mesh_properties(&mesh);

  for (int k = 0; generators[k] != &generator_favier; k++) {
    GenerateOptions o     = options_of(generators[k], 0.15);
    Clump           plain = clump_of(&mesh, &o), grown, bulging;

    o.expand = true;
    grown    = clump_of(&mesh, &o);
    CHECK_INT(grown.set.n, plain.set.n);
    CHECK(grown.report.expanded > 0 && grown.report.all_met);
    CHECK_NEAR(grown.set.r[3] - plain.set.r[3], grown.report.expanded, 1e-15);
    CHECK_NEAR(union_properties(&grown.set, grown.set.n).volume, solid.volume,
               1e-9 * solid.volume); /* 1e-10 of the expansion, and rounding of the
                                                                                          union */
    CHECK_NEAR(grown.report.volume_before, plain.report.error[CLUMP_VOLUME], 1e-15);
    CHECK_NEAR(grown.report.out, grown.report.expanded / grown.report.diameter, 1e-9);
    CHECK(grown.report.out_mean > 0 && grown.report.out_mean < grown.report.out);
    check_clump("rock", &mesh, &grown, &o);
    o.expand = false;
    o.bulge  = 0.1;
    bulging  = clump_of(&mesh, &o);
    CHECK(bulging.report.all_met && bulging.set.n < plain.set.n);
    CHECK(bulging.report.out > 0.001 &&
          bulging.report.out <= 0.1 * bulging.report.largest / bulging.report.diameter + 1e-12);
    check_clump("rock", &mesh, &bulging, &o);
    clump_end(&plain);
    clump_end(&grown);
    clump_end(&bulging);
  }
  mesh_free(&mesh);
  test_end("expanded pebbles have the mesh's volume, bulging ones stick out as far as they may");
}

/* Generation is refused with a message that holds this word. */
static void check_refused(const Mesh *mesh, GenerateOptions o, const char *word)
{
  PebbleSet      set;
  GenerateReport report;
  char           why[256] = "";

  CHECK(!generate(mesh, &o, &set, &report, why));
  if (!strstr(why, word)) test_fail(__FILE__, __LINE__, "\"%s\" does not say %s", why, word);
}

static void nonsense_is_refused(void)
{
  Mesh            mesh = body_of(CUBE);
  GenerateOptions o    = generate_defaults;

  o.error[CLUMP_INERTIA] = -0.1;
  check_refused(&mesh, o, "inertia error");
  o.error[CLUMP_INERTIA] = NAN;
  check_refused(&mesh, o, "inertia error");
  o      = generate_defaults;
  o.most = 0;
  check_refused(&mesh, o, "number of pebbles");
  o       = generate_defaults;
  o.bulge = 0.6;
  check_refused(&mesh, o, "bulge is 0.6");
  o          = generate_defaults;
  o.smallest = 0.45; /* the inscribed sphere of the cube has radius 0.403 D */
  check_refused(&mesh, o, "no sphere of at least");
  o        = generate_defaults;
  o.method = NULL;
  check_refused(&mesh, o, "no method");
  o            = generate_defaults;
  mesh.n_faces = 11;
  check_refused(&mesh, o, "not closed");
  mesh.n_faces = 12;
  for (int f = 0; f < 12; f++)
    mesh.face[f] = (Face){{mesh.face[f].v[0], mesh.face[f].v[2], mesh.face[f].v[1]}};
  check_refused(&mesh, o, "volume");
  mesh_free(&mesh);
  CHECK(generator_find("medial") == &generator_medial && !generator_find("medials"));
  test_end("options and meshes that make no sense are refused with a reason");
}

int main(int argc, char **argv)
{
  test_begin(&argc, &argv);
  all_methods_keep_their_word();
  a_sphere_is_one_pebble();
  errors_fall_with_the_count();
  no_pebble_too_many();
  distances_hold();
  distance_of_a_fine_mesh();
  same_input_same_bits();
  limits_are_kept_and_told();
  expanded_and_bulging();
  nonsense_is_refused();
  return test_finish();
}
