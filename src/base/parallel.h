/* SPDX-License-Identifier: MIT */
/* Communication between the ranks of one simulation: reductions, broadcast and single
   messages. With mail.h, space/ and output/hdf5.c the only user of MPI. */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include "base/base.h"

typedef MPI_Comm Communicator; /* for rooms that only pass one on */

/* MPI counts are int: larger messages are sent in pieces of this size, bytes. */
#define PARALLEL_PIECE ((int64_t)1 << 30)

typedef struct Parallel {
  MPI_Comm comm; /* duplicated by PETSc, so that messages cannot mix with those of other code */
  int      rank, size;
  /* where messages go in place of the standard streams (base/tell.h); NULL: to these. Borrowed */
  struct Messages *messages;
} Parallel;

/* True if the environment has the variables of a launcher of MPI, which then waits for this process
   to end MPI. Call it before MPI_Init, in which Open MPI sets the same variables without a launcher.
   A batch script of Slurm is task 0 of the job, but of no step, so that programs which it starts
   without srun have no launcher. */
bool launch_is_seen(void);
/* True if a launcher of MPI has started several processes, by its environment, and MPI has this one
   alone: the launcher is of another MPI, so that each would be a run of its own. `why` then says
   so; `rank` is the number that the launcher gave to this process. Call it after MPI_Init. */
bool launch_is_foreign(char *why, size_t size, int *rank);

enum { PARALLEL_MPI = 128 };
/* The name and number that the MPI which is loaded gives itself ("Open MPI v4.1.4", "MPICH Version: 5.0.2"):
   up to the first comma or end of line, with one blank for each run of them. May be called before
   MPI_Init. */
void parallel_mpi(char name[PARALLEL_MPI]);

/* Set environment variables of Open MPI that suit a step's messages, unless they are set already.
   Call before MPI_Init.

   Open MPI sends at most 4096 B eagerly to a rank of the same node; a step's messages are longer
   and would wait for a rendezvous. This raises the eager limit to 512 KiB (64 KiB from version 5
   on, and where /dev/shm has less than 128 MiB free for every rank of the node). With version 4
   messages are copied, so that a send completes before its receive and does not wait for the other
   rank. The shared-memory segment of a rank may grow to 64 MiB; only pages in use take memory. Sets
   OMPI_MCA_btl_vader_* (version 5: OMPI_MCA_btl_sm_*), which override a site's
   openmpi-mca-params.conf; other MPIs ignore them.

   OMPI_MCA_sharedfp excludes shared file pointers of the kind lockedfile, which fails for long file
   names. A program started without a launcher (one rank) skips the search for networks
   (OMPI_MCA_pml), has no folder for Open MPI's files (OMPI_MCA_orte_create_session_dirs), and starts
   without Open MPI's daemon, in half the time (OMPI_MCA_ess_singleton_isolated, OMPI_MCA_btl): it
   cannot start other programs by MPI_Comm_spawn. */
void parallel_prepare(void);
/* Call parallel_prepare and start MPI, before PetscInitialize, so that PETSc does not end
   MPI. A program started without a launcher leaves no folders of Open MPI 5. Collective. */
PetscErrorCode parallel_start(void);
/* End MPI, after PetscFinalize. A program started without a launcher skips that, unless `whole`: no
   launcher waits for it, and in MPI_Finalize Open MPI 4 hung for ever in two or three of a thousand
   runs on a busy machine. Collective. */
PetscErrorCode parallel_end(bool whole);
/* Print a message of this rank to stderr and end all ranks of the program with this status. */
_Noreturn void parallel_abort(const char *message, int status);

/* Duplicate comm and take rank and size from it. Collective. */
PetscErrorCode parallel_create(MPI_Comm comm, Parallel *par);
PetscErrorCode parallel_destroy(Parallel *par);

/* Split all ranks into parts of consecutive ranks: this rank belongs to part `part`, from 0 on, not
   lower than that of the rank before. Collective. */
PetscErrorCode communicator_split(const Parallel *par, int part, Communicator *mine);
PetscErrorCode communicator_free(Communicator *mine);
Communicator   communicator_alone(void); /* of this rank alone; not to be freed */

/* The ranks of this rank's node, which may share memory, and the first ranks of all nodes; `heads`
   is of use on these alone. Free both with communicator_free. Collective. */
PetscErrorCode parallel_by_node(const Parallel *par, Parallel *mates, Parallel *heads);

/* A message to a single rank, which receives those of each rank in the order sent. Sending may wait
   until the other rank receives. Local. */
PetscErrorCode parallel_send(const Parallel *par, int to, const void *bytes, size_t size);
/* Look for a message. *from: on entry a rank, or -1 for any; on return the rank whose message has
   arrived, -1: none yet. */
PetscErrorCode parallel_look(const Parallel *par, int *from);
/* Receive the next message of a rank, waiting for it; *bytes are freed with free(). */
PetscErrorCode parallel_receive(const Parallel *par, int from, char **bytes, size_t *size);

/* Wait until these n messages, sent and received by MPI_Isend and MPI_Irecv, are done. Local. */
PetscErrorCode parallel_wait(int n, MPI_Request *requests);

/* Reductions over all ranks, in place. Collective. NaN must not be passed to parallel_max. */
PetscErrorCode parallel_max(const Parallel *par, double *values, int n);
PetscErrorCode parallel_min(const Parallel *par, double *values, int n);
PetscErrorCode parallel_min_floats(const Parallel *par, float *values, int n);
PetscErrorCode parallel_max_int(const Parallel *par, int64_t *values, int n);
PetscErrorCode parallel_sum_int(const Parallel *par, int64_t *values, int n); /* modulo 2^64 */
PetscErrorCode parallel_any(const Parallel *par, bool *flag);
/* Exclusive prefix sum; total may be NULL. Collective. */
PetscErrorCode parallel_offset(const Parallel *par, int64_t mine, int64_t *offset, int64_t *total);
/* The same for each of n numbers, all at once. */
PetscErrorCode parallel_offsets(const Parallel *par, const int64_t *mine, int n, int64_t *offset,
                                int64_t *total);
PetscErrorCode parallel_bcast(const Parallel *par, void *bytes, size_t size, int root);
PetscErrorCode parallel_barrier(const Parallel *par);
/* Numbers of all ranks in the order of ranks, to every rank: n of this rank; counts [size]: of
   each, to be found by parallel_counts. all: room for their sum. Collective. */
PetscErrorCode parallel_counts(const Parallel *par, int n, int *counts);
PetscErrorCode parallel_gather(const Parallel *par, const double *mine, const int *counts,
                               double *all);
/* Gather as parallel_gather does, one rank after the other and in pieces, for any sum of the
   counts. parallel_gather calls it for more numbers than an int counts, as offsets of
   MPI_Allgatherv are ints. */
PetscErrorCode parallel_gather_pieces(const Parallel *par, const double *mine, const int *counts,
                                      double *all);
/* Gather n items of `size` bytes, a multiple of 8, of each rank in *all, to be freed with array_free;
   first [size + 1]: index of the first item of each rank, then their number. Collective. */
PetscErrorCode parallel_gather_items(const Parallel *par, const void *mine, int n, size_t size,
                                     int64_t *first, void *all);
/* Gather items in *all, for which there is room, one rank after the other and in pieces, when
   first [size + 1] is known. parallel_gather_items calls it for more numbers than an int counts. */
PetscErrorCode parallel_gather_parts(const Parallel *par, const void *mine, size_t size,
                                     const int64_t *first, void *all);
/* Sums over all ranks modulo 2^64 of numbers for every rank, in the order of ranks; each rank gets
   its counts[rank] sums. Collective. */
PetscErrorCode parallel_sum_scatter(const Parallel *par, const int64_t *all, const int *counts,
                                    int64_t *mine);
/* The same, for one rank after the other, for any sum of the counts. parallel_sum_scatter calls it
   for more numbers than an int counts, as MPI_Reduce_scatter adds the counts up. */
PetscErrorCode parallel_sum_scatter_pieces(const Parallel *par, const int64_t *all,
                                           const int *counts, int64_t *mine);
/* Non-blocking maximum, or sum modulo 2^64, that overlaps with the work between begin and end;
   `values` must not be accessed in between. One reduction at a time per request. Collective. */
typedef struct {
  MPI_Request request;
} ParallelRequest;
PetscErrorCode parallel_max_begin(const Parallel *par, double *values, int n,
                                  ParallelRequest *request);
PetscErrorCode parallel_sum_int_begin(const Parallel *par, int64_t *values, int n,
                                      ParallelRequest *request);
PetscErrorCode parallel_reduce_end(ParallelRequest *request);

#endif
