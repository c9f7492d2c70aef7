/* SPDX-License-Identifier: MIT */
/* Templates: the body-frame shape of clumps, their mass properties, and the materials of their
   pebbles. */
#ifndef MATTER_TEMPLATE_H
#define MATTER_TEMPLATE_H

#include "base/base.h"
#include "base/shared.h"
#include "base/vec.h"
#include "geometry/sphere_tree.h"
#include "matter/quantity.h"

typedef struct {
  char           name[NAME_LENGTH];
  double         density;        /* kg/m^3; in two dimensions kg/m^2 */
  double         young, poisson; /* Pa, 1 */
  QuantityValues quantity;
} Material;

typedef struct Materials {
  int       n;
  Material *list;
} Materials;

/* Index of the material called `name`, or -1. */
int materials_find(const Materials *materials, const char *name);

/* A set of pebbles as given, in any frame. Arrays of n elements; owned by the struct. */
typedef struct {
  int n;
  /* 3: spheres; 2: discs in the plane z = 0, densities in kg/m^2, volumes are areas in m^2 */
  int       dimension;
  Vec3     *x; /* centres, m */
  double   *r; /* m */
  int      *material;
  uint64_t *group; /* masks (group.h); NULL: none */
  /* half axes: a pebble is a capsule, the points within r of the segment from x - axis to x + axis,
     or with 0 a sphere, m; NULL: all are spheres */
  Vec3 *axis;
  /* pebbles that differed slightly were merged; error bounds of mass properties include the
     difference */
  bool merged;
} PebbleSet;

/* Allocate a set of n pebbles without groups; dimension is 3 until the caller sets it. */
void pebble_set_create(int n, PebbleSet *set);
void pebble_set_free(PebbleSet *set);
/* Allocate the half axes, all 0. */
void pebble_set_axes(PebbleSet *set);
/* Make pebble i the capsule from one point to another, m, with half axes allocated if there are none;
   where both are the same, a sphere. */
void pebble_set_put(PebbleSet *set, int i, Vec3 from, Vec3 to, double r);
/* Number of capsules. */
int                pebble_set_capsules(const PebbleSet *set);
static inline Vec3 pebble_set_axis(const PebbleSet *set, int i)
{
  return set->axis ? set->axis[i] : (Vec3){0, 0, 0};
}

/* Mass properties about the centre, in the axes of the pebbles as given. In dimension 2, those
   of a lamina without thickness: volume is its area, m^2, inertia.zz = inertia.xx + inertia.yy
   its polar inertia, xz and yz are 0. The error of the inertia is the operator norm of the
   tensor's error over its largest principal moment; no principal moment is off by more (Weyl
   1912, Math. Ann. 71, 441). For the axes see mass_axes_error in mass.h. */
typedef struct {
  double volume;    /* m^3 */
  double mass;      /* kg */
  Vec3   centre;    /* m */
  Sym3   inertia;   /* kg m^2 */
  Vec3   principal; /* ascending, kg m^2 */
  Quat   axes;  /* turns principal-frame vectors into given-frame vectors; right-handed, w >= 0 */
  double error; /* bound on the relative error of volume, mass and inertia, see above */
  double centre_error; /* bound on the distance of the centre from the true one, m */
} MassProperties;

/* Part of a pebble in a quantity of pebbles (quantity.h), where the clump has the value v: base +
   share v. Base + share x (sum over the template) is the pebble's value in the template. */
typedef struct {
  double value;       /* in the template */
  double base, share; /* base 0, share 1 in a clump of one pebble */
} PebblePart;

/* A capsule is three pebbles of its template, one after the other: the shaft, whose offset is the
   middle of the capsule, and a ball at each end of its axis. Walls touch the ends, and the shaft at
   their ridges (wall/ridges.h); other pebbles touch the capsule as a whole, which lists of pairs know by
   its shaft (search/pairs.h). All three have the radius of the capsule, but its shaft stands for a ball
   around all of it (template_reach). */
typedef enum { PEBBLE_BALL, PEBBLE_SHAFT, PEBBLE_END } PebbleRole;
enum { CAPSULE_PEBBLES = 3 };

/* Templates with more pebbles have a tree for searches; with fewer, all pebbles are tested. */
enum { TEMPLATE_TREE_FROM = 64 };

typedef struct {
  char           name[NAME_LENGTH];
  int            n;                 /* pebbles */
  Vec3          *offset;            /* m, from the centre, in the principal frame, at scale 1 */
  double        *radius;            /* m, at scale 1 */
  uint8_t       *role;              /* PebbleRole; NULL: all are balls */
  double        *reach;             /* with role; see template_reach */
  int           *material;          /* index per pebble */
  uint64_t      *group;             /* mask per pebble (group.h) */
  MassProperties mass;              /* at scale 1 */
  double         extent;            /* largest |offset|, m */
  Vec3           half;              /* largest |offset| along each principal axis, m */
  double         bound;             /* largest |offset| + radius, m */
  double         smallest, largest; /* pebble radius, m */
  /* over offset and radius, for more than TEMPLATE_TREE_FROM pebbles; else empty */
  SphereTree     tree;
  QuantityValues quantity; /* set by templates_average, templates_divide */
  /* [n] of quantities of pebbles, set by templates_divide; NULL: not in use, or another quantity */
  PebblePart *part[QUANTITIES];
  double      density; /* mass over volume if given, kg/m^3; 0: density of its materials */
  int  carries; /* 1: its one clump carries a wall's surface (wall.h), and every rank holds it */
  bool still; /* its clumps start with all rotations blocked; of the scenario, not in checkpoints */
  /* 1: the inertia is given and does not change with scale or density of a clump, only the mass
     does */
  int32_t  inertia_given;
  uint64_t selected; /* the group that selects its clumps, a mask (groups_select); 0: none asks */
  bool     shared;   /* its arrays, but for parts, are in Templates.shared, and are only read */
} Template;

typedef struct Templates {
  int       n, capacity;
  int       dimension; /* 2: discs in the plane z = 0; 3, and 0: spheres */
  Template *list;
  Shared    shared; /* of all ranks of the node */
  /* with `shared`: the forms of n_formed templates (templates_form), of use if these are all */
  int     n_formed;
  double *forms, *column;
} Templates;

/* Radii of balls around the pebbles, m, at scale 1: of a shaft, around its capsule; else the radius
   of the pebble. */
static inline const double *template_reach(const Template *t)
{
  return t->role ? t->reach : t->radius;
}
static inline PebbleRole template_role(const Template *t, int i)
{
  return t->role ? (PebbleRole)t->role[i] : PEBBLE_BALL;
}
/* Half axis of the capsule with shaft i, m, at scale 1. */
static inline Vec3 template_axis(const Template *t, int i)
{
  return vec3_sub(t->offset[i + 2], t->offset[i]);
}
/* The name of the first template with capsules, NULL: there is none. */
const char *templates_capsules(const Templates *templates);
/* Number of pebbles of all templates. */
PetscInt templates_pebbles(const Templates *templates);
/* The pebbles of all templates, one template after the other, as placing reads them: offset from the
   centre in the principal frame, and reach, at scale 1. forms: [n][4], x, y, z and r; column: [4][n]. */
void templates_form(const Templates *templates, double *forms, double *column);

/* Factor on volume and mass when lengths are scaled; moments of inertia have scale^2 times this
   factor. */
static inline double templates_volume_factor(const Templates *templates, double scale)
{
  return templates->dimension == 2 ? scale * scale : scale * scale * scale;
}

/* Allocate offset, radius, material and group of n pebbles; role, parts and tree are empty. */
void template_create(Template *t);
/* Append a template made of `set` (copied) with these mass properties: offsets are turned into
   the principal frame, whose third axis is z in two dimensions. */
PetscErrorCode templates_add(Templates *templates, const char *name, const PebbleSet *set,
                             const MassProperties *mass);
/* Append template *t and take ownership of its arrays, which are removed from *t; its other
   members stay. */
void templates_take(Templates *templates, Template *t);
/* Allocate role and reach, all of balls. */
void template_create_roles(Template *t);
/* Set reach, extent, half, bound, smallest, largest and the tree from offsets, radii and roles. */
void template_derive(Template *t);
int  templates_find(const Templates *templates, const char *name);
/* Set capacities of quantities and, where they are not given, values at the start from those of the
   materials: means over the pebbles, weighted by radius^3 x density (radius^2 in two dimensions),
   the values also by the capacity if all have one. None where a material has none. */
void templates_average(const Materials *materials, Templates *templates);
/* Set the parts of pebbles in quantity q. Values of pebbles that are not set yet follow from a
   start value of the template, else from the materials if all have one, else they are 0 and the
   template has no start value. */
void templates_divide(const Materials *materials, Templates *templates, int q);
/* Value of pebble i in a clump that has this value. */
static inline double pebble_part(const Template *t, int q, int i, double of_clump)
{
  return t->part[q][i].base + t->part[q][i].share * of_clump;
}
/* True if all its pebbles are of this material. */
bool template_is_of(const Template *t, int material);
/* Density that a clump's own density replaces, kg/m^3: the given one, else that of its only
   material, else mass over volume. */
double template_density(const Materials *materials, const Template *t);
/* When set-up has made them: keep one copy a node of the arrays of templates with trees, if these
   take TEMPLATES_SHARED_FROM bytes and nodes have several ranks. Does nothing the second time.
   Collective. */
enum { TEMPLATES_SHARED_FROM = 1 << 20 };
PetscErrorCode templates_share(const Parallel *par, Templates *templates);
/* Keep the first n. */
void templates_cut(Templates *templates, int n);
void templates_free(Templates *templates);

#endif
