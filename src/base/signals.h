/* SPDX-License-Identifier: MIT */
/* Signals that ask a run to end with a checkpoint. */
#ifndef BASE_SIGNALS_H
#define BASE_SIGNALS_H

#include <stdbool.h>

/* False if SIGHUP is ignored, as by nohup. For main programs, before all else. */
bool signals_want_hangup(void);
/* From now on SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGQUIT and, if `hangup`, SIGHUP, which batch
   systems and terminals send before they end a job, are only noted; interrupted writes go on. Else
   SIGHUP is ignored. For main programs, before anything that takes time and again after
   PetscInitialize, which installs handlers of its own. */
void signals_listen(bool hangup);
/* The last of them that this process got, 0: none. */
int signals_caught(void);
/* "SIGTERM" */
const char *signals_name(int number);

#endif
