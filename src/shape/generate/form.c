/* SPDX-License-Identifier: MIT */
/* The table of forms, and their sizes. */
#include "shape/generate/form.h"

#include <stdlib.h>

const Plugin *const form_heads[] = {FORMS(PLUGIN_HEAD) NULL};

const Form *form_find(const char *name)
{
  return (const Form *)plugin_find(form_heads, name);
}

const Option *form_key(const Form *form, int k)
{
  for (int t = 0; t < PLUGIN_TABLES && form->head.options[t]; t++)
    for (const Option *o = form->head.options[t]; o->key; o++)
      if (k-- == 0) return o;
  return NULL;
}

FormSizes form_defaults(const Form *form)
{
  FormSizes     s = {.n = 0};
  const Option *o;

  while (s.n < FORM_SIZES && (o = form_key(form, s.n))) {
    s.list[s.n] = o->fallback && o->fallback[0] ? atof(o->fallback) : NAN;
    s.n++;
  }
  return s;
}

bool form_make(const Form *form, const FormSizes *sizes, double scale, double density,
               PebbleSet *set, MassProperties *mass, char *why)
{
  FormSizes s = *sizes;

  *set = (PebbleSet){.dimension = 3};
  for (int k = 0; k < s.n; k++) {
    const Option *o = form_key(form, k);

    if (o->unit && strcmp(o->unit, "m") == 0) s.list[k] *= scale;
  }
  return form->make(s.list, density, set, mass, why);
}
