/* SPDX-License-Identifier: MIT */
/* Signals that ask a run to end with a checkpoint. */
#ifndef BASE_SIGNALS_H
#define BASE_SIGNALS_H

/* From now on SIGTERM, SIGINT, SIGUSR1, SIGUSR2, SIGHUP and SIGQUIT, which batch systems and terminals
   send before they end a job, are only noted; interrupted writes go on. A SIGHUP that was ignored
   at the first call, as by nohup, stays so. For main programs, before anything that takes time and
   again after PetscInitialize, which installs handlers of its own. */
void signals_listen(void);
/* The last of them that this process got, 0: none. */
int signals_caught(void);
/* "SIGTERM" */
const char *signals_name(int number);

#endif
