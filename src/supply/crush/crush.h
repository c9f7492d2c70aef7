/* SPDX-License-Identifier: MIT */
/* Clumps that break into fragments when their contacts press them too hard: the section `crush`. A
   clump breaks at the end of a step in which its mean pressure, -sum of arm . force / (dimension x
   volume), reaches the strength. Fragments enter as waiting clumps do (supply/source.c).
   Mass, momentum and angular momentum are conserved. */
#ifndef SUPPLY_CRUSH_CRUSH_H
#define SUPPLY_CRUSH_CRUSH_H

#include "matter/clumps.h"
#include "matter/module.h"
#include "measure/energy/ledger.h"
#include "options/options.h"

/* An object of the scenario. */
typedef struct {
  const char *name;      /* owned by the options */
  int template;          /* of the clumps that break; -1: a mistake */
  double     strength;   /* Pa; in two dimensions N/m */
  int32_t    rows_of;    /* template for which `rows` were made, as in the checkpoint */
  uint64_t   file;       /* hash of the name of the file of fragments */
  StateArray rows;       /* FRAGMENT_REALS numbers for each fragment */
  int64_t    broken;     /* clumps since the first step, this rank's part */
  int64_t    broken_all; /* of all ranks, when last counted for a checkpoint */
} Crush;

/* Numbers of a fragment, for a parent of scale 1: index of its template; position of its centre and
   attitude, in the principal axes of the parent; scale; share of the mass. */
enum {
  FRAGMENT_TEMPLATE,
  FRAGMENT_X,
  FRAGMENT_Q     = FRAGMENT_X + 3,
  FRAGMENT_SCALE = FRAGMENT_Q + 4,
  FRAGMENT_SHARE,
  FRAGMENT_REALS
};

static inline int crush_fragments(const Crush *c)
{
  return (int)(c->rows.n / FRAGMENT_REALS);
}

static inline const double *crush_fragment(const Crush *c, int k)
{
  return (const double *)c->rows.list + (size_t)k * FRAGMENT_REALS;
}

/* Position and attitude of a fragment. */
static inline Vec3 fragment_place(const double *f)
{
  return (Vec3){f[FRAGMENT_X], f[FRAGMENT_X + 1], f[FRAGMENT_X + 2]};
}

static inline Quat fragment_attitude(const double *f)
{
  return (Quat){f[FRAGMENT_Q], f[FRAGMENT_Q + 1], f[FRAGMENT_Q + 2], f[FRAGMENT_Q + 3]};
}

/* State of the module. */
typedef struct {
  int    n;
  Crush *list;
} Crushes;

extern const Module     crush_module;
extern const OptionKind crush_kind;

/* True if clumps may break; crushes: state of the module, or NULL. */
static inline bool crushes_are_used(const Crushes *crushes)
{
  return crushes && crushes->n > 0;
}

/* Read the objects, when templates are known. Mistakes are noted in the options. A hook of the
   module, as crushes_foresee is. */
PetscErrorCode crushes_read(void *crushes, World *world);
/* Find the fragments of each object: those of the checkpoint, or those of the scenario. Mistakes as
   above. Collective. */
PetscErrorCode crushes_resolve(Crushes *crushes, World *world);
/* Set the mass and inertia of a row that is this fragment of a body of mass `mass`, kg. */
void crush_weigh(Clumps *clumps, PetscInt row, const double *fragment, double mass);
/* When all clumps are known: add the fragments that clumps may break into, and the fragments of
   these, to the extremes, and lower World.smallest to their pebbles. Collective. */
PetscErrorCode crushes_foresee(void *crushes, World *world);

#endif
