/* SPDX-License-Identifier: MIT */
/* Contact laws without a simulation: read the laws of a text, fill one batch, apply, compare.

     LawTest       t = law_test("material:\n  - a: {young: 1e6}\n"
                                "contact:\n  - l: {between: [a, a], normal: hertz, restitution: 1}\n");
     ContactBatch *b = law_batch(1e-6);
     const int     k = law_contact(b, 1e-3, vec3(0, 0, 0));

     law_apply(law_named(&t, "l"), b);
     CHECK_NEAR(b->push[k], ..., ...);
     law_batch_free(b);
     law_test_end(&t); */
#ifndef LAW_TEST_H
#define LAW_TEST_H

#include <stdlib.h>

#include "contact/law.h"
#include "matter/material.h"
#include "options_test.h"

typedef struct {
  Parallel  par;
  Options  *options;
  Materials materials;
  Laws     *laws;
  int       mistakes; /* number in the text, after the laws were read; reported on stderr */
} LawTest;

/* Materials and laws of a text with the sections `material` and `contact`. Collective. */
static inline LawTest law_test(const char *text)
{
  static const OptionKind        top     = {.name = "", .text = "the file"};
  static const OptionKind *const kinds[] = {&top, &material_kind, &contact_kind, NULL};
  LawTest                        t       = {.laws = NULL};

  CALL(parallel_create(PETSC_COMM_WORLD, &t.par));
  t.options = options_of_text(&t.par, kinds, text, "text");
  materials_read(t.options, &t.materials);
  CALL(laws_create(&t.par, t.options, &t.materials, &t.laws));
  CALL(options_report(t.options, &t.mistakes));
  return t;
}

static inline void law_test_end(LawTest *t)
{
  laws_destroy(&t->laws);
  materials_free(&t->materials);
  options_destroy(&t->options);
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

/* The law of material a (1000 kg/m^3, 1e7 Pa, 0.3) with itself, from its keys in a scenario, which
   must have no mistakes. Collective. */
static inline const Law *law_of_keys(LawTest *t, const char *keys)
{
  char text[1000];

  snprintf(text, sizeof text,
           "material:\n  - a: {density: 1000, young: 1e7, poisson: 0.3}\ncontact:\n"
           "  - l: {between: [a, a], %s}\n",
           keys);
  *t = law_test(text);
  CHECK_INT(t->mistakes, 0);
  return &t->laws->list[0];
}

enum { LAW_STORE = 64 }; /* columns of memory of a batch here */

/* Clear a batch; its columns of memory, allocated at the first time, are kept. */
static inline void batch_empty(ContactBatch *b)
{
  double(*store)[TILE] = b->store ? b->store : aligned_alloc(64, LAW_STORE * sizeof *store);

  PetscCheckAbort(store, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a batch");
  memset(store, 0, LAW_STORE * sizeof *store);
  *b = (ContactBatch){.store = store};
}

/* An empty batch with this step (s), for law_batch_free. */
static inline ContactBatch *law_batch(double dt)
{
  ContactBatch *b = aligned_alloc(64, (sizeof *b + 63) / 64 * 64);

  PetscCheckAbort(b, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a batch");
  b->store = NULL;
  batch_empty(b);
  b->dt = b->dt_before = dt;
  b->slip_mass         = b->point_mass;
  b->elastic           = b->radius;
  return b;
}

static inline void law_batch_free(ContactBatch *b)
{
  free(b->store);
  free(b);
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

/* n contacts that have touched before, with this overlap (m), along x, at rest, in time steps of
   1e-5 s, without events. Bodies: reduced radius 0.1 m, effective mass 1 kg, effective moments of
   inertia 0.01 and 0.02 kg m^2. */
static inline void batch_at_rest(ContactBatch *b, int n, double overlap)
{
  batch_empty(b);
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
  b->elastic   = b->radius;
}

/* Set the columns to 0 to which the law adds. */
static inline void batch_clear(ContactBatch *b)
{
  for (int k = 0; k < TILE; k++)
    b->push[k] = b->fx[k] = b->fy[k] = b->fz[k] = b->cx[k] = b->cy[k] = b->cz[k] = 0;
}

#endif
