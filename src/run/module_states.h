/* SPDX-License-Identifier: MIT */
/* The states of modules that other parts of a run, and tests, look at. */
#ifndef RUN_MODULE_STATES_H
#define RUN_MODULE_STATES_H

#include "contact/depth.h"
#include "event/event.h"
#include "measure/timestep/auto_dt.h"
#include "motion/reflect.h"
#include "motion/thermostats/thermostat.h"
#include "output/frames/dump_module.h"
#include "output/picture/shot.h"
#include "output/table/samples.h"
#include "output/table/tables.h"
#include "run/sim.h"
#include "supply/change.h"
#include "supply/crush/crush.h"
#include "supply/outlet.h"

/* clang-format off */
#define MODULE_STATE(get, Type, module) \
  static inline Type *get(const Sim *sim) { return sim_module(sim, &(module)); }

MODULE_STATE(sim_events,       EventSet,     events_module)
MODULE_STATE(sim_changes,      Changes,      changes_module)
MODULE_STATE(sim_outlets,      Outlets,      outlets_module)
MODULE_STATE(sim_crushes,      Crushes,      crush_module)
/* the cell, of any domain, and the loads of its images if it deforms */
MODULE_STATE(sim_cell,         CellState,    cell_module)
MODULE_STATE(sim_faces,        FaceAccount,  faces_module)
MODULE_STATE(sim_dumps,        Dumps,        dumps_module)
MODULE_STATE(sim_shots,        Shots,        pictures_module)
MODULE_STATE(sim_depth,        Depth,        depth_module)
MODULE_STATE(sim_impact,       ImpactSpeeds, impact_module)
MODULE_STATE(sim_auto_dt,       AutoDt,       auto_dt_module)
MODULE_STATE(sim_wall_account, WallAccount,  wall_account_module)
#undef MODULE_STATE

/* Parts of states, the member `all`. */
#define MODULE_ALL(get, Type, State, module) \
  static inline Type *get(const Sim *sim) { return &((State *)sim_module(sim, &(module)))->all; }

MODULE_ALL(sim_thermostats, Thermostats, ThermostatsState, thermostats_module)
MODULE_ALL(sim_monitors,    Monitors,    MonitorsState,    monitors_module)
MODULE_ALL(sim_probes,      Probes,      ProbesState,      probes_module)
#undef MODULE_ALL
/* clang-format on */

#endif
