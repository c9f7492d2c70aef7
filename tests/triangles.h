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
