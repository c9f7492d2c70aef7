/* SPDX-License-Identifier: MIT */
/* Patches of meshes and their places: how many there are, distances against the nearest of all
   faces, lower bounds, boxes against their points, and energies without jumps where contacts go
   from patch to patch. */
#include "test.h"
#include "triangles.h"

#include "wall/mesh/mesh_nearest.h"

enum { POINTS = 10000, FACETS = 24 };

static Triangles t;

typedef struct {
  Mesh       mesh;
  MeshPlaces places;
} Case;

/* Distance up to which there are cells around the mesh; 0: there are none. */
static double reach;

/* Each side of a face is on the edge of its two vertices; edges ascend and have all their faces. */
static void check_edges(const MeshPatches *p)
{
  const Mesh *m     = p->mesh;
  int         faces = 0;

  for (int c = 0; c < 3 * m->n_faces; c++) {
    const int       a = m->face[c / 3].v[c % 3], b = m->face[c / 3].v[(c + 1) % 3];
    const MeshEdge *e = &p->edge[p->side[c]];
    int             n = 0;

    CHECK(e->low == (a < b ? a : b) && e->high == (a < b ? b : a));
    for (int i = e->first; i < e->first + e->n; i++) n += p->edge_face[i] == c / 3;
    CHECK_INT(n, 1);
  }
  for (int k = 0; k < p->n_edges; k++) {
    const MeshEdge *e = &p->edge[k], *d = e - (k > 0);

    CHECK(k == 0 || d->low < e->low || (d->low == e->low && d->high < e->high));
    CHECK_INT(e->first, faces);
    for (int i = 1; i < e->n; i++)
      CHECK(p->edge_face[e->first + i] > p->edge_face[e->first + i - 1]);
    faces += e->n;
  }
  CHECK_INT(faces, 3 * m->n_faces);
}

/* The arrays of the trees are as long as they are full. */
static void check_trees(const MeshPlaces *s)
{
  const int *start = s->patches.start;
  int        nodes = 0;

  CHECK_INT(s->whole.n_nodes, mesh_tree_size(s->patches.mesh->n_faces));
  for (int k = 0; s->patches.n > 1 && k < s->patches.n; k++)
    nodes += mesh_tree_size(start[k + 1] - start[k]);
  CHECK_INT(s->n_tree_nodes, nodes);
}

/* The case of the mesh of the triangles in t. */
static Case case_of(bool solid, bool hollow, double fillet)
{
  static Mesh kept[64];
  static int  n;
  Case        c;

  mesh_join(t.n / 3, t.corner, mesh_merge_default, &kept[n]);
  if (hollow) mesh_flip(&kept[n]);
  c.mesh = kept[n];
  mesh_places_create(&kept[n++], &(PatchRule){.corner = 40, .fillet = fillet, .solid = solid},
                     hollow, false, reach, &c.places);
  check_edges(&c.places.patches);
  check_trees(&c.places);
  return c;
}

static void make_slot(void)
{
  const Vec3 slot[] = {{-.6, -.3, 0}, {.6, -.3, 0}, {.6, .3, 0}, {.3, .3, 0},
                       {0, -.1, 0},   {-.3, .3, 0}, {-.6, .3, 0}};

  t.n = 0;
  add_prism(&t, 7, slot, vec3(0, -.25, 0), -.5, .5, true);
}

static void make_block(void)
{
  t.n = 0;
  add_block(&t, vec3(-.3, -.4, -.5), vec3(.3, .4, .5));
}

static void make_tube(int facets)
{
  Vec3 round[64];

  t.n = 0;
  for (int k = 0; k < facets; k++)
    round[k] = vec3(cos(2 * PETSC_PI * k / facets), sin(2 * PETSC_PI * k / facets), 0);
  add_prism(&t, facets, round, vec3(0, 0, 0), -1, 1, true);
}

/* A trough of two sides at right angles, joined by a quarter of a cylinder of radius .2. */
static void make_trough(void)
{
  enum { N = 9 };
  Vec3 profile[N + 2];

  t.n        = 0;
  profile[0] = vec3(-1, .8, 0);
  for (int k = 0; k < N; k++) {
    const double a = PETSC_PI * (1.25 + 0.5 * k / (N - 1));

    profile[k + 1] = vec3(.2 * cos(a), .2 * sin(a), 0);
  }
  profile[N + 1] = vec3(1, .8, 0);
  for (int k = 0; k <= N; k++)
    add_quad(&t, vec3(profile[k].x, profile[k].y, -1), vec3(profile[k].x, profile[k].y, 1),
             vec3(profile[k + 1].x, profile[k + 1].y, 1),
             vec3(profile[k + 1].x, profile[k + 1].y, -1));
}

static int patches(bool solid, bool hollow, double fillet)
{
  Case      c = case_of(solid, hollow, fillet);
  const int n = c.places.patches.n;

  mesh_places_free(&c.places);
  mesh_free(&c.mesh);
  return n;
}

static void patches_are_smooth(void)
{
  make_block();
  CHECK_INT(patches(true, false, 0), 1);
  CHECK_INT(patches(true, true, 0), 6);
  CHECK_INT(patches(false, false, 0), 6);
  make_slot();
  CHECK_INT(patches(true, false, 0), 2);
  for (int k = 12; k <= 48; k *= 2) {
    make_tube(k);
    CHECK_INT(patches(true, true, .5), 3);
    CHECK_INT(patches(true, false, .5), 1);
  }
  t.n = 0;
  add_floor(&t, 10, 1, 3);
  CHECK_INT(patches(false, false, .3), 1);
  make_trough();
  CHECK_INT(patches(false, false, .15), 1);
  CHECK(patches(false, false, .3) > 2); /* a ball of .3 does not fit into .2 */
  test_end("patches are smooth, and as many however fine the mesh is");
}

static Vec3 draw(Random *random, double half)
{
  Vec3 x;

  x.x = half * (2 * random_real(random) - 1);
  x.y = half * (2 * random_real(random) - 1);
  x.z = half * (2 * random_real(random) - 1);
  return x;
}

/* The nearest of all patches is the nearest face; bounds are lower; boxes find their points. */
static void check_distances(const Case *c)
{
  Random  random = random_stream(3, 1, 0);
  uint8_t marks[64];

  for (int k = 0; k < POINTS; k++) {
    const Vec3 x = draw(&random, 1), half = vec3_scale(0.1, draw(&random, 1)),
               side = vec3(fabs(half.x), fabs(half.y), fabs(half.z)), y = vec3_add(x, half);
    const double sign = mesh_places_hold(&c->places, x) ? -1 : 1, reach = 0.2,
                 plain = sign * mesh_tree_distance(&c->places.whole, x, HUGE_VAL, NULL);
    double least       = INFINITY;

    memset(marks, 0, sizeof marks);
    mesh_places_mark(&c->places, vec3_sub(y, side), vec3_add(y, side), reach, marks);
    for (int p = 0; p < c->places.patches.n; p++) {
      const MeshPlace far  = mesh_places_find(&c->places, p, x, INFINITY),
                      near = mesh_places_find(&c->places, p, x, reach);

      least = fmin(least, far.distance);
      if (far.distance <= reach) {
        CHECK(near.distance == far.distance);
        CHECK(marks[p]);
        CHECK(mesh_places_bound(&c->places, p, x, reach) <= fabs(far.distance) + 1e-15);
        CHECK_NEAR(vec3_norm(near.normal), 1, 1e-14); /* rounding */
      } else CHECK(near.distance > reach);
    }
    CHECK_NEAR(least, plain, 1e-14); /* rounding */
  }
}

/* Largest change of the sum of (r - d)^2 over a short way, over the way and r, at overlaps below a
   tenth of r. */
static double jump_of(const Case *c, double r)
{
  const double way    = 1e-4;
  Random       random = random_stream(3, 2, 0);
  double       most   = 0;

  for (int k = 0; k < 20 * POINTS; k++) {
    const Vec3 a = draw(&random, 0.8), b = vec3_axpy(a, way, draw(&random, 1));
    double     energy[2] = {0, 0}, deepest = 0;

    for (int p = 0; p < c->places.patches.n; p++)
      for (int s = 0; s < 2; s++) {
        const double over = r - mesh_places_find(&c->places, p, s ? b : a, r).distance;

        if (over > 0) energy[s] += over * over;
        deepest = fmax(deepest, over);
      }
    if (deepest < 0.1 * r) most = fmax(most, fabs(energy[1] - energy[0]) / (way * r));
  }
  return most;
}

static void places_are_nearest(void)
{
  static const struct {
    void (*make)(void);
    bool solid, hollow;
  } cases[] = {{make_slot, true, false},
               {make_slot, false, false},
               {make_block, true, true},
               {make_block, true, false},
               {make_block, false, false}};

  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    Case   c;
    double jump;

    cases[k].make();
    c    = case_of(cases[k].solid, cases[k].hollow, 0);
    jump = jump_of(&c, .15);
    check_distances(&c);
    test_note("case %d: the energy changes by %.2g r over the way", (int)k, jump);
    CHECK(jump < 1.2); /* 2 x .1 r, of three faces and sqrt(3) of the way */
    mesh_places_free(&c.places);
    mesh_free(&c.mesh);
  }
  test_end("places are the nearest ones, and energies have no jumps");
}

static void make_tube_of_many(void)
{
  make_tube(24);
}

static void make_ground(void)
{
  t.n = 0;
  add_floor(&t, 8, 1, 3);
}

/* Cells only make it faster. */
static void check_cells(const Case *c, const Case *plain, bool solid)
{
  Random random = random_stream(3, 3, 0);
  int    met    = 0;

  for (int k = 0; k < POINTS; k++) {
    const Vec3   x        = draw(&random, 1.3);
    const double limits[] = {.05, .15, .4, INFINITY}, limit = limits[k % 4];

    CHECK(mesh_places_hold(&c->places, x) == mesh_places_hold(&plain->places, x));
    for (int p = 0; p < c->places.patches.n; p++) {
      const MeshPlace a = mesh_places_find(&c->places, p, x, limit),
                      b = mesh_places_find(&plain->places, p, x, limit);

      CHECK(a.distance == b.distance && a.face == b.face);
      CHECK(a.normal.x == b.normal.x && a.normal.y == b.normal.y && a.normal.z == b.normal.z);
      CHECK(mesh_places_bound(&c->places, p, x, limit) ==
            mesh_places_bound(&plain->places, p, x, limit));
      met += a.distance < .15 && (!solid || a.distance > -.15);
    }
  }
  CHECK(met > POINTS / 20);
}

static const struct {
  void (*make)(void);
  bool solid, hollow;
} meshes[] = {{make_slot, true, false},         {make_slot, false, false},
              {make_block, true, true},         {make_tube_of_many, true, true},
              {make_tube_of_many, true, false}, {make_ground, false, false}};

/* The same mesh with cells around it, and without. */
static void make_both(bool solid, bool hollow, Case *c, Case *plain)
{
  *plain = case_of(solid, hollow, 0);
  reach  = .15;
  *c     = case_of(solid, hollow, 0);
  reach  = 0;
}

static void free_both(Case *c, Case *plain)
{
  mesh_places_free(&c->places);
  mesh_free(&c->mesh);
  mesh_places_free(&plain->places);
  mesh_free(&plain->mesh);
}

static void cells_change_nothing(void)
{
  for (size_t k = 0; k < sizeof meshes / sizeof *meshes; k++) {
    Case c, plain;

    meshes[k].make();
    make_both(meshes[k].solid, meshes[k].hollow, &c, &plain);
    CHECK(c.places.grid.lists.n_cells > 0 && plain.places.grid.lists.n_cells == 0);
    check_cells(&c, &plain, meshes[k].solid);
    free_both(&c, &plain);
  }
  test_end("cells around a mesh change no bit of places, bounds and sides");
}

/* Ask both for a cloud of points that drift, as pebbles do from step to step, the one with a memory
   by batches. Returns how often it knew the faces already. */
static int drift(const Case *c, const Case *plain)
{
  enum { CLOUD = MESH_PLACES_MOST, STEPS = 2 * POINTS / CLOUD };
  const MeshRecent *recent = &c->places.recent;
  Random            random = random_stream(3, 4, 0);
  Vec3              x[CLOUD];
  int               known = 0;

  for (int k = 0; k < CLOUD; k++) x[k] = draw(&random, 1.1);
  for (int step = 0; step < STEPS; step++) {
    const double limits[] = {.14, .1, .05};
    int32_t      patch[CLOUD];
    double       limit[CLOUD];
    MeshPlace    place[CLOUD];

    for (int k = 0; k < CLOUD; k++) {
      x[k]     = vec3_axpy(x[k], k % 8 ? 1e-3 : 1e-2, draw(&random, 1));
      patch[k] = (step + k) % c->places.patches.n;
      limit[k] = limits[k % 3];
    }
    mesh_places_find_all(&c->places, CLOUD, patch, x, limit, place);
    for (int k = 0; k < CLOUD; k++) {
      const MeshPlace b    = mesh_places_find(&plain->places, patch[k], x[k], limit[k]);
      const int       cell = mesh_grid_cell(&c->places.grid, x[k]);
      const FewFaces *few  = mesh_recent_find(recent, &c->places.grid, cell, x[k], limit[k]);

      CHECK(place[k].distance == b.distance && place[k].face == b.face);
      CHECK(place[k].normal.x == b.normal.x && place[k].normal.y == b.normal.y &&
            place[k].normal.z == b.normal.z);
      known += few && few->n > 0 && (few->at.x != x[k].x || few->at.y != x[k].y);
    }
  }
  return known;
}

static void memory_changes_nothing(void)
{
  for (size_t k = 0; k < sizeof meshes / sizeof *meshes; k++) {
    Case c, plain;
    int  known;

    meshes[k].make();
    make_both(meshes[k].solid, meshes[k].hollow, &c, &plain);
    mesh_places_remember(&c.places);
    check_cells(&c, &plain, meshes[k].solid);
    known = drift(&c, &plain);
    test_note("case %d: %d of %d points near faces that are known", (int)k, known, 2 * POINTS);
    CHECK(known > POINTS / 100);
    free_both(&c, &plain);
  }
  test_end("what is remembered of points that drift changes no bit of places");
}

static void make_slope(void)
{
  const Quat q = quat_normalized((Quat){.8, .3, -.4, .2});

  make_ground();
  for (int k = 0; k < t.n; k++) t.corner[k] = quat_turn(q, t.corner[k]);
}

/* Check the place of x, which comes from beside it. */
static void check_from(const Case *c, const Case *plain, Vec3 beside, Vec3 x)
{
  MeshPlace a, b;

  (void)mesh_places_find(&c->places, 0, beside, .1);
  a = mesh_places_find(&c->places, 0, x, .1);
  b = mesh_places_find(&plain->places, 0, x, .1);
  CHECK(a.distance == b.distance && a.face == b.face);
  CHECK(a.normal.x == b.normal.x && a.normal.y == b.normal.y && a.normal.z == b.normal.z);
}

/* Points above edges and corners between faces of one plane, at a rounding error beside them: the
   faces are at distances that agree but for rounding, whichever is asked first. */
static void order_changes_nothing(void)
{
  static const double beside[] = {0, 1e-11, -1e-11, 1e-10, -1e-10, 1e-9, -1e-9};
  Case                c, plain;
  int                 n = 0;

  make_slope();
  make_both(false, false, &c, &plain);
  mesh_places_remember(&c.places);
  for (int k = 0; k < 3 * c.mesh.n_faces; k++)
    for (int m = 0; m < 84; m++) {
      const Vec3 a        = mesh_corner(&c.mesh, k / 3, k % 3),
                 b        = mesh_corner(&c.mesh, k / 3, (k + 1) % 3);
      const Vec3   normal = c.places.patches.normal[k / 3];
      Vec3         in     = mesh_patches_in(&c.places.patches, k / 3, k % 3), x;
      const double h      = .02 + .013 * (m / 21);

      (void)vec3_normalize(&in);
      x = vec3_axpy(a, .31 * (m % 3), vec3_sub(b, a));
      x = vec3_axpy(vec3_axpy(x, m % 2 ? h : -h, normal), h * beside[m / 3 % 7], in);
      for (int side = -1; side < 2; side += 2)
        check_from(&c, &plain, vec3_axpy(x, side * 1e-5, in), x);
      n++;
    }
  CHECK(n > 10000);
  free_both(&c, &plain);
  test_end("nor does the order of faces, where two or six are equally near but for rounding");
}

TESTS(.ranks = {1})
{
  patches_are_smooth();
  places_are_nearest();
  cells_change_nothing();
  memory_changes_nothing();
  order_changes_nothing();
}
