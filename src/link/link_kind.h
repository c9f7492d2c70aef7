/* SPDX-License-Identifier: MIT */
/* Plug-in kind LinkKind: forces between two points of two bodies at any distance, such as those of
   springs and bonds. A kind is one file that ends in one const struct, and one line in
   link_list.h. */
#ifndef LINK_LINK_KIND_H
#define LINK_LINK_KIND_H

#include "contact/term.h"
#include "link/link_ends.h"
#include "link/link_lanes.h"
#include "link/link_list.h"
#include "options/csv.h"

enum { LINK_TILE = 64 };

/* The end of a link: a point of a clump, the centre of one of its pebbles, its own centre, or a
   point at an arm that the link keeps. */
typedef struct {
  Vec3   arm;    /* from the centre of the clump to the point, lab frame, m */
  Vec3   v, w;   /* velocity of that centre, m/s; angular velocity, rad/s */
  Quat   q;      /* attitude of the clump */
  double radius; /* of the pebble, m; 0: the point is no pebble's centre */
} LinkEnd;

/* A tile of links of one object of the scenario: input and output of the kind. Point a is the end
   of the first body in canonical order (links.h). */
typedef struct {
  int           n;
  int           dimension;      /* 2 or 3 */
  Vec3          way[LINK_TILE]; /* from point a to point b, m */
  LinkEnd       a[LINK_TILE], b[LINK_TILE];
  const double *memory[LINK_TILE]; /* the fields of the kind, one after the other */
  /* set by apply, zero before */
  Vec3   force[LINK_TILE];                 /* on a, N; b gets the opposite */
  Vec3   at_a[LINK_TILE], at_b[LINK_TILE]; /* where it acts, from point a and from point b, m */
  Vec3   couple[LINK_TILE];                /* on a, N m; b gets the opposite */
  double energy[LINK_TILE];                /* stored, J */
  double damped[LINK_TILE];                /* power that dashpots take, W */
  /* 0: it holds; k: it breaks now by LinkKind.ruptures[k - 1]; force, couple and energy must be 0
     then */
  int    rupture[LINK_TILE];
  double lost[LINK_TILE]; /* energy of one that breaks now, J */
} LinkBatch;

/* Largest stiffnesses of a link, for the stable time step. */
typedef struct {
  double force, damping;     /* of the force, N/m, kg/s */
  double turn, turn_damping; /* of the couple, N m/rad, N m s/rad */
  double lever; /* largest distance of the place where the force acts from the points, m */
} LinkStiffness;

/* Input of read(). */
typedef struct {
  Options    *options;
  const char *kind, *name; /* of the object */
} LinkSource;

enum { LINK_GIVEN = 16 };

/* Values that a list file gives for a link. */
typedef struct {
  double value[LINK_GIVEN]; /* in the order of LinkKind.columns; NAN: not given */
  bool   reversed;          /* a of the file is b of the link */
  int    dimension;         /* of the run */
} LinkGiven;

static inline LinkGiven link_nothing_given(int dimension)
{
  LinkGiven given = {.dimension = dimension};

  for (int k = 0; k < LINK_GIVEN; k++) given.value[k] = NAN;
  return given;
}

typedef struct {
  Plugin             head;    /* name, in files and messages too; sentence; source */
  OptionKind         options; /* its objects in the scenario; link_tables are among its tables */
  size_t             size;    /* of the constants of an object, bytes; zero before read() */
  const MemoryField *memory;  /* what each link keeps */
  bool               pebbles; /* its ends are pebbles, never the centre of a clump */
  /* Its ends are points of any place: list files have the columns a, b and ax,ay,az,bx,by,bz (arms
     in the axes in which the templates are given, m; 0 without them). The first six numbers of the
     memory are the arms, in the principal axes of the clumps. Its keys are `file` and its own. */
  bool               arms;
  bool               passive;  /* it gives no forces, and apply sets none */
  const char *const *ruptures; /* names of the ways in which a link breaks; NULL: it never does */
  int cost; /* about that of a link in a step on one core, ns: for the balance of ranks */
  int (*cost_of)(const void *self); /* the same of an object; NULL: `cost` */
  /* False: this object of its options is no link. NULL: all are. */
  bool (*takes)(const Options *options, const char *name);
  /* Set what the rows of `options` that name a member have not filled. Mistakes are noted in the
     options. NULL: nothing is left to do. */
  void (*read)(void *self, const LinkSource *source);
  /* Further columns of the list file of an object, of numbers, at most LINK_GIVEN; NULL: none. */
  const CsvColumn *(*columns)(const void *self);
  /* Why two clumps cannot be linked so: the rest of a sentence; NULL: they can. A NULL member: any
     can. */
  const char *(*fault)(const void *self, const ClumpState state[2], const LinkGiven *given);
  /* Memory of link k of the batch, which is made now; arms are set already. */
  void (*start)(const void *self, const LinkBatch *batch, int k, const LinkGiven *given,
                double *memory);
  /* Forces, couples, stored energies and ruptures of a batch. They may depend on the batch
     alone. */
  void (*apply)(const void *self, LinkBatch *batch);
  /* Called instead of apply, with the links as columns, which is faster. Only for kinds that are not
     passive, have no `arms`, and keep 4 to LINK_REALS reals of memory. NULL: the kind has apply. */
  void (*evaluate)(const void *self, LinkLanes *lanes);
  /* For passive kinds: LinkBatch.rupture of a link, which its memory alone decides. A step calls
     apply only if a link breaks. */
  int (*rupture)(const void *self, const double *memory);
  /* NULL: the kind gives no forces here, and does not limit the time step. */
  LinkStiffness (*stiffness)(const void *self, const LinkBatch *batch, int k);
} LinkKind;

#define LINK_DECLARED(kind) extern const LinkKind kind;
LINK_LIST(LINK_DECLARED)
#undef LINK_DECLARED

/* Place of a kind in the list, and their number. */
#define LINK_PLACE(kind) place_of_##kind,
enum { LINK_LIST(LINK_PLACE) LINK_KINDS };
#undef LINK_PLACE

/* In the order of the list. */
extern const LinkKind *const link_kinds[LINK_KINDS];

/* Keys of every kind: which points are linked. */
extern const Option *const link_tables[];

/* Number of reals that a link of the kind keeps. */
int link_columns(const LinkKind *kind);
/* Evaluate the links of a batch, by the function that the kind has. */
void link_apply(const LinkKind *kind, const void *self, LinkBatch *batch);

/* Velocity of the point at `at_p` from the end p relative to that at `at_q` from the end q, m/s;
   the same bits of images of both that move alike. */
static inline Vec3 link_slip(const LinkEnd *p, Vec3 at_p, const LinkEnd *q, Vec3 at_q)
{
  return vec3_add(vec3_sub(p->v, q->v), vec3_sub(vec3_cross(p->w, vec3_add(p->arm, at_p)),
                                                 vec3_cross(q->w, vec3_add(q->arm, at_q))));
}

#endif
