/* SPDX-License-Identifier: MIT */
/* Reading of the specification of a fill, key by key. */
#ifndef SUPPLY_FILL_FILL_INTERNAL_H
#define SUPPLY_FILL_FILL_INTERNAL_H

#include "supply/fill/fill_spec.h"

/* State while a specification is read. */
typedef struct {
  const Parallel  *par;
  Options         *options;
  const Templates *templates;
  FillSpec        *spec;
  bool             good;
} FillReading;

/* Distributions of sizes (SizeKind) and of attitudes (AttitudeKind); NULL-terminated. */
extern const Plugin *const size_heads[], *const attitude_heads[];
extern const Plugin *const inlet_attitude_heads[];

/* Keys of the object. */
/* True if a fill or inlet has one attitude for all its clumps as `attitude`, which in a region: mesh
   is that of the mesh. */
bool        fill_has_attitude(const Options *options, const char *kind, const char *name);
bool        fill_has(const FillReading *r, const char *key);
double      fill_real(const FillReading *r, const char *key);
const char *fill_word(const FillReading *r, const char *key);
bool        fill_is_word(const FillReading *r, const char *key, const char *value);
bool        fill_is_set(const FillReading *r, const char *key); /* given, but perhaps wrong */

#define FILL_MISTAKE(r, key, ...) \
  do { \
    option_mistake((r)->options, (r)->spec->kind, (r)->spec->name, key, __VA_ARGS__); \
    (r)->good = false; \
  } while (0)

/* Require a key; a key that was given but is wrong was reported before. */
void fill_need(FillReading *r, const char *key, const char *by);
/* Require exactly one of two or three keys. */
void fill_need_one(FillReading *r, const char *by, const char *const keys[]);

/* The kth template of the specification. */
static inline const Template *fill_template(const FillReading *r, int k)
{
  return &r->templates->list[r->spec->templates[k]];
}

/* ---- parts of the specification, read in this order ---- */

void fill_attitudes_read(FillReading *r);
/* Read the distribution of sizes. Collective. */
PetscErrorCode fill_sizes_read(FillReading *r);
/* Find the size of each template at scale 1, and bounds on clumps and pebbles. Collective. */
PetscErrorCode fill_units_find(FillReading *r);

/* ---- attitudes ---- */

/* Plug-in kind AttitudeKind: distributions of the attitudes of clumps of fills and inlets. A kind
   is a const AttitudeKind, and one line in a list below. It uses + - * / and square roots only, so
   that all ranks draw the same bits. */
typedef struct AttitudeKind {
  Plugin head;
  size_t size; /* of its constants, bytes; they are zero before read() */
  /* Read the keys of a fill into the constants; mistakes are noted. Local; the
     same on every rank. NULL: it has no keys. */
  void (*read)(void *own, FillReading *r);
  /* Draw the rotation from the principal frame of a template with these axes to the lab. dimension
     2: about z alone. */
  Quat (*draw)(const void *own, int dimension, Quat axes, Random *random);
} AttitudeKind;

/* The list. */
#define ATTITUDE_KINDS(X) \
  X(attitude_random) \
  X(attitude_fixed) \
  X(attitude_ranges)

/* The list for inlets. */
#define INLET_ATTITUDES(X) \
  X(attitude_random) \
  X(inlet_attitude_fixed) \
  X(attitude_ranges)

#define ATTITUDE_KIND_DECLARED(kind) extern const AttitudeKind kind;
ATTITUDE_KINDS(ATTITUDE_KIND_DECLARED)
extern const AttitudeKind inlet_attitude_fixed;
#undef ATTITUDE_KIND_DECLARED

/* ---- sizes ---- */

/* Plug-in kind SizeKind: size distributions of fills and inlets. A kind is a const SizeKind, and
   one line in the list below. */

enum { SIZES_WHY = 256 }; /* characters of a reason why a distribution is refused */

/* Points of a cumulative curve, linear between them. Owned by the caller of SizeKind.curve, who
   frees each array with array_free. */
typedef struct {
  int     n;    /* at least 1 */
  double *size; /* ascending, > 0 */
  /* share of the whole between points i - 1 and i; share[0]: of exactly the first size */
  double *share;
} Curve;

/* Constants, each for the kinds that have its key; lengths in m, or 1 where sizes are scales. */
typedef struct {
  double mean, deviation; /* of the size itself, before it is cut to lo .. hi */
  /* NAN, of normal and lognormal: 3 standard deviations (of the logarithm) from the median */
  double lo, hi;
  bool   is_log; /* lognormal */
  /* n pairs of size and passing, both non-decreasing; the last passing is the whole. A first
     passing > 0 is the share of exactly the first size; two points of equal size give a share of
     exactly this size */
  int           n;
  const double *points; /* [2 n] borrowed, or = own */
  double       *own;    /* of a file; NULL: none; array_free */
} Sizes;

typedef struct SizeKind {
  Plugin      head;     /* its keys fill the members above */
  const char *needs[2]; /* keys that must be given */
  /* Read points. NULL: nothing. Collective. */
  PetscErrorCode (*read)(Sizes *sizes, FillReading *r);
  /* False: the constants make no sense, with the reason in why[SIZES_WHY]. Rank 0. */
  bool (*sound)(const Sizes *sizes, char *why);
  /* The curve of sound constants; may call the C library, whose last bits differ between machines.
     Rank 0. */
  void (*curve)(const Sizes *sizes, Curve *c);
} SizeKind;

/* The list. */
#define SIZE_KINDS(X) \
  X(sizes_equal) \
  X(sizes_uniform) \
  X(sizes_normal) \
  X(sizes_lognormal) \
  X(sizes_table)

#define SIZE_KIND_DECLARED(kind) extern const SizeKind kind;
SIZE_KINDS(SIZE_KIND_DECLARED)
#undef SIZE_KIND_DECLARED

/* Print the reason; always false. */
bool sizes_refuse(char *why, const char *text);

#endif
