/* SPDX-License-Identifier: MIT */
/* Densities that are needed (density_need.h). */
#include "supply/density_need.h"
#include "supply/population/template_internal.h"
#include "supply/population/template_read.h"
#include "supply/population/template_variant.h"

#include <stdio.h>

static bool lacks(const Options *o, const Materials *materials, int m)
{
  return !option_is_set(o, "material", materials->list[m].name, "density");
}

void density_need(Options *o, const Materials *materials, int m, const char *what)
{
  const char *name = materials->list[m].name;

  if (!lacks(o, materials, m) || option_is_wrong(o, "material", name, "density")) return;
  option_mistake(o, "material", name, "density",
                 "missing: %s depends on it: give it, in kg/m^3, in two dimensions kg/m^2", what);
}

/* True if keys of the template give its mass whatever the densities are. many: it is of several
   materials, whose ratio counts unless one density replaces them. */
static bool is_given(const Options *o, const char *name, bool many)
{
  const bool mass          = option_has_value(o, "template", name, "mass"),
             volume        = option_has_value(o, "template", name, "volume");
  const MassSource *source = mass_source_of(o, name);

  if (option_has_value(o, "template", name, "density")) return true;
  if (source && source->is_given) return mass && volume;
  return mass && !many;
}

int density_lacking(const Options *o, const Materials *materials, const Templates *templates, int t)
{
  const Template *of     = &templates->list[t];
  const int       origin = template_origin(o, materials, templates, t);
  bool            many   = false;

  for (int i = 1; i < of->n; i++) many = many || of->material[i] != of->material[0];
  if (origin >= 0 && is_given(o, templates->list[origin].name, many)) return -1;
  for (int i = 0; i < of->n; i++)
    if (lacks(o, materials, of->material[i])) return of->material[i];
  return -1;
}

void density_need_of_template(Options *o, const Materials *materials, const Templates *templates,
                              int t)
{
  const int m = density_lacking(o, materials, templates, t);
  char      what[3 * NAME_LENGTH];

  if (m < 0) return;
  snprintf(what, sizeof what, "the mass of template %s", templates->list[t].name);
  density_need(o, materials, m, what);
}
