/* SPDX-License-Identifier: MIT */
/* Verb form: writes the pebbles of a body of a certain form, and tells its mass properties. */
#include "tools/clump/verbs.h"

static bool sizes_set(const Request *request, const Form *form, FormSizes *sizes)
{
  *sizes = form_defaults(form);
  for (int k = 0; k < request->n_settings; k++) {
    const Setting *s    = &request->setting[k];
    int            size = 0;
    const Option  *o;

    while ((o = form_key(form, size)) && !setting_is_of(s, o->key)) size++;
    if (!o)
      return refuse("--set '%s': %s has no such size; see clast-clump form --help", s->text,
                    form->head.name);
    if (!(s->value >= o->lo && s->value <= o->hi))
      return refuse("--set '%s': give a number from %g to %g", s->text, o->lo, o->hi);
    sizes->list[size] = s->value;
  }
  for (int k = 0; k < sizes->n; k++)
    if (isnan(sizes->list[k])) return refuse("--set %s=...: missing", form_key(form, k)->key);
  return true;
}

static void tell_mass(const Request *request, const PebbleSet *set, const MassProperties *m)
{
  if (request->json)
    printf("{\"pebbles\": %d, \"volume\": %.17g, \"mass\": %.17g, \"centre\": [%.17g, %.17g, "
           "%.17g], \"inertia\": [%.17g, %.17g, %.17g, %.17g, %.17g, %.17g]}\n",
           set->n, m->volume, m->mass, m->centre.x, m->centre.y, m->centre.z, m->inertia.xx,
           m->inertia.yy, m->inertia.zz, m->inertia.xy, m->inertia.xz, m->inertia.yz);
  else
    printf("pebbles    %d\nvolume     %.12g\nmass       %.12g\ncentre x   %.12g\ninertia xx %.12g\n"
           "inertia yy %.12g\ninertia zz %.12g\n",
           set->n, m->volume, m->mass, m->centre.x, m->inertia.xx, m->inertia.yy, m->inertia.zz);
}

static PetscErrorCode form_run(const Request *request, int *status)
{
  const Form *form = form_find(request->file[0]);
  PebbleBody  body = {.name = ""};
  FormSizes   sizes;
  char        names[256], why[256];
  bool        good;

  PetscFunctionBeginUser;
  plugin_names(form_heads, " or ", names, sizeof names);
  good = form ? sizes_set(request, form, &sizes)
              : refuse("'%s': no such form; give %s", request->file[0], names);
  pebble_materials_none(&body.materials);
  good = good && densities_set(request, &body.materials);
  if (good && !form_make(form, &sizes, request->scale, body.materials.list[0].density, &body.set,
                         &body.mass, why))
    good = refuse("%s: %s", form->head.name, why);
  if (good) PetscCall(body_write(request, &body, &good));
  if (good && request->picture)
    PetscCall(draw(request->picture, request->size, body.mass.axes, &body.set, NULL, &good));
  if (good) tell_mass(request, &body.set, &body.mass);
  *status = good ? EXIT_DONE : EXIT_USAGE;
  pebble_file_free(&body);
  PetscFunctionReturn(PETSC_SUCCESS);
}

const VerbPlugin verb_form = {
  .head    = {.name = "form", .text = "pebbles of a body of a certain form, such as a capsule"},
  .use     = "FORM OUT",
  .needs   = "a form and the output file",
  .n_files = 2,
  .run     = form_run,
};
