/* SPDX-License-Identifier: MIT */
/* Plug-in kind Interaction: forces that do not come from contacts. It is one file that ends in one
   const struct, and one line in interaction_list.h; the scenario may have several of a kind. What
   every interaction has is here; how it acts stands in its parts, each of which may be missing:

     body    on single bodies: fields, drag, buoyancy           body_force.h
     pair    on pairs of pebbles up to a reach: potentials      pairs/pair_force.h
     passes  sums over neighbours before the forces: SPH        sph/pass.h
     mutual  among all clumps at any distance: gravity          gravity/mutual_force.h */
#ifndef INTERACTION_INTERACTION_H
#define INTERACTION_INTERACTION_H

#include "base/state.h"
#include "interaction/gravity/mutual_force.h"
#include "interaction/interaction_list.h"
#include "interaction/pairs/pair_force.h"
#include "interaction/sph/pass.h"
#include "matter/material.h"

/* Results of an interaction other than forces (Interaction.gives). */
enum {
  GIVES_BODY_FLOW = 1, /* BodyBatch.flow */
  GIVES_PAIR_FLOW = 2, /* PairBatch.flow_a, flow_b */
  GIVES_PAIR_LOSS = 4, /* PairBatch.loss */
  GIVES_BODY_LOSS = 8  /* BodyBatch.loss */
};

/* A body in a field, or among others, for limits(). */
typedef struct {
  double radius;   /* as in BodyBatch, m */
  double mass;     /* of the clump, kg */
  double value;    /* largest of Interaction.quantity, in clumps of the template; 0: none */
  double speed;    /* highest at the start or after the highest fall, m/s */
  bool   passable; /* no contact law keeps bodies apart */
} FieldBody;

/* Limits of dt: auto. 0: there is none; INFINITY: it is not known whether there is one. */
typedef struct {
  double steepness;    /* largest derivative of the force by the displacement of the body, N/m */
  double slowing;      /* largest derivative of the drag force by the velocity, kg/s */
  double turn_slowing; /* derivative of the drag couple by the angular velocity, N m s */
  double induction;    /* largest magnetic field, T */
  /* largest derivative of the flow of Interaction.quantity into the body by its value, in the unit
     of the flow over that of the quantity */
  double conducts;
} BodyLimits;

/* Input of read(). */
typedef struct {
  Options         *options;
  const Parallel  *par;
  const char      *name; /* of the object in the section `interaction` */
  const Materials *materials;
  /* of objects with `among`, which are read once for each pair of its materials */
  bool first;   /* first pair: note mistakes of the object's keys now only */
  int  i, j, n; /* indices of the two materials in `among`, and the length of it; n 0: `between` */
  int  dimension;
} InteractionSource;

typedef struct {
  Plugin          head;     /* name, sentence, source, keys of its own in `interaction` */
  size_t          size;     /* of its constants, bytes; they are zero before read() */
  unsigned        gives;    /* GIVES_ bits */
  const Quantity *quantity; /* quantity of clumps that it reads, or gives a flow of; NULL: none */
  /* the work of its forces counts as dissipated. If this and `supplies` are false, forces must be
     derivatives of the energies of its parts */
  bool loses;
  bool supplies; /* the work of its forces counts as supplied from outside */
  /* True if this object of the kind has the quantity; NULL: all have. */
  bool (*has_quantity)(const void *self);
  /* Set what the rows of its tables of keys (head.options) that name a member have not filled;
     mistakes go to option_mistake. NULL: nothing is left to do. */
  void (*read)(void *self, const InteractionSource *source);
  /* NEEDS_ bits of this object; NULL: none. */
  unsigned (*needs)(const void *self);
  /* Read files into what the constants own, after they are the same on all ranks; NULL: none.
     Collective. */
  PetscErrorCode (*load)(void *self, const InteractionSource *source);
  /* Called when templates are known: check them, and set what PairForce.reach returns; NULL:
     nothing to do. */
  void (*prepare)(void *self, const InteractionSource *source, const Templates *templates);
  /* Set the limits of dt: auto for a body, which are 0 before. NULL: they are not known,
     unless PairForce.stiffness tells. */
  void (*limits)(const void *self, const FieldBody *body, BodyLimits *limits);
  /* State: members of the constants that change while a run goes on and that checkpoints hold, the
     same on all ranks; NULL: none. */
  const StateItem *state;
  /* After a complete step of dt (s), on every rank; NULL: nothing to do. It alone may change the
     state, as a step may be evaluated several times. */
  void (*commit)(void *self, double dt);
  /* Free what the constants own; NULL: nothing. */
  void (*free)(void *self);
  /* its parts; NULL: it has none of the kind */
  const BodyForce   *body;
  const PairForce   *pair;
  const Passes      *passes;
  const MutualForce *mutual;
} Interaction;

#define DECLARE_INTERACTION(interaction) extern const Interaction interaction;
INTERACTIONS(DECLARE_INTERACTION)
#undef DECLARE_INTERACTION

/* The section `interaction` of the scenario. */
extern const OptionKind interaction_kind;

/* Keys of interactions that act on pairs: between, among; and of those that may act on the clumps
   of some groups only (of pairs: on pairs of these): groups. */
extern const Option interaction_between[], interaction_groups[];

#endif
