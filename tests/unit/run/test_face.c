/* SPDX-License-Identifier: MIT */
/* Faces of clumps: no plane among many directions has a faster mode than the one found; a
   rotated cube has its known faces; large clumps take little time. */
#include "base/random.h"
#include "measure/timestep/face.h"
#include "shape/mass/mass.h"
#include "test.h"

#include <time.h>

static const MassProperties like_a_ball = {.principal = {2, 2, 2}, .mass = 5, .axes = {1, 0, 0, 0}};

/* Template of pebbles of one material, with mass and moments that the test chooses. */
static Template *add_body(Templates *templates, int n, const Vec3 *x, double r, Vec3 principal)
{
  const Materials materials = {.n = 1, .list = &(Material){.name = "m", .density = 1}};
  MassProperties  mass      = like_a_ball;
  PebbleSet       set;

  (void)materials;
  pebble_set_create(n, &set);
  for (int i = 0; i < n; i++) {
    set.x[i]        = x[i];
    set.r[i]        = r;
    set.material[i] = 0;
  }
  mass.principal = principal;
  CALL(templates_add(templates, "body", &set, &mass));
  pebble_set_free(&set);
  return &templates->list[templates->n - 1];
}

/* Mode of springs along n at the pebbles within FACE_DEPTH of the plane normal to n, by power
   iteration. */
static double mode_at(const Template *t, Vec3 n, int *touching)
{
  double high = -INFINITY, v[6] = {n.x, n.y, n.z, 0.1, 0.2, 0.3}, size = 0;

  for (int i = 0; i < t->n; i++) high = fmax(high, vec3_dot(t->offset[i], n) + t->radius[i]);
  for (int k = 0; k < 200; k++) {
    double w[6] = {0};

    *touching = 0;
    for (int i = 0; i < t->n; i++) {
      const Vec3   u    = vec3_cross(t->offset[i], n);
      const double g[6] = {n.x / sqrt(t->mass.mass),        n.y / sqrt(t->mass.mass),
                           n.z / sqrt(t->mass.mass),        u.x / sqrt(t->mass.principal.x),
                           u.y / sqrt(t->mass.principal.y), u.z / sqrt(t->mass.principal.z)};
      double       dot  = 0;

      if (vec3_dot(t->offset[i], n) + t->radius[i] < high - FACE_DEPTH * t->radius[i]) continue;
      (*touching)++;
      for (int d = 0; d < 6; d++) dot += g[d] * v[d];
      for (int d = 0; d < 6; d++) w[d] += g[d] * dot;
    }
    size = 0;
    for (int d = 0; d < 6; d++) size += w[d] * w[d];
    size = sqrt(size);
    for (int d = 0; d < 6; d++) v[d] = w[d] / size;
  }
  return size;
}

static Vec3 random_direction(Random *r)
{
  const double c = 2 * random_real(r) - 1, s = sqrt(1 - c * c),
               a = 6.283185307179586 * random_real(r);

  return vec3(s * cos(a), s * sin(a), c);
}

static void no_plane_is_faster(void)
{
  Random    r         = random_stream(3, RANDOM_TEST, 0);
  Templates templates = {0};

  for (int body = 0; body < 10; body++) {
    const double none[2] = {0, 0};
    const int    n       = 4 + 3 * body;
    Vec3         x[40];
    Template    *t;
    FaceBody     free;
    Face         face;
    double       worst = 0;
    int          most  = 0;

    for (int i = 0; i < n; i++)
      x[i] =
        vec3(random_real(&r) - 0.5, random_real(&r) - 0.5, body % 2 ? 0 : random_real(&r) - 0.5);
    t    = add_body(&templates, n, x, 0.2, vec3(0.3, 0.4, 0.5));
    free = (FaceBody){.whole = 1 / t->mass.mass, .turning = 1, .dimension = 3};
    face_find(t, 0, &free, none, &face);
    for (int d = 0; d < 1000; d++) {
      int          touching;
      const double mode = mode_at(t, random_direction(&r), &touching);

      if (touching >= FACE_LEAST) worst = fmax(worst, mode);
      most = touching > most ? touching : most;
    }
    if (most >= FACE_LEAST)
      CHECK(face.normal >= worst / (1 + FACE_SLACK) &&
            face.n >= most / 1.25); /* the slack of the search */
    CHECK(face.full >= face.normal);
  }
  templates_free(&templates);
  test_end(
    "of 1000 directions of 10 bodies none has a faster mode or more pebbles than were found");
}

/* A cube of 6^3 pebbles, rotated: 36 pebbles on a face, with a mode of 36 / M. */
static void a_turned_cube_has_its_faces(void)
{
  const Quat   turn      = {0.5, 0.1, -0.7, sqrt(1 - 0.75)};
  const double none[2]   = {0, 0};
  Templates    templates = {0};
  Vec3         x[216];
  Face         face;

  for (int i = 0; i < 216; i++)
    x[i] = quat_turn(turn, vec3(i % 6 - 2.5, i / 6 % 6 - 2.5, (double)(i / 36) - 2.5));
  face_find(add_body(&templates, 216, x, 1, vec3(60, 60, 60)), 0,
            &(FaceBody){.whole = 0.2, .turning = 1, .dimension = 3}, none, &face);
  CHECK_INT(face.n, 36);
  CHECK(face.exact);
  CHECK_NEAR(face.normal / (36 * 0.2), 1,
             0.02); /* error of the 128th power, and the rocking mode at 35 / 12 x 36 / 60 / 36 */
  templates_free(&templates);
  test_end("a cube whose faces lie across no axis has 36 pebbles on each");
}

/* A large, nearly spherical clump. */
static void a_large_body_is_quick(void)
{
  enum { MANY = 100000 };
  const double  none[2]   = {0, 0};
  const clock_t start     = clock();
  Templates     templates = {0};
  Vec3         *x         = malloc(MANY * sizeof *x);
  Random        r         = random_stream(4, RANDOM_TEST, 0);
  Template     *t;
  Face          face;
  double        worst = 0, seconds;

  for (int i = 0; i < MANY; i++)
    x[i] = vec3_scale(0.9 + 0.1 * random_real(&r), random_direction(&r));
  t = add_body(&templates, MANY, x, 0.05, vec3(2, 2, 2));
  face_find(t, 0, &(FaceBody){.whole = 0.2, .turning = 1, .dimension = 3}, none, &face);
  seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  for (int d = 0; d < 20; d++) {
    int touching;

    worst = fmax(worst, mode_at(t, random_direction(&r), &touching));
  }
  test_note("%d on a face (%s), %.3g 1/kg, %.3g in 20 directions; %.2f s, %.0f in reach of one",
            face.n, face.exact ? "exact" : "a bound", face.normal, worst, seconds,
            face_patch(t, 0, 0.05));
  CHECK(face.normal >= worst && face.n < 1000); /* an upper bound, and not far off */
  CHECK(seconds < 5);                           /* s; .3 s on an idle machine */
  free(x);
  templates_free(&templates);
  test_end("a body of 100 000 pebbles takes no long search");
}

TESTS(.ranks = {1})
{
  no_plane_is_faster();
  a_turned_cube_has_its_faces();
  a_large_body_is_quick();
}
