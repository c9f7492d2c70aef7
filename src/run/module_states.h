/* SPDX-License-Identifier: MIT */
/* The states of modules that other parts of a run, and tests, look at. */
#ifndef RUN_MODULE_STATES_H
#define RUN_MODULE_STATES_H

#include "event/event.h"
#include "motion/face_account.h"
#include "motion/thermostats/thermostats_module.h"
#include "output/frames/dump_module.h"
#include "output/picture/shot.h"
#include "output/table/monitor_module.h"
#include "output/table/probe_module.h"
#include "output/table/wall_account.h"
#include "run/sim.h"
#include "supply/change.h"
#include "supply/crush/crush.h"
#include "supply/outlet.h"

static inline EventSet *sim_events(const Sim *sim)
{
  return sim_module(sim, &events_module);
}

static inline Changes *sim_changes(const Sim *sim)
{
  return sim_module(sim, &changes_module);
}

static inline Outlets *sim_outlets(const Sim *sim)
{
  return sim_module(sim, &outlets_module);
}

static inline Crushes *sim_crushes(const Sim *sim)
{
  return sim_module(sim, &crush_module);
}

static inline FaceAccount *sim_faces(const Sim *sim)
{
  return sim_module(sim, &faces_module);
}

static inline Thermostats *sim_thermostats(const Sim *sim)
{
  return &((ThermostatsState *)sim_module(sim, &thermostats_module))->all;
}

static inline Monitors *sim_monitors(const Sim *sim)
{
  return &((MonitorsState *)sim_module(sim, &monitors_module))->all;
}

static inline Probes *sim_probes(const Sim *sim)
{
  return &((ProbesState *)sim_module(sim, &probes_module))->all;
}

static inline Dumps *sim_dumps(const Sim *sim)
{
  return sim_module(sim, &dumps_module);
}

static inline Shots *sim_shots(const Sim *sim)
{
  return sim_module(sim, &images_module);
}

static inline WallAccount *sim_wall_account(const Sim *sim)
{
  return sim_module(sim, &wall_account_module);
}

#endif
