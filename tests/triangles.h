/* SPDX-License-Identifier: MIT */
/* Meshes of tests, made of triangles. */
#ifndef TRIANGLES_H
#define TRIANGLES_H

#include "base/random.h"
#include "base/vec.h"

typedef struct {
  int  n;
  Vec3 corner[3 * 50000];
} Triangles;

static inline void add_triangle(Triangles *t, Vec3 a, Vec3 b, Vec3 c)
{
  t->corner[t->n++] = a;
  t->corner[t->n++] = b;
  t->corner[t->n++] = c;
}

/* Corners counter-clockwise as seen from outside. */
static inline void add_quad(Triangles *t, Vec3 a, Vec3 b, Vec3 c, Vec3 d)
{
  add_triangle(t, a, b, c);
  add_triangle(t, a, c, d);
}

/* The triangle a b c is counter-clockwise as seen from d. */
static inline void add_tetrahedron(Triangles *t, Vec3 a, Vec3 b, Vec3 c, Vec3 d)
{
  add_triangle(t, a, c, b);
  add_triangle(t, a, b, d);
  add_triangle(t, b, c, d);
  add_triangle(t, c, a, d);
}

/* A closed solid: a polygon, counter-clockwise, from z = lo to hi. All of its corners can be seen
   from the point `kernel`, about which the ends are divided; caps false: it has no ends. */
static inline void add_prism(Triangles *t, int n, const Vec3 *profile, Vec3 kernel, double lo,
                             double hi, bool caps)
{
  for (int k = 0; k < n; k++) {
    const Vec3 a = profile[k], b = profile[(k + 1) % n];

    add_quad(t, vec3(a.x, a.y, lo), vec3(b.x, b.y, lo), vec3(b.x, b.y, hi), vec3(a.x, a.y, hi));
    if (!caps) continue;
    add_triangle(t, vec3(kernel.x, kernel.y, hi), vec3(a.x, a.y, hi), vec3(b.x, b.y, hi));
    add_triangle(t, vec3(kernel.x, kernel.y, lo), vec3(b.x, b.y, lo), vec3(a.x, a.y, lo));
  }
}

static inline void add_block(Triangles *t, Vec3 lo, Vec3 hi)
{
  const Vec3 profile[] = {{lo.x, lo.y, 0}, {hi.x, lo.y, 0}, {hi.x, hi.y, 0}, {lo.x, hi.y, 0}};

  add_prism(t, 4, profile, vec3(0.5 * (lo.x + hi.x), 0.5 * (lo.y + hi.y), 0), lo.z, hi.z, true);
}

/* A channel with its open side up, of width 1, height .8 and this length along y, .2 thick. */
static inline void add_channel(Triangles *t, double length)
{
  static const int cap[6][3] = {{0, 1, 4}, {0, 4, 5}, {1, 2, 4}, {2, 3, 4}, {0, 5, 7}, {5, 6, 7}};
  const double     y         = length / 2;
  const Vec3       at[8]     = {{-.5, y, -.4}, {.5, y, -.4},  {.5, y, .4},  {.3, y, .4},
                                {.3, y, -.2},  {-.3, y, -.2}, {-.3, y, .4}, {-.5, y, .4}};
  Vec3             front[8];

  for (int k = 0; k < 8; k++) front[k] = vec3(at[k].x, -y, at[k].z);
  for (int k = 0; k < 8; k++) add_quad(t, front[k], at[k], at[(k + 1) % 8], front[(k + 1) % 8]);
  for (int k = 0; k < 6; k++) {
    add_triangle(t, front[cap[k][0]], front[cap[k][1]], front[cap[k][2]]);
    add_triangle(t, at[cap[k][0]], at[cap[k][2]], at[cap[k][1]]);
  }
}

/* A beam along y: a head of width 1 from z = 0 to .2 over a stem of this width down to z = -.5. */
static inline void add_tee(Triangles *t, double stem, double length)
{
  const int    first     = t->n;
  const double s         = stem / 2;
  const Vec3   profile[] = {{-s, -.5, 0}, {s, -.5, 0},  {s, 0, 0},   {.5, 0, 0},
                            {.5, .2, 0},  {-.5, .2, 0}, {-.5, 0, 0}, {-s, 0, 0}};

  add_prism(t, 8, profile, vec3(0, .1, 0), -length / 2, length / 2, true);
  for (int k = first; k < t->n; k++) {
    const Vec3 x = t->corner[k];

    t->corner[k] = vec3(x.x, -x.z, x.y);
  }
}

/* A square floor at z = 0, of this half side, of cells * cells * 2 triangles of random shapes. */
static inline void add_floor(Triangles *t, int cells, double half, uint64_t seed)
{
  enum { MOST = 100 };
  static Vec3 p[MOST + 1][MOST + 1];
  Random      random = random_stream(seed, 1, 0);

  for (int i = 0; i <= cells; i++)
    for (int j = 0; j <= cells; j++) {
      const double u = i % cells ? 0.6 * (random_real(&random) - 0.5) : 0,
                   v = j % cells ? 0.6 * (random_real(&random) - 0.5) : 0;

      p[i][j] = vec3((2 * (i + u) / cells - 1) * half, (2 * (j + v) / cells - 1) * half, 0);
    }
  for (int i = 0; i < cells; i++)
    for (int j = 0; j < cells; j++) {
      if (random_real(&random) < 0.5)
        add_quad(t, p[i][j], p[i + 1][j], p[i + 1][j + 1], p[i][j + 1]);
      else add_quad(t, p[i + 1][j], p[i + 1][j + 1], p[i][j + 1], p[i][j]);
    }
}

#endif
