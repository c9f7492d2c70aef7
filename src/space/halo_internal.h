/* SPDX-License-Identifier: MIT */
/* The members of a Halo, for the .c files behind halo.h. */
#ifndef SPACE_HALO_INTERNAL_H
#define SPACE_HALO_INTERNAL_H

#include "space/exchange.h"
#include "space/halo.h"
#include "space/wide.h"

struct Halo {
  const Parallel *par;
  Exchange        exchange;
  PetscInt        n_roots; /* owned rows at the last build */
  PetscInt       *own;     /* [n_own] owned row of each image held on its own rank */
  PetscInt       *chosen;  /* [n_chosen] images, as indices of own, ascending (halo_choose) */
  PetscInt        n_chosen, chosen_capacity;
  PetscInt        n_own, own_capacity,
    first_own;          /* these images are rows first_own .. first_own + n_own - 1 */
  HaloTraffic  traffic; /* of a step */
  HaloSent     sent;    /* since halo_create */
  int64_t      most;    /* most copies of a clump that is not wide */
  Wide         wide;
  const Needs *needs[NEEDS_LISTS];
};

#endif
