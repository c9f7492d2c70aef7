/* SPDX-License-Identifier: MIT */
/* Clumps generated from meshes: fine meshes, equal input, and input that is refused. */
#include "generated.h"

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

TESTS(.ranks = {1}, .limit = 600)
{
  distance_of_a_fine_mesh();
  same_input_same_bits();
  nonsense_is_refused();
}
