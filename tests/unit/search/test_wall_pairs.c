/* SPDX-License-Identifier: MIT */
/* Pairs of pebbles and features of walls: boxes of pebbles against every pebble with every wall;
   surfaces with several features. */
#include "unit/space/world.h"

#include "search/wall_pairs.h"
#include "wall/surface.h"

enum { N = 3000, PLANES = 60, BUMPS = 3 };

static const double skin = 0.1, near = 0.02;

/* A surface with several features: spheres, each a feature. */
typedef struct {
  Vec3   centre[BUMPS];
  double radius;
} Bumps;

static double bump_distance(const Bumps *b, int k, Vec3 x)
{
  return vec3_norm(vec3_sub(x, b->centre[k])) - b->radius;
}

static void bumps_seek(const void *constants, Vec3 lo, Vec3 hi, double reach, Features *out)
{
  const Bumps *b      = constants;
  const Vec3   middle = vec3_scale(0.5, vec3_add(lo, hi));
  const double slack = 1e-9, half = 0.5 * vec3_norm(vec3_sub(hi, lo));

  for (int k = 0; k < BUMPS; k++)
    if (bump_distance(b, k, middle) <= reach + half + slack) features_add(out, k);
}

static void bumps_nearest(Nearest *t, int from, int to)
{
  for (int k = from; k < to; k++) {
    const Bumps *b = t->constants[k];
    const Vec3   x = {t->x[k], t->y[k], t->z[k]}, d = vec3_sub(x, b->centre[t->feature[k]]);

    t->distance[k] = bump_distance(b, t->feature[k], x);
    t->nx[k]       = d.x / vec3_norm(d);
    t->ny[k]       = d.y / vec3_norm(d);
    t->nz[k]       = d.z / vec3_norm(d);
  }
}

static const Surface bumps = {.head     = {.name = "bumps"},
                              .geometry = {.seek = bumps_seek, .nearest = bumps_nearest}};

typedef struct {
  Plane plane[PLANES];
  Bumps bump;
  Wall  wall[PLANES + 1];
  Walls walls;
} Room;

/* Planes tangent to a ball, in random directions, with the bumps as a wall in their midst. */
static void room_create(Room *room)
{
  Random r = random_stream(5, RANDOM_TEST, 1);

  *room       = (Room){.bump = {.centre = {{0, 1, 2}, {0.5, 1, 2}, {-1, 2, 3}}, .radius = 0.6}};
  room->walls = (Walls){.n = PLANES + 1, .list = room->wall};
  for (int w = 0; w < PLANES; w++) {
    const Vec3 u = world_place(&r, vec3(-1, -1, -1), vec3(1, 1, 1)),
               n = vec3_scale(1 / vec3_norm(u), u);

    room->plane[w] = (Plane){.point = vec3_axpy(vec3(0, 1.5, 2.5), -1.7, n), .normal = n};
    room->wall[w] =
      (Wall){.material = w % 3, .surface = &surface_plane, .constants = &room->plane[w]};
  }
  room->wall[PLANES]     = room->wall[PLANES / 2];
  room->wall[PLANES / 2] = (Wall){.surface = &bumps, .constants = &room->bump};
}

/* ---- the reference: every pebble with every feature of every wall ---- */

typedef struct {
  const World   *w;
  const Pebbles *p;
  const Room    *room;
  const uint8_t *left_out;
  PetscInt       row; /* the next one to look at */
  int64_t        found, features;
} Reference;

static int features_of(const Wall *wall)
{
  return wall->surface == &bumps ? BUMPS : 1;
}

static double distance_of(const Wall *wall, int feature, Vec3 x)
{
  return wall->surface == &bumps ? bump_distance(wall->constants, feature, x)
                                 : plane_distance(wall->constants, x);
}

/* Features near row i, ascending; returns their number. */
static int list_near(const Reference *r, PetscInt i, int32_t *wall, int32_t *feature)
{
  int n = 0;

  for (int w = 0; w < r->room->walls.n && r->left_out[i] == 0; w++)
    for (int f = 0; f < features_of(&r->room->wall[w]); f++) {
      if (distance_of(&r->room->wall[w], f, domain_wrapped(&r->w->domain, pebble_centre(r->p, i))) >
          r->p->at[i].r + skin)
        continue;
      wall[n]      = w;
      feature[n++] = f;
    }
  return n;
}

static void compare(void *context, PetscInt i, int n, const int32_t *wall, const int32_t *feature)
{
  int32_t    walls[PLANES + BUMPS], features[PLANES + BUMPS];
  Reference *r = context;

  for (; r->row < i; r->row++) CHECK_INT(list_near(r, r->row, walls, features), 0);
  r->row++;
  CHECK_INT(list_near(r, i, walls, features), n);
  CHECK(memcmp(walls, wall, (size_t)n * sizeof *wall) == 0 &&
        memcmp(features, feature, (size_t)n * sizeof *feature) == 0);
  for (int k = 0; k < n; k++) r->features += feature[k] > 0;
  r->found += n;
}

/* ---- pairs lists ---- */

static void check_list(const World *w, const Pebbles *p, const Room *room, const PairList *list,
                       double reach)
{
  for (PetscInt k = 0; k < list->n; k++) {
    const Wall *wall = &room->wall[list->b[k]];
    const Vec3  x    = domain_wrapped(&w->domain, pebble_centre(p, list->a[k]));

    CHECK(list->feature[k] < features_of(wall));
    CHECK(distance_of(wall, list->feature[k], x) <= p->at[list->a[k]].r + reach);
  }
}

/* The lists know the same features as the search, each once, in blocks, and narrowed. */
static void check_lists(const World *w, const Pebbles *p, const Room *room, int64_t found)
{
  const int        law_of[] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
  const PairSearch search   = {.domain        = &w->domain,
                               .decomposition = &w->cuts,
                               .clumps        = w->clumps,
                               .pebbles       = p,
                               .walls         = &room->walls,
                               .method        = &search_list,
                               .skin          = skin,
                               .near          = near,
                               .n_materials   = 3,
                               .n_laws        = 1,
                               .law_of        = law_of};
  Pairs           *pairs;

  pairs_create(1, &pairs);
  CALL(pairs_build(pairs, &search));
  CHECK_INT(pairs->listed_walls.n, found);
  check_list(w, p, room, &pairs->listed_walls, skin);
  check_list(w, p, room, &pairs->walls, near);
  for (PetscInt k = 0; k < pairs->walls.n; k++) {
    const PetscInt listed = pairs->walls.listed[k];

    CHECK(pairs->walls.a[k] == pairs->listed_walls.a[listed] &&
          pairs->walls.b[k] == pairs->listed_walls.b[listed] &&
          pairs->walls.feature[k] == pairs->listed_walls.feature[listed]);
  }
  pairs_destroy(&pairs);
}

/* all: copies beyond this rank's box too, some of which are wrapped to places far away. */
static void what_is_near_is_found(Boundary x, bool all, const char *fact)
{
  const Boundary boundary[] = {x, BOUNDARY_OPEN, BOUNDARY_OPEN};
  Room           room;
  World          w;
  Halo          *halo;
  Pebbles       *p;
  uint8_t       *left_out;
  Reference      r;
  int64_t        total[2];

  room_create(&room);
  world_create(&w, boundary, N, 0, 1);
  CALL(halo_create(&w.par, 4, &halo));
  pebbles_create(&p);
  for (PetscInt a = 0; a < w.clumps->n_owned; a++) w.clumps->pose[a].scale = w.clumps->scale[a];
  world_hold(&w, halo, skin, p);
  pebbles_place(p, w.clumps, 0, p->n, w.domain.magic);
  for (PetscInt i = 0; i < p->n; i++) p->material[i] = 0;
  array_create(&left_out, sizeof *left_out, p->n);
  for (PetscInt i = 0; i < p->n; i++)
    left_out[i] = !all && !box_holds(&w.cuts.mine, pebble_centre(p, i));
  r = (Reference){.w = &w, .p = p, .room = &room, .left_out = left_out};
  wall_pairs_visit(&w.domain, p, &room.walls, skin, left_out, compare, &r);
  for (; r.row < p->n; r.row++) {
    int32_t wall[PLANES + BUMPS], feature[PLANES + BUMPS];

    CHECK_INT(list_near(&r, r.row, wall, feature), 0);
  }
  if (!all) check_lists(&w, p, &room, r.found);
  total[0] = r.found;
  total[1] = r.features;
  CALL(parallel_sum_int(&w.par, total, 2));
  CHECK(total[0] > 1000 && total[1] > 50); /* there was something to find */
  array_free(&left_out);
  pebbles_destroy(&p);
  CALL(halo_destroy(&halo));
  world_destroy(&w);
  test_end(fact);
}

TESTS(.ranks = {1, 2, 3})
{
  what_is_near_is_found(
    BOUNDARY_OPEN, false,
    "boxes find every feature of every wall that pebbles are near to, in order of rows");
  what_is_near_is_found(BOUNDARY_PERIODIC, true, "walls see pebbles wrapped into the box");
}
