/* SPDX-License-Identifier: MIT */
/* Links of the scenario: their objects, and the links themselves, made from list files or between
   pebbles that are close to each other when they are made. */
#ifndef LINK_LINK_MAKE_H
#define LINK_LINK_MAKE_H

#include "contact/exclusions.h"
#include "link/links.h"
#include "matter/module.h"

#define LINK_OPTIONS(kind) &(kind).options, /* items of a list of OptionKind */

typedef struct {
  World *world;  /* copies are added to its clumps for the search */
  bool   looks;  /* lists are only checked, and no link is made */
  bool   more;   /* clumps are still to come: an unknown one is no mistake */
  bool   enters; /* clumps enter: an unknown one is no mistake in lists of later objects */
  /* rows of lists with a fault are told here, and left out; NULL: they are mistakes, noted in the
     options, and no link is made */
  Warnings *warnings;
  /* s: objects are made whose time is after the first and not after the second; before < 0: when
     the run begins or goes on */
  double before, now;
} LinkScene;

/* Scene of a run that begins; enters: see above. */
LinkScene link_scene(World *world, bool enters);

/* Read the objects of all kinds. Mistakes are noted in the options. */
void links_read(Options *options, Links *links);
/* Note a mistake if links are to be made where contacts begin, and there is no law by which they
   do. */
void links_check_touching(Options *options, const Materials *materials, const Laws *laws,
                          const Links *links);
/* Make the links of all objects that are due, except those that the checkpoint has; or only check
   their lists (LinkScene.looks). Lists of later objects are checked, and kept. Faults: see
   LinkScene.warnings. Collective. */
PetscErrorCode links_make(const LinkScene *scene);

/* *wrong: number of links, on all ranks, whose clumps, pebbles or objects do not exist: those of a
   checkpoint that was changed. Collective. */
PetscErrorCode links_check(const World *world, int64_t *wrong);

/* ---- link_begin.c: in a run ---- */

/* Make the links of the scenario, after those of the checkpoint, [LINK_KINDS], which are taken over
   (NULL: none); their clumps may be on any ranks. links_locate is due afterwards. Mistakes are
   noted in the options. Collective. */
PetscErrorCode links_begin(World *world, const LinkScene *scene, LinkSet *saved);
/* Check the lists of links, before all clumps are there. enters, more: see LinkScene. Mistakes as
   above. Collective. */
PetscErrorCode links_look(World *world, bool enters, bool more);
/* At the end of a step, in a rebuild: make the links whose time has come (Links.next).
   Collective. */
PetscErrorCode links_join(World *world, bool enters);

/* ---- exclusions_read.c: the section `exclusion`, lists of pairs of clumps that never touch ---- */

extern const OptionKind exclusion_kind;

/* Read the objects, without their lists. same: run: interact_same_bond_id. */
void exclusions_read(Options *options, bool same, Exclusions *exclusions);
/* Take the lists of the checkpoint (World.saved), and read those that it does not have. more:
   clumps are still to come. Mistakes are noted in the options. Collective. */
PetscErrorCode exclusions_make(World *world, bool more);
/* Check the lists, before all clumps are there. Mistakes as above. Collective. */
PetscErrorCode exclusions_look(World *world, bool more);

/* ---- link_timestep.c ---- */

/* Limits of the time step by one object: squares of frequencies, 1/s^2, and rates of dashpots, 1/s.
   pair: of a link with both its ends; all: bound for a clump with all its links. With K the
   stiffness matrix and M the masses, x K x <= sum over links of 2 (k_a x_a^2 + k_b x_b^2), so that
   no eigenvalue of M^-1 K exceeds the largest 2 x (number of links) x (largest k / m) of a
   clump. */
typedef struct {
  double pair, all, pair_rate, all_rate;
} LinkLimits;

/* limits[set->n_objects]: of this set (0 of a kind that does not limit the step), the same bits on
   any number of ranks; most: raised to the largest number of links of a clump. Error:
   PETSC_ERR_PLIB if an end is unknown. Collective. */
PetscErrorCode link_set_limits(const World *world, const LinkSet *set, LinkLimits *limits,
                               int64_t *most);

#endif
