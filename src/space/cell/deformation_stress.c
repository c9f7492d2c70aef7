/* SPDX-License-Identifier: MIT */
/* Some components of the stress are kept; others may follow from times (servo.h). */
#include "base/bounds.h"
#include "space/cell/deformation.h"

static const Option options[] = {
  {.key     = "deformation_stresses",
   .type    = OPTION_WORDS,
   .choices = COMPONENT_WORDS " isotropic",
   .help    = "entries of the velocity gradient by which stresses are kept; xz: force along x on a "
              "face across z over its area; isotropic: the mean of the normal stresses, all sides "
              "together"},
  {.key  = "deformation_target",
   .type = OPTION_REALS,
   .unit = "Pa",
   .lo   = -MODULUS_MOST,
   .hi   = MODULUS_MOST,
   .help = "stresses, positive in tension, one for each of them; with deformation_target_times "
           "those at the first time, then those at the second one, ..."},
  {.key      = "deformation_target_times",
   .type     = OPTION_REALS,
   .unit     = "s",
   .fallback = "",
   .lo       = 0,
   .hi       = TIME_MOST,
   .help     = "times of the targets, ascending, with straight lines between; none: they are "
               "constant"},
  {.key      = "deformation_form",
   .type     = OPTION_WORD,
   .choices  = "proportional parrinello_rahman",
   .fallback = "proportional",
   .help = "proportional: rates go to the gain times (target - stress); parrinello_rahman: target "
           "- stress accelerates faces with a mass"},
  {.key      = "deformation_gain",
   .type     = OPTION_REAL,
   .unit     = "1/(Pa s)",
   .fallback = "",
   .lo       = 0,
   .hi       = 1e30,
   .flags    = LO_OPEN,
   .help     = "with form: proportional, required"},
  {.key      = "deformation_mass",
   .type     = OPTION_REAL,
   .unit     = "kg",
   .fallback = "",
   .lo       = 0,
   .hi       = 1e30,
   .flags    = LO_OPEN,
   .help     = "with form: parrinello_rahman, required: mass of each face of the cell"},
  {.key      = "deformation_damping",
   .type     = OPTION_REAL,
   .unit     = "1/s",
   .fallback = "",
   .lo       = 0,
   .hi       = 1e30,
   .flags    = LO_OPEN,
   .help = "rate at which rates of strain go to those of the gain, or to 0 (parrinello_rahman); "
           "default: 0.05 over the time step, or 0"},
  {.key   = "deformation_rate_limit",
   .type  = OPTION_REAL,
   .unit  = "1/s",
   .lo    = 0,
   .hi    = 1e9,
   .flags = LO_OPEN,
   .help  = "largest rate of strain with which the cell follows the stress"},
  {NULL},
};

static double real_of(const Options *o, const char *key)
{
  return option_real_or(o, "domain", NULL, key, 0);
}

/* A key of one form: required there, a mistake with the other. */
static void check_key(Options *o, const char *key, bool used, bool needed)
{
  const bool given = option_has_value(o, "domain", NULL, key);

  if (given && !used)
    option_mistake(o, "domain", NULL, key, "does not go with deformation_form: %s",
                   option_word(o, "domain", NULL, "deformation_form"));
  if (!given && needed && !option_is_wrong(o, "domain", NULL, key))
    option_mistake(o, "domain", NULL, key, "is needed with deformation_form: %s",
                   option_word(o, "domain", NULL, "deformation_form"));
}

static void read_form(Options *o, Servo *s)
{
  s->inertia = strcmp(option_word(o, "domain", NULL, "deformation_form"), "parrinello_rahman") == 0;
  check_key(o, "deformation_gain", !s->inertia, !s->inertia);
  check_key(o, "deformation_mass", s->inertia, s->inertia);
  s->gain    = real_of(o, "deformation_gain");
  s->mass    = s->inertia ? real_of(o, "deformation_mass") : 1;
  s->damping = option_real_or(o, "domain", NULL, "deformation_damping", s->inertia ? 0 : NAN);
  s->limit   = real_of(o, "deformation_rate_limit");
}

static void read(Options *o, Deformation *d)
{
  const int dimension = options_dimension(o);

  deformation_read_course(o, d);
  course_read(o, "deformation_stresses", "deformation_target_times", "deformation_target",
              &d->servo.target);
  read_form(o, &d->servo);
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
  deformation_take_course(d, time, dt, g);
}

const DeformationKind deformation_stress = {
  .head  = {.name    = "stress",
            .text    = "Stresses are kept by the strains of their components.",
            .source  = "Andersen 1980, J. Chem. Phys. 72, 2384; Parrinello & Rahman 1981, J. Appl. "
                        "Phys. 52, 7182",
            .options = {options, course_options}},
  .read  = read,
  .at    = at,
  .servo = true,
};
