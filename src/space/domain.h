/* SPDX-License-Identifier: MIT */
/* The simulated region: its box, what happens at its faces, and the grid on which positions live.

   Positions are multiples of a power of two, `quantum`: as fine as doubles allow at the far edge with headroom for clump
   extents and images, so that adding a box length, subtracting two positions and wrapping are exact and a pair looks the
   same from every periodic image. */
#ifndef SPACE_DOMAIN_H
#define SPACE_DOMAIN_H

#include "base/parallel.h"
#include "base/vec.h"
#include "matter/clumps.h"

typedef enum {
  BOUNDARY_OPEN,    /* a clump whose centre leaves is removed at that step */
  BOUNDARY_FREE,    /* nothing happens: the region has no edge there */
  BOUNDARY_PERIODIC /* what leaves on one side enters on the other */
} Boundary;

extern const char *const boundary_names[]; /* by Boundary, then NULL */

typedef struct {
  int      dimension;      /* 3, or 2: all is at z = 0, along which there are no faces, no images and no cuts */
  Vec3     lo, hi, length; /* on the grid, m */
  Boundary boundary[3];
  double   quantum; /* of positions, m */
  double   magic;   /* 1.5 x 2^52 quanta: (a + magic) - magic rounds |a| < 2^51 quanta to the grid */
  double   limit;   /* coordinates stay below this in size (m), or the run stops */
} Domain;

/* dimension 2: nothing depends on the z of lo, hi and boundary; that of the domain is 0 and BOUNDARY_FREE. `extent`:
   largest distance of a pebble's surface from its clump's centre, m. quantum 0: choose it; else use this one (restart). lo
   and hi move to the nearest grid points. */
Domain domain_create(int dimension, Vec3 lo, Vec3 hi, const Boundary boundary[3], double extent, double quantum);

/* Do the box, its images and clumps of this extent lie in the grid's range? One that was chosen for others may be too fine. */
bool domain_fits(const Domain *domain, double extent);

static inline double grid_round(const Domain *d, double a)
{
  return (a + d->magic) - d->magic;
}

static inline Vec3 grid_round3(const Domain *d, Vec3 a)
{
  return (Vec3){grid_round(d, a.x), grid_round(d, a.y), grid_round(d, a.z)};
}

/* x + n lengths, exactly. */
static inline Vec3 domain_shifted(const Domain *d, Vec3 x, Image n)
{
  return (Vec3){x.x + n.x * d->length.x, x.y + n.y * d->length.y, x.z + n.z * d->length.z};
}

Image domain_boxes_beyond(const Domain *d, Vec3 x);

/* How many lengths to subtract so that x lies in [lo, hi) along periodic axes (0 along others): none for nearly all. */
static inline Image domain_boxes(const Domain *d, Vec3 x)
{
  if (x.x >= d->lo.x && x.x < d->hi.x && x.y >= d->lo.y && x.y < d->hi.y && x.z >= d->lo.z && x.z < d->hi.z)
    return (Image){0, 0, 0};
  return domain_boxes_beyond(d, x);
}

/* x brought into the box along periodic axes, exactly. */
Vec3 domain_wrapped(const Domain *d, Vec3 x);
/* Which images of a ball around x, of this radius (m), may meet the box: shifts from *from to *to along every axis, 0 among
   them if x is wrapped. Along axes that are not periodic there is none but 0. */
void domain_images(const Domain *d, Vec3 x, double radius, Image *from, Image *to);
/* Has a centre left through an open face? */
bool domain_has_left(const Domain *d, Vec3 x);

/* Can the grid tell where this is? Not if it is not a number. */
static inline bool domain_in_range(const Domain *d, Vec3 x)
{
  return fabs(x.x) < d->limit && fabs(x.y) < d->limit && fabs(x.z) < d->limit;
}

static inline Image image_add(Image a, Image b)
{
  return (Image){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline Image image_sub(Image a, Image b)
{
  return (Image){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* -1, 0, 1: lexicographic sign. */
static inline int image_sign(Image n)
{
  const int32_t first = n.x ? n.x : n.y ? n.y : n.z;

  return first > 0 ? 1 : first < 0 ? -1 : 0;
}

#endif
