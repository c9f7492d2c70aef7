/* SPDX-License-Identifier: MIT */
/* Mass properties of a template: found by a method, those of its mesh or shapes, or given; and the
   densities that masses depend on. */
#include "options/rows.h"
#include "shape/shape_mass.h"
#include "supply/population/template_internal.h"
#include "supply/population/template_read.h"

/* clang-format off */
static const Option given_options[] = {
  REAL(KEY("volume"),        "m^3",    OPTIONAL, RANGE_OF(VOLUME),
      "volume of the body, scale included; the pebbles are not changed. If not given: mass over "
      "density"),
  VEC3_FLAT(KEY("position"), "m",      REQUIRED, SIGNED(LENGTH_MOST),
      "centre of mass among the pebbles, scale included"),
  REALS(KEY("inertia"),      "kg m^2", REQUIRED, SIGNED(INERTIA_MOST),
      "inertia about the centre, in the axes of the pebbles, scale included: xx, yy, zz, or xx, "
      "yy, zz, xy, xz, yz; in two dimensions zz is enough"),
  {0},
};
/* clang-format on */

static const MassSource mass_from_keys = {
  .head     = {.name = "given", .text = "Given by other keys.", .options = {given_options}},
  .is_given = true};
static const MassSource mass_from_mesh   = {.head  = {.name = "mesh", .text = "Of the closed mesh."},
                                            .needs = "mesh"};
static const MassSource mass_from_shapes = {
  .head  = {.name    = "shapes",
            .text    = "Of the shapes, exact if they do not overlap, else by octree.",
            .options = {mass_tolerance_options}},
  .needs = "shapes"};

static const MassSource mass_from_form = {
  .head  = {.name = "form", .text = "Of the form, without the grooves between its pebbles."},
  .needs = "form"};

static const Plugin *const mass_sources[]      = {&mass_from_keys.head, &mass_from_mesh.head,
                                                  &mass_from_shapes.head, &mass_from_form.head, NULL};
const Plugin *const        mass_source_heads[] = {MASS_METHODS(PLUGIN_HEAD) & mass_from_keys.head,
                                                  &mass_from_mesh.head, &mass_from_shapes.head,
                                                  &mass_from_form.head, NULL};

const MassSource *mass_source_of(const Options *options, const char *name)
{
  return (const MassSource *)plugin_find(mass_sources,
                                         option_word(options, "template", name, "mass_properties"));
}

/* Relative overlaps below this are rounding of tangent pebbles, and reported as 0. */
static const double overlap_seen = 1e-9;

/* Merge coincident pebbles and find the gap between parts; independent of the mass method. */
static void look_at(PebbleSet *set, const Materials *materials, ShapeReport *report)
{
  *report = (ShapeReport){.sound = true};
  (void)pebbles_clash(set, materials, report->clash);
  report->merged = pebbles_merge(set, materials);
  if (set->n > 1) report->gap = pebbles_gap(set);
}

void shape_find(PebbleSet *set, const Materials *materials, const MassMethod *method,
                const MassOptions *options, MassProperties *mass, ShapeReport *report)
{
  MassProperties whole;
  char           ignored[256];

  look_at(set, materials, report);
  report->sound = pebbles_mass(set, materials, method, options, mass, report->why);
  if (!report->sound) return;
  if (method != &mass_sum || set->n == 1 || pebble_set_capsules(set) > 0 ||
      !mass_exact.find(set, materials, options, &whole, ignored))
    return;
  report->overlap = pebbles_overlap(set, whole.volume);
  if (report->overlap < overlap_seen) report->overlap = 0;
}

void shape_warn(Warnings *warnings, const char *what, const ShapeReport *report)
{
  if (report->merged > 0)
    warning_add(warnings,
                "%s: %d pebble%s the same centre and radius as another, and %s merged into it",
                what, report->merged, report->merged == 1 ? " has" : "s have",
                report->merged == 1 ? "is" : "are");
  if (report->gap > 0)
    warning_add(warnings,
                "%s: its pebbles do not connect: there is a gap of %g m between its parts", what,
                report->gap);
  if (report->overlap > 0)
    warning_add(warnings,
                "%s: its pebbles overlap, so mass_properties: sum counts %.3g %% of its volume "
                "twice; exact does not",
                what, 100 * report->overlap);
}

/* Make the inertia that of a lamina, zz = xx + yy. Only the polar moment affects motion in the
   plane; a tensor with other products would turn the clump out of the plane and is refused. */
static bool flatten(Sym3 *i, char *why)
{
  const bool flat = i->xz == 0 && i->yz == 0 && fabs(i->xx + i->yy - i->zz) <= 1e-6 * fabs(i->zz);

  if (!flat)
    snprintf(why, 256,
             "inertia: xx %g, yy %g, zz %g, xz %g, yz %g: in two dimensions zz is xx + yy, xz and "
             "yz are 0; zz alone is enough",
             i->xx, i->yy, i->zz, i->xz, i->yz);
  i->zz = i->xx + i->yy;
  return flat;
}

/* Density that relates volume and mass of a body; 0 if its materials differ in density. */
static double density_of(const Materials *materials, const PebbleSet *set)
{
  for (int i = 1; i < set->n; i++)
    if (materials->list[set->material[i]].density != materials->list[set->material[0]].density)
      return 0;
  return materials->list[set->material[0]].density;
}

static void find_given(const Options *options, const char *name, const Materials *materials,
                       PebbleSet *set, MassProperties *mass, ShapeReport *report)
{
  const double density = density_of(materials, set);
  double       volume  = template_real(options, name, "volume"),
         total         = template_real(options, name, "mass");
  int           n;
  const double *i       = option_reals(options, "template", name, "inertia", &n);
  Sym3          inertia = {0};

  look_at(set, materials, report);
  if (n == 1) inertia = (Sym3){.xx = 0.5 * i[0], .yy = 0.5 * i[0], .zz = i[0]};
  if (n >= 3) inertia = (Sym3){.xx = i[0], .yy = i[1], .zz = i[2]};
  if (n == 6) inertia = (Sym3){i[0], i[1], i[2], i[3], i[4], i[5]};
  report->sound = set->dimension != 2 || flatten(&inertia, report->why);
  if (!report->sound) return;
  if ((volume == 0 || total == 0) && density == 0) {
    report->sound = false;
    snprintf(report->why, sizeof report->why,
             "its materials differ in density: give volume and mass, or one of them and density");
    return;
  }
  if (volume == 0) volume = total / density;
  if (total == 0) total = volume * density;
  report->sound = mass_given(volume, total, option_vec3(options, "template", name, "position"),
                             inertia, mass, report->why);
}

void template_mass(const Options *options, const char *name, const Materials *materials,
                   PebbleSet *set, TemplateFound *found)
{
  const MassMethod *method =
    mass_method_find(option_word(options, "template", name, "mass_properties"));
  const double      total  = template_real(options, name, "mass");
  const MassSource *source = mass_source_of(options, name);
  MassOptions       how    = mass_defaults;

  if (method) plugin_read_into(options, "template", name, &method->head, &how);
  if (source && source->is_given)
    find_given(options, name, materials, set, &found->mass, &found->report);
  else if (source) {
    look_at(set, materials, &found->report);
    found->mass = found->mesh.mass;
  } else shape_find(set, materials, method, &how, &found->mass, &found->report);
  if (!found->report.sound) return;
  found->density = template_real(options, name, "density");
  if (!(source && source->is_given) && total > 0) mass_bring(&found->mass, total);
  if (total > 0 && found->density == 0) found->density = found->mass.mass / found->mass.volume;
  if (found->density > 0 && !(found->density >= DENSITY_LEAST && found->density <= DENSITY_MOST)) {
    found->report.sound = false;
    snprintf(
      found->report.why, sizeof found->report.why,
      "a mass of %.3g kg in a volume of %.3g m^3 is a density of %.3g kg/m^3 (allowed: %g to %g)",
      found->mass.mass, found->mass.volume, found->density, DENSITY_LEAST, DENSITY_MOST);
    return;
  }
  if (mass_is_possible(found->mass.mass, found->mass.principal)) return;
  found->report.sound = false;
  snprintf(found->report.why, sizeof found->report.why,
           "a mass of %.3g kg with moments of inertia of %.3g to %.3g kg m^2 is too small or too "
           "large (allowed: %g to %g "
           "kg, %g to %g kg m^2): check density, scale and radii, or use other units",
           found->mass.mass, found->mass.principal.x, found->mass.principal.z, MASS_LEAST,
           MASS_MOST, INERTIA_LEAST, INERTIA_MOST);
}

/* ---- densities that are needed ---- */

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

void density_need_of_template(Options *o, const Materials *materials, const Templates *templates,
                              int t)
{
  const Template *of     = &templates->list[t];
  const int       origin = template_origin(o, materials, templates, t);
  char            what[3 * NAME_LENGTH];

  if (origin >= 0 &&
      is_given(o, templates->list[origin].name, !template_is_of(of, of->material[0])))
    return;
  snprintf(what, sizeof what, "the mass of template %s", of->name);
  for (int i = 0; i < of->n; i++)
    if (lacks(o, materials, of->material[i])) {
      density_need(o, materials, of->material[i], what);
      return;
    }
}

const char *density_refused(const Template *t)
{
  if (t->density > 0 || template_is_of(t, t->material[0])) return NULL;
  return "the template is of several materials, so it has no one density to replace";
}
