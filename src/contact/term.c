/* SPDX-License-Identifier: MIT */
/* Tables of the terms, and material constants that several terms use. */
#include "contact/term.h"

const ContactTerm *const normal_terms[]     = {&normal_hooke, &normal_hertz, NULL};
const ContactTerm *const tangential_terms[] = {&tangential_hooke, &tangential_mindlin, NULL};

const Option *const term_options[] = {normal_hooke_options, tangential_hooke_options, NULL};

const ContactTerm *term_find(const ContactTerm *const terms[], const char *name)
{
  for (int k = 0; terms[k]; k++)
    if (strcmp(terms[k]->name, name) == 0) return terms[k];
  return NULL;
}

double contact_young(const Material *a, const Material *b)
{
  return 1 / ((1 - a->poisson * a->poisson) / a->young + (1 - b->poisson * b->poisson) / b->young);
}

static double compliance(const Material *m)
{
  return 2 * (2 - m->poisson) * (1 + m->poisson) / m->young;
}

double contact_shear(const Material *a, const Material *b)
{
  return 1 / (compliance(a) + compliance(b));
}

/* Logarithm of the restitution of a damped oscillator of ratio z, from touching until the gap
   opens, or if limited until the force is zero. Schwager & Poeschel 2007, Granular Matter 9, 465;
   with y = overlap^(5/4) the Hertz-Tsuji contact is the same oscillator (Antypov & Elliott 2011,
   EPL 94, 50004). */
static double log_restitution(double z, bool limited)
{
  if (!limited) return z < 1 ? -PETSC_PI * z / sqrt(1 - z * z) : -INFINITY;
  if (z < 1) {
    const double w = sqrt(1 - z * z);

    return w > 1e-8 ? -(z / w) * (PETSC_PI - atan2(2 * z * w, 1 - 2 * z * z)) : -2;
  } else {
    const double w = sqrt(z * z - 1);

    return w > 1e-8 ? -(z / w) * 2 * atanh(w / z) : -2;
  }
}

double damping_ratio(double restitution, bool limited)
{
  double lo = 0, hi = limited ? DAMPING_MOST : 1;

  if (restitution >= 1) return 0;
  if (restitution <= 0) return hi;
  if (!limited) {
    const double l = log(restitution);

    return -l / sqrt(PETSC_PI * PETSC_PI + l * l);
  }
  for (int k = 0; k < 200; k++) {
    const double mid = 0.5 * (lo + hi);

    if (log_restitution(mid, limited) > log(restitution)) lo = mid;
    else hi = mid;
  }
  return 0.5 * (lo + hi);
}
