/* SPDX-License-Identifier: MIT */
/* Contact laws without a simulation: read the laws of a text, fill one batch, apply, compare.

     LawTest       t = law_test("material:\n  - a: {young: 1e6}\n"
                                "contact:\n  - l: {between: [a, a], normal: hertz, restitution: 1}\n");
     ContactBatch *b = law_batch(1e-6);
     const int     k = law_contact(b, 1e-3, vec3(0, 0, 0));

     law_apply(law_named(&t, "l"), b);
     CHECK_NEAR(b->push[k], ..., ...);
     free(b);
     law_test_end(&t); */
#ifndef LAW_TEST_H
#define LAW_TEST_H

#include <stdlib.h>

#include "contact/law.h"
#include "matter/material.h"
#include "test.h"

typedef struct {
  Parallel  par;
  Options  *options;
  Materials materials;
  Laws     *laws;
  int       mistakes; /* in the text, after the laws were read; said on stderr */
} LawTest;

/* Materials and laws of a text with the sections `material` and `contact`. Collective. */
static inline LawTest law_test(const char *text)
{
  static const OptionKind        top     = {.name = "", .text = "the file"};
  static const OptionKind *const kinds[] = {&top, &material_kind, &contact_kind, NULL};
  LawTest                        t       = {.laws = NULL};

  CALL(parallel_create(PETSC_COMM_WORLD, &t.par));
  CALL(options_create(&t.par, kinds, &t.options));
  CALL(options_read_text(t.options, text, "text"));
  CALL(options_check(t.options));
  CALL(materials_read(&t.par, t.options, &t.materials));
  CALL(laws_create(&t.par, t.options, &t.materials, &t.laws));
  CALL(options_report(t.options, &t.mistakes));
  return t;
}

static inline void law_test_end(LawTest *t)
{
  CALL(laws_destroy(&t->laws));
  materials_free(&t->materials);
  CALL(options_destroy(&t->options));
  CALL(parallel_destroy(&t->par));
}

/* The law of this name; a test without it cannot go on. */
static inline const Law *law_named(const LawTest *t, const char *name)
{
  for (int k = 0; k < t->laws->n; k++)
    if (!strcmp(t->laws->list[k].name, name)) return &t->laws->list[k];
  PetscCheckAbort(0, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG, "no law %s in the text", name);
  return NULL;
}

/* An empty batch with this step (s), freed by the caller. */
static inline ContactBatch *law_batch(double dt)
{
  ContactBatch *b = aligned_alloc(64, (sizeof *b + 63) / 64 * 64);

  PetscCheckAbort(b, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a batch");
  memset(b, 0, sizeof *b);
  b->dt = b->dt_before = dt;
  b->slip_mass         = b->point_mass;
  return b;
}

enum { LAW_RADIUS = 3, LAW_MASS = 2 }; /* reduced radius, m, and masses, kg, of law_contact */

/* Add a contact that touched before, with the normal along x, this overlap (m) and velocity of a
   relative to b (m/s); returns its index. The frame does not turn, memory is zero; the test may
   change any column. */
static inline int law_contact(ContactBatch *b, double overlap, Vec3 v)
{
  const int k = b->n++;

  b->gap[k]      = -overlap;
  b->nx[k]       = 1;
  b->vx[k]       = v.x;
  b->vy[k]       = v.y;
  b->vz[k]       = v.z;
  b->approach[k] = v.x;
  b->radius[k]   = LAW_RADIUS;
  b->mass[k] = b->point_mass[k] = b->blocked_mass[k] = LAW_MASS;
  b->entered[k]                                      = 0.5;
  b->leaving[k]                                      = 2;
  b->known[k]                                        = 1;
  return k;
}

/* Force on a across the normal, N. */
static inline double law_slip_force(const ContactBatch *b, int k)
{
  return hypot(b->fy[k], b->fz[k]);
}

#endif
