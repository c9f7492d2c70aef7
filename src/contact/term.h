/* SPDX-License-Identifier: MIT */
/* Plug-in kind ContactTerm: a law is a sum of terms, normal before tangential. A term is one file
   that ends in one const struct, and one line in a table of term.c. */
#ifndef CONTACT_TERM_H
#define CONTACT_TERM_H

#include "base/options.h"
#include "contact/batch.h"

/* Input of a term's read() for a pair of materials. */
typedef struct {
  Options        *options;
  const char     *law; /* name of the contact object */
  const Material *a, *b;
} LawSource;

typedef struct {
  const char *name, *text, *source; /* word in the scenario; one sentence; paper */
  size_t      size;                 /* bytes of its constants, zeroed for it */
  int         memory;               /* reals kept per contact */
  bool tangential; /* force in the contact plane, where the arm adds rotation even to spheres */
  const Option *options; /* keys of its own in `contact`, or NULL */
  /* Read the scenario into the constants; mistakes go to option_mistake. Returns the NEEDS_ bits of
     batch columns it reads. */
  unsigned (*read)(void *self, const LawSource *source);
  /* Add this term's forces for every contact of the batch and update its memory. */
  void (*apply)(const void *self, ContactBatch *batch);
  /* Stiffness at a reduced radius (m) and an overlap (in reduced radii), for the stable step,
     N/m. */
  double (*stiffness)(const void *self, double radius, double overlap);
  /* Dashpot coefficient there, with the reduced mass of the bodies and the effective mass at the
     contact point (kg), kg/s. */
  double (*damping)(const void *self, double radius, double overlap, double mass,
                    double point_mass);
  /* Largest overlap, in reduced radii, of an elastic impact of this effective mass (kg) at this
     speed (m/s). NULL: the stiffness does not depend on the overlap. */
  double (*deepest)(const void *self, double radius, double mass, double speed);
  double duration; /* duration of an elastic impact over pi sqrt(m / k), k the stiffness at the
                      largest overlap; 0 means 1 */
  /* Add the elastic energy of every contact to energy[n], J; NULL: the term stores none. */
  void (*energy)(const void *self, const ContactBatch *batch, double *energy);
} ContactTerm;

extern const ContactTerm *const normal_terms[]; /* NULL-terminated */
extern const ContactTerm *const tangential_terms[];
extern const Option *const term_options[]; /* option tables of all terms, for the kind `contact` */

extern const Option      normal_hooke_options[], tangential_hooke_options[];
extern const ContactTerm normal_hooke, normal_hertz, tangential_hooke, tangential_mindlin;

const ContactTerm *term_find(const ContactTerm *const terms[],
                             const char              *name); /* NULL: no such term, or "none" */

/* Overlap, in reduced radii, for the stiffness of nonlinear springs in the stable step: that of the
   impact, but at least LEAST_OVERLAP, which covers bodies at rest under load; REFERENCE_OVERLAP
   where no impact speed is known. */
#define LEAST_OVERLAP     0.001
#define REFERENCE_OVERLAP 0.01

/* Effective Young's modulus E*, 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b; Pa (Johnson 1985, eq.
   4.24). */
double contact_young(const Material *a, const Material *b);
/* Effective shear modulus G*, 1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b, G = E / (2 (1 + nu)); Pa
   (Mindlin & Deresiewicz 1953). */
double contact_shear(const Material *a, const Material *b);

/* Damping ratio that gives this coefficient of restitution (0 .. 1) for a linear spring and
   dashpot, and with the exponents of Tsuji et al. for a Hertz spring. `limited`: the normal force
   is cut at zero, so that it never pulls; the ratio is then at most DAMPING_MOST (restitution
   .0038), as lower restitutions need unbounded ratios and vanishing steps. */
#define DAMPING_MOST 8
double damping_ratio(double restitution, bool limited);
/* Dashpot coefficient of a damping ratio, or if that is 0, of a rate (1/s) times the reduced mass,
   kg/s. */
static inline double dashpot_of(double ratio, double rate, double stiffness, double mass,
                                double point_mass)
{
  return ratio > 0 ? 2 * ratio * sqrt(point_mass * stiffness) : rate * mass;
}
/* sqrt(5/6): factor on the damping ratio of a spring whose stiffness grows with the contact radius
   (Antypov & Elliott 2011). */
#define GROWING_RATIO 0.9128709291752769

#endif
