/* SPDX-License-Identifier: MIT */
/* Clumps generated from meshes: reported errors and distances are those of the clump. */
#include "generated.h"

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

/* Largest distance by which a sphere sticks out, over the diameter; checks that all centres are
   inside. */
static double out_of(const Mesh *mesh, const PebbleSet *set, double diameter)
{
  MeshTree tree;
  double   most = -INFINITY;

  mesh_tree_create(mesh, &tree);
  for (int i = 0; i < set->n; i++) {
    CHECK_INT(mesh_tree_winding(&tree, set->x[i]), 1);
    most = fmax(most, set->r[i] - mesh_tree_distance(&tree, set->x[i], HUGE_VAL, NULL));
  }
  mesh_tree_free(&tree);
  return most / diameter;
}

static const char *const body_names[N_BODIES] = {"sphere", "cube", "capsule", "L",
                                                 "torus",  "rock", "slab"};

/* Every number of the report against one computed here. */
static void check_clump(const char *name, const Mesh *mesh, const Clump *clump,
                        const GenerateOptions *options)
{
  const MassProperties solid = mesh_properties(mesh),
                       whole = union_properties(&clump->set, clump->set.n);
  const GenerateReport *r    = &clump->report;
  const double          gap = gap_of(mesh, &clump->set, mesh->n_faces < 100 ? 60 : 4) / r->diameter;
  const int             before = test_failures();

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
  if (test_failures() > before)
    test_note("that was %s by %s", name, generator_name(options->method));
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

TESTS(.ranks = {1}, .limit = 600)
{
  all_methods_keep_their_word();
  distances_hold();
  expanded_and_bulging();
}
