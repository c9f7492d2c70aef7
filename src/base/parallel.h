/* SPDX-License-Identifier: MIT */
/* The ranks of one simulation: sums, maxima and byte exchange. With space/ and output/hdf5.c the only user of MPI. */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include "base/base.h"

typedef MPI_Comm Communicator; /* for rooms that pass one on without using it */

typedef struct {
  MPI_Comm comm; /* PETSc's own copy of the one it was made of: nobody else's messages get in the way */
  int      rank, size;
} Parallel;

/* Before MPI starts: what suits a step's messages, where the environment does not say otherwise. Open MPI sends no more than
   4096 B to a rank of the same node before the two have met; a step's messages are longer, and whoever comes first to where they
   are needed would wait for the other. With this up to 512 KiB go at once (64 KiB where /dev/shm has not 128 MiB for every rank
   of the node, and from version 5 on). With version 4 they are copied, so that they are done with when they are sent, not when
   they are received: nobody waits for another to have taken what it needs later. A rank's segment of shared memory may grow to
   64 MiB, of which what messages use is taken. Sets OMPI_MCA_btl_vader_*, for version 5 OMPI_MCA_btl_sm_*, whatever a site's
   openmpi-mca-params.conf says. Other MPIs take no notice. Without file pointers that ranks share, too
   (OMPI_MCA_sharedfp): one kind of them cannot bear long names. A program that no launcher started, which is alone,
   looks for no network. (Without Open MPI's daemon it would start quicker yet, but two such get in each other's way.) */
void parallel_prepare(void);

/* Ranks of `comm`. Collective. */
PetscErrorCode parallel_create(MPI_Comm comm, Parallel *par);
PetscErrorCode parallel_destroy(Parallel *par);

/* In place over all ranks. Collective. NaN must not be passed to parallel_max. */
PetscErrorCode parallel_max(const Parallel *par, double *values, int n);
PetscErrorCode parallel_min(const Parallel *par, double *values, int n);
PetscErrorCode parallel_max_int(const Parallel *par, int64_t *values, int n);
PetscErrorCode parallel_sum_int(const Parallel *par, int64_t *values, int n); /* modulo 2^64 */
PetscErrorCode parallel_any(const Parallel *par, bool *flag);
/* Exclusive prefix sum; total may be NULL. Collective. */
PetscErrorCode parallel_offset(const Parallel *par, int64_t mine, int64_t *offset, int64_t *total);
PetscErrorCode parallel_bcast(const Parallel *par, void *bytes, size_t size, int root);
PetscErrorCode parallel_barrier(const Parallel *par);
/* Start a maximum, or a sum modulo 2^64, that overlaps with work between begin and end; one at a time per request. `values` is
   touched by nobody in between. */
typedef struct {
  MPI_Request request;
} ParallelRequest;
PetscErrorCode parallel_max_begin(const Parallel *par, double *values, int n, ParallelRequest *request);
PetscErrorCode parallel_max_end(ParallelRequest *request);
PetscErrorCode parallel_sum_int_begin(const Parallel *par, int64_t *values, int n, ParallelRequest *request);
PetscErrorCode parallel_sum_int_end(ParallelRequest *request);

/* Bytes addressed to ranks. A `Mail` collects records for any ranks, sends each rank one message (found by a
   non-blocking consensus, no all-to-all) and returns what came, ordered by source rank and then as posted. Messages may be larger
   than 2 GB; a rank posts at most 2^31 records. */
typedef struct Mail Mail;
PetscErrorCode      mail_create(const Parallel *par, Mail **mail);
/* Add one record of `size` bytes for `rank`. Not collective. */
PetscErrorCode mail_post(Mail *mail, int rank, const void *record, size_t size);
/* Deliver everything posted; what came is there, message by message, until the next deliver or destroy. Collective. */
PetscErrorCode mail_deliver(Mail *mail);
int            mail_messages(const Mail *mail);
const char    *mail_message(const Mail *mail, int i, int *source, size_t *size);
PetscErrorCode mail_destroy(Mail **mail);
/* Bytes of bookkeeping for a posted record. */
size_t mail_record_bytes(void);

#endif
