/* SPDX-License-Identifier: MIT */
/* Input of totals and of the ledger of energies: the state at one time, after a finished
   step. */
#ifndef MEASURE_MEASURED_H
#define MEASURE_MEASURED_H

#include "constraint/project.h"
#include "interaction/deform/deform.h"
#include "interaction/interactions.h"
#include "measure/cell_stress.h"
#include "measure/energy/ledger.h"
#include "measure/force_balance.h"
#include "motion/damping/damping.h"
#include "motion/prescribed/driven.h"
#include "motion/thermostats/thermostat.h"

struct Measured {
  const Parallel     *par;
  const Templates    *templates;
  Vec3                gravity; /* m/s^2 */
  Contacts           *contacts;
  Interactions       *interactions;
  const Deforms      *deforms;
  const ContactScene *scene;
  const Driven       *driven; /* groups that follow motions */
  const Ledger       *ledger;
  const Damping      *damping;
  const Thermostats  *thermostats;
  const Constraints  *constraints;
  const CellLoads    *cell; /* loads of images of a cell that deforms; else NULL */
  const ForceBalance *balance;
  bool                crushes;     /* clumps may break into fragments */
  bool                open;        /* clumps may enter, leave or be changed */
  double              deepest_gap; /* largest overlap of this rank's contacts, m */
  /* [6] momenta given to reflecting faces (motion/motion.h), this rank's part; NULL:
     there are none */
  const Sum      *faces;
  const Energies *energies;     /* set by totals_find, for the totals; else NULL */
  double          stress[3][3]; /* set by totals_find if there is such a cell, Pa */
  /* volume of the bodies over that of the cell, and force_balance_of: set likewise */
  double solid, unbalanced;
};

/* measured_is_there: true if owned row a is a clump in the domain; measured_moves: and may move.
   Clumps with all degrees of freedom blocked have no energies and momenta. */
static inline bool measured_is_there(const Measured *m, PetscInt a)
{
  return !clump_is_gone(m->scene->clumps, a);
}

static inline bool measured_moves(const Measured *m, PetscInt a)
{
  return measured_is_there(m, a) && m->scene->clumps->blocked[a] != BLOCK_ALL;
}

/* Add to n sums, at most 3, the numbers `of` each owned row that may move. */
void measured_add_moving(const Measured *m,
                         void (*of)(const Measured *, PetscInt a, double *number), int n,
                         Sum *sums);

/* Centre of owned row a with the box lengths it has crossed, m. */
static inline Vec3 measured_place(const Measured *m, PetscInt a)
{
  return domain_shifted(m->scene->domain, m->scene->clumps->pose[a].x, m->scene->clumps->image[a]);
}

/* The state as interactions need it. */
static inline InteractionScene measured_interactions(const Measured *m)
{
  return (InteractionScene){.par       = m->par,
                            .domain    = m->scene->domain,
                            .clumps    = m->scene->clumps,
                            .pebbles   = m->scene->pebbles,
                            .templates = m->templates};
}

#endif
