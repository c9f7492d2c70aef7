/* SPDX-License-Identifier: MIT */
/* The modules of a run (matter/module.h), in the order in which they act at the end of a step. A
   new feature is its file and a line here. */
#ifndef RUN_MODULE_LIST_H
#define RUN_MODULE_LIST_H

#define MODULES(X) \
  X(impact_module)       /* measure/timestep/impact.c */ \
  X(auto_dt_module)      /* measure/timestep/auto_dt.c */ \
  X(depth_module)        /* contact/depth.c */ \
  X(sums_module)         /* matter/loads.c */ \
  X(ledger_module)       /* measure/energy/ledger.c */ \
  X(walls_module)        /* wall/walls.c */ \
  X(solids_module)       /* contact/solid/solids.c */ \
  X(wall_wear_module)    /* contact/wall_wear.c */ \
  X(links_module)        /* link/link_begin.c */ \
  X(constraints_module)  /* constraint/prepare.c */ \
  X(exclusions_module)   /* link/exclusions_read.c */ \
  X(deforms_module)      /* interaction/deform/deform_read.c */ \
  X(interactions_module) /* interaction/interactions.c */ \
  X(wall_motions_module) /* motion/prescribed/wall_motion.c */ \
  X(cell_module)         /* measure/cell_module.c */ \
  X(servos_module)       /* motion/prescribed/servo_module.c */ \
  X(faces_module)        /* motion/reflect_module.c */ \
  X(thermostats_module)  /* motion/thermostats/thermostats_module.c */ \
  X(fire_module)         /* motion/damping/fire.c */ \
  X(touching_module)     /* link/link_touch.c */ \
  X(crush_module)        /* supply/crush/crush.c */ \
  X(outlets_module)      /* supply/outlet.c */ \
  X(sources_module)      /* supply/source.c */ \
  X(events_module)       /* event/event.c */ \
  X(changes_module)      /* supply/change.c */ \
  X(log_module)          /* output/table/log.c */ \
  X(event_rows_module)   /* output/table/tables.c */ \
  X(frames_module)       /* output/frames/frames.c */ \
  X(wall_account_module) /* output/table/wall_account.c */ \
  X(bodies_module)       /* output/table/body_module.c */ \
  X(wall_facets_module)  /* output/frames/wall_facets.c */ \
  X(link_frames_module)  /* output/frames/link_frames.c */ \
  X(cell_frames_module)  /* output/frames/cell_frames.c */ \
  X(probes_module)       /* output/table/probe_module.c */ \
  X(monitors_module)     /* output/table/monitor_module.c */ \
  X(dumps_module)        /* output/frames/dump_module.c */ \
  X(pictures_module)     /* output/picture/image_module.c */

#define MODULE_DECLARED(module) extern const Module module;
MODULES(MODULE_DECLARED)
#undef MODULE_DECLARED

#define MODULE_COUNTED(module) +1
enum { MODULES_LENGTH = 0 MODULES(MODULE_COUNTED) };
#undef MODULE_COUNTED

#endif
