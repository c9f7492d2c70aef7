/* SPDX-License-Identifier: MIT */
/* A watcher of contacts that keeps them all. */
#ifndef SEEN_H
#define SEEN_H

#include "contact/contact_listeners.h"
#include "sim_test.h"

enum { IDS = 200, SEEN_MOST = 2000 };

typedef struct {
  int         n, begun;
  unsigned    kinds; /* kinds_of steps */
  ContactSeen row[SEEN_MOST];
} Rows;

static inline void begin(void *self)
{
  ((Rows *)self)->n = 0;
  ((Rows *)self)->begun++;
}

static inline void see(void *self, const ContactSeen *seen)
{
  Rows *rows = self;

  CHECK(rows->n < SEEN_MOST);
  rows->row[rows->n++] = *seen;
}

/* Watch contacts in every step from now on. */
static inline void watch(Sim *sim, Rows *rows)
{
  const ContactListener watcher = {
    .self = rows, .beat = {.steps = 1}, .also = -1, .begin = begin, .see = see};

  *rows = (Rows){0};
  CALL(contact_listeners_add(&sim->modules.listeners, &watcher));
}

/* Bits of the kinds of contacts in the rows; further bits for new and parted contacts, and for
   those with a wall that a clump carries, over a periodic face, and with a couple. */
static inline unsigned kinds_of(const Sim *sim, const Rows *rows)
{
  unsigned kinds = 0;

  for (int k = 0; k < rows->n; k++) {
    const ContactSeen *c = &rows->row[k];

    kinds |= 1u << c->kind | (c->fresh ? 32u : 0) | (c->gap > 0 ? 64u : 0) |
             (c->carrier >= 0 ? 128u : 0) | (c->image.y ? 256u : 0) |
             (vec3_norm(c->couple) > 0 ? 512u : 0);
  }
  MPI_Allreduce(MPI_IN_PLACE, &kinds, 1, MPI_UNSIGNED, MPI_BOR, sim->par.comm);
  return kinds;
}

#endif
