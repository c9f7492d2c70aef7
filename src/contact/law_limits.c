/* SPDX-License-Identifier: MIT */
/* Stiffness, duration, damping and conductance of laws, for the stable step. */
#include "contact/law.h"
#include "contact/terms/elastic.h"

static TermLimits limits_of(const Law *law, int t, TermCase at)
{
  return term_limits(law->terms[t], law->constants[t], at);
}

/* Bound of stiffnesses over those that terms find with the reduced radius. */
static double stiffer(const Law *law)
{
  return law->needs & NEEDS_ELASTIC ? elastic_most(&law->elastic) : 1;
}

double law_stiffness(const Law *law, unsigned slots, double radius, double overlap)
{
  double stiffest = 0;

  for (int t = 0; t < law->n_terms; t++)
    if (term_is_in(law->terms[t], slots))
      stiffest = max_real(
        stiffest, limits_of(law, t, (TermCase){.radius = radius, .overlap = overlap}).stiffness);
  return stiffer(law) * stiffest;
}

bool law_is_nonlinear(const Law *law)
{
  bool is = false;

  for (int t = 0; t < law->n_terms; t++) is = is || law->terms[t]->hertzian;
  return is;
}

double law_overlap(const Law *law, double radius, double mass, double speed)
{
  double overlap = speed > 0 ? LEAST_OVERLAP : REFERENCE_OVERLAP;

  for (int t = 0; t < law->n_terms && speed > 0; t++)
    if (law->terms[t]->hertzian)
      overlap = max_real(
        overlap, limits_of(law, t, (TermCase){.radius = radius, .point_mass = mass, .speed = speed})
                   .deepest);
  return min_real(overlap, 1);
}

double law_time(const Law *law, double radius, double overlap, double inverse)
{
  const double times = inverse * stiffer(law);
  double       time  = INFINITY;

  for (int t = 0; t < law->n_terms; t++) {
    const ContactTerm *term = law->terms[t];
    const double       stiffness =
      limits_of(law, t, (TermCase){.radius = radius, .overlap = overlap}).stiffness;

    if (term_is_in(term, SLOTS_ALONG | SLOTS_ACROSS))
      time = min_real(time, (term->duration > 0 ? term->duration : 1) * PETSC_PI /
                              sqrt(times * stiffness));
  }
  return time;
}

double law_slowing(const Law *law, unsigned slots, double radius, double overlap, double whole,
                   double point, double mode)
{
  const double mass = whole > 0 ? 1 / whole : 0, point_mass = point > 0 ? 1 / point : 0;
  const double factor = stiffer(law);
  double       most   = 0;

  for (int t = 0; t < law->n_terms; t++) {
    /* of dashpots by a ratio; else in proportion */
    const bool     turn = term_is_in(law->terms[t], SLOTS_TURN);
    const TermCase at   = {turn ? radius : factor * radius, overlap, mass, point_mass, 0};

    if (term_is_in(law->terms[t], slots))
      most = max_real(most, mode * (turn ? sqrt(factor) : 1) * limits_of(law, t, at).damping);
  }
  return most;
}

double law_conducts(const Law *law, const Quantity *quantity, double radius, double overlap)
{
  double most = 0;

  for (int t = 0; t < law->n_terms; t++)
    if (law->terms[t]->quantity == quantity)
      most = max_real(most,
                      limits_of(law, t, (TermCase){.radius = radius, .overlap = overlap}).conducts);
  return most;
}

double laws_grain(const Laws *laws, const Quantity *quantity)
{
  double least = INFINITY;

  for (int k = 0; k < laws->n; k++)
    for (int t = 0; t < laws->list[k].n_terms; t++)
      if (laws->list[k].terms[t]->quantity == quantity)
        least = min_real(
          least, term_real(laws->list[k].terms[t]->grain, laws->list[k].constants[t], INFINITY));
  return isfinite(least) ? least : 0;
}

double law_turn_time(const Law *law, double radius, double overlap, double inverse)
{
  const double stiffness = law_stiffness(law, SLOTS_TURN, radius, overlap);

  return stiffness > 0 ? PETSC_PI / sqrt(inverse * stiffness) : INFINITY;
}
