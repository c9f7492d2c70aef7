/* SPDX-License-Identifier: MIT */
/* Plug-in kind Form: a body of a certain form, named by a word and described by a few sizes, as
   capsules or rows of pebbles. A form is a const Form, in form.c or in a file of its own, and one line
   in the list below; its keys are its sizes. */
#ifndef SHAPE_GENERATE_FORM_H
#define SHAPE_GENERATE_FORM_H

#include "shape/mass/mass.h"

enum { FORM_SIZES = 8 };

/* Sizes in the order of the keys of the form: of its tables one after the other. */
typedef struct {
  int    n;
  double list[FORM_SIZES];
} FormSizes;

typedef struct {
  Plugin head; /* its keys: reals, each with a default or required */
  /* The pebbles, of material 0, and mass properties of the form itself, without grooves. False: the
     sizes make no such body, with the reason in why (size 256). The caller owns the set, also if
     false is returned. */
  bool (*make)(const double *size, double density, PebbleSet *set, MassProperties *mass, char *why);
} Form;

/* Every form. */
#define FORMS(FORM) \
  FORM(form_pharma_capsule) /* form.c */ \
  FORM(form_rod)            /* form_rods.c, as those that follow */ \
  FORM(form_fibre) \
  FORM(form_dumbbell) \
  FORM(form_cross)

#define DECLARE_FORM(form) extern const Form form;
FORMS(DECLARE_FORM)
#undef DECLARE_FORM

extern const Plugin *const form_heads[];

const Form *form_find(const char *name); /* NULL: none */
/* Key of size k, NULL: there is none. */
const Option *form_key(const Form *form, int k);
/* Set the defaults; sizes that are required get NAN. */
FormSizes form_defaults(const Form *form);
/* Make the form with all lengths multiplied by scale. As Form.make. Local. */
bool form_make(const Form *form, const FormSizes *sizes, double scale, double density,
               PebbleSet *set, MassProperties *mass, char *why);

/* ---- unions of balls swept along one axis: bodies of revolution about x ---- */

/* A ball of this radius swept along x, its centre from `from` to `to`, all in m; from <= to. */
typedef struct {
  double from, to, radius;
} Swept;

/* Mass properties of the union of n swept balls, overlaps counted once. The square of the radius at
   x is a polynomial of second degree between the ends and crossings of the parts, so that the
   moments are integrated without error but rounding. n <= 8. */
bool revolved_mass(int n, const Swept *part, double density, MassProperties *out, char *why);

#endif
