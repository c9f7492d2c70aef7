/* SPDX-License-Identifier: MIT */
/* Reads templates of the scenario that are made from a mesh or from shapes. */
#include "shape/generate/generate_read.h"
#include "base/tell.h"
#include "options/rows.h"
#include "shape/mesh/mesh_check.h"
#include "shape/shape_read.h"

/* clang-format off */
const Option mesh_options[] = {
  INPUT_FILE(KEY("mesh"),   OPTIONAL,
      "STL file, text or binary, or OBJ file, of a closed surface to fill with pebbles, in place "
      "of pebbles or file; needs generate"),
  INPUT_FILE(KEY("shapes"), OPTIONAL,
      "text file with spheres, capsules, ellipsoids, boxes, tetrahedra, facets and meshes, a line "
      "each, in place of pebbles, file or mesh; needs generate. Spheres become pebbles, capsules "
      "rows of them, others are filled"),
  PLUGIN(KEY("generate"),   "none", generator_heads,
      "method that fills the mesh, or each shape; medial makes the fewest pebbles for an error",
      .choices = "none"),
  {0},
};

const Option generate_options[] = {
  REAL(KEY_IN("generate_volume_error", GenerateOptions, error[CLUMP_VOLUME]), "1", "0.02", UNIT_INTERVAL,
      "bound on the relative error of the volume of the pebbles' union; pebbles are added until "
      "all bounds hold; 0: no bound. With shapes, read 'union of the shapes' for 'mesh' here and "
      "below"),
  REAL(KEY_IN("generate_inertia_error", GenerateOptions, error[CLUMP_INERTIA]), "1", "0", UNIT_INTERVAL,
      "bound on the error of the inertia tensor about the mesh's centre, relative to its largest "
      "principal moment; 0: none"),
  REAL(KEY_IN("generate_distance_error", GenerateOptions, error[CLUMP_DISTANCE]), "1", "0", UNIT_INTERVAL,
      "bound on the largest distance from the mesh's surface to the pebbles and on how far they "
      "stick out, relative to the diameter of the sphere of the mesh's volume; 0: none"),
  REAL(KEY_IN("generate_mean_distance", GenerateOptions, error[CLUMP_MEAN]), "1", "0", UNIT_INTERVAL,
      "bound on the mean distance from the mesh's surface to the pebbles, relative to the same "
      "diameter; 0: none"),
  INT(KEY_IN("generate_most", GenerateOptions, most), "1000", WITHIN(1, GENERATE_MOST),
      "largest number of pebbles, even if a bound is then not met (a warning says which); exactly "
      "this number if no bound is given"),
  REAL(KEY_IN("generate_smallest", GenerateOptions, smallest), "1", "0",    UP_TO(0.5),
      "smallest radius of a pebble over the diameter of the sphere of the mesh's volume"),
  REAL(KEY_IN("generate_bulge", GenerateOptions, bulge), "1", "0",    UP_TO(0.5),
      "pebbles may stick out of the mesh by this share of their radius; 0: they are inside of it"),
  BOOL(KEY_IN("generate_expand", GenerateOptions, expand), "no",
      "in the end all radii grow by one length so that the union has the volume of the mesh; "
      "generate_volume_error is the error before that"),
  INT(KEY_IN("generate_seed", GenerateOptions, seed), "1", NOT_NEGATIVE,
      "seed of the points of the surface to start from"),
  {0},
};

const Option generate_overlap_options[] = {
  REAL(KEY_IN("generate_overlap", GenerateOptions, overlap), "1", "0.6", UP_TO(0.95),
      "the centre of a new pebble may lie inside others by this fraction of their radius"),
  {0},
};
/* clang-format on */

bool mesh_options_check(Options *options, const char *name)
{
  const Option *const tables[] = {mesh_options, generate_options, generate_overlap_options};
  const bool          shapes   = option_is_set(options, "template", name, "shapes");
  const bool          mesh     = option_is_set(options, "template", name, "mesh") || shapes;
  const char         *method   = option_word(options, "template", name, "generate");
  const char         *given    = option_given(options, "template", name, "generate");
  bool                good     = true;
  char                names[256];

  if (given && strcmp(given, "none") != 0 && strcmp(method, "none") == 0)
    return false; /* unknown method: noted already */
  if (mesh && !generator_find(method)) {
    plugin_names(generator_heads, " or ", names, sizeof names);
    option_mistake(options, "template", name, "generate", "%s filled with pebbles: say how: %s",
                   shapes ? "shapes are" : "a mesh is", names);
    good = false;
  }
  if (!mesh && generator_find(method)) {
    option_mistake(options, "template", name, "generate",
                   "there is nothing to fill: give a mesh, or shapes");
    good = false;
  }
  /* Mistakes are noted already; they are looked for before pebbles are made with defaults in place
     of wrong values. */
  for (int t = 0; t < 3; t++)
    for (const Option *o = tables[t]; o->key; o++)
      good = good && !option_is_wrong(options, "template", name, o->key);
  return good;
}

static GenerateOptions options_of(const Options *options, const char *name)
{
  const Plugin *head =
    plugin_find(generator_heads, option_word(options, "template", name, "generate"));
  GenerateOptions o = generate_defaults;

  o.method = (const Generator *)head;
  plugin_read_into(options, "template", name, head, &o);
  return o;
}

void pebbles_from_mesh(const Options *options, const char *name, int material, double density,
                       PebbleSet *set, MeshFound *found, Findings *findings)
{
  const double scale = option_real(options, "template", name, "scale");
  Mesh         mesh;

  found->asked = options_of(options, name);
  mesh_solid_read(option_word(options, "template", name, "mesh"), &mesh, NULL, findings);
  if (findings->n == 0) {
    for (int i = 0; i < mesh.n_vertices; i++) mesh.vertex[i] = vec3_scale(scale, mesh.vertex[i]);
    found->made = mesh_mass(&mesh, density, &found->mass, found->why) &&
                  generate(&mesh, &found->asked, set, &found->report, found->why);
    for (int i = 0; found->made && i < set->n; i++) set->material[i] = material;
  }
  mesh_free(&mesh);
}

/* Replace material indices of the file by those of the scenario, by name; shapes without a name get
   `otherwise`. */
static void materials_resolve(ShapeSet *set, const Materials *of_file, const Materials *materials,
                              int otherwise, Findings *findings)
{
  for (int i = 0; i < set->n; i++) {
    Shape      *s    = &set->list[i];
    const char *name = of_file->list[s->material].name;

    s->material = name[0] ? materials_find(materials, name) : otherwise;
    if (s->material < 0)
      finding_add(findings, s->line, "%s: the scenario has no material '%s'", s->kind->head.name,
                  name);
  }
}

void pebbles_from_shapes(const Options *options, const char *name, const Materials *materials,
                         int material, PebbleSet *set, MeshFound *found, Findings *findings)
{
  ShapeSet  shapes;
  Materials of_file;

  found->asked = options_of(options, name);
  shapes_read(option_word(options, "template", name, "shapes"), &shapes, &of_file, findings);
  if (findings->n == 0) materials_resolve(&shapes, &of_file, materials, material, findings);
  if (findings->n == 0) {
    const double scale     = option_real(options, "template", name, "scale"),
                 tolerance = option_real_or(options, "template", name, "mass_tolerance",
                                            mass_defaults.tolerance);

    found->made =
      shape_set_scale(&shapes, scale, found->why) &&
      shapes_mass_own(&shapes, materials, tolerance, &found->mass, found->why) &&
      generate_shapes(&shapes, materials, &found->asked, set, &found->report, found->why);
  }
  shapes_free(&shapes, &of_file);
}

void mesh_found_print(const Parallel *par, Warnings *warnings, const char *what,
                      const MeshFound *found)
{
  const GenerateReport *r = &found->report;

  if (par->rank == 0)
    tell(par, TELL_INFO,
         "clast: %s: %d pebbles by %s in %.1f s; volume off by %.3g %%, inertia by %.3g %%, "
         "surface by %.3g %% of the diameter (mean %.3g %%)\n",
         what, r->pebbles, generator_name(found->asked.method),
         r->seconds_mesh + r->seconds_choice + r->seconds_measure, 100 * r->error[CLUMP_VOLUME],
         100 * r->error[CLUMP_INERTIA], 100 * r->error[CLUMP_DISTANCE], 100 * r->error[CLUMP_MEAN]);
  for (int e = 0; e < CLUMP_N_ERRORS; e++) {
    if (r->met[e]) continue;
    warning_add(warnings, "%s: the %s is %.4g with %d pebbles, %g was asked for: %s", what,
                clump_error_names[e], e == CLUMP_VOLUME ? r->volume_before : r->error[e],
                r->pebbles, found->asked.error[e],
                r->exhausted && r->doubt > found->asked.error[e] && e <= CLUMP_INERTIA
                  ? "that of the overlapping shapes is itself not known to this accuracy"
                : r->exhausted
                  ? "the method finds no further pebble (generate_smallest, or another method)"
                  : "no more are allowed (generate_most)");
  }
}
