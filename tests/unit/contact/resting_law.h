/* SPDX-License-Identifier: MIT */
/* A contact law on one batch, without a simulation. */
#ifndef RESTING_LAW_H
#define RESTING_LAW_H

#include "contact/law.h"
#include "matter/material.h"
#include "test.h"

typedef struct {
  Parallel  par;
  Options  *options;
  Materials materials;
  Laws     *laws;
} LawTest;

/* The law of material a (1000 kg/m^3, 1e7 Pa, 0.3) with itself, from its keys in a scenario. */
static inline const Law *law_test(LawTest *t, const char *words)
{
  static const OptionKind *const kinds[] = {&material_kind, &contact_kind, NULL};
  char                           text[1000];
  int                            mistakes;

  snprintf(text, sizeof text,
           "material:\n  - a: {density: 1000, young: 1e7, poisson: 0.3}\ncontact:\n"
           "  - l: {between: [a, a], %s}\n",
           words);
  CALL(parallel_create(PETSC_COMM_WORLD, &t->par));
  CALL(options_create(&t->par, kinds, &t->options));
  CALL(options_read_text(t->options, text, "the test"));
  CALL(options_check(t->options));
  CALL(materials_read(&t->par, t->options, &t->materials));
  CALL(laws_create(&t->par, t->options, &t->materials, &t->laws));
  CALL(options_report(t->options, &mistakes));
  CHECK_INT(mistakes, 0);
  return &t->laws->list[0];
}

static inline void law_test_end(LawTest *t)
{
  CALL(laws_destroy(&t->laws));
  materials_free(&t->materials);
  CALL(options_destroy(&t->options));
  CALL(parallel_destroy(&t->par));
}

/* n contacts that have touched before, with this overlap (m), along x, at rest, in time steps of
   1e-5 s, without events. Bodies: reduced radius 0.1 m, effective mass 1 kg, effective moments of
   inertia 0.01 and 0.02 kg m^2. */
static inline void batch_at_rest(ContactBatch *b, int n, double overlap)
{
  memset(b, 0, sizeof *b);
  b->n  = n;
  b->dt = b->dt_before = 1e-5;
  for (int k = 0; k < n; k++) {
    b->gap[k]           = -overlap;
    b->nx[k]            = 1;
    b->radius[k]        = 0.1;
    b->mass[k]          = 1;
    b->point_mass[k]    = 1;
    b->inertia[k]       = 0.01;
    b->point_inertia[k] = 0.02;
    b->entered[k]       = 0.5;
    b->leaving[k]       = 2;
    b->known[k]         = 1;
    b->kept[k]          = 1;
  }
  b->slip_mass = b->point_mass;
}

/* Clear what the law adds to. */
static inline void batch_clear(ContactBatch *b)
{
  for (int k = 0; k < TILE; k++)
    b->push[k] = b->fx[k] = b->fy[k] = b->fz[k] = b->cx[k] = b->cy[k] = b->cz[k] = 0;
}

#endif
