/* SPDX-License-Identifier: MIT */
/* Some components of the stress are kept; others may follow from times (servo.c). */
#include "base/bounds.h"
#include "options/rows.h"
#include "space/cell/deformation.h"

/* clang-format off */
static const Option options[] = {
  WORDS(KEY("deformation_stresses"),     REQUIRED,
      "entries of the velocity gradient by which stresses are kept; xz: force along x on a face "
      "across z over its area; isotropic: the mean of the normal stresses, all sides together",
      .choices = COMPONENT_WORDS " isotropic"),
  REALS(KEY("deformation_target"),       "Pa",       REQUIRED, SIGNED(MODULUS_MOST),
      "stresses, positive in tension, one for each of them; with deformation_target_times those at "
      "the first time, then those at the second one, ..."),
  REALS(KEY("deformation_target_times"), "s",        OPTIONAL, UP_TO(TIME_MOST),
      "times of the targets, ascending, with straight lines between; none: they are constant"),
  WORD(KEY_IN("deformation_form", Deformation, servo.inertia), "proportional",
      "proportional parrinello_rahman",
      "proportional: rates go to the gain times (target - stress); parrinello_rahman: target - "
      "stress accelerates faces with a mass"),
  REAL(KEY_IN("deformation_gain", Deformation, servo.gain), "1/(Pa s)", OPTIONAL_OR(0),
      POSITIVE_UP_TO(1e30),
      "with form: proportional, required"),
  REAL(KEY_IN("deformation_mass", Deformation, servo.mass), "kg", OPTIONAL_OR(1),
      POSITIVE_UP_TO(1e30),
      "with form: parrinello_rahman, required: mass of each face of the cell"),
  REAL(KEY_IN("deformation_damping", Deformation, servo.damping), "1/s", OPTIONAL,
      POSITIVE_UP_TO(1e30),
      "rate at which rates of strain go to those of the gain, or to 0 (parrinello_rahman); "
      "default: 0.05 over the time step, or 0"),
  REAL(KEY_IN("deformation_rate_limit", Deformation, servo.limit), "1/s", REQUIRED,
      POSITIVE_UP_TO(1e9), "largest rate of strain with which the cell follows the stress",
      OTHERWISE(0)),
  {0},
};
/* clang-format on */

/* A key of one form: needed there, a mistake with the other. */
static void check_key(Options *o, const char *key, bool needed)
{
  const char *form  = option_word(o, "domain", NULL, "deformation_form");
  const bool  given = option_has_value(o, "domain", NULL, key);

  if (given && !needed)
    option_mistake(o, "domain", NULL, key, "does not go with deformation_form: %s", form);
  if (!given && needed && !option_is_wrong(o, "domain", NULL, key))
    option_mistake(o, "domain", NULL, key, "is needed with deformation_form: %s", form);
}

static void read(Options *o, Deformation *d)
{
  const int dimension = options_dimension(o);

  deformation_read_series(o, d);
  time_series_read(o, "deformation_stresses", "deformation_target_times", "deformation_target",
                   &d->servo.target);
  options_read_into(o, "domain", NULL, options, d);
  check_key(o, "deformation_gain", !d->servo.inertia);
  check_key(o, "deformation_mass", d->servo.inertia);
  if (d->servo.inertia && isnan(d->servo.damping)) d->servo.damping = 0;
  d->varies = true;
  for (int k = 0; k < d->servo.target.n; k++) {
    Gradient own = {{{0}}};

    component_set(d->servo.target.of[k], dimension, 1, &own);
    for (int i = 0; i < 9; i++) {
      if (own.g[i / 3][i % 3] == 0) continue;
      if (d->may.g[i / 3][i % 3] != 0)
        option_mistake(o, "domain", NULL, "deformation_components",
                       "%c%c is in deformation_stresses, too: either its strain or its stress is "
                       "given",
                       'x' + i / 3, 'x' + i % 3);
      d->may.g[i / 3][i % 3]  = 1;
      d->full.g[i / 3][i % 3] = d->servo.limit;
    }
  }
}

static void at(const Deformation *d, double time, double dt, Gradient *g)
{
  servo_take(&d->servo, d->factor, g);
  deformation_take_series(d, time, dt, g);
}

const DeformationKind deformation_stress = {
  .head  = {.name    = "stress",
            .text    = "Stresses are kept by the strains of their components.",
            .source  = "Andersen 1980, J. Chem. Phys. 72, 2384; Parrinello & Rahman 1981, J. Appl. "
                        "Phys. 52, 7182",
            .options = {options, time_series_options}},
  .read  = read,
  .at    = at,
  .servo = true,
};
