/* SPDX-License-Identifier: MIT */
/* Forces of a host: the program that runs the simulation through src/api/clast.h. Each is an Acting
   at the end of the list of interactions, of the same arithmetic as the section `force`: on centres
   of clumps, evaluated by their owners, rounded once to quanta of the exact sums, its work
   supplied.

   Pushes. Entries (id, force, torque) come from any rank, and are brought to the owners of the clumps
   (matter/by_id.h). The owner sums the entries of an id exactly, rounds the sum once to doubles, and
   keeps it in two columns of the clump (USE_PUSHED), which are there only if a host has ever pushed.
   They migrate with the clump, and end with it; they are in no checkpoint. In an
   evaluation the clumps whose columns are not 0 get one contribution each.

   Calls. In an evaluation each rank gathers the columns that a call asks for, of its clumps that
   are not gone, calls it once, and adds what it has set, one contribution to each clump. */
#ifndef INTERACTION_HOST_HOST_FORCES_H
#define INTERACTION_HOST_HOST_FORCES_H

#include "interaction/interactions.h"
#include "matter/by_id.h"
#include "matter/world.h"

/* ---- pushes ---- */

typedef struct {
  PetscInt    n;
  const Id   *id;
  const Vec3 *force, *torque; /* N; N m about the centre; NULL: none */
  /* they are all of those by grids (measure/grid/): beside the others, in place of all former ones by
     grids; ids of clumps that have left do not matter */
  bool by_grids;
} Pushes;

/* From the next evaluation on let these forces act in place of former ones on the same clumps;
   entries of an id are added up. *done false: nothing has changed, as the fault says. A rank whose
   entries are no good may bring a fault and no entries. Collective. */
PetscErrorCode host_push(World *world, const Pushes *pushes, IdFault *fault, bool *done);
/* Take all pushes back. Local; the same on all ranks. */
void host_push_none(World *world);

/* ---- calls ---- */

/* Columns of bodies that a call asks for. */
enum {
  HOST_POSITION         = 1,
  HOST_ORIENTATION      = 2,
  HOST_VELOCITY         = 4,
  HOST_ANGULAR_VELOCITY = 8,
  HOST_MASS             = 16,
  HOST_RADIUS           = 32,
  HOST_MATERIAL         = 64,
  HOST_TEMPLATE         = 128,
  HOST_GROUPS           = 256,
  HOST_ID               = 512,
  HOST_COLUMNS          = 1023
};

/* Owned clumps that are not gone, as columns of n rows, at one time of an evaluation; columns
   that were not asked for are NULL. */
typedef struct {
  PetscInt        n;
  double          time; /* s */
  const Id       *id;
  const Vec3     *x; /* wrapped into the box along periodic axes, m */
  const Quat     *q;
  const Vec3     *v, *w;               /* predicted, m/s, rad/s */
  const double   *mass, *radius;       /* kg; of the sphere, or disc, of the clump's volume, m */
  const int32_t  *material, *template; /* material of the first pebble */
  const uint64_t *group;
  Vec3           *force, *torque;       /* 0 at first: to be set, N, N m */
  char            why[INTERACTION_WHY]; /* to be set if it fails */
} HostBodies;

typedef struct HostCall HostCall;
struct HostCall {
  /* Set forces and torques; false: it has failed. */
  bool (*call)(const HostCall *, HostBodies *);
  unsigned columns; /* HOST_ bits */
  /* for `call` alone */
  void *caller, *context;
  void (*function)(void);
};

/* Let it act from the next evaluation on. Returns its number, from 1, which no other one ever gets;
   0: there are as many forces as there may be. Local; the same on all ranks. */
int host_call_add(Interactions *interactions, const HostCall *call);
/* false: no call has this number. Local; the same on all ranks. */
bool host_call_remove(Interactions *interactions, int number);
/* True if there is any call. */
bool host_calls(const Interactions *interactions);

#endif
