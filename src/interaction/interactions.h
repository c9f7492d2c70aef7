/* SPDX-License-Identifier: MIT */
/* The interactions of a scenario: their pair lists, forces and energies.

   Forces go to the same exact sums as those of contacts (matter/loads.h): the same bits on any
   number of ranks. A pair is evaluated by one rank, as contacts are (search/pairs.h), with its
   reference point half way between the centres; a force on a body by the clump's owner.
   Interactions have pair lists of their own, in which pebbles are points: reaches are distances of
   centres. These lists are made at the same rebuilds and narrowings as those of contacts, with the
   same skins. Without interactions none of the functions does anything. */
#ifndef INTERACTION_INTERACTIONS_H
#define INTERACTION_INTERACTIONS_H

#include "contact/contacts.h"
#include "interaction/gyration.h"
#include "interaction/interaction.h"
#include "matter/group.h"
#include "options/report.h"
#include "options/selection.h"

enum { INTERACTION_WHY = 400 };
/* Forces of a host (host/host_forces.h), at the end of the list. */
enum { HOST_FORCES_MOST = 32 };

/* An object of the section `interaction`, or of the section `force` (force.h). */
typedef struct {
  char               name[NAME_LENGTH];
  const char        *section; /* its option kind */
  const Interaction *kind;
  void              *constants; /* owned */
  unsigned           needs;     /* NEEDS_ bits */
  int                a, b;      /* materials of pairs; -1: it acts on bodies only */
  double             reach;     /* of centres, m */
  const Quantity    *quantity;  /* of the clumps; NULL: none */
  Found              found;     /* of passes; borrowed */
  double            *weight;    /* [weights] of pebbles; owned */
  double            *packed;    /* [packs][PACKED] of pebbles and of three more rows; owned */
  PetscInt           weights, packs;
  bool               fresh;     /* lists are new since the passes last began */
  struct MirrorList *mirrors;   /* mirror_list.h; NULL: it has none; owned */
  bool               cut, tail; /* truncation: cut; tail: energy beyond the cutoff is added */
  uint64_t groups; /* mask of the groups of clumps that it acts on; 0: all (interactions_prepare) */
  Bodies   bodies;
  /* of forces */
  uint64_t pebbles; /* mask of groups of pebbles that it acts on; 0: all */
  Vec3    *point;   /* [templates] of BODIES_POINT, as Template.offset; owned */
  bool     in_body; /* its vectors are in the axes of the template, as given */
  Span     span;    /* in which it acts; start INFINITY: it waits */
} Acting;

/* A set of interactions that act between the same materials. */
typedef struct {
  int      n;
  int     *list;  /* [n] indices of Acting: those that conserve energy first */
  int      keeps; /* number of these */
  unsigned needs; /* of all of them */
} Set;

typedef struct Interactions {
  int     n, given; /* those of the scenario come first */
  int     calls;    /* of a host that were ever added */
  Acting *list;     /* does not move */
  /* pairs */
  int     n_sets, n_materials;
  Set    *sets;
  int    *set_of; /* [n_materials][n_materials]: index of the set, -1: none acts */
  double *reach;  /* [n_sets] longest of each, m */
  double  longest;
  Pairs  *pairs;
  Pebbles points; /* view of the pebbles with radius 0: `at` is owned, other columns are borrowed */
  PetscInt points_capacity;
  /* passes */
  bool   has_passes; /* some interaction has passes */
  bool   mirrored;   /* some pebbles see reflections in walls (interactions_mirror) */
  double reached; /* longest reach that pairs had in the last evaluation, over that of the lists */
  int64_t   *sum[PASS_SUMS];   /* [sum_capacity] of clumps */
  double    *total[PASS_SUMS]; /* [sum_capacity] of owned clumps */
  PetscInt   sum_capacity;
  PassBatch *pass;
  double    *value[QUANTITIES]; /* [points.n] of quantities of pebbles that pairs read; else NULL */
  PetscInt   value_capacity[QUANTITIES];
  Tail       tail; /* added to potential energy and virial, at the last interactions_energy, J */
  bool       extended; /* some pebbles are not at their clumps' centres */
  bool       lone;     /* every clump has one pebble: rows of pebbles are rows of clumps */
  bool       magnetic; /* some interaction has a magnetic field */
  bool       supplies; /* the work of some is supplied */
  bool       attracts; /* some act among all clumps */
  Gyration  *gyration; /* [gyrations]: rows of owned clumps, of interactions_gyrate */
  PetscInt   gyrations;
  double    *share; /* [templates] volume over the sum of those of its pebbles */
  double *round; /* [templates] radius of the sphere, or disc, of a clump's volume at scale 1, m */
  /* workspaces */
  PairBatch   *pair;
  BodyBatch   *body;
  MutualBodies mutual;
  char         why[INTERACTION_WHY]; /* why a force was NaN or out of range (BodyForce.explain) */
  Sum supplied; /* work of forces on the bodies in half a step, at the last evaluation, J */
} Interactions;

/* Input of an evaluation. */
typedef struct InteractionScene {
  const Parallel  *par;
  const Domain    *domain;
  const Clumps    *clumps;
  const Pebbles   *pebbles;
  const Templates *templates;
  const Walls     *walls;    /* needed with passes alone */
  double           dt, time; /* s */
  bool             starts;   /* the first evaluation of a run */
} InteractionScene;

/* Read the section `interaction`. Collective. */
PetscErrorCode interactions_create(const Parallel *par, Options *options,
                                   const Materials *materials, int dimension, Interactions **out);
void           interactions_destroy(Interactions **interactions);

/* Append a force on bodies between steps, which owns `constants` (item->kind->size bytes); NULL: there
   are HOST_FORCES_MOST of them. Local; the same on all ranks. */
Acting *interactions_append(Interactions *interactions, const Acting *item);

/* Find reaches, radii, shares and groups, when templates and groups are known. Collective. */
PetscErrorCode interactions_prepare(Interactions *interactions, const Parallel *par,
                                    Options *options, const Templates *templates, Groups *groups);

/* Find the reaches of sets from those of their interactions. Local. */
void interactions_reach(Interactions *interactions);

/* Index of the object of this section and name; -1: none. */
int interactions_find(const Interactions *interactions, const char *section, const char *name);
/* Start or stop a force at this time, s. Returns false if it was on, or off, already. */
bool interactions_turn(Acting *force, bool on, double time);

/* Fields of clumps that they need, as bits for clumps_use: of quantities that they read or give
   flows of, and of passes. */
unsigned interactions_quantities(const Interactions *interactions);
/* True if pebbles of these two materials interact. */
bool interactions_join(const Interactions *interactions, int a, int b);
/* True if pebbles of a material feel walls of another one as mirrors, and need no contact law for
   them. */
bool interactions_mirror(const Interactions *interactions, int pebble, int wall);
/* Note a mistake for a reach that the periodic box does not allow, and warn where a pebble meets
   several images of another one. */
void interactions_check(const Interactions *interactions, const Domain *domain, Options *options,
                        Warnings *warnings);
/* Distance from a pebble's surface within which copies are needed, m; smallest: smallest radius of
   a pebble, m. 0 if no pairs interact. */
double interactions_halo(const Interactions *interactions, double skin, double smallest);

/* The module that holds their states in checkpoints. */
extern const struct Module interactions_module;
/* After a complete step of dt, s. Local. */
void interactions_commit(Interactions *interactions, double dt);

/* Report a load on clump a that is out of range, NAN: no number, if it is the first one of the
   step; else false. by, of: name and option kind of the object; why: the reason, "": not known. */
bool interactions_report(ContactReport *report, const char *by, const char *of, Id a, double size,
                         const char *why);

/* Make the pair lists of the pebbles, which must be placed; `contacts` is the search for the lists
   of contacts. Local. */
PetscErrorCode interactions_build(Interactions *interactions, const PairSearch *contacts);
/* Pick the near pairs again, as contacts_narrow. Local. */
void interactions_narrow(Interactions *interactions, const Domain *domain, const Pebbles *pebbles,
                         double near);
/* Number of near pairs and of listed pairs. */
PetscInt interactions_near(const Interactions *interactions);
PetscInt interactions_listed(const Interactions *interactions);
/* Memory for each pebble placed here, and for each near pair beside that of a RowList, bytes. */
size_t interactions_pebble_bytes(const Interactions *interactions);
size_t interactions_pair_bytes(const Interactions *interactions);

/* Add the forces of the pairs of a block (the same blocks as in the lists of contacts). lost: gets
   the energy that bodies lose in half a step, J. Local. */
void interactions_pull(Interactions *interactions, const InteractionScene *scene, int block,
                       Loads *loads, ContactReport *report, Sum *lost);
/* Add the forces on owned bodies, which must have been moved. Local. */
void interactions_act(Interactions *interactions, const InteractionScene *scene, Loads *loads,
                      ContactReport *report, Sum *lost);
/* Set Interactions.gyration of owned clumps, by the magnetic fields at their positions. Local. */
void interactions_gyrate(Interactions *interactions, const InteractionScene *scene);
/* Add the forces among all clumps at any distance; all owned ones must have been moved. Collective.
   */
PetscErrorCode interactions_attract(Interactions *interactions, const InteractionScene *scene,
                                    Loads *loads, ContactReport *report);
/* True if some interaction stores energy. */
bool interactions_store(const Interactions *interactions);
/* Add the stored energy of this rank's pairs and bodies, J. Collective. */
PetscErrorCode interactions_energy(Interactions *interactions, const InteractionScene *scene,
                                   Sum *energy);
/* Energy and virial of pairs beyond the cutoffs, J, as if pebbles were evenly spread. added: of
   objects with `tail`; left: of other objects with truncation: cut; 0 if the box is not periodic.
   Collective. */
PetscErrorCode interactions_tails(Interactions *interactions, const InteractionScene *scene,
                                  Tail *added, Tail *left);
/* Add the virial of this rank's pairs, J, with the part beyond the cutoffs as in the last
   interactions_energy. Local. */
void interactions_virial(Interactions *interactions, const InteractionScene *scene, Sum *virial);
struct ContactVisitor; /* contact/visit.h */

/* Visit this rank's pairs that act on each other, as contacts of the kind SEEN_PAIR: the force is
   the sum of all interactions of the two pebbles, gap and age are NAN. Not seen are forces on
   single bodies, among all clumps at any distance, by walls (mirrors), and beyond cutoffs (tails).
   At the same time as contacts_visit. Local. */
void interactions_visit(Interactions *interactions, const InteractionScene *scene,
                        const struct ContactVisitor *visitor);

#endif
