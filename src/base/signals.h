/* SPDX-License-Identifier: MIT */
/* Signals that ask a run to end with a checkpoint. */
#ifndef BASE_SIGNALS_H
#define BASE_SIGNALS_H

/* From now on SIGTERM, SIGINT, SIGUSR1 and SIGUSR2, which batch systems send before they end a job,
   are only noted; interrupted writes go on. For main programs, before PetscInitialize and again after
   it, as it installs handlers of its own. */
void signals_listen(void);
/* The last of them that this process got, 0: none. */
int signals_caught(void);
/* "SIGTERM" */
const char *signals_name(int number);

#endif
