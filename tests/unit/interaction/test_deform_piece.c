/* SPDX-License-Identifier: MIT */
/* Pieces of deformable bodies: slopes and forces are derivatives, by central differences, whose
   error is about 1e-10 of the slope with steps of 1e-5. */
#include "base/random.h"
#include "interaction/deform/deform_piece.h"
#include "test.h"

#define STEP 1e-5
#define NEAR 1e-8 /* relative */

static double number(uint64_t key)
{
  Random random = random_stream(7, RANDOM_TEST, key);

  return random_real(&random) - 0.5;
}

static const DeformLaw law = {
  .stretching = 3, .content = 2, .bending = 0.7, .edge = 5, .tension = 0.4, .damping = 0};

/* Piece of a kind, bent and stretched at random. */
static PieceState piece_of(PieceKind kind, uint64_t key)
{
  static const Vec3 places[][PIECE_NODES] = {{{0, 0, 0}, {1, 0.3, 0}, {-0.9, 0.4, 0}, {0, 0, 0}},
                                             {{0, 0, 0}, {1, 0, 0}, {0.3, 0.9, 0}, {0, 0, 0}},
                                             {{0, 0, 0}, {0, 1, 0}, {-0.8, 0.4, 0}, {0.9, 0.6, 0}}};
  const PieceRest   rest = {.measure = 0.8, .length = 1.1, .angle = 0.2, .weight = 1.3};
  PieceState        p    = {.kind = kind, .rest = rest};

  for (int m = 0; m < piece_nodes(kind); m++) {
    const uint64_t at = 10 * key + 3 * (uint64_t)m;

    p.x[m] =
      vec3_axpy(places[kind][m], 0.5,
                vec3(number(at), number(at + 1), kind == PIECE_SEGMENT ? 0 : number(at + 2)));
  }
  return p;
}

/* Derivative of a function of the piece by coordinate `axis` of node m. */
static double difference(double (*f)(const PieceState *), PieceState p, int m, int axis)
{
  const double x = vec3_axis(p.x[m], axis);
  double       above, below;

  vec3_set(&p.x[m], axis, x + STEP);
  above = f(&p);
  vec3_set(&p.x[m], axis, x - STEP);
  below = f(&p);
  return (above - below) / (2 * STEP);
}

static double energy_of(const PieceState *p)
{
  return piece_energy(&law, p);
}

static void check_slope(double (*f)(const PieceState *), const PieceState *p, double sign,
                        const Vec3 slope[PIECE_NODES])
{
  const int axes = p->kind == PIECE_SEGMENT ? 2 : 3;
  double    size = 0;
  Vec3      sum  = {0, 0, 0};

  for (int m = 0; m < piece_nodes(p->kind); m++) {
    size = fmax(size, vec3_norm(slope[m]));
    sum  = vec3_add(sum, slope[m]);
  }
  for (int m = 0; m < piece_nodes(p->kind); m++)
    for (int k = 0; k < axes; k++)
      CHECK_NEAR(sign * vec3_axis(slope[m], k), difference(f, *p, m, k), NEAR * fmax(size, 1));
  CHECK_NEAR(vec3_norm(sum), 0, 1e-13 * fmax(size, 1)); /* rounding */
}

static void slopes_are_derivatives(void)
{
  for (int kind = PIECE_SEGMENT; kind <= PIECE_EDGE; kind++)
    for (uint64_t key = 0; key < 20; key++) {
      const PieceState p = piece_of((PieceKind)kind, key);
      Vec3             slope[PIECE_NODES], turn = {0, 0, 0};

      piece_measure_slope(&p, slope);
      check_slope(piece_measure, &p, 1, slope);
      piece_angle_slope(&p, slope);
      check_slope(piece_angle, &p, 1, slope);
      CHECK_NEAR(piece_forces(&law, &p, slope), 0, 0);
      check_slope(energy_of, &p, -1, slope);
      for (int m = 0; m < piece_nodes(p.kind); m++)
        turn = vec3_add(turn, vec3_cross(p.x[m], slope[m]));
      CHECK_NEAR(vec3_norm(turn), 0, 1e-12); /* rounding of forces of some 10 N */
    }
  test_end("slopes and forces are derivatives, and sum up to no force and no torque");
}

/* A tetrahedron, and a square, whose nodes are moved at random. */
static double content_of(const PieceState *p, int n)
{
  double sum = 0;

  for (int k = 0; k < n; k++) sum += piece_content(&p[k], vec3(0.3, -0.2, 0.1));
  return sum;
}

static void contents_of(int n, const int (*corner)[3], PieceKind kind, int corners, const Vec3 *x,
                        PieceState *p)
{
  for (int k = 0; k < n; k++) {
    p[k] = (PieceState){.kind = kind};
    for (int m = 0; m < corners; m++) p[k].x[m] = x[corner[k][m]];
  }
}

static void content_is_that_of_the_body(PieceKind kind, const int (*corner)[3], Vec3 x[4],
                                        double expected)
{
  const int  corners = kind == PIECE_FACE ? 3 : 2;
  PieceState p[4];

  contents_of(4, corner, kind, corners, x, p);
  CHECK_NEAR(content_of(p, 4), expected, 1e-15);
  for (int i = 0; i < 4; i++)
    for (int axis = 0; axis < corners; axis++) {
      const double at  = vec3_axis(x[i], axis);
      double       sum = 0, above, below;

      contents_of(4, corner, kind, corners, x, p);
      for (int k = 0; k < 4; k++) {
        Vec3 slope[PIECE_NODES];

        piece_content_slope(&p[k], slope);
        for (int m = 0; m < corners; m++)
          if (corner[k][m] == i) sum += vec3_axis(slope[m], axis);
      }
      vec3_set(&x[i], axis, at + STEP);
      contents_of(4, corner, kind, corners, x, p);
      above = content_of(p, 4);
      vec3_set(&x[i], axis, at - STEP);
      contents_of(4, corner, kind, corners, x, p);
      below = content_of(p, 4);
      vec3_set(&x[i], axis, at);
      CHECK_NEAR(sum, (above - below) / (2 * STEP), NEAR);
    }
}

static void contents_are_areas_and_volumes(void)
{
  static const int square[4][3] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  static const int tetra[4][3]  = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  Vec3             flat[4]      = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}};
  Vec3             solid[4]     = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 3}};

  content_is_that_of_the_body(PIECE_SEGMENT, square, flat, 2);
  content_is_that_of_the_body(PIECE_FACE, tetra, solid, 0.5);
  test_end("the content is the area or volume, and its slopes sum up to its derivative");
}

TESTS(.ranks = {1})
{
  slopes_are_derivatives();
  contents_are_areas_and_volumes();
}
