/* SPDX-License-Identifier: MIT */
/* The plug-in kind ContactTerm: a law is a sum of terms, normal before tangential. A term is one file ending in one const
   struct, and one line in its table in term.c. */
#ifndef CONTACT_TERM_H
#define CONTACT_TERM_H

#include "base/options.h"
#include "contact/batch.h"

/* What a term may ask when it is set up for a pair of materials. */
typedef struct {
  Options        *options;
  const char     *law; /* its name in the scenario */
  const Material *a, *b;
} LawSource;

typedef struct {
  const char   *name, *text, *source; /* word in the scenario; one sentence; paper */
  size_t        size;                 /* bytes of its constants, zeroed for it */
  int           memory;               /* reals kept per contact */
  bool          tangential;           /* acts across the normal, where bodies also turn about their pebbles' own radius */
  const Option *options;              /* keys of its own in `contact`, or NULL */
  /* Read the scenario into the constants, report mistakes with option_mistake; returns what it needs: NEEDS_ bits. */
  unsigned (*read)(void *self, const LawSource *source);
  /* Add this term's forces for every contact of the batch and renew its memory. */
  void (*apply)(const void *self, ContactBatch *batch);
  /* Upper estimate of its stiffness for a contact of this reduced radius, for the stable step, N/m. */
  double (*stiffness)(const void *self, double radius);
  /* The same of its dashpot for this reduced radius, reduced mass of the bodies and effective mass at the contact point, kg/s. */
  double (*damping)(const void *self, double radius, double mass, double point_mass);
  /* Elastic energy of every contact, J, added to energy[n]; NULL: stores none. */
  void (*energy)(const void *self, const ContactBatch *batch, double *energy);
} ContactTerm;

extern const ContactTerm *const normal_terms[]; /* end with NULL */
extern const ContactTerm *const tangential_terms[];
extern const Option *const      term_options[]; /* tables of all terms, for the kind `contact` */

extern const Option      normal_hooke_options[], tangential_hooke_options[];
extern const ContactTerm normal_hooke, normal_hertz, tangential_hooke, tangential_mindlin;

const ContactTerm *term_find(const ContactTerm *const terms[], const char *name); /* NULL: no such term, or "none" */

/* Overlap at which nonlinear springs are linearised for the stable step, in reduced radii. */
#define REFERENCE_OVERLAP 0.01

/* Young's modulus of two elastic bodies in contact, 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b; Pa (Johnson 1985, eq. 4.24). */
double contact_young(const Material *a, const Material *b);
/* 1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b, G = E / (2 (1 + nu)); Pa (Mindlin & Deresiewicz 1953). */
double contact_shear(const Material *a, const Material *b);

/* Damping ratio that gives this coefficient of restitution for a linear spring and dashpot, and with the exponents of Tsuji et
   al. for a Hertz spring. `limited`: the normal force is cut at zero, so that it never pulls; then the ratio ends at
   DAMPING_MOST, with a restitution of .0038, as less of it needs ratios, and so short steps, without end.
   0 <= restitution <= 1. */
#define DAMPING_MOST 8
double damping_ratio(double restitution, bool limited);
/* The dashpot of such a ratio, or else of a rate over the reduced mass, kg/s. */
static inline double dashpot_of(double ratio, double rate, double stiffness, double mass, double point_mass)
{
  return ratio > 0 ? 2 * ratio * sqrt(point_mass * stiffness) : rate * mass;
}
/* sqrt(5/6), on the ratio of a spring whose stiffness grows with the contact area (Antypov & Elliott 2011). */
#define GROWING_RATIO 0.9128709291752769

#endif
