/* SPDX-License-Identifier: MIT */
/* Dashpots (dashpot.h). */
#include "contact/terms/dashpot.h"
#include "options/rows.h"

/* clang-format off */
const Option stiffness_options[] = {
  REAL(KEY("stiffness"), "N/m", OPTIONAL, RANGE_OF(STIFFNESS),
      "normal stiffness; without it 2 E R* (hooke), E the harmonic mean of Young's moduli and R* "
      "the reduced radius"),
  {0},
};

const Option dashpot_options[] = {
  REAL(KEY("restitution"),   "1", OPTIONAL, UNIT_INTERVAL,
      "coefficient of restitution: normal speed of the contact point after the contact over that "
      "before, for bodies of any shape that have one contact, with siblings: damped or shared also "
      "for several; without it and another dashpot the mean of the materials'"),
  BOOL(KEY("limit_damping"), "false",
      "cut the normal force at zero so that it never pulls; a restitution of .004 or more is still "
      "met"),
  REAL(KEY("viscous_time"),  "s", OPTIONAL, UP_TO(TIME_MOST),
      "viscoelastic dashpot, in place of restitution: damping coefficient over the slope of the "
      "spring's force"),
  WORD(KEY("damping_fit"),   "exact", "exact tsuji",
      "damping of a restitution: as this law needs it, or the polynomial that LAMMPS takes for "
      "Tsuji's law"),
  {0},
};

const Option rate_options[] = {
  REAL(KEY("damping"),             "1/s",  OPTIONAL, UP_TO(RATE_MOST),
      "normal damping coefficient over the reduced mass of the two bodies, in place of "
      "restitution"),
  REAL(KEY("damping_coefficient"), "kg/s", OPTIONAL, UP_TO(STIFFNESS_MOST),
      "normal damping coefficient, in place of restitution"),
  {0},
};
/* clang-format on */

const char *const dashpot_keys[] = {"restitution", "damping", "damping_coefficient", "viscous_time",
                                    NULL};

/* The polynomial of LAMMPS' damping tsuji, 0 at least: with it the coefficient is alpha sqrt(m k),
   k the force of the spring over the overlap. */
static double tsuji_alpha(double e)
{
  const double alpha =
    1.2728 +
    e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))));

  return max_real(0, alpha);
}

static double value_of(const LawSource *s, const char *key)
{
  return option_real_or(s->options, "contact", s->law, key, 0);
}

Dashpot dashpot_read(const LawSource *s)
{
  Dashpot     d     = {.rate        = value_of(s, "damping"),
                       .coefficient = value_of(s, "damping_coefficient"),
                       .time        = value_of(s, "viscous_time"),
                       .limited     = option_bool(s->options, "contact", s->law, "limit_damping")};
  const char *given = NULL; /* the key of the dashpot: one must be */
  bool        wrong = false;

  for (int k = 0; dashpot_keys[k]; k++) {
    wrong = wrong || option_is_wrong(s->options, "contact", s->law, dashpot_keys[k]);
    if (!source_has(s, dashpot_keys[k])) continue;
    if (given)
      SOURCE_MISTAKE(s, dashpot_keys[k], "given together with %s: give one of them", given);
    given = dashpot_keys[k];
  }
  if (!given && !wrong)
    SOURCE_MISTAKE(s, "restitution",
                   "missing: give restitution (0..1) here or in both materials of the pair, or "
                   "damping (1/s), damping_coefficient (kg/s) or viscous_time (s) here");
  if (source_has(s, "restitution")) {
    const double e = source_real(s, "restitution");

    d.fitted = strcmp(source_word(s, "damping_fit"), "tsuji") == 0;
    d.ratio  = d.fitted ? 0.5 * tsuji_alpha(e) : damping_ratio(e, d.limited);
  }
  return d;
}

Dashpot dashpot_read_plastic(const LawSource *s)
{
  const Dashpot d = {.rate        = value_of(s, "damping"),
                     .coefficient = value_of(s, "damping_coefficient")};

  if (d.rate > 0 && d.coefficient > 0)
    SOURCE_MISTAKE(s, "damping_coefficient", "given together with damping: give one of them");
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
