/* SPDX-License-Identifier: MIT */
/* Deformable discs and balls for tests: lists of nodes and of elements, and a scenario. */
#ifndef SKINS_H
#define SKINS_H

#include "sim_test.h"

enum { SKINS_TEXT = 60000 };

typedef struct {
  char   nodes[SKINS_TEXT], elements[SKINS_TEXT];
  int    n, e, next; /* lengths; the next id */
  double shear;      /* of the velocity: along its gradient, 1/s */
  int    fixed;      /* nodes of lower ids are fixed */
} Skins;

static inline void skins_node(Skins *s, Vec3 x, Vec3 v)
{
  v = vec3_axpy(v, s->shear, vec3(x.x + 0.5 * x.y, 2 * x.x - x.y, x.z));
  s->n += snprintf(s->nodes + s->n, SKINS_TEXT - (size_t)s->n,
                   "bead,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%d,%s\n", x.x, x.y, x.z, v.x, v.y, v.z,
                   s->next, s->next < s->fixed ? "xyzXYZ" : "");
  s->next++;
}

static inline void skins_write(Skins *s)
{
  test_file("nodes.csv", s->nodes);
  test_file("skins.csv", s->elements);
  free(s);
}

static inline Skins *skins_begin(const char *columns)
{
  Skins *s = calloc(1, sizeof *s);

  s->n = snprintf(s->nodes, SKINS_TEXT, "template,x,y,z,vx,vy,vz,id,blocked\n");
  s->e = snprintf(s->elements, SKINS_TEXT, "%s\n", columns);
  return s;
}

static inline void skins_disc(Skins *s, int n, Vec3 centre, double radius, Vec3 v)
{
  const int first = s->next;

  for (int k = 0; k < n; k++) {
    const double angle = 2 * PETSC_PI * k / n;

    s->e += snprintf(s->elements + s->e, SKINS_TEXT - (size_t)s->e, "%d,%d\n", first + k,
                     first + (k + 1) % n);
    skins_node(s, vec3_axpy(centre, radius, vec3(cos(angle), sin(angle), 0)), v);
  }
}

/* Two discs that meet at the face x = -1 = 1 of a periodic box. */
static inline void write_discs(int n)
{
  Skins *s = skins_begin("a,b");

  skins_disc(s, n, vec3(-0.6, 0.1, 0), 0.25, vec3(-2, 0.3, 0));
  skins_disc(s, n, vec3(0.6, 0, 0), 0.25, vec3(2, 0, 0));
  skins_write(s);
}

/* An icosahedron. */
static inline void skins_ball(Skins *s, Vec3 centre, double radius, Vec3 v)
{
  static const int corner[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                    {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                    {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                    {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  const double     t = 0.5 * (1 + sqrt(5)), f = radius / sqrt(1 + t * t);
  const Vec3 x[12] = {{-1, t, 0},  {1, t, 0},  {-1, -t, 0}, {1, -t, 0}, {0, -1, t},  {0, 1, t},
                      {0, -1, -t}, {0, 1, -t}, {t, 0, -1},  {t, 0, 1},  {-t, 0, -1}, {-t, 0, 1}};
  const int  first = s->next;

  for (int k = 0; k < 20; k++)
    s->e += snprintf(s->elements + s->e, SKINS_TEXT - (size_t)s->e, "%d,%d,%d\n",
                     first + corner[k][0], first + corner[k][1], first + corner[k][2]);
  for (int k = 0; k < 12; k++) skins_node(s, vec3_axpy(centre, f, x[k]), v);
}

static inline void write_balls(void)
{
  Skins *s = skins_begin("a,b,c");

  skins_ball(s, vec3(-0.6, 0.1, 0), 0.3, vec3(-2, 0.3, 0.5));
  skins_ball(s, vec3(0.6, 0, 0.05), 0.3, vec3(2, 0, 0));
  skins_write(s);
}

/* A scenario with these keys of the object. In two dimensions the discs meet a rigid rod. */
static inline const char *skins_case(int dimension, const char *keys)
{
  static char text[2000];

  snprintf(
    text, sizeof text,
    "schema: 1\nrun: {end_time: 9, dt: 1e-3, dimension: %d}\n"
    "domain: {lo: [-1, -1%s], hi: [1, 1%s], boundary: [periodic, periodic%s]}\n"
    "material:\n  - rubber: {density: 1000}\n"
    "contact:\n  - rr: {between: [rubber, rubber], normal: hooke, stiffness: 2e5, damping: "
    "5, tangential: none}\n"
    "template:\n  - bead: {material: rubber, pebbles: [0, 0%s, %g], turns: false}\n"
    "%s"
    "clumps:\n  - nodes: {file: nodes.csv}\n%s"
    "deformable:\n  - bag: {file: skins.csv, %s}\n",
    dimension, dimension == 2 ? "" : ", -1", dimension == 2 ? "" : ", 1",
    dimension == 2 ? "" : ", free", dimension == 2 ? "" : ", 0", dimension == 2 ? 0.05 : 0.15,
    dimension == 2 ? "  - rod: {material: rubber, pebbles: [-.04, 0, .04, .04, 0, .04]}\n" : "",
    dimension == 2 ? "  - rod: {template: rod, position: [0.98, 0.05]}\n" : "", keys);
  return text;
}

#endif
