/* SPDX-License-Identifier: MIT */
/* The modules of a run (matter/module.h), in the order in which they act at the end of a step. A
   new feature is its file and a line here. */
#ifndef RUN_MODULE_LIST_H
#define RUN_MODULE_LIST_H

#define MODULES(X) \
  X(thermostats_module) /* motion/thermostats/thermostats_module.c */ \
  X(fire_module)        /* motion/fire_module.c */ \
  X(touching_module)    /* run/linking.c */ \
  X(crush_module)       /* supply/crush/crush.c */ \
  X(outlets_module)     /* supply/outlet_module.c */ \
  X(sources_module)     /* supply/source.c */ \
  X(events_module)      /* event/event_module.c */ \
  X(changes_module)     /* supply/change_module.c */

#define MODULE_DECLARED(module) extern const Module module;
MODULES(MODULE_DECLARED)
#undef MODULE_DECLARED

#define MODULE_COUNTED(module) +1
enum { MODULES_LENGTH = 0 MODULES(MODULE_COUNTED) };
#undef MODULE_COUNTED

#endif
