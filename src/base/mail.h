/* SPDX-License-Identifier: MIT */
/* Sparse exchange of bytes between ranks. */
#ifndef BASE_MAIL_H
#define BASE_MAIL_H

#include "base/parallel.h"

/* A Mail collects records for any ranks, sends one message to each rank that has records (sources
   are found by non-blocking consensus, without all-to-all) and gives the received messages ordered
   by source rank, records as posted. Messages may be larger than 2 GB; a rank posts at most 2^31
   records. */
typedef struct Mail Mail;
void                mail_create(const Parallel *par, Mail **mail);
/* Add one record of `size` bytes for `rank`. Local. */
void mail_post(Mail *mail, int rank, const void *record, size_t size);
/* Send everything posted. The received messages are valid until the next mail_deliver or
   mail_destroy. Collective. */
PetscErrorCode mail_deliver(Mail *mail);
int            mail_messages(const Mail *mail);
const char    *mail_message(const Mail *mail, int i, int *source, size_t *size);
void           mail_destroy(Mail **mail);
/* Bytes of bookkeeping per posted record. */
size_t mail_record_bytes(void);
/* All records of a delivered mail, `size` bytes each, in one array to be freed with array_free. */
void mail_collect(const Mail *mail, size_t size, void *list, PetscInt *n);
/* The same, behind the *n items that *list of array_reserve has. */
void mail_append(const Mail *mail, size_t size, void *list, PetscInt *n, PetscInt *capacity);

#endif
