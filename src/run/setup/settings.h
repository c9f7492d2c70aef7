/* SPDX-License-Identifier: MIT */
/* Settings of a run as the scenario gives them. They are read once (settings_read, scenario.h) and
   never change; values that are chosen or tuned later (time step, skins, seeds of random cuts) are
   kept by the part that uses them. */
#ifndef RUN_SETUP_SETTINGS_H
#define RUN_SETUP_SETTINGS_H

#include "motion/integrator.h"
#include "search/pairs.h"

typedef struct {
  double dt;       /* of a substep as given, s; NAN: automatic. The time step is that of Clock */
  int    substeps; /* steps of Clock in a step of the scenario */
  const Integrator   *integrator;
  double              end_time, overlap_limit, wall_limit;
  bool                dt_is_auto;
  double              dt_safety, impact_speed; /* impact_speed: NAN if it is not given */
  int                 dimension;               /* 2 or 3 */
  Vec3                gravity;
  int64_t             seed;
  int64_t             rebuild_every, balance_every; /* 0: off */
  int64_t             decomp_random;                /* seed of the first random cuts; -1: off */
  int64_t             halo_wide; /* number of copies above which a clump is wide */
  const SearchMethod *method;
  double              skin; /* as given, m; NAN: automatic. The skin is that of Lists */
  double              balance_threshold; /* 0: off */
  double  balance_fraction; /* share of a node's work that may cross its cut in one balance */
  bool    check_only;
  bool    same_bond_id;  /* clumps of equal bond_id touch */
  int64_t static_passes; /* of constraints before the first step */
} Settings;

#endif
