/* SPDX-License-Identifier: MIT */
/* Preloaded into the ranks of tests by build-aux/mpi-exec where the MPI is an MPICH on UCX that was
   built before MPIR_CVAR_ENABLE_HEAVY_YIELD: a rank that waits gives its core to one that works. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

unsigned ucp_worker_progress(void *worker);

/* All that waits calls this, over and over. UCX's own tells how much there was to do. A sleep and no
   sched_yield, by which the kernel may let the same rank run on. */
unsigned ucp_worker_progress(void *worker)
{
  static unsigned (*progress)(void *);
  const struct timespec shortest = {0, 1};

  if (!progress) *(void **)&progress = dlsym(RTLD_NEXT, "ucp_worker_progress");
  const unsigned done = progress(worker);
  if (!done) nanosleep(&shortest, NULL);
  return done;
}
