/* SPDX-License-Identifier: MIT */
/* Templates of another material (template_read.h). */
#include "shape/mass/mass.h"
#include "supply/population/template_read.h"

static void name_of(const Materials *materials, const Template *t, int m,
                    char name[2 * NAME_LENGTH])
{
  snprintf(name, 2 * NAME_LENGTH, "%s-%s", t->name, materials->list[m].name);
}

int template_variant(const Materials *materials, const Templates *templates, int t, int m)
{
  char name[2 * NAME_LENGTH];

  if (template_is_of(&templates->list[t], m)) return t;
  name_of(materials, &templates->list[t], m, name);
  return templates_find(templates, name);
}

int template_origin(const Options *options, const Materials *materials, const Templates *templates,
                    int t)
{
  const Template *of = &templates->list[t];

  if (options_object(options, "template", of->name) >= 0) return t;
  for (int k = 0; k < templates->n; k++)
    if (options_object(options, "template", templates->list[k].name) >= 0 &&
        template_variant(materials, templates, k, of->material[0]) == t)
      return k;
  return -1;
}

/* Copy of a template of one material as one of material m: mass and inertia scale with the density,
   unless the template has a density of its own. An inertia that was given stays. */
static void copy_as(const Materials *materials, const Template *t, int m, const char *name,
                    Template *copy)
{
  const double share =
    t->density > 0 ? 1 : materials->list[m].density / materials->list[t->material[0]].density;
  const double turn = t->inertia_given ? 1 : share;

  *copy = *t;
  snprintf(copy->name, sizeof copy->name, "%.63s", name);
  template_create(copy);
  memcpy(copy->offset, t->offset, (size_t)t->n * sizeof *t->offset);
  memcpy(copy->radius, t->radius, (size_t)t->n * sizeof *t->radius);
  memcpy(copy->group, t->group, (size_t)t->n * sizeof *t->group);
  if (t->role) template_create_roles(copy);
  if (t->role) memcpy(copy->role, t->role, (size_t)t->n * sizeof *t->role);
  for (int k = 0; k < t->n; k++) copy->material[k] = m;
  copy->mass.mass *= share;
  copy->mass.principal = vec3_scale(turn, t->mass.principal);
  copy->mass.inertia   = sym3_scale(turn, t->mass.inertia);
  template_derive(copy);
}

/* True if template t can be made of material m; else the reason is in why (size 256). */
static bool may_be(const Materials *materials, const Templates *templates, int t, int m, char *why)
{
  const Template *of = &templates->list[t];
  char            name[2 * NAME_LENGTH];
  int             there;

  name_of(materials, of, m, name);
  there  = templates_find(templates, name);
  why[0] = '\0';
  if (!template_is_of(of, of->material[0]))
    snprintf(why, 256, "template %s is of several materials, so it cannot be made of another one",
             of->name);
  else if (strlen(name) >= NAME_LENGTH)
    snprintf(why, 256, "the name %s is longer than %d characters: choose shorter names", name,
             NAME_LENGTH - 1);
  else if (there >= 0 &&
           (templates->list[there].n != of->n || !template_is_of(&templates->list[there], m)))
    snprintf(why, 256, "the name %s is taken by another template: choose another name", name);
  return !why[0];
}

static void make(Options *options, const char *inlet, const Materials *materials, int t, int m,
                 Templates *templates)
{
  const int there = template_variant(materials, templates, t, m);
  char      why[256], name[2 * NAME_LENGTH];
  Template  copy;

  if (template_is_of(&templates->list[t], m)) return;
  if (!may_be(materials, templates, t, m, why)) {
    option_mistake(options, "inlet", inlet, "material", "%s", why);
    return;
  }
  if (there >= 0) { /* of a checkpoint, which does not hold this */
    templates->list[there].still = templates->list[t].still;
    return;
  }
  name_of(materials, &templates->list[t], m, name);
  copy_as(materials, &templates->list[t], m, name, &copy);
  if (!mass_is_possible(copy.mass.mass, copy.mass.principal))
    option_mistake(options, "inlet", inlet, "material",
                   "a mass of %.3g kg of template %s is too small or too large", copy.mass.mass,
                   name);
  templates_take(templates, &copy);
}

static void make_for(Options *options, const char *inlet, const Materials *materials,
                     Templates *templates)
{
  int                n_names, n_templates;
  const char *const *names = option_words(options, "inlet", inlet, "material", &n_names);
  const char *const *of    = option_words(options, "inlet", inlet, "template", &n_templates);

  for (int k = 0; k < n_templates; k++) {
    const int t = templates_find(templates, of[k]);

    for (int i = 0; i < n_names && t >= 0; i++) {
      const int m = materials_find(materials, names[i]);

      if (m >= 0) make(options, inlet, materials, t, m, templates);
    }
  }
}

void template_variants_make(Options *options, const Materials *materials, Templates *templates)
{
  const char *const *inlets;
  const int          n = options_objects(options, "inlet", &inlets);

  for (int k = 0; k < n; k++) make_for(options, inlets[k], materials, templates);
}
