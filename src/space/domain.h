/* SPDX-License-Identifier: MIT */
/* The simulated region: its box, the conditions at its faces, and the grid of positions.

   Positions are multiples of `quantum`, a power of two: as fine as doubles allow at the far edge of
   the box with headroom for clump extents and images. So adding a box length, subtracting two
   positions and wrapping are exact, and the relative position of a pair is the same in every
   periodic image.

   Only periodic axes need that. Along a free axis, where no length is ever added, a clump may go
   FREE_RANGE times as far out: beyond 2^53 quanta its coordinate is rounded to the nearest double,
   as deterministic as on the grid. Bounds of rounding errors use `grain`, the largest spacing of
   coordinates that can occur. */
#ifndef SPACE_DOMAIN_H
#define SPACE_DOMAIN_H

#include "base/parallel.h"
#include "base/state.h"
#include "base/vec.h"
#include "matter/clumps.h"
#include "options/options.h"
#include "options/plugin.h"

typedef enum {
  BOUNDARY_OPEN,     /* a clump whose centre crosses the face is removed at that step */
  BOUNDARY_FREE,     /* no face: the region is unbounded along this axis */
  BOUNDARY_PERIODIC, /* a clump that leaves on one side enters on the other */
  BOUNDARY_REFLECT   /* clumps bounce off the faces, inside of which their pebbles stay */
} Boundary;

/* Plug-in kind BoundaryKind: behaviour of the faces along an axis. The code asks for these
   properties and not for the Boundary. */
typedef struct {
  Plugin head;
  bool   wraps;    /* positions are wrapped: both faces are one */
  bool   endless;  /* there is no face */
  bool   removes;  /* a clump whose centre crosses the face is removed */
  bool   reflects; /* a pebble that reaches the face gives its clump an impulse: motion/reflect.h */
} BoundaryKind;

extern const BoundaryKind *const boundary_kinds[]; /* by Boundary */
extern const Plugin *const       boundary_heads[]; /* the same, then NULL */

static inline bool boundary_wraps(Boundary b)
{
  return boundary_kinds[b]->wraps;
}

static inline bool boundary_is_endless(Boundary b)
{
  return boundary_kinds[b]->endless;
}

static inline bool boundary_removes(Boundary b)
{
  return boundary_kinds[b]->removes;
}

static inline bool boundary_reflects(Boundary b)
{
  return boundary_kinds[b]->reflects;
}

/* True if clumps stay between the faces. */
static inline bool boundary_confines(Boundary b)
{
  return boundary_removes(b) || boundary_reflects(b);
}

/* Periods of a cell that is no box, or deforms. The period of axis k leads from the face at lo to
   the one at hi: length along k, and across it `tilt`. Some order of the axes is such that the
   period of order[i] has components along order[0] .. order[i] only; wrapping from the last to the
   first of them maps every point to exactly one in the box lo .. hi. So the box stays the region of
   decomposition and search, whatever the tilt; faces of the order's later axes are images of each
   other at an offset.

   Images are counted in true periods, which change continuously while a cell shears, without
   bounds. `tilt` is reduced to at most half a side, and `whole` has the periods that were taken
   off: true period k = reduced period k + sum over i of whole[k][i] true periods i. Taking off
   another one changes no position and no image. */
typedef struct {
  bool    tilted;      /* some period is not along its axis: else tilt and whole are 0 */
  int     order[3];    /* axes */
  Vec3    tilt[3];     /* on the grid, m */
  int32_t whole[3][3]; /* [axis][earlier axis] */
} CellShape;

/* The cell in motion: its periods, and their velocities, with which images move. */
typedef struct {
  bool      used;  /* the domain has the key vectors or a deformation */
  bool      flows; /* periods change: images of a clump have other velocities than the clump */
  CellShape now, before; /* before: at the start of the step under way */
  Vec3      side_before; /* Domain.length then, m */
  Vec3      rest[3];     /* part of the reduced periods below the quantum, m */
  Vec3      rate[3];     /* d/dt of the reduced periods, on the grid of velocities, m/s */
  double    gradient[9]; /* velocity gradient in the last step by rows, 1/s */
  double    strain[9];   /* integral of the gradient over time, by rows */
  double    speed_magic; /* (v + speed_magic) - speed_magic rounds velocities to their grid, m/s */
} DomainCell;

typedef struct Domain {
  int      dimension;      /* 3, or 2: all centres at z = 0; no faces, images or cuts along z */
  Vec3     lo, hi, length; /* on the grid, m */
  Boundary boundary[3];
  double   quantum; /* spacing of the position grid, m */
  double   grain;   /* spacing of doubles just below the largest limit, at least a quantum, m */
  /* 1.5 x 2^52 quanta, m: (a + magic) - magic rounds a to the grid if |a| < 2^51 quanta, else to a
     grain */
  double     magic;
  Vec3       limit;       /* largest absolute coordinates, m: beyond them the run stops */
  double     restitution; /* of reflecting faces; 1 unless it is set */
  DomainCell cell;
} Domain;

/* Members that define a domain; the rest follows by domain_create. */
extern const StateItem domain_state[];

enum { FREE_RANGE = 256 }; /* limit along a free axis over the limit along other axes */

/* Domain with a grid that suits it. In two dimensions z of lo, hi and boundary is ignored: the
   domain has 0 and BOUNDARY_FREE. extent: largest distance of a pebble's surface from its clump's
   centre, m. quantum: 0 chooses it, else it is used as given (restart), m. lo and hi are rounded to
   the grid. */
Domain domain_create(int dimension, Vec3 lo, Vec3 hi, const Boundary boundary[3], double extent,
                     double quantum);

/* True if the box, its images and clumps of this extent (m) lie within the limits. A grid chosen
   for other extents, as after a restart, may be too fine for that. */
bool domain_fits(const Domain *domain, double extent);

static inline double grid_round(const Domain *d, double a)
{
  return (a + d->magic) - d->magic;
}

static inline Vec3 grid_round3(const Domain *d, Vec3 a)
{
  return (Vec3){grid_round(d, a.x), grid_round(d, a.y), grid_round(d, a.z)};
}

/* Move a coordinate by whole grid steps. The remainder is kept and added to the next move, so that
   no displacement is lost to rounding: to the grid, and far out along a free axis also of the sum x
   + step. magic: Domain.magic. */
static inline void grid_drift(double *x, double *rest, double way, double magic)
{
  const double d = *rest + way, step = (d + magic) - magic, to = *x + step;

  *rest = d - (to - *x);
  *x    = to;
}

/* x shifted by n periods as they were at the start of the step (DomainCell.before). */
Vec3 domain_shifted_before(const Domain *d, Vec3 x, Image n);
/* x shifted by n periods of a tilted cell; the numbers of reduced periods that make n true ones,
   and back. */
Vec3  domain_shifted_in_cell(const Domain *d, Vec3 x, Image n);
Image domain_reduced(const Domain *d, Image n);
Image domain_true(const Domain *d, Image reduced);

/* x shifted by n periods, exact. */
static inline Vec3 domain_shifted(const Domain *d, Vec3 x, Image n)
{
  if (d->cell.now.tilted) return domain_shifted_in_cell(d, x, n);
  return (Vec3){x.x + n.x * d->length.x, x.y + n.y * d->length.y, x.z + n.z * d->length.z};
}

Image domain_boxes_beyond(const Domain *d, Vec3 x);

/* Number of periods to subtract so that x lies in [lo, hi) along periodic axes; 0 along others.
   Nearly always 0: the test is inlined, the rest is in domain_boxes_beyond. */
static inline Image domain_boxes(const Domain *d, Vec3 x)
{
  if (x.x >= d->lo.x && x.x < d->hi.x && x.y >= d->lo.y && x.y < d->hi.y && x.z >= d->lo.z &&
      x.z < d->hi.z)
    return (Image){0, 0, 0};
  return domain_boxes_beyond(d, x);
}

/* Longest and shortest side of the box, m. */
double domain_longest(const Domain *d);
double domain_shortest(const Domain *d);
/* x wrapped into the box along periodic axes, exact. */
Vec3 domain_wrapped(const Domain *d, Vec3 x);
/* Wrap the centre of a row, count the images that it has crossed, and give its pose the velocity of
   the image in the box. */
void domain_wrap(const Domain *d, Clumps *clumps, PetscInt row);
/* Numbers *from .. *to of reduced periods (domain_true) along each axis of the periodic images of
   the ball around x with this radius (m) that may meet the box. They include 0, and in a tilted
   cell some that do not meet it. Along axes that are not periodic both are 0. */
void domain_images(const Domain *d, Vec3 x, double radius, Image *from, Image *to);
/* True if some axis has reflecting faces. */
bool domain_reflects(const Domain *d);
/* True if x lies outside an open face. False for NaN. */
bool domain_has_left(const Domain *d, Vec3 x);

/* True if x is within the limits. False for NaN. */
static inline bool domain_in_range(const Domain *d, Vec3 x)
{
  return fabs(x.x) < d->limit.x && fabs(x.y) < d->limit.y && fabs(x.z) < d->limit.z;
}

/* The following for a tilted cell: from the last to the first axis of its order. */
Image domain_nearest_in_cell(const Domain *d, Vec3 u);

/* True if it is periodic along all its axes. */
static inline bool domain_wraps_all(const Domain *d)
{
  for (int k = 0; k < d->dimension; k++)
    if (!boundary_wraps(d->boundary[k])) return false;
  return true;
}

/* Periods to be added to a difference of positions to make it at most half a side along each
   axis. */
static inline Image domain_nearest(const Domain *d, Vec3 u)
{
  int32_t n[3] = {0, 0, 0};

  if (d->cell.now.tilted) return domain_nearest_in_cell(d, u);

  for (int k = 0; k < 3; k++)
    if (boundary_wraps(d->boundary[k]))
      n[k] = -periods_of(floor(vec3_axis(u, k) / vec3_axis(d->length, k) + 0.5));
  return (Image){n[0], n[1], n[2]};
}

static inline Image image_add(Image a, Image b)
{
  return (Image){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline Image image_sub(Image a, Image b)
{
  return (Image){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* Lexicographic sign: -1, 0 or 1. */
static inline int image_sign(Image n)
{
  const int32_t first = n.x ? n.x : n.y ? n.y : n.z;

  return first > 0 ? 1 : first < 0 ? -1 : 0;
}

/* ---- domain_read.c ---- */

extern const OptionKind domain_kind;

/* Limits and faces of the domain, and the edges of its cell, m; `vectors`: the edges were given. In
   two dimensions z is as given, and is not used. */
typedef struct {
  Vec3     lo, hi, vector[3];
  bool     vectors;
  Boundary boundary[3];
} DomainGiven;

/* Read the section. Mistakes are noted in the options. */
void domain_read(Options *options, int dimension, DomainGiven *given);

#endif
