/* SPDX-License-Identifier: MIT */
/* Dashpots (dashpot.h). */
#include "contact/dashpot.h"
#include "base/bounds.h"

const Option dashpot_options[] = {
  {.key      = "restitution",
   .type     = OPTION_REAL,
   .unit     = "1",
   .fallback = "",
   .lo       = 0,
   .hi       = 1,
   .help = "coefficient of restitution: normal speed of the contact point after the contact over "
           "that before, for bodies of any shape"},
  {.key      = "limit_damping",
   .type     = OPTION_BOOL,
   .fallback = "false",
   .help = "cut the normal force at zero so that it never pulls; a restitution of .004 or more is "
           "still met"},
  {.key      = "damping",
   .type     = OPTION_REAL,
   .unit     = "1/s",
   .fallback = "",
   .lo       = 0,
   .hi       = RATE_MOST,
   .help =
     "normal damping coefficient over the reduced mass of the two bodies, in place of restitution"},
  {NULL},
};

/* One of restitution and damping must be given. */
static void check(const LawSource *s)
{
  const bool e     = option_has_value(s->options, "contact", s->law, "restitution"),
             c     = option_has_value(s->options, "contact", s->law, "damping"),
             wrong = option_is_wrong(s->options, "contact", s->law, "restitution") ||
                     option_is_wrong(s->options, "contact", s->law, "damping");

  if (e && c)
    option_mistake(s->options, "contact", s->law, "damping",
                   "given together with restitution: give one of them");
  if (!e && !c && !wrong)
    option_mistake(s->options, "contact", s->law, "restitution",
                   "missing: give restitution (0..1), or damping (1/s)");
}

Dashpot dashpot_read(const LawSource *s)
{
  Dashpot d = {.limited = option_bool(s->options, "contact", s->law, "limit_damping")};

  check(s);
  if (option_has_value(s->options, "contact", s->law, "restitution"))
    d.ratio = damping_ratio(option_real(s->options, "contact", s->law, "restitution"), d.limited);
  if (option_has_value(s->options, "contact", s->law, "damping"))
    d.rate = option_real(s->options, "contact", s->law, "damping");
  return d;
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
