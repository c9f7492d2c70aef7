/* SPDX-License-Identifier: MIT */
/* Pictures: a ball against closed forms, order of depth, what is transparent or cut off, light,
   means of samples, colours by place; the same bytes however objects are divided over ranks. */
#include "rendered.h"

/* Light of a surface of this colour and normal, written anew; see lit(). */
static double light_of(double part, Vec3 n)
{
  const Vec3   half  = {-0.48, 0.62, -1.62}; /* of lamp and eye */
  const double shine = vec3_dot(n, half) / vec3_norm(half);
  const double sum =
    0.86 * vec3_dot(n, lamp_way) + 0.14 * vec3_dot(n, vec3(0.80, -0.20, -0.56)) + 0.44 + 0.14 * n.y;

  return sum * part * part + 0.12 * pow(shine > 0 ? shine : 0, 32);
}

/* A ball of radius r = 1 at a distance d = 4 is a disc of radius r / sqrt(d^2 - r^2) in
   perspective, and of radius 1 in parallel projection. */
static void a_ball_is_a_disc(bool parallel)
{
  Scene          s      = scene_ahead(parallel);
  const double   radius = (parallel ? 1 : 1 / sqrt(15)) * view_sharpness(&s.view);
  double         n = 0, middle[2] = {0, 0};
  unsigned char *p;
  Canvas         c;

  scene_ball(&s, vec3(0, 0, 4), 1, colour_of(0.5, 0.5, 0.5, 1));
  canvas_create(&s, s.view.height, false, &c);
  canvas_draw(&c, 0, s.view.height);
  for (int k = 0; k < s.view.width * s.view.height; k++)
    if (!isinf(c.solid[k].depth)) n++, middle[0] += k % s.view.width, middle[1] += k / s.view.width;
  /* error of counting whole samples: a part of those on the rim */
  CHECK_NEAR(n, PETSC_PI * radius * radius, 0.2 * 2 * PETSC_PI * radius);
  CHECK_NEAR(middle[0] / n + 0.5, s.view.width / 2.0, 1e-9); /* it is symmetric */
  CHECK_NEAR(middle[1] / n + 0.5, s.view.height / 2.0, 1e-9);
  CHECK_NEAR(c.solid[s.view.height / 2 * s.view.width + s.view.width / 2].depth, 3,
             1e-3); /* half a sample off the middle: 1 / (2 radius)^2 */
  canvas_free(&c);
  if (test_rank() > 0) s.n_balls = 0;
  p = rendered(&s, false, false);
  /* the bytes are rounded, and the samples of the pixel a quarter of it off its middle */
  if (p)
    CHECK_NEAR(at(p, WIDE / 2, HIGH / 2), 255 * sqrt(light_of(128 / 255.0, vec3(0, 0, -1))), 1.5);
  array_free(&p);
  test_end(parallel ? "a ball is a disc, and has the light of its normal"
                    : "so it is in perspective");
}

static void what_is_nearer_hides(void)
{
  Scene          s = scene_ahead(true);
  unsigned char *p;

  if (test_rank() == test_size() - 1) scene_ball(&s, vec3(0, 0, 4), 1, colour_of(1, 0, 0, 1));
  if (test_rank() == 0) scene_ball(&s, vec3(0, 0, 2), 0.5, colour_of(0, 1, 0, 1));
  p = rendered(&s, false, false);
  if (p) CHECK(at(p, WIDE / 2, HIGH / 2) < p[3 * (HIGH / 2 * WIDE + WIDE / 2) + 1]);
  if (p) CHECK(at(p, WIDE / 2 + HIGH / 5, HIGH / 2) > 0);
  array_free(&p);
  test_end("the nearer ball hides the other one, whichever rank has it");
}

/* A wall of opacity a and light w before what has light b: (1 - a) b + a w. */
static void what_is_transparent_is_mixed(void)
{
  const Vec3     flat = {0, 0, -1};
  const double   ball = light_of(128 / 255.0, flat), wall = light_of(204 / 255.0, flat);
  Scene          s = scene_ahead(true);
  unsigned char *p;

  if (test_rank() == 0) scene_ball(&s, vec3(0, 0, 4), 1, colour_of(0.5, 0.5, 0.5, 1));
  if (test_rank() == test_size() - 1)
    square(&s, 2, 1.5, colour_of(0.8, 0.8, 0.8, 51 / 255.0), false);
  p = rendered(&s, false, false);
  if (p) {
    CHECK_NEAR(at(p, WIDE / 2, HIGH / 2), 255 * sqrt(0.8 * ball + 0.2 * wall), 1.5); /* as above */
    CHECK_NEAR(at(p, WIDE / 2 + (int)(1.2 * view_sharpness(&s.view) / FACTOR), HIGH / 2),
               255 * sqrt(0.8 + 0.2 * wall), 1.5); /* before the white background */
  }
  array_free(&p);
  test_end("a transparent wall lets through a part of what is behind it, and of no other light");
}

/* A half of the ball is cut off: a disc at depth 4, of the plane's normal. */
static void what_is_cut_off_is_gone(void)
{
  Scene  s = scene_ahead(true);
  Canvas c;

  scene_ball(&s, vec3(0, 0, 4), 1, colour_of(0.5, 0.5, 0.5, 1));
  scene_ball(&s, vec3(0, 0, 2), 0.5, colour_of(0.5, 0.5, 0.5, 1));
  scene_cut(&s, vec3(0, 0, 4), vec3(0, 0, -1));
  canvas_create(&s, s.view.height, false, &c);
  canvas_draw(&c, 0, s.view.height);
  for (int row = 0; row < s.view.height; row++)
    for (int column = 0; column < s.view.width; column++) {
      const Sample *here = &c.solid[row * s.view.width + column];
      const Vec3    x    = view_ray(&s.view, column, row).origin;

      CHECK(isinf(here->depth) == (x.x * x.x + x.y * x.y >= 1));
      CHECK(isinf(here->depth) || (here->depth == 4 && normal_unpacked(here->normal).z == -1));
    }
  canvas_free(&c);
  scene_free(&s);
  test_end("what is beyond a plane is cut off, and bodies are cut flat");
}

/* A ball of radius 0.2 hovers 1 before a wall: its shadow is where the lamp's ray
   through it ends. */
static void a_ball_casts_a_shadow(void)
{
  unsigned char *p[2];
  int            shadow[2];

  for (int k = 0; k < 2; k++) {
    Scene s = scene_ahead(true);

    if (test_rank() == 0) square(&s, 4, 2, colour_of(0.5, 0.5, 0.5, 1), false);
    if (test_rank() == test_size() - 1)
      scene_ball(&s, vec3(-0.3, 0.3, 3), 0.2, colour_of(1, 0, 0, 1));
    shadow[0] = WIDE / 2 + (int)((-0.3 + 0.48 / 0.62) * view_sharpness(&s.view) / FACTOR);
    shadow[1] = HIGH / 2 - (int)((0.3 - 1) * view_sharpness(&s.view) / FACTOR);
    p[k]      = rendered(&s, k == 1, false);
  }
  if (p[0]) {
    const double dark = 128 / 255.0 * sqrt(0.44 + 0.14 * 0.56) * 255; /* without the lamp */

    CHECK_NEAR(at(p[1], shadow[0], shadow[1]), dark, 1.5);
    CHECK_INT(at(p[1], 3, HIGH - 3), at(p[0], 3, HIGH - 3));
    CHECK_INT(at(p[1], WIDE - 3, 3), at(p[0], WIDE - 3, 3));
  }
  array_free(&p[0]);
  array_free(&p[1]);
  test_end("a ball casts a shadow, where the ray of the lamp ends and nowhere else");
}

/* As the ball's, along the rod. */
static void a_rod_casts_a_shadow(void)
{
  const double   dark = 128 / 255.0 * sqrt(0.44 + 0.14 * 0.56) * 255;
  unsigned char *p;
  Scene          s     = scene_ahead(true);
  const double   sharp = view_sharpness(&s.view) / FACTOR;
  const int      row   = HIGH / 2 - (int)(0.3 * sharp);
  const double   up =
    ((HIGH / 2 - row - 0.5) / sharp - 0.3) / 0.2; /* normal in the middle of the pixel */

  if (test_rank() == 0) square(&s, 4, 2, colour_of(0.5, 0.5, 0.5, 1), false);
  if (test_rank() == test_size() - 1)
    scene_rod(&s, vec3(-0.9, 0.3, 3), vec3(0.3, 0.3, 3), 0.2, colour_of(0.5, 0.5, 0.5, 1));
  p = rendered(&s, true, false);
  for (int k = 0; k < 3 && p; k++) {
    const double x = -0.7 + 0.4 * k;

    CHECK_NEAR(at(p, WIDE / 2 + (int)((x + 0.48 / 0.62) * sharp), HIGH / 2 + (int)(0.7 * sharp)),
               dark, 1.5);
    CHECK_NEAR(at(p, WIDE / 2 + (int)(x * sharp), row),
               255 * sqrt(light_of(128 / 255.0, vec3(0, up, -sqrt(1 - up * up)))), 1.5);
  }
  array_free(&p);
  test_end("a rod has the light of its side, and casts a shadow");
}

/* Two large balls that touch: the place where they do sees little of the sky, the
   outer sides all. */
static void gaps_are_dark(void)
{
  unsigned char *p[2];

  for (int k = 0; k < 2; k++) {
    Scene s = scene_ahead(true);

    if (test_rank() == 0) scene_ball(&s, vec3(-1, 0, 4), 1, colour_of(0.5, 0.5, 0.5, 1));
    if (test_rank() == test_size() - 1)
      scene_ball(&s, vec3(1, 0, 4), 1, colour_of(0.5, 0.5, 0.5, 1));
    p[k] = rendered(&s, false, k == 1);
  }
  if (p[0]) {
    CHECK(at(p[1], WIDE / 2 - 2, HIGH / 2) < 0.85 * at(p[0], WIDE / 2 - 2, HIGH / 2));
    for (int i = 0; i < 2; i++)
      CHECK_INT(at(p[1], WIDE / 2 + (2 * i - 1) * HIGH / 3, HIGH / 2),
                at(p[0], WIDE / 2 + (2 * i - 1) * HIGH / 3, HIGH / 2));
  }
  array_free(&p[0]);
  array_free(&p[1]);
  test_end("the sky is hidden in the gap between two balls, and open on their outer sides");
}

/* A long wall of height 1, whose top is at depth 3, at a distance `away` from a point of a board
   behind it. It hides the directions to its side at angles below phi over the board, tan(phi) = 1 /
   away. With light (0.6 + 0.4 way.y) of the sky, the wall in the direction of y, and the cosine of
   the angle to the normal, the part of the sky that is left is 1 - ((1 - cos phi) / 2 + 4 sin^2 phi
   / (9 pi)). */
static void a_step_hides_the_sky(void)
{
  enum { COLUMNS = 20, ROWS = 400 };
  const Vec3 n = {0, 0, -1}, side = {0, -1, 0};
  const Vec3 foot[2] = {{-4, 0, 4}, {4, 0, 4}}, top[2] = {{-4, 0, 3}, {4, 0, 3}},
             rest[2] = {{-4, 1.5, 3}, {4, 1.5, 3}}, board[2] = {{-4, -1.5, 4}, {4, -1.5, 4}};
  const Colour   grey = colour_of(0.5, 0.5, 0.5, 1);
  unsigned char *p[2];
  double         sharp = 0;

  for (int k = 0; k < 2; k++) {
    Scene s = scene_ahead(true);

    s.view.width  = FACTOR * COLUMNS;
    s.view.height = FACTOR * ROWS;
    sharp         = view_sharpness(&s.view) / FACTOR;
    for (int i = 0; i < 2; i++) {
      const Vec3 *far[2] = {foot, top};

      if (test_rank() == 0)
        scene_triangle(&s, (Vec3[]){foot[0], board[1], i ? board[0] : foot[1]}, (Vec3[]){n, n, n},
                       grey, false);
      if (test_rank() == test_size() - 1) {
        scene_triangle(&s, (Vec3[]){foot[0], top[1], far[i][1 - i]}, (Vec3[]){side, side, side},
                       grey, true);
        scene_triangle(&s, (Vec3[]){top[0], rest[1], i ? rest[0] : top[1]}, (Vec3[]){n, n, n}, grey,
                       true);
      }
    }
    p[k] = rendered(&s, false, k == 1);
  }
  for (int row = 10; row < ROWS && p[0]; row += 10) {
    const int    here = 3 * (row * COLUMNS + COLUMNS / 2);
    const double away = (row + 0.5 - ROWS / 2.0) / sharp, cosine = away / hypot(away, 1);
    const double open = 1 - (1 - cosine) / 2 - 4 / (9 * PETSC_PI) * (1 - cosine * cosine);

    if (away < -0.1) CHECK_INT(p[1][here], p[0][here]);
    /* 48 directions, and what is nearer than two cells of their maps hides nothing; it is 16 lower
       at the step than far away */
    if (away > 0.1)
      CHECK_NEAR(p[1][here], 128 * sqrt(0.86 * 0.62 + open * (0.14 * 0.56 + 0.44)), 3);
  }
  array_free(&p[0]);
  array_free(&p[1]);
  test_end("behind a step a part of the sky is hidden, by the angle of its edge, and none on it");
}

/* The side of a wall goes through the middle of a pixel, of which it covers two of four samples. */
static void pixels_are_means(void)
{
  Scene           s     = scene_ahead(true);
  const double    pixel = FACTOR / view_sharpness(&s.view);
  const Rendering how   = {
      .factor = FACTOR, .top = colour_of(0.5, 0.5, 0.5, 1), .bottom = colour_of(0.5, 0.5, 0.5, 1)};
  const double   wall = light_of(204 / 255.0, vec3(0, 0, -1)), grey = pow(128 / 255.0, 2);
  unsigned char *p;

  if (test_rank() == test_size() - 1)
    square(&s, 4, 10.5 * pixel, colour_of(0.8, 0.8, 0.8, 1), false);
  p = rendered_as(&s, &how);
  if (p) {
    CHECK_INT(at(p, 0, 0), 128);
    CHECK_NEAR(at(p, WIDE / 2 + 9, HIGH / 2), 255 * sqrt(wall), 0.51); /* the byte is rounded */
    CHECK_NEAR(at(p, WIDE / 2 + 10, HIGH / 2), 255 * sqrt((wall + grey) / 2), 0.51);
    CHECK_NEAR(at(p, WIDE / 2 + 10, HIGH / 2 + 10), 255 * sqrt((wall + 3 * grey) / 4), 0.51);
    CHECK_INT(at(p, WIDE / 2 + 11, HIGH / 2), 128);
  }
  array_free(&p);
  test_end("pixels are means of the light of their samples, by square roots");
}

/* Red on the part of a ball of radius 1 about the context that is above 0.8, green below, blue
   beside the ball. */
static Colour by_height(const void *context, Vec3 x)
{
  const Vec3 d = vec3_sub(x, *(const Vec3 *)context);

  /* depths are kept as floats */
  return colour_of(d.z > 0.8, d.z <= 0.8, fabs(vec3_norm(d) - 1) > 1e-5, 1);
}

/* A camera above the ball, at a distance of 4 from its middle, sees it down to a height of 1 / 4, as
   a disc of radius 1 / sqrt(15); the circle at a height of 0.8 has the radius 0.6 / 3.2. */
static void colours_follow_places(void)
{
  const Vec3      x      = {3, -2, 1};
  const Rendering how    = {.factor = FACTOR,
                            .top    = colour_of(1, 1, 1, 1),
                            .bottom = colour_of(1, 1, 1, 1),
                            .paint  = {by_height, &x}};
  Scene           s      = scene_ahead(false);
  const double    pixels = view_sharpness(&s.view) / FACTOR, high = 0.6 / 3.2 * pixels,
               ball   = pixels / sqrt(15);
  int            n[3] = {0};
  unsigned char *p;

  CHECK(view_set(vec3(3, -2, 5), x, vec3(1, 1, 0), false, 40, &s.view));
  s.view.half = 0.35;
  if (test_rank() == test_size() - 1) scene_ball(&s, x, 1, colour_of(0, 0, 1, 1));
  p = rendered_as(&s, &how);
  for (int k = 0; k < WIDE * HIGH && p; k++)
    for (int i = 0; i < 3; i++)
      n[i] +=
        p[3 * k + i] > 1.2 * p[3 * k + (i + 1) % 3] && p[3 * k + i] > 1.2 * p[3 * k + (i + 2) % 3];
  if (p) {
    /* error of counting whole pixels: a part of those on the rim */
    CHECK_NEAR(n[0], PETSC_PI * high * high, 0.5 * 2 * PETSC_PI * high);
    CHECK_NEAR(n[0] + n[1], PETSC_PI * ball * ball, 0.5 * 2 * PETSC_PI * ball);
    CHECK_INT(n[2], 0);
  }
  array_free(&p);
  test_end("colours by place are those of the places of the lab that are seen");
}

/* Balls of several sizes, whole, cut or transparent, rods and lit boards, by place k of a sequence that
   fills the picture; the objects of all ranks together are always the same. */
static void add_many(Scene *s, int ranks, int rank)
{
  for (int k = rank; k < 400; k += ranks) {
    const double u = fmod(0.618034 * k, 1), v = fmod(0.754878 * k, 1), w = fmod(0.569840 * k, 1);
    const Vec3   x = {3 * u - 1.5, 2.4 * v - 1.2, 3 + 2 * w};
    const Vec3   a = vec3_add(x, vec3(w, u, v)), b = vec3_add(x, vec3(-u, w, 0.3));

    scene_ball(s, x, 0.02 + 0.15 * w, colour_of(u, v, w, k % 7 ? 1 : 0.5));
    if (k % 20 == 0) scene_rod(s, x, a, 0.02, colour_of(w, u, v, 1));
    if (k % 50 == 0)
      scene_triangle(s, (Vec3[]){x, a, b}, (Vec3[]){{0, 0, -1}, {u, 0, -1}, {0, v, -1}},
                     colour_of(v, w, u, k % 3 ? 1 : 0.3), true);
    if (k % 50 == 1) square(s, 4 + w, 0.3, colour_of(u, u, w, 1), true);
  }
}

/* The same bytes by all instruction sets, compilers and ranks, and as ever. */
static void bytes_are_kept(void)
{
  static const uint64_t kept[4] = {0x02a4de00bd4ec065u, 0xe8b2928c3630da5cu, 0xd8f102046182cf09u,
                                   0xce051127bd432a42u};

  for (int k = 0; k < 4; k++) {
    Scene          s   = scene_ahead(k & 1);
    uint64_t       sum = 14695981039346656037u; /* FNV-1a */
    unsigned char *p;

    if (k & 2) scene_cut(&s, vec3(0, 0, 3.5), vec3(0.6, 0, -0.8));
    add_many(&s, test_size(), test_rank());
    p = rendered(&s, true, true);
    for (int i = 0; i < 3 * WIDE * HIGH && p; i++) sum = (sum ^ p[i]) * 1099511628211u;
    if (p && sum != kept[k]) printf("# %d: 0x%016" PRIx64 "u\n", k, sum);
    if (p) CHECK(sum == kept[k]);
    array_free(&p);
  }
  test_end("all bytes of a picture are as they were, however it was computed");
}

TESTS(.ranks = {1, 2, 3, 4})
{
  a_ball_is_a_disc(true);
  a_ball_is_a_disc(false);
  what_is_nearer_hides();
  what_is_transparent_is_mixed();
  what_is_cut_off_is_gone();
  a_ball_casts_a_shadow();
  a_rod_casts_a_shadow();
  gaps_are_dark();
  a_step_hides_the_sky();
  pixels_are_means();
  colours_follow_places();
  bytes_are_kept();
}
