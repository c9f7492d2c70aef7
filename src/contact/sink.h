/* SPDX-License-Identifier: MIT */
/* Sinks: where the results of an evaluation of contacts go. There is one evaluation
   (contact/evaluate.h); the sink says which contacts it goes through and what it asks of the law:

     SINK_LOADS    near pairs that touch, or that their law keeps: forces, to the loads; memory of
                   the step before is renewed
     SINK_ENERGY   committed contacts: energy, to a sum
     SINK_VISITOR  contacts that the last SINK_LOADS has found: the same forces from the same memory,
                   to a visitor (contact/visit.h)

   The loops of a backend are compiled once for each kind of sink. */
#ifndef CONTACT_SINK_H
#define CONTACT_SINK_H

#include "base/sums/sum.h"
#include "matter/loads.h"

typedef enum { SINK_LOADS, SINK_ENERGY, SINK_VISITOR } SinkKind;

typedef struct {
  SinkKind kind;
  /* SINK_LOADS */
  Loads                *loads;
  struct ContactReport *report;
  /* SINK_ENERGY */
  unsigned slots;  /* of the law, whose energies are added */
  Sum     *energy; /* J */
  /* SINK_VISITOR */
  const struct ContactVisitor *visitor;
} ContactSink;

#endif
