/* SPDX-License-Identifier: MIT */
/* The modules of a run (matter/module.h), in the order in which they act at the end of a step. A
   new feature is its file and a line here. */
#ifndef RUN_MODULE_LIST_H
#define RUN_MODULE_LIST_H

#define MODULES(X) \
  X(servos_module)       /* motion/prescribed/servo_module.c */ \
  X(faces_module)        /* motion/face_account.c */ \
  X(thermostats_module)  /* motion/thermostats/thermostats_module.c */ \
  X(fire_module)         /* motion/damping/fire_module.c */ \
  X(touching_module)     /* link/touching_module.c */ \
  X(crush_module)        /* supply/crush/crush.c */ \
  X(outlets_module)      /* supply/outlet_module.c */ \
  X(sources_module)      /* supply/source.c */ \
  X(events_module)       /* event/event_module.c */ \
  X(changes_module)      /* supply/change_module.c */ \
  X(wall_account_module) /* output/table/wall_account.c */ \
  X(bodies_module)       /* output/table/body_module.c */ \
  X(wall_facets_module)  /* output/frames/wall_facets.c */ \
  X(link_frames_module)  /* output/frames/link_rows.c */ \
  X(cell_frames_module)  /* output/frames/cell_frames.c */ \
  X(probes_module)       /* output/table/probe_module.c */ \
  X(monitors_module)     /* output/table/monitor_module.c */ \
  X(dumps_module)        /* output/frames/dump_module.c */ \
  X(images_module)       /* output/picture/image_module.c */

#define MODULE_DECLARED(module) extern const Module module;
MODULES(MODULE_DECLARED)
#undef MODULE_DECLARED

#define MODULE_COUNTED(module) +1
enum { MODULES_LENGTH = 0 MODULES(MODULE_COUNTED) };
#undef MODULE_COUNTED

#endif
