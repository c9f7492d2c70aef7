/* SPDX-License-Identifier: MIT */
/* What the methods share that count cubes of sets of shapes, as mass_boxes.h is for pebbles. */
#ifndef MATTER_SHAPE_BOXES_H
#define MATTER_SHAPE_BOXES_H

#include "matter/shape_mass.h"

typedef struct {
  const ShapeSet *set;
  double         *density;        /* [n] kg/m^3 */
  Vec3            origin, lo, hi; /* middle and corners of the box around all, in the set */
} ShapeBody;

/* Times that cubes are cut up for bounds; a list of n shapes needs room for (this + 2) n. */
enum { SHAPE_FINER_AT_MOST = 2 };

/* false: no memory. shape_body_free is right after both. */
bool shape_body_create(const ShapeSet *set, const Materials *materials, ShapeBody *body);
void shape_body_free(ShapeBody *body);
/* Room for n items at *pointer, by realloc. */
bool shape_list_grow(void *pointer, size_t size, size_t n, size_t *room);

/* Which of the n shapes in[] cut the box centre +- half and are denser than what holds all of it, which is returned (at least
   `sure`): to out[], room for n, may be in[]. */
double shape_sift(const ShapeBody *body, Vec3 centre, Vec3 half, double sure, int n, const int *in, int *n_out, int *out);
/* Density at x, of the shapes in list[] or of what holds the box. */
double shape_density_at(const ShapeBody *body, Vec3 x, double sure, int n, const int *list);
/* Add a box of this density; moments about the body's origin. */
void shape_box_add(const ShapeBody *body, Vec3 centre, Vec3 half, double density, BoxSum *sum);

/* How many times this many cubes may be cut up in a second or so. */
int shape_finer(double cubes);
/* What a cube that list[] cuts may hold, cut up `finer` times: the middle of its bounds is added to `middle`, their width to
   `doubt`. The list is used as a stack. */
void shape_cube_doubt(const ShapeBody *body, Vec3 centre, double edge, double sure, int n, int *list, int finer, BoxSum *middle,
                      BoxDoubt *doubt);
/* Properties from integrals about the origin; the error bounds their distance from a body within doubt of middle. */
void shape_box_properties(const ShapeBody *body, const Materials *materials, const BoxSum *found, const BoxSum *middle,
                          BoxDoubt doubt, MassProperties *out);

#endif
