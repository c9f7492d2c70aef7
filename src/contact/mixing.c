/* SPDX-License-Identifier: MIT */
/* Means of properties of materials (law.h). */
#include "contact/law.h"
#include "matter/material.h"
#include "options/rows.h"

/* clang-format off */
const Option mixing_options[] = {
  WORD(KEY("mixing"), "harmonic", "harmonic geometric arithmetic minimum",
      "mean of the two materials' values for properties that this law does not give: 2 a b / (a + "
      "b), sqrt(a b), (a + b) / 2, or the smaller one"),
  {0},
};
/* clang-format on */

/* Mean of two values by a word of mixing; exactly a if they are equal. */
static double mixing_mean(const char *word, double a, double b)
{
  if (a == b) return a;
  if (strcmp(word, "minimum") == 0) return min_real(a, b);
  if (strcmp(word, "arithmetic") == 0) return 0.5 * a + 0.5 * b;
  if (strcmp(word, "geometric") == 0) return sqrt(a) * sqrt(b);
  return a > 0 && b > 0 ? 2 / (1 / a + 1 / b) : 0;
}

/* A dashpot of another kind, in place of restitution, is given. */
static bool has_other_dashpot(const Options *o, const char *law)
{
  for (const char *const *key = dashpot_keys + 1; *key; key++)
    if (option_applies(o, "contact", law, *key) &&
        (option_has_value(o, "contact", law, *key) || option_is_wrong(o, "contact", law, *key)))
      return true;
  return false;
}

/* lacks: the material without it; NULL: both are. */
static void note_missing(Options *o, const char *law, const Option *row, const char *a,
                         const char *b, const char *lacks)
{
  const bool pure = strcmp(row->unit, "1") == 0;

  if (options_are_torn(o)) return;
  option_mistake(o, "contact", law, row->key,
                 "missing; give it here or in both materials of the pair, %s and %s (%s%s): "
                 "a number >= 0%s%s",
                 a, b, lacks ? lacks : "neither", lacks ? " has none" : " has it",
                 pure ? "" : ", in ", pure ? "" : row->unit);
}

static PetscErrorCode apply(Options *o, const char *law, const Option *row, const char *a,
                            const char *b)
{
  const double x      = option_real_or(o, "material", a, row->key, NAN),
               y      = option_real_or(o, "material", b, row->key, NAN);
  const bool optional = strcmp(row->key, "restitution") == 0;
  char       text[40];

  PetscFunctionBeginUser;
  if (optional && has_other_dashpot(o, law)) PetscFunctionReturn(PETSC_SUCCESS);
  if ((isnan(x) && option_is_wrong(o, "material", a, row->key)) ||
      (isnan(y) && option_is_wrong(o, "material", b, row->key)))
    option_doubt(o, "contact", law, row->key);
  else if (isnan(x) || isnan(y)) {
    if (!optional || !isnan(x) || !isnan(y))
      note_missing(o, law, row, a, b, isnan(x) && isnan(y) ? NULL : isnan(x) ? a : b);
  } else {
    snprintf(text, sizeof text, "%.17g",
             mixing_mean(option_word(o, "contact", law, "mixing"), x, y));
    PetscCall(option_derive(o, "contact", law, row->key, text));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode mixing_apply(Options *o, const char *law, const Material *a, const Material *b)
{
  PetscFunctionBeginUser;
  for (const Option *row = property_options; row->key; row++)
    if (option_applies(o, "contact", law, row->key) &&
        !option_is_set(o, "contact", law, row->key) &&
        !option_is_wrong(o, "contact", law, row->key))
      PetscCall(apply(o, law, row, a->name, b->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void mixing_forget(Options *o, const char *law)
{
  for (const Option *row = property_options; row->key; row++)
    if (option_applies(o, "contact", law, row->key) && !option_is_set(o, "contact", law, row->key))
      PetscCallAbort(PETSC_COMM_SELF, option_derive(o, "contact", law, row->key, NULL));
}
