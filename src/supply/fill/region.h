/* SPDX-License-Identifier: MIT */
/* Plug-in kind RegionKind: parts of space that clumps are put into, or taken out of. A kind is a
   const RegionKind, and one line in a list below.

   Positions are drawn with + - * / and square roots only, so that all ranks draw the same bits. */
#ifndef SUPPLY_FILL_REGION_H
#define SUPPLY_FILL_REGION_H

#include "base/random.h"
#include "matter/template.h"
#include "options/options.h"
#include "space/domain.h"

enum { REGION_DRAWS = 64 }; /* most positions drawn until all pebbles lie in the region */

/* A clump that is to lie in a region: a template at a scale, in an attitude. */
typedef struct {
  const Template *template;
  double scale;
  Quat   q;
} RegionBody;

typedef struct {
  const Parallel *par;
  Options        *options;
  const char     *kind, *object; /* object of the scenario */
  int             dimension;     /* 2 or 3 */
  bool           *good;          /* set to false with each mistake */
} RegionSource;

typedef struct RegionKind {
  Plugin head;
  /* The head for fills (clumps), without the keys that clumps have themselves: file, scale,
     attitude, lo and hi. */
  Plugin      fill;
  size_t      size;     /* of its constants, bytes; they are zero before read() */
  const char *at[2];    /* keys that give its lower and upper ends, for messages */
  const char *needs[4]; /* keys that must be given */
  /* Read the keys of an object, which has those, into the constants, beyond what the tables of
     `head` bind to members; mistakes are noted. Collective. NULL: there is nothing to read. */
  PetscErrorCode (*read)(void *own, RegionSource s);
  /* True if the place x, wrapped into the domain, or one of its periodic images lies in the
     region. */
  bool (*inside)(const void *own, const Domain *domain, Vec3 x);
  void (*free)(void *own); /* what the constants own; NULL: nothing */
  /* True if no place of the box lo..hi, whose ends may be infinite, lies in the region; NULL: its
     own box tells as much. */
  bool (*misses)(const void *own, Vec3 lo, Vec3 hi);
  /* The following are NULL for regions without an end on every side. */
  /* The smallest box along the axes that holds it; in two dimensions z is 0. */
  void (*box)(const void *own, Vec3 *lo, Vec3 *hi);
  /* Volume, m^3; area in two dimensions, m^2. */
  double (*volume)(const void *own);
  /* Draw a position of the centre, on the grid, such that every pebble of the body is in the
     region. A region that spans a periodic axis has no ends along it. False: REGION_DRAWS draws
     gave no such position in this attitude. */
  bool (*draw)(const void *own, const Domain *domain, const RegionBody *body, Random *random,
               Vec3 *x);
} RegionKind;

/* A region of an object. */
typedef struct {
  const RegionKind *kind; /* NULL: none */
  char             *own;  /* its constants; owned */
} Region;

/* The lists: with an end on every side, and the others. */
#define REGION_KINDS(X) \
  X(region_box) \
  X(region_cylinder) \
  X(region_cone) \
  X(region_sphere) \
  X(region_mesh)

#define ENDLESS_REGIONS(X) X(region_plane)

#define REGION_KIND_DECLARED(kind) extern const RegionKind kind;
REGION_KINDS(REGION_KIND_DECLARED)
ENDLESS_REGIONS(REGION_KIND_DECLARED)
#undef REGION_KIND_DECLARED

/* For the option `region`: regions with an end on every side, and all. NULL-terminated. */
extern const Plugin *const region_heads[], *const all_region_heads[];
/* The former for fills. */
extern const Plugin *const fill_region_heads[];

/* Keys that several kinds share; `axis` of a fill is that of its region or, where that has none, of
   a fixed attitude (attitudes.c). */
extern const Option region_point_keys[], region_radius_keys[], attitude_axis_keys[];

/* Read the region of an object by its key `region`, and those of the kind. Collective. */
PetscErrorCode region_read(RegionSource source, Region *region);
void           region_free(Region *region);
/* True if nothing in the box lo..hi, whose ends may be infinite, can be in the region. Periodic
   images do not count. */
bool region_misses(const Region *region, Vec3 lo, Vec3 hi);

/* Report the region of an object if it crosses an open face, is longer than a period, or reaches
   beyond the limits of positions. It may cross periodic faces, and extend along axes with free
   faces. */
void region_check(Options *options, const char *kind, const char *object, const Region *region,
                  const Domain *domain);

/* The periodic image of x that is nearest to a place along each axis, m. */
Vec3 region_image(const Domain *domain, Vec3 near, Vec3 x);
/* Distances that the pebbles of a body reach from its centre along -u and +u, u a unit vector,
   m. */
void body_reaches(const RegionBody *body, Vec3 u, double *below, double *above);
/* True if `holds` is true for each pebble of the body, a ball of radius r (m) at `at`. x: the
   centre of the body, m, from the same origin as `at`. */
bool body_is_held(const RegionBody *body, Vec3 x, bool (*holds)(const void *own, Vec3 at, double r),
                  const void *own);
/* True if a ball of radius r (m) around x may meet the box lo..hi, or one of its periodic
   images. */
bool box_may_meet(const Domain *domain, Vec3 lo, Vec3 hi, Vec3 x, double r);

#endif
